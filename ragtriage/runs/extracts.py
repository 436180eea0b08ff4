"""The answer of the built-in system: the sentences of the context that say most of what was asked, word for word.

It writes nothing of its own, so that whatever is wrong with an answer is wrong with what was retrieved.
"""

import contextlib
import math
import re
import sqlite3
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from ragtriage.corpus.terms import question_terms, spaced
from ragtriage.runs.model import Passage

MOST_SENTENCES = 3
_SHORTEST, _LONGEST = 12, 600
"""Code points; a label is no sentence, nor is a table or a log without full stops."""
_WORTH = 0.1
"""Share of the weight that the context can cover which a further sentence must add to be quoted."""

_BLOCK = re.compile(r"\n\s*\n|\n(?=\s*(?:[-*+•]|#{1,6}|\d+[.)]|\|)\s?)")
_HEADING = re.compile(r"\A#{1,6}\s+")
_MARK = re.compile(r"\A(?:[-*+•]|\d+[.)])\s+")
_RULE = re.compile(r"^[ \t]*(?:```\w*|[-=*_|:](?: *[-=*_|:])+|\[[A-Z]+\])[ \t]*$", re.MULTILINE)
"""A line that holds no words of its own: a fence, a rule, the line under a table's head, a label of AsciiDoc."""
_SENTENCE_END = re.compile(r"(?:(?<=[.!?…])|(?<=[.!?…][\"'”’)\]]))\s+(?=[\"'“‘(\[*`]*[^\Wa-z_])|(?<=[。！？])")


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence of a passage, white space made single."""

    text: str
    passage: Passage
    heading: bool = False


def passage_sentences(passage: Passage) -> list[Sentence]:
    """The sentences of a passage, in order, without the marks of headings and list items.

    A piece that the passage's border cut in two is left out, unless there is nothing else.
    """
    found: list[Sentence] = []
    for block in _BLOCK.split(_RULE.sub("", passage.text)):
        text = block.strip()
        head, _, rest = text.partition("\n") if _HEADING.match(text) else ("", "", text)
        # Marks come off before sentences are told apart: `1. Open it.` is one sentence, and `**All** of it` none less.
        found += _clean(_HEADING.sub("", head), passage, heading=True)
        for piece in _SENTENCE_END.split(_MARK.sub("", rest.strip())):
            found += _clean(piece, passage)
    whole = found[_cut_at_start(passage, found) : len(found) - _cut_at_end(found)]
    return whole or found


def _clean(piece: str, passage: Passage, *, heading: bool = False) -> list[Sentence]:
    """The piece as a sentence; none where it holds no words."""
    text = " ".join(piece.split())
    return [Sentence(text, passage, heading)] if any(map(str.isalnum, text)) else []


def _cut_at_start(passage: Passage, found: Sequence[Sentence]) -> int:
    return int(bool(passage.start and found and not found[0].heading and found[0].text[:1].islower()))


def _cut_at_end(found: Sequence[Sentence]) -> int:
    return int(bool(found and not found[-1].heading and found[-1].text[-1:] not in ".!?…:;)]\"'”’。！？`"))


def best_sentences(question: str, context: Sequence[Passage]) -> list[Sentence]:
    """Up to three sentences that together hold most of the question's content words, in the order of the context.

    Words weigh by their idf among the sentences of the context, and are stemmed as the search stems them. Each further
    sentence must add something. Empty when nothing of the context is a sentence.
    """
    seen: dict[str, Sentence] = {}
    for passage in context:
        for sentence in passage_sentences(passage):
            seen.setdefault(sentence.text.casefold(), sentence)
    all_of_them = list(seen.values())
    choices = [s for s in all_of_them if not s.heading and _SHORTEST <= len(s.text) <= _LONGEST] or all_of_them
    if not choices:
        return []
    held, weights = _held_terms(question_terms(question), choices)
    return [choices[at] for at in sorted(_greedily(held, weights))]


def _greedily(held: Sequence[set[str]], weights: Mapping[str, float]) -> list[int]:
    """Indices of sets, each the one that adds most weight to those before; the first always, others if worth it."""
    total = sum(weights[term] for term in set().union(*held))
    chosen: list[int] = []
    covered: set[str] = set()
    while len(chosen) < MOST_SENTENCES:
        gains = [sum(weights[term] for term in terms - covered) for terms in held]
        best = max(range(len(held)), key=lambda at: (at not in chosen, gains[at], -at))
        if chosen and (best in chosen or gains[best] <= _WORTH * total):
            break
        chosen.append(best)
        covered |= held[best]
    return chosen


def _held_terms(terms: Sequence[str], choices: Sequence[Sentence]) -> tuple[list[set[str]], dict[str, float]]:
    """The terms that each sentence holds, and each term's idf among the sentences; by the search's own tokenizer."""
    held: list[set[str]] = [set() for _ in choices]
    weights: dict[str, float] = {}
    with contextlib.closing(sqlite3.connect(":memory:")) as db:
        db.execute("CREATE VIRTUAL TABLE s USING fts5 (text, tokenize='porter unicode61 remove_diacritics 2')")
        rows = ((at, spaced(sentence.text)) for at, sentence in enumerate(choices))
        db.executemany("INSERT INTO s (rowid, text) VALUES (?, ?)", rows)
        for term in terms:
            holders = [row[0] for row in db.execute("SELECT rowid FROM s WHERE s MATCH ?", (term,))]
            weights[term] = math.log1p((len(choices) - len(holders) + 0.5) / (len(holders) + 0.5))
            for at in holders:
                held[at].add(term)
    return held, weights
