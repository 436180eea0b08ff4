"""The story in a shell: what there is to say of passages, and how many others there were."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

Say = Callable[..., Any]
GOLD = "Changes from annual to monthly take effect at renewal."


def answered(workspace: Path, say: Say, candidates: list[dict[str, Any]], **fields: Any) -> None:
    file = workspace.parent / "more.jsonl"
    record = {"case_id": "billing/monthly", "config": "deep", "snapshot": "one", "answer": "no", "refused": False}
    file.write_text(json.dumps({**record, "candidates": candidates, **fields}) + "\n")
    assert say("import", "runs", str(file)).code == 0


def test_candidates_of_which_there_is_nothing_to_tell_are_counted(workspace: Path, say: Say) -> None:
    filler = [{"doc_id": f"filler/{n}", "text": f"text {n}", "chunk_id": f"c{n}"} for n in range(40)]
    gold = {"doc_id": "billing", "text": GOLD, "chunk_id": "gold"}
    answered(workspace, say, [*filler[:20], gold, *filler[20:]], context=["c0", "c7"])
    said = say("triage", "next", "--config", "deep")
    passages = said.out[said.out.index("Passages (41 candidates, 2 in the prompt)") :].splitlines()
    heads = [line for line in passages if "the prompt" in line and line[:1] in "✓·~"]
    assert [line.split()[1:3] for line in heads] == [["1", "filler/0"], ["8", "filler/7"], ["21", "billing"]]
    assert "   text 7" in passages
    assert f"   {GOLD}" in passages
    assert "and 38 more candidates, not in the prompt and without evidence" in passages
    told = say("triage", "next", "--config", "deep", "--json").json["story"]["sections"]
    (whole,) = (section for section in told if section["id"] == "passages")
    assert len(whole["stops"]) == 41, "JSON has all of them"


def test_where_all_are_worth_telling_nothing_is_counted(workspace: Path, say: Say) -> None:
    answered(workspace, say, [{"doc_id": "filler", "text": "", "chunk_id": "c0"}], context=["c0"])
    out = say("triage", "next", "--config", "deep").out
    assert "in the prompt (1)" in out
    assert "more candidate" not in out


def test_a_run_without_passages_says_so(workspace: Path, say: Say) -> None:
    answered(workspace, say, [])
    assert "the run gave none" in say("triage", "next", "--config", "deep").out
