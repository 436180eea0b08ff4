"""Every key, once: what it is, what it does, in which words.

The bindings, the footer, the help, docs/keys.md (`python -m ragtriage.tui.keys`) and the user's `keys:` setting all
read this table. A key is known by its id; users remap ids, never actions.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from ragtriage.triage.model import CAUSE_WORDS, CAUSES, Cause

if TYPE_CHECKING:
    from textual.binding import BindingType

Screen = Literal["triage", "cases", "anchors", "complaints", "review", "editor"]
LISTS: tuple[Screen, ...] = ("triage", "cases", "anchors", "complaints", "review")
"""The screens that list things beside a story; the editor is another kind of screen."""
Home = Literal["app", "screen", "list", "story"]
"""Which part answers the key: the app, the screen, or the widget in focus."""


@dataclass(frozen=True, slots=True)
class Key:
    """One thing that a key does."""

    id: str
    default: str
    """Key names as on a keyboard; several with commas: `j,down`."""
    words: str
    """For the footer: one or two words."""
    help: str
    """A sentence for the help screen and docs/keys.md."""
    group: str
    action: str
    """The method `action_…` that it calls, with its argument if it has one."""
    homes: tuple[Home, ...] = ("screen",)
    screens: tuple[Screen, ...] = ()
    """The screens that have it; empty: all."""
    footer: int = 0
    """Its place in the footer, lowest first, which is also the last to give way; 0: not in the footer."""
    short: str = ""
    """The words for a narrow terminal."""


_SHORT: dict[Cause, str] = {
    "retrieval": "retrieve", "ranking": "rank", "generation": "gen", "citation": "cite", "refusal": "refuse",
    "label": "label", "corpus_gap": "gap", "grader": "grade", "accepted": "accept",
}  # fmt: skip


def _sentence(words: str) -> str:
    return words[0].upper() + words[1:] + "."


_PANES: tuple[Home, ...] = ("list", "story")

KEYS: tuple[Key, ...] = (
    Key("move.down", "j,down", "down", "One row down.", "Move", "down", _PANES),
    Key("move.up", "k,up", "up", "One row up.", "Move", "up", _PANES),
    Key("move.first", "g,home", "first", "To the first row.", "Move", "first", _PANES),
    Key("move.last", "G,end", "last", "To the last row.", "Move", "last", _PANES),
    Key("move.page_down", "ctrl+f,pagedown", "page down", "A page down.", "Move", "page_down", _PANES),
    Key("move.page_up", "pageup", "page up", "A page up.", "Move", "page_up", _PANES),
    Key("open", "enter", "open", "Open what is under the cursor.", "Move", "open", ("list",), footer=1),
    Key("back", "q,escape", "back", "Back to the list, to all cases; at the very top q quits.", "Move",
        "back", footer=11),
    Key("pane.next", "tab", "pane", "To the next pane.", "Move", "next_pane", footer=8),
    Key("pane.layout", "+", "layout", "List, half and half, or detail alone.", "Move", "layout", screens=LISTS),
    Key("detail.down", "ctrl+d", "scroll", "Half a page of the detail down; the list keeps the cursor.", "Detail",
        "detail_half(1)", screens=LISTS),
    Key("detail.up", "ctrl+u", "scroll up", "Half a page of the detail up.", "Detail", "detail_half(-1)",
        screens=LISTS),
    Key("detail.row_down", "J", "row down", "One row of the detail down.", "Detail", "detail_rows(1)", screens=LISTS),
    Key("detail.row_up", "K", "row up", "One row of the detail up.", "Detail", "detail_rows(-1)", screens=LISTS),
    Key("detail.next", "]", "passage", "To the next passage.", "Detail", "next_passage", screens=LISTS),
    Key("detail.previous", "[", "passage before", "To the passage before.", "Detail", "previous_passage",
        screens=LISTS),
    Key("filter.open", "/", "filter", "Show only the cases that match.", "Find", "filter", screens=LISTS, footer=3),
    Key("filter.next", "n", "next", "To the next match.", "Find", "next_match", screens=LISTS),
    Key("filter.previous", "N", "previous", "To the match before.", "Find", "previous_match", screens=LISTS),
    Key("sort", "o", "sort", "The next order: the screen's own, by id, by question, by tag.", "Find", "sort",
        screens=LISTS, footer=9),
    Key("mark.one", "space", "mark", "Mark the row, or unmark it; what follows applies to all marked.", "Mark", "mark",
        ("list",), screens=LISTS, footer=4),
    Key("mark.all", "*", "mark all", "Mark all rows shown, or none.", "Mark", "mark_all", ("list",), screens=LISTS),
    Key("triage.right", "0", "right", "The answer is right, read by a person; again takes that back.", "Cause", "right",
        screens=("triage", "cases")),
    *(
        Key(f"triage.cause.{cause}", str(number), cause.replace("_", " "), _sentence(CAUSE_WORDS[cause]), "Cause",
            f"cause('{cause}')", screens=("triage", "cases"), short=_SHORT[cause])
        for number, cause in enumerate(CAUSES, start=1)
    ),
    Key("triage.snooze", "s", "snooze", "Do not ask again before a date.", "Decide", "snooze", screens=("triage",),
        footer=5),
    Key("triage.again", "-", "another cause", "Back to the case just decided, to name another cause.", "Decide",
        "back_to_decided", screens=("triage",)),
    Key("triage.comment", "c", "comment", "Add a note, an owner or the team's own word.", "Decide", "comment",
        screens=("triage",), footer=6),
    Key("anchors.accept", "a", "accept", "The quote stands here now: write its words and its place.", "Place", "accept",
        screens=("anchors",)),
    Key("anchors.reject", "r", "reject", "Not here: on to the next place; without any the quote is lost.", "Place",
        "reject", screens=("anchors",)),
    Key("anchors.end_longer", ">", "end on", "The quote ends a word later.", "Place", "edge('end', 1)",
        screens=("anchors",), short="end+"),
    Key("anchors.end_shorter", "<", "end back", "The quote ends a word earlier.", "Place", "edge('end', -1)",
        screens=("anchors",), short="end-"),
    Key("anchors.start_longer", "{", "start back", "The quote starts a word earlier.", "Place", "edge('start', -1)",
        screens=("anchors",), short="start+"),
    Key("anchors.start_shorter", "}", "start on", "The quote starts a word later.", "Place", "edge('start', 1)",
        screens=("anchors",), short="start-"),
    Key("anchors.label", "6", "lost: label", "Lost, and the case is wrong: a verdict, for gap review.", "Place",
        "lost('label')", screens=("anchors",), short="label"),
    Key("anchors.gap", "7", "lost: gap", "Lost, and the documents do not say it any more: a verdict, for gap review.",
        "Place", "lost('corpus_gap')", screens=("anchors",), short="gap"),
    Key("anchors.accept_marked", "A", "accept marked", "Accept those marked whose words are the same, and only those.",
        "Place", "accept_marked", screens=("anchors",), short="all"),
    Key("anchors.still_right", "0", "answer and nuggets are still right", "After accepting: they are right by what "
        "the quote says now.", "Answer", "still_right", screens=("anchors",), short="still right"),
    Key("anchors.move", "m", "move", "Move the golden set to the newest snapshot; shows the diff first.", "Snapshot",
        "move", screens=("anchors",), footer=3),
    Key("complaints.accept", "a", "case", "Make a case of it, in the editor; it holds for all who asked the same.",
        "Accept as", "accept", screens=("complaints",)),
    Key("complaints.not_in_corpus", "1", "not in corpus", "A draft case to be declined: the documents do not say it.",
        "Accept as", "decline('not_in_corpus')", screens=("complaints",), short="no docs"),
    Key("complaints.not_permitted", "2", "not permitted", "A draft case to be declined: the user may not know.",
        "Accept as", "decline('not_permitted')", screens=("complaints",), short="not allowed"),
    Key("complaints.out_of_scope", "3", "out of scope", "A draft case to be declined: it is not for this system.",
        "Accept as", "decline('out_of_scope')", screens=("complaints",), short="off topic"),
    Key("complaints.reject", "r", "reject", "No fault, or nothing to test; asks for the reason.", "Decide", "reject",
        screens=("complaints",)),
    Key("complaints.duplicate", "=", "duplicate", "The same as a case or another complaint; the nearest is offered.",
        "Decide", "duplicate", screens=("complaints",), short="same"),
    Key("complaints.snooze", "s", "snooze", "Do not ask again before a date.", "Decide", "snooze",
        screens=("complaints",), short="later"),
    Key("complaints.listed", "w", "list", "What waits, what was decided, whose case passes by now.",
        "Find", "cycle", screens=("complaints",), footer=4),
    Key("review.approve", "a", "approve", "Approve it: your name goes into the case's file; then on to the next.",
        "Review", "approve", screens=("review",), footer=1),
    Key("review.reject", "r", "must change", "Ask for a change, with a reason: it stands first in the pull request's "
        "text.", "Review", "reject", screens=("review",), footer=2, short="reject"),
    Key("review.comment", "c", "comment", "A line about the change, for the pull request's text.", "Review", "comment",
        screens=("review",), footer=2),
    Key("review.remove", "x", "remove", "Take back your last comment on the case.", "Review", "remove",
        screens=("review",)),
    Key("review.open", "R", "review", "Review the cases that a branch changes.", "Screens", "review",
        screens=("cases", "review")),
    Key("cases.list", "w", "list", "All cases, coverage with its gaps, near-duplicates.",
        "Find", "cycle", screens=("cases",), footer=4, short="list"),
    Key("cases.tag", "t", "tag", "Add and remove tags of the case, or of all marked: +billing -old.", "Edit", "tag",
        screens=("cases",), footer=5),
    Key("cases.status", "f", "status", "The case, or all marked, as draft, active or retired.", "Edit", "status",
        screens=("cases",), footer=6),
    Key("case.new", "i", "new case", "Insert a new case, in the editor.", "Edit", "new", screens=LISTS, footer=7,
        short="new"),
    Key("commit", "C", "commit", "Commit cases, verdicts, labels and complaints; what it takes is shown first.", "Edit",
        "commit", screens=LISTS, footer=8),
    Key("edit.form", "e", "edit", "Edit the case.", "Edit", "edit", screens=LISTS, footer=7),
    Key("edit.editor", "E", "$EDITOR", "Edit the case's file in $EDITOR; it comes back checked.", "Edit", "editor",
        screens=LISTS),
    Key("editor.search", "/", "search", "Search the corpus; a pasted passage is found where it stands.", "Evidence",
        "search", screens=("editor",), footer=7),
    Key("editor.accept", "a", "take", "Take the selected words, or a hit's best sentence, as evidence; in the form, "
        "confirm the suggested nugget.", "Evidence", "accept", screens=("editor",), footer=2),
    Key("editor.or", "o", "or", "Take them as one more quote that will do for the evidence last under the cursor.",
        "Evidence", "alternative", screens=("editor",), footer=3),
    Key("editor.hold", "space", "hold", "Hold the selection, so that moving stretches it; again lets go.", "Evidence",
        "hold", screens=("editor",), footer=4),
    Key("editor.word_next", "l,right", "word", "The next word.", "Evidence", "word(1)", screens=("editor",)),
    Key("editor.word_previous", "h,left", "word back", "The word before.", "Evidence", "word(-1)",
        screens=("editor",)),
    Key("editor.end_longer", ">", "end on", "The selection ends a word later.", "Evidence", "edge('end', 1)",
        screens=("editor",), short="end+", footer=5),
    Key("editor.end_shorter", "<", "end back", "The selection ends a word earlier.", "Evidence", "edge('end', -1)",
        screens=("editor",), short="end-", footer=5),
    Key("editor.start_longer", "{", "start back", "The selection starts a word earlier.", "Evidence",
        "edge('start', -1)", screens=("editor",), short="start+", footer=5),
    Key("editor.start_shorter", "}", "start on", "The selection starts a word later.", "Evidence", "edge('start', 1)",
        screens=("editor",), short="start-", footer=5),
    Key("editor.found_next", "],n", "found", "To the next sentence that holds a word searched for.", "Evidence",
        "found(1)", screens=("editor",), footer=6),
    Key("editor.found_previous", "[,N", "found before", "To the one before.", "Evidence", "found(-1)",
        screens=("editor",)),
    Key("editor.reject", "r", "refuse", "Refuse the suggested nugget; it does not come again.", "Form", "reject",
        screens=("editor",), footer=3),
    Key("editor.vital", "v", "vital", "Nugget: vital or not; quote: answer, background or irrelevant.", "Form", "vital",
        screens=("editor",), footer=4),
    Key("editor.split", "|", "split", "Part a nugget: type | where it parts.", "Form", "split", screens=("editor",),
        footer=5),
    Key("editor.earlier", "(", "earlier", "Evidence or nugget one place earlier.", "Form", "shift(-1)",
        screens=("editor",)),
    Key("editor.later", ")", "later", "Evidence or nugget one place later.", "Form", "shift(1)", screens=("editor",)),
    Key("editor.remove", "x", "remove", "Remove the quote, nugget, tag list, filter or text.", "Form", "remove",
        screens=("editor",), footer=6),
    Key("editor.choose", "1,2,3,4", "choose", "Choose the first, second … of what the field may be.", "Form",
        "choose", screens=("editor",)),
    Key("editor.save", "ctrl+s", "save", "Save the case; what is wrong with it is said first.", "Form", "save",
        screens=("editor",), footer=9),
    Key("undo", "u", "undo", "Undo the last change; the cursor goes back to it.", "Edit", "undo", footer=2),
    Key("redo", "U", "redo", "Do again what was undone.", "Edit", "redo"),
    Key("copy.id", "y", "copy id", "Copy the id.", "Copy", "copy_id", screens=LISTS),
    Key("copy.command", "Y", "copy command", "Copy the command that shows the same.", "Copy", "copy_command",
        screens=LISTS),
    Key("screen.triage", "f1", "triage", "Failing cases, one decision at a time.", "Screens", "go('triage')", ("app",)),
    Key("screen.cases", "f2", "cases", "All cases of the golden set.", "Screens", "go('cases')", ("app",)),
    Key("screen.anchors", "f3", "anchors", "Quotes that want a look in the snapshot.", "Screens", "go('anchors')",
        ("app",)),
    Key("screen.complaints", "f5", "complaints", "What users complain of, from their words to a case and back.",
        "Screens", "go('complaints')", ("app",)),
    Key("configuration", "@", "configuration", "Choose the configuration whose latest run is looked at.", "Screens",
        "choose_configuration", screens=LISTS),
    Key("command", ":", "command", "Type a command.", "Screens", "command_line", footer=9),
    Key("palette", "ctrl+p", "palette", "Choose a command from a list.", "Screens", "palette", ("app",)),
    Key("help", "?", "help", "The keys of this screen.", "Screens", "help", footer=10),
)  # fmt: skip

BY_ID: dict[str, Key] = {key.id: key for key in KEYS}


def on_screen(screen: Screen) -> Iterator[Key]:
    """The keys that exist on a screen, wherever the focus is."""
    return (key for key in KEYS if not key.screens or screen in key.screens)


def bindings(home: Home, screen: Screen | None = None) -> "list[BindingType]":
    """What a class puts into its `BINDINGS`: those of one home, on one screen if it is one.

    The bindings bear their ids; `App.set_keymap` with `Keymap.textual` applies the user's changes.
    """
    from textual.binding import Binding

    return [
        Binding(key.default, key.action, key.words, show=False, id=key.id, tooltip=key.help)
        for key in KEYS
        if home in key.homes and (screen in key.screens or key.screens in ((), LISTS if screen is None else ()))
    ]


_SHOWN = {
    "escape": "esc", "pagedown": "pgdn", "pageup": "pgup", "comma": ",",
}  # fmt: skip


def key_name(name: str) -> str:
    """A key's name as it is printed: `^d`, `F1`, `esc`."""
    if name.startswith("ctrl+"):
        return "^" + name[5:]
    if len(name) > 1 and name[0] == "f" and name[1:].isdigit():
        return name.upper()
    return _SHOWN.get(name, name)


