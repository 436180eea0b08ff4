"""When was it asked? The one place that reads times: untrusted, and written in every way that there is.

A time is taken apart first (`written`), which never guesses; which number is the day is decided over a whole column
(`time_columns`), as one row cannot tell. What is no time, or is out of all range, is None and never an error.
"""

import math
import re
from collections.abc import Mapping
from datetime import UTC, date, datetime, timedelta
from functools import lru_cache
from typing import Literal, NamedTuple
from zoneinfo import ZoneInfo

from ragtriage.intake.time_words import english, every, named_zone, plain_word

Order = Literal["dmy", "mdy", "ymd"]
"""Which of three numbers is the day, the month and the year."""
LONGEST = 80
"""Characters of a time: what is longer is a text."""
_YEARS = range(1971, 2200)
"""Others are what programs write for "no time"."""
_UNITS = (1, 1_000, 1_000_000, 1_000_000_000)
_SECONDS = (9.4e8, 7.25e9)
"""Between these a number can be seconds since 1970: from 2000 to 2199. Wider, "never" in seconds is 1978 in others."""


class Clock(NamedTuple):
    """The time of a day, with its zone as it is written."""

    hour: int
    minute: int
    second: int
    half: bool = False
    """It was written with AM or PM."""
    zone: str = ""
    """A name, or an offset such as `+0100`; empty: none is named."""


class Written(NamedTuple):
    """A time as it stands there, before anybody decided which number is the day."""

    days: dict[Order, date]
    """The day by the order of its numbers: one entry for all where only one reading is possible."""
    clock: Clock | None = None
    dotted: bool = False
    """`03.11.2026`: with dots the day is first, unless a person says otherwise."""
    since_1970: float | None = None
    """Seconds, where it is a bare number; then there is nothing else."""
    of_sheet: bool = False
    """It is a number of days, as spreadsheets count them."""


def time_of(value: object) -> Written | None:
    """A value as a time; None when it is none. Takes time in proportion to nothing: what is long is no time."""
    if isinstance(value, bool) or value is None:
        return None
    if isinstance(value, int | float):
        return _number(value)
    if not isinstance(value, str) or len(value) > LONGEST or not re.search(r"\d", value):
        return None
    text = " ".join(value.replace("−", "-").split())
    if re.fullmatch(r"\d{9,19}(?:\.\d{1,9})?|\d{5}(?:\.\d{1,15})?", text):
        return _number(float(text))
    return _taken_apart(_with_signs(text))


_TIME_KEYS = frozenset("$date $numberLong _seconds _nanoseconds seconds nanoseconds nanos".split())


def scalar_time(value: Mapping[str, object]) -> object:
    """The time in a record that databases write for one (`{"$date": …}`, `{"_seconds": …}`); None: it is another."""
    inner: object = value
    for _ in range(2):
        if not isinstance(inner, Mapping) or not inner or not inner.keys() <= _TIME_KEYS:
            break
        inner = next((inner[key] for key in ("$date", "$numberLong", "_seconds", "seconds") if key in inner), None)
    return None if isinstance(inner, Mapping) else inner


def _number(value: float) -> Written | None:
    """Seconds, milli-, micro- or nanoseconds since 1970, told by their size."""
    try:
        figure = float(value)
    except OverflowError:
        return None
    if _SHEET[0] < figure < _SHEET[1]:
        return _of_sheet(figure)
    for unit in _UNITS:
        if math.isfinite(figure) and _SECONDS[0] < figure / unit < _SECONDS[1]:
            seconds = figure / unit
            return Written({}, since_1970=seconds) if datetime.fromtimestamp(seconds, UTC).year in _YEARS else None
    return None


_SHEET = (36_526, 58_000)
"""Between these a number can be days since 1900, in which spreadsheets count: from 2000 to 2058."""


def _of_sheet(figure: float) -> Written:
    when = datetime(1899, 12, 30) + timedelta(seconds=round(figure * 86_400))
    clock = None if figure.is_integer() else Clock(when.hour, when.minute, when.second)
    return Written(dict.fromkeys(ORDERS, when.date()), clock, of_sheet=True)


_COMPACT = re.compile(r"(\d{4})(\d{2})(\d{2})(?:[T ]?(\d{2})(\d{2})(\d{2})?(.{0,12}))?")
_EAST_ASIAN = ((r"(\d)\s?[年년]\s?", r"\1-"), (r"(\d)\s?[月월]\s?", r"\1-"), (r"(\d)\s?[日일号]", r"\1 "),
               (r"(\d)\s?[時时点시]\s?(\d)", r"\1:\2"), (r"(\d)\s?[時时点시]", r"\1:00"),
               (r"(\d)\s?[分분]\s?(\d)", r"\1:\2"), (r"(\d)\s?[分분秒초]", r"\1"))  # fmt: skip


