"""Does it still say the same? The second question, which no similarity score can answer.

*Within 14 days* against *within 30 days* scores .97. So nothing is accepted for being similar: only the same tokens are
the same. What differs is put into words for a reviewer, by kind, as a changed number or a lost “not” is easily
read over.
"""

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

from ragtriage.anchors.capitals import case_kinds
from ragtriage.anchors.dress import same_dress_rules
from ragtriage.anchors.guard_words import (
    ALSO_WORDS,
    HARMLESS,
    LOGIC,
    MODALS,
    MONTHS_AND_DAYS,
    NEGATIONS,
    NUMBER_WORDS,
    PAST,
    PRESENT,
    QUANTIFIERS,
    RELATIONS,
    SUBORDINATORS,
    UNITS,
    opposite,
    same_word,
)
from ragtriage.anchors.normalize import Normalised, normalise, unspaced
from ragtriage.anchors.number_words import same_numbers

ChangeKind = Literal[
    "number", "unit", "date", "negation", "modal", "quantifier", "operator", "identifier", "name", "inserted clause",
    "changed surroundings", "other surroundings", "language",
    "tense", "relation",
]  # fmt: skip
"""`name` is any word that names something: a product, a role, a thing. `inserted clause` also stands for a dropped one.
`changed surroundings` turn what the words say, `other surroundings` only differ. `language`: words changed in one that
the guard does not know. `tense`: is, was. `relation`: from, to, by; your, our."""


