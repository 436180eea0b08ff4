"""`cases new` and `cases edit`: what is written stands in the snapshot, and what was typed is never lost."""

import shlex
import sys
from pathlib import Path

import pytest

from ragtriage.authoring.file_drafts import FileDraft


@pytest.fixture
def editor(tmp_path, monkeypatch):
    """Make $EDITOR a program that does this to the file; each run takes the next."""

    def use(*bodies: str) -> None:
        script, turn = tmp_path / "editor.py", tmp_path / "turn"
        turn.write_text("0")
        script.write_text(
            "import pathlib, sys\n"
            "path, turn = pathlib.Path(sys.argv[1]), pathlib.Path(__file__).with_name('turn')\n"
            f"bodies = {list(bodies)!r}\n"
            "n = int(turn.read_text()); turn.write_text(str(n + 1))\n"
            "text = path.read_text('utf-8')\n"
            "exec(bodies[min(n, len(bodies) - 1)])\n"
        )
        monkeypatch.delenv("VISUAL", raising=False)
        monkeypatch.setenv("EDITOR", shlex.join([sys.executable, str(script)]))

    return use


def test_a_new_case_is_a_draft_with_confirmed_evidence(workspace: Path, say) -> None:
    said = say(
        *("cases", "new", "Are annual plans prorated?", "--tag", "billing", "--answer", "No. They end at renewal."),
        *("--nugget", "They end at renewal.", "--evidence", "billing:annual plans are not prorated"),
    )
    assert (said.code, said.out) == (0, "annual-plans-prorated\n")
    text = (workspace / "cases/annual-plans-prorated.yaml").read_text()
    assert "quote: Annual plans are not prorated\n" in text and "status: draft" in text and "- billing" in text
    assert "kind: expert" in text and "next: ragtriage cases edit annual-plans-prorated" in said.err
    assert "Nugget 1 is not what the quotes say" in said.err


def test_without_evidence_it_is_suggested_and_what_speaks_against_the_case_is_told(workspace: Path, say) -> None:
    said = say("cases", "new", "Are annual plans prorated when downgraded?")
    assert "billing:Annual plans are not prorated when downgraded." in said.err
    assert "answerable and no evidence" in said.err
    near = say("cases", "new", "How many calendars can be connectd?", "--json").json
    assert any("calendar/many asks nearly the same" in one["words"] for one in near["remarks"])
    assert near["case"]["status"] == "draft"


@pytest.mark.parametrize(
    "words",
    [
        ("cases", "new", "  "),
        ("cases", "new", "Why?", "--evidence", "billing:Plans are free"),
        ("cases", "new", "Why?", "--evidence", "billing:at renewal", "--unanswerable", "out_of_scope"),
        ("cases", "new", "Why?", "--id", "billing/monthly"),
        ("cases", "new", "Why?", "--id", "../x"),
        ("cases", "new", "Why?", "--nugget", "2"),
        ("cases", "edit", "none/such"),
    ],
)
def test_what_cannot_be_is_refused_and_nothing_is_written(workspace: Path, say, words) -> None:
    before = sorted(workspace.glob("cases/**/*"))
    said = say(*words)
    assert said.code == 2 and "error: " in said.err and said.out == ""
    assert sorted(workspace.glob("cases/**/*")) == before


def test_an_edit_is_saved_when_it_is_a_case(workspace: Path, say, editor) -> None:
    editor("path.write_text(text.replace('monthly billing?', 'monthly?'), 'utf-8')")
    said = say("cases", "edit", "billing/monthly")
    assert said.code == 0 and "to monthly?" in (workspace / "cases/billing/monthly.yaml").read_text()
    assert list((workspace / ".ragtriage/drafts").rglob("*.yaml*")) == []
    editor("pass")
    assert "unchanged" in say("cases", "edit", "billing/monthly").err


def test_what_is_no_case_is_kept_as_a_draft_and_gone_on_with(workspace: Path, say, editor) -> None:
    before = (workspace / "cases/billing/monthly.yaml").read_bytes()
    editor("path.write_text(text.replace('question:', 'qestion:'), 'utf-8')")
    said = say("cases", "edit", "billing/monthly")
    assert said.code == 3 and "qestion" in said.err and "the draft is kept" in said.err
    assert (workspace / "cases/billing/monthly.yaml").read_bytes() == before
    editor("path.write_text(text.replace('qestion:', 'question:').replace('at renewal', 'on renewal', 1), 'utf-8')")
    said = say("cases", "edit", "billing/monthly")
    assert said.code == 0 and "going on with the draft" in said.err
    assert b"on renewal" in (workspace / "cases/billing/monthly.yaml").read_bytes()


def test_on_a_terminal_it_is_offered_again(workspace: Path, say, editor, monkeypatch) -> None:
    editor(
        "path.write_text(text.replace('question:', 'qestion:'), 'utf-8')",
        "path.write_text(text.replace('qestion:', 'question:').replace('answerable: true', 'answerable: false'))",
    )
    monkeypatch.setattr("sys.stdin.isatty", lambda: True, raising=False)
    monkeypatch.setattr("click.confirm", lambda *args, **more: True)
    assert say("cases", "edit", "calendar/many").code == 0
    assert "answerable: false" in (workspace / "cases/calendar/many.yaml").read_text()


def test_a_draft_of_a_file_that_changed_since_overwrites_nothing(workspace: Path, say, editor) -> None:
    path = workspace / "cases/calendar/many.yaml"
    draft = FileDraft.of(workspace / ".ragtriage", "calendar/many", ".yaml", path.read_bytes())
    draft.path.write_bytes(draft.base + b"notes: mine\n")
    path.write_bytes(path.read_bytes() + b"notes: theirs\n")
    editor("path.write_text('never')")
    said = say("cases", "edit", "calendar/many")
    assert said.code == 1 and "+notes: theirs" in said.err
    assert b"theirs" in path.read_bytes() and b"mine" in draft.path.read_bytes()


@pytest.mark.parametrize("named", ["no-such-editor", "'", "false"])
def test_an_editor_that_is_none_is_said(workspace: Path, say, monkeypatch, named: str) -> None:
    monkeypatch.setenv("VISUAL", named)
    said = say("cases", "edit", "calendar/many")
    assert said.code == 2 and "error: " in said.err
