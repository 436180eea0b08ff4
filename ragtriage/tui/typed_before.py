"""What was typed before, for `up` to bring back: in memory, and of some purposes in the state folder.

It is a convenience: where it cannot be read or kept, nothing is said, and the program goes on. The file is a person's
own, and anyone might have written it: what comes from it is made safe like what is pasted.
"""

import json
from pathlib import Path

from ragtriage.disk.atomic import read_bytes, replace_file
from ragtriage.errors import RagtriageError
from ragtriage.tui.widgets.candidates import typeable
from ragtriage.tui.widgets.prompt_line import HISTORY

FILE = "typed.json"
"""In the state folder, which only its owner may enter."""
KEPT = frozenset({"command", "filter", "review range"})
"""Purposes of the prompt that outlive the program. Notes and reasons are in their files already."""
LONGEST = 500
"""Characters of an entry that is kept: a longer one was pasted."""
MOST_BYTES = 1_000_000


class TypedBefore:
    """Oldest first, the last hundred of each purpose, one list for all screens."""

    def __init__(self, folder: Path) -> None:
        """`folder`: of the state."""
        self._path = folder / FILE
        self._memory: dict[str, list[str]] = {}

    def of(self, purpose: str) -> list[str]:
        """What was entered for a purpose."""
        if purpose not in self._memory:
            self._memory[purpose] = self._read().get(purpose, []) if purpose in KEPT else []
        return self._memory[purpose]

    def add(self, purpose: str, text: str) -> None:
        """Something was entered."""
        earlier = self.of(purpose)
        if not text.strip() or text in earlier[-1:]:
            return
        earlier.append(text)
        del earlier[:-HISTORY]
        if purpose in KEPT and len(text) <= LONGEST:
            self._keep(purpose, text)

    def _keep(self, purpose: str, text: str) -> None:
        """Behind what another session has kept meanwhile."""
        every = self._read()
        every[purpose] = [*every.get(purpose, []), text][-HISTORY:]
        try:
            replace_file(self._path, json.dumps(every, ensure_ascii=True, indent=1).encode())
            self._path.chmod(0o600)
        except (RagtriageError, OSError):
            return

    def _read(self) -> dict[str, list[str]]:
        try:
            found = json.loads(read_bytes(self._path, MOST_BYTES) or b"{}")
        except (RagtriageError, OSError, ValueError, RecursionError):
            return {}
        return {
            purpose: [typeable(one)[:LONGEST] for one in texts if isinstance(one, str)][-HISTORY:]
            for purpose, texts in (found.items() if isinstance(found, dict) else ())
            if purpose in KEPT and isinstance(texts, list)
        }
