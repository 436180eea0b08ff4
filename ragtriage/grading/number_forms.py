"""How numbers are written: 1,000 and 1.000, 10 000, 10k, fourteen, two million."""

import re
from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import lru_cache

from ragtriage.anchors.guard import Token
from ragtriage.anchors.number_words import in_digits
from ragtriage.grading.units import MeasureUnit, unit_of

_DIGITS = re.compile(r"([-+]?)(\d[\d.,:/]*)(%?)\Z")
_JOINED = re.compile(r"(\d+(?:[.,]\d+)?)-?([^\W\d_]{1,8})\Z")
_THOUSANDS = re.compile(r"\d{1,3}(?:,\d{3})+(?:\.\d+)?\Z")
_THOUSANDS_DOT = re.compile(r"\d{1,3}(?:\.\d{3})+(?:,\d+)?\Z")
_TIMES = {
    "hundred": 100, "thousand": 1000, "k": 1000, "tsd": 1000, "tausend": 1000, "mille": 1000, "mil": 1000,
    "million": 10**6, "millions": 10**6, "mio": 10**6, "millionen": 10**6, "mn": 10**6,
    "billion": 10**9, "billions": 10**9, "bn": 10**9, "mrd": 10**9, "milliarden": 10**9,
}  # fmt: skip
_TIMES_OVER = {"once": "1", "twice": "2", "thrice": "3", "einmal": "1", "zweimal": "2", "dreimal": "3"}
_BOTH = frozenset("both beide beiden".split())
_NO_NUMBER = frozenset(
    "ein eine einen einem einer un une una uma uno um o cent null once sept dos due set mil tre nul een sei een elf dix"
    " uma zero-day ten-year".split()
)
"""Words that are a number in one language and something else in others, or an article."""


NumberRead = tuple[tuple[str, ...], MeasureUnit | None, int, bool]
"""Values as written, the unit written with them, the token after them, whether it may be no number."""


def written_number(tokens: Sequence[Token], at: int) -> NumberRead | None:
    word = tokens[at].text
    if found := _DIGITS.match(word):
        digits, last = found[2], at + 1
        while last < len(tokens) and _goes_on(tokens, last):  # 10 000
            digits += tokens[last].text
            last += 1
        values = tuple(f"-{value}" if found[1] == "-" else value for value in _values(digits))
        return values, unit_of("%") if found[3] else None, last, False
    if found := _JOINED.match(word):
        if found[2].lower() in _TIMES:
            times = Fraction(_TIMES[found[2].lower()])
            return tuple(str(Fraction(value) * times) for value in _values(found[1])), None, at + 1, False
        if unit := unit_of(found[2]):
            return _values(found[1]), unit, at + 1, False
    return None


def _goes_on(tokens: Sequence[Token], at: int) -> bool:
    word, before = tokens[at].text, tokens[at - 1]
    short = len(before.text.lstrip("+-")) <= 3
    return len(word) == 3 and word.isdecimal() and short and tokens[at].start == before.end + 1


def number_in_words(tokens: Sequence[Token], at: int) -> NumberRead | None:
    first = tokens[at].text.lower()
    if first in _TIMES_OVER and _counts_times(tokens, at):
        return (_TIMES_OVER[first],), unit_of("times"), at + 1, True
    if first in _BOTH:
        return ("2",), None, at + 1, True
    if first in _NO_NUMBER or not _is_number_word(first):
        return None
    for size in (3, 2, 1):
        words = [token.text for token in tokens[at : at + size]]
        digits = in_digits(words)
        if len(words) == size and len(digits) == 1 and digits[0].isdecimal() and not words[-1].isdecimal():
            return (digits[0],), None, at + size, first == "one"
    return None


def _counts_times(tokens: Sequence[Token], at: int) -> bool:
    """Whether “once” says how often: not in “at once”, nor in “once you pay”."""
    before, after = (tokens[i].text.lower() if 0 <= i < len(tokens) else "" for i in (at - 1, at + 1))
    return before != "at" and after not in _SUBJECTS


_SUBJECTS = frozenset("you we they it he she i the a an this that these your our their all every each".split())


@lru_cache(maxsize=16384)
def _is_number_word(word: str) -> bool:
    return not word.isdecimal() and in_digits([word])[0].isdecimal()


def _values(digits: str) -> tuple[str, ...]:
    """What a written number may be, as decimals; versions, times and fractions as they are."""
    digits = digits.rstrip(".,:/")
    if ":" in digits or "/" in digits:
        return (digits,)
    if _THOUSANDS.match(digits):
        return (digits.replace(",", ""),)
    if _THOUSANDS_DOT.match(digits):
        grouped = digits.replace(".", "").replace(",", ".")
        return (grouped,) if digits.count(".") > 1 or "," in digits else (grouped, digits)
    return (digits.replace(",", "."),)


def scaled_values(value: str, size: Fraction, *, plain: bool) -> Iterator[str]:
    """A value in the smallest unit. Plain numbers keep their zeros, as 4.10 may be a version; 4.0 is 4, too."""
    if value.count(".") > 1 or not value.removeprefix("-").replace(".", "").isdecimal():
        yield value
        return
    number = Fraction(value) * size
    if plain and size == 1 and "." in value:
        yield value
        if number.denominator == 1:
            yield str(number)
        return
    yield str(number)


def multiplied(tokens: Sequence[Token], last: int) -> tuple[Fraction, int]:
    """What a number is multiplied by: “2 million”."""
    factor = Fraction(1)
    while last < len(tokens) and (times := _TIMES.get(tokens[last].text.lower())):
        if tokens[last].text in ("k", "K") and tokens[last].start != tokens[last - 1].end:
            break
        factor, last = factor * times, last + 1
    return factor, last
