"""`cases diff`, `cases log`, `check` and `pr` on a branch of the small workspace."""

import html
import json
import re
import shlex
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from ragtriage.cli.changed_cases import markdown_text

Say = Callable[..., Any]

Git = Callable[..., str]


@pytest.fixture
def git(workspace: Path, monkeypatch: pytest.MonkeyPatch) -> Git:
    """Git in the workspace, which is committed on `main`; the branch `work` is checked out."""
    for name in ("GIT_DIR", "GIT_INDEX_FILE", "GIT_WORK_TREE"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("GIT_CONFIG_GLOBAL", "/dev/null")

    def run(*words: str) -> str:
        settings = ("-c", "user.name=mira", "-c", "user.email=m@example.org", "-c", "core.hooksPath=/dev/null")
        return subprocess.run(
            ["git", *settings, *words], cwd=workspace, check=True, capture_output=True, text=True
        ).stdout

    run("init", "-q", "-b", "main")
    (workspace / ".gitignore").write_text(".ragtriage/\n")
    commit(run)
    run("checkout", "-q", "-b", "work")
    return run


def commit(git: Git) -> None:
    git("add", "-A")
    git("commit", "-q", "-m", "cases of the week")


def rewritten(workspace: Path, case_id: str, old: str, new: str) -> None:
    path = workspace / f"cases/{case_id}.yaml"
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new))


def test_a_diff_speaks_of_the_case_as_text_markdown_json_and_message(workspace: Path, say: Say, git: Git) -> None:
    say("cases", "set", "billing/monthly", "nuggets[1].vital", "true")
    told = "nugget “no proration” supplementary → vital"
    assert told in say("cases", "diff").out
    assert say("cases", "diff", "--staged").out == ""
    git("add", "-A")
    assert f"- {told}" in say("cases", "diff", "--staged", "--markdown").out
    assert say("cases", "diff", "--staged", "--message").out.startswith(f"billing/monthly: {told}")
    commit(git)
    found = say("cases", "diff", "main..work", "--json").json
    assert [one["kind"] for one in found["cases"]] == ["changed"]
    assert found["cases"][0]["changes"][0]["field"] == "nuggets[1].vital"
    assert told in say("cases", "log", "billing/monthly").out


def test_one_form_at_a_time_and_no_range_beside_staged(say: Say, git: Git) -> None:
    assert say("cases", "diff", "--json", "--markdown").code == 2
    assert say("cases", "diff", "--staged", "main..work").code == 2
    assert say("check", "--json", "--annotations").code == 2


def test_a_branch_without_a_change_is_fine(say: Say, git: Git) -> None:
    assert say("check", "main..work").code == 0
    assert say("cases", "diff", "main..work").out == ""
    assert "No case changed" in say("pr", "main..work").out


def rules(say: Say) -> dict[str, str]:
    """What check finds, by case and rule."""
    return {
        f"{one['case_id']} {one['rule']}": one["level"] for one in say("check", "main..work", "--json").json["faults"]
    }


def test_a_label_changed_without_a_reviewer_is_an_error_until_someone_approves(
    workspace: Path, say: Say, git: Git
) -> None:
    say("cases", "set", "billing/monthly", "nuggets[0].text", "only at renewal")
    commit(git)
    assert rules(say) == {"billing/monthly unreviewed": "error"}
    assert say("check", "main..work").code == 1
    say("cases", "set", "billing/monthly", "reviewed_by", "jo")
    commit(git)
    assert rules(say) == {}
    assert say("check", "main..work").code == 0


def test_a_label_edited_by_hand_under_the_old_review_is_a_warning(workspace: Path, say: Say, git: Git) -> None:
    git("checkout", "-q", "main")
    say("cases", "set", "billing/monthly", "reviewed_by", "jo")
    commit(git)
    git("checkout", "-q", "-B", "work")
    rewritten(workspace, "billing/monthly", "at renewal\n    vital", "then\n    vital")
    commit(git)
    assert rules(say) == {"billing/monthly unreviewed": "warning"}
    assert (say("check", "main..work").code, say("check", "main..work", "--strict").code) == (0, 1)


def test_a_quote_that_the_snapshot_does_not_hold_is_drift_on_its_line(workspace: Path, say: Say, git: Git) -> None:
    rewritten(workspace, "calendar/many", "up to five calendars", "up to fifty calendars")
    commit(git)
    assert rules(say)["calendar/many drift"] == "error"
    line = next(
        number
        for number, text in enumerate((workspace / "cases/calendar/many.yaml").read_text().splitlines(), 1)
        if "fifty" in text
    )
    (drift,) = [line for line in say("check", "main..work", "--annotations").out.splitlines() if "drift" in line]
    assert f"::error file=cases/calendar/many.yaml,line={line}," in drift


def test_the_same_question_labelled_otherwise_is_an_error(workspace: Path, say: Say, git: Git) -> None:
    (workspace / "cases/calendar/twice.yaml").write_text(
        "id: calendar/twice\nquestion: How many calendars can be connected?\nanswerable: false\nreviewed_by: [jo]\n"
    )
    commit(git)
    assert rules(say)["calendar/twice near_duplicate"] == "error"


