"""The page of metrics names every one of them, in the words of the code."""

from pathlib import Path

from ragtriage.grading.families import FAMILIES
from ragtriage.triage.run_scores import metric_means

PAGE = (Path(__file__).parents[2] / "docs" / "grading.md").read_text(encoding="utf-8")


def test_every_metric_is_in_its_table_in_the_order_in_which_it_is_printed() -> None:
    by_code = [f"| `{one.metric}` | {one.words} |" for one in metric_means([], 5, 50)]
    graded = [f"| `{one.name}` | {one.words} |" for family in FAMILIES.values() for one in family.metrics]
    rows = [line for line in PAGE.splitlines() if line.startswith("| `")]
    assert rows == by_code + graded
