"""The rule: an answer declines where a clause of it does, and no other clause says anything of substance.

A clause declines when it says that the assistant, or what it was given, cannot answer. A statement about the world
(“it does not cover water damage”) is an answer, and half an answer with a note on the other half is one too.
"""

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache

from ragtriage.metrics.declines.folding import folded_answer, shown_answer, simplified
from ragtriage.metrics.declines.language import languages_of, words
from ragtriage.metrics.declines.words import Words

LONGEST_CLAUSE = 500
"""Characters; what is longer is taken for substance, and no pattern is tried on it."""

# Not after one letter: “e.g.” and “z. B.” end no sentence. Nor after the number of a list item.
_ENDS = (
    r"(?<=[^\W\d_]\w[.!?…])\s+|(?<=[^\n]\d[.!?…])\s+|(?<=[^\w\s.][.!?…])\s+|(?<=[.!?][.!?)\]\"'»”])\s+"
    r"|(?<=[。！？؟।])|(?<=[.!?؟])\n|\n|[;；؛]"
)
_MARKER = re.compile(r"\[[^\[\]\n]{0,60}\]|【[^【】\n]{0,60}】|\(\d{1,3}\)")
_TRAILING = " .!?…,:。！？、，।؟،"
_LIST_MARK = re.compile(r"^(?:[-+•–—]|\d{1,2}[.)])\s+")


_QUOTE = (
    r'(?:"[^"\n]{1,200}"|“[^“”\n]{1,200}”|„[^„“”\n]{1,200}[“”]|«[^«»\n]{1,200}»|»[^«»\n]{1,200}«'
    r"|「[^「」\n]{1,200}」|『[^『』\n]{1,200}』)"
)
_QUOTED = re.compile(_QUOTE)
_ALL_QUOTED = re.compile(rf"\W*(?:\w[^:：\n]{{0,30}}[:：][\s*_]*)?{_QUOTE}\W*$")
_HEADING = re.compile(r"^ {0,3}#{1,6} [^\W\d_]+(?: [^\W\d_]+){0,2} {0,3}$", re.MULTILINE)


class UnknownLanguageError(Exception):
    """The answer is in a language that no table is for."""


def declining_words(answer: str) -> str | None:
    """The clause by which the whole answer declines; None when it answers, if only in part.

    Raises UnknownLanguageError. Takes time that grows as the answer's length.
    """
    text = shown_answer(answer).strip()
    plain = folded_answer(_without_quotes(_HEADING.sub(_blank, text)))
    codes = languages_of(_MARKER.sub(" ", plain[:4000]))
    if not codes:
        raise UnknownLanguageError
    if "zh" in codes:
        plain = simplified(plain)
    tables = [words(code) for code in codes]
    declining: str | None = None
    named = False
    for start, end in _clauses(plain, clause_breaks(tuple(codes))):
        clause = _tidy(plain[start:end])
        if not any(map(str.isalnum, clause)):
            continue
        if len(clause) > LONGEST_CLAUSE:
            return None
        if any(_declines(_bare(clause, table), table, named) for table in tables):
            declining = declining or " ".join(text[start:end].split()).strip(" *_>#-")
        elif not any(_idle(clause, table) for table in tables):
            return None
        named = any(table.patterns["source"].search(clause) for table in tables)
    return declining


def _without_quotes(text: str) -> str:
    """Each quote as one word: a message that the product shows is not what the assistant says of itself.

    An answer that is a quote and no more, but for “Answer:” before it, stays as it is. Of the same length.
    """
    if _ALL_QUOTED.match(text):
        return text
    return _QUOTED.sub(_one_word, text)


def _one_word(quote: "re.Match[str]") -> str:
    word = "xx." if quote[0][-2] in ".!?。！？" else "xx"
    return word.rjust(len(quote[0]))


def _blank(heading: "re.Match[str]") -> str:
    """A heading of a few words says nothing of substance."""
    return " " * len(heading[0])


def _clauses(text: str, ends: "re.Pattern[str]") -> Iterator[tuple[int, int]]:
    start = 0
    for found in ends.finditer(text):
        yield start, found.start()
        start = found.end()
    yield start, len(text)


@lru_cache(maxsize=64)
def clause_breaks(codes: Sequence[str]) -> "re.Pattern[str]":
    """Where a clause ends in these languages."""
    return re.compile("|".join([_ENDS, *(words(code).breaks for code in codes)]))


def _tidy(clause: str) -> str:
    """Single spaces, without marks of citations and lists."""
    return _LIST_MARK.sub("", " ".join(_MARKER.sub(" ", clause).split()))


def _bare(clause: str, table: Words) -> str:
    """Without the words that only link it to the last one."""
    lead = table.patterns["lead"]
    while (found := lead.match(clause)) and found.end() and found.end() < len(clause):
        clause = clause[found.end() :]
    return clause


def _declines(clause: str, table: Words, named: bool) -> bool:
    """`named`: the clause before speaks of a source, and this one may go on: “…, but it does not say when”."""
    parts = table.patterns
    if parts["condition"].search(clause):
        return False
    if parts["says"].search(clause) or parts["whole"].match(clause) or _says_no_of_itself(clause, table):
        return True
    clause = parts["reported"].sub(" ", clause)
    if not parts["source"].search(clause):
        return named and parts["silent"].search(clause) is not None
    if parts["silent"].search(clause):
        return True
    by_itself = parts["according"].sub(" ", clause)
    if parts["strong"].search(by_itself) and parts["negation"].search(by_itself):
        return True
    return bool(parts["source"].search(by_itself) and parts["lacks"].search(by_itself))


def _says_no_of_itself(clause: str, table: Words) -> bool:
    parts = table.patterns
    if parts["opinion"].search(clause):
        return False
    pieces = parts["statement"].split(parts["regret"].sub(" ", clause))
    return any(parts["own"].search(piece) and parts["negation"].search(piece) for piece in pieces)


def _idle(clause: str, table: Words) -> bool:
    clause = clause.rstrip(_TRAILING)
    bare = _bare(clause, table)
    return not any(map(str.isalnum, bare)) or any(table.patterns["idle"].match(part) for part in (clause, bare))
