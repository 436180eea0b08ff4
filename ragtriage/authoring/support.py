"""Does the evidence say what a nugget says? Words and numbers, no more: a first look, for a person to take or leave."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from ragtriage.authoring.corpus import Corpus
from ragtriage.cases.model import Evidence, Quote
from ragtriage.corpus.sentences import paragraph_around, spans_within
from ragtriage.corpus.terms import content_words

SUPPORTED_FROM = 0.5
"""Share of a nugget's content words that quotes and the sentences around them must hold."""
_STEM = 4
"""Letters that two forms of a word have in common at least: `prorate`, `prorated`."""
_ENDING = 3
"""Letters of a word that may be its ending."""
_NUMBER = re.compile(r"\d+(?:[.,:]\d+)*")
_TOLD = 3
_HELD = 256


@dataclass(frozen=True, slots=True)
class Said:
    """What a case's evidence says, as words and numbers."""

    stems: frozenset[str]
    """Every word, and every beginning of a longer one."""
    numbers: frozenset[str]


@dataclass(frozen=True, slots=True)
class _Stands:
    """A quote in its document."""

    plainly: bool
    """At one place, or prefix, suffix and path tell which is meant."""
    sentence: str
    """With the rest of the sentences that it begins and ends in."""


class Support:
    """What quotes say where they stand, kept from one key press to the next."""

    def __init__(self, corpus: Corpus | None) -> None:
        self._corpus = corpus
        self._stands: dict[Quote, _Stands] = {}
        self._said: tuple[Sequence[Evidence], Said] | None = None

    def text(self, doc_id: str) -> str:
        """The text of a document; empty when there is none."""
        return "" if self._corpus is None else self._corpus.text(doc_id)

    def stands_plainly(self, quote: Quote) -> bool:
        """Whether its document holds the quote at one place."""
        return self._of(quote).plainly

    def of(self, evidence: Sequence[Evidence]) -> Said:
        """What the evidence says, background too."""
        if self._said is None or self._said[0] != evidence:
            texts = [self._of(quote).sentence for piece in evidence for quote in piece.any_of]
            self._said = evidence, said_by(texts)
        return self._said[1]

    def _of(self, quote: Quote) -> _Stands:
        if quote not in self._stands:
            if len(self._stands) >= _HELD:
                self._stands.clear()
            self._stands[quote] = self._looked_up(quote)
        return self._stands[quote]

    def _looked_up(self, quote: Quote) -> _Stands:
        from ragtriage.anchors.under import quote_places

        text = self.text(quote.doc_id)
        places = quote_places(quote, text) if text else []
        if not places:
            return _Stands(False, quote.quote)
        start, end = places[0].start, places[0].end
        spans = [s for s in spans_within(text, *paragraph_around(text, start, end)) if s[1] > start and s[0] < end]
        if spans:
            start, end = min(start, spans[0][0]), max(end, spans[-1][1])
        return _Stands(len(places) == 1 and not places[0].context_differs, text[start:end])


def said_by(texts: Sequence[str]) -> Said:
    """What some texts say."""
    words = frozenset[str]().union(*map(content_words, texts))
    stems = {word[:size] for word in words for size in range(_STEM, len(word))}
    return Said(words | stems, frozenset(number for text in texts for number in _NUMBER.findall(text)))


def unsupported(nugget: str, said: Said) -> str:
    """What follows “Nugget 1” when what is said does not support it; empty when it does, as far as words tell."""
    missing = [number for number in dict.fromkeys(_NUMBER.findall(nugget)) if number not in said.numbers]
    if missing:
        more = f" and {len(missing) - _TOLD} more numbers" if len(missing) > _TOLD else ""
        return f"says {', '.join(missing[:_TOLD])}{more}, and no quote does."
    words = content_words(nugget)
    held = sum(word in said.stems or word[: max(_STEM, len(word) - _ENDING)] in said.stems for word in words)
    if words and held < SUPPORTED_FROM * len(words):
        return f"is not what the quotes say: they hold {held} of its {len(words)} words."
    return ""
