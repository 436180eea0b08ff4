"""What the Review screen lists, and what it tells of the change under the cursor."""

from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING

from ragtriage.cases.comparing import CaseChange
from ragtriage.errors import RagtriageError
from ragtriage.text import one_line
from ragtriage.triage.model import QueueRow
from ragtriage.tui import drawing
from ragtriage.tui.columns import Column, cell, heads, widths
from ragtriage.tui.parts.listing import Listing
from ragtriage.tui.parts.rows import Rows
from ragtriage.tui.parts.story_pane import StoryPane
from ragtriage.views.signs import KIND_ROLES
from ragtriage.views.story import Span, Story

if TYPE_CHECKING:
    from ragtriage.review.effect import Effect
    from ragtriage.review.reviewing import Review
    from ragtriage.workspace import Workspace

KIND_CELLS = 11


class ReviewList(Listing):
    """The cases that a branch changes. A row's key is the case's id, or its file where two have one id."""

    of_cases = False

    def __init__(self, rows: Rows, pane: StoryPane) -> None:
        self._table, self._pane = rows, pane
        self.asked = ""
        """The range, as it was asked for."""
        self.wanted = False
        """Whether any range was asked for."""
        self.review: Review | None = None
        self.effects: tuple[Effect, ...] | None = None
        self.changes: dict[str, CaseChange] = {}
        """By the row's key."""
        self.error: RagtriageError | None = None
        """Why there is nothing to review."""

    @property
    def is_read(self) -> bool:
        return not self.wanted or self.review is not None or self.error is not None

    def begin(self, text: str) -> None:
        """Another range: nothing is known of it."""
        self.asked, self.wanted, self.review, self.effects, self.error, self.changes = text, True, None, None, None, {}

    # -- the list

    def load(self) -> Sequence[QueueRow]:
        if self.review is None:
            return ()
        times = Counter(one.id for one in self.review.changes)
        self.changes = {one.id if times[one.id] == 1 else one.key: one for one in self.review.changes}
        return [self._row(key, one) for key, one in self.changes.items()]

    def _row(self, key: str, change: CaseChange) -> QueueRow:
        case = change.new or change.old
        faulty = bool(self.review and self.review.faults_of(change))
        if case is None:
            return QueueRow(key, "", "", "error", (), status="unreadable", suspect=faulty)
        source = case.source.kind if case.source else ""
        return QueueRow(
            key, case.question, "", "unscored", (), case.must_pass, case.tags, case.intent, source, case.status,
            suspect=faulty,
        )  # fmt: skip

    def heading(self) -> str:
        if self._table.filter:
            return self._table.filter_words()
        if self.review is None:
            return ""
        approved = sum(map(self.review.is_approved, self.review.changes))
        words = f"{self.review.range} · {len(self._table.every)} changed · {approved} approved"
        return words if self._table.every else self.review.range

    def facts(self) -> Sequence[str]:
        return ("" if self.review else self.asked,)

    def empty(self) -> Sequence[str]:
        if self.error is not None:
            return (self.error.title, self.error.next_step.partition("\n")[0] or "R reviews another branch")
        if self.review is None:
            return ("Comparing…",) if self.wanted else ("Nothing to review.", "R names a branch")
        return ("No case changed.", "R reviews another branch")

    def draw(self, row: QueueRow, width: int) -> Sequence[Span]:
        """Approved or commented, faults, kind, must-pass, which case, and what changed."""
        change = self.changes[row.case_id]
        ident, changed = self._cells(width)
        return [
            self._decision(change),
            self._doubt(change),
            Span(drawing.fit_cells(change.kind, KIND_CELLS), KIND_ROLES.get(change.kind, "plain")),
            Span("! " if row.must_pass else "  ", "warn"),
            *cell(row.case_id, ident, "id", is_id=True),
            *cell("; ".join(change.lines()) or row.question, changed),
        ]

    def _cells(self, width: int) -> list[int]:
        """Of the id, and what changed."""
        ident = Column(12, min(30, max(12, self._table.longest)))
        return widths(width - KIND_CELLS - 6, ident, Column(10, 400))

    def column_heads(self, width: int) -> Sequence[Span]:
        ident, changed = self._cells(width)
        return [Span(" " * (KIND_CELLS + 6)), *heads(("case", ident), ("what changed", changed))]

    def _decision(self, change: CaseChange) -> Span:
        if self.review is None:
            return Span("  ")
        comments = self.review.of_case(change.id)
        if any(one.must_change for one in comments):
            return Span("r ", "bad")
        if self.review.is_approved(change):
            return Span("✓ ", "good")
        return Span("c ", "accent") if comments else Span("  ")

    def _doubt(self, change: CaseChange) -> Span:
        levels = {one.level for one in self.review.faults_of(change)} if self.review else set()
        return Span("✗ ", "bad") if "error" in levels else Span("~ ", "warn") if levels else Span("  ")

    # -- one change

    def case_of(self, key: str) -> str | None:
        change = self.changes.get(key)
        return change.id if change else None

    def ask_story(self, key: str) -> None:
        review, effects, change = self.review, self.effects, self.changes.get(key)
        if change is None or review is None:
            return

        def tell(workspace: "Workspace") -> Story:
            from ragtriage.views.review_story import tell_change

            return tell_change(change, review, workspace.shelf(), effects, key)

        self._pane.read(key, tell)

    def shell_words(self) -> Sequence[str]:
        return ("review", self.review.range if self.review else self.asked or "HEAD")

    def is_settled(self, change: CaseChange) -> bool:
        """Whether it waits for nothing: approved, with a change asked for, or of no file that bears a name."""
        if self.review is None or change.new is None:
            return True
        asked = any(one.must_change for one in self.review.of_case(change.id))
        return asked or self.review.is_approved(change)

    def still_wrong(self, ids: Sequence[str]) -> str:
        """An approval settles nothing else that speaks against a case."""
        if self.review is None:
            return ""
        approved = [one for one in self.review.changes if one.id in ids]
        wrong = [one for change in approved for one in self.review.faults_of(change) if one.level == "error"]
        return f"✗ {one_line(wrong[0].title)} · " if wrong else ""
