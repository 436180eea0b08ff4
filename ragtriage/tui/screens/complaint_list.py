"""What the Complaints screen lists (what waits, what was decided, the way back), and what it tells of the row."""

from collections.abc import Mapping, Sequence
from typing import ClassVar, Literal

from textual import on
from textual.app import ComposeResult
from textual.binding import BindingType

from ragtriage.disk.problems import Problem
from ragtriage.errors import RagtriageError
from ragtriage.intake.faring import WayBack
from ragtriage.intake.grouping import Group
from ragtriage.intake.model import Complaint, Decision, State
from ragtriage.triage.model import Row
from ragtriage.tui import drawing, keymap
from ragtriage.tui.faults import FAULTS, told
from ragtriage.tui.messages import InboxRead, Judged, StoryReady
from ragtriage.tui.screens.case_list import CaseListScreen
from ragtriage.tui.widgets.key_line import KeyLine
from ragtriage.tui.widgets.row_list import RowList
from ragtriage.views.complaint_story import rating_sign, way_sign
from ragtriage.views.inbox import InboxView, story_of, story_of_way_back, view
from ragtriage.views.story import Role, Span
from ragtriage.workspace import Workspace

Listed = Literal["waiting", "decided", "passing"]
LISTS: tuple[Listed, ...] = ("waiting", "decided", "passing")
STATE_CELLS = 10
_STATES: dict[State, tuple[str, Role]] = {
    "open": ("", "dim"),
    "converted": ("✓ case", "good"),
    "duplicate": ("= same", "dim"),
    "rejected": ("rejected", "dim"),
    "snoozed": ("later", "dim"),
}
"""What was decided, in at most eight letters."""
DECIDING = (
    *("complaints.accept", "complaints.not_in_corpus", "complaints.not_permitted", "complaints.out_of_scope"),
    *("complaints.reject", "complaints.duplicate", "complaints.snooze"),
)
"""Ids of the keys that decide."""


