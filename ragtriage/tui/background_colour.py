"""Whether the terminal's own background is light: asked of it (OSC 11), and its answer kept out of the keys.

The first frame waits for the answer no longer than nobody feels, and is drawn with what is known by then. Textual would
take a late answer for keys, and its digits would decide cases: so it is looked for in all that is read, as long as the
program runs.
"""

import re
import time

ASK = "\x1b]11;?\x07"
"""Ends with BEL: some terminals answer an ST with half of one. Those that know no OSC 11 take no notice."""
_SILENT = ("linux", "cons25", "eterm")
"""Beginnings of TERM of terminals that print what they do not understand, or are known to have no answer."""
_ANSWER = re.compile(r"\x1b\]11;([^\x07\x1b]{0,64})(?:\x07|\x1b\\)")
_BEGINNING = re.compile(r"\x1b(?:\](?:1(?:1(?:;[^\x07\x1b]{0,64}\x1b?)?)?)?)?\Z")
_TYPED = 3
"""Characters of a beginning that may be keys: escape, and what `alt` makes of a bracket."""
SOON_SECONDS = 5.0
"""For so long after the question an ESC at the end of what was read may begin the answer; later it is the key, and must
not wait."""
_RGB = re.compile(
    r"rgba?:([0-9a-f]{1,4})/([0-9a-f]{1,4})/([0-9a-f]{1,4})(?:/[0-9a-f]{1,4})?|#((?:[0-9a-f]{3}){1,4})", re.I
)
_WEIGHTS = (0.2126, 0.7152, 0.0722)
"""How much red, green and blue add to how light a colour is (Rec. 709)."""


def can_be_asked(term: str) -> bool:
    """Whether a terminal of this TERM takes the question without printing it."""
    return not term.startswith(_SILENT)


def is_light(colour: str) -> bool | None:
    """Whether a colour as X11 writes it (`rgb:ffff/ffff/ffff`, `#ffffff`) is light; None if it is no such colour."""
    found = _RGB.fullmatch(colour)
    if found is None:
        return None
    together = found[4] or ""
    size = len(together) // 3
    parts = [together[at : at + size] for at in range(0, len(together), size)] if together else found.groups()[:3]
    shares = [int(part, 16) / float(16 ** len(part) - 1) for part in parts]
    lightness: float = sum(share * weight for share, weight in zip(shares, _WEIGHTS, strict=True))
    return lightness > 0.5


class AnswerFilter:
    """Between the terminal and Textual's parser: takes what was read, in pieces of any size; gives what to parse."""

    def __init__(self, *, asked: bool = False) -> None:
        """`asked`: whether the question was just put, so that an answer may come in pieces."""
        self._asked = asked
        self._soon = time.monotonic() + SOON_SECONDS
        self._held = ""
        self._passed = ""
        """What was given out last and may yet turn out to have been the beginning of an answer."""
        self._colours: list[str] = []

    def filtered(self, read: str) -> str:
        """`read` without answers. What may be the beginning of one is kept until it is known."""
        text, self._held = self._held + read, ""
        late = _ANSWER.match(self._passed + text) if self._passed and text else None
        if late:
            text = text[late.end() - len(self._passed) :]
            self._keep(late)
        self._passed = ""
        if "\x1b" in text:
            text = self._without_beginning(_ANSWER.sub(self._keep, text))
        return text

    def _without_beginning(self, text: str) -> str:
        beginning = _BEGINNING.search(text) if self._asked else None
        if beginning is None:
            return text
        if len(beginning[0]) > 1 or time.monotonic() < self._soon:
            self._held = beginning[0]
            return text[: beginning.start()]
        self._passed = beginning[0]
        return text

    def typed(self) -> str:
        """What is kept and was typed after all, as nothing came after it."""
        if len(self._held) > _TYPED:
            return ""
        self._passed, self._held = self._held, ""
        return self._passed

    def answers(self) -> list[bool]:
        """Whether the background is light, for each answer that came since this was asked last."""
        colours, self._colours = self._colours, []
        return [light for colour in colours if (light := is_light(colour)) is not None]

    def _keep(self, answer: re.Match[str]) -> str:
        self._colours.append(answer[1])
        self._asked = False
        return ""
