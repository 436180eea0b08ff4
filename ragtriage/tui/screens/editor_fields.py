"""The keys of the form: choosing, weighing, moving and removing, and what is typed into a field."""

from textual import on
from textual.timer import Timer

from ragtriage.authoring import form as forms
from ragtriage.authoring.form import FieldRow, Form
from ragtriage.errors import UsageError
from ragtriage.tui.keys import BY_ID
from ragtriage.tui.screens.editor_form import EditorForm
from ragtriage.tui.screens.editor_rows import key_of, quote_at, quote_place
from ragtriage.tui.widgets.form_view import FormView
from ragtriage.tui.widgets.row_list import SETTLE_SECONDS
from ragtriage.tui.widgets.text_entry import TextEntry

SPLIT = "|"
"""Before the path of a nugget that is being parted."""
_HINTS = {"filters": "filter, as region: EU", "user": "user, as role: customer", "nuggets": "new nugget"}
_GRADES = ("irrelevant", "background", "answers the question")
"""By grade."""
_LINES = ("question", "reference_answer", "notes")
"""Fields that keep line breaks."""


class EditorFields(EditorForm):
    """What keys do to the field under the cursor."""

    _settling: Timer | None = None

    # -- the field under the cursor

    @on(FormView.Highlighted, "#fields")
    def _on_field(self, event: FormView.Highlighted) -> None:
        if event.key and event.key.startswith("evidence["):
            self.evidence = quote_place(event.key)[0]
        if self._settling is not None:
            self._settling.stop()
        self._settling = self.set_timer(SETTLE_SECONDS, self.show_frame)  # keys in the footer cost more than the rows

    @on(FormView.Opened, "#fields")
    def _open_field(self) -> None:
        row = self.field_row()
        if row is None:
            return
        if row.read_only:
            self.status.refused(f"{row.label} is not changed here", "E edits the file")
        elif row.kind == "flag":
            self._set(row, "false" if row.value == "yes" else "true")
        elif row.kind == "choice":
            at = row.choices.index(row.value) if row.value in row.choices else -1
            self._set(row, row.choices[(at + 1) % len(row.choices)])
        elif row.kind == "quote":
            self.open_quote(row.path)
        elif row.kind == "add" and row.path == "evidence":
            self.to_corpus()
        else:
            self._begin(row)

    def _set(self, row: FieldRow, text: str) -> None:
        shown = {"true": "yes", "false": "no"}.get(text, text).replace("_", " ")
        self.change(lambda form: forms.typed_in(form, row.path, text), f"{row.label}: {shown}")

    def open_quote(self, path: str) -> None:
        """Show the quote in its document."""
        raise NotImplementedError

    def to_corpus(self) -> None:
        """The keys go to the corpus."""
        raise NotImplementedError

    def action_choose(self) -> None:
        """A digit picks what the field may be."""
        row, key = self.field_row(), self.ragtriage.keys_typed.last
        names = self.ragtriage.keys.names(BY_ID["editor.choose"])
        at = names.index(key) if key in names else -1
        if self.pane != "form" or row is None or not row.choices:
            self.status.refused("nothing to choose from here", "digits choose where a field has few values")
        elif not 0 <= at < len(row.choices):
            shown = "  ".join(f"{n} {one.replace('_', ' ')}" for n, one in enumerate(row.choices, 1))
            self.status.refused("no such choice", shown)
        else:
            self._set(row, {"yes": "true", "no": "false"}.get(row.choices[at], row.choices[at]))

    def action_vital(self) -> None:
        """Vital or not; answer, background or irrelevant."""
        row = self.field_row()
        if self.pane != "form" or row is None or row.kind not in ("nugget", "quote"):
            self.status.refused("nothing to weigh here", "v is for nuggets and quotes of the form")
        elif row.kind == "quote":
            grade = (quote_at(self.form, row.path).grade - 1) % 3
            piece = quote_place(row.path)[0]
            words = f"{row.label}: {_GRADES[grade]}"
            self.change(lambda form: forms.with_field(form, ("evidence", piece, "grade"), grade), words)
        else:
            words = f"{row.label.partition(' (')[0]}: " + ("not vital" if row.vital else "vital")
            self.change(lambda form: forms.toggled(form, _number(row.path)), words)

    def action_shift(self, step: int) -> None:
        """Evidence or nugget earlier or later; the cursor goes with it."""
        row = self.field_row()
        if self.pane != "form" or row is None or row.kind not in ("nugget", "quote"):
            self.status.refused("nothing to move here", "( and ) move nuggets and quotes of the form")
            return
        head, number, tail = _parts(row.path)
        self.change(lambda form: forms.moved(form, row.path, step), cursor=f"{head}[{number + step}]{tail}")

    def action_remove(self) -> None:
        """Away with what is under the cursor."""
        row = self.field_row()
        if self.pane != "form" or row is None or row.kind == "add":
            self.status.refused("nothing to remove here", "x removes what is under the form's cursor")
        elif row.kind == "suggestion":
            self.action_reject()
        elif row.path == "tags":
            self.change(lambda form: forms.with_field(form, "tags", ()), "tags removed")
        else:
            self.change(lambda form: forms.without_part(form, row.path), f"{row.label} removed")

    def confirm_suggestion(self) -> None:
        """The suggestion under the cursor is a nugget."""
        row = self.field_row()
        if row is None or row.kind != "suggestion":
            self.status.refused("nothing to confirm here", "a confirms a suggested nugget; enter edits a field")
        else:
            self.change(lambda form: forms.confirm(form, row.value), "a nugget, vital: v weighs it, | parts it")

    def action_reject(self) -> None:
        """Not a nugget."""
        row = self.field_row()
        if self.pane != "form" or row is None or row.kind != "suggestion":
            self.status.refused("nothing to refuse here", "r refuses a suggested nugget")
        else:
            self.change(lambda form: forms.refuse(form, row.value), "refused")

    # -- typing

    def _begin(self, row: FieldRow, text: str | None = None) -> None:
        label = _HINTS[row.path] if row.kind == "add" else row.label
        value = "" if row.kind == "add" else row.value
        self.begin_entry(key_of(row), label, value if text is None else text)

    def begin_entry(self, field: str, label: str, text: str, *, at: int | None = None) -> None:
        """Open the entry at the foot of the form."""
        self.entry.begin(field, label, text, at=at, most=max(4, self.fields.size.height * 2 // 3))
        self.show_frame()

    def action_split(self) -> None:
        """Part a nugget where `|` is typed."""
        row = self.field_row()
        if self.pane != "form" or row is None or row.kind != "nugget":
            self.status.refused("nothing to part here", "| parts a nugget")
            return
        self.begin_entry(SPLIT + row.path, "type | where it parts", row.value, at=0)

    @on(TextEntry.Changed)
    def _typing(self, event: TextEntry.Changed) -> None:
        if event.field.startswith(SPLIT):
            path, at = event.field[1:], self.entry.at - 1
            whole = self.form.case.nuggets[_number(path)].text
            if event.text == whole[:at] + "|" + whole[at:]:
                self._split(path, at)
                return
        self.type_in(event.field.removeprefix(SPLIT), event.text)

    def _split(self, path: str, at: int) -> None:
        self._end_entry()
        self.change(lambda form: forms.split_nugget(form, _number(path), at), "parted", cursor=path)

    @on(TextEntry.Left)
    def _left(self, event: TextEntry.Left) -> None:
        """As it was; what was typed is one redo away."""
        row, text = self._typed_into(event.field), self.entry.text
        self._end_entry()
        self.typed()
        if row is not None and text != _text_of(row) and self.change(lambda form: _with_typed(form, row, text)):
            self.action_undo()
            self.status.note(f"{row.label}: as it was", hint="U brings back what was typed")

    def _end_entry(self) -> None:
        self.entry.end()
        self.give_keys(self.fields)
        self.show_frame()

    @on(TextEntry.Entered)
    async def _entered_text(self, event: TextEntry.Entered) -> None:
        row, text = self._typed_into(event.field), event.text
        if row is None:
            self.status.refused("that field is gone", "esc leaves what was typed")
            return
        untouched = text == _text_of(row)
        if not untouched and not self.change(lambda form: _with_typed(form, row, text), row.label.removeprefix("add ")):
            return  # it stays there to correct
        self._end_entry()
        self.typed()
        if row.path == "reference_answer" and not untouched:
            self.fields.move_to("suggestions[0]")
        if event.then:
            await self.run_action(event.then)

    def _typed_into(self, field: str) -> FieldRow | None:
        field = field.removeprefix(SPLIT)
        return next((row for row in forms.rows_of_form(self.form) if key_of(row) == field), None)


def _text_of(row: FieldRow) -> str:
    """What an entry for the row begins with."""
    return "" if row.kind == "add" else row.value


def _with_typed(form: Form, row: FieldRow, text: str) -> Form:
    """The form with what was typed into a row."""
    if row.path not in _LINES:
        text = " ".join(text.split())
    if row.kind == "add" and row.path == "nuggets":
        return forms.with_nugget(form, text)
    if row.kind == "suggestion":
        return forms.refuse(forms.with_nugget(form, text), row.value)
    if row.kind == "nugget":
        if not text:
            return forms.without_part(form, row.path)
        return forms.with_field(form, f"{row.path}.text", text)
    return forms.typed_in(form, row.path, text)


def _number(path: str) -> int:
    return _parts(path)[1]


def _parts(path: str) -> tuple[str, int, str]:
    """`evidence[0].any_of[2]` as `evidence[0].any_of`, 2, ``: the place that `(` and `)` change."""
    head, _, tail = path.rpartition("[")
    number, _, rest = tail.partition("]")
    if not number.isdigit():
        raise UsageError(f"`{path}` has no place in a list")
    return head, int(number), rest