HEADINGS: dict[tuple[Screen, ...], str] = {
    (): "Everywhere",
    LISTS: "On every list",
    ("triage", "cases"): "Triage and Cases: on an answer that passes, a digit says that it is wrong, and why",
    ("triage",): "Triage",
    ("cases",): "Cases",
    ("cases", "review"): "Cases and Review",
    ("anchors",): "Anchors",
    ("complaints",): "Complaints",
    ("review",): "Review",
    ("editor",): "The case editor",
}
"""What the keys of some screens stand under in docs/keys.md."""


def keys_document() -> str:
    """All keys in Markdown, by the screens that have them: what docs/keys.md holds."""
    parts = [
        "# Keys",
        "",
        "`keys:` in `ragtriage.yaml` gives an id another key; two things on one key are an error.",
        "",
    ]
    for screens, heading in HEADINGS.items():
        parts += [f"## {heading}", "", "| key | does | id |", "| --- | --- | --- |"]
        for key in KEYS:
            if key.screens == screens:
                names = " ".join(f"`{key_name(name)}`" for name in key.default.split(","))
                parts.append(
                    "| " + " | ".join(each.replace("|", "\\|") for each in (names, key.help, f"`{key.id}`")) + " |"
                )
        parts.append("")
    return "\n".join(parts).rstrip()


if __name__ == "__main__":
    print(keys_document())
