"""A file of outputs into the store: each run it holds, and what was kept out."""

import itertools
import math
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Literal

from ragtriage.disk.schema import Problem
from ragtriage.errors import FilePlace, UsageError, nearest
from ragtriage.runs.model import Output, Passage, RunInfo
from ragtriage.runs.reading import FindDocument, OutputsReading, Progress, Unread, read_outputs
from ragtriage.runs.store import RunStore

Order = Literal["file", "score"]


@dataclass(frozen=True, slots=True)
class RunImport:
    """What came of an import."""

    added: tuple[RunInfo, ...]
    present: tuple[RunInfo, ...]
    """Runs that were there already, with the same outputs."""
    problems: tuple[Problem, ...]
    """What was kept out, and why: equal faults once, at most 1,000."""
    problem_count: int
    """All of them."""
    lines: int
    """Records, also those kept out."""
    outputs: int
    """Outputs read, in runs added or present."""
    unread: tuple[Unread, ...] = ()
    """Fields that nothing reads; their lines came in all the same."""
    notes: tuple[str, ...] = ()
    """What is to be said of the file as a whole, such as its encoding."""
    passages: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    """By run: its doc_ids, those of most passages first, each with a text of such a passage."""


def import_file(
    path: Path,
    store: RunStore,
    snapshots: Collection[str],
    document: FindDocument,
    snapshot_override: str | None = None,
    progress: Progress | None = None,
    order: Order = "file",
) -> RunImport:
    """Import every run of a file of JSON, plain or gzip-compressed; importing it twice adds nothing.

    Outputs that name no snapshot are those of the only one there is. `order`: whether candidates are ranked as they
    stand in the file, or by their scores, the highest first.
    A line that is not as it must be is kept out, and the rest goes on. Raises RunError when the file cannot be read,
    and UsageError when nothing in it is on a snapshot that there is, or `snapshot_override` is none.
    """
    if snapshot_override is not None and snapshot_override not in snapshots:
        step = _choices(snapshot_override, snapshots)
        raise UsageError(f"no snapshot is called `{snapshot_override}`", next_step=step)
    reading = read_outputs(path, document, snapshots=snapshots, snapshot_override=snapshot_override, progress=progress)
    _report_unknown_snapshots(path, reading, snapshots)
    there = {run.id for run in store.runs()}
    added: list[RunInfo] = []
    present: list[RunInfo] = []
    notes, passages = [*reading.notes, *_only_snapshot(reading, snapshots)], {}
    for (config, snapshot), given in sorted(reading.outputs.items()):
        notes += _remarks(config, given, order)
        outputs = _as_kept(given, order)
        info = store.add(config, snapshot, outputs, source=path.name)
        (present if info.id in there else added).append(info)
        passages[info.id] = _by_document(outputs)
    return RunImport(
        tuple(added),
        tuple(present),
        tuple(reading.problems),
        reading.problem_count,
        reading.lines,
        sum(map(len, reading.outputs.values())),
        tuple(reading.unread.values()),
        tuple(notes),
        passages,
    )


def _remarks(config: str, outputs: Sequence[Output], order: Order) -> Iterator[str]:
    """What a person should know of a run as it was given."""
    if _all_empty(outputs):
        yield _EMPTY.format(config=config)
    if not any(map(_says_something, outputs)):
        yield _NOTHING.format(config=config)
    if order == "file" and (rising := sum(map(scores_rise, outputs))):
        yield _RISING.format(rising=rising, count=len(outputs), config=config)


def _says_something(output: Output) -> bool:
    return bool(output.candidates or output.context or output.answer or output.error)


def _as_kept(outputs: Sequence[Output], order: Order) -> list[Output]:
    """Passages without any text stand for their documents; candidates in the order that is asked for."""
    found = [_without_text(output) for output in outputs] if _all_empty(outputs) else [*outputs]
    return [by_score(output) for output in found] if order == "score" else found


_RISING = (
    "the scores of candidates rise from rank to rank in {rising:,} of the {count:,} outputs of `{config}`: the file's"
    " order was kept, which is right for distances. If the highest score is the best, import with `--order score`."
)


_NOTHING = (
    "no output of `{config}` has a passage or an answer: nothing of it can be judged; they are read from `candidates`,"
    " `context` and `answer`"
)
_EMPTY = "no passage of `{config}` has any text: each stands for its whole document, and evidence is found by document"


def _all_empty(outputs: Iterable[Output]) -> bool:
    """Whether a run gives empty texts for want of any, of several documents: one that is empty may well be so."""
    held = [one for output in outputs for one in (*(output.candidates or ()), *(output.context or ()))]
    bare = {one.doc_id for one in held if not one.textless}
    return len(bare) > 1 and all(one.doc_id and not one.text.strip() and one.start is None for one in held)


def _without_text(output: Output) -> Output:
    def bare(passages: tuple[Passage, ...] | None) -> tuple[Passage, ...] | None:
        return None if passages is None else tuple(replace(one, text="", textless=True) for one in passages)

    return replace(output, candidates=bare(output.candidates), context=bare(output.context))


def scores_rise(output: Output) -> bool:
    """Whether a candidate has a higher score than one before it."""
    scores = [one.score for one in output.candidates or () if one.score is not None]
    return any(earlier < later for earlier, later in itertools.pairwise(scores))


def by_score(output: Output) -> Output:
    """The output with the candidates of the highest score first, those without one last; equal ones as they were."""
    if output.candidates is None:
        return output
    ranked = sorted(output.candidates, key=lambda one: -math.inf if one.score is None else one.score, reverse=True)
    return replace(output, candidates=tuple(ranked))


def _only_snapshot(reading: OutputsReading, snapshots: Collection[str]) -> list[str]:
    if not reading.without_snapshot:
        return []
    count = reading.without_snapshot
    outputs = "1 output names" if count == 1 else f"{count:,} outputs name"
    return [f"{outputs} no snapshot: taken for `{next(iter(snapshots))}`, the only one there is"]


def _by_document(outputs: Iterable[Output]) -> dict[str, str]:
    """The doc_ids of all passages, the most frequent first, each with a text of one."""
    counts: Counter[str] = Counter()
    texts: dict[str, str] = {}
    for output in outputs:
        for passage in (*(output.candidates or ()), *(output.context or ())):
            counts[passage.doc_id] += 1
            if passage.text and passage.doc_id not in texts:
                texts[passage.doc_id] = passage.text
    return {doc_id: texts.get(doc_id, "") for doc_id, _ in counts.most_common()}


def _report_unknown_snapshots(path: Path, reading: OutputsReading, snapshots: Collection[str]) -> None:
    for name, count in sorted(reading.unknown_snapshots.items()):
        title = f"no snapshot is called `{name}` ({count} outputs)"
        problem = Problem(title, FilePlace(path, field="snapshot"), _choices(name, snapshots))
        if not reading.outputs:
            raise problem.error(UsageError)
        reading.faults.add(replace(problem, count=count))


def _choices(name: str, snapshots: Collection[str]) -> str:
    if not snapshots:
        return "there is none yet: add one with `ragtriage snapshot add`"
    there = ", ".join(f"`{snapshot}`" for snapshot in sorted(snapshots))
    like = nearest(name, sorted(snapshots))
    have = f"{'is' if len(snapshots) == 1 else 'are'} {there}"
    return f"did you mean `{like}`? There {have}" if like else f"there {have}; choose with `--snapshot NAME`"
