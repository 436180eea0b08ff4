"""The front door: found as Git finds its repository, and every door behind it opened when it is first asked for."""

import json
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from ragtriage.corpus.document import Document
from ragtriage.errors import ConflictError, FileError, SettingsError, WorkspaceError
from ragtriage.runs.model import Output
from ragtriage.triage import suspicions
from ragtriage.workspace import Workspace, find_root

QUOTE = "Annual plans are not prorated when downgraded"


@pytest.fixture
def root(tmp_path: Path) -> Path:
    (tmp_path / "ragtriage.yaml").write_text("snapshot: one\n")
    (tmp_path / "cases" / "billing").mkdir(parents=True)
    return tmp_path


@pytest.fixture
def workspace(root: Path) -> Iterator[Workspace]:
    """With a snapshot, a case and a run in which it fails; nothing judged yet."""
    with Workspace.open(root, reviewer="mk") as opened:
        opened.snapshots.add("one", [Document("kb", "KB", f"# KB\n\n{QUOTE}.\n")], source="t", extractor="t")
        write_case(root, "billing/a")
        opened.refresh()
        opened.runs.add("prod", "one", [Output("billing/a", (), answer="No.", refused=False, citations=())])
        yield opened


def write_case(root: Path, case_id: str, **more: Any) -> None:
    known = {"id": case_id, "question": "Are plans prorated?", "answerable": True,
             "evidence": [{"doc_id": "kb", "quote": QUOTE}]}  # fmt: skip
    (root / "cases" / f"{case_id}.yaml").write_text(json.dumps(known | more))


