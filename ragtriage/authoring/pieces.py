"""Evidence and nuggets of a form, piece by piece: picked, split, put in order, suggested. What can't be: UsageError."""

import re
from dataclasses import replace
from functools import lru_cache
from typing import Any

from ragtriage.authoring.fields import no_field, placed, steps_of_field, with_case, with_evidence
from ragtriage.authoring.values import Form
from ragtriage.cases.model import Evidence, Nugget, Quote
from ragtriage.corpus.sentences import nugget_sentences
from ragtriage.corpus.terms import content_words
from ragtriage.disk.edits import Steps, dotted
from ragtriage.errors import UsageError

_LOOSE_END = re.compile(r"(?:[\s,;\u2014\u2013]|(?:dna|dnu|eiwos)(?=\W))*", re.IGNORECASE)
"""Read backwards: from the end it is looked for at one place only."""
_LOOSE_START = re.compile(r"\A(?:\s+|[,;\u2014\u2013]|(?:and|und|sowie)(?=\s))+", re.IGNORECASE)


# -- evidence


def with_quote(form: Form, quote: Quote, *, evidence: int | None = None) -> Form:
    """The form with a new piece of evidence, or with one more quote that will do for piece `evidence`."""
    _not_there_yet(form, quote)
    if evidence is None:
        return with_case(form, evidence=(*form.case.evidence, Evidence((quote,))))
    return with_evidence(form, evidence, (*placed(form.case.evidence, evidence, "evidence")[evidence].any_of, quote))


def replace_quote(form: Form, evidence: int, alternative: int, quote: Quote) -> Form:
    """The form with another quote in place of one."""
    there = placed(form.case.evidence, evidence, "evidence")[evidence].any_of
    if placed(there, alternative, f"evidence[{evidence}].any_of")[alternative] == quote:
        return form
    _not_there_yet(form, quote, (evidence, alternative))
    old = there[alternative]
    quote = replace(quote, was=old.was, recheck=old.recheck)  # the answer was not looked at by choosing other words
    return with_evidence(form, evidence, (*there[:alternative], quote, *there[alternative + 1 :]))


def _not_there_yet(form: Form, quote: Quote, but: tuple[int, int] | None = None) -> None:
    """Raises UsageError when the very same place is evidence already, whatever its grade."""
    for number, piece in enumerate(form.case.evidence):
        for which, one in enumerate(piece.any_of):
            known: dict[str, Any] = {"grade": quote.grade, "was": "", "recheck": (), "doc_version": quote.doc_version}
            if replace(one, **known) == quote and (number, which) != but:
                raise UsageError(f"that is evidence {number + 1} already", next_step="pick another passage")


# -- order


def moved(form: Form, path: str | Steps, step: int) -> Form:
    """The form with a piece of evidence, an alternative, a nugget or a tag one earlier (-1) or later (+1)."""
    steps = steps_of_field(path)
    match steps:
        case ("evidence" | "nuggets" | "tags" as name, int(at)):
            items = _swapped(getattr(form.case, name), at, step, name)
            return with_case(form, **{name: items})
        case ("evidence", int(at), "any_of", int(which)):
            quotes = placed(form.case.evidence, at, "evidence")[at].any_of
            return with_evidence(form, at, _swapped(quotes, which, step, dotted(steps[:-1])))
    raise no_field(path)


def _swapped(items: tuple[Any, ...], at: int, step: int, name: str) -> tuple[Any, ...]:
    placed(items, at, name)
    to = at + step
    if not 0 <= to < len(items):
        raise UsageError("it is the first already" if step < 0 else "it is the last already", next_step="")
    out = list(items)
    out.insert(to, out.pop(at))
    return tuple(out)


# -- nuggets


def with_nugget(form: Form, text: str, vital: bool = True, at: int | None = None) -> Form:
    """The form with one more nugget, at the end or before nugget `at`."""
    text = " ".join(text.split())
    if not text:
        raise UsageError("a nugget needs words", next_step="write one fact that a good answer states")
    there = form.case.nuggets
    for number, one in enumerate(there, 1):
        if _same(one.text) == _same(text):
            raise UsageError(f"that is nugget {number} already", next_step="write another fact")
    at = len(there) if at is None else max(0, min(at, len(there)))
    return with_case(form, nuggets=(*there[:at], Nugget(text, vital), *there[at:]))


def split_nugget(form: Form, n: int, at: int) -> Form:
    """The form with nugget `n` as two, parted at offset `at` of its text, without what joined them (“and”, commas).

    An offset within a word parts before it.
    """
    there = form.case.nuggets
    one = placed(there, n, "nuggets")[n]
    at = max(0, min(at, len(one.text)))
    while 0 < at < len(one.text) and one.text[at - 1].isalnum() and one.text[at].isalnum():
        at -= 1
    halves = _without_loose_end(one.text[:at]), _LOOSE_START.sub("", one.text[at:]).strip()
    if not all(any(char.isalnum() for char in half) for half in halves):
        raise UsageError("one half would be empty", next_step="split it between two words")
    first, second = (replace(one, text=half) for half in halves)
    return with_case(form, nuggets=(*there[:n], first, second, *there[n + 1 :]))


def _without_loose_end(text: str) -> str:
    """Without the “, and” that parted it from what followed."""
    loose = _LOOSE_END.match(text[::-1])
    return text[: len(text) - (loose.end() if loose else 0)].strip()


def toggled(form: Form, n: int) -> Form:
    """The form with nugget `n` vital if it was not, and not if it was."""
    there = form.case.nuggets
    one = placed(there, n, "nuggets")[n]
    return with_case(form, nuggets=(*there[:n], replace(one, vital=not one.vital), *there[n + 1 :]))


def suggested_nuggets(form: Form) -> tuple[str, ...]:
    """Sentences of the reference answer that may be nuggets: those that are none yet and were not turned down.

    A sentence whose words all stand in nuggets is one already: it was split, or reworded a little.
    """
    done = {_same(text) for text in (*form.refused, *(one.text for one in form.case.nuggets))}
    words = frozenset[str]().union(*(content_words(one.text) for one in form.case.nuggets))
    return tuple(
        text for text, said in _said(form.case.reference_answer) if _same(text) not in done and not said <= words
    )


@lru_cache(maxsize=8)
def _said(answer: str) -> tuple[tuple[str, frozenset[str]], ...]:
    """The sentences of an answer with their content words; a word that is in none where a sentence has no others."""
    found = dict.fromkeys(" ".join(one.split()) for one in nugget_sentences(answer))
    return tuple((text, content_words(text) or frozenset({""})) for text in found)


def refuse(form: Form, text: str) -> Form:
    """The form with a suggestion turned down: it does not come again."""
    return form if text in form.refused else replace(form, refused=(*form.refused, text))


def confirm(form: Form, text: str) -> Form:
    """The form with a suggestion as a vital nugget."""
    return with_nugget(form, text)


def _same(text: str) -> str:
    return " ".join(text.split()).casefold().rstrip(".;,!? ")
