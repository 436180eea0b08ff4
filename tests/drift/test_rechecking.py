"""A place that says something else is accepted: the answer and the nuggets want a look before the case counts again."""

from collections.abc import Callable
from typing import Any

import pytest

from ragtriage.authoring.form import replace_quote, with_field
from ragtriage.authoring.saving import begun_from_case, save
from ragtriage.cases.model import Case, Evidence, Quote
from ragtriage.corpus.document import Document
from ragtriage.drift.anchoring import Item
from ragtriage.drift.moving import ChosenPlace, says_otherwise, spot_of
from ragtriage.runs.model import Passage
from ragtriage.triage import suspicions
from ragtriage.triage.diagnosis import diagnose
from ragtriage.workspace import Workspace

Make = Callable[..., Any]
CAN = "Members can join the list, but they get no offers."
FILLING = "The desk is open from nine to five on working days, and longer in December."
BOTH = ("reference_answer", "nuggets")


def text(*sentences: str) -> str:
    return "# Rules\n\n" + "\n\n".join(sentences) + "\n"


@pytest.fixture
def accepting(site: Any) -> Callable[..., Workspace]:
    """A case that quotes `old` of a document that says `new` by now, with everything written from it accepted."""

    def make(old: str, new: str, accept: bool = True, **fields: Any) -> Workspace:
        known = {"reference_answer": "Yes.", "nuggets": [{"text": "yes", "vital": True}], "reviewed_by": ["jo"]}
        site.case("c", evidence=[{"doc_id": "rules", "quote": old}], **(known | fields))
        workspace: Workspace = site.open()
        for at, (name, words) in enumerate((("a", old), ("b", new)), 1):
            made = f"2026-0{at}-01T00:00:00Z"
            documents = [Document("rules", "Rules", text(words, FILLING))]
            workspace.snapshots.add(name, documents, source="t", extractor="t", created=made)
        (site.root / "ragtriage.yaml").write_text("snapshot: b\n")
        workspace.reread_settings()
        workspace.refresh()
        if accept:
            workspace.do(workspace.mover.plan("b", ["c"]).write)
        return workspace

    return make


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (CAN, CAN.replace("can join", "cannot join")),
        (CAN, CAN.replace("no offers", "offers")),
        ("Keep it for 14 days at most.", "Keep it for 30 days at most."),
        ("Each seat costs 5 euros a month.", "Each seat costs 5 dollars a month."),
        ("You may cancel by mail.", "You must cancel by mail."),
        ("Only owners can export the list.", "Only managers can export the list."),
        ("Die Karte ist nicht übertragbar.", "Die Karte ist übertragbar."),
        ("Es gilt ab dem 1. Mai 2026 für alle.", "Es gilt ab dem 1. Juni 2026 für alle."),
        ("You get the money back", "You get the money back unless you used it"),
    ],
)
def test_an_accepted_change_of_meaning_leaves_the_case_open(accepting: Make, old: str, new: str) -> None:
    workspace = accepting(old, new)
    quote = workspace.cases.get("c").evidence[0].any_of[0]
    assert (quote.was, quote.recheck) == (old, BOTH)
    [item] = workspace.anchoring.items("b")
    assert item.is_open and not item.wants_a_person
    workspace.anchoring.keep("b")
    assert [one.key for one in workspace.anchoring.waiting("b") or ()] == ["c 1"]


def test_only_what_the_case_says_is_open(accepting: Make) -> None:
    new = CAN.replace("can join", "cannot join")
    assert accepting(CAN, new, nuggets=[]).cases.get("c").to_recheck == ("reference_answer",)


def test_a_case_that_says_nothing_of_its_evidence_has_nothing_to_look_at(accepting: Make) -> None:
    workspace = accepting(CAN, CAN.replace("can join", "cannot join"), nuggets=[], reference_answer="")
    quote = workspace.cases.get("c").evidence[0].any_of[0]
    assert (quote.quote, quote.was, quote.recheck) == (CAN.replace("can join", "cannot join"), "", ())


