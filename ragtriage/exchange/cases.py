"""Cases out of other tools' files: JSON Lines, JSON, YAML.

The shape is that of a case file; what other tools write otherwise is put right here, and what they write besides is
kept under `metadata`. A record that is no case is reported with its line and left out; the others come in.
"""

import gzip
import zlib
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

from ragtriage.cases.ids import folded
from ragtriage.cases.model import Case
from ragtriage.cases.schema import CASE, EVIDENCE, NUGGET, SOURCE, read_case
from ragtriage.disk.json_io import json_node, load_json, parsed
from ragtriage.disk.schema import Problem, Record
from ragtriage.disk.yaml_io import MAX_BYTES, ListNode, MapNode, Node, ScalarNode, load
from ragtriage.errors import CaseError, FileError, Place

Documents = Callable[[str], str | None]
"""The text of a document by its id; None if there is none."""

_IMPORTANCE = ("vital", "okay", "supplementary")
_CONTEXT = (16, 32, 64, 128, 256)
"""Code points of prefix and suffix, tried in this order until the place is the only one."""


class CasesRead(NamedTuple):
    """What a file held."""

    cases: list[Case]
    problems: list[Problem]
    """What was left out, and why."""
    notes: list[str]
    """What was put elsewhere, for the user to know."""


class Sorted(NamedTuple):
    """Cases of a file, against those that are there."""

    new: list[Case]
    same: list[str]
    """Ids of cases that are there just so."""
    problems: list[Problem]
    """Cases that are there otherwise: neither is overwritten."""


def read_cases(path: Path, documents: Documents) -> CasesRead:
    """The cases in a file: .jsonl, .json (a list, or one case), .yaml (alike), each also as .gz.

    `documents` is asked where evidence is given by `start` and `end` (code points) instead of a quote. Raises FileError
    when the file as a whole cannot be read.
    """
    cases: dict[str, Case] = {}
    problems: list[Problem] = []
    kept: Counter[str] = Counter()
    for node in _records(path, problems):
        found: list[Problem] = []
        adapted = _Adapted(path, documents, found, kept).case(node)
        case, faults = (None, []) if found else read_case(adapted, path)
        found += faults
        if case is not None and (twin := cases.get(folded(case.id))) is not None:
            if twin != case:
                place = Place(path, node.line, field="id")
                found.append(Problem(f"the id `{case.id}` is in the file twice", place, "the first was taken"))
        elif case is not None:
            cases[folded(case.id)] = case
        problems += found
    notes = [f"`{name}` is no field of a case: kept under `metadata` ({count:,} times)" for name, count in kept.items()]
    return CasesRead(list(cases.values()), problems, notes)


def sort_out(cases: Iterable[Case], there: Mapping[str, Case], path: Path) -> Sorted:
    """Which of `cases` are new, given those that are `there` by id. Nothing is overwritten."""
    known = {folded(case_id): case for case_id, case in there.items()}
    out = Sorted([], [], [])
    for case in cases:
        old = known.get(folded(case.id))
        if old is None:
            out.new.append(case)
        elif old == case:
            out.same.append(case.id)
        else:
            title = f"there is a case `{old.id}` already, and it is another one"
            out.problems.append(Problem(title, Place(path, field="id"), "rename one, or edit the case that is there"))
    return out


def _records(path: Path, problems: list[Problem]) -> Iterator[Node]:
    """Every record of the file as a node that knows its line."""
    kind = Path(path.name.removesuffix(".gz")).suffix.lower()
    if kind not in (".jsonl", ".ndjson", ".json", ".yaml", ".yml"):
        raise FileError(
            f"`{path.name}` is not a kind of file that cases are read from",
            where=Place(path),
            next_step="give .jsonl, .json or .yaml, also with .gz",
        )
    try:
        if kind in (".jsonl", ".ndjson"):
            yield from _lines(path, problems)
            return
        with _opened(path) as file:
            source = file.read()
    except (OSError, EOFError, zlib.error) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise FileError(f"cannot be read: {reason}", where=Place(path), next_step="check the file") from error
    if kind == ".json":
        yield from _json_items(source, path, problems)
        return
    root = load(source, path)
    yield from root.items if isinstance(root, ListNode) else (root,)


