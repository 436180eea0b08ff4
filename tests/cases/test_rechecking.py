"""What nobody has looked at since a quote says something else: kept in the file, and cleared by looking."""

from pathlib import Path

import pytest

from ragtriage.cases.differences import differences
from ragtriage.cases.editing import checked, edited_case
from ragtriage.cases.model import Case, Evidence, Nugget, Quote
from ragtriage.cases.rechecking import marked, open_words, stated, without_marks, without_settled_marks
from ragtriage.cases.store import CaseStore
from ragtriage.disk.edits import SetField

BOTH = ("reference_answer", "nuggets")
OPEN = """\
id: a
question: May he join?  # as asked
reference_answer: No, he cannot join.
evidence:
  - doc_id: rules
    quote: Members can join
    was: Members cannot join      # before the move
    recheck: [reference_answer, nuggets]
  - any_of:
      - {doc_id: rules, quote: Fees are 5 euros, was: Fees are 3 euros, recheck: [nuggets]}
      - {doc_id: fees, quote: 5 euros}
nuggets:
  - {text: he cannot, vital: true}
answerable: true
reviewed_by: [mk]
"""


@pytest.fixture
def stored(store: CaseStore) -> CaseStore:
    (store.root / "cases" / "a.yaml").write_text(OPEN)
    store.refresh()
    return store


def after(store: CaseStore, write) -> str:
    return write.changes[0].after.decode()


def test_a_case_tells_what_is_open_in_the_order_of_its_fields(stored: CaseStore) -> None:
    case = stored.get("a")
    assert case.to_recheck == BOTH
    assert case.evidence[1].any_of[0] == Quote(
        "rules", "Fees are 5 euros", was="Fees are 3 euros", recheck=("nuggets",)
    )
    assert "the reference answer and the nuggets" in open_words(case)
    assert open_words(without_marks(case)) == ""


def test_changing_the_answer_takes_its_mark_away_and_leaves_that_of_the_nuggets(stored: CaseStore) -> None:
    new = after(stored, stored.set_field("a", "reference_answer", "Yes, he can join."))
    assert "was: Members cannot join      # before the move\n" in new
    assert "reference_answer: Yes, he can join.\n" in new
    left = checked(new.encode(), Path("a.yaml"), "a")
    assert left.to_recheck == ("nuggets",)


def test_the_last_field_takes_the_old_words_along(stored: CaseStore) -> None:
    edits = [SetField("reference_answer", "Yes."), SetField("nuggets[0].text", "he can")]
    new = edited_case(OPEN.encode(), edits, Path("cases/a.yaml"), "a").decode()
    assert "was" not in new
    assert "recheck" not in new
    assert "quote: Members can join\n" in new


def test_a_change_of_nothing_that_is_open_leaves_the_marks(stored: CaseStore) -> None:
    for field, value in (("question", "May she join?"), ("tags", ["x"]), ("evidence[0].quote", "Members may join")):
        new = checked(after(stored, stored.set_field("a", field, value)).encode(), Path("a.yaml"), "a")
        assert new.to_recheck == BOTH


def test_an_editor_that_gives_the_whole_file_back_has_looked_at_what_it_changed(stored: CaseStore) -> None:
    new = after(stored, stored.replace_source("a", OPEN.replace("he cannot, vital", "he can, vital").encode()))
    assert checked(new.encode(), Path("a.yaml"), "a").to_recheck == ("reference_answer",)


def test_still_right_takes_the_marks_and_nothing_else_and_leaves_the_review(stored: CaseStore) -> None:
    write = stored.still_right("a")
    assert write.words == "a: the reference answer and the nuggets still right"
    new = checked(after(stored, write).encode(), Path("a.yaml"), "a")
    assert new == without_marks(stored.get("a"))
    assert new.reviewed_by == ("mk",)
    (stored.root / "cases" / "a.yaml").write_bytes(write.changes[0].after)
    stored.refresh()
    assert stored.still_right("a").changes == ()


def test_json_is_cleared_alike(store: CaseStore) -> None:
    (store.root / "cases" / "j.json").write_text(
        '{"id": "j", "question": "q?", "answerable": true, "reference_answer": "No.",\n "evidence": '
        '[{"doc_id": "d", "quote": "Yes", "was": "No", "recheck": ["reference_answer"]}]}\n'
    )
    store.refresh()
    assert store.get("j").to_recheck == ("reference_answer",)
    assert "recheck" not in after(store, store.set_field("j", "reference_answer", "Yes."))


def test_a_hash_that_verdicts_bear_is_another_only_while_something_is_open() -> None:
    plain = Case("a", "q", True, evidence=(Evidence((Quote("d", "x", grade=1),)),))
    assert plain.label_hash == "dac0722589161cbd"
    is_open = Case("a", "q", True, evidence=(Evidence((Quote("d", "x", grade=1, was="y", recheck=("nuggets",)),)),))
    assert is_open.label_hash != plain.label_hash
    assert without_marks(is_open).label_hash == plain.label_hash


def test_only_what_says_anything_is_marked_and_words_noted_before_stay() -> None:
    case = Case("a", "q", True, nuggets=(Nugget("n", True),))
    assert stated(case) == ("nuggets",)
    assert marked(Quote("d", "new"), "old", ()) == {}
    assert marked(Quote("d", "new"), "old", ("nuggets",)) == {"was": "old", "recheck": ["nuggets"]}
    again = marked(Quote("d", "newer", was="old", recheck=("nuggets",)), "new", BOTH)
    assert again == {"was": "old", "recheck": ["nuggets", "reference_answer"]}


def test_what_was_looked_at_is_told_in_a_pull_request(stored: CaseStore) -> None:
    case = stored.get("a")
    told = [one.words for one in differences(without_marks(case), case)]
    assert told == [
        "evidence 1 says something else: nobody has looked at the reference answer and the nuggets since",
        "evidence 2, alternative 1 says something else: nobody has looked at the nuggets since",
    ]
    back = [one.words for one in differences(case, without_marks(case))]
    assert back[0] == "the reference answer and the nuggets looked at since evidence 1 says something else"


def test_looking_is_changing_and_what_is_as_it_was_stays_open(stored: CaseStore) -> None:
    case = stored.get("a")
    assert without_settled_marks(case, case) == case
