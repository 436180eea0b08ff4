"""One change on many cases: tags and status. All of them or none, as one write, and one undo.

Neither is a label: no review is taken away, nothing is judged again.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import get_args

from ragtriage.cases.model import Case, Status
from ragtriage.cases.store import CaseStore
from ragtriage.disk.edits import Edit, InsertItem, RemoveField, SetField
from ragtriage.disk.files import Write
from ragtriage.errors import UsageError, nearest
from ragtriage.text import one_line

Told = Callable[[int, int], None]
"""Told how many cases are worked out, of how many."""

_WORD = re.compile(r'([+-]|(?![+-]))(?:"((?:[^"\\]|\\.)*)"|([^\s"]\S*))(?=\s|$)')
_ESCAPED = re.compile(r'\\(["\\])')


@dataclass(frozen=True, slots=True)
class Tagging:
    """Tags to add and to take away."""

    add: tuple[str, ...]
    remove: tuple[str, ...]

    def __str__(self) -> str:
        signed = [*(("+", tag) for tag in self.add), *(("-", tag) for tag in self.remove)]
        return " ".join(f'{sign}"{tag}"' if " " in tag else sign + tag for sign, tag in signed)

    def edits(self, case: Case) -> list[Edit]:
        """What to do to a case's file: a line for each tag. Upper and lower case are one, as in filters."""
        gone = {tag.casefold() for tag in self.remove}
        kept = [tag for tag in case.tags if tag.casefold() not in gone]
        there = {tag.casefold() for tag in kept}
        new = [tag for tag in self.add if tag.casefold() not in there]
        if case.tags and not kept:  # no `tags: []` is left behind
            return [SetField("tags", new)] if new else [RemoveField("tags")]
        places = [at for at, tag in enumerate(case.tags) if tag.casefold() in gone]
        removed: list[Edit] = [RemoveField(("tags", at)) for at in reversed(places)]
        return [*removed, *(InsertItem("tags", len(kept) + at, tag) for at, tag in enumerate(new))]


@dataclass(frozen=True, slots=True)
class Bulk:
    """A change on many cases, worked out and not yet written."""

    write: Write
    """Without changes when all had it already."""
    asked: int
    """Cases it was meant for."""

    @property
    def words(self) -> str:
        """What was done, and for how many: `14 cases: +billing; 3 of 17 had it already`."""
        same = self.asked - len(self.write.items)
        return self.write.words + (f"; {same} of {self.asked} had it already" if same and self.write.items else "")


def tagging(text: str) -> Tagging:
    """What `+billing -old +"plan change"` means; a bare word is added. Raises UsageError."""
    add: list[str] = []
    remove: list[str] = []
    at = 0
    text = text.strip()
    while at < len(text):
        found = _WORD.match(text, at)
        tag = _tag(found) if found else ""
        if not found or not tag.strip():
            raise UsageError(f"`{one_line(text[at:])}` is no tag", next_step=_TAGS)
        (remove if found[1] == "-" else add).append(tag.strip())
        at = found.end()
        at += len(text[at:]) - len(text[at:].lstrip())
    both = {tag.casefold() for tag in add} & {tag.casefold() for tag in remove}
    if both:
        raise UsageError(f"`{one_line(min(both))}` is both added and removed", next_step=_TAGS)
    if not add and not remove:
        raise UsageError("no tag to add or remove", next_step=_TAGS)
    return Tagging(_once(add), _once(remove))


def _tag(found: re.Match[str]) -> str:
    return found[3] if found[2] is None else _ESCAPED.sub(r"\1", found[2])


_TAGS = 'write +billing to add, -old to remove, +"plan change" for a tag with a space'


def status_of(text: str) -> Status:
    """The status that a person typed, or began to. Raises UsageError."""
    word = text.strip().casefold()
    statuses: tuple[Status, ...] = get_args(Status)
    found = [one for one in statuses if word and one.startswith(word)]
    if len(found) == 1:
        return found[0]
    close = nearest(word, list(statuses))
    hint = f"did you mean `{close}`? " if close else ""
    raise UsageError(f"`{one_line(text)}` is no status", next_step=f"{hint}draft, active or retired")


def tagged(cases: CaseStore, ids: Sequence[str], tags: Tagging, told: Told | None = None) -> Bulk:
    """Tags added and removed on some cases.

    Raises CaseError for a file that cannot be read as a case, ConflictError for one that someone else changed since it
    was read, each naming it; then nothing is to be written.
    """
    return _bulk(cases, ids, tags.edits, str(tags), told)


def with_status(cases: CaseStore, ids: Sequence[str], status: Status, told: Told | None = None) -> Bulk:
    """The status of some cases set. Raises as `tagged`."""

    def edits(case: Case) -> list[Edit]:
        return [] if case.status == status else [SetField("status", status)]

    return _bulk(cases, ids, edits, status, told)


def _bulk(
    cases: CaseStore, ids: Sequence[str], edits: Callable[[Case], list[Edit]], words: str, told: Told | None
) -> Bulk:
    writes = list(_writes(cases, ids, edits, told))
    about = writes[0].items[0] if len(writes) == 1 else f"{len(writes)} cases"
    return Bulk(Write.joined(f"{about}: {words}", writes), len(ids))


def _writes(
    cases: CaseStore, ids: Sequence[str], edits: Callable[[Case], list[Edit]], told: Told | None
) -> Iterator[Write]:
    for done, case_id in enumerate(ids, 1):
        if wanted := edits(cases.get(case_id)):
            yield cases.edit(case_id, *wanted, keeps_review=True)
        if told:
            told(done, len(ids))


def _once(tags: Sequence[str]) -> tuple[str, ...]:
    """Each once, as it is first written."""
    first: dict[str, str] = {}
    for tag in tags:
        first.setdefault(tag.casefold(), tag)
    return tuple(first.values())
