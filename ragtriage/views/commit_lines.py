"""What a commit would take, to be looked at before it is made: case by case, then the rest, then the subject."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from ragtriage.text import one_line
from ragtriage.views.signs import KIND_ROLES
from ragtriage.views.story import Line, Role, Span

if TYPE_CHECKING:
    from ragtriage.cases.comparing import CaseChange
    from ragtriage.cases.uncommitted import Waiting

_DIFFERENCES: dict[str, tuple[str, Role, Role]] = {"added": ("+ ", "good", "good"), "removed": ("- ", "bad", "bad")}
"""Sign, its role, and that of the words."""
_OTHER: tuple[str, Role, Role] = ("· ", "dim", "plain")


def commit_lines(what: "Waiting", subject: str) -> Iterator[Line]:
    """The notes first, as they may speak against it; blank lines part what is of different kinds."""
    notes = [*what.notes, *([what.snapshot.note] if what.snapshot else [])]
    yield from (Line((Span("~ ", "warn"), Span(note)), hang=2) for note in notes)
    yield from [Line()] if notes else []
    for change in what.changes:
        yield from _case(change)
    yield from (Line((Span(words, "strong"),), hang=2) for words in what.others)
    yield Line()
    yield Line((Span("as: ", "dim"), Span(one_line(subject), "title")), hang=4)


def _case(change: "CaseChange") -> Iterator[Line]:
    kind = () if change.kind == "changed" else (Span(f" ({change.kind})", KIND_ROLES.get(change.kind, "plain")),)
    yield Line((Span(one_line(change.id), "strong"), *kind), hang=2)
    words = change.lines()
    whole = words[: len(words) - len(change.differences)]
    for one in whole:  # of the file, not of a field
        yield _told(one, ("· ", "bad", "bad") if change.kind == "unreadable" else _OTHER)
    for difference in change.differences:
        yield _told(difference.words, _DIFFERENCES.get(difference.kind, _OTHER))


def _told(words: str, look: tuple[str, Role, Role]) -> Line:
    sign, role, role_of_words = look
    return Line((Span(sign, role), Span(one_line(words), role_of_words)), indent=2, hang=2)
