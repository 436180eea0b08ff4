"""What the Complaints screen lists (what waits, what was decided, the way back), and what it tells of the row."""

from collections.abc import Callable, Mapping, Sequence
from typing import Literal

from ragtriage.disk.problems import Problem
from ragtriage.errors import RagtriageError
from ragtriage.intake.complaint_outcomes import WayBack
from ragtriage.intake.grouping import ComplaintGroup
from ragtriage.intake.model import Complaint, Decision, State
from ragtriage.triage.model import QueueRow
from ragtriage.tui import drawing
from ragtriage.tui.parts.listing import Listing, Session
from ragtriage.tui.parts.rows import Rows
from ragtriage.tui.parts.story_pane import StoryPane
from ragtriage.views.complaint_story import rating_sign, way_sign
from ragtriage.views.inbox import InboxView, story_of, story_of_way_back
from ragtriage.views.story import Role, Span, Story
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


class ComplaintList(Listing):
    """Complaints, those who ask the same folded into one row under the first of them; or the cases they became."""

    of_cases = False

    def __init__(self, session: Session, rows: Rows, pane: StoryPane, failed: Callable[[RagtriageError], None]) -> None:
        """`failed`: says what is wrong with a file."""
        self._session, self._table, self._pane, self._failed = session, rows, pane, failed
        self.listed: Listed = "waiting"
        self.view: InboxView | None = None
        """As last read; None until it was."""
        self.groups: dict[str, ComplaintGroup] = {}
        """Those listed, by the id of the first who asked."""
        self.ways: dict[str, WayBack] = {}
        """The way back, by case."""
        self.decisions: Mapping[str, Decision] = {}
        self.states: Mapping[str, State] = {}
        self._told_of: tuple[Problem, ...] = ()
        """What is wrong with files of decisions, as far as it was told."""
        self._made: dict[str, QueueRow] = {}
        """Rows by the id of who asked first: ten thousand take a moment to make, and stay the same."""
        self._most_asked = 1
        """Complaints of the row that has most."""
        self.drafts: set[str] = set()
        """Complaints of which a case is being written, and not saved yet."""
        self._any_state = False
        """Whether any row has something to say of its state."""

    def take(self, seen: InboxView) -> None:
        """The inbox as it was read just now."""
        self.view = seen
        self._made.clear()

    def load(self) -> Sequence[QueueRow]:
        workspace = self._session.workspace
        service = workspace.complaints
        self.decisions, self.states = service.inbox.decisions.all(), service.states()
        self._tell_unreadable(service.inbox.decisions.problems())
        seen = self.view or InboxView()
        self.ways = {one.case: one for one in seen.ways_back}
        if self.listed == "passing":
            return [_case_row(one) for one in seen.ways_back]
        self.groups = self._folded(seen.waiting if self.listed == "waiting" else seen.decided)
        self._most_asked = max((len(group.members) for group in self.groups.values()), default=1)
        self.drafts = {form.origin.ref for form in workspace.drafts.all() if form.origin.kind == "complaint"}
        self._any_state = any(self.state(key) != "open" or key in self.drafts for key in self.groups)
        return [self._made.get(key) or self._made.setdefault(key, _row(group)) for key, group in self.groups.items()]

    def _folded(self, listed: Sequence[ComplaintGroup]) -> dict[str, ComplaintGroup]:
        """By key; what was decided stays in sight while the order holds, so that undo has a row to go back to."""
        fresh = {group.lead.id: group for group in listed}
        if self._table.holds:
            fresh |= {key: one for key, one in self.groups.items() if key not in fresh and self.state(key) != "open"}
        return fresh

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
            self._failed(RagtriageError(f"{place}: {fresh[0].title}{more}", next_step=fresh[0].next_step))

    @property
    def is_read(self) -> bool:
        return self.view is not None

    def waits_for_someone(self) -> int | None:
        if self.view is None:
            return None
        return sum(self.state(group.lead.id) == "open" for group in self.view.waiting)

    def heading(self) -> str:
        seen = self.view
        if seen is None:
            return ""
        if self.listed == "passing":
            count = sum(one.counts for one in seen.ways_back)
            passing = sum(one.passes for one in seen.ways_back)
            words = f"the way back: {passing} of {count} cases pass" if count else "the way back"
        elif self.listed == "decided":
            words = f"{len(self._table.every)} decided"
        else:
            left = sum(self.state(row.case_id) == "open" for row in self._table.every)
            parts = [f"{left} to decide"]
            if snoozed := sum(state == "snoozed" for state in self.states.values()):
                parts.append(f"{snoozed} snoozed")
            if seen.praise:
                parts.append(f"praise {seen.praise} kept apart")
            words = " · ".join(parts)
        return f"{self._table.filter_words()} · {words}" if self._table.filter else words

    def facts(self) -> Sequence[str]:
        return (self._session.workspace.settings.snapshot or "no snapshot",)

    def empty(self) -> Sequence[str]:
        if self.view is None:
            return ("Reading the inbox…",)
        if not self.view.complaints:
            return ("The inbox is empty.", "ragtriage complaints import FILE", "or here: :import FILE")
        return {
            "waiting": ("Nothing waits for a decision.", "w shows what was decided, and the way back."),
            "decided": ("Nothing was decided yet.", "w goes on."),
            "passing": ("No complaint became a case yet.", "w goes on to what waits."),
        }[self.listed]

    def off(self) -> Mapping[str, str]:
        if self.listed == "passing":
            return dict.fromkeys(DECIDING, "these are cases: w goes back to what waits")
        return {} if self._table.shown else dict.fromkeys(DECIDING, "there is no complaint here")

    def draw(self, row: QueueRow, width: int) -> Sequence[Span]:
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
            spans.append(Span(drawing.fit_cells(word, STATE_CELLS), role))
        if self._most_asked > 1:
            spans.append(Span(_times(len(group.members), self._most_asked), "warn" if not dim else "dim"))
        spans.append(Span("= " if group.near is not None else "  ", "accent" if not dim else "dim"))
        rest = width - sum(drawing.cells(span.text) for span in spans)
        spans.append(Span(drawing.fit_cells(row.question, rest).rstrip(" "), "dim" if dim else "plain"))
        return spans

    def _draw_way(self, way: WayBack, row: QueueRow, width: int) -> Sequence[Span]:
        sign, role = way_sign(way)
        changed = {"changed": "changed", "the same": "same"}.get(way.answer_changed, "")
        said = min(19, max(len(one.state) for one in self.ways.values()))
        most = max(len(one.complaints) for one in self.ways.values())
        times = _times(len(way.complaints), most) if most > 1 else ""
        ident = max(12, min(self._table.longest, width - 2 - said - 2 - len(times) - 2 - 7))
        return [
            Span(f"{sign} ", role),
            Span(drawing.fit_cells(way.state, said), role),
            Span(f"  {times}", "warn"),
            Span(drawing.fit_id(row.case_id, ident), "id"),
            Span("  "),
            Span(drawing.fit_cells(changed, 7).rstrip(" "), "accent" if changed == "changed" else "dim"),
        ]

    # -- one row

    def case_of(self, key: str) -> str | None:
        if self.listed == "passing":
            return key
        return self._session.workspace.complaints.case_of(key) if self.state(key) != "open" else None

    def ask_story(self, key: str) -> None:
        if key not in self._table.shown:
            return
        group, way, passing = self.groups.get(key), self.ways.get(key), self.listed == "passing"

        def tell(workspace: Workspace) -> Story | None:
            if passing and way is not None:
                return story_of_way_back(workspace.complaints, way)
            return story_of(workspace.complaints, group) if group else None

        self._pane.read(key, tell)

    def shell_words(self) -> Sequence[str]:
        listed = {"waiting": ("list",), "decided": ("list", "--all"), "passing": ("passing",)}[self.listed]
        return ("complaints", *listed)

    def key_of(self, text: str) -> str:
        """A complaint, or the row of those who asked the same."""
        held = (key for key, group in self.groups.items() if any(one.id == text for one in group.members))
        return text if text in self._table.shown else next(held, text)


def _row(group: ComplaintGroup) -> QueueRow:
    """The kind of export is a tag to filter by, too: `tag:slack`."""
    lead = group.lead
    source = "ticket" if lead.kind == "zendesk" else "complaint"
    return QueueRow(lead.id, lead.question, "", "unscored", (), tags=(*lead.tags, lead.kind), source=source)


def _case_row(way: WayBack) -> QueueRow:
    return QueueRow(way.case, "", "", "passed" if way.passes else "failed" if way.counts else "unscored", ())


def _times(count: int, most: int) -> str:
    """`7× `, blanks for one."""
    width = len(str(most))
    return f"{count:>{width}}× " if count > 1 else " " * (width + 2)
