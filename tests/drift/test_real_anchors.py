"""A golden set of OpenShift documentation from 4.15 to 4.18: what became of its 202 quotes, counted independently."""

import json
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from ragtriage.anchors.anchor import Anchor
from ragtriage.corpus.changes import document_changes
from ragtriage.corpus.sources import read_source
from ragtriage.disk.yaml_out import dump
from ragtriage.drift.anchoring import Item
from ragtriage.drift.moving import spot_of
from ragtriage.workspace import Workspace

ROOT = Path(__file__).parents[2].parent / "shared" / "data" / "openshift-docs"
pytestmark = pytest.mark.skipif(not ROOT.exists(), reason="../shared/data/openshift-docs is not here")


@pytest.fixture(scope="module")
def workspace(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Workspace]:
    root = tmp_path_factory.mktemp("openshift")
    (root / "ragtriage.yaml").write_text("snapshot: old\n")
    (root / "cases").mkdir()
    for line in (ROOT / "golden/golden.jsonl").read_text("utf-8").splitlines():
        case = json.loads(line)
        kept = {name: case[name] for name in ("id", "question", "answerable", "evidence")}
        (root / "cases" / f"{case['id']}.yaml").write_text(dump(kept), "utf-8")
    with Workspace.open(root, reviewer="mk") as opened:
        for at, (name, file) in enumerate((("old", "snapshot-1_ocp-4.15_2024-06-04"),
                                           ("new", "snapshot-2_ocp-4.18_2026-07-31")), 1):  # fmt: skip
            documents = read_source(ROOT / f"corpus/{file}.jsonl").documents
            opened.snapshots.add(name, documents, source="s", extractor="e", created=f"2026-0{at}-01T00:00:00Z")
        opened.refresh()
        yield opened


@pytest.fixture(scope="module")
def items(workspace: Workspace) -> dict[str, Item]:
    return {item.key: item for item in workspace.anchoring.items("new")}


def test_where_they_were_taken_from_nothing_wants_a_look(workspace: Workspace) -> None:
    found = workspace.anchoring.items("old")
    assert len(found) == 202
    assert not any(item.wants_a_person or item.anchor.quarantined for item in found)


def only_its_surroundings_differ(anchor: Anchor) -> bool:
    kinds = {kind for change in anchor.diff for kind in change.kinds}
    around = {"changed surroundings", "other surroundings"}
    return anchor.state in ("context_changed", "meaning_changed") and bool(kinds) and kinds <= around


def test_as_many_stand_in_their_document_as_were_counted(items: dict[str, Item]) -> None:
    anchors = [item.anchor for item in items.values()]
    unmoved = sum(anchor.state in ("exact", "normalized") for anchor in anchors)
    held = sum(only_its_surroundings_differ(anchor) for anchor in anchors)
    several = sum(anchor.any_place_will_do for anchor in anchors)
    only_without_case = sum(anchor.state == "ambiguous" and "case" in anchor.flags for anchor in anchors)
    one_copy_turned = [
        anchor.reason
        for anchor in anchors
        if anchor.state == "ambiguous" and "; one of them is otherwise" in anchor.reason and "case" not in anchor.flags
    ]
    # With and without `blocked = true`: which of the two was meant is for a person to say.
    assert len(one_copy_turned) == 1
    assert unmoved + held + several + only_without_case + len(one_copy_turned) == 166
    # Another section, another list, a sentence put beside it. Three are held for nothing, as a person reads them:
    # an introduction reworded over its steps, “Example output provided …”, and a title that says the same otherwise.
    assert held <= 8
    assert several + only_without_case == 21
    assert Counter(anchor.state for anchor in anchors)["lost"] <= 12


def test_changed_meanings_are_told_and_other_wording_is_not_taken_for_one(items: dict[str, Item]) -> None:
    assert items["hosted-control-planes-p6-051 1"].anchor.state == "meaning_changed"  # hosting → management cluster
    assert items["hosted-control-planes-p6-053 2"].anchor.state == "meaning_changed"  # “, as a Technology Preview …”
    assert items["images-p22-056 4"].anchor.state == "meaning_changed"  # v4.15 → v4.18
    assert items["builds-using-buildconfig-p56-028 1"].anchor.state == "reworded"  # command line → command-line
    assert items["web-console-p11-126 1"].anchor.state == "reworded"


def test_whatever_is_accepted_without_a_person_is_the_same_words(workspace: Workspace, items: dict[str, Item]) -> None:
    for item in items.values():
        if item.anchor.accepted_unseen:
            [text] = workspace.snapshots.texts("new", [item.anchor.doc_id or ""]).values()
            words = text[item.anchor.start : item.anchor.end]
            assert words == item.quote.quote or words.split() == item.quote.quote.split()


def test_accepting_every_certain_place_leaves_only_what_is_not_certain(workspace: Workspace) -> None:
    cases = workspace.cases.ids()
    move = workspace.mover.plan("new", cases)
    assert {item.anchor.state for item in move.left} <= {"lost", "ambiguous", "weak"}
    workspace.do(move.write)
    try:
        workspace.reread_settings()
        again = workspace.mover.plan("new", cases)
        assert again.write.changes == ()
        assert [item.key for item in again.left] == [item.key for item in move.left]
    finally:
        workspace.triage.undo()
        workspace.reread_settings()
    assert workspace.snapshot == "old"


def test_documents_are_counted_as_by_the_independent_script(workspace: Workspace) -> None:
    found = document_changes(workspace.snapshots.documents("old"), workspace.snapshots.documents("new"))
    assert (len(found.same), len(found.edited)) == (52, 195)
    assert len(found.removed) + len(found.renamed) == 22
    assert len(found.added) + len(found.renamed) == 53


def test_what_is_held_for_its_surroundings_is_accepted_with_little_written(
    workspace: Workspace, items: dict[str, Item]
) -> None:
    held = [item for item in items.values() if only_its_surroundings_differ(item.anchor)]
    assert held
    for item in held:
        spot = spot_of(item.anchor)
        assert spot is not None
        workspace.do(workspace.mover.accept([(item, spot)], "new"))
        quote = workspace.cases.get(item.case_id).evidence[item.evidence].any_of[item.alternative]
        assert len(quote.prefix) + len(quote.suffix) + sum(map(len, quote.under)) <= 400, item.key
    after = {item.key: item.anchor for item in workspace.anchoring.items("new")}
    assert all(after[item.key].accepted_unseen for item in held)
