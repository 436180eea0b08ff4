"""What a filter can ask without a run having been judged."""

from typing import TYPE_CHECKING

from ragtriage.cases.listed import FIELDS

if TYPE_CHECKING:
    from ragtriage.triage.model import QueueRow
    from ragtriage.workspace import Workspace

OF_THE_CASE = ("", *(field.listed.key for field in FIELDS if field.listed.key), "origin", "rare")
"""Filter keys (and the bare word) that need no run."""


def case_rows(workspace: "Workspace") -> "dict[str, QueueRow]":
    """What a filter can ask of a case alone, for every readable case, by id."""
    from ragtriage.triage.model import QueueRow
    from ragtriage.triage.rarity import rare

    summaries = workspace.cases.summaries()
    few = rare(summaries)
    return {
        one.id: QueueRow(
            *(one.id, one.question, "", "unscored", ()),
            must_pass=one.must_pass,
            tags=one.tags,
            intent=one.intent,
            source=one.source_kind,
            status=one.status,
            about=one,
            rare=one.id in few,
        )
        for one in summaries
    }
