"""An output as bytes: one way to write it, so that its hash is the same on every machine.

A run's id, an output's hash and the stored file all rest on these lines. What is unknown is left out; a context entry
that is one of the candidates is written by its chunk id. `records` reads back what this writes, to the same `Output`.
"""

import hashlib
import json
import tempfile
from collections.abc import Iterable, Iterator, Sequence

from ragtriage.runs.model import Citation, Output, Passage

_IN_MEMORY, _PIECE = 8 << 20, 1 << 20
"""Bytes."""
_ENCODER = json.JSONEncoder(ensure_ascii=False, allow_nan=False, separators=(",", ":"))


def output_hash(output: Output) -> str:
    """64 hex digits over the output alone: equal answers in different runs have the same hash."""
    return hashlib.sha256(encoded(record_of(output))).hexdigest()


def in_order(outputs: Iterable[Output]) -> list[Output]:
    """Sorted by case id and repeat: the order of the file, and of the hash."""
    return sorted(outputs, key=lambda output: (output.case_id, output.repeat))


class EncodedRun:
    """The outputs of a run as the lines of `runs/<id>.jsonl.gz`, each output encoded once. To be closed.

    The lines wait in memory, and in a file from a few MiB on: a run may have hundreds.
    """

    def __init__(self, config: str, snapshot: str) -> None:
        self._head = encoded({"config": config, "snapshot": snapshot})[:-1] + b","
        self._lines = tempfile.SpooledTemporaryFile(max_size=_IN_MEMORY)  # noqa: SIM115  # closed by `close`
        self._whole = hashlib.sha256()
        self.hashes: list[str] = []
        """Of each output alone (`output_hash`), in their order."""

    def add(self, record: dict[str, object]) -> None:
        """The next output, as by `record_of`; outputs come as by `in_order`."""
        alone = encoded(record)
        self.hashes.append(hashlib.sha256(alone).hexdigest())
        line = self._head + alone[1:] + b"\n"
        self._whole.update(line)
        self._lines.write(line)

    @property
    def sha256(self) -> str:
        """What the run's id begins with: what `gzip -dc runs/<id>.jsonl.gz | sha256sum` prints."""
        return self._whole.hexdigest()

    def content(self) -> Iterator[bytes]:
        """All lines, piece by piece, from the first on."""
        self._lines.seek(0)
        while piece := self._lines.read(_PIECE):
            yield piece

    def close(self) -> None:
        """Let the lines go."""
        self._lines.close()


def run_id(config: str, snapshot: str, sha256: str) -> str:
    """`config@snapshot#` and the first 8 hex digits of the outputs' hash."""
    return f"{config}@{snapshot}#{sha256[:8]}"


def record_of(output: Output) -> dict[str, object]:
    """The JSON object of an output, without configuration and snapshot; keys in the documented order."""
    record: dict[str, object] = {"case_id": output.case_id}
    if output.repeat:
        record["repeat"] = output.repeat
    if output.candidates is not None:
        record["candidates"] = [_passage(passage) for passage in output.candidates]
    if output.context is not None:
        record["context"] = _context(output.context, output.candidates or ())
    if output.citations is not None:
        record["citations"] = [_citation(citation) for citation in output.citations]
    if output.tokens is not None:
        record["tokens"] = dict(sorted(output.tokens.items()))
    if output.error:
        record["error"] = output.error
    for key in ("answer", "refused", "latency_ms", "cost_usd", "trace_url"):
        value = getattr(output, key)
        if value is not None:
            record[key] = float(value) if key in ("latency_ms", "cost_usd") else value  # 8 and 8.0 are one number
    return record


def _passage(passage: Passage) -> dict[str, object]:
    entry: dict[str, object] = {"doc_id": passage.doc_id}
    if not passage.textless:
        entry["text"] = passage.text
    if passage.chunk_id:
        entry["chunk_id"] = passage.chunk_id
    if passage.score is not None:
        entry["score"] = float(passage.score)
    for key in ("start", "end"):
        value = getattr(passage, key)
        if value is not None:
            entry[key] = value
    return entry


def _context(context: Sequence[Passage], candidates: Sequence[Passage]) -> list[object]:
    by_chunk: dict[str, Passage] = {}
    for candidate in candidates:
        if candidate.chunk_id:
            by_chunk.setdefault(candidate.chunk_id, candidate)
    return [
        {"chunk_id": passage.chunk_id} if by_chunk.get(passage.chunk_id) == passage else _passage(passage)
        for passage in context
    ]


def _citation(citation: Citation) -> object:
    if citation.id and not (citation.chunk_id or citation.doc_id or citation.span):
        return citation.id
    entry: dict[str, object] = {}
    for key in ("id", "chunk_id", "doc_id"):
        if value := getattr(citation, key):
            entry[key] = value
    if citation.span is not None:
        entry["span"] = list(citation.span)
    return entry


def encoded(record: dict[str, object]) -> bytes:
    """An object on one line, without white space. Raises ValueError on a number that is not finite."""
    return _ENCODER.encode(record).encode("utf-8", "replace")  # lone surrogates made in code; `records` leaves none
