"""The golden set as it was: case files at a commit, in the index, or in the working tree, and which of them differ.

Two sides are compared by the ids of their contents, so that only files that differ are read. A line end or a quote
written otherwise is no change of a case, and is told apart from one.
"""

import hashlib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

from ragtriage.cases import index
from ragtriage.cases.model import Case
from ragtriage.disk.files import read_bytes
from ragtriage.disk.schema import Problem
from ragtriage.errors import FileError, FilePlace, UsageError, WorkspaceError
from ragtriage.git.repository import Repository

_LINK, _MODULE = "120000", "160000"
_ENDINGS = (".yaml", ".yml", ".json")


@dataclass(frozen=True, slots=True)
class Entry:
    """A file under cases/ on one side."""

    key: str
    """Its path below the workspace, `cases/billing/0142.yaml`."""
    content: str
    """Git's id of its content, or another word that is the same for the same content."""
    fault: str = ""
    """Why it is not read."""


@dataclass(frozen=True, slots=True)
class Version:
    """What a file holds on one side."""

    key: str
    source: bytes
    case: Case | None
    problems: tuple[Problem, ...]
    """Everything that is wrong with it; without any there is a case."""


@dataclass(slots=True)
class Side:
    """The case files of one state of the workspace."""

    words: str
    """How a person calls it: `main (1a2b3c4d5)`, `the index`, `the working tree`."""
    commit: str | None
    """Full id; None for the index, the working tree, and what was before the first commit."""
    files: Mapping[str, Entry]
    _read: Callable[[Entry], bytes]
    _root: Path
    _seen: dict[str, Version] = field(default_factory=dict)

    def version(self, key: str) -> Version | None:
        """What a file holds here; None where there is none. Nothing that stands in it is an error.

        Raises WorkspaceError where the clone lacks it.
        """
        entry = self.files.get(key)
        if entry is None:
            return None
        if key not in self._seen:
            self._seen[key] = self._versioned(entry)
        return self._seen[key]

    def _versioned(self, entry: Entry) -> Version:
        path = self._root / entry.key
        if entry.fault:
            return Version(entry.key, b"", None, (Problem(entry.fault, FilePlace(path)),))
        try:
            source = self._read(entry)
        except FileError as error:
            return Version(
                entry.key, b"", None, (Problem(error.title, error.where or FilePlace(path), error.next_step),)
            )
        if entry.key.endswith(".yml"):
            return Version(
                entry.key, source, None, (Problem("cases end in .yaml", FilePlace(path), "rename it to .yaml"),)
            )
        case, problems = index.parse_case(source, path, index.id_of(entry.key))
        return Version(entry.key, source, case, tuple(problems))

    def cases(self, known: Mapping[str, Case] | None = None) -> Iterator[Case]:
        """All readable cases, by path; of two files with one id the .yaml alone. Files in `known` are not read."""
        found: dict[str, Case] = {}
        for key in sorted(self.files):
            case = known.get(key) if known else None
            if case is None:
                version = self.version(key)
                case = version.case if version else None
            if case is not None:
                found[case.id] = case
        yield from found.values()


def at_commit(repository: Repository, revision: str) -> Side:
    """The case files of a commit. Raises UsageError for a revision that names none."""
    commit = repository.commit(revision)
    folder = repository.prefix + index.FOLDER
    listed = repository.git("ls-tree", "-r", "-z", "--full-tree", commit, "--", folder)
    files: dict[str, Entry] = {}
    for line in filter(None, listed.split("\0")):
        (mode, _, oid), path = line.partition("\t")[0].split(), line.partition("\t")[2]
        if path == folder and mode == _MODULE:
            raise WorkspaceError(
                "`cases` is a repository of its own (a submodule)",
                where=FilePlace(repository.root / index.FOLDER),
                next_step="keep ragtriage.yaml and cases/ in one repository",
            )
        _put(files, path.removeprefix(repository.prefix), oid, mode)
    words = commit[:9] if commit.startswith(revision) else f"{revision} ({commit[:9]})"
    return Side(words, commit, files, lambda entry: repository.blob(entry.content), repository.root)


