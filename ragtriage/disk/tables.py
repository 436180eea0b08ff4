"""CSV as people export it: any delimiter, cells of several lines, quotes that never close, titles above the heading,
the heading again in the midst, or none.
"""

import csv
import re
from collections import Counter, deque
from collections.abc import Callable, Iterator
from itertools import chain, islice
from pathlib import Path

from ragtriage.disk.problems import Problem
from ragtriage.errors import FilePlace

_DELIMITERS = ",;\t|"
LONGEST_CELL = 1 << 20
"""Characters of one cell, unless the caller takes more."""
_LOOKED_AT = 20
"""Records from the top among which the heading is looked for."""
_NAMES_KNOWN = 2000
"""Cells of a record whose names are compared with known ones; a line of a million delimiters is no heading."""
_MOST_COLUMNS = 10_000
"""Of a record that are given; a sheet has no more than 16,384."""
_MOST_LINES = 200_000
"""Of one record: a quote that is never closed would hold the whole file."""
_SEP = re.compile(r"\ufeff?\"?sep=(.)\"?[\r\n]*", re.IGNORECASE)


def delimiter_of(text: str) -> str:
    """The delimiter that a file names (`sep=;`), else the one that parts its beginning most evenly, into the most
    columns."""
    if named := _SEP.match(text):
        return named[1]
    best, chosen = (0.0, 0), ","
    lines = text.splitlines(keepends=True)[:400]
    for one in _DELIMITERS:
        widths = _widths(lines, one)
        if not widths:
            continue
        usual, count = Counter(widths).most_common(1)[0]
        if usual > 1 and (count / len(widths), usual) > best:
            best, chosen = (count / len(widths), usual), one
    return chosen


def _widths(lines: list[str], delimiter: str) -> list[int]:
    """How many cells the first records have; the last may be cut, and counts only where it is the only one."""
    try:
        rows = [row for row in islice(csv.reader(lines, delimiter=delimiter), 60) if any(row)]
    except csv.Error:
        return []
    return [len(row) for row in rows[:-1] or rows]


class _Taken:
    """The lines that a reader takes, kept until the record is whole, so that a bad one can be read anew without it."""

    def __init__(self, lines: Iterator[str]) -> None:
        self._lines, self._again = lines, deque[str]()
        self.taken: list[str] = []
        self.line = 0
        """Lines of whole records before these."""

    def __iter__(self) -> Iterator[str]:
        return self

    def __next__(self) -> str:
        if len(self.taken) >= _MOST_LINES:
            raise csv.Error("a record of too many lines")
        line = self._again.popleft() if self._again else next(self._lines)
        self.taken.append(line)
        return line

    def done(self, lines: int | None = None) -> None:
        """The first `lines` of what was taken are done with; the others are given again."""
        lines = len(self.taken) if lines is None else lines
        self.line += lines
        self._again.extendleft(reversed(self.taken[lines:]))
        self.taken = []


