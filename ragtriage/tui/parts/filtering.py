"""The filter as one types it, and the way from match to match."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from ragtriage.errors import RagtriageError
from ragtriage.text import one_line
from ragtriage.triage import filters
from ragtriage.triage.filters import Filter
from ragtriage.tui.parts.rows import Rows
from ragtriage.tui.widgets.prompt_line import PromptLine
from ragtriage.tui.widgets.row_list import RowList
from ragtriage.tui.widgets.status_line import StatusLine

PURPOSE = "filter"
"""Of the prompt."""
GRAMMAR = (
    "Filter (/): terms separated by spaces must all hold; key:a,b is a or b; ! inverts; quotes keep spaces.",
    "Keys: diagnosis, cause, owner, tag, intent, source, status, badge, passes, label, must_pass, answerable, because,",
    "evidence, documents (how many the answer needs together), doc, origin, nuggets, reference, reviewed, rare,",
    "judged.",
    "passes:none  no configuration passes   label:suspect  the label is in doubt   badge:new,back",
    "label:copied  worded as its document   label:superseded  rests on a version that another replaces",
    "judged:none  nobody judged the answer   judged:right,wrong,disputed",
    "documents:2+  two or more   because:out_of_scope   origin:user,expert,synthetic   reviewed:no   rare:yes",
)
READY_MADE = (
    ("passes:none", "Cases that no configuration passes"),
    ("label:suspect", "Cases whose label is in doubt"),
    ("must_pass:true", "Cases that must pass"),
    ("", "All cases"),
)
"""Filters that the palette offers, and what they keep."""


@dataclass(frozen=True)
class _Before:
    """How the list stood when one began to type: what Escape goes back to."""

    filter: Filter
    touched: frozenset[str]
    key: str | None
    """Under the cursor."""
    top: int
    """The first row shown."""


class Filtering:
    """Types, applies and takes back the filter of some rows; they follow while one types, the cursor does not."""

    def __init__(
        self,
        rows: Rows,
        listed: RowList,
        prompt: PromptLine,
        status: StatusLine,
        show: Callable[[], None],
        latest: Callable[[], Sequence[str]],
        hint: str,
    ) -> None:
        """`show`: draws the list again; `latest`: the configurations that have a run; `hint`: what may be typed."""
        self._rows, self._list, self._prompt, self._status, self._show = rows, listed, prompt, status, show
        self._latest, self._hint = latest, hint
        self.last = Filter(())
        """What `n` looks for when there is no filter."""
        self._before: _Before | None = None
        """While one types."""

    @property
    def previews(self) -> bool:
        """Whether what is shown follows the typing, and may be taken back."""
        return self._before is not None

    def ask(self) -> None:
        """Type a filter."""
        wanted = self._rows.filter
        self._before = _Before(wanted, frozenset(self._rows.touched), self._list.cursor_key, self._list.top)
        self._prompt.ask(PURPOSE, "/", value=f"{wanted} " if wanted else "", hint=self._hint, offers=self.offers)

    def typed(self, text: str) -> None:
        """The text is another one: the list follows."""
        found = self._half_typed(text) if self.previews else None
        if found is not None and found != self._rows.filter:
            self._rows.filter_by(found)
            self._show()

    def left(self) -> None:
        """Escape: filter, cursor and scroll as they were before."""
        before, self._before = self._before, None
        if before is None:
            return
        self._rows.filter_by(before.filter)
        self._rows.touched |= before.touched
        self._show()
        if self._list.cursor_key == before.key:  # a click may have moved it
            self._list.show_from(min(before.top, self._list.last_top()))

    def apply(self, text: str) -> None:
        """Filter the list."""
        try:
            wanted = filters.parse_filter(text, self._configurations())
        except RagtriageError as error:
            self._status.failed(error)
            self.left()
            return
        self._before = None
        self._rows.filter_by(wanted)
        self.last = wanted or self.last
        self._status.clear()
        self._show()

    def reset(self, wanted: Filter | None = None) -> None:
        """Another list: its filter, or none; nothing is drawn."""
        self._before = None
        self._rows.filter_by(wanted or Filter(()))

    def off(self) -> None:
        """No filter any more."""
        self.apply("")

    def offers(self, text: str) -> Sequence[str]:
        return filters.completions(text, self._rows.every)

    def _half_typed(self, text: str) -> Filter | None:
        """What the list is filtered by while `text` is typed: half a term is no error, and not yet a condition."""
        return next((found for part in filters.beginnings(text) if (found := self._condition(part)) is not None), None)

    def _condition(self, text: str) -> Filter | None:
        """The filter that `text` spells, if it spells one and does not merely begin one."""
        try:
            found = filters.parse_filter(text, self._configurations())
        except RagtriageError:
            return None
        if found and not any(map(found.keeps, self._rows.every)) and self.offers(text):
            return None  # half a value: `tag:bill` on the way to `tag:billing`
        return found

    def _configurations(self) -> Sequence[str]:
        names = {name for row in self._rows.every for name in row.passes}
        return sorted(names | set(self._latest()))


class Matches:
    """`n` and `N`: the rows that the filter keeps, or kept before it was taken away."""

    def __init__(self, rows: Rows, filtering: Filtering, listed: RowList, status: StatusLine) -> None:
        self._rows, self._filtering, self._list, self._status = rows, filtering, listed, status

    def next(self) -> None:
        """To the next one."""
        self._to_match(1)

    def previous(self) -> None:
        """To the one before."""
        self._to_match(-1)

    def _to_match(self, step: int) -> None:
        rows = [*self._rows.shown.values()]
        wanted = self._rows.filter or self._filtering.last
        if not wanted:
            self._status.refused("no match", "there was no filter yet: / sets one")
            return
        here = self._list.cursor
        order = [(here + step * n) % len(rows) for n in range(1, len(rows) + 1)]
        found = next((at for at in order if wanted.keeps(rows[at])), None)
        if found is None:
            self._status.refused("no match", f"nothing here meets {one_line(str(wanted))}")
            return
        if found == here or (found < here) == (step > 0):
            self._status.note("the only match" if found == here else "round the end of the list", hint=str(wanted))
        self._list.move(found)
