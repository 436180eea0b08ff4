"""Pasted text is text: nothing in it is ever a key.

A terminal brackets what is pasted. Textual looks for escape sequences inside the brackets too, and takes the first ESC
in coloured text for the end: the rest then runs as keys, and a digit decides a case. Here every ESC between the
brackets becomes a visible symbol before Textual sees it.
"""

START = "\x1b[200~"
END = "\x1b[201~"
ESCAPE_SHOWN = "\u241b"


class PasteFilter:
    """Between the terminal and Textual's parser. Takes what was read, in pieces of any size; gives what to parse."""

    def __init__(self) -> None:
        self._inside = False
        self._matched = 0
        """How many characters of the bracket looked for have just come."""

    def filtered(self, read: str) -> str:
        """`read`, with no ESC inside a paste but that of its end. What may be the end is kept until it is known."""
        return "".join(self._after(char) for char in read)

    def _after(self, char: str) -> str:
        bracket = END if self._inside else START
        if char != bracket[self._matched]:
            return self._unmatched(char, bracket)
        self._matched += 1
        if self._matched < len(bracket):
            return "" if self._inside else char
        self._matched = 0
        self._inside = not self._inside
        return char if self._inside else END

    def _unmatched(self, char: str, bracket: str) -> str:
        kept = bracket[: self._matched]
        self._matched = int(char == bracket[0])  # no other character of a bracket can begin one
        if not self._inside:
            return char
        shown = kept.replace("\x1b", ESCAPE_SHOWN)
        return shown if self._matched else shown + char
