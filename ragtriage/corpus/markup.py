"""What a text file says of itself: front matter, and its title."""

import json
import re
from collections.abc import Iterator

from ragtriage.corpus.document import Attribute

LONGEST_TITLE = 300
"""Code points; a heading longer than that is a paragraph that lost its line break."""

_FRONT = re.compile(r"---[ \t]*\n(.*?)^(?:---|\.\.\.)[ \t]*(?:\n|\Z)", re.DOTALL | re.MULTILINE)
_MOST_FRONT_MATTER = 64_000
_DEEPEST = 50
_FENCE = re.compile(r" {0,3}(```+|~~~+)")
_ATX = re.compile(r" {0,3}#{1,6}[ \t]+(?=\S)")
_ADORNMENT = re.compile(r"([=\-`:.'\"~^_*+#])\1{2,}[ \t]*")


def front_matter(text: str) -> tuple[dict[str, Attribute], str] | None:
    """The metadata between `---` lines at the top, and the text after them; None when there is none to be read.

    Scalars are the text that stands there (`version: 1.10` is "1.10"), lists are tuples, nested values JSON text.
    A key without a value is left out.
    """
    if not text.startswith("---"):
        return None
    found = _FRONT.match(text[:_MOST_FRONT_MATTER])
    if not found:
        return None
    shape = _yaml(found[1])
    if not isinstance(shape, dict) or not all(isinstance(key, str) for key in shape):
        return None
    return {key: attribute(value) for key, value in shape.items() if value != ""}, text[found.end() :].lstrip("\n")


def _yaml(source: str) -> object:
    import yaml

    if _depth(source) > _DEEPEST:
        return None
    try:
        if any(isinstance(event, yaml.AliasEvent) for event in yaml.parse(source, yaml.BaseLoader)):
            return None  # a few nested aliases can stand for gigabytes
        return yaml.load(source, yaml.BaseLoader)
    except (yaml.YAMLError, RecursionError, ValueError, TypeError):  # TypeError: a list as a key
        return None


def _depth(source: str) -> int:
    """How deeply brackets are nested, quoted ones included: PyYAML takes n² time for it."""
    depth = deepest = 0
    for bracket in re.findall(r"[\[\]{}]", source):
        depth = depth + 1 if bracket in "[{" else max(0, depth - 1)
        deepest = max(deepest, depth)
    return deepest


def attribute(value: object) -> Attribute:
    """A metadata value from YAML or JSON: strings as they are, a list of scalars as a tuple, the rest as JSON text."""
    if isinstance(value, list) and not any(isinstance(item, list | dict) for item in value):
        return tuple(_scalar(item) for item in value if item is not None)
    return _scalar(value)


def _scalar(value: object) -> str:
    if isinstance(value, Literal):
        return value.literal
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


class Literal(float):
    """A JSON number with a fraction that remembers how it was written: 1.10 is not 1.1."""

    literal: str

    def __new__(cls, literal: str) -> "Literal":
        number = super().__new__(cls, literal)
        number.literal = literal
        return number


def first_heading(text: str, suffix: str) -> str:
    """The first heading of Markdown (.md, .txt) or reStructuredText (.rst); "" when there is none."""
    title = _rst_heading(text) if suffix == ".rst" else _markdown_heading(text)
    return " ".join(title.split())[:LONGEST_TITLE]


def _markdown_heading(text: str) -> str:
    fence, before = "", ""
    for line in _lines(text):
        mark = _FENCE.match(line)
        if mark and not fence:
            fence = mark[1]
        elif fence:
            if line.strip().startswith(fence):
                fence = ""
            line = ""
        elif _ATX.match(line):
            title = line.strip().lstrip("#").strip()
            return re.sub(r"(?<![ \t])[ \t]+#+$", "", title) if title.endswith("#") else title
        elif before.strip() and re.fullmatch(r" {0,3}={3,}[ \t]*", line):
            return before
        before = line
    return ""


def _rst_heading(text: str) -> str:
    before = ""
    for line in _lines(text):
        title = before.strip()
        if (
            title
            and _ADORNMENT.fullmatch(line)
            and not _ADORNMENT.fullmatch(before)
            and len(line.strip()) >= len(title)
        ):
            return title
        before = line
    return ""


def _lines(text: str) -> Iterator[str]:
    start = 0
    while start <= len(text):
        end = text.find("\n", start)
        end = len(text) if end < 0 else end
        yield text[start:end]
        start = end + 1
