"""What a cell means: a moment, a rating, a text. Untrusted and written in many ways."""

import html
import json
import math
import re
from collections.abc import Mapping
from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

from ragtriage.intake.model import Rating

_DOWN = frozenset("""
    down thumbsdown thumbs_down thumbs-down -1 👎 bad negative dislike disliked no false unhelpful nothelpful
    incorrect wrong poor nein schlecht negativ mal malo non mauvais negatif no_util nichthilfreich
    unsatisfied dissatisfied badwithcomment 1star 2stars ⭐ ⭐⭐ 😞 😠 😡 ☹ 🙁 terrible fail failed offtopic
    inaccurate falsch daumenrunter
""".split())  # fmt: skip
_UP = frozenset("""
    up thumbsup thumbs_up thumbs-up +1 👍 good positive like liked yes true helpful correct great ja gut
    positiv bueno oui bon positif hilfreich satisfied goodwithcomment 4stars 5stars ⭐⭐⭐⭐ ⭐⭐⭐⭐⭐ 😀 🙂 😊 ❤
    excellent pass passed accurate richtig heart daumenhoch tada pray raised_hands white_check_mark
""".split())  # fmt: skip
_NEITHER = frozenset(("neutral", "none", "null", "offered", "unoffered", "unrated", "n/a", "na", "3stars", "⭐⭐⭐"))
_PRAISE_WORDS = frozenset("""
    thanks thank you thx ty danke schön sehr vielen dank merci beaucoup muchas gracias grazie obrigado
    obrigada perfect awesome great excellent nice super many so very much a lot million ok okay answer works
    now it that worked helped helpful solved perfectly cool amazing brilliant good job well done love this
""".split())  # fmt: skip
_PRAISE_NEEDS = frozenset("""
    thanks thank thx ty danke dank merci gracias grazie obrigado obrigada perfect awesome great excellent
    worked helped helpful solved works cool amazing brilliant love
""".split())  # fmt: skip


def is_praise(comment: str) -> bool:
    """Whether all that was said is thanks."""
    words = re.findall(r"[^\W\d_]+", comment.casefold()) if len(comment) < 160 else []
    if not words:
        return bool(re.search("[👍❤🎉]", comment)) and "👎" not in comment
    return set(words) <= _PRAISE_WORDS and not _PRAISE_NEEDS.isdisjoint(words) and "?" not in comment


def rating_word(value: object) -> Rating | None:
    """What a word, a sign or a truth value says; None when it is no rating."""
    if isinstance(value, bool):
        return "up" if value else "down"
    if not isinstance(value, str):
        return None
    word = re.sub(r"[\s:\ufe0f]+", "", value.strip().casefold())
    return "down" if word in _DOWN else "up" if word in _UP else "none" if word in _NEITHER else None


def number(value: object) -> float | None:
    """A finite number, also one in a text, with a decimal comma or as `2/5`."""
    if isinstance(value, bool) or value is None:
        return None
    if isinstance(value, str):
        value = re.sub(r"\s*/\s*(?:5|10|100)\s*$", "", value.strip()).replace(",", ".")
        if not re.fullmatch(r"[+-]?\d{1,6}(?:\.\d+)?", value):
            return None
    if not isinstance(value, str | int | float):
        return None
    found = float(value) if not isinstance(value, int) or abs(value) < 1 << 53 else math.inf
    return found if math.isfinite(found) else None


def rating_of(value: object, least: float | None = None, most: float | None = None) -> Rating | None:
    """What a rating says, in a column of numbers from `least` to `most`; None when it is no rating.

    -1 to 1, 0 to 1, 1 to 5 (3 is in the middle), 1 to 10 (5 and 6 are), 0 to 100 (40 to 60 are).
    """
    figure = number(value)
    if figure is None:
        return rating_word(value)
    least, most = figure if least is None else min(least, figure), figure if most is None else max(most, figure)
    if least < 0:
        return "down" if figure < 0 else "up" if figure > 0 else "none"
    if most <= 1:
        return "down" if figure < 0.5 else "up" if figure > 0.5 else "none"
    low, high = (2, 4) if most <= 5 else (4, 7) if most <= 10 else (40, 60)
    return "down" if figure <= low else "up" if figure >= high else "none"


