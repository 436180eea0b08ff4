"""The screens as one program: modes, workers, and the way from a decision to the disk.

The app owns the workspace; screens ask it for view models and send it intents. What takes long runs in threads, each
with a workspace of its own, and comes back as messages.
"""

import threading
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING, ClassVar

from textual.message import Message
from textual.screen import ModalScreen
from textual.screen import Screen as TextualScreen
from textual.worker import get_current_worker

from ragtriage.disk.lock import LockWait
from ragtriage.disk.problems import Problem
from ragtriage.errors import RagtriageError
from ragtriage.settings import FILE
from ragtriage.text import one_line
from ragtriage.triage.answering import AUDIT_SIZE
from ragtriage.tui import shared_imports
from ragtriage.tui.app_frame import FrameApp
from ragtriage.tui.faults import FAULTS, error_text
from ragtriage.tui.keeping_up import KeepingUp
from ragtriage.tui.keymap import Keymap, keymap
from ragtriage.tui.keys import Screen as ScreenName
from ragtriage.tui.keys import bindings
from ragtriage.tui.messages import AuditWanted, BranchKnown, Judged, ReviewWanted, StoryReady, WaitsKnown
from ragtriage.tui.screens.case_list import CaseListScreen
from ragtriage.tui.screens.triage import TriageScreen
from ragtriage.tui.theme import Look
from ragtriage.tui.typed_before import TypedBefore
from ragtriage.tui.waiting import COUNTED, what_waits
from ragtriage.tui.widgets.status_line import StatusLine
from ragtriage.workspace import Workspace

if TYPE_CHECKING:
    from ragtriage.authoring.draft_lock import DraftLock
    from ragtriage.authoring.form import Form
    from ragtriage.tui.screens.editor import EditorScreen

LOCK_SECONDS = 0.3
"""How long a key waits for another process to finish writing: longer than most writes take, shorter than it is felt."""
INDEX_SECONDS = 1.0
"""How long a key waits for another that writes to the index, at most, for each thing that it writes there."""
FIRST_FRAME_SECONDS = 0.03
"""Textual is ready before its first whole frame is sent: two of its frames later it is."""


def _cases() -> "TextualScreen[None]":
    from ragtriage.tui.screens.cases import CasesScreen

    return CasesScreen()


def _anchors() -> "TextualScreen[None]":
    from ragtriage.tui.screens.anchors import AnchorsScreen

    return AnchorsScreen()


def _complaints() -> "TextualScreen[None]":
    from ragtriage.tui.screens.complaints import ComplaintsScreen

    return ComplaintsScreen()


def _review() -> "TextualScreen[None]":
    from ragtriage.tui.screens.review import ReviewScreen

    return ReviewScreen()