def staged(repository: Repository) -> Side:
    """The case files as the next commit would have them. A file in conflict is one that is not read."""
    folder = repository.prefix + index.FOLDER
    listed = repository.git_at_index(
        "ls-files", "--stage", "-z", "--full-name", "--", str(repository.root / index.FOLDER)
    )
    files: dict[str, Entry] = {}
    for line in filter(None, listed.split("\0")):
        (mode, oid, stage), path = line.partition("\t")[0].split(), line.partition("\t")[2]
        if not path.startswith(folder):
            continue
        key = path.removeprefix(repository.prefix)
        _put(files, key, oid, mode, "" if stage == "0" else "two branches changed it: the merge waits for a person")
    return Side("the index", None, files, lambda entry: repository.blob(entry.content), repository.root)


def in_working_tree(root: Path, like: Side) -> Side:
    """The case files on disk. Those that are in `like`, but for the line ends that Git may write, get its ids."""
    files: dict[str, Entry] = {}
    sources: dict[str, bytes] = {}
    for key, seen in index.look(root):
        if key.endswith("/"):
            continue
        try:
            source = b"" if seen.fault else read_bytes(root / key) or b""
        except FileError as error:
            files[key] = Entry(key, f"unreadable {key}", error.title)
            continue
        before = like.files.get(key)
        ids = _ids(source, len(before.content) if before else 40)
        same = before is not None and not seen.fault and before.content in ids
        files[key] = Entry(key, before.content if before and same else ids[0], seen.fault)
        if not same:
            sources[key] = source
    read = like._read

    def content(entry: Entry) -> bytes:
        return sources[entry.key] if entry.key in sources else read(entry)

    return Side("the working tree", None, files, content, root)


def on_disk_alike(repository: Repository, side: Side) -> set[str]:
    """The files that hold in the working tree what they hold on a side, by Git's own account: without reading them."""
    folder = str(repository.root / index.FOLDER)
    changed = set(
        repository.git_unfiltered("diff-files", "--name-only", "--ignore-submodules=all", "-z", "--", folder).split(
            "\0"
        )
    )
    alike = set()
    for line in filter(None, repository.git("ls-files", "--stage", "-z", "--full-name", "--", folder).split("\0")):
        (_, oid, stage), path = line.partition("\t")[0].split(), line.partition("\t")[2]
        entry = side.files.get(path.removeprefix(repository.prefix))
        if entry and not entry.fault and entry.content == oid and stage == "0" and path not in changed:
            alike.add(entry.key)
    return alike


def nothing(root: Path) -> Side:
    """What there was before the first commit."""

    def content(entry: Entry) -> bytes:
        raise FileError("there is no such file", where=FilePlace(root / entry.key))

    return Side("nothing (no commit yet)", None, {}, content, root)


def _put(files: dict[str, Entry], key: str, oid: str, mode: str, fault: str = "") -> None:
    name = key.rpartition("/")[2]
    if not name.endswith(_ENDINGS) or any(part.startswith(".") for part in key.split("/")):
        return
    if mode == _LINK:
        fault = "a symbolic link is not read"
    elif mode == _MODULE:
        fault = "a submodule is no case"
    elif any("\udc80" <= char <= "\udcff" for char in key):
        key, fault = key.encode("utf-8", "surrogateescape").decode("utf-8", "backslashreplace"), "its name is not UTF-8"
    files[key] = Entry(key, oid, fault)


def _ids(source: bytes, digits: int) -> list[str]:
    """Git's ids of a content as it stands and with the line ends that Git would store."""
    make = hashlib.sha1 if digits == 40 else hashlib.sha256
    return [make(b"blob %d\0" % len(each) + each).hexdigest() for each in (source, source.replace(b"\r\n", b"\n"))]


@dataclass(frozen=True, slots=True)
class Asked:
    """What is to be compared, as it was typed."""

    before: str | None
    """A revision; None: HEAD."""
    after: str | None
    """A revision; None: the working tree, or the index."""
    since_parted: bool = False
    """Compare with the commit at which the two parted."""


