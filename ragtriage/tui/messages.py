"""What comes back from work behind the screen."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from textual.message import Message

from ragtriage.disk.problems import Problem
from ragtriage.errors import RagtriageError
from ragtriage.views.story import Story

if TYPE_CHECKING:
    from ragtriage.cases.committing import Committed
    from ragtriage.cases.uncommitted import Waiting
    from ragtriage.disk.files import Write
    from ragtriage.drift.moving import Move
    from ragtriage.intake.importing import ImportReport
    from ragtriage.review.approving import Refused
    from ragtriage.review.effect import Effect
    from ragtriage.review.reviewing import Review
    from ragtriage.views.inbox import InboxView


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
class MovePlanned(Message):
    """What moving the golden set to another snapshot would write."""

    move: "Move | None"
    error: RagtriageError | None = None


@dataclass
class BranchKnown(Message):
    """Where Git stands."""

    words: str


@dataclass
class InboxRead(Message):
    """The inbox, folded by what is asked."""

    view: "InboxView | None"
    error: RagtriageError | None = None

    def can_replace(self, message: Message) -> bool:
        """Only the newest holds."""
        return isinstance(message, InboxRead)


@dataclass
class Imported(Message):
    """Exports of complaints came in."""

    reports: "list[ImportReport]"
    error: RagtriageError | None = None


@dataclass
class AuditWanted(Message):
    """Passing answers are to be drawn, to read."""


@dataclass
class ReviewWanted(Message):
    """A range was named to review."""


@dataclass
class ReviewReady(Message):
    """What a branch proposes."""

    review: "Review | None"
    error: RagtriageError | None = None
    again: bool = False
    """Whether it is the same review, looked at again after files changed."""


@dataclass
class EffectsReady(Message):
    """What the changes under review do to the latest runs."""

    range: str
    effects: "tuple[Effect, ...]"
    error: RagtriageError | None = None


@dataclass
class ReviewTold(Message):
    """The story of one change under review."""

    key: str
    story: Story

    def can_replace(self, message: Message) -> bool:
        """The cursor has moved on."""
        return isinstance(message, ReviewTold)


@dataclass
class ApprovalReady(Message):
    """The write that approves cases, and which are left out."""

    write: "Write | None"
    refused: "tuple[Refused, ...]"
    error: RagtriageError | None = None
    written: bool = False
    """Whether it is on disk already."""


@dataclass
class CommitPlanned(Message):
    """What a commit would take."""

    what: "Waiting | None"
    subject: str = ""
    """As it was typed with the command."""
    error: RagtriageError | None = None


@dataclass
class CommitDone(Message):
    """What came of a commit."""

    made: "Committed | None"
    message: str
    error: RagtriageError | None = None


@dataclass
class BranchMade(Message):
    """A new branch is checked out, or not."""

    name: str
    error: RagtriageError | None = None


@dataclass
class DiskSaid(Message):
    """Something about the disk that answers no key: a write that was cut off was finished."""

    words: str


@dataclass
class IndexGone(Message):
    """The index that is open was deleted, moved away, or is a new one: it is to be filled."""
