"""In which order does a column write its days? One order a column, found over all of its values, and said.

`03/04/2026` is in March or in April; a row cannot tell, the column nearly always can.
"""

from collections import Counter
from dataclasses import dataclass, field
from datetime import date
from zoneinfo import ZoneInfo

from ragtriage.intake.times import Order, Written, moment_of, time_of

ORDER_WORDS: dict[Order, str] = {"dmy": "day first", "mdy": "month first", "ymd": "year first"}
_ONE_MONTH, _SPREAD = 31, 60
"""Days that a column's dates span: an order that makes few of them beats one that makes many."""
_ENOUGH = 3
"""Different dates, before their span says anything."""


@dataclass(slots=True)
class TimeColumn:
    """What the values of a column let one tell, gathered value by value; holds no value."""

    values: int = 0
    unread: int = 0
    only: Counter[Order] = field(default_factory=Counter)
    """Dates that can be read in one order alone."""
    open: int = 0
    """Dates that are one day in one order and another day in another."""
    halves: int = 0
    """Dates that are open, beside AM or PM."""
    _first: dict[Order, date] = field(default_factory=dict)
    _last: dict[Order, date] = field(default_factory=dict)
    _some: set[date] = field(default_factory=set)
    _dotted: Counter[Order] = field(default_factory=Counter)
    """Those with dots that can be read in one order alone."""
    _numeric: int = 0
    _year_first: int = 0
    _years: tuple[int, int] = (9999, 0)
    _other_years: tuple[int, int] = (9999, 0)

    def see(self, value: object) -> None:
        """Take a value into account. Empty ones are not passed here."""
        self.values += 1
        found = time_of(value)
        if found is None:
            self.unread += 1
            return
        self._see_years(found)
        days = _usual(found)
        if len(set(days.values())) < 2:
            if len(days) == 1 and not (found.dotted and len(found.days) > 1):
                (self._dotted if found.dotted else self.only)[next(iter(days))] += 1
            return
        self.open += 1
        self.halves += bool(found.clock and found.clock.half)
        if len(self._some) < _ENOUGH:
            self._some.add(days["dmy"])
        for order, day in days.items():
            self._first[order] = min(self._first.get(order, day), day)
            self._last[order] = max(self._last.get(order, day), day)

    def _see_years(self, found: Written) -> None:
        """Years of two digits: whether they can stand first throughout, and which days that makes."""
        if len(set(found.days.values())) < 2:
            return
        self._numeric += 1
        if year_first := found.days.get("ymd"):
            self._year_first += 1
            self._years = min(self._years[0], year_first.year), max(self._years[1], year_first.year)
        other = _usual(found).get("dmy") or next(iter(found.days.values()))
        self._other_years = min(self._other_years[0], other.year), max(self._other_years[1], other.year)

    def _is_year_first(self) -> bool:
        """Whether all can be year first, which makes them of a year or two, and nothing else does."""
        if self._numeric < 2 or self._year_first < self._numeric:
            return False
        return self._years[1] - self._years[0] <= 1 < self._other_years[1] - self._other_years[0]

    def decided(self, home: ZoneInfo, given: Order | None = None) -> "TimeReader":
        """How to read the column: in the order `given`, else in the one that it shows."""
        if given is not None:
            return TimeReader(home, given, "--dates", strict=True)
        if self._is_year_first():
            return TimeReader(home, "ymd", "so they are of one year")
        if self._dotted["mdy"] and not self._dotted["dmy"] and not self.only["dmy"]:
            return TimeReader(home, "mdy", "a day of 13 or more stands second", dots=True)
        day_first, month_first = self.only["dmy"], self.only["mdy"]
        if month_first and not day_first:
            return TimeReader(home, "mdy", "a day of 13 or more stands second")
        if day_first and not month_first:
            return TimeReader(home, "dmy", "a day of 13 or more stands first")
        if day_first and month_first:
            order: Order = "mdy" if month_first > day_first else "dmy"
            why = f"{day_first:,} can only be day first and {month_first:,} only month first"
            return TimeReader(home, order, why, left_open=self.open)
        if self.halves:
            return TimeReader(home, "mdy", "AM and PM say that it is American")
        return self._guessed(home)

    def _guessed(self, home: ZoneInfo) -> "TimeReader":
        """Nothing in the column decides: the order that keeps its dates together is taken, and it stays open."""
        spans = {order: (self._last[order] - self._first[order]).days for order in self._first}
        if len(self._some) >= _ENOUGH and spans["mdy"] <= _ONE_MONTH and spans["dmy"] > _SPREAD:
            return TimeReader(home, "mdy", "so they are of one month", left_open=self.open)
        why = "so they are of one month" if spans.get("dmy", _SPREAD) <= _ONE_MONTH and self.open > 1 else ""
        return TimeReader(home, "dmy", why, left_open=self.open)


def _usual(found: Written) -> dict[Order, date]:
    """Its readings without those that nobody writes: month first with dots; year first in two digits, if else fits."""
    unusual = ("mdy", "ymd") if found.dotted else ("ymd",)
    return {order: day for order, day in found.days.items() if order not in unusual} or found.days


@dataclass(slots=True)
class TimeReader:
    """Reads the values of one column, and keeps count of what it could not read."""

    home: ZoneInfo
    order: Order = "dmy"
    why: str = ""
    left_open: int = 0
    """Dates whose order nothing decides."""
    strict: bool = False
    """Nothing but `order` is right: a person said so."""
    dots: bool = False
    """It holds also for dates with dots, which are day first else."""
    unread: int = 0
    said: Counter[str] = field(default_factory=Counter)
    """What is to be said of zones."""
    _ordered: bool = False
    """Whether the order made a difference."""

    def read(self, value: object) -> str:
        """UTC, ISO 8601 with whole seconds; a day as a day; empty when it is none, and that is counted."""
        found = time_of(value)
        text = self._text(found) if found else ""
        self.unread += not text
        return text

    def otherwise(self, value: object) -> tuple[str, ...]:
        """What another order of days would have read."""
        found = time_of(value)
        if found is None or found.since_1970 is not None or len(set(found.days.values())) < 2:
            return ()
        taken = found.days.get(self.order)
        others = {day for order, day in found.days.items() if order in ("dmy", "mdy") and day != taken}
        return tuple(moment_of(found, day, self.home)[0] for day in sorted(others))

    def _text(self, found: Written) -> str:
        day = None
        if found.since_1970 is None:
            days = found.days if self.strict or self.dots or self.order == "ymd" else _usual(found)
            self._ordered = self._ordered or ((self.dots or not found.dotted) and days.get("dmy") != days.get("mdy"))
            day = days.get(self.order) or (None if self.strict else next(iter(days.values()), None))
            if day is None:
                return ""
        text, said = moment_of(found, day, self.home)
        if said:
            self.said[said] += 1
        return text

    @property
    def telling(self) -> str:
        """The order in words, where it made a difference; empty otherwise."""
        if not self._ordered:
            return ""
        return f"{ORDER_WORDS[self.order]}{f': {self.why}' if self.why else ''}"