def parse_range(text: str) -> Asked:
    """`A..B`, `A...B` (what B changed since it parted from A), or `A` alone, against the working tree.

    An end left out is HEAD. Raises UsageError for what is no range.
    """
    before, dots, after = text.partition("...") if "..." in text else text.partition("..")
    if not text or text.startswith("-") or not (before or after):
        step = "write A..B, such as main..HEAD, where A and B are branches, tags or commits"
        raise UsageError(f"`{text}` is no range", next_step=step)
    return Asked(before or "HEAD", (after or "HEAD") if dots else None, dots == "...")


def sides(repository: Repository, asked: Asked, *, index_wanted: bool = False) -> tuple[Side, Side]:
    """Both sides of a comparison. Raises UsageError, WorkspaceError."""
    if asked.after is not None:
        before, after = repository.commit(asked.before or "HEAD"), asked.after
        if asked.since_parted:
            base = repository.parted(before, repository.commit(after))
            # Its own id says nothing to a person unless it is not simply where the branch stands.
            name = asked.before or "HEAD"
            return at_commit(repository, name if base == before else base), at_commit(repository, after)
        return at_commit(repository, asked.before or "HEAD"), at_commit(repository, after)
    unborn = asked.before is None and repository.head() is None
    before_side = nothing(repository.root) if unborn else at_commit(repository, asked.before or "HEAD")
    if index_wanted:
        return before_side, staged(repository)
    after_side = in_working_tree(repository.root, before_side)
    return before_side, replace(after_side, files=_with_left_out(repository, before_side, after_side))


def _with_left_out(repository: Repository, before: Side, after: Side) -> Mapping[str, Entry]:
    """Cases that a sparse checkout leaves out are not on disk, and not deleted."""
    gone = before.files.keys() - after.files.keys()
    if not gone or not (repository.git_dir / "info/sparse-checkout").exists():
        return after.files
    folder = repository.prefix + index.FOLDER
    listed = (entry.partition(" ") for entry in repository.git("ls-files", "-t", "-z", "--", folder).split("\0"))
    left_out = {path.removeprefix(repository.prefix) for tag, _, path in listed if tag == "S"}
    return {**after.files, **{key: before.files[key] for key in gone & left_out}}


_MAIN = ("refs/remotes/origin/HEAD", "origin/main", "origin/master", "main", "master")


MOST_BRANCHES = 500
"""Of those touched last; nobody looks through more."""


def branch_names(repository: Repository) -> list[str]:
    """The branches there are, here and as last fetched, the ones touched last first. Raises WorkspaceError."""
    words = ("--sort=-committerdate", f"--count={MOST_BRANCHES}", "--format=%(refname)", "refs/heads", "refs/remotes")
    names = repository.git("for-each-ref", *words).split("\n")
    short = (name.removeprefix("refs/heads/").removeprefix("refs/remotes/") for name in names)
    return [name for name in short if name and not name.endswith("/HEAD")]


def main_branch(repository: Repository) -> str | None:
    """The branch that others part from: the remote's own, else one of the usual names; None where there is none."""
    return next((name.removeprefix("refs/remotes/") for name in _MAIN if repository.has(name)), None)


def proposed(repository: Repository, text: str | None) -> Asked:
    """What a branch proposes: for `A..B`, what B changed since it parted from A, as a pull request shows it.

    Without a range: HEAD since it parted from the main branch. `A` alone: HEAD since it parted from A.
    Raises UsageError.
    """
    if text:
        asked = parse_range(text)
        return Asked(asked.before, asked.after or "HEAD", since_parted=True)
    head = repository.commit("HEAD")
    for name in _MAIN:
        if repository.has(name) and repository.commit(name) != head:
            return Asked(name.removeprefix("refs/remotes/"), "HEAD", since_parted=True)
    raise UsageError(
        "HEAD is where the main branch is: there is nothing to compare it with",
        next_step="name what to compare, such as main..my-branch or HEAD~1..HEAD",
    )
