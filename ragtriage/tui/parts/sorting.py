"""`o`: the order of the rows. At first it is the screen's own, in which what matters stands on top."""

from collections.abc import Callable, Mapping

from ragtriage.triage.model import QueueRow
from ragtriage.tui.parts.listing import Listing
from ragtriage.tui.parts.rows import Rows
from ragtriage.tui.widgets.status_line import StatusLine

AS_LISTED = "as listed"
_BY: Mapping[str, Callable[[QueueRow], tuple[str, ...]]] = {
    "id": lambda row: (row.case_id.casefold(),),
    "question": lambda row: (row.question.casefold(), row.case_id),
    "tag": lambda row: (*(tag.casefold() for tag in sorted(row.tags)[:3]), row.case_id),
}


class Sorting:
    """Goes from one order to the next; the cursor stays on its row, and the order holds until `o` comes again."""

    def __init__(
        self, rows: Rows, status: StatusLine, show: Callable[[], None], listing: Callable[[], Listing]
    ) -> None:
        """`listing`: what is shown now, which may be such that another order makes no sense."""
        self._rows, self._status, self._show, self._listing = rows, status, show, listing
        self.order = AS_LISTED

    def next(self) -> None:
        """The next order."""
        if not self._listing().sortable:
            self._status.refused("no other order", "these rows stand in the one that says most")
            return
        orders = (AS_LISTED, *_BY)
        self.order = orders[(orders.index(self.order) + 1) % len(orders)]
        self._rows.order = _BY.get(self.order)
        self._show()
        words = "in the screen's own order" if self.order == AS_LISTED else f"by {self.order}"
        self._status.note(words, hint="o: the next order")

    def reset(self) -> None:
        """Another list: its own order; nothing is drawn."""
        self.order, self._rows.order = AS_LISTED, None
