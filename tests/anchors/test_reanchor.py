"""What becomes of a quote: the states, and what is accepted without a person."""

import unicodedata

import pytest

from ragtriage.anchors.anchor import Anchor
from ragtriage.anchors.letters import LettersCache
from ragtriage.anchors.locate import find_quoted
from ragtriage.anchors.reanchor import reanchor, reanchor_all
from ragtriage.cases.model import Quote
from ragtriage.corpus.document import Document

FEE = "Refunds are possible within 14 days of purchase."


def found(quote: str, text: str, old: str | None = None, prefix: str = "", suffix: str = "") -> tuple[Anchor, str]:
    anchor = reanchor(Quote("doc", quote, prefix, suffix), text, old)
    return anchor, text[anchor.start : anchor.end]


def kinds(anchor: Anchor) -> set[str]:
    return {kind for change in anchor.diff for kind in change.kinds}


def test_a_verbatim_quote_is_exact_and_needs_nobody() -> None:
    anchor, text = found(FEE, f"# Refunds\n\n{FEE} Ask us.")
    assert (anchor.state, anchor.accepted_unseen, anchor.quarantined, text) == ("exact", True, False, FEE)


@pytest.mark.parametrize(
    "dressed",
    [
        "Refunds are possible\n   within 14 days of purchase.",
        "Refunds are **possible** within 14 days of purchase.",
        "Re\u00adfunds are possible within 14\u00a0days of purchase.",
        "Refunds are pos-\nsible within 14 days of purchase.",
        "`Refunds` are possible within 14 days of purchase.",
    ],
)
def test_another_dress_is_normalized_and_needs_nobody(dressed: str) -> None:
    anchor, text = found(FEE, f"Intro. {dressed} Ask us.")
    assert (anchor.state, anchor.accepted_unseen, text) == ("normalized", True, dressed)


def test_a_changed_number_is_found_and_waits_for_a_person() -> None:
    anchor, text = found(FEE, "Intro. Refunds are possible within 30 days of purchase. Ask us.")
    assert text == "Refunds are possible within 30 days of purchase."
    assert (anchor.state, anchor.accepted_unseen, anchor.quarantined) == ("meaning_changed", False, True)
    assert [(change.old, change.new, change.kinds) for change in anchor.diff] == [("14", "30", ("number",))]
    assert "14" in anchor.reason and "30" in anchor.reason


@pytest.mark.parametrize(
    ("quote", "text", "kind"),
    [
        ("git clone --[no-]shallow", "see git clone --no-shallow here", "operator"),
        ("press ^@ to send a null byte", "press @ to send a null byte", "operator"),
        ("Each cell holds about 10⁵ rows of data", "Each cell holds about 105 rows of data", "number"),
        ("Add ½ cup of sugar to the dough", "Add 1/2 cup of sugar to the dough", "number"),
        ("Refunds are ~~not~~ possible for members", "Refunds are not possible for members", "operator"),
        ("the hosting cluster runs the control plane", "the management cluster runs the control plane", "name"),
        ("It draws 5 mW while it is asleep", "It draws 5 MW while it is asleep", "unit"),
        ("The price is 1,000 euros a year", "The price is 1.000 euros a year", "number"),
        ("The index moved by -5 points today", "The index moved by 5 points today", "number"),
        ("Members can export their own data", "Members can't export their own data", "negation"),
        ("Set max_size for the buffer at start", "Set max_size_bytes for the buffer at start", "identifier"),
        ("退款可以在购买后十四天内申请，请联系客服办理", "退款不可以在购买后十四天内申请，请联系客服办理", "negation"),
        (
            "Die Frist kann verlängert werden, wenn nötig",
            "Die Frist kann nicht verlängert werden, wenn nötig",
            "negation",
        ),
    ],
)
def test_a_change_that_bears_meaning_is_named(quote: str, text: str, kind: str) -> None:
    anchor, _ = found(quote, text)
    assert not anchor.accepted_unseen
    assert anchor.state in ("meaning_changed", "weak") and kind in kinds(anchor)


@pytest.mark.parametrize(
    ("quote", "text"),
    [
        ("Use the command line to install the plugin.", "Use the command-line to install the plugin."),
        ("You can change the node count per zone.", "You can change the node count per zone"),
        ("Read the methods of the iterator below", "Read the method of the iterator below"),
    ],
)
def test_words_that_differ_harmlessly_are_reworded_and_stay_in(quote: str, text: str) -> None:
    anchor, _ = found(quote, f"Intro. {text}")
    assert (anchor.state, anchor.accepted_unseen, anchor.quarantined) == ("reworded", False, False)


