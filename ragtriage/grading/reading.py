"""A sentence as what it can be held against another by: its words, affirmed or denied, its amounts and its names."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal

from ragtriage.anchors.guard import Token, tokens
from ragtriage.grading.amounts import Amount, amounts
from ragtriage.grading.denial import AFFIRMED, ITSELF, clause_numbers, denied_tokens
from ragtriage.grading.word_places import from_or_to, names_something, says_free, says_something
from ragtriage.grading.words import EXISTING, LIGHT, duty, is_content, quantity, stem, without_elision


@dataclass(frozen=True, slots=True)
class SaidWord:
    """A word that says what a sentence is about."""

    text: str
    """In lower case."""
    stem: str
    denied: bool
    strongly: bool
    """It is this word that is denied (“no fee”), not only the clause that it is in."""
    name: bool
    """It names something: a capital within the sentence, or letters and digits mixed."""
    at: int
    """Which token it is."""
    role: str = ""
    """`from` or `to`, where that stands before it."""
    clause: int = 0
    """Which clause of its sentence it is in."""
    asked: bool = False
    """It comes from the question that a short answer is read with."""

    @property
    def weight(self) -> float:
        """How much it counts for: words by which something is only said to be there count little."""
        if self.asked:
            return 0.3
        if self.name:
            return 1.5
        if self.text in EXISTING:
            return 0.3
        return 0.6 if self.text in LIGHT else 1.0


@dataclass(frozen=True, slots=True)
class Reading:
    """A sentence, read."""

    start: int
    """Code points in the text that it stands in."""
    end: int
    words: tuple[SaidWord, ...]
    amounts: tuple[Amount, ...]
    conditional: bool
    """Whether what it says holds only under a condition: if, unless, except."""
    prevents: bool
    """Whether it says that something is kept from happening: what that denies cannot be told."""
    denies: bool
    """Whether any of it is denied."""
    quantity: Literal["all", "some", ""] = ""
    """Whether it speaks of all of something, or of a part."""
    duty: Literal["must", "may", ""] = ""
    """Whether it says that something must be, or that it may."""
    by_stem: Mapping[str, list[SaidWord]] = field(init=False, repr=False, compare=False)
    by_text: Mapping[str, list[SaidWord]] = field(init=False, repr=False, compare=False)
    by_start: Mapping[str, list[SaidWord]] = field(init=False, repr=False, compare=False)
    """By the first three letters."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "by_stem", _filed((word.stem, word) for word in self.words))
        object.__setattr__(self, "by_text", _filed((word.text, word) for word in self.words))
        object.__setattr__(self, "by_start", _filed((word.text[:3], word) for word in self.words))

    @property
    def weight(self) -> float:
        """Of all its words together."""
        return sum(word.weight for word in self.words)


def _filed(pairs: Iterable[tuple[str, SaidWord]]) -> Mapping[str, list[SaidWord]]:
    found: dict[str, list[SaidWord]] = {}
    for key, word in pairs:
        found.setdefault(key, []).append(word)
    return found


_CONDITIONS = frozenset(
    "if unless except when whenever until provided otherwise wenn falls sofern außer si sauf siempre salvo".split()
)
_PREVENTING = frozenset(
    "prevent prevents prevented preventing avoid avoids avoided avoiding verhindert verhindern vermeidet vermeiden"
    " évite éviter empêche evita evitar impide".split()
)
_WAIVED = frozenset("waived entfällt entfallen erlassen".split())
"""Words that take back the fee which their sentence names."""
_GERMAN = frozenset(
    "der das und ist nicht wird werden eine einen einem einer für auf keine keinen kein auch oder sind durch zum"
    " zur bei".split()
)
"""Words that tell German, where capitals name nothing."""


def reading_of(text: str, start: int = 0, end: int | None = None) -> Reading:
    """`text[start:end]` as one sentence."""
    end = len(text) if end is None else end
    found = tokens(text, start, end)
    lower = [without_elision(token.text.lower()) for token in found]
    counted = amounts(text, found)
    denied = denied_tokens(text, found)
    _deny_nothing_counted(lower, counted, denied)
    return Reading(
        start,
        end,
        tuple(_words(found, lower, denied, _taken(counted))),
        tuple(counted),
        not _CONDITIONS.isdisjoint(lower),
        not _PREVENTING.isdisjoint(lower),
        any(denied),
        quantity(lower),
        duty(lower),
    )


def _deny_nothing_counted(lower: Sequence[str], counted: Sequence[Amount], denied: list[int]) -> None:
    """“A fee of 0 EUR”, “the fee is zero”: what a zero counts is denied, the word before it or else behind it."""
    for amount in counted:
        if amount.values != {"0"} or not _counts_nothing(amount, lower):
            continue
        places = [*range(amount.first - 1, max(-1, amount.first - 5), -1), *range(amount.last, amount.last + 2)]
        at = next(
            (at for at in places if 0 <= at < len(lower) and is_content(lower[at]) and lower[at][0].isalpha()), None
        )
        if at is not None:
            denied[at] = AFFIRMED if denied[at] else ITSELF


def _counts_nothing(amount: Amount, lower: Sequence[str]) -> bool:
    """Whether a zero says that there is none: a sum, a share, or the word; not in “down to zero”."""
    if amount.kind.startswith(("money", "%")):
        return True
    return lower[amount.first] == "zero" and lower[max(0, amount.first - 1)] not in (
        "to",
        "at",
        "below",
        "above",
        "from",
    )


def _taken(counted: Sequence[Amount]) -> set[int]:
    return {at for amount in counted for at in range(amount.first, amount.last)}


def _words(
    found: Sequence[Token], lower: Sequence[str], denied: Sequence[int], taken: Collection[int]
) -> Iterator[SaidWord]:
    """The words that are in no amount; “free of charge” as the fee that it denies."""
    capitals, clauses = _GERMAN.isdisjoint(lower), clause_numbers(lower)
    at = 0
    while at < len(lower):
        word = lower[at]
        if says_free(lower, at):
            yield SaidWord(word, "fee", denied=not denied[at], strongly=True, name=False, at=at, clause=clauses[at])
            at += 3 if lower[at + 1 : at + 2] == ["of"] else 1
            continue
        waived = stem(word) == "fee" and not _WAIVED.isdisjoint(lower)
        if at not in taken and not waived and says_something(found, lower, at):
            name = names_something(found, at, capitals=capitals)
            itself, role = denied[at] == ITSELF, from_or_to(lower, at)
            yield SaidWord(word, stem(word), bool(denied[at]), itself, name, at, role, clauses[at])
        at += 1


def both(one: Reading, other: Reading) -> Reading:
    """Two sentences that follow each other, as one."""
    return joined_sentences((one, other))


def joined_sentences(sentences: Sequence[Reading]) -> Reading:
    """Sentences that follow each other, as one; none of them is an empty one."""
    words: list[SaidWord] = []
    shift = 0
    for sentence in sentences:
        words += [replace(word, at=word.at + shift, clause=word.clause + shift) for word in sentence.words]
        shift = words[-1].at + _APART if words else 0
    return Reading(
        sentences[0].start if sentences else 0,
        sentences[-1].end if sentences else 0,
        tuple(words),
        tuple(amount for sentence in sentences for amount in sentence.amounts),
        any(sentence.conditional for sentence in sentences),
        any(sentence.prevents for sentence in sentences),
        any(sentence.denies for sentence in sentences),
        next((sentence.quantity for sentence in sentences if sentence.quantity), ""),
        next((sentence.duty for sentence in sentences if sentence.duty), ""),
    )


_APART = 10
"""Tokens that lie between two sentences: no word of one is beside one of the other."""
