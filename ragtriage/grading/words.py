"""When two words are one, and when one says the opposite of the other: what word overlap counts with.

Negations, modal verbs, opposites and little words are those that quotes are guarded with; here is only what a
paraphrase may change beside them: endings.
"""

import re
from collections.abc import Collection
from functools import lru_cache
from itertools import combinations
from typing import Literal

from ragtriage.anchors.guard_words import HARMLESS, MODALS, NEGATIONS, opposite, same_word
from ragtriage.corpus.contrasts import OPPOSITES, without_accents
from ragtriage.corpus.fillers import FILLERS
from ragtriage.corpus.terms import STOP_WORDS

_ENDINGS = (
    "abilities", "ability", "ations", "ation", "ungen", "ions", "ings", "ments", "ung", "ion", "ing", "ment", "able",
    "ible", "ies", "ied", "ers", "est", "ten", "tet", "ed", "es", "er", "en", "em", "ly", "al", "s", "e", "n", "y", "t",
)  # fmt: skip
"""Taken away once, the longest that leaves a stem: English and German, and what other languages share with them."""
_OF_VERBS = frozenset(("ed", "ing", "es", "e"))
_STEM = 4
"""Letters that a stem has at least."""
_BARE_ENOUGH = 3

EXISTING = frozenset(
    "with apply applies applied applicable exist exists available availability possible happen happens occur occurs"
    " incur allowed permitted incurs incurred levied due there also yes case cases"
    " following example etc pay pays paid subject gilt gelten gibt"
    " fällt fallen anfallen erhoben berechnet verfügbar möglich ja existe existen hay si oui sí sim".split()
)  # fmt: skip
"""Words by which a sentence says that something is there, or applies: they weigh little."""
LIGHT = frozenset(
    "give gives given get gets got provide provides provided make makes made use uses used using via take takes taken"
    " include includes included including contain contains call called offer offers offered come comes set sets"
    " must shall optional optionally mandatory required require requires needed recommended".split()
)  # fmt: skip
"""Common verbs, and what is allowed or required: another may stand for them."""
OBLIGING = frozenset(
    "must shall optional optionally mandatory required require requires needed recommended allowed permitted"
    " deprecated possible impossible".split()
)
"""Modal words that may be what a sentence says."""
FUNCTION_WORDS = (
    (HARMLESS | STOP_WORDS | FILLERS | MODALS | {"least", "most", "up"})
    - OBLIGING
    - {"more", "less", "before", "after", "above", "below", "over", "under", "with", "without", "off", "down"}
) | frozenset(
    "on up any some that der die das den dem des le la les un une de du des au aux el los las del al en y e o a da do"
    " os as il lo gli i di che è est et es est sont son ist sind het een van op is zijn te met and or und oder"
    " ou".split()
)  # fmt: skip
"""Words that say nothing of what a sentence is about."""

_REVERSING = ("un", "dis", "non", "mis")
_ADJECTIVE = re.compile(r"(?:able|ible|ive|al|ent|ant|ate|id|ect|ete|ure|ular|ise)(?:ly)?\Z")
"""How words end that “in-” reverses: inactive, invalid; not inside, income."""
_FEE = (
    "fee fees charge charges charged charging cost costs surcharge gebühr gebühren kosten kostet entgelt entgelte frais"
    " coste coûte costa cuesta custa"
)
_AS_THEY_ARE = frozenset("http https ftp ftps ws wss news dns os ios aws ios means bed".split())
"""Words whose last letters are no ending."""
_ALLOWED = "allow allows allowed permit permits permitted erlaubt gestattet zulässig permis autorisé"
_CONCEPTS = (
    dict.fromkeys(_FEE.split(), "fee")
    | dict.fromkeys(_ALLOWED.split(), "allow")
    | {word: word for word in _AS_THEY_ARE}
)
"""Words that are taken for one another."""

OPPOSING = frozenset(
    frozenset(pair.split("/"))
    for pair in (
        "required/optional must/optional must/voluntary needed/optional mandatory/optional required/voluntary"
        " mandatory/voluntary all/none always/sometimes"
        " permanent/temporary permanently/temporarily succeed/fail succeeds/fails passes/fails minimum/maximum"
        " before/after older/newer earlier/later longer/shorter larger/smaller higher/lower greater/less"
        " include/exclude includes/excludes included/excluded"
        " including/excluding enables/disables enabling/disabling allows/denies"
        " increases/decreases rise/fall rises/falls true/false safe/unsafe open/closed accept/reject accepted/rejected"
        " approve/reject approved/rejected allowed/prohibited allowed/forbidden permitted/prohibited"
        " permitted/forbidden erlaubt/verboten inklusive/exklusive einschließlich/ausschließlich vorher/nachher"
    ).split()
)
"""Opposites beside those that questions and quotes are told apart by."""