class TableReader:
    """One file's records, read as a table."""

    def __init__(
        self,
        path: Path,
        delimiter: str,
        known: Callable[[str], bool],
        report: Callable[[Problem], None],
        longest: int = LONGEST_CELL,
        whole: bool = False,
    ) -> None:
        """`known` tells names that a heading may hold. `whole`: a record of fewer cells than the heading is a fault."""
        self._path, self._delimiter, self._known, self._report = path, delimiter, known, report
        self._longest, self._whole = longest, whole
        self.notes: Counter[str] = Counter()
        """What was passed over or looks odd, by what it is, and how often."""
        self.heading: list[str] = []
        self.doubled: list[str] = []
        """Names that stand in the heading twice."""
        self._filled: list[str] = []

    def rows(self, lines: Iterator[str]) -> Iterator[tuple[int, dict[str, str]]]:
        """Each record with the line it begins in, by its heading: `column 1` and so on where there is none."""
        records = _records(_Taken(lines), self._delimiter, self._path, self._report, self._longest)
        top = [one for one in islice(records, _LOOKED_AT) if not _SEP.fullmatch(self._delimiter.join(one[1]))]
        for line, cells, ended in chain(top[self._begin([cells for _, cells, _ in top]) :], records):
            if self._is_heading_again(cells) or self._is_apart(cells):
                continue
            row = self._row(line, cells, ended)
            if row is not None:
                yield line, row

    def _begin(self, top: list[list[str]]) -> int:
        """Take the heading out of the first records; how many are above what follows it."""
        if not top:
            return 0
        at = self._heading_at(top)
        if at:
            self.notes["lines above the heading, not read"] += at
        if len(top) > at + 2 and _is_import_ids(top[at + 2]):  # codes, then what was asked, then ids of the form's own
            self.heading = _named(top[at + 1])
            self.notes["headings of codes above those in words, not read"] += 1
            return at + 3
        named = _named(top[at])
        if not any(self._known(name) for name in named[:_NAMES_KNOWN]) and _is_no_heading(top[at], top[at + 1 :]):
            self.heading = [f"column {number}" for number in range(1, max(map(len, top)) + 1)]
            return at
        self.heading = named
        names = Counter(filter(None, (cell.strip() for cell in top[at])))
        self.doubled = [name for name, count in names.items() if count > 1]
        for name in self.doubled:
            self.notes[f"columns named `{name}`: the second is called `{name} (2)`"] = names[name]
        return at + 1

    def _heading_at(self, top: list[list[str]]) -> int:
        """Where the heading is: the first record, unless titles of fewer cells stand above known names."""
        known = [sum(self._known(cell.strip()) for cell in cells[:_NAMES_KNOWN]) for cells in top]
        filled = [sum(bool(cell.strip()) for cell in cells) for cells in top]
        first = next((at for at, count in enumerate(known) if count > 1), 0)
        return first if all(filled[at] < filled[first] for at in range(first)) else 0

    def _is_apart(self, cells: list[str]) -> bool:
        """A record that is none of what was asked: sums at the end, and what forms write below the heading."""
        if self._whole:
            return False  # a table of a corpus: every record is a document
        what = "rows of totals, not read" if len(cells) > 1 and _is_total(cells) else ""
        if _is_below_heading(cells):
            what = "second headings of a form, not read"
        self.notes.update([what] if what else [])
        return bool(what)

    def _is_heading_again(self, cells: list[str]) -> bool:
        """The heading once more, where files were put one after the other; or another one, which holds from here on."""
        names = [cell.strip() for cell in cells if cell.strip()]
        alike = (cell.strip().casefold() == name.casefold() for cell, name in zip(cells, self.heading, strict=False))
        if 1 < len(names) <= len(self.heading) and all(alike):
            self.notes["headings again in the midst, not read"] += 1
            return True
        if len(names) > 1 and len(set(names)) == len(names) and all(map(self._known, names)):
            self.heading = _named(cells)
            self.notes["other headings in the midst, taken for what follows"] += 1
            return True
        return False

    def _row(self, line: int, cells: list[str], ended: bool) -> dict[str, str] | None:
        heading = self.heading
        if not any(cell.strip() for cell in cells[len(heading) :]):
            cells = cells[: len(heading)]
        if len(cells) > len(heading):
            title = f"{len(cells)} cells, and the heading has {len(heading)}"
            self._report(Problem(title, FilePlace(self._path, line), "a cell that holds the delimiter needs quotes"))
            return None
        if len(cells) < len(heading) and not ended:
            title = f"the file ends within this record: {len(cells)} of {len(heading)} cells"
            self._report(Problem(title, FilePlace(self._path, line), "export it again"))
            return None
        if len(cells) < len(heading) and self._whole:
            title = f"{len(cells)} cells where the heading has {len(heading)}"
            self._report(Problem(title, FilePlace(self._path, line), "give every record all its cells"))
            return None
        self._look_for_merged(cells)
        if len(heading) > _MOST_COLUMNS:
            self.notes[f"records with more than {_MOST_COLUMNS:,} columns: those beyond are not read"] += 1
            heading, cells = heading[:_MOST_COLUMNS], cells[:_MOST_COLUMNS]
        return dict(zip(heading, [*cells, *[""] * (len(heading) - len(cells))], strict=True))

    def _look_for_merged(self, cells: list[str]) -> None:
        """Count records that leave their first cells empty below filled ones, as a sheet's merged cells come out."""
        empty = next((at for at, cell in enumerate(cells) if cell.strip()), 0)
        if empty and self._filled and all(self._filled[at] for at in range(empty)):
            names = ", ".join(self.heading[:empty])
            self.notes[f"records with nothing under {names}, as below merged cells: taken as empty"] += 1
        else:
            self._filled = [cell.strip() for cell in cells]


