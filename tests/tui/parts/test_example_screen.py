"""A list screen as one writes it: nuggets, one a row, that a digit judges. It uses all the parts, and is their test."""

import subprocess
from collections.abc import Sequence
from typing import ClassVar

from ragtriage.cases import bulk
from ragtriage.cases.model import Nugget
from ragtriage.triage.model import QueueRow
from ragtriage.tui import drawing
from ragtriage.tui.keys import bindings
from ragtriage.tui.parts.listing import Listing
from ragtriage.tui.parts.rows import following
from ragtriage.tui.screens.case_list import CaseListScreen
from ragtriage.views.story import Line, Section, Span, Story


class Nuggets(Listing):
    """Every nugget of the golden set. Its rows are of a type of their own; a `Row` is what the filter reads."""

    of_cases = False

    def __init__(self, session, rows, pane):
        self.session, self.rows, self.pane = session, rows, pane
        self.nuggets: dict[str, tuple[str, Nugget]] = {}

    def load(self) -> Sequence[QueueRow]:
        cases = [*self.session.workspace.cases.cases()]
        self.nuggets = {f"{case.id} {at}": (case.id, one) for case in cases for at, one in enumerate(case.nuggets, 1)}
        tags = {case.id: case.tags for case in cases}
        return [
            QueueRow(key, one.text, "", "unscored", (), must_pass=one.vital, tags=tags[case_id])
            for key, (case_id, one) in self.nuggets.items()
        ]

    def draw(self, row: QueueRow, width: int) -> Sequence[Span]:
        judged = "sound" if "sound" in row.tags else ""
        return (Span(drawing.fit_cells(judged, 6), "good"), Span(drawing.fit_cells(row.case_id, width - 7), "id"))

    def heading(self) -> str:
        return self.rows.filter_words() or f"{len(self.rows.every)} nuggets"

    def empty(self) -> Sequence[str]:
        return ("No case has a nugget.",)

    def shell_words(self) -> Sequence[str]:
        return ("cases", "list")

    def case_of(self, key: str) -> str | None:
        return self.nuggets[key][0]

    def ask_story(self, key: str) -> None:
        line = Line((Span(self.nuggets[key][1].text),))
        self.pane.read(key, lambda workspace: Story(key, (Section("n", workspace.settings.snapshot or "", (line,)),)))


class NuggetsScreen(CaseListScreen):
    """`1` says that the nuggets of the marked rows are sound, and goes on."""

    NAME = "triage"  # whose keys it takes: a screen of the program has its own rows in `keys.py`
    HEADING = "Nuggets"
    LEGEND = ("Cause",)
    BINDINGS: ClassVar = [*bindings("screen", "triage")]

    def __init__(self) -> None:
        super().__init__()
        self.listing = Nuggets(self.ragtriage, self.table, self.story_pane)
        self.act(cause=self._judge)

    def _judge(self, cause: str) -> None:
        keys, order, workspace = self.list.targets, [*self.rows], self.ragtriage.workspace
        ids = [*dict.fromkeys(self.listing.nuggets[key][0] for key in keys)]
        found = bulk.tagged(workspace.cases, ids, bulk.tagging("+sound"))
        if self.writing.do(lambda: workspace.do(found.write)) is not None:
            self.list.clear_marks()
            open_ones = (key for key in following(order, keys[-1]) if "sound" not in self.rows[key].tags)
            self.move_to(next(open_ones, keys[-1]))


def test_one_file_makes_a_screen_that_filters_marks_judges_undoes_tells_and_commits(play, see, root, branched):
    async def script(app, pilot):
        app.add_mode("nuggets", NuggetsScreen)
        await app.switch_mode("nuggets")
        seen = see(app, pilot)
        await seen.press("j", "k")
        assert "8 nuggets" in seen.lines[1] and "retrieval" in seen.text and "triage" not in seen.lines[0].casefold()
        await seen.until(lambda: "three days before" in seen.text)
        await seen.press("slash")
        await seen.type("tag:odd")
        assert "/tag:odd  2 of 8" in seen.lines[1]
        first, _ = seen.screen.rows
        await seen.press("space", "space", "1")
        assert "u undoes it" in seen.status and not seen.screen.list.marked
        text = (root / "cases" / f"{first.partition(' ')[0]}.yaml").read_text()
        assert "sound" in text
        await seen.press("u")
        assert "undone" in seen.status and seen.screen.list.cursor_key is not None
        assert "sound" not in (root / "cases" / f"{first.partition(' ')[0]}.yaml").read_text()
        await seen.press("U", "escape")
        assert "done again" in seen.status or "8 nuggets" in seen.lines[1]
        await seen.press("y")
        assert "copied" in seen.status
        await seen.press("colon")
        await seen.type("commit sound nuggets")
        await seen.until(lambda: "Commit 1 file" in seen.text)
        await seen.press("y", "enter")
        await seen.until(lambda: "1 file committed" in seen.status)

    play(script, size=(120, 30))
    log = subprocess.run(["git", "log", "-1", "--format=%s"], cwd=root, check=True, capture_output=True, text=True)
    assert log.stdout.startswith("sound nuggets")
