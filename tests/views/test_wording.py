"""A question that is worded as its document is, told beside the case's story."""

from ragtriage.cases.model import Case, Evidence, Quote
from ragtriage.views.story import Section, Story
from ragtriage.views.wording import with_wording

TEXT = "You can move an annual plan to monthly billing only at the next renewal date of the plan."
STORY = Story("c", tuple(Section(name, name) for name in ("question", "diagnosis", "evidence", "history")))


def told(question: str) -> Story:
    case = Case("c", question, True, evidence=(Evidence((Quote("billing", "x"), Quote("gone", "y"))),))
    return with_wording(STORY, case, {"billing": TEXT}.get)


def test_what_is_copied_stands_under_the_diagnosis_with_the_words_and_the_document():
    story = told("Can I move an annual plan to monthly billing only at the next renewal date?")
    assert [one.id for one in story.sections] == ["question", "diagnosis", "wording", "evidence", "history"]
    (line,) = story.sections[2].lines
    words = "".join(span.text for span in line.spans)
    assert "worded as billing is: “move an annual plan to monthly billing only at the next renewal …”" in words


def test_a_question_in_a_users_words_has_no_such_section():
    assert told("how do i get off yearly payment, pls??") is STORY