_ERA = re.compile(r"(令和|平成|昭和|[RHS](?=\d{1,2}[./-]\d{1,2}[./-]\d))\s?(\d{1,2}|元)\s?[年./-]\s?(.{1,60})")
_ERAS = {"令和": 2018, "R": 2018, "平成": 1988, "H": 1988, "昭和": 1925, "S": 1925}
"""The year before the first of a Japanese era."""


def _with_signs(text: str) -> str:
    """A time whose parts are run together, or told by characters, with signs between them."""
    if match := _COMPACT.fullmatch(text):
        year, month, day, hour, minute, second, rest = match.groups()
        clock = f" {hour}:{minute}:{second or '00'}{rest}" if hour else ""
        return f"{year}-{month}-{day}{clock}"
    if match := _ERA.fullmatch(text):
        year = 1 if match[2] == "元" else int(match[2])
        text = f"{_ERAS[match[1]] + year}-{match[3]}"
    if not text.isascii():
        for pattern, signs in _EAST_ASIAN:
            text = re.sub(pattern, signs, text)
        text = re.sub(r":(\d)(?!\d)", r":0\1", text)
    return text


_CLOCK = re.compile(
    r"(?<![\d:./-])(?P<h>\d{1,2})(?:(?::|\s?h\s?)(?P<m>\d{2})(?:(?::|\s?m(?:in)?\s?)(?P<s>\d{2})(?:[.,]\d{1,9})?)?(?!\d)"
    r"|(?=\s?[AaPp]\.?\s?[Mm]\b)|\s?h\b)"
)
_DOTTED_CLOCK = re.compile(r"(?<=\d[ ,])\s?(?P<h>\d{1,2})\.(?P<m>\d{2})(?:\.(?P<s>\d{2})(?:\.\d{1,9})?)?(?=$|\s|,)")
_HALF = re.compile(r"\s?([AaPp])\s?\.?\s?[Mm]\b\.?")
_ZONE = re.compile(
    r"\s?[(\[]?(?:(?P<offset>(?:UTC|GMT|utc|gmt)?\s?[+-]\s?\d{1,2}(?::?\d{2})?)(?!\d)(?:\s[A-Z]{1,5}\b)?"
    r"|(?P<name>Z|z|[A-Z]{2,5}|[A-Z][a-z]{2,11}(?:/[A-Z][A-Za-z_]{2,30}){1,2})(?![A-Za-z]))[)\]]?"
    r"(?:\s?[(\[][^()\[\]]{1,40}[)\]])?"
)


@lru_cache(maxsize=1024)
def _taken_apart(text: str) -> Written | None:
    """The clock with what belongs to it comes out of the text; the rest has to be a day and nothing else."""
    match = _CLOCK.search(text) or _DOTTED_CLOCK.search(text)
    if match is None:
        days = _days(text)
        return Written(days, dotted=_is_dotted(text)) if days else None
    before, after, half = _half(text[: match.start()], text[match.end() :])
    zone, after = _zone(after)
    clock = _clock(match, half, zone)
    if clock is None:
        return None
    day = f"{before.removesuffix('T')} {after}"
    days = _days(day)
    return Written(days, clock, _is_dotted(day)) if days else None


def _zone(after: str) -> tuple[str, str]:
    """The zone that follows a clock, empty for none, and the text behind it."""
    named = _ZONE.match(after)
    if named is None or _is_silent(named["name"] or ""):
        return "", after
    zone = re.sub(r"(?i)utc|gmt|\s", "", named["offset"]) if named["offset"] else named["name"].replace("z", "Z")
    return zone, after[named.end() :]


def _clock(match: re.Match[str], half: str, zone: str) -> Clock | None:
    """The clock of a match; None for one that no day has. A leap second is the last of its minute."""
    hour, minute, second = int(match["h"]), int(match["m"] or 0), int(match["s"] or 0)
    if half and hour <= 12:
        hour = hour % 12 + (12 if half == "pm" else 0)
    if hour > 23 or minute > 59 or second > 60:
        return None
    return Clock(hour, minute, min(second, 59), bool(half), zone)


def _is_dotted(day: str) -> bool:
    return re.search(r"\d{1,2}\.\s?\d{1,2}\.\s?\d", day) is not None


def _half(before: str, after: str) -> tuple[str, str, str]:
    """What stands before and after the clock, without the half of the day, and that: `am`, `pm` or nothing."""
    if match := _HALF.match(after):
        return before, after[match.end() :], match[1].lower() + "m"
    last, first = re.search(r"[^\s\d]{2,20}\s?$", before), re.match(r"\s?[^\s\d:,]{2,20}", after)
    if last and not last.group().isascii() and (half := _half_of(last.group())):
        return before[: last.start()], after, half
    if first and (half := _half_of(first.group())):
        return before, after[first.end() :], half
    return before, after, ""


def _half_of(word: str) -> str:
    """`am`, `pm` or nothing."""
    plain = plain_word(word)
    if plain in english().silent or _is_zone(word):
        return ""
    return english().halves.get(plain) or every().halves.get(plain, "")


