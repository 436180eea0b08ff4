"""Which rows a list has, which of them are shown, and in which order: plain values, without a widget."""

from collections.abc import Callable, Iterator, Sequence

from ragtriage.triage.filters import Filter
from ragtriage.triage.model import QueueRow
from ragtriage.tui import drawing

OFFERED = 24
"""Ids to choose from while one is typed."""


class Rows:
    """The rows of one list. A screen that lists other things than cases gives each a `Row`, for the filter to read."""

    def __init__(self) -> None:
        self.every: Sequence[QueueRow] = ()
        """Before the filter."""
        self.shown: dict[str, QueueRow] = {}
        """Those that the filter keeps, by id, in their order."""
        self.filter = Filter(())
        self.order: Callable[[QueueRow], tuple[str, ...]] | None = None
        """What the rows are sorted by; None: as they were read."""
        self.touched: set[str] = set()
        """Written to since the filter was set: they stay in sight, though it may keep them no more."""
        self.holds = False
        """Whether rows stay where they are: from the first decision on, nothing moves under the reviewer's hand."""
        self.longest = 0
        """Cells of the longest id: its column need not be wider."""

    def take(self, fresh: Sequence[QueueRow], *, anew: bool = False) -> None:
        """Rows as they were read just now; put in order `anew`, or where they stood while the order holds."""
        self.holds = self.holds and not anew
        self.every = steady(fresh, [row.case_id for row in self.every]) if self.holds else fresh
        self.measure(row.case_id for row in fresh)

    def measure(self, ids: Iterator[str]) -> None:
        """Find the longest id."""
        self.longest = max((drawing.cells(drawing.drawable(one)) for one in ids), default=0)

    def sift(self) -> None:
        """Show those that the filter keeps, and those just written to."""
        kept = self.every
        if self.filter:
            kept = [row for row in self.every if self.filter.keeps(row) or row.case_id in self.touched]
        self.shown = {row.case_id: row for row in (sorted(kept, key=self.order) if self.order else kept)}

    def filter_by(self, wanted: Filter) -> None:
        """Another filter: what was written to before it stays no longer."""
        self.filter = wanted
        self.touched.clear()

    def written(self, ids: Sequence[str]) -> None:
        """These were written to: they stay where they are, and in sight."""
        self.holds = True
        self.touched.update(ids)

    def ids_like(self, text: str) -> Sequence[str]:
        """Ids that begin with a text, then those that hold it: some, to choose from."""
        ids = [row.case_id for row in self.every]
        begun = [one for one in ids if one.startswith(text)]
        held = [one for one in ids if text in one and not one.startswith(text)]
        return [*begun, *held][:OFFERED]

    def filtered_away(self, word: str) -> Sequence[str]:
        """What stands in a list whose rows are all filtered away; nothing where it has none at all."""
        return (f"No {word} matches the filter.", "esc takes it away.") if self.every and self.filter else ()

    def filter_words(self) -> str:
        """`/tag:odd  3 of 40`; empty without a filter."""
        return f"/{self.filter}  {len(self.shown)} of {len(self.every)}" if self.filter else ""


def steady(fresh: Sequence[QueueRow], before: Sequence[str]) -> list[QueueRow]:
    """`fresh` rows in the order `before` that a reviewer works through; a new one stays behind its fresh neighbour."""
    place = {case_id: at for at, case_id in enumerate(before)}
    keys: dict[str, tuple[int, int]] = {}
    last, behind = -1, 0
    for row in fresh:
        if row.case_id in place:
            last, behind = place[row.case_id], 0
        else:
            behind += 1
        keys[row.case_id] = (last, behind)
    return sorted(fresh, key=lambda row: keys[row.case_id])


def following(order: Sequence[str], key: str) -> Iterator[str]:
    """What comes after `key` in the `order` that the reviewer saw, round the end and back to it."""
    at = order.index(key) if key in order else -1
    yield from order[at + 1 :]
    yield from order[: at + 1]
