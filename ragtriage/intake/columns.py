"""Which column is the question? The one place that decides what a column means, from all of its values and its name.

It says what it decided and why, and what it could not read.
"""

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from zoneinfo import ZoneInfo

from ragtriage.errors import FilePlace, UsageError, nearest
from ragtriage.intake.column_names import (
    FILTERS,
    NAMES,
    ROLES,
    SPEAKS,
    UPVOTES,
    USER,
    WEAK_LINKS,
    WEAK_RATINGS,
    Role,
    last_part,
    plain_name,
    plain_names,
)
from ragtriage.intake.column_profiles import ColumnProfile
from ragtriage.intake.model import Rating
from ragtriage.intake.ratings import SCALE_WORDS, Scale
from ragtriage.intake.time_columns import TimeReader
from ragtriage.intake.times import Order

_READ = 0.8
"""Share of the values of a column that have to be what its name says."""
_HALF = 0.5
"""As much is enough where the name says outright that it is a rating; the rest is counted, and said."""
_RATING_NAMES = frozenset(NAMES["rating"]) - WEAK_RATINGS
_TIME_NAMES = frozenset(NAMES["time"])
_NUMBERS_OF_ANYTHING = frozenset(("value", "label", "result", "notes"))
_FEW = 21
"""Different numbers that people rate with: 0 to 10 in halves."""


@dataclass(frozen=True, slots=True)
class FieldMap:
    """Which column holds what, and why that is thought."""

    columns: Mapping[str, str] = field(default_factory=dict)
    """Role to column."""
    why: Mapping[str, str] = field(default_factory=dict)
    """Role to `named`, `by content`, `--map` or `ragtriage.yaml`."""
    user: tuple[str, ...] = ()
    filters: tuple[str, ...] = ()
    unread: tuple[str, ...] = ()
    scale: str = ""
    """What the numbers of the rating are taken for; empty where there are none."""
    doubts: tuple[str, ...] = ()
    """What could not be read or decided, in words that name columns and no value."""


@dataclass(frozen=True, slots=True)
class ColumnMeaning:
    """A map with what reads its times and its ratings."""

    map: FieldMap
    times: TimeReader
    scale: Scale
    praise: str = ""
    """The column of thumbs up beside one of thumbs down, which is the rating."""

    def rating(self, record: Mapping[str, object]) -> Rating | None:
        """What a record's rating says; None when it has none, or none that can be read."""
        found = self.scale.read(record.get(self.map.columns.get("rating", "")))
        if self.praise and found in (None, "none") and Scale("truth").read(record.get(self.praise)) == "up":
            return "up"
        return found


Profiled = Mapping[str, ColumnProfile]


def speaks_of_values(name: str) -> bool:
    """Whether a column's name is of a time or a rating, so that each of its values counts."""
    known = {*NAMES["time"], *NAMES["rating"]}
    flat = name.casefold().replace("_", " ")
    return any(each in known for each in plain_names(name)) or any(
        SPEAKS[role].search(flat) for role in ("time", "rating")
    )


def meaning(
    profiles: Profiled,
    saved: Mapping[str, Sequence[str]],
    given: Mapping[str, str],
    home: ZoneInfo,
    dates: Order | None = None,
    path: Path | None = None,
) -> ColumnMeaning:
    """What the columns hold, and how their times and ratings are read.

    `saved`: role to names that ragtriage.yaml gives. `given`: role to the column that the person named: UsageError, at
    `path`, if there is none such. `dates`: the order of days that the person named.
    """
    settled = _configured(profiles, saved, given, path)
    settled.by_names_and_headings()
    settled.by_content()
    chosen, why = settled.chosen, settled.why
    none = ColumnProfile()
    rating, time = (profiles.get(chosen.get(role, ""), none) for role in ("rating", "time"))
    scale = rating.ratings.scale(chosen.get("rating", ""))
    praise = _thumbs_up(profiles, chosen) if scale.turned else ""
    user, filters, unread = _beside(profiles, {*chosen.values(), praise})
    doubts = (*_unreadable(chosen, why, profiles), *_open(chosen, rating, scale), *_no_rating(profiles, chosen))
    said = f"{SCALE_WORDS[scale.name]} ({scale.why})" if scale.name else ""
    field_map = FieldMap(chosen, why, user, filters, unread, said, doubts)
    return ColumnMeaning(field_map, time.times.decided(home, dates), scale, praise)