def test_a_workspace_is_found_from_any_folder_in_it(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert find_root(root / "cases" / "billing") == root
    monkeypatch.chdir(root / "cases")
    with Workspace.open() as workspace:
        assert workspace.root == root


def test_a_workspace_inside_another_is_its_own(root: Path) -> None:
    inner = root / "cases" / "inner"
    inner.mkdir()
    (inner / "ragtriage.yaml").write_text("")
    assert find_root(inner) == inner
    assert find_root(root / "cases") == root


def test_where_there_is_none_the_next_step_is_init_or_demo(tmp_path: Path) -> None:
    with pytest.raises(WorkspaceError) as caught:
        Workspace.open(tmp_path)
    assert "ragtriage init" in caught.value.next_step and "ragtriage demo" in caught.value.next_step


def test_wrong_settings_open_nothing(root: Path) -> None:
    (root / "ragtriage.yaml").write_text("k: many\n")
    with pytest.raises(SettingsError):
        Workspace.open(root)
    assert not (root / ".ragtriage").exists()


def test_opening_writes_nothing_and_closing_twice_is_fine(root: Path) -> None:
    before = sorted(root.rglob("*"))
    workspace = Workspace.open(root)
    workspace.close()
    workspace.close()
    assert sorted(root.rglob("*")) == before


def test_a_workspace_without_a_snapshot_says_what_to_do_where_one_is_needed(root: Path) -> None:
    (root / "ragtriage.yaml").write_text("# none yet\n")
    with Workspace.open(root) as workspace:
        with pytest.raises(WorkspaceError, match="names no snapshot"):
            _ = workspace.snapshot
        assert workspace.judge_all() == 0
        assert workspace.status() == []


def test_a_snapshot_that_is_not_there_is_an_error_that_lists_those_there_are(root: Path, workspace: Workspace) -> None:
    (root / "ragtriage.yaml").write_text("snapshot: on\n")
    with Workspace.open(root) as wrong:
        wrong.refresh()
        with pytest.raises(FileError) as caught:
            wrong.judge_all()
    assert "`on`" in str(caught.value) and "one" in caught.value.next_step


def test_judging_keeps_a_status_and_suspicions_that_another_terminal_reads_without_judging(
    root: Path, workspace: Workspace
) -> None:
    write_case(root, "bare", evidence=[])
    workspace.refresh()
    assert workspace.judge_all() == 1
    with Workspace.open(root) as other:
        assert other.judge_all() == 0
        [one] = other.status()
        assert (one.name, one.failed, one.missing) == ("prod", 1, 1)
        assert list(suspicions.kept(other.db)) == ["bare"]


def test_a_status_that_another_version_kept_is_counted_anew(workspace: Workspace) -> None:
    workspace.judge_all()
    expected = workspace.status()
    stamp, body = workspace.db.execute("SELECT stamp, body FROM kept WHERE name = 'status'").fetchone()
    older = [{key: value for key, value in one.items() if key != "scored_at_k"} for one in json.loads(body)]
    assert "scored_at_k" in stamp
    workspace.db.execute(
        "UPDATE kept SET stamp = ?, body = ?", (stamp.replace("'scored_at_k', ", ""), json.dumps(older))
    )
    assert workspace.status() == expected


def test_the_index_may_be_deleted_at_any_time(root: Path, workspace: Workspace) -> None:
    workspace.judge_all()
    workspace.triage.decide(["billing/a"], "retrieval")
    before = (workspace.status(), workspace.triage.queue())
    workspace.close()
    shutil.rmtree(root / ".ragtriage")
    with Workspace.open(root, reviewer="mk") as again:
        again.refresh()
        assert again.judge_all() == 1
        assert (again.status(), again.triage.queue()) == before


def test_a_retired_case_is_no_longer_suspected(root: Path, workspace: Workspace) -> None:
    write_case(root, "bare", evidence=[])
    workspace.refresh()
    workspace.judge_all()
    workspace.set_field("bare", "status", "retired")
    workspace.judge_all()
    assert suspicions.kept(workspace.db) == {}


def test_progress_is_told_by_run(workspace: Workspace) -> None:
    told: list[tuple[str, int, int]] = []
    workspace.judge_all(lambda *each: told.append(each))
    assert told == [(workspace.runs.get("prod").id, 1, 1)]


def test_edits_are_on_disk_seen_at_once_and_undone_from_another_thread_too(root: Path, workspace: Workspace) -> None:
    path = root / "cases/billing/a.yaml"
    before = path.read_bytes()
    workspace.set_field("billing/a", "intent", "plan")
    assert workspace.cases.get("billing/a").intent == "plan"
    other = workspace.reopen()
    try:
        undone = other.triage.undo()
        assert undone is not None and undone.items == ("billing/a",)
        assert path.read_bytes() == before
    finally:
        other.close()
    workspace.refresh()
    assert workspace.cases.get("billing/a").intent == ""


def test_a_case_that_someone_else_changed_is_not_overwritten(root: Path, workspace: Workspace) -> None:
    write_case(root, "billing/a", intent="theirs")
    with pytest.raises(ConflictError):
        workspace.set_field("billing/a", "intent", "ours")
    workspace.refresh()
    assert workspace.cases.get("billing/a").intent == "theirs"


def test_the_reviewer_is_who_was_named(root: Path) -> None:
    with Workspace.open(root, reviewer="jo") as workspace:
        assert workspace.reviewer == "jo"
        again = workspace.reopen()
        assert again.reviewer == "jo"
        again.close()


def test_an_unanswerable_case_is_probed_as_its_user_would_ask(root: Path, workspace: Workspace) -> None:
    """Plain BM25 for suspicions sees what the case's user may see."""
    secret = Document("secret", "Margins", "# Margins\n\nOur gross margin is forty percent.\n", {"role": ("staff",)})
    workspace.snapshots.add("two", [secret], source="t", extractor="t")
    (root / "ragtriage.yaml").write_text("snapshot: two\n")
    asked = {"question": "What is our gross margin?", "answerable": False, "evidence": []}
    write_case(root, "customer", **asked, unanswerable_because="not_permitted", user={"role": "customer"})
    write_case(root, "staff", **asked, user={"role": "staff"})
    with Workspace.open(root) as other:
        other.refresh()
        other.judge_all()
        found = {case_id: [one.id for one in each] for case_id, each in suspicions.kept(other.db).items()}
    assert found == {"billing/a": ["quote_not_in_snapshot"], "staff": ["answerable_after_all"]}


def test_where_another_index_takes_the_place_all_decisions_are_read_again(workspace: Workspace) -> None:
    held, runs = workspace.cases, [run.id for run in workspace.runs.runs()]
    (workspace.state / "index.db").unlink()
    workspace.index.follow()
    assert held.ids() == ["billing/a"]
    workspace.runs.refresh()
    assert [run.id for run in workspace.runs.runs()] == runs


def test_services_are_built_anew_when_the_settings_change_and_stores_are_not(workspace: Workspace, root: Path) -> None:
    services = (workspace.triage, workspace.judge, workspace.complaints)
    stores = (workspace.cases, workspace.runs, workspace.labels, workspace.anchoring)
    (root / "ragtriage.yaml").write_text("snapshot: two\n")
    workspace.reread_settings()
    assert workspace.snapshot == "two"
    now = (workspace.triage, workspace.judge, workspace.complaints)
    assert all(old is not new for old, new in zip(services, now, strict=True))
    assert stores == (workspace.cases, workspace.runs, workspace.labels, workspace.anchoring)
