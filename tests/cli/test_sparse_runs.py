"""Runs that give little: documents without text, no citations, numbers for ids, scores that rise."""

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest

Say = Callable[..., Any]
QUOTE = "Changes from annual to monthly take effect at renewal"


@pytest.fixture
def imported(workspace: Path, say: Say) -> Callable[..., Any]:
    """Import outputs of the case billing/monthly as the only run, and give what was said."""

    def imported(*outputs: Mapping[str, Any], options: tuple[str, ...] = (), keep: bool = False) -> Any:
        if not keep:
            say("runs", "rm", "prod", "--yes")
        file = workspace.parent / "sparse.jsonl"
        base = {"case_id": "billing/monthly", "config": "sparse", "snapshot": "one", "answer": "At renewal."}
        file.write_text("".join(json.dumps(base | dict(output)) + "\n" for output in outputs))
        return say("import", "runs", str(file), *options)

    return imported


def configuration(say: Say) -> Any:
    return next(one for one in say("status", "--json").json["configurations"] if one["name"] == "sparse")


def test_evidence_in_a_document_without_text_is_found_by_document(say: Say, imported: Say) -> None:
    imported({"candidates": [{"doc_id": "calendar"}, {"doc_id": "billing"}], "citations": []})
    status = configuration(say)
    assert (status["passed"], status["all_evidence_at_k"], status["passages_by_document"]) == (1, 1, 2)
    words = "2 of its 2 passages name a document and give no text: evidence in them is found by document."
    assert status["notes"] == [words]
    assert words in " ".join(say("status").out.split())
    assert say("triage", "list").err.count(words) == 1
    assert say("triage", "list", "--json").json["notes"] == [words]


def test_without_that_document_the_case_is_unscored_with_the_reason(say: Say, imported: Say) -> None:
    imported({"candidates": [{"doc_id": "billing.html"}], "citations": []})
    status = configuration(say)
    assert (status["passed"], status["failed"], status["unscored"]) == (0, 0, 1)


def test_citations_are_not_asked_of_a_run_that_never_gives_them(say: Say, imported: Say) -> None:
    hit = {"candidates": [{"doc_id": "billing", "text": QUOTE}], "refused": False}
    imported(hit)
    status = configuration(say)
    assert (status["passed"], status["unscored"], status["gives_citations"]) == (1, 0, False)
    assert say("status").out.count("gives no citations") == 1
    assert say("triage", "list").err.count("gives no citations") == 1


def test_a_run_of_which_some_outputs_cite_is_asked(say: Say, imported: Say) -> None:
    hit = {"candidates": [{"doc_id": "billing", "text": QUOTE}], "refused": False}
    imported(hit, {"case_id": "calendar/many", "candidates": [], "citations": ["billing"]})
    status = configuration(say)
    assert (status["unscored"], status["gives_citations"]) == (1, True)
    assert "gives no citations" not in say("status").out
