"""The sample that `ragtriage demo` copies shows every state that a quote can be in; its golden set can be settled."""

import shutil
from pathlib import Path

import pytest

from ragtriage.anchors.anchor import STATES
from ragtriage.cli.start import sample_folder
from ragtriage.drift.moving import spot_of
from ragtriage.drift.words import STATES_TOLD, TURNED, held_for_surroundings, state_words
from ragtriage.settings import read_settings
from ragtriage.workspace import Workspace


@pytest.fixture
def sample(tmp_path: Path) -> Workspace:
    root = tmp_path / "demo"
    root.mkdir()
    for name in ("cases", "corpus_snapshots"):
        shutil.copytree(sample_folder() / name, root / name)
    shutil.copy(sample_folder() / "ragtriage.yaml", root)
    workspace = Workspace(root, read_settings(root))
    workspace.refresh()
    return workspace


def test_it_has_one_of_each_state_and_each_is_explained(sample: Workspace) -> None:
    with sample:
        anchors = [item.anchor for item in sample.anchoring.items(sample.snapshot)]
    assert {anchor.state for anchor in anchors} == set(STATES)
    told = {state_words(anchor) for anchor in anchors}
    assert {"meaning changed", TURNED, "context changed"} <= told
    assert told <= {name for names in STATES_TOLD for name in names.split(", ")}


def test_what_waits_for_its_surroundings_is_accepted_by_one_key_with_little_written(sample: Workspace) -> None:
    with sample:
        waiting = [one for one in sample.anchoring.items(sample.snapshot) if held_for_surroundings(one.anchor)]
        assert len(waiting) >= 3
        for item in waiting:
            spot = spot_of(item.anchor)
            assert spot is not None
            sample.do(sample.mover.accept([(item, spot)], sample.snapshot))
            quote = sample.cases.get(item.case_id).evidence[item.evidence].any_of[item.alternative]
            assert quote.quote == item.quote.quote
            if "heading" in item.anchor.reason or "struck" in item.anchor.reason:
                assert len(quote.prefix) + len(quote.suffix) <= 80
        keys = {item.key for item in waiting}
        after = [item.anchor for item in sample.anchoring.items(sample.snapshot) if item.key in keys]
        assert all(anchor.accepted_unseen for anchor in after)


def test_the_page_on_states_names_each_of_them() -> None:
    page = (Path(__file__).parents[2] / "docs" / "anchors.md").read_text()
    assert all(f"| {name} |" in page for name in STATES_TOLD)
