"""From outputs to states: score, judge and diagnose what is not yet judged, and keep it in the index.

An outcome is kept under a key made of the case's label, the output, the snapshot, the settings and the versions of the
rules; so after an edit one case is judged again, not all.
"""

import hashlib
import json
import sqlite3
from collections.abc import Callable, Collection, Iterator
from dataclasses import asdict, dataclass, replace
from functools import lru_cache

from ragtriage.anchors.anchor import Anchor
from ragtriage.cases.model import Case, Evidence
from ragtriage.cases.store import CaseStore
from ragtriage.corpus.document import Document
from ragtriage.corpus.search import Searcher
from ragtriage.corpus.snapshot import SnapshotStore
from ragtriage.drift.anchoring import Anchoring, located, quarantined, quotes_of
from ragtriage.metrics.rules import ScoreSettings
from ragtriage.runs.model import Output, RunInfo
from ragtriage.runs.store import RunStore
from ragtriage.scoring import Scores, score_output
from ragtriage.triage.answers import standing
from ragtriage.triage.diagnosis import diagnose
from ragtriage.triage.diagnosis_input import DiagnosisInput
from ragtriage.triage.kept_scores import ground_of, scores_of, values_of
from ragtriage.triage.labels import STANDING_SQL, LabelStore
from ragtriage.triage.outcomes import OutcomeRow, Outcomes
from ragtriage.triage.passing import PassWhen, judge

RULES_VERSION = 7
"""Raised when passing or diagnosis can say something else about the same scores."""

PROBE_WORDS = 150
"""Words in a chunk of the plain BM25 that a retriever is compared with."""

Progress = Callable[[int, int], None]
"""Told how many are done, and of how many."""


@dataclass(frozen=True, slots=True)
class Pending:
    """An output whose outcome is missing or out of date."""

    case_id: str
    repeat: int
    key: str
    sha256: str
    """The output's hash."""


