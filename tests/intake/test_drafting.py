"""A draft holds what was asked and what was confirmed, and nothing else."""

import pytest

from ragtriage.cases.model import Nugget
from ragtriage.corpus.search import Hit
from ragtriage.errors import UsageError
from ragtriage.intake.corpus_answer import gist
from ragtriage.intake.drafting import chosen_nuggets, draft, suggestions
from ragtriage.intake.model import Complaint


def test_suggested_evidence_is_a_whole_sentence_though_the_passage_ends_within_it() -> None:
    text = "# Plans\n\nIt is so. Annual plans are not prorated when they are cancelled early. Nobody knows why."
    at = text.index("plans are")
    hit = Hit("kb", "kb#0", at, text.index(" they"), text[at : text.index(" they")], 1.0, 1, 0.9)
    (found,) = suggestions("are annual plans prorated", [hit], {"kb": text})
    assert found.quote == "Annual plans are not prorated when they are cancelled early."


def test_a_heading_is_no_evidence() -> None:
    text = "# Annual plans prorated\n\nIt is so in all of these cases."
    hit = Hit("kb", "kb#0", 0, len(text), text, 1.0, 1, 0.9)
    assert suggestions("are annual plans prorated", [hit], {"kb": text}) == []


def test_a_draft_keeps_typos_and_leaves_filters_that_no_document_bears() -> None:
    one = Complaint(
        "c-1",
        "wat is teh plan",
        ref="48213",
        at="2026-11-12T10:00:00Z",
        filters={"region": "EU", "x": "1"},
        user={"role": "a"},
    )
    case = draft(one, "plan", known=["region"])
    assert (case.question, case.status, dict(case.filters), dict(case.user)) == (
        "wat is teh plan",
        "draft",
        {"region": "EU"},
        {},
    )
    assert case.source is not None and (case.source.kind, case.source.ref, case.source.at) == (
        "complaint",
        "48213",
        "2026-11-12",
    )


def test_nuggets_are_sentences_of_the_answer_and_nothing_else() -> None:
    answer = "No, it is not prorated. It ends at renewal.\n- You can move then."
    assert chosen_nuggets(answer, ["1", "?3"]) == [
        Nugget("No, it is not prorated.", True),
        Nugget("You can move then.", False),
    ]
    for invented in ("4", "it is free of charge"):
        with pytest.raises(UsageError):
            chosen_nuggets(answer, [invented])


def test_the_gist_leaves_code_and_logs_out() -> None:
    assert gist("Why?\n\n    Traceback\n    File x\n\nIt fails.\n```\ncode\n```") == "Why? It fails."
