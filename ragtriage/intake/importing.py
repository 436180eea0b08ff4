"""From files to complaints: read, tell what each record is, strike out, and only then keep.

Nothing of a record is written, logged or put into a message before it went through `redact`.
"""

import hashlib
import hmac
import json
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from zoneinfo import ZoneInfo

from ragtriage.disk.schema import Problem, problem_of
from ragtriage.errors import FileError, Place
from ragtriage.intake import slack
from ragtriage.intake.conversations import asked, said
from ragtriage.intake.fields import FieldMap, holds_talk, known_name, last_part, mapped, unfolded
from ragtriage.intake.files import Row, rows
from ragtriage.intake.inbox import TRACES, Inbox
from ragtriage.intake.model import Complaint
from ragtriage.intake.redact import redact, redact_id
from ragtriage.intake.shapes import Aside, Draft, Feedback, Piece, reader_of
from ragtriage.intake.values import clean, is_praise, looks_like_formula, moment, opened, rating_of

_SAMPLE = 200
_BATCH = 1000
_LISTED = 200
_ENDINGS = (".json", ".jsonl", ".ndjson", ".csv", ".tsv", ".txt", ".gz")
_LONGEST = 100_000
"""Characters of a question, answer or comment that are kept."""


@dataclass(slots=True)
class ImportReport:
    """What one file or folder held, and what became of it."""

    path: Path
    kinds: Counter[str] = field(default_factory=Counter)
    """Records by the kind of export: slack, zendesk, langfuse, langsmith, phoenix, table."""
    ratings: Counter[str] = field(default_factory=Counter)
    """Complaints read, by rating: down, none; `up` are kept apart."""
    new: int = 0
    present: int = 0
    """Those that were in the inbox already."""
    joined: int = 0
    """Ratings that stood apart from the trace they are on, and found it."""
    aside: Counter[str] = field(default_factory=Counter)
    """Records that are no complaint, by what they are."""
    struck: Counter[str] = field(default_factory=Counter)
    """What was struck out, by kind."""
    maps: dict[str, FieldMap] = field(default_factory=dict)
    """By file: which column holds what; of tables only."""
    notes: Counter[str] = field(default_factory=Counter)
    problems: list[Problem] = field(default_factory=list)
    """The first of them."""
    problem_count: int = 0

    def report(self, problem: Problem) -> None:
        """Count a record that was kept out."""
        self.problem_count += 1
        if len(self.problems) < _LISTED:
            self.problems.append(problem)

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
) -> list[ImportReport]:
    """Import files and folders into the inbox. Twice is once.

    `saved`: role to column names, from ragtriage.yaml, where a file has them. `given`: role to the column that it must
    have: UsageError otherwise, before anything of the file came in. `zone`: of times that name none. Ratings that
    stand apart from their traces find them in whichever of the files. Raises FileError for a file that cannot be read
    at all.
    """
    reports: list[ImportReport] = []
    waiting: list[tuple[ImportReport, Feedback]] = []
    for path in paths:
        report = ImportReport(path)
        reports.append(report)
        maker = _Maker(report, inbox.key(), zone)
        complaints = maker.complaints(_pieces(path, report, saved, given or {}), waiting)
        done = 0
        try:
            while batch := list(islice(complaints, _BATCH)):
                new = inbox.add(batch)
                report.new += new
                report.present += len(batch) - new
                done += len(batch)
                if progress is not None:
                    progress(path.name, done)
        except FileError as error:
            if len(paths) == 1:
                raise
            report.report(problem_of(error, path))  # the other files come in
        if not (report.kinds or report.aside or report.notes or report.problem_count):
            report.report(Problem("there is no record in it", Place(path), "export it again, with a row a complaint"))
    _join(waiting, inbox)
    return reports


def _join(waiting: Iterable[tuple[ImportReport, Feedback]], inbox: Inbox) -> None:
    for report, one in waiting:
        text, struck = redact(clean(one.comment)[:_LONGEST])
        report.struck += struck
        if inbox.rate(redact_id(one.trace).text, one.rating, text):
            report.joined += 1
        else:
            report.aside["ratings of traces that are in none of the files"] += 1


def _pieces(
    path: Path, report: ImportReport, saved: Mapping[str, Sequence[str]], given: Mapping[str, str]
) -> Iterator[tuple[Path, Row, Piece]]:
    """Every record of a file or of the files of a folder, as what it is."""
    tables: dict[str, _Table] = {}
    channels: dict[Path, list[tuple[Path, Row]]] = {}
    for file in _files(path, report):
        for row in _rows(file, path, report):
            if slack.is_message(row.value):
                channels.setdefault(file.parent, []).append((file, row))
            elif (found := reader_of(row.value)) is not None:
                report.kinds[found[0]] += 1
                yield file, row, found[1](row.value)
            else:
                key = str(file.parent) + "/*" if file != path and file.suffix == ".json" else str(file)
                table = tables.setdefault(key, _Table(key, report, saved, given))
                yield from table.take(file, row)
    for table in tables.values():
        yield from table.rest()
    for messages in channels.values():
        places = {id(row.value): file for file, row in messages}
        for row, draft in slack.threads(row for _, row in messages):
            report.kinds["slack"] += 1
            yield places[id(row.value)], row, draft


def _rows(file: Path, path: Path, report: ImportReport) -> Iterator[Row]:
    try:
        yield from rows(file, known_name, report.report)
    except FileError as error:
        if file == path:
            raise
        report.report(problem_of(error, file))  # one file of a folder: the others come in


