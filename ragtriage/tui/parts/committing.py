"""Git from a screen: a commit of what was decided, a new branch, and the way to a review.

A commit shows first what it would take, told by case. Git runs behind the screen, as hooks take their time.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Protocol

from ragtriage.errors import RagtriageError
from ragtriage.text import one_line
from ragtriage.tui.faults import FAULTS
from ragtriage.tui.parts.background import Background
from ragtriage.tui.parts.listing import Session
from ragtriage.tui.widgets.confirm import Confirm
from ragtriage.tui.widgets.prompt_line import PromptLine
from ragtriage.tui.widgets.status_line import StatusLine
from ragtriage.views.commit_lines import commit_lines

if TYPE_CHECKING:
    from ragtriage.cases.committing import Committed
    from ragtriage.cases.uncommitted import UnsentSnapshot, Waiting

SUBJECT, REVIEW = "commit subject", "review range"
"""Purposes of the prompt."""


class GitScreen(Protocol):
    """The screen that commits, as far as that needs one."""

    def confirm(self, question: Confirm, answered: Callable[[bool | None], None]) -> None:
        """Ask, over the screen."""

    def is_on_top(self) -> bool:
        """Whether it has the keys: no dialog is over it."""
        ...

    def is_in_front(self) -> bool:
        """Whether it is the screen one looks at, under a dialog perhaps."""
        ...

    def learn_branch(self) -> None:
        """The branch or what is uncommitted is another."""

    def open_review(self, text: str) -> None:
        """Go and review a range or a branch."""


@dataclass(frozen=True)
class _Plan:
    what: "Waiting"
    subject: str
    """As it was typed with the command."""


class Committing:
    """`:commit`, `:branch NAME`, `:review A..B`, and `R`."""

    def __init__(
        self, session: Session, prompt: PromptLine, status: StatusLine, background: Background, place: GitScreen
    ) -> None:
        self._session, self._prompt, self._status = session, prompt, status
        self._background, self._place = background, place
        self._plan: _Plan | None = None
        """What was shown and waits for its subject."""
        self._busy = False

    # -- a review

    def ask_review(self) -> None:
        """Ask what to review."""
        self._prompt.ask(
            REVIEW, "review:", value=f"{self._main_branch()}..HEAD", hint="a branch, or A..B", offers=self.ranges
        )

    def ranges(self, text: str) -> Sequence[str]:
        """What a range that is being typed may become: `..` and each branch after it, or a branch alone."""
        before, dots, after = text.partition("..")
        begun = "" if after == "HEAD" else after  # as it is offered: any other will do
        wanted, head = (begun, before + dots) if dots else (before, "")
        return [head + name for name in self._branches() if name.startswith(wanted)]

    def _branches(self) -> Sequence[str]:
        from ragtriage.cases.revisions import branch_names
        from ragtriage.git.repository import open_repository

        try:
            with open_repository(self._session.workspace.root) as repository:
                return branch_names(repository)
        except FAULTS:
            return ()

    def review(self, text: str) -> None:
        """Review a range or a branch."""
        self._place.open_review(text.strip())

    def _main_branch(self) -> str:
        from ragtriage.cases.revisions import main_branch
        from ragtriage.git.repository import open_repository

        try:
            with open_repository(self._session.workspace.root) as repository:
                return main_branch(repository) or "main"
        except FAULTS:
            return "main"

    # -- a commit

    def plan(self, subject: str = "") -> None:
        """Work out what a commit would take."""
        if self._busy:
            self._status.refused("no second commit", "one is being made")
            return
        workspace = self._session.workspace

        def work() -> "Waiting":
            from ragtriage.cases.uncommitted import waiting

            return waiting(workspace.root, workspace.settings.snapshot)

        self._status.note("looking at what changed…")
        self._background.run("commit", work, lambda what: self._show_plan(_Plan(what, subject)), self._status.failed)

    def _show_plan(self, plan: _Plan) -> None:
        if not self._place.is_on_top():
            return
        unsent = plan.what.snapshot
        if unsent is not None and unsent.paths:
            self._offer_snapshot(plan, unsent)
        else:
            self._show_waiting(plan)

    def _offer_snapshot(self, plan: _Plan, unsent: "UnsentSnapshot") -> None:
        """A colleague's clone would lack the documents that the cases are judged against."""

        def answered(yes: bool | None) -> None:
            rest = plan.what.with_snapshot() if yes else replace(plan.what, snapshot=None)
            self._show_waiting(_Plan(rest, plan.subject))

        question = f"Commit the {unsent.words} too?"
        lines = ["It is not in Git yet: without it a clone has nothing to judge against."]
        self._place.confirm(Confirm(question, lines, yes="commit it too", no="leave it out"), answered)

    def _show_waiting(self, plan: _Plan) -> None:
        what = plan.what
        if not what.paths:
            self._status.note("nothing to commit: everything decided here is committed already")
            return
        self._status.clear()
        where = f"to {one_line(what.branch)}" if what.branch else "to no branch"
        subject = plan.subject or what.subject
        question = f"Commit {len(what.paths)} file{'s' * (len(what.paths) != 1)} {where}?"

        def answered(yes: bool | None) -> None:
            if not yes:
                self._status.note("not committed", hint="" if what.branch else ":branch NAME makes a branch first")
                return
            self._plan = plan
            self._ask_subject(subject)

        lines = [*commit_lines(what, subject)]
        self._place.confirm(Confirm(question, lines, yes="write the subject", no="not now"), answered)

    def _ask_subject(self, value: str) -> None:
        self._prompt.ask(SUBJECT, "subject:", value=value, hint="enter commits, esc does not")

    def commit(self, subject: str) -> None:
        """Commit what was shown, under this subject."""
        if self._plan is None:
            return
        if not subject.strip():
            self._prompt.ask_again("", "a commit needs a subject")
            return
        root, what = self._session.workspace.root, self._plan.what
        message = what.with_subject(subject)

        def work() -> "Committed":
            from ragtriage.cases.committing import commit

            return commit(root, what, message)

        self._busy = True
        self._status.note("committing…", hint="your hooks run")
        self._background.run("commit", work, self._committed, lambda error: self._refused(error, subject))

    def _committed(self, made: "Committed") -> None:
        self._busy = False
        if not self._place.is_in_front():
            return
        self._place.learn_branch()
        self._plan = None
        words = f"{made.files} file{'s' * (made.files != 1)} committed to {made.branch or 'no branch'} as {made.commit}"
        sends = "git push sends it" if made.branch else ":branch NAME keeps it, or it is easily lost"
        self._status.done(one_line(words), hint=one_line(made.note) or sends)

    def _refused(self, error: RagtriageError, subject: str) -> None:
        """Git or a hook refused: in its own words, and the subject is not lost."""
        self._busy = False
        if not self._place.is_in_front():
            return
        self._place.learn_branch()

        def answered(again: bool | None) -> None:
            if again:
                self._ask_subject(subject)
            else:
                self._status.note("not committed", hint=":commit tries again")

        lines = error.next_step.split("\n")
        self._place.confirm(Confirm(f"{error.title}.", lines, yes="try again", no="leave it"), answered)

    # -- a branch

    def branch(self, name: str) -> None:
        """A new branch here, with all that is not committed yet."""
        root = self._session.workspace.root

        def work() -> str:
            from ragtriage.cases.committing import new_branch

            return new_branch(root, name)

        self._background.run("commit", work, self._branch_made, self._branch_failed)

    def _branch_made(self, name: str) -> None:
        if self._place.is_in_front():
            self._status.done(f"on the new branch {one_line(name)}", hint="what is not committed came along")
            self._place.learn_branch()

    def _branch_failed(self, error: RagtriageError) -> None:
        if self._place.is_in_front():
            self._status.failed(error)
