"""A row of a list, with what it says of its case."""

from collections.abc import Mapping

from ragtriage.cases.listed import NO_CASE
from ragtriage.triage.model import QueueRow


def row_of(values: Mapping[str, object]) -> QueueRow:
    """The row with these values; what a row does not have itself is of its case."""
    own = {name: value for name, value in values.items() if name in QueueRow._fields}
    about = {name: value for name, value in values.items() if name not in QueueRow._fields}
    return QueueRow(**own, about=NO_CASE._replace(**about))  # type: ignore[arg-type]
