"""Files of labels: `labels/<case id>--<reviewer>.yaml`, and how what a person says of an answer gets in and out.

One file a case and reviewer, so that two people never write one file. It may hold labels of other units too (claims,
passages, nuggets): those stay as they stand when an answer is judged.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ragtriage.disk import schema
from ragtriage.disk.schema import Field, Flag, ListOf, Number, OneOf, Problem, ReadingPosition, Record, Text
from ragtriage.disk.yaml_edit import Edit, InsertItem, RemoveField, SetField, edited
from ragtriage.disk.yaml_io import ListNode, MapNode, Node, load_yaml, tree
from ragtriage.disk.yaml_out import dump
from ragtriage.errors import LabelError, UsageError
from ragtriage.triage.answers import ANSWER_LABELS, Opinion
from ragtriage.triage.verdict_files import name_part

FOLDER = "labels"
HASH_DIGITS = 12
"""Of an output's hash, as we write it: it names one output among those of one case."""
_HASH = re.compile(r"[0-9a-f]{8,64}")
_UNITS = ("answer", "claim", "passage", "nugget")


def _check_label(values: dict[str, Any], node: MapNode, spot: ReadingPosition) -> None:
    there = {key.text: value for key, value in node.pairs}
    if values["output"] and not _HASH.fullmatch(values["output"]):
        spot.at("output").report(
            there["output"],
            f"`{values['output']}` is not the hash of an output",
            "8 to 64 of the digits 0-9 and a-f, as `ragtriage triage audit --json` gives them",
        )
    if values["unit"] == "answer" and values["label"] and values["label"] not in ANSWER_LABELS:
        spot.at("label").report(
            there["label"], f"an answer cannot be `{values['label']}`", f"it is {' or '.join(ANSWER_LABELS)}"
        )


LABEL = Record(
    (
        Field("unit", OneOf(_UNITS), "What is judged.", required=True),
        Field("output", Text(filled=True), "The first digits of the output's hash, eight at least.", required=True),
        Field("text", Text(), "The claim, passage or nugget; an answer needs none."),
        Field("label", Text(filled=True), "Of an answer: right or wrong.", required=True),
        Field("note", Text(), "Free text."),
        Field("rule", Text(), "The labelling rule and its version."),
        Field("sample", Text(), "The sample it was drawn in."),
        Field("weight", Number(), "How many units it stands for in that sample."),
        Field("blind", Flag(), "Whether it was given without sight of a grader's verdict."),
        Field("at", Text(), "UTC, ISO 8601."),
    ),
    check=_check_label,
    words="a label (unit, output, label, note, at)",
)
LABELS = Record(
    (
        Field("case", Text(filled=True), "The id of the case.", required=True),
        Field("labels", ListOf(LABEL), "What this person says, the last word on a thing last."),
        Field("reviewer", Text(), "The reviewer's name, where the file's name cannot hold it as it is."),
    ),
    words="labels of a case (case, labels)",
)


@dataclass(frozen=True, slots=True)
class AnswerLabels:
    """What one person says of the answers to one case."""

    case_id: str
    reviewer: str
    opinions: dict[str, Opinion]
    """By output: the first digits of its hash."""


def label_path(case_id: str, reviewer: str) -> str:
    """Where a reviewer's labels of a case are kept, below the workspace. Raises UsageError for ids that lead out."""
    if any(part in ("", ".", "..") for part in case_id.split("/")) or "\0" in case_id:
        raise UsageError(f"labels of `{case_id}` cannot be kept", next_step="")
    return f"{FOLDER}/{case_id}--{name_part(reviewer)}.yaml"


