"""What a text claims: its sentences and list items, without courtesies, hedges, questions and what only declines.

A sentence is a claim, as no rule can cut it finer without a model. An answer of a word or two is read with its
question: “Yes.” claims what was asked, “14 days.” says how long.
"""

import re
from collections.abc import Iterator

from ragtriage.anchors.guard import tokens
from ragtriage.corpus.sentences import spans_of, units
from ragtriage.grading.model import Claim, Span
from ragtriage.grading.reading import reading_of

_COURTESY = re.compile(
    r"\W*(?:"
    r"(?:i )?hope (?:this|that|it) |let me know|feel free|(?:please )?(?:do not|don['’]t) hesitate"
    r"|if you (?:have|need) (?:any|more|further)"
    r"|(?:i['’]?m|i am|we['’]?re) (?:happy|glad|sorry|afraid)|(?:thank you|thanks)\b|you['’]?re welcome"
    r"|(?:great|good) question"
    r"|(?:sure|certainly|of course|absolutely|hello|hi|dear)\b[^.]{0,30}[.!]*\Z|(?:best|kind) regards"
    r"|is there anything else"
    r"|here (?:is|are) (?:the|some|what|how)\b[^.]{0,60}:\s*\Z"
    r"|(?:based on|according to) (?:the|your) (?:provided |given |retrieved )?(?:context|documents?"
    r"|sources?|documentation|information)[^.]{0,20}:\s*\Z"
    r"|ich hoffe|gerne[,!. ]|vielen dank|bei (?:weiteren )?fragen|melden sie sich|guten tag|hallo\b"
    r"|j['’]espère|n['’]hésitez pas|merci\b|bonjour\b|espero que|no dude en|gracias\b|spero che|grazie\b|obrigad[oa]\b"
    r")",
    re.IGNORECASE,
)
"""How sentences begin that say nothing of the matter."""
_QUESTION_MARKS = "?？؟"
_POINTER = re.compile(
    r"\W*(?:see|siehe|voir|source|sources|quelle|quellen|reference|references)\b[^.]{0,20}[:\s]", re.IGNORECASE
)
_MARKER = re.compile(
    r"\[\^?\d{1,3}(?:\s*[,;–-]\s*\^?\d{1,3}){0,9}\]"  # [1], [1, 2], [^3]
    r"|\[[^\[\]\n]{0,60}[#/:][^\[\]\n]{0,60}\](?!\()"  # [kb/faq#3], [source: a]
    r"|【[^【】\n]{0,80}】",
)
"""A citation within a sentence; not the name of a button in brackets."""
YES = frozenset("yes yep yeah ja oui si sí sim tak да 是 はい 네 correct".split())
NO = frozenset("no nope nein non não nee nie нет 不 いいえ 아니요".split())
"""How answers to a question that asks whether begin."""
_FEW = 2
"""Content words and amounts from which a claim stands for itself."""


def claims_of(text: str, question: str = "") -> tuple[Claim, ...]:
    """What a text states, sentence by sentence, in order. `question`: what short answers are read with."""
    return tuple(claim for span in stated_spans(text) if (claim := _claim(text, span, question)) is not None)


def sentences_of(text: str) -> list[Span]:
    """Every sentence and list item of a text; no headings, and no lines of code."""
    plain = without_markers(text)  # “14 days.[1] It is …” are two sentences
    return [
        span
        for unit in units(plain, 0, len(plain))
        if unit.kind in ("prose", "item", "row")
        for whole in spans_of(plain, unit)
        for span in _at_other_stops(plain, *whole)
    ]


def _at_other_stops(text: str, start: int, end: int) -> Iterator[Span]:
    """A span, cut where a danda or an Arabic mark ends a sentence."""
    at = start
    for stop in _OTHER_STOPS.finditer(text, start, end):
        yield at, stop.end(1)
        at = stop.end()
    if at < end:
        yield at, end


_OTHER_STOPS = re.compile(r"([।॥۔؟])\s*")


def stated_spans(text: str) -> list[Span]:
    """The sentences that state something."""
    return [(start, end) for start, end in sentences_of(text) if states(text[start:end])]


def states(sentence: str) -> bool:
    """Whether a sentence says something that can be true or false of the matter."""
    said = without_markers(sentence).strip(" \t\n*_`\"'”’)»")
    if not any(map(str.isalnum, said)):
        return False
    if said[-1] in _QUESTION_MARKS or _COURTESY.match(said) or _POINTER.match(said):
        return False
    return not _declines(said)


def without_markers(sentence: str) -> str:
    """A sentence of the same length, with blanks where it cites something."""
    return _MARKER.sub(lambda mark: " " * len(mark[0]), sentence)


_SOURCE = (
    r"(?:the |your |our )?(?:provided |given |retrieved |above )?"
    r"(?:context|documents?|documentation|sources?|passages?)"
)
_LEAD = re.compile(
    rf"\W*(?:(?:based on|according to|as per|per) {_SOURCE}(?: provided| given| above)?,?"
    rf"|{_SOURCE} (?:states?|says?|mentions?|indicates?|specif(?:y|ies)|notes?|explains?) that"
    r"|(?:laut|gemäß|nach) (?:den |dem |der )?(?:dokumenten?|dokumentation|kontext|unterlagen),?)\s",
    re.IGNORECASE,
)
"""How an answer names its source before it says what stands there."""


def without_lead(sentence: str) -> str:
    """A sentence of the same length, with blanks where it only names its source: “According to the documents, …”."""
    found = _LEAD.match(sentence)
    return " " * found.end() + sentence[found.end() :] if found else sentence


def _declines(sentence: str) -> bool:
    from ragtriage.metrics.declines.rule import UnknownLanguageError, declining_words

    try:
        return declining_words(sentence) is not None
    except UnknownLanguageError:
        return False


def _claim(text: str, span: Span, question: str) -> Claim | None:
    said = without_markers(text[slice(*span)])
    seen = reading_of(said)
    words = [word for word in seen.words if word.text not in YES | NO]
    if len(words) + len(seen.amounts) >= _FEW or (words and not question):
        return Claim(text[slice(*span)], span)
    if words or seen.amounts:
        return Claim(text[slice(*span)], span, about=question)
    said_yes = yes_or_no(said)
    if not question or said_yes is None:
        return None
    return Claim(text[slice(*span)], span, about=question, denies=not said_yes)


def yes_or_no(text: str) -> bool | None:
    """What a text begins with; None where that is neither yes nor no."""
    first = next((token.text.lower() for token in tokens(text[:200]) if token.text[0].isalnum()), "")
    if first in YES:
        return True
    return False if first in NO else None
