"""Git is started in one place, in the environment that is made there; and why GitPython's own is not enough."""

import ast
import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from git import Git, GitCommandError, InvalidGitRepositoryError, Repo

import ragtriage
from ragtriage.errors import WorkspaceError
from ragtriage.git import reading
from ragtriage.git.as_person import git_as_person
from ragtriage.git.process import BEHIND_SCREEN, IN_TERMINAL, LOOKING
from ragtriage.git.reading import git_bytes
from ragtriage.git.revision import revision_of

PACKAGE = Path(ragtriage.__file__).parent
DOOR = PACKAGE / "git"
STARTS_OTHERS = {"cli/case_writing.py", "tui/parts/case_files.py"}
"""The person's own editor."""
STARTERS = {"system", "popen", "execv", "execve", "execvp", "execvpe", "posix_spawn", "posix_spawnp", "fork"}


def modules() -> Iterator[tuple[str, ast.Module]]:
    for path in PACKAGE.rglob("*.py"):
        if not path.is_relative_to(PACKAGE / "sample"):
            yield path.relative_to(PACKAGE).as_posix(), ast.parse(path.read_text(encoding="utf-8"))


def imported(tree: ast.Module) -> set[str]:
    """The outermost packages that a module imports, anywhere in it."""
    found = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            found |= {name.name.partition(".")[0] for name in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            found.add(node.module.partition(".")[0])
    return found


def starts(tree: ast.Module) -> bool:
    """Whether a module starts programs."""
    called = {node.attr for node in ast.walk(tree) if isinstance(node, ast.Attribute)}
    return bool(imported(tree) & {"subprocess", "git", "pty"} or called & STARTERS)


def begins_with_git(tree: ast.Module) -> bool:
    """Whether a list, a tuple or the words of a call begin with "git": what somebody hands to a starter of programs."""
    for node in ast.walk(tree):
        parts: list[ast.expr] = []
        if isinstance(node, ast.List | ast.Tuple):
            parts = node.elts
        elif isinstance(node, ast.Call):
            parts = node.args
        if len(parts) > 1 and isinstance(parts[0], ast.Constant) and parts[0].value == "git":
            return True
    return False


def test_nothing_but_the_door_starts_git_or_imports_gitpython() -> None:
    found: dict[str, set[str]] = {"imports it": set(), "says git": set(), "starts": set()}
    for name, tree in modules():  # one at a time: all trees at once are most of a gigabyte to go through
        if not name.startswith("git/"):
            found["imports it"] |= {name} if "git" in imported(tree) else set()
            found["says git"] |= {name} if begins_with_git(tree) else set()
            found["starts"] |= {name} if starts(tree) else set()
    assert found == {"imports it": set(), "says git": set(), "starts": STARTS_OTHERS}


def test_in_the_door_one_module_starts_it() -> None:
    inside = {name: tree for name, tree in modules() if name.startswith("git/")}
    assert {name for name, tree in inside.items() if "git" in imported(tree)} == {"git/process.py"}
    calls = {
        (name, node.func.attr)
        for name, tree in inside.items()
        for node in ast.walk(tree)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute)
        and node.func.attr in {"Popen", "run", "call", "check_output", "execute"} | STARTERS
    }  # fmt: skip
    assert calls == {("git/process.py", "execute")}


def test_the_walk_sees_what_it_looks_for() -> None:
    for source in ("import git", "from git.exc import GitError", "def f():\n    import git.repo"):
        assert "git" in imported(ast.parse(source))
    assert "git" not in imported(ast.parse("from ragtriage.git import reading"))
    for source in ('run(["git", "log"])', 'f = ("git", *words)', 'run("git", "log")'):
        assert begins_with_git(ast.parse(source)), source
    assert starts(ast.parse("import os\nos.system(x)")) and not starts(ast.parse("import os\nos.stat(x)"))


