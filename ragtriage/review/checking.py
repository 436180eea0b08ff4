"""What must not be merged unseen: faults of changed cases, each with the line that it stands on.

Only what changed between two states is held to account, so that a branch is not stopped by what others left.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from ragtriage.cases.comparing import CaseChange, Comparison
from ragtriage.cases.cut_off import CutOff
from ragtriage.cases.differences import between
from ragtriage.cases.ids import folded_id
from ragtriage.cases.index import id_of, parse_case
from ragtriage.cases.model import Case
from ragtriage.cases.rechecking import fields_words
from ragtriage.corpus.terms import content_words
from ragtriage.disk.edits import Steps, steps_of
from ragtriage.disk.yaml_io import ListNode, MapNode, Node
from ragtriage.errors import CaseError, RagtriageError
from ragtriage.git.repository import Repository
from ragtriage.triage.lint import LintContext, duplicates, suspicions_of

Rule = Literal["unreadable", "id_taken", "id_reused", "unreviewed", "drift", "near_duplicate", "label", "recheck"]
Level = Literal["error", "warning"]

_OTHER_CASE_BELOW = 0.2
"""Share of content words in common below which a question is another question."""


@dataclass(frozen=True, slots=True)
class Fault:
    """Something that a reviewer should know before the cases are merged. Holds text from outside."""

    rule: Rule
    level: Level
    case_id: str
    key: str
    """The file, below the workspace."""
    line: int | None
    """1-based, in the file as it is after."""
    column: int | None
    title: str
    next_step: str = ""


def faults(comparison: Comparison, ground: LintContext | None, known: Mapping[str, Case] | None = None) -> list[Fault]:
    """Every fault of the changed cases, by file and line; without a ground, none that asks the corpus.

    `known`: cases as they are after, by file, of those that need not be read.
    """
    changes = comparison.changes
    found = [*_unreadable(changes), *_taken_twice(comparison), *_other_case(changes), *_unreviewed(changes)]
    found += _not_rechecked(changes)
    found += _cut_off(changes)
    labelled = [one for one in changes if one.label_changed and one.new is not None and one.new.status != "retired"]
    if ground is not None:
        for change in labelled:
            found += _against_corpus(change, ground)
    if labelled:
        twins = duplicates(comparison.after.cases(known or {}), {one.id for one in labelled})
        for change in labelled:
            for one in twins.get(change.id, ()):
                found.append(_fault("near_duplicate", "error", change, "question", one.reason, "make the two agree"))
    return sorted(found, key=lambda one: (one.key, one.line or 0, one.rule))


def reused_ids(repository: Repository, comparison: Comparison) -> list[Fault]:
    """Cases that came under an id that another case had before it was deleted. Asks the history of the side before."""
    came = {folded_id(id_of(one.key)): one for one in comparison.changes if one.before is None and one.new is not None}
    start = comparison.before.commit
    if not came or start is None:
        return []
    folder = str(repository.root / "cases")
    log = repository.git(
        *("log", "--diff-filter=D", "--no-renames", "--name-only", "-z", "--format=%x01%H", start, "--", folder)
    )
    found, commit = [], ""
    for word in (part.strip("\n") for part in log.split("\0")):
        if word.startswith("\x01"):
            commit, _, word = word[1:].partition("\n")
        key = word.removeprefix(repository.prefix)
        change = came.get(folded_id(id_of(key))) if key.startswith("cases/") else None
        if change is None or change.new is None:
            continue
        old = _deleted_case(repository, commit, key)
        if old is not None and _asks_another(old, change.new):
            title = f"the id was another case's, deleted in {commit[:9]}: “{old.question[:120]}”"
            step = "runs and verdicts of that case would count for this one: choose a new id"
            found.append(_fault("id_reused", "error", change, "id", title, step))
            del came[folded_id(id_of(key))]
    return found


def _deleted_case(repository: Repository, commit: str, key: str) -> Case | None:
    try:
        oid = repository.git("rev-parse", "--verify", "--end-of-options", f"{commit}^:{repository.prefix}{key}").strip()
        return parse_case(repository.blob(oid), repository.root / key, id_of(key))[0]
    except RagtriageError:
        return None


def _asks_another(old: Case, new: Case) -> bool:
    """Whether two labels under one id are two cases: neither the question nor the evidence has much in common."""
    a, b = content_words(old.question), content_words(new.question)
    alike = len(a & b) / len(a | b) if a | b else float(old.question == new.question)
    quotes = [{quote.quote for one in case.evidence for quote in one.any_of} for case in (old, new)]
    return alike < _OTHER_CASE_BELOW and not quotes[0] & quotes[1]


def _unreadable(changes: Sequence[CaseChange]) -> Iterator[Fault]:
    for one in changes:
        for problem in one.problems:
            place = problem.place
            yield Fault(
                "unreadable", "error", one.id, one.key, place.line, place.column, problem.title, problem.next_step
            )


def _cut_off(changes: Sequence[CaseChange]) -> Iterator[Fault]:
    """Texts that end where a comment begins: the case is another than the one that was written."""
    for one in changes:
        for name, rest in one.new.cut_off if one.new is not None else ():
            yield _fault(
                "label", "error", one, name, CutOff(name, rest).words, "a comment belongs on a line of its own"
            )


def _taken_twice(comparison: Comparison) -> Iterator[Fault]:
    """Files that came or went beside one whose id is the same on some file system."""
    groups: dict[str, list[str]] = {}
    for key in comparison.after.files:
        groups.setdefault(folded_id(id_of(key)), []).append(key)
    for change in comparison.changes:
        keys = groups.get(folded_id(id_of(change.key)), []) if change.after else []
        if len(keys) > 1:
            others = ", ".join(sorted(key for key in keys if key != change.key))
            step = "rename one: ids must differ by more than case, accents' encoding or file ending"
            yield _fault("id_taken", "error", change, "id", f"the id is taken twice: also by {others}", step)


def _other_case(changes: Sequence[CaseChange]) -> Iterator[Fault]:
    for one in changes:
        if one.old and one.new and one.kind != "renamed" and _asks_another(one.old, one.new):
            title = f"another case stands under this id now; it was “{one.old.question[:120]}”"
            step = "if it is one, give it an id of its own and retire the old one: runs and verdicts go by the id"
            yield _fault("id_reused", "error", one, "question", title, step)


def _unreviewed(changes: Sequence[CaseChange]) -> Iterator[Fault]:
    for one in changes:
        if one.new is None or one.new.status != "active" or not one.label_changed:
            continue
        field = next((each.field for each in one.differences if each.of_label), "question")
        step = "let someone approve it: add their name to `reviewed_by`"
        if one.old is None:
            if not one.new.reviewed_by:
                yield _fault("unreviewed", "warning", one, "id", "new, active, and nobody has reviewed it", step)
        elif not one.new.reviewed_by:
            yield _fault("unreviewed", "error", one, field, "the label changed and nobody has reviewed it", step)
        elif one.new.reviewed_by == one.old.reviewed_by:
            who = ", ".join(one.new.reviewed_by)
            title = f"the label changed and the reviewers are those of before ({who}): did they see this one?"
            yield _fault(
                "unreviewed", "warning", one, "reviewed_by", title, "edits by hand leave `reviewed_by` as it was"
            )


def _not_rechecked(changes: Sequence[CaseChange]) -> Iterator[Fault]:
    """Answers and nuggets that nobody has looked at since a quote of theirs says something else."""
    for one in changes:
        for number, piece in enumerate(one.new.evidence if one.new and one.new.status != "retired" else ()):
            for place, quote in enumerate(piece.any_of):
                if not quote.recheck:
                    continue
                title = f"evidence {number + 1} was accepted saying something else ({between(quote.was, quote.quote)})"
                title += f", and nobody has looked at {fields_words(quote.recheck)} since"
                spot: Steps = ("evidence", number, *(("any_of", place) if len(piece.any_of) > 1 else ()), "recheck")
                step = f"change what is no longer so, then: ragtriage anchors still-right {one.id}"
                yield _fault("recheck", "error", one, spot, title, step)


def _against_corpus(change: CaseChange, ground: LintContext) -> Iterator[Fault]:
    case = change.new
    if case is None:
        return
    for number, (evidence, anchors) in enumerate(zip(case.evidence, ground.anchors(case), strict=True)):
        for place, anchor in enumerate(anchors):
            if anchor.state in ("exact", "normalized"):
                continue
            steps: Steps = ("evidence", number, "any_of", place, "quote")
            spot = steps if len(evidence.any_of) > 1 else ("evidence", number, "quote")
            out = anchor.quarantined
            said = "is not in the snapshot as it is quoted" if out else "stands otherwise in the snapshot"
            title = (
                f"evidence {number + 1} {said} ({ground.snapshot}): {anchor.state.replace('_', ' ')}; {anchor.reason}"
            )
            step = f"ragtriage anchors explain {case.id}"
            yield _fault("drift", "error" if out else "warning", change, spot, title, step)
    fields = {
        "no_evidence": "answerable",
        "speaks_of_context": "reference_answer",
        "answerable_after_all": "answerable",
        "copied": "question",
    }
    for one in suspicions_of(case, ground):
        if one.id in fields:
            yield _fault("label", "warning", change, fields[one.id], one.reason)


def _fault(rule: Rule, level: Level, change: CaseChange, field: str | Steps, title: str, next_step: str = "") -> Fault:
    line, column = line_of(change, field)
    return Fault(rule, level, change.id, change.key, line, column, title, next_step)


def line_of(change: CaseChange, field: str | Steps) -> tuple[int | None, int | None]:
    """Line and column of a field in the file as it is after, or of the nearest that holds it."""
    from ragtriage.disk.json_io import load_json
    from ragtriage.disk.yaml_io import load_yaml

    if change.after is None:
        return None, None
    try:
        read = load_json if change.key.endswith(".json") else load_yaml
        node: Node = read(change.after.source, Path(change.key), CaseError)
        steps = steps_of(field)
    except (RagtriageError, ValueError):
        return 1, None
    line, column = node.line, node.column
    for step in steps:
        inner = _inner(node, step)
        if inner is None:
            break
        node, line, column = inner, inner.line or line, inner.column or column
    return line, column


def _inner(node: Node, step: str | int) -> Node | None:
    if isinstance(node, MapNode) and isinstance(step, str):
        return node.get(step)
    if isinstance(node, ListNode) and isinstance(step, int) and step < len(node.items):
        return node.items[step]
    return None
