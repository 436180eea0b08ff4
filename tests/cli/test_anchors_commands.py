"""`ragtriage anchors check, explain, apply`, `ragtriage snapshot diff`: a small golden set and its next release."""

import json
from pathlib import Path
from typing import Any

import pytest

from ragtriage.disk.yaml_out import dump

OLD = {
    "billing.md": "# Billing\n\nYou may cancel within 14 days of purchase.\n\nUse the command line tool to export.\n\n"
    "Refunds are paid to the card.\n",
    "old/exports.md": "# Exports\n\nAn export holds every booking of the year.\n\nIt is kept for a month.\n\n"
    "Ask support for older ones, by mail only.\n",
    "gone.md": "# Fax\n\nFaxes are answered by the night shift in Trieste.\n",
    "plans.md": "# Plans\n\nThe small plan has five seats included.\n",
}
NEW = {
    "billing.md": "# Billing\n\nYou may cancel within 30 days of purchase.\n\nUse the command-line tool to export.\n\n"
    "Refunds are paid to the card.\n",
    "new/exports.md": OLD["old/exports.md"],
    "plans.md": "# Plans\n\nPlans are listed elsewhere.\n",
    "prices.md": "# Prices\n\nThe small plan has five seats included.\n",
}
QUOTES = {
    "cancel": ("billing", "You may cancel within 14 days of purchase."),
    "tool": ("billing", "Use the command line tool to export."),
    "card": ("billing", "Refunds are paid to the card."),
    "export": ("old/exports", "An export holds every booking of the year."),
    "fax": ("gone", "Faxes are answered by the night shift in Trieste."),
    "seats": ("plans", "The small plan has five seats included."),
}
STATES = {
    "cancel": "meaning_changed",
    "tool": "reworded",
    "card": "exact",
    "export": "renamed",
    "fax": "lost",
    "seats": "moved",
}


