"""Which words are shown of a quote that was edited: its own sentence, whole, and at home before a look-alike."""

import pytest

from ragtriage.anchors.anchor import Anchor
from ragtriage.anchors.edges import similarity
from ragtriage.anchors.normalize import normalise
from ragtriage.anchors.reanchor import reanchor, reanchor_all
from ragtriage.cases.model import Quote


def shown(quote: str, old: str, new: str) -> tuple[Anchor, str]:
    anchor = reanchor(Quote("d", quote), new, old)
    return anchor, new[anchor.start : anchor.end]


def test_the_edited_sentence_at_home_comes_before_a_look_alike_elsewhere() -> None:
    head = "Opening a shed\n==============\n\nAll there is to know of sheds is told elsewhere by now.\n\n"
    quote = "These words went to :ref:`shed_open`."
    old = {"open": f"{head}{quote}\n", "close": "Closing a shed\n\nThese words went to the list.\n"}
    new = {
        "open": head + "These words went to :ref:`whatever_concerns_sheds`.\n",
        "close": "Closing a shed\n\nThese words went to :ref:`shed_close`.\n",
    }
    anchor = reanchor_all([Quote("open", quote)], new, old)[0]
    assert anchor.doc_id == "open" and "whatever_concerns_sheds" in new["open"][anchor.start : anchor.end]


def test_a_colon_inside_of_a_link_ends_no_sentence() -> None:
    quote = "shed.autoLock::\n\tIf true, the `--lock` flag is set by default."
    new = (
        "shed.autoLock::\n\tIf true, the `--lock` flag of\n\tlink:shed-close[1] is set by default at night.\n\nMore.\n"
    )
    _, found = shown(quote, f"{quote}\n\nMore.\n", new)
    assert found.endswith("at night.")


def test_words_that_come_in_behind_the_first_leave_it_the_first() -> None:
    lead, quote = "  How many lamps burn in the shed at night.  ", "See `shed.lamps` in SETTINGS for more."
    new = f"{lead}See REMARKS ON LAMPS IN SHEDS and `shed.lamps` in SETTINGS for more.\n\n-l::\n"
    _, found = shown(quote, f"{lead}{quote}\n\n-l::\n", new)
    assert found.startswith("See REMARKS")


def test_the_first_line_of_a_block_is_not_taken_from_the_prose_above() -> None:
    prose = "The ``berth: none`` setting is old. Please use ``name: shed.key`` instead.\n\nExample:\n\n"
    quote = "name: shed.key\n   berth: north.two\n   owner: we\n   lock: yes\n   rope: short"
    new = prose + "   " + quote.replace("yes", "true") + "\n\nMore.\n"
    anchor, found = shown(quote, prose + "   " + quote + "\n\nMore.\n", new)
    assert found == quote.replace("yes", "true") and anchor.gaps == ()


def test_two_pages_that_begin_alike_have_no_running_head() -> None:
    old = "Fee for sheds: 30 euros\nPay at the gate.\fFee for sheds: 70 euros\nPay at the mill."
    anchor, found = shown("Fee for sheds: 30 euros", old, old.replace("30", "50"))
    assert (anchor.state, found) == ("meaning_changed", "Fee for sheds: 50 euros")


def likeness(quote: str, found: str) -> float:
    return similarity(normalise(quote).text.strip(), normalise(found).text.strip())


@pytest.mark.parametrize(
    ("quote", "now"),
    [
        ("This page tells how to:", "This page tells how to lock the sheds."),
        ("Riders may leave the yard.", "Riders may leave the yard as soon as the keeper has opened the gate."),
        ("See `shed.lamps` for more.", "See the REMARKS ON ALL LAMPS and `shed.lamps` for more."),
        ("The gate opens at nine in the morning.", "The gate opens at ten in the morning."),
        ("Der Schuppen bleibt nachts zu.", "Der große Schuppen hinter der Mühle bleibt nachts zu."),
    ],
)
def test_the_score_is_that_of_the_words_that_are_shown(quote: str, now: str) -> None:
    frame = "Sheds\n=====\n\n{}\n\nMore is told at the gate of the yard.\n"
    anchor, found = shown(quote, frame.format(quote), frame.format(now))
    assert found == now and anchor.state in ("meaning_changed", "reworded")
    assert anchor.score == pytest.approx(likeness(quote, found), abs=0.01)
    assert anchor.certainty >= max(0.8, anchor.score)


def test_words_that_are_run_together_are_the_place_for_sure() -> None:
    quote = "Riders are told by post. Ask the warden for the key of the shed."
    frame = "3.1 Wardens\n{} {}\n\nMore.\n"
    before = "Guests may put their questions to the warden."
    new = frame.format(*(words.replace(" ", "") for words in (before, quote))).replace(". R", ".R")
    anchor, found = shown(quote, frame.format(before, quote), new)
    assert found == quote.replace(" ", "") and anchor.state == "reworded" and anchor.certainty > 0.95


@pytest.mark.parametrize(
    ("quote", "now"),
    [
        (
            'More on <abbr title="Shed Sharing Scheme">SSS</abbr> is in the '
            '<a href="https://sheds.example/en/docs/guide/SSS" class="external" target="_blank">guide of the club</a>.',
            'More on <abbr title="Shed Sharing Scheme - or sharing sheds among clubs">SSS</abbr> is in the '
            "[guide of the club](https://sheds.example/en/docs/guide/SSS).",
        ),
        (
            "鍵は<a href='https://sheds.example/ja/keys' class='external' target='_blank'>**鍵箱**</a>にあります。",
            "鍵は[**鍵箱**](https://sheds.example/ja/keys)にあります。",
        ),
    ],
)
def test_a_sentence_that_went_from_html_to_markdown(quote: str, now: str) -> None:
    frame = "# Sheds\n\nAll sheds are shut.\n\n{}\n\n/// note\n\nYou may ask `sheds.ask` for the list of them.\n"
    anchor, found = shown(quote, frame.format(quote), frame.format(now))
    assert found == now and anchor.located and not anchor.accepted_unseen


def test_a_quote_of_one_paragraph_does_not_reach_into_the_next() -> None:
    quote = "The warden of the yard keeps the keys of all sheds in the long box that hangs behind the door of the mill."
    now = "The warden keeps all keys in the long box behind the door of the mill."
    old = f"{quote}\n\nRiders pay.\n"
    _, found = shown(quote, old, f"{now}\n\nOf all sheds, those that hang over the water are the oldest.\n")
    assert found == now


def test_a_sentence_without_spaces_is_shown_to_its_end() -> None:
    quote = "まず、`shed`から`Key`を取り出します:"
    now = "まず、`shed`から`Key`を取り出し、さらに`Lamp`と`Rope`も取り出します:"
    frame = "# 鍵\n\n{}\n\n次に門へ行きます。\n"
    _, found = shown(quote, frame.format(quote), frame.format(now))
    assert found == now


@pytest.mark.parametrize("bullet", ["- ", "* ", "2. "])
def test_an_edited_item_is_shown_from_its_bullet_to_its_end(bullet: str) -> None:
    quote, now = "lock a long bike in the shed", "lock a long bike or two carts in the shed behind the mill"
    frame = "You may:\n\n{0}wash a bike\n{0}{1}\n{0}paint\n"
    _, found = shown(quote, frame.format(bullet, quote), frame.format(bullet, now))
    assert found == now
