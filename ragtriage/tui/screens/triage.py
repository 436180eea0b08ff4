"""Screen 1: step through the failing cases of the latest run, and decide."""

from collections.abc import Sequence
from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import BindingType

from ragtriage.text import one_line
from ragtriage.triage.answers import passes_in_short
from ragtriage.triage.desk import Audit, Queue
from ragtriage.triage.filters import Filter
from ragtriage.triage.model import Badge, Cause, Row
from ragtriage.tui import drawing, glimpse, keymap
from ragtriage.tui.faults import FAULTS, told
from ragtriage.tui.keys import BY_ID, bindings
from ragtriage.tui.messages import AuditWanted
from ragtriage.tui.screens.answer_keys import AnswerKeys
from ragtriage.tui.screens.case_list import LAYOUTS, CaseListScreen
from ragtriage.tui.widgets.key_line import KeyLine
from ragtriage.tui.widgets.title_line import TitleLine
from ragtriage.views.signs import pass_sign
from ragtriage.views.story import Role, Span

BADGES: dict[Badge, tuple[str, Role]] = {
    "new": ("new", "accent"),
    "back": ("back", "warn"),
    "still": ("still", "plain"),
    "decided": ("done", "dim"),
    "fixed": ("fixed", "good"),
    "": ("", "dim"),
}
"""What a badge looks like in a list: a word of at most five letters."""

DIAGNOSIS_CELLS = 15


