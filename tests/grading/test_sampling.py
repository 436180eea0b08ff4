"""Some cases of each kind, the same ones every time."""

from hypothesis import given
from hypothesis import strategies as st

from ragtriage.grading.sampling import stratified

STRATA = st.dictionaries(st.text("abcdef", min_size=1, max_size=4), st.sampled_from(["passed", "failed", "error"]))


def test_each_kind_is_there_and_the_rest_in_proportion() -> None:
    strata = {f"p{n}": "passed" for n in range(80)} | {f"f{n}": "failed" for n in range(19)} | {"e": "error"}
    found = stratified(strata, 20, "run")
    assert {name: len(group) for name, group in found.items()} == {"passed": 16, "failed": 3, "error": 1}


def test_the_draw_hangs_on_the_seed_and_the_ids_alone() -> None:
    strata = {f"c{n}": "passed" for n in range(50)}
    backwards = dict(reversed(strata.items()))
    assert stratified(strata, 5, "one") == stratified(backwards, 5, "one")
    assert stratified(strata, 5, "one") != stratified(strata, 5, "two")
    assert set(stratified(strata, 5, "one")["passed"]) <= set(stratified(strata, 6, "one")["passed"])


def test_with_more_kinds_than_cases_the_largest_come_first() -> None:
    assert stratified({"a": "x", "b": "x", "c": "y"}, 1, "s").keys() == {"x"}


@given(STRATA, st.integers(1, 30), st.text(max_size=3))
def test_as_many_as_were_asked_for_or_all_there_are(strata: dict[str, str], size: int, seed: str) -> None:
    found = stratified(strata, size, seed)
    drawn = [case_id for group in found.values() for case_id in group]
    assert len(drawn) == len(set(drawn)) == min(size, len(strata))
    assert all(strata[case_id] == name for name, group in found.items() for case_id in group)
    if size >= len(set(strata.values())):
        assert found.keys() == set(strata.values())
