"""TimeWords in times: months, halves of the day, weekdays and zones, in the languages that exports are written in.

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
"""TimeWords between the parts of a time that say nothing."""


class TimeWords(NamedTuple):
    """What a word in a time can be; words are case-folded, without dots and joiners."""

    months: dict[str, int]
    halves: dict[str, str]
    """`am` or `pm`."""
    silent: frozenset[str]
    """Weekdays and words between."""


def plain_word(word: str) -> str:
    """A word as `TimeWords` has it."""
    return "".join(char for char in word.casefold() if char not in ".\u200c\u00a0\u202f' ’")


@cache
def english() -> TimeWords:
    """What every file may hold."""
    months = {name: number for number, name in enumerate(_ENGLISH, 1)}
    months |= {name[:3]: number for name, number in months.items()} | {"sept": 9}
    days = {day[:length] for day in _WEEKDAYS for length in (3, 4, 5, len(day))}
    return TimeWords(months, {"am": "am", "pm": "pm"}, _OF_A_TIME | days)


@cache
def every() -> TimeWords:
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
    return TimeWords(
        one_month | {"mrz": 3}, one_half, frozenset(silent - one_month.keys() - one_half.keys()) | _OF_A_TIME
    )


def _is_short(half: str) -> bool:
    """Whether it is one letter of too many languages: `a`, `d`; Arabic has its halves of the day to itself."""
    return len(half) < 2 and half < "\u0250"


_EAST = {
    "Z": 0, "UTC": 0, "GMT": 0, "WET": 0, "WEST": 60, "CET": 60, "CEST": 120, "MEZ": 60, "MESZ": 120, "EET": 120,
    "EEST": 180, "MSK": 180, "TRT": 180, "SAST": 120, "EAT": 180, "WAT": 60, "CAT": 120, "PKT": 300, "NPT": 345,
    "ICT": 420, "WIB": 420, "SGT": 480, "HKT": 480, "PHT": 480, "AWST": 480, "JST": 540, "KST": 540, "AEST": 600,
    "AEDT": 660, "ACST": 570, "ACDT": 630, "NZST": 720, "NZDT": 780, "BRT": -180, "ART": -180, "CLT": -240,
    "COT": -300, "PET": -300, "NST": -210, "NDT": -150, "AKST": -540, "AKDT": -480, "HST": -600, "EDT": -240,
    "CDT": -300, "MDT": -360, "PDT": -420, "EST": -300, "PST": -480, "MST": -420, "CST": -360, "AST": -240,
    "ADT": -180, "BST": 60, "IST": 330, "GST": 240, "SST": -660, "AMT": -240, "WST": 480,
}  # fmt: skip
"""Minutes east of UTC by the name of a zone; of names that mean several, those of the commonest."""
_SEVERAL = {
    "EST": ("North America", "Australia"), "PST": ("North America", "the Philippines"),
    "MST": ("North America", "Malaysia or Myanmar"), "CST": ("North America", "China or Cuba"),
    "AST": ("the Atlantic", "Arabia"), "ADT": ("the Atlantic", "Arabia"),
    "BST": ("British summer", "Bangladesh or Bougainville"), "IST": ("India", "Israel or Ireland"),
    "GST": ("the Gulf", "South Georgia"), "SST": ("Samoa", "Singapore"), "AMT": ("the Amazon", "Armenia"),
    "WST": ("Western Australia", "Samoa"),
}  # fmt: skip
"""What such a name is taken for, and what else it can be."""
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
    east = _EAST.get(name.upper())
    if east is None:
        return None, ""
    said = ""
    if several := _SEVERAL.get(name.upper()):
        said = f"`{name}` is read as {several[0]} ({_signed(east)}), not as {several[1]}"
    return timedelta(minutes=east), said


def _signed(minutes: int) -> str:
    return f"{'-' if minutes < 0 else '+'}{abs(minutes) // 60:02}:{abs(minutes) % 60:02}"
