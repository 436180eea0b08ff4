"""Which words are shown of a quote that was edited: its own sentence, whole, and at home before a look-alike."""

from ragtriage.anchors.anchor import Anchor
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
