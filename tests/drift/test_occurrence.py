"""The number of a place is kept by whatever writes a quote."""

from dataclasses import replace
from pathlib import Path

from ragtriage.anchors.reanchor import reanchor
from ragtriage.authoring.quoting import quote_of_span
from ragtriage.cases.model import Case, Evidence, Quote
from ragtriage.cases.rewriting import edits_between
from ragtriage.cases.schema import case_values, read_case
from ragtriage.disk.edits import SetField
from ragtriage.disk.json_io import json_node
from ragtriage.drift.anchoring import Item
from ragtriage.drift.moving import ChosenPlace, fields_for

AROUND = "Words that stand in each chapter, the same on every page, as the words of a form do. " * 8
TEXT = f"{AROUND}Sign here.{AROUND}" * 4
PLACES = [at for at in range(len(TEXT)) if TEXT.startswith("Sign here.", at)]


def third() -> Quote:
    return quote_of_span("form", TEXT, PLACES[2], PLACES[2] + 10)


def test_a_place_that_nothing_around_tells_is_taken_with_its_number() -> None:
    quote = third()
    assert quote.occurrence == 3
    anchor = reanchor(quote, TEXT, TEXT)
    assert (anchor.state, anchor.accepted_unseen, anchor.start) == ("exact", True, PLACES[2])
    assert quote_of_span("form", f"Once only. {TEXT}", 0, 10).occurrence == 0


def test_the_number_goes_through_a_file_and_changes_the_label_only_where_it_is_given() -> None:
    case = Case("c", "Where do I sign?", True, evidence=(Evidence((third(),)),))
    again, problems = read_case(json_node(case_values(case)), Path("c.json"))
    assert (again, problems) == (case, [])
    plain = replace(case, evidence=(Evidence((replace(third(), occurrence=0),)),))
    assert case.label_hash != plain.label_hash
    assert edits_between(case, replace(case, question="Where?")) == [SetField(("question",), "Where?")]
    assert [edit.path for edit in edits_between(plain, case)] == [("evidence", 0, "occurrence")]


def test_accepting_another_place_writes_its_number_and_the_same_place_nothing() -> None:
    quote = third()
    item = Item("c", 0, 0, 1, quote, reanchor(quote, TEXT, TEXT))
    here = fields_for(item, ChosenPlace("form", PLACES[2], PLACES[2] + 10), TEXT)
    assert "occurrence" not in here
    there = fields_for(item, ChosenPlace("form", PLACES[1], PLACES[1] + 10), TEXT)
    assert there["occurrence"] == 2
    moved = replace(quote, **there)
    assert reanchor(moved, TEXT, TEXT).start == PLACES[1]
    elsewhere = f"The one place. Sign here. {AROUND}"
    alone = fields_for(item, ChosenPlace("form", elsewhere.index("Sign"), elsewhere.index("Sign") + 10), elsewhere)
    assert not alone["occurrence"]
