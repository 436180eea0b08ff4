"""Ids made from questions: readable, unique, and the same for the same question."""

import hashlib
import re
import unicodedata
from collections.abc import Collection, Sequence

from ragtriage.cases.ids import folded_id
from ragtriage.corpus.terms import STOP_WORDS

_ID_WORDS, _ID_LENGTH = 6, 60
_NEGATIONS = ("not", "no", "without", "never", "nicht", "kein", "keine", "ohne")


def case_id_for(question: str, taken: Collection[str]) -> str:
    """A readable id from a question's content words; the same for the same question, and none of `taken`."""
    first = question.strip().split("\n", 1)[0] or question
    flat = unicodedata.normalize("NFKD", re.sub(r"\[[\w -]+\]", " ", first)).casefold()
    flat = "".join(char for char in flat if not unicodedata.combining(char))
    every = re.findall(r"[^\W_]+(?:[.-]\d+)*", flat)
    slug = _slug([word for word in every if word not in STOP_WORDS or word in _NEGATIONS] or every)
    digest = hashlib.sha256(question.encode("utf-8", "replace")).hexdigest()
    names = {folded_id(each) for each in taken}
    slug = unicodedata.normalize("NFC", slug) or f"question-{digest[:6]}"
    if folded_id(slug) not in names:
        return slug
    return next(one for length in range(4, 65) if folded_id(one := f"{slug}-{digest[:length]}") not in names)


def _slug(words: Sequence[str]) -> str:
    """The first words, joined, as many as have room in a file's name."""
    slug = ""
    for word in words[:_ID_WORDS]:
        longer = f"{slug}-{word}" if slug else word[:_ID_LENGTH]
        if len(longer.encode()) > _ID_LENGTH * 2 or len(longer) > _ID_LENGTH:
            break
        slug = longer
    return slug
