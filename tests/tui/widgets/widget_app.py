"""A list beside a story, without a workspace: what the tests of widgets press keys on. Also a program, for the pty."""

import os
import sys
from collections.abc import Sequence
from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal
from textual.message import Message

from ragtriage.tui import drawing
from ragtriage.tui.app_frame import FrameApp
from ragtriage.tui.keymap import Keymap, footer, hints, legend
from ragtriage.tui.keys import bindings
from ragtriage.tui.theme import Look
from ragtriage.tui.widgets.confirm import Confirm
from ragtriage.tui.widgets.help_screen import HelpScreen
from ragtriage.tui.widgets.key_line import KeyLine
from ragtriage.tui.widgets.prompt_line import PromptLine
from ragtriage.tui.widgets.row_list import RowList
from ragtriage.tui.widgets.status_line import StatusLine
from ragtriage.tui.widgets.story_view import StoryView
from ragtriage.tui.widgets.title_line import Tab, TitleLine
from ragtriage.views.story import Line, Section, Span, Story

QUESTIONS = (
    "How do I keep a node's reserved memory across an upgrade?",
    "退款需要多长时间才能到账，节假日也算吗？",
    "Why does [/] break \x1b]52;c;aGk=\x07 my \u202eterminal?",
    "Which ports must be open between control plane and workers?",
)
DIAGNOSES = ("not retrieved", "not in context", "over-declined", "split", "no configuration")
ROLES = {"new": "accent", "back": "warn", "still": "plain", "dec": "dim"}
BADGES = tuple(ROLES)
PASSAGE = (
    "The kubelet reserves memory for system daemons before it admits pods. "
    "A change of the reservation drains the node, one at a time, as the pool's update strategy says. "
)


def example_story(key: str) -> Story:
    """A story with all that a story has."""
    number = int(key.rpartition("/")[2])
    passages: list[Line] = []
    for rank in range(1, 7):
        passages.append(Line((Span(f"{rank}  ", "strong"), Span(f"docs/nodes/{rank + number}  ", "id"))))
        quote = Span("A change of the reservation drains the node", "gold") if rank == 3 else Span("")
        passages.append(Line((Span(PASSAGE * rank), quote), indent=3))
    return Story(
        key,
        (
            Section("question", "Question", (Line((Span(QUESTIONS[number % 4], "strong"),)),)),
            Section(
                "diagnosis",
                "Diagnosis",
                (
                    Line((Span("✗ ", "bad"), Span("Evidence 2 was not retrieved within 50 candidates.")), hang=2),
                    Line((Span("Plain BM25 finds it at rank 2. ", "dim"), Span("Try hybrid search.")), indent=2),
                ),
            ),
            Section("passages", "Passages", tuple(passages), stops=tuple(range(0, 12, 2))),
            Section("strip", "Configurations", (Line((Span("✓✗·✗ ", "strong"), Span("none passes", "warn"))),)),
        ),
    )


class WidgetApp(FrameApp[None]):
    """The widgets as a screen puts them together."""

    CSS = "#body { height: 1fr; } #rows { width: 5fr; } #detail { width: 6fr; border-left: solid $rule; }"
    BINDINGS: ClassVar[list[BindingType]] = [*bindings("screen", "triage"), *bindings("app")]

    def __init__(self, look: Look | None = None, *, rows: int = 10_000, story: bool = True) -> None:
        super().__init__(look)
        self.count = rows
        self.with_story = story
        self.heard: list[Message] = []

    def compose(self) -> ComposeResult:
        yield TitleLine()
        with Horizontal(id="body"):
            yield RowList(heading="Failing", empty=("No case matches.", "esc clears the filter."), id="rows")
            yield StoryView(id="detail")
        yield StatusLine()
        yield PromptLine(instead_of="StatusLine")
        yield KeyLine(id="legend")
        yield KeyLine(id="footer", keep=2)

    def on_mount(self) -> None:
        off = {"undo": "nothing to undo"}
        self.query_one(TitleLine).show(
            [Tab("F1", "Triage", 38, here=True), Tab("F2", "Cases")], ["docs", "main +2", "4.18", "hybrid"], "2026-W48"
        )
        self.query_one("#legend", KeyLine).show(legend("triage", Keymap(), off))
        self.query_one("#footer", KeyLine).show(footer("triage", Keymap(), off))
        self.query_one(StatusLine).done("Decided nodes/0003: retrieval", hint="u undoes it")
        self.show([f"nodes/{number:04}" for number in range(self.count)])

    def show(self, keys: Sequence[str]) -> None:
        """Put these rows into the list."""

        def draw(index: int, width: int) -> list[Span]:
            number = int(keys[index].rpartition("/")[2])
            badge = BADGES[number % 4]
            return [
                Span(drawing.fit_cells(badge, 6), ROLES[badge]),
                Span(drawing.fit_cells(keys[index], 12), "id"),
                Span(drawing.fit_cells(DIAGNOSES[number % 5], 17)),
                Span(drawing.fit_cells(QUESTIONS[number % 4], width - 35), "dim"),
            ]

        self.query_one(RowList).set_rows(keys, draw)

    @on(RowList.Settled)
    def _settled(self, event: RowList.Settled) -> None:
        if self.with_story:
            self.query_one(StoryView).show(example_story(event.key) if event.key else None)

    @on(RowList.Highlighted)
    @on(RowList.Opened)
    @on(RowList.Marked)
    @on(RowList.Settled)
    @on(PromptLine.Changed)
    @on(PromptLine.Entered)
    @on(PromptLine.Left)
    def _hear(self, event: Message) -> None:
        self.heard.append(event)

    def action_detail_half(self, direction: int) -> None:
        self.query_one(StoryView).scroll_half(direction)

    def action_detail_rows(self, rows: int) -> None:
        self.query_one(StoryView).scroll_rows(rows)

    def action_next_passage(self) -> None:
        self.query_one(StoryView).next_stop()

    def action_previous_passage(self) -> None:
        self.query_one(StoryView).previous_stop()

    def action_next_pane(self) -> None:
        self.screen.focus_next()

    def action_filter(self) -> None:
        self.query_one(PromptLine).ask("filter", "/", hint="tag:a,b !cause:label word")

    def action_help(self) -> None:
        self.push_screen(HelpScreen(hints("triage", Keymap(), {"undo": "nothing to undo"})))

    def ask(self, question: str, lines: Sequence[str], answers: list[bool | None]) -> None:
        """Ask to confirm, and keep the answer."""
        self.push_screen(Confirm(question, lines), answers.append)

    def action_back(self) -> None:
        self.exit()


if __name__ == "__main__":
    given = sys.argv[1:]
    look = Look.of(os.environ, ascii_only="--ascii" in given)
    WidgetApp(look, story="--no-story" not in given).run()
