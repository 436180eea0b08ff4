"""Digits and `0`: naming a cause, saying that an answer is wrong and why, or that it is right; then on to the next.

A part that the Triage and the Cases screen hold: the same keys write the same on both.
"""

from collections.abc import Callable, Sequence

from ragtriage.disk.files import Write
from ragtriage.runs.model import RunInfo
from ragtriage.text import one_line
from ragtriage.triage.model import CAUSES, Cause, QueueRow
from ragtriage.tui.parts.listing import Session
from ragtriage.tui.parts.rows import Rows, following
from ragtriage.tui.parts.writing import Writing
from ragtriage.tui.widgets.row_list import RowList
from ragtriage.tui.widgets.status_line import StatusLine

ANSWER_KEYS = ("triage.right", *(f"triage.cause.{cause}" for cause in CAUSES))
"""Ids of the keys that answer."""


class Answering:
    """What the answers' keys do on a screen that lists cases."""

    def __init__(
        self,
        session: Session,
        rows: Rows,
        listed: RowList,
        status: StatusLine,
        writing: Writing,
        run: Callable[[], RunInfo | None],
        wanted: Callable[[QueueRow], bool],
    ) -> None:
        """`run`: the one whose outputs are shown; `wanted`: whether a row still waits for an answer."""
        self._session, self._rows, self._list = session, rows, listed
        self._status, self._writing = status, writing
        self._run, self._wanted = run, wanted
        self.just_decided: str | None = None
        """The case decided last."""

    def cause(self, cause: Cause) -> None:
        """Name the cause of the marked cases, or of the one under the cursor; the same again takes it back."""
        service, looked_at = self._session.workspace.triage, self._run()
        run_id = looked_at.id if looked_at else None
        ids = self._list.targets

        def holds(last: str) -> bool:
            verdict = service.mine(last)
            return verdict is not None and any(finding.cause == cause for finding in verdict.findings)

        self._answer(
            ids, lambda: service.decide(ids, cause, configuration=self.configuration(), run_id=run_id), holds
        )  # fmt: skip

    def right(self) -> None:
        """Say that the answers are right; the same again takes it back."""
        service, looked_at = self._session.workspace.triage, self._run()
        run_id = looked_at.id if looked_at else None
        ids = self._list.targets
        self._answer(
            ids,
            lambda: service.right(ids, configuration=self.configuration(), run_id=run_id),
            lambda last: service.says_right(last, self.configuration(), run_id),
        )

    def _answer(self, ids: Sequence[str], act: Callable[[], Write], holds: Callable[[str], bool]) -> None:
        """Write, and go on where the answer now `holds` for the last of the cases: else it was taken back."""
        if not ids:
            self._status.refused("no answer", "there is no case here")
            return
        order = [*self._rows.shown]
        done = self._writing.do(act)
        if done is None:
            return
        self.just_decided = ids[-1]
        if holds(ids[-1]):
            self.go_on(done, ids, order)
        else:
            self._list.clear_marks()

    def go_on(self, done: Write, ids: Sequence[str], order: Sequence[str]) -> None:
        """To the next case that waits for an answer, in the `order` that the reviewer saw when deciding."""
        self._list.clear_marks()
        shown = self._rows.shown
        rows = (shown[one] for one in following(order, ids[-1]) if one in shown)
        target = next((row for row in rows if self._wanted(row) and row.case_id not in ids), None)
        if target is not None:
            self._list.move_to(target.case_id)
        else:
            self._status.done(one_line(done.words), hint="nothing undecided is left here · u undoes it")

    def configuration(self) -> str | None:
        """Whose latest run is shown."""
        run = self._run()
        return run.config if run else None

    def off(self) -> dict[str, str]:
        """The keys that do nothing now, and why."""
        if not self._rows.shown:
            return dict.fromkeys(ANSWER_KEYS, "there is no case here")
        return {} if self._run() else {"triage.right": "there is no run, and so no answer"}
