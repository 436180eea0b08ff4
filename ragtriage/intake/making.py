"""Drafts become complaints: everything a person could be known by is struck out here, and here alone."""

import hmac
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Protocol

from ragtriage.intake.export_formats import RawComplaint
from ragtriage.intake.identity import RecordContent
from ragtriage.intake.model import Complaint, Rating
from ragtriage.intake.ratings import is_empty
from ragtriage.intake.records import ComplaintExport
from ragtriage.intake.redact import Redacted, redact, redact_id
from ragtriage.intake.scores import ScoreScales
from ragtriage.intake.shared_ids import id_text
from ragtriage.intake.values import clean

LONGEST = 100_000
"""Characters of a question, answer or comment that are kept."""
_MIDNIGHT = re.compile(r"(?<![\d:])(?:00?|12):00(?::00(?:[.,]0+)?)?(?![\d:])(?!\s?[Pp])")
_WRITTEN = 60
"""Characters of a time as it is written that are kept."""


class Struck(Protocol):
    """Takes count of what was struck out."""

    def update(self, counts: Mapping[str, int], /) -> None: ...


class ComplaintMaker:
    """Makes the complaints of one export."""

    def __init__(self, export: ComplaintExport, struck: Struck, key: bytes, scales: ScoreScales) -> None:
        self._export, self._struck_out, self._key, self._scales = export, struck, key, scales

    def made(self, draft: RawComplaint, file: Path, line: int | None) -> tuple[Complaint, RecordContent]:
        """The complaint, still without an id, and what it is known by."""
        question, answer, comment = (
            value_text(each)[:LONGEST] for each in (draft.question, draft.answer, draft.comment)
        )
        at = self._export.times_of(draft, file)
        ref, asker = id_text(draft.ref), value_text(draft.asker)
        tags = draft.tags if isinstance(draft.tags, list | tuple) else ()
        complaint = Complaint(
            id="",
            question=self._without(question),
            answer=self._without(answer),
            comment=self._without(comment),
            rating=self._rating(draft),
            at=at[0],
            written=redact_id(value_text(draft.at)).text[:_WRITTEN],
            kind=draft.kind,
            ref=redact_id(ref).text[:200],
            link=self._counted(redact_id(value_text(draft.link)))[:1000],
            asker=hmac.new(self._key, asker.encode(), "sha256").hexdigest()[:16] if asker else "",
            user=self._attributes(draft.user),
            filters=self._attributes(draft.filters),
            tags=tuple(self._without(clean(tag)) for tag in tags),
            source=f"{file.name}:{line}" if line else file.name,
        )
        return complaint, RecordContent(
            draft.kind, question, answer, comment, ref, at, asker, not _MIDNIGHT.search(complaint.written)
        )

    def _rating(self, draft: RawComplaint) -> Rating:
        scored = self._scales.worst(draft.scores)
        if "down" in (scored, draft.rating):
            return "down"
        return draft.rating if scored == "none" else scored

    def _without(self, text: str) -> str:
        return self._counted(redact(text))

    def _counted(self, redacted: Redacted) -> str:
        self._struck_out.update(redacted.struck)
        return redacted.text

    def _attributes(self, values: Mapping[str, object]) -> dict[str, str]:
        return {self._without(str(key)): self._without(clean(value)) for key, value in values.items() if clean(value)}


def value_text(value: object) -> str:
    """A value as text; empty for what programs write when there is nothing."""
    return "" if is_empty(value) else clean(value)
