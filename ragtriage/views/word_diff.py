"""A quote and what stands there now, word by word, as spans: what bears meaning is told in words beside the signs.

`[-14-]{+30+} number`: the signs are those of `git diff --word-diff`, so that nothing hangs on a colour.
"""

from collections.abc import Sequence

from ragtriage.anchors.guard import WordChange
from ragtriage.drift.words import change_in_words
from ragtriage.views.story import Span

_AROUND = frozenset({"changed surroundings", "other surroundings"})


def word_diff(
    quote: str, text: str, start: int, end: int, diff: Sequence[WordChange], gaps: Sequence[tuple[int, int]] = ()
) -> tuple[Span, ...]:
    """`text[start:end]` with what became of the quote's words in it. Page furniture in `gaps` is left out."""
    out: list[Span] = []
    at = start
    for change in sorted((one for one in diff if _inside(one, start, end)), key=lambda one: (one.start, one.end)):
        if change.start < at:
            continue
        out += _plain(text, at, change.start, gaps)
        inserted_gap = any(change.start >= gap[0] and change.end <= gap[1] for gap in gaps)
        if change.old.strip():
            out.append(Span(f"[-{' '.join(change.old.split())}-]", "bad"))
        if change.new.strip() and not inserted_gap:
            out.append(Span(f"{{+{' '.join(change.new.split())}+}}", "good"))
        if change.kinds and not inserted_gap:
            out.append(Span(f" ({', '.join(change.telling)})", "warn"))
        at = max(at, change.end)
        if change.kinds and at < end and not text[at].isspace():
            out.append(Span(" "))  # the kind is a word of ours: it must not run into theirs
    out += _plain(text, at, end, gaps)
    around = [one for one in diff if not _inside(one, start, end)]
    if around:
        out.append(Span("  around it: ", "dim"))
        for number, change in enumerate(around):
            out.append(Span(f"{'; ' if number else ''}{change_in_words(change, quote)}", "warn"))
    return tuple(span for span in out if span.text)


def _inside(change: WordChange, start: int, end: int) -> bool:
    return not _AROUND & set(change.kinds) and start <= change.start <= end


def _plain(text: str, start: int, end: int, gaps: Sequence[tuple[int, int]]) -> list[Span]:
    """The words of `text[start:end]` without the gaps in it, each gap marked."""
    out: list[Span] = []
    for gap_start, gap_end in sorted(gaps):
        if start <= gap_start < end:
            out += [Span(_single(text[start:gap_start])), Span(" […] ", "dim")]
            start = max(start, gap_end)
    return [*out, Span(_single(text[start:end]))] if start < end else out


def _single(text: str) -> str:
    """White space made single; kept at the ends, where a change is next."""
    words = " ".join(text.split())
    lead, tail = " " * text[:1].isspace(), " " * text[-1:].isspace()
    return f"{lead}{words}{tail}" if words else lead
