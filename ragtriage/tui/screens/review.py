"""Review: a colleague's changes, one at a time; a key approves and goes on to the next."""

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING, ClassVar

from textual import on
from textual.binding import BindingType

from ragtriage.cases.comparing import CaseChange
from ragtriage.disk.files import Write
from ragtriage.errors import RagtriageError
from ragtriage.text import one_line
from ragtriage.tui.faults import FAULTS, error_text
from ragtriage.tui.keys import bindings
from ragtriage.tui.messages import Judged, ReviewWanted
from ragtriage.tui.parts.rows import following
from ragtriage.tui.screens.case_list import CaseListScreen
from ragtriage.tui.screens.review_list import ReviewList

if TYPE_CHECKING:
    from ragtriage.review.approving import Refused
    from ragtriage.review.effect import Effect
    from ragtriage.review.reviewing import Review

COMMENT, REJECT = "review comment", "review reject"
"""Purposes of the prompt."""
_AT_ONCE = 12
"""Cases whose approval is worked out between two frames; more take their time behind the screen."""


class ReviewScreen(CaseListScreen):
    """Approve, comment, ask for a change. What is said is on disk at once, and in the pull request's text."""

    NAME = "review"
    HEADING = "Review"
    MARKS_MEAN = "a approves them all, c and r speak of each"
    BINDINGS: ClassVar[list[BindingType]] = [*bindings("screen", "review")]

    def __init__(self) -> None:
        super().__init__()
        self.listing: ReviewList = ReviewList(self.table, self.story_pane)
        self._asked: tuple[str, ...] = ()
        """Rows that the open question is about."""
        self._approving = False
        self.act(approve=self._approve, remove=self._remove)
        self.act(comment=partial(self._ask, COMMENT, "comment:", "goes into the pull request's text"))
        self.act(reject=partial(self._ask, REJECT, "must change:", "what, and why"))
        self.prompted |= {COMMENT: self._comment, REJECT: self._reject}

    # -- what is reviewed

    def on_screen_resume(self) -> None:
        """It may have been opened to review something."""
        self._take_up()

    @on(ReviewWanted)
    def _take_up(self) -> None:
        wanted, self.ragtriage.review_wanted = self.ragtriage.review_wanted, None
        if wanted is not None:
            self.begin(wanted)

    def begin(self, text: str) -> None:
        """Compare, check and judge what is to be reviewed; the list stands as soon as it is compared and checked."""
        self.listing.begin(text)
        self._asked = ()
        self.list.clear_marks()
        self.filtering.reset()
        self.status.note(f"comparing {one_line(text) or 'HEAD with the main branch'}…")
        self.reload(anew=True)
        main, say = self.ragtriage.workspace, self.background.say

        def work() -> None:
            with main.reopen() as workspace:
                workspace.refresh()
                found = workspace.review(text or None)
                say(self._compared, found)
                try:
                    say(self._judged_by_both, found.range, tuple(workspace.effects(found.changes)))
                except FAULTS as error:
                    say(self._judged_by_both, found.range, ())
                    say(self.status.failed, error_text(error, main.root))

        self.background.run("review", work, lambda _: None, self._not_compared)

    def _not_compared(self, error: RagtriageError) -> None:
        self.listing.error = error
        self.status.failed(error)
        self.reload(anew=True)
        self.ask_story()

    def _compared(self, review: "Review") -> None:
        self.listing.review, self.listing.error = review, None
        found = review.proposal
        notes = (*found.comparison.notes, *found.untold, *review.notes)
        words = (
            f"{found.errors} error{'s' * (found.errors != 1)}, {found.warnings} warning{'s' * (found.warnings != 1)}"
        )
        self.status.note(words, hint=one_line(notes[0]) if notes else "a approves · c comments · r asks for a change")
        self.reload(anew=True)
        self.ask_story()

    def _judged_by_both(self, of: str, effects: "tuple[Effect, ...]") -> None:
        if self.listing.review is not None and of == self.listing.review.range:
            self.listing.effects = effects
            self.ask_story()

    @on(Judged)
    def _files_changed(self, news: Judged) -> None:
        """Someone edited a file, or another branch is checked out."""
        review, root = self.listing.review, self.ragtriage.workspace.root
        if review is None or not news.changed:
            return

        def work() -> "Review":
            from ragtriage.review.reviewing import looked_again

            return looked_again(root, review)

        self.background.run("review files", work, self._compared_again, self._not_compared)

    def _compared_again(self, review: "Review") -> None:
        if self.listing.review is not None and review.range == self.listing.review.range:
            self.listing.review, self.listing.error = review, None
            self.reload()
            self.ask_story()

    def off(self) -> dict[str, str]:
        off, review = super().off(), self.listing.review
        if not self.rows:
            names = ("approve", "reject", "comment", "remove")
            off |= dict.fromkeys([f"review.{name}" for name in names], "there is no change here")
        elif review is not None and not review.checked_out:
            off["review.approve"] = "this branch is not checked out here"
        return off

    # -- approving

    def _approve(self) -> None:
        """The reviewer's name goes into the case, or the marked cases; then on to the next."""
        from ragtriage.review.approving import approve

        listing, main = self.listing, self.ragtriage.workspace
        review, keys = listing.review, [key for key in self.list.targets if key in listing.changes]
        if review is None or not keys:
            self.status.refused("nothing approved", "there is no change here")
            return
        if self._approving:
            self.status.refused("not approved", "others are being approved: in a moment")
            return
        changes = [listing.changes[key] for key in keys]
        self._asked = tuple(keys)
        if len(keys) <= _AT_ONCE:
            try:
                write, refused = approve(main.cases, review, changes)
            except FAULTS as error:
                self.status.failed(error_text(error, main.root))
            else:
                self._write_approval(write, refused)
            return

        def work() -> "tuple[Write | None, Sequence[Refused]]":
            with main.reopen() as workspace:
                write, refused = approve(workspace.cases, review, changes)
                if write is not None:
                    workspace.do(write)
            return write, refused

        self._approving = True
        self.status.note(f"approving {len(keys)} cases…")
        self.background.run("approve", work, self._approved_behind, self._not_approved)

    def _not_approved(self, error: RagtriageError) -> None:
        self._approving = False
        self.status.failed(error)

    def _approved_behind(self, done: "tuple[Write | None, Sequence[Refused]]") -> None:
        self._approving = False
        write, refused = done
        if write is not None:
            self.after_write(write)
        self._approved(write, refused)

    def _write_approval(self, write: Write | None, refused: "Sequence[Refused]") -> None:
        if write is None or self.writing.do(lambda: self.ragtriage.workspace.do(write)) is not None:
            self._approved(write, refused)

    def _approved(self, write: Write | None, refused: "Sequence[Refused]") -> None:
        """Say who is approved now, and who is not; then on."""
        if write is None:
            of_many = f"{one_line(refused[0].case_id)}: " if len(refused) > 1 else ""
            self.status.refused("not approved", f"{of_many}{refused[0].why}")
            return
        self.list.clear_marks()
        more = f"{len(refused)} not ({one_line(refused[0].case_id)}: {refused[0].why}) · " if refused else ""
        self._go_on(write, more + self.listing.still_wrong(write.items))

    def _go_on(self, write: Write, more: str) -> None:
        """To the next change that waits for this reviewer."""
        order, changes = [*self.rows], self.listing.changes
        last = max((order.index(key) for key in self._asked if key in order), default=-1)
        rest = following(order, order[last] if last >= 0 else "")
        target = next((key for key in rest if not self.listing.is_settled(changes[key])), None)
        if target is not None:
            self.move_to(target)
        left = "" if target is not None else "nothing is left to approve · "
        self.status.done(one_line(write.words), hint=f"{more}{left}u undoes it")

    # -- saying something

    def _ask(self, purpose: str, label: str, hint: str) -> None:
        """A line about this case, or each that is marked; or what must change, and why."""
        keys = tuple(key for key in self.list.targets if key in self.listing.changes)
        if not keys:
            self.status.refused("nothing to speak of", "there is no change here")
            return
        self._asked = keys
        self.prompt.ask(purpose, f"{len(keys)} cases, {label}" if len(keys) > 1 else label, hint=hint)

    def _comment(self, text: str) -> None:
        """A remark stays with its case."""
        if not text.strip():
            self.status.note("no comment")
        elif self._say(text.strip(), must_change=False) is not None:
            self.list.clear_marks()

    def _reject(self, text: str) -> None:
        """Who asked for a change is done with it, and goes on. The reason is required."""
        if not text.strip():
            self.prompt.ask_again("", "say what must change")
        elif (write := self._say(text.strip(), must_change=True)) is not None:
            self.list.clear_marks()
            self._go_on(write, "")

    def _say(self, words: str, *, must_change: bool) -> Write | None:
        from ragtriage.review.approving import ask_for_change, comment_on

        review, workspace = self.listing.review, self.ragtriage.workspace
        changes = [self.listing.changes[key] for key in self._asked if key in self.listing.changes]
        if review is None or not changes:
            return None
        at = workspace.clock().isoformat(timespec="seconds")

        def act() -> Write:
            if must_change:
                return workspace.do(ask_for_change(workspace.cases, workspace.state, review, changes, words, at))
            return workspace.do(comment_on(workspace.state, review, changes, words, at))

        return self.writing.do(act)

    def _remove(self) -> None:
        """Take back the last comment on this case."""
        from ragtriage.review.comments import without_comment

        review, change, workspace = self.listing.review, self.here(), self.ragtriage.workspace
        if review is None or change is None:
            self.status.refused("nothing removed", "there is no change here")
            return

        def remove() -> Write | None:
            write = without_comment(workspace.state, review.reviewed, change.id, review.me.name)
            return workspace.do(write) if write else None

        self.writing.do(remove, "you said nothing of this case")

    def here(self) -> CaseChange | None:
        """The change under the cursor."""
        return self.listing.changes.get(self.list.cursor_key or "")

    # -- what was written, and the way back

    def after_write(self, write: Write, *, undone: bool = False) -> None:
        """The names and comments of what was written are read again before the list is drawn."""
        from ragtriage.review.reviewing import looked_again

        if self.listing.review is not None:
            self.listing.review = looked_again(self.ragtriage.workspace.root, self.listing.review, write.items)
        super().after_write(write, undone=undone)

    def is_first(self) -> bool:
        """`ragtriage review` opens here: there is nothing to go back to."""
        return self.NAME == self.app.DEFAULT_MODE

    def leave(self) -> None:
        """To the cases, or out."""
        if self.is_first():
            self.app.exit()
        else:
            self.ragtriage.action_go("cases")
