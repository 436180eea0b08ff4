"""What the Review screen lists, and what it tells of the change under the cursor."""

from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar

from textual import on
from textual.binding import BindingType

from ragtriage.cases.comparing import CaseChange
from ragtriage.errors import RagtriageError
from ragtriage.text import one_line
from ragtriage.triage.model import Row
from ragtriage.tui import drawing
from ragtriage.tui.faults import FAULTS, told
from ragtriage.tui.messages import EffectsReady, Judged, ReviewReady, ReviewTold, ReviewWanted, StoryReady
from ragtriage.tui.screens.case_list import CaseListScreen, of_error
from ragtriage.views.story import Role, Span

if TYPE_CHECKING:
    from ragtriage.review.effect import Effect
    from ragtriage.review.reviewing import Review
    from ragtriage.workspace import Workspace

KIND_CELLS = 11
_KINDS: dict[str, Role] = {"added": "good", "deleted": "warn", "unreadable": "bad", "renamed": "accent"}


class ReviewListScreen(CaseListScreen):
    """The cases that a branch changes. A row's key is the case's id, or its file where two have one id."""

    NAME = "review"
    HEADING = "Review"
    BINDINGS: ClassVar[list[BindingType]] = []

    def __init__(self) -> None:
        super().__init__()
        self.asked = ""
        """The range, as it was asked for."""
        self.review: Review | None = None
        self.effects: tuple[Effect, ...] | None = None
        self.changes: dict[str, CaseChange] = {}
        """By the row's key."""
        self._error: RagtriageError | None = None

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
        self.asked, self.review, self.effects, self._error, self.changes = text, None, None, None, {}
        self.list.clear_marks()
        self.filter = type(self.filter)(())
        self.status.note(f"comparing {one_line(text) or 'HEAD with the main branch'}…")
        self.reload(anew=True)
        app = self.ragtriage

        def work() -> None:
            try:
                with app.workspace.again() as workspace:
                    workspace.refresh()
                    found = workspace.review(text or None)
                    app.tell(ReviewReady(found))
                    try:
                        effects = tuple(workspace.effects(found.changes))
                        app.tell(EffectsReady(found.range, effects))
                    except FAULTS as error:
                        app.tell(EffectsReady(found.range, (), told(error, app.workspace.root)))
            except FAULTS as error:
                app.tell(ReviewReady(None, told(error, app.workspace.root)))

        app.behind("review", work)

    @on(ReviewReady)
    def _compared(self, news: ReviewReady) -> None:
        if news.error is not None:
            self._error = news.error
            self.status.failed(news.error)
        elif news.review is not None:
            if news.again and (self.review is None or news.review.range != self.review.range):
                return
            self.review, self._error = news.review, None
            if not news.again:
                self._say_what_it_is(news.review)
        self.reload(anew=not news.again)
        self._ask_story(self.list.cursor_key)

    def _say_what_it_is(self, review: "Review") -> None:
        found = review.proposal
        notes = (*found.comparison.notes, *found.untold, *review.notes)
        words = (
            f"{found.errors} error{'s' * (found.errors != 1)}, {found.warnings} warning{'s' * (found.warnings != 1)}"
        )
        self.status.note(words, hint=one_line(notes[0]) if notes else "a approves · c comments · r asks for a change")

    @on(EffectsReady)
    def _judged_by_both(self, news: EffectsReady) -> None:
        if self.review is None or news.range != self.review.range:
            return
        self.effects = news.effects
        if news.error is not None:
            self.status.failed(news.error)
        self._ask_story(self.list.cursor_key)

    @on(Judged)
    def _files_changed(self, news: Judged) -> None:
        """Someone edited a file, or another branch is checked out."""
        review, app = self.review, self.ragtriage
        if review is None or not news.changed:
            return

        def work() -> None:
            from ragtriage.review.reviewing import looked_again

            try:
                app.tell(ReviewReady(looked_again(app.workspace.root, review), again=True))
            except FAULTS as error:
                app.tell(ReviewReady(None, told(error, app.workspace.root)))

        app.behind("review files", work)

    # -- the list

    def load(self) -> Sequence[Row]:
        if self.review is None:
            return ()
        times = Counter(one.id for one in self.review.changes)
        self.changes = {one.id if times[one.id] == 1 else one.key: one for one in self.review.changes}
        return [self._row(key, one) for key, one in self.changes.items()]

    def _row(self, key: str, change: CaseChange) -> Row:
        case = change.new or change.old
        faulty = bool(self.review and self.review.faults_of(change))
        if case is None:
            return Row(key, "", "", "error", (), status="unreadable", suspect=faulty)
        source = case.source.kind if case.source else ""
        return Row(
            key, case.question, "", "unscored", (), case.must_pass, case.tags, case.intent, source, case.status,
            suspect=faulty,
        )  # fmt: skip

    def heading(self) -> str:
        if self.filter or self.review is None:
            return super().heading() if self.filter else ""
        approved = sum(map(self.review.is_approved, self.review.changes))
        return f"{len(self.every)} changed · {approved} approved" if self.every else ""

    def facts(self) -> Sequence[str]:
        return (self.review.range if self.review else self.asked,)

    def empty(self) -> Sequence[str]:
        if self._error is not None:
            return (self._error.title, self._error.next_step.partition("\n")[0] or "R reviews another branch")
        if self.review is None:
            return ("Comparing…",) if self.asked or self.is_current else ("Nothing to review.", "R names a branch")
        if self.every:
            return super().empty()
        return ("No case changed.", "R reviews another branch")

    def draw_row(self, row: Row, width: int) -> Sequence[Span]:
        """Approved or commented, faults, kind, must-pass, which case, and what changed."""
        change = self.changes[row.case_id]
        ident = min(max(12, self.longest), max(12, (width - KIND_CELLS - 7) // 2))
        spans = [
            self._decision(change),
            self._doubt(change),
            Span(drawing.fit(change.kind, KIND_CELLS), _KINDS.get(change.kind, "plain")),
            Span("! " if row.must_pass else "  ", "warn"),
            Span(drawing.fit_id(row.case_id, ident), "id"),
        ]
        rest = width - 4 - KIND_CELLS - 2 - ident - 2
        if rest >= 8:
            words = "; ".join(change.lines()) or row.question
            spans += [Span("  "), Span(drawing.fit(words, rest).rstrip(" "))]
        return spans

    def _decision(self, change: CaseChange) -> Span:
        if self.review is None:
            return Span("  ")
        comments = self.review.of_case(change.id)
        if any(one.must_change for one in comments):
            return Span("r ", "bad")
        if self.review.is_approved(change):
            return Span("✓ ", "good")
        return Span("c ", "accent") if comments else Span("  ")

    def _doubt(self, change: CaseChange) -> Span:
        levels = {one.level for one in self.review.faults_of(change)} if self.review else set()
        return Span("✗ ", "bad") if "error" in levels else Span("~ ", "warn") if levels else Span("  ")

    # -- the change under the cursor

    def current_case(self) -> str | None:
        change = self.here()
        return change.id if change else None

    def here(self) -> CaseChange | None:
        """The change under the cursor."""
        return self.changes.get(self.list.cursor_key or "")

    @on(StoryReady)
    def _not_ours(self, news: StoryReady) -> None:
        """Another screen asked for the story of the case as it is, not as it changes."""
        news.prevent_default()

    @on(ReviewTold)
    def _told(self, news: ReviewTold) -> None:
        if news.key == self.list.cursor_key:
            self.story.show(news.story)

    def _ask_story(self, key: str | None) -> None:
        review, effects, change = self.review, self.effects, self.changes.get(key or "")
        if key is None or change is None or review is None or not self.is_current:
            return
        root = self.ragtriage.workspace.root

        def work(workspace: "Workspace") -> ReviewTold:
            from ragtriage.views.review_story import tell_change

            try:
                return ReviewTold(key, tell_change(change, review, workspace.shelf(), effects, key))
            except FAULTS as error:
                return ReviewTold(key, of_error(key, told(error, root)))

        self.ragtriage.read("story", work)

    def command_words(self) -> str:
        return self.shell_command("review", self.review.range if self.review else self.asked or "HEAD")
