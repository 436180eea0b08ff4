"""Who changed a label, when, and what: a line a commit, for the history of a case."""

from collections.abc import Iterable, Iterator

from ragtriage.cases.history import FileCommit
from ragtriage.views.story import Line, Span


def change_lines(changes: Iterable[FileCommit]) -> Iterator[Line]:
    """`2026-11-12  mk: evidence 2 re-anchored in …; tag sso added  Labels of June  1a2b3c4`.

    Where it is not known what a commit changed, its summary stands alone.
    """
    for change in changes:
        day, commit = Span(f"{change.at}  ", "dim"), change.commit
        if change.words:
            about = Span(f"  {change.summary}  {commit}", "dim")
            said = (Span(f"{change.author}: "), Span("; ".join(change.words)), about)
        else:
            said = (Span(f"{commit}  ", "dim"), Span(change.summary), Span(f"  {change.author}", "dim"))
        yield Line((day, *said), hang=12 if change.words else 10)
