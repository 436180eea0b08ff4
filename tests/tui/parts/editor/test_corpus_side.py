"""Search, the open document and what is taken of it, without a screen."""

from dataclasses import replace

import pytest

from ragtriage.authoring.form import Looking
from ragtriage.cases.model import Evidence, Quote
from tests.tui.conftest import document, sentence

DAYS, PLACE = sentence("refund"), Quote("help/refund", sentence("refund"))
TEXT = document("refund").text


@pytest.fixture
def searched(bench):
    here = bench()
    here.search.now()
    here.hits.focus()
    return here


class TestSearch:
    def test_the_question_is_searched_for_until_somebody_types(self, searched):
        assert searched.search.hit.quote == DAYS
        searched.search.typed("waitlist")
        assert searched.search.waiting and searched.kept().typing.text == "waitlist"
        searched.timers.ring()
        assert searched.search.hit.doc_id == "help/waitlist"

    def test_escape_goes_back_to_what_was_searched_for_before(self, searched):
        searched.search.begin()
        searched.search.typed("waitlist")
        searched.timers.ring()
        searched.search.left()
        assert searched.search.hit.doc_id == "help/refund" and searched.kept().query == ""

    def test_hits_of_a_query_that_is_another_by_now_are_not_shown(self, searched):
        searched.reader.held = True
        searched.search.typed("waitlist")
        searched.timers.ring()
        searched.search.typed("holiday")
        searched.reader.go_on()
        assert searched.search.hit.doc_id == "help/refund"

    @pytest.mark.parametrize("later", [False, True], ids=["known when entered", "known later"])
    def test_a_pasted_passage_is_opened_where_it_stands(self, searched, later):
        searched.search.typed(sentence("export"))
        searched.reader.held = later
        searched.search.entered()
        searched.reader.go_on()
        assert searched.view.doc_id == "help/export" and searched.panes.name == "document"
        assert searched.document.selected()[0] == "help/export"

    def test_a_passage_that_stands_nowhere_leaves_the_hits(self, searched):
        searched.search.typed("zebras quickly jumped over seventeen lazy fences")
        searched.search.entered()
        assert searched.panes.name == "hits" and searched.said() == ("note", "hits for these words")

    def test_without_a_snapshot_the_hits_say_what_to_do(self, bench, root):
        (root / "ragtriage.yaml").write_text("configurations: {}\n")
        here = bench()
        here.search.now()
        assert "snapshot" in here.hits.empty[0] and here.search.hit is None

    def test_another_question_is_searched_for_and_another_note_is_not(self, searched):
        searched.draft.show(replace(searched.draft.form, case=replace(searched.case, notes="x")))
        assert not searched.search.waiting
        searched.draft.show(replace(searched.draft.form, case=replace(searched.case, question="Which holiday?")))
        assert searched.search.waiting


class TestTaking:
    def test_a_hit_becomes_evidence_and_the_next_one_an_alternative(self, searched):
        searched.taking.take()
        assert searched.quotes == [[DAYS]] and searched.hits.rows[0].label == "✓"
        searched.hits.cursor = 1
        other = searched.search.hit.quote
        searched.taking.take_alternative()
        assert searched.quotes == [[DAYS, other]]
        searched.draft.undo()
        searched.draft.undo()
        assert searched.quotes == [] and searched.rows.piece == -1

    def test_what_is_evidence_already_is_refused_and_the_piece_stays_the_one_it_was(self, bench):
        here = bench(evidence=(Evidence((Quote("help/export", sentence("export")),)), Evidence((PLACE,))))
        here.on("evidence[0]")
        here.search.now()
        here.hits.focus()
        here.taking.take()
        assert here.said()[0] == "failed" and len(here.quotes) == 2 and here.rows.piece == 0

    def test_what_is_selected_in_a_document_is_taken_and_is_gold_there(self, searched):
        searched.search.open_hit()
        searched.document.hold()
        searched.document.edge("end", -1)
        searched.taking.take()
        start, end = searched.view.picking.spot
        assert searched.quotes == [[TEXT[start:end]]] != [[DAYS]]
        assert searched.view.gold == [(start, end)] and searched.view.picking.held is None

    def test_there_is_nothing_to_take_and_no_piece_to_add_to(self, bench):
        here = bench()
        here.hits.focus()
        here.taking.take()
        assert here.said() == ("refused", "nothing to take")
        here.taking.take_alternative()
        assert here.said() == ("refused", "there is no evidence yet")

    def test_a_quote_opened_from_the_form_gets_other_words_and_keeps_its_grade(self, bench):
        here = bench(evidence=(Evidence((replace(PLACE, grade=1),)),))
        here.on("evidence[0]")
        here.field_keys.open()
        assert here.document.from_form and here.panes.name == "document"
        here.document.edge("end", -1)
        here.taking.take()
        (quote,) = here.case.evidence[0].any_of
        assert quote.quote == DAYS.rpartition(" ")[0] and quote.grade == 1 and here.panes.name == "form"

    def test_its_place_was_taken_back_meanwhile_so_it_is_a_new_piece(self, bench):
        here = bench(evidence=(Evidence((PLACE,)),))
        here.on("evidence[0]")
        here.field_keys.open()
        here.draft.show(replace(here.draft.form, case=replace(here.case, evidence=())))
        here.taking.take()
        assert here.quotes == [[DAYS]]


class TestDocument:
    def test_a_selection_is_on_disk_and_open_again_as_it_was(self, searched):
        searched.search.open_hit()
        searched.document.edge("end", -1)
        searched.document.picked()
        searched.document.hold()
        looking = searched.kept().looking
        assert (looking.start, looking.end) == searched.view.picking.spot and looking.held
        spot, searched.view.picking = searched.view.picking.spot, None
        searched.document.resume()
        assert searched.view.picking.spot == spot and searched.view.picking.held

    def test_what_was_open_is_in_no_snapshot_now_or_shorter(self, bench):
        here = bench()
        here.draft.form = replace(here.draft.form, looking=Looking("help/gone", 0, 5))
        here.document.resume()
        assert here.draft.form.looking is None and not here.panes.document_shown
        here.draft.form = replace(here.draft.form, looking=Looking("help/refund", 2, 10**6, held=(2, 9)))
        here.document.resume()
        assert here.panes.document_shown and here.view.picking.held is None

    def test_a_quote_that_moved_is_looked_for_in_the_whole_corpus(self, bench):
        here = bench(evidence=(Evidence((replace(PLACE, doc_id="help/gone"),)),))
        here.document.open_quote("evidence[0]")
        assert here.view.doc_id == "help/refund" and here.document.quote == (0, 0)

    def test_a_quote_that_stands_nowhere_is_refused(self, bench):
        here = bench(evidence=(Evidence((Quote("help/gone", "Zebras jumped over seventeen fences."),)),))
        here.document.open_quote("evidence[0]")
        assert here.said()[0] == "refused" and not here.panes.document_shown

    @pytest.mark.parametrize("key", ["word", "edge", "found", "hold"])
    def test_its_keys_are_refused_elsewhere(self, searched, key):
        steps = {"word": (1,), "edge": ("end", 1), "found": (1,), "hold": ()}
        getattr(searched.document, key)(*steps[key])
        assert searched.said()[0] == "refused"
