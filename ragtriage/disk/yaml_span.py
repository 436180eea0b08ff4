"""Changing text by the places of its nodes: no byte outside the value or the lines named is touched.

All functions take and give text without a byte order mark; positions are code points in it.
"""

import re

from ragtriage.disk.yaml_io import ListNode, MapNode, Node, ScalarNode
from ragtriage.disk.yaml_out import double_quoted, inline, literal_header, plain_is_safe, yaml_quoted

Scalar = str | bool | int | float | None

_HEADER = re.compile(r"[|>][0-9+-]*")


def newline_of(text: str) -> str:
    """The line end that the file uses."""
    return "\r\n" if "\r\n" in text else "\n"


def with_scalar(text: str, node: ScalarNode, value: Scalar, column: int, flow: bool) -> str:
    """`text` with the scalar `node` replaced by `value`, in the old quotes where they can hold it.

    `column`: 0-based, of the key or dash that `node` belongs to; `flow`: whether it stands within brackets.
    """
    if node.style in ("|", ">"):
        return _with_block(text, node, value, column)
    gap = "" if node.start == 0 or text[node.start - 1] in " \t\r\n[{," or node.end > node.start else " "
    if isinstance(value, str) and not flow and (header := literal_header(value)):
        eol = _line_end(text, node.end)
        head = text[: node.start] + gap + header + text[node.end : eol]
        return _joined(head, _body(value, column + 2, newline_of(text)), text[eol:], value, newline_of(text))
    return text[: node.start] + gap + _on_one_line(value, node.style, flow) + text[node.end :]


def _with_block(text: str, node: ScalarNode, value: Scalar, column: int) -> str:
    """The same for a node that is a literal or folded block; it stays a block where the value allows."""
    header = _HEADER.match(text, node.start)
    assert header is not None, "a block scalar starts with | or >"
    eol = _line_end(text, header.end())
    old_body = _without_blank_end(text[eol : node.end])
    rest, after = text[header.end() : eol], text[eol + len(old_body) :]
    first = next((line for line in old_body.splitlines() if line.strip()), "")
    step = len(first) - len(first.lstrip(" ")) - column
    if re.search("[0-9]", header.group()) or not 1 <= step <= 9:
        step = 2
    new = literal_header(value, several_lines=False, step=step) if isinstance(value, str) else ""
    if not new:
        return text[: node.start] + _on_one_line(value, "", False) + rest + after
    body = _body(str(value), column + step, newline_of(text))
    return _joined(text[: node.start] + new + rest, body, after, str(value), newline_of(text))


def _joined(head: str, body: str, after: str, value: str, newline: str) -> str:
    if not after and value.endswith("\n"):
        after = newline  # the file had no last newline, but this value is told by it
    return head + newline + body + after


def _body(value: str, indent: int, newline: str) -> str:
    return newline.join(" " * indent + line if line else "" for line in value.removesuffix("\n").split("\n"))


def _on_one_line(value: Scalar, style: str, flow: bool) -> str:
    if not isinstance(value, str):
        return inline(value)
    if style == "'" and value.isprintable():
        return "'" + value.replace("'", "''") + "'"
    if style == '"':
        return double_quoted(value)
    if plain_is_safe(value) and not (flow and re.search(r"[,\[\]{}?:]", value)):
        return value
    return yaml_quoted(value)


def _line_end(text: str, index: int) -> int:
    """Where the line of `index` ends, before its line end."""
    found = text.find("\n", index)
    if found < 0:
        return len(text)
    return found - 1 if found > index and text[found - 1] == "\r" else found


def content_end(text: str, node: Node) -> int:
    """Where the last visible character of `node` ends; PyYAML's marks run on to the next token."""
    if isinstance(node, ScalarNode):
        if node.style not in ("|", ">"):
            return node.end
        return node.start + len(_without_blank_end(text[node.start : node.end]))
    if node.flow:
        return node.end
    if isinstance(node, ListNode):
        return content_end(text, node.items[-1])
    key, value = node.pairs[-1]
    return max(key.end, content_end(text, value))


def _ends_in_block(node: Node) -> bool:
    """Whether the last scalar is a literal or folded block, whose last newline counts."""
    while not isinstance(node, ScalarNode):
        if node.flow:
            return False
        node = node.items[-1] if isinstance(node, ListNode) else node.pairs[-1][1]
    return node.style in ("|", ">")


def _without_lines(text: str, start: int, end: int, before: Node | None) -> str | None:
    """`text` without the whole lines from `start` to `end`; None if more stands before `start` on its line."""
    first = text.rfind("\n", 0, start) + 1
    if text[first:start].strip(" "):
        return None
    newline = text.find("\n", end)
    if newline < 0:  # a missing newline at the end stays missing, unless it now ends a block's text
        kept = text[:first]
        return kept if before and _ends_in_block(before) else kept.removesuffix("\n").removesuffix("\r")
    return text[:first] + text[newline + 1 :]


def without_entry(text: str, holder: MapNode | ListNode, index: int) -> str | None:
    """`text` without one entry of a block collection, as whole lines; None where that cannot be."""
    if holder.flow:
        return None
    if isinstance(holder, MapNode):
        if len(holder.pairs) < 2:
            return None
        key, value = holder.pairs[index]
        before = holder.pairs[index - 1][1] if index else None
        return _without_lines(text, key.start, max(key.end, content_end(text, value)), before)
    if len(holder.items) < 2:
        return None
    start = holder.start if index == 0 else _dash(text, holder, index)
    if start is None:
        return None
    end = max(start, content_end(text, holder.items[index]))
    return _without_lines(text, start, end, holder.items[index - 1] if index else None)


def _dash(text: str, holder: ListNode, index: int) -> int | None:
    """Where the dash of an item (not the first) stands."""
    before = content_end(text, holder.items[index - 1])
    found = re.compile(rf"^ {{{(holder.column or 1) - 1}}}-(?=\s)", re.MULTILINE).search(text, before)
    return found.end() - 1 if found and found.end() <= max(holder.items[index].start, before + 1) else None


def _without_blank_end(text: str) -> str:
    """`text` up to the line break that only blank lines follow."""
    at = text.find("\n", len(text.rstrip(" \t\r\n")))
    return text if at < 0 else text[:at].removesuffix("\r")
