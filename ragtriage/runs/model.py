"""What one configuration answered: outputs, and the run that holds them."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Passage:
    """A retrieved piece of a document."""

    doc_id: str
    text: str
    chunk_id: str = ""
    score: float | None = None
    start: int | None = None
    """Code points in the document's text; None where the run did not say."""
    end: int | None = None

    textless: bool = False
    """The run gave no text, and no document did: all that is known is the document, and its offsets if given. Another
    thing than an empty text."""

    @property
    def whole_document(self) -> bool:
        """Whether it says nothing of where in its document it is: then it stands for all of it."""
        return self.textless and self.start is None


@dataclass(frozen=True, slots=True)
class Citation:
    """What an answer cites. A plain id is kept as `id`, as it may name a chunk or a document."""

    id: str = ""
    chunk_id: str = ""
    doc_id: str = ""
    span: tuple[int, int] | None = None


@dataclass(frozen=True, slots=True)
class Output:
    """One answer to one case. None: the run did not say; nothing is guessed."""

    case_id: str
    candidates: tuple[Passage, ...] | None = None
    """Retrieved passages, best first, in the order given."""
    context: tuple[Passage, ...] | None = None
    """Passages as placed in the prompt, in order; None: not given (the first k candidates stand in, and it is said)."""
    answer: str | None = None
    citations: tuple[Citation, ...] | None = None
    refused: bool | None = None
    error: str | None = None
    latency_ms: float | None = None
    tokens: Mapping[str, int] | None = None
    cost_usd: float | None = None
    trace_url: str | None = None
    repeat: int = 0


@dataclass(frozen=True, slots=True)
class RunInfo:
    """A run without its outputs."""

    id: str
    """`config@snapshot#` and the first 8 hex digits of the hash of its outputs: the same on every machine."""
    config: str
    snapshot: str
    imported_at: str
    """UTC, ISO 8601."""
    outputs: int
    manifest: Mapping[str, Any]
    """As in `runs/<id>.yaml`."""
