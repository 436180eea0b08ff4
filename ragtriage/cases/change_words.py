"""The history of one case for reading beside it: the latest commits, each in the words of what it changed.

`case_log` tells all of it, from whole trees; this asks Git once and reads only the file's own versions, so that it may
be told of every case that the cursor rests on.
"""

import re
from collections.abc import Iterator
from pathlib import Path

from ragtriage.cases.comparing import changes_between
from ragtriage.cases.history import FileCommit
from ragtriage.cases.revisions import Entry, Side
from ragtriage.errors import WorkspaceError
from ragtriage.git.repository import Repository, open_repository

AT_MOST = 8
"""Commits that are told."""
_SHORT = 9
"""Digits of a commit's id: `--no-abbrev`, which the versions' ids want, holds for it too."""
_FIELDS = 5
"""Of a commit: id, author, date, summary, and what Git says of the file."""
_FORMAT = "%x00%h%x00%an%x00%as%x00%s%x00"
_RAW = re.compile(r"^:\d+ \d+ ([0-9a-f]+) ([0-9a-f]+) [A-Z]\d*\t([^\t\n]*)(?:\t([^\t\n]*))?$", re.MULTILINE)


def changes_told(root: Path, path: Path, at_most: int = AT_MOST) -> list[FileCommit]:
    """The commits that touched a case's file, newest first, also under an earlier name; empty outside Git."""
    try:
        with open_repository(root) as repository:
            return list(_told(repository, path, at_most)) if repository.head() else []
    except WorkspaceError:  # no Git, or none that will answer: a history is nothing to fail for
        return []


def _told(repository: Repository, path: Path, at_most: int) -> Iterator[FileCommit]:
    asked = ("--follow", "--raw", "--no-abbrev", f"--max-count={at_most}", f"--format={_FORMAT}")
    parts = repository.git("log", *asked, "HEAD", "--", str(path)).split("\0")[1:]
    for at in range(0, len(parts) - _FIELDS + 1, _FIELDS):
        commit, author, day, summary, raw = parts[at : at + _FIELDS]
        yield FileCommit(commit[:_SHORT], author, day, summary, _words(repository, raw))


def _words(repository: Repository, raw: str) -> tuple[str, ...]:
    """What a commit did to the file; nothing for a merge, or where the clone lacks a version of it."""
    found = _RAW.search(raw)
    if found is None:
        return ()
    before = _side(repository, found[1], found[3])
    after = _side(repository, found[2], found[4] or found[3])
    try:
        changes = changes_between(before, after)
    except WorkspaceError:
        return ()
    came = {"added": ["new"], "deleted": ["deleted"]}
    return tuple(words for change in changes for words in (*came.get(change.kind, ()), *change.lines()))


def _side(repository: Repository, oid: str, name: str) -> Side:
    key = name.removeprefix(repository.prefix)
    files = {key: Entry(key, oid)} if oid.strip("0") else {}
    return Side("", None, files, lambda entry: repository.blob(entry.content), repository.root)
