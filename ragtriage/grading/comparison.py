"""A claim held against one sentence: which of its words are there, which are denied, and which numbers differ."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from ragtriage.grading.amounts import Amount
from ragtriage.grading.reading import Reading, SaidWord
from ragtriage.grading.words import one_word, opposing


@dataclass(frozen=True, slots=True)
class ClaimMatch:
    """What a sentence has of a claim."""

    sentence: Reading
    coverage: float
    """The weighted share of the claim's words that are there, affirmed, denied or as their opposite; in [0, 1]."""
    denied: tuple[str, ...] = ()
    """Words that one of the two affirms and the other denies."""
    denied_share: float = 0.0
    """Their weight / that of all words that are there; 1 where one of them has a negation of its own."""
    opposed: tuple[tuple[str, str], ...] = ()
    """(here, there) words that say the opposite."""
    swapped: tuple[tuple[str, str], ...] = ()
    """(here, there) other words in the same place: “premium plan”, “basic plan”."""
    missing: tuple[str, ...] = ()
    """Amounts of the claim that are not there, nor another in their place."""
    clashing: tuple[tuple[str, str], ...] = ()
    """(here, there) amounts of the same thing that differ."""
    turned: tuple[str, ...] = ()
    """Words that one says something comes from, and the other that it goes to."""
    absent: tuple[str, ...] = ()
    """Names of the claim that the sentence lacks."""

    @property
    def contrary(self) -> bool:
        """Whether anything in it speaks against the claim."""
        return bool(self.denied or self.opposed or self.clashing or self.turned)


def held_against(claim: Reading, sentence: Reading) -> ClaimMatch:
    """A claim against a sentence. A claim of an amount alone is covered where the amount is."""
    pairs = _pairs(claim.words, sentence.words)
    opposed = _opposed(claim.words, sentence.words, pairs)
    missing, clashing = _amounts(claim.amounts, sentence.amounts)
    reversed_ = _reversed(claim.words, sentence.words, pairs)
    denied = [] if reversed_ else _denied(pairs)
    there = {*pairs, *reversed_, *(word for word in claim.words if word.text in dict(opposed))}
    return ClaimMatch(
        sentence,
        _coverage(claim, there, missing, clashing),
        tuple(word.text for word, _ in denied),
        _denied_share(denied, sum(word.weight for word in pairs)),
        tuple(opposed),
        tuple(_swapped(claim.words, sentence.words, pairs, dict(opposed))),
        missing,
        clashing,
        tuple(word.text for word, other in pairs.items() if {word.role, other.role} == {"from", "to"}),
        tuple(word.text for word in claim.words if word.name and word not in pairs),
    )


def _coverage(claim: Reading, there: set[SaidWord], missing: Sequence[str], clashing: Sequence[object]) -> float:
    if not claim.words:
        return float(bool(claim.amounts) and not missing and not clashing)
    found, whole = sum(word.weight for word in there), claim.weight
    if any(word.asked for word in claim.words):  # “14 days.”: the amount is what is claimed
        found, whole = found + len(claim.amounts) - len(missing), whole + len(claim.amounts)
    return found / whole


def _denied(pairs: Mapping[SaidWord, SaidWord]) -> list[tuple[SaidWord, SaidWord]]:
    """The pairs of which one is affirmed and the other denied.

    Where both deny the same word, what only stands in the clause of either negation is no difference: “no proration of
    switches”, “switches are not prorated”.
    """
    differing = [(word, other) for word, other in pairs.items() if word.denied != other.denied]
    if any(word.denied and other.denied for word, other in pairs.items()):
        return [(word, other) for word, other in differing if word.strongly or other.strongly]
    return differing


def _reversed(
    words: Sequence[SaidWord], others: Sequence[SaidWord], pairs: Mapping[SaidWord, SaidWord]
) -> list[SaidWord]:
    """Words that say the same by the opposite and a negation: “not enabled”, “disabled”."""
    left = _unpaired(others, pairs.values())
    return [
        word
        for word in words
        if word not in pairs and any(word.denied != other.denied and opposing(word.text, other.text) for other in left)
    ]


def _denied_share(denied: Sequence[tuple[SaidWord, SaidWord]], matched: float) -> float:
    if any(word.strongly or other.strongly for word, other in denied):
        return 1.0
    return sum(word.weight for word, _ in denied) / matched if denied else 0.0


def _pairs(words: Sequence[SaidWord], others: Sequence[SaidWord]) -> dict[SaidWord, SaidWord]:
    """Each word of the claim that is there, with the one there that it is: one that agrees, where there are several."""
    by_stem: dict[str, list[SaidWord]] = {}
    for other in others:
        by_stem.setdefault(other.stem, []).append(other)
    found = {}
    for word in words:
        alike = by_stem.get(word.stem) or [other for other in others if one_word(word.text, other.text)]
        if alike:
            found[word] = next((other for other in alike if other.denied == word.denied), alike[0])
    return found


def _opposed(
    words: Sequence[SaidWord], others: Sequence[SaidWord], pairs: dict[SaidWord, SaidWord]
) -> list[tuple[str, str]]:
    """Opposites of which neither text has both. Where one of them is denied they say the same."""
    left = _unpaired(others, pairs.values())
    return [
        (word.text, other.text)
        for word in words
        if word not in pairs
        for other in left
        if word.denied == other.denied and opposing(word.text, other.text)
    ]


def _unpaired(others: Sequence[SaidWord], paired: Iterable[SaidWord]) -> list[SaidWord]:
    taken = {other.at for other in paired}
    return [other for other in others if other.at not in taken]


def _swapped(
    words: Sequence[SaidWord],
    others: Sequence[SaidWord],
    pairs: dict[SaidWord, SaidWord],
    opposed: dict[str, str],
) -> list[tuple[str, str]]:
    """Words in whose place, right before or behind the same word, the sentence has another."""
    here, there = {word.at: word for word in words}, {word.at: word for word in others}
    taken = {other.at for other in pairs.values()}
    found = []
    for word, other in pairs.items():
        for step in (-1, 1):
            mine, theirs = here.get(word.at + step), there.get(other.at + step)
            if mine is None or theirs is None or mine in pairs or theirs.at in taken or mine.text in opposed:
                continue
            found.append((mine.text, theirs.text))
    return found


def _amounts(mine: Sequence[Amount], theirs: Sequence[Amount]) -> tuple[tuple[str, ...], tuple[tuple[str, str], ...]]:
    missing, clashing = [], []
    for amount in mine:
        same = [other for other in theirs if amount.same(other)]
        if same:
            if all({amount.bound, other.bound} == {"least", "most"} for other in same):
                clashing.append((_bounded(amount), _bounded(same[0])))
            continue
        if other := next((one for one in theirs if amount.clashes(one)), None):
            clashing.append((amount.text, other.text))
        elif not amount.soft:
            missing.append(amount.text)
    return tuple(missing), tuple(clashing)


def _bounded(amount: Amount) -> str:
    words = {"least": "at least ", "most": "at most ", "": ""}
    return words[amount.bound] + amount.text
