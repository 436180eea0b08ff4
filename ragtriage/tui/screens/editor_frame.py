"""The frame of the case editor: the form it holds, the draft of it on disk, and the panes it is drawn in.

Every change is on disk before the next key: a dropped line costs the last letter at most.
"""

import threading
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, cast

from textual.message import Message
from textual.screen import Screen
from textual.widget import Widget

from ragtriage.authoring.corpus import Corpus, Found, PastedPassage
from ragtriage.authoring.draft_lock import DraftLock
from ragtriage.authoring.form import Form, Typing
from ragtriage.authoring.remarks import Remark
from ragtriage.disk.files import Write
from ragtriage.errors import RagtriageError, WorkspaceError
from ragtriage.tui.faults import FAULTS, error_text, lasting
from ragtriage.tui.widgets.document_view import DocumentView
from ragtriage.tui.widgets.form_view import FormView
from ragtriage.tui.widgets.prompt_line import PromptLine
from ragtriage.tui.widgets.status_line import StatusLine
from ragtriage.tui.widgets.text_entry import TextEntry

if TYPE_CHECKING:
    from ragtriage.tui.app import RagtriageApp
    from ragtriage.workspace import Workspace

Save = Callable[[Form], Write]
"""Makes the write that saves a form. Raises UsageError, CaseError, ConflictError."""


@dataclass
class Searched(Message):
    """What the corpus has for a query."""

    query: str
    found: Sequence[Found]
    error: RagtriageError | None = None


@dataclass
class Placed(Message):
    """Where a passage stands, for `purpose`: `search`, or the path of the quote that was opened."""

    purpose: str
    passage: str
    places: Sequence[PastedPassage]
    error: RagtriageError | None = None


@dataclass
class Remarked(Message):
    """What is wrong with the form as it was then."""

    form: Form
    remarks: Sequence[Remark]
    error: RagtriageError | None = None


def corpus_of(workspace: "Workspace") -> Corpus:
    """The workspace's corpus. Raises WorkspaceError when it names no snapshot, SnapshotError."""
    corpus = workspace.corpus
    if corpus is None:
        raise WorkspaceError(
            "there is no snapshot to take evidence from", next_step="ragtriage snapshot add FOLDER --name NAME"
        )
    return corpus


@lasting
class EditorFrame(Screen[str | None]):
    """What form and corpus share. Dismissed with the id of the saved case, or None."""

    def __init__(self, form: Form, save: Save | None = None) -> None:
        super().__init__()
        self.form = replace(form, open=True)
        self.written: Write | None = None
        """What saving wrote, for the screen below."""
        self.hold: DraftLock | None = None
        """The form is open in no other session."""
        self._save = save
        self._behind: Workspace | None = None
        self._behind_lock = threading.Lock()
        self._gone = False
        """Whether the screen was left."""
        self._unkept = ""
        """Why the draft is not on disk; empty: it is."""

    @property
    def ragtriage(self) -> "RagtriageApp":
        return cast("RagtriageApp", self.app)

    @property
    def workspace(self) -> "Workspace":
        return self.ragtriage.workspace

    @property
    def status(self) -> StatusLine:
        return self.query_one(StatusLine)

    @property
    def prompt(self) -> PromptLine:
        return self.query_one(PromptLine)

    @property
    def fields(self) -> FormView:
        return self.query_one("#fields", FormView)

    @property
    def entry(self) -> TextEntry:
        return self.query_one(TextEntry)

    @property
    def hits(self) -> FormView:
        return self.query_one("#hits", FormView)

    @property
    def document(self) -> DocumentView:
        return self.query_one("#document", DocumentView)

    @property
    def pane(self) -> str:
        """Where the keys go: form, hits or document."""
        if self.document.has_focus:
            return "document"
        return "hits" if self.hits.has_focus else "form"

    def give_keys(self, widget: Widget) -> None:
        """The keys go there, and the room with them: at once, so that one frame shows both."""
        self.set_class(widget in (self.hits, self.document), "corpus")
        widget.focus()

    # -- the form, and the draft of it

    def keep(self, form: Form) -> None:
        """This is the form now: on disk before anything else happens."""
        self.form = form
        try:
            self.workspace.drafts.keep(form)
        except FAULTS as error:
            if not self._unkept:  # said once, then it stands in the title
                self.status.failed(error_text(error, self.workspace.root))
            self._unkept = "✗ draft not kept"
        else:
            self._unkept = ""

    def type_in(self, field: str, text: str) -> None:
        """Keep what is being typed."""
        self.keep(replace(self.form, typing=Typing(field, text)))

    def typed(self) -> None:
        """Nothing is being typed any more."""
        if self.form.typing is not None:
            self.keep(replace(self.form, typing=None))

    def failed(self, error: Exception) -> None:
        """Say an error."""
        self.status.failed(error_text(error, self.workspace.root))

    def change(self, made: Callable[[Form], Form], words: str = "", *, cursor: str | None = None) -> bool:
        """Change the form, keep it, and draw it; whether it could be. What cannot be is said."""
        raise NotImplementedError

    # -- behind the screen

    def in_background(self, group: str, work: "Callable[[Workspace], Message]") -> None:
        """Work in a thread on a workspace of its own, and post what comes of it."""
        from textual.worker import get_current_worker

        def run() -> None:
            worker = get_current_worker()
            with self._behind_lock:
                if worker.is_cancelled or self._gone:
                    return
                if self._behind is None:
                    self._behind = self.workspace.reopen()
                message = work(self._behind)
            self._close_if_gone()
            if not worker.is_cancelled:
                self.post_message(message)

        self.ragtriage.run_in_background(f"editor {group}", run)

    def on_unmount(self) -> None:
        """The thread's workspace is closed when no thread is in it: leaving waits for none."""
        self._gone = True
        if self.hold is not None:
            self.hold.release()
        self._close_if_gone()

    def _close_if_gone(self) -> None:
        if self._gone and self._behind_lock.acquire(blocking=False):
            try:
                with suppress(*FAULTS):
                    if self._behind is not None:
                        self._behind.close()
                        self._behind = None
            finally:
                self._behind_lock.release()
