"""What the records of a file or folder are: read twice, as the first look tells what the columns mean.

The first look passes over all records and keeps counts; the second makes drafts of complaints. A small file is held in
memory between the two, a large one is read again, so that gigabytes take little memory.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from zoneinfo import ZoneInfo

from ragtriage.disk.problems import Problem, problem_of
from ragtriage.errors import FileError, FilePlace
from ragtriage.intake import slack
from ragtriage.intake.column_names import known_name, last_part
from ragtriage.intake.column_profiles import MOST_COLUMNS, Profiles
from ragtriage.intake.columns import ColumnMeaning, FieldMap, meaning, speaks_of_values
from ragtriage.intake.conversations import answer_text, asked, holds_talk, is_of_a_bot, unfolded
from ragtriage.intake.export_formats import Aside, Feedback, Piece, RawComplaint, reader_of
from ragtriage.intake.files import ExportRecord, export_records
from ragtriage.intake.ratings import is_empty
from ragtriage.intake.scores import ScoreScales
from ragtriage.intake.shared_ids import shared_ids
from ragtriage.intake.time_columns import TimeColumn, TimeReader
from ragtriage.intake.times import Order
from ragtriage.intake.tool_records import ToolRecords
from ragtriage.intake.values import is_praise, looks_like_formula, parsed_strings

_ENDINGS = (".json", ".jsonl", ".ndjson", ".csv", ".tsv", ".txt", ".gz")
_HELD = 32 << 20
"""Bytes of files whose records are held in memory between the two looks."""
Found = tuple[Path, ExportRecord]
Report = Callable[[Problem], None]


@dataclass(frozen=True, slots=True)
class ImportSettings:
    """What a person said of how to read exports."""

    saved: Mapping[str, Sequence[str]] = field(default_factory=dict)
    """Role to column names, from ragtriage.yaml, where a file has them."""
    given: Mapping[str, str] = field(default_factory=dict)
    """Role to the column that a table must have, or the field of a known tool's records."""
    zone: ZoneInfo = field(default_factory=lambda: ZoneInfo("UTC"))
    """Of times that name none."""
    dates: Order | None = None
    """The order of days, where a person settled it."""


