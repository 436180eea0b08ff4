"""Committing what was decided: the workspace's own files, told by case, and nothing else that is changed or staged.

Other people's work in the same repository stays as it is: what they staged stays staged and out of the commit. What
cannot be committed now is said before anything is written.
"""

import os
import tempfile
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from ragtriage.cases.uncommitted import Waiting, branch_of, refuse_under_way
from ragtriage.errors import FilePlace, UsageError, WorkspaceError
from ragtriage.git.as_person import LIMIT_SECONDS, Done, git_as_person, git_in_terminal
from ragtriage.git.repository import Repository, open_repository
from ragtriage.text import one_line, safe


@dataclass(frozen=True, slots=True)
class Committed:
    """A commit that was made."""

    commit: str
    """Short id."""
    branch: str
    """Empty where none is checked out."""
    files: int
    note: str = ""
    """What went wrong after it was made."""


def refuse_unready(root: Path, message: str) -> None:
    """What speaks against a commit now: no message, a merge under way, a lock, no name. Raises as `commit`."""
    _text_of(message)
    with open_repository(root) as repository:
        refuse_under_way(repository)
        _refuse_locked(repository)
        _refuse_nameless(repository)


def commit(
    root: Path, what: Waiting, message: str, limit: float = LIMIT_SECONDS, *, in_terminal: bool = False
) -> Committed:
    """Commit what was shown, with the person's hooks and signing; `limit` in seconds.

    `in_terminal`: they have the terminal, may ask there, and have all the time they want.

    Raises UsageError without a message or anything to commit, WorkspaceError when Git, a hook or a lock refuses: then
    nothing was committed, and the index is as it was.
    """
    text = _text_of(message)
    if not what.paths:
        raise UsageError("there is nothing to commit", next_step="everything decided here is committed already")
    with open_repository(root) as repository:
        refuse_under_way(repository)
        _refuse_locked(repository)
        _refuse_nameless(repository)
        top, before = repository.top, repository.head()
        done = _made(top, what, text, limit, in_terminal)
        after = repository.head()
        if after is None or after == before:
            _forget_new(top, what, limit)
            asks = "" if in_terminal else "commit in a terminal, where it can ask: ragtriage commit"
            step = done.said or asks or "what it said stands above"
            raise WorkspaceError(f"nothing was committed: {_why(done, limit)}", where=FilePlace(root), next_step=step)
        note = "" if done.code == 0 else f"{_why(done, limit)} after it was made: {one_line(done.said)}"
        files = _files_of(repository, after)
        if not note and (more := len(files - set(what.paths))):
            note = f"a hook put {more} more file{'s' * (more != 1)} into it: git show --stat says which"
        return Committed(after[:9], branch_of(repository), len(files), note)


def _text_of(message: str) -> str:
    if not (text := safe(message).strip()):
        raise UsageError("a commit needs a message", next_step="say in a line what it is for")
    return text


def _files_of(repository: Repository, commit: str) -> set[str]:
    words = ("diff-tree", "--root", "-r", "--no-commit-id", "--name-only", "--no-renames", "-z", commit)
    return set(filter(None, repository.git(*words).split("\0")))


def _made(top: Path, what: Waiting, message: str, limit: float, in_terminal: bool) -> Done:
    """Make Git see the new files, then commit."""
    with tempfile.TemporaryDirectory() as folder:
        if what.new:
            files = _listed(Path(folder) / "new", what.new)
            seen = git_as_person(top, ["add", "--intent-to-add", *files], limit=limit)
            if seen.code != 0:
                return seen
        files = _listed(Path(folder) / "all", what.paths)
        text = Path(folder) / "message"
        text.write_bytes(message.encode("utf-8", "replace") + b"\n")
        words = ["-c", "i18n.commitEncoding=utf-8", "commit", "--quiet", "--only", "--cleanup=whitespace"]
        words += [f"--file={text}", *files]
        return git_in_terminal(top, words) if in_terminal else git_as_person(top, words, limit=limit)


def _listed(file: Path, paths: Iterable[str]) -> tuple[str, str]:
    """The options that name the paths, each taken as it is. A command line has no room for ten thousand."""
    file.write_bytes(b"".join(b":(top,literal)%b\0" % os.fsencode(path) for path in paths))
    return f"--pathspec-from-file={file}", "--pathspec-file-nul"


