"""What list screens share about Git: a commit of what was decided, a new branch, and the way to a review.

A commit shows first what it would take, told by case. Git runs behind the screen, as hooks take their time.
"""

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from textual import on

from ragtriage.errors import RagtriageError
from ragtriage.text import one_line
from ragtriage.tui.faults import FAULTS, told
from ragtriage.tui.messages import BranchMade, CommitDone, CommitPlanned
from ragtriage.tui.screens.editing import EditingScreen
from ragtriage.tui.widgets.confirm import Confirm
from ragtriage.tui.widgets.prompt_line import PromptLine

if TYPE_CHECKING:
    from ragtriage.cases.uncommitted import UnsentSnapshot, Waiting

SUBJECT, REVIEW = "commit subject", "review range"
"""Purposes of the prompt."""


class CommittingScreen(EditingScreen):
    """`:commit`, `:branch NAME` and `:review A..B`."""

    _plan: CommitPlanned | None = None
    """What was shown and waits for its subject."""
    _committing = False

    @property
    def _in_front(self) -> bool:
        """Whether it is the screen one looks at, under a dialog perhaps."""
        return self.app.screen_stack[0] is self

    def obey_git(self, text: str) -> bool:
        """Do a command that is about Git; whether it was one."""
        name, _, rest = text.strip().partition(" ")
        rest = rest.strip()
        if name == "commit":
            self.plan_commit(rest)
        elif name == "branch" and rest:
            self.make_branch(rest)
        elif name == "review":
            self._app.open_review(rest)
        else:
            return False
        return True

    def git_entered(self, purpose: str, text: str) -> bool:
        """Take an answer to a question of ours; whether it was one."""
        if purpose == SUBJECT:
            self._subject_given(text)
        elif purpose == REVIEW:
            self._app.open_review(text.strip())
        else:
            return False
        return True

    def git_commands(self) -> Iterator[tuple[str, str, Callable[[], None]]]:
        """For the palette: title, help, what it does."""
        yield "Commit", "Cases, verdicts, labels and complaints, told by case first", partial(self.plan_commit, "")
        yield "Review a branch", "The cases that it changes, one at a time", self.action_review

    # -- a review

    def action_review(self) -> None:
        """Ask what to review."""
        self.query_one(PromptLine).ask(
            REVIEW, "review:", value=f"{self._main_branch()}..HEAD", hint="a branch, or A..B"
        )

    def _main_branch(self) -> str:
        from ragtriage.cases.revisions import main_branch
        from ragtriage.git.repository import opened

        try:
            with opened(self._app.workspace.root) as repository:
                return main_branch(repository) or "main"
        except FAULTS:
            return "main"

    # -- a commit

    def plan_commit(self, subject: str) -> None:
        """Work out what a commit would take."""
        if self._committing:
            self._status.refused("no second commit", "one is being made")
            return
        app = self._app

        def work() -> None:
            from ragtriage.cases.uncommitted import waiting

            try:
                app.tell(CommitPlanned(waiting(app.workspace.root, app.workspace.settings.snapshot), subject))
            except FAULTS as error:
                app.tell(CommitPlanned(None, subject, told(error, app.workspace.root)))

        self._status.note("looking at what changed…")
        app.behind("commit", work)

    @on(CommitPlanned)
    def _show_plan(self, news: CommitPlanned) -> None:
        if not self.is_current:
            return
        if news.error is not None or news.what is None:
            self._status.failed(news.error or RagtriageError("nothing can be committed"))
            return
        what = news.what
        if what.snapshot is not None and what.snapshot.paths:
            self._offer_snapshot(news.subject, what, what.snapshot)
        else:
            self._show_waiting(news)

    def _offer_snapshot(self, subject: str, what: "Waiting", unsent: "UnsentSnapshot") -> None:
        """A colleague's clone would lack the documents that the cases are judged against."""

        def answered(yes: bool | None) -> None:
            rest = what.with_snapshot() if yes else replace(what, snapshot=None)
            self._show_waiting(CommitPlanned(rest, subject))

        question = f"Commit the {unsent.words} too?"
        lines = ["It is not in Git yet: without it a clone has nothing to judge against."]
        self.app.push_screen(Confirm(question, lines, yes="commit it too", no="leave it out"), answered)

    def _show_waiting(self, news: CommitPlanned) -> None:
        what = news.what
        if what is None or not what.paths:
            self._status.note("nothing to commit: everything decided here is committed already")
            return
        self._status.clear()
        where = f"to {one_line(what.branch)}" if what.branch else "to no branch"
        notes = [*what.notes, *([what.snapshot.note] if what.snapshot else [])]
        lines = [*(f"~ {note}" for note in notes), *([""] if notes else []), *what.lines()]
        lines += ["", f"as: {one_line(news.subject or what.subject)}"]
        question = f"Commit {len(what.paths)} file{'s' * (len(what.paths) != 1)} {where}?"

        def answered(yes: bool | None) -> None:
            if not yes:
                self._status.note("not committed", hint="" if what.branch else ":branch NAME makes a branch first")
                return
            self._plan = news
            self._ask_subject(news.subject or what.subject)

        self.app.push_screen(Confirm(question, lines, yes="write the subject", no="not now"), answered)

    def _ask_subject(self, value: str) -> None:
        self.query_one(PromptLine).ask(SUBJECT, "subject:", value=value, hint="enter commits, esc does not")

    def _subject_given(self, subject: str) -> None:
        planned, app = self._plan, self._app
        if planned is None or planned.what is None:
            return
        if not subject.strip():
            self.query_one(PromptLine).ask_again("", "a commit needs a subject")
            return
        what = planned.what
        message = what.with_subject(subject)

        def work() -> None:
            from ragtriage.cases.committing import commit

            try:
                app.tell(CommitDone(commit(app.workspace.root, what, message), subject))
            except FAULTS as error:
                app.tell(CommitDone(None, subject, told(error, app.workspace.root)))

        self._committing = True
        self._status.note("committing…", hint="your hooks run")
        app.behind("commit", work)

    @on(CommitDone)
    def _committed(self, news: CommitDone) -> None:
        self._committing = False
        if not self._in_front:
            return
        self._app.learn_branch()
        made = news.made
        if made is None:
            self._show_refusal(news)
            return
        self._plan = None
        words = f"{made.files} file{'s' * (made.files != 1)} committed to {made.branch or 'no branch'} as {made.commit}"
        sends = "git push sends it" if made.branch else ":branch NAME keeps it, or it is easily lost"
        self._status.done(one_line(words), hint=one_line(made.note) or sends)

    def _show_refusal(self, news: CommitDone) -> None:
        """Git or a hook refused: in its own words, and the subject is not lost."""
        error = news.error or RagtriageError("nothing was committed")

        def answered(again: bool | None) -> None:
            if again:
                self._ask_subject(news.message)
            else:
                self._status.note("not committed", hint=":commit tries again")

        lines = error.next_step.split("\n")
        self.app.push_screen(Confirm(f"{error.title}.", lines, yes="try again", no="leave it"), answered)

    # -- a branch

    def make_branch(self, name: str) -> None:
        """A new branch here, with all that is not committed yet."""
        app = self._app

        def work() -> None:
            from ragtriage.cases.committing import new_branch

            try:
                app.tell(BranchMade(new_branch(app.workspace.root, name)))
            except FAULTS as error:
                app.tell(BranchMade(name, told(error, app.workspace.root)))

        app.behind("commit", work)

    @on(BranchMade)
    def _branch_made(self, news: BranchMade) -> None:
        if not self._in_front:
            return
        if news.error is not None:
            self._status.failed(news.error)
            return
        self._status.done(f"on the new branch {one_line(news.name)}", hint="what is not committed came along")
        self._app.learn_branch()
