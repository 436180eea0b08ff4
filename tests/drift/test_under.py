"""What a quote stands under, as a field of the case: short enough to read, and what an accepted heading is kept as."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from ragtriage.anchors.reanchor import reanchor
from ragtriage.anchors.under import agrees, quote_places
from ragtriage.cases.differences import differences
from ragtriage.cases.model import Case, Evidence, Quote
from ragtriage.cases.rewriting import edits_between
from ragtriage.cases.schema import case_values, read_case
from ragtriage.corpus.document import Document
from ragtriage.disk.edits import SetField
from ragtriage.disk.json_io import json_node
from ragtriage.drift.moving import spot_of
from ragtriage.workspace import Workspace

FEE = "A deposit of 40 euros is due on the day of booking."
BEFORE = "Bring the keys back to the office before six."
AFTER = "The office is behind the sluice."
FILLING = "\n\n".join(f"Paragraph {n} of what is said of every boat there is, at some length." for n in range(200))


def page(*titles: str, filling: str = "") -> str:
    heads = "\n\n".join(f"{'#' * level} {title}" for level, title in enumerate(titles, 1))
    return f"{heads}\n\n{filling}\n\n{BEFORE}\n\n{FEE}\n\n{AFTER}\n"


@pytest.fixture
def moved(site: Any) -> Callable[..., Workspace]:
    """A workspace of one case quoting FEE, in snapshots `a`, `b` … of one document each."""

    def make(*texts: str, **fields: str) -> Workspace:
        workspace: Workspace = site.open()
        for at, text in enumerate(texts):
            made = f"2026-0{at + 1}-01T00:00:00Z"
            documents = [Document("boats", "Boats", text)]
            workspace.snapshots.add("abc"[at], documents, source="t", extractor="t", created=made)
        (site.root / "ragtriage.yaml").write_text("snapshot: b\n")
        workspace.reread_settings()
        more = "".join(f"    {name}: {value}\n" for name, value in fields.items())
        path = site.root / "cases" / "deposit.yaml"
        path.parent.mkdir(exist_ok=True)
        path.write_text(
            "id: deposit\nquestion: What is due?  # asked at the counter\n"
            f"evidence:\n  - doc_id: boats\n    quote: {FEE}\n{more}answerable: true\n"
        )
        workspace.refresh()
        return workspace

    return make


def accepted(workspace: Workspace) -> dict[str, Any]:
    """What accepting its place in `b` adds to the quote; it is accepted unseen from then on."""
    [item] = workspace.anchoring.items("b")
    assert item.wants_a_person and item.anchor.doc_id
    spot = spot_of(item.anchor)
    assert spot is not None
    workspace.do(workspace.mover.accept([(item, spot)], "b"))
    [after] = workspace.anchoring.items("b")
    assert after.anchor.accepted_unseen, after.anchor
    [piece] = case_values(workspace.cases.get("deposit"))["evidence"]
    return {name: value for name, value in piece.items() if name not in ("doc_id", "quote")}


@pytest.mark.parametrize(
    ("old", "new", "path"),
    [
        (("Boats", "Rowing boats"), ("Boats", "Yachts"), ["Boats", "Yachts"]),
        (("Hire", "Boats", "Fees"), ("Sale", "Boats", "Fees"), ["Sale", "Boats", "Fees"]),
        (("Hire", "Boats", "Fees"), ("Hire", "Fees"), ["Hire", "Fees"]),
        (("Hire", "Fees"), ("Hire", "Boats", "Fees"), ["Hire", "Boats", "Fees"]),
        (("Prices", "Boats", "Fees"), ("Boats", "Fees"), ["Boats", "Fees"]),
        (("料金", "手漕ぎボート"), ("料金", "ヨット"), ["料金", "ヨット"]),
    ],
)
def test_accepting_another_heading_writes_the_path_and_no_prefix_however_far_above_it_is(
    moved: Callable[..., Workspace], old: tuple[str, ...], new: tuple[str, ...], path: list[str]
) -> None:
    workspace = moved(page(*old, filling=FILLING), page(*new, filling=FILLING))
    assert accepted(workspace) == {"under": path}
    text = (workspace.root / "cases" / "deposit.yaml").read_text()
    assert "# asked at the counter" in text
    assert text.count("\n") <= 6 + len(path) + 1


def test_the_head_of_a_list_a_row_and_a_column_are_named_where_the_headings_are_the_same(
    moved: Callable[..., Workspace],
) -> None:
    def listed(head: str) -> str:
        return f"# Boats\n\n{head}\n\n- {BEFORE}\n- {FEE}\n- {AFTER}\n"

    written = accepted(moved(listed("For rowing boats:"), listed("For yachts over ten metres:")))
    assert written == {"under": ["Boats", "For yachts over ten metres:"]}


def test_a_row_under_another_head_is_named_by_it(moved: Callable[..., Workspace]) -> None:
    def table(column: str) -> str:
        return f"# Boats\n\n| What | {column} |\n| --- | --- |\n| Deposit | {FEE} |\n| Keys | {BEFORE} |\n"

    written = accepted(moved(table("Rowing boats"), table("Yachts")))
    assert written == {"under": ["Boats", "Deposit", "Yachts"]}


def test_other_words_beside_it_are_told_by_words_beside_it(moved: Callable[..., Workspace]) -> None:
    new = page("Boats").replace(BEFORE, "Dogs travel free.").replace(AFTER, "Mooring is by the hour.")
    written = accepted(moved(page("Boats"), new))
    assert written.keys() in ({"prefix"}, {"suffix"}) and len("".join(written.values())) <= 40


SAME, OTHER = page("Boats", "Yachts"), page("Boats", "Canoes")


@pytest.mark.parametrize(
    ("given", "new", "state"),
    [
        ("[Boats, Yachts]", SAME + "\nMore.\n", "exact"),
        ("[Boats, Yachts]", OTHER, "context_changed"),
        ("[Boats, Canoes]", OTHER, "exact"),
        ("Yachts", SAME.replace(AFTER, "This is no longer so."), "context_changed"),
    ],
)
def test_a_path_that_no_longer_holds_holds_the_quote_and_one_that_does_lets_the_past_decide(
    moved: Callable[..., Workspace], given: str, new: str, state: str
) -> None:
    anchor = moved(SAME, new, under=given).anchoring.items("b")[0].anchor
    assert anchor.state == state
    assert anchor.accepted_unseen is (state == "exact")


def test_an_accepted_path_does_not_accept_the_next_change_around_it(moved: Callable[..., Workspace]) -> None:
    second = page("Boats", "Yachts")
    workspace = moved(page("Boats", "Canoes"), second, second.replace(FEE, f"It is no longer true: {FEE}"))
    assert accepted(workspace) == {"under": ["Boats", "Yachts"]}
    assert not workspace.anchoring.items("c")[0].anchor.accepted_unseen


TWICE = f"# Boats\n\n## Canoes\n\n{BEFORE}\n\n{FEE}\n\n## Yachts\n\n{BEFORE}\n\n{FEE}\n"


@pytest.mark.parametrize("title", ["Canoes", "Yachts"])
def test_of_several_places_the_one_under_the_path_is_meant(title: str) -> None:
    quote = Quote("boats", FEE, under=(title,))
    at = TWICE.index(FEE, TWICE.index(f"## {title}"))
    anchor = reanchor(quote, TWICE, TWICE)
    assert (anchor.accepted_unseen, anchor.start) == (True, at)
    assert [place.start for place in quote_places(quote, TWICE)] == [at]
    gone = reanchor(quote, TWICE.replace(f"## {title}", "## Rafts"), TWICE)
    assert not gone.accepted_unseen


@pytest.mark.parametrize(
    ("given", "path", "so"),
    [
        (("Refunds",), ("Billing", "Refunds"), True),
        (("Billing", "Refunds"), ("Billing", "Plans", "Refunds"), True),
        (("refund",), ("Billing", "The Refunds"), True),
        (("Refunds", "Billing"), ("Billing", "Refunds"), False),
        (("No refunds",), ("Billing", "Refunds"), False),
        (("Refunds in 14 days",), ("Refunds in 30 days",), False),
        (("返金",), ("請求", "返金"), True),
        (("—",), ("Billing",), False),
        ((), ("Billing",), True),
    ],
)
def test_a_path_agrees_by_its_words_in_order(given: tuple[str, ...], path: tuple[str, ...], so: bool) -> None:
    assert agrees(given, path) is so


def test_the_path_goes_through_a_file_and_changes_the_label_only_where_it_is_given() -> None:
    quote = Quote("boats", FEE, under=("Boats", "Yachts: hire"))
    case = Case("c", "What is due?", True, evidence=(Evidence((quote,)),))
    assert read_case(json_node(case_values(case)), Path("c.json")) == (case, [])
    plain = replace(case, evidence=(Evidence((replace(quote, under=()),)),))
    assert case.label_hash != plain.label_hash
    assert plain.label_hash == "b3cf1b07a630bdf0"  # as it was before there was such a field
    assert edits_between(plain, case) == [SetField(("evidence", 0, "under"), ["Boats", "Yachts: hire"])]
    [one] = differences(plain, case)
    assert one.words == "evidence 1: meant under Boats › Yachts: hire"
    [back] = differences(case, plain)
    assert back.words == "evidence 1: no longer told by the headings above it"


@pytest.mark.parametrize("fields", [{"under": "Nowhere"}, {"prefix": "Words of no boat."}, {"suffix": "Of none."}])
def test_what_the_case_gives_and_is_gone_does_not_hide_what_turns_the_words(
    moved: Callable[..., Workspace], fields: dict[str, str]
) -> None:
    workspace = moved(SAME, SAME.replace(FEE, f"~~{FEE}~~"), **fields)
    anchor = workspace.anchoring.items("b")[0].anchor
    assert anchor.state == "meaning_changed" and anchor.quarantined


FORMATS = {
    "html": "<html><body><h1>Boats</h1>\n<h2>{title}</h2>\n<p>{before}</p>\n<p>{fee}</p>\n<p>{after}</p></body></html>",
    "rest": "Boats\n=====\n\n{title}\n----------------------------------\n\n{before}\n\n{fee}\n\n{after}\n",
    "asciidoc": "= Boats\n\n== {title}\n\n{before}\n\n{fee}\n\n{after}\n",
    "numbered": "1.1 Boats\n\n1.1.1 {title}\n\n{before}\n\n{fee}\n\n{after}\n",
    "bold": "# Boats\n\n**{title}**\n\n{before}\n\n{fee}\n\n{after}\n",
    "yaml": "boats:\n  {title}:\n    keys: {before}\n    fee: {fee}\n    office: {after}\n",
    "term": "# Boats\n\n{title}::\n{fee} {after}\n",
    "question": "# Boats\n\nQ: Is this so of {title}?\nA: {fee} {after}\n",
    "item": "# Boats\n\n- **{title}**\n  - {before}\n  - {fee}\n  - {after}\n",
}


@pytest.mark.parametrize("form", FORMATS)
@pytest.mark.parametrize("title", ["Yachts", "Rafts: hire, sale & “care” #2"])
def test_in_every_format_what_it_stands_under_is_accepted_with_little_written_and_read_again(
    moved: Callable[..., Workspace], form: str, title: str
) -> None:
    old, new = (FORMATS[form].format(title=one, before=BEFORE, fee=FEE, after=AFTER) for one in ("Rowing boats", title))
    workspace = moved(old, new)
    written = accepted(workspace)
    assert sum(len(str(value)) for value in written.values()) <= 200
    path = workspace.cases.path("deposit")
    assert path.read_text().count("asked at the counter") == 1
