"""The case editor: a form and the corpus side by side. Evidence is picked, not typed."""

from collections.abc import Sequence
from dataclasses import replace
from typing import ClassVar

from textual import events, on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Container, Vertical

from ragtriage.authoring import form as forms
from ragtriage.authoring.form import Form
from ragtriage.text import one_line
from ragtriage.tui import keymap
from ragtriage.tui.keymap import Hint
from ragtriage.tui.keys import bindings
from ragtriage.tui.screens.editor_frame import Save
from ragtriage.tui.screens.editor_rows import LABEL_CELLS, key_of
from ragtriage.tui.screens.editor_saving import EditorSaving
from ragtriage.tui.screens.editor_search import SEARCH
from ragtriage.tui.widgets.document_view import DocumentView
from ragtriage.tui.widgets.form_view import FormView
from ragtriage.tui.widgets.help_screen import HelpScreen
from ragtriage.tui.widgets.key_line import KeyLine
from ragtriage.tui.widgets.prompt_line import PromptLine
from ragtriage.tui.widgets.status_line import StatusLine
from ragtriage.tui.widgets.text_entry import TextEntry
from ragtriage.tui.widgets.title_line import Tab, TitleLine

STACK_UNDER = 100
"""Columns under which form and corpus stand one above the other."""
COMMANDS = "save · discard · help"
NOTES = (
    "The draft is on disk after each key: a dropped line loses nothing, the editor opens again where it was.",
    "● vital   ○ not vital   ? suggested: a confirms, r refuses, enter rewords it   ✗ must be mended   ~ look at it",
    "Search with a passage of five words or more: enter opens the document that it was copied from.",
)
_LAST = ("editor.save", "pane.next", "editor.search", "undo", "back", "help")
FOOTER: dict[str, tuple[str, ...]] = {
    "form": ("open", "editor.accept", "editor.reject", "editor.vital", "editor.split", "editor.remove", *_LAST),
    "hits": ("editor.accept", "open", "editor.or", *_LAST),
    "document": ("editor.accept", "editor.or", "editor.hold", "editor.word_next", "editor.end_longer",
                 "editor.end_shorter", "editor.start_longer", "editor.start_shorter", "editor.found_next", *_LAST),
}  # fmt: skip
"""The keys worth a reminder in each pane; those that do nothing on the row under the cursor are left out."""
TYPING = (("enter", "done"), ("^o", "new line"), ("^w", "word back"), ("^u", "line back"), ("^s", "save"),
          ("esc", "as it was"))  # fmt: skip
"""What ends or mends what is typed."""
SEARCHING = (("enter", "done"), ("esc", "as it was"), ("up", "typed before"))
"""The same for a line."""
_WORDS = {
    ("form", "open"): "edit", ("form", "editor.accept"): "confirm", ("form", "pane.next"): "corpus",
    ("hits", "pane.next"): "form", ("document", "pane.next"): "form", ("document", "back"): "hits",
    ("hits", "back"): "form", ("form", "back"): "leave",
}  # fmt: skip


