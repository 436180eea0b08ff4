"""Screen 5: from what users said to a case, one key each; what was decided, and whether it helped."""

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

from textual import on
from textual.binding import BindingType

from ragtriage.cases.model import UnanswerableBecause
from ragtriage.disk.files import Write
from ragtriage.errors import RagtriageError
from ragtriage.intake.grouping import ComplaintGroup
from ragtriage.intake.model import Complaint
from ragtriage.text import cut, one_line
from ragtriage.tui.faults import FAULTS, error_text
from ragtriage.tui.keys import bindings
from ragtriage.tui.messages import Judged
from ragtriage.tui.parts.commanding import Entry
from ragtriage.tui.parts.rows import following
from ragtriage.tui.screens.case_list import CaseListScreen
from ragtriage.tui.screens.complaint_list import LISTS, ComplaintList, Listed
from ragtriage.views.complaint_story import decided_words
from ragtriage.views.inbox import InboxView, view

if TYPE_CHECKING:
    from ragtriage.authoring.form import Form
    from ragtriage.intake.importing import ComplaintImport
    from ragtriage.tui.app import RagtriageApp
    from ragtriage.tui.screens.editor import EditorScreen


class ComplaintsScreen(CaseListScreen):
    """Each decision holds for everybody who asked the same, and is a write that `u` takes back."""

    NAME = "complaints"
    HEADING = "Complaints"
    MARKS_MEAN = "1-3, r, = and s apply to all of them"
    LEGEND = ("Accept as", "Decide")
    FILTER_HINT = "tag:slack  words"
    BINDINGS: ClassVar[list[BindingType]] = [*bindings("screen", "complaints")]
    COMMAND_WORDS = (
        "import FILE · reopen · go ID · filter … · triage · cases · anchors · reload · commit · branch NAME · "
        "help · quit"
    )
    COMMAND_HINT = "import FILE · reopen · go ID · commit · branch NAME · help lists all"

    def __init__(self) -> None:
        super().__init__()
        self.listing: ComplaintList = ComplaintList(self.ragtriage, self.table, self.story_pane, self.status.failed)
        self._asked: tuple[str, ...] = ()
        """The rows that the open question is about."""
        self._anew = False
        """Whether the list is to be put in order when the inbox was read."""
        self.act(accept=self._accept, decline=self._decline, cycle=self._cycle)
        self.act(reject=self._ask_reason, duplicate=self._ask_of_what, snooze=self._ask_until)
        self.prompted |= {"reject": self._reject, "duplicate": self._duplicate, "snooze": self._snooze}
        self.commands.add(**{"import": self._import}, reopen=lambda _: self._reopen())
        self.back.add(lambda: self.listing.listed != "waiting", lambda: self.show_listed("waiting"))

    def on_mount(self) -> None:
        self.read()

    def on_screen_resume(self) -> None:
        if self.listing.view is not None:
            self.read()

    def read(self, go_to: Sequence[str] = ()) -> None:
        """Read the inbox behind the screen: folding thousands of complaints takes a while.

        `go_to`: rows of which the first that is there is to have the cursor then.
        """
        main = self.ragtriage.workspace

        def work() -> InboxView:
            with main.reopen() as workspace:
                workspace.cases.refresh()
                return view(workspace.complaints)

        self.background.run("inbox", work, lambda seen: self._read(seen, go_to), self._not_read)

    def _not_read(self, error: RagtriageError) -> None:
        self.listing.view = self.listing.view or InboxView()
        self.status.failed(error)
        self._show_read(())

    def _read(self, seen: InboxView, go_to: Sequence[str]) -> None:
        self.listing.take(seen)
        self._show_read(go_to)

    def _show_read(self, go_to: Sequence[str]) -> None:
        self.reload(anew=self._anew)
        self._anew = False
        if found := next((key for key in go_to if key in self.rows), None):
            self.move_to(found)
        self.ask_story()

    @on(Judged)
    def _fares_anew(self, news: Judged) -> None:
        self._anew = self._anew or news.anew
        if news.judged or news.anew:
            self.read()

    def off(self) -> dict[str, str]:
        off = super().off()
        if self.rows and self.current_case() is None:
            off |= dict.fromkeys(("edit.form", "edit.editor"), "it is no case yet: a makes one")
        return off

    # -- accepting

    def _accept(self) -> None:
        """The case editor on the complaint; a draft that was left is gone on with."""
        from ragtriage.intake.converting import form_for_complaint, origin_of

        if len(self.list.marked) > 1:
            self.status.refused("no case", "cases are made one at a time: esc unmarks, 1-3 decline all marked")
            return
        if not self._ask_about("no case"):
            return
        workspace, lead = self.ragtriage.workspace, self.listing.open_members(self._asked[0])[0]
        try:
            kept = self.ragtriage.left_of(workspace.drafts.load(origin_of(lead.id)))
            form = kept or form_for_complaint(workspace.complaints, lead)
        except FAULTS as error:
            self.status.failed(error_text(error, workspace.root))
            return
        self.ragtriage.open_editor(form)

    def case_edited(self, write: Write) -> None:
        """The editor saved a case; one that a complaint became is a decision, and the next complaint comes."""
        keys = tuple(item for item in write.items if item in self.rows)
        if self.listing.listed == "passing" or not keys:
            super().case_edited(write)
            return
        shown, many = [*self.rows], sum(item.startswith("c-") for item in write.items[1:])
        self.after_write(write)
        self._go_on(keys[:1], shown, f"case {write.items[0]}", many)

    # -- decisions

    def _ask_reason(self) -> None:
        """Ask why; no reason is fine."""
        if self._ask_about("nothing rejected"):
            self.prompt.ask("reject", f"{self._question('reject')} reason:", hint="none is fine")

    def _ask_of_what(self) -> None:
        """Ask of what; the nearest case is offered."""
        if self._ask_about("no duplicate"):
            near = next((group.near for key in self._asked if (group := self.listing.groups[key]).near), None)
            value = near.case_id if near else ""
            label = f"{self._question('duplicate')} of"
            self.prompt.ask("duplicate", label, value=value, hint="id of a case or a complaint", offers=self._ids)

    def _ids(self, text: str) -> Sequence[str]:
        """Cases and complaints whose ids begin so."""
        if not text:
            return ()
        every = (*self.ragtriage.workspace.cases.ids(), *(key for key in self.listing.groups if key not in self._asked))
        return [one for one in every if one.startswith(text)][:20]

    def _ask_until(self) -> None:
        """Ask until when; Monday is offered."""
        if self._ask_about("not snoozed"):
            monday = self.ragtriage.workspace.complaints.next_monday()
            self.prompt.ask("snooze", f"{self._question('snooze')} until", value=monday)

    def _decline(self, because: UnanswerableBecause) -> None:
        """A case at once, to be declined for this reason."""
        if not self._ask_about("no case"):
            return
        service = self.ragtriage.workspace.complaints
        some = []
        for key in self._asked:
            lead, *others = self.listing.open_members(key)
            some.append(ComplaintGroup(lead, tuple(others)))
        made: list[str] = []

        def act() -> Write:
            cases, write = service.decline(some, because)
            made.extend(case.id for case in cases)
            return self.ragtriage.workspace.do(write)

        what = because.replace("_", " ")
        self._decide(act, lambda: f"{made[0] if len(made) == 1 else f'{len(made)} cases'}: {what}")

    def _ask_about(self, words: str) -> bool:
        """Take the marked rows, or the one under the cursor, of those that nobody decided on; whether there are any."""
        targets = () if self.listing.listed == "passing" else self.list.targets
        self._asked = tuple(key for key in targets if self.listing.open_members(key))
        if self._asked:
            return True
        if self.listing.listed == "passing":
            self.status.refused(words, "these are cases: w goes back to what waits")
        elif not targets:
            self.status.refused(words, "there is no complaint here")
        else:
            decision = self.listing.decisions.get(targets[0])
            done = f"{decided_words(decision)}, by {decision.decided_by}" if decision else "decided"
            self.status.refused(words, f"{one_line(done)}: :reopen takes it back")
        return False

    def _question(self, verb: str) -> str:
        """`reject`, `reject 7 complaints`, `reject 14?`: for how many the answer holds."""
        people = sum(len(self.listing.open_members(key)) for key in self._asked)
        if len(self._asked) > 1:
            return f"{verb} {len(self._asked)}? ({people} complaints)"
        return f"{verb} {people} complaints" if people > 1 else verb

    def _those_asked_about(self) -> list[Complaint]:
        groups = self.listing.groups
        return [one for key in self._asked if key in groups for one in self.listing.open_members(key)]

    def _reject(self, reason: str) -> None:
        self._decide_as_typed(self.ragtriage.workspace.complaints.reject, reason, "rejected")

    def _duplicate(self, of: str) -> None:
        self._decide_as_typed(self.ragtriage.workspace.complaints.duplicate, of, f"same as {of.strip()}")

    def _snooze(self, until: str) -> None:
        self._decide_as_typed(self.ragtriage.workspace.complaints.snooze, until, f"snoozed until {until.strip()}")

    def _decide_as_typed(self, decide: Callable[[list[Complaint], str], Write], text: str, said: str) -> None:
        """Decide on those that were asked about; what was typed and cannot be meant is asked for again."""
        some, workspace = self._those_asked_about(), self.ragtriage.workspace
        if not self._decide(lambda: workspace.do(decide(some, text.strip())), lambda: said):
            self.prompt.ask_again(text, self.status.said)

    def _decide(self, act: Callable[[], Write], said: Callable[[], str]) -> bool:
        """Write it, say for how many it holds, and go on to the next that waits."""
        keys, shown = self._asked, [*self.rows]
        many = sum(len(self.listing.open_members(key)) for key in keys)
        if self.writing.do(act) is None:
            return False
        self._go_on(keys, shown, said(), many)
        return True

    def _go_on(self, keys: Sequence[str], shown: Sequence[str], said: str, many: int) -> None:
        """Say what was decided, for how many, and go to the next that waits in the order that the reviewer saw."""
        self.list.clear_marks()
        words = f"{cut(one_line(said), 60)}{f', {many} complaints' if many > 1 else ''}"
        left_over = (key for key in following(shown, keys[-1]) if key in self.rows)
        target = next((key for key in left_over if self.listing.state(key) == "open"), None)
        left = "" if target else "nothing here is left to decide · " if self.filter else "nothing is left to decide · "
        self.status.done(words, hint=f"{left}u undoes it")
        if target is not None:
            self.move_to(target)

    def after_write(self, write: Write, *, undone: bool = False) -> None:
        super().after_write(write, undone=undone)
        if undone and write.items:
            found = next((item for item in write.items if item in self.rows), None)
            if found is not None:
                self.move_to(found)
            else:
                self.read(go_to=write.items)
        self.ragtriage.learn_branch()

    # -- what is listed

    def _cycle(self) -> None:
        """What waits, what was decided, the way back."""
        self.show_listed(LISTS[(LISTS.index(self.listing.listed) + 1) % len(LISTS)])

    def show_listed(self, listed: Listed) -> None:
        """Another of the lists."""
        self.listing.listed = listed
        self.list.clear_marks()
        self.table.touched.clear()
        self.listing.groups.clear()
        if self.story.has_focus or not self.list.display:
            self.panes.lay_out("half")
        self.table.every = ()
        self.reload(anew=True)
        self.status.clear()
        self.read()

    # -- commands

    def palette(self) -> Iterator[Entry]:
        """Without filters that only cases meet."""
        for title, about, act in super().palette():
            if not title.startswith("Filter ") or title == "Filter off":
                yield title, about.replace("cases", "complaints"), act

    def _reopen(self) -> None:
        """Take the decision on the row back."""
        keys = [key for key in self.list.targets if key in self.listing.groups]
        some = [one for key in keys for one in self.listing.groups[key].members if self.listing.state(one.id) != "open"]
        service, workspace = self.ragtriage.workspace.complaints, self.ragtriage.workspace
        if self.writing.do(lambda: workspace.do(service.reopen(some)), "nothing was decided on it") is not None:
            self.list.clear_marks()
            self.status.done(f"open again: {len(some)}", hint="a case that it became stays · u undoes it")

    def _import(self, text: str) -> None:
        """`:import FILE`, behind the screen."""
        if not text:
            self.status.refused("nothing imported", "import FILE: a CSV, JSON, JSON Lines, or a folder")
            return
        path, main = Path(text).expanduser(), self.ragtriage.workspace
        self.status.note(f"importing {one_line(path.name)}…")

        def work() -> "list[ComplaintImport]":
            from ragtriage.intake.importing import import_paths
            from ragtriage.weeks import zone

            settings = main.settings
            with main.reopen() as workspace:
                inbox = workspace.complaints.inbox
                return import_paths([path], inbox, settings.complaint_fields, zone(settings.timezone))

        self.background.run("import", work, self._imported, self.status.failed)

    def _imported(self, reports: "list[ComplaintImport]") -> None:
        for report in reports:
            first = report.problems[0].title if report.problems else ""
            struck = f", {sum(report.struck.values())} struck out" if report.struck else ""
            words = f"{one_line(report.path.name)}: {report.new} new, {report.present} there already{struck}"
            if report.problem_count:
                step = f"{report.problem_count} kept out, first: {first}"
                self.status.failed(RagtriageError(words, next_step=one_line(step)))
            else:
                self.status.note(words + _in_doubt(report))
        self.read()


def _in_doubt(report: "ComplaintImport") -> str:
    """That not all of an import could be read or decided, and where it is told."""
    doubts = sum(len(found.doubts) for found in report.maps.values()) + len(report.orders)
    return f"; remarks ({doubts}): `complaints import` in a shell" if doubts else ""


def editor_for(app: "RagtriageApp", form: "Form") -> "EditorScreen":
    """The editor on a form that came of a complaint: saving it also decides the complaint, in one write."""
    from ragtriage.intake.converting import save_as_case
    from ragtriage.tui.screens.editor import EditorScreen

    workspace = app.workspace
    return EditorScreen(form, save=lambda form: save_as_case(workspace.complaints, workspace.cases, form))
