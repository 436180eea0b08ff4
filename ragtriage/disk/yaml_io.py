"""YAML as the text that stands there.

A YAML 1.1 reader makes `NO` false, `1.10` a float and `12:30` the number 750. Here a scalar stays its text, with
whether it was written plain; what it means is for the schema to say. Only data is read: anchors, aliases, tags, merge
keys, duplicate keys, several documents and bottomless nesting are refused, each with its place and the reason.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from ragtriage.errors import FileError, FilePlace, RagtriageError

MAX_BYTES = 1 << 20
MAX_DEPTH = 20
MAX_KEY = 200
"""Code points in a key; YAML itself stops at 1,024 for a key that stands before its colon."""

_UNPRINTABLE = re.compile("[^\t\n\r -~\xa0-\u2027\u202a-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_SURROGATE = re.compile("[\ud800-\udfff]")
_LINE = re.compile(r"\r\n|\n|\r")
_CONFLICT = re.compile(r"^(<{7}|={7}|>{7})( |\r?$)", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class ScalarNode:
    """A value as it is written."""

    text: str
    style: str = ""
    """How it is written: "" plain, or one of `'`, `"`, `|`, `>`."""
    start: int = 0
    """Where it starts in the text after a byte order mark, in code points."""
    end: int = 0
    line: int | None = None
    column: int | None = None

    @property
    def plain(self) -> bool:
        return not self.style

    @property
    def null(self) -> bool:
        """Whether it says "nothing": plain and empty, `~` or `null`."""
        return not self.style and self.text in ("", "~", "null", "Null", "NULL")


@dataclass(frozen=True, slots=True)
class ListNode:
    """A list."""

    items: "tuple[Node, ...]" = ()
    flow: bool = False
    """Written in brackets."""
    start: int = 0
    end: int = 0
    line: int | None = None
    column: int | None = None


@dataclass(frozen=True, slots=True)
class MapNode:
    """A mapping from text to anything."""

    pairs: "tuple[tuple[ScalarNode, Node], ...]" = ()
    flow: bool = False
    start: int = 0
    end: int = 0
    line: int | None = None
    column: int | None = None

    def get(self, key: str) -> "Node | None":
        return next((value for name, value in self.pairs if name.text == key), None)


Node = ScalarNode | ListNode | MapNode
Tree = str | None | list["Tree"] | dict[str, "Tree"]


def load_yaml(source: bytes, path: Path, error: type[RagtriageError] = FileError) -> Node:
    """The one document in `source`. An empty file is an empty mapping.

    Raises `error` with the place and the reason for whatever is not plain YAML data.
    """
    text = _checked_characters(utf8_text(source, path, error), path, error)
    return _Composer(text, path, error).document()


def utf8_text(source: bytes, path: Path, error: type[RagtriageError] = FileError) -> str:
    """`source` as text, without a byte order mark. Raises `error` unless it is UTF-8 of at most a MiB."""
    if len(source) > MAX_BYTES:
        raise error(
            f"the file is too large: {len(source):,} bytes, at most {MAX_BYTES:,} are read",
            where=FilePlace(path),
            next_step="is it the right file? Documents belong into a corpus snapshot, not into this file",
        )
    try:
        text = source.decode("utf-8-sig")
    except UnicodeDecodeError as bad:
        before = source[: bad.start].decode("utf-8", "replace")
        kind = "UTF-16" if source[:2] in (b"\xff\xfe", b"\xfe\xff") else "not UTF-8"
        raise error(
            f"the file's encoding is {kind}: byte 0x{source[bad.start]:02x} cannot be read",
            where=place_of(before, len(before), path),
            next_step="save it as UTF-8",
        ) from bad
    return text


def _checked_characters(text: str, path: Path, error: type[RagtriageError]) -> str:
    if bad := _UNPRINTABLE.search(text):
        code = f"U+{ord(bad.group()):04X}"
        title = f"a control character ({code}) stands in the file"
        if bad.group() in "\x85\u2028\u2029":
            title = f"a line separator ({code}) stands in the file: YAML readers differ on what it means"
        hint = f'remove it, or write it as an escape in double quotes: "\\u{ord(bad.group()):04x}"'
        raise error(title, where=place_of(text, bad.start(), path), next_step=hint)
    return text


def place_of(text: str, index: int, path: Path) -> FilePlace:
    """The line and column of a code point in `text`."""
    line, start = 1, 0
    for found in _LINE.finditer(text, 0, index):
        line, start = line + 1, found.end()
    return FilePlace(path, line, index - start + 1)


def tree(node: Node) -> Tree:
    """What `node` holds, all scalars as text; a plain null is None."""
    if isinstance(node, ScalarNode):
        return None if node.null else node.text
    if isinstance(node, ListNode):
        return [tree(item) for item in node.items]
    return {key.text: tree(value) for key, value in node.pairs}


class _Mark(Protocol):
    index: int
    line: int
    column: int


class _Event(Protocol):
    """What PyYAML's events have, as far as it is used here."""

    start_mark: _Mark
    end_mark: _Mark
    anchor: str | None
    tag: str | None
    value: str
    style: str | None
    flow_style: bool | None


