"""The built-in system: its settings, what it retrieves, what it quotes, when it declines."""

import sqlite3
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from ragtriage.cases.model import Case
from ragtriage.errors import SettingsError
from ragtriage.runs.extracts import best_sentences, passage_sentences
from ragtriage.runs.model import Passage
from ragtriage.runs.targets import REFUSAL, Bm25Settings, Target, bm25_settings, open_target

MARKDOWN = [
    "**",
    "*",
    " ",
    " - ",
    "# ",
    "\n",
    "\n\n",
    "\n- ",
    "\n1. ",
    "\n## ",
    "word",
    "Word.",
    "12. ",
    "`",
    "| ",
    "_a_",
    "\n---\n",
]
BM25 = {"system": "bm25"}


def settings_error(**settings: Any) -> tuple[str, str]:
    with pytest.raises(SettingsError) as caught:
        bm25_settings("small", settings)
    assert caught.value.where is not None
    return str(caught.value.where.field), f"{caught.value.title}; {caught.value.next_step}"


class TestSettings:
    def test_defaults_follow_the_chunk_and_the_context(self) -> None:
        assert bm25_settings("a", BM25) == Bm25Settings(150, 30, 5, 50, 0.35)
        assert bm25_settings("a", BM25 | {"chunk_words": 80, "k": 60, "refuse_below": 0}) == Bm25Settings(
            80, 16, 60, 60, 0.0
        )

    @pytest.mark.parametrize(
        ("settings", "field", "said"),
        [
            ({"chunk_word": 80}, "chunk_word", "did you mean `chunk_words`?"),
            ({"zzz": 80}, "zzz", "there are `system`, `chunk_words`"),
            ({"system": "bm52"}, "system", "there is no system `bm52`"),
            ({"system": None}, "system", "no `system`"),
            ({"chunk_words": "80"}, "chunk_words", "expected a whole number from 5 to 5000, found '80'"),
            ({"chunk_words": True}, "chunk_words", "expected a whole number"),
            ({"chunk_words": 4}, "chunk_words", "expected a whole number"),
            ({"chunk_words": 80.5}, "chunk_words", "expected a whole number"),
            ({"overlap": -1}, "overlap", "expected a whole number"),
            ({"chunk_words": 20, "overlap": 20}, "overlap", "leave no room"),
            ({"k": 0}, "k", "expected a whole number"),
            ({"k": 9, "depth": 8}, "depth", "fewer candidates than the 9 passages"),
            ({"refuse_below": 35}, "refuse_below", "expected a share"),
            ({"refuse_below": float("nan")}, "refuse_below", "expected a share"),
            ({"refuse_below": "low"}, "refuse_below", "expected a share"),
        ],
    )
    def test_a_wrong_setting_is_named(self, settings: dict[str, Any], field: str, said: str) -> None:
        where, words = settings_error(**(BM25 | settings))
        assert where == f"configurations.small.{field}"
        assert said in words


@pytest.fixture
def target(db: sqlite3.Connection, snapshot: str) -> Target:
    return open_target("small", BM25 | {"chunk_words": 12, "overlap": 2, "k": 2}, db, snapshot)


REFUNDS = Case("c1", "How many working days do refunds take?", answerable=True)


class TestAnswering:
    def test_it_quotes_the_sentence_that_answers_and_cites_its_chunk(self, target: Target) -> None:
        output = target.answer(REFUNDS)
        assert output.answer == "Refunds take five working days."
        assert output.candidates and output.citations and output.context
        assert output.context == output.candidates[:2]
        assert [c.doc_id for c in output.citations] == ["billing/refunds"]
        assert {c.chunk_id for c in output.citations} <= {p.chunk_id for p in output.context}
        assert (output.case_id, output.refused, output.error) == ("c1", False, None)
        assert output.latency_ms is not None
        assert output.latency_ms > 0

    def test_the_same_question_gets_the_same_answer(self, target: Target) -> None:
        one, two = target.answer(REFUNDS), target.answer(REFUNDS)
        assert replace(one, latency_ms=None) == replace(two, latency_ms=None)

    def test_filters_and_user_keep_documents_out(self, target: Target) -> None:
        output = target.answer(replace(REFUNDS, filters={"region": "US"}))
        assert output.candidates is not None
        assert "billing/refunds" not in {passage.doc_id for passage in output.candidates}

    def test_it_declines_what_the_documents_do_not_speak_of(self, target: Target) -> None:
        output = target.answer(Case("c2", "Does the calendar sync with Zanzibar marmalade?", answerable=False))
        assert (output.refused, output.answer, output.citations) == (True, REFUSAL, ())
        assert output.candidates, "what was retrieved is still told"

    def test_it_declines_when_nothing_at_all_was_found(self, target: Target) -> None:
        output = target.answer(Case("c2", "Zanzibar?", answerable=False))
        assert (output.refused, output.candidates, output.context) == (True, (), ())

    @pytest.mark.parametrize("question", ["", "  ", '" OR NEAR( *', "\x00\x1b[2J", "the of and", "日本", "x" * 10_000])
    def test_no_question_breaks_it(self, target: Target, question: str) -> None:
        assert target.answer(Case("c2", question, answerable=False)).answer

    def test_refuse_below_zero_answers_whatever_was_found(self, db: sqlite3.Connection, snapshot: str) -> None:
        target = open_target("bold", BM25 | {"refuse_below": 0}, db, snapshot)
        output = target.answer(Case("c2", "Does the calendar sync with Zanzibar telescopes?", answerable=False))
        assert output.refused is False


