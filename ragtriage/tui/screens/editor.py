"""The case editor: a form and the corpus side by side. Evidence is picked, not typed.

The screen holds the widgets and the parts, and gives each its keys and its news; what they do is theirs.
"""

from collections.abc import Callable
from typing import TYPE_CHECKING, ClassVar, cast

from textual import events, on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Container, Vertical
from textual.screen import Screen

from ragtriage.authoring.draft_lock import DraftLock
from ragtriage.authoring.form import Form
from ragtriage.disk.files import Write
from ragtriage.tui.faults import lasting
from ragtriage.tui.keys import BY_ID, bindings
from ragtriage.tui.parts import commanding
from ragtriage.tui.parts.back_key import BackKey
from ragtriage.tui.parts.commanding import Commands
from ragtriage.tui.parts.delayed import Delayed
from ragtriage.tui.parts.editor.draft import EditedForm
from ragtriage.tui.parts.editor.field_keys import FieldKeys
from ragtriage.tui.parts.editor.field_typing import FieldTyping
from ragtriage.tui.parts.editor.form_pane import FormPane
from ragtriage.tui.parts.editor.frame import EditorFrame
from ragtriage.tui.parts.editor.open_document import OpenDocument
from ragtriage.tui.parts.editor.panes import EditorPanes, EditorStage
from ragtriage.tui.parts.editor.reading import EditorReading
from ragtriage.tui.parts.editor.remarks import FormRemarks
from ragtriage.tui.parts.editor.rows import LABEL_CELLS
from ragtriage.tui.parts.editor.saving import FormSaving, Save
from ragtriage.tui.parts.editor.search import SEARCH, CorpusSearch
from ragtriage.tui.parts.editor.taking import EvidenceTaking
from ragtriage.tui.widgets.document_view import DocumentView
from ragtriage.tui.widgets.form_view import FormView
from ragtriage.tui.widgets.prompt_line import PromptLine
from ragtriage.tui.widgets.row_list import SETTLE_SECONDS
from ragtriage.tui.widgets.status_line import StatusLine
from ragtriage.tui.widgets.text_entry import TextEntry

if TYPE_CHECKING:
    from ragtriage.tui.app import RagtriageApp

STACK_UNDER = 100
"""Columns under which form and corpus stand one above the other."""
COMMANDS = "save · discard · help"


