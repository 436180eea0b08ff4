"""Deciding: the causes that a reviewer names, the answers they judge, and taking all of it back.

Each decision is one write of verdict and label files, on disk already when it comes back.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from ragtriage import weeks
from ragtriage.cases.store import CaseStore
from ragtriage.disk.files import FileChange, History, Write
from ragtriage.errors import UsageError, nearest
from ragtriage.runs.model import RunInfo
from ragtriage.runs.store import RunStore
from ragtriage.triage.answering import BY_ANSWER, Answers
from ragtriage.triage.answers import Opinion
from ragtriage.triage.model import CAUSES, Cause, Finding, Verdict
from ragtriage.triage.outcomes import Outcomes
from ragtriage.triage.verdicts import VerdictStore, in_force
from ragtriage.weeks import local_date, next_monday, timestamp, week_of


@dataclass(frozen=True, slots=True)
class Signature:
    """Who decides, and when."""

    reviewer: Callable[[], str]
    clock: Callable[[], datetime]
    timezone: str

    @property
    def week(self) -> str:
        """The ISO week it is."""
        return week_of(self.clock(), self.timezone)

    @property
    def today(self) -> str:
        """The date it is, `2026-12-07`."""
        return local_date(self.clock(), self.timezone).isoformat()


class Deciding:
    """What one reviewer decides about the latest runs on the workspace's snapshot."""

    def __init__(
        self,
        *,
        cases: CaseStore,
        runs: RunStore,
        verdicts: VerdictStore,
        outcomes: Outcomes,
        answers: Answers,
        history: History,
        snapshot: str,
        signature: Signature,
        latest: Callable[[], dict[str, RunInfo]],
        chosen: Callable[[dict[str, RunInfo], str | None], str],
    ) -> None:
        """`latest` and `chosen`: the runs that are triaged, and the name of the one that is meant (`TriageService`)."""
        self._cases, self._runs, self._verdicts, self._outcomes = cases, runs, verdicts, outcomes
        self._answers, self._history, self._snapshot, self._signature = answers, history, snapshot, signature
        self._latest, self._chosen = latest, chosen

    def decide(
        self,
        case_ids: Sequence[str],
        cause: Cause,
        *,
        note: str = "",
        owner: str = "",
        mode: str = "",
        take_back: bool | None = None,
        configuration: str | None = None,
        run_id: str | None = None,
    ) -> Write:
        """Name a cause for some cases, beside those named this week; where all of them have it, take it back instead.

        Where code finds no fault, the cause says that the answer is wrong, and why: a label is kept with it, on the
        output in `run_id`, the run that was looked at (the latest unless it is given); the last cause taken back takes
        the label along. What else is given is put on the finding; what is empty stays as it is. `take_back` says which
        of the two is meant; then nothing changes where it is so already. A cause named before the case, the snapshot or
        what fails changed is named anew. Returns the write, on disk already, without changes where there was nothing to
        change. Raises UsageError for an unknown cause or case.
        """
        _refuse_unknown(cause)
        opened = self._open(case_ids, configuration, naming=True)
        details = any((note, owner, mode))
        if take_back is None:
            take_back = not details and all(held and _named(verdict, cause) for verdict, held in opened)
        run, changed, labels = self._looked_at(run_id, configuration), [], []
        for verdict, held in opened:
            named = _named(verdict, cause)
            is_so = named is None if take_back else named is not None and _stands(verdict, held, details)
            if is_so:
                continue
            if take_back:
                after, label = self._without(verdict, cause, run)
            else:
                after, label = self._with(verdict, _annotated(named or Finding(cause), note, owner, mode), run, note)
            changed.append(after)
            labels += [label] if label else []
        return self._write(changed, _cause_words(cause, take_back, bool(labels)), labels)

    def _without(self, verdict: Verdict, cause: Cause, run: RunInfo) -> tuple[Verdict, FileChange | None]:
        """The verdict without a cause; without the last one, the answer is not called wrong any more either."""
        others = tuple(one for one in verdict.findings if one.cause != cause)
        shown = self._answers.shown(run, verdict.case_id)
        by_answer = shown is not None and not others and verdict.criteria in BY_ANSWER
        label = self._answers.taken_back(shown, "wrong") if shown and by_answer else None
        return replace(verdict, findings=others, snoozed_until=None), label

    def _with(self, verdict: Verdict, finding: Finding, run: RunInfo, note: str) -> tuple[Verdict, FileChange | None]:
        """The verdict with a finding; where code finds no fault, the answer is called wrong."""
        others = tuple(one for one in verdict.findings if one.cause != finding.cause)
        shown = self._answers.shown(run, verdict.case_id)
        label = self._answers.wrong(run, shown, verdict.decided_at, note)
        if label:
            verdict = replace(verdict, criteria=self._answers.criteria(shown, "wrong") if shown else ())
        return replace(verdict, findings=(*others, finding), snoozed_until=None), label

    def right(
        self,
        case_ids: Sequence[str],
        *,
        note: str = "",
        take_back: bool | None = None,
        configuration: str | None = None,
        run_id: str | None = None,
    ) -> Write:
        """Say that the answers to some cases are right; where this reviewer said so of all, take it back instead.

        It is said of the output in `run_id`, the run that was looked at (the latest unless it is given), in place of
        what this reviewer said of it before, and takes their verdict along where it was on a wrong answer alone.
        `take_back` says which of the two is meant. Right overrides nothing that code sees. Returns the write as
        `decide`. Raises UsageError for a case that the run lacks, LabelError for a file that cannot be read.
        """
        opened, run = self._open(case_ids, configuration), self._looked_at(run_id, configuration)
        shown = [self._answers.shown_surely(run, verdict.case_id) for verdict, _ in opened]
        mine = [self._answers.opinion(one) for one in shown]
        if take_back is None:
            take_back = not note and all(map(_says_right, mine))
        now, labels, verdicts = timestamp(self._signature.clock()), [], []
        for (verdict, _), output, before in zip(opened, shown, mine, strict=True):
            if take_back:
                labels.append(self._answers.taken_back(output))
            elif note or not _says_right(before):
                labels.append(self._answers.said(output, "right", now, note))
            if _only_called_wrong(verdict, before):
                verdicts.append(replace(verdict, findings=(), snoozed_until=None))
        words = "right taken back" if take_back else "right"
        ids = tuple(output.case_id for output in shown)
        return self._write(verdicts, words, [one for one in labels if one], ids)

    def snooze(self, case_ids: Sequence[str], until: str | None = None, configuration: str | None = None) -> Write:
        """Ask about some cases no more until a date, next Monday unless one is named.

        Raises UsageError for what is no date, or none to come.
        """
        day = weeks.day(until or self.next_monday())
        if day <= local_date(self._signature.clock(), self._signature.timezone):
            raise UsageError(
                f"{day} is not to come", next_step=f"snooze until a later day, such as {self.next_monday()}"
            )
        opened = self._open(case_ids, configuration)
        changed = [replace(verdict, snoozed_until=day.isoformat()) for verdict, _ in opened]
        return self._write(changed, f"snoozed until {day}")

    def annotate(
        self,
        case_ids: Sequence[str],
        *,
        note: str = "",
        owner: str = "",
        mode: str = "",
        configuration: str | None = None,
    ) -> Write:
        """Put a note, an owner or the team's own word on the last finding of this week; what is empty stays as it is.

        Raises UsageError where there is no finding.
        """

        changed = []
        for verdict, _ in self._open(case_ids, configuration):
            if not verdict.findings:
                raise UsageError(
                    f"{verdict.case_id} has no finding this week to comment on", next_step="name a cause first, 1 to 9"
                )
            *others, last = verdict.findings
            changed.append(replace(verdict, findings=(*others, _annotated(last, note, owner, mode))))
        return self._write(changed, "comment")

    def says_right(self, case_id: str, configuration: str | None = None, run_id: str | None = None) -> bool:
        """Whether this reviewer says that the answer to a case is right."""
        shown = self._answers.shown(self._looked_at(run_id, configuration), case_id)
        opinion = self._answers.opinion(shown) if shown else None
        return opinion is not None and opinion.label == "right"

    def mine(self, case_id: str) -> Verdict | None:
        """This reviewer's verdict on a case of this week: what their next decision is added to."""
        mine = (self._signature.week, self._signature.reviewer())
        return next((v for v in self._verdicts.for_case(case_id) if (v.week, v.reviewer) == mine), None)

    def next_monday(self) -> str:
        """The date until which a snooze lasts unless another is named."""
        return next_monday(self._signature.clock(), self._signature.timezone).isoformat()

    def undo(self) -> Write | None:
        """Take back the latest write of this session."""
        return self._seen_again(self._history.undo())

    def redo(self) -> Write | None:
        """Do again what was taken back last."""
        return self._seen_again(self._history.redo())

    def _seen_again(self, write: Write | None) -> Write | None:
        self._cases.refresh()
        self._verdicts.refresh()
        if write is not None:
            self._judge_anew(write)
        return write

    def _looked_at(self, run_id: str | None, configuration: str | None) -> RunInfo:
        """The run whose outputs are judged. Raises UsageError for one that is gone."""
        if run_id is None:
            latest = self._latest()
            return latest[self._chosen(latest, configuration)]
        found = next((run for run in self._runs.runs() if run.id == run_id), None)
        if found is None:
            raise UsageError(f"the run {run_id} is gone", next_step="look at the latest one, and judge again")
        return found

    def _write(
        self,
        verdicts: Sequence[Verdict],
        words: str,
        labels: Sequence[FileChange] = (),
        case_ids: tuple[str, ...] | None = None,
    ) -> Write:
        """Put verdicts and labels on disk, as one write; a verdict that says nothing any more is deleted.

        Cases whose labels changed are judged anew, so that what is read next holds.
        """
        changes: list[FileChange] = list(labels)
        for verdict in verdicts:
            says = verdict.findings or verdict.snoozed_until
            write = self._verdicts.write(verdict) if says else self._verdicts.remove(verdict)
            changes += write.changes
        ids = tuple(verdict.case_id for verdict in verdicts) if case_ids is None else case_ids
        whole = Write(f"{ids[0] if len(ids) == 1 else f'{len(ids)} cases'}: {words}", tuple(changes), ids)
        if changes:
            self._history.do(whole)
            self._verdicts.refresh()
            self._judge_anew(whole)
        return whole

    def _judge_anew(self, write: Write) -> None:
        """Where answers were judged, or that was taken back, see what it makes of their cases."""
        if self._snapshot and self._answers.touched_by(write):
            self._answers.see(self._latest().values(), write.items)

    def _open(
        self, case_ids: Sequence[str], configuration: str | None, *, naming: bool = False
    ) -> list[tuple[Verdict, bool]]:
        """This reviewer's verdicts of this week, brought up to the run at hand, new ones where there is none.

        With each whether it held before: whether the case, the snapshot and what fails are still what it was given on.
        Where a cause is to be named (`naming`), none holds on what code finds no fault with.
        """
        self._verdicts.refresh()  # another terminal may have decided meanwhile: add to that, never replace it
        latest = self._latest()
        if not latest:
            raise UsageError(
                "there is no run to decide about", next_step="ragtriage run, or ragtriage import runs FILE"
            )
        run = latest[self._chosen(latest, configuration)]
        reviewer, week, now = self._signature.reviewer(), self._signature.week, timestamp(self._signature.clock())
        mine = {v.case_id: v for v in self._verdicts.all() if v.week == week and v.reviewer == reviewer}
        if unjudged := [one for one in dict.fromkeys(case_ids) if self._outcomes.state(run.id, one) is None]:
            self._answers.see([run], unjudged)  # the index was made anew: what fails is to be known all the same
        opened = []
        for case_id in dict.fromkeys(case_ids):
            state = self._outcomes.state(run.id, case_id)
            label, criteria = self._cases.get(case_id).label_hash, state.criteria if state else ()
            verdict = mine.get(case_id, Verdict(case_id, week, reviewer, run.id, self._snapshot, ""))
            held = in_force(verdict, label, self._snapshot, criteria)
            held = held and not (naming and self._answers.faultless(run, case_id))
            verdict = replace(
                verdict, run=run.id, snapshot=self._snapshot, case_hash=label, criteria=criteria, decided_at=now
            )
            opened.append((verdict, held))
        return opened


