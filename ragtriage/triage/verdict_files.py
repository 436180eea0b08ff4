"""Verdict files: `triage/<week>/<case id>--<reviewer>.yaml`, and how a verdict gets in and out of one.

Reviewers read and write these files by hand too, so a verdict that is written over an older one leaves comments,
order and keys it does not know as they stand, where that can be done without a doubt about the data.
"""

import re
import unicodedata
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ragtriage.disk import schema
from ragtriage.disk.schema import Choice, Field, ListOf, Problem, Record, Spot, Text
from ragtriage.disk.yaml_io import ListNode, MapNode, Node, ScalarNode, decoded, load, tree
from ragtriage.disk.yaml_out import dump
from ragtriage.errors import Place, UsageError, VerdictError, nearest
from ragtriage.triage.model import CAUSES, Finding, Verdict
from ragtriage.triage.weeks import day, is_week

FOLDER = "triage"
_NOT_IN_NAMES = re.compile(r"[^\w.-]+|-{2,}")
_COMMENT = re.compile(r"[ \t]+(#[^\r\n]*)")

FINDING = Record(
    (
        Field("cause", Choice(CAUSES), "Why it fails.", required=True),
        Field("mode", Text(), "The team's own word for it."),
        Field("owner", Text(), "Who takes it on."),
        Field("note", Text(), "Free text."),
    ),
    words="a finding (cause, mode, owner, note)",
)
VERDICT = Record(
    (
        Field("case", Text(filled=True), "The id of the case.", required=True),
        Field("run", Text(filled=True), "The run that was looked at.", required=True),
        Field("snapshot", Text(), "The workspace's snapshot at the time."),
        Field("case_hash", Text(), "The hash of the case's label fields at the time."),
        Field("criteria", ListOf(Text(filled=True)), "What failed at the time; the verdict holds while these stay."),
        Field("findings", ListOf(FINDING), "The causes; one case can need several tickets."),
        Field("snoozed_until", Text(), "A date: not asked again before it."),
        Field("decided_at", Text(), "UTC, ISO 8601."),
        Field("reviewer", Text(), "The reviewer's name, where the file's name cannot hold it as it is."),
    ),
    words="a verdict",
)
_KEYS = tuple(each.name for each in VERDICT.fields)


def name_part(reviewer: str) -> str:
    """A reviewer's name as part of a file name: letters, digits, dots and single dashes.

    Raises UsageError for a name of which nothing is left.
    """
    name = unicodedata.normalize("NFC", reviewer)
    while (shorter := _NOT_IN_NAMES.sub("-", name)) != name:
        name = shorter
    name = name.strip("-.")
    while len(name.encode("utf-8", "replace")) > 60:
        name = name[:-1].rstrip("-.")
    if not name:
        raise UsageError(
            f"`{reviewer}` cannot sign a verdict",
            next_step="give a name with letters in it: --as NAME, or git config user.name",
        )
    return name


def path_of(verdict: Verdict) -> str:
    """Where a verdict is kept, below the workspace, with slashes. Raises UsageError for ids that lead elsewhere."""
    parts = verdict.case_id.split("/")
    if not is_week(verdict.week) or any(part in ("", ".", "..") for part in parts) or "\0" in verdict.case_id:
        raise UsageError(f"a verdict on `{verdict.case_id}` in `{verdict.week}` cannot be kept", next_step="")
    return f"{FOLDER}/{verdict.week}/{verdict.case_id}--{name_part(verdict.reviewer)}.yaml"


def parse(source: bytes, path: Path, key: str) -> tuple[Verdict | None, list[Problem]]:
    """The verdict in a file's bytes, or None and all that is wrong with it. `key` is its path below the workspace.

    Raises VerdictError for what is not YAML.
    """
    return _read(load(source, path, VerdictError), path, key)


def _read(node: Node, path: Path, key: str) -> tuple[Verdict | None, list[Problem]]:
    known = node
    if isinstance(node, MapNode):
        pairs = tuple((name, value) for name, value in node.pairs if name.text in _KEYS or _like_a_key(name.text))
        known = MapNode(pairs, node.flow, node.start, node.end, node.line, node.column)
    values, problems = schema.read(known, VERDICT, path)
    _, week, rest = key.split("/", 2)
    stem = rest.removesuffix(".yaml")
    spot = Spot(path, problems)
    named = stem.removeprefix(f"{values['case']}--")
    if values["case"] and named == stem:
        spot.at("case").report(
            node, f"the file is called {rest}, and its case is `{values['case']}`", "rename one of them"
        )
    reviewer = values["reviewer"] or named
    if values["reviewer"] and _part_or_empty(values["reviewer"]) != named:
        spot.at("reviewer").report(
            node, f"the file is called {rest}, and its reviewer is `{reviewer}`", "rename one of them"
        )
    if values["snoozed_until"] and not _is_day(values["snoozed_until"]):
        spot.at("snoozed_until").report(node, f"expected a date, found `{values['snoozed_until']}`", "write YYYY-MM-DD")
    if problems:
        return None, problems
    return _verdict(values, week, reviewer), []


def _like_a_key(name: str) -> bool:
    # A key of someone's own is kept in silence; one that looks like a slip of the pen is told.
    return nearest(name, _KEYS) is not None


def _part_or_empty(reviewer: str) -> str:
    try:
        return name_part(reviewer)
    except UsageError:
        return ""


def _is_day(text: str) -> bool:
    try:
        day(text)
    except UsageError:
        return False
    return True


def _verdict(values: dict[str, Any], week: str, reviewer: str) -> Verdict:
    return Verdict(
        case_id=values["case"],
        week=week,
        reviewer=reviewer,
        run=values["run"],
        snapshot=values["snapshot"],
        case_hash=values["case_hash"],
        criteria=tuple(values["criteria"]),
        findings=tuple(Finding(**one) for one in values["findings"]),
        snoozed_until=values["snoozed_until"] or None,
        decided_at=values["decided_at"],
    )


