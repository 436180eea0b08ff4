"""The lines around the editor: what is edited and whether it is on disk, and the keys that work in the pane."""

from collections.abc import Mapping
from dataclasses import replace

from ragtriage.authoring.form import Form
from ragtriage.text import one_line
from ragtriage.tui import keymap
from ragtriage.tui.keymap import Hint, Keymap
from ragtriage.tui.widgets.help_screen import HelpScreen
from ragtriage.tui.widgets.key_line import KeyLine
from ragtriage.tui.widgets.title_line import Tab, TitleLine

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
_OF_A_QUOTE = {"back": "form", "editor.accept": "write"}
"""What keys do in a document that was opened for a quote of the form."""


class EditorFrame:
    """Title and footer; what did not change is not sent."""

    def __init__(self, keys: Keymap) -> None:
        self._keys = keys
        self.title, self.footer = TitleLine(), KeyLine(keep=2, id="footer")

    def show_title(self, form: Form, unkept: str, snapshot: str) -> None:
        """`unkept`: why the draft is not on disk, or empty."""
        if form.base is not None:
            name = form.case.id
        else:
            name = "new case" if form.origin.kind == "new" else f"case from complaint {form.origin.ref}"
        kept = unkept or ("draft kept" if form.changed else "")
        self.title.show([Tab("", "Edit", here=True)], (one_line(name), kept), snapshot)

    def show_typing(self, *, line: bool) -> None:
        """The keys while something is typed: into a `line`, or into an entry of several."""
        typing = SEARCHING if line else TYPING
        self.footer.show([Hint(key, key, words, words, "", "") for key, words in typing])

    def show_keys(self, pane: str, off: Mapping[str, str], *, of_a_quote: bool) -> None:
        """The keys of a pane; `off`: ids of those that do nothing now; `of_a_quote`: the document shows one."""
        every = {hint.id: hint for hint in keymap.hints("editor", self._keys, off)}
        others = _OF_A_QUOTE if pane == "document" and of_a_quote else {}
        shown: list[Hint] = []
        for id in FOOTER[pane]:
            if id not in off:
                words = others.get(id) or _WORDS.get((pane, id))
                shown.append(replace(every[id], words=words, short=words) if words else every[id])
        self.footer.show(shown)

    def help(self, off: Mapping[str, str]) -> HelpScreen:
        """The keys of the editor."""
        return HelpScreen(keymap.hints("editor", self._keys, off), notes=NOTES)
