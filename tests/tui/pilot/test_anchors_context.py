"""Screen 3: the same words in another context; accepted by one key, several at once by marks, and explained."""

from pathlib import Path

import pytest

from ragtriage.cases.editing import canonical_text
from ragtriage.cases.model import Case, Evidence, Quote
from ragtriage.corpus.document import Document
from ragtriage.settings import read_settings
from ragtriage.workspace import Workspace

WORDS = {
    "due": "A deposit of 40 euros is due on the day of booking.",
    "keys": "Bring the keys back to the office before six.",
    "dogs": "Dogs travel free on every boat of ours.",
}
OLD = "# Boats\n\n## Canoes\n\n{due} Pay it in cash.\n\n## Keys of canoes\n\n{keys}\n\n## Dogs\n\n{dogs}\n"
NEW = "# Boats\n\n## Yachts\n\n{due} Pay it in cash.\n\n## Keys of yachts\n\n{keys}\n\n## Dogs\n\n~~{dogs}~~\n"


@pytest.fixture
def root(tmp_path: Path) -> Path:
    root = tmp_path / "boats"
    (root / "cases").mkdir(parents=True)
    (root / "ragtriage.yaml").write_text("snapshot: two\n")
    for case_id, quote in WORDS.items():
        case = Case(case_id, f"What of {case_id}?", True, evidence=(Evidence((Quote("boats", quote),)),))
        (root / "cases" / f"{case_id}.yaml").write_text(canonical_text(case))
    with Workspace(root, read_settings(root)) as workspace:
        for at, (name, text) in enumerate((("one", OLD), ("two", NEW)), 1):
            documents = [Document("boats", "Boats", text.format(**WORDS))]
            made = f"2026-0{at}-01T00:00:00Z"
            workspace.snapshots.add(name, documents, source="t", extractor="t", created=made)
        workspace.refresh()
        workspace.anchoring.keep("two")
    return root


def written(root: Path, case_id: str) -> str:
    return (root / "cases" / f"{case_id}.yaml").read_text()


def test_then_and_now_are_shown_with_what_differs_and_one_key_accepts(play, see, root):
    before = written(root, "due")

    async def script(app, pilot):
        seen = see(app, pilot)
        await seen.press("f3", "j")
        told = await seen.story()
        assert seen.case_id == "due 1"
        flowing = " ".join(told.split())
        assert "context changed the same words, under another heading: “Yachts” instead of “Canoes”" in flowing
        assert "under: Boats › {+Yachts+}" in told and "under: Boats › [-Canoes-]" in told
        assert "Difference" not in told
        await seen.press("a")
        assert "under:\n      - Boats\n      - Yachts" in written(root, "due")
        assert seen.case_id == "keys 1"
        await seen.press("u")
        assert written(root, "due") == before

    play(script, size=(160, 45))


def test_marks_accept_what_only_stands_elsewhere_and_leave_what_is_turned(play, see, root):
    before = written(root, "dogs")

    async def script(app, pilot):
        seen = see(app, pilot)
        await seen.press("f3", "space", "space", "space", "A")
        assert "2 accepted, 1 not" in seen.status
        assert "Yachts" in written(root, "due") and "Keys of yachts" in written(root, "keys")
        assert written(root, "dogs") == before

    play(script, size=(120, 40))


def test_help_says_first_what_the_state_of_the_row_means(play, see, root):
    async def script(app, pilot):
        seen = see(app, pilot)
        await seen.press("f3")
        assert "context turns it" in seen.row(0)
        await seen.press("question_mark")
        assert "context turns it: the same words" in seen.text

    play(script, size=(120, 40))
