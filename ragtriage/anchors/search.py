"""All quotes of a golden set in one snapshot: one pass over the corpus, then document by document.

Words first, then likeness: only a quote whose words stand nowhere is looked for in an edited form.
"""

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import replace

import numpy as np

from ragtriage.anchors import clauses
from ragtriage.anchors.anchor import Anchor, Flag
from ragtriage.anchors.as_given import stands_as_given, under_given
from ragtriage.anchors.candidates import Grams, Hunch, clusters, dense, run_of, window
from ragtriage.anchors.classify import LOCATED, FittedPlace, QuoteFacts, from_fits, from_occurrences
from ragtriage.anchors.clauses import shortened
from ragtriage.anchors.context import TextPlace, Turn, changed_surroundings, turned_alone
from ragtriage.anchors.fit import Fit, fit
from ragtriage.anchors.haystack import Haystack, Progress
from ragtriage.anchors.in_text import (
    AROUND,
    MOST_PLACES,
    agreement,
    best_kind,
    find_all,
    named_place,
    quoted_places,
    small,
    some,
    told_apart,
    verbatim,
)
from ragtriage.anchors.letters import Codes, LettersCache, letters
from ragtriage.anchors.locate import verbatim_starts
from ragtriage.anchors.long_texts import long_text
from ragtriage.anchors.occurrences import (
    Needle,
    Occurrence,
    needle,
    occurrence,
    positions_in,
    verified,
    within,
)
from ragtriage.anchors.ranking import CLEAR, ranked
from ragtriage.anchors.renamed_documents import Home, document_stem, resolve, sample
from ragtriage.anchors.repeated import turned_copy
from ragtriage.anchors.run_together import with_same_letters
from ragtriage.anchors.seeds import LEAST_LONG, LEAST_SHORT, LONG, SHORT, GramTable, Votes, gram_table, votes
from ragtriage.anchors.shown import fit_shown, shown_form
from ragtriage.anchors.verbatim import LONG_TEXT
from ragtriage.anchors.window import QuoteForm, Window, quote_form
from ragtriage.cases.model import Quote

_SAME_AROUND = 0.9
"""Surroundings this alike are those of the place that was meant, of several that there were."""
_NEARLY_WHOLE = 0.95
"""A place this near is not one that lost a clause."""


