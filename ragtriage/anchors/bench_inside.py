"""Edits of a quote's own words, each of which makes them say something else: a number, a unit, a sign, a name …

Made from the text alone, without the engine that it measures. One that does not apply (no number, no list) makes
nothing.
"""

import re
from collections.abc import Callable, Mapping
from functools import partial

from ragtriage.anchors.bench_site import Edit, Site
from ragtriage.anchors.bench_swaps import SWAPS

_UNSPACED = frozenset({"ja", "zh", "ko"})
"""Languages in which a word is found by its letters alone; Korean hangs its particles on."""
_LONG = 4
"""Letters from which a word is one that says something."""
_LIST = re.compile(r"(?:,|、)[^,、.;。()]{2,40}(?=,|、| and | or | und | oder | et | ou | y | o | e | и | или )")
_NUMBER = re.compile(r"(?<![\w.,])\d+(?![\w]|[.,]\d)")
_YEAR = re.compile(r"(?<!\d)(?:19|20)\d\d(?!\d)")
_NAME = re.compile(r"(?<=[a-zа-яà-ÿ,] )[A-ZА-Я]\w{2,}")
_IDENTIFIER = re.compile(r"(?<=`)[\w.]+(?=[`(\s])|(?<!\w)(?:\w+_\w+|\w*[a-z][A-Z]\w+)")
_OPERATOR = re.compile(r"==|!=|<=|>=|->|&&|[-+/=<>|&](?=[ \w])")
_OTHER_OPERATOR = {"==": "!=", "!=": "==", "<=": "<", ">=": ">", "->": "<-", "&&": "||", "+": "-", "-": "+", "/": "|",
                   "=": "+", "<": ">", ">": "<", "|": "&", "&": "|"}  # fmt: skip
_CURRENCY = {"$": "€", "€": "$", "£": "€", "¥": "€", "euro": "dollar", "dollar": "euro", "USD": "EUR", "EUR": "USD"}
_QUESTION = {".": "?", "!": "?", "。": "？", "！": "？"}


def _chosen(site: Site, pattern: re.Pattern[str], change: Callable[[str], str]) -> str | None:
    """The document with one match in the quote changed, if there is any."""
    found = list(pattern.finditer(site.quote))
    if not found:
        return None
    match = site.random.choice(found)
    return site.put(site.quote[: match.start()] + change(match.group()) + site.quote[match.end() :])


def _swapped(kind: str, site: Site) -> str | None:
    listed = SWAPS[kind].get(site.language, "").split()
    pairs = {old.replace("_", " "): new.replace("_", " ") for old, new in (pair.split(">") for pair in listed)}
    if not pairs:
        return None
    words = "|".join(map(re.escape, sorted(pairs, key=len, reverse=True)))
    pattern = f"(?:{words})" if site.language in _UNSPACED else rf"(?<!\w)(?:{words})(?!\w)"
    made = _chosen(site, re.compile(pattern), lambda word: pairs[word] or "\0")
    return None if made is None else made.replace(" \0", "").replace("\0", "")


def _words(site: Site) -> list[str]:
    return re.findall(r"\w+|\W+", site.quote)


def _with_word(site: Site, change: Callable[[list[str], int], None]) -> str | None:
    """The document with one word changed that says something and is not at an edge."""
    pieces = _words(site)
    inner = [n for n, piece in enumerate(pieces[1:-2], 1) if piece.isalpha() and len(piece) >= _LONG]
    if len(inner) < 2:
        return None
    change(pieces, site.random.choice(inner))
    made = "".join(pieces)
    return site.put(made) if made.lower().split() != site.quote.lower().split() else None


def _negated(site: Site) -> str | None:
    if " " not in site.quote:
        middle = len(site.quote) // 2
        return site.put(site.quote[:middle] + site.says.never + site.quote[middle:])
    spaces = [match.start() for match in re.finditer(" ", site.quote)]
    at = site.random.choice(spaces)
    return site.put(f"{site.quote[:at]} {site.says.never}{site.quote[at:]}")


def _dropped(pieces: list[str], at: int) -> None:
    pieces[at] = ""


def _replaced(site: Site) -> str | None:
    other = site.random.choice(re.findall(r"[^\W\d_]{2,}", site.says.elsewhere))
    return _with_word(site, lambda pieces, at: pieces.__setitem__(at, other))


def _exchanged(site: Site) -> str | None:
    """Two words of one sentence in each other's place: who does it, and to whom."""
    pieces = _words(site)
    inner = [n for n, piece in enumerate(pieces[1:-2], 1) if piece.isalpha() and len(piece) >= _LONG]
    if len(inner) < 2:
        return None
    one, other = site.random.sample(inner, 2)
    if pieces[one].lower() == pieces[other].lower():
        return None
    pieces[one], pieces[other] = pieces[other], pieces[one]
    return site.put("".join(pieces))


def _clause(site: Site) -> str | None:
    """Words in brackets in the middle that take it back."""
    places = [match.start() for match in re.finditer(r"[ ,、，]", site.quote)][1:]
    if not places:
        return None
    at = site.random.choice(places)
    space = "" if site.language in _UNSPACED else " "
    return site.put(f"{site.quote[:at]}{space}({site.says.former}){site.quote[at:]}")


def _clause_dropped(site: Site) -> str | None:
    return _chosen(
        site, re.compile(r"[ ]?[(（][^()（）]{3,}[)）]|(?:,|，|、)[^,，、()（）]{8,}(?=[.!。！]$)"), lambda _: ""
    )


def _currency(site: Site) -> str | None:
    pattern = re.compile("|".join(map(re.escape, _CURRENCY)))
    return _chosen(site, pattern, _CURRENCY.__getitem__)


def _percent(site: Site) -> str | None:
    return _chosen(site, re.compile(r"(?<=\d)[ ]?(?:%|percent|Prozent)"), lambda _: "")


def _longer(name: str) -> str:
    return f"{name}_{'v' if name[-1:].isdigit() else '2'}"


def _asked(site: Site) -> str | None:
    return site.put(site.quote[:-1] + _QUESTION[site.quote[-1]]) if site.quote[-1] in _QUESTION else None


INSIDE: Mapping[str, Edit] = {
    "number changed": lambda site: _chosen(site, re.compile(r"\d+"), lambda number: str(int(number) + 7)),
    "sign": lambda site: _chosen(site, _NUMBER, lambda number: f"-{number}"),
    "decimal point": lambda site: _chosen(site, _NUMBER, lambda number: f"{number[0]}.{number[1:] or '5'}"),
    "year": lambda site: _chosen(site, _YEAR, lambda year: str(int(year) - 1)),
    "percent dropped": _percent,
    "currency": _currency,
    "negated": _negated,
    **{kind: partial(_swapped, kind) for kind in SWAPS},
    "name": lambda site: _chosen(site, _NAME, lambda name: "Quillon" if name != "Quillon" else "Marlow"),
    "identifier": lambda site: _chosen(site, _IDENTIFIER, _longer),
    "operator": lambda site: _chosen(site, _OPERATOR, _OTHER_OPERATOR.__getitem__),
    "clause inserted": _clause,
    "clause dropped": _clause_dropped,
    "list item dropped": lambda site: _chosen(site, _LIST, lambda _: ""),
    "asked": _asked,
    "word dropped": lambda site: _with_word(site, _dropped),
    "word replaced": _replaced,
    "words exchanged": _exchanged,
}
"""Name → what it makes of the document."""
