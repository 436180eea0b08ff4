"""A claim held against one sentence: which of its words are there, which are denied, and which numbers differ."""

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass

from ragtriage.grading.amounts import Amount
from ragtriage.grading.reading import Reading, SaidWord
from ragtriage.grading.words import one_word, opposite_stems, opposites_of


@dataclass(frozen=True, slots=True)
class ClaimMatch:
    """What a sentence has of a claim."""

    sentence: Reading
    coverage: float
    """The weighted share of the claim's words that are there, affirmed, denied or as their opposite; in [0, 1]."""
    denied: tuple[str, ...] = ()
    """Words that one of the two affirms and the other denies."""
    is_denied: bool = False
    """Whether these words say something, not only that something is there."""
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
    pairs = _pairs(claim.words, sentence)
    opposed = _opposed(claim.words, sentence, pairs)
    missing, clashing = _amounts(claim.amounts, sentence.amounts)
    reversed_ = _reversed(claim.words, sentence, pairs)
    denied = [] if reversed_ else _denied(pairs)
    there = {*pairs, *reversed_, *(word for word in claim.words if word.text in dict(opposed))}
    return ClaimMatch(
        sentence,
        _coverage(claim, there, missing, clashing),
        tuple(word.text for word, _ in denied),
        any(word.strongly or other.strongly or word.weight >= _SAYS_SOMETHING for word, other in denied),
        tuple(opposed),
        tuple(_swapped(claim.words, sentence.words, pairs, there)),
        missing,
        clashing,
        _turned(pairs),
        tuple(word.text for word in claim.words if word.name and word not in pairs),
    )


def _turned(pairs: Mapping[SaidWord, SaidWord]) -> tuple[str, ...]:
    """Two words of which one says from and to, the other to and from."""
    roles = {(word.role, other.role): word.text for word, other in pairs.items()}
    turned = [roles[pair] for pair in (("from", "to"), ("to", "from")) if pair in roles]
    return tuple(turned) if len(turned) > 1 else ()


def _coverage(claim: Reading, there: set[SaidWord], missing: Sequence[str], clashing: Sequence[object]) -> float:
    if not claim.words:
        return float(bool(claim.amounts) and not missing and not clashing)
    found, whole = sum(word.weight for word in there), claim.weight
    if any(word.asked for word in claim.words):  # “14 days.”: the amount is what is claimed
        found, whole = found + len(claim.amounts) - len(missing), whole + len(claim.amounts)
    return found / whole


def _denied(pairs: Mapping[SaidWord, SaidWord]) -> list[tuple[SaidWord, SaidWord]]:
    """The pairs of which one is affirmed and the other denied.

    Where both deny the same word, what only stands in the same clause as that is no difference: “no proration of
    switches”, “switches are not prorated”.
    """
    here = {word.clause for word, other in pairs.items() if word.denied and other.denied}
    there = {other.clause for word, other in pairs.items() if word.denied and other.denied}

    def along(word: SaidWord, other: SaidWord) -> bool:
        if word.strongly or other.strongly:
            return False
        return word.clause in here if word.denied else other.clause in there

    differing = ((word, other) for word, other in pairs.items() if word.denied != other.denied)
    return [(word, other) for word, other in differing if not along(word, other)]


def _reversed(words: Sequence[SaidWord], sentence: Reading, pairs: Mapping[SaidWord, SaidWord]) -> list[SaidWord]:
    """Words that say the same by the opposite and a negation: “not enabled”, “disabled”."""
    return [word for word, other in _opposites(words, sentence, pairs) if word.denied != other.denied]


def _opposites(
    words: Sequence[SaidWord], sentence: Reading, pairs: Mapping[SaidWord, SaidWord]
) -> Iterator[tuple[SaidWord, SaidWord]]:
    """Words of the claim that the sentence lacks, each with a word there that the claim lacks and says the opposite."""
    taken = {other.at for other in pairs.values()}
    for word in words:
        if word in pairs:
            continue
        there = [sentence.by_text[text] for text in sorted(opposites_of(word.text) & sentence.by_text.keys())]
        there += [sentence.by_stem[stem] for stem in sorted(opposite_stems(word.stem) & sentence.by_stem.keys())]
        others = {other.at: other for found in there for other in found}
        yield from ((word, other) for at, other in others.items() if at not in taken)


_SAYS_SOMETHING = 0.5


def _pairs(words: Sequence[SaidWord], sentence: Reading) -> dict[SaidWord, SaidWord]:
    """Each word of the claim that is there, with the one there that it is: one that agrees, where there are several."""
    found = {}
    seen: Counter[str] = Counter()
    counts = Counter(word.stem for word in words)
    for word in words:
        alike = sentence.by_stem.get(word.stem) or [
            other for other in sentence.by_start.get(word.text[:3], ()) if one_word(word.text, other.text)
        ]
        if len(alike) == counts[word.stem]:  # as often here as there: the first is the first
            found[word] = alike[seen[word.stem]]
            seen[word.stem] += 1
        elif alike:
            found[word] = next((other for other in alike if other.denied == word.denied), alike[0])
    return found


def _opposed(words: Sequence[SaidWord], sentence: Reading, pairs: Mapping[SaidWord, SaidWord]) -> list[tuple[str, str]]:
    """Opposites of which neither text has both. Where one of them is denied they say the same."""
    return sorted(
        (word.text, other.text) for word, other in _opposites(words, sentence, pairs) if word.denied == other.denied
    )


def _swapped(
    words: Sequence[SaidWord],
    others: Sequence[SaidWord],
    pairs: Mapping[SaidWord, SaidWord],
    explained: Collection[SaidWord],
) -> list[tuple[str, str]]:
    """Words in whose place the sentence has another: right beside the same word, or between the same two."""
    here, there = {word.at: word for word in words}, {word.at: word for word in others}
    found = [
        (here.get(word.at + step), there.get(other.at + step)) for word, other in pairs.items() for step in (-1, 1)
    ]
    found += _between(words, others, pairs)
    taken = {other.at for other in pairs.values()}
    return [
        (mine.text, theirs.text)
        for mine, theirs in found
        if mine and theirs and mine not in explained and theirs.at not in taken
    ]


def _between(
    words: Sequence[SaidWord], others: Sequence[SaidWord], pairs: Mapping[SaidWord, SaidWord]
) -> Iterator[tuple[SaidWord, SaidWord]]:
    """One word each between two that both have, in the same order, whatever little words stand there too."""
    places = {other.at: number for number, other in enumerate(others)}
    for before, mine, after in zip(words, words[1:], words[2:], strict=False):
        if before in pairs and after in pairs and mine not in pairs:
            first, last = places[pairs[before].at], places[pairs[after].at]
            if last - first == 2:
                yield mine, others[first + 1]


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
