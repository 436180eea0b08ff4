"""The editor as its parts see it: three panes, one of which has the keys, and a place for questions."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from textual.screen import Screen
from textual.widget import Widget

from ragtriage.tui.widgets.confirm import Confirm
from ragtriage.tui.widgets.document_view import DocumentView
from ragtriage.tui.widgets.form_view import FormView
from ragtriage.tui.widgets.status_line import StatusLine

if TYPE_CHECKING:
    from ragtriage.tui.app import RagtriageApp


class EditorPanes:
    """The form, and beside it the hits of a search or one document."""

    def __init__(
        self, fields: FormView, hits: FormView, document: DocumentView, give_room: Callable[[bool], object]
    ) -> None:
        """`give_room`: to the corpus, or to the form."""
        self.fields, self.hits, self.document = fields, hits, document
        self._give_room = give_room

    @property
    def name(self) -> str:
        """Where the keys go: form, hits or document."""
        if self.document.has_focus:
            return "document"
        return "hits" if self.hits.has_focus else "form"

    def give_keys(self, widget: Widget) -> None:
        """The keys go there, and the room with them: at once, so that one frame shows both."""
        self._give_room(widget in (self.hits, self.document))
        widget.focus()

    def to_form(self) -> None:
        """The keys go to the form."""
        self.give_keys(self.fields)

    def to_corpus(self) -> None:
        """The keys go to what is shown of the corpus."""
        self.give_keys(self.document if self.document_shown else self.hits)

    @property
    def document_shown(self) -> bool:
        """Whether a document is shown instead of the hits."""
        return bool(self.document.display)

    def show_document(self, shown: bool) -> None:
        """A document instead of the hits, or the hits again."""
        self.hits.display, self.document.display = not shown, shown


class EditorStage:
    """What the ways out of the editor ask of the screen and its app."""

    def __init__(self, screen: Screen[str | None], app: "RagtriageApp") -> None:
        self._screen, self._app = screen, app

    def confirm(self, question: Confirm, answered: Callable[[bool | None], None]) -> None:
        """Ask, over the screen."""
        self._app.push_screen(question, answered)

    def leave(self, case_id: str | None) -> None:
        """To the screen below, with the id of the saved case, or None."""
        self._screen.dismiss(case_id)

    def note_below(self, words: str, hint: str) -> None:
        """Say something on the screen below."""
        for below in self._app.screen_stack[-2:-1]:
            for line in below.query(StatusLine):
                line.note(words, hint=hint)
