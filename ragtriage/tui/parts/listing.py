"""What a list screen is given to show, and what its parts ask of the program. Narrow, so that tests give plain ones."""

from collections.abc import Mapping, Sequence
from typing import Protocol

from ragtriage.triage.model import QueueRow
from ragtriage.views.story import Span
from ragtriage.workspace import Workspace


class Session(Protocol):
    """What is open."""

    @property
    def workspace(self) -> Workspace:
        """Its stores and services."""
        ...

    @property
    def configuration(self) -> str | None:
        """Whose latest run is looked at; None: the default."""
        ...


class Listing(Protocol):
    """What stands in a list: read, drawn and named. A row's key is its `case_id`."""

    @property
    def of_cases(self) -> bool:
        """Whether a row's key is a case's id, so that the story of the case is its story."""
        return True

    @property
    def is_read(self) -> bool:
        """Whether its rows were read, so that keys about them can be carried out."""
        return True

    @property
    def sortable(self) -> bool:
        """Whether another order of its rows makes sense."""
        return True

    @property
    def row_word(self) -> str:
        """What a row is called."""
        return "case"

    def load(self) -> Sequence[QueueRow]:
        """The rows, as the index has them now."""
        ...

    def draw(self, row: QueueRow, width: int) -> Sequence[Span]:
        """One row, in `width` cells."""
        ...

    def column_heads(self, width: int) -> Sequence[Span]:
        """What the columns are called, where that is not plain: one line over them, in `width` cells."""
        return ()

    def ask_story(self, key: str) -> None:
        """See to it that the story of a row is shown, at once or when it is worked out."""
        ...

    def heading(self) -> str:
        """Over the list: how many there are, and what is left to do."""
        ...

    def empty(self) -> Sequence[str]:
        """What stands in a list without any row, and what to do about it."""
        ...

    def shell_words(self) -> Sequence[str]:
        """The words after `ragtriage` of the shell command that shows the same."""
        ...

    def facts(self) -> Sequence[str]:
        """What the title line says after the workspace and the branch."""
        return ()

    def waits_for_someone(self) -> int | None:
        """How many things wait here; None where nothing ever does, or it cannot be told from what is listed."""
        return None

    def off(self) -> Mapping[str, str]:
        """Key ids that do nothing now, and why."""
        return {}

    def case_of(self, key: str) -> str | None:
        """The case that a row is, or is of."""
        return key

    def field_of(self, key: str) -> str:
        """The field of its case that the editor begins on; empty: where something is wanted."""
        return ""

    def key_of(self, text: str) -> str:
        """The row that `:go` means by an id."""
        return text

    def copied(self, keys: Sequence[str]) -> Sequence[str]:
        """What `y` copies of rows."""
        return keys

    def help_notes(self) -> Sequence[str]:
        """What the words of its rows mean, that of the row under the cursor first."""
        return ()
