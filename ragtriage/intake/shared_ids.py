"""The ids by which one record speaks of another: a thumb of the answer, a comment of the question."""

from collections.abc import Mapping

from ragtriage.intake.column_names import last_part, plain_name
from ragtriage.intake.ratings import is_empty

SharedIds = tuple[tuple[str, str], ...]
"""(kind of id, id), the surest first."""
_SHARED = (
    "requestid traceid runid messageid interactionid responseid answerid queryid questionid generationid completionid "
    "spanid turnid correlationid transactionid feedbackfor inreplyto parentid conversationid threadid chatid sessionid"
).split()
"""Ids by which records speak of each other, the surest first."""
OWN = "id"
"""What numbers the records themselves."""


def shared_ids(record: Mapping[str, object]) -> SharedIds:
    """The ids of a record by which another may speak of it, the surest first; its own comes last, as `id`."""
    found = {
        plain_name(last_part(name)): str(value).strip()
        for name, value in record.items()
        if isinstance(value, str | int) and not isinstance(value, bool) and not is_empty(value)
    }
    return tuple((name, found[name]) for name in (*_SHARED, OWN) if found.get(name))
