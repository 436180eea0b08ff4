"""The form's keys, and what is typed into its fields."""

from dataclasses import replace

import pytest

from ragtriage.cases.model import Evidence, Nugget, Quote
from tests.tui.conftest import sentence

TWO = (Evidence((Quote("help/refund", sentence("refund")),)), Evidence((Quote("help/export", sentence("export")),)))
NUGGETS = (Nugget("three days before", True), Nugget("ask support", False))
ANSWER = "Up to three days before it takes effect. Support helps after that."


class TestKeys:
    def test_enter_goes_on_to_the_next_choice_and_a_digit_picks_one(self, bench):
        here = bench()
        here.on("must_pass")
        here.field_keys.open()
        assert here.case.must_pass
        here.on("status")
        here.field_keys.choose(9)
        assert here.said() == ("refused", "no such choice")
        choices = here.rows.row.choices
        here.field_keys.choose(len(choices) - 1)
        assert here.case.status == choices[-1]
        here.field_keys.open()
        assert here.case.status == choices[0]

    def test_weight_place_and_presence_of_what_is_under_the_cursor(self, bench):
        here = bench(evidence=TWO, nuggets=NUGGETS)
        here.on("nuggets[0]")
        here.field_keys.weigh()
        here.field_keys.shift(1)
        assert here.case.nuggets == (NUGGETS[1], replace(NUGGETS[0], vital=False))
        assert here.fields.cursor_key == "nuggets[1]"
        here.on("evidence[1]")
        here.field_keys.weigh()
        assert here.case.evidence[1].any_of[0].grade == 1
        here.field_keys.remove()
        assert here.quotes == [[sentence("refund")]] and here.rows.piece == 0

    def test_suggested_nuggets_are_confirmed_or_refused_for_good(self, bench):
        here = bench(evidence=TWO, reference_answer=ANSWER)
        here.on("suggestions[0]")
        here.field_keys.confirm()
        assert len(here.case.nuggets) == 1
        here.on("suggestions[0]")
        here.field_keys.remove()
        assert len(here.draft.form.refused) == 1
        assert not here.fields.move_to("suggestions[0]")

    @pytest.mark.parametrize("key", ["choose", "weigh", "shift", "remove", "confirm", "reject"])
    @pytest.mark.parametrize("at", ["hits", "+nuggets"])
    def test_keys_that_mean_nothing_here_are_refused_and_change_nothing(self, bench, key, at):
        here = bench(nuggets=NUGGETS)
        if at == "hits":
            here.on("nuggets[0]")
            here.hits.focus()
        else:
            here.on(at)
        before = here.draft.form
        getattr(here.field_keys, key)(*(1,) * (key in ("choose", "shift")))
        assert here.said()[0] == "refused" and here.draft.form == before

    def test_keys_that_would_be_refused_are_off(self, bench):
        here = bench(evidence=TWO, nuggets=NUGGETS, reference_answer=ANSWER)
        off = {}
        for key in ("nuggets[0]", "evidence[0]", "suggestions[0]", "question"):
            here.on(key)
            off[key] = {*here.field_keys.off()}
        assert off["nuggets[0]"] == {"editor.reject", "editor.accept"}
        assert off["evidence[0]"] == {"editor.reject", "editor.accept", "editor.split"}
        assert off["suggestions[0]"] == {"editor.vital", "editor.split"}
        assert off["question"] == off["evidence[0]"] | off["suggestions[0]"]

    def test_the_cursor_goes_where_something_is_wanted_until_it_was_moved(self, bench):
        here = bench()
        here.rows.to_wanted()
        assert here.fields.cursor_key == "reference_answer"
        here.on("notes")
        here.rows.to_wanted()
        assert here.fields.cursor_key == "notes"


class TestTyping:
    def type(self, here, text):
        """As the entry does: told letter by letter, then entered."""
        (field,) = {words[1] for words in here.entry.words[-1:] if words[0] == "begin"}
        here.typing.typed(field, text)
        return here.typing.entered(field, text)

    def test_what_is_typed_is_kept_and_then_one_change(self, bench):
        here = bench()
        here.on("reference_answer")
        here.field_keys.open()
        here.typing.typed("reference_answer", "Up to")
        assert here.kept().typing.text == "Up to" and here.case.reference_answer == ""
        assert here.typing.entered("reference_answer", "Up to three days.")
        assert here.case.reference_answer == "Up to three days." and here.kept().typing is None
        assert here.entry.words[-1] == ("end",)
        here.draft.undo()
        assert here.case.reference_answer == ""

    def test_after_an_answer_the_first_suggestion_is_under_the_cursor(self, bench):
        here = bench(evidence=TWO)
        here.on("reference_answer")
        here.field_keys.open()
        assert self.type(here, ANSWER) and here.fields.cursor_key == "suggestions[0]"

    def test_what_a_field_cannot_hold_stays_to_be_corrected(self, bench):
        here = bench()
        here.on("+filters")
        here.field_keys.open()
        assert not self.type(here, "no colon")
        assert here.entry.words[-1][0] == "begin" and here.said()[0] == "failed"
        assert self.type(here, "region: EU") and dict(here.case.filters) == {"region": "EU"}

    def test_escape_leaves_it_as_it_was_and_what_was_typed_one_redo_away(self, bench):
        here = bench()
        here.on("notes")
        here.field_keys.open()
        here.entry.text = "half a thought"
        here.typing.left("notes")
        assert here.case.notes == "" and here.said() == ("note", "notes: as it was")
        here.draft.redo()
        assert here.case.notes == "half a thought"

    def test_a_nugget_is_parted_where_a_bar_is_typed_and_only_there(self, bench):
        here = bench(nuggets=(Nugget("early | late", True),))
        here.on("nuggets[0]")
        here.typing.begin_split()
        here.entry.at = 7
        here.typing.typed("|nuggets[0]", "early X| late")
        assert len(here.case.nuggets) == 1
        here.entry.at = 6
        here.typing.typed("|nuggets[0]", "early| | late")
        assert [one.text for one in here.case.nuggets] == ["early", "| late"]

    def test_a_field_that_is_gone_takes_nothing(self, bench):
        here = bench(nuggets=NUGGETS)
        assert not here.typing.entered("nuggets[7]", "x")
        assert here.said() == ("refused", "that field is gone") and here.case.nuggets == NUGGETS