class ComplaintListScreen(CaseListScreen):
    """Complaints, those who ask the same folded into one row under the first of them; or the cases they became."""

    NAME = "complaints"
    FILTER_HINT = "tag:slack  words"
    HEADING = "Complaints"
    BINDINGS: ClassVar[list[BindingType]] = []

    def __init__(self) -> None:
        super().__init__()
        self.listed: Listed = "waiting"
        self.view: InboxView | None = None
        """As last read; None until it was."""
        self.groups: dict[str, Group] = {}
        """Those listed, by the id of the first who asked."""
        self.ways: dict[str, WayBack] = {}
        """The way back, by case."""
        self.decisions: Mapping[str, Decision] = {}
        self.states: Mapping[str, State] = {}
        self._told_of: tuple[Problem, ...] = ()
        """What is wrong with files of decisions, as far as it was told."""
        self._made: dict[str, Row] = {}
        """Rows by the id of who asked first: ten thousand take a moment to make, and stay the same."""
        self._most_asked = 1
        """Complaints of the row that has most."""
        self.drafts: set[str] = set()
        """Complaints of which a case is being written, and not saved yet."""
        self._any_state = False
        """Whether any row has something to say of its state."""
        self._anew = False
        """Whether the list is to be put in order when the inbox was read."""
        self._go_to: tuple[str, ...] = ()
        """Rows of which the first is to have the cursor, once the inbox was read."""

    def compose_legend(self) -> ComposeResult:
        yield KeyLine(id="legend")

    # -- what is listed

    def on_mount(self) -> None:
        self.read()

    def on_screen_resume(self) -> None:
        if self.view is not None:
            self.read()

    def read(self, go_to: Sequence[str] = ()) -> None:
        """Read the inbox behind the screen: folding thousands of complaints takes a while."""
        app = self.ragtriage
        self._go_to = tuple(go_to)

        def work() -> None:
            try:
                with app.workspace.again() as workspace:
                    workspace.cases.refresh()
                    app.tell(InboxRead(view(workspace.complaints)))
            except FAULTS as error:
                app.tell(InboxRead(None, told(error, app.workspace.root)))

        app.behind("inbox", work)

    @on(InboxRead)
    def _inbox_read(self, news: InboxRead) -> None:
        if news.error is not None or news.view is None:
            self.view = self.view or InboxView()
            if news.error is not None:
                self.status.failed(news.error)
        else:
            self.view = news.view
            self._made.clear()
        self.reload(anew=self._anew)
        self._anew = False
        if found := next((key for key in self._go_to if key in self.rows), None):
            self.list.move_to(found)
        self._go_to = ()
        self._ask_story(self.list.cursor_key)

    @on(Judged)
    def _fares_anew(self, news: Judged) -> None:
        self._anew = self._anew or news.anew
        if news.judged or news.anew:
            self.read()

    def load(self) -> Sequence[Row]:
        workspace = self.ragtriage.workspace
        desk = workspace.complaints
        self.decisions, self.states = desk.inbox.decisions.all(), desk.states()
        self._tell_unreadable(desk.inbox.decisions.problems())
        seen = self.view or InboxView()
        self.ways = {one.case: one for one in seen.ways_back}
        if self.listed == "passing":
            return [_case_row(one) for one in seen.ways_back]
        listed = seen.waiting if self.listed == "waiting" else seen.decided
        fresh = {group.lead.id: group for group in listed}
        if self._order_holds:  # what was decided stays in sight, so that undo has a row to go back to
            fresh |= {key: one for key, one in self.groups.items() if key not in fresh and self.state(key) != "open"}
        self.groups = fresh
        self._most_asked = max((len(group.members) for group in fresh.values()), default=1)
        self.drafts = {form.origin.ref for form in workspace.drafts.all() if form.origin.kind == "complaint"}
        self._any_state = any(self.state(key) != "open" or key in self.drafts for key in fresh)
        return [self._made.get(key) or self._made.setdefault(key, _row(group)) for key, group in fresh.items()]

    def state(self, complaint_id: str) -> State:
        return self.states.get(complaint_id, "open")

    def open_members(self, key: str) -> list[Complaint]:
        """Those of a row on whom nobody decided; what only sleeps may be decided on at any time."""
        return [one for one in self.groups[key].members if self.state(one.id) in ("open", "snoozed")]

    def _tell_unreadable(self, problems: Sequence[Problem]) -> None:
        """Files under complaints/ that hold no decision: theirs wait as if nobody had decided."""
        fresh = [one for one in problems if one not in self._told_of]
        self._told_of = tuple(problems)
        if fresh:
            more = f" (and {len(problems) - 1} more)" if len(problems) > 1 else ""
            place = f"complaints/{fresh[0].place.path.name}"
            self.status.failed(RagtriageError(f"{place}: {fresh[0].title}{more}", next_step=fresh[0].next_step))

    def heading(self) -> str:
        seen = self.view
        if seen is None:
            return ""
        if self.listed == "passing":
            count = sum(one.counts for one in seen.ways_back)
            passing = sum(one.passes for one in seen.ways_back)
            words = f"the way back: {passing} of {count} cases pass" if count else "the way back"
        elif self.listed == "decided":
            words = f"{len(self.every)} decided"
        else:
            left = sum(self.state(row.case_id) == "open" for row in self.every)
            parts = [f"{left} to decide"]
            if snoozed := sum(state == "snoozed" for state in self.states.values()):
                parts.append(f"{snoozed} snoozed")
            if seen.praise:
                parts.append(f"praise {seen.praise} kept apart")
            words = " · ".join(parts)
        return f"{super().heading()} · {words}" if self.filter else words

    def facts(self) -> Sequence[str]:
        return (self.ragtriage.workspace.settings.snapshot or "no snapshot",)

    def empty(self) -> Sequence[str]:
        if self.view is None:
            return ("Reading the inbox…",)
        if self.every:
            return super().empty()
        if not self.view.complaints:
            return ("The inbox is empty.", "ragtriage complaints import FILE", "or here: :import FILE")
        return {
            "waiting": ("Nothing waits for a decision.", "w shows what was decided, and the way back."),
            "decided": ("Nothing was decided yet.", "w goes on."),
            "passing": ("No complaint became a case yet.", "w goes on to what waits."),
        }[self.listed]

    def off(self) -> dict[str, str]:
        off = super().off()
        why = ""
        if self.listed == "passing":
            why = "these are cases: w goes back to what waits"
        elif not self.rows:
            why = "there is no complaint here"
        if why:
            off |= dict.fromkeys(DECIDING, why)
        if self.rows and self.current_case() is None:
            off |= dict.fromkeys(("edit.form", "edit.editor"), "it is no case yet: a makes one")
        return off

    def refresh_frame(self) -> None:
        super().refresh_frame()
        self._show_legend()

    def _show_legend(self) -> None:
        keys, off = self.ragtriage.keys, self.off()
        hints = [hint for group in ("Accept as", "Decide") for hint in keymap.legend(self.NAME, keys, off, group)]
        self.query_one("#legend", KeyLine).show(hints)

    @on(RowList.Settled)
    def _case_or_none(self) -> None:
        self._show_footer()

    def draw_row(self, row: Row, width: int) -> Sequence[Span]:
        """Rated or passing, what was decided, how many asked, and what."""
        if self.listed == "passing":
            return self._draw_way(self.ways[row.case_id], row, width)
        group = self.groups[row.case_id]
        state = self.state(row.case_id)
        dim = state != "open" and self.listed == "waiting"
        sign, role = rating_sign(group.lead)
        spans = [Span(f"{sign} ", "dim" if dim else role)]
        if self._any_state:
            word, role = ("draft", "warn") if row.case_id in self.drafts and state == "open" else _STATES[state]
            spans.append(Span(drawing.fit(word, STATE_CELLS), role))
        if self._most_asked > 1:
            spans.append(Span(_times(len(group.members), self._most_asked), "warn" if not dim else "dim"))
        spans.append(Span("= " if group.near is not None else "  ", "accent" if not dim else "dim"))
        rest = width - sum(drawing.cells(span.text) for span in spans)
        spans.append(Span(drawing.fit(row.question, rest).rstrip(" "), "dim" if dim else "plain"))
        return spans

    def _draw_way(self, way: WayBack, row: Row, width: int) -> Sequence[Span]:
        sign, role = way_sign(way)
        changed = {"changed": "changed", "the same": "same"}.get(way.answer_changed, "")
        said = min(19, max(len(one.state) for one in self.ways.values()))
        most = max(len(one.complaints) for one in self.ways.values())
        times = _times(len(way.complaints), most) if most > 1 else ""
        ident = max(12, min(self.longest, width - 2 - said - 2 - len(times) - 2 - 7))
        return [
            Span(f"{sign} ", role),
            Span(drawing.fit(way.state, said), role),
            Span(f"  {times}", "warn"),
            Span(drawing.fit_id(row.case_id, ident), "id"),
            Span("  "),
            Span(drawing.fit(changed, 7).rstrip(" "), "accent" if changed == "changed" else "dim"),
        ]

    # -- the row under the cursor

    def current_case(self) -> str | None:
        key = self.list.cursor_key
        if key is None or self.listed == "passing":
            return key
        return self.ragtriage.workspace.complaints.case_of(key) if self.state(key) != "open" else None

    def _ask_story(self, key: str | None) -> None:
        if key is None or key not in self.rows or not self.is_current:
            return
        group, way, root = self.groups.get(key), self.ways.get(key), self.ragtriage.workspace.root
        passing = self.listed == "passing"

        def work(workspace: Workspace) -> StoryReady:
            try:
                if passing and way is not None:
                    return StoryReady(key, story_of_way_back(workspace.complaints, way))
                return StoryReady(key, story_of(workspace.complaints, group) if group else None)
            except FAULTS as error:
                return StoryReady(key, None, told(error, root))

        self.ragtriage.read("story", work)

    def command_words(self) -> str:
        listed = {"waiting": ("list",), "decided": ("list", "--all"), "passing": ("passing",)}[self.listed]
        return self.shell_command("complaints", *listed)

    def go(self, case_id: str) -> None:
        """To a complaint, or the row of those who asked the same."""
        held = (key for key, group in self.groups.items() if any(one.id == case_id for one in group.members))
        super().go(case_id if case_id in self.rows else next(held, case_id))


def _row(group: Group) -> Row:
    """The kind of export is a tag to filter by, too: `tag:slack`."""
    lead = group.lead
    source = "ticket" if lead.kind == "zendesk" else "complaint"
    return Row(lead.id, lead.question, "", "unscored", (), tags=(*lead.tags, lead.kind), source=source)


def _case_row(way: WayBack) -> Row:
    return Row(way.case, "", "", "passed" if way.passes else "failed" if way.counts else "unscored", ())


def _times(count: int, most: int) -> str:
    """`7× `, blanks for one."""
    width = len(str(most))
    return f"{count:>{width}}× " if count > 1 else " " * (width + 2)
