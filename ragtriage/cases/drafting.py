"""A commit message drafted from what changed in the cases."""

import textwrap
from collections import Counter
from collections.abc import Sequence

from ragtriage.cases.comparing import CaseChange, Kind
from ragtriage.text import cut, one_line

SUBJECT = 72
"""Letters of a subject line at most; lines of the body are wrapped there too."""
_LISTED = 40
"""Cases that the body tells one by one."""
_VERBS: dict[Kind, str] = {
    "added": "add",
    "changed": "change",
    "deleted": "delete",
    "renamed": "rename",
    "rewritten": "rewrite",
    "unreadable": "break",
}


def drafted_message(changes: Sequence[CaseChange]) -> str:
    """Subject, blank line and body; empty without changes. Safe text: nothing in it is a comment to Git."""
    if not changes:
        return ""
    lines = [_subject(changes)]
    for change in changes[:_LISTED]:
        lines.append("")
        if len(changes) > 1:
            lines.append(one_line(f"{_of(change)}:"))
        for words in change.lines() or [f"{change.kind}: {change.new.question if change.new else 'the case is gone'}"]:
            lines += textwrap.wrap(
                one_line(words), SUBJECT, initial_indent="- ", subsequent_indent="  ", break_on_hyphens=False
            )
    if len(changes) > _LISTED:
        lines += ["", f"and {len(changes) - _LISTED} more cases"]
    return "\n".join(lines) + "\n"


def _of(change: CaseChange) -> str:
    return f"{_named(change)} ({change.kind})" if change.kind != "changed" else _named(change)


def _named(change: CaseChange) -> str:
    return f"case {change.id}" if change.id.startswith("#") else change.id  # at the start of a line Git drops it


def _subject(changes: Sequence[CaseChange]) -> str:
    if len(changes) == 1:
        (only,) = changes
        words = "; ".join(only.lines()) if only.kind == "changed" else only.kind
        return cut(one_line(f"{_named(only)}: {words}"), SUBJECT)
    counts = Counter(one.kind for one in changes)
    parts = [f"{verb} {counts[kind]}" for kind, verb in _VERBS.items() if counts[kind]]
    folders = sorted({one.id.partition("/")[0] for one in changes})
    where = f" ({', '.join(folders)})" if len(folders) <= 3 else ""
    return cut(one_line(f"Cases: {', '.join(parts)}{where}"), SUBJECT)
