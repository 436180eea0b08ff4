"""Lines of keys: the footer, and the legend of the answers that digits give.

Made from the keys that work now. A key that does nothing now stays in its place, dim and in brackets, so that the hand
finds it where it was; pressing it makes the screen say why.
"""

from collections.abc import Sequence
from dataclasses import replace

from textual.strip import Strip

from ragtriage.tui import drawing
from ragtriage.tui.keymap import Hint
from ragtriage.tui.widgets.lines import Lines
from ragtriage.views.story import Span


class KeyLine(Lines, can_focus=False):
    """One row of hints; what does not fit gives way from the right, but for the last ones that are to stay."""

    DEFAULT_CSS = "KeyLine { height: 1; }"

    def __init__(self, *, keep: int = 0, id: str | None = None, classes: str | None = None) -> None:
        """`keep`: how many of the last hints never give way (help, back)."""
        super().__init__(id=id, classes=classes)
        self._keep = keep
        self._hints: tuple[Hint, ...] = ()

    def show(self, hints: Sequence[Hint]) -> None:
        """Draw these hints; sends nothing when they are the same."""
        if tuple(hints) != self._hints:
            self._hints = tuple(hints)
            self.repaint()

    def row_strip(self, index: int, width: int) -> Strip:
        """Keys in the accent, words beside them; short words where the long ones do not fit, then fewer keys."""
        if len(self._hints) > 1 and all(hint.off for hint in self._hints):
            return drawing.strip([Span(_all_off(self._hints, self._keep, width - 2), "dim")], self.palette, width)
        words, gap = _fitting(self._hints, self._keep, width - 1)
        spans: list[Span] = []
        for hint, word in words:
            spans.append(Span(" " * (gap if spans else 1)))
            if hint.off:
                spans.append(Span(f"({hint.key} {word})", "dim"))
            else:
                spans += [Span(hint.key, "accent"), Span(f" {word}")]
        return drawing.strip(spans, self.palette, width)


def _all_off(hints: Sequence[Hint], keep: int, width: int) -> str:
    """One pair of brackets around them all, so that none gives way that fits when they work."""
    words, gap = _fitting([replace(hint, off="") for hint in hints], keep, width)
    return "(" + (" " * gap).join(f"{hint.key} {word}" for hint, word in words) + ")"


def _fitting(hints: Sequence[Hint], keep: int, width: int) -> tuple[list[tuple[Hint, str]], int]:
    """Hints with their words, and the cells between them."""
    for gap, short in ((2, False), (2, True), (1, True)):
        words = [(hint, hint.short if short else hint.words) for hint in hints]
        if _took(words, gap) <= width:
            return words, gap
    last = len(words) - keep
    while last > 0 and _took(words[:last] + words[len(words) - keep :], 2) > width:
        last -= 1
    return words[:last] + words[len(words) - keep :], 2


def _took(words: list[tuple[Hint, str]], gap: int) -> int:
    return (
        sum(drawing.cells(hint.key) + drawing.cells(word) + 1 + gap + 2 * bool(hint.off) for hint, word in words) - gap
    )
