"""Counts over a real project (OpenShift documentation, five runs), known from an independent script."""

import html
import json
import re
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from ragtriage.cases.model import Evidence, Quote
from ragtriage.metrics.matching import match_all
from ragtriage.metrics.rules import DocIdRules, MatchSettings
from ragtriage.runs.model import Passage

ROOT = Path(__file__).parents[2].parent / "shared" / "data" / "openshift-docs"
pytestmark = pytest.mark.skipif(not ROOT.exists(), reason="../shared/data/openshift-docs is not here")

STRICT = MatchSettings(overlap=1.0, join_split=False, accept_duplicates=True)
STRICT_HOME = MatchSettings(overlap=1.0, join_split=False, accept_duplicates=False)
DEFAULT = MatchSettings()
RUNS = ("bm25-w150", "bm25-w300-norefuse", "tfidf-section", "minilm-w150-nofilter")


@cache
def lines(pattern: str) -> list[dict[str, Any]]:
    [path] = ROOT.glob(pattern)
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()]


@cache
def snapshot(number: int) -> dict[str, str]:
    return {document["doc_id"]: document["text"] for document in lines(f"corpus/snapshot-{number}_*.jsonl")}


def answerable() -> Iterator[tuple[str, list[Evidence]]]:
    for case in lines("golden/golden.jsonl"):
        if case["answerable"]:
            yield case["id"], [Evidence((Quote(each["doc_id"], each["quote"]),)) for each in case["evidence"]]


def passages(output: dict[str, Any], stage: str, documents: dict[str, str]) -> list[Passage]:
    hits = [Passage(h["doc_id"], h["text"], h["chunk_id"], h["score"], h["start"], h["end"]) for h in output["hits"]]
    if stage == "candidates":
        return hits[:5]
    doc_ids = {hit.chunk_id: hit.doc_id for hit in hits}
    return [
        Passage(doc_id, documents[doc_id][c["start"] : c["end"]], c["chunk_id"], start=c["start"], end=c["end"])
        for c in output["context"]
        for doc_id in [doc_ids[c["chunk_id"]]]
    ]


def complete(run: str, stage: str, match: MatchSettings, number: int = 1) -> int:
    documents = snapshot(number)
    outputs = {output["case_id"]: output for output in lines(f"runs/{run}@s{number}.jsonl")}
    return sum(
        all(
            found.rank is not None
            for found in match_all(
                evidence, passages(outputs[case_id], stage, documents), match, DocIdRules(), documents.get
            )
        )
        for case_id, evidence in answerable()
    )


@pytest.mark.parametrize(
    ("stage", "match", "expected"),
    [
        ("candidates", STRICT, (102, 107, 98, 79)),
        ("context", STRICT, (97, 80, 89, 73)),
        ("candidates", STRICT_HOME, (97, 103, 95, 74)),
        ("candidates", DEFAULT, (97, 103, 99, 75)),
        ("context", DEFAULT, (92, 76, 87, 68)),
    ],
    ids=["strict", "strict-context", "strict-home", "default", "default-context"],
)
def test_cases_with_all_evidence_are_as_many_as_known(
    stage: str, match: MatchSettings, expected: tuple[int, ...]
) -> None:
    assert tuple(complete(run, stage, match) for run in RUNS) == expected


def test_evidence_drifts_in_the_second_snapshot() -> None:
    assert complete("bm25-w150", "candidates", STRICT, number=2) == 84


def one_letter_changed(text: str) -> str:
    """Another letter in the middle."""
    places = [at for at, char in enumerate(text) if char.isascii() and char.isalpha()]
    at = places[len(places) // 2]
    return f"{text[:at]}{'x' if text[at] != 'x' else 'q'}{text[at + 1 :]}"


def with_ligatures(text: str) -> str:
    for letters, ligature in (("ffi", "ﬃ"), ("ffl", "ﬄ"), ("ff", "ﬀ"), ("fi", "ﬁ"), ("fl", "ﬂ")):
        text = text.replace(letters, ligature)
    return text


def out_of_a_pdf(text: str) -> str:
    """Ligatures, words parted at line ends, white space that was layout."""
    broken = re.sub(r"\b([a-z]{4})([a-z]{5,})", "\\1-\n\\2", with_ligatures(text), count=6)
    return broken.replace(". ", ".   ")


ALTERED: dict[str, Callable[[str], str]] = {
    "as it was": lambda text: text,
    "commas dropped": lambda text: text.replace(", ", ""),
    "one letter changed": one_letter_changed,
    "punctuation dropped": lambda text: re.sub(r"[^\w\s]", "", text),
    "ligatures": with_ligatures,
    "a PDF's text": out_of_a_pdf,
    "lower case, no punctuation": lambda text: re.sub(r"[^\w\s]", " ", text.lower()),
    "HTML": lambda text: html.escape(text).replace(".", "&#46;"),
    "spaces lost": lambda text: text.replace(" ", ""),
    "words joined": lambda text: re.sub(r"(\w) (the|a|to|of|in) ", r"\1\2 ", text),
    "numbered lines": lambda text: "\n".join(f"{at}: {line}" for at, line in enumerate(text.split("\n"), 1)),
    "within other words": lambda text: f"{'lorem ipsum dolor sit amet, ' * 4}{text}{' sed do eiusmod tempor' * 4}",
    "cut off": lambda text: f"{text[:-10]}…",
    "a heading before it": lambda text: f"Source: the manual, chapter 3\n\n{text}",
}


def found_by(run: str, alter: Callable[[str], str] | None) -> set[str]:
    """The cases with all evidence in the first five; without offsets and with other text where `alter` makes it."""
    documents = snapshot(1)
    outputs = {output["case_id"]: output for output in lines(f"runs/{run}@s1.jsonl")}
    found = set()
    for case_id, evidence in answerable():
        given = passages(outputs[case_id], "candidates", documents)
        if alter is not None:
            given = [Passage(one.doc_id, alter(one.text), one.chunk_id, one.score) for one in given]
        matches = match_all(evidence, given, DEFAULT, DocIdRules(), documents.get)
        if all(match.rank is not None for match in matches):
            found.add(case_id)
    return found


@pytest.mark.parametrize("alter", ALTERED.values(), ids=list(ALTERED))
def test_without_offsets_and_with_altered_text_the_same_cases_are_found(
    alter: Callable[[str], str],
) -> None:
    by_offsets, by_text = found_by(RUNS[0], None), found_by(RUNS[0], alter)
    print(f"{len(by_offsets & by_text)} of {len(by_offsets)}, {len(by_text - by_offsets)} new")
    assert len(by_offsets) == 97
    assert len(by_offsets & by_text) >= 95
    assert len(by_text - by_offsets) <= 1
