"""Where documents come from: the one door for a snapshot's maker, whatever the kind of source."""

from pathlib import Path

from ragtriage.corpus.git_source import from_git
from ragtriage.corpus.reading import SourceReading
from ragtriage.corpus.records import from_csv, from_json
from ragtriage.corpus.text_files import from_folder
from ragtriage.errors import FilePlace, SnapshotError

__all__ = ["SourceReading", "from_csv", "from_folder", "from_git", "from_json", "read_source"]


def read_source(path: Path) -> SourceReading:
    """Documents from a folder of text files, or a .jsonl, .json, .ndjson, .csv or .tsv file, also with .gz.

    Raises SnapshotError when there is no such thing, or nothing in it can be read. For Git: `from_git`.
    """
    if path.is_dir():
        return from_folder(path)
    name = path.name.lower().removesuffix(".gz")
    if not path.exists():
        raise SnapshotError("there is no such file or folder", where=FilePlace(path))
    if name.endswith((".jsonl", ".ndjson", ".json")):
        return from_json(path)
    if name.endswith((".csv", ".tsv")):
        return from_csv(path)
    raise SnapshotError(
        "this kind of file is not read",
        where=FilePlace(path),
        next_step="give a folder of .md, .txt, .html or .rst files, or a .jsonl, .json or .csv file, also with .gz",
    )
