"""A small workspace for driving the screens: made once, copied for each test, on a clock that stands still."""

import asyncio
import os
import shutil
import subprocess
from collections.abc import Awaitable, Callable, Iterator
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest
from textual import events
from textual.pilot import Pilot

from ragtriage.cases.editing import canonical_text
from ragtriage.cases.model import Case, Evidence, Nugget, Quote
from ragtriage.corpus.document import Document
from ragtriage.runs.model import Citation, Output, Passage
from ragtriage.settings import read_settings
from ragtriage.tui.app import RagtriageApp
from ragtriage.tui.screens.case_list import CaseListScreen
from ragtriage.tui.theme import Look
from ragtriage.tui.widgets.key_line import KeyLine
from ragtriage.workspace import Workspace
from tests.tui.settling import settle

NOW = datetime(2026, 11, 30, 9, 12, 44, tzinfo=UTC)
"""A Monday of 2026-W49."""
SETTINGS = (
    "snapshot: kb\nconfigurations:\n  small: {system: bm25}\n  large: {system: bm25}\nruns: {max_age_days: 100000}\n"
)
TOPICS = ("refund", "invoice", "calendar", "reminder", "waitlist", "export", "two-step", "holiday")

Script = Callable[[RagtriageApp, "Pilot[None]"], Awaitable[None]]
Play = Callable[..., RagtriageApp]


def sentence(topic: str) -> str:
    """What the corpus says of a topic."""
    return f"A {topic} can be changed up to three days before it takes effect."


def document(topic: str) -> Document:
    """A document of a topic."""
    text = f"# {topic.capitalize()}\n\n{sentence(topic)} After that, ask support.\n\nOther words about the {topic}."
    return Document(f"help/{topic}", topic.capitalize(), text)


def case(number: int, topic: str) -> Case:
    """A case of a topic; the first must pass, each third is to be tagged `odd`."""
    return Case(
        id=f"{topic}/until-when-can-it-be-changed",
        question=f"Until when can I change my {topic}?",
        answerable=True,
        evidence=(Evidence((Quote(f"help/{topic}", sentence(topic)),)),),
        nuggets=(Nugget("three days before", True),),
        reference_answer="Up to three days before.",
        tags=(topic, "odd") if number % 3 == 2 else (topic,),
        intent="change",
        must_pass=number == 0,
    )


def passage(topic: str, text: str | None = None) -> Passage:
    """A passage of a topic's document."""
    whole = document(topic).text
    return Passage(f"help/{topic}", whole if text is None else text, f"help/{topic}#0", 7.5)


def output(golden: Case, topic: str, wrong: str, *, found: bool) -> Output:
    """An answer, with the evidence before the model or with another topic's document."""
    shown = (passage(topic), passage(wrong)) if found else (passage(wrong), passage(wrong, "Something else entirely."))
    return Output(
        case_id=golden.id,
        candidates=shown,
        context=shown,
        answer="Up to three days before." if found else "At any time, from the settings.",
        citations=(Citation(id=shown[0].chunk_id),),
        refused=False,
    )


def make(root: Path) -> None:
    """Eight cases. `small` fails all, `large` passes each second one."""
    root.mkdir()
    (root / "ragtriage.yaml").write_text(SETTINGS)
    golden = [case(number, topic) for number, topic in enumerate(TOPICS)]
    for one in golden:
        path = root / "cases" / f"{one.id}.yaml"
        path.parent.mkdir(parents=True)
        path.write_text(canonical_text(one))
    with Workspace(root, read_settings(root), clock=lambda: NOW) as workspace:
        workspace.snapshots.add("kb", [document(topic) for topic in TOPICS], source="test", extractor="none")
        for config in ("large", "small"):
            outputs = [
                output(one, topic, TOPICS[at - 1], found=config == "large" and at % 2 == 0)
                for at, (one, topic) in enumerate(zip(golden, TOPICS, strict=True))
            ]
            workspace.runs.add(config, "kb", outputs, imported_at=NOW)
        workspace.refresh()
        workspace.judge_all()


@pytest.fixture(scope="session")
def _made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("made") / "helpdesk"
    make(root)
    return root


@pytest.fixture
def root(_made: Path, tmp_path: Path) -> Path:
    """The folder of a workspace of the test's own."""
    shutil.copytree(_made, tmp_path / "helpdesk")
    return tmp_path / "helpdesk"