def test_an_id_of_a_deleted_case_may_not_name_another(workspace: Path, say: Say, git: Git) -> None:
    path = workspace / "cases/calendar/many.yaml"
    text = path.read_text()
    git("checkout", "-q", "main")
    path.unlink()
    commit(git)
    git("checkout", "-q", "-B", "work")
    path.write_text("id: calendar/many\nquestion: Do you sell vouchers?\nanswerable: true\nreviewed_by: [jo]\n")
    commit(git)
    assert rules(say)["calendar/many id_reused"] == "error"
    path.write_text(text)
    commit(git)
    assert "calendar/many id_reused" not in rules(say)


def test_an_id_may_not_come_to_name_another_case_in_place(workspace: Path, say: Say, git: Git) -> None:
    (workspace / "cases/calendar/many.yaml").write_text(
        "id: calendar/many\nquestion: Do you sell vouchers?\nanswerable: false\nreviewed_by: [jo]\n"
    )
    commit(git)
    assert rules(say)["calendar/many id_reused"] == "error"


def test_what_is_no_yaml_is_an_error_and_what_others_left_broken_is_not_ours(
    workspace: Path, say: Say, git: Git
) -> None:
    git("checkout", "-q", "main")
    (workspace / "cases/theirs.yaml").write_text("id: [\n")
    commit(git)
    git("checkout", "-q", "-B", "work")
    (workspace / "cases/ours.yaml").write_text("id: ours\nquestion: why?\n<<<<<<< HEAD\n")
    commit(git)
    assert rules(say) == {"ours unreadable": "error"}


def test_an_id_that_differs_by_case_alone_is_taken(workspace: Path, say: Say, git: Git) -> None:
    text = (workspace / "cases/other/moon.yaml").read_text()
    (workspace / "cases/other/Moon.yaml").write_text(text.replace("other/moon", "other/Moon"))
    commit(git)
    assert rules(say)["other/Moon id_taken"] == "error"


HOSTILE = '"x\\n::error file=a::owned%0A ##[error]x \\e]52;c;eA==\\a \\u202e"'


def test_no_text_of_a_case_becomes_a_command_of_the_forge(workspace: Path, say: Say, git: Git) -> None:
    name = "od,d:o%0A"
    (workspace / f"cases/{name}.yaml").write_text(f"id: {name}\nquestion: why?\nanswerable: {HOSTILE}\n{HOSTILE}: 1\n")
    (workspace / "cases/twin.yaml").write_text("id: twin\nquestion: How many calendars?\nanswerable: maybe\n")
    commit(git)
    said = say("check", "main..work", "--annotations")
    lines = said.out.splitlines()
    assert len(lines) == len(said.out.strip("\n").split("\n")) >= 3
    for line in lines:
        assert re.match(
            r"::(error|warning) file=[^,:]*,line=\d+,(col=\d+,)?title=[^,:]*::[^\x00-\x1f\x7f\u202e]*$", line
        )
        assert "##[" not in line
    assert any("file=cases/od%2Cd%3Ao%250A.yaml" in line for line in lines)


