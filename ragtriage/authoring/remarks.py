"""What speaks against a case while it is being written, beside the field that it is about.

Errors are what no case file may hold; warnings are what lint would say later, and what only shows while one writes. All
rests on the snapshot, the other cases and the form: nothing is asked of a model.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Literal, TypeVar

from ragtriage.authoring.corpus import Corpus
from ragtriage.authoring.support import Support, unsupported
from ragtriage.authoring.values import Form
from ragtriage.cases.ids import folded_id
from ragtriage.cases.model import Attribute, Case, Evidence
from ragtriage.corpus.copying import copied
from ragtriage.corpus.near_duplicates import Questions
from ragtriage.corpus.search import Hit
from ragtriage.drift.anchoring import quarantined
from ragtriage.triage import lint

if TYPE_CHECKING:
    from ragtriage.anchors.anchor import Anchor

K = TypeVar("K")
V = TypeVar("V")

Level = Literal["error", "warning"]

_HELD = 256
"""Answers of the corpus that are kept for the next key press."""
_ANEW = "enter on it, mark the words that say it now, and a puts them in its place"


@dataclass(frozen=True, slots=True)
class Remark:
    """Something to know about one field."""

    field: str
    """A path as rows have them (`nuggets[1]`, `evidence[0]`), or within such a row (`nuggets[1].text`)."""
    level: Level
    """An error keeps the case from being saved."""
    words: str
    """A sentence. Holds text from outside."""
    next_step: str = ""


def remarks(
    form: Form, corpus: Corpus | None, others: Sequence[tuple[str, str]], taken: Collection[str]
) -> list[Remark]:
    """All remarks on a form. `others`: (id, question) of the other cases; `taken`: ids that files have.

    For many forms, or one at every key press, make one `Remarker`.
    """
    return Remarker(corpus, others, taken).remarks(form)


class Remarker:
    """Remarks on forms, with what they need of the other cases and the corpus kept from one key press to the next."""

    def __init__(self, corpus: Corpus | None, others: Sequence[tuple[str, str]], taken: Collection[str]) -> None:
        self._corpus, self._others = corpus, others
        self._taken = {folded_id(each) for each in taken}
        self._questions: Questions | None = None
        self._anchors: dict[Evidence, Sequence[Anchor]] = {}
        """Of evidence that does not plainly stand in its document; empty for that which does."""
        self._best: dict[object, Hit | None] = {}
        self._copied: dict[object, str] = {}
        self._support = Support(corpus)

    def remarks(self, form: Form) -> list[Remark]:
        """All remarks, errors first, each kind in the order of the form. Raises SnapshotError."""
        return [*self._errors(form), *self._warnings(form)]

    # -- what no case may be

    def _errors(self, form: Form) -> Iterator[Remark]:
        from ragtriage.cases.editing import canonical_text
        from ragtriage.cases.index import parse_case

        case = form.case
        if not case.id and form.base is None:  # it is made from the question
            case = replace(case, id="new")
        _, problems = parse_case(canonical_text(case).encode("utf-8", "replace"), Path(f"{case.id}.yaml"), case.id)
        for problem in problems:
            field = problem.place.field or "question"
            if problem.title.endswith("found nothing"):
                yield Remark(
                    field, "error", "It is empty.", "write it" if field == "question" else "write it, or remove it"
                )
            else:
                yield Remark(field, "error", _sentence(problem.title), problem.next_step or f"change the {field}")
        if form.base is None and folded_id(form.case.id) in self._taken:
            yield Remark("id", "error", f"There is a case `{form.case.id}` already.", "choose another id")

    # -- what is doubtful

    def _warnings(self, form: Form) -> Iterator[Remark]:
        case = form.case
        if case.question.strip():
            yield from self._near(form)
            yield from self._copied_question(case)
        yield from self._lost_evidence(case)
        if spoken := lint.SPEAKS_OF_CONTEXT.search(case.reference_answer):
            yield _warning("reference_answer", lint.context_words(spoken.group()), "say it in your own words")
        yield from self._unsupported(case)
        if case.answerable and not any(piece.relevant for piece in case.evidence):
            step = "search the corpus and mark the passage that answers it, or call it unanswerable"
            yield _warning("evidence", lint.ONLY_IRRELEVANT if case.evidence else lint.NO_EVIDENCE, step)
        if not case.answerable:
            yield from self._answerable_after_all(case)

    def _near(self, form: Form) -> Iterator[Remark]:
        if self._questions is None:
            self._questions = Questions(self._others)
        near = self._questions.nearest(form.case.question, but=form.case.id if form.base is not None else "")
        if near is not None:
            words = f"{near[0]} asks nearly the same ({near[1]:.0%})."
            yield _warning("question", words, "is it the same question? Then that case is enough")

    def _copied_question(self, case: Case) -> Iterator[Remark]:
        for doc_id in case.doc_ids:
            key = (case.question, doc_id)
            if key not in self._copied:
                text = self._support.text(doc_id)
                _bounded(self._copied)[key] = copied(case.question, text) if text else ""
            if self._copied[key]:
                words = f"The question is worded as {doc_id} is: “{self._copied[key]}”."
                yield _warning("question", words, "ask it as a user would, who has not read the document")

    def _lost_evidence(self, case: Case) -> Iterator[Remark]:
        if self._corpus is None:
            return
        for number, piece in enumerate(case.evidence):
            if piece not in self._anchors:
                plain = any(self._support.stands_plainly(quote) for quote in piece.any_of)
                _bounded(self._anchors)[piece] = () if plain else self._corpus.anchors(piece)
            anchors = self._anchors[piece]
            if anchors and quarantined([piece], [anchors])[0]:
                words = lint.lost_words(number + 1, piece, anchors, self._corpus.snapshot)
                yield _warning(
                    f"evidence[{number}]",
                    words,
                    _ANEW,
                )

    def _unsupported(self, case: Case) -> Iterator[Remark]:
        relevant = tuple(piece for piece in case.evidence if piece.relevant)
        if not relevant or not case.nuggets:
            return
        said = self._support.of(relevant)
        for number, nugget in enumerate(case.nuggets):
            if words := unsupported(nugget.text, said):
                step = "quote the passage that says so, or reword the nugget"
                yield _warning(f"nuggets[{number}]", f"Nugget {number + 1} {words}", step)

    def _answerable_after_all(self, case: Case) -> Iterator[Remark]:
        if any(piece.relevant for piece in case.evidence):
            words = "It is called unanswerable, and evidence is quoted."
            yield _warning("answerable", words, "take the evidence away, or call it answerable")
        if self._corpus is None or case.unanswerable_because == "out_of_scope" or not case.question.strip():
            return
        key = (case.question, _plain(case.filters), _plain(case.user))
        if key not in self._best:
            _bounded(self._best)[key] = self._corpus.best_hit(case.question, case.filters, case.user)
        best = self._best[key]
        if best is not None and best.coverage >= lint.COVERED_FROM:
            yield _warning("answerable", lint.covered_words(best), "look at that passage before you decline")


def _warning(field: str, words: str, next_step: str) -> Remark:
    return Remark(field, "warning", words, next_step)


def _sentence(title: str) -> str:
    return f"{title[:1].upper()}{title[1:]}" + ("" if title.endswith((".", "!", "?")) else ".")


def _plain(values: Mapping[str, Attribute]) -> tuple[tuple[str, Attribute], ...]:
    return tuple(values.items())


def _bounded(held: dict[K, V]) -> dict[K, V]:
    """`held`, emptied when it has grown large."""
    if len(held) >= _HELD:
        held.clear()
    return held
