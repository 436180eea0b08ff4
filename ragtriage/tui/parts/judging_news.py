"""What the status line says of outputs that are judged behind the screen, and of files that broke meanwhile."""

from ragtriage.disk.problems import Problem
from ragtriage.errors import RagtriageError
from ragtriage.text import one_line
from ragtriage.tui.messages import Judged, Judging
from ragtriage.tui.parts.listing import Session
from ragtriage.tui.widgets.status_line import StatusLine

WORTH_TELLING = 50
"""Outputs to judge at once of which the status line speaks; fewer are judged before one has read it."""


class JudgingNews:
    """Says how far it is, and what came of it."""

    def __init__(self, session: Session, status: StatusLine) -> None:
        self._session, self._status = session, status
        self._was_told = False

    def going_on(self, news: Judging) -> None:
        """Outputs are being judged."""
        if news.of >= WORTH_TELLING:
            self._was_told = True
            self._status.note(f"scoring {news.done} of {news.of} outputs", hint=one_line(news.run))

    def done(self, news: Judged, known: tuple[Problem, ...]) -> None:
        """They were judged; `known`: the problems that were told before."""
        first_told = set(news.problems) - set(known)
        if news.error is not None:
            self._status.failed(news.error)
        elif first_told:
            self._tell_problem(news, first_told)
        elif self._was_told:
            # Without the state folder that was moved aside, all is judged anew: that is why, and worth more.
            index = self._session.workspace.index
            moved, index.state_moved = index.state_moved, ""
            self._status.note(one_line(moved) or f"{news.judged} outputs scored")
        self._was_told = False

    def _tell_problem(self, news: Judged, first_told: set[Problem]) -> None:
        """Name the file that broke just now, not the one that comes first by name."""
        first = next(one for one in news.problems if one in first_told)
        more = "" if len(news.problems) == 1 else f" (and {len(news.problems) - 1} more)"
        place = first.place.path.name if first.place.line is None else f"{first.place.path.name}:{first.place.line}"
        self._status.failed(RagtriageError(f"{place}: {first.title}{more}", next_step="F2 shows them on top"))
