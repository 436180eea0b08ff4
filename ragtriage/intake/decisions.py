"""`complaints/<id>.yaml`: what became of a complaint, one file each, so that two people never edit the same one.

No text of the complaint is in it, unless the workspace allows that (`complaints.keep_text`).
"""

import re
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import asdict
from pathlib import Path

from ragtriage.disk import schema
from ragtriage.disk.files import FileChange, Write, read_bytes
from ragtriage.disk.safe_paths import names_in
from ragtriage.disk.schema import Field, OneOf, Problem, Record, Text, problem_of
from ragtriage.disk.yaml_edit import Edit, RemoveField, SetField, edited
from ragtriage.disk.yaml_io import MapNode, load_yaml
from ragtriage.disk.yaml_out import dump
from ragtriage.errors import FileError, FilePlace, RagtriageError
from ragtriage.intake.model import STATES, Decision
from ragtriage.weeks import is_day

FOLDER = "complaints"
DECISION = Record(
    (
        Field("complaint", Text(filled=True), "The id of the complaint.", required=True),
        Field("state", OneOf(STATES), "What became of it.", required=True),
        Field("case", Text(), "The case that it became."),
        Field("duplicate_of", Text(), "The case or the complaint that asks the same."),
        Field("reason", Text(), "Why it was rejected."),
        Field("snoozed_until", Text(), "A date: not asked again before it."),
        Field("question", Text(), "What was asked, where the workspace keeps it."),
        Field("decided_by", Text(), "Who decided."),
        Field("decided_at", Text(), "UTC, ISO 8601."),
    ),
    words="a decision on a complaint",
)
_KEYS = tuple(each.name for each in DECISION.fields)
_ID = re.compile(r"c-[0-9a-f]{4,64}")


class Decisions:
    """The decisions of the workspace at `root`, read from their files when asked for."""

    def __init__(self, root: Path) -> None:
        self._root = root
        self._read: dict[str, tuple[tuple[int, int], Decision | None, list[Problem]]] = {}
        """By file name, with the size and mtime it was read at."""

    def all(self) -> Mapping[str, Decision]:
        """Every decision that can be read, by complaint."""
        self._refresh()
        return {one.complaint: one for _, one, _ in self._read.values() if one is not None}

    def problems(self) -> list[Problem]:
        """What is wrong with files that hold no decision."""
        self._refresh()
        return [problem for name in sorted(self._read) for problem in self._read[name][2]]

    def _refresh(self) -> None:
        folder = self._root / FOLDER
        seen = {}
        for name in names_in(folder):
            with suppress(OSError):  # deleted meanwhile
                if name.endswith(".yaml"):
                    seen[name] = (folder / name).lstat()
        self._read = {name: each for name, each in self._read.items() if name in seen}
        for name, status in seen.items():
            stamp = (status.st_size, status.st_mtime_ns)
            if name not in self._read or self._read[name][0] != stamp:
                self._read[name] = (stamp, *_parsed(folder / name))

    def write(self, decision: Decision, words: str) -> Write:
        """The write that keeps a decision, not yet carried out. Over an older one, only what differs is replaced."""
        path = self.path(decision.complaint)
        before = read_bytes(path)
        wanted = {key: value for key in _KEYS if (value := asdict(decision)[key])}
        return Write(words, (FileChange(path, before, _written(before, wanted, path)),), (decision.complaint,))

    def remove(self, complaint_id: str, words: str) -> Write:
        """The write that takes a decision away; without a change when there is none."""
        path = self.path(complaint_id)
        before = read_bytes(path)
        return Write(words, () if before is None else (FileChange(path, before, None),), (complaint_id,))

    def path(self, complaint_id: str) -> Path:
        """The file of a complaint's decision."""
        assert _ID.fullmatch(complaint_id), "ids are made here, and name no folder"
        return self._root / FOLDER / f"{complaint_id}.yaml"


def _parsed(path: Path) -> tuple[Decision | None, list[Problem]]:
    try:
        source = read_bytes(path)
        if source is None:  # deleted just now, or a link that leads nowhere
            gone = Problem("this link leads to no file", FilePlace(path), "remove it")
            return None, [gone] if path.is_symlink() else []
        values, problems = schema.read(load_yaml(source, path), DECISION, path)
    except RagtriageError as error:
        return None, [problem_of(error, path)]
    if not problems:
        problems = list(_contradictions(values, path))
    return (None, problems) if problems else (Decision(**values), [])


def _contradictions(values: Mapping[str, str], path: Path) -> Iterator[Problem]:
    if values["complaint"] != path.stem:
        title = f"the file is called {path.name}, and its complaint is `{values['complaint']}`"
        yield Problem(title, FilePlace(path, field="complaint"), "rename one of them")
    if values["state"] == "snoozed" and not is_day(values["snoozed_until"]):
        found = f"found `{values['snoozed_until']}`" if values["snoozed_until"] else "found none"
        yield Problem(f"expected a date, {found}", FilePlace(path, field="snoozed_until"), "write YYYY-MM-DD")


def _written(before: bytes | None, wanted: Mapping[str, str], path: Path) -> bytes:
    fresh = dump(wanted).encode()
    if before is None:
        return fresh
    try:
        node = load_yaml(before, path)
        if not isinstance(node, MapNode):
            return fresh
        there = {key.text for key, _ in node.pairs}
        edits: list[Edit] = [RemoveField(key) for key in _KEYS if key in there and key not in wanted]
        edits += [SetField(key, value) for key, value in wanted.items()]
        return edited(before, edits, path, FileError, _KEYS)
    except RagtriageError:  # a form that allows no edit, or no YAML: then it is written anew
        return fresh