class ComplaintExport:
    """The records of one file, or of the files of one folder."""

    def __init__(self, path: Path, reading: ImportSettings, scales: ScoreScales) -> None:
        self.path, self._reading, self._scales = path, reading, scales
        self.kinds: Counter[str] = Counter()
        self.notes: Counter[str] = Counter()
        self._tables: dict[str, Profiles] = {}
        self._times: dict[str, TimeColumn] = {}
        """By kind of export, of those that are known."""
        self._meanings: dict[str, ColumnMeaning] = {}
        self._readers: dict[str, TimeReader] = {}
        self._held: list[Found] | None = None
        self._tools = ToolRecords(path, reading.given)

    # --- the first look

    def look(self, report: Report) -> None:
        """Pass over all records. Raises FileError for a file that cannot be read, UsageError for a column not there."""
        files = list(self._files())
        small = sum(file.stat().st_size for file in files if file.is_file()) <= _HELD
        zipped = any(file.suffix == ".gz" for file in files)
        self._held = [] if small and not zipped else None
        held = self._held is not None  # else what is wrong is told by the second look
        for found in self._rows(files, report if held else _unsaid, self.notes if held else Counter()):
            if self._held is not None:
                self._held.append(found)
            self._see(*found)
        self._tools.check(tables=bool(self._tables))
        self.notes.update(dict(self._tools.unread()))
        for key, profiles in self._tables.items():
            of = self._reading
            if profiles.passed_over:
                self.notes[f"values in columns beyond the first {MOST_COLUMNS:,}, not read"] += profiles.passed_over
            self._meanings[key] = meaning(profiles.columns, of.saved, of.given, of.zone, of.dates, Path(key))
        for kind, times in self._times.items():
            self._readers[kind] = times.decided(self._reading.zone, self._reading.dates)

    def _see(self, file: Path, row: ExportRecord) -> None:
        if slack.is_message(row.value):
            return
        if (found := reader_of(row.value)) is None:
            key = self._table_of(file)
            if key not in self._tables:
                self._tables[key] = Profiles(speaks_of_values, {*self._reading.given.values()})
            self._tables[key].see(unfolded(row.value))
            return
        piece = self._tools.piece(*found, row.value)
        self._scales.see(getattr(piece, "scores", ()))
        if isinstance(piece, RawComplaint) and not is_empty(piece.at):
            self._times.setdefault(piece.kind, TimeColumn()).see(piece.at)

    # --- the second look

    def pieces(self, report: Report) -> Iterator[tuple[Path, ExportRecord, Piece]]:
        """Every record, as what it is; only after `look`."""
        channels: dict[Path, list[Found]] = {}
        held = self._held
        for file, row in self._rows(list(self._files()), report, self.notes) if held is None else held:
            if slack.is_message(row.value):
                channels.setdefault(file.parent, []).append((file, row))
            elif (found := reader_of(row.value)) is not None:
                self.kinds[found[0]] += 1
                yield file, row, self._tools.piece(*found, row.value)
            else:
                self.kinds["table"] += 1
                if is_of_a_bot(row.value):
                    yield file, row, Aside("messages of bots")
                    continue
                draft = self._draft(unfolded(row.value), self._meanings[self._table_of(file)])
                yield file, row, _feedback(draft) or draft
        for messages in channels.values():
            places = {id(row.value): file for file, row in messages}
            for row, draft in slack.threads(row for _, row in messages):
                self.kinds["slack"] += 1
                yield places[id(row.value)], row, draft

    def times_of(self, draft: RawComplaint, file: Path) -> tuple[str, ...]:
        """When it was asked, as its column or its kind of export is read (empty: that cannot be told); and when, in
        another order of days."""
        if is_empty(draft.at) and not isinstance(draft.at, float):
            return ("",)  # a number that is none is no time, and counted
        if draft.kind == "table":
            reader = self._meanings[self._table_of(file)].times
        else:
            reader = self._readers.setdefault(draft.kind, TimeReader(self._reading.zone))
        return reader.read(draft.at), *reader.otherwise(draft.at)

    def maps(self) -> dict[str, FieldMap]:
        """By file: which column holds what; of tables only."""
        return {key: one.map for key, one in self._meanings.items()}

    def readers(self) -> Iterator[tuple[str, TimeReader]]:
        """What reads the times, with the name of what it reads."""
        for key, one in self._meanings.items():
            where = f" of {Path(key).name}" if len(self._meanings) > 1 else ""
            yield f"`{one.map.columns.get('time', '')}`{where}", one.times
        yield from ((f"times of {kind}", reader) for kind, reader in self._readers.items())

    # --- files and rows

    def _table_of(self, file: Path) -> str:
        """Files of one record each are one table; others are a table each."""
        return str(file.parent) + "/*" if file != self.path and file.suffix == ".json" else str(file)

    def _rows(self, files: Sequence[Path], report: Report, notes: Counter[str]) -> Iterator[Found]:
        for file in files:
            try:
                yield from ((file, row) for row in export_records(file, known_name, report, notes))
            except FileError as error:
                if file == self.path:
                    raise
                report(problem_of(error, file))  # one file of a folder: the others come in

    def _files(self) -> Iterator[Path]:
        path = self.path
        if "\0" in str(path):
            raise FileError("no file can have this name", where=FilePlace(path), next_step="check the path")
        yield from self._in_folder(path) if path.is_dir() else (path,)

    def _in_folder(self, path: Path) -> list[Path]:
        found = sorted(file for file in path.rglob("*") if file.is_file() and not file.name.startswith("."))
        own = [file for file in found if not file.is_symlink()]  # a clone's folder may link to files of yours
        if links := len(found) - len(own):
            self.notes["links in the folder, not followed: give such a file by its name"] = links
        fitting = [file for file in own if file.suffix.lower() in _ENDINGS]
        if not fitting:
            raise FileError(
                "no file in this folder can hold complaints",
                where=FilePlace(path),
                next_step=f"give {', '.join(_ENDINGS)}",
            )
        complaints = [file for file in fitting if not slack.is_about_the_export(file.name)]
        if about := len(fitting) - len(complaints):
            self.notes["lists of people and channels, not read"] = about
        return complaints

    def _draft(self, value: Mapping[str, object], means: ColumnMeaning) -> RawComplaint:
        chosen = means.map
        if any(looks_like_formula(cell) for cell in value.values()):
            self.notes["records with a cell that a spreadsheet would run: kept as text"] += 1
        cell = {role: parsed_strings(value.get(name)) for role, name in chosen.columns.items()}
        cell = {role: each for role, each in cell.items() if not is_empty(each)}
        comment = answer_text(cell.get("comment")) or ""
        talk = cell.get("question") if holds_talk(chosen.columns.get("question", "")) else ""
        return RawComplaint(
            question=asked(cell.get("question")),
            answer=answer_text(talk if "answer" not in chosen.columns else cell.get("answer", "")),
            comment=comment,
            rating=means.rating(value) or ("up" if comment and is_praise(comment) else "none"),
            at=value.get(chosen.columns.get("time", ""), ""),
            kind="table",
            ref=cell.get("ref") or "",
            link=cell.get("link") or "",
            asker=cell.get("asker") or "",
            user=_filled(value, chosen.user),
            filters=_filled(value, chosen.filters),
            tags=_tags(value),
            ids=shared_ids(value),
        )


def _filled(value: Mapping[str, object], names: Sequence[str]) -> dict[str, object]:
    """What stands in these columns, by the last part of their names."""
    return {last_part(name): value[name] for name in names if not is_empty(value.get(name))}


def _feedback(draft: RawComplaint) -> Feedback | None:
    """The rating that a record is, where it asks nothing itself and bears an id of what it is about."""
    about = draft.ids and draft.ids[0][0] != "id"
    if not about or draft.question or (draft.rating == "none" and not draft.comment):
        return None
    return Feedback(draft.ids[0][1], (), str(draft.comment), draft.rating, draft.ids)


def _unsaid(problem: Problem) -> None:
    """Of a look that another one follows."""


def _tags(value: Mapping[str, object]) -> object:
    found = next((parsed_strings(each) for name, each in value.items() if name.casefold() == "tags"), ())
    return tuple(each.strip() for each in found.split(",") if each.strip()) if isinstance(found, str) else found or ()