def test_words_added_before_the_full_stop_are_a_change() -> None:
    anchor, text = found(
        "You need to import `WSGIMiddleware`.", "Then: You need to import `WSGIMiddleware` from `a2wsgi`. Done."
    )
    assert text == "You need to import `WSGIMiddleware` from `a2wsgi`."
    assert anchor.state == "meaning_changed"


@pytest.mark.parametrize(
    ("quote", "text"), [("", "some text"), ("  ", "some text"), ("words", ""), ("Linus", "chines"), ("Linus", "Linux")]
)
def test_nothing_is_made_up(quote: str, text: str) -> None:
    anchor, _ = found(quote, text)
    assert (anchor.state, anchor.doc_id, anchor.accepted_unseen) == ("lost", None, False)


def test_a_look_alike_that_stood_beside_a_deleted_quote_is_not_it() -> None:
    alpha, beta = (f"Members of Team {name} may deploy on Fridays." for name in ("Alpha", "Beta"))
    anchor, _ = found(alpha, f"# Rules\n\n{beta}\n", old=f"# Rules\n\n{alpha}\n\n{beta}\n")
    assert anchor.state == "lost"


def test_several_places_are_ambiguous_never_the_first() -> None:
    anchor, _ = found(FEE, f"EU: {FEE}\n\nUS: {FEE}\n")
    assert (anchor.state, anchor.accepted_unseen, len(anchor.alternatives)) == ("ambiguous", False, 1)


@pytest.mark.parametrize(
    ("prefix", "suffix", "place"), [("In the US: ", "", 1), ("In th US:", "", 1), ("", " Ask the EU", 0)]
)
def test_two_places_are_told_apart_by_what_stands_around_even_roughly(prefix: str, suffix: str, place: int) -> None:
    text = f"In the EU: {FEE} Ask the EU desk.\n\nIn the US: {FEE} Call the American number.\n"
    anchor, _ = found(FEE, text, prefix=prefix, suffix=suffix)
    assert anchor.state == "exact"
    assert anchor.start == [text.index(FEE), text.rindex(FEE)][place]


def test_a_prefix_longer_than_what_stands_before() -> None:
    anchor, _ = found(FEE, f"EU: {FEE} And much later, in the US: {FEE}", prefix="A long way before in the EU: ")
    assert anchor.start == 4


def test_a_quote_at_the_very_end_with_a_suffix_that_is_gone_waits() -> None:
    anchor, text = found(FEE, f"Intro. {FEE}", suffix=" Then more.")
    assert (anchor.state, text) == ("context_changed", FEE)
    assert "prefix_gone" in anchor.flags and not anchor.accepted_unseen


def test_words_that_repeat_as_they_did_are_ambiguous_but_not_out_of_the_means() -> None:
    text = f"EU: {FEE}\n\nUS: {FEE}\n"
    anchor, _ = found(FEE, text + "More.", old=text)
    assert (anchor.state, anchor.quarantined, anchor.flags) == ("ambiguous", False, ("repeats",))


PAGES = [
    "ch1.md — draft\nThe first page says a lot of things and then goes\n\nPage 1 of 3\n\n",
    "ch1.md — draft\non to say them again on the second page. Other words\n\nPage 2 of 3\n\n",
    "ch1.md — draft\nfollow here.\n\nPage 3 of 3\n",
]


def test_a_quote_over_a_page_break_is_split_by_furniture() -> None:
    text = "\x0c".join(PAGES)
    anchor, span = found("a lot of things and then goes on to say them again", text)
    assert anchor.state == "split" and not anchor.accepted_unseen and not anchor.quarantined
    assert span.startswith("a lot") and span.endswith("again") and "Page 1 of 3" in span
    assert [text[slice(*gap)].strip().split("\n")[0] for gap in anchor.gaps] == ["Page 1 of 3"]


def test_a_word_changed_behind_a_page_break_is_still_seen() -> None:
    anchor, _ = found("a lot of things and then goes on to say nothing again", "\x0c".join(PAGES))
    assert anchor.state == "meaning_changed" and "negation" in kinds(anchor)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("Yes:\n\n- the fee is five euros\n", "Not:\n\n- the fee is five euros\n"),
        ("- the fee is five euros\n", "- the fee is five euros unless you are a member\n"),
        ("- the fee is five euros\n", "- the fee is five euros, as a preview\n"),
    ],
)
def test_the_same_words_in_surroundings_that_turn_them_wait_for_a_person(old: str, new: str) -> None:
    anchor, text = found("the fee is five euros", new, old=old)
    assert text == "the fee is five euros"
    assert anchor.state == "meaning_changed" and kinds(anchor) == {"changed surroundings"}


