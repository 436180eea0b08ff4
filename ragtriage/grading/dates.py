"""Days and times as they are written: 2026-11-12, 12 November 2026 and 12.11.2026 are one, as are 18:00 and 6 pm."""

import re
from collections.abc import Sequence

from ragtriage.anchors.guard import Token
from ragtriage.corpus.contrasts import NAMED_NUMBERS, without_accents

_MONTHS = (
    "january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november",
    "december",
)  # fmt: skip
_MAY = frozenset(("may", "mai", "mayo", "maggio", "maio"))
_SHORT = {name[:3]: at for at, name in enumerate(_MONTHS, 1)} | {"sept": 9, "dez": 12, "okt": 10, "mrz": 3}
_DAY = re.compile(r"(\d{1,2})(?:st|nd|rd|th)?\Z")
_YEAR = re.compile(r"(?:1[5-9]|20|21)\d\d\Z")
_NUMERIC = re.compile(r"(\d{1,2})([./])(\d{1,2})\2((?:19|20|21)\d\d)\Z")
_YEAR_FIRST = re.compile(r"((?:19|20|21)\d\d)[./](\d{1,2})[./](\d{1,2})\Z")

Found = tuple[frozenset[str], int]
"""The days that are meant, as YYYY-MM-DD (--MM-DD without a year, YYYY-MM without a day), and the token after them."""


def date_at(tokens: Sequence[Token], at: int) -> Found | None:
    """The date that begins at a token; None where none does."""
    return _with_dashes(tokens, at) or _in_figures(tokens, at) or _day_first(tokens, at) or _month_first(tokens, at)


_WEEKDAYS = frozenset(("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"))
_CLOCK = re.compile(r"(\d{1,2})(?:[:.]([0-5]\d))?\Z")
_HALVES = {"am": 0, "a": 0, "pm": 12, "p": 12}


def weekday_at(tokens: Sequence[Token], at: int) -> Found | None:
    """The day of the week that a token names, in English."""
    word = without_accents(tokens[at].text)
    named = NAMED_NUMBERS.get(word, word.removesuffix("s") if word.endswith("days") else word)
    return (frozenset((named,)), at + 1) if named in _WEEKDAYS else None


def clock_at(tokens: Sequence[Token], at: int) -> Found | None:
    """The time of day that begins at a token, in minutes: 18:00, 6 pm, 6:30 p.m., 18 Uhr."""
    found = _CLOCK.match(tokens[at].text)
    if found is None or int(found[1]) > 24:
        return None
    after = tokens[at + 1].text.lower() if at + 1 < len(tokens) else ""
    minutes = 60 * int(found[1]) + int(found[2] or 0)
    if after in ("am", "pm") or (after in ("a", "p") and [one.text for one in tokens[at + 2 : at + 4]] == [".", "m"]):
        hour = int(found[1]) % 12 + _HALVES[after]
        return frozenset((str(60 * hour + int(found[2] or 0)),)), at + (2 if len(after) == 2 else 4)
    if after == "uhr":
        return frozenset((str(minutes),)), at + 2
    return (frozenset((str(minutes),)), at + 1) if ":" in tokens[at].text else None


def _with_dashes(tokens: Sequence[Token], at: int) -> Found | None:
    texts = [token.text for token in tokens[at : at + 5]]
    # The sign may be part of the number behind it: 2026, -, 11.
    if len(texts) < 5 or not _YEAR.match(texts[0]) or texts[1] not in "-‐‑" or texts[3] not in "-‐‑":
        return None
    return _numbered(texts[0], texts[2], texts[4], at + 5)


def _in_figures(tokens: Sequence[Token], at: int) -> Found | None:
    word = tokens[at].text
    if found := _YEAR_FIRST.match(word):
        return _numbered(found[1], found[2], found[3], at + 1)
    found = _NUMERIC.match(word)
    if found is None:
        return None
    days = _numbered(found[4], found[3], found[1], at + 1)
    if found[2] == "." or days is None:  # a point stands between day and month, a stroke either way round
        return days or _numbered(found[4], found[1], found[3], at + 1)
    other = _numbered(found[4], found[1], found[3], at + 1)
    return (days[0] | other[0], at + 1) if other else days


def _numbered(year: str, month: str, day: str, after: int) -> Found | None:
    if not (month.isdecimal() and day.isdecimal() and 1 <= int(month) <= 12 and 1 <= int(day) <= 31):
        return None
    return frozenset((f"{year}-{int(month):02}-{int(day):02}",)), after


def _day_first(tokens: Sequence[Token], at: int) -> Found | None:
    """12 November 2026; 12. November; 12th of November."""
    day = _DAY.match(tokens[at].text)
    if not day or not 1 <= int(day[1]) <= 31:
        return None
    after = _past(tokens, at + 1, (".", "of", "de"))
    month = _month(tokens, after)
    if not month:
        return None
    return _with_year(tokens, after + 1, month, int(day[1]))


def _month_first(tokens: Sequence[Token], at: int) -> Found | None:
    """November 12, 2026; November 2026."""
    month = _month(tokens, at)
    if not month:
        return None
    after = _past(tokens, at + 1, (".",))
    day = _DAY.match(tokens[after].text) if after < len(tokens) else None
    if day and 1 <= int(day[1]) <= 31:
        return _with_year(tokens, after + 1, month, int(day[1]))
    if after < len(tokens) and _YEAR.match(tokens[after].text):
        return frozenset((f"{tokens[after].text}-{month:02}",)), after + 1
    return None


def _with_year(tokens: Sequence[Token], at: int, month: int, day: int) -> Found:
    after = _past(tokens, at, (",", "de"))
    if after < len(tokens) and _YEAR.match(tokens[after].text):
        return frozenset((f"{tokens[after].text}-{month:02}-{day:02}",)), after + 1
    return frozenset((f"--{month:02}-{day:02}",)), at


def _past(tokens: Sequence[Token], at: int, skipped: Sequence[str]) -> int:
    return at + 1 if at < len(tokens) and tokens[at].text.lower() in skipped else at


def _month(tokens: Sequence[Token], at: int) -> int:
    """Which month a token names; 0: none. “May” is one only beside a day or year, which whoever asks looks for."""
    if at >= len(tokens):
        return 0
    word = without_accents(tokens[at].text)
    if word in _MAY:
        return 5
    named = NAMED_NUMBERS.get(word, word)
    return _MONTHS.index(named) + 1 if named in _MONTHS else _SHORT.get(word, 0)
