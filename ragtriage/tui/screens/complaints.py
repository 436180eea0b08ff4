"""Screen 5: from what users said to a case, one key each; what was decided, and whether it helped."""

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

from textual import on
from textual.binding import BindingType

from ragtriage.cases.model import UnanswerableBecause
from ragtriage.disk.files import Write
from ragtriage.errors import RagtriageError
from ragtriage.intake.grouping import Group
from ragtriage.text import cut, one_line
from ragtriage.tui.faults import FAULTS, told
from ragtriage.tui.keys import bindings
from ragtriage.tui.messages import Imported
from ragtriage.tui.screens.case_list import LAYOUTS
from ragtriage.tui.screens.complaint_list import LISTS, ComplaintListScreen, Listed
from ragtriage.views.complaint_story import decided_words

if TYPE_CHECKING:
    from ragtriage.authoring.form import Form
    from ragtriage.intake.importing import ImportReport
    from ragtriage.tui.app import RagtriageApp
    from ragtriage.tui.screens.editor import EditorScreen


class ComplaintsScreen(ComplaintListScreen):
    """Each decision holds for everybody who asked the same, and is a write that `u` takes back."""

    BINDINGS: ClassVar[list[BindingType]] = [*bindings("screen", "complaints")]
    COMMAND_WORDS = (
        "import FILE · reopen · go ID · filter … · triage · cases · anchors · reload · commit · branch NAME · "
        "help · quit"
    )
    COMMAND_HINT = "import FILE · reopen · go ID · commit · branch NAME · help lists all"

    def __init__(self) -> None:
        super().__init__()
        self._asked: tuple[str, ...] = ()
        """The rows that the open question is about."""

    def marked_words(self, count: int) -> str:
        return f"{count} marked: 1-3, r, = and s apply to all of them"

    # -- accepting

    def action_accept(self) -> None:
        """The case editor on the complaint; a draft that was left is gone on with."""
        from ragtriage.intake.converting import form_of, origin_of

        if len(self.list.marked) > 1:
            self.status.refused("no case", "cases are made one at a time: esc unmarks, 1-3 decline all marked")
            return
        if not self._ask_about("no case"):
            return
        workspace, lead = self.ragtriage.workspace, self.open_members(self._asked[0])[0]
        try:
            kept = self.ragtriage.left_of(workspace.drafts.load(origin_of(lead.id)))
            form = kept or form_of(workspace.complaints, lead)
        except FAULTS as error:
            self.status.failed(told(error, workspace.root))
            return
        self.ragtriage.open_editor(form)

    def case_edited(self, write: Write) -> None:
        """The editor saved a case; one that a complaint became is a decision, and the next complaint comes."""
        keys = tuple(item for item in write.items if item in self.rows)
        if self.listed == "passing" or not keys:
            super().case_edited(write)
            return
        shown, many = [*self.rows], sum(item.startswith("c-") for item in write.items[1:])
        self.after_write(write)
        self._go_on(keys[:1], shown, f"case {write.items[0]}", many)

    # -- decisions

    def action_reject(self) -> None:
        """Ask why; no reason is fine."""
        if self._ask_about("nothing rejected"):
            self.prompt.ask("reject", f"{self._question('reject')} reason:", hint="none is fine")

    def action_duplicate(self) -> None:
        """Ask of what; the nearest case is offered."""
        if self._ask_about("no duplicate"):
            near = next((group.near for key in self._asked if (group := self.groups[key]).near), None)
            value = near.case_id if near else ""
            label = f"{self._question('duplicate')} of"
            self.prompt.ask("duplicate", label, value=value, hint="id of a case or a complaint", offers=self._ids)

    def _ids(self, text: str) -> Sequence[str]:
        """Cases and complaints whose ids begin so."""
        if not text:
            return ()
        every = (*self.ragtriage.workspace.cases.ids(), *(key for key in self.groups if key not in self._asked))
        return [one for one in every if one.startswith(text)][:20]

    def action_snooze(self) -> None:
        """Ask until when; Monday is offered."""
        if self._ask_about("not snoozed"):
            monday = self.ragtriage.workspace.complaints.next_monday()
            self.prompt.ask("snooze", f"{self._question('snooze')} until", value=monday)

    def action_decline(self, because: UnanswerableBecause) -> None:
        """A draft case at once, to be declined for this reason."""
        if not self._ask_about("no case"):
            return
        desk = self.ragtriage.workspace.complaints
        some = []
        for key in self._asked:
            lead, *others = self.open_members(key)
            some.append(Group(lead, tuple(others)))
        made: list[str] = []

        def act() -> Write:
            cases, write = desk.decline(some, because)
            made.extend(case.id for case in cases)
            return self.ragtriage.workspace.do(write)

        what = because.replace("_", " ")
        self._decide(act, lambda: f"{made[0] if len(made) == 1 else f'{len(made)} drafts'}: {what}")

    def _ask_about(self, words: str) -> bool:
        """Take the marked rows, or the one under the cursor, of those that nobody decided on; whether there are any."""
        targets = () if self.listed == "passing" else self.list.targets
        self._asked = tuple(key for key in targets if self.open_members(key))
        if self._asked:
            return True
        if self.listed == "passing":
            self.status.refused(words, "these are cases: w goes back to what waits")
        elif not targets:
            self.status.refused(words, "there is no complaint here")
        else:
            decision = self.decisions.get(targets[0])
            done = f"{decided_words(decision)}, by {decision.decided_by}" if decision else "decided"
            self.status.refused(words, f"{one_line(done)}: :reopen takes it back")
        return False

    def _question(self, verb: str) -> str:
        """`reject`, `reject 7 complaints`, `reject 14?`: for how many the answer holds."""
        people = sum(len(self.open_members(key)) for key in self._asked)
        if len(self._asked) > 1:
            return f"{verb} {len(self._asked)}? ({people} complaints)"
        return f"{verb} {people} complaints" if people > 1 else verb

    def entered(self, purpose: str, text: str) -> None:
        desk, workspace = self.ragtriage.workspace.complaints, self.ragtriage.workspace
        some = [one for key in self._asked for one in (self.open_members(key) if key in self.groups else ())]
        words = text.strip()
        done = True
        if purpose == "reject":
            done = self._decide(lambda: workspace.do(desk.reject(some, words)), lambda: "rejected")
        elif purpose == "duplicate":
            done = self._decide(lambda: workspace.do(desk.duplicate(some, words)), lambda: f"same as {words}")
        elif purpose == "snooze":
            done = self._decide(lambda: workspace.do(desk.snooze(some, words)), lambda: f"snoozed until {words}")
        elif purpose == "command" and words.split(" ")[0] in ("import", "reopen"):
            self._obey_here(words)
        else:
            super().entered(purpose, text)
        if not done:
            self.prompt.ask_again(text, self.status.said)

    def _decide(self, act: Callable[[], Write], said: Callable[[], str]) -> bool:
        """Write it, say for how many it holds, and go on to the next that waits."""
        keys, shown = self._asked, [*self.rows]
        many = sum(len(self.open_members(key)) for key in keys)
        if self.write(act) is None:
            return False
        self._go_on(keys, shown, said(), many)
        return True

    def _go_on(self, keys: Sequence[str], shown: Sequence[str], said: str, many: int) -> None:
        """Say what was decided, for how many, and go to the next that waits in the order that the reviewer saw."""
        self.list.clear_marks()
        words = f"{cut(one_line(said), 60)}{f', {many} complaints' if many > 1 else ''}"
        at = shown.index(keys[-1]) if keys[-1] in shown else -1
        following = (key for key in (*shown[at + 1 :], *shown[: at + 1]) if key in self.rows)
        target = next((key for key in following if self.state(key) == "open"), None)
        left = "" if target else "nothing here is left to decide · " if self.filter else "nothing is left to decide · "
        self.status.done(words, hint=f"{left}u undoes it")
        if target is not None:
            self.list.move_to(target)

    def after_write(self, write: Write, *, undone: bool = False) -> None:
        super().after_write(write, undone=undone)
        if undone and write.items:
            found = next((item for item in write.items if item in self.rows), None)
            if found is not None:
                self.list.move_to(found)
            else:
                self.read(go_to=write.items)
        self.ragtriage.learn_branch()

    # -- what is listed

    def action_back(self) -> None:
        """From the other lists to what waits; else as everywhere."""
        inside = self.story.has_focus or LAYOUTS[self._layout] == "detail"
        if self.listed != "waiting" and not (inside or self.filter or self.list.marked):
            self.show_listed("waiting")
        else:
            super().action_back()

    def action_cycle(self) -> None:
        """What waits, what was decided, the way back."""
        self.show_listed(LISTS[(LISTS.index(self.listed) + 1) % len(LISTS)])

    def show_listed(self, listed: Listed) -> None:
        """Another of the lists."""
        self.listed = listed
        self.list.clear_marks()
        self.touched.clear()
        self.groups.clear()
        if self.story.has_focus or not self.list.display:
            self._lay_out("half")
        self.every = ()
        self.reload(anew=True)
        self.status.clear()
        self.read()

    # -- commands

    def commands(self) -> Iterator[tuple[str, str, Callable[[], None]]]:
        """Without filters that only cases meet."""
        for title, about, act in super().commands():
            if not title.startswith("Filter ") or title == "Filter off":
                yield title, about.replace("cases", "complaints"), act

    def _obey_here(self, words: str) -> None:
        name, _, rest = words.partition(" ")
        if name == "import" and rest.strip():
            self._import(Path(rest.strip()).expanduser())
        elif name == "import":
            self.status.refused("nothing imported", "import FILE: a CSV, JSON, JSON Lines, or a folder")
        else:
            self._reopen()

    def _reopen(self) -> None:
        """Take the decision on the row back."""
        keys = [key for key in self.list.targets if key in self.groups]
        some = [one for key in keys for one in self.groups[key].members if self.state(one.id) != "open"]
        desk, workspace = self.ragtriage.workspace.complaints, self.ragtriage.workspace
        if self.write(lambda: workspace.do(desk.reopen(some)), "nothing was decided on it") is not None:
            self.list.clear_marks()
            self.status.done(f"open again: {len(some)}", hint="a case that it became stays · u undoes it")

    def _import(self, path: Path) -> None:
        app = self.ragtriage
        self.status.note(f"importing {one_line(path.name)}…")

        def work() -> None:
            from ragtriage.intake.importing import import_paths
            from ragtriage.weeks import zone

            settings = app.workspace.settings
            try:
                with app.workspace.again() as workspace:
                    inbox, columns = workspace.complaints.inbox, settings.complaint_fields
                    app.tell(Imported(import_paths([path], inbox, columns, zone(settings.timezone))))
            except FAULTS as error:
                app.tell(Imported([], told(error, app.workspace.root)))

        app.behind("import", work)

    @on(Imported)
    def _imported(self, news: Imported) -> None:
        if news.error is not None:
            self.status.failed(news.error)
            return
        for report in news.reports:
            first = report.problems[0].title if report.problems else ""
            struck = f", {sum(report.struck.values())} struck out" if report.struck else ""
            words = f"{one_line(report.path.name)}: {report.new} new, {report.present} there already{struck}"
            if report.problem_count:
                step = f"{report.problem_count} kept out, first: {first}"
                self.status.failed(RagtriageError(words, next_step=one_line(step)))
            else:
                self.status.note(words + _in_doubt(report))
        self.read()


def _in_doubt(report: "ImportReport") -> str:
    """That not all of an import could be read or decided, and where it is told."""
    doubts = sum(len(found.doubts) for found in report.maps.values()) + len(report.orders)
    return f"; remarks ({doubts}): `complaints import` in a shell" if doubts else ""


def editor_for(app: "RagtriageApp", form: "Form") -> "EditorScreen":
    """The editor on a form that came of a complaint: saving it also decides the complaint, in one write."""
    from ragtriage.intake.converting import save_as_case
    from ragtriage.tui.screens.editor import EditorScreen

    workspace = app.workspace
    return EditorScreen(form, save=lambda form: save_as_case(workspace.complaints, workspace.cases, form))
