"""Is a quote accepted although its words or what stands around them were turned? Edits of known kind, by the thousand.

Quotes are sentences of the old snapshot that the new one holds once, in the same document, and that are accepted there
unseen: what is accepted after the edit is then the edit's doing.
"""

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from random import Random

from ragtriage.anchors.bench_edits import EDITS
from ragtriage.anchors.bench_languages import LANGUAGES, language_of
from ragtriage.anchors.bench_site import Site, Where
from ragtriage.anchors.haystack import Progress
from ragtriage.anchors.reanchor import reanchor
from ragtriage.cases.model import Quote

EACH = 2000
"""Edits made inside, around and beside, as far as there are quotes."""
_LONGEST = 60_000
"""Characters of a document that is edited; the edit is looked at many times."""
_APART = 37
"""Quotes between those with which two kinds of edit begin, so that each meets others."""
_OF_ONE = 6
"""Quotes of one document."""
_SENTENCE = re.compile(
    r"(?:(?<=\n)|(?<=[.!?] )|(?<=[。！？]))[^\W\d_]"
    r"(?:[^\n.!?。！？|<>`*_]|`[^`\n]{1,60}`|(?<=\d)\.(?=\d)){11,220}(?:[.!?](?=\s|$)|[。！？])"
)

_SELDOM = re.compile(r"[\d%$€£¥]")
"""What is in few sentences, so that these come first."""


@dataclass(frozen=True, slots=True)
class EditTally:
    """What came of one kind of edit."""

    where: Where
    n: int
    accepted_unseen: int
    """Of edits inside and around each is an error; of others, each that is missing was held for nothing."""


@dataclass(frozen=True, slots=True)
class AroundReport:
    """Every kind of edit, and the languages of the documents."""

    seed: int
    kinds: Mapping[str, EditTally]
    languages: Mapping[str, EditTally]
    """Edits inside and around together."""

    def accepted(self, *where: Where) -> tuple[int, int]:
        """(accepted unseen, edits) of these places."""
        tallies = [tally for tally in self.kinds.values() if tally.where in where]
        return sum(tally.accepted_unseen for tally in tallies), sum(tally.n for tally in tallies)

    @property
    def errors(self) -> int:
        """Turned quotes that were accepted unseen."""
        return self.accepted("inside", "around")[0]


@dataclass(frozen=True, slots=True)
class _Subject:
    """A quote that is accepted in the new snapshot as it is."""

    doc_id: str
    words: str
    language: str


def measure_around(
    old: Mapping[str, str],
    new: Mapping[str, str],
    *,
    each: int = EACH,
    seed: int = 0,
    progress: Progress | None = None,
) -> AroundReport:
    """Make up to `each` edits inside, around and beside quotes of `old` in `new`, and ask what is accepted.

    `progress` is told (edits done, edits in all).
    """
    subjects = list(_subjects(old, new, Random(seed), 2 * each))
    outcomes: list[tuple[str, str, bool]] = []
    for turn, where in enumerate(("inside", "around", "same")):
        kinds = [kind for kind, (place, _) in EDITS.items() if place == where]
        for kind, subject, accepted in _made(kinds, subjects, old, new, seed):
            outcomes.append((kind, subject.language, accepted))
            if progress is not None:
                progress(min(len(outcomes), turn * each + each), 3 * each)
            if sum(EDITS[one][0] == where for one, _, _ in outcomes) == each:
                break
    return AroundReport(
        seed,
        {kind: _tally(where, [a for k, _, a in outcomes if k == kind]) for kind, (where, _) in EDITS.items()},
        {
            language: _tally("around", [a for k, one, a in outcomes if one == language and EDITS[k][0] != "same"])
            for language in sorted({language for _, language, _ in outcomes})
        },
    )


def _made(
    kinds: Sequence[str], subjects: Sequence[_Subject], old: Mapping[str, str], new: Mapping[str, str], seed: int
) -> Iterator[tuple[str, _Subject, bool]]:
    """(kind, quote, accepted) in turn of the kinds, each from another quote on, as long as it applies to one."""
    left: dict[str, Iterator[_Subject]] = {}
    for n, kind in enumerate(kinds):
        first = n * _APART % max(1, len(subjects))
        left[kind] = iter([*subjects[first:], *subjects[:first]])
    while left:
        for kind in list(left):
            for subject in left[kind]:
                accepted = _accepted(subject, kind, old, new, Random(f"{seed} {kind} {subject.words}"))
                if accepted is not None:
                    yield kind, subject, accepted
                    break
            else:
                del left[kind]


def _tally(where: Where, accepted: Sequence[bool]) -> EditTally:
    return EditTally(where, len(accepted), sum(accepted))


def _subjects(old: Mapping[str, str], new: Mapping[str, str], random: Random, most: int) -> Iterator[_Subject]:
    """Quotes, the languages in turn."""
    by_language: dict[str, list[str]] = defaultdict(list)
    for doc_id in sorted(old.keys() & new.keys()):
        if len(new[doc_id]) <= _LONGEST:
            by_language[language_of(new[doc_id][:5000])].append(doc_id)
    for ids in by_language.values():
        random.shuffle(ids)
    found = 0
    while found < most and any(by_language.values()):
        for language, ids in by_language.items():
            if ids:
                doc_id = ids.pop()
                for words in _sentences(doc_id, old[doc_id], new[doc_id], random):
                    found += 1
                    yield _Subject(doc_id, words, language)


def _sentences(doc_id: str, old: str, new: str, random: Random) -> Iterator[str]:
    every = [match.group() for match in _SENTENCE.finditer(old)]
    random.shuffle(every)
    every.sort(key=lambda words: not _SELDOM.search(words))
    once = [words for words in every[: 4 * _OF_ONE] if old.count(words) == new.count(words) == 1]
    accepted = (words for words in once if reanchor(Quote(doc_id, words), new, old).accepted_unseen)
    for _, words in zip(range(_OF_ONE), accepted, strict=False):
        yield words


def _accepted(
    subject: _Subject, kind: str, old: Mapping[str, str], new: Mapping[str, str], random: Random
) -> bool | None:
    """Whether the quote is accepted unseen after the edit; None where the edit does not apply."""
    text = new[subject.doc_id]
    start = text.index(subject.words)
    language = subject.language
    site = Site(text, start, start + len(subject.words), LANGUAGES[language], random, language)
    edited = EDITS[kind][1](site)
    if edited is None or edited == text:
        return None
    return reanchor(Quote(subject.doc_id, subject.words), edited, old[subject.doc_id]).accepted_unseen