def _named(verdict: Verdict, cause: Cause) -> Finding | None:
    return next((one for one in verdict.findings if one.cause == cause), None)


def _annotated(finding: Finding, note: str, owner: str, mode: str) -> Finding:
    """The finding with what is given; what is empty stays as it is."""
    return replace(finding, note=note or finding.note, owner=owner or finding.owner, mode=mode or finding.mode)


def _stands(verdict: Verdict, held: bool, details: bool) -> bool:
    """Whether a cause that is named need not be named again: it holds, nothing is added, and the case is awake."""
    return held and not details and not verdict.snoozed_until


def _cause_words(cause: Cause, take_back: bool, of_answers: bool) -> str:
    words = cause.replace("_", " ")
    if take_back:
        return f"{words} taken back"
    return f"wrong, {words}" if of_answers else words


def _refuse_unknown(cause: str) -> None:
    if cause not in CAUSES:
        close = nearest(cause, list(CAUSES))
        hint = f"; did you mean {close}?" if close else ""
        raise UsageError(f"`{cause}` is not a cause", next_step=f"causes: {', '.join(CAUSES)}{hint}")


def _says_right(opinion: Opinion | None) -> bool:
    return opinion is not None and opinion.label == "right"


def _only_called_wrong(verdict: Verdict, opinion: Opinion | None) -> bool:
    """Whether a verdict rests on nothing but its reviewer's having called the answer wrong."""
    called = opinion is not None and opinion.label == "wrong"
    return called and verdict.criteria in BY_ANSWER and bool(verdict.findings)
