"""Who asks the same is told across word order and typos, and numbers and opposites are never typos."""

import pytest

from ragtriage.corpus.near_duplicates import likeness
from ragtriage.intake.grouping import grouped
from ragtriage.intake.model import Complaint


def complaint(number: int, question: str, asker: str = "") -> Complaint:
    return Complaint(id=f"c-{number:04}", question=question, asker=asker)


ALIKE = [
    ("Can I move my annual plan to monthly billing?", "monthly billing: can I move my annual plan to it"),
    ("How do I rotate the kubelet certificates?", "how do i rotaet the kubelet certificats"),
    ("Wie kündige ich den Jahresvertrag?", "wie kuendige ich den Jahresvertrg"),
    ("What is the default port of the registry?", "What is the defualt port of the regsitry??"),
]
APART = [
    ("How do I update from 4.15 to 4.16?", "How do I update from 4.16 to 4.17?"),
    ("How do I enable autoscaling of the worker nodes in my cluster?",
     "How do I disable autoscaling of the worker nodes in my cluster?"),
    ("How do I add a storage class?", "How do I delete a build config?"),
    ("What is a pod?", "What is a node?"),
    ("Why?", "Why not?"),
]  # fmt: skip


@pytest.mark.parametrize(("one", "other"), ALIKE)
def test_the_same_question_is_folded(one: str, other: str) -> None:
    assert len(grouped([complaint(1, one), complaint(2, other)], [])) == 1
    [group] = grouped([complaint(1, other)], [("the/case", one)])
    assert group.near is not None and group.near.case_id == "the/case"


@pytest.mark.parametrize(("one", "other"), APART)
def test_another_question_is_not(one: str, other: str) -> None:
    assert likeness(one, other) < 0.75
    assert len(grouped([complaint(1, one), complaint(2, other)], [])) == 2
    assert grouped([complaint(1, one)], [("x", other)])[0].near is None


def test_seven_people_are_told_from_seven_complaints() -> None:
    some = [complaint(n, "Where is my invoice of May?", asker="a" if n < 3 else f"b{n}") for n in range(7)]
    [group] = grouped(some, [])
    assert (len(group.members), group.people) == (7, 5)


def test_the_most_asked_stands_first_and_each_complaint_in_one_group() -> None:
    some = [complaint(1, "What is a pod?"), *(complaint(n, "Where is my invoice of May?") for n in range(2, 5))]
    groups = grouped(some, [])
    assert [len(group.members) for group in groups] == [3, 1]
    assert sorted(one.id for group in groups for one in group.members) == sorted(one.id for one in some)
