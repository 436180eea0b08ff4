"""Review: a colleague's changes, one at a time; a key approves and goes on to the next."""

from collections.abc import Sequence
from typing import ClassVar

from textual import on
from textual.binding import BindingType

from ragtriage.cases.comparing import CaseChange
from ragtriage.disk.files import Write
from ragtriage.text import one_line
from ragtriage.tui.faults import FAULTS, told
from ragtriage.tui.keys import bindings
from ragtriage.tui.messages import ApprovalReady
from ragtriage.tui.screens.review_list import ReviewListScreen

COMMENT, REJECT = "review comment", "review reject"
"""Purposes of the prompt."""
_AT_ONCE = 12
"""Cases whose approval is worked out between two frames; more take their time behind the screen."""


class ReviewScreen(ReviewListScreen):
    """Approve, comment, ask for a change. What is said is on disk at once, and in the pull request's text."""

    BINDINGS: ClassVar[list[BindingType]] = [*bindings("screen", "review")]

    def __init__(self) -> None:
        super().__init__()
        self._wanted: tuple[str, ...] = ()
        """Rows that the open question is about."""
        self._approving = False

    def begin(self, text: str) -> None:
        super().begin(text)
        self._wanted = ()

    def off(self) -> dict[str, str]:
        off = super().off()
        if not self.rows:
            names = ("approve", "reject", "comment", "remove")
            off |= dict.fromkeys([f"review.{name}" for name in names], "there is no change here")
        elif self.review is not None and not self.review.checked_out:
            off["review.approve"] = "this branch is not checked out here"
        return off

    def marked_words(self, count: int) -> str:
        return f"{count} marked: a approves them all, c and r speak of each"

    # -- approving

    def action_approve(self) -> None:
        """The reviewer's name goes into the case, or the marked cases; then on to the next."""
        review, keys = self.review, [key for key in self.list.targets if key in self.changes]
        if review is None or not keys:
            self.status.refused("nothing approved", "there is no change here")
            return
        if self._approving:
            self.status.refused("not approved", "others are being approved: in a moment")
            return
        changes, app = [self.changes[key] for key in keys], self.ragtriage
        self._wanted = tuple(keys)
        from ragtriage.review.approving import approve

        if len(keys) <= _AT_ONCE:
            try:
                write, refused = approve(app.workspace.cases, review, changes)
            except FAULTS as error:
                self.status.failed(told(error, app.workspace.root))
            else:
                self._approved(ApprovalReady(write, tuple(refused)))
            return

        def work() -> None:
            try:
                with app.workspace.again() as workspace:
                    write, refused = approve(workspace.cases, review, changes)
                    if write is not None:
                        workspace.do(write)
                app.tell(ApprovalReady(write, tuple(refused), written=True))
            except FAULTS as error:
                app.tell(ApprovalReady(None, (), told(error, app.workspace.root)))

        self._approving = True
        self.status.note(f"approving {len(keys)} cases…")
        app.behind("approve", work)

    @on(ApprovalReady)
    def _approved(self, news: ApprovalReady) -> None:
        self._approving = False
        if news.error is not None:
            self.status.failed(news.error)
            return
        if news.write is None:
            first = news.refused[0]
            of_many = f"{one_line(first.case_id)}: " if len(news.refused) > 1 else ""
            self.status.refused("not approved", f"{of_many}{first.why}")
            return
        write = news.write
        if news.written:
            self.after_write(write)
        elif self.write(lambda: self.ragtriage.workspace.do(write)) is None:
            return
        self.list.clear_marks()
        more = ""
        if news.refused:
            more = f"{len(news.refused)} not ({one_line(news.refused[0].case_id)}: {news.refused[0].why}) · "
        self._go_on(write, more + self._still_wrong(write.items))

    def _still_wrong(self, ids: Sequence[str]) -> str:
        """An approval settles nothing else that speaks against a case."""
        if self.review is None:
            return ""
        approved = [one for one in self.review.changes if one.id in ids]
        wrong = [one for change in approved for one in self.review.faults_of(change) if one.level == "error"]
        return f"✗ {one_line(wrong[0].title)} · " if wrong else ""

    def _go_on(self, write: Write, more: str) -> None:
        """To the next change that waits for this reviewer."""
        ids = [*self.rows]
        at = max((ids.index(key) for key in self._wanted if key in ids), default=-1)
        following = (key for key in (*ids[at + 1 :], *ids[: at + 1]) if not self._settled_one(self.changes[key]))
        target = next(following, None)
        if target is not None:
            self.list.move_to(target)
        left = "" if target is not None else "nothing is left to approve · "
        self.status.done(one_line(write.words), hint=f"{more}{left}u undoes it")

    def _settled_one(self, change: CaseChange) -> bool:
        """Whether it waits for nothing: approved, with a change asked for, or of no file that bears a name."""
        if self.review is None or change.new is None:
            return True
        asked = any(one.must_change for one in self.review.of_case(change.id))
        return asked or self.review.is_approved(change)

    # -- saying something

    def action_comment(self) -> None:
        """A line about this case, or each that is marked."""
        self._ask(COMMENT, "comment:", "goes into the pull request's text")

    def action_reject(self) -> None:
        """Ask for a change; the reason is required."""
        self._ask(REJECT, "must change:", "what, and why")

    def _ask(self, purpose: str, label: str, hint: str) -> None:
        keys = tuple(key for key in self.list.targets if key in self.changes)
        if not keys:
            self.status.refused("nothing to speak of", "there is no change here")
            return
        self._wanted = keys
        named = f"{len(keys)} cases, {label}" if len(keys) > 1 else label
        self.prompt.ask(purpose, named, hint=hint)

    def entered(self, purpose: str, text: str) -> None:
        if purpose not in (COMMENT, REJECT):
            super().entered(purpose, text)
        elif text.strip():
            self._say(self._wanted, text.strip(), must_change=purpose == REJECT)
        elif purpose == REJECT:
            self.prompt.ask_again("", "say what must change")
        else:
            self.status.note("no comment")

    def _say(self, keys: Sequence[str], words: str, *, must_change: bool) -> None:
        """A remark stays with its case; who asked for a change is done with it, and goes on."""
        from ragtriage.review.approving import ask_for_change, comment_on

        review, workspace = self.review, self.ragtriage.workspace
        changes = [self.changes[key] for key in keys if key in self.changes]
        if review is None or not changes:
            return
        at = workspace.clock().isoformat(timespec="seconds")

        def act() -> Write:
            if must_change:
                return workspace.do(ask_for_change(workspace.cases, workspace.state, review, changes, words, at))
            return workspace.do(comment_on(workspace.state, review, changes, words, at))

        if (write := self.write(act)) is not None:
            self.list.clear_marks()
            if must_change:
                self._go_on(write, "")

    def action_remove(self) -> None:
        """Take back the last comment on this case."""
        from ragtriage.review.comments import without_comment

        review, change, workspace = self.review, self.here(), self.ragtriage.workspace
        if review is None or change is None:
            self.status.refused("nothing removed", "there is no change here")
            return

        def remove() -> Write | None:
            write = without_comment(workspace.state, review.reviewed, change.id, review.me.name)
            return workspace.do(write) if write else None

        self.write(remove, "you said nothing of this case")

    # -- what was written, and the way back

    def after_write(self, write: Write, *, undone: bool = False) -> None:
        """The names and comments of what was written are read again before the list is drawn."""
        from ragtriage.review.reviewing import looked_again

        workspace = self.ragtriage.workspace
        if self.review is not None:
            self.review = looked_again(workspace.root, self.review, write.items)
        super().after_write(write, undone=undone)
        self.ragtriage.learn_branch()

    def _on_top(self) -> bool:
        """`ragtriage review` opens here: there is nothing to go back to."""
        inside = self.story.has_focus or self.has_class("detail")
        return self.app.DEFAULT_MODE == self.NAME and not (inside or self.list.marked or self.filter)

    def action_back(self) -> None:
        """From the list back to the cases, or out."""
        inside = self.story.has_focus or self.has_class("detail")
        if inside or self.list.marked or self.filter:
            super().action_back()
        elif self._on_top():
            self.app.exit()
        else:
            self.ragtriage.action_go("cases")
