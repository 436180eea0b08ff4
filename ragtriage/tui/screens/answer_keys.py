"""Digits and `0`: naming a cause, saying that an answer is wrong and why, or that it is right; then on to the next.

A part that the Triage and the Cases screen hold: the same keys write the same on both.
"""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from ragtriage.disk.files import Write
from ragtriage.runs.model import RunInfo
from ragtriage.text import one_line
from ragtriage.triage.model import CAUSES, Cause, Row

if TYPE_CHECKING:
    from ragtriage.tui.screens.case_list import CaseListScreen

ANSWER_KEYS = ("triage.right", *(f"triage.cause.{cause}" for cause in CAUSES))
"""Ids of the keys that answer."""


class AnswerKeys:
    """What the answers' keys do on a screen that lists cases."""

    def __init__(
        self, screen: "CaseListScreen", run: Callable[[], RunInfo | None], wanted: Callable[[Row], bool]
    ) -> None:
        """`run`: the one whose outputs are shown; `wanted`: whether a row still waits for an answer."""
        self._screen, self._run, self._wanted = screen, run, wanted
        self.just_decided: str | None = None
        """The case decided last."""

    def cause(self, cause: Cause) -> None:
        """Name the cause of the marked cases, or of the one under the cursor; the same again takes it back."""
        desk, looked_at = self._screen.ragtriage.workspace.desk, self._run()
        run_id = looked_at.id if looked_at else None
        ids = self._screen.list.targets
        self._answer(
            ids,
            lambda: desk.decide(ids, cause, configuration=self.configuration(), run_id=run_id),
            lambda last: (
                any(finding.cause == cause for finding in verdict.findings) if (verdict := desk.mine(last)) else False
            ),
        )

    def right(self) -> None:
        """Say that the answers are right; the same again takes it back."""
        desk, looked_at = self._screen.ragtriage.workspace.desk, self._run()
        run_id = looked_at.id if looked_at else None
        ids = self._screen.list.targets
        self._answer(
            ids,
            lambda: desk.right(ids, configuration=self.configuration(), run_id=run_id),
            lambda last: desk.says_right(last, self.configuration(), run_id),
        )

    def _answer(self, ids: Sequence[str], act: Callable[[], Write], holds: Callable[[str], bool]) -> None:
        """Write, and go on where the answer now `holds` for the last of the cases: else it was taken back."""
        screen = self._screen
        if not ids:
            screen.status.refused("no answer", "there is no case here")
            return
        shown = [*screen.rows]
        done = screen.write(act)
        if done is None:
            return
        self.just_decided = ids[-1]
        if holds(ids[-1]):
            self.go_on(done, ids, shown)
        else:
            screen.list.clear_marks()

    def go_on(self, done: Write, ids: Sequence[str], shown: Sequence[str]) -> None:
        """To the next case that waits for an answer, in the order that the reviewer saw when deciding."""
        screen = self._screen
        screen.list.clear_marks()
        at = shown.index(ids[-1]) if ids[-1] in shown else -1
        following = (screen.rows[one] for one in (*shown[at + 1 :], *shown[: at + 1]) if one in screen.rows)
        target = next((row for row in following if self._wanted(row) and row.case_id not in ids), None)
        if target is not None:
            screen.list.move_to(target.case_id)
        else:
            screen.status.done(one_line(done.words), hint="nothing undecided is left here · u undoes it")

    def configuration(self) -> str | None:
        """Whose latest run is shown."""
        run = self._run()
        return run.config if run else None

    def off(self) -> dict[str, str]:
        """The keys that do nothing now, and why."""
        if not self._screen.rows:
            return dict.fromkeys(ANSWER_KEYS, "there is no case here")
        return {} if self._run() else {"triage.right": "there is no run, and so no answer"}
