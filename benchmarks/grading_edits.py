"""What the built-in grader sees of an edit: `python benchmarks/grading_edits.py CORPUS [LANGUAGE]`.

Sentences of the corpus (`.jsonl` with `doc_id` and `text`), a few of each document, are claims: as they stand, and with
one edit each of every kind that `anchors bench` has, held against the passage that they come from. Prints how often
each mark was given: as it stands a sentence should be supported, and with another number, name or negation never.
Seeded.
"""

import random
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from ragtriage.anchors.bench_files import read_corpus
from ragtriage.anchors.bench_inside import INSIDE
from ragtriage.anchors.bench_languages import LANGUAGES
from ragtriage.anchors.bench_site import Site
from ragtriage.corpus.sentences import sentence_spans
from ragtriage.grading.lexical import LexicalGrader
from ragtriage.grading.model import Claim
from ragtriage.grading.statements import states

SEED = 2026
PER_DOCUMENT = 3
LENGTHS = range(60, 221)
AROUND = 500
"""Characters of the document before and behind the sentence."""
MARKS = ("supported", "contradicted", "undecided", "not_found")


def sampled(texts: dict[str, str]) -> Iterator[tuple[str, str]]:
    """(sentence, passage that holds it), a few of each document."""
    rng = random.Random(SEED)
    for text in texts.values():
        spans = [span for span in sentence_spans(text) if is_usable(text[slice(*span)])]
        for start, end in rng.sample(spans, min(PER_DOCUMENT, len(spans))):
            yield text[start:end], text[max(0, start - AROUND) : end + AROUND]


def is_usable(sentence: str) -> bool:
    """Whether it is one whole statement on one line."""
    return len(sentence) in LENGTHS and sentence.endswith((".", "。")) and "\n" not in sentence and states(sentence)


def edited(sentence: str, language: str) -> Iterator[tuple[str, str]]:
    """(kind of edit, the sentence after it)."""
    for kind, edit in INSIDE.items():
        site = Site(
            sentence, 0, len(sentence), LANGUAGES[language], random.Random(f"{SEED} {kind} {sentence}"), language
        )
        made = edit(site)
        if made and made != sentence:
            yield kind, made


def main(corpus: str, language: str = "en") -> None:
    """Print how often each mark was given, by kind of edit."""
    grader = LexicalGrader()
    counts: dict[str, Counter[str]] = {}
    for sentence, passage in sampled(read_corpus(Path(corpus))):
        for kind, claim in (("as it stands", sentence), *edited(sentence, language)):
            [found] = grader.judge([Claim(claim, (0, len(claim)))], [passage])
            counts.setdefault(kind, Counter())[found.mark] += 1
    print(f"{'edit':<20}" + "".join(f"{mark:>14}" for mark in MARKS))
    for kind, marks in sorted(counts.items(), key=lambda item: item[1]["supported"] / item[1].total()):
        print(f"{kind:<20}" + "".join(f"{marks[mark]:>14}" for mark in MARKS))


if __name__ == "__main__":
    main(*sys.argv[1:])
