"""Weeks as a team lives them: ISO weeks, Monday to Sunday, on the workspace's clock.

A verdict given late on Sunday in Berlin belongs to that week, though UTC may be a day off; so every question about
weeks takes the workspace's timezone.
"""

import re
from contextlib import suppress
from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

from ragtriage.errors import SettingsError, UsageError, nearest

_DAY = re.compile(r"\d{4}-\d{2}-\d{2}", re.ASCII)
_WEEK = re.compile(r"(\d{4})-W(\d{2})", re.ASCII)


def zone(name: str) -> ZoneInfo:
    """The timezone of that IANA name. Raises SettingsError for one that there is not."""
    try:
        return ZoneInfo(name)
    except (KeyError, ValueError, OSError) as error:  # ZoneInfoNotFoundError is a KeyError; `../x` a ValueError
        from zoneinfo import available_timezones

        close = nearest(name, sorted(available_timezones()))
        raise SettingsError(
            f"there is no timezone `{name}`",
            next_step=f"did you mean `{close}`?" if close else "use an IANA name such as `Europe/Berlin`",
        ) from error


def week_of(moment: datetime, timezone: str) -> str:
    """The ISO week, such as `2026-W48`, in which `moment` (aware) falls in `timezone`."""
    return _week_of_date(local_date(moment, timezone))


def local_date(moment: datetime, timezone: str) -> date:
    """The date of `moment` (aware) in `timezone`."""
    if moment.tzinfo is None:
        raise ValueError("a moment without a timezone is on no calendar")
    return moment.astimezone(zone(timezone)).date()


def monday_of(week: str) -> date:
    """The Monday on which `week` begins. Raises UsageError for what is no ISO week."""
    match = _WEEK.fullmatch(week)
    try:
        if match:
            return date.fromisocalendar(int(match[1]), int(match[2]), 1)
    except ValueError:
        pass
    raise UsageError(f"`{week}` is not a week", next_step="weeks are ISO weeks such as 2026-W48")


def is_week(text: str) -> bool:
    """Whether `text` is an ISO week that exists."""
    try:
        monday_of(text)
    except UsageError:
        return False
    return True


def next_monday(moment: datetime, timezone: str) -> date:
    """The Monday after `moment`: until then is how long a snooze lasts. On a Monday it is a week away."""
    today = local_date(moment, timezone)
    return today + timedelta(days=7 - today.weekday())


def still_snoozed(until: str | None, moment: datetime, timezone: str) -> bool:
    """Whether a case snoozed until the date `until` (YYYY-MM-DD; None: not snoozed) still sleeps at `moment`."""
    return until is not None and local_date(moment, timezone) < day(until)


def day(text: str) -> date:
    """The date that `text` spells, YYYY-MM-DD and no other way, so that dates compare as their texts do.

    Raises UsageError for what is no such date.
    """
    if _DAY.fullmatch(text):
        with suppress(ValueError):  # a 31 November
            return date.fromisoformat(text)
    raise UsageError(f"`{text}` is not a date", next_step="write a day as YYYY-MM-DD")


def is_day(text: str) -> bool:
    """Whether `text` is a date that exists, written YYYY-MM-DD."""
    try:
        day(text)
    except UsageError:
        return False
    return True


def timestamp(moment: datetime) -> str:
    """`moment` (aware) as files keep it: UTC, ISO 8601, whole seconds, `2026-11-30T09:12:44Z`."""
    return moment.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def _week_of_date(day: date) -> str:
    year, week, _ = day.isocalendar()
    return f"{year:04d}-W{week:02d}"
