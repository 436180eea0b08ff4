"""What two texts may differ in and be the same tokens, and where that ends.

Dress, and why it bears no meaning: white space (how lines break is the extractor's), quotes and dashes (a font's),
ligatures and invisible characters (a renderer's), hyphens at line ends (a column's), emphasis that is opened and closed
and backticks around the same words (an editor's). All else is a token: a star or underscore that closes nothing is an
operator, a footnote or a name; backticks around more words make a command of them; in code the indentation says what
belongs to what; ß is not ss.
"""

import re
from collections.abc import Sequence

_MARKS = re.compile(r"(?<!\w)[*_]+|[*_]+(?!\w)")
_MARKED = re.compile(r"(?<!\w)[*_]+\w*|(?<!\w)\w*[*_]+(?!\w)|(?<=\w)\*[*_]*(?!\w)")
_CODED = re.compile(r"(?<!`)(`++)([^`]+)\1(?!`)")
_EMPHASIS = ("*", "**", "***", "_")  # __init__ is a name


def same_marks(quote: str, found: str) -> bool:
    """Whether the marks that normalising drops are the same, or emphasis on both sides and nothing else."""
    one, other = ({" ".join(match[1].split()) for match in _CODED.findall(text)} for text in (quote, found))
    if not (one <= other or other <= one):
        return False  # other words are code now
    quote, found = (text.replace("`", "") for text in (quote, found))
    return _MARKED.findall(quote) == _MARKED.findall(found) or (_all_closed(quote) and _all_closed(found))


def paired_marks(text: str) -> bool:
    """Whether there is emphasis in `text`, all of which is opened and closed in it."""
    return bool(_MARKS.search(text)) and _all_closed(text)


def _all_closed(text: str) -> bool:
    """Whether every mark of emphasis opens before a word what another closes behind one: `*boats, *ropes` do not."""
    open_: list[str] = []
    for match in _MARKS.finditer(text):
        mark, before, after = match.group(), text[: match.start()][-1:], text[match.end() :][:1]
        if mark not in _EMPHASIS:
            return False
        if open_ and open_[-1] == mark and before and not before.isspace():
            open_.pop()
        elif after and not after.isspace():
            open_.append(mark)
        else:
            return False
    return not open_


_OPENS_BLOCK = re.compile(r"[:{(\[>]\s*$")


def same_indents(quote: str, found: str) -> bool:
    """Whether lines of code that follow one that opens a block are indented alike; that of prose is dress."""
    one, other = ([line for line in text.expandtabs(4).split("\n") if line.strip()] for text in (quote, found))
    if len(one) < 2 or len(one) != len(other) or not any(_OPENS_BLOCK.search(line) for line in one[:-1]):
        return True
    left, right = (_depths(lines) for lines in (one, other))
    if left != right:
        return False
    opens = bool(_OPENS_BLOCK.search(one[0]))
    return not opens or one[1][:1].isspace() == other[1][:1].isspace()


def _depths(lines: Sequence[str]) -> list[int]:
    """How deep each line but the first is, as ranks: the first is quoted from its first letter on."""
    widths = [len(line) - len(line.lstrip()) for line in lines[1:]]
    ranks = {width: rank for rank, width in enumerate(sorted(set(widths)))}
    return [ranks[width] for width in widths]
