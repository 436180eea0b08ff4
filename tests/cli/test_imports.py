"""What an import says of a file beside its runs: fields nobody reads, cases that do not match, ids that are mapped."""

import gzip
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

Say = Callable[..., Any]


def lines_of(records: list[dict[str, Any]]) -> str:
    return "".join(json.dumps(record) + "\n" for record in records)


def test_the_first_few_cases_that_do_not_match_are_named_and_json_has_all(workspace: Path, say: Say) -> None:
    file = workspace.parent / "more.jsonl"
    ids = [f"ghost/{number:02}" for number in range(12)]
    file.write_text(lines_of([{"case_id": id_, "config": "next", "snapshot": "one"} for id_ in ids]))
    said = say("import", "runs", str(file), "--json")
    assert said.code == 0
    assert said.json[0]["cases"][0]["not_in_golden_set"] == ids
    assert f"12 cases of it not in the golden set: {', '.join(ids[:8])} and 4 more\n" in said.err


def test_fields_that_nothing_reads_are_a_note_of_the_import(workspace: Path, say: Say) -> None:
    file = workspace.parent / "more.jsonl"
    record = {"case_id": "calendar/many", "config": "next", "snapshot": "one", "answer": "five"}
    lines = [record, {**record, "repeat": 1, "candidats": [], "ours": "x", "harness": {}}]
    file.write_text(lines_of(lines))
    said = say("import", "runs", str(file))
    assert said.code == 0
    assert f"not read: {file}:2: candidats (1 line); did you mean `candidates`?" in said.err
    assert f"{file}: fields not read: harness (1 line), ours (1 line)" in said.err
    (report,) = say("import", "runs", str(file), "--json").json
    assert {one["field"]: one["meant"] for one in report["unread"]} == {
        "candidats": "candidates",
        "harness": None,
        "ours": None,
    }


def test_a_field_whose_name_is_a_page_takes_one_line(workspace: Path, say: Say) -> None:
    file = workspace.parent / "more.jsonl"
    long, slip = "x\n" * 5000, "candidates\n"
    file.write_text(lines_of([{"case_id": "c", "config": "next", "snapshot": "one", long: 1, slip: 1}]))
    lines = say("import", "runs", str(file)).err.splitlines()
    assert any("did you mean `candidates`?" in line for line in lines)
    assert max(len(line.replace(str(file), "")) for line in lines) < 200


def test_offsets_are_looked_up_by_the_corpus_ids_of_the_settings(workspace: Path, say: Say) -> None:
    with (workspace / "ragtriage.yaml").open("a") as settings:
        settings.write("doc_id: {strip_prefix: kb/, drop_fragment: true}\n")
    file = workspace.parent / "more.jsonl"
    passage = {"doc_id": "kb/calendar#many", "start": 0, "end": 11}
    record = {"case_id": "calendar/many", "config": "next", "snapshot": "one", "context": [passage]}
    file.write_text(lines_of([record]))
    assert say("import", "runs", str(file)).code == 0
    (run,) = (path for path in (workspace / "runs").glob("next*.gz"))
    (kept,) = json.loads(gzip.decompress(run.read_bytes()))["context"]
    assert (kept["text"], kept["doc_id"]) == ("# Calendars", "kb/calendar#many")
