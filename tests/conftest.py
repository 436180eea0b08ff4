"""What all tests share: the same examples every time, how long a test may take, and a small golden set.

What a diagnosis looks at is built without files; the small workspace's clock stands where a test puts it.
"""

import gc
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, settings

from ragtriage.anchors.reanchor import reanchor_all
from ragtriage.cases.model import Case, Evidence, Quote
from ragtriage.corpus.document import Document
from ragtriage.disk.yaml_out import dump
from ragtriage.drift.anchoring import quarantined, quotes_of
from ragtriage.metrics.matching import DocIdRules, MatchSettings
from ragtriage.runs.model import Output, Passage, RunInfo
from ragtriage.scoring import ScoreSettings, score_output
from ragtriage.settings import read_settings
from ragtriage.triage.diagnosis_input import DiagnosisInput
from ragtriage.triage.passing import PassWhen, judge
from ragtriage.workspace import Workspace

# The same examples every time, and a busy machine makes none of them a failure.
settings.register_profile("ragtriage", deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("ragtriage")

LONGEST = 300
"""Seconds that a test may take: it is ended rather than waited for."""


# A fifth of the time of pilots and pictures was walks over objects that stay to the end: what is imported and the
# thousands of tests. An app of Textual makes enough new ones to set off such a walk many times a test.
gc.set_threshold(100_000, 50, 100)


def pytest_collection_finish() -> None:
    """What there is by now is never garbage, so nobody looks at it again."""
    gc.collect()
    gc.freeze()


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if config.pluginmanager.hasplugin("timeout"):
        for item in items:
            if item.get_closest_marker("timeout") is None:
                item.add_marker(pytest.mark.timeout(LONGEST))


MONTHLY = "Changes from annual to monthly billing take effect at the next renewal"
PRORATED = "Annual plans are not prorated when they are downgraded"
DOCUMENTS = {
    "billing": Document("billing", "Billing", f"# Billing\n\n{MONTHLY}. {PRORATED}.\n", {"product": "pro"}),
    "calendar": Document("calendar", "Calendars", "# Calendars\n\nUp to five calendars can be connected.\n"),
    "secret": Document("secret", "Margins", "# Margins\n\nOur margin is forty percent.\n", {"role": ("staff",)}),
}


@pytest.fixture(scope="session")
def case() -> Callable[..., Case]:
    """A case whose evidence are the quotes, all from `billing`; a case without any is to be declined if so said."""

    def make(*quotes: str, **more: Any) -> Case:
        evidence = tuple(Evidence((Quote("billing", quote),)) for quote in quotes)
        known = {"id": "c", "question": "May I move to monthly billing?", "answerable": True, "evidence": evidence}
        return Case(**(known | more))

    return make


@pytest.fixture(scope="session")
def passage() -> Callable[..., Passage]:
    """A passage of a document: its text, or all of the document's."""

    def make(doc_id: str, text: str | None = None, **more: Any) -> Passage:
        return Passage(doc_id, DOCUMENTS[doc_id].text if text is None else text, **more)

    return make


@pytest.fixture(scope="session")
def look() -> Callable[..., DiagnosisInput]:
    """Score and judge an output as a workspace does, with BM25 answering `bm25`."""

    def make(
        case: Case,
        candidates: Sequence[Passage] | None = (),
        context: Sequence[Passage] | None = None,
        *,
        documents: Mapping[str, Document] = DOCUMENTS,
        pass_when: PassWhen = PassWhen(),  # noqa: B008 - frozen
        match: MatchSettings = MatchSettings(),  # noqa: B008 - frozen
        k: int = 5,
        depth: int = 50,
        bm25: int | None = None,
        **output: Any,
    ) -> DiagnosisInput:
        output = {"answer": "Yes.", "refused": False, "citations": ()} | output
        passages = [None if some is None else tuple(some) for some in (candidates, context)]
        answered = Output(case.id, *passages, **output)
        settings = ScoreSettings(k, depth, match, DocIdRules())
        texts = {doc_id: document.text for doc_id, document in documents.items()}
        found = iter(reanchor_all([quote for *_, quote in quotes_of(case)], texts, texts))
        anchors = tuple(tuple(next(found) for _ in piece.any_of) for piece in case.evidence)
        scores = score_output(case, answered, settings, texts.get, quarantined(case.evidence, anchors))
        return DiagnosisInput(
            case=case,
            output=answered,
            scores=scores,
            judgement=judge(case, answered, scores, pass_when),
            k=k,
            depth=depth,
            document=documents.get,
            lexical_rank=lambda evidence: bm25,
            anchors=anchors,
            asked_at_k=pass_when.evidence == "all_at_k",
        )

    return make


HIT = (Passage("billing", f"{MONTHLY}. {PRORATED}."),)
MISS = (Passage("calendar", "Up to five calendars can be connected."),)


@dataclass
class Site:
    """A workspace on disk, with the snapshots `one` (as DOCUMENTS) and `two` (without the billing document's words)."""

    root: Path
    now: datetime = datetime(2026, 11, 30, 9, 0, tzinfo=UTC)
    """A Monday, of week 2026-W49."""
    workspaces: list[Workspace] = field(default_factory=list)

    def open(self, reviewer: str = "mk") -> Workspace:
        """Another terminal."""
        workspace = Workspace(self.root, read_settings(self.root), reviewer=reviewer, clock=lambda: self.now)
        self.workspaces.append(workspace)
        return workspace

    def settings(self, text: str = "") -> None:
        (self.root / "ragtriage.yaml").write_text(f"snapshot: one\n{text}")

    def case(self, case_id: str, **fields: Any) -> None:
        """Write a case; its evidence is the first quote of `billing`, unless it says otherwise."""
        known = {
            "id": case_id,
            "question": f"May I move plan {case_id} to monthly billing?",
            "answerable": True,
            "evidence": [{"doc_id": "billing", "quote": MONTHLY}],
        }
        path = self.root / "cases" / f"{case_id}.yaml"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(dump(known | fields))

    def run(
        self, workspace: Workspace, config: str = "prod", snapshot: str = "one", **outputs: "Said | list[Said]"
    ) -> RunInfo:
        """Keep and judge a run, an hour after the last; a list is the repeats of a case."""
        self.now += timedelta(hours=1)
        repeats = {case_id: said if isinstance(said, list) else [said] for case_id, said in outputs.items()}
        run = workspace.runs.add(
            config,
            snapshot,
            [self._output(case_id, n, one) for case_id, said in repeats.items() for n, one in enumerate(said)],
            imported_at=self.now,
        )
        workspace.refresh()
        workspace.judge_all()
        return run

    def _output(self, case_id: str, repeat: int, said: "Said") -> Output:
        more = said if isinstance(said, dict) else {"candidates": HIT if said else MISS}
        answer = f"As of {self.now:%d %H}."  # another hour's run is another run, though it retrieves the same
        known = {"case_id": case_id, "repeat": repeat, "answer": answer, "refused": False, "citations": ()}
        return Output(**(known | more))


Said = bool | dict[str, Any]
"""True: an output that passes. False: one that lacks the evidence. Else the fields of an output."""


@pytest.fixture
def site(tmp_path: Path) -> Iterator[Site]:
    """A workspace with two snapshots and no case; all its terminals are closed in the end."""
    place = Site(tmp_path)
    place.settings()
    workspace = place.open()
    workspace.snapshots.add("one", list(DOCUMENTS.values()), source="tests", extractor="none")
    changed = Document("billing", "Billing", "# Billing\n\nPlans change at renewal, and never before.\n")
    workspace.snapshots.add("two", [changed, DOCUMENTS["calendar"]], source="tests", extractor="none")
    yield place
    for each in place.workspaces:
        each.close()


@pytest.fixture
def workspace(site: Site) -> Workspace:
    """A terminal before three cases that fail in a run of `prod`."""
    for case_id in ("a", "b", "c"):
        site.case(case_id)
    workspace: Workspace = site.open()
    site.run(workspace, a=False, b=False, c=False)
    return workspace
