"""A repository of its own for a folder that we made: the demo's decisions show as a diff."""

import contextlib
from pathlib import Path

from ragtriage.errors import WorkspaceError
from ragtriage.git.reading import git_bytes

_WHO = {"NAME": "Ostrel quality team", "EMAIL": "quality@ostrel.example"}
_COMMIT = ("-c", "commit.gpgSign=false", "commit", "--quiet", "--no-verify")


def into_git(folder: Path, message: str) -> None:
    """Commit all of the folder to a new repository in it. Without Git nothing is done: all works without it too."""
    somebody = {f"GIT_{role}_{key}": value for role in ("AUTHOR", "COMMITTER") for key, value in _WHO.items()}
    with contextlib.suppress(WorkspaceError):
        git_bytes(folder, "init", "--quiet", "--initial-branch=main", "--template=")
        git_bytes(folder, "add", "--all")
        git_bytes(folder, *_COMMIT, f"--message={message}", more=somebody)
