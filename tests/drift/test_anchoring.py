"""What every quote is held against, what puts it into quarantine, and what accepting a place writes."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ragtriage.anchors.anchor import Anchor
from ragtriage.cases.model import Quote
from ragtriage.corpus.changes import document_changes
from ragtriage.corpus.document import Document
from ragtriage.drift.anchoring import Item, quarantined
from ragtriage.drift.moving import ChosenPlace, UnsettledError, fields_for, spot_of, words_at
from ragtriage.drift.placing import QuoteChoice
from ragtriage.drift.words import change_in_words, what_became
from ragtriage.errors import CaseError, UsageError
from ragtriage.views.case_story import case_story
from ragtriage.views.word_diff import word_diff
from ragtriage.workspace import Workspace

CANCEL = "You may cancel within 14 days of purchase."
EXPORT = "An export holds every booking of the year."
TWICE = "Ask support by mail."
FILLING = "The desk is open from nine to five on working days, and longer in December."


def text(*sentences: str) -> str:
    return "# Terms\n\n" + "\n\n".join(sentences) + "\n"


FIRST = {"terms": text(CANCEL, EXPORT, TWICE, FILLING, TWICE)}


@pytest.fixture
def shelf(site: Any) -> Callable[..., Workspace]:
    """A workspace whose snapshots are the given texts, oldest first, as `a`, `b`, …; judged against the last."""

    def make(*snapshots: dict[str, str], setting: str = "") -> Workspace:
        workspace: Workspace = site.open()
        for at, texts in enumerate(snapshots):
            documents = [Document(doc_id, doc_id, text) for doc_id, text in texts.items()]
            made = f"2026-0{at + 1}-01T00:00:00Z"
            workspace.snapshots.add(chr(ord("a") + at), documents, source="t", extractor="t", created=made)
        name = setting or chr(ord("a") + len(snapshots) - 1)
        (site.root / "ragtriage.yaml").write_text(f"snapshot: {name}\n")
        workspace.reread_settings()
        return workspace

    return make


def became(workspace: Workspace, quote: Quote, snapshot: str) -> Anchor:
    return workspace.anchoring.anchors([quote], snapshot)[quote]


# --- the past


def test_a_quote_is_held_against_the_newest_earlier_snapshot_that_holds_it_once(
    shelf: Callable[..., Workspace],
) -> None:
    workspace = shelf(FIRST, {"terms": text(CANCEL)}, {"terms": text("Nothing.")}, FIRST)
    anchoring = workspace.anchoring
    assert anchoring.before(Quote("terms", CANCEL), "d") == "b"
    assert anchoring.before(Quote("terms", EXPORT), "d") == "a"
    assert anchoring.before(Quote("terms", CANCEL), "a") == "a"
    assert anchoring.before(Quote("terms", "words of no snapshot"), "d") == "d"


def test_words_that_never_stood_once_are_held_against_the_oldest_that_has_them(shelf: Callable[..., Workspace]) -> None:
    workspace = shelf(FIRST, FIRST, FIRST)
    assert workspace.anchoring.before(Quote("terms", TWICE), "c") == "a"
    told_apart = Quote("terms", TWICE, suffix="The desk is open")
    assert workspace.anchoring.before(told_apart, "c") == "b"


def test_words_that_always_stood_several_times_are_no_reason_to_look(shelf: Callable[..., Workspace]) -> None:
    workspace = shelf(FIRST, FIRST)
    for snapshot in ("a", "b"):
        anchor = became(workspace, Quote("terms", TWICE), snapshot)
        assert (anchor.state, anchor.quarantined) == ("ambiguous", False)


def test_words_that_stand_several_times_only_now_want_a_look(shelf: Callable[..., Workspace]) -> None:
    both = text("Of plans:", EXPORT, "Of bookings:", EXPORT, CANCEL)
    workspace = shelf({"terms": text(EXPORT)}, {"terms": both})
    assert became(workspace, Quote("terms", EXPORT), "b").quarantined


def test_words_that_stood_several_times_and_are_gone_want_a_look(shelf: Callable[..., Workspace]) -> None:
    workspace = shelf(FIRST, {"terms": text(FILLING)})
    anchor = became(workspace, Quote("terms", TWICE), "b")
    assert (anchor.state, anchor.quarantined) == ("lost", True)


def test_the_newer_snapshot_is_the_newest_by_when_it_was_made(shelf: Callable[..., Workspace]) -> None:
    anchoring = shelf(FIRST, FIRST, FIRST).anchoring
    assert anchoring.newer("a") == "two"  # the site's own are made today
    assert anchoring.newer("two") is None


# --- asking


def test_what_was_asked_is_kept_and_only_a_new_quote_is_looked_for(
    shelf: Callable[..., Workspace], monkeypatch: pytest.MonkeyPatch
) -> None:
    workspace = shelf(FIRST)
    asked: list[int] = []
    search = workspace.anchoring._search
    monkeypatch.setattr(workspace.anchoring, "_search", lambda m, *rest: asked.append(len(m)) or search(m, *rest))
    first = became(workspace, Quote("terms", CANCEL), "a")
    workspace.anchoring.anchors([Quote("terms", CANCEL), Quote("terms", EXPORT)], "a")
    assert became(workspace, Quote("terms", CANCEL), "a") == first
    assert asked == [1, 1]


def test_an_earlier_snapshot_that_comes_in_is_taken_into_account(shelf: Callable[..., Workspace]) -> None:
    workspace = shelf(FIRST)
    before = workspace.anchoring.stamp("a")
    older = [Document("terms", "t", text(CANCEL))]
    workspace.snapshots.add("older", older, source="t", extractor="t", created="2020-01-01T00:00:00Z")
    assert workspace.anchoring.stamp("a") != before
    later = workspace.anchoring.stamp("a")
    workspace.snapshots.add("later", older, source="t", extractor="t", created="2027-01-01T00:00:00Z")
    assert workspace.anchoring.stamp("a") == later


def test_every_quote_of_the_cases_is_an_item_and_retired_cases_are_left_out(
    shelf: Callable[..., Workspace], site: Any
) -> None:
    either = {"any_of": [{"doc_id": "terms", "quote": EXPORT}, {"doc_id": "terms", "quote": "gone"}]}
    site.case("b", evidence=[{"doc_id": "terms", "quote": CANCEL}, either])
    site.case("a", evidence=[{"doc_id": "terms", "quote": CANCEL}], status="retired")
    workspace = shelf(FIRST)
    workspace.refresh()
    items = workspace.anchoring.items("a")
    assert [(one.key, one.anchor.state) for one in items] == [("b 1", "exact"), ("b 2a", "exact"), ("b 2b", "lost")]
    assert [one.key for one in items if one.wants_a_person] == ["b 2b"]
    workspace.anchoring.keep("a")
    assert [one for one in items if one.wants_a_person] == workspace.anchoring.waiting("a")
    assert workspace.anchoring.waiting("one") is None


def test_evidence_is_in_quarantine_only_when_all_its_alternatives_are(
    shelf: Callable[..., Workspace], site: Any
) -> None:
    here, gone = {"doc_id": "terms", "quote": EXPORT}, {"doc_id": "terms", "quote": "of no snapshot at all"}
    site.case("c", evidence=[{"any_of": [gone, here]}, {"any_of": [gone, gone | {"quote": "nor this one"}]}, here])
    workspace = shelf(FIRST)
    workspace.refresh()
    case = workspace.cases.get("c")
    assert quarantined(case.evidence, workspace.anchoring.of_case(case, "a")) == (False, True, False)


# --- in words


def test_drift_says_what_changed(shelf: Callable[..., Workspace], site: Any) -> None:
    site.case("c", evidence=[{"doc_id": "terms", "quote": CANCEL}])
    workspace = shelf(FIRST, {"terms": FIRST["terms"].replace("14 days", "30 days")})
    run = site.run(workspace, snapshot="b", c=True)
    seen = workspace.judge.seen(run, "c")
    assert seen is not None and seen.judgement.state == "quarantined"
    story = case_story(workspace.triage.report("c"))
    said = " ".join(span.text for section in story.sections for line in section.lines for span in line.spans)
    assert "Evidence 1 says something else now: 14 days → 30 days." in said
    assert "[-14-] {+30+}  (number)" in said
    [row] = workspace.db.execute("SELECT body FROM suspicions WHERE case_id = 'c'").fetchall()
    assert "says something else now: 14 days → 30 days (b)" in json.loads(row[0])[0][1]


def test_the_alternative_that_came_off_best_speaks_for_the_evidence(shelf: Callable[..., Workspace], site: Any) -> None:
    changed, gone = {"doc_id": "terms", "quote": CANCEL}, {"doc_id": "old", "quote": "of no snapshot at all"}
    site.case("c", evidence=[{"any_of": [gone, changed]}])
    workspace = shelf(FIRST, {"terms": FIRST["terms"].replace("14 days", "30 days")})
    workspace.refresh()
    [evidence] = workspace.cases.get("c").evidence
    [anchors] = workspace.anchoring.of_case(workspace.cases.get("c"), "b")
    assert what_became(evidence, anchors).state == "meaning_changed"


@given(st.text(alphabet="ab c1.-\n", max_size=40), st.text(alphabet="ab c1.-\n", min_size=1, max_size=40))
@settings(max_examples=60, deadline=None)
def test_a_word_diff_without_its_marks_is_what_stands_there(quote: str, now: str) -> None:
    from ragtriage.anchors.guard import word_changes as changed

    spans = word_diff(quote, now, 0, len(now), changed(quote, now, 0, len(now)))
    kept = "".join(
        span.text.removeprefix("{+").removesuffix("+}") for span in spans if span.role not in ("bad", "warn")
    )
    assert "".join(kept.split()) == "".join(now.split())


def test_a_change_is_told_with_the_word_that_a_number_counts() -> None:
    from ragtriage.anchors.guard import word_changes as changed

    now = CANCEL.replace("14", "30")
    [change] = changed(CANCEL, now, 0, len(now))
    assert change_in_words(change, CANCEL) == "14 days → 30 days"


# --- choosing a place


def item(quote: str, text: str, doc_id: str = "terms") -> Item:
    from ragtriage.anchors.reanchor import reanchor_all

    given_ = Quote(doc_id, quote)
    return Item("c", 0, 0, 1, given_, reanchor_all([given_], {"terms": text})[0])


def test_edges_move_word_by_word_and_leave_a_word() -> None:
    page = text(CANCEL, EXPORT)
    choice = QuoteChoice.of(item(CANCEL, page))
    assert choice.move_edge(page, "end", 1)
    assert choice.spot is not None and words_at(page, choice.spot).endswith("purchase. An")
    for _ in range(40):
        choice.move_edge(page, "end", -1)
    assert words_at(page, choice.spot) == "You"
    assert not choice.move_edge(page, "start", 1)
    for _ in range(40):
        choice.move_edge(page, "start", -1)
    assert choice.spot.start == 0


@given(st.lists(st.tuples(st.sampled_from(["start", "end"]), st.sampled_from([1, -1])), max_size=30))
@settings(max_examples=40, deadline=None)
def test_however_edges_move_the_place_stays_in_its_document_and_holds_a_word(moves: list[tuple[Any, int]]) -> None:
    page = text("Cafe\u0301 au lait \U0001f469\u200d\U0001f373 14\u00a0Tage, 北京大学.", CANCEL)
    choice = QuoteChoice.of(item(CANCEL, page))
    for edge, step in moves:
        choice.move_edge(page, edge, step)
        assert choice.spot is not None
        assert 0 <= choice.spot.start < choice.spot.end <= len(page)
        assert words_at(page, choice.spot)
        assert page[choice.spot.end : choice.spot.end + 1] not in ("\u0301", "\u200d")


def test_places_are_gone_through_rejected_and_taken_back() -> None:
    page = text("Of plans:", EXPORT, "Of bookings:", EXPORT)
    choice = QuoteChoice.of(item(EXPORT, page))
    assert (len(choice.places), choice.at) == (2, 0)
    assert choice.go(1) and choice.at == 1
    assert choice.go(1) and choice.at == 0
    assert choice.reject() and choice.at == 1
    assert not choice.go(1)
    assert not choice.reject() and choice.spot is None
    choice.take_back(1)
    assert choice.at == 1 and choice.left == [1]


# --- what is written


def test_the_same_words_in_another_dress_stay_as_they_were_written() -> None:
    page = text(CANCEL.replace(" ", "\n"))
    one = item(CANCEL, page)
    spot = spot_of(one.anchor)
    assert spot is not None and fields_for(one, spot, page) == {}


def test_a_place_among_several_is_written_with_what_tells_it_apart() -> None:
    page = text("Of plans:", EXPORT, "Of bookings:", EXPORT)
    one = item(EXPORT, page)
    at = page.rindex(EXPORT)
    fields = fields_for(one, ChosenPlace("terms", at, at + len(EXPORT)), page)
    assert fields.keys() == {"prefix", "suffix"} or fields.keys() == {"prefix"}
    assert fields["prefix"].endswith("Of bookings:")


def test_page_furniture_is_not_written_into_a_quote() -> None:
    page = "You may cancel within\n\nPage 4\n\n30 days of purchase.\n"
    gap = (page.index("\n\nPage"), page.index("30"))
    assert (
        words_at(page, ChosenPlace("terms", 0, len(page) - 1, (gap,))) == "You may cancel within 30 days of purchase."
    )


def test_words_that_would_have_to_be_looked_at_again_are_not_written() -> None:
    footer = "Helpdesk Manual · Release 2026.11 · Page 1"
    page = text(CANCEL.replace("within ", f"within\n\n{footer}\n\n**").replace("purchase.", "purchase**."), FILLING)
    one = item(CANCEL, page)
    spot = spot_of(one.anchor)
    assert spot is not None and spot.gaps
    with pytest.raises(UnsettledError, match="other lines stand inside the words") as caught:
        fields_for(one, spot, page)
    assert "shorten the quote" in caught.value.next_step
    shorter = ChosenPlace("terms", page.index("You"), page.index("\n\nHelpdesk"))
    assert fields_for(one, shorter, page) == {"quote": "You may cancel within"}


@pytest.fixture
def changed(shelf: Callable[..., Workspace], site: Any) -> Workspace:
    """Two cases, of which one says something else now, and whose document has another id."""
    site.case("days", evidence=[{"doc_id": "terms", "quote": CANCEL}], reviewed_by=["jo"])
    site.case("year", evidence=[{"doc_id": "old/exports", "quote": "It is kept for a month."}], reviewed_by=["jo"])
    exports = text("An export is a file.", FILLING, "It is kept for a month.", "Older ones come by mail only.")
    new = {"terms": FIRST["terms"].replace("14 days", "30 days"), "new/exports": exports}
    workspace = shelf({**FIRST, "old/exports": exports}, new, setting="a")
    workspace.refresh()
    return workspace


def files(root: Path) -> dict[Path, bytes]:
    return {path: path.read_bytes() for path in (root / "ragtriage.yaml", *sorted((root / "cases").glob("*")))}


def test_a_move_writes_the_setting_and_proven_renames_and_is_undone_in_one_step(changed: Workspace) -> None:
    before = files(changed.root)
    move = changed.mover.plan("b")
    assert ([one.key for one in move.renamed], [one.key for one in move.left]) == (["year 1"], ["days 1"])
    changed.do(move.write)
    changed.reread_settings()
    assert changed.snapshot == "b"
    assert changed.cases.get("year").evidence[0].any_of[0].doc_id == "new/exports"
    assert changed.cases.get("year").reviewed_by == ("jo",)  # what was reviewed is what stands there
    assert changed.mover.plan("b").write.changes == ()
    changed.triage.undo()
    assert files(changed.root) == before


def test_accepting_writes_the_new_words_and_the_quote_is_then_where_it_should_be(changed: Workspace) -> None:
    move = changed.mover.plan("b", ["days"], setting=False)
    changed.do(move.write)
    case = changed.cases.get("days")
    assert case.evidence[0].any_of[0].quote == "You may cancel within 30 days of purchase."
    assert case.reviewed_by == ()  # the label is another: nobody has reviewed it
    assert [one.key for one in changed.anchoring.items("b") if one.wants_a_person] == []
    assert [one.key for one in changed.anchoring.items("a") if one.wants_a_person] == ["days 1", "year 1"]


def test_a_move_leaves_a_named_case_whose_words_would_have_to_be_looked_at_again(
    shelf: Callable[..., Workspace], site: Any
) -> None:
    site.case("c", evidence=[{"doc_id": "terms", "quote": CANCEL}])
    torn = CANCEL.replace("within ", "within\n\nHelpdesk Manual · Release 2026.11 · Page 1\n\n**")
    workspace = shelf(
        {"terms": text(CANCEL, FILLING)}, {"terms": text(torn.replace("purchase.", "purchase**."), FILLING)}
    )
    workspace.refresh()
    move = workspace.mover.plan("b", ["c"], setting=False)
    assert ([one.key for one in move.left], move.accepted, move.write.changes) == (["c 1"], (), ())


def test_words_that_only_their_surroundings_turned_are_accepted_for_good(
    shelf: Callable[..., Workspace], site: Any
) -> None:
    rule = "You get the money back"
    site.case("c", evidence=[{"doc_id": "terms", "quote": rule}])
    old, new = text(f"{rule} within a week.", FILLING), text(f"{rule} within a week unless you used it.", FILLING)
    workspace = shelf({"terms": old}, {"terms": new})
    workspace.refresh()
    [one] = workspace.anchoring.items("b")
    assert one.anchor.state == "meaning_changed" and one.quote.quote == rule
    workspace.do(workspace.mover.plan("b", ["c"]).write)
    [again] = workspace.anchoring.items("b")
    assert again.quote.quote == rule and again.quote.suffix
    assert not again.wants_a_person


def test_a_quote_that_is_another_by_now_is_not_overwritten(changed: Workspace) -> None:
    [one] = changed.mover.plan("b").left
    spot = spot_of(one.anchor)
    assert spot is not None
    changed.set_field("days", "evidence[0].quote", EXPORT)
    with pytest.raises(UsageError, match="another quote by now"):
        changed.mover.accept([(one, spot)], "b")
    changed.set_field("days", "evidence", [])
    with pytest.raises((UsageError, CaseError)):
        changed.mover.accept([(one, spot)], "b")


def test_a_single_quote_under_any_of_and_a_json_file_are_written_where_it_stands(
    shelf: Callable[..., Workspace], site: Any
) -> None:
    (site.root / "cases").mkdir(exist_ok=True)
    path = site.root / "cases/c.yaml"
    path.write_text(
        "id: c\nquestion: q\nanswerable: true\nevidence:\n"
        f"  - any_of:\n      - doc_id: terms   # ours\n        quote: {CANCEL}\n"
    )
    other = {"id": "d", "question": "q", "answerable": True, "evidence": [{"doc_id": "terms", "quote": CANCEL}]}
    (site.root / "cases/d.json").write_text(json.dumps(other, indent=1))
    workspace = shelf(FIRST, {"terms": FIRST["terms"].replace("14 days", "30 days")})
    workspace.refresh()
    before = files(site.root)
    workspace.do(workspace.mover.plan("b", ["c", "d"]).write)
    after = files(site.root)
    assert {path: text.replace(b"30 days", b"14 days") for path, text in after.items()} == before
    assert sum(b"30 days" in text for text in after.values()) == 2


# --- snapshots


def test_documents_are_same_edited_renamed_removed_or_added() -> None:
    lines = [f"Line {n} of the long document about exports." for n in range(10)]
    old = {"same": "x", "edited": "one", "was": "\n".join(lines), "gone": "Nothing alike.", "empty": ""}
    new = {"same": "x", "edited": "two", "is": "\n".join(lines[:8]), "fresh": "Something.", "empty": ""}
    found = document_changes(*([Document(i, i, t) for i, t in texts.items()] for texts in (old, new)))
    assert (found.same, found.edited, found.removed, found.added) == (
        ("empty", "same"),
        ("edited",),
        ("gone",),
        ("fresh",),
    )
    [rename] = found.renamed
    assert (rename.old, rename.new) == ("was", "is") and 0.8 < rename.likeness < 0.95
    assert found.touched() == {"edited": "edited", "was": "renamed", "gone": "removed"}


@given(st.dictionaries(st.sampled_from("abcdef"), st.text("xy\n", max_size=6)),
       st.dictionaries(st.sampled_from("abcdef"), st.text("xy\n", max_size=6)))  # fmt: skip
@settings(max_examples=60, deadline=None)
def test_every_document_of_two_snapshots_is_told_once(old: dict[str, str], new: dict[str, str]) -> None:
    found = document_changes(*([Document(i, i, t) for i, t in texts.items()] for texts in (old, new)))
    both = [*found.same, *found.edited]
    assert sorted([*both, *found.removed, *(one.old for one in found.renamed)]) == sorted(old)
    assert sorted([*both, *found.added, *(one.new for one in found.renamed)]) == sorted(new)


def test_one_of_two_places_that_is_left_is_chosen_for_good(shelf: Callable[..., Workspace], site: Any) -> None:
    site.case("c", evidence=[{"doc_id": "terms", "quote": TWICE}])
    workspace = shelf(FIRST, {"terms": text(CANCEL, EXPORT, "Call the desk.", FILLING, TWICE)})
    workspace.refresh()
    [one] = workspace.anchoring.items("b")
    assert one.wants_a_person and not one.anchor.quarantined
    workspace.do(workspace.mover.plan("b", ["c"]).write)
    [again] = workspace.anchoring.items("b")
    assert again.quote.prefix and not again.wants_a_person


def test_of_places_as_good_as_each_other_the_document_of_the_other_quotes_comes_first() -> None:
    from ragtriage.anchors.reanchor import reanchor_all

    given_ = Quote("gone", EXPORT)
    texts = {"x": text(EXPORT), "y": text(CANCEL, EXPORT), "z": text(EXPORT, FILLING)}
    one = Item("c", 0, 0, 1, given_, reanchor_all([given_], texts)[0])
    assert one.anchor.state == "ambiguous"
    for near in ("x", "y", "z"):
        choice = QuoteChoice.of(one, {near})
        assert choice.spot is not None and choice.spot.doc_id == near
        assert len(choice.places) == len(choice.scores) == 3