@pytest.fixture
def repository(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for name in [name for name in os.environ if name.startswith("GIT_")]:
        monkeypatch.delenv(name)
    monkeypatch.setenv("GIT_CONFIG_GLOBAL", os.devnull)
    monkeypatch.setenv("GIT_CONFIG_SYSTEM", os.devnull)
    folder = tmp_path / "here"
    folder.mkdir()
    (folder / "a.md").write_text("A\n")
    git_bytes(folder, "init", "-q", "-b", "main")
    git_bytes(folder, "add", "-A")
    git_bytes(folder, "-c", "user.name=n", "-c", "user.email=n@x", "commit", "-q", "-m", "first")
    return folder


# -- what GitPython does, and why the door does it otherwise: when one of these fails, a detour may go


def test_gitpython_takes_nothing_out_of_the_environment_and_the_door_does(
    repository: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GIT_DIR", str(repository.parent / "elsewhere"))
    with pytest.raises(GitCommandError):
        Git(repository).execute(["git", "log", "-1"], env={})
    assert git_bytes(repository, "log", "-1", "--format=%s") == b"first\n"


def test_gitpython_objects_are_led_by_the_environment_and_the_door_is_not(
    repository: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GIT_OBJECT_DIRECTORY", str(repository.parent / "elsewhere"))
    with pytest.raises(InvalidGitRepositoryError):
        Repo(repository, expand_vars=False)
    with revision_of(repository, "main") as revision:
        assert revision is not None
        assert [file.path for file in revision.files("") or ()] == ["a.md"]


def test_gitpython_reads_variables_in_a_folder_s_name_and_the_door_does_not(
    repository: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ELSEWHERE", "here")
    named = repository.parent / "$ELSEWHERE"
    named.mkdir()
    assert Git(str(named)).working_dir == str(repository)
    git_bytes(named, "init", "-q")
    assert reading.line(named, "rev-parse", "--show-toplevel") == str(named)


def test_gitpython_runs_where_we_stand_if_the_folder_is_gone_and_the_door_says_so(
    repository: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(repository)
    gone = repository.parent / "gone"
    assert Git(gone).execute(["git", "log", "-1", "--format=%s"]) == "first"
    with pytest.raises(WorkspaceError, match="no such folder"):
        git_bytes(gone, "log")


def test_gitpython_reads_no_index_of_version_4() -> None:
    """So `index_file.py` reads it itself: it is asked at each start, for which nothing heavy may be loaded."""
    from io import BytesIO

    from git.index.fun import read_header

    with pytest.raises(AssertionError, match="only 1, 2, and 3"):
        read_header(BytesIO(b"DIRC" + (4).to_bytes(4, "big") + (0).to_bytes(4, "big")))


# -- the environment


def test_to_look_is_to_run_fetch_and_lock_nothing() -> None:
    assert {"core.fsmonitor=false", "core.hooksPath=/dev/null"} < set(LOOKING.settings)
    assert LOOKING.given["GIT_NO_LAZY_FETCH"] == "1" and LOOKING.given["GIT_ALLOW_PROTOCOL"] == "none"
    assert LOOKING.given["GIT_OPTIONAL_LOCKS"] == "0"


@pytest.mark.parametrize("surroundings", [LOOKING, IN_TERMINAL, BEHIND_SCREEN])
def test_only_what_is_set_is_taken_away(surroundings, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GIT_DIR", "/elsewhere")
    monkeypatch.delenv("GIT_WORK_TREE", raising=False)
    _, leave = surroundings.environment({})
    assert "GIT_DIR" in leave and "GIT_WORK_TREE" not in leave
    assert "GIT_DIR" not in surroundings.environment({"GIT_DIR": "/given"})[1]


@pytest.mark.parametrize("language", [None, "de_DE.UTF-8"])
def test_hooks_get_the_person_s_language_and_no_terminal(
    repository: Path, monkeypatch: pytest.MonkeyPatch, language: str | None
) -> None:
    for name in ("LC_ALL", "LANGUAGE"):
        monkeypatch.delenv(name, raising=False)
        if language:
            monkeypatch.setenv(name, language)
    monkeypatch.setenv("GPG_TTY", "/dev/tty")
    shown = 'alias.shown=!echo "${LC_ALL-none} ${LANGUAGE-none} ${GPG_TTY-none} ${GIT_TERMINAL_PROMPT-none}"'
    told = git_as_person(repository, ["-c", shown, "shown"])
    assert told.said == f"{language or 'none'} {language or 'none'} none 0"


def test_both_streams_are_shown_in_their_order_and_what_is_asked_finds_the_end(repository: Path) -> None:
    talks = "alias.talks=!echo one; echo two >&2; echo three; cat"
    assert git_as_person(repository, ["-c", talks, "talks"], stdin=b"four\n").said == "one\ntwo\nthree\nfour"


def test_what_takes_too_long_ends_with_all_that_it_started(repository: Path) -> None:
    pipe = repository / "pipe"
    os.mkfifo(pipe)
    slow = "alias.slow=!sleep 600 3> pipe & wait"
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    assert git_as_person(repository, ["-c", slow, "slow"], limit=1).code is None
    os.set_blocking(reader, True)
    assert os.read(reader, 1) == b""  # nobody has it open to write
    os.close(reader)


def test_without_a_git_it_is_said(repository: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Git, "GIT_PYTHON_GIT_EXECUTABLE", "no-such-git")
    with pytest.raises(WorkspaceError, match="not installed"):
        git_bytes(repository, "log")