@pytest.fixture
def releases(tmp_path: Path, say: Any, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A golden set anchored in `one`, with the next release as `two`."""
    root = tmp_path / "golden"
    say("init", str(root))
    monkeypatch.chdir(root)
    (root / "ragtriage.yaml").write_text("# ours\nsnapshot: one   # goes up each month\nk: 5\n")
    for name, documents in (("one", OLD), ("two", NEW)):
        for path, text in documents.items():
            (tmp_path / name / path).parent.mkdir(parents=True, exist_ok=True)
            (tmp_path / name / path).write_text(text)
        assert say("snapshot", "add", str(tmp_path / name), "--name", name).code == 0
    for case_id, (doc_id, quote) in QUOTES.items():
        case = {"id": case_id, "question": f"{case_id}?", "answerable": True,
                "evidence": [{"doc_id": doc_id, "quote": quote}]}  # fmt: skip
        (root / "cases" / f"{case_id}.yaml").write_text(dump(case))
    return root


def contents(root: Path) -> dict[str, bytes]:
    return {
        str(path): path.read_bytes() for path in [root / "ragtriage.yaml", *sorted((root / "cases").rglob("*.yaml"))]
    }


def test_check_tells_each_quotes_state_with_old_and_new_place(releases: Path, say: Any) -> None:
    said = say("anchors", "check", "--snapshot", "two", "--all", "--json")
    assert said.code == 1
    assert {one["case"]: one["state"] for one in said.json["quotes"]} == STATES
    assert said.json["states"] == dict.fromkeys(STATES.values(), 1)
    assert (said.json["quotes_in_all"], said.json["want_a_person"], said.json["accepted_unseen"]) == (6, 4, 2)
    by_case = {one["case"]: one for one in said.json["quotes"]}
    assert by_case["export"]["old"] == {"doc_id": "old/exports"}
    assert by_case["export"]["new"]["doc_id"] == "new/exports"
    assert by_case["export"]["new"]["text"] == QUOTES["export"][1]
    assert by_case["cancel"]["changes"] == [{"old": "14", "new": "30", "kinds": ["number"]}]
    assert by_case["fax"]["new"] is None


def test_check_takes_the_newer_snapshot_unasked_and_prints_the_worst_first(releases: Path, say: Any) -> None:
    said = say("anchors", "check")
    lines = said.out.splitlines()
    assert [line.split("  ")[0] for line in lines[1:5]] == ["meaning changed", "lost", "moved", "reworded"]
    assert "14 days → 30 days" in lines[1]
    assert "6 quotes in two" in said.out and "4 want a person, 2 do not" in said.out
    assert said.err.splitlines()[-1] == "next: ragtriage anchors apply --snapshot two --dry-run"


def test_check_of_the_snapshot_they_were_taken_from_finds_nothing(releases: Path, say: Any) -> None:
    said = say("anchors", "check", "--snapshot", "one", "--json")
    assert (said.code, said.json["quotes"], said.json["states"]) == (0, [], {"exact": 6})


def test_check_of_an_unknown_snapshot_names_those_there_are(releases: Path, say: Any) -> None:
    said = say("anchors", "check", "--snapshot", "tow")
    assert said.code == 3
    assert "did you mean `two`?" in said.err


def test_explain_tells_the_past_the_changes_and_the_flags(releases: Path, say: Any) -> None:
    said = say("anchors", "explain", "cancel")
    assert said.code == 1
    assert "held against one" in said.out
    assert "[-14-]{+30+} (number)" in said.out
    assert say("anchors", "explain", "card").code == 0
    assert "found outside its document" in say("anchors", "explain", "seats").out
    quotes = say("anchors", "explain", "cancel", "--snapshot", "one", "--json").json["quotes"]
    assert [one["held_against"] for one in quotes] == ["one"]
    assert say("anchors", "explain", "nothing").code == 2


def test_a_dry_run_prints_a_diff_and_writes_nothing(releases: Path, say: Any) -> None:
    before = contents(releases)
    said = say("anchors", "apply", "--snapshot", "two", "--dry-run")
    assert contents(releases) == before
    assert "-snapshot: one   # goes up each month\n+snapshot: two   # goes up each month" in said.out
    assert "-  - doc_id: old/exports\n+  - doc_id: new/exports" in said.out
    assert said.out.count("\n+") - said.out.count("\n+++") == 2


def test_apply_writes_the_setting_and_the_ids_of_renamed_documents_and_nothing_else(releases: Path, say: Any) -> None:
    before = contents(releases)
    said = say("anchors", "apply", "--snapshot", "two", "--json")
    assert said.code == 1  # four are left for a person
    assert sorted(said.json["files"]) == ["cases/export.yaml", "ragtriage.yaml"]
    assert said.json["renamed"] == ["export 1"]
    after = contents(releases)
    changed = {path for path in before if before[path] != after[path]}
    assert changed == {str(releases / "ragtriage.yaml"), str(releases / "cases/export.yaml")}
    for path in changed:
        assert after[path] == before[path].replace(b"old/exports", b"new/exports").replace(
            b"snapshot: one", b"snapshot: two"
        )


def test_apply_once_more_writes_nothing(releases: Path, say: Any) -> None:
    say("anchors", "apply", "--snapshot", "two", "--accept", "cancel", "--accept", "tool", "--accept", "seats")
    after = contents(releases)
    again = say("anchors", "apply", "--snapshot", "two", "--json")
    assert (again.json["files"], again.json["written"]) == ([], False)
    assert contents(releases) == after
    assert [one["case"] for one in again.json["left"]] == ["fax"]


def test_accept_writes_the_words_and_the_place_of_the_cases_named(releases: Path, say: Any) -> None:
    say("anchors", "apply", "--snapshot", "two", "--accept", "cancel", "--accept", "seats", "--accept", "fax")
    shown = {case_id: say("cases", "show", case_id, "--json").json["evidence"] for case_id in QUOTES}
    assert shown["cancel"] == [{"doc_id": "billing", "quote": "You may cancel within 30 days of purchase."}]
    assert shown["seats"] == [{"doc_id": "prices", "quote": QUOTES["seats"][1]}]
    assert shown["tool"][0]["quote"] == QUOTES["tool"][1]
    said = say("anchors", "check", "--snapshot", "two", "--json")
    assert [one["case"] for one in said.json["quotes"]] == ["fax", "tool"]


def test_accept_of_what_is_not_certain_says_why(releases: Path, say: Any) -> None:
    said = say("anchors", "apply", "--snapshot", "two", "--accept", "fax", "--dry-run")
    assert "not certain  fax 1: these words stand nowhere any more" in said.err
    assert say("anchors", "apply", "--snapshot", "two", "--accept", "nobody").code == 2


def test_what_is_quarantined_is_out_of_the_means_until_it_is_accepted(releases: Path, say: Any, tmp_path: Path) -> None:
    outputs = [{"case_id": case_id, "config": "prod", "snapshot": "two", "answer": "Yes.", "refused": False,
                "citations": [], "candidates": [{"doc_id": "billing", "text": NEW["billing.md"]}]}
               for case_id in QUOTES]  # fmt: skip
    (tmp_path / "runs.jsonl").write_text("".join(json.dumps(one) + "\n" for one in outputs))
    say("anchors", "apply", "--snapshot", "two")
    say("import", "runs", str(tmp_path / "runs.jsonl"))

    def counts() -> tuple[int, int, int]:
        [one] = say("status", "--json").json["configurations"]
        return one["quarantined"], one["answerable"], one["trusted_answerable"]

    assert counts() == (3, 6, 3)  # cancel, fax, seats; what is only reworded stays in
    say("anchors", "apply", "--snapshot", "two", "--accept", "cancel")
    assert counts() == (2, 6, 4)


def test_snapshot_diff_tells_what_became_of_documents_and_which_cases_that_touches(releases: Path, say: Any) -> None:
    said = say("snapshot", "diff", "one", "two", "--json")
    assert said.code == 1
    documents = said.json["documents"]
    assert documents["edited"] == ["billing", "plans"]
    assert [(one["old"], one["new"], one["likeness"]) for one in documents["renamed"]] == [
        ("old/exports", "new/exports", 1.0)
    ]
    assert (documents["removed"], documents["added"], documents["same"]) == (["gone"], ["prices"], [])
    assert [one["case"] for one in said.json["cases"]] == ["cancel", "card", "export", "fax", "seats", "tool"]
    assert "0 same, 2 edited, 1 renamed, 1 removed, 1 added" in say("snapshot", "diff", "one", "two").out
    same = say("snapshot", "diff", "one", "one")
    assert same.code == 0 and "0 cases touched" in same.out
