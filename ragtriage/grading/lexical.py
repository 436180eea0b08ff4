"""The built-in grader: by the words, numbers, units and names that a claim and a sentence share, and by what is denied.

It needs no network and no model, and says the same every time. It knows no synonyms: what is said in other words it
does not find, and where too little is shared it says that it cannot tell. It is uncalibrated until people's labels say
how often it is right.
"""

import hashlib
import json
import re
from collections.abc import Sequence
from dataclasses import replace

from ragtriage.grading.comparison import ClaimMatch, held_against
from ragtriage.grading.model import Claim, ClaimFinding, SentencePlace, Trust
from ragtriage.grading.read_texts import ReadText, read_text
from ragtriage.grading.reading import Reading, both, reading_of
from ragtriage.grading.statements import claims_of, without_lead, without_markers
from ragtriage.metrics.generation import Mark
from ragtriage.metrics.nuggets import NuggetMark

VERSION = 6
"""Raised whenever the same texts can get other marks."""

SUPPORTED_FROM = 0.7
"""Share of a claim's words in one sentence from which it may be supported."""
CONTRADICTED_FROM = 0.75
"""Share from which a denial, an opposite or another number is of the same matter."""
NEAR_FROM = 0.5
"""Share from which a sentence is near enough that words alone cannot tell."""
_SCATTERED_FROM = 0.85
_PART_FROM = 0.5
_RANKS: tuple[Mark, ...] = ("supported", "contradicted", "undecided", "not_found")
_CLOSER = 0.1
"""A contradiction that has so much more of the claim goes before a sentence that supports it."""

_HOW = frozenset("long much many often fast soon time times lange viel viele oft schnell".split())
"""What a question asks for by them is the amount."""
_LANGUAGES = "the claim and the passages are in different languages: words cannot tell"


class LexicalGrader:
    """Marks claims by word overlap. Holds nothing: one serves all."""

    name = "lexical"
    trust: Trust = "uncalibrated"

    @property
    def fingerprint(self) -> str:
        """12 hex digits over the version and the thresholds."""
        ground = [self.name, VERSION, SUPPORTED_FROM, CONTRADICTED_FROM, NEAR_FROM, _SCATTERED_FROM]
        return hashlib.sha256(json.dumps(ground).encode()).hexdigest()[:12]

    def claims(self, text: str, question: str = "") -> tuple[Claim, ...]:
        """The sentences and list items of a text that state something."""
        return claims_of(text, question)

    def judge(self, claims: Sequence[Claim], passages: Sequence[str]) -> tuple[ClaimFinding, ...]:
        """What the passages say of each claim."""
        if not any(passage.strip() for passage in passages):
            return tuple(ClaimFinding("not_found", "there is no text to find it in") for _ in claims)
        foreign = _foreign([claim.text for claim in claims], passages)
        found = tuple(_verbatim(claim, passages) or _judged(_reading_of(claim), passages) for claim in claims)
        return tuple(_cannot_tell(one) if foreign else one for one in found)

    def nuggets(self, nuggets: Sequence[str], answer: str) -> tuple[tuple[NuggetMark, ClaimFinding], ...]:
        """Whether the answer states each nugget: all of it in a sentence or two, a part, or none."""
        found = self.judge([Claim(text, (0, len(text))) for text in nuggets], [answer])
        return tuple((_nugget_mark(text, one, answer), one) for text, one in zip(nuggets, found, strict=True))


def _nugget_mark(text: str, finding: ClaimFinding, answer: str) -> NuggetMark:
    if finding.mark == "supported":
        return "YES"
    if finding.mark == "contradicted":
        return "NO"
    whole = held_against(reading_of(text), read_text(answer).whole)
    return "PARTIAL" if whole.coverage >= _PART_FROM and not whole.contrary and not whole.missing else "NO"


def _reading_of(claim: Claim) -> Reading:
    """A claim's words; where they say too little, those of the question with them."""
    said = reading_of(without_lead(without_markers(claim.text)))
    if not claim.about:
        return said
    asked = reading_of(claim.about)
    if not said.words and not said.amounts:
        words = tuple(replace(word, denied=word.denied != claim.denies) for word in asked.words)
        return replace(asked, words=words)
    words = tuple(replace(word, asked=True) for word in asked.words if word.text not in _HOW)
    return both(said, replace(asked, words=words, amounts=()))


_BEFORE = 20
"""Characters before a sentence that are looked at, and so what no run of blanks or marks among them is longer than."""
_ENDS = re.compile(
    r"(?:\A|[.!?。！？]|\n[ \t]{0,20}\n|(?:\A|\n)[ \t]{0,20}(?:[-*•>|]|\d{1,3}[.)]))[\s\"'”’)\]*_`]{0,20}\Z"
)
"""What stands before a sentence: the end of another, a blank line, the mark of a list; not where a line was wrapped."""
_GOES_ON = re.compile(r"[ \t]*[^\s.!?:;。！？|\"'”’)\]*_`]")


def _verbatim(claim: Claim, passages: Sequence[str]) -> ClaimFinding | None:
    """The whole claim, word for word, as a sentence of its own; None where it stands nowhere so."""
    words = without_lead(without_markers(claim.text)).split()
    if claim.about or len(words) not in _VERBATIM:
        return None
    pattern = re.compile(r"\s+".join(map(re.escape, words)))
    for number, passage in enumerate(passages, 1):
        for found in pattern.finditer(passage):
            ended = words[-1][-1] in ".!?。！？" or not _GOES_ON.match(passage, found.end())
            if ended and _ENDS.search(passage, max(0, found.start() - _BEFORE), found.start()):
                place = SentencePlace(number, found.start(), found.end(), found.group())
                return ClaimFinding("supported", "word for word", place)
    return None