def shape(verdict: Verdict) -> dict[str, Any]:
    """A verdict in the shape of its file, keys in their order."""
    named = {} if name_part(verdict.reviewer) == verdict.reviewer else {"reviewer": verdict.reviewer}
    return {
        "case": verdict.case_id,
        "run": verdict.run,
        "snapshot": verdict.snapshot,
        "case_hash": verdict.case_hash,
        "criteria": list(verdict.criteria),
        "findings": [_finding_shape(finding) for finding in verdict.findings],
        "snoozed_until": verdict.snoozed_until,
        "decided_at": verdict.decided_at,
        **named,
    }


def _finding_shape(finding: Finding) -> dict[str, str]:
    parts = {"cause": finding.cause, "mode": finding.mode, "owner": finding.owner, "note": finding.note}
    return {key: value for key, value in parts.items() if value}


def written(verdict: Verdict, before: bytes | None, path: Path) -> bytes:
    """The file for a verdict. Over an older file, only what differs is replaced.

    Raises VerdictError when the older file cannot be read: then nothing must be written over it.
    """
    wanted = shape(verdict)
    if before is None:
        return dump(wanted).encode()
    node = load(before, path, VerdictError)
    if not isinstance(node, MapNode):
        raise VerdictError("the file holds no verdict", where=Place(path), next_step="correct it, or delete it")
    others = {name.text: schema.Free().read(value, Spot(path)) for name, value in node.pairs if name.text not in _KEYS}
    edited = _Edit(decoded(before, path, VerdictError), node, before.startswith(b"\xef\xbb\xbf")).to(wanted)
    if edited is not None and _says(edited, wanted, others, path):
        return edited
    return dump({**wanted, **others}).encode()


def _says(source: bytes, wanted: dict[str, Any], others: dict[str, Any], path: Path) -> bool:
    """Whether these bytes hold exactly the wanted values, and the unknown keys as they were."""
    try:
        node = load(source, path, VerdictError)
    except VerdictError:
        return False
    if not isinstance(node, MapNode):
        return False
    rest = {name.text: schema.Free().read(value, Spot(path)) for name, value in node.pairs if name.text not in _KEYS}
    values, problems = schema.read(MapNode(tuple(p for p in node.pairs if p[0].text in _KEYS)), VERDICT, path)
    empty = VERDICT.empty()
    return not problems and rest == others and values == {key: _as_read(key, wanted, empty) for key in _KEYS}


def _as_read(key: str, wanted: dict[str, Any], empty: dict[str, Any]) -> Any:
    if key == "findings":
        return [FINDING.empty() | one for one in wanted["findings"]]
    return wanted.get(key) or empty[key]


@dataclass(frozen=True, slots=True)
class _Edit:
    """An old text, key by key: what is the same keeps its bytes."""

    text: str
    node: MapNode
    mark: bool
    """It began with a byte order mark."""

    def to(self, wanted: dict[str, Any]) -> bytes | None:
        """The text with the wanted values; None where its form does not allow it."""
        if self.node.flow or not self.node.pairs:
            return None
        there = {name.text: (name, value) for name, value in self.node.pairs}
        cuts: list[tuple[int, int, str]] = []
        missing = {}
        for key, value in wanted.items():
            if key not in there:
                if value:
                    missing[key] = value
            elif (cut := self._cut(key, *there[key], value)) is not None:
                cuts.append(cut)
        text = self.text
        for start, end, new in sorted(cuts, reverse=True):
            text = text[:start] + new + text[end:]
        if missing:
            text += ("" if text.endswith("\n") else "\n") + dump(missing)
        if "\r\n" in self.text:
            text = text.replace("\r\n", "\n").replace("\n", "\r\n")
        return (b"\xef\xbb\xbf" if self.mark else b"") + text.encode()

    def _cut(self, key: str, name: ScalarNode, node: Node, value: Any) -> tuple[int, int, str] | None:
        """What to replace for one key, and by what; None when it says so already."""
        if _same(node, value):
            return None
        if key == "findings" and isinstance(node, ListNode) and node.items and not node.flow:
            old = tree(node)
            if isinstance(old, list) and old == value[: len(old)]:
                return self._appended(node, value[len(old) :])
        end, new = _end(node), dump({key: value}).rstrip("\n")
        while self.text[end - 1] in "\r\n":  # a literal block ends where the next line starts
            end -= 1
        if "\n" in new and (comment := _COMMENT.match(self.text, end)):
            # Behind a literal block it would become text of the block.
            return name.start, comment.end(), f"{comment[1]}\n{new}"
        return name.start, end, new

    def _appended(self, node: ListNode, more: list[dict[str, str]]) -> tuple[int, int, str]:
        """New items after the last line of a list, indented as its items are."""
        at = self.text.find("\n", _end(node))
        at = len(self.text) if at < 0 else at
        dash = self.text.rfind("-", 0, node.items[0].start)
        indent = " " * (dash - (self.text.rfind("\n", 0, dash) + 1))
        lines = dump(more).rstrip("\n").split("\n")
        return at, at, "".join(f"\n{indent}{line}" for line in lines)


def _same(node: Node, value: Any) -> bool:
    """Whether a node says this value, list or text, already."""
    return bool(tree(node) == value)


def _end(node: Node) -> int:
    """Where a value's own text ends; PyYAML lets a block end where the next thing starts."""
    if isinstance(node, ScalarNode) or node.flow:
        return node.end
    if isinstance(node, ListNode):
        return _end(node.items[-1]) if node.items else node.end
    return _end(node.pairs[-1][1]) if node.pairs else node.end
