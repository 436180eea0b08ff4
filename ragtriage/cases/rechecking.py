"""What a case may still say of words that its document no longer says.

Accepting a quote that says something else now leaves the reference answer and the nuggets as they were written for the
old words. Which of them nobody has looked at since is kept at the quote, in the case's own file, so that every clone
knows it: `recheck` names them, `was` holds the old words. Changing a field takes its name away, and so does a person
who says that it is still right; with the last name the old words go too.
"""

from collections.abc import Collection, Sequence
from dataclasses import replace

from ragtriage.cases.model import RECHECKED, Case, Evidence, Quote

FIELD_WORDS = {"reference_answer": "the reference answer", "nuggets": "the nuggets"}


def stated(case: Case) -> tuple[str, ...]:
    """The fields of a case that its evidence may put in the wrong: those that say anything."""
    return tuple(name for name in RECHECKED if getattr(case, name))


def fields_words(fields: Collection[str]) -> str:
    """The fields as a sentence names them: `the reference answer and the nuggets`."""
    return " and ".join(FIELD_WORDS[name] for name in RECHECKED if name in fields)


def open_words(case: Case) -> str:
    """What is open of a case, in a sentence without a full stop; empty where nothing is."""
    fields = case.to_recheck
    if not fields:
        return ""
    return f"its evidence was accepted saying something else, and nobody has looked at {fields_words(fields)} since"


def without_settled_marks(before: Case, after: Case) -> Case:
    """`after` without marks on the fields that differ between the two: whoever changed them has looked at them."""
    return without_marks(after, [name for name in RECHECKED if getattr(before, name) != getattr(after, name)])


def without_marks(case: Case, fields: Collection[str] = RECHECKED) -> Case:
    """The case without marks on some fields: they say what the evidence says now."""
    if not case.to_recheck or not fields:
        return case
    return replace(case, evidence=tuple(_unmarked(piece, fields) for piece in case.evidence))


def _unmarked(piece: Evidence, fields: Collection[str]) -> Evidence:
    return Evidence(tuple(_quote(quote, fields) for quote in piece.any_of))


def _quote(quote: Quote, fields: Collection[str]) -> Quote:
    left = tuple(name for name in quote.recheck if name not in fields)
    return replace(quote, recheck=left, was=quote.was if left else "") if left != quote.recheck else quote


def marked(quote: Quote, old: str, fields: Sequence[str]) -> dict[str, object]:
    """The fields of a quote that say so: it said `old` when somebody last looked at these fields of the case.

    Words that were noted before stay: the fields may say those.
    """
    if not fields:
        return {}
    return {"was": quote.was or old, "recheck": list(dict.fromkeys((*quote.recheck, *fields)))}