def test_in_a_subfolder_annotations_name_the_path_below_the_repository(
    workspace: Path, say: Say, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GIT_CONFIG_GLOBAL", "/dev/null")

    def run(*words: str) -> None:
        who = ("-c", "user.name=m", "-c", "user.email=m@example.org")
        subprocess.run(["git", *who, *words], cwd=tmp_path, check=True, capture_output=True)

    run("init", "-q", "-b", "main")
    (tmp_path / ".gitignore").write_text(".ragtriage/\n")
    run("add", "-A")
    run("commit", "-q", "-m", "x")
    (workspace / "cases/bad.yaml").write_text("id: [\n")
    run("add", "-A")
    run("commit", "-q", "-m", "y")
    assert "file=golden/cases/bad.yaml" in say("check", "HEAD~1..HEAD", "--annotations").out
    report = json.loads(say("check", "HEAD~1..HEAD", "--code-quality").out)
    assert report[0]["location"]["path"] == "golden/cases/bad.yaml"
    assert len(report[0]["fingerprint"]) == 64


def test_a_pull_request_says_what_the_labels_do_to_the_latest_run(workspace: Path, say: Say, git: Git) -> None:
    say("cases", "set", "calendar/many", "answerable", "false")
    commit(git)
    out = say("pr", "main..work").out
    assert "**calendar/many**" in out
    assert "not answerable any more" in out
    assert re.search(r"\| prod@one\\?#\w+ \| 0 \| 1 \| 1 \|", out)
    assert "- calendar/many: failed → passed in prod" in out
    found = say("pr", "main..work", "--json").json
    assert found["effect"][0]["cases"][0]["before"] == "failed"


def test_a_pull_request_writes_nothing_into_the_outcomes(workspace: Path, say: Say, git: Git) -> None:
    before = say("status", "--json").json
    say("cases", "set", "calendar/many", "answerable", "false")
    commit(git)
    git("checkout", "-q", "main")
    say("pr", "main..work")
    assert say("status", "--json").json == before


def test_outside_git_it_exits_3_and_says_what_to_do(
    workspace: Path, say: Say, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GIT_CEILING_DIRECTORIES", str(tmp_path))
    for words in (("cases", "diff"), ("cases", "log", "billing/monthly"), ("check",), ("pr",)):
        said = say(*words)
        assert said.code == 3
        assert "not in a Git repository" in said.err
        assert "git init" in said.err


@pytest.mark.parametrize("text", ["--output=x..y", "-x", "$(touch x)..y"])
def test_a_range_that_looks_like_an_option_or_a_command_exits_2(say: Say, git: Git, text: str) -> None:
    for name in ("check", "pr"):
        assert say(name, "--", text).code == 2
    assert say("cases", "diff", "--", text).code == 2


def test_the_workflows_of_the_documentation_are_yaml_and_call_what_there_is(say: Say, git: Git) -> None:
    text = (Path(__file__).parents[2] / "docs/ci.md").read_text(encoding="utf-8")
    github, gitlab = (yaml.safe_load(block) for block in re.findall(r"```yaml\n(.*?)```", text, re.DOTALL))
    steps = github["jobs"]["check"]["steps"]
    assert steps[0]["with"]["fetch-depth"] == 0
    lines = [step["run"] for step in steps if "run" in step] + gitlab["cases"]["script"]
    calls = [line for line in lines if line.startswith("ragtriage")]
    assert len(calls) == 3
    for line in calls:
        words = shlex.split(re.sub(r"\$RANGE|FETCH_HEAD\.\.HEAD", "main..HEAD", line).partition(" >")[0])[1:]
        assert say(*words).code == 0


def test_a_pull_request_calls_nobody_and_shows_marks_as_text(workspace: Path, say: Say, git: Git) -> None:
    say(
        "cases", "set", "calendar/many", "question", "Ask @octo/team or me@x.org: [a](http://x) <img src=x> closes #12?"
    )
    commit(git)
    out = say("pr", "main..work").out
    assert "Ask @<!-- -->octo/team or me@x.org" in out
    assert r"\[a]" in out
    assert r"\<img" in out
    assert r"\#12" in out


_MARKS = """x # ## - + * > = --- === 1. 12) ``` ~~~ | _ __ ` [a](b) ![a](b) <b> </details> <!-- &lt; @jo #12 $x$ \\"""


@given(
    st.lists(st.sampled_from(_MARKS.split()), min_size=1, max_size=4),
    st.sampled_from(["", " "]),
    st.sampled_from([("- %s", "<ul>\n<li>%s</li>\n</ul>\n"), ("**%s**", "<p><strong>%s</strong></p>\n")]),
)
def test_text_in_a_pull_request_is_text_wherever_it_stands(
    words: list[str], between: str, place: tuple[str, str]
) -> None:
    text = between.join(words)
    drawn = MarkdownIt("commonmark").enable(["table", "strikethrough"]).render(place[0] % markdown_text(text))
    assert html.unescape(drawn.replace("<!-- -->", "")) == place[1] % text


def test_a_synthetic_question_worded_as_its_document_is_told_by_lint_and_check(
    workspace: Path, say: Say, git: Git
) -> None:
    say("cases", "set", "billing/monthly", "question", "Do changes from annual to monthly take effect at renewal?")
    path = workspace / "cases/billing/monthly.yaml"
    path.write_text(path.read_text() + "source: {kind: synthetic}\n")
    commit(git)
    assert rules(say)["billing/monthly label"] == "warning"
    assert "worded as billing is" in say("check", "main..work").out
    lint = say("cases", "lint", "billing/monthly")
    assert (lint.code, "The synthetic question is worded as billing is" in lint.out) == (1, True)


def test_evidence_of_another_version_is_told_by_lint_and_show_and_fails_neither(
    workspace: Path, say: Say, tmp_path: Path
) -> None:
    (tmp_path / "next").mkdir()
    for name in ("billing", "calendar"):
        text = (tmp_path / "next" / f"{name}.md").write_text
        text("---\nversion: '3'\n---\n# Calendars\n\nYou can connect up to five calendars to one account.\n")
    say("snapshot", "add", str(tmp_path / "next"), "--name", "next")
    (workspace / "ragtriage.yaml").write_text("snapshot: next\n")
    say("cases", "set", "calendar/many", "evidence[0].doc_version", "2")
    told = "Evidence 1 was read in version 2 of calendar; next has 3."
    assert told in say("cases", "show", "calendar/many").err
    lint = say("cases", "lint", "calendar/many")
    assert (lint.code, told in lint.out) == (0, True)


def test_lint_and_check_name_a_value_that_a_comment_cuts_off(workspace: Path, say: Say, git: Git) -> None:
    rewritten(workspace, "billing/monthly", "question: ", "question: Who reads #general? # ")
    lines = [line for line in say("cases", "lint", "billing/monthly").out.splitlines() if "takes for a comment" in line]
    assert len(lines) == 1
    assert "`question` ends before `#general?" in lines[0]
    git("add", "-A")
    commit(git)
    found = say("check", "main..work", "--json")
    assert found.code == 1
    assert "#general?" in found.out