class TriageScreen(CaseListScreen):
    """Failing cases, new and back first; a digit names the cause and goes on."""

    NAME = "triage"
    HEADING = "Triage"
    BINDINGS: ClassVar[list[BindingType]] = [*bindings("screen", "triage")]

    def __init__(self) -> None:
        super().__init__()
        self.queue = Queue(None, (), (), {})
        self.answers = AnswerKeys(self, lambda: self.queue.run, self._waits)
        self._audit_of: Audit | None = None
        """The answers drawn to be read; None: the queue is shown."""
        self._asked: tuple[str, ...] = ()
        """The cases that the open question is about."""

    def compose_legend(self) -> ComposeResult:
        yield KeyLine(id="legend")

    def load(self) -> Sequence[Row]:
        workspace = self.ragtriage.workspace
        if workspace.settings.snapshot is None:
            return ()
        desk, configuration = workspace.desk, self.ragtriage.configuration
        if self._audit_of is None:
            self.queue = desk.queue(configuration)
            return self.queue.rows
        self.queue = desk.queue(configuration, every=True)
        now = {row.case_id: row for row in self.queue.rows}
        return [now[row.case_id] for row in self._audit_of.rows if row.case_id in now]

    def show_last_seen(self) -> bool:
        workspace = self.ragtriage.workspace
        seen = glimpse.last_seen(workspace) if workspace.settings.snapshot else None
        if seen is None:
            return False
        ids, by_id = [row.case_id for row in seen.rows], {row.case_id: row for row in seen.rows}
        self.longest = max((drawing.cells(drawing.drawable(case_id)) for case_id in ids), default=0)
        self.list.set_rows(ids, lambda at, width: self.draw_row(by_id[ids[at]], width), heading=seen.heading)
        self.query_one(TitleLine).show(self.HEADING, (workspace.root.name, "", "", *seen.facts), workspace.desk.week)
        return True

    def reload(self, *, anew: bool = False) -> None:
        super().reload(anew=anew)
        if self.queue.run is not None and not self.filter and self._audit_of is None:
            glimpse.keep(self.ragtriage.workspace, self.heading(), self.facts(), self.every)

    def facts(self) -> Sequence[str]:
        run = self.queue.run
        if run is None:
            return ("no run yet",)
        return (run.snapshot, run.config, *([] if self._is_stacked else self._passes()), *self.queue.marks)

    @property
    def _is_stacked(self) -> bool:
        return self.has_class("stacked")

    def _passes(self) -> list[str]:
        """How many pass, and what that rests on: beside the story the list is too narrow for it."""
        passed = self.queue.counts.get("passed", 0)
        return [passes_in_short(passed, self.queue.judged_right)] if passed else []

    def _arrange(self) -> None:
        before = self._is_stacked
        super()._arrange()
        if self.rows and self._is_stacked != before:
            self.show_rows()

    def heading(self) -> str:
        """How much is left to do comes first: in a narrow list the rest is left out."""
        if not self.every:
            return ""
        if self._audit_of is not None:
            return self._audit_heading()
        left = f"{sum(row.undecided for row in self.rows.values())} undecided"
        if self.filter:
            return f"{super().heading()} · {left}"
        counts = self.queue.counts
        words = [left, f"{counts.get('failed', 0)} of {sum(counts.values())} fail"]
        words += self._passes() if self._is_stacked else []
        for state in ("quarantined", "disputed", "unstable", "unscored", "error"):
            words += [f"{counts[state]} {state}"] if counts.get(state) else []
        return " · ".join(words)

    def off(self) -> dict[str, str]:
        off = super().off() | self.answers.off()
        if not self.rows:
            why = "there is no case here"
            off |= {"triage.snooze": why, "triage.comment": why}
        return off

    def command_words(self) -> str:
        words = ["triage", "list"]
        if self.queue.run is not None:
            words += ["--config", self.queue.run.config]
        if self.filter:
            words += ["--filter", str(self.filter)]
        return self.shell_command(*words)

    def empty(self) -> Sequence[str]:
        if self.queue.run is None:
            if self.ragtriage.workspace.settings.snapshot is None:
                return ("ragtriage.yaml names no snapshot.", "ragtriage snapshot add FOLDER --name NAME")
            try:
                elsewhere = dict.fromkeys(run.snapshot for run in self.ragtriage.workspace.runs.runs())
            except FAULTS as error:
                why = told(error, self.ragtriage.workspace.root)
                place = str(why.where) if why.where else ""
                return ("The runs cannot be read.", f"{place}: {why.title}".removeprefix(": "), why.next_step)
            there = f"The runs there are stand on {', '.join(map(one_line, elsewhere))}." if elsewhere else ""
            return ("No run on this snapshot yet.", "ragtriage run, or ragtriage import runs FILE", there)
        if self.every:
            return super().empty()
        if not self.queue.counts:
            return ("The outputs are being judged.", "What fails stands here in a moment.")
        return ("No case fails.", "F2 shows all cases.")

    def refresh_frame(self) -> None:
        super().refresh_frame()
        self.query_one("#legend", KeyLine).show(keymap.legend("triage", self.ragtriage.keys, self.off()))

    def draw_row(self, row: Row, width: int) -> Sequence[Span]:
        """Badge, must-pass, id, diagnosis or decision, and what the case is about."""
        word, role = BADGES[row.badge] if row.snoozed_until is None else ("later", "dim")
        if not word:
            word, role = pass_sign(row.state, row.answer)
        settled = not row.undecided
        ident = min(40, max(12, self.longest), max(12, width - 5 - 3 - DIAGNOSIS_CELLS - 2))
        said, said_role = _said(row)
        spans = [
            Span(drawing.fit(word, 5), role),
            Span(" ! " if row.must_pass else "   ", "warn"),
            Span(drawing.fit_id(row.case_id, ident), "dim" if settled else "plain"),
            Span("  "),
            Span(drawing.fit(said, DIAGNOSIS_CELLS), said_role),
        ]
        rest = width - 5 - 3 - ident - 2 - DIAGNOSIS_CELLS - 2
        if rest >= 8:
            signs = " ".join(word for word, on in (("none pass", row.passes_none), ("suspect", row.suspect)) if on)
            spans += [
                Span("  "),
                Span(
                    drawing.fit(signs or (row.tags[0] if row.tags else ""), rest).rstrip(" "),
                    "warn" if signs else "dim",
                ),
            ]
        return spans

    # -- answers to read

    def on_screen_resume(self) -> None:
        """Another screen may have asked for answers to read."""
        self._take_up_audit()

    @on(AuditWanted)
    def _take_up_audit(self) -> None:
        """Draw the answers that were asked for."""
        app = self.ragtriage
        if (size := app.audit_wanted) is None or not self.is_mounted:
            return
        app.audit_wanted = None
        try:
            audit = app.workspace.desk.audit(size, app.configuration) if app.workspace.settings.snapshot else None
        except FAULTS as error:
            self.status.failed(told(error, app.workspace.root))
            return
        if audit is None or not audit.rows:
            self.status.refused("nothing to read", "no answer passes in the latest run")
            return
        self._show_audit(audit)
        self.list.move(0, at_once=True)
        self._ask_story(self.list.cursor_key)

    def _show_audit(self, audit: Audit | None) -> None:
        self._audit_of = audit
        self.filter = self._filter_before = Filter(())
        self.touched.clear()
        self.list.clear_marks()
        self.status.clear()
        self.reload(anew=True)

    def _audit_heading(self) -> str:
        read = sum(row.answer != "" for row in self.every)
        seed = self._audit_of.seed if self._audit_of else ""
        drawn = f"audit, seed {seed}: {read} of {len(self.every)} passes judged"
        return f"{super().heading()} · {drawn}" if self.filter else drawn

    def _on_top(self) -> bool:
        return self._audit_of is None and super()._on_top()

    def action_back(self) -> None:
        """From the answers to read to the queue; else as everywhere."""
        inside = self.story.has_focus or LAYOUTS[self._layout] == "detail"
        if self._audit_of is not None and not (inside or self.list.marked or self.filter):
            self._show_audit(None)
            self._ask_story(self.list.cursor_key)
        else:
            super().action_back()

    def _waits(self, row: Row) -> bool:
        """Whether a row still wants an answer: a cause, or where answers are read, a word on it."""
        return row.undecided if self._audit_of is None else row.state == "passed" and not row.answer

    # -- decisions

    def marked_words(self, count: int) -> str:
        return f"{count} marked: 0-9, s and c apply to all of them"

    def action_cause(self, cause: Cause) -> None:
        """Name the cause; of an answer that passes, that it is wrong and why."""
        self.answers.cause(cause)

    def action_right(self) -> None:
        """The answer is right."""
        self.answers.right()

    def action_snooze(self) -> None:
        """Ask until when; Monday is offered."""
        self._asked = self.list.targets
        if self._asked:
            until = self.ragtriage.workspace.desk.next_monday()
            self.prompt.ask("snooze", f"snooze {self._about(self._asked)} until", value=until)

    def action_comment(self) -> None:
        """Ask for a note, an owner or a mode for the last finding."""
        self._asked = self.list.targets
        bare = [case_id for case_id in self._asked if not self._has_finding(case_id)]
        if bare:
            back = " · - goes back to the case just decided" if self.answers.just_decided not in (None, *bare) else ""
            self.status.refused(f"{self._about(bare)}: nothing to comment on", f"1-9 names a cause first{back}")
        elif self._asked:
            self.prompt.ask("comment", f"note on {self._about(self._asked)}", hint="text · @owner · #mode")

    def action_back_to_decided(self) -> None:
        """Back to the case just decided, to name another cause."""
        if self.answers.just_decided is None:
            self.status.refused("not back", "nothing was decided yet")
        elif not self.list.move_to(self.answers.just_decided):
            self.status.refused("not back", f"{one_line(self.answers.just_decided)} is no longer in this list")

    def entered(self, purpose: str, text: str) -> None:
        ids, shown = self._asked, [*self.rows]
        desk = self.ragtriage.workspace.desk
        if purpose == "snooze":
            done = self.write(lambda: desk.snooze(ids, text.strip(), self.answers.configuration()))
            if done is None:
                self.prompt.ask_again(text, self.status.said)
            else:
                self.answers.just_decided = ids[-1]
                self.answers.go_on(done, ids, shown)
        elif purpose == "comment":
            note, owner, mode = _annotation(text)
            if note or owner or mode:
                self.write(
                    lambda: desk.annotate(
                        ids, note=note, owner=owner, mode=mode, configuration=self.answers.configuration()
                    )
                )
        else:
            super().entered(purpose, text)

    def _about(self, ids: Sequence[str]) -> str:
        return drawing.fit_id(ids[0], 30).rstrip() if len(ids) == 1 else f"{len(ids)} cases"

    def _has_finding(self, case_id: str) -> bool:
        """Whether this reviewer named a cause this week: a comment is put on the last of them."""
        try:
            mine = self.ragtriage.workspace.desk.mine(case_id)
        except FAULTS:  # whoever writes the comment is told
            return False
        return mine is not None and bool(mine.findings)


def _said(row: Row) -> tuple[str, Role]:
    """What was decided, or else what is diagnosed."""
    if row.snoozed_until is not None:
        return row.snoozed_until, "dim"
    if row.causes:
        words = [BY_ID[f"triage.cause.{cause}"] for cause in row.causes]
        return words[0].words if len(words) == 1 else ", ".join(key.short for key in words), "dim"
    if row.diagnoses:
        return row.diagnoses[0].replace("_", " "), "dim" if row.badge == "fixed" else "bad"
    if row.state == "passed":
        return ("judged right", "good") if row.answer == "right" else ("not judged", "plain")
    return "", "dim"


def _annotation(text: str) -> tuple[str, str, str]:
    """(note, owner, mode) of `text @owner #mode`, in any order."""
    words = text.split()
    owner = next((word[1:] for word in words if word.startswith("@") and len(word) > 1), "")
    mode = next((word[1:] for word in words if word.startswith("#") and len(word) > 1), "")
    return " ".join(word for word in words if word not in (f"@{owner}", f"#{mode}")), owner, mode