def _records(
    lines: _Taken, delimiter: str, path: Path, report: Callable[[Problem], None], longest: int
) -> Iterator[tuple[int, list[str], bool]]:
    """(line, cells, whether its last line was ended) of each record."""
    before = csv.field_size_limit()
    while True:
        opened: int | None = None
        reader = csv.reader(lines, delimiter=delimiter)
        try:
            while True:
                csv.field_size_limit(longest)
                cells = next(reader)
                ended = lines.taken[-1].endswith(("\n", "\r")) if lines.taken else True
                opened = _opened_in(lines.taken, delimiter) if not ended or _ends_in_break(cells) else None
                if opened is not None or (len(lines.taken) > 1 and "".join(lines.taken).count('"') % 2):
                    break  # the end of the file, or a quote that the next quoted cell seems to close
                line = lines.line + 1
                lines.done()
                if any(cell.strip() for cell in cells):
                    yield line, cells, ended
        except StopIteration:
            return
        except csv.Error:
            opened = _opened_in(lines.taken, delimiter) if len(lines.taken) > 1 else None
            if opened is None:
                title = f"a cell of more than {longest:,} characters"
                report(Problem(title, FilePlace(path, lines.line + 1), "it is left out"))
                lines.done()
                continue
        finally:
            csv.field_size_limit(before)
        at = opened or 0
        report(
            Problem("a quote is opened here and never closed", FilePlace(path, lines.line + at + 1), "export it again")
        )
        lines.done(at + 1)


def _ends_in_break(cells: list[str]) -> bool:
    """A line break at the end of the last cell is the file's, when its quote is never closed."""
    return bool(cells) and cells[-1].endswith(("\n", "\r"))


def _opened_in(lines: list[str], delimiter: str) -> int | None:
    """Which of the lines opens a quote that is not closed by their end; None when none does."""
    opened: int | None = None
    begins, ends = True, (delimiter, "\n", "\r")
    for number, line in enumerate(lines):
        at = line.find('"')
        while at >= 0:
            if opened is None:
                opened = number if (line[at - 1] in ends if at else begins) else None
            elif line[at + 1 : at + 2] == '"':
                at += 1
            else:
                opened = None
            at = line.find('"', at + 1)
        begins = opened is None and line.endswith(ends)
    return opened


def _named(cells: list[str]) -> list[str]:
    """The heading, each name once."""
    out: list[str] = []
    before: Counter[str] = Counter()
    for number, cell in enumerate(map(str.strip, cells), 1):
        name = cell.strip("\ufeff") or f"column {number}"
        out.append(f"{name} ({before[cell] + 1})" if before[cell] and cell else name)
        before[cell] += 1
    return out


_FORM_TYPES = frozenset(("response", "open-ended response", "other (please specify)"))


def _is_import_ids(cells: list[str]) -> bool:
    """Whether a record holds a form's own ids of its questions."""
    return all(cell.lstrip().startswith('{"ImportId"') for cell in cells if cell.strip())


def _is_below_heading(cells: list[str]) -> bool:
    """Whether a record says of each question how it is answered (`Open-Ended Response`)."""
    return not cells[0].strip() and all(cell[:40].strip().casefold() in _FORM_TYPES for cell in cells if cell.strip())


_LIKE_DATA = re.compile(r"\?\s*$|^\s*\d{1,4}[-/.]\d|^-?\d+(\.\d+)?$|@")


def looks_like_data(cells: list[str]) -> bool:
    """Whether a first record holds what headings seldom do: a question, a date, a number, a long text."""
    return any(len(cell) > 60 or _LIKE_DATA.search(cell) for cell in cells)


_TOTAL = re.compile(
    r"(?i)(?:grand |sub)?(?:total|totals|sum|average|avg|mean|count|summe|gesamt|gesamtsumme|durchschnitt|mittelwert"
    r"|anzahl|totale|moyenne|media|promedio|média|suma|razem|合計|平均|总计|总数|합계)"
    r"(?: (?:rows|records|responses|zeilen))?(?: ?:)?(?: ?\d{1,9})?"
)
_AMOUNT = re.compile(r"[-+]?\d[\d.,:]{0,28}[%€$]?")


def _is_total(cells: list[str]) -> bool:
    """Whether a record sums up those above: a word for that, and figures beside it."""
    first, *others = [cell[:60].strip() for cell in cells if cell.strip()] or [""]
    return bool(_TOTAL.fullmatch(first)) and all(_AMOUNT.fullmatch(one) for one in others)


_FIGURE = re.compile(r"\s*[-+]?\d")


def _is_no_heading(cells: list[str], below: list[list[str]]) -> bool:
    """Whether the first record is one as those below: questions stand in headings of forms, too, but above dates or
    numbers a heading has words."""
    if not looks_like_data(cells):
        return False
    for number, cell in enumerate(cells):
        under = [row[number] for row in below if len(row) > number and row[number].strip()]
        if under and cell.strip() and not _FIGURE.match(cell) and all(_FIGURE.match(each) for each in under):
            return False
    return True
