"""The ids by which one record speaks of another: a thumb of the answer, a comment of the question."""

import re
from collections.abc import Mapping

from ragtriage.intake.column_names import last_part, plain_name
from ragtriage.intake.ratings import is_empty
from ragtriage.intake.values import clean

SharedIds = tuple[tuple[str, str], ...]
"""(kind of id, id), the surest first."""
_SHARED = (
    "requestid traceid runid messageid interactionid responseid answerid queryid questionid generationid completionid "
    "spanid turnid correlationid transactionid feedbackfor inreplyto parentid conversationid threadid chatid sessionid"
).split()
"""Ids by which records speak of each other, the surest first."""
OWN = "id"
"""What numbers the records themselves."""


def id_text(value: object) -> str:
    """An id as text; tables write `7.0` for 7 where a row has none."""
    text = "" if is_empty(value) else clean(value)
    return text[: text.index(".")] if re.fullmatch(r"\d{1,15}\.0", text) else text


def shared_ids(record: Mapping[str, object]) -> SharedIds:
    """The ids of a record by which another may speak of it, the surest first; its own comes last, as `id`."""
    found = {
        plain_name(last_part(name)): id_text(value)
        for name, value in record.items()
        if isinstance(value, str | int | float) and not isinstance(value, bool) and not is_empty(value)
    }
    return tuple((name, found[name]) for name in (*_SHARED, OWN) if found.get(name))
