"""Questions as search terms.

A question is untrusted text: it may hold FTS5 operators, quotes, NUL or ten thousand words. It is never given to SQLite
as it is; its words are taken out here and each becomes a quoted term of letters and digits, so that no question is a
syntax error. The same rules prepare the text that is indexed.
"""

import re
import unicodedata
from itertools import pairwise

from ragtriage.corpus.chunking import IDEOGRAPHS

MOST_TERMS = 64
"""Distinct content words of a question that are looked for; the rest of a very long one adds time, hardly meaning."""

_LONGEST_TERM = 100
_IDEOGRAPH = re.compile(f"[{IDEOGRAPHS}]")
_PIECE = re.compile(f"[{IDEOGRAPHS}]+|(?:[^\\W_{IDEOGRAPHS}]+[\u0300-\u036f]*)+")

_ENGLISH = """
a about above after again all also am an and any are as at be because been before being below between both but by
can could did do does doing don down during each few for from further had has have having he her here hers him his
how i if in into is it its itself just let ll me might more most must my no nor not now of off on once only or other
our ours out over own please re s same shall she should so some such t tell than that the their theirs them then
there these they this those through to too under until up us ve very was we were what when where which while who
whom why will with would you your yours
"""
_GERMAN = """
aber alle allem allen aller alles als also am an andere anderen auch auf aus bei beim bin bis bist bitte da dadurch
daher damit dann das dass dazu daß dein deine dem den denn der des dessen dich die dies diese diesem diesen dieser
dieses dir doch dort du durch ein eine einem einen einer eines einmal er es etwas euer eure für gegen gibt haben hat
hatte hatten hier hinter ich ihm ihn ihnen ihr ihre ihrem ihren ihrer im in ist ja jede jedem jeden jeder jedes
jetzt kann kannst können könnte man mein meine meinem meinen meiner mich mir mit muss müssen nach nicht nichts noch
nun nur ob oder ohne sein seine seinem seinen seiner seit sich sie sind so soll sollen sollte sollten sondern um und
uns unser unsere unter vom von vor wann war waren warum was weg weil welche welchem welchen welcher welches wenn wer
werden wie wieder will wir wird wo wurde wurden zu zum zur zwischen über
"""
STOP_WORDS = frozenset(word.casefold() for word in f"{_ENGLISH} {_GERMAN}".split())
"""English and German words that say nothing of the subject, case-folded."""


_WORD = re.compile(r"\w[\w.+#-]*\w|[^\W_]", re.UNICODE)


def ordered_words(text: str) -> tuple[str, ...]:
    """All words of a text as they stand, stop words too, case-folded."""
    return tuple(_WORD.findall(spaced(text.casefold())))


def content_words(text: str) -> frozenset[str]:
    """The words of a text that say what it is about: case-folded, without stop words and plural endings."""
    return frozenset(
        word[:-1] if len(word) > 3 and word.endswith("s") and not word.endswith("ss") else word
        for word in _WORD.findall(spaced(text.casefold()))
        if word not in STOP_WORDS
    )


def spaced(text: str) -> str:
    """`text` with spaces around each ideograph, so that SQLite's tokenizer takes each as a token."""
    return text if text.isascii() else _IDEOGRAPH.sub(r" \g<0> ", text)


def question_terms(question: str) -> list[str]:
    """The distinct content words of a question as FTS5 terms, in order, at most `MOST_TERMS`; each quoted.

    Stop words only when there is nothing else. A run of ideographs becomes its pairs, as phrases.
    """
    content: dict[str, None] = {}
    stops: dict[str, None] = {}
    for match in _PIECE.finditer(unicodedata.normalize("NFC", question)):
        piece = match.group().casefold()
        if len(piece) > _LONGEST_TERM and not _IDEOGRAPH.match(piece):
            continue
        into = stops if piece in STOP_WORDS else content
        into.update(dict.fromkeys(_terms(piece)))
        if len(content) >= MOST_TERMS:
            break
    return list(content or stops)[:MOST_TERMS]


def _terms(piece: str) -> list[str]:
    if len(piece) == 1 or not _IDEOGRAPH.match(piece):
        return [f'"{piece}"']
    return [f'"{one} {two}"' for one, two in pairwise(piece[: MOST_TERMS + 1])]
