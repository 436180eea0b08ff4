"""What the Anchors screen lists, and what it tells of the quote under the cursor."""

from collections.abc import Mapping, Sequence

from ragtriage.cases.model import Case, Quote
from ragtriage.drift.anchoring import Item
from ragtriage.drift.placing import QuoteChoice
from ragtriage.drift.words import ORDER, diff_in_words, in_a_line, state_words, states_explained
from ragtriage.errors import RagtriageError
from ragtriage.triage.model import Cause, QueueRow
from ragtriage.tui import drawing
from ragtriage.tui.columns import Column, cell, heads, widths
from ragtriage.tui.faults import FAULTS, error_text
from ragtriage.tui.parts.listing import Listing, Session
from ragtriage.tui.parts.rows import Rows
from ragtriage.tui.parts.story_pane import StoryPane
from ragtriage.tui.widgets.row_list import RowList
from ragtriage.views.signs import STATE_ROLES
from ragtriage.views.story import Role, Span, Story

STATE_CELLS = 16
OPEN: tuple[str, Role] = ("check answer", "warn")
"""The state of a quote that was accepted saying something else, until answer and nuggets were looked at."""
ACCEPTED = "it was accepted: 0 says that answer and nuggets are still right, e edits them"
NOT_ACCEPTED = "for a quote that was accepted saying something else"
LOST_CAUSES: tuple[Cause, ...] = ("label", "corpus_gap")
"""Causes under which a lost quote goes to gap review."""
_OF_PLACES = [
    f"anchors.{name}"
    for name in ("accept", "reject", "end_longer", "end_shorter", "start_longer", "start_shorter", "label", "gap")
]
"""Ids of the keys that choose a place, or say that there is none."""