@dataclass(slots=True)
class _Settled:
    """The column of each role as far as it is settled, and what settled it."""

    profiles: Profiled
    chosen: dict[str, str] = field(default_factory=dict)
    why: dict[str, str] = field(default_factory=dict)

    def take(self, role: str, column: str | None, why: str) -> None:
        """A column for a role that has none yet."""
        if column is not None and role not in self.chosen:
            self.chosen[role], self.why[role] = column, why

    def by_names_and_headings(self) -> None:
        for role in ROLES:
            if role not in self.chosen:
                self.take(role, _by_name(role, self.profiles, self.chosen), "named")
        for spoken in SPEAKS:
            if spoken not in self.chosen:
                self.take(spoken, _by_heading(spoken, self.profiles, self.chosen), "by its words")

    def by_content(self) -> None:
        """What is still open, by what stands in the columns."""
        for role in ("rating", "time", "question", "answer", "comment"):
            if role in self.chosen:
                continue
            if role == "comment":  # with the rating elsewhere, a word such as "wrong" is a comment
                self.take(role, _by_name(role, self.profiles, self.chosen), "named")
            self.take(role, _by_content(role, self.profiles, set(self.chosen.values())), "by content")
            if role == "question" and role not in self.chosen:
                self.take(role, _first_text(self.profiles, set(self.chosen.values())), "the first text")
        # What cannot be read of a column that is called a time is counted, not passed over.
        self.take("time", next(_called("time", self.profiles, self.chosen), None), "named")


def _beside(profiles: Profiled, taken: Collection[str]) -> tuple[tuple[str, ...], tuple[str, ...], tuple[str, ...]]:
    """Of the columns that hold no role: those about the user, those of filters, and those that nobody reads."""
    free = [name for name in profiles if name not in taken]
    user = tuple(name for name in free if plain_name(last_part(name)) in USER)
    filters = tuple(name for name in free if plain_name(last_part(name)) in FILTERS)
    unread = tuple(name for name in free if name not in {*user, *filters} and plain_name(name) != "tags")
    return user, filters, unread


def _no_rating(profiles: Profiled, chosen: Mapping[str, str]) -> Iterator[str]:
    """Why a column that is called a rating is none, where no other is one."""
    if "rating" not in chosen:
        yield from (_passed_over(name, profiles[name]) for name in _called("rating", profiles, chosen))


def _configured(
    profiles: Profiled, saved: Mapping[str, Sequence[str]], given: Mapping[str, str], path: Path | None
) -> _Settled:
    """What a person or the settings say, before anything is looked at."""
    names = list(profiles)
    settled = _Settled(profiles)
    for role, column in given.items():
        if column not in names:
            guess = nearest(column, names)
            hint = f"did you mean `{guess}`? " if guess else ""
            raise UsageError(
                f"there is no column `{column}`",
                where=FilePlace(path) if path else None,
                next_step=f"{hint}its columns: {', '.join(names[:20])}; nothing of it was imported",
            )
        settled.take(role, column, "--map")
    for role in ROLES:
        settled.take(role, next((wanted for wanted in saved.get(role, ()) if wanted in names), None), "ragtriage.yaml")
    return settled


def _by_name(role: Role, profiles: Profiled, chosen: Mapping[str, str]) -> str | None:
    called: dict[str, str] = {}
    for part in range(3):
        for name in profiles:
            names = plain_names(name)
            called.setdefault(names[min(part, len(names) - 1)], name)
    # What a record is known by, or leads to it, can be anything else besides.
    taken = {column for other, column in chosen.items() if other not in ("link", "ref")}
    for wanted in NAMES[role]:
        found = called.get(wanted)
        if found is None or (found in taken and role not in ("link", "ref")):
            continue
        if _fits(role, wanted, profiles[found], "rating" in chosen):
            return found
    return None


def _called(role: Role, profiles: Profiled, chosen: Mapping[str, str]) -> Iterator[str]:
    """Columns whose names say outright that they hold a role, whatever stands in them."""
    outright = frozenset(NAMES[role]) - WEAK_RATINGS
    for name, profile in profiles.items():
        if profile.values and name not in chosen.values() and plain_name(name) in outright:
            yield name


def _thumbs_up(profiles: Profiled, chosen: Mapping[str, str]) -> str:
    """The other half of a rating in two columns; empty where it has one."""
    pairs = (name for name in profiles if name not in chosen.values() and plain_names(name)[-1] in UPVOTES)
    return next((name for name in pairs if _can_rate("", profiles[name])), "")


def _passed_over(name: str, profile: ColumnProfile) -> str:
    return f"`{name}` is called a rating, and {profile.ratings.read:,} of its {profile.values:,} values can be one"


_ABOUT_TICKETS = re.compile(
    r"\b(?:status|time|hours?|hrs|count|ids?|due|date|sla|number|interactions?|type|name|version|language|model|team)\b"
)
"""Words of a heading that counts or times something, and holds nobody's words."""


def _by_heading(role: Role, profiles: Profiled, chosen: Mapping[str, str]) -> str | None:
    """By a word of a heading that is a sentence, as forms have them."""
    for name, profile in profiles.items():
        free = name not in chosen.values() and profile.values
        if not free or not _speaks_of(role, name.casefold().replace("_", " ")):
            continue
        spoken = role in ("rating", "time") or _is_speech(role, name, profile, "rating" in chosen)
        if spoken and _fits(role, "", profile, True):
            return name
    return None