def parse_labels(source: bytes, path: Path, key: str) -> tuple[AnswerLabels | None, list[Problem]]:
    """The labels in a file's bytes, or None and all that is wrong with it. `key` is its path below the workspace.

    Raises LabelError for what is not YAML.
    """
    node = load_yaml(source, path, LabelError)
    values, problems = schema.read(node, LABELS, path)
    spot = ReadingPosition(path, problems)
    stem = key.removeprefix(f"{FOLDER}/").removesuffix(".yaml")
    named = stem.removeprefix(f"{values['case']}--")
    if values["case"] and named == stem:
        title = f"the file is called {stem}.yaml, and its case is `{values['case']}`"
        spot.at("case").report(node, title, "rename one of them")
    reviewer = values["reviewer"] or named
    if values["reviewer"] and _part_or_empty(reviewer) != named:
        title = f"the file is called {stem}.yaml, and its reviewer is `{reviewer}`"
        spot.at("reviewer").report(node, title, "rename one of them")
    if problems:
        return None, problems
    opinions: dict[str, Opinion] = {}
    for one in values["labels"]:
        if one["unit"] == "answer":
            _forget(opinions, one["output"])  # the last word on an output counts
            opinions[one["output"]] = Opinion(reviewer, one["label"], one["note"], one["at"])
    return AnswerLabels(values["case"], reviewer, opinions), []


def same_output(one: str, other: str) -> bool:
    """Whether two hashes, or beginnings of them, are of one output."""
    return one.startswith(other) or other.startswith(one)


def _forget(opinions: dict[str, Opinion], output: str) -> None:
    for known in [known for known in opinions if same_output(known, output)]:
        del opinions[known]


def _part_or_empty(reviewer: str) -> str:
    try:
        return name_part(reviewer)
    except UsageError:
        return ""


def labels_file(case_id: str, output: str, opinion: Opinion, before: bytes | None, path: Path) -> bytes:
    """The file that holds an opinion on an output, in place of what the reviewer said of it before.

    Raises LabelError when the file that is there cannot be read: then nothing must be written over it.
    """
    item = _item(output, opinion)
    if before is None:
        named = {} if name_part(opinion.reviewer) == opinion.reviewer else {"reviewer": opinion.reviewer}
        return dump({"case": case_id, "labels": [item], **named}).encode()
    node = load_yaml(before, path, LabelError)
    places = _places(node, output)
    edits: list[Edit]
    if places:
        edits = [*_judged_again(node, places[-1], item), *_removals(places[:-1])]
    elif _items(node):
        edits = [InsertItem("labels", len(_items(node)), item)]
    else:
        edits = [SetField("labels", [item])]
    return edited(before, edits, path, LabelError, [each.name for each in LABELS.fields])


def without_opinion(output: str, before: bytes, path: Path) -> bytes | None:
    """The file without what it says of an output; None where nothing is left. Raises LabelError as `written`."""
    node = load_yaml(before, path, LabelError)
    places = _places(node, output)
    if len(places) == len(_items(node)):
        return None
    return edited(before, list(_removals(places)), path, LabelError)


def _item(output: str, opinion: Opinion) -> dict[str, Any]:
    noted = {"note": opinion.note} if opinion.note else {}
    return {"unit": "answer", "output": output[:HASH_DIGITS], "label": opinion.label, **noted, "at": opinion.at}


def _judged_again(node: Node, place: int, item: dict[str, Any]) -> Iterator[Edit]:
    """Field by field, so that what else stands in the file stays as it is."""
    there = tree(_items(node)[place])
    old = there if isinstance(there, dict) else {}
    for name in ("output", "label", "note", "at"):
        if name in item and item[name] != old.get(name):
            yield SetField(("labels", place, name), item[name])
        elif name in old and name not in item:
            yield RemoveField(("labels", place, name))


def _removals(places: list[int]) -> Iterator[Edit]:
    return (RemoveField(("labels", place)) for place in reversed(places))


def _items(node: Node) -> tuple[Node, ...]:
    pairs = node.pairs if isinstance(node, MapNode) else ()
    labels = next((value for key, value in pairs if key.text == "labels"), None)
    return tuple(labels.items) if isinstance(labels, ListNode) else ()


def _places(node: Node, output: str) -> list[int]:
    """Where in the list the labels of an output's answer are."""
    found = [tree(item) for item in _items(node)]
    return [
        place
        for place, item in enumerate(found)
        if isinstance(item, dict) and item.get("unit") == "answer" and same_output(str(item.get("output")), output)
    ]