class AnchorList(Listing):
    """The quotes of the golden set that want a person in the workspace's snapshot. A row's key is the quote's."""

    of_cases = False

    def __init__(self, session: Session, rows: Rows, cursor: RowList, pane: StoryPane) -> None:
        """`cursor`: the list that the rows stand in."""
        self._session, self._table, self._cursor, self._pane = session, rows, cursor, pane
        self.items: dict[str, Item] = {}
        """All that were listed since the screen was opened or put in order anew, by key."""
        self.choices: dict[str, QuoteChoice] = {}
        self.done: dict[str, str] = {}
        """What was done about a quote, by key, in words."""
        self.given_up: set[str] = set()
        """Quotes that the reviewer took for lost here, though there was a place to look at."""
        self._key_cells = 12
        """Cells of the longest key, within reason."""
        self.looked = False
        """Whether the index says what became of the quotes."""

    # -- what is listed

    @property
    def snapshot(self) -> str:
        """The workspace's; empty when it names none."""
        return self._session.workspace.settings.snapshot or ""

    @property
    def is_read(self) -> bool:
        return self.looked

    def load(self) -> Sequence[QueueRow]:
        workspace = self._session.workspace
        waiting = workspace.anchoring.waiting(self.snapshot) if self.snapshot else []
        self.looked = waiting is not None
        fresh = {item.key: item for item in waiting or ()}
        if self._table.holds:  # what was done stays in sight, so that undo has a row to go back to
            fresh = self.items | fresh
        self.items = fresh
        self.choices = {key: one for key, one in self.choices.items() if one.touched and fresh.get(key) == one.item}
        rows, verdicts = self._rows(), self._verdicts()
        self._key_cells = min(44, max((drawing.cells(drawing.drawable(key)) for key in rows), default=12))
        self.done = {key: words for key in rows if (words := self._words_of_done(fresh[key], verdicts))}
        return sorted(rows.values(), key=lambda row: self._place(fresh[row.case_id], row))

    @staticmethod
    def _place(item: Item, row: QueueRow) -> tuple[bool, int, bool]:
        """What was begun first, then by kind; the lost ones last: accepting another quote of a case makes a verdict on
        it a past one."""
        return item.anchor.state == "lost", -1 if item.is_open else ORDER[item.anchor.state], not row.must_pass

    def _rows(self) -> dict[str, QueueRow]:
        """A row for each quote of a case that is still there."""
        found = {}
        for key, item in sorted(self.items.items()):
            case = self._case(item)
            if case is None or case.status == "retired":
                continue
            source = case.source.kind if case.source else ""
            found[key] = QueueRow(
                key, item.quote.quote, "", "quarantined", ("recheck" if item.is_open else "drift",), case.must_pass,
                case.tags, case.intent,
                source, case.status,
            )  # fmt: skip
        return found

    def _case(self, item: Item) -> Case | None:
        try:
            return self._session.workspace.cases.get(item.case_id)
        except RagtriageError:
            return None

    def is_done(self, item: Item) -> bool:
        """Whether the case's quote is another by now: it was accepted, or edited."""
        case = self._case(item)
        if case is None or item.evidence >= len(case.evidence):
            return True
        alternatives = case.evidence[item.evidence].any_of
        return item.quote not in alternatives[item.alternative : item.alternative + 1]

    def open_quote(self, item: Item) -> Quote | None:
        """The quote as it was accepted, where nobody has looked since at what the case says of it."""
        case = self._case(item)
        if case is None or item.evidence >= len(case.evidence):
            return None
        there = case.evidence[item.evidence].any_of[item.alternative : item.alternative + 1]
        return next((quote for quote in there if quote.recheck), None)

    def _words_of_done(self, item: Item, verdicts: Mapping[str, str]) -> str:
        if self.open_quote(item) is not None:
            return ""
        if self.is_done(item):
            return "accepted"
        lost = item.anchor.state == "lost" or item.key in self.given_up
        return verdicts.get(item.case_id, "") if lost else ""

    def _verdicts(self) -> dict[str, str]:
        """The cause under which a case went to gap review, by case, where a verdict in force says so."""
        if not self.snapshot:
            return {}
        causes = ((row.case_id, next((one for one in row.causes if one in LOST_CAUSES), "")) for row in self.queue())
        return {case_id: cause.replace("_", " ") for case_id, cause in causes if cause}

    def queue(self) -> Sequence[QueueRow]:
        """The cases that triage has before it."""
        return self._session.workspace.triage.queue(self._session.configuration).rows

    def waits_for_someone(self) -> int | None:
        return sum(row.case_id not in self.done for row in self._table.every) if self.looked else None

    def heading(self) -> str:
        shown = self._table.shown
        left = sum(key not in self.done for key in shown)
        words = f"{left} to look at" + (f" · {len(shown) - left} done" if len(shown) > left else "")
        if self._table.filter:
            return f"{self._table.filter_words()} · {words}"
        newer = self.newer()
        words += f" · {newer} is newer: m moves to it" if newer else ""
        return words if self._table.every else ""

    def empty(self) -> Sequence[str]:
        if not self.snapshot:
            return ("ragtriage.yaml names no snapshot.", "ragtriage snapshot add FOLDER --name NAME")
        if not self.looked:
            return ("Looking for every quote…",)
        newer = self.newer()
        return (
            "Every quote stands where it should.",
            f"There is a newer snapshot, {newer}: m moves to it." if newer else "",
        )

    def facts(self) -> Sequence[str]:
        return (self.snapshot or "no snapshot",)

    def newer(self) -> str | None:
        """The newest snapshot, if it was made after the workspace's."""
        try:
            return self._session.workspace.anchoring.newer(self.snapshot) if self.snapshot else None
        except FAULTS:
            return None

    def draw(self, row: QueueRow, width: int) -> Sequence[Span]:
        """State or what was done, must-pass, which quote, and what changed."""
        item = self.items[row.case_id]
        done, is_open = self.done.get(row.case_id, ""), self.open_quote(item)
        choice = self.choices.get(row.case_id)
        rejected = choice is not None and choice.at is None and bool(choice.rejected)
        words, role = state_words(item.anchor), STATE_ROLES[item.anchor.state]
        if is_open:
            words, role = OPEN
        elif rejected:
            words, role = "lost", STATE_ROLES["lost"]
        ident, reason, question = self._cells(width)
        changed = _since(is_open) if is_open else in_a_line(item.quote, item.anchor)
        case = self._case(item)
        return [
            Span(drawing.fit_cells(f"✓ {done}" if done else words, STATE_CELLS), "dim" if done else role),
            Span(" ! " if row.must_pass else "   ", "warn"),
            *cell(row.case_id, ident, "dim" if done else "plain", is_id=True),
            *cell(changed, reason, "dim"),
            *cell(case.question if case else "", question, "dim"),
        ]

    def _cells(self, width: int) -> list[int]:
        """Of which quote it is, what became of it, and what its case asks."""
        ident = Column(12, min(30, max(12, self._key_cells)))
        return widths(width - STATE_CELLS - 3, ident, Column(10, 40), Column(14, 200))

    def column_heads(self, width: int) -> Sequence[Span]:
        ident, reason, question = self._cells(width)
        named = (("case, evidence", ident), ("what differs", reason), ("question", question))
        return [*heads(("state", STATE_CELLS)), Span(" "), *heads(*named)]

    # -- one quote

    def case_of(self, key: str) -> str | None:
        return self.items[key].case_id if key in self.items else None

    def field_of(self, key: str) -> str:
        """The quote; after it was accepted, what may say the old."""
        item = self.items.get(key)
        case = self._case(item) if item is not None else None
        if item is None or case is None or item.evidence >= len(case.evidence):
            return ""
        if (accepted := self.open_quote(item)) is not None:
            return "reference_answer" if "reference_answer" in accepted.recheck else "nuggets[0]"
        several = len(case.evidence[item.evidence].any_of) > 1
        return f"evidence[{item.evidence}]" + (f".any_of[{item.alternative}]" if several else "")

    def shell_words(self) -> Sequence[str]:
        return ("anchors", "check", "--snapshot", self.snapshot)

    def copied(self, keys: Sequence[str]) -> Sequence[str]:
        """The ids of the cases."""
        return [self.items[key].case_id for key in keys]

    def key_of(self, text: str) -> str:
        """The first quote of a case."""
        return next((key for key in self._table.shown if self.items[key].case_id == text), text)

    def open_here(self) -> bool:
        """Whether the quote under the cursor was accepted, and nobody looked since at what the case says of it."""
        here = self.items.get(self._cursor.cursor_key or "")
        return here is not None and self.open_quote(here) is not None

    def off(self) -> Mapping[str, str]:
        off: dict[str, str] = {}
        marked = self._cursor.marked
        if not self._table.shown:
            off |= dict.fromkeys(_OF_PLACES, "there is no quote here")
        if self.open_here():
            off |= dict.fromkeys(_OF_PLACES, ACCEPTED)
        elif not any(self.open_quote(self.items[key]) for key in marked if key in self.items):
            off["anchors.still_right"] = NOT_ACCEPTED
        if not marked:
            off["anchors.accept_marked"] = "nothing is marked: space marks"
        if self.newer() is None:
            off["anchors.move"] = "no snapshot is newer"
        return off

    def help_notes(self) -> Sequence[str]:
        here = self.items.get(self._cursor.cursor_key or "")
        return states_explained(here.anchor if here is not None else None)

    def choice(self, key: str) -> QuoteChoice:
        """What was chosen for a quote so far."""
        if key not in self.choices:
            self.choices[key] = QuoteChoice.of(self.items[key], self._near(self.items[key]))
        return self.choices[key]

    def _near(self, item: Item) -> set[str]:
        """The documents that the case's quotes are in, or were moved to."""
        case = self._case(item)
        quoted = {quote.doc_id for piece in case.evidence for quote in piece.any_of} if case else set()
        moved = (one.anchor for one in self.items.values() if one.case_id == item.case_id)
        return quoted | {anchor.doc_id for anchor in moved if anchor.state == "moved" and anchor.doc_id}

    def here(self) -> QuoteChoice | None:
        """What was chosen for the quote under the cursor."""
        key = self._cursor.cursor_key
        return self.choice(key) if key is not None and key in self.items else None

    def ask_story(self, key: str) -> None:
        """Told at once: it is a document or two, and two dozen words of difference."""
        if key not in self.items:
            return
        try:
            self._pane.show(key, self._story(key, self.items[key]))
        except FAULTS as error:
            self._pane.failed(key, error_text(error, self._session.workspace.root))

    def _story(self, key: str, item: Item) -> Story:
        from ragtriage.views.anchor_story import AnchorContext, tell_anchor
        from ragtriage.views.recheck_story import tell_recheck

        workspace, case = self._session.workspace, self._case(item)
        past = workspace.anchoring.before(item.quote, self.snapshot)
        if case is not None and (accepted := self.open_quote(item)) is not None:
            return tell_recheck(key, case, accepted)
        ground = AnchorContext(self.snapshot, past, case.question if case else "", workspace.snapshots.document)
        return tell_anchor(self.choice(key), ground, self.done.get(key, ""))


def _since(quote: Quote) -> str:
    """What changed of an accepted quote since somebody last looked at what the case says of it."""
    from ragtriage.anchors.guard import word_changes

    return diff_in_words(word_changes(quote.was, quote.quote, 0, len(quote.quote)), quote.was, 1)
