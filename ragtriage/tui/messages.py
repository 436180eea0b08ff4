"""What comes back from work behind the screen."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from textual.message import Message

from ragtriage.disk.problems import Problem
from ragtriage.errors import RagtriageError
from ragtriage.triage.story import Story

if TYPE_CHECKING:
    from ragtriage.triage.moving import Move


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
    """What is wrong with files under cases/ and triage/."""
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
class MovePlanned(Message):
    """What moving the golden set to another snapshot would write."""

    move: "Move | None"
    error: RagtriageError | None = None


@dataclass
class BranchKnown(Message):
    """Where Git stands."""

    words: str
