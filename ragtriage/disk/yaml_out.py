"""Our one style of YAML, for files we write from nothing.

Block style, literal blocks for text of several lines, nothing folded, and quotes wherever some reader of YAML 1.1 or
1.2 would take the text for something else than text.
"""

import re
from collections.abc import Mapping, Sequence

_PLAIN = re.compile(r"[^\W_](?:[^\x00-\x1f\x7f-\xa0\u2028\u2029\ufeff:#\\\"]|:(?=[^\s,\[\]{}])|(?<=\S)#)*")
_WORDS = frozenset(["y", "n", "yes", "no", "on", "off", "true", "false", "null"])
_NUMBER = re.compile(r"[0-9][0-9a-fA-FxobT_:.,+\-eZ ]*")
_LITERAL = re.compile("[\n -~\xa0-\u2027\u202a-\ud7ff\ue000-\ufefe\uff00-\ufffd\U00010000-\U0010ffff]+")
_ESCAPES = {"\\": "\\\\", '"': '\\"', "\n": "\\n", "\t": "\\t", "\r": "\\r", "\0": "\\0", "\x1b": "\\e"}


def dump(value: object) -> str:
    """`value` (dict, list, tuple, str, bool, int, float, None) as a document that ends with a newline.

    Reading it gives the same value, whichever YAML version the reader speaks. Floats must be finite.
    """
    if isinstance(value, Mapping | list | tuple) and value:
        return "\n".join(_lines(value, 0)) + "\n"
    return inline(value) + "\n"


def _lines(value: object, indent: int) -> list[str]:
    """The lines of a collection that is not empty."""
    pad = " " * indent
    out: list[str] = []
    if isinstance(value, Mapping):
        for key, item in value.items():
            head = f"{pad}{_one_line(str(key))}:"
            if isinstance(item, Mapping | list | tuple) and item:
                out += [head, *_lines(item, indent + 2)]
            else:
                out += _after(f"{head} ", item, indent)
    elif isinstance(value, Sequence):
        for item in value:
            if isinstance(item, Mapping | list | tuple) and item:
                first, *rest = _lines(item, indent + 2)
                out += [f"{pad}- {first[indent + 2 :]}", *rest]
            else:
                out += _after(f"{pad}- ", item, indent)
    return out


def _after(head: str, value: object, indent: int) -> list[str]:
    if isinstance(value, str) and (header := literal_header(value)):
        body = value.removesuffix("\n") if not header.endswith("-") else value
        pad = " " * (indent + 2)
        return [head + header, *(pad + line if line else "" for line in body.split("\n"))]
    return [head + inline(value)]


def inline(value: object) -> str:
    """A scalar or an empty collection on one line, such as stands behind `key: ` in block style."""
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int | float):
        return repr(value)
    if isinstance(value, Mapping):
        return "{}"
    if isinstance(value, list | tuple):
        return "[]"
    return _one_line(str(value))


def _one_line(text: str) -> str:
    return text if plain_is_safe(text) else yaml_quoted(text)


def plain_is_safe(text: str) -> bool:
    """Whether `text`, without quotes in block style, is this text to every reader."""
    return (
        _PLAIN.fullmatch(text) is not None
        and not text.endswith(" ")
        and text.lower() not in _WORDS
        and _NUMBER.fullmatch(text) is None
    )


def yaml_quoted(text: str) -> str:
    """`text` in quotes on one line: double, or single where double quotes would need escapes."""
    if not text.isprintable():
        return double_quoted(text)
    if '"' in text or "\\" in text:
        return "'" + text.replace("'", "''") + "'"
    return f'"{text}"'


def double_quoted(text: str) -> str:
    """`text` in double quotes, with escapes where they are needed."""
    return '"' + "".join(_escape(char) for char in text) + '"'


def _escape(char: str) -> str:
    if char in _ESCAPES:
        return _ESCAPES[char]
    if char.isprintable():
        return char
    code = ord(char)
    return f"\\x{code:02x}" if code < 0x100 else f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"


def literal_header(text: str, several_lines: bool = True, step: int = 2) -> str:
    """The `|…` that introduces `text` as a literal block; empty when it must be quoted instead.

    `several_lines`: only for text that has some. `step`: by how much its lines are indented below what holds them.
    """
    if (several_lines and "\n" not in text) or not _LITERAL.fullmatch(text) or not text.strip("\n"):
        return ""
    lines = text.split("\n")
    if any(line and not line.strip() for line in lines) or "\n" in text[-2:-1]:
        return ""  # lines of spaces alone are lost on the first editor that trims them; so are newlines at the end
    indented = next(line for line in lines if line).startswith(" ")
    return "|" + (str(step) if indented or not lines[0] else "") + ("" if text.endswith("\n") else "-")