def test_a_list_item_that_lost_its_clause_is_a_change_not_a_loss() -> None:
    old = "- Bare metal\n- AWS, as a Technology Preview feature\n"
    anchor, text = found(
        "AWS, as a Technology Preview feature", "- Agent machines, as a Technology Preview feature\n- AWS\n", old
    )
    assert (text, anchor.state) == ("AWS", "meaning_changed")


def test_a_renamed_document_needs_nobody_when_the_words_stand_nowhere_else() -> None:
    old = {"kb/refunds.txt": f"# Refunds\n\n{FEE}\n\nWrite to us, and we will answer within a working day.\n"}
    new = {"kb/v2/refunds.md": old["kb/refunds.txt"], "kb/other.md": "Nothing to see here, move along please."}
    [anchor] = reanchor_all([Quote("kb/refunds.txt", FEE)], new, old)
    assert (anchor.state, anchor.doc_id, anchor.accepted_unseen) == ("renamed", "kb/v2/refunds.md", True)
    new["kb/mirror.md"] = f"Copied: {FEE}"
    [anchor] = reanchor_all([Quote("kb/refunds.txt", FEE)], new, old)
    assert (anchor.state, anchor.doc_id, anchor.accepted_unseen) == ("ambiguous", "kb/v2/refunds.md", False)


def test_the_same_words_in_another_document_are_moved_and_wait() -> None:
    old = {"basic": f"Basic plan. {FEE}", "pro": "The pro plan has no refunds."}
    new = {"basic": "Basic plan. No refunds any more.", "pro": f"The pro plan. {FEE}"}
    [anchor] = reanchor_all([Quote("basic", FEE)], new, old)
    assert (anchor.state, anchor.doc_id, anchor.accepted_unseen, anchor.quarantined) == ("moved", "pro", False, True)


def test_scripts_without_spaces_marks_and_directions() -> None:
    assert found("退款在购买后十四天内可以申请", "说明：退款在购买后\n十四天内可以申请。")[0].state == "normalized"
    decomposed = unicodedata.normalize("NFD", "앞. 환불은 십사일 안에 가능합니다. 끝")
    assert found("환불은 십사일 안에 가능합니다", decomposed)[0].state == "normalized"
    arabic = "يمكن استرداد المبلغ خلال أربعة عشر يوما"
    assert found(arabic, f"مقدمة. \u202b{arabic}\u202c.")[0].accepted_unseen
    anchor, text = found("Müller zahlt für das Café", unicodedata.normalize("NFD", "Herr Müller zahlt für das Café."))
    assert anchor.state == "normalized" and unicodedata.normalize("NFC", text) == "Müller zahlt für das Café"


def test_a_family_is_not_cut_at_its_joiners() -> None:
    anchor, _ = found("Family 👨‍👩 plan costs ten", "The Family 👨‍👩‍👧‍👦 plan costs ten")
    assert not anchor.accepted_unseen
    assert found("👍", "ok 👍🏽 yes")[0].state == "lost"


def test_documents_are_read_once_and_the_cache_changes_nothing() -> None:
    documents = [
        Document(f"d{n}", "", f"Page {n}. {FEE if n == 3 else 'Other words stand here instead.'}") for n in range(9)
    ]
    cache, seen = LettersCache(), []
    quotes = [Quote("d3", FEE), Quote("d1", FEE)]
    first = reanchor_all(quotes, documents, cache=cache, progress=lambda done, of: seen.append((done, of)))
    assert len(cache) == 9
    assert reanchor_all(quotes, documents, cache=cache) == first
    assert [anchor.state for anchor in first] == ["exact", "moved"] and seen[-1][0] == seen[-1][1]


def test_any_executor_gives_the_same() -> None:
    from concurrent.futures import ThreadPoolExecutor

    texts = {
        f"d{n}": f"Document {n}. " + "Words of no importance stand here. " * 40 + f"Number {n} costs {n} euros."
        for n in range(20)
    }
    quotes = [Quote(f"d{n}", f"Number {n} costs {n} euros.") for n in range(20)]
    with ThreadPoolExecutor(2) as pool:
        assert reanchor_all(quotes, texts, executor=pool) == reanchor_all(quotes, texts)


def test_a_quote_that_stood_twice_and_stands_once_may_be_the_one_that_is_gone() -> None:
    old = f"In the EU: {FEE}\n\nIn the US: {FEE}\n"
    new = f"In the EU: {FEE}\n\nIn the US: Refunds are possible within 30 days of purchase.\n"
    anchor, _ = found(FEE, new, old)
    assert (anchor.state, anchor.accepted_unseen, anchor.flags) == ("exact", False, ("fewer",))
    anchor, _ = found(FEE, new, old, prefix="In the US: ")
    assert not anchor.accepted_unseen


