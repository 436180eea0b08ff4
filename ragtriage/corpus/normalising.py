"""What is made uniform on the way into a snapshot, once, so that offsets mean the same to everyone afterwards.

Line ends become LF, the byte order mark goes, bytes become text. NUL, ESC and the like stay as they are: they are what
the document said, and `ragtriage.text.safe` shows them. Whatever was changed is noted, for the manifest.
"""

import codecs
import io
from collections.abc import Iterable, Mapping
from pathlib import Path

from ragtriage.corpus.document import Attribute, Document
from ragtriage.disk.encodings import FALLBACK, encoding_of
from ragtriage.errors import FileError

_NAMED = 3
"""Documents named in a note; the rest are counted."""


class Notes:
    """What was changed on the way in, and in which documents."""

    def __init__(self) -> None:
        self._where: dict[str, dict[str, None]] = {}

    def add(self, what: str, where: str) -> None:
        """Note that `what` was done to the document or file `where`; twice is once."""
        self._where.setdefault(what, {})[where] = None

    def lines(self) -> tuple[str, ...]:
        """One line a kind of change: "line ends to LF: a, b, c and 12 more"."""
        return tuple(f"{what}: {_some(list(where))}" for what, where in self._where.items())


def _some(names: list[str]) -> str:
    shown = ", ".join(names[:_NAMED])
    return shown if len(names) <= _NAMED else f"{shown} and {len(names) - _NAMED} more"


def decoded_text(raw: bytes) -> tuple[str, str | None]:
    """The text of `raw`, and what had to be assumed or dropped for it (None: plain UTF-8).

    Raises UnicodeDecodeError when it is no text, in any encoding that is known.
    """
    if raw.startswith(codecs.BOM_UTF8):
        return raw[3:].decode("utf-8", FALLBACK), "byte order mark dropped"
    try:
        found = encoding_of(io.BytesIO(raw), Path())
    except FileError as error:
        raise UnicodeDecodeError("text", raw, 0, 1, error.title) from error
    # A stray byte in UTF-8 is read somehow; what its own encoding does not know is no text.
    return raw.decode(found.codec, FALLBACK if found.codec == "utf-8-sig" else "strict"), found.note or None


def clean_text(text: str, where: str, notes: Notes) -> str:
    """`text` with LF line ends, without a leading byte order mark and without lone surrogates (U+FFFD instead)."""
    if "\r" in text:
        text = text.replace("\r\n", "\n").replace("\r", "\n")
        notes.add("line ends to LF", where)
    if text.startswith("\ufeff"):
        text = text[1:]
        notes.add("byte order mark dropped", where)
    if not encodable(text):
        text = text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
        notes.add("lone surrogates to U+FFFD", where)
    return text


def clean_document(document: Document, notes: Notes) -> Document:
    """The document with its title, text and metadata cleaned; the same object when there is nothing to do."""
    doc_id = document.doc_id
    title = " ".join(clean_text(document.title, doc_id, notes).split("\n"))
    text = clean_text(document.text, doc_id, notes)
    metadata = _clean_metadata(document.metadata, doc_id, notes)
    if title == document.title and text == document.text and metadata == document.metadata:
        return document
    return Document(doc_id, title, text, metadata)


def _clean_metadata(metadata: Mapping[str, Attribute], where: str, notes: Notes) -> dict[str, Attribute]:
    def clean(value: Attribute) -> Attribute:
        if isinstance(value, str):
            return clean_text(value, where, notes)
        return tuple(clean_text(item, where, notes) for item in value)

    return {clean_text(key, where, notes): clean(value) for key, value in metadata.items()}


def encodable(text: str) -> bool:
    """Whether `text` can be stored as UTF-8: it holds no lone surrogates."""
    if text.isascii():
        return True
    try:
        text.encode("utf-8")
    except UnicodeEncodeError:
        return False
    return True


def all_clean(documents: Iterable[Document], notes: Notes) -> list[Document]:
    """Every document, cleaned, sorted by doc_id."""
    return sorted((clean_document(document, notes) for document in documents), key=lambda document: document.doc_id)