class EditorScreen(EditorSaving):
    """Push it on any screen: `app.push_screen(EditorScreen(form, save=…), callback)`."""

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

    def compose(self) -> ComposeResult:
        yield TitleLine()
        with Container(id="body"):
            with Vertical(id="form"):
                yield FormView(id="fields", label_cells=LABEL_CELLS)
                yield TextEntry()
            with Vertical(id="corpus"):
                yield FormView(id="hits", label_cells=2, lines=2)
                yield DocumentView(id="document")
        yield PromptLine(instead_of="StatusLine")
        yield StatusLine()
        yield KeyLine(keep=2, id="footer")

    def __init__(self, form: Form, save: Save | None = None, *, cursor: str = "") -> None:
        """`save` makes the write (`authoring.saving.save` by default); `cursor`: the field that it begins on."""
        super().__init__(form, save)
        self._cursor = cursor
        self._moved_in_form = False

    def on_mount(self) -> None:
        self._arrange()
        self.show_form(self._cursor or None)
        self.show_hits()
        self.resume_looking()
        if self.form.typing is not None:
            self.give_keys(self.fields)
            self._resume_typing()
        elif self.form.looking is not None:
            self.status.note("the draft is back, with the document that was open")
        elif self.form.case.question.strip() and not self.form.case.evidence and self.form.case.answerable:
            self.give_keys(self.hits)
        else:
            self.give_keys(self.fields)
            if not self.form.case.question.strip():
                self.call_after_refresh(self.fields.action_open)
        self.show_frame()
        self.search()
        self.look_through(at_once=True)

    def _resume_typing(self) -> None:
        """A line was dropped in the middle of a word: its entry is open again."""
        typing = self.form.typing
        assert typing is not None
        self.status.note("the draft is back, as it was typed last")
        if typing.field == SEARCH:
            self.ask_search()
            return
        row = next((row for row in forms.rows_of_form(self.form) if key_of(row) == typing.field), None)
        if row is not None:
            self.fields.move_to(typing.field)
            self.call_after_refresh(self._begin, row, typing.text)

    # -- drawing

    def on_resize(self, event: events.Resize) -> None:
        self._arrange()

    def _arrange(self) -> None:
        self.set_class(self.app.size.width < STACK_UNDER, "stacked")

    def on_descendant_focus(self) -> None:
        """Other keys work in another pane, and it has more room."""
        if self.is_mounted and self.prompt.asking is None:
            self.set_class(self.pane != "form", "corpus")
            self.show_frame()

    def show_frame(self) -> None:
        form = self.form
        if form.base is not None:
            name = form.case.id
        else:
            name = "new case" if form.origin.kind == "new" else f"case from complaint {form.origin.ref}"
        kept = self._unkept or ("draft kept" if form.changed else "")
        self.query_one(TitleLine).show(
            [Tab("", "Edit", here=True)], (one_line(name), kept), self.workspace.settings.snapshot or ""
        )
        self.query_one("#footer", KeyLine).show(self._footer())

    def _footer(self) -> Sequence[Hint]:
        pane, off = self.pane, self.off()
        if self.prompt.asking or self.entry.field:
            typing = SEARCHING if self.prompt.asking else TYPING
            return [Hint(key, key, words, words, "", "") for key, words in typing]
        every = {hint.id: hint for hint in keymap.hints("editor", self.ragtriage.keys, off)}
        return [self._worded(every[id], pane) for id in FOOTER[pane] if id not in off]

    def _worded(self, hint: Hint, pane: str) -> Hint:
        words = _WORDS.get((pane, hint.id))
        if pane == "document" and self.from_form:
            words = {"back": "form", "editor.accept": "write"}.get(hint.id, words)
        return replace(hint, words=words, short=words) if words else hint

    def off(self) -> dict[str, str]:
        """Key ids that do nothing now, and why."""
        off: dict[str, str] = {}
        row, pane = self.field_row(), self.pane
        kind = row.kind if row is not None and pane == "form" else ""
        if kind != "suggestion":
            off["editor.reject"] = "there is no suggestion under the cursor"
            if pane == "form":
                off["editor.accept"] = off["editor.reject"]
        if kind not in ("nugget", "quote"):
            off["editor.vital"] = "v is for nuggets and quotes"
        if kind != "nugget":
            off["editor.split"] = "| is for nuggets"
        if self.evidence < 0:
            off["editor.or"] = "there is no evidence yet"
        if not self._done:
            off["undo"] = "nothing was changed here"
        if not self._undone:
            off["redo"] = "nothing was undone"
        return off

    # -- panes

    def to_corpus(self) -> None:
        self.give_keys(self.document if self.document.display else self.hits)

    def action_next_pane(self) -> None:
        """The other pane has the keys; the form's cursor is where something is wanted, until it was moved there."""
        if self.pane == "form":
            self.to_corpus()
            return
        self.give_keys(self.fields)
        if not self._moved_in_form and (wanted := self._wanted()):
            self.fields.move_to(wanted)

    def _wanted(self) -> str | None:
        """The first row that a case wants filled."""
        case = self.form.case
        if not case.question.strip():
            return "question"
        if case.answerable and not case.reference_answer.strip():
            return "reference_answer"
        return "suggestions[0]" if forms.suggested_nuggets(self.form) else None

    @on(FormView.Highlighted, "#fields")
    def _moved(self) -> None:
        self._moved_in_form = self._moved_in_form or self.fields.has_focus

    def action_back(self) -> None:
        """From the document to the hits, to the form, and out."""
        if self.pane == "document":
            self.back_from_document()
        elif self.pane == "hits":
            self.give_keys(self.fields)
        else:
            self.leave()

    def action_help(self) -> None:
        """The keys of the editor."""
        self.app.push_screen(HelpScreen(keymap.hints("editor", self.ragtriage.keys, self.off()), notes=NOTES))

    # -- commands

    def action_command_line(self) -> None:
        """`:` and a command by name."""
        self.prompt.ask("command", ":", hint=COMMANDS)
        self.show_frame()

    @on(PromptLine.Entered)
    def _entered(self, event: PromptLine.Entered) -> None:
        event.stop()
        if event.purpose == SEARCH:
            self.search_entered()
            return
        match event.text.split():
            case []:
                return
            case ["save" | "w"]:
                self.action_save()
            case ["discard"]:
                self.discard()
            case ["help"]:
                self.action_help()
            case _:
                self.status.refused(f"no command `{one_line(event.text)}`", COMMANDS)
                self.prompt.ask_again(event.text, self.status.said)
