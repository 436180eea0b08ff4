"""The same words where something else stands around them: they wait, and it is said what is otherwise."""

import pytest

from ragtriage.anchors.anchor import Anchor
from ragtriage.anchors.reanchor import reanchor
from ragtriage.cases.model import Quote

WORDS = "A deposit of ten euros is taken for each bicycle."


def became(old: str | None, new: str, quote: str = WORDS, **marks: str) -> Anchor:
    return reanchor(Quote("d", quote, **marks), new, old)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (f"## Members\n\n{WORDS}\n", f"## Visitors\n\n{WORDS}\n"),
        (f"# Shop\n\n## Members\n\n{WORDS}\n", f"# Garage\n\n## Members\n\n{WORDS}\n"),
        (f"Members\n-------\n\n{WORDS}\n", f"Visitors\n--------\n\n{WORDS}\n"),
        (f"== Members\n\n{WORDS}\n", f"== Visitors\n\n{WORDS}\n"),
        (f"<h2>Members</h2>\n<p>{WORDS}</p>\n", f"<h2>Visitors</h2>\n<p>{WORDS}</p>\n"),
        (f"members::\n  {WORDS}\n", f"visitors::\n  {WORDS}\n"),
        (f"members:\n  note: {WORDS}\n", f"visitors:\n  note: {WORDS}\n"),
        (f"Q: What do members pay?\nA: {WORDS}\n", f"Q: What do visitors pay?\nA: {WORDS}\n"),
        (f"**Can members rent?**\n\n{WORDS}\n", f"**Can visitors rent?**\n\n{WORDS}\n"),
        (f"| Who | Rule |\n|---|---|\n| members | {WORDS} |\n", f"| Who | Rule |\n|---|---|\n| visitors | {WORDS} |\n"),
        (f"| Who | Rule |\n|---|---|\n| we | {WORDS} |\n", f"| Who | Old rule |\n|---|---|\n| we | {WORDS} |\n"),
        (f"For members:\n\n- locks\n- {WORDS}\n", f"For visitors:\n\n- locks\n- {WORDS}\n"),
        (f"Members: {WORDS}\n", f"Visitors: {WORDS}\n"),
        (f"We rent. {WORDS} Ask us.\n", f"We sell. {WORDS} Come in.\n"),
        (f"{WORDS}\n", f"> {WORDS}\n"),
        (f"```\nx = 1\n{WORDS}\n```\n", f"```\nx = 1\n<!-- {WORDS} -->\n```\n"),
        (f"{WORDS} Ask us.\n", f"{WORDS} That rule was repealed. Ask us.\n"),
        (f"We rent. {WORDS} Ask us.\n", f"We rent. The following is outdated. {WORDS} Ask us.\n"),
    ],
)
def test_the_same_words_about_something_else_wait(old: str, new: str) -> None:
    anchor = became(old, new)
    assert anchor.state in ("context_changed", "meaning_changed"), anchor
    assert not anchor.accepted_unseen and new[anchor.start : anchor.end] == WORDS
    assert anchor.reason not in ("the same words", "")


@pytest.mark.parametrize(
    "new",
    [
        f"~~{WORDS}~~\n",
        f"<s>{WORDS}</s>\n",
        f"<del>{WORDS}</del>\n",
        f"<!-- {WORDS} -->\n",
        f"It is no longer true that {WORDS}\n",
        f"❌ {WORDS}\n",
        f"## What is not so\n\n{WORDS}\n",
        f"Not allowed:\n\n- {WORDS}\n",
        f"[WARNING]\n====\n{WORDS}\n====\n",
    ],
)
def test_surroundings_that_turn_them_are_a_changed_meaning(new: str) -> None:
    old = new.replace(" not ", " ").replace("Not allowed", "Allowed").replace("❌", "✅")
    old = old if old != new else f"{WORDS}\n"
    anchor = became(old, new)
    assert anchor.state == "meaning_changed" and anchor.quarantined, anchor


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (f"## Members\n\n{WORDS}\n", f"## 3. Members {{#members}}\n\n{WORDS}\n"),
        (f"## The members\n\n{WORDS}\n", f"## Members\n\n{WORDS}\n"),
        (f"Members\n=======\n\n{WORDS}\n", f"# Members\n\n{WORDS}\n"),
        (f"{WORDS} Ask us.\n", f"**{WORDS}** Ask us.\n"),
        (f"We rent. {WORDS} Ask us.\n", f"We rent. {WORDS} Come in.\n"),
        (f"- locks\n- {WORDS}\n", f"* locks\n* {WORDS}\n"),
        (f"{WORDS}\n", f"<p>{WORDS}</p>\n"),
        (f"# A\n\n## B\n\nx\n\n## Members\n\n{WORDS}\n", f"# A\n\n## B\n\nx\n\n### Members\n\n{WORDS}\n"),
        (f"Bread & butter: {WORDS}\n", f"Bread &amp; butter: {WORDS}\n"),
    ],
)
def test_another_dress_of_the_surroundings_is_none_of_it(old: str, new: str) -> None:
    anchor = became(old, new)
    assert anchor.accepted_unseen, anchor


def test_words_behind_a_colon_on_its_line_belong_to_it() -> None:
    quote = "What members pay for a bicycle:"
    old = f"{quote}\n\n    ten euros\n"
    assert became(old, f"{quote} unless it is winter\n\n    ten euros\n", quote).state == "meaning_changed"
    assert became(old, old + "\nMore.\n", quote).accepted_unseen


def test_a_prefix_or_suffix_that_is_gone_holds_the_words() -> None:
    given = {"prefix": "For members we have a rule. "}
    assert became(None, f"For members we have a rule. {WORDS}", **given).accepted_unseen
    anchor = became(None, f"Nobody pays anything here. {WORDS}", **given)
    assert (anchor.state, anchor.flags) == ("context_changed", ("prefix_gone",))


@pytest.mark.parametrize("new", [f"~~{WORDS}~~", f"<!-- {WORDS} -->", f"It is not so that {WORDS}"])
def test_without_an_old_text_the_new_one_tells(new: str) -> None:
    assert became(None, new).state == "meaning_changed"
    assert became(new, new).accepted_unseen


def test_a_person_who_accepts_it_is_not_asked_again() -> None:
    old, new = f"## Members\n\n{WORDS}\n", f"## Visitors\n\n{WORDS}\n"
    assert became(new, new, prefix="## Visitors").accepted_unseen
    assert became(old, new).reason.endswith("under another heading: “Visitors” instead of “Members”")


def test_state_in_words_stays_in_the_means() -> None:
    anchor = became(f"## Members\n\n{WORDS}\n", f"## Visitors\n\n{WORDS}\n")
    assert anchor.state == "context_changed" and not anchor.quarantined
