"""The counts of a real project (OpenShift documentation, five runs of 144 cases), known from an independent script."""

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from ragtriage.corpus.sources import read_source
from ragtriage.disk.yaml_out import dump
from ragtriage.metrics.matching import MatchSettings
from ragtriage.runs.importing import import_file
from ragtriage.scoring import ScoreSettings
from ragtriage.settings import Settings
from ragtriage.triage import suspicions
from ragtriage.triage.status import ConfigurationStatus
from ragtriage.views.case_story import case_story
from ragtriage.workspace import Workspace

ROOT = Path(__file__).parents[2].parent / "shared" / "data" / "openshift-docs"
pytestmark = pytest.mark.skipif(not ROOT.exists(), reason="../shared/data/openshift-docs is not here")

CONFIGURATIONS = ("bm25-w150", "bm25-w300-norefuse", "tfidf-section", "minilm-w150-nofilter")
ONE, TWO = "snapshot-1_ocp-4.15_2024-06-04", "snapshot-2_ocp-4.18_2026-07-31"
STRICT = MatchSettings(overlap=1.0, join_split=False, accept_duplicates=True)
AT_HOME = replace(STRICT, accept_duplicates=False)
DEFAULT = MatchSettings()


def case_of(record: dict[str, Any]) -> dict[str, Any]:
    nuggets = [{"text": one["text"], "vital": one["importance"] == "vital"} for one in record["nuggets"]]
    return {**record, "nuggets": nuggets}


@pytest.fixture(scope="module")
def root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A workspace with both snapshots, all cases and all runs."""
    root = tmp_path_factory.mktemp("openshift")
    (root / "ragtriage.yaml").write_text(f"snapshot: {ONE}\n")
    (root / "cases").mkdir()
    for line in (ROOT / "golden/golden.jsonl").read_text("utf-8").splitlines():
        record = json.loads(line)
        (root / "cases" / f"{record['id']}.yaml").write_text(dump(case_of(record)), "utf-8")
    with Workspace.open(root) as workspace:
        for name in (ONE, TWO):
            documents = read_source(ROOT / f"corpus/{name}.jsonl").documents
            workspace.snapshots.add(name, documents, source="shared", extractor="as given")

        def text(snapshot: str, doc_id: str) -> str | None:
            found = workspace.snapshots.document(snapshot, doc_id)
            return found.text if found else None

        for path in sorted((ROOT / "runs").glob("*.jsonl")):
            report = import_file(path, workspace.runs, workspace.snapshots.names(), text)
            assert (report.problems, len(report.added)) == ((), 1)
    return root


@pytest.fixture(scope="module", params=[STRICT, AT_HOME, DEFAULT], ids=["strict", "at-home", "default"])
def judged(root: Path, request: pytest.FixtureRequest) -> Iterator[tuple[MatchSettings, Workspace]]:
    """The workspace under some match settings, judged."""
    match = request.param
    with Workspace(root, Settings(snapshot=ONE, score=ScoreSettings(k=5, match=match)), reviewer="mk") as workspace:
        workspace.refresh()
        assert workspace.cases.problems() == []
        assert workspace.judge_all() == 5 * 144
        yield match, workspace


def counts(workspace: Workspace, field: str, snapshot: str = ONE) -> tuple[int, ...]:
    by_name: dict[str, ConfigurationStatus] = {s.name: s for s in workspace.status() if s.snapshot == snapshot}
    return tuple(getattr(by_name[name], field) for name in CONFIGURATIONS if name in by_name)


def test_cases_with_all_their_evidence_are_as_many_as_known(judged: tuple[MatchSettings, Workspace]) -> None:
    match, workspace = judged
    within_k, in_context = {
        STRICT: ((102, 107, 98, 79), (97, 80, 89, 73)),
        AT_HOME: ((97, 103, 95, 74), None),
        DEFAULT: ((97, 103, 99, 75), (92, 76, 87, 68)),
    }[match]
    assert counts(workspace, "all_evidence_at_k") == within_k
    assert counts(workspace, "scored_at_k") == counts(workspace, "answerable") == (120,) * 4
    if in_context is not None:
        assert counts(workspace, "all_evidence_in_context") == in_context
    if match == STRICT:
        assert counts(workspace, "all_evidence_at_k", TWO) == (84,)
    assert counts(workspace, "quarantined") == (0,) * 4  # every quote was taken from this snapshot
    assert counts(workspace, "quarantined", TWO)[0] > 0
    assert counts(workspace, "trusted_at_k", TWO)[0] < counts(workspace, "trusted_answerable", TWO)[0] < 120


def test_refusals_are_as_many_as_known(judged: tuple[MatchSettings, Workspace]) -> None:
    _, workspace = judged
    assert counts(workspace, "false_refusals") == (13, 0, 48, 34)
    assert counts(workspace, "should_decline") == counts(workspace, "scored_declines") == (24,) * 4
    assert counts(workspace, "correct_declines") == (16, 0, 20, 17)


def test_cases_labelled_unanswerable_that_are_answerable_are_among_the_suspects(
    judged: tuple[MatchSettings, Workspace],
) -> None:
    _, workspace = judged
    notes = json.loads((ROOT / "golden/label_notes.json").read_text("utf-8"))
    wrong = {case_id for case_id, note in notes.items() if note["checked_against_snapshot_1"] == "answerable"}
    found = suspicions.kept(workspace.db)
    assert len(wrong) == 7
    assert wrong <= found.keys()
    doubted = {case_id for case_id, doubts in found.items() if any(one.id == "answerable_after_all" for one in doubts)}
    assert len(doubted & wrong) >= 5  # the corpus itself speaks against the label, not only its wording


def test_every_case_of_the_queue_is_told_why_and_every_story_can_be_told(
    judged: tuple[MatchSettings, Workspace],
) -> None:
    match, workspace = judged
    for name in CONFIGURATIONS:
        queue = workspace.triage.queue(name)
        assert [row.case_id for row in queue.rows if not row.diagnoses] == []
        assert queue.counts["failed"] == len(queue.rows)
        if match == DEFAULT:
            for row in queue.rows[::12]:
                assert len(case_story(workspace.triage.report(row.case_id, name)).sections) >= 5