class Search:
    """All quotes in one snapshot."""

    def __init__(
        self,
        quotes: Sequence[Quote],
        texts: Mapping[str, str],
        old: Mapping[str, str] | None,
        executor: Executor | None,
        cache: LettersCache | None,
        progress: Progress | None,
    ) -> None:
        self.quotes = quotes
        self.old = old
        self.texts = texts
        self.needles: list[Needle] = [needle(quote.quote) for quote in quotes]
        self.hay = Haystack(texts)
        self.numbers: dict[bytes, int] = {}
        self.codes: list[Codes] = []
        self.number_of = [self._number(one.codes) for one in self.needles]
        self.voters = self._voters()
        self._scan(executor, cache, progress)
        self.homes = self._homes()
        self.grams: dict[str, Grams] = {}
        self.old_letters: dict[str, Codes] = {}
        self.old_by_stem: dict[str, list[str]] = defaultdict(list)

    def _number(self, codes: Codes) -> int:
        """Equal quotes are looked for once."""
        key = codes.tobytes()
        if key not in self.numbers:
            self.numbers[key] = len(self.codes)
            self.codes.append(codes)
        return self.numbers[key]

    def _voters(self) -> dict[str, list[int]]:
        """Vanished document → the passages that tell where it went: its quotes, and a sample of its old text."""
        gone: dict[str, list[int]] = defaultdict(list)
        for quote, number in zip(self.quotes, self.number_of, strict=True):
            if quote.doc_id not in self.texts:
                gone[quote.doc_id].append(number)
        for doc_id, numbers in gone.items():
            text = self.old.get(doc_id) if self.old is not None else None
            numbers += [self._number(letters(line)) for line in sample(text)] if text else []
        return {
            doc_id: [n for n in set(numbers) if len(self.codes[n]) >= LEAST_LONG] for doc_id, numbers in gone.items()
        }

    def _scan(self, executor: Executor | None, cache: LettersCache | None, progress: Progress | None) -> None:
        tables = gram_tables(self.codes)
        met = self.hay.read(tables, cache, executor, progress)
        self.votes: list[Votes] = [votes(table, one, self.hay.starts) for table, one in zip(tables, met, strict=True)]
        self.is_short = {n for n, codes in enumerate(self.codes) if _short(codes)}
        self.found: dict[int, list[tuple[int, int]]] = {}
        for one in self.votes:
            self.found |= verified(one, self.codes, self.hay.letters_of, self.hay.sizes)

    def _homes(self) -> dict[str, Home | None]:
        by_stem: dict[str, list[str]] = defaultdict(list)
        for doc_id in self.texts:
            by_stem[document_stem(doc_id).casefold()].append(doc_id)
        homes: dict[str, Home | None] = {}
        for doc_id in {quote.doc_id for quote in self.quotes}:
            voters = self.voters.get(doc_id, [])
            tally = Counter(
                self.hay.ids[document] for n in voters for document in {d for d, _ in self.found.get(n, [])}
            )
            homes[doc_id] = resolve(
                doc_id, tally, len(voters), self.texts.keys(), self.old and self.old.keys(), by_stem
            )
        return homes

    def anchors(self) -> list[Anchor]:
        """One for each quote, worked document by document."""
        order = sorted(range(len(self.quotes)), key=lambda n: self.quotes[n].doc_id)
        done: dict[int, Anchor] = {}
        same: dict[Quote, Anchor] = {}
        for n in order:
            quote = self.quotes[n]
            done[n] = same[quote] if quote in same else same.setdefault(quote, self._anchor(n))
            if len(self.grams) > 8:
                self.grams.clear()
        return [done[n] for n in range(len(self.quotes))]

    def _anchor(self, n: int) -> Anchor:
        quote, wanted = self.quotes[n], self.needles[n]
        home = self.homes[quote.doc_id]
        if not wanted.quote:
            return from_fits(QuoteFacts(quote.quote, quote.doc_id, home), [], {}, 0)
        before, after, flags, stood = self._surroundings(quote, wanted)
        at_home = self._at_home(quote, wanted, home)
        best: list[Occurrence] = best_kind(at_home)
        others: list[Occurrence] = []
        if not best or (home is not None and home.renamed):
            elsewhere = best_kind(self._elsewhere(n, wanted, home))
            best, others = (best, self._new_copies(wanted, elsewhere)) if best else (elsewhere, [])
        if not best:
            return self._fitted(
                n, QuoteFacts(wanted.quote, quote.doc_id, home, frozenset(flags)), before, after, at_home
            )
        named = under_given(quote, self.texts, best)
        flags |= set() if named else {"under_gone"}
        best = named or best
        chosen, rivals = told_apart([self.texts[p.doc_id] for p in best], best, before, after)
        if rivals and (meant := self._meant(quote, wanted, home)) is not None:
            chosen, rivals = meant, []
            flags -= {"repeats", "fewer"}
        if home is None or chosen.doc_id != home.doc_id:
            rivals = [place for place in best if place is not chosen]
        if "repeats" not in flags and agreement(self.texts[chosen.doc_id], chosen, before, after) >= _SAME_AROUND:
            flags.discard("fewer")
        here, *copies = [TextPlace(self.texts[p.doc_id], p.start, p.end) for p in (chosen, *rivals)]
        changed = self._changed(stood, here, copies, alone=not (rivals or others))
        if not stands_as_given(quote, here, chosen):
            flags.add("prefix_gone")
        known = QuoteFacts(wanted.quote, quote.doc_id, home, frozenset(flags))
        return from_occurrences(known, chosen, [*rivals, *others], self.texts[chosen.doc_id], changed)

    def _changed(
        self, stood: Sequence[TextPlace], here: TextPlace, copies: Sequence[TextPlace], *, alone: bool
    ) -> tuple[Turn, ...]:
        """What is otherwise around `here`, or around one of its `copies` where any of them will do."""
        if len(stood) == 1:
            return changed_surroundings(stood[0], here)
        if stood and copies:
            return turned_copy(stood, sorted([here, *copies], key=lambda place: place.start))
        return turned_alone(here) if self.old is None and alone else ()

    def _surroundings(self, quote: Quote, wanted: Needle) -> tuple[str, str, set[Flag], list[TextPlace]]:
        """What stood before and after the quote, as far as known; and its places in the old snapshot, nothing telling
        which of several was meant."""
        flags: set[Flag] = set()
        text = self.old.get(quote.doc_id) if self.old is not None else None
        if text is None:
            return quote.prefix, quote.suffix, flags, []
        codes = self._old_letters(quote.doc_id, text)
        places = (
            verbatim(wanted, quote.doc_id, text, codes)
            or find_all(wanted, quote.doc_id, text, codes)
            or quoted_places(wanted, quote.doc_id, text, text)
        )
        if not places:
            flags.add("not_in_old")
            return quote.prefix, quote.suffix, flags, []
        places = under_given(quote, {quote.doc_id: text}, places) or places
        if len(places) > 1:
            chosen, rivals = told_apart([text] * len(places), places, quote.prefix, quote.suffix)
            if rivals and (meant := named_place(quote, quote.doc_id, text)) is not None:
                chosen, rivals = meant, []
            there = best_kind(self._at_home(quote, wanted, self.homes[quote.doc_id]))
            if len(places) > len(under_given(quote, self.texts, there)):
                flags.add("fewer")
            if rivals:
                flags.add("repeats")
                return quote.prefix, quote.suffix, flags, [TextPlace(text, one.start, one.end) for one in places]
            places = [chosen]
        start, end = places[0].start, places[0].end
        around = max(AROUND, len(quote.prefix), len(quote.suffix))
        before, after = text[max(0, start - around) : start], text[end : end + around]
        return before, after, flags, [TextPlace(text, start, end)]

    def _old_letters(self, doc_id: str, text: str) -> Codes:
        if doc_id not in self.old_letters:
            if len(self.old_letters) > 8:
                self.old_letters.clear()
            self.old_letters[doc_id] = long_text(text).codes if len(text) >= LONG_TEXT else letters(text)
        return self.old_letters[doc_id]

    def _meant(self, quote: Quote, wanted: Needle, home: Home | None) -> Occurrence | None:
        """The place that the case names, by its number only where there are as many as there were."""
        if home is None:
            return None
        text = self.texts[home.doc_id]
        old = self.old.get(quote.doc_id) if self.old is not None else None
        counted = old is None or old == text
        if quote.occurrence and old is not None and not counted:
            counted = len({sum(1 for _ in verbatim_starts(wanted.quote, one)) for one in (old, text)}) == 1
        return named_place(quote if counted else replace(quote, occurrence=0), home.doc_id, text)

    def _at_home(self, quote: Quote, wanted: Needle, home: Home | None) -> list[Occurrence]:
        """Verbatim first of all; then wherever its letters stand otherwise."""
        if home is None:
            return []
        text = self.texts[home.doc_id]
        old = self.old.get(quote.doc_id) if self.old is not None else None
        to_the_letter = quoted_places(wanted, home.doc_id, text, old)
        sure = [one for one in to_the_letter if not one.edge]
        others = [
            one
            for one in self._by_letters(wanted, home, text)
            if not any(one.start < place.end and place.start < one.end for place in sure)
        ]
        if any(one.fidelity in ("exact", "normalized") for one in others):
            sure = [one for one in sure if not one.cut]
        return sorted([*sure, *others], key=lambda one: one.start) or to_the_letter

    def _by_letters(self, wanted: Needle, home: Home, text: str) -> list[Occurrence]:
        if len(wanted.codes) < LEAST_SHORT:
            return small(wanted, home.doc_id, text)
        codes = self.hay.letters(home.doc_id)
        at = positions_in(text, codes, wanted.codes)
        made = (occurrence(wanted, home.doc_id, text, self.hay.places(home.doc_id), first) for first in some(at))
        return [one for one in made if one is not None]

    def _new_copies(self, wanted: Needle, places: Sequence[Occurrence]) -> list[Occurrence]:
        """Those that may be where the quote went: what other documents held before, they hold for themselves."""
        if self.old is None:
            return list(places)
        if not self.old_by_stem:
            for doc_id in self.old:
                self.old_by_stem[document_stem(doc_id).casefold()].append(doc_id)
        return [one for one in places if not self._held_before(wanted, one.doc_id)]

    def _held_before(self, wanted: Needle, doc_id: str) -> bool:
        assert self.old is not None
        own = document_stem(doc_id).casefold()
        names = [doc_id] if doc_id in self.old else self.old_by_stem.get(own, [])
        return any(wanted.quote in self.old[name] for name in names)

    def _elsewhere(self, n: int, wanted: Needle, home: Home | None) -> list[Occurrence]:
        out: list[Occurrence] = []
        for document, first in self.found.get(self.number_of[n], [])[:MOST_PLACES]:
            doc_id = self.hay.ids[document]
            if home is not None and doc_id == home.doc_id:
                continue
            one = occurrence(wanted, doc_id, self.texts[doc_id], self.hay.places(doc_id), first)
            if one is not None:
                out.append(one)
        return out

    def _fitted(self, n: int, known: QuoteFacts, before: str, after: str, alike: Sequence[Occurrence]) -> Anchor:
        wanted = self.needles[n]
        form, bare = quote_form(wanted.quote, before, after), shown_form(wanted.quote, before, after)
        places: list[FittedPlace] = []
        for one in alike:
            text = self.texts[one.doc_id]
            beside = 60 + len(wanted.quote) // 2
            around = Window(text, max(0, one.start - beside), min(len(text), one.end + beside))
            if (found := fit(form, around, (one.start, one.end))) is not None:
                found = with_same_letters(wanted, text, one, found)
                places.append(FittedPlace(one.doc_id, found, found.core))
        if known.home is not None:
            hunches = self._home_hunches(known.home.doc_id, wanted, before, after)
            places += self._fits_at(known.home.doc_id, hunches, form, places, bare)
        if max((p.score for p in places), default=0.0) < LOCATED:
            number = self.number_of[n]
            voted = self.votes[1 if number in self.is_short else 0]
            for document, hunch in clusters(voted, run_of(voted, number), len(wanted.codes)):
                doc_id = self.hay.ids[document]
                if known.home is None or doc_id != known.home.doc_id:
                    places += self._fits_at(doc_id, [hunch], form, places)
        places = [place for place in places if not self._stood_before(place, known, wanted)]
        best = ranked(places, known.home)
        if not best or best[0].score < _NEARLY_WHOLE:
            best = self._without_clause(known, wanted) + best
        return from_fits(known, best, self.texts, self._length(form, wanted))

    def _length(self, form: QuoteForm, wanted: Needle) -> int:
        """Characters, as a language with an alphabet would need them."""
        return len(form.text) * 5 // 2 if dense(wanted.codes) else len(form.text)

    def _without_clause(self, known: QuoteFacts, wanted: Needle) -> list[FittedPlace]:
        """The line of its document that is the quote less a clause."""
        old = self.old.get(known.doc_id) if self.old is not None else None
        if old is None or known.home is None:
            return []
        span = shortened(wanted.quote, self.texts[known.home.doc_id], old)
        return (
            [FittedPlace(known.home.doc_id, Fit(*span, clauses.SCORE, (), 1.0, clauses.SCORE), clauses.SCORE)]
            if span
            else []
        )

    def _stood_before(self, place: FittedPlace, known: QuoteFacts, wanted: Needle) -> bool:
        """Whether these very words stood in the old document beside the quote: a look-alike, not what became of it."""
        text = self.old.get(known.doc_id) if self.old is not None else None
        if text is None or "not_in_old" in known.flags or known.home is None or place.doc_id != known.home.doc_id:
            return False
        there = letters(self.texts[place.doc_id][place.fit.start : place.fit.end])
        if len(there) < LEAST_SHORT or within(there, wanted.codes) or within(wanted.codes, there):
            return False
        return next(positions_in(text, self._old_letters(known.doc_id, text), there), None) is not None

    def _home_hunches(self, doc_id: str, wanted: Needle, before: str, after: str) -> list[Hunch]:
        lead, trail = letters(before[-AROUND:]), letters(after[:AROUND])
        query = np.concatenate([lead, wanted.codes, trail])
        if len(text := self.texts[doc_id]) >= LONG_TEXT:
            return long_text(text).hunches(query, len(lead), len(wanted.codes))
        if doc_id not in self.grams:
            self.grams[doc_id] = Grams(self.hay.letters(doc_id))
        return self.grams[doc_id].hunches(query, len(lead), len(wanted.codes))

    def _fits_at(
        self,
        doc_id: str,
        hunches: Sequence[Hunch],
        form: QuoteForm,
        known: Sequence[FittedPlace],
        bare: QuoteForm | None = None,
    ) -> list[FittedPlace]:
        """The fits in these stretches that come near the best there is, `known` ones counted.

        `bare`: the quote without its markup, which is looked for where it is not found with it.
        """
        text = self.texts[doc_id]
        places = self.hay.places(doc_id)
        best = max((place.score for place in known), default=0.0)
        out: list[FittedPlace] = []
        seen: list[tuple[int, int]] = []
        for hunch in hunches if len(places) else ():
            start, end, rough = window(hunch, places, len(text))
            if any(first <= start and end <= last for first, last in seen):
                continue  # what is best in the whole is best in the part
            seen.append((start, end))
            found = fit(form, Window(text, start, end), rough, best - CLEAR)
            if bare is not None and (found is None or found.core < LOCATED):
                also = fit_shown(bare, form, text, (start, end), rough, best - CLEAR)
                found = max((one for one in (found, also) if one is not None), key=lambda one: one.core, default=None)
            if found is not None:
                out.append(FittedPlace(doc_id, found, found.core))
                best = max(best, found.core)
        return out


def gram_tables(needles: Sequence[Codes]) -> list[GramTable]:
    long = [(n, codes) for n, codes in enumerate(needles) if len(codes) >= LEAST_LONG and not dense(codes)]
    short = [(n, codes) for n, codes in enumerate(needles) if _short(codes)]
    return [gram_table(long, LONG, 6), gram_table(short, SHORT, 3)]


def _short(codes: Codes) -> bool:
    """Whether a quote is looked for by short grams: it has few letters, or letters that say as much as a syllable."""
    return len(codes) >= LEAST_SHORT and (len(codes) < LEAST_LONG or dense(codes))
