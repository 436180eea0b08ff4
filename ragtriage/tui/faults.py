"""What can go wrong under a screen besides our own errors, told as one of these: a screen says it and goes on.

Most calls into the library are asked for here, by FAULTS, where a screen can say more. `lasting` stands around all of
them: a disk or an index may fail in any call, also where nobody thought of it, and Textual ends a program for what is
raised while a message is taken.
"""

import sqlite3
from dataclasses import replace
from functools import wraps
from pathlib import Path
from typing import Protocol, TypeVar, runtime_checkable

from textual.message import Message
from textual.message_pump import MessagePump

from ragtriage.errors import DatabaseError, FileError, RagtriageError
from ragtriage.index_damage import OF_VALUES, index_damage
from ragtriage.workspace import Workspace

Pump = TypeVar("Pump", bound=MessagePump)

FAULTS = (RagtriageError, sqlite3.Error, OSError, *OF_VALUES)
"""What the calls that a screen makes into the library may raise; the last ones where the index is damaged."""


def error_text(error: Exception, root: Path) -> RagtriageError:
    """The error in our words, with paths as seen from the workspace: whole ones fill a narrow screen.

    What was decided before it is on disk, whatever became of the index. Raises the error itself where it is a mistake
    of ours, and no damaged value.
    """
    if isinstance(error, OF_VALUES):
        error = _of_damage(error, root)
    if isinstance(error, RagtriageError):
        place = error.where
        if place is not None and place.path.is_relative_to(root):
            place = replace(place, path=place.path.relative_to(root))
        return RagtriageError(error.title, where=place, next_step=error.next_step.replace(f"{root}/", ""))
    if isinstance(error, sqlite3.Error):
        return DatabaseError(
            f"the index cannot be used: {error}",
            next_step="close ragtriage and open it again; .ragtriage/index.db may be deleted, it is made anew",
        )
    return FileError(f"a file cannot be used: {error}", next_step="check permissions and space")


def _of_damage(error: Exception, root: Path) -> RagtriageError:
    try:
        with Workspace.open(root) as workspace:
            damage = index_damage(workspace, error)
    except FAULTS:
        damage = None
    if damage is None:
        raise error
    return damage


@runtime_checkable
class Meeting(Protocol):
    """An app that says what befell it."""

    def met(self, error: Exception) -> None:
        """Say it. Raises the error itself where it is a mistake of ours."""


def lasting(taker: type[Pump]) -> type[Pump]:
    """A class that takes messages, and outlives a fault: the method that hands them out is Textual's door."""
    hand_out = taker._dispatch_message

    @wraps(hand_out)
    async def hand_out_and_last(self: Pump, message: Message) -> None:
        try:
            await hand_out(self, message)
        except FAULTS as error:
            if not isinstance(self.app, Meeting):  # a widget alone, in another app
                raise
            self.app.met(error)

    taker._dispatch_message = hand_out_and_last  # type: ignore[method-assign,assignment]
    return taker


def outlived(error: Exception) -> bool:
    """Whether whatever raised an error that reached the app goes on: a callback, a timer, a drawing or a worker does.

    What takes messages does not, once the error has left its loop.
    """
    trace = error.__traceback__
    return trace is None or trace.tb_frame.f_code.co_name not in ("_process_messages_loop", "_pre_process")
