"""What a line that is being typed may become: one row over the entry, that tab goes through.

It lies over the row above the entry and takes no room of its own, so that nothing jumps while one types.
"""

from collections.abc import Callable, Sequence

from textual.strip import Strip

from ragtriage.text import safe
from ragtriage.tui import drawing
from ragtriage.tui.widgets.lines import Lines
from ragtriage.views.story import Span

Offers = Callable[[str], Sequence[str]]
"""What a text may become by being typed on, best first."""
_ENDS = " :,."
"""After these a new word begins: what stands before it need not be said again."""
_GAP = 2


def typeable(text: str) -> str:
    """`text` on one line, without anything a terminal would obey."""
    return safe(text.replace("\r\n", " ").replace("\r", " ")).replace("\n", " ").replace("\t", " ")


class Completion:
    """Which text stands in the line, as tab goes round: what was typed, then each that it may become."""

    def __init__(self, offers: Offers | None) -> None:
        self._offers = offers
        self._typed = ""
        self.found: tuple[str, ...] = ()
        """What the typed text may become."""
        self.at: int | None = None
        """Which of them stands in the line; None: what was typed."""
        self.typed("")

    @property
    def offers_any(self) -> bool:
        """Whether this line is one that completes at all."""
        return self._offers is not None

    @property
    def text(self) -> str:
        """What stands in the line."""
        return self._typed if self.at is None else self.found[self.at]

    def typed(self, text: str) -> None:
        """Another text stands in the line, unless `turn` put it there."""
        if self._offers is not None and (text != self.text or not text):
            self._typed, self.at = text, None
            self.found = tuple(dict.fromkeys(one for one in map(typeable, self._offers(text)) if one != text))

    def turn(self, step: int) -> str:
        """The next of them, or the one before; the only one is as good as typed."""
        if len(self.found) == 1:
            self.typed(self.found[0])
        elif self.found:
            places = len(self.found) + 1
            at = (0 if self.at is None else self.at + 1) + step
            self.at = None if at % places == 0 else at % places - 1
        return self.text

    def words(self) -> Sequence[str]:
        """Each without what it shares with the typed text."""
        cut = max((self._typed.rfind(end) for end in _ENDS), default=-1) + 1
        head = self._typed[:cut]
        return [one.removeprefix(head).strip() or one for one in self.found]


class Candidates(Lines, can_focus=False):
    """A page of them, the one that stands in the line lit."""

    DEFAULT_CSS = """
    Candidates { overlay: screen; offset: 0 -1; width: 100%; height: 1; display: none; }
    """

    def __init__(self) -> None:
        super().__init__()
        self._words: Sequence[str] = ()
        self._at: int | None = None

    def show(self, completion: Completion | None) -> None:
        """Show what there is to choose from; nothing hides the row."""
        self._words = completion.words() if completion else ()
        self._at = completion.at if completion else None
        self.display = bool(self._words)
        if self.display:
            self.repaint()

    def row_strip(self, index: int, width: int) -> Strip:
        """The page that holds the one in the line, and how many there are if they do not all fit."""
        start, end = self._page(width - 1)
        lit = self.palette.chrome["cursor"]
        more = f"{(self._at or 0) + 1}/{len(self._words)} " if end - start < len(self._words) else ""
        parts = [Strip.blank(1, self.palette.ground)]
        for at in range(start, end):
            word = drawing.drawable(self._words[at])
            ground = lit if at == self._at else None
            cells = drawing.cells(word)
            parts += [drawing.strip([Span(word)], self.palette, cells, ground), Strip.blank(_GAP, self.palette.ground)]
        left = max(0, width - sum(part.cell_length for part in parts))
        parts.append(drawing.strip([Span(more.rjust(left), "dim")], self.palette, left))
        return Strip.join(parts).crop(0, width)

    def _page(self, width: int) -> tuple[int, int]:
        """From which to which they are shown: pages as they fill, with room for the count."""
        start = taken = 0
        for at, word in enumerate(self._words):
            needed = drawing.cells(drawing.drawable(word)) + _GAP
            if taken + needed > width - 8 and at > start:
                if self._at is None or self._at < at:
                    return start, at
                start, taken = at, 0
            taken += needed
        return start, len(self._words)