def _is_speech(role: Role, heading: str, profile: ColumnProfile, rated: bool) -> bool:
    """Whether people's own words stand in a column. `rated`: the rating stands in another one."""
    rates = profile.ratings.values > 0 and profile.share(profile.ratings.read) >= _READ
    if (rates and not (role == "comment" and rated)) or profile.is_times or profile.numbers:
        return False
    words = 1 if role == "answer" else 2  # "Yes" is an answer; a question or a comment is more
    return profile.words >= words * profile.values and not _ABOUT_TICKETS.search(heading.casefold())


def _speaks_of(role: Role, heading: str) -> bool:
    """Whether a heading has a word of the role; `What did you ask the assistant?` asks for the question."""
    found = SPEAKS[role].search(heading)
    if found is None or role != "answer":
        return found is not None
    first = SPEAKS["question"].search(heading)
    return first is None or found.start() < first.start()


def _fits(role: Role, wanted: str, profile: ColumnProfile, rated: bool) -> bool:
    """Whether what stands in a column can be what its name says. `rated`: the rating stands in another one."""
    if not profile.values:
        return role != "rating"
    if role == "rating":
        return _can_rate(wanted, profile)
    if role == "time":
        return profile.time_share >= 0.5
    if role in ("question", "answer", "comment"):
        ratings = profile.share(profile.ratings.read) if profile.ratings.values else 0.0
        return profile.texts > 0 and (role != "comment" or rated or ratings < _READ)
    if role == "link" and wanted in WEAK_LINKS:
        return profile.share(profile.addresses) >= _READ
    return profile.plain == profile.values


def _can_rate(wanted: str, profile: ColumnProfile) -> bool:
    """Whether people can have rated so: not with ids, hours, or what a machine measured."""
    ratings = profile.ratings
    outright = wanted in _RATING_NAMES
    if profile.share(ratings.read) < (_HALF if outright else _READ):
        return False
    if ratings.numbers and (ratings.most > 100 or ratings.least < -100):
        return False
    if outright or wanted not in WEAK_RATINGS:
        return True
    if ratings.telling >= 0.5 * profile.values:
        return True
    return (
        wanted not in _NUMBERS_OF_ANYTHING
        and ratings.numbers > 0
        and not ratings.measured
        and len(ratings.distinct) <= _FEW
    )


def _by_content(role: str, profiles: Profiled, taken: set[str]) -> str | None:
    best, chosen = 0.0, None
    for name, profile in profiles.items():
        if name in taken or not profile.values:
            continue
        if role not in ("rating", "time") and (profile.is_times or plain_name(name) in _TIME_NAMES):
            continue
        worth = _worth(role, profile)
        if worth > best:
            best, chosen = worth, name
    return chosen


def _first_text(profiles: Profiled, taken: set[str]) -> str | None:
    """Where nothing is a question by name or content: what users typed first, rather than nothing at all."""
    for name, profile in profiles.items():
        texts = profile.strings == profile.values > 0 and profile.words >= 2 * profile.values
        if name not in taken and texts and not profile.is_times:
            return name
    return None


def _worth(role: str, profile: ColumnProfile) -> float:
    """How much the values look like what the role holds; 0: not at all."""
    if role == "rating":
        share = profile.share(profile.ratings.telling)
        return share if share > _READ else 0.0
    if role == "time":
        return profile.time_share if profile.time_share > _READ and profile.numbers < profile.values else 0.0
    words = profile.words / profile.strings if profile.strings else 0.0
    if role == "question":
        return profile.share(profile.questions) if words >= 3 else 0.0
    return words if words >= (5 if role == "answer" else 3) else 0.0


def _unreadable(chosen: Mapping[str, str], why: Mapping[str, str], profiles: Profiled) -> Iterator[str]:
    """Columns that were taken for something and of which not everything could be read as that."""
    for role, column in chosen.items():
        profile = profiles[column]
        read = profile.texts if role in ("question", "answer", "comment") else profile.values
        if role == "rating":
            read = profile.ratings.read
        elif role == "time":
            read = profile.times.values - profile.times.unread
        if not profile.values:
            if why[role] == "--map" or role in ("question", "rating", "time"):
                yield f"`{column}` was taken for the {role}, and it is empty throughout"
        elif not read:
            yield f"`{column}` was taken for the {role}, and none of its {profile.values:,} values can be read as one"
        elif role == "rating" and read < profile.values:
            unknown = profile.values - read
            yield f"{unknown:,} of the {profile.values:,} values of `{column}` are no rating that is known"


def _open(chosen: Mapping[str, str], rating: ColumnProfile, scale: Scale) -> Iterator[str]:
    """What the numbers of a rating do not tell."""
    if rating.ratings.numbers and scale.name is None and scale.why:
        yield f"the numbers of `{chosen['rating']}` are no rating yet: {scale.why}"
