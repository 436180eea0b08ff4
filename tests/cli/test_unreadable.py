"""Files that could not be read are never passed over in silence, whichever command leaves them out."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

Say = Callable[..., Any]

REPORTS = [("run",), ("status",), ("cases", "list"), ("triage", "next"), ("triage", "list")]


@pytest.fixture
def broken(workspace: Path) -> Path:
    """The workspace, with one good case and eleven broken files."""
    (workspace / "cases/calendar/many.yaml").write_text("id: calendar/many\nquestion: [\n")
    for number in range(10):
        (workspace / f"cases/b{number}.yaml").write_text("question: x\n")
    return workspace


@pytest.mark.parametrize("words", [*REPORTS, ("import", "runs", "../outputs.jsonl")])
@pytest.mark.parametrize("more", [(), ("--json",)])
def test_case_files_that_were_left_out_are_counted_named_and_found(
    broken: Path, say: Say, words: tuple[str, ...], more: tuple[str, ...]
) -> None:
    said = say(*words, *more)
    assert said.code == 1
    assert said.out
    (line,) = (line for line in said.err.splitlines() if line.startswith("not readable"))
    assert line.startswith("not readable: 11 case files left out, cases/b0.yaml, cases/b1.yaml, ")
    assert line.endswith("cases/b7.yaml and 3 more; ragtriage cases lint says why")


@pytest.mark.parametrize("words", REPORTS)
def test_without_such_files_nothing_is_said(workspace: Path, say: Say, words: tuple[str, ...]) -> None:
    said = say(*words)
    assert said.code == 0
    assert "not readable" not in said.err


def test_a_case_that_is_read_in_spite_of_its_problem_is_not_left_out(workspace: Path, say: Say) -> None:
    twin = workspace / "cases/calendar/Many.yaml"
    twin.write_text("id: calendar/Many\nquestion: x\nanswerable: true\n")
    assert say("cases", "lint").code == 1
    assert say("run").code == 0


@pytest.mark.parametrize(
    "words",
    [("status",), ("triage", "next"), ("triage", "list"), ("triage", "list", "--week", "2026-W48")],
)
def test_a_verdict_that_cannot_be_read_is_told_with_the_reason(
    workspace: Path, say: Say, words: tuple[str, ...]
) -> None:
    file = workspace / "triage/2026-W48/calendar/many--mk.yaml"
    file.parent.mkdir(parents=True)
    file.write_text("case: calendar/many\nrun: r\nsnoozed_until: Friday\n")
    for more in ((), ("--json",)):
        said = say(*words, *more)
        assert said.code == 1
        assert "many--mk.yaml:1:1 (snoozed_until): expected a date" in said.err
        assert "ragtriage cases lint" not in said.err
