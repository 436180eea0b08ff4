"""A grade as JSON, for the index: values with what they rest on, marks with the sentence and place that decide each."""

import json
from collections.abc import Mapping, Sequence
from typing import Any

from ragtriage.grading.model import Claim, ClaimFinding, Grade, MarkedClaim, MarkedNugget, SentencePlace
from ragtriage.metrics.model import Score, Scored, Unscored


def grade_to_json(grade: Grade) -> str:
    """`grade_of_json` reads it back to an equal grade."""
    record = {
        "values": {name: one.value if isinstance(one, Scored) else one.reason for name, one in grade.values.items()},
        "rests_on": {name: one.rests_on for name, one in grade.values.items() if isinstance(one, Scored)},
        "claims": [_claim(one) for one in grade.claims],
        "reference": [_claim(one) for one in grade.reference],
        "nuggets": [[one.text, one.vital, one.mark, _finding(one.finding)] for one in grade.nuggets],
        "silent": grade.silent,
    }
    return json.dumps({name: value for name, value in record.items() if value}, ensure_ascii=False)


def grade_of_json(text: str) -> Grade:
    """Raises ValueError, LookupError, TypeError where no grade was written."""
    found = json.loads(text)
    return Grade(
        {name: _score(value, found.get("rests_on", {}).get(name, "")) for name, value in found["values"].items()},
        tuple(map(_claim_of, found.get("claims", ()))),
        tuple(map(_claim_of, found.get("reference", ()))),
        tuple(
            MarkedNugget(text, vital, mark, _finding_of(finding))
            for text, vital, mark, finding in found.get("nuggets", ())
        ),
        tuple((start, end) for start, end in found.get("silent", ())),
    )


def values_in(text: str) -> Mapping[str, float | str]:
    """The values alone, by metric name: a number, or the reason why there is none."""
    values: dict[str, float | str] = json.loads(text)["values"]
    return values


def _score(value: float | str, rests_on: str) -> Score:
    return Unscored(value) if isinstance(value, str) else Scored(value, rests_on)


def _claim(one: MarkedClaim) -> dict[str, Any]:
    claim = one.claim
    record: dict[str, Any] = {"text": claim.text, "span": claim.span, "finding": _finding(one.finding)}
    if claim.about:
        record |= {"about": claim.about, "denies": claim.denies}
    return record


def _claim_of(record: Mapping[str, Any]) -> MarkedClaim:
    start, end = record["span"]
    claim = Claim(record["text"], (start, end), record.get("about", ""), record.get("denies", False))
    return MarkedClaim(claim, _finding_of(record["finding"]))


def _finding(one: ClaimFinding) -> list[Any]:
    place = one.sentence
    return [one.mark, one.reason, None if place is None else [place.passage, place.start, place.end, place.text]]


def _finding_of(record: Sequence[Any]) -> ClaimFinding:
    mark, reason, place = record
    return ClaimFinding(mark, reason, None if place is None else SentencePlace(*place))