def _files(path: Path, report: ImportReport) -> Iterator[Path]:
    if "\0" in str(path):
        raise FileError("no file can have this name", where=Place(path), next_step="check the path")
    if not path.is_dir():
        yield path
        return
    found = sorted(file for file in path.rglob("*") if file.is_file() and not file.name.startswith("."))
    fitting = [file for file in found if file.suffix.lower() in _ENDINGS]
    if not fitting:
        raise FileError(
            "no file in this folder can hold complaints", where=Place(path), next_step=f"give {', '.join(_ENDINGS)}"
        )
    for file in fitting:
        if slack.is_about_the_export(file.name):
            report.notes["lists of people and channels, not read"] += 1
        else:
            yield file


class _Table:
    """Rows of which no tool is known: their columns are told from the first ones, then each is read as it comes."""

    def __init__(
        self, name: str, report: ImportReport, saved: Mapping[str, Sequence[str]], given: Mapping[str, str]
    ) -> None:
        self._name, self._report, self._saved, self._given = name, report, saved, given
        self._waiting: list[tuple[Path, Row]] = []
        self._map: FieldMap | None = None

    def take(self, file: Path, row: Row) -> Iterator[tuple[Path, Row, Piece]]:
        self._report.kinds["table"] += 1
        row = Row(row.line, unfolded(row.value))
        if self._map is not None:
            yield file, row, self._draft(row.value, self._map)
            return
        self._waiting.append((file, row))
        if len(self._waiting) >= _SAMPLE:
            yield from self.rest()

    def rest(self) -> Iterator[tuple[Path, Row, Piece]]:
        """Those that waited for the columns to be told."""
        if self._map is None and self._waiting:
            sample = [row.value for _, row in self._waiting]
            self._map = mapped(sample, self._saved, self._given, Path(self._name))
            self._report.maps[self._name] = self._map
        for file, row in self._waiting:
            assert self._map is not None
            yield file, row, self._draft(row.value, self._map)
        self._waiting = []

    def _draft(self, value: Mapping[str, object], chosen: FieldMap) -> Draft:
        if any(looks_like_formula(cell) for cell in value.values()):
            self._report.notes["records with a cell that a spreadsheet would run: kept as text"] += 1
        cell = {role: opened(value.get(name)) for role, name in chosen.columns.items()}
        rating = rating_of(cell.get("rating"), chosen.least, chosen.most)
        comment = said(cell.get("comment")) or ""
        if rating is None:
            rating = "up" if comment and is_praise(comment) else "none"
        time = cell.get("time")
        return Draft(
            question=asked(cell.get("question")),
            answer=said(
                cell.get("answer", cell.get("question") if holds_talk(chosen.columns.get("question", "")) else "")
            ),
            comment=comment,
            rating=rating,
            at=moment(time, _UTC, not chosen.month_first) if chosen.month_first and isinstance(time, str) else time,
            kind="table",
            ref=cell.get("ref") or "",
            link=cell.get("link") or "",
            asker=cell.get("asker") or "",
            user={last_part(name): value[name] for name in chosen.user if value.get(name)},
            filters={last_part(name): value[name] for name in chosen.filters if value.get(name)},
            tags=opened(value.get("tags")) or (),
        )


_UTC = ZoneInfo("UTC")


class _Maker:
    """Drafts into complaints: everything a person could be known by is struck out here."""

    def __init__(self, report: ImportReport, key: bytes, zone: ZoneInfo) -> None:
        self._report, self._key, self._zone = report, key, zone

    def complaints(
        self, pieces: Iterable[tuple[Path, Row, Piece]], waiting: list[tuple[ImportReport, Feedback]]
    ) -> Iterator[Complaint]:
        for file, row, piece in pieces:
            if isinstance(piece, Feedback):
                waiting.append((self._report, piece))
            elif isinstance(piece, Aside):
                self._report.aside[piece.what] += 1
            elif not clean(piece.question):
                self._report.report(Problem("there is no question in this record", Place(file, row.line), ""))
            else:
                complaint = self._complaint(piece, file, row.line)
                self._report.ratings[complaint.rating] += 1
                yield complaint

    def _complaint(self, draft: Draft, file: Path, line: int | None) -> Complaint:
        question, answer, comment = (clean(each)[:_LONGEST] for each in (draft.question, draft.answer, draft.comment))
        at = moment(draft.at, self._zone)
        if draft.at and not at:
            self._report.notes["times that cannot be read: left empty"] += 1
        ref = clean(draft.ref)
        # What is said of a trace comes later, or in another export of it: it stays the same trace.
        told = [draft.kind, ref, question] if ref and draft.kind in TRACES else [question, answer, comment, at, ref]
        content = json.dumps(told, ensure_ascii=False)
        asker = clean(draft.asker)
        return Complaint(
            id="c-" + hashlib.sha256(content.encode()).hexdigest()[:10],
            question=self._struck(question),
            answer=self._struck(answer),
            comment=self._struck(comment),
            rating=draft.rating,
            at=at,
            kind=draft.kind,
            ref=redact_id(ref).text[:200],
            link=self._link(clean(draft.link)),
            asker=hmac.new(self._key, asker.encode(), "sha256").hexdigest()[:16] if asker else "",
            user=self._attributes(draft.user),
            filters=self._attributes(draft.filters),
            tags=tuple(self._struck(clean(tag)) for tag in draft.tags) if isinstance(draft.tags, list | tuple) else (),
            source=f"{file.name}:{line}" if line else file.name,
        )

    def _struck(self, text: str) -> str:
        text, struck = redact(text)
        self._report.struck += struck
        return text

    def _link(self, link: str) -> str:
        text, struck = redact_id(link)
        self._report.struck += struck
        return text[:1000]

    def _attributes(self, values: Mapping[str, object]) -> dict[str, str]:
        return {self._struck(str(key)): self._struck(clean(value)) for key, value in values.items() if clean(value)}
