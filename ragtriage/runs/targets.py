"""Systems that ragtriage can run itself: something to answer a case.

One is built in: `bm25`, word search and quoted sentences. It needs no model, gives the same answers everywhere, and is
the baseline that a better system has to beat.
"""

import sqlite3
import time
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Protocol

from ragtriage.cases.model import Case
from ragtriage.corpus.search import Hit, Searcher
from ragtriage.errors import FilePlace, SettingsError, nearest
from ragtriage.runs.extracts import best_sentences
from ragtriage.runs.model import Citation, Output, Passage

REFUSAL = "I could not find anything in the documents that answers this question."


class Target(Protocol):
    """What can be asked."""

    @property
    def parameters(self) -> Mapping[str, object]:
        """Everything that its answers depend on, besides the snapshot; plain values."""
        ...

    @property
    def k(self) -> int | None:
        """Passages that it puts into the prompt, where that is fixed."""
        ...

    def answer(self, case: Case) -> Output:
        """Answer the question, under the case's filters and as its user. May raise: the case then has an error."""
        ...


@dataclass(frozen=True, slots=True)
class Bm25Settings:
    """Settings of a `system: bm25` configuration."""

    chunk_words: int = 150
    overlap: int = 30
    """Words that neighbouring chunks share; a fifth of `chunk_words` when not given."""
    k: int = 5
    """Passages in the context."""
    depth: int = 50
    """Candidates kept."""
    refuse_below: float = 0.35
    """It declines when no passage of the context holds this idf-weighted share of the question's words."""


_KEYS = ("system", "chunk_words", "overlap", "k", "depth", "refuse_below")
_LIMITS = {"chunk_words": (5, 5000), "overlap": (0, 4999), "k": (1, 1000), "depth": (1, 1000)}


def bm25_settings(name: str, settings: Mapping[str, object], path: Path = Path("ragtriage.yaml")) -> Bm25Settings:
    """The settings of configuration `name`, checked. Raises SettingsError, naming the field."""

    def refusal(key: str, title: str, next_step: str = "") -> SettingsError:
        return SettingsError(title, where=FilePlace(path, field=f"configurations.{name}.{key}"), next_step=next_step)

    _known_keys(settings, refusal)
    for key, (least, most) in _LIMITS.items():
        value = settings.get(key)
        if value is not None and not (type(value) is int and least <= value <= most):
            raise refusal(key, f"expected a whole number from {least} to {most}, found {value!r}")
    limit = settings.get("refuse_below")
    if limit is not None and not _is_share(limit):
        raise refusal("refuse_below", f"expected a share from 0 (never declines) to 1, found {limit!r}")
    checked = _with_defaults(settings)
    if checked.overlap >= checked.chunk_words:
        title = f"{checked.overlap} words of overlap leave no room in chunks of {checked.chunk_words}"
        raise refusal("overlap", title, "it must be less than `chunk_words`")
    if checked.depth < checked.k:
        raise refusal(
            "depth", f"fewer candidates than the {checked.k} passages of the context", "raise it, or lower `k`"
        )
    return checked


def _known_keys(settings: Mapping[str, object], refusal: Callable[[str, str, str], SettingsError]) -> None:
    for key in settings:
        if key not in _KEYS:
            like = nearest(key, _KEYS)
            step = f"did you mean `{like}`?" if like else f"there are {', '.join(f'`{known}`' for known in _KEYS)}"
            raise refusal(key, f"unknown key `{key}`", step)
    system = settings.get("system")
    if system != "bm25":
        title = "no `system`" if system is None else f"there is no system `{system}`"
        raise refusal("system", title, "the built-in one is `bm25`; outputs of others come by `ragtriage import runs`")


def _is_share(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and 0 <= value <= 1


def _with_defaults(settings: Mapping[str, object]) -> Bm25Settings:
    given = {key: value for key, value in settings.items() if value is not None and key != "system"}
    found = replace(Bm25Settings(), **given)  # type: ignore[arg-type]  # their types were checked
    if "overlap" not in given:
        found = replace(found, overlap=found.chunk_words // 5)
    if "depth" not in given:
        found = replace(found, depth=max(found.k, found.depth))
    return replace(found, refuse_below=float(found.refuse_below))


class Bm25:
    """Word search for candidates, the first k as context, their best sentences as the answer."""

    def __init__(self, settings: Bm25Settings, searcher: Searcher) -> None:
        self.settings = settings
        self._searcher = searcher

    @property
    def parameters(self) -> Mapping[str, object]:
        return {"system": "bm25", **asdict(self.settings)}

    @property
    def k(self) -> int | None:
        return self.settings.k

    def answer(self, case: Case) -> Output:
        """Candidates to `depth`, context, quoted answer, citations of the quoted chunks; latency in milliseconds."""
        began = time.perf_counter()
        hits = self._searcher.search(case.question, self.settings.depth, filters=case.filters, user=case.user)
        candidates = tuple(map(_passage, hits))
        context = candidates[: self.settings.k]
        coverage = max((hit.coverage for hit in hits[: self.settings.k]), default=0.0)
        quoted = best_sentences(case.question, context) if coverage >= self.settings.refuse_below else []
        cited = dict.fromkeys((s.passage.chunk_id, s.passage.doc_id) for s in quoted)
        return Output(
            case_id=case.id,
            candidates=candidates,
            context=context,
            answer=" ".join(sentence.text for sentence in quoted) or REFUSAL,
            citations=tuple(Citation(chunk_id=chunk_id, doc_id=doc_id) for chunk_id, doc_id in cited),
            refused=not quoted,
            latency_ms=round(1000 * (time.perf_counter() - began), 3),
        )


def open_target(
    name: str,
    settings: Mapping[str, object],
    db: sqlite3.Connection,
    snapshot: str,
    path: Path = Path("ragtriage.yaml"),
) -> Target:
    """The system that configuration `name` describes, over a snapshot that is in the index.

    Raises SettingsError on settings that it cannot have, SnapshotError on a snapshot that is not there.
    """
    checked = bm25_settings(name, settings, path)
    return Bm25(checked, Searcher(db, snapshot, checked.chunk_words, checked.overlap))


def _passage(hit: Hit) -> Passage:
    return Passage(hit.doc_id, hit.text, hit.chunk_id, round(hit.score, 6), hit.start, hit.end)