def test_a_rewording_without_meaning_leaves_nothing_open(accepting: Make) -> None:
    workspace = accepting("Use the command line tool to export.", "Use the command-line tool to export.")
    assert workspace.cases.get("c").to_recheck == ()


def test_a_second_change_before_anybody_looked_keeps_the_words_that_the_answer_was_written_from(
    accepting: Make,
) -> None:
    workspace = accepting("Keep it for 14 days at most.", "Keep it for 30 days at most.")
    documents = [Document("rules", "Rules", text("Keep it for 60 days at most.", FILLING))]
    workspace.snapshots.add("c", documents, source="t", extractor="t", created="2026-04-01T00:00:00Z")
    workspace.do(workspace.mover.plan("c", ["c"]).write)
    quote = workspace.cases.get("c").evidence[0].any_of[0]
    assert (quote.quote[:18], quote.was[:18], quote.recheck) == ("Keep it for 60 day", "Keep it for 14 day", BOTH)


def test_accepting_and_still_right_are_each_undone_in_one_step(accepting: Make, site: Any) -> None:
    workspace = accepting(CAN, CAN.replace("can join", "cannot join"), accept=False)
    path = site.root / "cases" / "c.yaml"
    states = [path.read_bytes()]
    workspace.do(workspace.mover.plan("b", ["c"]).write)
    states.append(path.read_bytes())
    workspace.do(workspace.cases.still_right("c"))
    assert b"recheck" not in path.read_bytes()
    workspace.triage.undo()
    assert path.read_bytes() == states[1]
    workspace.triage.undo()
    assert path.read_bytes() == states[0]


def test_a_clone_knows_it_from_the_files_alone(accepting: Make, site: Any) -> None:
    accepting(CAN, CAN.replace("can join", "cannot join"))
    (site.root / ".ragtriage" / "index.db").unlink()
    other = site.open("colleague")
    other.refresh()
    other.judge_all()
    assert [one.id for one in suspicions.kept(other.db)["c"]] == ["recheck"]
    assert [one.key for one in other.anchoring.waiting("b") or ()] == ["c 1"]


def test_an_open_case_passes_in_no_run_until_it_was_looked_at(accepting: Make, site: Any) -> None:
    new = CAN.replace("can join", "cannot join")
    workspace = accepting(CAN, new)
    run = site.run(workspace, snapshot="b", c={"candidates": (Passage("rules", text(new)),)})
    state = workspace.outcomes.state(run.id, "c")
    assert (state.state, state.criteria, state.diagnoses[0]) == ("quarantined", ("recheck",), "recheck")
    [row] = [row for row in workspace.triage.queue(every=True).rows if row.case_id == "c"]
    workspace.judge_all()
    workspace.do(workspace.cases.still_right("c"))
    workspace.judge_all()
    assert workspace.outcomes.state(run.id, "c").state == "passed"
    assert row.state == "quarantined"


def test_the_diagnosis_tells_what_it_said_what_it_says_and_what_to_do(case: Make, look: Make, passage: Make) -> None:
    now = Quote("calendar", "Up to five calendars can be connected", was="Up to six calendars", recheck=BOTH)
    labelled = case(evidence=(Evidence((now,)),), reference_answer="Six.")
    seen = look(labelled, [passage("calendar")])
    assert seen.judgement.failed == ("recheck",)
    [told] = diagnose(seen)
    assert "the reference answer and the nuggets" in told.sentence
    assert "“Up to six calendars” → “Up to five calendars can be connected”" in told.reason
    assert "0 still right, e edit" in told.try_
    error = look(labelled, error="time-out")
    assert [one.id for one in diagnose(error)] == ["recheck", "error"]


