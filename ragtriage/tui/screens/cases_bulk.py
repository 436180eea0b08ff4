"""Tags and status of many cases at once: all files or none, one undo, and nothing that freezes without a word."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import ClassVar

from textual import on
from textual.binding import BindingType
from textual.message import Message

from ragtriage.cases import bulk
from ragtriage.cases.bulk import Bulk
from ragtriage.disk.files import Write
from ragtriage.errors import ConflictError, RagtriageError
from ragtriage.text import one_line
from ragtriage.tui import drawing
from ragtriage.tui.faults import FAULTS, told
from ragtriage.tui.screens.case_list import CaseListScreen
from ragtriage.workspace import Workspace

AT_ONCE = 40
"""Files that are written while one waits: some twentieth of a second. More are written behind the screen."""
BULK_KEYS = ("cases.tag", "cases.status")
_STATUSES = ("draft", "active", "retired")
_BUSY = "the last change is still being written"

Worked = Callable[[Workspace, bulk.Told | None], Bulk]


@dataclass
class BulkTold(Message):
    """How far a change on many cases has come."""

    words: str

    def can_replace(self, message: Message) -> bool:
        """Only the newest is worth drawing."""
        return isinstance(message, BulkTold)


@dataclass
class BulkDone(Message):
    """A change on many cases is on disk, or an error says why nothing is."""

    write: Write | None
    words: str = ""
    error: RagtriageError | None = None
    undone: bool = False


class BulkCasesScreen(CaseListScreen):
    """Cases that can be tagged, and given a status, together."""

    BINDINGS: ClassVar[list[BindingType]] = []

    def __init__(self) -> None:
        super().__init__()
        self._asked: tuple[str, ...] = ()
        """The cases that the open question is about."""
        self._writing = False
        """Whether files are being written behind the screen."""

    def marked_words(self, count: int) -> str:
        return f"{count} marked: t tags them, f sets their status"

    def about(self, ids: Sequence[str]) -> str:
        """The cases, in few words."""
        return drawing.fit_id(ids[0], 30).rstrip() if len(ids) == 1 else f"{len(ids):,} cases"

    # -- asking

    def action_tag(self) -> None:
        """Ask which tags to add and to remove."""
        self._ask("tag", "tags", '+billing -old +"two words"', self._tags_offered)

    def action_status(self) -> None:
        """Ask for the status."""
        self._ask("status", "status", " · ".join(_STATUSES), _status_offered)

    def bulk_targets(self) -> tuple[str, ...]:
        """The cases that a change is for: those marked, or the one under the cursor."""
        return self.list.targets

    def _ask(self, purpose: str, label: str, hint: str, offers: Callable[[str], Sequence[str]]) -> None:
        self._asked = self.bulk_targets()
        if self._refused(self._asked):
            return
        whose = f" of {self.about(self._asked)}" if len(self._asked) > 1 else ""  # else the cursor says it
        self.prompt.ask(purpose, f"{label}{whose}:", hint=hint, offers=offers)

    def _refused(self, ids: Sequence[str]) -> bool:
        if self._writing:
            self.status.refused("nothing changed", _BUSY)
        elif not ids:
            self.status.refused("nothing changed", "there is no case here")
        return self._writing or not ids

    def _tags_offered(self, text: str) -> Sequence[str]:
        """The last word as a tag that some case has; one that these cases have, to remove."""
        before, sign, word = _last_word(text)
        if not sign:
            return ()
        asked = set(self._asked)
        rows = [row for row in self.every if sign == "+" or row.case_id in asked]
        tags = sorted({tag for row in rows for tag in row.tags if tag.casefold().startswith(word.casefold())})
        return [before + sign + (f'"{tag}"' if " " in tag else tag) for tag in tags]

    def entered(self, purpose: str, text: str) -> None:
        if purpose not in ("tag", "status"):
            super().entered(purpose, text)
        elif text.strip() and not self.change(purpose, text, self._asked):
            self.prompt.ask_again(text, self.status.said)

    def _obey(self, text: str) -> None:
        words = text.split(None, 1)
        if words and words[0] in ("tag", "status"):
            ids = self.bulk_targets()
            if not self._refused(ids) and not self.change(words[0], words[1] if len(words) > 1 else "", ids):
                self.prompt.ask_again(text, self.status.said)
        else:
            super()._obey(text)

    # -- doing

    def change(self, kind: str, text: str, ids: tuple[str, ...]) -> bool:
        """Tag cases, or set their status, as typed; whether what was typed can be meant."""
        try:
            work = _tagging(text, ids) if kind == "tag" else _status(text, ids)
        except RagtriageError as error:
            self.status.failed(error)
            return False
        if len(ids) > AT_ONCE:
            self._behind(f"{self.about(ids)}: {one_line(text)}", work)
            return True
        found: list[Bulk] = []

        def act() -> Write:
            found.append(work(self.ragtriage.workspace, None))
            return self.ragtriage.workspace.do(found[0].write)

        if self.write(act, _nothing(ids)) is not None:
            self._changed(found[0].words)
        return True

    def _changed(self, words: str) -> None:
        self.status.done(one_line(words), hint="u undoes it")
        self.ragtriage.learn_branch()

    def _behind(self, words: str, work: Worked) -> None:
        """Work out and write many files in a thread, telling how far it is."""
        app = self.ragtriage
        self._writing = True
        self.status.note(f"{words} …")

        def tell(done: int, of: int) -> None:
            if done % 100 == 0:
                app.tell(BulkTold(f"{words}: {done:,} of {of:,}"))

        def act() -> BulkDone:
            with app.workspace.again() as workspace:
                found = work(workspace, tell)
                app.tell(BulkTold(f"{words}: writing {len(found.write.changes):,} files"))
                return BulkDone(workspace.do(found.write), found.words)

        self._run_behind(act)

    def _run_behind(self, act: Callable[[], BulkDone]) -> None:
        app = self.ragtriage

        def work() -> None:
            try:
                done = act()
            except FAULTS as error:
                if isinstance(error, ConflictError):  # see what the other wrote
                    with app.workspace.again() as workspace:
                        workspace.refresh()
                done = BulkDone(None, error=told(error, app.workspace.root))
            app.tell(done)

        app.behind("bulk", work)

    @on(BulkTold)
    def _bulk_told(self, news: BulkTold) -> None:
        self.status.note(news.words)

    @on(BulkDone)
    def _bulk_done(self, news: BulkDone) -> None:
        if not self._writing:
            return
        self._writing = False
        if news.error is not None:
            self.reload()
            self.status.failed(news.error)
        elif news.write is None or not news.write.changes:
            self.status.refused("nothing happened", _nothing(self._asked) if not news.undone else "nothing to undo")
        else:
            self.after_write(news.write, undone=news.undone)
            if news.undone:
                self.status.done(one_line(news.words))
                self.list.move_to(news.write.items[0])
            else:
                self._changed(news.words)

    # -- back and forth

    def action_undo(self) -> None:
        """Take back the latest change; a large one behind the screen."""
        self._large(self.ragtriage.workspace.history.next_undo, lambda workspace: workspace.desk.undo(), "undone")

    def action_redo(self) -> None:
        """Do again what was taken back; a large one behind the screen."""
        self._large(self.ragtriage.workspace.history.next_redo, lambda workspace: workspace.desk.redo(), "done again")

    def _large(self, write: Write | None, act: Callable[[Workspace], Write | None], words: str) -> None:
        if self._writing:
            self.status.refused("nothing changed", _BUSY)
        elif write is None or len(write.changes) <= AT_ONCE:
            super().action_undo() if words == "undone" else super().action_redo()
        else:
            self._writing = True
            self.status.note(f"{words}: {one_line(write.words)} …")

            def back() -> BulkDone:
                with self.ragtriage.workspace.again() as workspace:
                    done = act(workspace)
                    return BulkDone(done, f"{words}: {done.words}" if done else "", undone=True)

            self._run_behind(back)


def _tagging(text: str, ids: Sequence[str]) -> Worked:
    tags = bulk.tagging(text)
    return lambda workspace, tell: bulk.tagged(workspace.cases, ids, tags, tell)


def _status(text: str, ids: Sequence[str]) -> Worked:
    status = bulk.status_of(text)
    return lambda workspace, tell: bulk.with_status(workspace.cases, ids, status, tell)


def _nothing(ids: Sequence[str]) -> str:
    return "it is so already" if len(ids) == 1 else f"all {len(ids):,} have it already"


def _status_offered(text: str) -> Sequence[str]:
    return [one for one in _STATUSES if one.startswith(text.casefold())]


def _last_word(text: str) -> tuple[str, str, str]:
    """What stands before the last word, its sign, and the word without sign and opening quote."""
    at = max(text.rfind(" +"), text.rfind(" -")) + 1
    word = text[at:]
    if word[:1] not in ("+", "-"):
        return text, "", ""
    return text[:at], word[0], word[1:].removeprefix('"')
