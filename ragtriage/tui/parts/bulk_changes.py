"""Tags and status of many cases at once: all files or none, one undo, and nothing that freezes without a word."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

from ragtriage.cases import bulk
from ragtriage.cases.bulk import Bulk
from ragtriage.disk.files import Write
from ragtriage.errors import ConflictError, RagtriageError
from ragtriage.text import one_line
from ragtriage.tui import drawing
from ragtriage.tui.parts.background import Background
from ragtriage.tui.parts.listing import Session
from ragtriage.tui.parts.rows import Rows
from ragtriage.tui.parts.writing import Writing
from ragtriage.tui.widgets.prompt_line import PromptLine
from ragtriage.tui.widgets.status_line import StatusLine
from ragtriage.workspace import Workspace

AT_ONCE = 40
"""Files that are written while one waits: some twentieth of a second. More are written behind the screen."""
BULK_KEYS = ("cases.tag", "cases.status")
_STATUSES = ("draft", "active", "retired")
_BUSY = "the last change is still being written"

Worked = Callable[[Workspace, bulk.Told | None], Bulk]


class BulkScreen(Protocol):
    """The screen, as far as changing many cases needs one."""

    def targets(self) -> tuple[str, ...]:
        """The cases that a change is for: those marked, or the one under the cursor."""
        ...

    def reload(self) -> None:
        """Read the rows again."""

    def after_write(self, write: Write, *, undone: bool = False) -> None:
        """Something was written: show it."""

    def move_to(self, key: str) -> object:
        """Put the cursor there."""
        ...

    def learn_branch(self) -> None:
        """What is uncommitted is another."""


@dataclass(frozen=True)
class _Done:
    """A change on many cases is on disk."""

    write: Write | None
    words: str = ""
    undone: bool = False


class BulkChanges:
    """Asks for tags or a status, and writes them into many files."""

    def __init__(
        self,
        session: Session,
        rows: Rows,
        prompt: PromptLine,
        status: StatusLine,
        writing: Writing,
        background: Background,
        place: BulkScreen,
    ) -> None:
        self._session, self._rows, self._prompt, self._status = session, rows, prompt, status
        self._writing, self._background, self._place = writing, background, place
        self._asked: tuple[str, ...] = ()
        """The cases that the open question is about."""
        self._busy = False
        """Whether files are being written behind the screen."""

    # -- asking

    def ask_tags(self) -> None:
        """Which tags to add and to remove."""
        self._ask("tag", "tags", '+billing -old +"two words"', self.tags_offered)

    def ask_status(self) -> None:
        """Which status."""
        self._ask("status", "status", " · ".join(_STATUSES), statuses_offered)

    def _ask(self, purpose: str, label: str, hint: str, offers: Callable[[str], Sequence[str]]) -> None:
        self._asked = self._place.targets()
        if self._refused(self._asked):
            return
        whose = f" of {_about(self._asked)}" if len(self._asked) > 1 else ""  # else the cursor says it
        self._prompt.ask(purpose, f"{label}{whose}:", hint=hint, offers=offers)

    def _refused(self, ids: Sequence[str]) -> bool:
        if self._busy:
            self._status.refused("nothing changed", _BUSY)
        elif not ids:
            self._status.refused("nothing changed", "there is no case here")
        return self._busy or not ids

    def tags_offered(self, text: str) -> Sequence[str]:
        """The last word as a tag that some case has; one that these cases have, to remove."""
        before, sign, word = _last_word(text)
        if not sign:
            return ()
        asked = set(self._asked)
        rows = [row for row in self._rows.every if sign == "+" or row.case_id in asked]
        tags = sorted({tag for row in rows for tag in row.tags if tag.casefold().startswith(word.casefold())})
        return [before + sign + (f'"{tag}"' if " " in tag else tag) for tag in tags]

    def entered(self, purpose: str, text: str) -> None:
        """The answer to what was asked."""
        if text.strip() and not self._change(purpose, text, self._asked):
            self._prompt.ask_again(text, self._status.said)

    def obey(self, kind: str, text: str) -> None:
        """`:tag …` and `:status …`."""
        ids = self._place.targets()
        if not self._refused(ids) and not self._change(kind, text, ids):
            self._prompt.ask_again(f"{kind} {text}".rstrip(), self._status.said)

    # -- doing

    def _change(self, kind: str, text: str, ids: tuple[str, ...]) -> bool:
        """Tag cases, or set their status, as typed; whether what was typed can be meant."""
        try:
            work = _tagging(text, ids) if kind == "tag" else _status(text, ids)
        except RagtriageError as error:
            self._status.failed(error)
            return False
        if len(ids) > AT_ONCE:
            self._behind(f"{_about(ids)}: {one_line(text)}", work)
            return True
        found: list[Bulk] = []

        def act() -> Write:
            found.append(work(self._session.workspace, None))
            return self._session.workspace.do(found[0].write)

        if self._writing.do(act, _nothing(ids)) is not None:
            self._changed(found[0].words)
        return True

    def _changed(self, words: str) -> None:
        self._status.done(one_line(words), hint="u undoes it")
        self._place.learn_branch()

    def _behind(self, words: str, work: Worked) -> None:
        """Work out and write many files in a thread, telling how far it is."""
        say, note = self._background.say, self._status.note

        def tell(done: int, of: int) -> None:
            if done % 100 == 0:
                say(note, f"{words}: {done:,} of {of:,}")

        def act(workspace: Workspace) -> _Done:
            found = work(workspace, tell)
            say(note, f"{words}: writing {len(found.write.changes):,} files")
            return _Done(workspace.do(found.write), found.words)

        note(f"{words} …")
        self._run(act)

    def _run(self, act: Callable[[Workspace], _Done]) -> None:
        main = self._session.workspace

        def work() -> _Done:
            with main.reopen() as workspace:
                try:
                    return act(workspace)
                except ConflictError:  # see what the other wrote
                    workspace.refresh()
                    raise

        self._busy = True
        self._background.run("bulk", work, self._done, self._failed)

    def _failed(self, error: RagtriageError) -> None:
        self._busy = False
        self._place.reload()
        self._status.failed(error)

    def _done(self, done: _Done) -> None:
        self._busy = False
        write = done.write
        if write is None or not write.changes:
            self._status.refused("nothing happened", "nothing to undo" if done.undone else _nothing(self._asked))
            return
        self._place.after_write(write, undone=done.undone)
        if done.undone:
            self._status.done(one_line(done.words))
            self._place.move_to(write.items[0])
        else:
            self._changed(done.words)

    # -- back and forth

    def undo(self) -> None:
        """Take back the latest change; a large one behind the screen."""
        write = self._session.workspace.history.next_undo
        self._back(write, self._writing.undo, lambda workspace: workspace.triage.undo(), "undone")

    def redo(self) -> None:
        """Do again what was taken back; a large one behind the screen."""
        write = self._session.workspace.history.next_redo
        self._back(write, self._writing.redo, lambda workspace: workspace.triage.redo(), "done again")

    def _back(
        self,
        write: Write | None,
        at_once: Callable[[], None],
        large: Callable[[Workspace], Write | None],
        words: str,
    ) -> None:
        if self._busy:
            self._status.refused("nothing changed", _BUSY)
            return
        if write is None or len(write.changes) <= AT_ONCE:
            at_once()
            return

        def act(workspace: Workspace) -> _Done:
            done = large(workspace)
            return _Done(done, f"{words}: {done.words}" if done else "", undone=True)

        self._status.note(f"{words}: {one_line(write.words)} …")
        self._run(act)


def _about(ids: Sequence[str]) -> str:
    """The cases, in few words."""
    return drawing.fit_id(ids[0], 30).rstrip() if len(ids) == 1 else f"{len(ids):,} cases"


def _tagging(text: str, ids: Sequence[str]) -> Worked:
    tags = bulk.tagging(text)
    return lambda workspace, tell: bulk.tagged(workspace.cases, ids, tags, tell)


def _status(text: str, ids: Sequence[str]) -> Worked:
    status = bulk.status_of(text)
    return lambda workspace, tell: bulk.with_status(workspace.cases, ids, status, tell)


def _nothing(ids: Sequence[str]) -> str:
    return "it is so already" if len(ids) == 1 else f"all {len(ids):,} have it already"


def statuses_offered(text: str) -> Sequence[str]:
    """Those that begin so."""
    return [one for one in _STATUSES if one.startswith(text.casefold())]


def _last_word(text: str) -> tuple[str, str, str]:
    """What stands before the last word, its sign, and the word without sign and opening quote."""
    at = max(text.rfind(" +"), text.rfind(" -")) + 1
    word = text[at:]
    if word[:1] not in ("+", "-"):
        return text, "", ""
    return text[:at], word[0], word[1:].removeprefix('"')
