"""Screen 1: step through the failing cases of the latest run, and decide."""

from collections.abc import Sequence
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType

from ragtriage.disk.files import Write
from ragtriage.text import one_line
from ragtriage.triage.desk import Queue
from ragtriage.triage.model import CAUSES, Badge, Cause, Row
from ragtriage.triage.story import Role, Span
from ragtriage.tui import drawing, glimpse, keymap
from ragtriage.tui.faults import FAULTS, told
from ragtriage.tui.keys import BY_ID, bindings
from ragtriage.tui.screens.case_list import CaseListScreen
from ragtriage.tui.widgets.key_line import KeyLine
from ragtriage.tui.widgets.title_line import TitleLine

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
        self._just_decided: str | None = None
        self._asked: tuple[str, ...] = ()
        """The cases that the open question is about."""

    def compose_legend(self) -> ComposeResult:
        yield KeyLine(id="legend")

    def load(self) -> Sequence[Row]:
        workspace = self.ragtriage.workspace
        if workspace.settings.snapshot is None:
            return ()
        self.queue = workspace.desk.queue(self.ragtriage.configuration)
        return self.queue.rows

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
        if self.queue.run is not None and not self.filter:
            glimpse.keep(self.ragtriage.workspace, self.heading(), self.facts(), self.every)

    def facts(self) -> Sequence[str]:
        run = self.queue.run
        if run is None:
            return ("no run yet",)
        return run.snapshot, run.config

    def heading(self) -> str:
        """How much is left to do comes first: in a narrow list the rest is cut."""
        if not self.every:
            return ""
        left = f"{sum(row.undecided for row in self.rows.values())} undecided"
        if self.filter:
            return f"{super().heading()} · {left}"
        counts = self.queue.counts
        words = [left, f"{counts.get('failed', 0)} of {sum(counts.values())} fail"]
        for state in ("quarantined", "unstable", "unscored", "error"):
            words += [f"{counts[state]} {state}"] if counts.get(state) else []
        words += [note.rstrip(".") for note in self.queue.notes]
        return " · ".join(words)

    def off(self) -> dict[str, str]:
        off = super().off()
        if not self.rows:
            why = "there is no case here"
            off |= dict.fromkeys([f"triage.cause.{cause}" for cause in CAUSES], why)
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

    # -- decisions

    def marked_words(self, count: int) -> str:
        return f"{count} marked: 1-9, s and c apply to all of them"

    def action_cause(self, cause: Cause) -> None:
        """Name the cause of the marked cases, or of the one under the cursor, and go on to the next undecided."""
        ids = self.list.targets
        if not ids:
            self.status.refused("no cause", "there is no case here")
            return
        shown = [*self.rows]
        desk = self.ragtriage.workspace.desk
        done = self.write(lambda: desk.decide(ids, cause, configuration=self._configuration()))
        if done is None:
            return
        self._just_decided = ids[-1]
        # The same cause again takes it back: the reviewer's own, whatever others named.
        mine = desk.mine(ids[-1])
        if mine is not None and any(finding.cause == cause for finding in mine.findings):
            self._go_on(done, ids, shown)
        else:
            self.list.clear_marks()

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
            back = " · - goes back to the case just decided" if self._just_decided not in (None, *bare) else ""
            self.status.refused(f"{self._about(bare)}: nothing to comment on", f"1-9 names a cause first{back}")
        elif self._asked:
            self.prompt.ask("comment", f"note on {self._about(self._asked)}", hint="text · @owner · #mode")

    def action_back_to_decided(self) -> None:
        """Back to the case just decided, to name another cause."""
        if self._just_decided is None:
            self.status.refused("not back", "nothing was decided yet")
        elif not self.list.move_to(self._just_decided):
            self.status.refused("not back", f"{one_line(self._just_decided)} is no longer in this list")

    def entered(self, purpose: str, text: str) -> None:
        ids, shown = self._asked, [*self.rows]
        desk = self.ragtriage.workspace.desk
        if purpose == "snooze":
            done = self.write(lambda: desk.snooze(ids, text.strip(), self._configuration()))
            if done is None:
                self.prompt.ask_again(text, self.status.said)
            else:
                self._just_decided = ids[-1]
                self._go_on(done, ids, shown)
        elif purpose == "comment":
            note, owner, mode = _annotation(text)
            if note or owner or mode:
                self.write(
                    lambda: desk.annotate(ids, note=note, owner=owner, mode=mode, configuration=self._configuration())
                )
        else:
            super().entered(purpose, text)

    def _go_on(self, done: Write, ids: Sequence[str], shown: Sequence[str]) -> None:
        """To the next undecided case in the order that the reviewer saw when deciding."""
        self.list.clear_marks()
        at = shown.index(ids[-1]) if ids[-1] in shown else -1
        following = (self.rows[case_id] for case_id in (*shown[at + 1 :], *shown[: at + 1]) if case_id in self.rows)
        target = next((row for row in following if row.undecided and row.case_id not in ids), None)
        if target is not None:
            self.list.move_to(target.case_id)
        else:
            self.status.done(one_line(done.words), hint="nothing undecided is left here · u undoes it")

    def _about(self, ids: Sequence[str]) -> str:
        return drawing.fit_id(ids[0], 30).rstrip() if len(ids) == 1 else f"{len(ids)} cases"

    def _has_finding(self, case_id: str) -> bool:
        """Whether this reviewer named a cause this week: a comment is put on the last of them."""
        try:
            mine = self.ragtriage.workspace.desk.mine(case_id)
        except FAULTS:  # whoever writes the comment is told
            return False
        return mine is not None and bool(mine.findings)

    def _configuration(self) -> str | None:
        return self.queue.run.config if self.queue.run else None


def _said(row: Row) -> tuple[str, Role]:
    """What was decided, or else what is diagnosed."""
    if row.snoozed_until is not None:
        return row.snoozed_until, "dim"
    if row.causes:
        words = [BY_ID[f"triage.cause.{cause}"] for cause in row.causes]
        return words[0].words if len(words) == 1 else ", ".join(key.short for key in words), "dim"
    if row.diagnoses:
        return row.diagnoses[0].replace("_", " "), "dim" if row.badge == "fixed" else "bad"
    return "", "dim"


def _annotation(text: str) -> tuple[str, str, str]:
    """(note, owner, mode) of `text @owner #mode`, in any order."""
    words = text.split()
    owner = next((word[1:] for word in words if word.startswith("@") and len(word) > 1), "")
    mode = next((word[1:] for word in words if word.startswith("#") and len(word) > 1), "")
    return " ".join(word for word in words if word not in (f"@{owner}", f"#{mode}")), owner, mode