@lasting
class EditorScreen(Screen[str | None]):
    """Push it on any screen: `app.push_screen(EditorScreen(form, save=…), callback)`.

    Dismissed with the id of the saved case, or None.
    """

    AUTO_FOCUS = ""
    BINDINGS: ClassVar[list[BindingType]] = [*bindings("screen", "editor")]
    DEFAULT_CSS = """
    EditorScreen { layout: vertical; }
    EditorScreen #body { height: 1fr; layout: horizontal; }
    EditorScreen #form { width: 1fr; }
    EditorScreen #corpus { width: 1fr; }
    EditorScreen #document { display: none; }
    EditorScreen.stacked #body { layout: vertical; }
    EditorScreen.stacked #form { height: 2fr; }
    EditorScreen.stacked #corpus { height: 1fr; }
    EditorScreen.stacked.corpus #form { height: 1fr; }
    EditorScreen.stacked.corpus #corpus { height: 2fr; }
    """

    def __init__(self, form: Form, save: Save | None = None, *, cursor: str = "") -> None:
        """`save` makes the write (`authoring.saving.save` by default); `cursor`: the field that it begins on."""
        super().__init__()
        app = self.ragtriage = cast("RagtriageApp", self.app)
        self.hold: DraftLock | None = None
        """The form is open in no other session."""
        self._cursor = cursor
        self.fields = FormView(id="fields", label_cells=LABEL_CELLS)
        self.hits, self.document = FormView(id="hits", label_cells=2, lines=2), DocumentView(id="document")
        self.entry, self.status = TextEntry(), StatusLine()
        self.prompt = PromptLine(instead_of="StatusLine")
        self.frame = EditorFrame(app.keys)
        self.reading = EditorReading(self, app)
        self.panes = EditorPanes(self.fields, self.hits, self.document, lambda more: self.set_class(more, "corpus"))
        self.draft = EditedForm(form, app, self.status, lambda: self.fields.cursor_key, self._changed)
        self.rows = FormPane(self.draft, self.fields)
        self.remarks = FormRemarks(self.draft, self.reading, self.status, self.set_timer, self._show_form)
        self.typing = FieldTyping(self.draft, self.rows, self.panes, self.entry, self.status, self.show_frame)
        self.opened = OpenDocument(self.draft, self.panes, app, self.reading, self.status)
        self.search = CorpusSearch(
            self.draft, self.panes, self.opened, self.prompt, self.status, app, self.reading, self.set_timer
        )
        self.taking = EvidenceTaking(self.draft, self.rows, self.panes, self.opened, self.search, app, self.status)
        self.field_keys = FieldKeys(self.draft, self.rows, self.panes, self.typing, self.opened, self.status)
        stage = EditorStage(self, app)
        self.saving = FormSaving(self.draft, self.remarks, app, self.status, stage, self._to_error, save)
        self.commands = Commands(self.prompt, self.status, COMMANDS, COMMANDS)
        self.back = BackKey(lambda: self.saving.leave())
        self._settled = Delayed(self.set_timer, SETTLE_SECONDS, self.show_frame)
        self._give_keys()

    # -- which part answers

    def act(self, **actions: Callable[..., object]) -> None:
        """Give keys to parts: Textual looks up the action of a key on the screen, by the name `action_…`."""
        for name, action in actions.items():
            setattr(self, f"action_{name}", action)

    def _give_keys(self) -> None:
        keys, opened = self.field_keys, self.opened
        self.act(undo=self.draft.undo, redo=self.draft.redo, save=self.saving.save)
        self.act(vital=keys.weigh, shift=keys.shift, remove=keys.remove, reject=keys.reject, choose=self._choose)
        self.act(split=self.typing.begin_split, accept=self._accept, alternative=self.taking.take_alternative)
        self.act(word=opened.word, edge=opened.edge, found=opened.found, hold=opened.hold)
        self.act(next_pane=self._next_pane, search=self._search, command_line=self._command_line)
        self.act(back=self.back.go, help=self._help)
        self.back.add(lambda: self.panes.name == "document", opened.back)
        self.back.add(lambda: self.panes.name == "hits", self.panes.to_form)
        self.commands.add_bare({"save": self.saving.save, "w": self.saving.save})
        self.commands.add_bare({"discard": self.saving.discard, "help": self._help})

    @property
    def form(self) -> Form:
        """The form as it is now."""
        return self.draft.form

    @property
    def written(self) -> Write | None:
        """What saving wrote, for the screen below."""
        return self.saving.written

    # -- coming and going

    def compose(self) -> ComposeResult:
        yield self.frame.title
        with Container(id="body"):
            with Vertical(id="form"):
                yield self.fields
                yield self.entry
            with Vertical(id="corpus"):
                yield self.hits
                yield self.document
        yield self.prompt
        yield self.status
        yield self.frame.footer

    def on_mount(self) -> None:
        self._arrange()
        self.rows.show((), self._cursor or None)
        self.search.show()
        self.opened.resume()
        self._begin()
        self.show_frame()
        self.search.now()
        self.remarks.now()

    def _begin(self) -> None:
        """The keys go where something is wanted, or to where a dropped line left them."""
        case = self.form.case
        if self.form.typing is not None:
            self.panes.to_form()
            self._resume_typing(self.form.typing.field, self.form.typing.text)
        elif self.form.looking is not None:
            self.status.note("the draft is back, with the document that was open")
        elif case.question.strip() and not case.evidence and case.answerable:
            self.panes.give_keys(self.hits)
        else:
            self.panes.to_form()
            if not case.question.strip():
                self.call_after_refresh(self.fields.action_open)

    def _resume_typing(self, field: str, text: str) -> None:
        """A line was dropped in the middle of a word: its entry is open again."""
        self.status.note("the draft is back, as it was typed last")
        if field == SEARCH:
            self.search.ask()
        elif (row := self.rows.row_of(field)) is not None:
            self.rows.move_to(field)
            self.call_after_refresh(self.typing.begin, row, text)

    def on_unmount(self) -> None:
        if self.hold is not None:
            self.hold.release()
        self.reading.close()

    # -- drawing

    def on_resize(self, event: events.Resize) -> None:
        self._arrange()

    def _arrange(self) -> None:
        self.set_class(self.app.size.width < STACK_UNDER, "stacked")

    def on_descendant_focus(self) -> None:
        """Other keys work in another pane, and it has more room."""
        if self.is_mounted and self.prompt.asking is None:
            self.set_class(self.panes.name != "form", "corpus")
            self.show_frame()

    def _changed(self, cursor: str | None) -> None:
        """The form is another one: it is drawn, and what hangs on it follows."""
        self.rows.show(self.remarks.found, cursor)
        self.show_frame()
        self.remarks.soon()
        self.search.form_changed()
        self.opened.form_changed()

    def _show_form(self) -> None:
        self.rows.show(self.remarks.found)

    def show_frame(self) -> None:
        """Title and footer, from what is true now."""
        self.frame.show_title(self.form, self.draft.unkept, self.ragtriage.workspace.settings.snapshot or "")
        if self.prompt.asking or self.entry.field:
            self.frame.show_typing(line=bool(self.prompt.asking))
        else:
            self.frame.show_keys(self.panes.name, self.off(), of_a_quote=self.opened.from_form)

    def off(self) -> dict[str, str]:
        """Key ids that do nothing now, and why."""
        return self.field_keys.off() | self.draft.off()

    # -- keys that several parts answer

    def _accept(self) -> None:
        """Take what is selected as evidence; in the form, confirm what is suggested."""
        if self.panes.name == "form":
            self.field_keys.confirm()
        else:
            self.taking.take()

    def _choose(self) -> None:
        """The key that was pressed says which."""
        key, names = self.ragtriage.keys_typed.last, self.ragtriage.keys.names(BY_ID["editor.choose"])
        self.field_keys.choose(names.index(key) if key in names else -1)

    def _next_pane(self) -> None:
        """The other pane has the keys; the form's cursor is where something is wanted, until it was moved there."""
        if self.panes.name == "form":
            self.panes.to_corpus()
        else:
            self.panes.to_form()
            self.rows.to_wanted()

    def _to_error(self) -> None:
        if self.rows.to_error():
            self.panes.to_form()

    def _help(self) -> None:
        self.app.push_screen(self.frame.help(self.off()))

    def _search(self) -> None:
        self.search.begin()
        self.show_frame()

    def _command_line(self) -> None:
        self.commands.ask()
        self.show_frame()

    # -- news from the widgets

    @on(FormView.Highlighted, "#fields")
    def _on_field(self, event: FormView.Highlighted) -> None:
        self.rows.highlighted(event.key)
        self._settled.soon()  # keys in the footer cost more than the rows

    @on(FormView.Opened)
    def _opened(self, event: FormView.Opened) -> None:
        if event.view is self.fields:
            self.field_keys.open()
        else:
            self.search.open_hit()

    @on(DocumentView.Picked)
    @on(DocumentView.Opened)
    def _in_document(self, event: DocumentView.Picked | DocumentView.Opened) -> None:
        if isinstance(event, DocumentView.Picked):
            self.opened.picked()
        else:
            self._accept()

    @on(TextEntry.Changed)
    @on(TextEntry.Left)
    def _typed(self, event: TextEntry.Changed | TextEntry.Left) -> None:
        if isinstance(event, TextEntry.Changed):
            self.typing.typed(event.field, event.text)
        else:
            self.typing.left(event.field)

    @on(TextEntry.Entered)
    async def _typed_in(self, event: TextEntry.Entered) -> None:
        if self.typing.entered(event.field, event.text) and event.then:
            await self.run_action(event.then)

    @on(PromptLine.Changed)
    @on(PromptLine.Left)
    def _asked(self, event: PromptLine.Changed | PromptLine.Left) -> None:
        if event.purpose == SEARCH and isinstance(event, PromptLine.Changed):
            self.search.typed(event.text)
        elif event.purpose == SEARCH:
            self.search.left()

    @on(PromptLine.Entered)
    def _answered(self, event: PromptLine.Entered) -> None:
        event.stop()
        if event.purpose == SEARCH:
            self.search.entered()
        elif event.purpose == commanding.PURPOSE:
            self.commands.entered(event.text, else_do=lambda _: False)
