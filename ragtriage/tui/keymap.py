"""The user's `keys:` setting: ids to other keys, checked before the first screen.

Two things on one key would make one of them unreachable without a word, so a clash is an error at start. Some keys are
refused because they never arrive, or do harm on their way.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from string import ascii_lowercase

from ragtriage.errors import FilePlace, SettingsError, nearest
from ragtriage.tui.keys import BY_ID, KEYS, LISTS, Key, Screen, key_name, on_screen

_NAMED = frozenset(
    {"up", "down", "left", "right", "home", "end", "pageup", "pagedown", "enter", "escape", "tab", "shift+tab", "space",
     "backspace", "delete", "insert", "comma"} | {f"f{number}" for number in range(1, 13)}
)  # fmt: skip
_ALIASES = {
    "esc": "escape", "pgdn": "pagedown", "pgup": "pageup", "return": "enter", "del": "delete", ",": "comma",
    " ": "space",
}  # fmt: skip
_REFUSED = {
    "ctrl+b": "tmux takes it for itself",
    "ctrl+z": "it stops the program and leaves the terminal in disorder",
    "ctrl+c": "it is how one gets out when all else fails",
    "ctrl+q": "it is how one gets out when all else fails",
    "ctrl+i": "a terminal sends tab for it",
    "ctrl+m": "a terminal sends enter for it",
    "ctrl+j": "a terminal sends enter for it",
    "ctrl+h": "a terminal sends backspace for it",
    "shift+enter": "most terminals send enter for it",
    "ctrl+enter": "most terminals send enter for it",
}
SCREENS: tuple[Screen, ...] = (*LISTS, "editor")


@dataclass(frozen=True, slots=True)
class Keymap:
    """Which keys do what, after the user's changes."""

    changed: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Key id to key names, only those that the user set."""

    def names(self, key: Key) -> tuple[str, ...]:
        """The names of the keys that do it."""
        return self.changed.get(key.id) or tuple(key.default.split(","))

    def shown(self, key: Key) -> str:
        """The first of its keys, as printed."""
        return key_name(self.names(key)[0])

    def textual(self) -> dict[str, str]:
        """For `App.set_keymap`."""
        return {id: ",".join(names) for id, names in self.changed.items()}


def keymap(setting: Mapping[str, object], path: Path | None = None) -> Keymap:
    """The keymap that the `keys:` setting asks for; `path` is the settings' file, for the error.

    Raises SettingsError: an id that does not exist (with the nearest), a key that no terminal sends or that is refused,
    two things on one key (both named).
    """
    changed: dict[str, tuple[str, ...]] = {}
    for id, value in setting.items():
        if id not in BY_ID:
            near = nearest(id, tuple(BY_ID))
            step = f"did you mean `{near}`?" if near else "`?` lists the keys; the README lists their ids."
            raise _error(f"there is no key id `{id}`", path, id, step)
        changed[id] = _names(id, value, path)
    made = Keymap(changed)
    for screen in SCREENS:
        _refuse_clash(made, screen, path)
    return made


def _names(id: str, value: object, path: Path | None) -> tuple[str, ...]:
    text = str(value) if isinstance(value, str | int) and not isinstance(value, bool) else ""
    if not text:
        raise _error(f"the key for `{id}` is not text", path, id, 'write it in quotes, such as "x" or "ctrl+x".')
    parts = [text] if text in (",", " ") else [part.strip() for part in text.split(",")]
    return tuple(_name(id, part, path) for part in parts)


def _name(id: str, part: str, path: Path | None) -> str:
    name = part if len(part) == 1 else part.lower()
    name = _ALIASES.get(name, name)
    why = _REFUSED.get(name) or ("it types the letter in many terminals" if name.startswith("alt+") else None)
    if why:
        raise _error(f"`{part}` cannot be the key for `{id}`: {why}", path, id, "choose another key.")
    control = len(name) == 6 and name.startswith("ctrl+") and name[5] in ascii_lowercase
    if (len(name) == 1 and name.isprintable()) or name in _NAMED or control:
        return name
    near = nearest(name, sorted(_NAMED | set(_ALIASES)))
    step = f"did you mean `{near}`?" if near else "a single character, ctrl+letter, f1 to f12, or a name such as space."
    raise _error(f"`{part}`, set for `{id}`, is not the name of a key", path, id, step)


def _refuse_clash(made: Keymap, screen: Screen, path: Path | None) -> None:
    taken: dict[str, Key] = {}
    for key in on_screen(screen):
        for name in made.names(key):
            other = taken.setdefault(name, key)
            if other is not key:
                guilty = key if key.id in made.changed else other
                raise _error(
                    f"`{key_name(name)}` would both {_doing(other)} and {_doing(key)}",
                    path,
                    guilty.id,
                    f"give `{other.id}` or `{key.id}` another key.",
                )


def _doing(key: Key) -> str:
    return f"`{key.id}` ({key.words})"


def _error(title: str, path: Path | None, id: str, next_step: str) -> SettingsError:
    where = FilePlace(path, field=f"keys.{id}") if path else None
    return SettingsError(title, where=where, next_step=next_step)


@dataclass(frozen=True, slots=True)
class Hint:
    """A key in the footer or the help."""

    id: str
    key: str
    words: str
    short: str
    help: str
    group: str
    off: str = ""
    """Why it does nothing now; empty: it works."""
    keys: str = ""
    """All its keys, as printed."""


def hints(screen: Screen, made: Keymap, off: Mapping[str, str]) -> tuple[Hint, ...]:
    """All keys of a screen. `off`: key id to the reason why it does nothing now."""
    return tuple(
        Hint(
            key.id, made.shown(key), key.words, key.short or key.words, key.help, key.group, off.get(key.id, ""),
            " ".join(key_name(name) for name in made.names(key)),
        )
        for key in on_screen(screen)
    )  # fmt: skip


def footer(screen: Screen, made: Keymap, off: Mapping[str, str]) -> tuple[Hint, ...]:
    """The hints of the footer, most important first."""
    order = {key.id: key.footer for key in KEYS if key.footer}
    shown_ones = (hint for hint in hints(screen, made, off) if hint.id in order)
    return tuple(sorted(shown_ones, key=lambda hint: order[hint.id]))


def legend(screen: Screen, made: Keymap, off: Mapping[str, str], group: str = "Cause") -> tuple[Hint, ...]:
    """The hints of one group: the answers that the digits give."""
    return tuple(hint for hint in hints(screen, made, off) if hint.group == group)
