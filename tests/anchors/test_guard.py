"""What counts as the same, and how a change is named."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ragtriage.anchors.guard import identical, tokens, whole, word_changes
from ragtriage.anchors.reanchor import reanchor
from ragtriage.cases.model import Quote


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("a  b\nc", "a b c"),
        ("“a” – ‘b’", "\"a\" - 'b'"),
        ("*src/lib.rs* file", "_src/lib.rs_ file"),
        ("**Note** this", "Note this"),
        ("`a` or ``b``", "a or b"),
        ("ﬁrst oﬃce", "first office"),
        ("im‐\nplementation", "implementation"),
        ("micro-\noptimizations", "micro-optimizations"),
        ("direct-\nory and well-\nknown", "directory and well-known"),
    ],
)
def test_dress_is_not_a_difference(one: str, other: str) -> None:
    assert identical(one, other) and identical(other, one)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("14 days", "30 days"),
        ("10⁵", "105"),
        ("½", "1/2"),
        ("5 mW", "5 MW"),
        ("in May", "in may"),
        ("not able", "notable"),
        ("a.", "a"),
        ("a.", "a?"),
        ("~~a~~", "a"),
        ("2*3", "23"),
        ("__init__", "init"),
        ("**kwargs", "kwargs"),
        ("-5", "5"),
        ("5%", "5"),
        ("5.0", "50"),
        ("--[no-]x", "--no-x"),
        ("^@", "@"),
        ("a (b)", "a b"),
        ("10 €", "10 $"),
        ("x < y", "x <= y"),
        ("non-\n5", "non5"),
        ("command line", "command-line"),
    ],
)
def test_a_token_is_a_difference(one: str, other: str) -> None:
    assert not identical(one, other) and not identical(other, one)


@pytest.mark.parametrize(
    ("quote", "text", "is_whole"),
    [
        ("can", "users can't", False),
        ("--no", "use --no-shallow", False),
        ("5", "-5 items", False),
        ("5", "5% off", False),
        ("5", "costs 5.50", False),
        ("5", "€5 off", False),
        ("file", "the file.", True),
        ("file", "(file)", True),
        ("退款", "可以退款吗", True),
        ("a", "a", True),
    ],
)
def test_the_edges_of_words_and_numbers(quote: str, text: str, is_whole: bool) -> None:
    at = text.index(quote)
    assert whole(text, at, at + len(quote)) is is_whole


WORDS = st.sampled_from("the fee is 14 30 days not must may all enabled disabled AWS x_y $ % . , - 5.0 退 款".split())


@given(st.lists(WORDS, min_size=1, max_size=12), st.lists(WORDS, min_size=1, max_size=12))
@settings(max_examples=200, derandomize=True)
def test_there_are_changes_where_the_tokens_differ_and_their_offsets_hold(one: list[str], other: list[str]) -> None:
    quote, text = " ".join(one), " ".join(other)
    found = word_changes(quote, text, 0, len(text))
    same = [t.text for t in tokens(quote)] == [t.text for t in tokens(text)]
    assert bool(found) is not same
    for change in found:
        assert quote[change.old_start : change.old_end] == change.old
        assert text[change.start : change.end] == change.new


@given(st.text(max_size=40))
@settings(max_examples=150, derandomize=True)
def test_a_text_is_itself_and_its_tokens_stand_where_they_say(text: str) -> None:
    assert identical(text, text)
    assert word_changes(text, text, 0, len(text)) == ()
    for token in tokens(text):
        assert 0 <= token.start < token.end <= len(text)


@pytest.mark.parametrize(
    ("old", "new", "kind"),
    [
        ("after two weeks", "after three weeks", "number"),
        ("after 5 days", "after 5 weeks", "unit"),
        ("due in March", "due in April", "date"),
        ("in 2023 it began", "in 2024 it began", "date"),
        ("it is on", "it is not on", "negation"),
        ("it is enabled", "it is disabled", "negation"),
        ("with a key", "without a key", "negation"),
        ("you should call", "you must call", "modal"),
        ("all of them", "some of them", "quantifier"),
        ("red and blue", "red or blue", "operator"),
        ("a > b", "a < b", "operator"),
        ("call get_user now", "call get_users now", "identifier"),
        ("runs on AWS", "runs on GCP", "name"),
        ("you may go", "you may go if the admin of the team agrees", "inserted clause"),
    ],
)
def test_kinds(old: str, new: str, kind: str) -> None:
    found = {k for change in word_changes(old, new, 0, len(new)) for k in change.kinds}
    assert kind in found


@pytest.mark.parametrize(
    ("old", "new"), [("it uses the key", "it used a key"), ("see: This one", "see: this one"), ("the end.", "the end")]
)
def test_wording_alone_has_no_kind(old: str, new: str) -> None:
    assert all(not change.kinds for change in word_changes(old, new, 0, len(new)))


def test_a_language_that_nobody_listed_is_never_waved_through() -> None:
    found = word_changes("kami akan datang besok pagi", "kami tidak akan datang besok pagi", 0, 33)
    assert any(change.kinds for change in found)


@pytest.mark.parametrize(
    ("words", "goes_on"),
    [
        ("We show it in Listing 8.", "5 of the book."),
        ("The shed opens at 8:", "30 in spring."),
        ("Ask for the file riders.", "md by mail."),
        ("The long list is in sheds/", "all of it."),
        ("The club has 1,", "500 riders now."),
    ],
)
def test_a_mark_within_a_number_or_name_ends_no_quote(words: str, goes_on: str) -> None:
    old = f"{words}\n\nMore is told at the gate.\n"
    assert reanchor(Quote("d", words), old, old).accepted_unseen
    assert not reanchor(Quote("d", words), old.replace(words, words + goes_on), old).accepted_unseen
    assert not reanchor(Quote("d", words), old.replace(words, words + goes_on)).accepted_unseen
