"""What the Triage screen lists: failing cases, new and back first; or passing answers drawn to be read."""

from collections.abc import Callable, Sequence

from ragtriage.text import one_line
from ragtriage.triage.answers import passes_in_short
from ragtriage.triage.model import Badge, QueueRow
from ragtriage.triage.service import Audit, Queue
from ragtriage.tui import drawing
from ragtriage.tui.columns import Column, cell, heads, widths
from ragtriage.tui.faults import FAULTS, error_text
from ragtriage.tui.keys import BY_ID
from ragtriage.tui.parts.listing import Listing, Session
from ragtriage.tui.parts.rows import Rows
from ragtriage.tui.widgets.row_list import RowList
from ragtriage.views.row_words import diagnosis_words, explained
from ragtriage.views.signs import pass_sign
from ragtriage.views.story import Role, Span

BADGES: dict[Badge, tuple[str, Role]] = {
    "new": ("new", "accent"),
    "back": ("back", "warn"),
    "still": ("still", "plain"),
    "decided": ("done", "dim"),
    "fixed": ("fixed", "good"),
    "": ("", "dim"),
}
"""What a badge looks like in a list: a word of at most five letters."""

DIAGNOSIS_CELLS = 16


class TriageList(Listing):
    """The queue of the latest run, or an audit of it."""

    def __init__(
        self,
        session: Session,
        rows: Rows,
        cursor: RowList,
        is_stacked: Callable[[], bool],
        tell: Callable[[str], None],
    ) -> None:
        """`cursor`: the list that the rows stand in; `is_stacked`: whether the story stands below it; `tell`: sees to a
        case's story."""
        self._session, self._table, self._cursor, self._is_stacked, self._tell = session, rows, cursor, is_stacked, tell
        self.queue = Queue(None, (), (), {})
        self.audit: Audit | None = None
        """The answers drawn to be read; None: the queue is shown."""

    def load(self) -> Sequence[QueueRow]:
        workspace = self._session.workspace
        if workspace.settings.snapshot is None:
            return ()
        service, configuration = workspace.triage, self._session.configuration
        if self.audit is None:
            self.queue = service.queue(configuration)
            return self.queue.rows
        self.queue = service.queue(configuration, every=True)
        now = {row.case_id: row for row in self.queue.rows}
        return [now[row.case_id] for row in self.audit.rows if row.case_id in now]

    def ask_story(self, key: str) -> None:
        self._tell(key)

    def facts(self) -> Sequence[str]:
        run = self.queue.run
        if run is None:
            return ("no run yet",)
        return (run.snapshot, run.config, *([] if self._is_stacked() else self._passes()), *self.queue.marks)

    def _passes(self) -> list[str]:
        """How many pass, and what that rests on: beside the story the list is too narrow for it."""
        passed = self.queue.counts.get("passed", 0)
        return [passes_in_short(passed, self.queue.judged_right)] if passed else []

    def waits_for_someone(self) -> int | None:
        return None if self.audit is not None else sum(row.undecided for row in self._table.every)

    def heading(self) -> str:
        """How much is left to do comes first: in a narrow list the rest is left out."""
        if not self._table.every:
            return ""
        if self.audit is not None:
            return self._audit_heading(self.audit)
        left = f"{sum(row.undecided for row in self._table.shown.values())} undecided"
        if self._table.filter:
            return f"{self._table.filter_words()} · {left}"
        counts = self.queue.counts
        words = [left, f"{counts.get('failed', 0)} of {sum(counts.values())} fail"]
        words += self._passes() if self._is_stacked() else []
        for state in ("quarantined", "disputed", "unstable", "unscored", "error"):
            words += [f"{counts[state]} {state}"] if counts.get(state) else []
        return " · ".join(words)

    def _audit_heading(self, audit: Audit) -> str:
        every = self._table.every
        read = sum(row.answer != "" for row in every)
        drawn = f"audit, seed {audit.seed}: {read} of {len(every)} passes judged"
        return f"{self._table.filter_words()} · {drawn}" if self._table.filter else drawn

    def shell_words(self) -> Sequence[str]:
        words = ["triage", "list"]
        if self.queue.run is not None:
            words += ["--config", self.queue.run.config]
        if self._table.filter:
            words += ["--filter", str(self._table.filter)]
        return words

    def empty(self) -> Sequence[str]:
        if self.queue.run is None:
            return self._no_run()
        if not self.queue.counts:
            return ("The outputs are being judged.", "What fails stands here in a moment.")
        return ("No case fails.", "F2 shows all cases.")

    def _no_run(self) -> Sequence[str]:
        workspace = self._session.workspace
        if workspace.settings.snapshot is None:
            return ("ragtriage.yaml names no snapshot.", "ragtriage snapshot add FOLDER --name NAME")
        try:
            elsewhere = dict.fromkeys(run.snapshot for run in workspace.runs.runs())
        except FAULTS as error:
            why = error_text(error, workspace.root)
            place = str(why.where) if why.where else ""
            return ("The runs cannot be read.", f"{place}: {why.title}".removeprefix(": "), why.next_step)
        there = f"The runs there are stand on {', '.join(map(one_line, elsewhere))}." if elsewhere else ""
        return ("No run on this snapshot yet.", "ragtriage run, or ragtriage import runs FILE", there)

    def draw(self, row: QueueRow, width: int) -> Sequence[Span]:
        """Badge, must-pass, diagnosis or decision, what is odd, id, and question."""
        word, role = BADGES[row.badge] if row.snoozed_until is None else ("later", "dim")
        if not word:
            word, role = pass_sign(row.state, row.answer)
        settled = not row.undecided
        said, said_role = _said(row)
        odd = "suspect" if row.suspect else "none pass" if row.passes_none else ""  # the label is looked at first
        reason, ident, about, question = self._cells(width)
        return [
            Span(drawing.fit_cells(word, 5), role),
            Span(" ! " if row.must_pass else "   ", "warn"),
            *cell(said, reason, said_role),
            *cell(odd, about, "warn" if row.suspect else said_role),
            *cell(row.case_id, ident, "dim" if settled else "plain", is_id=True),
            *cell(row.question, question, "dim" if settled else "plain"),
        ]

    def _cells(self, width: int) -> list[int]:
        """Of the reason, the id, what is odd, and the question."""
        ident = Column(12, min(28, max(12, self._table.longest)))
        return widths(width - 8, Column(12, DIAGNOSIS_CELLS), ident, Column(9, 9), Column(14, 200))

    def column_heads(self, width: int) -> Sequence[Span]:
        reason, ident, about, question = self._cells(width)
        why = "why" if self.audit is None else "answer"
        return [Span(" " * 8), *heads((why, reason), ("", about), ("case", ident), ("question", question))]

    def help_notes(self) -> Sequence[str]:
        here = self._table.shown.get(self._cursor.cursor_key or "")
        return [*explained(here)] if here is not None else ()

    def waits(self, row: QueueRow) -> bool:
        """Whether a row still wants an answer: a cause, or where answers are read, a word on it."""
        return row.undecided if self.audit is None else row.state == "passed" and not row.answer


def _said(row: QueueRow) -> tuple[str, Role]:
    """What was decided, or else what is diagnosed."""
    if row.snoozed_until is not None:
        return row.snoozed_until, "dim"
    if row.causes:
        words = [BY_ID[f"triage.cause.{cause}"] for cause in row.causes]
        return words[0].words if len(words) == 1 else ", ".join(key.short for key in words), "dim"
    if row.diagnoses:
        return diagnosis_words(row.diagnoses[0]), "dim" if row.badge == "fixed" else "bad"
    if row.state == "passed":
        return ("judged right", "good") if row.answer == "right" else ("not judged", "plain")
    return "", "dim"
