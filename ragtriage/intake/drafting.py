"""A complaint becomes a draft of a case: as it was asked, typos and all, with evidence that a person confirms.

Nothing is invented: evidence is looked for and must stand in the snapshot word for word; nuggets are sentences of the
answer that the person gives.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from ragtriage.authoring.corpus import best_sentence
from ragtriage.cases.model import Case, Evidence, Nugget, Quote, Source, UnanswerableBecause
from ragtriage.corpus.search import Hit
from ragtriage.corpus.sentences import nugget_sentences
from ragtriage.corpus.terms import content_words
from ragtriage.errors import UsageError
from ragtriage.intake.model import Complaint

COVERED_FROM = 0.5
"""Idf-weighted share of the question's words in the best passage, below which nothing in the corpus covers it."""


@dataclass(frozen=True, slots=True)
class Suggestion:
    """A sentence of the corpus that may be evidence."""

    doc_id: str
    quote: str
    coverage: float
    """Of the passage it stands in."""


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


def suggestions(
    question: str, hits: Sequence[Hit], texts: Mapping[str, str], answer: str = "", most: int = 3
) -> list[Suggestion]:
    """For each of the best passages, its sentence that has most of the question's words (and of the answer's).

    Whole sentences of the documents (`texts`, by id), although a passage may begin or end within one.
    """
    wanted, also = content_words(question), content_words(answer)
    out: list[Suggestion] = []
    for hit in hits:
        text = texts.get(hit.doc_id, "")
        span = best_sentence(text, hit.start, hit.end, wanted, also, telling_only=True)
        quote = text[slice(*span)] if span else ""
        if quote and all(quote != one.quote for one in out):
            out.append(Suggestion(hit.doc_id, quote, hit.coverage))
        if len(out) == most:
            break
    return out


def chosen_nuggets(answer: str, chosen: Sequence[str]) -> list[Nugget]:
    """Nuggets by number of the answer's sentence, `all`, or a text that stands in the answer; `?` first: not vital.

    Raises UsageError for what the answer does not say.
    """
    there = nugget_sentences(answer)
    out: list[Nugget] = []
    for each in chosen:
        vital, name = not each.startswith("?"), each.removeprefix("?").strip()
        if name == "all":
            out += [Nugget(one, vital) for one in there]
        elif name.isdecimal() and 1 <= int(name) <= len(there):
            out.append(Nugget(there[int(name) - 1], vital))
        elif name and " ".join(name.split()) in " ".join(answer.split()):
            out.append(Nugget(name, vital))
        else:
            title = f"`{name}` is no sentence of the answer" if answer else "a nugget needs an answer to come from"
            raise UsageError(
                title, next_step="give --answer, and --nugget with a sentence's number, its words, or `all`"
            )
    return out