def _opened(path: Path) -> gzip.GzipFile:
    # gzip.open types its result by mode; a plain file has the same methods
    return gzip.open(path, "rb") if path.suffix == ".gz" else path.open("rb")  # type: ignore[return-value]


def _lines(path: Path, problems: list[Problem]) -> Iterator[Node]:
    number = 0
    with _opened(path) as file:
        while line := file.readline(MAX_BYTES + 1):
            number += 1
            whole = line
            while not whole.endswith(b"\n") and (whole := file.readline(MAX_BYTES)):
                continue  # the rest of a line that is too long
            if not line.strip():
                continue
            try:
                yield _placed(load_json(line, path, CaseError), number)
            except CaseError as error:
                column = error.where.column if error.where else None
                problems.append(Problem(error.title, Place(path, number, column), error.next_step))


def _json_items(source: bytes, path: Path, problems: list[Problem]) -> Iterator[Node]:
    try:
        value = parsed(source.decode("utf-8-sig"), path)
    except UnicodeDecodeError as error:
        raise FileError("the file's encoding is not UTF-8", where=Place(path), next_step="save it as UTF-8") from error
    listed = type(value) is list
    for index, item in enumerate(value if isinstance(value, list) and listed else [value]):
        try:
            yield json_node(item)
        except ValueError as error:
            where = Place(path, field=f"[{index}]" if listed else None)
            problems.append(Problem(str(error), where, "put it right in the file"))


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

    def __init__(self, path: Path, documents: Documents, problems: list[Problem], kept: Counter[str]) -> None:
        self._path, self._documents, self._problems, self._kept = path, documents, problems, kept
        self._metadata: list[tuple[ScalarNode, Node]] = []

    def case(self, node: Node) -> Node:
        if not isinstance(node, MapNode):
            return node
        pairs = []
        for key, value in self._known(node, CASE, ""):
            if key.text == "evidence":
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
        doc_id, quote = node.get("doc_id"), node.get("quote")
        text = self._documents(doc_id.text) if isinstance(doc_id, ScalarNode) else None
        if text is None:
            self._report(node, "`start` and `end` are of a document that the snapshot lacks", spot)
            return []
        start, end = (int(n.text) if isinstance(n, ScalarNode) and _is_offset(n.text) else -1 for n in span)
        if not 0 <= start < end <= len(text):
            self._report(node, f"`start` and `end` are no place in the document's {len(text):,} code points", spot)
            return []
        if isinstance(quote, ScalarNode) and not quote.null and quote.text != text[start:end]:
            self._report(quote, "the quote is not what stands from `start` to `end`", f"{spot}.quote")
            return []
        prefix, suffix = surroundings(text, start, end)
        values = {"quote": text[start:end], "prefix": prefix, "suffix": suffix}
        return [(ScalarNode(name), ScalarNode(value, '"', line=node.line)) for name, value in values.items() if value]

    def _report(self, node: Node, title: str, spot: str) -> None:
        self._problems.append(Problem(title, Place(self._path, node.line, node.column, spot), "the case was left out"))


def _with(node: MapNode, pairs: Iterable[tuple[ScalarNode, Node]]) -> MapNode:
    return MapNode(tuple(pairs), line=node.line, column=node.column)


def _is_offset(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) < 16


def surroundings(text: str, start: int, end: int) -> tuple[str, str]:
    """Prefix and suffix that tell the quote `text[start:end]` from its other occurrences; both empty if there are none.

    They are as short as 16 code points each where that is enough, and at most 256.
    """
    quote = text[start:end]
    if text.find(quote) == start and text.find(quote, start + 1) < 0:
        return "", ""
    prefix = suffix = ""
    for width in _CONTEXT:
        prefix, suffix = text[max(0, start - width) : start], text[end : end + width]
        whole = prefix + quote + suffix
        if text.find(whole) == start - len(prefix) and text.find(whole, start - len(prefix) + 1) < 0:
            break
    return prefix, suffix
