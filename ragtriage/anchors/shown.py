"""A text as its reader sees it: without tags and the targets of links, at the offsets that it had.

A document that went from HTML to Markdown keeps its sentences, and `<a href="…" class="…">` may be longer than they
are: likeness letter by letter says little then. The span is found in what is shown; what changed is told of the source.
"""

import re
from dataclasses import replace

from ragtriage.anchors.edges import similarity
from ragtriage.anchors.fit import Fit, fit
from ragtriage.anchors.normalize import normalise
from ragtriage.anchors.window import QuoteForm, Window, quote_form

_NOTHING = "\u2060"
"""Stands in the place of each character of markup: normalising drops it."""
_MARKUP = re.compile(
    r"</?[A-Za-z][^<>]{0,400}>|(?<=\])\{[^{}\n]{0,80}\}|!?\[(?P<link>[^\[\]\n]{1,300})\]\([^()\s]{1,400}\)"
)
_LEAST = 12
"""Characters that must be left of a quote."""


def markup_blanked(text: str) -> str:
    """`text` with its markup replaced by as many characters that say nothing."""
    return _MARKUP.sub(_without, text)


def _without(match: "re.Match[str]") -> str:
    words = match["link"]
    if words is None:
        return _NOTHING * len(match.group())
    lead = match.start("link") - match.start()
    return _NOTHING * lead + markup_blanked(words) + _NOTHING * (match.end() - match.end("link"))


def shown_form(quote: str, before: str, after: str) -> QuoteForm | None:
    """The quote as it is shown, ready to be fitted; None where that is the quote itself, or next to nothing."""
    plain = markup_blanked(quote)
    if plain == quote or len(plain.replace(_NOTHING, "").strip()) < _LEAST:
        return None
    return quote_form(plain.strip(), markup_blanked(before), markup_blanked(after))


_DOUBT = 0.79
"""What such a place is worth at most: worth a look, as another link or title may be behind the same words."""


def fit_shown(
    bare: QuoteForm, form: QuoteForm, text: str, bounds: tuple[int, int], rough: tuple[int, int], least: float
) -> Fit | None:
    """`fit` of what is shown of a quote (`bare`) to what is shown of `text[slice(*bounds)]`.

    The span has the markup that closes right behind it, and is scored as it stands, against the quote as it is given.
    """
    start, end = bounds
    masked = text[:start] + markup_blanked(text[start:end]) + text[end:]
    found = fit(bare, Window(masked, start, end), rough, least)
    if found is None:
        return None
    first, last = found.start, found.end
    while last < end and masked[last] == _NOTHING:
        last += 1
    while first > start and masked[first - 1] == _NOTHING:
        first -= 1
    score = similarity(form.text, normalise(text[first:last]).text.strip())
    return replace(found, start=first, end=last, score=score, core=max(score, min(found.core, _DOUBT)))
