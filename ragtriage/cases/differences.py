"""What changed between two versions of a case, in the words in which reviewers speak of it.

"evidence 2 re-anchored in kb/billing/proration", "nugget “no proration” vital → supplementary". The words hold text
from outside, each piece on one line; whoever prints makes them safe.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ragtriage.cases.model import LABEL_FIELDS, Case, Evidence, Nugget, Quote
from ragtriage.cases.pairing import paired, text_similarity
from ragtriage.cases.rechecking import fields_words
from ragtriage.cases.schema import case_values, evidence_shape
from ragtriage.text import one_line, path_words

_SHOWN = 60
"""Letters of a text that is named."""
_SURROUND = 24
"""Letters that are kept on either side of what differs in a longer text."""


@dataclass(frozen=True, slots=True)
class Difference:
    """One thing that a person changed."""

    field: str
    """Dotted path where it stands now, `nuggets[1].vital`; where it stood, if it is gone."""
    kind: str
    """added, removed, changed or moved."""
    words: str
    before: Any
    """Plain value; None where there was none."""
    after: Any

    @property
    def of_label(self) -> bool:
        """Whether it can change what counts as right."""
        return self.field.partition(".")[0].partition("[")[0] in LABEL_FIELDS


def differences(before: Case, after: Case) -> tuple[Difference, ...]:
    """Everything that two versions of a case do not share, in the order of the file; the id aside."""
    out = [
        *_text("question", "question", before.question, after.question),
        *_mapping("filters", "filter", before.filters, after.filters),
        *_mapping("user", "user", before.user, after.user),
        *_text("reference_answer", "reference answer", before.reference_answer, after.reference_answer),
        *_evidence(before.evidence, after.evidence),
        *_nuggets(before.nuggets, after.nuggets),
        *_answerable(before, after),
        *_text("intent", "intent", before.intent, after.intent),
        *_names("tags", "tag", before.tags, after.tags),
    ]
    if before.must_pass != after.must_pass:
        now = "must pass now" if after.must_pass else "no longer must pass"
        out.append(Difference("must_pass", "changed", now, before.must_pass, after.must_pass))
    if before.status != after.status:
        words = f"status {before.status} → {after.status}"
        out.append(Difference("status", "changed", words, before.status, after.status))
    sources = [case_values(case).get("source") or {} for case in (before, after)]
    out += _mapping("source", "source", *sources)
    out += _names("reviewed_by", "review by", before.reviewed_by, after.reviewed_by)
    out += _text("notes", "notes", before.notes, after.notes)
    out += _mapping("metadata", "metadata", before.metadata, after.metadata)
    return tuple(out)


def in_quotes(text: str, letters: int = _SHOWN) -> str:
    """A text from outside, named on one line."""
    line = one_line(text)
    return f"“{line if len(line) <= letters else line[: letters - 1].rstrip() + '…'}”"


def between(before: str, after: str) -> str:
    """Both texts, each about what differs: `“…full days” → “…half days”`."""
    a, b = one_line(before), one_line(after)
    if a == b:
        return f"{in_quotes(a)}, spaces or lines otherwise"
    head = 0
    while head < min(len(a), len(b)) and a[head] == b[head]:
        head += 1
    tail = 0
    while tail < min(len(a), len(b)) - head and a[-1 - tail] == b[-1 - tail]:
        tail += 1
    return f"“{_about(a, head, tail)}” → “{_about(b, head, tail)}”"


def _about(text: str, head: int, tail: int) -> str:
    start, end = head, len(text) - tail
    if len(text) > 2 * _SHOWN or start > _SURROUND * 2:
        start = max(0, start - _SURROUND)
        start = text.rfind(" ", 0, start) + 1 if start else 0
    else:
        start = 0
    if len(text) - start > 2 * _SHOWN:
        end = min(len(text), max(end + _SURROUND, start + _SHOWN))
        if end - start > 3 * _SHOWN:
            end = start + 3 * _SHOWN
    else:
        end = len(text)
    return ("…" if start else "") + text[start:end].strip() + ("…" if end < len(text) else "")


def _text(field: str, name: str, before: str, after: str) -> Iterator[Difference]:
    if before == after:
        return
    if not before:
        yield Difference(field, "added", f"{name} added: {in_quotes(after)}", None, after)
    elif not after:
        yield Difference(field, "removed", f"{name} removed: {in_quotes(before)}", before, None)
    else:
        yield Difference(field, "changed", f"{name}: {between(before, after)}", before, after)


def _mapping(field: str, name: str, before: Mapping[str, Any], after: Mapping[str, Any]) -> Iterator[Difference]:
    for key in dict.fromkeys((*before, *after)):
        path, called = f"{field}.{key}", f"{name} {one_line(str(key))}"
        old, new = before.get(key), after.get(key)
        if key in before and key in after:
            if old != new:
                words = f"{called}: {between(_plain(old), _plain(new))}"
                yield Difference(path, "changed", words, _value(old), _value(new))
        elif key in after:
            yield Difference(path, "added", f"{called} added: {in_quotes(_plain(new))}", None, _value(new))
        else:
            yield Difference(path, "removed", f"{called} removed: {in_quotes(_plain(old))}", _value(old), None)


def _plain(value: Any) -> str:
    return ", ".join(map(str, value)) if isinstance(value, list | tuple) else str(value)


def _value(value: Any) -> Any:
    return list(value) if isinstance(value, tuple) else value


def _names(field: str, name: str, before: Sequence[str], after: Sequence[str]) -> Iterator[Difference]:
    for word in dict.fromkeys(after):
        if word not in before:
            yield Difference(field, "added", f"{name} {one_line(word)} added", None, word)
    for word in dict.fromkeys(before):
        if word not in after:
            gone = "taken away" if field == "reviewed_by" else "removed"
            yield Difference(field, "removed", f"{name} {one_line(word)} {gone}", word, None)
    kept = [[word for word in one if word in before and word in after] for one in (before, after)]
    if kept[0] != kept[1]:
        words = {"tags": "tags", "reviewed_by": "reviewers"}[field] + " in another order"
        yield Difference(field, "moved", words, list(before), list(after))


def _answerable(before: Case, after: Case) -> Iterator[Difference]:
    because = [case.unanswerable_because or "" for case in (before, after)]
    if before.answerable != after.answerable:
        words = "answerable now" if after.answerable else "not answerable any more"
        words += f" ({because[1]})" if because[1] else ""
        yield Difference("answerable", "changed", words, before.answerable, after.answerable)
    elif because[0] != because[1]:
        words = f"not answerable because: {because[0] or 'not said'} → {because[1] or 'not said'}"
        yield Difference("unanswerable_because", "changed", words, because[0] or None, because[1] or None)


def _nuggets(before: Sequence[Nugget], after: Sequence[Nugget]) -> Iterator[Difference]:
    def called(vital: bool) -> str:
        return "vital" if vital else "supplementary"

    def like(a: Nugget, b: Nugget) -> float:
        return text_similarity(a.text, b.text)

    for pair in paired(before, after, [lambda one: one, lambda one: one.text], like):
        old = before[pair.before] if pair.before is not None else None
        new = after[pair.after] if pair.after is not None else None
        path = f"nuggets[{pair.before if pair.after is None else pair.after}]"
        if old is None and new is not None:
            words = f"nugget {in_quotes(new.text)} added, {called(new.vital)}"
            yield Difference(path, "added", words, None, {"text": new.text, "vital": new.vital})
        elif new is None and old is not None:
            words = f"nugget {in_quotes(old.text)} removed ({called(old.vital)})"
            yield Difference(path, "removed", words, {"text": old.text, "vital": old.vital}, None)
        elif old is not None and new is not None:
            if old.text != new.text:
                words = f"nugget reworded: {between(old.text, new.text)}"
                yield Difference(f"{path}.text", "changed", words, old.text, new.text)
            if old.vital != new.vital:
                words = f"nugget {in_quotes(new.text)} {called(old.vital)} → {called(new.vital)}"
                yield Difference(f"{path}.vital", "changed", words, old.vital, new.vital)
            if pair.moved:
                yield _place(path, f"nugget {in_quotes(new.text)}", pair.before, pair.after)


def _place(path: str, name: str, before: int | None, after: int | None) -> Difference:
    old, new = (before or 0) + 1, (after or 0) + 1
    return Difference(path, "moved", f"{name} moved from place {old} to {new}", old - 1, new - 1)


def _evidence(before: Sequence[Evidence], after: Sequence[Evidence]) -> Iterator[Difference]:
    def words_of(one: Evidence) -> tuple[str, ...]:
        return tuple(quote.quote for quote in one.any_of)

    def like(a: Evidence, b: Evidence) -> float:
        return max(_quote_like(x, y) for x in a.any_of[:8] for y in b.any_of[:8])

    for pair in paired(before, after, [lambda one: one, words_of], like):
        old = before[pair.before] if pair.before is not None else None
        new = after[pair.after] if pair.after is not None else None
        number = (pair.before if pair.after is None else pair.after) or 0
        name, path = f"evidence {number + 1}", f"evidence[{number}]"
        if old is None and new is not None:
            yield Difference(path, "added", f"{name} added: {_cited(new)}", None, evidence_shape(new))
        elif new is None and old is not None:
            yield Difference(path, "removed", f"{name} removed: {_cited(old)}", evidence_shape(old), None)
        elif old is not None and new is not None:
            yield from _alternatives(path, name, old, new)
            if pair.moved:
                yield _place(path, f"{name} ({in_quotes(new.any_of[0].quote, 32)})", pair.before, pair.after)


def _quote_like(a: Quote, b: Quote) -> float:
    """A quote in the same document is the same evidence re-anchored, unless little of it is left."""
    score = text_similarity(a.quote, b.quote)
    return min(1.0, score + 0.15) if a.doc_id == b.doc_id else score


def _cited(evidence: Evidence) -> str:
    return ", or ".join(f"{in_quotes(quote.quote)} in {one_line(quote.doc_id)}" for quote in evidence.any_of)


def _alternatives(path: str, name: str, before: Evidence, after: Evidence) -> Iterator[Difference]:
    if len(before.any_of) == len(after.any_of) == 1:
        yield from _quote(path, name, before.any_of[0], after.any_of[0])
        return
    for pair in paired(before.any_of, after.any_of, [lambda one: one, lambda one: one.quote], _quote_like):
        old = before.any_of[pair.before] if pair.before is not None else None
        new = after.any_of[pair.after] if pair.after is not None else None
        number = (pair.before if pair.after is None else pair.after) or 0
        spot, called = f"{path}.any_of[{number}]", f"{name}, alternative {number + 1}"
        if old is None and new is not None:
            yield Difference(spot, "added", f"{called} added: {_cited(Evidence((new,)))}", None, _shaped(new))
        elif new is None and old is not None:
            yield Difference(spot, "removed", f"{called} removed: {_cited(Evidence((old,)))}", _shaped(old), None)
        elif old is not None and new is not None:
            yield from _quote(spot, called, old, new)
            if pair.moved:
                yield _place(spot, f"{name}: {in_quotes(new.quote, 32)}", pair.before, pair.after)


def _shaped(quote: Quote) -> Any:
    return evidence_shape(Evidence((quote,)))


def _quote(path: str, name: str, old: Quote, new: Quote) -> Iterator[Difference]:
    document, elsewhere = one_line(new.doc_id), old.doc_id != new.doc_id
    was = f" (was {one_line(old.doc_id)})" if elsewhere else ""
    if old.quote != new.quote:
        words = f"{name} re-anchored in {document}{was}: {between(old.quote, new.quote)}"
        yield Difference(f"{path}.quote", "changed", words, _shaped(old), _shaped(new))
    else:
        if elsewhere:
            words = f"{name} re-anchored in {document}{was}, the same words"
            yield Difference(f"{path}.doc_id", "changed", words, old.doc_id, new.doc_id)
        yield from _which_place(path, name, old, new)
    if old.doc_version != new.doc_version:
        now, then = one_line(new.doc_version) or "not said", one_line(old.doc_version) or "not said"
        words = f"{name}: read in version {now} (before: {then})"
        yield Difference(f"{path}.doc_version", "changed", words, old.doc_version or None, new.doc_version or None)
    yield from _recheck(path, name, old, new)
    if old.grade != new.grade:
        grades = {2: "answers it", 1: "background", 0: "irrelevant"}
        words = f"{name}: {grades[old.grade]} → {grades[new.grade]} (grade {new.grade})"
        yield Difference(f"{path}.grade", "changed", words, old.grade, new.grade)


def _which_place(path: str, name: str, old: Quote, new: Quote) -> Iterator[Difference]:
    """What tells the place that is meant from others where the same words stand."""
    if (old.prefix, old.suffix) != (new.prefix, new.suffix):
        told = "told by the words around it" if new.prefix or new.suffix else "no longer told by the words around it"
        around = [{"prefix": quote.prefix, "suffix": quote.suffix} for quote in (old, new)]
        yield Difference(f"{path}.prefix", "changed", f"{name} {told}", *around)
    if old.occurrence != new.occurrence:
        which = f"the {new.occurrence}. place of the words is meant" if new.occurrence else "no place is named"
        yield Difference(
            f"{path}.occurrence", "changed", f"{name}: {which}", old.occurrence or None, new.occurrence or None
        )
    if old.under != new.under:
        which = f"meant under {_under(new)}" if new.under else "no longer told by the headings above it"
        before = f" (before: under {_under(old)})" if old.under and new.under else ""
        paths = [list(quote.under) or None for quote in (old, new)]
        yield Difference(f"{path}.under", "changed", f"{name}: {which}{before}", *paths)


def _under(quote: Quote) -> str:
    """The path that a quote is meant under, as a reader says it."""
    return path_words(quote.under)


def _recheck(path: str, name: str, old: Quote, new: Quote) -> Iterator[Difference]:
    """What nobody has looked at since a quote says something else, and what somebody has."""
    spot = f"{path}.recheck"
    before, after = list(old.recheck) or None, list(new.recheck) or None
    gone = [field for field in old.recheck if field not in new.recheck]
    come = [field for field in new.recheck if field not in old.recheck]
    if come:
        words = f"{name} says something else: nobody has looked at {fields_words(come)} since"
        yield Difference(spot, "added", words, before, after)
    if gone:
        words = f"{fields_words(gone)} looked at since {name} says something else"
        yield Difference(spot, "removed", words, before, after)
    if not (come or gone) and (old.recheck, old.was) != (new.recheck, new.was):
        words = f"{name}: what it said before is told otherwise"
        yield Difference(f"{path}.was", "changed", words, old.was or None, new.was or None)