_VERBATIM = range(3, 400)
"""Words of a claim that is looked for word for word."""


def _judged(claim: Reading, passages: Sequence[str]) -> ClaimFinding:
    if not claim.words and not claim.amounts:
        return ClaimFinding("undecided", "it has no words to look for")
    found = [one for number, passage in enumerate(passages, 1) for one in _in_passage(claim, number, passage)]
    if not found:
        return ClaimFinding("not_found", "no sentence has any of its words")
    mark, comparison, number = _best(found)
    if mark == "not_found" and _scattered(claim, passages[number - 1]):
        mark, reason = "undecided", "its words are in one passage, but not in one place"
    else:
        reason = _reason(mark, comparison)
    start, end = comparison.sentence.start, comparison.sentence.end
    return ClaimFinding(mark, reason, SentencePlace(number, start, end, passages[number - 1][start:end]))


_Found = tuple[Mark, ClaimMatch, int]
"""A mark, what it rests on, and the number of its passage."""


def _in_passage(claim: Reading, number: int, passage: str) -> list[_Found]:
    """What the likely sentences of a passage say of the claim; where none decides, each two that follow each other."""
    text = read_text(passage)
    likely = text.likely(claim)
    found: list[_Found] = []
    for place in likely:
        comparison = held_against(claim, text.sentences[place])
        if comparison.coverage:
            found.append((_mark(claim, comparison, text), comparison, number))
    if any(mark in ("supported", "contradicted") for mark, *_ in found):
        return found
    for pair in text.pairs(likely):
        comparison = held_against(claim, pair)
        if not comparison.contrary and _mark(claim, comparison, text) == "supported":
            found.append(("supported", comparison, number))
    return found


def _mark(claim: Reading, found: ClaimMatch, text: ReadText) -> Mark:
    """`text`: the whole passage, as what is spoken of may be named in another sentence."""
    if found.coverage >= CONTRADICTED_FROM and _contradicts(found):
        return "undecided" if _of_something_else(claim, found) else "contradicted"
    if found.contrary:
        return "undecided" if found.coverage >= SUPPORTED_FROM else "not_found"
    if found.missing or any(word.name and not text.names(word.stem) for word in claim.words):
        return "not_found"
    if found.coverage >= SUPPORTED_FROM:
        return "undecided" if found.swapped or _claims_more(claim, found.sentence) else "supported"
    return "undecided" if found.coverage >= NEAR_FROM else "not_found"


def _of_something_else(claim: Reading, found: ClaimMatch) -> bool:
    """Whether a sentence that says otherwise may say it of another thing, or under a condition only."""
    under_condition = found.sentence.conditional and not claim.conditional and not found.clashing
    kept_from = found.sentence.prevents != claim.prevents
    return bool(found.swapped or found.absent) or under_condition or kept_from or len(found.opposed) > 1


def _claims_more(claim: Reading, sentence: Reading) -> bool:
    """Whether a claim speaks of all and the sentence of some, or says must where that says may; or the other way."""
    pairs = ((claim.quantity, sentence.quantity), (claim.duty, sentence.duty))
    return any(one and other and one != other for one, other in pairs)


def _contradicts(found: ClaimMatch) -> bool:
    return bool(found.opposed or found.clashing or found.turned or found.is_denied)


def _best(found: Sequence[_Found]) -> _Found:
    """The one that decides: what supports goes before what contradicts, unless that has clearly more of the claim."""
    best = min(found, key=lambda one: (_RANKS.index(one[0]), -one[1].coverage))
    if best[0] != "supported":
        return best
    against = [one for one in found if one[0] == "contradicted" and one[1].coverage >= best[1].coverage + _CLOSER]
    return max(against, key=lambda one: one[1].coverage, default=best)


def _scattered(claim: Reading, passage: str) -> bool:
    whole = held_against(claim, read_text(passage).whole)
    return whole.coverage >= _SCATTERED_FROM and not whole.contrary and not whole.missing


def _reason(mark: Mark, found: ClaimMatch) -> str:
    if mark == "supported":
        return f"{found.coverage:.0%} of its words, and all of its numbers"
    if found.clashing:
        here, there = found.clashing[0]
        return f"{there} there, {here} here"
    if found.opposed:
        here, there = found.opposed[0]
        return f"“{there}” there, “{here}” here"
    if found.turned:
        return f"from and to the other way round: {', '.join(found.turned[:2])}"
    if found.denied:
        return f"one denies what the other says: {', '.join(found.denied[:3])}"
    if found.missing:
        return f"{found.missing[0]} is not there"
    if found.absent:
        return f"“{found.absent[0]}” is not there"
    if mark == "undecided" and found.coverage >= SUPPORTED_FROM and not found.swapped:
        return "one speaks of all or says must, the other of some, or may"
    if found.swapped:
        here, there = found.swapped[0]
        return f"“{there}” stands where it says “{here}”"
    return f"{found.coverage:.0%} of its words"


def _foreign(claims: Sequence[str], passages: Sequence[str]) -> bool:
    """Whether claims and passages are in languages that share no words."""
    from ragtriage.metrics.declines.folding import folded_answer
    from ragtriage.metrics.declines.language import languages_of

    one, other = (languages_of(folded_answer(" ".join(texts)[:4000])) for texts in (claims, passages))
    return bool(one and other) and set(one).isdisjoint(other)


def _cannot_tell(finding: ClaimFinding) -> ClaimFinding:
    if finding.mark == "supported":
        return finding
    return ClaimFinding("undecided", _LANGUAGES, finding.sentence)
