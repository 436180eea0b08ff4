"""Documents from text files: those of a folder, or of a folder in a Git revision."""

import os
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from ragtriage.corpus.document import Attribute, Document
from ragtriage.corpus.html_text import html_text
from ragtriage.corpus.markup import LONGEST_TITLE, first_heading, front_matter
from ragtriage.corpus.normalising import clean_text, decoded_text, encodable
from ragtriage.corpus.reading import Gathering, SourceReading
from ragtriage.disk.files import read_bytes
from ragtriage.errors import FileError, FilePlace, SnapshotError

SUFFIXES = (".md", ".txt", ".html", ".htm", ".rst")
EXTRACTOR = "ragtriage text files 1: front matter to metadata, HTML to text, Markdown and reStructuredText as written"


@dataclass(frozen=True, slots=True)
class TextFile:
    """One file, found but perhaps not yet read."""

    path: str
    """Below the source's folder, with slashes."""
    where: FilePlace
    content: bytes


def is_text_file(path: str) -> bool:
    """Whether the file is one of those read here: by its extension, and neither it nor a folder of it is hidden."""
    parts = path.split("/")
    return parts[-1].lower().endswith(SUFFIXES) and not any(part.startswith(".") for part in parts)


def from_folder(folder: Path) -> SourceReading:
    """Documents from the .md, .txt, .html, .htm and .rst files below `folder`; hidden ones and links are skipped.

    A doc_id is the path below the folder without its extension, which stays where two files would collide.
    Raises SnapshotError when there is no such folder, no such file in it, or two documents have one doc_id.
    """
    if not folder.is_dir():
        raise SnapshotError("there is no such folder", where=FilePlace(folder))
    gathering = Gathering()
    gather(_walk(folder, gathering), gathering)
    return _checked(gathering.result(f"folder {folder.resolve().name}", EXTRACTOR), folder)


def _checked(reading: SourceReading, folder: Path) -> SourceReading:
    if not reading.documents and not reading.problems:
        raise SnapshotError(f"no {', '.join(SUFFIXES)} file was found", where=FilePlace(folder),
                            next_step="name the folder that holds the documents' text")  # fmt: skip
    return reading


def _walk(folder: Path, gathering: Gathering) -> Iterator[TextFile]:
    def unreadable(error: OSError) -> None:
        gathering.leave_out(FilePlace(Path(error.filename or folder)), f"cannot be read: {error.strerror}")

    for top, folders, files in os.walk(folder, onerror=unreadable):
        folders.sort()
        for name in sorted(files):
            file = Path(top, name)
            path = file.relative_to(folder).as_posix()
            if not is_text_file(path):
                continue
            if file.is_symlink():
                gathering.notes.add("links skipped", path)
                continue
            try:
                content = read_bytes(file)
            except FileError as error:
                gathering.leave_out(FilePlace(file), error.title)
                continue
            if content is not None:  # else it went away meanwhile
                yield TextFile(path, FilePlace(file), content)


def gather(files: Iterable[TextFile], gathering: Gathering) -> None:
    """Turn the files into documents."""
    found = list(files)
    stems: dict[str, int] = {}
    for file in found:
        stems[_stem(file.path)] = stems.get(_stem(file.path), 0) + 1
    for file in found:
        doc_id = _stem(file.path)
        if not encodable(file.path):
            gathering.leave_out(file.where, "the file's name is not Unicode text")
            continue
        if stems[doc_id] > 1:
            doc_id = file.path
            gathering.notes.add("extension kept in the doc_id, as two files would collide", doc_id)
        try:
            text, note = decoded_text(file.content)
        except UnicodeDecodeError:
            gathering.leave_out(file.where, "no text: other bytes than any encoding has")
            continue
        if note:
            gathering.notes.add(note, doc_id)
        gathering.add(_document(doc_id, clean_text(text, doc_id, gathering.notes), file.path, gathering), file.where)


def _stem(path: str) -> str:
    return str(PurePosixPath(path).with_suffix(""))


def _document(doc_id: str, text: str, path: str, gathering: Gathering) -> Document:
    suffix = PurePosixPath(path).suffix.lower()
    metadata: dict[str, Attribute] = {}
    front = front_matter(text)
    if front:
        metadata, text = front
        gathering.notes.add("front matter moved to metadata", doc_id)
    elif text.startswith("---\n"):
        gathering.notes.add("front matter not understood, left in the text", doc_id)
    title = metadata.pop("title", "")
    if suffix in (".html", ".htm"):
        text, heading = html_text(text)
        gathering.notes.add("HTML to text", doc_id)
    else:
        heading = first_heading(text, suffix)
    named = title if isinstance(title, str) else ", ".join(title)
    return Document(doc_id, (named or heading or doc_id)[:LONGEST_TITLE], text, metadata)
