"""The sentence, cell or line that holds a quote, and those beside it."""

import re

from ragtriage.corpus.enclosures import in_code

_SENTENCE_END = re.compile(
    r"[.!?](?=[\"'”’)\]*_]*(?:\s(?!\s*[a-zà-ÿ])|$))|[。！？]|\n\s*\n|\x0c|\n[ \t]*(?=[#|>`/])"
    r"|\n\s*(?:[-*•+]|\d+[.)])\s|(?<=[:：])[ \t]*\n"
    r"|\n[ \t]*(?:-{4,}|={4,}|\*{4,}|\+\n|\[[A-Z]+\]\n)[^\n]*"
)
_REACH = 1200
"""Characters looked at on either side: longer than sentences are."""
_TERMINAL = ".!?:。！？："
_ON_THE_LINE = re.compile(r"[ \t]+\w")
_ATTACHED = re.compile(r"[^\s\w|<]{0,8}(?:\[\^?\w{1,4}\])?")
_SETTING = re.compile(r"[ \t]*(?:- )?[\w.\"'/-]+[ \t]*(?::(?=\s|$)|=)[^\n]*$", re.MULTILINE)
_TAG = re.compile(r"</?[A-Za-z][^<>]{0,300}>|<!--|-->|^[ \t>]*(?:```|~~~)[^\n]*$", re.MULTILINE)
_BULLET = re.compile(r"\s*(?:[-*•+]|\d{1,3}[.)])[ \t]+")
_PROMPT = re.compile(r"[ \t]*(?:[$#%>]|>>>|sh-[\d.]+#) \S")
_CODE_END = re.compile(r"[;{}\[\](,]\s*$|^\s*[}\])]")

Bounds = tuple[int, int]


def sentence(text: str, start: int, end: int) -> Bounds:
    """Where the sentence, table cell or line of code that holds `text[start:end]` begins and ends."""
    low, high = _limits(text, start, end)
    begin = low
    for match in _SENTENCE_END.finditer(text, low, start):
        begin = match.end()
    item = _BULLET.match(text, begin, start)
    begin = item.end() if item else begin
    if text[start : start + 1] == "#":
        line = text.find("\n", end)
        return begin, min(high, line if line >= 0 else len(text))
    ended = text[end - 1 : end] in _TERMINAL and not (text[end - 1 : end] in ":：" and _ON_THE_LINE.match(text, end))
    if ended:
        attached = _ATTACHED.match(text, end, high)
        return begin, attached.end() if attached else end
    found = _SENTENCE_END.search(text, end, high)
    return begin, found.end() if found and found.group()[0] in ".!?。！？" else found.start() if found else high


def beside(text: str, begin: int, stop: int) -> tuple[str, str]:
    """The sentences before offset `begin` and after `stop`, which bound one; empty at the ends of the text."""
    lead = _TAG.sub("", text[max(0, begin - _REACH) : begin]).rstrip(" \t\n\r\x0c-*•+>#|`")
    first = 0
    for match in _SENTENCE_END.finditer(lead, 0, max(0, len(lead) - 1)):
        first = match.end()
    trail = _TAG.sub("", text[stop : stop + _REACH])
    skipped = len(trail) - len(trail.lstrip(" \t\n\r\x0c-*•+>#|`.!?。！？\"'”’)]_"))
    found = _SENTENCE_END.search(trail, skipped + 1)
    return lead[first:], trail[skipped : found.end() if found else len(trail)]


def _limits(text: str, start: int, end: int) -> Bounds:
    """What a sentence cannot reach beyond: the cell of a table, a line of settings or code."""
    low, high = max(0, start - _REACH), min(len(text), end + _REACH)
    first = text.rfind("\n", 0, start) + 1
    last = text.find("\n", end)
    last = last if last >= 0 else len(text)
    line = text[first:last]
    if line.lstrip().startswith("|") or line.count(" | ") > 1:
        cell = text.rfind("|", first, start) + 1
        stop = text.find("|", end, last)
        return max(low, first, cell), min(high, stop if stop >= 0 else last)
    if _is_code(text, first, last):
        return max(low, first), min(high, last)
    return low, high


def _is_code(text: str, first: int, last: int) -> bool:
    """Whether the lines of `text[first:last]` are settings or code, of which each stands for itself."""
    if in_code(text, first) or _PROMPT.match(text, first) or _CODE_END.search(text[first:last]):
        return True
    if not _SETTING.match(text, first):
        return False
    above = text.rfind("\n", 0, max(0, first - 1)) + 1
    return bool(
        (first and _SETTING.match(text, above)) or (last < len(text) and _SETTING.match(text, last + 1)) or first == 0
    )