class Judge:
    """Judges outputs against the cases as they are now."""

    def __init__(
        self,
        db: sqlite3.Connection,
        cases: CaseStore,
        snapshots: SnapshotStore,
        runs: RunStore,
        anchoring: Anchoring,
        outcomes: Outcomes,
        labels: LabelStore,
        score: ScoreSettings,
        pass_when: PassWhen,
    ) -> None:
        self._db = db
        self._cases = cases
        self._snapshots = snapshots
        self._runs = runs
        self._anchoring = anchoring
        self._outcomes = outcomes
        self._labels = labels
        self._score = score
        self._pass_when = pass_when
        self._documents: dict[str, Callable[[str], Document | None]] = {}
        self._asked: dict[str, PassWhen] = {}
        self._ids: dict[str, frozenset[str]] = {}
        self._searchers: dict[str, Searcher] = {}

    def rules(self, snapshot: str) -> str:
        """12 hex digits over all that an outcome rests on but the case and the output."""
        content = self._anchoring.stamp(snapshot)
        ground = [RULES_VERSION, PROBE_WORDS, self._score.fingerprint, asdict(self._pass_when), snapshot, content]
        return hashlib.sha256(json.dumps(ground).encode()).hexdigest()[:12]

    def pending(self, run: RunInfo, case_ids: Collection[str] | None = None) -> list[Pending]:
        """The outputs of a run that must be judged, for cases in the golden set; of `case_ids` only, if given."""
        named = "" if case_ids is None else f" AND o.case_id IN ({', '.join('?' * len(case_ids))})"
        rows = self._db.execute(
            f"SELECT o.case_id, o.repeat, c.label_hash || ':' || o.sha256 || ':' || ? || ':' || {STANDING_SQL} AS now,"
            " o.sha256"
            " FROM outputs o JOIN case_files c ON c.case_id = o.case_id"
            # Of two files with one id, the one that the case is read from.
            " AND c.path = (SELECT MAX(path) FROM case_files WHERE case_id = o.case_id)"
            " LEFT JOIN outcomes x ON x.run = o.run AND x.case_id = o.case_id AND x.repeat = o.repeat"
            f" WHERE o.run = ? AND x.key IS NOT now{named}",
            (self.rules(run.snapshot), run.id, *(case_ids or ())),
        )
        return [Pending(*row) for row in rows]

    def judge_run(self, run: RunInfo, progress: Progress | None = None, case_ids: Collection[str] | None = None) -> int:
        """Bring a run's outcomes up to date, of `case_ids` only if given; how many were judged.

        What is judged stays when interrupted.
        """
        pending, done = self.pending(run, case_ids), 0
        self._find_quotes({todo.case_id for todo in pending}, run.snapshot, progress)
        for batch in _batches(pending, 200):
            rows = [_outcome_row(run.id, todo, seen) for todo in batch if (seen := self._worked_out(run, todo))]
            self._outcomes.keep(rows)
            done += len(batch)
            if progress:
                progress(done, len(pending))
        return len(pending)

    def _worked_out(self, run: RunInfo, todo: Pending) -> DiagnosisInput | None:
        output = self._runs.output(run.id, todo.case_id, todo.repeat)
        if output is None:
            return None
        kept = self._kept(run, todo.repeat, output, todo.key.rpartition(":")[0])
        return self.seen_as(self._cases.get(todo.case_id), run, output, todo.sha256, kept)

    def _find_quotes(self, case_ids: Collection[str], snapshot: str, progress: Progress | None) -> None:
        """Look for all their quotes in one pass over the snapshot, rather than in one for each case."""
        if case_ids:
            quotes = {quote for case_id in case_ids for *_, quote in quotes_of(self._cases.get(case_id))}
            self._anchoring.anchors(quotes, snapshot, _if_long(progress))

    def seen(self, run: RunInfo, case_id: str, repeat: int = 0) -> DiagnosisInput | None:
        """Everything there is to say about one output; None when the run has no such output.

        What was scored is read from the index, and worked out only where that is missing or out of date.
        """
        output = self._runs.output(run.id, case_id, repeat)
        if output is None:
            return None
        case, sha256 = self._cases.get(case_id), self._runs.sha256_of(run.id, case_id, repeat)
        ground = f"{case.label_hash}:{sha256}:{self.rules(run.snapshot)}"
        return self.seen_as(case, run, output, sha256, self._kept(run, repeat, output, ground))

    def _kept(self, run: RunInfo, repeat: int, output: Output, ground: str) -> Scores | None:
        """What was scored of an output, if it rests on the same: an outcome's key but for what people say of it."""
        kept = self._outcomes.kept(run.id, output.case_id, repeat)
        if kept is None or kept.key.rpartition(":")[0] != ground:
            return None
        return scores_of(kept.values, kept.ground, output, self._score.k, self._score.depth)

    def seen_as(
        self, case: Case, run: RunInfo, output: Output, sha256: str, scores: Scores | None = None
    ) -> DiagnosisInput:
        """The same for a case that need not be the one on disk. Nothing of it is kept.

        `sha256`: the output's hash; `scores`: what was scored of it, where that is known.
        """
        document = self._document(run.snapshot)
        opinions = self._labels.of_output(case.id, sha256) if self._labels.any_of(case.id) else ()
        anchors = self._anchoring.of_case(case, run.snapshot)
        if scores is None:
            scores = self._scored(case, run, output, anchors)
        return DiagnosisInput(
            case=case,
            output=output,
            scores=scores,
            anchors=anchors,
            judgement=judge(case, output, scores, self._asked_of(run), standing(one.label for one in opinions)),
            opinions=opinions,
            k=self._score.k,
            depth=self._score.depth,
            document=document,
            knows=lambda doc_id: self._score.doc_ids.apply(doc_id) in self._doc_ids(run.snapshot),
            asked_at_k=self._pass_when.evidence == "all_at_k",
            lexical_rank=lambda evidence: self.lexical_rank(run.snapshot, case, evidence),
        )

    def _scored(self, case: Case, run: RunInfo, output: Output, anchors: tuple[tuple[Anchor, ...], ...]) -> Scores:
        document = self._document(run.snapshot)
        return score_output(
            case,
            output,
            self._score,
            lambda doc_id: _text(document(doc_id)),
            quarantined(case.evidence, anchors),
            located(case, anchors),
            lambda doc_id: doc_id in self._doc_ids(run.snapshot),
        )

    def lexical_rank(self, snapshot: str, case: Case, evidence: Evidence) -> int | None:
        """The rank at which plain BM25 over the snapshot finds the evidence for the case's question."""
        from ragtriage.anchors.under import quote_places

        document = self._document(snapshot)
        elsewhere = located(case, self._anchoring.of_case(case, snapshot))
        spans = [(there.doc_id, there.start, there.end) for q in evidence.any_of if (there := elsewhere.get(q))]
        spans += [
            (quote.doc_id, place.start, place.end)
            for quote in evidence.any_of
            if (found := document(quote.doc_id)) is not None
            for place in quote_places(quote, found.text)
        ]
        return self.searcher(snapshot).rank_of(case.question, spans, self._score.depth, case.filters, case.user)

    def searcher(self, snapshot: str) -> Searcher:
        """Plain BM25 over a snapshot, for probes."""
        if snapshot not in self._searchers:
            self._snapshots.ensure(snapshot)
            self._searchers[snapshot] = Searcher(self._db, snapshot, words=PROBE_WORDS)
        return self._searchers[snapshot]

    def _asked_of(self, run: RunInfo) -> PassWhen:
        """What is asked of a run's outputs: not what none of them gives."""
        if run.id not in self._asked:
            cites = self._pass_when.citations == "off" or self._runs.given(run.id).cites
            self._asked[run.id] = self._pass_when if cites else replace(self._pass_when, citations="off")
        return self._asked[run.id]

    def _doc_ids(self, snapshot: str) -> frozenset[str]:
        if snapshot not in self._ids:
            self._ids[snapshot] = frozenset(self._snapshots.doc_ids(snapshot))
        return self._ids[snapshot]

    def _document(self, snapshot: str) -> Callable[[str], Document | None]:
        if snapshot not in self._documents:
            # Cases share documents: a few hundred in memory spare most of the reading.
            self._documents[snapshot] = lru_cache(maxsize=96)(lambda doc_id: self._snapshots.document(snapshot, doc_id))
        return self._documents[snapshot]


_LONG = 20_000_000
"""Characters of a snapshot from which looking for quotes takes so long that it is told."""


def _if_long(progress: Progress | None) -> Progress | None:
    return (lambda done, of: progress(done, of) if of >= _LONG else None) if progress else None


def _outcome_row(run_id: str, todo: Pending, seen: DiagnosisInput) -> OutcomeRow:
    scores, state = seen.scores, seen.judgement.state
    number = scores.number
    return (
        run_id, todo.case_id, todo.repeat, todo.key, state,
        " ".join(seen.judgement.failed),
        " ".join(dict.fromkeys(diagnosis.id for diagnosis in diagnose(seen))),
        int(seen.case.answerable),
        _flag(number("all_evidence@k")), _flag(number("all_evidence_in_context")), _flag(number("refusal")),
        values_of(scores), seen.judgement.answer, ground_of(scores),
    )  # fmt: skip


def _flag(value: float | None) -> int | None:
    return None if value is None else int(value)


def _text(document: Document | None) -> str | None:
    return None if document is None else document.text


def _batches(items: list[Pending], size: int) -> Iterator[list[Pending]]:
    for start in range(0, len(items), size):
        yield items[start : start + size]
