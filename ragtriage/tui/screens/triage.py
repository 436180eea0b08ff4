"""Screen 1: step through the failing cases of the latest run, and decide."""

from collections.abc import Sequence
from typing import ClassVar

from textual import on
from textual.binding import BindingType

from ragtriage.text import one_line
from ragtriage.triage.service import Audit
from ragtriage.tui import drawing, glimpse
from ragtriage.tui.faults import FAULTS, error_text
from ragtriage.tui.keys import bindings
from ragtriage.tui.messages import AuditWanted
from ragtriage.tui.parts.answering import Answering
from ragtriage.tui.screens.case_list import CaseListScreen
from ragtriage.tui.screens.triage_list import TriageList


class TriageScreen(CaseListScreen):
    """Failing cases, new and back first; a digit names the cause and goes on."""

    NAME = "triage"
    HEADING = "Triage"
    MARKS_MEAN = "0-9, s and c apply to all of them"
    LEGEND = ("Cause",)
    BINDINGS: ClassVar[list[BindingType]] = [*bindings("screen", "triage")]

    def __init__(self) -> None:
        super().__init__()
        app = self.ragtriage
        self.listing: TriageList = TriageList(
            app, self.table, self.list, lambda: self.panes.stacked, lambda key: app.tell_story(key, app.configuration)
        )
        self.answers = Answering(
            app, self.table, self.list, self.status, self.writing, lambda: self.listing.queue.run, self.listing.waits
        )  # fmt: skip
        self._remembered = False
        """Whether what is shown is only what was last seen."""
        self._asked: tuple[str, ...] = ()
        """The cases that the open question is about."""
        self.act(cause=self.answers.cause, right=self.answers.right, snooze=self._ask_until, comment=self._ask_note)
        self.act(back_to_decided=self._back_to_decided)
        self.prompted |= {"snooze": self._snooze, "comment": self._annotate}
        self.back.add(lambda: self.listing.audit, self._back_to_queue)

    def first_load(self) -> None:
        """Before the first frame is sent nothing is read that can be remembered."""
        self._remembered = not self.ragtriage.shown and self._show_last_seen()
        if not self._remembered:
            self.reload()

    def first_shown(self) -> None:
        """The first frame is sent: time to read what it only remembered."""
        if self._remembered:
            self._remembered = False
            self.reload()

    def _show_last_seen(self) -> bool:
        """Draw what stood here last, while the rows are read; whether there is any."""
        workspace = self.ragtriage.workspace
        seen = glimpse.last_seen(workspace) if workspace.settings.snapshot else None
        if seen is None:
            return False
        ids, by_id = [row.case_id for row in seen.rows], {row.case_id: row for row in seen.rows}
        self.table.measure(iter(ids))
        self.list.set_rows(
            ids,
            lambda at, width: self.listing.draw(by_id[ids[at]], width),
            heading=seen.heading,
            columns=self.listing.column_heads,
        )
        self.frame.show_remembered(self.ragtriage, seen.facts)
        return True

    def reload(self, *, anew: bool = False) -> None:
        super().reload(anew=anew)
        listing = self.listing
        if listing.queue.run is not None and not self.filter and listing.audit is None:
            glimpse.keep_first_page(self.ragtriage.workspace, listing.heading(), listing.facts(), self.table.every)

    def off(self) -> dict[str, str]:
        off = super().off() | self.answers.off()
        if not self.rows:
            off |= dict.fromkeys(("triage.snooze", "triage.comment"), "there is no case here")
        return off

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
            audit = app.workspace.triage.audit(size, app.configuration) if app.workspace.settings.snapshot else None
        except FAULTS as error:
            self.status.failed(error_text(error, app.workspace.root))
            return
        if audit is None or not audit.rows:
            self.status.refused("nothing to read", "no answer passes in the latest run")
            return
        self._show_audit(audit)
        self.list.move(0, at_once=True)
        self.ask_story()

    def _show_audit(self, audit: Audit | None) -> None:
        self.listing.audit = audit
        self.filtering.reset()
        self.list.clear_marks()
        self.status.clear()
        self.reload(anew=True)

    def _back_to_queue(self) -> None:
        self._show_audit(None)
        self.ask_story()

    # -- decisions

    def _ask_until(self) -> None:
        """Snooze until when; Monday is offered."""
        self._asked = self.list.targets
        if self._asked:
            until = self.ragtriage.workspace.triage.next_monday()
            self.prompt.ask("snooze", f"snooze {_about(self._asked)} until", value=until)

    def _snooze(self, text: str) -> None:
        ids, order, service = self._asked, [*self.rows], self.ragtriage.workspace.triage
        done = self.writing.do(lambda: service.snooze(ids, text.strip(), self.answers.configuration()))
        if done is None:
            self.prompt.ask_again(text, self.status.said)
        else:
            self.answers.just_decided = ids[-1]
            self.answers.go_on(done, ids, order)

    def _ask_note(self) -> None:
        """A note, an owner or a mode for the last finding."""
        self._asked = self.list.targets
        bare = [case_id for case_id in self._asked if not self._has_finding(case_id)]
        if bare:
            back = " · - goes back to the case just decided" if self.answers.just_decided not in (None, *bare) else ""
            self.status.refused(f"{_about(bare)}: nothing to comment on", f"1-9 names a cause first{back}")
        elif self._asked:
            self.prompt.ask("comment", f"note on {_about(self._asked)}", hint="text · @owner · #mode")

    def _annotate(self, text: str) -> None:
        ids, service, configuration = self._asked, self.ragtriage.workspace.triage, self.answers.configuration()
        note, owner, mode = _annotation(text)
        if note or owner or mode:
            self.writing.do(
                lambda: service.annotate(ids, note=note, owner=owner, mode=mode, configuration=configuration)
            )  # fmt: skip

    def _has_finding(self, case_id: str) -> bool:
        """Whether this reviewer named a cause this week: a comment is put on the last of them."""
        try:
            mine = self.ragtriage.workspace.triage.mine(case_id)
        except FAULTS:  # whoever writes the comment is told
            return False
        return mine is not None and bool(mine.findings)

    def _back_to_decided(self) -> None:
        """Back to the case just decided, to name another cause."""
        decided = self.answers.just_decided
        if decided is None:
            self.status.refused("not back", "nothing was decided yet")
        elif not self.move_to(decided):
            self.status.refused("not back", f"{one_line(decided)} is no longer in this list")


def _about(ids: Sequence[str]) -> str:
    return drawing.fit_id(ids[0], 30).rstrip() if len(ids) == 1 else f"{len(ids)} cases"


def _annotation(text: str) -> tuple[str, str, str]:
    """(note, owner, mode) of `text @owner #mode`, in any order."""
    words = text.split()
    owner = next((word[1:] for word in words if word.startswith("@") and len(word) > 1), "")
    mode = next((word[1:] for word in words if word.startswith("#") and len(word) > 1), "")
    return " ".join(word for word in words if word not in (f"@{owner}", f"#{mode}")), owner, mode
