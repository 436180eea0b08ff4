"""Random edits of which the truth is known: what is unchanged is found, what is changed is never accepted unseen."""

import random
from dataclasses import dataclass

import pytest

from ragtriage.anchors.bench import overlap
from ragtriage.anchors.reanchor import reanchor_all
from ragtriage.cases.model import Quote

WORDS = [
    first + second
    for first in ("ba", "ko", "li", "mer", "no", "pu", "ra", "sel", "ti", "vor", "xa", "zu")
    for second in ("dan", "fel", "gor", "hul", "kin", "lom", "mas", "nep", "rit", "sun", "tov", "wex")
] + ["not", "must", "may", "all", "14", "30", "days", "the", "of", "is", "in", "a", "for"]


@dataclass
class Fuzzed:
    """Documents, their edited form, and quotes with their true place."""

    old: dict[str, str]
    new: dict[str, str]
    quotes: list[Quote]
    truth: list[tuple[int, int, int]]
    """Start, end, words changed."""


def fuzzed(seed: int, rate: float, dress: bool) -> Fuzzed:
    rng = random.Random(seed)
    out = Fuzzed({}, {}, [], [])
    for number in range(12):
        old, new = [], []
        size = 0
        for n in range(14):
            words = rng.choices(WORDS, k=rng.randint(8, 20))
            mine = [edited(rng, word) if rng.random() < rate else word for word in words]
            changed = sum(a != b for a, b in zip(words, mine, strict=True))
            glue = [rng.choice(("\n", "  ", "\u00a0")) if dress and rng.random() < 0.2 else " " for _ in mine]
            shown = [f"**{w}**" if dress and w and rng.random() < 0.05 else w for w in mine]
            sentence = "".join(w + g for w, g in zip(shown, glue, strict=True) if w).strip() + "."
            old.append(" ".join(words) + ".")
            new.append(sentence)
            if n % 3 == 1 and any(mine):
                out.quotes.append(Quote(f"d{number}", old[-1]))
                out.truth.append((size, size + len(sentence), changed))
            size += len(sentence) + 1
        out.old[f"d{number}"], out.new[f"d{number}"] = " ".join(old), " ".join(new)
    return out


def edited(rng: random.Random, word: str) -> str:
    kind = rng.random()
    other = rng.choice([w for w in WORDS if w != word])
    return other if kind < 0.5 else "" if kind < 0.7 else f"{word} {other}" if kind < 0.9 else word + "x"


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("with_old", [True, False])
def test_whatever_is_edited(seed: int, with_old: bool) -> None:
    right = n = 0
    for rate, dress in ((0.0, True), (0.05, False), (0.12, True)):
        case = fuzzed(seed * 10 + int(rate * 100), rate, dress)
        anchors = reanchor_all(case.quotes, case.new, case.old if with_old else None)
        for quote, anchor, (start, end, changed) in zip(case.quotes, anchors, case.truth, strict=True):
            hit = anchor.doc_id == quote.doc_id and overlap((start, end), (anchor.start, anchor.end)) >= 0.8
            if changed:
                assert not anchor.accepted_unseen, (quote.quote, anchor)
                n += 1
                right += hit
            else:
                states = {"exact", "normalized", "context_changed"} if with_old else {"exact", "normalized"}
                assert hit and anchor.state in states, (quote.quote, anchor)
    assert right / n >= 0.9


def test_a_nearer_text_never_scores_lower() -> None:
    rng = random.Random(5)
    sentence = " ".join(rng.choices(WORDS, k=16)) + "."
    filler = " ".join(rng.choices(WORDS, k=200))
    words = sentence.split()
    scores = []
    for changed in range(7):
        text = " ".join(["qqqqq" if n in range(1, 1 + changed) else word for n, word in enumerate(words)])
        [anchor] = reanchor_all([Quote("d", sentence)], {"d": f"{filler} {text} {filler}"})
        scores.append(anchor.score if anchor.doc_id else max((c.score for c in anchor.alternatives), default=0.0))
    assert scores == sorted(scores, reverse=True) and scores[0] == 1.0


def test_finding_again_what_was_found_changes_nothing() -> None:
    case = fuzzed(3, 0.08, True)
    for quote, anchor in zip(case.quotes, reanchor_all(case.quotes, case.new), strict=True):
        if anchor.doc_id is None:
            continue
        text = case.new[anchor.doc_id]
        [again] = reanchor_all([Quote(quote.doc_id, text[anchor.start : anchor.end])], case.new)
        assert (again.state, again.start, again.end) == ("exact", anchor.start, anchor.end)
