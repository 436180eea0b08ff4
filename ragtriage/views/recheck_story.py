"""What a reviewer reads after accepting a quote that says something else: the answer and the nuggets beside it.

They were written from the old words. Whatever of the old words is gone and still stands in them is marked.
"""

import re
from collections.abc import Collection, Iterator

from ragtriage.anchors.guard import tokens, word_changes
from ragtriage.cases.model import Case, Quote
from ragtriage.cases.rechecking import fields_words
from ragtriage.views.story import Line, Section, Span, Story
from ragtriage.views.word_diff import word_diff

_WORD = re.compile(r"\w+")


def tell_recheck(key: str, case: Case, quote: Quote) -> Story:
    """The story of an accepted quote whose case wants a look; `key` is the quote's."""
    gone = _gone(quote)
    written = (*_answer(case, quote, gone), *_nuggets(case, quote, gone))
    sections = (
        Section("state", key, (_asked(quote),)),
        Section("difference", f"Accepted, in {quote.doc_id}", (Line(_difference(quote)),)),
        Section("written", "Written from the words before", written),
        Section("question", "Asked", (Line((Span(case.question, "dim"),)),)),
    )
    return Story(key, sections)


def _asked(quote: Quote) -> Line:
    words = f"{fields_words(quote.recheck)} still right?"
    asked = f"{'is' if quote.recheck == ('reference_answer',) else 'are'} {words}"
    return Line((Span("check  ", "warn"), Span(asked, "strong"), Span("  0 yes · e edit", "dim")), hang=7)


def _difference(quote: Quote) -> tuple[Span, ...]:
    if quote.was == quote.quote:
        return Span("the same words; what stands around them changed what they mean", "warn"), Span(f" “{quote.quote}”")
    end = len(quote.quote)
    return word_diff(quote.was, quote.quote, 0, end, word_changes(quote.was, quote.quote, 0, end))


def _gone(quote: Quote) -> frozenset[str]:
    """The words and numbers that the quote no longer has."""
    old, new = ({one.text.casefold() for one in tokens(text)} for text in (quote.was, quote.quote))
    return frozenset(word for word in old - new if any(map(str.isalnum, word)))


def _answer(case: Case, quote: Quote, gone: Collection[str]) -> Iterator[Line]:
    for number, part in enumerate(case.reference_answer.split("\n") if case.reference_answer else ()):
        head = Span("answer " if not number else " " * 7, "accent")
        yield Line((head, *_marked(part, gone), *(_looked("reference_answer", quote) if not number else ())), hang=7)


def _nuggets(case: Case, quote: Quote, gone: Collection[str]) -> Iterator[Line]:
    for one in case.nuggets:
        head = Span("vital  ", "accent") if one.vital else Span("also   ", "dim")
        yield Line((head, *_marked(one.text, gone), *_looked("nuggets", quote)), hang=7)


def _looked(field: str, quote: Quote) -> tuple[Span, ...]:
    return () if field in quote.recheck else (Span("  looked at", "dim"),)


def _marked(text: str, gone: Collection[str]) -> Iterator[Span]:
    """The text with the words marked that the evidence no longer has."""
    at = 0
    for found in _WORD.finditer(text):
        if found.group().casefold() in gone:
            yield from (Span(text[at : found.start()]), Span(f"[{found.group()}]", "warn"))
            at = found.end()
    yield Span(text[at:])
