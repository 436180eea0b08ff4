"""What the golden set lacks, in words. No target is made up: a gap is what is absent, or too thin to tell a rate."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ragtriage.coverage.document_use import DocumentUse, most_retrieved, uncovered
from ragtriage.coverage.table import CoverageLine, Table
from ragtriage.triage.filters import Filter, Term
from ragtriage.triage.rarity import RARE_UNDER

MOST_SYNTHETIC = 0.5
"""Share of synthetic cases from which it is a gap: the larger part of the questions is no one's."""
MOST_RETRIEVED = 20
"""Documents that the latest runs retrieved most: these are what users get to read."""
_NAMED = 3


@dataclass(frozen=True, slots=True)
class Gap:
    """Something that the golden set does not test, or hardly."""

    words: str
    why: str
    """What that means, and what to do."""
    filter: str = ""
    """Keeps the cases it speaks of; empty where there is none."""
    doc_ids: tuple[str, ...] = ()
    """The documents it speaks of, those that matter most first."""


def coverage_gaps(table: Table) -> tuple[Gap, ...]:
    """The gaps of a table, the widest first."""
    if not table.active:
        return tuple(_without_active(table))
    kinds = (_answers, _evidence, _origins, _unreviewed_synthetic, _documents, _words, _care)
    return tuple(gap for kind in kinds for gap in kind(table))


def _without_active(table: Table) -> Iterator[Gap]:
    if table.drafts:
        why = "Only active cases are judged: finish a draft and set its status."
        yield Gap(f"no active case, and {_drafts(table)}", why, "status:draft")
    else:
        yield Gap("no active case", "Nothing is tested yet: ragtriage import cases, or ragtriage complaints import.")


def _answers(table: Table) -> Iterator[Gap]:
    if not table.cases("to decline"):
        yield Gap(
            "no unanswerable case: refusals are not tested",
            "A system that answers everything passes. Add questions that the documents do not answer, that this user"
            " may not see, or that are out of scope.",
        )
    elif not table.cases("answerable"):
        yield Gap("no answerable case: retrieval is not tested", "A system that declines everything passes.")


def _evidence(table: Table) -> Iterator[Gap]:
    if bare := table.line("no evidence"):
        verb = "has" if bare.cases == 1 else "have"
        yield Gap(
            f"{bare.cases} answerable {'case' if bare.cases == 1 else 'cases'} {verb} no evidence",
            "Nothing says which passage answers: their retrieval can't be scored. Quote it.",
            bare.filter,
        )
    if old := table.line("superseded"):
        verb = "rests" if old.cases == 1 else "rest"
        yield Gap(
            f"{_cases(old.cases)} {verb} on superseded versions of documents",
            "What they call right may be right no more: read the document as it is now, and take the evidence again.",
            old.filter,
        )
    if table.cases("single source") and not table.cases("multi-source"):
        yield Gap(
            "no case needs several documents",
            "Questions whose answer is spread over documents fail in other ways, and none is asked.",
        )


def _origins(table: Table) -> Iterator[Gap]:
    if not table.cases("users"):
        yield Gap(
            "no case comes from a user",
            "The wording of complaints, tickets and logs is not tested: ragtriage complaints import FILE.",
        )
    synthetic = table.line("synthetic")
    if synthetic and (synthetic.share or 0) > MOST_SYNTHETIC:
        yield Gap(
            f"{synthetic.share:.0%} synthetic",
            "Questions that a model made from a document share its words: they are easier to retrieve for.",
            synthetic.filter,
        )


def _unreviewed_synthetic(table: Table) -> Iterator[Gap]:
    if unread := table.line("synthetic, unreviewed"):
        yield Gap(
            f"{unread.cases} synthetic {'case' if unread.cases == 1 else 'cases'} reviewed by no one",
            "A model wrote question and answer, and no person has said that they are right.",
            unread.filter,
        )
    if copied := table.line("synthetic, copied"):
        them = "question is" if copied.cases == 1 else "questions are"
        yield Gap(
            f"{copied.cases} synthetic {them} worded as the document",
            "Any search finds it: ask as a user would, who has not read the document.",
            copied.filter,
        )


def _documents(table: Table) -> Iterator[Gap]:
    if not table.documents:
        return
    asked = most_retrieved(table.documents, MOST_RETRIEVED)
    seen = [one for one in asked if not one.cases]
    if seen:
        number = f"{len(seen)} of the {len(asked)} documents" if len(asked) > 1 else "the document"
        yield Gap(
            f"{number} that the latest runs retrieved most {'has' if len(seen) == 1 else 'have'} no case",
            "Answers are made from them every day, and none is checked.",
            doc_ids=tuple(one.doc_id for one in seen),
        )
    bare = uncovered(table.documents)
    if bare:
        yield Gap(
            f"{len(bare)} of {_documents_there(table.documents)} {'has' if len(bare) == 1 else 'have'} no case",
            "Below: those retrieved most, then the largest. Not every document is worth a case.",
            doc_ids=tuple(one.doc_id for one in bare),
        )


def _documents_there(documents: Sequence[DocumentUse]) -> str:
    return f"{len(documents)} document{'s' * (len(documents) != 1)}"


def _words(table: Table) -> Iterator[Gap]:
    for key in ("intent", "tag"):
        thin = [line for line in table.lines if line.group == key and line.thin]
        if len(thin) <= _NAMED:
            for line in thin:
                yield Gap(f"{key} {line.name}: {_cases(line.cases)}", _WHY_THIN, line.filter)
        else:
            named = ", ".join(line.name for line in thin[:_NAMED])
            words = f"{len(thin)} {key}s have fewer than {RARE_UNDER} cases: {named} and {len(thin) - _NAMED} more"
            yield Gap(words, _WHY_THIN, _any_of(key, thin))
    if bare := table.line("no intent or tag"):
        why = "No slice shows how they fare: t on the Cases screen tags many at once."
        yield Gap(f"{_cases(bare.cases)} without intent or tag", why, bare.filter)


_WHY_THIN = f"Of fewer than {RARE_UNDER} cases no rate can be told: one failure is half of them, or all."


def _any_of(key: str, lines: Sequence[CoverageLine]) -> str:
    return str(Filter((Term("status", ("active",)), Term(key, tuple(line.name for line in lines)))))


def _care(table: Table) -> Iterator[Gap]:
    if not table.cases("must pass"):
        yield Gap("no case must pass", "What may never go wrong is averaged with all else: `must_pass: true` marks it.")
    if unreviewed := table.line("unreviewed"):
        yield Gap(
            f"{unreviewed.cases} of {_cases(table.active)} reviewed by no one",
            "A wrong label fails a right answer: a second person should look, and stand in `reviewed_by`.",
            unreviewed.filter,
        )
    if table.drafts:
        yield Gap(_drafts(table), "Drafts are not judged until they are finished.", "status:draft")


def _drafts(table: Table) -> str:
    return f"{table.drafts} draft{'s' * (table.drafts != 1)} to finish"


def _cases(number: int) -> str:
    return f"{number} case{'s' * (number != 1)}"
