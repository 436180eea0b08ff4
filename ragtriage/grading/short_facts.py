"""Short facts: a reference answer that is a number, an amount, a date, or yes or no, is compared by code.

“14 days” is stated by “within two weeks”, “12 November 2026” by 2026-11-12. Where the answer says two amounts of one
kind, code cannot tell which one it means, and leaves it to the claims.
"""

from ragtriage.grading.amounts import Amount
from ragtriage.grading.reading import Reading, reading_of
from ragtriage.grading.statements import stated_spans, yes_or_no
from ragtriage.metrics.model import Scored

_FEW = 2
"""Words beside its amount that a short fact has at most."""


def same_fact(reference: str, answer: str) -> Scored | None:
    """1 or 0 where the reference is a short fact and the answer says the same or another; None where code cannot tell.

    Which of the two it is stands in `rests_on`.
    """
    if len(stated_spans(reference)) > 1:
        return None
    wanted = reading_of(reference)
    if not wanted.amounts and len(wanted.words) <= _FEW:
        return _same_yes(reference, answer)
    if len(wanted.amounts) != 1 or len(wanted.words) > _FEW:
        return None
    return _same_amount(wanted, answer)


def _same_yes(reference: str, answer: str) -> Scored | None:
    wanted, said = yes_or_no(reference), yes_or_no(answer)
    if wanted is None or said is None:
        return None
    told = {True: "yes", False: "no"}
    return Scored(float(wanted == said), f"short fact: {told[said]}, the reference {told[wanted]}")


def _same_amount(wanted: Reading, answer: str) -> Scored | None:
    [amount] = wanted.amounts
    said = reading_of(answer).amounts
    if any(amount.same(other) and {amount.bound, other.bound} == {"least", "most"} for other in said):
        return None
    same = [other for other in said if amount.same(other)]
    others = [other for other in said if _of_its_kind(amount, other)]
    if same and others:
        return None
    if same:
        return Scored(1.0, f"short fact: {same[0].text} is {amount.text}")
    if others:
        return Scored(0.0, f"short fact: {others[0].text}, the reference {amount.text}")
    return None


def _of_its_kind(amount: Amount, other: Amount) -> bool:
    return not amount.same(other) and (amount.kind == other.kind if amount.kind else amount.clashes(other))
