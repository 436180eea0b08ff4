"""The status in a terminal of 80 columns: no line wraps, and no number is lost."""

import dataclasses
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from ragtriage.cli.printing import Printer
from ragtriage.cli.standings import print_standings
from ragtriage.runs.provided import Given
from ragtriage.triage.answers import passes_told
from ragtriage.triage.status import ConfigurationStatus

Say = Callable[..., Any]
NUMBERS = [field.name for field in dataclasses.fields(ConfigurationStatus) if field.type is int]
SAID = {"declines_note": "", "gives_citations": False, "notes": list(Given(9999, 0, 19_999, 9999).notes)}
_counts = st.fixed_dictionaries(dict.fromkeys(NUMBERS, st.integers(0, 9999)))


@given(st.lists(_counts, min_size=1, max_size=3))
@settings(max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_up_to_9999_cases_fit_and_every_count_is_told(
    capsys: pytest.CaptureFixture[str], counts: list[dict[str, int]]
) -> None:
    found = [ConfigurationStatus("hybrid-rerank-large", "openshift-docs-4.18", "run", **SAID, **one) for one in counts]
    print_standings(Printer(), found)
    out = capsys.readouterr().out
    assert max(map(len, out.splitlines())) <= 80
    names = re.findall("^hybrid-rerank-large on openshift-docs-4.18$", out, re.MULTILINE)
    assert len(names) == len(found)
    assert " ".join(out.split()).count(SAID["notes"][1]) == len(found)
    for one in found:
        shares = [
            (one.all_evidence_at_k, one.scored_at_k),
            (one.all_evidence_in_context, one.scored_in_context),
            (one.trusted_in_context, one.trusted_scored_in_context),
            (one.false_refusals, one.scored_refusals),
            (one.correct_declines, one.scored_declines),
        ]
        told = [f"{part}/{whole}" if whole else "-" for part, whole in shares]
        other = one.unstable + one.disputed + one.unscored + one.quarantined + one.errors
        assert [str(one.passed), str(one.failed), str(other), *told] in [line.split() for line in out.splitlines()]
        for count, words in ((one.quarantined, "quarantined"), (one.missing, "cases missing in the run")):
            assert count == 0 or f"{count} {words}" in " ".join(out.split())
        assert one.passed == 0 or "judged" in out


@pytest.mark.parametrize(
    ("passed", "right", "words"),
    [
        (40, 0, "40 pass, none of their answers judged"),
        (40, 3, "40 pass, 3 of their answers judged right"),
        (40, 40, "40 pass, all of their answers judged right"),
        (1, 0, "1 passes, its answer not judged"),
        (1, 1, "1 passes, its answer judged right"),
    ],
)
def test_passes_are_told_with_what_people_say_of_their_answers(passed: int, right: int, words: str) -> None:
    assert passes_told(passed, right) == words


def test_numbers_stand_under_their_headings(workspace: Path, say: Say) -> None:
    lines = say("status").out.splitlines()
    at = lines.index("prod on one")
    upper, lower, numbers = lines[at - 2], lines[at - 1], lines[at + 1]
    assert lower.split() == ["passed", "failed", "other", "@k", "in", "prompt", "quarantined", "wrongly", "rightly"]
    assert upper.split() == ["evidence", "evidence", "without", "declined", "declined"]
    assert numbers.split() == ["0", "2", "0", "1/2", "1/2", "1/2", "1/2", "-"]
    assert numbers.index("0") == lower.index("passed") + len("passed") - 1
    assert len(numbers) == len(lower)


def test_the_whole_status_fits_80_columns_with_long_names(workspace: Path, say: Say) -> None:
    file = workspace.parent / "more.jsonl"
    name = "hybrid-rerank-with-a-reranker-and-a-long-name"
    file.write_text((workspace.parent / "outputs.jsonl").read_text().replace('"prod"', f'"{name}"'))
    say("runs", "rm", "prod", "--yes")
    say("import", "runs", str(file))
    said = say("status")
    assert name in said.out
    assert "2 new; 2 to decide" in said.out
    assert max(map(len, said.out.splitlines())) <= 80
