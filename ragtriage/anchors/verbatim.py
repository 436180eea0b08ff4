"""Where words stand in a text to the letter. A text of millions of characters is not read anew for every passage."""

from collections.abc import Iterator

LONG_TEXT = 1_000_000
"""Characters from which a text is indexed; shorter ones are read through sooner."""


def starts(words: str, text: str) -> Iterator[int]:
    """Every offset at which `text` holds `words` to the letter, overlapping ones too; none of empty words."""
    if len(text) < LONG_TEXT:
        return read_through(words, text)
    from ragtriage.anchors.long_texts import long_text  # numpy, which the first screen does without

    return long_text(text).starts(words)


def read_through(words: str, text: str) -> Iterator[int]:
    """`starts`, by looking through all of the text."""
    at = text.find(words) if words else -1
    while at >= 0:
        yield at
        at = text.find(words, at + 1)