_NUMERIC = re.compile(
    r"(?P<a>\d{1,4})(?P<sep>[-/. ])\s?(?P<b>\d{1,2}|[^\W\d_]{3,10}\.?)(?P=sep)\s?(?P<c>\d{1,4})"
    r"(?:[,T ]+(?:at |um |à )?(?P<time>.+))?"
)
_WORDED = re.compile(
    r"(?:[^\W\d_]{2,10}\.?,? )?(?:(?P<d1>\d{1,2})\.? (?P<m1>[^\W\d_]{3,10})\.?"
    r"|(?P<m2>[^\W\d_]{3,10})\.? (?P<d2>\d{1,2})),? (?P<y>\d{4})"
    r"(?:[,T ]+(?:at |um |à )?(?P<time>.+))?"
)
_TIME = re.compile(
    r"(?P<h>\d{1,2})[:.h](?P<m>\d{2})(?:[:.](?P<s>\d{2})(?:[.,]\d+)?)?\s*(?P<half>(?i:[ap]\.?m\.?))?(?:\s*Uhr)?\s*(?P<zone>Z|[A-Z]{3,5}|(?:UTC|GMT)?[+-]\d{2}:?\d{2})?"
)
_MONTHS = {
    name: month
    for month, names in enumerate(
        (
            "jan",
            "feb",
            "mar mär mrz",
            "apr avr abr",
            "may mai",
            "jun jui",
            "jul",
            "aug aoû ago",
            "sep",
            "oct okt",
            "nov",
            "dec dez déc dic",
        ),
        1,
    )
    for name in names.split()
} | {"juil": 7, "juillet": 7, "juin": 6}
_ZONES = {"UTC": 0, "GMT": 0, "CET": 60, "CEST": 120, "BST": 60, "EST": -300, "EDT": -240, "CST": -360, "CDT": -300,
          "MST": -420, "MDT": -360, "PST": -480, "PDT": -420, "IST": 330, "JST": 540}  # fmt: skip


def moment(value: object, zone: ZoneInfo, day_first: bool = True) -> str:
    """A moment as UTC, ISO 8601 with whole seconds; a day as a day; empty when it is none.

    What names no time zone is in `zone`. `day_first`: 03/04/2026 is in April.
    """
    if isinstance(value, int | float) or (
        isinstance(value, str) and re.fullmatch(r"\d{9,19}(?:\.\d+)?", value.strip())
    ):
        return _since_1970(float(value))
    if not isinstance(value, str) or not 6 <= len(value.strip()) <= 60:
        return ""
    text = " ".join(value.split())
    try:
        if len(text) > 10 and re.match(r"\d{4}-?\d{2}-?\d{2}[T ]", text):
            return _utc(datetime.fromisoformat(text.replace(" UTC", "+00:00").replace(" +", "+")), zone)
    except ValueError:
        pass
    try:
        return _spelled(text, zone, day_first)
    except (ValueError, OverflowError):
        return ""


def _since_1970(value: float) -> str:
    """Seconds, milli-, micro- or nanoseconds since 1970, told by their size."""
    while value > 1e11:
        value /= 1000
    return datetime.fromtimestamp(value, UTC).strftime("%Y-%m-%dT%H:%M:%SZ") if 1e8 < value < 1e10 else ""


