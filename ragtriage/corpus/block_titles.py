"""The title of an AsciiDoc block: a line `.Title` right above a table, list, listing or paragraph."""

import re

_MOST_LINES = 400
_TITLE = re.compile(r"\.(?=[^\s.])(\S[^\n]*)")
_MAY_HAVE = re.compile(r"\n\.[^\s.]")
_ATTRIBUTES = re.compile(r"\[[^\n]*\][ \t]*")
_DELIMITER = re.compile(r"(?:\|===|={4,}|-{4,}|\*{4,}|_{4,}|\.{4,}|--)[ \t]*")
_ITEM = re.compile(r"[ \t]*(?:[-*]|\*{2,5}|\.{1,5}|\d{1,3}\.)[ \t]+\S")


def block_title(text: str, line_start: int) -> str | None:
    """The title of the block that holds the line at `line_start`; None where it has none.

    Linear in the lines of the section above, 400 at most.
    """
    if not text.startswith(".") and not _MAY_HAVE.search(text, 0, line_start):
        return None
    above = _lines_above(text, line_start)
    opened = _opening(above)
    lines = above[opened + 1 :] if opened is not None else _block(text, line_start, above)
    for line in lines:
        if (title := _TITLE.fullmatch(line)) is not None:
            return title[1].strip()
        if not _ATTRIBUTES.fullmatch(line):
            return None
    return None


def _lines_above(text: str, at: int) -> list[str]:
    """Upwards, to a heading."""
    found: list[str] = []
    while at > 0 and len(found) < _MOST_LINES:
        begin = text.rfind("\n", 0, at - 1) + 1
        line, at = text[begin : at - 1], begin
        if line.startswith(("= ", "== ", "=== ", "==== ", "===== ", "# ", "## ")):
            break
        found.append(line)
    return found


def _opening(above: list[str]) -> int | None:
    """Which of the lines above opens the block that the place is in: a delimiter that is not closed."""
    open_: dict[str, int] = {}
    for number in range(len(above) - 1, -1, -1):
        line = above[number].strip()
        if _DELIMITER.fullmatch(line):
            if line in open_:
                del open_[line]
            else:
                open_[line] = number
    return min(open_.values(), default=None)


def _block(text: str, line_start: int, above: list[str]) -> list[str]:
    """The lines above the first of the place's paragraph or list."""
    stop = text.find("\n", line_start)
    item = bool(_ITEM.match(text[line_start : stop if stop >= 0 else len(text)]))
    for number, line in enumerate(above):
        if line.strip() == "+":
            item = True
        elif not line.strip():
            if not item or not any(_ITEM.match(one) for one in above[number + 1 : number + 4]):
                return []
        elif _TITLE.fullmatch(line) or _ATTRIBUTES.fullmatch(line):
            return above[number:]
        else:
            item = item or bool(_ITEM.match(line))
    return []
