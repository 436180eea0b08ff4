"""Keeping up with the disk: what changed is read and judged behind the screen, and an index that is gone made anew.

An index may be deleted at any time, or moved aside by another process that found it damaged. Who has it open can go on
reading it; so nothing is refused meanwhile, and all take the new one once it is filled.
"""

from typing import TYPE_CHECKING

from ragtriage.errors import DamagedIndexError, FilePlace
from ragtriage.tui.faults import FAULTS, error_text
from ragtriage.tui.messages import IndexGone, Judged, Judging
from ragtriage.workspace import Workspace

if TYPE_CHECKING:
    from ragtriage.tui.app import RagtriageApp


class KeepingUp:
    """Judges behind the screen, for an app and the workspaces that it has open."""

    def __init__(self, app: "RagtriageApp", main: Workspace, reading: Workspace) -> None:
        self._app, self._main, self._reading = app, main, reading
        self.unsaid = False
        """Whether something changed on disk that no screen was told of, as a newer look came between."""
        self._is_gone = False
        for workspace in (main, reading):
            workspace.index.when_opened_anew(self._say)

    def judge(self, anew: bool) -> None:
        """See what changed on disk, judge what is not yet judged; `anew` also puts the lists in order anew."""

        def work() -> None:
            try:
                self._judge(anew)
            except DamagedIndexError:  # it was moved aside: now there is a new one
                try:
                    self._judge(anew)
                except DamagedIndexError as error:
                    title = error_text(error, self._main.root)
                    self._app.post_from_thread(Judged(0, False, title, self._app.problems, anew))

        self._app.run_in_background("judge", work)

    def _judge(self, anew: bool) -> None:
        app, root = self._app, self._main.root
        try:
            with self._main.reopen() as workspace:
                changed = self.unsaid = workspace.refresh() or self.unsaid
                problems = workspace.problems()
                try:
                    judged = workspace.judge_all(lambda run, done, of: app.post_from_thread(Judging(run, done, of)))
                    if workspace.index.is_gone:  # once more, while it was filled: what stands there now is empty
                        raise DamagedIndexError(
                            "the index was deleted or replaced while it was filled",
                            where=FilePlace(root),
                            next_step="do the same again: it is made anew from the workspace's files",
                        )
                    self._follow()
                    app.post_from_thread(Judged(judged, changed, None, problems, anew))
                except DamagedIndexError:
                    raise
                except FAULTS as error:  # what was read before it still holds
                    app.post_from_thread(Judged(0, changed, error_text(error, root), problems, anew))
        except DamagedIndexError:
            raise
        except FAULTS as error:
            app.post_from_thread(Judged(0, False, error_text(error, root), app.problems, anew))

    def _follow(self) -> None:
        """The index is filled: who still has one open that is gone takes this one from now on."""
        for workspace in (self._main, self._reading):
            workspace.index.follow()
        self._is_gone = False

    def look(self) -> None:
        """Where the index that is open was deleted or moved away, have another one filled. From any thread."""
        if not self._is_gone and self._reading.index.is_gone:
            self._is_gone = True
            self._say()

    def _say(self) -> None:
        self._app.post_message(IndexGone())
