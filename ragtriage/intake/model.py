"""A complaint, and what became of it. No personal data: it was struck out before one of these was made."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal, get_args

Rating = Literal["down", "up", "none"]
"""`none`: the source gives no rating, or one in the middle."""
State = Literal["open", "converted", "duplicate", "rejected", "snoozed"]
STATES: tuple[State, ...] = get_args(State)


@dataclass(frozen=True, slots=True)
class Complaint:
    """One question that a user asked, what was shown to them, and what they said of it."""

    id: str
    """From its content: the same on every machine, however often it is imported."""
    question: str
    answer: str = ""
    comment: str = ""
    rating: Rating = "none"
    at: str = ""
    """UTC, ISO 8601; a bare date when the source gives no more."""
    kind: str = ""
    """The sort of export it came from."""
    ref: str = ""
    """Its id in the system that it came from."""
    link: str = ""
    asker: str = ""
    """Who asked, as a keyed hash: tells people apart and names none."""
    user: Mapping[str, str] = field(default_factory=dict)
    filters: Mapping[str, str] = field(default_factory=dict)
    tags: tuple[str, ...] = ()
    source: str = ""
    """The file's name and line."""
    written: str = ""
    """The time as the export writes it: what tells it again however its days are read."""


@dataclass(frozen=True, slots=True)
class Decision:
    """What a person made of a complaint; the shape of `complaints/<id>.yaml`."""

    complaint: str
    state: State
    case: str = ""
    """The case that a converted one became."""
    duplicate_of: str = ""
    """The id of a case or of another complaint."""
    reason: str = ""
    snoozed_until: str = ""
    decided_by: str = ""
    decided_at: str = ""
    question: str = ""
    """Only where the workspace allows the text of complaints in Git."""
