"""Runs that give little: documents without text, no citations, numbers for ids, scores that rise."""

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest

from ragtriage.workspace import Workspace

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


def test_a_run_of_empty_texts_alone_gives_documents(say: Say, imported: Say) -> None:
    said = imported({"candidates": [{"doc_id": "calendar", "text": ""}, {"doc_id": "billing", "text": ""}]})
    assert "no passage of `sparse` has any text: each stands for its whole document" in said.err
    assert configuration(say)["passages_by_document"] == 2
    mixed = imported({"candidates": [{"doc_id": "calendar", "text": "x"}, {"doc_id": "billing", "text": ""}]})
    assert "has any text" not in mixed.err
    assert configuration(say)["passages_by_document"] == 0


def test_a_context_may_name_the_documents_of_candidates(say: Say, imported: Say) -> None:
    candidates = [{"doc_id": "calendar"}, {"doc_id": "billing"}]
    assert imported({"candidates": candidates, "context": ["billing"], "citations": []}).code == 0
    assert configuration(say)["all_evidence_in_context"] == 1


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


def test_documents_that_the_snapshot_lacks_are_told_with_a_setting_that_maps_them(
    workspace: Path, say: Say, imported: Say
) -> None:
    hit = {"candidates": [{"doc_id": "billing.html#monthly", "text": QUOTE}], "citations": [], "refused": False}
    said = imported(hit)
    assert (
        "1 of 1 doc_id not in its snapshot, such as `billing.html#monthly`; the nearest there is `billing`" in said.err
    )
    setting = 'doc_id: {strip_suffix: [".html"], drop_fragment: true}'
    assert f"tried on this file: `{setting}` in ragtriage.yaml maps all of them" in said.err
    assert "map the run's ids by `doc_id:`" in say("triage", "next", "--config", "sparse").out
    with (workspace / "ragtriage.yaml").open("a") as file:
        file.write(f"{setting}\n")
    assert configuration(say)["passed"] == 1
    again = imported(hit, keep=True, options=("--json",))
    assert again.json[0]["unknown_doc_ids"] == {}
    assert "passages" not in again.json[0]


def test_scores_that_rise_are_told_and_sorted_when_asked(workspace: Path, imported: Say) -> None:
    wrong = {"doc_id": "calendar", "text": "You can connect up to five calendars", "score": 0.1}
    right = {"doc_id": "billing", "text": QUOTE, "score": 0.9}
    said = imported({"candidates": [wrong, right]})
    assert "rise from rank to rank in 1 of the 1 outputs of `sparse`" in said.err
    assert "`--order score`" in said.err
    unscored = {"doc_id": "faq", "text": "no score"}
    again = imported({"candidates": [unscored, wrong, right]}, options=("--order", "score"))
    assert "rise" not in again.err
    with Workspace.open(workspace) as opened:
        [output] = opened.runs.outputs(opened.runs.get("sparse").id)
    assert [one.doc_id for one in output.candidates or ()] == ["billing", "calendar", "faq"]


def test_outputs_without_a_snapshot_are_those_of_the_only_one(workspace: Path, say: Say, imported: Say) -> None:
    said = imported({"snapshot": None, "candidates": []})
    assert "1 output names no snapshot: taken for `one`, the only one there is" in said.err
    assert configuration(say)["snapshot"] == "one"
    (workspace.parent / "other.jsonl").write_text('{"doc_id": "faq", "text": "Some other words."}\n')
    say("snapshot", "add", str(workspace.parent / "other.jsonl"), "--name", "two")
    several = imported({"snapshot": "", "candidates": []}, keep=True)
    assert several.code == 1
    assert "no `snapshot`" in several.err


def test_numbers_are_taken_for_ids(workspace: Path, say: Say, imported: Say) -> None:
    evidence = f"evidence:\n- doc_id: billing\n  quote: {QUOTE}\n"
    (workspace / "cases/7.yaml").write_text(f'id: "7"\nquestion: When do changes apply?\nanswerable: true\n{evidence}')
    hit = {"case_id": 7, "config": 3, "candidates": [{"doc_id": "billing", "text": QUOTE, "chunk_id": 12}]}
    said = imported(hit | {"citations": [12], "refused": False})
    assert said.code == 0
    [three] = [one for one in say("status", "--json").json["configurations"] if one["name"] == "3"]
    assert (three["cases"], three["passed"]) == (1, 1)
