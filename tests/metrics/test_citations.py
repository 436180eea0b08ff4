"""An answer may cite only what was retrieved."""

import pytest

from ragtriage.metrics.citations import citation_fabricated, fabricated
from ragtriage.metrics.model import Scored, Unscored
from ragtriage.metrics.rules import DocIdRules
from ragtriage.runs.model import Citation, Output, Passage

CANDIDATES = (Passage("kb/a", "…", chunk_id="a#1"), Passage("kb/b", "…", chunk_id="b#1"))
CONTEXT = (Passage("kb/c", "…", chunk_id="c#1"),)


@pytest.mark.parametrize(
    ("citation", "unknown"),
    [
        (Citation(id="a#1"), []),
        (Citation(id="kb/b"), []),
        (Citation(chunk_id="c#1"), []),
        (Citation(doc_id="kb/c"), []),
        (Citation(chunk_id="a#1", doc_id="kb/a"), []),
        (Citation(chunk_id="a#9", doc_id="kb/a"), ["a#9"]),
        (Citation(id="kb/z"), ["kb/z"]),
        (Citation(doc_id="a#1"), ["a#1"]),
        (Citation(chunk_id="kb/a"), ["kb/a"]),
        (Citation(id="kb/"), ["kb/"]),
        (Citation(), []),
    ],
)
def test_a_cited_id_must_be_one_that_a_passage_bears(citation: Citation, unknown: list[str]) -> None:
    assert fabricated([citation], (*CANDIDATES, *CONTEXT)) == unknown


def test_each_invented_id_is_named_once_in_order() -> None:
    citations = [Citation(id="y"), Citation(id="a#1"), Citation(id="x"), Citation(id="y")]
    assert fabricated(citations, CANDIDATES) == ["y", "x"]


def test_doc_ids_agree_after_the_workspaces_rules() -> None:
    rules = DocIdRules(strip_prefix=("s3://",), drop_fragment=True)
    passages = [Passage("s3://kb/a#part-2", "…")]
    for doc_id in ("kb/a", "s3://kb/a", "s3://kb/a#part-2", "kb/a#part-7"):
        assert fabricated([Citation(doc_id=doc_id)], passages, rules) == [], doc_id
    assert fabricated([Citation(doc_id="kb/a")], passages) == ["kb/a"]


def test_the_score_names_what_was_invented() -> None:
    output = Output("case", candidates=CANDIDATES, context=CONTEXT, citations=(Citation(id="c#1"), Citation(id="z")))
    assert citation_fabricated(output) == Scored(1.0, "cited and never retrieved: z")


def test_a_run_without_citations_or_passages_is_unscored_and_an_empty_list_cites_nothing() -> None:
    assert citation_fabricated(Output("case", candidates=CANDIDATES)) == Unscored("the run gave no citations")
    assert citation_fabricated(Output("case", citations=(Citation(id="a"),))) == Unscored("the run gave no passages")
    assert citation_fabricated(Output("case", candidates=(), citations=())) == Scored(0.0, "nothing was cited")
    assert isinstance(citation_fabricated(Output("case", candidates=(), citations=(Citation(id="a"),))), Scored)
