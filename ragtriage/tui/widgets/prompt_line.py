"""One line to type an answer into: a filter after `/`, a command after `:`, a note, an owner, a date.

Made once for all of them. What is typed or pasted is made safe on the way in; `up` brings back what was entered before
for the same purpose, and tab goes through what the text may become.
"""

from dataclasses import dataclass
from typing import ClassVar, Protocol

from textual import events, on
from textual.actions import SkipAction
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.message import Message
from textual.strip import Strip
from textual.suggester import Suggester
from textual.widget import Widget
from textual.widgets import Input

from ragtriage.tui import drawing
from ragtriage.tui.widgets.candidates import Candidates, Completion, Offers, typeable
from ragtriage.tui.widgets.lines import Lines
from ragtriage.views.story import Span

HISTORY = 100
"""Entries kept for each purpose."""


class LineInput(Input):
    """Textual's input on one row, with safe text, a cursor that does not blink, and a memory."""

    DEFAULT_CSS = """
    LineInput { width: 1fr; background: $background; }
    LineInput:focus { background-tint: transparent 0%; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "earlier", show=False),
        Binding("down", "later", show=False),
        Binding("tab", "turn(1)", show=False),
        Binding("shift+tab", "turn(-1)", show=False),
    ]

    def __init__(self, *, id: str | None = None, placeholder: str = "") -> None:
        super().__init__(id=id, placeholder=placeholder, compact=True, select_on_focus=False)
        self.cursor_blink = False
        self.earlier: list[str] = []
        """What was entered before, oldest first."""
        self._back = 0
        self._draft = ""
        """What was being typed when `up` took its place."""
        self.completion = Completion(None)

    def replace(self, text: str, start: int, end: int) -> None:
        """All typing and pasting ends here."""
        super().replace(typeable(text), start, end)

    def on_paste(self, event: events.Paste) -> None:
        """All of it, on one line: Textual takes the first line only, and a passage has several."""
        event.stop()
        event.prevent_default()
        start, end = sorted(self.selection)
        self.replace(event.text, start, end)

    def start(self, value: str, earlier: list[str], completion: Completion) -> None:
        """Begin a new line."""
        self.earlier, self._back = earlier, 0
        self.completion = completion
        self._put(typeable(value))
        completion.typed(self.value)

    def action_turn(self, step: int) -> None:
        """The next of what the text may become."""
        if not self.completion.offers_any:
            raise SkipAction
        self.completion.typed(self.value)
        self._put(self.completion.turn(step))

    def _put(self, text: str) -> None:
        self.value = text
        self.cursor_position = len(text)

    def action_earlier(self) -> None:
        """What was entered before."""
        self._remember(self._back + 1)

    def action_later(self) -> None:
        """What was entered after that."""
        self._remember(self._back - 1)

    def _remember(self, back: int) -> None:
        if 0 <= back <= len(self.earlier) and back != self._back:
            self._draft = self._draft if self._back else self.value
            self._back = back
            self._put(typeable(self.earlier[-back]) if back else self._draft)


class _Offered(Suggester):
    """The first offer that goes on from what stands there."""

    def __init__(self, completion: Completion) -> None:
        super().__init__(use_cache=False, case_sensitive=True)
        self._completion = completion

    async def get_suggestion(self, value: str) -> str | None:
        """Textual asks after each key."""
        self._completion.typed(value)
        return next((one for one in self._completion.found if one.startswith(value) and one != value), None)


class _Label(Lines, can_focus=False):
    DEFAULT_CSS = "_Label { height: 1; width: auto; }"

    def __init__(self, words: str = "") -> None:
        super().__init__()
        self.words = words

    def say(self, words: str) -> None:
        """`words` before the input, as wide as they are."""
        self.words = typeable(words)
        self.styles.width = drawing.cells(drawing.drawable(self.words)) + 2
        self.repaint()

    def row_strip(self, index: int, width: int) -> Strip:
        return drawing.strip([Span(f" {self.words} ", "accent")], self.palette, width)


class Memory(Protocol):
    """What was entered before."""

    def of(self, purpose: str) -> list[str]:
        """For a purpose, oldest first."""
        ...

    def add(self, purpose: str, text: str) -> None:
        """Something was entered."""


class InMemory:
    """As long as the program runs."""

    def __init__(self) -> None:
        self._entered: dict[str, list[str]] = {}

    def of(self, purpose: str) -> list[str]:
        """For a purpose, oldest first."""
        return self._entered.setdefault(purpose, [])

    def add(self, purpose: str, text: str) -> None:
        """Something was entered."""
        earlier = self.of(purpose)
        if text and text not in earlier[-1:]:
            earlier.append(text)
            del earlier[:-HISTORY]


class PromptLine(Vertical):
    """Hidden until something is asked. Enter answers, escape leaves; the focus goes back to where it was."""

    DEFAULT_CSS = """
    PromptLine { height: 1; display: none; background: $background; }
    PromptLine > Horizontal { height: 1; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "leave", show=False)]

    @dataclass
    class Changed(Message):
        """The text is another one; for filters that work while one types."""

        purpose: str
        text: str

        def can_replace(self, message: Message) -> bool:
            """Only the newest text counts."""
            return isinstance(message, PromptLine.Changed) and message.purpose == self.purpose

    @dataclass
    class Entered(Message):
        """The answer."""

        purpose: str
        text: str

    @dataclass
    class Left(Message):
        """No answer."""

        purpose: str

    def __init__(
        self, *, instead_of: str | None = None, memory: Memory | None = None, id: str | None = None
    ) -> None:  # fmt: skip
        """`instead_of`: selector of a line that makes room while something is asked, so that nothing jumps; `memory`:
        what was entered before, if that is more than what this line was told."""
        super().__init__(id=id)
        self._instead_of = instead_of
        self._purpose: str | None = None
        self._memory = memory or InMemory()
        self._focus_before: Widget | None = None
        self._last: tuple[str, str, str, Offers | None] | None = None
        """What was asked last: purpose, label, hint, offers."""

    @property
    def asking(self) -> str | None:
        """The purpose of the open question, None when there is none."""
        return self._purpose

    def compose(self) -> ComposeResult:
        yield Candidates()
        with Horizontal():
            yield _Label()
            yield LineInput()

    def ask(self, purpose: str, label: str, *, value: str = "", hint: str = "", offers: Offers | None = None) -> None:
        """Ask for a line. `purpose` comes back with the answer; `label` stands before the input (`/`, `note:`);
        `hint` stands in it while it is empty; `offers` stand over it, tab goes through them, and the first is shown
        behind the text, `right` takes it.
        """
        self._last = (purpose, label, hint, offers)
        entry = self.query_one(LineInput)
        if self._purpose is None:
            self._focus_before = self.screen.focused
        self._purpose = None  # the old text is no answer to the new question
        with self.prevent(Input.Changed):
            entry.start(value, self._memory.of(purpose), Completion(offers))
        self._purpose = purpose
        entry.placeholder = typeable(hint)
        entry.suggester = _Offered(entry.completion) if offers else None
        self.query_one(Candidates).show(entry.completion)
        self.query_one(_Label).say(label)
        self._swap(asking=True)
        self.query_one(_Label).refresh()  # what it was told while it was hidden was not drawn
        entry.focus()

    def ask_again(self, text: str, why: str) -> None:
        """The answer `text` was refused: the same question, with the text in it and the reason before it.

        Nothing typed is lost, and what is typed on does not run as keys.
        """
        if self._last is not None:
            purpose, label, hint, offers = self._last
            room = max(12, self.screen.size.width // 2 - drawing.cells(label))
            self.ask(
                purpose,
                f"✗ {drawing.cut_drawable(typeable(why), room)} · {label}",
                value=text,
                hint=hint,
                offers=offers,
            )
            self._last = (purpose, label, hint, offers)

    @on(Input.Changed)
    def _typed(self, event: Input.Changed) -> None:
        event.stop()
        if self._purpose is not None:
            entry = self.query_one(LineInput)
            entry.completion.typed(entry.value)
            self.query_one(Candidates).show(entry.completion)
            self.post_message(self.Changed(self._purpose, event.value))

    @on(Input.Submitted)
    def _enter(self, event: Input.Submitted) -> None:
        event.stop()
        if self._purpose is None:
            return
        purpose, text = self._purpose, event.value
        self._memory.add(purpose, text)
        self._close()
        self.post_message(self.Entered(purpose, text))

    def action_leave(self) -> None:
        """Close without an answer."""
        if self._purpose is not None:
            purpose = self._purpose
            self._close()
            self.post_message(self.Left(purpose))

    def on_descendant_blur(self, event: events.DescendantBlur) -> None:
        """A click elsewhere leaves the question."""
        if self._purpose is not None and self.screen.focused not in (None, self.query_one(LineInput)):
            self._focus_before = None
            self.action_leave()

    def _close(self) -> None:
        self._purpose = None
        self.query_one(Candidates).show(None)
        self._swap(asking=False)
        if self._focus_before is not None and self._focus_before.is_attached:
            self._focus_before.focus()
        self._focus_before = None

    def _swap(self, *, asking: bool) -> None:
        self.display = asking
        if self._instead_of is not None:
            for other in self.screen.query(self._instead_of):
                other.display = not asking
