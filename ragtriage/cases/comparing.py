"""What two states of the golden set do not share, case by case."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from ragtriage.cases.differences import Difference, differences
from ragtriage.cases.index import id_of
from ragtriage.cases.model import Case
from ragtriage.cases.pairing import text_similarity
from ragtriage.cases.revisions import Asked, Side, Version, sides
from ragtriage.cases.schema import case_values
from ragtriage.disk.schema import Problem
from ragtriage.git.repository import Repository

Kind = Literal["added", "deleted", "changed", "renamed", "rewritten", "unreadable"]
"""`rewritten`: the file is another, the case is not. `unreadable`: a side that cannot be read as a case."""

_SAME_CASE_FROM = 0.9
"""Likeness of the questions from which a case that went and one that came, sharing other words too, are one."""


@dataclass(frozen=True, slots=True)
class CaseChange:
    """What happened to one case."""

    kind: Kind
    id: str
    """As it is after; as it was, where it is gone."""
    before: Version | None
    after: Version | None
    differences: tuple[Difference, ...] = ()

    @property
    def old(self) -> Case | None:
        return self.before.case if self.before else None

    @property
    def new(self) -> Case | None:
        return self.after.case if self.after else None

    @property
    def key(self) -> str:
        """The file, below the workspace."""
        version = self.after or self.before
        return version.key if version else ""

    @property
    def label_changed(self) -> bool:
        """Whether what counts as right is not what it was; so of every case that came."""
        return self.new is not None and (self.old is None or self.old.label_hash != self.new.label_hash)

    @property
    def problems(self) -> tuple[Problem, ...]:
        """What is wrong with the file as it is after."""
        return self.after.problems if self.after else ()

    def lines(self) -> list[str]:
        """What happened, one thing a line, in words that hold text from outside."""
        out = []
        if self.kind == "renamed" and self.before:
            out.append(f"renamed from {id_of(self.before.key)}")
        if self.kind == "rewritten":
            out.append("written otherwise; the case is the same")
        for side, version in (("before", self.before), ("now", self.after)):
            if version is not None and version.case is None:
                more = len(version.problems) - 1
                first = version.problems[0] if version.problems else None
                line = f", line {first.place.line}" if first and first.place.line else ""
                rest = f" (and {more} more)" if more > 0 else ""
                title = first.title if first else "it is empty"
                out.append(f"not readable as a case {side}{line}: {title}{rest}")
        return out + [one.words for one in self.differences]


@dataclass(frozen=True, slots=True)
class Comparison:
    """Two states of the golden set, and what they do not share."""

    before: Side
    after: Side
    changes: tuple[CaseChange, ...]
    """By id."""
    notes: tuple[str, ...] = ()
    """What a reader should know of how it was compared."""


def compared(repository: Repository, asked: Asked, *, staged: bool = False) -> Comparison:
    """Compare what was asked for; `staged`: the index with HEAD. Raises UsageError, WorkspaceError."""
    before, after = sides(repository, asked, index_wanted=staged)
    notes = []
    if (doing := repository.under_way()) and asked.after in (None, "HEAD"):
        notes.append(f"{doing} is under way: HEAD and the index stand in the middle of it")
    return Comparison(before, after, changes_between(before, after), tuple(notes))


def changes_between(before: Side, after: Side) -> tuple[CaseChange, ...]:
    """What happened to each case that the sides do not share, by id."""
    out, gone, came = [], [], []
    for key in sorted({*before.files, *after.files}):
        if key in before.files and key in after.files:
            if before.files[key] != after.files[key]:
                out.append(_change(before.version(key), after.version(key)))
        elif key in before.files:
            gone.append(before.version(key))
        else:
            came.append(after.version(key))
    for old, new in _renames([one for one in gone if one], [one for one in came if one]):
        out.append(_change(old, new))
    return tuple(sorted((one for one in out if one is not None), key=lambda one: (one.id, one.key)))


def _change(old: Version | None, new: Version | None) -> CaseChange | None:
    version = new or old
    if version is None:
        return None
    before, after = old.case if old else None, new.case if new else None
    case_id = id_of(version.key)
    if (old and before is None) or (new and after is None):
        return CaseChange("unreadable", case_id, old, new)
    if before is None or after is None:
        return CaseChange("added" if before is None else "deleted", case_id, old, new)
    found = differences(before, after)
    if before.id != after.id:
        return CaseChange("renamed", case_id, old, new, found)
    return CaseChange("changed" if found else "rewritten", case_id, old, new, found)


def _renames(gone: Sequence[Version], came: Sequence[Version]) -> list[tuple[Version | None, Version | None]]:
    """Cases that went and came paired where they are one and the same under another id, the rest alone."""
    out: list[tuple[Version | None, Version | None]] = []
    left = list(gone)
    for new in came:
        old = next((one for one in left if _said_by(one) is not None and _said_by(one) == _said_by(new)), None)
        if old is None and len(left) * len(came) <= 10_000:
            old = next((one for one in left if _one_case(one.case, new.case)), None)
        if old is not None:
            left.remove(old)
        out.append((old, new))
    return out + [(old, None) for old in left]


def _said_by(version: Version) -> object:
    """All that a case says but for its id; what a case of the same folder ending says. None where it is no case."""
    return {**case_values(version.case), "id": ""} if version.case else None


def _one_case(old: Case | None, new: Case | None) -> bool:
    if old is None or new is None or text_similarity(old.question, new.question) < _SAME_CASE_FROM:
        return False
    return not (old.evidence and new.evidence) or bool(_quotes(old) & _quotes(new))


def _quotes(case: Case) -> set[str]:
    return {quote.quote for one in case.evidence for quote in one.any_of}