@pytest.fixture
def opened(root: Path) -> Iterator[Callable[..., Workspace]]:
    """Open the workspace, as often as wanted; closed at the end."""
    open_ones: list[Workspace] = []

    def open_it(reviewer: str = "mira", now: datetime = NOW) -> Workspace:
        open_ones.append(Workspace(root, read_settings(root), reviewer=reviewer, clock=lambda: now))
        return open_ones[-1]

    yield open_it
    for one in open_ones:
        one.close()


@pytest.fixture
def play(opened: Callable[..., Workspace]) -> Play:
    """Run a script on the app; what the app was."""

    def run(
        script: Script, size: tuple[int, int] = (80, 24), look: Look | None = None, reviewer: str = "mira"
    ) -> RagtriageApp:
        async def session() -> RagtriageApp:
            app = RagtriageApp(opened(reviewer), look)
            async with app.run_test(size=size) as pilot:
                await settle(app, pilot)
                await script(app, pilot)
                await settle(app, pilot)
            return app

        return asyncio.run(session())

    return run


class Seen:
    """What a person sees of the app, as text."""

    def __init__(self, app: RagtriageApp, pilot: "Pilot[None]") -> None:
        self.app, self.pilot = app, pilot

    async def press(self, *keys: str) -> None:
        """Press keys, and wait for what they set off."""
        await self.pilot.press(*keys)
        await settle(self.app, self.pilot)

    async def type(self, text: str) -> None:
        """Put a text into the prompt, then press enter."""
        assert self.screen.prompt.asking, "nothing asks for text"
        assert self.app._driver
        self.app._driver.send_message(events.Paste(text))
        await self.press("enter")

    async def until(self, holds: Callable[[], bool]) -> None:
        """Wait for what comes a moment after the last key, such as the story; five seconds at most."""
        for _ in range(500):
            if holds():
                return
            await self.pilot.pause(0.01)
        raise AssertionError(f"it never came:\n{self.text}")

    async def story(self) -> str:
        """The text of the story of the case under the cursor, as drawn."""
        await self.until(lambda: (told := self.screen.story.story) is not None and told.case_id == self.case_id)
        view = self.screen.story
        return "\n".join(view.render_line(y).text.rstrip() for y in range(view.size.height))

    @property
    def case_id(self) -> str | None:
        """The case under the cursor."""
        return self.screen.list.cursor_key

    @property
    def status(self) -> str:
        """What the status line says."""
        return self.screen.status.text.strip()

    @property
    def footer(self) -> str:
        """The footer as drawn."""
        return self.screen.query_one("#footer", KeyLine).render_line(0).text

    @property
    def screen(self) -> CaseListScreen:
        assert isinstance(self.app.screen, CaseListScreen)
        return self.app.screen

    @property
    def here(self) -> str:
        """The topic of the case under the cursor."""
        return (self.screen.list.cursor_key or "").partition("/")[0]

    @property
    def topics(self) -> list[str]:
        """The topics of the rows, in their order."""
        return [case_id.partition("/")[0] for case_id in self.screen.rows]

    @property
    def lines(self) -> list[str]:
        """The rows of the whole screen."""
        width, height = self.app.size
        compositor = self.app.screen._compositor
        return ["".join(part.text for part in strip) for strip in compositor.render_strips()][:height] if width else []

    def row(self, at: int) -> str:
        """The row of the list that is drawn `at` lines below its heads."""
        return self.lines[1 + self.screen.list.head_rows + at]

    @property
    def text(self) -> str:
        return "\n".join(self.lines)


@pytest.fixture
def see() -> type[Seen]:
    """`see(app, pilot)`: the person before the screen."""
    return Seen


