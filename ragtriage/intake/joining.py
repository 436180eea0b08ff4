"""Ratings that stand in records of their own, put on what they are about, by an id that both bear.

In the logs of a product the answer is one event and the thumb another, earlier or later in the file, or in a file of
its own. Only records of one import are joined by such an id, as every table numbers its rows from 1; the traces of
known tools bear ids that are theirs for ever, and are found in the inbox too.
"""

from collections.abc import Iterator, Mapping

from ragtriage.intake.export_formats import Feedback
from ragtriage.intake.inbox import Inbox
from ragtriage.intake.making import LONGEST
from ragtriage.intake.model import Rating
from ragtriage.intake.redact import redact, redact_id
from ragtriage.intake.scores import ScoreScales
from ragtriage.intake.shared_ids import OWN, SharedIds
from ragtriage.intake.values import clean


class Joins:
    """Who bears which id, and the ratings that wait for them until everything was read."""

    def __init__(self, inbox: Inbox, scales: ScoreScales) -> None:
        self._inbox, self._scales = inbox, scales
        self._bearers: dict[tuple[str, str], set[str]] = {}

    def bears(self, ids: SharedIds, complaint: str) -> None:
        """A complaint has these ids."""
        for one in ids:
            self._bearers.setdefault(one, set()).add(complaint)

    def join(self, one: Feedback) -> tuple[str, tuple[Rating, Rating] | None, Mapping[str, int]]:
        """Put a rating on what it is about.

        What came of it ("joined", or why not), the ratings before and after where a record of this import had it, and
        what was struck out of the comment.
        """
        text, struck = redact(clean(one.comment)[:LONGEST])
        rating = self._rating(one)
        if one.trace and self._inbox.rate(redact_id(one.trace).text, rating, text):
            return "joined", None, struck
        for bearers in self._candidates(one.ids):
            if len(bearers) == 1:
                return "joined", self._inbox.rate_complaint(next(iter(bearers)), rating, text), struck
            return "ratings with an id that several questions bear", None, struck
        return "ratings of traces that are in none of the files", None, struck

    def _candidates(self, ids: SharedIds) -> Iterator[set[str]]:
        for name, value in ids:
            if name != OWN and (found := self._bearers.get((name, value)) or self._bearers.get((OWN, value))):
                yield found

    def _rating(self, one: Feedback) -> Rating:
        scored = self._scales.worst(one.scores)
        return one.rating if scored == "none" else scored
