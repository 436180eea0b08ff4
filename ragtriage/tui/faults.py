"""What can go wrong under a screen besides our own errors, told as one of these: a screen says it and goes on."""

import sqlite3

from ragtriage.errors import DatabaseError, FileError, RagtriageError

FAULTS = (RagtriageError, sqlite3.Error, OSError)
"""What the calls that a screen makes into the library may raise."""


def told(error: Exception) -> RagtriageError:
    """The error in our words. What was decided before it is on disk, whatever became of the index."""
    if isinstance(error, RagtriageError):
        return error
    if isinstance(error, sqlite3.OperationalError) and "locked" in str(error):
        return DatabaseError("the index is busy", next_step="another ragtriage holds it: try again in a moment")
    if isinstance(error, sqlite3.Error):
        return DatabaseError(
            f"the index cannot be used: {error}",
            next_step="close ragtriage and open it again; .ragtriage/index.db may be deleted, it is made anew",
        )
    return FileError(f"a file cannot be used: {error}", next_step="check permissions and space")
