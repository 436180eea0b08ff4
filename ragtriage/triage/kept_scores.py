"""What was scored, as JSON: the index keeps it with an output's outcome, so that it is shown and not computed again.

Values by metric stand in the outcome's `body` (a number, or the reason why there is none); here is what they rest on:
where each piece of evidence was found. The passages are those of the output.
"""

import json
from typing import Any

from ragtriage.metrics.matching import EvidenceMatch, NearMiss, Ranked
from ragtriage.metrics.model import Score, Scored, Unscored
from ragtriage.runs.model import Output, Passage
from ragtriage.scoring import Scores, candidates_and_context

_MATCH = (
    *("rank", "split", "whole_rank", "alternative", "elsewhere", "holding"),
    *("grade", "by", "likeness"),
)
"""Fields of a match that are JSON as they are."""
_NOT_FOUND = EvidenceMatch(rank=None)


def values_of(scores: Scores) -> str:
    """The values by metric name, a number or the reason why there is none."""
    values = {name: one.value if isinstance(one, Scored) else one.reason for name, one in scores.values.items()}
    return json.dumps(values, ensure_ascii=False)


def ground_of(scores: Scores) -> str:
    """What the values rest on."""
    words = {name: one.rests_on for name, one in scores.values.items() if isinstance(one, Scored) and one.rests_on}
    ground = {
        "rests_on": words,
        "candidates": _ranked(scores.candidates),
        "context": _ranked(scores.context),
        "drifted": scores.drifted,
        "fabricated": scores.fabricated,
    }
    return json.dumps(ground, ensure_ascii=False, separators=(",", ":"))


def scores_of(values: str, ground: str, output: Output, k: int, depth: int) -> Scores:
    """The scores that `values_of` and `ground_of` wrote of an output. Raises ValueError, LookupError, TypeError where
    no such thing was written."""
    found = json.loads(ground)
    words = found["rests_on"]
    candidates, context = candidates_and_context(output, k, depth)
    return Scores(
        values={name: _score(value, words.get(name, "")) for name, value in json.loads(values).items()},
        candidates=_ranked_of(found["candidates"], candidates),
        context=_ranked_of(found["context"], context),
        drifted=tuple(found["drifted"]),
        fabricated=tuple(found["fabricated"]),
    )


def _score(value: float | str, rests_on: str) -> Score:
    return Unscored(value) if isinstance(value, str) else Scored(value, rests_on)


def _ranked(ranked: Ranked) -> dict[str, Any]:
    return {"matches": [_match(one) for one in ranked.matches], "unknown": ranked.unknown}


def _match(match: EvidenceMatch) -> dict[str, Any]:
    """Only what is not as where nothing is found: most pieces of evidence are not among most candidates."""
    out = {name: value for name in _MATCH if (value := getattr(match, name)) != getattr(_NOT_FOUND, name)}
    if match.spans:
        out["spans"] = [*match.spans.items()]
    if (near := match.near_miss) is not None:
        out["near_miss"] = (near.rank, near.share, near.alternative, near.by)
    return out


def _ranked_of(kept: dict[str, Any], passages: tuple[Passage, ...] | None) -> Ranked:
    matches = tuple(_match_of(one) for one in kept["matches"])
    return Ranked(passages or (), matches, tuple(kept["unknown"]))


def _match_of(kept: dict[str, Any]) -> EvidenceMatch:
    spans = {rank: tuple((start, end) for start, end in found) for rank, found in kept.pop("spans", ())}
    near = kept.pop("near_miss", None)
    plain: dict[str, Any] = {name: tuple(value) if isinstance(value, list) else value for name, value in kept.items()}
    return EvidenceMatch(**({"rank": None} | plain), spans=spans, near_miss=NearMiss(*near) if near else None)
