"""Cutting a document into passages, by rule, so that the same text always gives the same passages.

Pure functions from a text to code-point offsets: `text[chunk.start:chunk.end]` is the passage.
"""

import re
from dataclasses import dataclass

IDEOGRAPHS = (
    "\u3005-\u3007\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7a3\uf900-\ufaff\uff66-\uff9d\U00020000-\U0003ffff"
)
"""Of scripts without spaces, or with particles joined on (Han, kana, Hangul): each is a word of its own here."""

LONGEST_WORD = 200
"""Code points after which a run without white space is cut: one line of base64 must not become one passage."""

_WORD = re.compile(f"[{IDEOGRAPHS}]|[^\\s{IDEOGRAPHS}]{{1,{LONGEST_WORD}}}")
_ENDS_SENTENCE = re.compile(r"[.!?…。！？][\"'”’)\]»」]*$")


@dataclass(frozen=True, slots=True)
class Chunk:
    """A passage, as code-point offsets into its document's text; `end` is exclusive."""

    start: int
    end: int


def words_name(words: int, overlap: int) -> str:
    """The name of a chunking by words: `words-150-30`."""
    return f"words-{words}-{overlap}"


def by_words(text: str, words: int, overlap: int = 0) -> list[Chunk]:
    """Windows of about `words` whole words, each sharing `overlap` words with the one before it.

    A window goes on for up to a tenth of `words` where a paragraph, a line or else a sentence ends that soon, and takes
    in a tail that short. Every word of the text is in some window; chunks are in order of start and of end.
    """
    if words < 1 or not 0 <= overlap < words:
        raise ValueError("a window needs at least one word, and less overlap than words")
    spans = [match.span() for match in _WORD.finditer(text)]
    chunks: list[Chunk] = []
    first = 0
    while first < len(spans):
        end = _natural_end(text, spans, min(first + words, len(spans)), words // 10)
        chunks.append(Chunk(spans[first][0], spans[end - 1][1]))
        if end == len(spans):
            break
        first = end - overlap
    return chunks


def _natural_end(text: str, spans: list[tuple[int, int]], end: int, slack: int) -> int:
    """The count of words after which to cut: `end`, or up to `slack` more at the strongest border among them."""
    if end + slack >= len(spans):
        return len(spans)
    best, strongest = end, -1
    for cut in range(end, end + slack + 1):
        strength = _border(text, spans[cut - 1], spans[cut][0])
        if strength > strongest:
            best, strongest = cut, strength
    return best


def _border(text: str, word: tuple[int, int], following: int) -> int:
    """How much of an end there is after a word: 3 paragraph, 2 line, 1 sentence, 0 none."""
    breaks = text.count("\n", word[1], following)
    if breaks:
        return min(breaks + 1, 3)
    return 1 if _ENDS_SENTENCE.search(text, max(word[0], word[1] - 8), word[1]) else 0