class TestSentences:
    def test_headings_lists_fences_and_rules_are_taken_apart(self) -> None:
        text = (
            "## Plans\n\nAnnual plans\nend at renewal. They cost less.\n\n- first item is here\n- second item\n\n"
            "```yaml\nkey: value\n```\n\n---\n\n[NOTE]\n----\nMind the gap.\n----\n"
        )
        found = [(s.text, s.heading) for s in passage_sentences(Passage("d", text))]
        assert found == [
            ("Plans", True),
            ("Annual plans end at renewal.", False),
            ("They cost less.", False),
            ("first item is here", False),
            ("second item", False),
            ("key: value", False),
            ("Mind the gap.", False),
        ]

    def test_what_the_border_of_the_passage_cut_in_two_is_not_quoted(self) -> None:
        passage = Passage("d", "is not whole. This one is whole. This one is n", start=40, end=90)
        assert [s.text for s in passage_sentences(passage)] == ["This one is whole."]

    def test_a_passage_of_nothing_but_a_fragment_is_taken_as_it_is(self) -> None:
        assert [s.text for s in passage_sentences(Passage("d", "just a piece", start=4, end=16))] == ["just a piece"]

    def test_every_sentence_stands_in_its_passage_word_for_word(self) -> None:
        text = "# Title\n\nPrices (net) are 3.50 €. Is that so? “Yes.” It is e.g. cheaper.\n\n1. Open.\n2. Close it.\n"
        flat = " ".join(text.split())
        found = [sentence.text for sentence in passage_sentences(Passage("d", text))]
        assert all(sentence in flat for sentence in found)
        assert found[2:5] == ["Is that so?", "“Yes.”", "It is e.g. cheaper."]

    @given(st.lists(st.sampled_from(MARKDOWN), min_size=1, max_size=14).map("".join))
    @example("You need the **Billing** permission. Ask an owner.")
    @example("* **Owners** can do * and # alike\n1. Open *it* now. 2 + 3 * 4 is 14.\n- #1 is - never lost")
    def test_nothing_is_lost_from_the_middle_of_a_sentence(self, text: str) -> None:
        flat = " ".join(text.split())
        for sentence in passage_sentences(Passage("d", text)):
            assert sentence.text in flat
            assert sentence.text == " ".join(sentence.text.split())

    def test_marks_of_emphasis_stay_and_the_number_of_a_step_goes(self) -> None:
        text = "You need the **Billing** permission.\n\n1. Open *Plans* - the page. Then # it.\n2. **Save** it.\n"
        assert [s.text for s in passage_sentences(Passage("d", text))] == [
            "You need the **Billing** permission.",
            "Open *Plans* - the page.",
            "Then # it.",
            "**Save** it.",
        ]

    def test_a_second_sentence_is_quoted_only_when_it_adds_something(self) -> None:
        context = [
            Passage("a", "Refunds take five working days. Refunds take five days. The weather is fine in Leipzig."),
            Passage("b", "Refunds go back to the card that paid, never to a bank account."),
        ]
        chosen = best_sentences("How long do refunds take, and do they go back to my card?", context)
        assert [s.text for s in chosen] == [
            "Refunds take five working days.",
            "Refunds go back to the card that paid, never to a bank account.",
        ]

    def test_words_are_stemmed_as_the_search_stems_them(self) -> None:
        context = [Passage("a", "The office is closed on Sundays. Cancelling a subscription needs the owner.")]
        chosen = best_sentences("who can cancel subscriptions?", context)
        assert [s.text for s in chosen] == ["Cancelling a subscription needs the owner."]

    def test_a_sentence_that_overlapping_chunks_share_is_quoted_once(self) -> None:
        context = [
            Passage("a", "Refunds take five working days.", "a#0"),
            Passage("a", "Refunds take five working days.", "a#9"),
        ]
        assert [s.passage.chunk_id for s in best_sentences("refunds working days", context)] == ["a#0"]

    @pytest.mark.parametrize("context", [[], [Passage("a", "")], [Passage("a", "\n\n---\n```\n")]])
    def test_without_sentences_there_is_nothing_to_quote(self, context: list[Passage]) -> None:
        assert best_sentences("refunds?", context) == []