_PREFIXES = ("un", "in", "im", "ir", "il", "dis", "non", "de", "mis", "anti", "a", "en")
_ALSO_NO = frozenset(
    "değil yok hayır không chẳng tidak bukan inte ingen inget inga aldrig ikke není nejsou δεν όχι μη לא אין nincs"
    " nichts keinerlei keines nein niemand nirgends nulla nada niente".split()
)
_OTHERS = tuple(
    tuple(group.split())
    for group in (
        "second minute hour day week month year", "seconds minutes hours days weeks months years",
        "sekunden minuten stunden tagen wochen monaten jahren", "daily weekly monthly quarterly yearly",
        "bytes kilobytes megabytes gigabytes terabytes",
    )
)  # fmt: skip
"""Words of which one excludes each other: “in seconds”, “in minutes”."""
_EXCLUDING = frozenset(frozenset(pair) for group in _OTHERS for pair in combinations(group, 2))
_OPPOSITES: dict[str, frozenset[str]] = {}
for _pair in OPPOSITES | OPPOSING | _EXCLUDING:
    for _one in _pair:
        _OPPOSITES[_one] = _OPPOSITES.get(_one, frozenset()) | (_pair - {_one})


@lru_cache(maxsize=16384)
def stem(word: str) -> str:
    """A word in lower case without its ending: `cancellation`, `cancelled` and `cancels` are one."""
    if word in _CONCEPTS:
        return _CONCEPTS[word]
    bare = without_accents(word)
    for ending in _ENDINGS:
        if bare.endswith(ending) and len(bare) - len(ending) >= _STEM:
            bare = bare[: -len(ending)]
            if ending in _OF_VERBS and bare.endswith("at") and len(bare) - 2 >= _STEM:  # prorated, proration
                bare = bare[:-2]
            break
    else:
        bare = bare[:-1] if bare.endswith("s") and len(bare) > _BARE_ENOUGH and not bare.endswith("ss") else bare
    bare = bare.removesuffix("e") if len(bare) > _STEM + 1 else bare
    return bare[:-1] if len(bare) > _STEM and bare[-1] == bare[-2] else bare


def one_word(one: str, other: str) -> bool:
    """Whether two words in lower case are one, inflected at most."""
    return one == other or stem(one) == stem(other) or same_word(one, other)


def opposing(one: str, other: str) -> bool:
    """Whether of two words in lower case one says the opposite of the other: enabled, disabled; valid, invalid."""
    pair = frozenset((one, other))
    if pair in OPPOSITES or pair in OPPOSING or pair in _EXCLUDING:
        return True
    if not opposite(one, other):
        return False
    short, long = sorted((one, other), key=len)
    prefixed = long.endswith(short)
    return not prefixed or long.startswith(_REVERSING) or bool(_ADJECTIVE.search(short))


@lru_cache(maxsize=16384)
def opposites_of(word: str) -> frozenset[str]:
    """All that a word in lower case may be the opposite of, to look for: `opposing` holds for each."""
    known = _OPPOSITES.get(word, frozenset())
    prefixed = {prefix + word for prefix in _PREFIXES}
    bare = {word.removeprefix(prefix) for prefix in _PREFIXES if word.startswith(prefix)}
    return known | {other for other in prefixed | bare if opposing(word, other)}


@lru_cache(maxsize=16384)
def opposite_stems(stem_: str) -> frozenset[str]:
    """The stems that are opposites of one, by the tables: of “increased” too that of “decrease”."""
    return _STEMS.get(stem_, frozenset())


def _stemmed() -> dict[str, frozenset[str]]:
    found: dict[str, frozenset[str]] = {}
    for word, others in _OPPOSITES.items():
        found[stem(word)] = found.get(stem(word), frozenset()) | frozenset(map(stem, others))
    return {word: others - {word} for word, others in found.items()}


_STEMS = _stemmed()


def says_no(word: str) -> bool:
    """Whether a word in lower case negates: not, no, kein, pas, n't."""
    return word in NEGATIONS or word in _ALSO_NO or word.endswith(("n't", "n’t"))


def is_content(word: str) -> bool:
    """Whether a word in lower case says what a sentence is about."""
    return word not in FUNCTION_WORDS and not says_no(word)


_ALL = frozenset(
    "all every each any alle jede jeder jedes allen tous toutes chaque todos todas cada tutti tutte".split()
)
_SOME = frozenset(
    "some few several many most certain only einige manche viele nur certains quelques algunos alcuni alguns".split()
)


def quantity(words: Collection[str]) -> Literal["all", "some", ""]:
    """Whether words in lower case speak of all of something, or of a part: “all plans”, “only some plans”."""
    if not _SOME.isdisjoint(words):
        return "some"
    return "" if _ALL.isdisjoint(words) else "all"


_MUST = frozenset(
    "must shall required requires mandatory muss müssen doit doivent debe deben deve devem devono moet musi".split()
)
_MAY = frozenset(
    "can may could might optional optionally kann können darf dürfen peut peuvent puede pueden pode podem può possono"
    " kan może".split()
)


def duty(words: Collection[str]) -> Literal["must", "may", ""]:
    """Whether words in lower case say that something must be, or that it may; empty where they say both or neither."""
    must, may = not _MUST.isdisjoint(words), not _MAY.isdisjoint(words)
    if must == may:
        return ""
    return "must" if must else "may"


_ELISION = re.compile(r"(?:l|d|qu|s|j|c|n|m|t|dell|all|un)['’](?=[^\W\d_]{2})")


_POSSESSIVE = re.compile(r"['’]s?\Z")


def without_elision(word: str) -> str:
    """A word in lower case without an article or a possessive at an apostrophe: l'annulation, n'est, the plan's."""
    if "'" not in word and "’" not in word:
        return word
    return _POSSESSIVE.sub("", _ELISION.sub("", word, count=1)) or word