def _forget_new(top: Path, what: Waiting, limit: float) -> None:
    """Nothing came of it: the index is to be as it was."""
    names = b"".join(os.fsencode(path) + b"\0" for path in what.new)
    if names:
        git_as_person(top, ["update-index", "--force-remove", "-z", "--stdin"], stdin=names, limit=limit)


def _why(done: Done, limit: float) -> str:
    if done.code is None:
        return f"Git, a hook or a signing program took longer than {limit:.0f} s and was stopped"
    return "Git or a hook refused" if done.said else f"Git ended with {done.code}"


# -- what speaks against it


def _refuse_locked(repository: Repository) -> None:
    lock = repository.git_dir / "index.lock"
    if lock.exists():
        raise WorkspaceError(
            "another Git command is at work here, or one was killed",
            where=FilePlace(lock),
            next_step="wait for it; if there is none, remove that file",
        )


def _refuse_nameless(repository: Repository) -> None:
    """Git would make up a name from the machine's, which nobody knows again."""
    try:
        for whose in ("GIT_AUTHOR_IDENT", "GIT_COMMITTER_IDENT"):
            repository.git("-c", "user.useConfigOnly=true", "var", whose)
    except WorkspaceError as error:
        raise WorkspaceError(
            "Git does not know your name and e-mail address, which a commit bears",
            where=FilePlace(repository.root),
            next_step='git config --global user.name "Your Name"\ngit config --global user.email you@example.org',
        ) from error


# -- branches


def commit_on_branch(
    root: Path, name: str, what: Waiting, message: str, limit: float = LIMIT_SECONDS, *, in_terminal: bool = False
) -> Committed:
    """Make a branch at HEAD, switch to it, and commit there. Where that is refused, one is back where one was.

    Raises as `new_branch` and `commit`, and says where one is.
    """
    refuse_unready(root, message)  # a branch for nothing would be in the way of the next try
    new_branch(root, name)
    try:
        return commit(root, what, message, limit, in_terminal=in_terminal)
    except WorkspaceError as error:
        where = _back(root, name.strip(), what.branch)
        raise WorkspaceError(error.title, where=error.where, next_step=f"{error.next_step}\n{where}".strip()) from error


def _back(root: Path, made: str, before: str) -> str:
    """Leave the branch that was made for nothing, and say where one is. Nothing was committed, so no file changes."""
    with open_repository(root) as repository:
        try:
            if (head := repository.head()) is None:
                repository.git("symbolic-ref", "HEAD", f"refs/heads/{before}")
            else:
                repository.git("switch", "--quiet", *([before] if before else ["--detach", head]))
                repository.git("branch", "--quiet", "-D", made)
        except WorkspaceError:
            return f"you are on the new branch {one_line(made)}: git switch {one_line(before) or '-'} goes back"
    return f"you are on {one_line(before) or 'no branch'} as before, and {one_line(made)} was not made"


def new_branch(root: Path, name: str) -> str:
    """Make a branch at HEAD and switch to it; what is changed and staged stays. Returns its name.

    Raises UsageError for a name that cannot be one or is taken, WorkspaceError when Git refuses.
    """
    name = name.strip()
    with open_repository(root) as repository:
        refuse_under_way(repository)
        if not _may_name(repository, name):
            raise UsageError(
                f"`{name}` cannot be the name of a branch",
                next_step="letters, digits, - _ . and / such as reviews/2026-w48",
            )
        if name == branch_of(repository) or _is_taken(repository, name):
            raise UsageError(f"there is a branch `{name}` already", next_step=f"git switch {name}")
        _refuse_locked(repository)
        repository.git("switch", "--quiet", "--no-track", "--create", name)
    return name


def _may_name(repository: Repository, name: str) -> bool:
    if not name or name.startswith("-") or name == "HEAD" or safe(name) != name:
        return False
    try:
        repository.git("check-ref-format", f"refs/heads/{name}")
    except WorkspaceError:
        return False
    return True


def _is_taken(repository: Repository, name: str) -> bool:
    try:
        repository.git("show-ref", "--verify", "--quiet", f"refs/heads/{name}")
    except WorkspaceError:
        return False
    return True
