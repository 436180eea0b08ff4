"""The quotes of a real golden set (OpenShift documentation), pasted: each is found in its document."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from ragtriage.authoring.corpus import Corpus
from ragtriage.corpus.sources import read_source
from ragtriage.workspace import Workspace

ROOT = Path(__file__).parents[2].parent / "shared" / "data" / "openshift-docs"
pytestmark = pytest.mark.skipif(not ROOT.exists(), reason="../shared/data/openshift-docs is not here")


@pytest.fixture(scope="module")
def corpus(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Corpus]:
    root = tmp_path_factory.mktemp("openshift")
    (root / "ragtriage.yaml").write_text("snapshot: one\n")
    (root / "cases").mkdir()
    with Workspace.open(root) as workspace:
        documents = read_source(ROOT / "corpus/snapshot-1_ocp-4.15_2024-06-04.jsonl").documents
        workspace.snapshots.add("one", documents, source="shared", extractor="as given")
        assert workspace.corpus is not None
        yield workspace.corpus


def golden() -> list[dict[str, object]]:
    lines = (ROOT / "golden/golden.jsonl").read_text("utf-8").splitlines()
    return [json.loads(line) for line in lines]


def test_every_quote_is_placed_in_its_document_and_becomes_the_same_quote(corpus: Corpus) -> None:
    quotes = [(one["doc_id"], one["quote"]) for case in golden() for one in case["evidence"]]  # type: ignore[attr-defined]
    assert len(quotes) == 202
    for doc_id, quote in quotes[::6]:
        there = [place for place in corpus.places(quote) if place.doc_id == doc_id]
        assert there and all(place.state in ("exact", "normalized") for place in there)
        text = corpus.document(doc_id).text
        assert corpus.quote(doc_id, there[0].start, there[0].end).quote == text[there[0].start : there[0].end]
        wrapped = "\n".join(quote.split(" ")).upper()
        assert doc_id in [place.doc_id for place in corpus.places(wrapped)]


def test_an_edited_quote_is_placed_and_its_change_is_told(corpus: Corpus) -> None:
    found = told = 0
    some = [one for case in golden() for one in case["evidence"]][::6]  # type: ignore[attr-defined]
    for one in some:
        words = one["quote"].split()
        words[len(words) // 2] = "somewhat"
        places = corpus.places(" ".join(words))
        found += any(place.doc_id == one["doc_id"] for place in places)
        told += all(place.reason for place in places)
    assert found >= 0.9 * len(some) and told == len(some)


def test_found_sentences_are_whole(corpus: Corpus) -> None:
    for case in golden()[::6]:
        for found in corpus.find(str(case["question"]), 10):
            text = corpus.document(found.doc_id).text
            assert text[found.start : found.end] == found.quote == found.quote.strip()
            assert found.start < found.hit_end and found.end > found.hit_start
