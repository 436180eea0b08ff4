"""A passage as a reviewer reads it: its document by name, and the words around it."""

from ragtriage.corpus.document import Document
from ragtriage.views.story import Line, Span

AROUND = 240
"""Characters of surrounding text on either side."""


def document_label(document: Document) -> Line:
    """A document by its id, and its title where that says more."""
    title = [Span(f"  {document.title}", "dim")] if document.title and document.title != document.doc_id else []
    return Line((Span(document.doc_id, "id"), *title), hang=2)


def around(text: str, start: int, end: int) -> Line:
    """The passage in its surroundings, cut at words; line breaks made single, blank lines dropped."""
    lead, tail = text[max(0, start - AROUND) : start], text[end : end + AROUND]
    if start > AROUND:
        lead = f"… {lead.partition(' ')[2]}"
    if end + AROUND < len(text):
        tail = f"{tail.rpartition(' ')[0]} …"
    lead, tail = _tidy(lead).lstrip(), _tidy(tail).rstrip()
    return Line((Span(lead), Span(_tidy(text[start:end]), "gold"), Span(tail)))


def _tidy(text: str) -> str:
    lines = [" ".join(line.split()) for line in text.split("\n")]
    kept = [line for at, line in enumerate(lines) if line or at in (0, len(lines) - 1)]
    joined = "\n".join(kept)
    return f"{' ' * text[:1].isspace() if text[:1] != chr(10) else ''}{joined}{' ' if text[-1:] == ' ' else ''}"
