"""Verdict files: `triage/<week>/<case id>--<reviewer>.yaml`, and how a verdict gets in and out of one.

Reviewers read and write these files by hand too, so a verdict that is written over an older one leaves comments,
order and keys it does not know as they stand, where that can be done without a doubt about the data.
"""

import re
import unicodedata
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from ragtriage.disk import schema
from ragtriage.disk.schema import Field, ListOf, OneOf, Problem, ReadingPosition, Record, Text
from ragtriage.disk.yaml_edit import Edit, InsertItem, RemoveField, SetField, edited
from ragtriage.disk.yaml_io import MapNode, Node, load_yaml, tree
from ragtriage.disk.yaml_out import dump
from ragtriage.errors import FilePlace, UsageError, VerdictError, nearest
from ragtriage.triage.model import CAUSES, Finding, Verdict
from ragtriage.weeks import is_day, is_week

FOLDER = "triage"
_NOT_IN_NAMES = re.compile(r"[^\w.-]+|-{2,}")

FINDING = Record(
    (
        Field("cause", OneOf(CAUSES), "Why it fails.", required=True),
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


def verdict_path(verdict: Verdict) -> str:
    """Where a verdict is kept, below the workspace, with slashes. Raises UsageError for ids that lead elsewhere."""
    parts = verdict.case_id.split("/")
    if not is_week(verdict.week) or any(part in ("", ".", "..") for part in parts) or "\0" in verdict.case_id:
        raise UsageError(f"a verdict on `{verdict.case_id}` in `{verdict.week}` cannot be kept", next_step="")
    return f"{FOLDER}/{verdict.week}/{verdict.case_id}--{name_part(verdict.reviewer)}.yaml"


def parse_verdict(source: bytes, path: Path, key: str) -> tuple[Verdict | None, list[Problem]]:
    """The verdict in a file's bytes, or None and all that is wrong with it. `key` is its path below the workspace.

    Raises VerdictError for what is not YAML.
    """
    return _read(load_yaml(source, path, VerdictError), path, key)


def _read(node: Node, path: Path, key: str) -> tuple[Verdict | None, list[Problem]]:
    known = node
    if isinstance(node, MapNode):
        pairs = tuple((name, value) for name, value in node.pairs if name.text in _KEYS or _like_a_key(name.text))
        known = MapNode(pairs, node.flow, node.start, node.end, node.line, node.column)
    values, problems = schema.read(known, VERDICT, path)
    _, week, rest = key.split("/", 2)
    stem = rest.removesuffix(".yaml")
    spot = ReadingPosition(path, problems)
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
    if values["snoozed_until"] and not is_day(values["snoozed_until"]):
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


def verdict_values(verdict: Verdict) -> dict[str, Any]:
    """A verdict in the shape of its file, keys in their order. What is not snoozed says nothing of it."""
    snoozed = {"snoozed_until": verdict.snoozed_until} if verdict.snoozed_until else {}
    named = {} if name_part(verdict.reviewer) == verdict.reviewer else {"reviewer": verdict.reviewer}
    return {
        "case": verdict.case_id,
        "run": verdict.run,
        "snapshot": verdict.snapshot,
        "case_hash": verdict.case_hash,
        "criteria": list(verdict.criteria),
        "findings": [_finding_shape(finding) for finding in verdict.findings],
        **snoozed,
        "decided_at": verdict.decided_at,
        **named,
    }


def _finding_shape(finding: Finding) -> dict[str, str]:
    parts = {"cause": finding.cause, "mode": finding.mode, "owner": finding.owner, "note": finding.note}
    return {key: value for key, value in parts.items() if value}


def verdict_file(verdict: Verdict, before: bytes | None, path: Path) -> bytes:
    """The file for a verdict. Over an older file, only what differs is replaced.

    Raises VerdictError when the older file cannot be read: then nothing must be written over it.
    """
    wanted = verdict_values(verdict)
    if before is None:
        return dump(wanted).encode()
    node = load_yaml(before, path, VerdictError)
    if not isinstance(node, MapNode):
        raise VerdictError("the file holds no verdict", where=FilePlace(path), next_step="correct it, or delete it")
    try:
        return edited(before, list(_edits(node, wanted)), path, VerdictError, _KEYS)
    except VerdictError:  # its form allows no edit: then the comments go, and the keys that are not ours stay
        return dump({**wanted, **_others(node, path)}).encode()


def _edits(node: MapNode, wanted: dict[str, Any]) -> Iterator[Edit]:
    """What makes the file say what is wanted."""
    old = {name.text: tree(value) for name, value in node.pairs}
    there = old.get("findings")
    findings = there if isinstance(there, list) else []
    if old.get("snoozed_until") and "snoozed_until" not in wanted:
        yield RemoveField("snoozed_until")
    for key, value in wanted.items():
        if old.get(key) == value or (key not in old and not value):
            continue
        kept = [one for one in findings if one in value] if key == "findings" else None
        if kept and value[: len(kept)] == kept:
            gone = [index for index, one in enumerate(findings) if one not in value]
            yield from (RemoveField(("findings", index)) for index in reversed(gone))
            yield from (InsertItem("findings", index, value[index]) for index in range(len(kept), len(value)))
        else:
            yield SetField(key, value)


def _others(node: MapNode, path: Path) -> dict[str, Any]:
    return {
        name.text: schema.Free().read(value, ReadingPosition(path))
        for name, value in node.pairs
        if name.text not in _KEYS
    }
