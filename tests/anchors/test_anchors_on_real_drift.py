"""Real documents between two dates, and two extractions of the same PDFs: a sample of each class must be found."""

import json
from functools import cache
from pathlib import Path

import pytest

from ragtriage.anchors.bench import as_answer, token_identical, verdict
from ragtriage.anchors.bench_files import Task, read_corpus, read_tasks
from ragtriage.anchors.reanchor import reanchor_all
from ragtriage.cases.model import Quote

SHARED = Path(__file__).parents[2].parent / "shared/data"
DRIFT, PDF, DOCS = SHARED / "anchors/drift", SHARED / "anchors/pdf", SHARED / "openshift-docs"
pytestmark = pytest.mark.skipif(not DRIFT.exists(), reason="the shared data is not here")

STEP = 4
"""Every fourth document of the quotes; the whole is measured by `ragtriage anchors bench`."""


@cache
def sample() -> tuple[list[Task], list[Task], dict[str, str], dict[str, str]]:
    tasks, meaning = read_tasks(DRIFT / "quotes.jsonl"), read_tasks(DRIFT / "meaning_edits.jsonl")
    ids = sorted({task.quote.doc_id for task in (*tasks, *meaning)})[::STEP]
    tasks, meaning = ([t for t in some if t.quote.doc_id in ids] for some in (tasks, meaning))
    return tasks, meaning, read_corpus(DRIFT / "snapshot-B.jsonl.gz"), read_corpus(DRIFT / "snapshot-A.jsonl.gz")


def test_every_class_is_found_and_nothing_is_accepted_that_differs() -> None:
    tasks, meaning, texts, old = sample()
    anchors = reanchor_all([task.quote for task in (*tasks, *meaning)], texts, old)
    pairs = list(zip(tasks, anchors, strict=False))
    share = {}
    for kind, threshold in (("exact", 0.7), ("normalized", 0.7), ("moved", 0.7), ("edited", 0.7), ("lost", 0.8)):
        of_kind = [
            verdict(task, as_answer(anchor), threshold) == "right" for task, anchor in pairs if task.kind == kind
        ]
        share[kind] = sum(of_kind) / len(of_kind)
    assert share["exact"] == share["normalized"] == share["moved"] == share["lost"] == 1.0
    assert share["edited"] >= 0.85
    assert all(anchor.state == "ambiguous" for task, anchor in pairs if task.kind == "ambiguous")
    for task, anchor in pairs:
        if anchor.accepted_unseen:
            assert verdict(task, as_answer(anchor), 0.0) == "right"
            assert token_identical(task.quote.quote, anchor, texts)
    changed = list(zip(meaning, anchors[len(tasks) :], strict=True))
    assert not [task.id for task, anchor in changed if anchor.accepted_unseen]
    assert sum(verdict(task, as_answer(anchor), 0.7) == "right" for task, anchor in changed) >= 0.99 * len(changed)


@pytest.mark.parametrize("extractor", ["poppler", "pypdf"])
def test_another_extractor_of_the_same_pages(extractor: str) -> None:
    tasks = read_tasks(PDF / f"quotes-{extractor}.jsonl")[::3]
    texts = read_corpus(PDF / f"corpus-{extractor}.jsonl.gz")
    anchors = reanchor_all([task.quote for task in tasks], texts)
    hits: dict[str, list[bool]] = {}
    for task, anchor in zip(tasks, anchors, strict=True):
        hits.setdefault(task.kind, []).append(verdict(task, as_answer(anchor), 0.8) == "right")
        assert not anchor.accepted_unseen or token_identical(task.quote.quote, anchor, texts)
    assert all(hits["exact"]) and all(hits["normalized"]) and all(hits["lost"])
    assert sum(hits["interposed"]) >= 0.9 * len(hits["interposed"])


def test_the_documentation_of_a_product_three_releases_on() -> None:
    def documents(name: str) -> dict[str, str]:
        rows = map(json.loads, (DOCS / "corpus" / name).read_text().splitlines())
        return {row["doc_id"]: row["text"] for row in rows}

    old, new = documents("snapshot-1_ocp-4.15_2024-06-04.jsonl"), documents("snapshot-2_ocp-4.18_2026-07-31.jsonl")
    cases = map(json.loads, (DOCS / "golden/golden.jsonl").read_text().splitlines())
    quotes = [Quote(piece["doc_id"], piece["quote"]) for case in cases for piece in case["evidence"]]
    anchors = reanchor_all(quotes, new, old)
    around = {"changed surroundings", "other surroundings"}
    held = [bool(a.diff) and all(c.kinds and set(c.kinds) <= around for c in a.diff) for a in anchors]
    stands = [
        a.state in ("exact", "normalized")
        or "repeats" in a.flags
        or (here and a.state in ("context_changed", "meaning_changed", "ambiguous"))
        for a, here in zip(anchors, held, strict=True)
    ]
    assert (len(quotes), sum(stands), sum("repeats" in a.flags for a in anchors)) == (202, 166, 21)
    kinds = {quote.quote: anchor for quote, anchor, fine in zip(quotes, anchors, stands, strict=True) if not fine}
    for words, state in (
        ("on a hosting cluster", "meaning_changed"),
        ("(AWS), as a Technology Preview", "meaning_changed"),
        ("command line tool, oc", "reworded"),
    ):
        [anchor] = [anchor for quote, anchor in kinds.items() if words in quote]
        assert anchor.state == state
    assert not any(anchor.accepted_unseen for anchor in kinds.values())