def _month(word: str) -> int:
    """The month that a word names; 0: none."""
    plain = plain_word(word)
    if plain in english().months or plain in english().silent or not plain:
        return english().months.get(plain, 0)
    return every().months.get(plain, 0)


def _is_zone(word: str) -> bool:
    """Whether a word is written as zones are, so that no language need be asked for it."""
    return re.fullmatch(r"\s?[(\[]?(?:[A-Z]{2,5}|Z|[A-Z]\w+/\w+)[)\]]?\s?", word) is not None


def _is_silent(word: str) -> bool:
    return plain_word(word) in english().silent


_PART = re.compile(r"\d{1,9}|[^\W\d_]+(?:[.'’\u200c][^\W\d_]+)*\.?|[^\w\s]|[\s_]+|.")
_SIGNS = frozenset("-/.,'’()")
_ORDINALS = frozenset("st nd rd th er ère º ª o e ste de".split())


def _days(text: str) -> dict[Order, date]:
    """The days that a text without a clock can mean; empty when it is no day."""
    numbers: list[str] = []
    months: list[int] = []
    place = 0
    for part in _PART.findall(text.strip(" ,;")):
        if part[0].isdecimal():
            numbers.append(part)
        elif part.isspace() or part in _SIGNS:
            continue
        elif month := _month(part):
            months.append(month)
            place = len(numbers)
        elif not _says_nothing(part, numbers):
            return {}
    if len(numbers) == 3 and not months:
        return _by_order(numbers)
    if len(numbers) == 2 and len(months) == 1:
        return _named_month(numbers, months[0], place)
    return {}


def _says_nothing(part: str, numbers: list[str]) -> bool:
    plain = plain_word(part)
    if plain in english().silent or (numbers and plain in _ORDINALS):
        return True
    return part[0].isalpha() and plain in every().silent


def _named_month(numbers: list[str], month: int, place: int) -> dict[Order, date]:
    """`3 Nov 2026`, `Nov 3, 2026`, `2026 Nov 3`, `3-Nov-26`: the number of four digits is the year."""
    first, last = numbers
    year, day = (first, last) if len(first) == 4 else (last, first)
    if len(year) not in (2, 4) or len(day) > 2 or (len(year) == 2 and place != 1):
        return {}
    found = _day(_full(year), month, int(day))
    return dict.fromkeys(ORDERS, found) if found else {}


ORDERS: tuple[Order, ...] = ("dmy", "mdy", "ymd")


def _by_order(numbers: list[str]) -> dict[Order, date]:
    first, second, third = numbers
    if len(first) == 4:
        found = _day(int(first), int(second), int(third)) if len(second) <= 2 and len(third) <= 2 else None
        return dict.fromkeys(ORDERS, found) if found else {}
    if len(first) > 2 or len(second) > 2 or len(third) not in (2, 4):
        return {}
    readings: dict[Order, date | None] = {
        "dmy": _day(_full(third), int(second), int(first)),
        "mdy": _day(_full(third), int(first), int(second)),
    }
    if len(first) == 2 and len(third) == 2:
        readings["ymd"] = _day(_full(first), int(second), int(third))
    return {order: found for order, found in readings.items() if found}


def _full(year: str) -> int:
    return int(year) + 2000 if len(year) == 2 else int(year)


def _day(year: int, month: int, day: int) -> date | None:
    try:
        return date(year, month, day) if year in _YEARS else None
    except ValueError:
        return None


def moment_of(found: Written, day: date | None, home: ZoneInfo) -> tuple[str, str]:
    """A time as UTC, ISO 8601 with whole seconds (a day as a day), and what is to be said of its zone.

    `day`: the reading that was decided on. `home`: the zone of times that name none. Empty: its zone is unknown.
    """
    if found.since_1970 is not None:
        return datetime.fromtimestamp(found.since_1970, UTC).strftime("%Y-%m-%dT%H:%M:%SZ"), ""
    assert day is not None
    clock, said = found.clock, "numbers are read as days since 1900, as spreadsheets count" if found.of_sheet else ""
    if clock is None:
        return day.isoformat(), said
    when = datetime(day.year, day.month, day.day, clock.hour, clock.minute, clock.second)
    east: timedelta | None
    if not clock.zone:
        east = when.replace(tzinfo=home).utcoffset()
    elif clock.zone[0] in "+-":
        east = _offset(clock.zone)
    else:
        east, said = named_zone(clock.zone, when, home)
    if east is None:
        return "", f"there is no time zone `{clock.zone}`"
    return (when - east).strftime("%Y-%m-%dT%H:%M:%SZ"), said


def _offset(text: str) -> timedelta | None:
    digits = text[1:].replace(":", "")
    hours, minutes = (int(digits[:-2]), int(digits[-2:])) if len(digits) > 2 else (int(digits), 0)
    if hours > 14 or minutes > 59:
        return None
    return (hours * 60 + minutes) * timedelta(minutes=-1 if text[0] == "-" else 1)