class _Composer:
    """Events into nodes, refusing what is not data as soon as it shows, so that a bomb costs nothing."""

    def __init__(self, text: str, path: Path, error: type[RagtriageError]) -> None:
        self._text, self._path, self._error = text, path, error

    def document(self) -> Node:
        import yaml

        loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)(self._text)  # no libyaml: slower, the same events
        try:
            self._events: Iterator[_Event] = iter(loader.get_event, None)
            return self._single()
        except yaml.MarkedYAMLError as error:
            mark = error.problem_mark or error.context_mark
            line, column = (mark.line + 1, mark.column + 1) if mark else (None, None)
            raise self._syntax_error(error, FilePlace(self._path, line, column)) from None
        except yaml.YAMLError as error:
            raise self._syntax_error(error, FilePlace(self._path)) from None
        finally:
            loader.dispose()

    def _single(self) -> Node:
        root: Node | None = None
        for event in self._events:
            kind = type(event).__name__
            if kind == "StreamEndEvent":
                break
            if kind == "DocumentStartEvent":
                if root is not None:
                    raise self._refusal(event, "a second document starts here", "one file holds one document: split it")
                root = self._node(next(self._events), 1)
        if root is None or (isinstance(root, ScalarNode) and root.null):
            return MapNode(line=1, column=1)
        return root

    def _node(self, event: _Event, depth: int) -> Node:
        kind, mark = type(event).__name__, event.start_mark
        if kind == "AliasEvent":
            raise self._refusal(event, f"an alias (*{event.anchor}) stands here", "write the value out")
        if event.anchor is not None:
            raise self._refusal(event, f"an anchor (&{event.anchor}) stands here", "remove it; write values out")
        if event.tag is not None:
            raise self._refusal(event, f"a tag ({event.tag}) stands here", "remove it; the field decides the type")
        if depth > MAX_DEPTH:
            raise self._refusal(event, f"nested more than {MAX_DEPTH} deep", "nothing here is that deep: flatten it")
        if kind == "ScalarEvent":
            if event.style == '"' and _SURROGATE.search(event.value):
                raise self._refusal(event, "half a surrogate pair is escaped here", "write the character itself")
            end = event.end_mark.index
            return ScalarNode(event.value, event.style or "", mark.index, end, mark.line + 1, mark.column + 1)
        return self._list(event, depth) if kind == "SequenceStartEvent" else self._map(event, depth)

    def _list(self, start: _Event, depth: int) -> ListNode:
        items: list[Node] = []
        end = start.end_mark
        for event in self._events:
            if type(event).__name__ == "SequenceEndEvent":
                end = event.end_mark
                break
            items.append(self._node(event, depth + 1))
        mark = start.start_mark
        return ListNode(tuple(items), bool(start.flow_style), mark.index, end.index, mark.line + 1, mark.column + 1)

    def _map(self, start: _Event, depth: int) -> MapNode:
        pairs: list[tuple[ScalarNode, Node]] = []
        seen: dict[str, int | None] = {}
        end = start.end_mark
        for event in self._events:
            if type(event).__name__ == "MappingEndEvent":
                end = event.end_mark
                break
            key = self._key(event, depth, seen)
            seen[key.text] = key.line
            pairs.append((key, self._node(next(self._events), depth + 1)))
        mark = start.start_mark
        return MapNode(tuple(pairs), bool(start.flow_style), mark.index, end.index, mark.line + 1, mark.column + 1)

    def _key(self, event: _Event, depth: int, seen: dict[str, int | None]) -> ScalarNode:
        key = self._node(event, depth + 1)
        if not isinstance(key, ScalarNode):
            raise self._refusal(event, "a list or mapping stands as a key", "a key is a piece of text")
        if key.plain and key.text == "<<":
            raise self._refusal(event, "a merge key (<<) stands here", "write the values out")
        if key.text in seen:
            title = f"the key `{key.text}` stands here again, first in line {seen[key.text]}"
            raise self._refusal(event, title, "keep one of them")
        if len(key.text) > MAX_KEY:
            raise self._refusal(event, f"a key of {len(key.text)} characters", f"at most {MAX_KEY} are read")
        return key

    def _refusal(self, event: _Event, title: str, next_step: str) -> RagtriageError:
        mark = event.start_mark
        return self._error(title, where=FilePlace(self._path, mark.line + 1, mark.column + 1), next_step=next_step)

    def _syntax_error(self, error: Exception, where: FilePlace) -> RagtriageError:
        if conflict := _CONFLICT.search(self._text):
            title, where = (
                "a merge conflict of Git stands in the file",
                place_of(self._text, conflict.start(), self._path),
            )
            return self._error(title, where=where, next_step="resolve it, then save")
        problem = getattr(error, "problem", None) or str(error).splitlines()[0]
        context = getattr(error, "context", None)
        title = f"not readable as YAML: {problem}" + (f" ({context})" if context else "")
        hint = (
            "text that holds `: ` or ` #`, or starts with a sign such as - ? : [ ] { } & * ! | > ' \" % @, needs quotes"
        )
        if self._tab_indents(where.line):
            hint = "indent with spaces: YAML does not allow tabs there"
        return self._error(title, where=where, next_step=hint)

    def _tab_indents(self, line: int | None) -> bool:
        lines = self._text.split("\n")
        return line is not None and line <= len(lines) and re.match(r"[ ]*\t", lines[line - 1]) is not None
