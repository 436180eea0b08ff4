"""A complaint becomes a draft of a case: as it was asked, typos and all, with evidence that a person confirms.

Nothing is invented: evidence is looked for and must stand in the snapshot word for word; nuggets are sentences of the
answer that the person gives.
"""

import hashlib
import re
import unicodedata
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

from ragtriage.anchors.locate import find
from ragtriage.cases.ids import folded
from ragtriage.cases.model import Case, Evidence, Nugget, Quote, Source, UnanswerableBecause
from ragtriage.corpus.search import Hit
from ragtriage.corpus.terms import STOP_WORDS
from ragtriage.errors import UsageError, nearest
from ragtriage.intake.model import Complaint
from ragtriage.triage.nearness import content_words

COVERED_FROM = 0.5
"""Idf-weighted share of the question's words in the best passage, below which nothing in the corpus covers it."""
_ID_WORDS, _ID_LENGTH = 6, 60
_CONTEXT = (16, 32, 64, 128, 256)
_NEGATIONS = ("not", "no", "without", "never", "nicht", "kein", "keine", "ohne")
_SENTENCE = re.compile(r"(?<=[.!?:])\s+(?=[^\W\d_a-z]|[`\"'(\d])|\n\s*\n|\n(?=\s*(?:[-*•]|\d+[.)])\s)|\n")


@dataclass(frozen=True, slots=True)
class Suggestion:
    """A sentence of the corpus that may be evidence."""

    doc_id: str
    quote: str
    coverage: float
    """Of the passage it stands in."""


def case_id_for(question: str, taken: Collection[str]) -> str:
    """A readable id from a question's content words; the same for the same question, and none of `taken`."""
    first = question.strip().split("\n", 1)[0] or question
    flat = unicodedata.normalize("NFKD", re.sub(r"\[[\w -]+\]", " ", first)).casefold()
    flat = "".join(char for char in flat if not unicodedata.combining(char))
    every = re.findall(r"[^\W_]+(?:[.-]\d+)*", flat)
    words = [word for word in every if word not in STOP_WORDS or word in _NEGATIONS] or every
    slug = ""
    for word in words[:_ID_WORDS]:
        longer = f"{slug}-{word}" if slug else word[:_ID_LENGTH]
        if len(longer.encode()) > _ID_LENGTH * 2 or len(longer) > _ID_LENGTH:
            break
        slug = longer
    digest = hashlib.sha256(question.encode()).hexdigest()
    names = {folded(each) for each in taken}
    slug = unicodedata.normalize("NFC", slug) or f"question-{digest[:6]}"
    if folded(slug) not in names:
        return slug
    return next(one for length in range(4, 65) if folded(one := f"{slug}-{digest[:length]}") not in names)


def draft(
    complaint: Complaint,
    case_id: str,
    *,
    evidence: Sequence[Quote] = (),
    unanswerable: UnanswerableBecause | None = None,
    reference_answer: str = "",
    nuggets: Sequence[Nugget] = (),
    tags: Sequence[str] = (),
    known: Collection[str] | None = None,
) -> Case:
    """The case that a complaint becomes: status draft, its question word for word, and where it came from.

    `known`: the metadata that the corpus has; filters on anything else would bar every document, and stay behind.
    """
    kept = [key for key in complaint.filters if known is None or key in known]
    seen = [key for key in complaint.user if known is None or key in known]
    return Case(
        id=case_id,
        question=complaint.question,
        answerable=unanswerable is None,
        unanswerable_because=unanswerable,
        filters={key: complaint.filters[key] for key in kept},
        user={key: complaint.user[key] for key in seen},
        reference_answer=reference_answer,
        evidence=tuple(Evidence((quote,)) for quote in evidence),
        nuggets=tuple(nuggets),
        tags=tuple(dict.fromkeys([*tags])),
        status="draft",
        source=Source(
            "ticket" if complaint.kind == "zendesk" else "complaint", complaint.ref or complaint.id, complaint.at[:10]
        ),
    )


def sentences(text: str) -> list[str]:
    """A text's sentences and list items, for choosing nuggets from; code and headings are none."""
    text = re.sub(r"```.*?(?:```|\Z)", "\n", text, flags=re.DOTALL)
    parts = (re.sub(r"^\s*(?:[-*•]|\d+[.)])\s+", "", part).strip() for part in _SENTENCE.split(text))
    return [part for part in parts if len(part.split()) > 2 and not part.startswith("#")]


def suggestions(question: str, hits: Sequence[Hit], answer: str = "", most: int = 3) -> list[Suggestion]:
    """For each of the best passages, its sentence that has most of the question's words (and of the answer's)."""
    wanted, also = content_words(question), content_words(answer)
    out: list[Suggestion] = []
    for hit in hits:
        ranked = sorted(
            ((2 * len(words & wanted) + len(words & also)) / (len(words) ** 0.5 + 1), sentence)
            for sentence in sentences(hit.text)
            if (words := content_words(sentence)) and hit.text.count(sentence)
        )
        if ranked and ranked[-1][0] and all(ranked[-1][1] != one.quote for one in out):
            out.append(Suggestion(hit.doc_id, ranked[-1][1], hit.coverage))
        if len(out) == most:
            break
    return out


def confirmed(given: str, texts: Mapping[str, str], doc_ids: Iterable[str]) -> Quote:
    """`DOC_ID:QUOTE` as evidence that stands in the snapshot, with its surroundings where it stands several times.

    `texts`: the documents it may be in, by id. Raises UsageError when it stands nowhere: nothing is taken on trust.
    """
    named = max((doc_id for doc_id in texts if given.startswith(doc_id + ":")), key=len, default=None)
    if named is None:
        guess = nearest(given.partition(":")[0], list(doc_ids))
        raise UsageError(
            f"`{given.partition(':')[0]}` is no document of the snapshot",
            next_step=f"did you mean `{guess}`?"
            if guess
            else "write --evidence 'DOC_ID:QUOTE'; `ragtriage snapshot search` finds documents",
        )
    quote, text = given[len(named) + 1 :].strip(), texts[named]
    places = find(quote, text)
    if not places:
        raise UsageError(
            f"the quote does not stand in `{named}`",
            next_step="copy it from the document, word for word: `ragtriage snapshot search` shows passages",
        )
    first = next((place for place in places if place.kind == "exact"), places[0])
    prefix, suffix = _surroundings(text, first.start, first.end) if len(places) > 1 else ("", "")
    return Quote(named, text[first.start : first.end], prefix, suffix)


def _surroundings(text: str, start: int, end: int) -> tuple[str, str]:
    """What tells this place of a quote from its others, as short as does it."""
    prefix = suffix = ""
    for width in _CONTEXT:
        prefix, suffix = text[max(0, start - width) : start], text[end : end + width]
        if len(find(text[start:end], text, prefix, suffix)) == 1:
            break
    return prefix, suffix