_WEIGHT: tuple[ChangeKind, ...] = (
    "negation", "number", "unit", "modal", "quantifier", "operator", "date", "identifier", "inserted clause",
    "changed surroundings", "other surroundings", "tense",
    "relation", "language", "name",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class WordChange:
    """One place where the words differ."""

    old: str
    """What the quote says; empty where words were added."""
    new: str
    """What stands there now; empty where words were dropped."""
    kinds: tuple[ChangeKind, ...]
    """What kind of meaning may have changed; empty for changes of wording alone."""
    old_start: int
    """Code points in the quote."""
    old_end: int
    start: int
    """Code points in the new document."""
    end: int

    @property
    def telling(self) -> tuple[ChangeKind, ...]:
        """The kinds worth telling a reviewer: the two that can turn a meaning most. `name`, which is any other word,
        only where it is the only one."""
        weighty = sorted((kind for kind in self.kinds if kind != "name"), key=_WEIGHT.index)
        return tuple(weighty[:2]) or self.kinds


@dataclass(frozen=True, slots=True)
class Token:
    """A word, a number with its sign and separators, or one mark; offsets into the raw text."""

    text: str
    start: int
    end: int


_TOKEN = re.compile(
    r"(?:(?<![\w)\]])[-+])?\d+(?:[.,:/]\d+)*%?(?!\w)"  # a number: sign, separators, percent
    r"|[^\W_](?:[\w]|['’](?=[^\W\d_]))*"  # a word, with its apostrophe and digits
    r"|_+[\w]*|\S"
)
_BREAK = "\u2060"
"""Stands for a hyphen at a line end, which may or may not belong to the word; normalising drops it elsewhere."""


def tokens(raw: str, start: int = 0, end: int | None = None, *, join: str = "") -> list[Token]:
    """The tokens of `raw[start:end]` without its dress, case kept; `join`: what a hyphen at a line end becomes."""
    piece = raw[start:end]
    plain = normalise(piece, fold=False, join=join)
    out: list[Token] = []
    for match in _TOKEN.finditer(plain.text):
        if unspaced.search(match.group()):
            out += [_token(plain, at, at + 1, start) for at in range(*match.span())]
        else:
            out.append(_token(plain, *match.span(), start))
    return out


def _token(plain: Normalised, first: int, last: int, shift: int) -> Token:
    begin, end = plain.covering(first, last)
    return Token(plain.text[first:last], begin + shift, end + shift)


def identical(quote: str, found: str) -> bool:
    """Whether two pieces of text are the same tokens in another dress at most.

    Everything counts but white space (how much, not whether), quote and dash style, ligatures, invisible characters,
    hyphens at line ends, and emphasis and backticks that are opened and closed in the piece. Backticks around more
    words than before, a mark that closes nothing, and how lines of code are indented count.
    """
    if quote == found:
        return True
    one, other = (normalise(text, fold=False, join=_BREAK).text.strip().split(" ") for text in (quote, found))
    return len(one) == len(other) and all(map(_same_piece, one, other)) and same_dress_rules(quote, found)


def _same_piece(one: str, other: str) -> bool:
    if one == other:
        return True
    if _BREAK not in one and _BREAK not in other:
        return False
    return bool(
        {one.replace(_BREAK, ""), one.replace(_BREAK, "-")} & {other.replace(_BREAK, ""), other.replace(_BREAK, "-")}
    )


_SIGNS = "+-\u2212±$€£¥<>=≤≥~#@"
_RUNS_ON = re.compile(r"[-_/.:@'’\u2010\u2011](?=\w)|[%‰°]|[.,]\d|\w")


def whole(text: str, start: int, end: int) -> bool:
    """Whether `text[start:end]` ends where words and numbers end: not before `'t`, `-only`, `%`, nor after a sign,
    nor at the point of 8.5."""
    if end < len(text) and _goes_on(text, end):
        return False
    if end < len(text) and text[end - 1].isalnum() and _RUNS_ON.match(text, end):
        return bool(unspaced.match(text, end - 1) or unspaced.match(text, end))
    if not start or not text[start].isalnum():
        return True
    before = text[start - 1]
    if text[start].isdecimal() and before in _SIGNS:
        return False
    inside = before.isalnum() or (start > 1 and before in "-_/.:@'’\u2010\u2011" and text[start - 2].isalnum())
    return not inside or bool(unspaced.match(before) or unspaced.match(text, start))


_JOINS = "-_/@\u2010\u2011"


def _goes_on(text: str, end: int) -> bool:
    """Whether the mark that ends before `end` is no end but within a number, name or path: “8.” of 8.5, of file.md."""
    mark, before, after = text[end - 1], text[max(0, end - 2)], text[end]
    if not (before.isalnum() and after.isalnum()) or unspaced.match(after):
        return False
    if before.isdecimal() and mark in ".,:":
        return after.isdecimal()
    return mark in _JOINS or (mark == "." and after.islower())


def word_changes(
    quote: str, text: str, start: int, end: int, gaps: Sequence[tuple[int, int]] = ()
) -> tuple[WordChange, ...]:
    """The words in which `text[start:end]` differs from `quote`, each with what kind of meaning that may touch.

    `gaps`: spans of `text` that do not belong to it, such as a page's foot and head.
    """
    from rapidfuzz.distance import Levenshtein

    old = tokens(quote)
    new: list[Token] = []
    at = start
    for gap_start, gap_end in (*gaps, (end, end)):
        new += tokens(text, at, gap_start)
        at = gap_end
    found: list[WordChange] = []
    if len(old) * len(new) > _MOST_CELLS:
        kinds: tuple[ChangeKind, ...] = () if identical(quote, text[start:end]) else ("inserted clause",)
        return (WordChange(quote, text[start:end], kinds, 0, len(quote), start, end),)
    for op in Levenshtein.opcodes([t.text for t in old], [t.text for t in new]):
        if op.tag == "equal":
            continue
        a, b, c, d = op.src_start, op.src_end, op.dest_start, op.dest_end
        if found and _adjoins(found[-1], old, new, a, c):
            a, c = _first(old, found[-1].old_start, a), _first(new, found[-1].start, c)
            found.pop()
        gone, come = old[a:b], new[c:d]
        if "".join(t.text for t in gone) == "".join(t.text for t in come) and _negates(gone) == _negates(come):
            continue  # a word written apart by an extractor is judged by `identical`, not here: but for “now here”
        o = (gone[0].start, gone[-1].end) if gone else _point(old, a, len(quote))
        n = (come[0].start, come[-1].end) if come else _point(new, c, end)
        found.append(WordChange(quote[slice(*o)], text[slice(*n)], _kinds(old, new, (a, b, c, d)), *o, *n))
    return tuple(found)


_MOST_CELLS = 40_000_000
"""Pairs of tokens compared; beyond, all of it is one change."""


def _negates(items: Sequence[Token]) -> bool:
    return any(token.text.lower() in NEGATIONS for token in items)


def _adjoins(last: WordChange, old: Sequence[Token], new: Sequence[Token], a: int, c: int) -> bool:
    before_old = old[a - 1].end if a else 0
    before_new = new[c - 1].end if c else 0
    return bool(last.old or last.new) and last.old_end >= before_old and last.end >= before_new


def _first(items: Sequence[Token], start: int, end: int) -> int:
    at = end
    while at and items[at - 1].start >= start:
        at -= 1
    return at


def _point(items: Sequence[Token], at: int, last: int) -> tuple[int, int]:
    place = items[at].start if at < len(items) else items[-1].end if items else last
    return place, place


_NUMBER = re.compile(r"[-+]?\d")
_OPERATORS = frozenset("?？؟+=<>≤≥≠≈±×÷*^&|~/\\%‰$€£¥§[]{}@#!∀∃∈→←⇒√∞")
_HARMLESS_MARKS = frozenset(".,;:!\"'()-…·•。、，；：！「」『』（）《》“”‘’#")
_IDENTIFIER = re.compile(r"_|[^\W\d_]\d|\d[^\W\d_]|[a-z][A-Z]")


def _kinds(old: Sequence[Token], new: Sequence[Token], span: tuple[int, int, int, int]) -> tuple[ChangeKind, ...]:
    """What may have changed between these tokens; nothing where “two” became “2”."""
    a, b, c, d = span
    if b > a and same_numbers((t.text for t in old[a:b]), (t.text for t in new[c:d])):
        return ()
    return _kinds_of_words(old, new, span)


def _kinds_of_words(
    old: Sequence[Token], new: Sequence[Token], span: tuple[int, int, int, int]
) -> tuple[ChangeKind, ...]:
    a, b, c, d = span
    gone, come = [t.text for t in old[a:b]], [t.text for t in new[c:d]]
    lower_gone, lower_come = [w.lower() for w in gone], [w.lower() for w in come]
    left, right = Counter(lower_gone), Counter(lower_come)
    less, more = left - right, right - left
    differing = set(less) | set(more)
    kinds: set[ChangeKind] = set()
    lists: tuple[tuple[ChangeKind, frozenset[str]], ...] = (
        ("negation", NEGATIONS), ("modal", MODALS), ("quantifier", QUANTIFIERS), ("unit", UNITS),
        ("date", MONTHS_AND_DAYS), ("number", NUMBER_WORDS),
    )  # fmt: skip
    kinds.update(kind for kind, words in lists if differing & words)
    if differing & ALSO_WORDS:
        kinds.discard("unit")
        if differing & (UNITS - ALSO_WORDS) or _measured(old, a, b) != _measured(new, c, d):
            kinds.add("unit")
    if differing & LOGIC:
        kinds.add("operator")
    if any(word.endswith(("n't", "n’t")) for word in differing) or any(
        opposite(one, other) for one in less for other in more if one.isalpha() and other.isalpha()
    ):
        kinds.add("negation")
    numbers = {word for word in differing if _NUMBER.match(word) or word.isnumeric()}
    if numbers:
        kinds.add("number")
        if any(re.fullmatch(r"(1[89]|20)\d\d|\d+[-/.]\d+[-/.]\d+", word) for word in numbers):
            kinds.add("date")
    if (differing & _OPERATORS and not differing <= {"#"}) or any(
        not w.isalnum() and w not in _HARMLESS_MARKS for w in differing if len(w) == 1 and not w.isspace()
    ):
        kinds.add("operator")
    kinds |= _word_kinds(old, new, span, less, more) | _little_kinds(less, more)
    kinds |= {"operator"} if _dashes(old, a, b) != _dashes(new, c, d) else set()
    words = [word for word in differing if word[0].isalpha()]
    longer = max(
        sum(map(_is_word, gone)) - sum(map(_is_word, come)), sum(map(_is_word, come)) - sum(map(_is_word, gone))
    )
    if longer >= 4 or (longer >= 1 and differing & SUBORDINATORS):
        kinds.add("inserted clause")
    if not kinds and words and not _english(t.text for t in (*old, *new)):
        kinds.add("language")
    return tuple(sorted(kinds))


def _little_kinds(less: Counter[str], more: Counter[str]) -> set[ChangeKind]:
    """Little words that may come and go, but not stand for each other."""
    kinds: set[ChangeKind] = set()
    if (less.keys() & PRESENT and more.keys() & PAST) or (less.keys() & PAST and more.keys() & PRESENT):
        kinds.add("tense")
    if any(less.keys() & one and more.keys() - one & either for either, one in RELATIONS):
        kinds.add("relation")
    return kinds


def _dashes(items: Sequence[Token], first: int, last: int) -> list[str]:
    """The dashes that open an option (`--all`, `-a`) among tokens `first` to `last`, and those right beside them."""
    while first and items[first - 1].text == "-" and first < len(items) and items[first].start == items[first - 1].end:
        first -= 1
    found: list[str] = []
    at = first
    while at < len(items) and (at < last or (found and found[-1] and items[at].text == "-")):
        if items[at].text == "-" and at + 1 < len(items) and items[at].end == items[at + 1].start:
            apart = at == 0 or items[at - 1].end < items[at].start or items[at - 1].text == "-"
            found += ["-"] if apart else []
        at += 1
    return found


def _measured(items: Sequence[Token], first: int, last: int) -> Counter[str]:
    """Units that follow a number, among those that may also be words."""
    return Counter(
        items[at].text
        for at in range(first, last)
        if at and items[at].text.lower() in ALSO_WORDS and _NUMBER.match(items[at - 1].text)
    )


def _is_word(token: str) -> bool:
    return token[:1].isalpha()


def _word_kinds(
    old: Sequence[Token], new: Sequence[Token], span: tuple[int, int, int, int], less: Counter[str], more: Counter[str]
) -> set[ChangeKind]:
    """Identifiers and names: every word that is neither harmless nor the same word inflected."""
    a, b, c, d = span
    kinds: set[ChangeKind] = set()
    sides: tuple[tuple[Sequence[Token], int, int, Counter[str], Counter[str]], ...] = (
        (old, a, b, less, more),
        (new, c, d, more, less),
    )
    for items, first, last, mine, theirs in sides:
        for at in range(first, last):
            word = items[at].text
            lower = word.lower()
            if _IDENTIFIER.search(word):
                kinds |= {"identifier"} if lower in mine or not _stands(items, at, old, new, span) else set()
            if not mine[lower] or not word[0].isalpha():
                continue
            if lower in HARMLESS or any(same_word(lower, other) for other in theirs):
                continue
            kinds.add("name")
    kinds |= case_kinds([t.text for t in old], [t.text for t in new], span)
    return kinds


def _stands(
    items: Sequence[Token], at: int, old: Sequence[Token], new: Sequence[Token], span: tuple[int, int, int, int]
) -> bool:
    """Whether the very token, in the same case, is on the other side too."""
    a, b, c, d = span
    other = new[c:d] if items is old else old[a:b]
    return any(token.text == items[at].text for token in other)


_COMMON = frozenset(
    "the a an of to in is are and for that this with on it be as by you we or can from your which".split()
)


def _english(words: Iterable[str]) -> bool:
    lower = [word.lower() for word in words if word[:1].isalpha()]
    if any(not word.isascii() for word in lower if unspaced.search(word)):
        return False
    return sum(word in _COMMON for word in lower) * 8 >= len(lower)