class RagtriageApp(FrameApp[None]):
    """All screens over one workspace."""

    MODES: ClassVar = {
        "triage": TriageScreen,
        "cases": _cases,
        "anchors": _anchors,
        "complaints": _complaints,
        "review": _review,
    }
    """The first screen is there at once; the others, and what they need, are loaded when they are gone to."""
    DEFAULT_MODE = "triage"
    BINDINGS = bindings("app")
    TITLE = "ragtriage"

    def __init__(self, workspace: Workspace, look: Look | None = None, *, review: str | None = None) -> None:
        """`review`: a range or branch to open on, under review."""
        self.keys: Keymap = keymap(workspace.settings.keys, workspace.root / FILE)
        if review is not None:
            self.DEFAULT_MODE = "review"  # type: ignore[misc]  # Textual reads it of the app, when that is made
        super().__init__(look, self.keys.textual())
        self.workspace = workspace
        self.configuration: str | None = None
        """Whose latest run is triaged; None: the default."""
        self.typed = TypedBefore(workspace.state)
        """What `up` brings back in a prompt, on every screen."""
        self.branch = self.uncommitted = ""
        """Where Git stands, in words."""
        self.waits: dict[ScreenName, int] = {}
        """How many things wait on each screen, as last known."""
        self.problems: tuple[Problem, ...] = ()
        """What is wrong with files, as last seen."""
        self.review_wanted = review
        """A range that the Review screen is to take up; empty: HEAD since it parted from the main branch."""
        self.audit_wanted: int | None = None
        """How many passing answers the Triage screen is to draw, when it is shown."""
        self.along: str | None = None
        """The case that the cursor was on when another screen was gone to: it is to have the cursor there, too."""
        self.shown = False
        """Whether the first frame was sent."""
        workspace.index.wait_at_most(INDEX_SECONDS)
        workspace.wait_as(LockWait(LOCK_SECONDS, self._say_of_disk))
        self.keys_typed.wait(self)  # what is seen at first is remembered, not read: `_begin` lets them go on
        self._reading = workspace.reopen()
        self._keeping_up = KeepingUp(self, workspace, self._reading)
        self._reading_lock = threading.Lock()

    def on_ready(self) -> None:
        """The list stands as it was last seen; what it is now is read, and judged, once that is sent."""
        self.shown = True
        self.set_timer(FIRST_FRAME_SECONDS, self._begin)

    async def _begin(self) -> None:
        first, seen = self.screen, None
        if isinstance(first, CaseListScreen):
            seen = first.list.cursor_key
            if isinstance(first, TriageScreen):
                first.first_shown()
            if moved := self.workspace.index.state_moved:
                first.status.note(one_line(moved))
        self.judge()
        self.learn_branch()
        with self.meeting():  # keys wait for what comes after it
            await self._open_dropped()
        # A key typed ahead was meant for the case that was seen.
        other = self.screen is not first or (isinstance(first, CaseListScreen) and first.list.cursor_key != seen)
        if await self.keys_typed.go_on(self, dropping=other) and self.screen is first:
            first.query_one(StatusLine).note("keys typed before the list was read were dropped", hint="it has changed")
        elif self.workspace.finished:
            self._say_of_disk(self.workspace.finished)

    async def _open_dropped(self) -> None:
        """The editor opens as it was when a line was dropped or the program killed; a review goes before it."""
        from ragtriage.authoring.draft_lock import DraftLock

        for form in self.workspace.drafts.all() if self.DEFAULT_MODE == "triage" else ():
            left = self.left_of(form) if form.open else None
            hold = DraftLock.on(self.workspace.drafts.path(left.origin)) if left is not None else None
            if left is None or hold is None:
                continue  # saved, or open in another session
            if left.origin.kind == "complaint":
                await self.switch_mode("complaints")  # where the next one is, once it is saved
            self._open_held(left, hold)
            return

    def left_of(self, form: "Form | None") -> "Form | None":
        """What of a kept form is left to go on with; None: there is none, or it was saved and only its draft stayed."""
        from ragtriage.intake.converting import gone_on_with

        workspace = self.workspace
        try:
            return form and gone_on_with(form, workspace.drafts, workspace.cases, lambda: workspace.complaints)
        except FAULTS:
            return form

    def on_unmount(self) -> None:
        with self._reading_lock:
            self._reading.close()

    def in_words(self, error: Exception) -> RagtriageError:
        """The error as a screen says it. Raises the error itself where it is a mistake of ours."""
        return error_text(error, self.workspace.root)

    # -- behind the screen

    def run_in_background(self, group: str, work: Callable[[], None]) -> None:
        """Run `work` in a thread; a newer one of the same group makes an older one's result unwanted."""

        def run() -> None:
            shared_imports.load_shared()
            work()

        self.run_worker(run, thread=True, exclusive=True, group=group, exit_on_error=True)

    def post_from_thread(self, message: Message) -> None:
        """From a thread: give a message to the screen on top, unless the work is no longer wanted."""
        if not get_current_worker().is_cancelled and self.is_running:
            self.call_from_thread(self._deliver, message)

    def _deliver(self, message: Message) -> None:
        if isinstance(message, Judged):
            self._keeping_up.unsaid = False
            if message.judged or message.changed or message.anew or not self.waits.keys() >= {*COUNTED}:
                self.learn_waits()
        for stack in self._screen_stacks.values():
            for screen in stack:
                if isinstance(screen, CaseListScreen):
                    screen.post_message(message)

    def reading(self, group: str, work: Callable[[Workspace], None]) -> None:
        """Behind the screen, on the workspace kept for reading; `work` is not to wait for the app."""

        def run() -> None:
            with self._reading_lock:
                if not get_current_worker().is_cancelled:
                    self._keeping_up.look()
                    work(self._reading)

        self.run_in_background(group, run)

    def judge(self, *, anew: bool = False) -> None:
        """See what changed on disk, judge what is not yet judged; `anew` also puts the lists in order anew."""
        self._keeping_up.judge(anew)

    def on_index_gone(self) -> None:
        """What is open goes on being read until there is a new one, filled."""
        self.judge()

    def tell_story(self, case_id: str, configuration: str | None) -> None:
        """Work out a case's story."""

        def work() -> None:
            try:
                self._reading_story(case_id, configuration)
            except FAULTS as error:
                self.post_from_thread(StoryReady(case_id, None, error_text(error, self.workspace.root)))

        self.run_in_background("story", work)

    def _reading_story(self, case_id: str, configuration: str | None) -> None:
        """First the story as the index has it, then, if it is still wanted, with what Git knows."""
        worker = get_current_worker()
        with self._reading_lock:  # never held while telling: that waits for the app, which waits for the lock to close
            if worker.is_cancelled:
                return
            self._keeping_up.look()
            self._reading.verdicts.refresh()
            report = self._reading.triage.report(case_id, configuration)
            story = self._reading.story_of(report)
        self.post_from_thread(StoryReady(case_id, story))
        with self._reading_lock:
            if worker.is_cancelled or not (changes := self._reading.changes(case_id)):
                return
            story = self._reading.story_of(report.with_changes(changes))
        self.post_from_thread(StoryReady(case_id, story))

    def reread_settings(self) -> None:
        """ragtriage.yaml was written: another snapshot, perhaps. Raises SettingsError."""
        self.workspace.reread_settings()
        with self._reading_lock:
            self._reading.reread_settings()

    def learn_branch(self) -> None:
        """The branch and what is uncommitted, for the title line."""

        def work() -> None:
            from ragtriage.cases.history import branch_state

            state = branch_state(self.workspace.root)
            if state is not None:
                self.post_from_thread(BranchKnown(state.branch, state.uncommitted))

        self.run_in_background("branch", work)

    def learn_waits(self, screens: Sequence[ScreenName] = COUNTED) -> None:
        """How much waits on these screens, but for the one in front, which says it itself."""
        configuration, wanted = self.configuration, [one for one in screens if one != self.current_mode]

        def work() -> None:
            try:
                with self.workspace.reopen() as workspace:
                    found = what_waits(workspace, configuration, wanted)
            except FAULTS:
                return  # whatever is wrong is said by the screen that is gone to
            self.waits |= found
            self.post_from_thread(WaitsKnown())

        self.run_in_background("waits", work)

    # -- the editor

    def editor_for(self, form: "Form", cursor: str = "") -> "EditorScreen":
        """The editor on a form; saving one that came of a complaint also decides the complaint."""
        from ragtriage.tui.screens.editor import EditorScreen

        if form.origin.kind == "complaint":
            from ragtriage.tui.screens import complaints

            return complaints.editor_for(self, form)
        return EditorScreen(form, cursor=cursor)

    def open_editor(self, form: "Form", cursor: str = "") -> None:
        """The editor over the screen that is there, which is told what was saved. `cursor`: the field it begins on."""
        if not self.try_editor(form, cursor) and isinstance(self.screen, CaseListScreen):
            name = one_line(form.case.id or form.origin.ref)
            self.screen.query_one(StatusLine).refused(
                f"{name} is being edited", "in another session, or on another of the screens"
            )

    def try_editor(self, form: "Form", cursor: str = "") -> bool:
        """The same, without a word where the form is open elsewhere; whether it is open here now."""
        from ragtriage.authoring.draft_lock import DraftLock

        hold = DraftLock.on(self.workspace.drafts.path(form.origin))
        if hold is not None:
            self._open_held(form, hold, cursor)
        return hold is not None

    def _open_held(self, form: "Form", hold: "DraftLock", cursor: str = "") -> None:
        shared_imports.load_shared()  # the editor compares questions on this thread
        editor, below = self.editor_for(form, cursor), self.screen
        editor.hold = hold

        def closed(case_id: str | None) -> None:
            hold.release()
            if case_id is not None and editor.written is not None and isinstance(below, CaseListScreen):
                below.case_edited(editor.written)

        self.push_screen(editor, closed)

    # -- what every screen can do

    def action_go(self, mode: str) -> None:
        """To another screen."""
        if mode != self.current_mode:
            if isinstance(self.screen, CaseListScreen):
                self.screen.status.clear()  # “u undoes it” would be true of another write by the time one is back
                self.along = self.screen.current_case()
            self.switch_mode(mode)

    def open_review(self, text: str) -> None:
        """Review a branch: `A..B`, its name, or nothing for HEAD."""
        self.review_wanted = text
        if self.current_mode == "review":
            self._deliver(ReviewWanted())
        else:
            self.switch_mode("review")

    def latest(self) -> Sequence[str]:
        """The configurations that have a run on the snapshot; none where the runs cannot be read: a list says why."""
        try:
            return [*self.workspace.triage.latest()] if self.workspace.settings.snapshot else []
        except FAULTS:
            return []

    def open_audit(self, size: int | None) -> None:
        """Passing answers drawn at random, on the Triage screen; `size` of them."""
        self.audit_wanted = size or AUDIT_SIZE
        if self.current_mode == "triage":
            self._deliver(AuditWanted())
        else:
            self.switch_mode("triage")

    def choose_configuration(self, name: str) -> None:
        """Triage another configuration's latest run."""
        self.configuration = name
        self._deliver(Judged(0, True, None, self.problems, anew=True))

    def action_palette(self) -> None:
        """Choose a command by name; it runs on the screen that was there before."""
        from ragtriage.tui.widgets.palette_screen import PaletteCommand, PaletteScreen

        def run(chosen: PaletteCommand | None) -> None:
            if chosen is not None:
                chosen.run()

        if not isinstance(self.screen, ModalScreen):
            self.push_screen(PaletteScreen([PaletteCommand(*one) for one in self._commands()]), run)

    def _commands(self) -> Iterator[tuple[str, str, Callable[[], object]]]:
        """Title, help, what it does."""
        yield "Triage", "Failing cases of the latest run", partial(self.action_go, "triage")
        yield "Cases", "All cases of the golden set", partial(self.action_go, "cases")
        yield "Anchors", "Quotes that want a look in the snapshot", partial(self.action_go, "anchors")
        yield "Complaints", "What users complain of", partial(self.action_go, "complaints")
        yield "Audit", "Passing answers drawn at random, to read and judge", partial(self.open_audit, None)
        yield "Judge again", "See what changed on disk", self.judge
        yield "Quit", "Everything decided is on disk", self.exit
        if isinstance(self.screen, CaseListScreen):
            yield from self.screen.palette()
        for name in self.latest():
            yield f"Configuration {name}", "Triage its latest run", partial(self.choose_configuration, name)


def run_app(workspace: Workspace, look: Look, *, mouse: bool = True, review: str | None = None) -> int:
    """Open the screens until the user leaves; the exit code. Decisions are on disk as they are made.

    `review`: open them on that range or branch, under review.
    """
    app = RagtriageApp(workspace, look, review=review)
    app.run(mouse=mouse)
    return app.return_code or 0