def test_another_place_says_otherwise_by_its_words() -> None:
    from ragtriage.anchors.reanchor import reanchor_all

    quote = Quote("gone", CAN)
    texts = {"x": text(CAN), "y": text(CAN.replace("can join", "cannot join")), "z": text(CAN, FILLING)}
    item = Item("c", 0, 0, 1, quote, reanchor_all([quote], texts)[0])
    spots = {name: words.index("Members") for name, words in texts.items()}
    told = {
        name: says_otherwise(item, texts[name], ChosenPlace(name, at, texts[name].index("offers.") + len("offers.")))
        for name, at in spots.items()
    }
    assert told == {"x": False, "y": True, "z": False}
    assert spot_of(item.anchor) is not None


def test_a_label_hash_is_of_what_is_open_too() -> None:
    one = Case("a", "q", True, evidence=(Evidence((Quote("d", "x"),)),))
    other = Case("a", "q", True, evidence=(Evidence((Quote("d", "x", recheck=("nuggets",)),)),))
    assert one.label_hash != other.label_hash


# --- in the editor


def edited(workspace: Workspace, **answer: str) -> Case:
    """The case after its quote was replaced in the editor by what the document says now, and saved."""
    form = begun_from_case(workspace.cases, "c")
    corpus = workspace.corpus
    assert corpus is not None
    there = corpus.text("rules")
    end = there.index(FILLING)
    form = replace_quote(form, 0, 0, corpus.quote("rules", there.index("\n\n"), end))
    for field, value in answer.items():
        form = with_field(form, field, value)
    workspace.do(save(workspace.marked(form), workspace.cases))
    return workspace.cases.get("c")


def test_words_that_take_a_changed_quotes_place_in_the_editor_leave_open_what_was_not_changed(accepting: Make) -> None:
    new = CAN.replace("can join", "cannot join")
    case = edited(accepting(CAN, new, accept=False))
    assert (case.evidence[0].any_of[0].was, case.to_recheck) == (CAN, BOTH)


def test_an_answer_changed_in_the_same_form_was_looked_at(accepting: Make) -> None:
    new = CAN.replace("can join", "cannot join")
    case = edited(accepting(CAN, new, accept=False), reference_answer="No.")
    assert case.to_recheck == ("nuggets",)


def test_a_quote_that_stood_where_it_should_may_be_replaced_without_more(accepting: Make) -> None:
    workspace = accepting(CAN, CAN, accept=False)
    form = begun_from_case(workspace.cases, "c")
    form = replace_quote(form, 0, 0, Quote("rules", "The desk is open from nine to five on working days"))
    assert workspace.marked(form) == form


# --- the version that it was read in


def test_accepting_names_the_version_that_was_looked_at_and_a_move_leaves_it(site: Any) -> None:
    old, new = CAN, CAN.replace("can join", "cannot join")
    for case_id, doc_id, quote in (("c", "rules", old), ("d", "hours", FILLING)):
        site.case(case_id, evidence=[{"doc_id": doc_id, "quote": quote, "doc_version": "1"}], reviewed_by=["jo"])
    workspace = site.open()
    for at, (name, words, hours) in enumerate((("a", old, "hours"), ("b", new, "opening-hours")), 1):
        documents = [Document("rules", "Rules", text(words), {"version": f"{at}"})]
        documents.append(
            Document(
                hours,
                "Hours",
                text(FILLING, *(f"Line {n} of the hours of desk {n * 7}." for n in range(8))),
                {"version": f"{at}"},
            )
        )
        workspace.snapshots.add(name, documents, source="t", extractor="t", created=f"2026-0{at}-01T00:00:00Z")
    workspace.refresh()
    workspace.do(workspace.mover.plan("b", ["c"]).write)
    versions = {name: workspace.cases.get(name).evidence[0].any_of[0] for name in ("c", "d")}
    assert (versions["c"].doc_version, versions["d"].doc_version) == ("2", "1")
    assert versions["d"].doc_id == "opening-hours"
    assert workspace.cases.get("d").reviewed_by == ("jo",)
