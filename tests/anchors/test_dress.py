"""What is the same tokens in another dress, and what is another token."""

import pytest

from ragtriage.anchors.guard import identical, word_changes
from ragtriage.anchors.reanchor import reanchor
from ragtriage.cases.model import Quote


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Die Buße ist zu zahlen.", "Die Busse ist zu zahlen."),
        ("f(*args, *more)", "f(args, more)"),
        ("f(*args, more)", "f(args, *more)"),
        ("Use _left and _right here.", "Use left and right here."),
        ("Lockers are free for guests.", "Lockers are free* for guests."),
        ("Lockers are free for all guests.", "Lockers are free* for all guests*."),
        ("Call `lock` twice.", "Call `lock twice`."),
        ("for x in y:\n    lock(x)\n    close()", "for x in y:\n    lock(x)\nclose()"),
        ("if x:\n    lock()", "if x:\nlock()"),
        ("a:\n  b:\n    c: 1\n  d: 2", "a:\n  b:\n    c: 1\n    d: 2"),
    ],
)
def test_another_token_is_never_taken_for_the_same(one: str, other: str) -> None:
    for quote, text in ((one, other), (other, one)):
        assert not identical(quote, text)
        anchor = reanchor(Quote("d", quote), f"{text}\n", f"{quote}\n")
        assert not anchor.accepted_unseen, anchor


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Lockers are *free* for _all_ guests.", "Lockers are free for all guests."),
        ("Lockers are **free**.", "Lockers are *free*."),
        ("Call `lock` twice.", "Call lock twice."),
        ("Call `lock` and `close`.", "Call `lock` and close."),
        ("Lockers are\n  free for\n  guests.", "Lockers are\nfree for\nguests."),
        ("Straße und Maß", "Straße  und Maß"),
        ("ﬁne “words”", 'fine "words"'),
    ],
)
def test_dress(one: str, other: str) -> None:
    assert identical(one, other) and identical(other, one)


@pytest.mark.parametrize(
    ("old", "new", "kind"),
    [
        ("We wash our bikes in spring.", "We wash your bikes in spring.", "relation"),
        ("Lower the fee to 4 euros for all.", "Lower the fee by 4 euros for all.", "relation"),
        ("The gate is open for guests.", "The gate was open for guests.", "tense"),
        ("Use --all to lock every bike.", "Use -all to lock every bike.", "operator"),
        ("See http://bikes.example for fees.", "See https://bikes.example for fees.", "name"),
        ("The key is now here for guests.", "The key is nowhere for guests.", "negation"),
        ("The gate opens in may for guests.", "The gate opens in May for guests.", "name"),
    ],
)
def test_small_changes_have_a_kind(old: str, new: str, kind: str) -> None:
    assert kind in {one for change in word_changes(old, new, 0, len(new)) for one in change.kinds}


def test_a_capital_alone_is_another_wording_and_no_other_meaning() -> None:
    anchor = reanchor(Quote("d", "Install git before the bikes come."), "Install Git before the bikes come.\n")
    assert (anchor.state, anchor.accepted_unseen) == ("reworded", False)


@pytest.mark.parametrize(
    ("one", "other", "kinds"),
    [
        ("Use git and jq.", "Use Git and jq.", ()),
        ("Read the Guide for riders.", "Read the guide for riders.", ()),
        ("It draws 5 mW at night.", "It draws 5 MW at night.", ("unit",)),
        ("It sends 3 Mb a day.", "It sends 3 MB a day.", ("unit",)),
        ("It rests 3 ms a day.", "It rests 3 Ms a day.", ("unit",)),
        ("It may close in may for all.", "It may close in May for all.", ("name",)),
        ("Ask the us team for it.", "Ask the US team for it.", ("name",)),
        ("Wir haben die weisen Räder nicht.", "Wir haben die Weisen Räder nicht.", ("name",)),
        ("Der Wart gibt das Rad nur ihnen.", "Der Wart gibt das Rad nur Ihnen.", ("name",)),
    ],
)
def test_capitals_alone(one: str, other: str, kinds: tuple[str, ...]) -> None:
    found = {kind for change in word_changes(one, other, 0, len(other)) for kind in change.kinds}
    assert set(kinds) <= found and bool(found) == bool(kinds) and not identical(one, other)
    state = reanchor(Quote("d", one), f"{other}\n", f"{one}\n").state
    assert state == ("meaning_changed" if kinds else "reworded")


@pytest.mark.parametrize(
    "rest", [" unless the keeper has locked the gate", " if they are on a lead", " " + "and so on " * 30]
)
def test_the_end_of_the_sentence_belongs_to_the_quote_however_long_it_is(rest: str) -> None:
    words = "Cats may enter the yard"
    old = f"{words}.\n\nWe open at ten and close at six.\n"
    anchor = reanchor(Quote("d", f"{words}."), old.replace(words, words + rest.rstrip()), old)
    assert anchor.state == "meaning_changed", anchor


def test_a_rename_is_one_though_other_documents_hold_the_words_as_they_did() -> None:
    shared = "Say nothing while the bikes are washed."
    old = {
        "wash.txt": f"Washing\n\n{shared}\n\nEach bike is washed twice in the spring of the year.\n",
        "keep.txt": f"Keeping\n\n{shared}\n\nBikes are kept in the long shed behind the mill.\n",
    }
    new = {"wash.md": old["wash.txt"], "keep.md": old["keep.txt"]}
    from ragtriage.anchors.reanchor import reanchor_all

    anchor = reanchor_all([Quote("wash.txt", shared)], new, old)[0]
    assert (anchor.state, anchor.doc_id, anchor.accepted_unseen) == ("renamed", "wash.md", True)
    fresh = reanchor_all([Quote("wash.txt", shared)], {**new, "more.md": f"More\n\n{shared}\n"}, old)[0]
    assert fresh.state == "ambiguous"
