"""From files to complaints: read, tell what each record is, strike out, and only then keep.

Nothing of a record is written, logged or put into a message before it went through `redact`.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from zoneinfo import ZoneInfo

from ragtriage.disk.problems import FaultLog, Problem, problem_of
from ragtriage.errors import FileError, FilePlace
from ragtriage.intake.columns import FieldMap
from ragtriage.intake.export_formats import Aside, Feedback, Piece, RawComplaint
from ragtriage.intake.files import ExportRecord
from ragtriage.intake.identity import TRACES, ComplaintChange, Identities
from ragtriage.intake.inbox import Inbox
from ragtriage.intake.joining import Joins
from ragtriage.intake.making import ComplaintMaker, value_text
from ragtriage.intake.model import Complaint
from ragtriage.intake.ratings import is_empty
from ragtriage.intake.records import ComplaintExport, ImportSettings
from ragtriage.intake.scores import ScoreScales
from ragtriage.intake.times import Order

_BATCH = 1000
_LISTED = 200


@dataclass(slots=True)
class ComplaintImport:
    """What one file or folder held, and what became of it."""

    path: Path
    kinds: Counter[str] = field(default_factory=Counter)
    """Records by the kind of export: slack, zendesk, langfuse, langsmith, phoenix, table."""
    ratings: Counter[str] = field(default_factory=Counter)
    """Complaints read, by rating: down, none; `up` are kept apart."""
    new: int = 0
    present: int = 0
    """Those that were in the inbox already."""
    changes: list[ComplaintChange] = field(default_factory=list)
    """Of those: what is said otherwise now. A decision on one stands."""
    joined: int = 0
    """Ratings that stood apart from the trace they are on, and found it."""
    aside: Counter[str] = field(default_factory=Counter)
    """Records that are no complaint, by what they are."""
    struck: Counter[str] = field(default_factory=Counter)
    """What was struck out, by kind."""
    maps: dict[str, FieldMap] = field(default_factory=dict)
    """By file: which column holds what; of tables only."""
    orders: list[str] = field(default_factory=list)
    """How dates and zones were read, where that could have been otherwise."""
    notes: Counter[str] = field(default_factory=Counter)
    faults: FaultLog = field(default_factory=lambda: FaultLog(_LISTED))
    """What was kept out and why: equal faults once, the first kinds of them."""

    def report(self, problem: Problem) -> None:
        """Count a record that was kept out."""
        self.faults.add(problem)

    @property
    def problems(self) -> list[Problem]:
        return self.faults.problems

    @property
    def problem_count(self) -> int:
        return self.faults.count

    @property
    def read(self) -> int:
        return sum(self.ratings.values())


def import_paths(
    paths: Sequence[Path],
    inbox: Inbox,
    saved: Mapping[str, Sequence[str]],
    zone: ZoneInfo,
    progress: Callable[[str, int], None] | None = None,
    given: Mapping[str, str] | None = None,
    dates: Order | None = None,
) -> list[ComplaintImport]:
    """Import files and folders into the inbox. Twice is once.

    `saved`: role to column names, from ragtriage.yaml, where a file has them. `given`: role to the column that it must
    have: UsageError otherwise, before anything came in. `zone`: of times that name none. `dates`: the order of their
    days, where a person settled it. Ratings that stand apart from their traces find them in whichever of the files.
    Raises FileError for a file that cannot be read at all.
    """
    reading, scales = ImportSettings(saved, given or {}, zone, dates), ScoreScales()
    exports = [(ComplaintExport(path, reading, scales), ComplaintImport(path)) for path in paths]
    readable = [(export, report) for export, report in exports if _looked(export, report, alone=len(paths) == 1)]
    waiting: list[tuple[ComplaintImport, Feedback]] = []
    identities, joins = Identities(inbox.all(), inbox.decisions.all()), Joins(inbox, scales)
    for export, report in readable:
        identities.begin()
        maker = ComplaintMaker(export, report.struck, inbox.key(), scales)
        pieces = _set_aside(export.pieces(report.report), report, waiting)
        _take_in(_complaints(pieces, maker, identities, report, joins), inbox, report, progress)
        _say(export, report)
    _join(waiting, joins)
    for _, report in exports:
        _say_if_empty(report)
    if readable:
        readable[0][1].orders += scales.told()
        _say_unrated([report for _, report in readable], inbox)
    return [report for _, report in exports]


def _say_if_empty(report: ComplaintImport) -> None:
    if not (report.kinds or report.aside or report.notes or report.problem_count):
        problem = Problem("there is no record in it", FilePlace(report.path), "export it again, with a row a complaint")
        report.report(problem)


def _say_unrated(reports: Sequence[ComplaintImport], inbox: Inbox) -> None:
    """Once, with the first file: traces that nobody rated are in the inbox, and not in its list."""
    if any(report.kinds[kind] for report in reports for kind in TRACES) and (unrated := inbox.unrated()):
        words = "traces without a rating or a comment in the inbox: `complaints list --all` shows them"
        reports[0].notes[words] = unrated


def _looked(export: ComplaintExport, report: ComplaintImport, alone: bool) -> bool:
    """Whether the first look came through; of several paths one that cannot be read keeps no other out."""
    try:
        export.look(report.report)
    except FileError as error:
        if alone:
            raise
        report.report(problem_of(error, export.path))
        return False
    return True


def _take_in(
    complaints: Iterator[Complaint],
    inbox: Inbox,
    report: ComplaintImport,
    progress: Callable[[str, int], None] | None,
) -> None:
    done = 0
    while batch := list(islice(complaints, _BATCH)):
        new = inbox.add(batch)
        report.new += new
        report.present += len(batch) - new
        done += len(batch)
        if progress is not None:
            progress(report.path.name, done)


def _say(export: ComplaintExport, report: ComplaintImport) -> None:
    """What is known of an export once it was read: its columns, and what could not be read of its times."""
    report.kinds, report.maps = export.kinds, export.maps()
    report.notes += export.notes
    for name, reader in export.readers():
        if reader.unread:
            report.notes["times that cannot be read: left empty"] += reader.unread
        if reader.telling:
            report.orders.append(f"dates in {name} are read {reader.telling}")
        if reader.left_open:
            report.orders.append(
                f"{reader.left_open:,} of them can be read in another order, too; `--dates mdy`, dmy or ymd settles it"
            )
        report.orders += [f"{said} ({count:,})" for said, count in reader.said.items()]


def _join(waiting: Iterable[tuple[ComplaintImport, Feedback]], joins: Joins) -> None:
    for report, one in waiting:
        what, change, struck = joins.join(one)
        report.struck.update(struck)
        if what == "joined":
            report.joined += 1
        else:
            report.aside[what] += 1
        if change is not None and report.ratings[change[0]]:
            report.ratings[change[0]] -= 1
            report.ratings[change[1]] += 1


def _set_aside(
    pieces: Iterable[tuple[Path, ExportRecord, Piece]],
    report: ComplaintImport,
    waiting: list[tuple[ComplaintImport, Feedback]],
) -> Iterator[tuple[Path, ExportRecord, RawComplaint]]:
    """Those of the records that can be complaints; of the others it is kept what they are."""
    for file, row, piece in pieces:
        if isinstance(piece, Feedback):
            waiting.append((report, piece))
        elif isinstance(piece, Aside):
            report.aside[piece.what] += 1
        elif all(map(is_empty, row.value.values())):
            report.aside["records with nothing in them"] += 1
        elif not value_text(piece.question):
            report.report(Problem("there is no question in this record", FilePlace(file, row.line), ""))
        else:
            yield file, row, piece


def _complaints(
    drafts: Iterable[tuple[Path, ExportRecord, RawComplaint]],
    maker: ComplaintMaker,
    identities: Identities,
    report: ComplaintImport,
    joins: Joins,
) -> Iterator[Complaint]:
    for file, row, draft in drafts:
        complaint, change = identities.settled(*maker.made(draft, file, row.line))
        report.ratings[complaint.rating] += 1
        joins.bears(draft.ids, complaint.id)
        if change is not None:
            report.changes.append(change)
        yield complaint
