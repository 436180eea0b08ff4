"""Which language an answer is in, told cheaply: by its script, and among Latin ones by the commonest words.

It need not be right about everything: it must find the tables that fit, and say where none does.
"""

import re
from collections.abc import Sequence
from functools import cache
from importlib import import_module

from ragtriage.metrics.declines.words import Words

LATIN = ("en", "de", "fr", "es", "pt", "it", "nl", "pl")
LANGUAGES = (*LATIN, "hi", "zh", "ja", "ko", "ar")
"""ISO 639-1 codes of the languages that have a table."""

_SCRIPTS = {
    "ko": re.compile("[\uac00-\ud7a3\u1100-\u11ff\u3130-\u318f]"),
    "ja": re.compile("[\u3041-\u3096\u30a1-\u30fa]"),
    "zh": re.compile("[\u3400-\u9fff]"),
    "hi": re.compile("[\u0904-\u0939]"),
    "ar": re.compile("[\u0620-\u064a\u066e-\u06d3]"),
}
_OTHER = re.compile(
    r"[^\W\d_a-z\u3041-\u30ff\u3400-\u9fff\uac00-\ud7a3\u1100-\u11ff\u3130-\u318f\u0900-\u097f\u0600-\u06ff]"
)
"""Letters, folded, of scripts that no table is for."""
_NEIGHBOURS = {  # languages that share a script with one that has a table, by what only they write
    "hi": re.compile(r"(?<!\S)(?:आहे|आहेत|नाही|नाहीत|आणि|मध्ये|छ|छैन|गर्न|हुन्छ|भएको|मा|लाई)(?![^\s.,।?!])"),
    "ar": re.compile("[\u0679\u0686\u0688\u0691\u0698\u06a9\u06af\u06ba\u06be\u06c1\u06cc\u06d2\u067e]"),
}
_WORD = re.compile(r"[^\W\d_]+(?:'[^\W\d_]+)?")
_PROSE = re.compile(r"(?<!\S)[^\W\d_]{2,}[,.!?]?(?!\S)")
"""A word as prose has it: names of settings, paths and JSON are none."""
_OTHERS_LATIN = frozenset(
    # Swedish, Danish, Norwegian
    "och att ar inte som pa jag fran finns ingen vet svara fragan og ikke jeg svare dokumentene dokumenterne ikkje"
    # Finnish, Estonian, Hungarian
    " tieda ei ole mutta etta kysymykseen vastata asiakirjoissa tea pole nem tudom egy hogy nincs kerdesre"
    # Czech, Slovak, Croatian, Romanian
    " nevim neni jsem jsou ktery nebo otazku bohuzel neviem som znam nije koji nu stiu pentru acest din sunt"
    # Turkish, Indonesian, Vietnamese, Tagalog, Swahili, Afrikaans, Catalan
    " ve bir bu icin degil yok bilmiyorum soru belgelerde tidak yang dan untuk dengan ini itu dalam saya tahu khong toi"
    " biet nay cau hoi trong tai lieu hindi alam mga hii sijui swali kwa ek amb els aquesta dels puc".split()
)
_SHORT = 10
"""Words of prose; of so few none need be a common one: “NOT_FOUND”, “Port 8443”."""
_ENOUGH = 0.7
"""Share of the best language's common words from which another is tried too: “No sé” and “Não sei” look alike."""


@cache
def words(code: str) -> Words:
    """The table of a language."""
    table = import_module(f"ragtriage.metrics.declines.{code}").WORDS
    assert isinstance(table, Words)
    return table


def languages_of(text: str) -> Sequence[str]:
    """The languages, with a table, that folded text may be in; none where it is in another one.

    Text without words, as `15 %`, may be in any of the Latin ones.
    """
    found = _WORD.findall(text)
    latin = sum(len(word) for word in found if word[0].isascii())
    counts = {code: len(letters.findall(text)) for code, letters in _SCRIPTS.items()}
    if len(_OTHER.findall(text)) > latin + sum(counts.values()):
        return ()
    dense = counts["ko"] + counts["ja"] + counts["zh"]
    if 3 * dense > latin:
        return (_east_asian(counts),)
    for code in ("hi", "ar"):
        if 2 * counts[code] > latin:
            return () if len(_NEIGHBOURS[code].findall(text)) * 12 > counts[code] else (code,)
    return _latin(text, found)


def _east_asian(counts: dict[str, int]) -> str:
    if counts["ko"] * 2 > counts["ja"] + counts["zh"]:
        return "ko"
    return "ja" if counts["ja"] * 8 > counts["zh"] else "zh"


def _latin(text: str, found: Sequence[str]) -> Sequence[str]:
    scores = {code: sum(word in _common(code) for word in found) for code in LATIN}
    best, other = max(scores.values()), sum(word in _OTHERS_LATIN for word in found)
    if other > best or (not best and len(_PROSE.findall(text)) > _SHORT):
        return ()
    return tuple(code for code in LATIN if scores[code] >= _ENOUGH * best)


@cache
def _common(code: str) -> frozenset[str]:
    return frozenset(words(code).common.split())
