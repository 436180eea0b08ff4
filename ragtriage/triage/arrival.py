"""Where did the evidence stop on its way into the prompt? The first rows of the table of "Diagnosis" in metrics.md.

Each rule names the surest reason it can see: what a filter keeps out, hybrid search will not bring back.
"""

from ragtriage.cases.model import Attribute, Case, Evidence
from ragtriage.corpus.document import Document, mismatched
from ragtriage.metrics.matching import EvidenceMatch
from ragtriage.runs.model import Passage
from ragtriage.text import counted
from ragtriage.triage.diagnosis_input import DiagnosisInput, Holds, Piece, finding, required_pieces
from ragtriage.triage.model import Diagnosis


def not_retrieved(seen: DiagnosisInput) -> list[Diagnosis]:
    """The evidence is not among the candidates, as deep as is looked."""
    if seen.output.candidates is None:
        return []
    given = min(seen.depth, len(seen.output.candidates))
    says = f"{{was}} not retrieved within {counted(given, 'candidate')}." if given else "{was} not retrieved."
    return finding(
        "not_retrieved",
        [
            (piece.number, Holds(says, *_why_not_retrieved(seen, piece, given), "retrieval"))
            for piece in required_pieces(seen)
            if piece.among.rank is None and not piece.lost and (piece.sent.rank is None or seen.asked_at_k)
        ],
    )


def _why_not_retrieved(seen: DiagnosisInput, piece: Piece, given: int) -> tuple[str, str]:
    """The reason and what to try, the surest first. `given` candidates were looked at."""
    if not given:
        return "No passage came back at all.", "Is the index filled? Does a filter or a permission keep everything out?"
    passages = seen.scores.candidates.passages
    if piece.among.elsewhere:
        places = [f"{passages[rank - 1].doc_id} at rank {rank}" for rank in piece.among.elsewhere[:3]]
        if not any(seen.knows(passages[rank - 1].doc_id) for rank in piece.among.elsewhere):
            return (
                f"The same words came back under an id that the snapshot does not know: {'; '.join(places)}.",
                "If it is the same document, map the run's ids by `doc_id:` in ragtriage.yaml: importing the file again"
                " tries out which setting does.",
            )
        return (
            f"The same words came back under another document: {'; '.join(places)}.",
            "If these are true copies, set match.accept_duplicates; else keep one of them.",
        )
    if piece.among.near_miss is not None:
        miss = piece.among.near_miss
        if miss.by == "likeness":
            return (
                f"Only {miss.share:.0%} of the quote came back, by likeness, at rank {miss.rank}: a border cuts it, or"
                " the passage reads otherwise than the snapshot's document.",
                "Was the index built from this snapshot? Larger chunks or more overlap.",
            )
        return (
            f"Only {miss.share:.0%} of the quote came back, at rank {miss.rank}: a chunk border cuts it.",
            "Larger chunks or more overlap; parent-child chunking.",
        )
    if barred := _barred(seen, piece.evidence):
        return (
            f"Kept out by the case's own filters: {barred}.",
            "Correct the case's filters, or the document's metadata.",
        )
    rank = seen.lexical_rank(piece.evidence)
    if rank is None:
        return (
            f"Plain BM25 does not find the passage within {seen.depth} either: it shares few words with the question.",
            "Was the document ingested? Does its chunk lose its heading? Are the domain's words known?",
        )
    if rank <= given:
        return (
            f"Plain BM25 finds the passage at rank {rank}: a lexical gap.",
            "Hybrid search: BM25 beside the retriever in use.",
        )
    return (
        f"Plain BM25 finds the passage at rank {rank}: deeper than the run looks.",
        "More candidates and a reranker; hybrid search.",
    )


