"""Work behind the editor: in threads, on a workspace of its own, so that no list behind it waits for a search."""

import threading
from collections.abc import Callable
from contextlib import suppress
from typing import Protocol, TypeVar

from textual.message_pump import MessagePump
from textual.worker import get_current_worker

from ragtriage.authoring.corpus import Corpus
from ragtriage.errors import RagtriageError, WorkspaceError
from ragtriage.tui.faults import FAULTS, error_text
from ragtriage.workspace import Workspace

Result = TypeVar("Result")


def corpus_of(workspace: Workspace) -> Corpus:
    """The workspace's corpus. Raises WorkspaceError when it names no snapshot, SnapshotError."""
    corpus = workspace.corpus
    if corpus is None:
        raise WorkspaceError(
            "there is no snapshot to take evidence from", next_step="ragtriage snapshot add FOLDER --name NAME"
        )
    return corpus


class WorkspaceReading(Protocol):
    """Reads behind the screen; a part that is given one need not know where. In tests it reads at once."""

    def read(
        self,
        group: str,
        work: Callable[[Workspace], Result],
        then: Callable[[Result], object],
        failed: Callable[[RagtriageError], object],
    ) -> None:
        """Do `work`, then give what it came to, or what went wrong."""
        ...


class AppWithThreads(Protocol):
    """What is asked of the app."""

    @property
    def workspace(self) -> Workspace:
        """The one that is open."""
        ...

    def run_in_background(self, group: str, work: Callable[[], None]) -> None:
        """Run `work` in a thread; a newer one of the same group makes an older one's result unwanted."""


class EditorReading:
    """One workspace for all threads of one editor, opened by the first; leaving the editor waits for none of them."""

    def __init__(self, screen: MessagePump, app: AppWithThreads) -> None:
        self._screen, self._app = screen, app
        self._workspace: Workspace | None = None
        self._lock = threading.Lock()
        self._gone = False
        """Whether the editor was left."""

    def read(
        self,
        group: str,
        work: Callable[[Workspace], Result],
        then: Callable[[Result], object],
        failed: Callable[[RagtriageError], object],
    ) -> None:
        """Do `work` in a thread; what comes of it is given in the screen's own turn, unless a newer one is wanted."""
        root = self._app.workspace.root

        def told(workspace: Workspace) -> Callable[[], object]:
            try:
                result = work(workspace)
            except FAULTS as error:
                fault = error_text(error, root)
                return lambda: failed(fault)
            return lambda: then(result)

        def run() -> None:
            worker = get_current_worker()
            with self._lock:
                if worker.is_cancelled or self._gone:
                    return
                if self._workspace is None:
                    self._workspace = self._app.workspace.reopen()
                tell = told(self._workspace)
            self._close_if_gone()
            if not worker.is_cancelled:
                self._screen.call_later(tell)

        self._app.run_in_background(f"editor {group}", run)

    def close(self) -> None:
        """The editor is left: the workspace is closed when no thread is in it."""
        self._gone = True
        self._close_if_gone()

    def _close_if_gone(self) -> None:
        if self._gone and self._lock.acquire(blocking=False):
            try:
                with suppress(*FAULTS):
                    if self._workspace is not None:
                        self._workspace.close()
                        self._workspace = None
            finally:
                self._lock.release()