def _utc(when: datetime, zone: ZoneInfo) -> str:
    when = when.replace(tzinfo=zone) if when.tzinfo is None else when
    return when.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def _spelled(text: str, zone: ZoneInfo, day_first: bool) -> str:
    if match := _NUMERIC.fullmatch(text):
        first, middle, last = match["a"], match["b"], match["c"]
        if len(first) == 4:
            day = date(int(first), _month(middle), int(last))
        elif not middle[0].isdecimal():
            day = date(_year(last), _month(middle), int(first))
        else:
            one, two = int(first), int(middle)
            turned = two > 12 or (one <= 12 and not day_first and match["sep"] != ".")
            day = date(_year(last), one if turned else two, two if turned else one)
    elif match := _WORDED.fullmatch(text):
        day = date(int(match["y"]), _month(match["m1"] or match["m2"]), int(match["d1"] or match["d2"]))
    else:
        return ""
    if not match["time"]:
        return day.isoformat()
    time = _TIME.fullmatch(match["time"].strip())
    if time is None:
        return ""
    hour = int(time["h"])
    if time["half"]:
        hour = hour % 12 + (12 if time["half"][0] in "pP" else 0)
    when = datetime(day.year, day.month, day.day, hour, int(time["m"]), int(time["s"] or 0))
    named = time["zone"]
    if not named:
        return _utc(when, zone)
    if named == "Z" or named in _ZONES:
        return _utc((when - timedelta(minutes=_ZONES.get(named, 0))).replace(tzinfo=UTC), zone)
    if shift := re.search(r"([+-])(\d{2}):?(\d{2})", named):
        minutes = int(shift[2]) * 60 + int(shift[3])
        return _utc((when - timedelta(minutes=minutes if shift[1] == "+" else -minutes)).replace(tzinfo=UTC), zone)
    return _utc(when, zone)


def _month(text: str) -> int:
    if text.isdecimal():
        return int(text)
    word = text.casefold().strip(".")
    found = _MONTHS.get(word) or _MONTHS.get(word[:4]) or _MONTHS.get(word[:3])
    if found is None:
        raise ValueError
    return found


def _year(text: str) -> int:
    return int(text) + 2000 if len(text) == 2 else int(text)


def says_month_first(values: list[str]) -> bool:
    """Whether a column of dates such as 06/25/2026 can only be month first."""
    pairs = [(int(m[1]), int(m[2])) for v in values if (m := re.match(r"\s*(\d{1,2})[/-](\d{1,2})[/-]\d{2,4}", v))]
    return any(second > 12 for _, second in pairs) and not any(first > 12 for first, _ in pairs)


_HTML = re.compile(
    r"(?i)^\s*<(?:!doctype|html|body|p|div|span|b|i|ul|ol|h\d|table|a)\b[^>]*>|<br\s*/?>|</(?:p|div|span|td|li|body)>"
)
_ENTITY = re.compile(r"&(?:nbsp|amp|lt|gt|quot|apos|#\d{2,5}|#x[0-9a-fA-F]{2,5}|[aouAOU]uml|szlig|[a-zA-Z]acute);")


def clean(value: object) -> str:
    """A value as the text that a person typed: no markup of a web page, LF line ends, no NUL, no lone surrogates."""
    if value is None:
        return ""
    text = (
        value
        if isinstance(value, str)
        else json.dumps(value, ensure_ascii=False)
        if isinstance(value, Mapping | list)
        else str(value)
    )
    text = text.replace("\r\n", "\n").replace("\r", "\n").replace("\0", "")
    text = text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    if _HTML.search(text) and "```" not in text:
        from ragtriage.corpus.html_text import html_text

        text = html_text(text)[0]
    elif _ENTITY.search(text):
        text = html.unescape(text)
    return text.strip()


def opened(value: object, depth: int = 4) -> object:
    """A value whose strings of JSON are taken as what they spell."""
    if isinstance(value, str) and depth and value.lstrip()[:1] in ("{", "[", '"') and len(value) > 1:
        try:
            inner = json.loads(value)
        except (ValueError, RecursionError):
            return value
        return opened(inner, depth - 1) if isinstance(inner, dict | list | str) else value
    return value


_FORMULA = re.compile(r"\s*(?:=\S|[+@-][^\s|(!]*[|(!])")


def looks_like_formula(value: object) -> bool:
    """Whether a spreadsheet would run a cell: it is text here, and stays text."""
    return isinstance(value, str) and _FORMULA.match(value) is not None