def _barred(seen: DiagnosisInput, evidence: Evidence) -> str:
    """Which filter or permission keeps its documents out; empty when one of them is open, or none is there."""
    barred = []
    anchors = seen.anchors[seen.case.evidence.index(evidence)] if seen.anchors else ()
    renamed = {anchor.doc_id for anchor in anchors if anchor.state == "renamed" and anchor.doc_id}
    for doc_id in dict.fromkeys([*(quote.doc_id for quote in evidence.any_of), *sorted(renamed)]):
        document = seen.document(doc_id)
        if document is not None:
            reasons = mismatched(document.metadata, seen.case.filters, seen.case.user)
            if not reasons:
                return ""
            barred.append(f"{doc_id} ({'; '.join(_mismatch(reason, seen.case, document) for reason in reasons)})")
    return "; ".join(barred)


def _mismatch(reason: str, case: Case, document: Document) -> str:
    """ "filter manual: the case says nodes, the document storage" for "filter manual"."""
    kind, _, key = reason.partition(" ")
    wanted = (case.filters if kind == "filter" else case.user).get(key, "")
    return f"{reason}: the case says {_joined(wanted)}, the document {_joined(document.metadata.get(key, ''))}"


def _joined(value: Attribute) -> str:
    return (value if isinstance(value, str) else ", ".join(value)) or "nothing"


def not_in_context(seen: DiagnosisInput) -> list[Diagnosis]:
    """Retrieved, and not where it was asked for: among the passages that the model was sent, or the first k."""
    found = []
    for piece in required_pieces(seen):
        rank = piece.among.rank
        if piece.sent.rank is not None:
            if seen.asked_at_k and rank is not None and rank > seen.k:
                says = f"came at rank {rank}, past the first {seen.k}."
                found.append((piece.number, Holds(says, "pass_when asks for it there.", _RERANK, "ranking")))
        elif rank is not None:
            says = f"came at rank {rank} and did not reach the prompt."
            found.append((piece.number, Holds(says, *_why_not_in_context(seen, piece.among), "ranking")))
        elif seen.output.candidates is None and seen.output.context is not None and not piece.lost:
            found.append((piece.number, _untraced(seen, piece.evidence)))
    return finding("not_in_context", found)


_RERANK = "A reranker, fusion, or a larger k."


def _why_not_in_context(seen: DiagnosisInput, among: EvidenceMatch) -> tuple[str, str]:
    candidates, sent = seen.scores.candidates.passages, seen.scores.context.passages
    went = f"{counted(len(sent), 'passage')} went into the prompt."
    if among.split:
        return f"A chunk border cuts the quote, and not all of its parts were sent. {went}", _CHUNKS
    if any(_same(candidates[rank - 1], passage) for rank in among.holding for passage in sent):
        return "Its passage was sent, cut off before the quote.", "A larger context budget per passage; smaller chunks."
    return went, _RERANK


def _same(candidate: Passage, sent: Passage) -> bool:
    """Whether both are one passage, of which the prompt may hold less."""
    if candidate.doc_id != sent.doc_id:
        return False
    if candidate.chunk_id and sent.chunk_id:
        return candidate.chunk_id == sent.chunk_id
    return candidate.start is not None and candidate.start == sent.start


def _untraced(seen: DiagnosisInput, evidence: Evidence) -> Holds:
    rank = seen.lexical_rank(evidence)
    probe = f"Plain BM25 finds the passage at rank {rank}." if rank else f"Nor does BM25 find it within {seen.depth}."
    reason = f"The run gives no candidates, so whether it was retrieved can't be told. {probe}"
    return Holds("{is} not in the prompt.", reason, "Keep the candidates with the run.", "retrieval")


_CHUNKS = "Larger chunks or more overlap; parent-child chunking; neighbours sent together, in order."


def split(seen: DiagnosisInput) -> list[Diagnosis]:
    """The quote is in the context in pieces only."""
    return finding(
        "split",
        [
            (
                piece.number,
                Holds(
                    "{is} in the prompt only in pieces.",
                    f"A chunk border cuts the quote; the passage at place {piece.sent.rank} completes it.",
                    _CHUNKS,
                    "ranking",
                ),
            )
            for piece in required_pieces(seen)
            if piece.sent.split_within(None)
        ],
    )
