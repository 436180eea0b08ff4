"""The story of one failure: what each section says, and that it says it raw."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

from ragtriage.cases.history import FileCommit
from ragtriage.cases.model import Evidence, Nugget, Quote
from ragtriage.corpus.sentences import flowing
from ragtriage.metrics.matching import MatchSettings
from ragtriage.runs.model import Citation, Passage
from ragtriage.triage.diagnosis import diagnose
from ragtriage.triage.diagnosis_input import DiagnosisInput
from ragtriage.triage.model import Finding, Suspicion, Verdict
from ragtriage.views.case_story import Past, Strip, tell, tell_case
from ragtriage.views.story import Section, Span, Story

Make = Callable[..., Any]
MONTHLY = "Changes from annual to monthly billing take effect at the next renewal"
PRORATED = "Annual plans are not prorated when they are downgraded"
HOSTILE = "\x1b]52;c;aGk=\x07[/]\u202egnp.exe\n[b]x\x00"


def story(seen: DiagnosisInput, strip: Strip | None = None, past: Past | None = None) -> Story:
    return tell(seen, diagnose(seen), strip or Strip(), past or Past())


def section(told: Story, id_: str) -> Section:
    [found] = [one for one in told.sections if one.id == id_]
    return found


def lines(told: Story, id_: str) -> list[str]:
    return ["".join(span.text for span in line.spans) for line in section(told, id_).lines]


def spans(told: Story) -> Iterator[Span]:
    for one in told.sections:
        for line in one.lines:
            yield from line.spans


def gold(told: Story, id_: str = "passages") -> list[str]:
    return [span.text for line in section(told, id_).lines for span in line.spans if span.role == "gold"]


def test_the_sections_stand_in_the_order_of_a_story(case: Make, passage: Make, look: Make) -> None:
    labelled = case(MONTHLY, nuggets=(Nugget("at renewal", True),), reference_answer="At renewal.")
    past = Past([Verdict("c", "2026-W48", "mk", "r", "one", "h", findings=(Finding("label"),))])
    told = story(look(labelled, [passage("calendar")]), Strip({"prod": "failed"}), past)
    assert [one.id for one in told.sections] == [
        "question", "diagnosis", "strip", "evidence", "answer", "nuggets", "passages", "history",
    ]  # fmt: skip
    assert all(one.heading and one.lines for one in told.sections)


def test_evidence_found_by_likeness_says_so(case: Make, look: Make) -> None:
    text = f"{MONTHLY}. {PRORATED}.".replace("renewal", "renewol")
    [line, *_] = lines(story(look(case(MONTHLY), [Passage("billing", text)])), "evidence")
    assert line.startswith("✓ 1  rank 1 · place 1 in the prompt · by likeness: 9")
    [line, *_] = lines(story(look(case(PRORATED), [Passage("billing", text.replace(" ", "  "))])), "evidence")
    assert line == "✓ 1  rank 1 · place 1 in the prompt"


def test_a_question_is_told_with_its_filters_its_user_and_what_it_must(case: Make, look: Make) -> None:
    labelled = case(answerable=False, unanswerable_because="not_permitted", must_pass=True, tags=("x",),
                    filters={"region": ("EU", "US")}, user={"role": "customer"}, status="draft")  # fmt: skip
    facts = lines(story(look(labelled)), "question")[1]
    assert facts == "must pass  to be declined: not permitted  region=EU,US  user role=customer  #x  draft"


def test_a_diagnosis_is_a_sentence_its_reason_and_what_to_try(case: Make, passage: Make, look: Make) -> None:
    told = story(look(case(MONTHLY), [passage("calendar")], bm25=1))
    assert lines(told, "diagnosis") == [
        "✗ Evidence 1 was not retrieved within 1 candidate.",
        "Plain BM25 finds the passage at rank 1: a lexical gap.",
        "try  Hybrid search: BM25 beside the retriever in use.",
    ]
    assert lines(story(look(case(MONTHLY), [passage("billing")])), "diagnosis") == [
        "✓? Passes by code: evidence in the prompt, not refused, nothing cited · answer not judged"
    ]


def test_doubts_and_what_stands_decided_are_told_with_the_diagnosis(case: Make, passage: Make, look: Make) -> None:
    standing = Verdict("c", "2026-W48", "mk", "r", "one", "h", findings=(Finding("corpus_gap"),))
    past = Past([standing], suspicions=[Suspicion("no_evidence", "None is quoted.")], standing=standing)
    told = lines(story(look(case(MONTHLY), [passage("calendar")]), past=past), "diagnosis")
    assert told[-2:] == ["decided 2026-W48, still failing  corpus gap", "? suspect label  None is quoted."]
    assert len(lines(story(look(case(MONTHLY), [passage("billing")]), past=past), "diagnosis")) == 2


def test_repeats_that_agree_are_not_told(case: Make, passage: Make, look: Make) -> None:
    seen = look(case(MONTHLY), [passage("calendar")])
    steady = lines(story(seen, Strip(repeats=[(0, "failed"), (1, "failed")])), "diagnosis")
    assert not any("repeat" in line for line in steady)
    assert lines(story(seen, Strip(repeats=[(0, "failed"), (1, "passed")])), "diagnosis")[0] == (
        "~ Unstable: it passes in 1 of 2 repeats. Below is repeat 0."
    )


def test_the_strip_shows_every_state_by_sign_and_the_rarer_ones_in_words(case: Make, look: Make) -> None:
    strip = Strip(
        {"a": "passed", "b": "failed", "c": "unscored", "d": "unstable"}, [("r3", "failed"), ("r2", "passed")], True
    )
    assert lines(story(look(case(MONTHLY)), strip), "strip") == [
        "✓?\u00a0a   ✗\u00a0b   ·\u00a0c (unscored)   ~\u00a0d (unstable)",
        "no configuration passes",
        "earlier runs  ✓✗ (latest of them: r3)",
    ]


# --- evidence


def test_evidence_tells_where_it_came_and_where_it_went(case: Make, passage: Make, look: Make) -> None:
    quoted = case(MONTHLY, "never said")
    background = Evidence((Quote("calendar", "Up to five calendars", grade=1),))
    labelled = replace(quoted, evidence=(*quoted.evidence, background))
    candidates = [passage("calendar"), passage("billing")]
    told = lines(story(look(labelled, candidates, candidates[:1])), "evidence")
    assert told[::3] == [
        "✗ 1  rank 2 · not in the prompt",
        "~ 2  gone from the snapshot",
        "✓ 3 (background)  rank 1 · place 1 in the prompt",
    ]
    assert told[1:3] == ["billing", f"“{MONTHLY}”"]


def test_evidence_without_candidates_and_a_case_without_evidence_say_so(case: Make, passage: Make, look: Make) -> None:
    told = story(look(case(MONTHLY), None, [passage("billing")]))
    assert lines(told, "evidence")[0] == "✓ 1  candidates not given · place 1 in the prompt"
    assert lines(story(look(case())), "evidence") == ["none labelled: its retrieval can't be scored"]


def test_of_alternatives_the_one_that_came_is_marked(case: Make, passage: Make, look: Make) -> None:
    either = replace(case(), evidence=(Evidence((Quote("calendar", "Up to five"), Quote("billing", MONTHLY))),))
    for seen in (look(either, [passage("billing")]), look(either, None, [passage("billing")])):
        told = lines(story(seen), "evidence")
        assert (told[1], told[3]) == ("any of  calendar", "any of  billing ✓")


def test_words_found_under_another_document_are_told_with_their_rank(case: Make, look: Make) -> None:
    told = lines(story(look(case(MONTHLY), [Passage("mirror", f"{MONTHLY}.")])), "evidence")
    assert told[0].endswith("same words under another document at rank 1")


# --- the answer


def test_an_answer_is_told_with_its_citations_the_fabricated_marked(case: Make, passage: Make, look: Make) -> None:
    cited = (Citation("billing"), Citation("kb/none"))
    seen = look(
        case(MONTHLY, reference_answer="At renewal."), [passage("billing")], answer="Now.\nYes.", citations=cited
    )
    assert lines(story(seen), "answer") == [
        "Now.", "Yes.", "cites  billing  ✗ kb/none (never retrieved)", "reference  At renewal.",
    ]  # fmt: skip


def test_a_refusal_an_error_and_a_missing_answer_are_said(case: Make, look: Make) -> None:
    assert lines(story(look(case(MONTHLY), refused=True)), "answer")[0] == "declined"
    assert lines(story(look(case(MONTHLY), error="time-out", answer=None)), "answer") == ["error  time-out"]
    assert lines(story(look(case(MONTHLY), answer=None)), "answer") == ["the run gave no answer"]


# --- passages


def test_passages_stand_in_rank_order_with_the_gold_text_in_them(case: Make, passage: Make, look: Make) -> None:
    billing = passage("billing", f"{MONTHLY}\n{PRORATED}.")
    candidates = [passage("calendar", score=2.5), billing, passage("calendar")]
    told = story(look(case(MONTHLY, PRORATED), candidates, candidates[:2]))
    assert section(told, "passages").heading == "Passages (3 candidates, 2 in the prompt)"
    heads = [lines(told, "passages")[stop] for stop in section(told, "passages").stops]
    assert heads == [
        "· 1  calendar  2.50  in the prompt (1)",
        "✓ 2  billing  in the prompt (2)",
        "· 3  calendar  not in the prompt",
    ]
    assert gold(told) == [MONTHLY, PRORATED]
    whole = section(told, "passages").lines[section(told, "passages").stops[1] + 1]
    assert "".join(span.text for span in whole.spans) == flowing(billing.text)


def test_a_part_of_a_quote_and_the_words_of_another_document_are_no_evidence(case: Make, look: Make) -> None:
    half = Passage("billing", MONTHLY[:30], start=11, end=41)
    told = story(look(case(MONTHLY), [half, Passage("mirror", f"{MONTHLY}.")]))
    heads = [lines(told, "passages")[stop] for stop in section(told, "passages").stops]
    assert [head[0] for head in heads] == ["~", "~"]
    assert all("in part, or of another document" in head for head in heads)
    accepted = story(
        look(case(MONTHLY), [Passage("mirror", f"{MONTHLY}.")], match=MatchSettings(accept_duplicates=True))
    )
    assert lines(accepted, "passages")[0].startswith("✓")


def test_a_passage_that_the_prompt_holds_less_of_says_how_much(case: Make, passage: Make, look: Make) -> None:
    whole = passage("billing", chunk_id="b0", start=0)
    told = story(look(case(MONTHLY), [whole], [replace(whole, text=whole.text[:20])]))
    assert lines(told, "passages")[0].endswith(f"in the prompt (1)  cut to 20 of {len(whole.text)} characters")


def test_what_is_in_the_prompt_and_was_no_candidate_is_shown_after_them(case: Make, passage: Make, look: Make) -> None:
    told = story(look(case(MONTHLY), [passage("calendar")], [passage("billing")]))
    heads = [lines(told, "passages")[stop] for stop in section(told, "passages").stops]
    assert heads == ["· 1  calendar  not in the prompt", "✓ -  billing  in the prompt (1)"]
    assert gold(told) == [MONTHLY]
    only_prompt = story(look(case(MONTHLY), None, [passage("billing")]))
    assert lines(only_prompt, "passages")[0] == "✓ billing  in the prompt (1)"


def test_a_prompt_that_is_not_given_is_said_to_be_taken_from_the_candidates(
    case: Make, passage: Make, look: Make
) -> None:
    told = story(look(case(MONTHLY), [passage("calendar")] * 3, k=2))
    assert section(told, "passages").heading == (
        "Passages (3 candidates, the first 2 taken for the prompt, which is not given)"
    )
    assert lines(story(look(case(MONTHLY), None)), "passages") == ["the run gave none"]


def test_a_near_miss_is_named_with_the_words_it_shares(case: Make, look: Make) -> None:
    alike = Passage("billing-enterprise", "Changes from monthly to annual billing take effect at once, with no renewal")
    head = lines(story(look(case(MONTHLY), [alike])), "passages")[0]
    assert "near miss: 7 of 8 words of evidence 1" in head


# --- history, and the label alone


def test_history_tells_earlier_verdicts_and_who_changed_the_label(case: Make, look: Make) -> None:
    both = (Finding("retrieval", "gap", "search", "soon"), Finding("label"))
    past = Past(
        [
            Verdict("c", "2026-W49", "jo", "r", "one", "h", findings=(), snoozed_until="2026-12-07"),
            Verdict("c", "2026-W48", "mk", "r", "one", "h", findings=both),
        ],
        [
            FileCommit("def5678", "jo", "2026-11-12", "Review", ("evidence 2 re-anchored in faq", "tag sso added")),
            FileCommit(commit="abc1234", author="mk", at="2026-11-02", summary="Correct the quote"),
        ],
    )
    assert lines(story(look(case(MONTHLY)), past=past), "history") == [
        "2026-W49  snoozed until 2026-12-07  jo",
        "2026-W48  retrieval #gap @search soon; label  mk",
        "2026-11-12  jo: evidence 2 re-anchored in faq; tag sso added  Review  def5678",
        "2026-11-02  abc1234  Correct the quote  mk",
    ]


def test_a_case_that_no_run_speaks_of_is_told_by_its_label(case: Make) -> None:
    labelled = case(MONTHLY, reference_answer="At renewal.", notes="From the Monday call.")
    told = tell_case(labelled, Past(suspicions=[Suspicion("no_evidence", "why")]))
    assert [one.id for one in told.sections] == ["question", "suspicions", "evidence", "reference", "notes"]
    assert lines(told, "evidence") == ["1  billing", f"“{MONTHLY}”"]


def test_text_from_outside_stays_raw_in_the_spans_so_that_its_drawer_can_make_it_safe(case: Make, look: Make) -> None:
    labelled = case(id="c", question=HOSTILE, reference_answer=HOSTILE, nuggets=(Nugget(HOSTILE, True),),
                    tags=(HOSTILE,), filters={HOSTILE: HOSTILE}, notes=HOSTILE,
                    evidence=(Evidence((Quote(HOSTILE, HOSTILE),)),))  # fmt: skip
    past = Past(
        [Verdict("c", "2026-W48", HOSTILE, "r", "one", "h", findings=(Finding("label", HOSTILE, HOSTILE, HOSTILE),))],
        [FileCommit(commit="abc", author=HOSTILE, at="2026-11-02", summary=HOSTILE)],
        [Suspicion("no_evidence", HOSTILE)],
    )
    passages = [Passage(HOSTILE, HOSTILE, HOSTILE)]
    seen = look(labelled, passages, answer=HOSTILE, citations=(Citation(HOSTILE),))
    told = story(seen, Strip({HOSTILE: "failed"}, [(HOSTILE, "failed")]), past)
    raw = "".join(span.text for span in spans(told))
    assert raw.count("\x1b]52;c;aGk=\x07") >= 16
    assert "\u202e" in raw and "[/]" in raw and "\x00" in raw
    assert tell_case(labelled, past).sections


def test_every_stop_is_a_line_of_its_section(case: Make, passage: Make, look: Make) -> None:
    told = story(look(case(MONTHLY), [passage("calendar"), passage("billing")] * 4, k=3))
    stops = section(told, "passages").stops
    assert len(stops) == 8
    assert all(0 <= stop < len(section(told, "passages").lines) for stop in stops)


def test_what_was_judged_irrelevant_is_told_so_and_is_gold_in_no_passage(case: Make, passage: Make, look: Make) -> None:
    irrelevant = Evidence((Quote("calendar", "Up to five calendars can be connected", grade=0),))
    labelled = case(MONTHLY)
    labelled = replace(labelled, evidence=(irrelevant, *labelled.evidence))
    told = story(look(labelled, [passage("calendar"), passage("billing")]))
    assert lines(told, "evidence")[0] == "· 1 (judged irrelevant)  rank 1 · place 1 in the prompt"
    assert [line[:1] for line in lines(told, "passages")[::2]] == ["·", "✓"]
    only = story(look(replace(labelled, evidence=(irrelevant,)), [passage("calendar")]))
    assert lines(only, "evidence")[-1] == "all judged irrelevant: its retrieval can't be scored"