def test_processes_give_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    from ragtriage.anchors import haystack

    texts = {f"d{n}": "Words of no importance. " * 100 + f"Number {n} costs {n} euros." for n in range(8)}
    quotes = [Quote(f"d{n}", f"Number {n} costs {n} euros.") for n in range(8)]
    here = reanchor_all(quotes, texts)
    monkeypatch.setattr(haystack, "_PROCESSES_ABOVE", 1000)
    assert reanchor_all(quotes, texts) == here


GLUED = "First paragraph of the chat.\\n\\nHowever, plans can be moved in May. The end.\nPlans cost ten."


class TestQuotesThatAProgramCut:
    """Verbatim in the document they come from, with an edge inside of a word."""

    CUT = (
        "lans can be moved in M",
        "However, plans can be moved in May.",
        "nHowever, plans",
        "he en",
        "paragrap",
        "ragraph of",
    )

    @pytest.mark.parametrize("quote", CUT)
    def test_they_stand_where_they_were_cut(self, quote: str) -> None:
        anchor = reanchor(Quote("d", quote), GLUED, GLUED)
        assert (anchor.state, anchor.accepted_unseen, anchor.diff) == ("exact", True, ())
        assert GLUED[anchor.start : anchor.end] == quote
        assert [(place.start, place.kind) for place in find_quoted(quote, GLUED)] == [(GLUED.index(quote), "exact")]

    @pytest.mark.parametrize("quote", CUT)
    def test_they_stand_there_still_where_the_words_are_the_same(self, quote: str) -> None:
        later = f"A new start.\n{GLUED}\nA new end."
        anchor = reanchor(Quote("d", quote), later, GLUED)
        assert (anchor.state, anchor.accepted_unseen) == ("exact", True)

    @pytest.mark.parametrize(
        ("quote", "old", "new"),
        [
            ("You can", "You can pay by card.", "You cannot pay by card."),
            ("You can", "You can pay by card.", "You can't pay by card."),
            ("able to leave", "Members are able to leave early.", "Members are unable to leave early."),
            ("a fee of 10", "There is a fee of 10 a month.", "There is a fee of 100 a month."),
            ("a fee of 10", "There is a fee of 10 a month.", "There is a fee of 10% a month."),
            ("a fee of 10", "There is a fee of 10 a month.", "There is a fee of 10.50 a month."),
            ("lans can be moved in M", "Plans can be moved in May.", "Plans can be moved in March."),
            ("legal to do so", "It is legal to do so.", "It is illegal to do so."),
        ],
    )
    def test_letters_that_now_go_on_otherwise_are_not_the_quote(self, quote: str, old: str, new: str) -> None:
        anchor = reanchor(Quote("d", quote), new, old)
        assert not anchor.accepted_unseen
        assert anchor.state not in ("exact", "normalized")

    def test_whole_words_come_before_those_inside_of_others(self) -> None:
        text = "The scan of a canal. A can is here."
        anchor = reanchor(Quote("d", "can"), text, text)
        assert (anchor.state, text[anchor.start : anchor.end + 3]) == ("exact", "can is")
        assert [place.start for place in find_quoted("can", text)] == [text.index("can is")]

    def test_it_is_said_that_it_is_cut(self) -> None:
        assert "cut_word" in reanchor(Quote("d", "lans can be moved in M"), GLUED, GLUED).flags
        assert reanchor(Quote("d", "Plans cost ten."), GLUED, GLUED).flags == ()


def test_surroundings_decide_at_any_length_they_have() -> None:
    same = (
        "This paragraph stands in each chapter, word for word, and goes on for quite a while, as such paragraphs do. "
        * 3
    )
    text = "".join(f"Chapter {name}.\n{same}The fee is due.\n{same}" for name in ("one", "two", "three"))
    at = [n for n in range(len(text)) if text.startswith("The fee is due.", n)]
    for size in (len(same) + 12, len(same) + 40):
        for start in at:
            prefix, suffix = text[max(0, start - size) : start], text[start + 15 : start + 15 + size]
            anchor = reanchor(Quote("d", "The fee is due.", prefix, suffix), text, text)
            assert (anchor.state, anchor.start) == ("exact", start)
    short = reanchor(Quote("d", "The fee is due.", text[at[1] - 60 : at[1]]), text, text)
    assert short.state == "ambiguous"
