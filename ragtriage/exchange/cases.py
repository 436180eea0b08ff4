"""Cases out of other tools' files: JSON in any form, YAML.

The shape is that of a case file; what other tools write otherwise is put right here, and what they write besides is
kept under `metadata`. A record that is no case is reported with its line and left out; the others come in.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

from ragtriage.anchors.locate import occurrence_at
from ragtriage.cases.ids import folded_id
from ragtriage.cases.model import Case
from ragtriage.cases.schema import CASE, EVIDENCE, NUGGET, SOURCE, read_case
from ragtriage.disk.json_io import json_node
from ragtriage.disk.json_records import JsonRecord, Shape, file_text, json_records, placed_in
from ragtriage.disk.problems import FaultLog, Problem, by_place
from ragtriage.disk.schema import Record
from ragtriage.disk.unpacking import DAMAGED, unpacked
from ragtriage.disk.yaml_io import MAX_BYTES, ListNode, MapNode, Node, ScalarNode, load_yaml
from ragtriage.errors import FileError, FilePlace
from ragtriage.exchange.offsets import Spans, Unit
from ragtriage.exchange.spans import span_of, spans_in

Documents = Callable[[str], str | None]
"""The text of a document by its id; None if there is none."""

_IMPORTANCE = ("vital", "okay", "supplementary")
_SHAPE = Shape(lambda record: "question" in record, ScalarNode, ScalarNode)
_CONTEXT = (16, 32, 64, 128, 256)
"""Code points of prefix and suffix, tried in this order until the place is the only one."""


class CasesRead(NamedTuple):
    """What a file held."""

    cases: list[Case]
    problems: list[Problem]
    """What was left out, and why; equal faults once, with their count."""
    notes: list[str]
    """What was put elsewhere, for the user to know."""


class Sorted(NamedTuple):
    """Cases of a file, against those that are there."""

    new: list[Case]
    same: list[str]
    """Ids of cases that are there just so."""
    problems: list[Problem]
    """Cases that are there otherwise: neither is overwritten."""


def read_cases(path: Path, documents: Documents, offsets: Unit | None = None) -> CasesRead:
    """The cases in a file: JSON Lines, a list or an envelope of JSON, or YAML (a list, or one case), each also as .gz.

    `documents` is asked where evidence is given by `start` and `end` instead of a quote, in `offsets`; None: in code
    points, and what another unit fits better is left out and told. Raises FileError when the file as a whole cannot be
    read.
    """
    cases: dict[str, Case] = {}
    faults = FaultLog()
    kept: Counter[str] = Counter()
    notes: list[str] = []
    records = list(_records(path, faults, notes))
    spans = Spans([span for node, _ in records for span in spans_in(node, documents)], offsets)
    for node, record in records:
        found: list[Problem] = []
        adapted = _Adapted(path, documents, found, kept, spans).case(node)
        case, wrong = (None, []) if found else read_case(adapted, path)
        found += wrong
        if case is not None and (twin := cases.get(folded_id(case.id))) is not None:
            if twin != case:
                place = FilePlace(path, node.line, field="id")
                found.append(Problem(f"the id `{case.id}` is in the file twice", place, "the first was taken"))
        elif case is not None:
            cases[folded_id(case.id)] = case
        for problem in found:
            faults.add(problem, placed_in(problem, record, _id_of(node)))
    notes += [f"`{name}` is no field of a case: kept under `metadata` ({n:,} times)" for name, n in kept.items()]
    if not records and not faults.count:
        faults.add(Problem("there is no case in it", FilePlace(path), "is it the right file?"))
    problems = sorted(faults.problems, key=by_place)
    return CasesRead(list(cases.values()), problems, notes + spans.notes())


def _id_of(node: Node) -> str:
    named = node.get("id") if isinstance(node, MapNode) else None
    return named.text if isinstance(named, ScalarNode) else ""


def sort_out(cases: Iterable[Case], there: Mapping[str, Case], path: Path) -> Sorted:
    """Which of `cases` are new, given those that are `there` by id. Nothing is overwritten."""
    known = {folded_id(case_id): case for case_id, case in there.items()}
    out = Sorted([], [], [])
    for case in cases:
        old = known.get(folded_id(case.id))
        if old is None:
            out.new.append(case)
        elif old == case:
            out.same.append(case.id)
        else:
            title = f"there is a case `{old.id}` already, and it is another one"
            out.problems.append(
                Problem(title, FilePlace(path, field="id"), "rename one, or edit the case that is there")
            )
    return out


def _records(path: Path, faults: FaultLog, notes: list[str]) -> Iterator[tuple[Node, JsonRecord]]:
    """Every record of the file as a node that knows its line, and where it stands."""
    kind = Path(path.name.removesuffix(".gz")).suffix.lower()
    if kind not in (".jsonl", ".ndjson", ".json", ".yaml", ".yml"):
        raise FileError(
            f"`{path.name}` is not a kind of file that cases are read from",
            where=FilePlace(path),
            next_step="give .jsonl, .json or .yaml, also with .gz",
        )
    try:
        yield from _of_yaml(path) if kind in (".yaml", ".yml") else _of_json(path, faults, notes)
    except (OSError, *DAMAGED) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise FileError(f"cannot be read: {reason}", where=FilePlace(path), next_step="check the file") from error


def _of_yaml(path: Path) -> Iterator[tuple[Node, JsonRecord]]:
    with unpacked(path) as file:
        source = file.read(MAX_BYTES + 1)
    root = load_yaml(source, path)
    items = root.items if isinstance(root, ListNode) else (root,)
    for index, item in enumerate(items):
        yield item, JsonRecord({}, item.line or 1, index if isinstance(root, ListNode) else None)


def _of_json(path: Path, faults: FaultLog, notes: list[str]) -> Iterator[tuple[Node, JsonRecord]]:
    with file_text(path) as (text, encoding):
        notes += [encoding.note] if encoding.note else []
        for record in json_records(text, path, _SHAPE, faults.add):
            try:
                _refuse(record)
                yield _placed(json_node(record.value), record.line), record
            except ValueError as error:
                problem = Problem(str(error), FilePlace(path, record.line), "put it right in the file")
                faults.add(problem, placed_in(problem, record, _name(record.value)))


def _refuse(record: JsonRecord) -> None:
    if record.size > MAX_BYTES:
        raise ValueError(f"{record.size:,} characters: no case may have more than {MAX_BYTES:,} bytes")
    if record.doubled:
        raise ValueError(f"the key `{record.doubled}` stands there twice")
    if record.unreal:
        raise ValueError(f"not readable as JSON: {record.unreal} is no JSON number")


def _name(value: Mapping[str, object]) -> str:
    named = value.get("id")
    return named.text if isinstance(named, ScalarNode) else named if isinstance(named, str) else ""


def _placed(node: Node, line: int) -> Node:
    """`node`, all parts of which say that they stand in `line`."""
    if isinstance(node, ScalarNode):
        return ScalarNode(node.text, node.style, line=line)
    if isinstance(node, ListNode):
        return ListNode(tuple(_placed(item, line) for item in node.items), line=line)
    pairs = tuple((ScalarNode(key.text, key.style, line=line), _placed(value, line)) for key, value in node.pairs)
    return MapNode(pairs, line=line)


class _Adapted:
    """A record in the shape of a case file: what other tools write otherwise, put right."""

    def __init__(
        self, path: Path, documents: Documents, problems: list[Problem], kept: Counter[str], spans: Spans
    ) -> None:
        self._path, self._documents, self._problems, self._kept = path, documents, problems, kept
        self._spans = spans
        self._metadata: list[tuple[ScalarNode, Node]] = []

    def case(self, node: Node) -> Node:
        if not isinstance(node, MapNode):
            return node
        pairs = []
        for key, value in self._known(node, CASE, ""):
            if key.text == "id" and isinstance(value, ScalarNode):
                value = _whole(value)
            elif key.text == "evidence":
                value = self._each(value, "evidence", self._evidence)
            elif key.text == "nuggets":
                value = self._each(value, "nuggets", self._nugget)
            elif key.text == "source" and isinstance(value, MapNode):
                value = _with(value, self._known(value, SOURCE, "source"))
            pairs.append((key, value))
        return self._with_metadata(_with(node, pairs))

    def _with_metadata(self, node: MapNode) -> MapNode:
        if not self._metadata:
            return node
        there = node.get("metadata")
        old = list(there.pairs) if isinstance(there, MapNode) else []
        if there is not None and not isinstance(there, MapNode) and not (isinstance(there, ScalarNode) and there.null):
            return node  # the schema will say what is wrong with it
        names = {key.text for key, _ in old}
        for key, _ in self._metadata:
            if key.text in names:
                self._report(key, f"`{key.text}` stands both in the record and under its `metadata`", key.text)
        rest = [pair for pair in node.pairs if pair[0].text != "metadata"]
        metadata = MapNode((*old, *self._metadata), line=node.line, column=node.column)
        return _with(node, [*rest, (ScalarNode("metadata", line=node.line), metadata)])

    def _known(
        self, node: MapNode, record: Record, spot: str, also: tuple[str, ...] = ()
    ) -> list[tuple[ScalarNode, Node]]:
        """The pairs that the schema knows; the others go under metadata, by their dotted names."""
        names = {*(each.name for each in record.fields), *also}
        for key, value in node.pairs:
            if key.text not in names:
                dotted = f"{spot}.{key.text}" if spot else key.text
                self._metadata.append((ScalarNode(dotted, '"', line=key.line, column=key.column), value))
                self._kept[key.text if not spot else f"{spot.partition('[')[0]}.{key.text}"] += 1
        return [(key, value) for key, value in node.pairs if key.text in names]

    def _each(self, node: Node, spot: str, adapt: Callable[[MapNode, str], Node]) -> Node:
        if not isinstance(node, ListNode):
            return node
        items = tuple(
            adapt(item, f"{spot}[{index}]") if isinstance(item, MapNode) else item
            for index, item in enumerate(node.items)
        )
        return ListNode(items, line=node.line, column=node.column)

    def _nugget(self, node: MapNode, spot: str) -> Node:
        pairs = self._known(node, NUGGET, spot, ("importance",))
        rest = [pair for pair in pairs if pair[0].text != "importance"]
        importance = node.get("importance")
        if importance is None or node.get("vital") is not None:
            return _with(node, rest)
        if not isinstance(importance, ScalarNode) or importance.text not in _IMPORTANCE:
            self._report(importance, f"expected one of {' | '.join(_IMPORTANCE)}", f"{spot}.importance")
            return _with(node, rest)
        vital = ScalarNode("true" if importance.text == "vital" else "false", line=importance.line)
        return _with(node, [*rest, (ScalarNode("vital"), vital)])

    def _evidence(self, node: MapNode, spot: str) -> Node:
        pairs = self._known(node, EVIDENCE, spot, ("start", "end"))
        pairs = [
            (key, self._each(value, f"{spot}.any_of", self._evidence) if key.text == "any_of" else value)
            for key, value in pairs
        ]
        rest = [pair for pair in pairs if pair[0].text not in ("start", "end")]
        span = [node.get(name) for name in ("start", "end")]
        if span == [None, None]:
            return _with(node, rest)
        quoted = self._quoted(node, span, spot)
        names = {key.text for key, _ in quoted}
        return _with(node, [pair for pair in rest if pair[0].text not in names] + quoted)

    def _quoted(self, node: MapNode, span: list[Node | None], spot: str) -> list[tuple[ScalarNode, Node]]:
        """The quote at a span of its document, with what stands around it where it repeats."""
        doc_id = node.get("doc_id")
        text = self._documents(doc_id.text) if isinstance(doc_id, ScalarNode) else None
        if text is None:
            self._report(node, "`start` and `end` are of a document that the snapshot lacks", spot)
            return []
        given = span_of(node, text)
        if (place := self._spans.place(given)) is None:
            self._report(node, self._spans.refusal(given), spot)
            return []
        start, end = place
        if given.quote and given.quote != text[start:end]:
            self._report(node, "the quote is not what stands from `start` to `end`", f"{spot}.quote")
            return []
        prefix, suffix, occurrence = surroundings(text, start, end)
        values = {"quote": text[start:end], "prefix": prefix, "suffix": suffix}
        found: list[tuple[ScalarNode, Node]] = []
        found += [(ScalarNode(name), ScalarNode(value, '"', line=node.line)) for name, value in values.items() if value]
        if occurrence:
            found.append((ScalarNode("occurrence"), ScalarNode(str(occurrence), line=node.line)))
        return found

    def _report(self, node: Node, title: str, spot: str) -> None:
        self._problems.append(
            Problem(title, FilePlace(self._path, node.line, node.column, spot), "the case was left out")
        )


def _whole(node: ScalarNode) -> ScalarNode:
    """An id; tables write the number `7.0` for 7, as runs have it."""
    whole, _, rest = node.text.partition(".")
    number = node.style not in ("'", '"') and whole.isdecimal() and set(rest) == {"0"}
    return ScalarNode(whole, node.style, line=node.line, column=node.column) if number else node


def _with(node: MapNode, pairs: Iterable[tuple[ScalarNode, Node]]) -> MapNode:
    return MapNode(tuple(pairs), line=node.line, column=node.column)


def surroundings(text: str, start: int, end: int) -> tuple[str, str, int]:
    """Prefix and suffix that tell the quote `text[start:end]` from its other occurrences; both empty if there are none.

    They are as short as 16 code points each where that is enough, and at most 256. Where even those are the same, also
    which occurrence it is, from 1; else 0.
    """
    quote = text[start:end]
    if text.find(quote) == start and text.find(quote, start + 1) < 0:
        return "", "", 0
    prefix = suffix = ""
    for width in _CONTEXT:
        prefix, suffix = text[max(0, start - width) : start], text[end : end + width]
        whole = prefix + quote + suffix
        if text.find(whole) == start - len(prefix) and text.find(whole, start - len(prefix) + 1) < 0:
            return prefix, suffix, 0
    # Blanks at the edges are no part of a quote when it is looked for.
    at = start + len(quote) - len(quote.lstrip())
    return prefix, suffix, occurrence_at(quote.strip(), text, at)
