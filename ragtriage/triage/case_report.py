"""All that triage knows of one case, as plain values: what a story is told from, and what a script reads."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from ragtriage.cases.history import FileCommit
from ragtriage.cases.model import Case
from ragtriage.triage.answers import Standing
from ragtriage.triage.diagnosis_input import DiagnosisInput
from ragtriage.triage.model import Diagnosis, State, Suspicion, Verdict


@dataclass(frozen=True, slots=True)
class Strip:
    """How the same case fares elsewhere."""

    latest: Mapping[str, State] = field(default_factory=dict)
    """By configuration, in their latest runs."""
    earlier: Sequence[tuple[str, State]] = ()
    """Earlier runs of the chosen configuration: (run id, state), newest first."""
    passes_none: bool = False
    repeats: Sequence[tuple[int, State]] = ()
    """Each repeat of the case in this run: (number, state)."""
    answers: Mapping[str, Standing] = field(default_factory=dict)
    """By configuration, what people say of the answer."""


@dataclass(frozen=True, slots=True)
class Past:
    """What was decided before."""

    verdicts: Sequence[Verdict] = ()
    changes: Sequence[FileCommit] = ()
    suspicions: Sequence[Suspicion] = ()
    standing: Verdict | None = None
    """The verdict that is still in force, if there is one with a finding."""


@dataclass(frozen=True, slots=True)
class CaseReport:
    """A case in a configuration's latest run."""

    case: Case
    past: Past
    seen: DiagnosisInput | None = None
    """None where no run speaks of the case: then the label is all there is."""
    diagnoses: tuple[Diagnosis, ...] = ()
    strip: Strip = Strip()

    def with_changes(self, changes: Sequence[FileCommit]) -> "CaseReport":
        """The same, and the commits of its file: asking Git takes longer than all else, and nothing else changes."""
        return replace(self, past=replace(self.past, changes=changes))