ANCHORED = {
    "cancel": ("terms", "You may cancel within 14 days of purchase."),
    "export": ("old/exports", "It is kept for a month on our side."),
    "fax": ("fax", "Faxes are answered by the night shift in Trieste."),
    "plans": ("plans", "The large plan has fifty seats included."),
    "seats": ("plans", "The small plan has five seats included."),
    "tool": ("terms", "Use the command line tool to export."),
}
EXPORTS_TEXT = (
    "# Exports\n\nAn export is a file.\n\nIt is kept for a month on our side.\n\nOlder ones come by mail only.\n"
)
OLD_TEXTS = {
    "terms": f"# Terms\n\n{ANCHORED['cancel'][1]}\n\n{ANCHORED['tool'][1]} It is free.\n",
    "old/exports": EXPORTS_TEXT,
    "fax": f"# Fax\n\n{ANCHORED['fax'][1]}\n",
    "plans": f"# Plans\n\n{ANCHORED['seats'][1]}\n\n{ANCHORED['plans'][1]}\n",
}
NEW_TEXTS = {
    "terms": OLD_TEXTS["terms"].replace("14 days", "30 days").replace("command line", "command-line"),
    "new/exports": EXPORTS_TEXT,
    "plans": "# Plans\n\nPlans are listed elsewhere.\n",
    "prices/2026": f"# Prices\n\n{ANCHORED['seats'][1]}\n",
    "prices/large": f"# Large\n\n{ANCHORED['plans'][1]}\n",
    "prices/old": f"# Before\n\n{ANCHORED['plans'][1]} No more.\n",
}


@pytest.fixture
def anchored(tmp_path: Path) -> Path:
    """A golden set judged against `two`, though most of it was taken from `one`; a run answers all but `fax`."""
    root = tmp_path / "helpdesk"
    (root / "cases").mkdir(parents=True)
    (root / "ragtriage.yaml").write_text("snapshot: two   # ours\nruns: {max_age_days: 100000}\n")
    for case_id, (doc_id, quote) in ANCHORED.items():
        case = Case(case_id, f"What of {case_id}?", True, evidence=(Evidence((Quote(doc_id, quote),)),))
        (root / "cases" / f"{case_id}.yaml").write_text(canonical_text(case))
    with Workspace(root, read_settings(root)) as workspace:
        for at, (name, texts) in enumerate((("one", OLD_TEXTS), ("two", NEW_TEXTS)), 1):
            documents = [Document(doc_id, f"About {doc_id}", text) for doc_id, text in texts.items()]
            made = f"2026-0{at}-01T00:00:00Z"
            workspace.snapshots.add(name, documents, source="t", extractor="t", created=made)
        workspace.refresh()
        outputs = [Output(one, (), (), answer="No.", refused=False, citations=()) for one in ANCHORED if one != "fax"]
        workspace.runs.add("prod", "two", outputs)
        workspace.judge_all()
    return root


@pytest.fixture
def branched(root: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., str]:
    """Git in the workspace, committed on `main`; jo's branch `work`, with a change of each kind, is checked out."""
    for name in [name for name in os.environ if name.startswith("GIT_") or name == "EMAIL"]:
        monkeypatch.delenv(name)
    monkeypatch.setenv("GIT_CONFIG_GLOBAL", os.devnull)
    for whose in ("AUTHOR", "COMMITTER"):
        monkeypatch.setenv(f"GIT_{whose}_DATE", "2026-11-28T10:00:00Z")

    def git(*words: str) -> str:
        done = subprocess.run(["git", *words], cwd=root, check=True, capture_output=True, text=True)
        return done.stdout.strip()

    git("init", "-q", "-b", "main")
    git("config", "user.name", "mira")
    git("config", "user.email", "mira@example.org")
    (root / ".gitignore").write_text(".ragtriage/\nruns/\n")
    git("add", "-A")
    git("commit", "-q", "-m", "golden set")
    git("switch", "-q", "-c", "work")
    change_each_kind(root)
    git("add", "-A")
    git("-c", "user.name=jo", "-c", "user.email=jo@example.org", "commit", "-q", "-m", "cases of the week")
    return git


def change_each_kind(root: Path) -> None:
    """A nugget reworded, a quote that says something else, a case deleted, one added, tags."""
    golden = {topic: case(number, topic) for number, topic in enumerate(TOPICS)}

    def put(one: Case) -> None:
        path = root / "cases" / f"{one.id}.yaml"
        path.parent.mkdir(exist_ok=True)
        path.write_text(canonical_text(one))

    put(replace(golden["calendar"], nuggets=(Nugget("up to three days before", True), Nugget("ask support", False))))
    quote = Quote("help/invoice", sentence("invoice").replace("three", "two"))
    put(replace(golden["invoice"], evidence=(Evidence((quote,)),), reference_answer="Up to two days before."))
    put(replace(golden["refund"], tags=("refund", "money"), must_pass=False))
    (root / "cases" / f"{golden['export'].id}.yaml").unlink()
    put(Case("news/when-is-it-sent", "When is the newsletter sent?", False, "not_in_corpus", status="draft"))
