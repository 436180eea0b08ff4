"""Words in times: months, halves of the day, weekdays and zones, in the languages that exports are written in.

The names come from CLDR (Babel), which is only asked when a word is no English one: most files have none.
"""

from datetime import datetime, timedelta
from functools import cache
from typing import NamedTuple
from zoneinfo import ZoneInfo

_LANGUAGES = (
    "de fr es pt it nl pl sv da nb fi cs sk hu ro tr ru uk el bg hr sl sr et lv lt hi bn ta th vi id ms zh ja ko ar he "
    "fa ca eu gl af sw is ga"
).split()
_ENGLISH = "january february march april may june july august september october november december".split()
_WEEKDAYS = "monday tuesday wednesday thursday friday saturday sunday".split()
_OF_A_TIME = frozenset(
    "at on um uhr à às as a las alle ore om kl klo o de del den der di le el the of hrs h t г года р року".split()
)
"""Words between the parts of a time that say nothing."""


class Words(NamedTuple):
    """What a word in a time can be; words are case-folded, without dots and joiners."""

    months: dict[str, int]
    halves: dict[str, str]
    """`am` or `pm`."""
    silent: frozenset[str]
    """Weekdays and words between."""


def plain_word(word: str) -> str:
    """A word as `Words` has it."""
    return "".join(char for char in word.casefold() if char not in ".\u200c\u00a0\u202f' ’")


@cache
def english() -> Words:
    """What every file may hold."""
    months = {name: number for number, name in enumerate(_ENGLISH, 1)}
    months |= {name[:3]: number for name, number in months.items()} | {"sept": 9}
    days = {day[:length] for day in _WEEKDAYS for length in (3, 4, 5, len(day))}
    return Words(months, {"am": "am", "pm": "pm"}, _OF_A_TIME | days)


@cache
def every() -> Words:
    """As `english`, in all languages. A name that means two months (`listopad`) means none."""
    from babel import Locale

    months: dict[str, set[int]] = {name: {number} for name, number in english().months.items()}
    halves: dict[str, set[str]] = {name: {half} for name, half in english().halves.items()}
    silent = set(english().silent)
    for locale in map(Locale, _LANGUAGES):
        for context in ("format", "stand-alone"):
            for width in ("wide", "abbreviated"):
                for number, name in locale.months[context][width].items():
                    months.setdefault(plain_word(name), set()).add(number)
                silent |= {plain_word(name) for name in locale.days[context][width].values()}
                for half in ("am", "pm"):
                    name = plain_word(locale.day_periods.get(context, {}).get(width, {}).get(half, ""))
                    halves.setdefault(name, set()).add(half)
    one_month = {name: min(numbers) for name, numbers in months.items() if len(numbers) == 1 and not name.isdecimal()}
    one_half = {name: min(those) for name, those in halves.items() if len(those) == 1 and not _is_short(name)}
    return Words(one_month | {"mrz": 3}, one_half, frozenset(silent - one_month.keys() - one_half.keys()) | _OF_A_TIME)


def _is_short(half: str) -> bool:
    """Whether it is one letter of too many languages: `a`, `d`; Arabic has its halves of the day to itself."""
    return len(half) < 2 and half < "\u0250"


class Zone(NamedTuple):
    """What the name of a zone means, and what else it can mean."""

    minutes: int
    """East of UTC."""
    words: str = ""
    others: str = ""
    """Empty: it means one thing."""


_NAMED = {
    "Z": Zone(0), "UTC": Zone(0), "GMT": Zone(0), "WET": Zone(0), "WEST": Zone(60), "CET": Zone(60), "CEST": Zone(120),
    "MEZ": Zone(60), "MESZ": Zone(120), "EET": Zone(120), "EEST": Zone(180), "MSK": Zone(180), "TRT": Zone(180),
    "SAST": Zone(120), "EAT": Zone(180), "WAT": Zone(60), "CAT": Zone(120), "PKT": Zone(300), "NPT": Zone(345),
    "ICT": Zone(420), "WIB": Zone(420), "SGT": Zone(480), "HKT": Zone(480), "PHT": Zone(480), "AWST": Zone(480),
    "JST": Zone(540), "KST": Zone(540), "AEST": Zone(600), "AEDT": Zone(660), "ACST": Zone(570), "ACDT": Zone(630),
    "NZST": Zone(720), "NZDT": Zone(780), "BRT": Zone(-180), "ART": Zone(-180), "CLT": Zone(-240), "COT": Zone(-300),
    "PET": Zone(-300), "NST": Zone(-210), "NDT": Zone(-150), "AKST": Zone(-540), "AKDT": Zone(-480), "HST": Zone(-600),
    "EDT": Zone(-240), "CDT": Zone(-300), "MDT": Zone(-360), "PDT": Zone(-420),
    "EST": Zone(-300, "North America", "Australia"), "PST": Zone(-480, "North America", "the Philippines"),
    "MST": Zone(-420, "North America", "Malaysia, Myanmar"), "CST": Zone(-360, "North America", "China, Cuba"),
    "AST": Zone(-240, "the Atlantic", "Arabia"), "ADT": Zone(-180, "the Atlantic", "Arabia"),
    "BST": Zone(60, "British summer", "Bangladesh, Bougainville"), "IST": Zone(330, "India", "Israel, Ireland"),
    "GST": Zone(240, "the Gulf", "South Georgia"), "SST": Zone(-660, "Samoa", "Singapore"),
    "AMT": Zone(-240, "the Amazon", "Armenia"), "WST": Zone(480, "Western Australia", "Samoa"),
}  # fmt: skip
_REGIONS = {
    "ET": "America/New_York", "CT": "America/Chicago", "MT": "America/Denver", "PT": "America/Los_Angeles",
}  # fmt: skip
"""What people write of a region, winter and summer alike."""


def named_zone(name: str, when: datetime, home: ZoneInfo) -> tuple[timedelta | None, str]:
    """How far east of UTC a named zone is at a local time, and what is to be said of it; None: nobody knows it.

    A name of several zones is the one that `home`, the workspace's, goes by, else the commonest.
    """
    if when.replace(tzinfo=home).tzname() == name:
        return when.replace(tzinfo=home).utcoffset(), ""
    if region := _REGIONS.get(name) or (name if "/" in name else ""):
        try:
            return when.replace(tzinfo=ZoneInfo(region)).utcoffset(), ""
        except (KeyError, ValueError, OSError):
            return None, ""
    zone = _NAMED.get(name.upper())
    if zone is None:
        return None, ""
    said = f"`{name}` is read as {zone.words} ({_signed(zone.minutes)}), not as {zone.others}" if zone.others else ""
    return timedelta(minutes=zone.minutes), said


def _signed(minutes: int) -> str:
    return f"{'-' if minutes < 0 else '+'}{abs(minutes) // 60:02}:{abs(minutes) % 60:02}"
