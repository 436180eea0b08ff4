"""A small corpus, a workspace of three cases over it, and forms."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from ragtriage.authoring.corpus import Corpus
from ragtriage.authoring.form import Form, Origin
from ragtriage.cases.model import Case, Evidence, Nugget, Quote
from ragtriage.corpus.document import Document
from ragtriage.workspace import Workspace

RENEWAL = "Changes from annual to monthly billing take effect at the next renewal date."
TEXTS = {
    "kb/plans": f"# Plans\n\nPlans come in three sizes. {RENEWAL} Annual plans are not prorated when they are "
    "downgraded, e.g. to the Basic plan.\n\n* Basic holds 5 calendars.\n* Pro holds 20 calendars.\n\n"
    "Refunds are paid within 14 days.\n",
    "kb/refunds": "# Refunds\n\nRefunds are paid within 14 days. They go to the card that was charged.\n\n"
    "# Exceptions\n\nRefunds are paid within 14 days.\n",
    "kb/rooms": "# Rooms\n\nA room can be shared by several teams. Sharing needs the role of an owner.\n",
}
CASES = {
    "plans/monthly": "question: Can I move my annual plan to monthly billing?\nanswerable: true\n"
    "# as the lead said\nevidence:\n  - doc_id: kb/plans\n"
    f"    quote: {RENEWAL}\nnuggets:\n  - {{text: at the next renewal, vital: true}}\n",
    "rooms/share": "question: How can a room be shared by two teams?\nanswerable: true\n",
    "other/moon": "question: Is the moon red?\nanswerable: false\nstatus: retired\n",
}


@pytest.fixture
def workspace(tmp_path: Path) -> Iterator[Workspace]:
    (tmp_path / "ragtriage.yaml").write_text("snapshot: one\n")
    for name, text in CASES.items():
        path = tmp_path / "cases" / f"{name}.yaml"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(f"id: {name}\n{text}")
    with Workspace.open(tmp_path) as opened:
        documents = [Document(doc_id, doc_id.title(), text) for doc_id, text in TEXTS.items()]
        opened.snapshots.add("one", documents, source="tests", extractor="none")
        opened.cases.refresh()
        yield opened


@pytest.fixture
def corpus(workspace: Workspace) -> Corpus:
    assert workspace.corpus is not None
    return workspace.corpus


Make = Callable[..., Form]


@pytest.fixture
def form() -> Make:
    """A form on a new case that nothing speaks against, with some fields otherwise."""

    def make(**fields: object) -> Form:
        plain: dict[str, object] = {
            "id": "plans/when",
            "question": "When can someone with a yearly contract pay each month?",
            "answerable": True,
            "evidence": (Evidence((Quote("kb/plans", RENEWAL),)),),
            "nuggets": (Nugget("it takes effect at the next renewal", True),),
        }
        return Form(Origin("new", "2026-11-30T10:00:00+00:00"), Case(**plain | fields))  # type: ignore[arg-type]

    return make
