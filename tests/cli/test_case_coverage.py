"""`cases coverage`, `cases dups` and `cases tag`, as a shell sees them."""

import json

import pytest

SAME = "Can I move my annual plan over to monthly billing?"


@pytest.fixture
def twin(workspace):
    """A case that asks the same as billing/monthly, and says that nothing answers it."""
    case = {"id": "billing/again", "question": SAME, "answerable": False, "unanswerable_because": "not_in_corpus"}
    (workspace / "cases/billing/again.yaml").write_text(json.dumps(case))  # which is YAML too
    return "billing/again"


def test_coverage_tells_gaps_then_the_table(workspace, say):
    said = say("cases", "coverage")
    assert said.code == 0
    gaps, _, table = said.out.partition("\n\n")
    assert "~ no unanswerable case: refusals are not tested" in gaps
    assert "~ 1 draft to finish" in gaps and "--filter 'status:draft'" in gaps
    assert [line.split()[:6] for line in table.splitlines() if " answerable  " in line] == [
        ["answer", "answerable", "2", "100%", "0/2", "status:active"]
    ]
    assert "2 active cases" in said.err and "next: ragtriage cases list --filter" in said.err


def test_every_filter_of_coverage_lists_the_cases_it_counts(workspace, say, twin):
    for line in say("cases", "coverage", "--json").json["lines"]:
        listed = say("cases", "list", "--filter", line["filter"], "--json").json
        assert len(listed) == line["cases"], line


def test_coverage_as_json_and_as_markdown(workspace, say):
    found = say("cases", "coverage", "--json").json
    assert (found["active"], found["drafts"], found["documents"], found["documents_without_case"]) == (2, 1, 2, 0)
    assert found["run"].startswith("prod@one#") and {gap["words"] for gap in found["gaps"]} >= {"tag billing: 1 case"}
    markdown = say("cases", "coverage", "--markdown").out
    assert "- **no unanswerable case: refusals are not tested.**" in markdown
    assert "| \\~ | tag | billing | 1 | 50% | 0/1 |" in markdown
    assert say("cases", "coverage", "--markdown", "--json").code == 2
    assert say("cases", "coverage", "--config", "prodd").code == 2


def test_duplicates_that_contradict_each_other_are_exit_code_1(workspace, say, twin):
    said = say("cases", "dups")
    assert said.code == 1
    assert "✗" in said.out and "one is answerable, the other is not" in said.out and SAME in said.out
    (pair,) = say("cases", "dups", "--json").json
    assert pair["cases"] == ["billing/again", "billing/monthly"] and pair["otherwise"]
    (workspace / "cases/billing/again.yaml").unlink()
    assert say("cases", "dups").code == 0


def test_tags_by_filter_touch_only_what_they_change(workspace, say):
    before = (workspace / "cases/calendar/many.yaml").read_text()
    dry = say("cases", "tag", "--filter", "status:active", "--add", "billing", "--dry-run")
    assert "would change 1 case of 2" in dry.err
    assert (workspace / "cases/calendar/many.yaml").read_text() == before
    assert say("cases", "tag", "--filter", "status:active", "--add", "billing", "--remove", "plan change").code == 0
    tags = {one["id"]: one["tags"] for one in say("cases", "list", "--json").json}
    assert tags == {"billing/monthly": ["billing"], "calendar/many": ["billing"], "other/moon": []}


@pytest.mark.parametrize(
    "words",
    [("billing/monthly",), ("--add", "x"), ("billing/monthly", "--filter", "x", "--add", "x"),
     ("nowhere", "--add", "x"), ("billing/monthly", "--add", " ")],
)  # fmt: skip
def test_what_it_cannot_do_it_says(workspace, say, words):
    assert say("cases", "tag", *words).code == 2
