"""What comes back from work behind the screen."""

from dataclasses import dataclass

from textual.message import Message

from ragtriage.disk.problems import Problem
from ragtriage.errors import RagtriageError
from ragtriage.views.story import Story


@dataclass
class Judging(Message):
    """Outputs are being judged."""

    run: str
    done: int
    of: int

    def can_replace(self, message: Message) -> bool:
        """Only the newest count is worth drawing."""
        return isinstance(message, Judging)


@dataclass
class Judged(Message):
    """All outcomes are up to date, or an error says why not."""

    judged: int
    changed: bool
    """Whether files changed on disk since the screen last looked."""
    error: RagtriageError | None = None
    problems: tuple[Problem, ...] = ()
    """What is wrong with files under cases/, triage/ and labels/."""
    anew: bool = False
    """Whether the list is to be put in order anew."""


@dataclass
class StoryReady(Message):
    """A story that a screen asked for."""

    case_id: str
    story: Story | None
    error: RagtriageError | None = None

    def can_replace(self, message: Message) -> bool:
        """The cursor has moved on."""
        return isinstance(message, StoryReady)


@dataclass
class BranchKnown(Message):
    """Where Git stands."""

    branch: str
    uncommitted: str
    """In words; empty where all is committed."""


@dataclass
class WaitsKnown(Message):
    """How many things wait on other screens (the app holds them)."""


@dataclass
class AuditWanted(Message):
    """Passing answers are to be drawn, to read."""


@dataclass
class ReviewWanted(Message):
    """A range was named to review."""


@dataclass
class DiskSaid(Message):
    """Something about the disk that answers no key: a write that was cut off was finished."""

    words: str


@dataclass
class IndexGone(Message):
    """The index that is open was deleted, moved away, or is a new one: it is to be filled."""


@dataclass
class BackgroundTold(Message):
    """The terminal says what its background is like."""

    light: bool
