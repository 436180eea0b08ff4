"""Numbers as what they count: 15 % is 15 percent, fourteen days are two weeks, 1,000 is 1000, 4.10 is not 4.1.

An amount has the values that its text may stand for (1.500 is one thousand five hundred, or one and a half), in the
smallest unit of its kind. Amounts of one kind can be held against each other; others only where they count the same.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import takewhile
from typing import Literal

from ragtriage.anchors.guard import Token
from ragtriage.grading.dates import clock_at, date_at, weekday_at
from ragtriage.grading.number_forms import multiplied, number_in_words, scaled_values, written_number
from ragtriage.grading.units import MeasureUnit, unit_of
from ragtriage.grading.words import is_content, stem

Bound = Literal["", "least", "most"]


@dataclass(frozen=True, slots=True)
class Amount:
    """A number with what it counts."""

    text: str
    values: frozenset[str]
    """What it may be, in the smallest unit of its kind; dates as YYYY-MM-DD."""
    kind: str
    """duration, money:eur, %, data, date …; empty: a plain number."""
    near: frozenset[str]
    """Stems of the words that it stands between, where it has no unit."""
    first: int
    """Tokens that it takes: from this one …"""
    last: int
    """… up to, not with, this one."""
    bound: Bound = ""
    soft: bool = False
    """Of a word that is as often no number: “one”."""

    def same(self, other: "Amount") -> bool:
        """Whether both may be the same: of one kind, or one of them without."""
        if self.kind != other.kind and ((self.kind and other.kind) or {self.kind, other.kind} & _OF_THEIR_OWN):
            return False
        if self.kind == other.kind == "date":
            return any(_same_day(one, two) for one in self.values for two in other.values)
        return bool(self.values & other.values)

    def clashes(self, other: "Amount") -> bool:
        """Whether both count the same thing and are not the same number."""
        if self.same(other):
            return False
        if self.kind or other.kind:
            family = self.kind.partition(":")[0]
            return family == other.kind.partition(":")[0] and not _about_as_long(self, other)
        return bool(self.near & other.near)


_LEAST = re.compile(
    r"(?:at least|no (?:less|fewer) than|not (?:less|fewer) than|more than|greater than|minimum(?: of)?|min\.?|over"
    r"|above|exceed(?:s|ing)?|from|mindestens|wenigstens|mehr als|über|ab|au moins|plus de|al menos|más de|almeno"
    r"|più di|pelo menos|mais de|minstens|meer dan|co najmniej)[\s:]*[^\w\s]?\s*\Z",
    re.IGNORECASE,
)
_MOST = re.compile(
    r"(?:at most|no (?:more|later|longer|greater) than|not (?:more|later|longer|greater) than|not exceed(?:ing)?"
    r"|less than|fewer than|maximum(?: of)?|max\.?|up to|under|below|within|höchstens|maximal|bis zu|weniger als|unter"
    r"|innerhalb von|au plus|moins de|jusqu['’]à|como máximo|menos de|hasta|al massimo|meno di|no máximo|até|hoogstens"
    r"|tot|co najwyżej)[\s:]*[^\w\s]?\s*\Z",
    re.IGNORECASE,
)
_OR_MORE = re.compile(
    r"\s*(?:or (?:more|longer|above|later)|and (?:more|above)|minimum|oder mehr|ou plus)\b", re.IGNORECASE
)
_OR_LESS = re.compile(r"\s*(?:or (?:less|fewer|earlier|below)|at most|maximum|oder weniger|ou moins)\b", re.IGNORECASE)
_OF_THEIR_OWN = frozenset(("times", "date", "weekday", "time of day"))
"""Kinds that no plain number stands for."""
_REACH = 28
"""Characters before a number in which its bound stands."""


def amounts(text: str, tokens: Sequence[Token]) -> list[Amount]:
    """The amounts of a text, in order; `tokens` are its tokens (`guard.tokens`)."""
    found: list[Amount] = []
    at = 0
    while at < len(tokens):
        amount = _day_or_time(text, tokens, at) or _number(text, tokens, at)
        if amount is None:
            at += 1
            continue
        found.append(amount)
        at = amount.last
    return found


def _day_or_time(text: str, tokens: Sequence[Token], at: int) -> Amount | None:
    for kind, looked_for in (("date", date_at), ("weekday", weekday_at), ("time of day", clock_at)):
        if (found := looked_for(tokens, at)) is not None:
            values, last = found
            start, end = tokens[at].start, tokens[last - 1].end
            return Amount(text[start:end], values, kind, frozenset(), at, last, _bound(text, start, end))
    return None


def _number(text: str, tokens: Sequence[Token], at: int) -> Amount | None:
    read = written_number(tokens, at) or number_in_words(tokens, at)
    if read is None:
        return None
    values, unit, last, soft = read
    factor, last = multiplied(tokens, last)
    unit_first = at
    if unit is None and at and (unit := _money_before(tokens, at)):
        unit_first = at - 1
    if unit is None:
        unit, last = _unit_after(tokens, last)
    kind = unit.kind if unit else ""
    size = factor * (unit.size if unit else Fraction(1))
    start, end = tokens[unit_first].start, tokens[last - 1].end
    near = frozenset() if unit else frozenset(_beside(tokens, at, last))
    scaled = frozenset(scaled for value in values for scaled in scaled_values(value, size, plain=not unit))
    return Amount(text[start:end], scaled, kind, near, unit_first, last, _bound(text, start, end), soft)


def _money_before(tokens: Sequence[Token], at: int) -> MeasureUnit | None:
    unit = unit_of(tokens[at - 1].text)
    return unit if unit and unit.kind.startswith("money") else None


def _unit_after(tokens: Sequence[Token], last: int) -> tuple[MeasureUnit | None, int]:
    """The unit that follows a number (“14 business days”, “14-day”), and the token after it."""
    at = last + 1 if last < len(tokens) and tokens[last].text in "-‐‑" else last
    if at >= len(tokens):
        return None, last
    word = tokens[at].text
    if word.lower() in _WORKING and at + 1 < len(tokens):
        unit = unit_of(tokens[at + 1].text)
        if unit and unit.kind == "duration":
            return MeasureUnit("duration: working days", unit.size), at + 2
    if word == "°" and at + 1 < len(tokens) and tokens[at + 1].text in "CF":
        return unit_of(f"°{tokens[at + 1].text}"), at + 2
    unit = unit_of(word)
    return (unit, at + 1) if unit else (None, last)


_WORKING = frozenset(("business", "working", "werk", "bank", "ouvrables", "hábiles"))


def _beside(tokens: Sequence[Token], first: int, last: int) -> Iterator[str]:
    """Stems of the nearest words that say what a number counts: two after it, one before; across no mark."""
    after = takewhile(lambda token: token.text[0].isalpha(), tokens[last : last + 4])
    yield from [stem(token.text.lower()) for token in after if is_content(token.text.lower())][:2]
    before = takewhile(
        lambda token: token.text[0].isalpha() or token.text[0] == "_", reversed(tokens[max(0, first - 3) : first])
    )
    yield from [stem(token.text.lower()) for token in before if is_content(token.text.lower())][:1]


def _bound(text: str, start: int, end: int) -> Bound:
    before, after = text[max(0, start - _REACH) : start], text[end : end + _REACH]
    if _MOST.search(before) or _OR_LESS.match(after):
        return "most"
    return "least" if _LEAST.search(before) or _OR_MORE.match(after) else ""


_DAY = 86_400


def _about_as_long(one: Amount, other: Amount) -> bool:
    """Whether one is in months and the other in days, and both may be the same time: 30 days and a month."""
    if {one.kind, other.kind} != {"duration", "duration: months"}:
        return False
    months, seconds = (one, other) if one.kind == "duration: months" else (other, one)
    return any(
        28 * _DAY * Fraction(few) <= Fraction(long) <= 31 * _DAY * Fraction(few)
        for few in months.values
        for long in seconds.values
    )


def _same_day(one: str, other: str) -> bool:
    """Whether two dates are the same day, as far as both say."""
    if one.startswith(f"{other}-") or other.startswith(f"{one}-"):
        return True
    return (
        one == other
        or (one.startswith("--") and other.endswith(one[1:]))
        or (other.startswith("--") and one.endswith(other[1:]))
    )
