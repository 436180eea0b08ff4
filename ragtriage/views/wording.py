"""Beside the story of a case: whether its question is worded as the document is that answers it."""

from collections.abc import Callable
from dataclasses import replace

from ragtriage.cases.model import Case
from ragtriage.corpus.copying import copied
from ragtriage.views.story import Line, Section, Span, Story

_ABOVE = ("question", "diagnosis", "suspicions")
"""Sections that stand above it."""


def with_wording(story: Story, case: Case, text: Callable[[str], str | None]) -> Story:
    """The story with what the question shares with its documents, if it is copied from one; `text`: of a document."""
    found = [
        (doc_id, run) for doc_id in case.doc_ids if (there := text(doc_id)) and (run := copied(case.question, there))
    ]
    if not found:
        return story
    why = Span("  Any search finds it, and it measures little: users have not read the document.", "dim")
    lines = [
        Line((Span("? ", "warn"), Span("worded as ", "warn"), Span(doc_id, "id"), Span(f" is: “{run}”.")), hang=2)
        for doc_id, run in found
    ]
    lines[-1] = replace(lines[-1], spans=(*lines[-1].spans, why))
    at = next((n for n, one in enumerate(story.sections) if one.id not in _ABOVE), len(story.sections))
    section = Section("wording", "Wording", tuple(lines))
    return replace(story, sections=(*story.sections[:at], section, *story.sections[at:]))
