"""The filter: what a person types to see fewer rows. The same words in the screens and after `--filter`.

    badge:new,back !tag:legacy "annual plan"

Terms separated by spaces must all hold; `key:a,b` is a or b; `!` before a term inverts it; quotes keep spaces, commas
and colons (inside them `\\"` is a quote); a bare word is looked for in id and question. Upper and lower case are one.
`tag:""` finds what has no tag, and so with the other keys whose values may be missing. Numbers may end in `+`:
`documents:2+` keeps two and more.
"""

import re
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, field

from ragtriage.errors import UsageError, nearest
from ragtriage.text import one_line
from ragtriage.triage.filter_keys import KEYS, MOST, NO, YES
from ragtriage.triage.model import QueueRow

_TRUTH = {"true": YES, "yes": YES, "false": NO, "no": NO}
_NUMBER = re.compile(r"[0-9]{1,4}\+?")

LONGEST = 2000
"""Characters of a filter. Nobody types more; a page that was pasted by mistake must not hold up the screen."""
_HALF_TYPED = 8
"""Terms at the end that are looked at as half typed: one is, and the others are for whoever goes back to mend them."""
_PLAIN = re.compile(r'[^\s",:!][^\s",:]*')


@dataclass(frozen=True, slots=True)
class Term:
    """One condition."""

    key: str
    """One of KEYS; empty for a bare word."""
    values: tuple[str, ...]
    """Any of them will do; exactly one for a bare word."""
    inverted: bool = False
    _wanted: frozenset[str] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "_wanted", frozenset(value.casefold() for value in self.values))

    def keeps(self, row: QueueRow) -> bool:
        """Whether the row meets it."""
        if not self.key:
            (word,) = self._wanted
            return (word in row.case_id.casefold() or word in row.question.casefold()) is not self.inverted
        wanted = self._wanted
        found = any(value.casefold() in wanted for value in KEYS[self.key].of(row) or ("",))
        return found is not self.inverted

    def __str__(self) -> str:
        mark = "!" if self.inverted else ""
        values = ",".join(map(_quoted, self.values))
        return f"{mark}{self.key}:{values}" if self.key else mark + values


@dataclass(frozen=True, slots=True)
class Filter:
    """Conditions that must all hold; none keeps every row. `parse(str(filter)) == filter`."""

    terms: tuple[Term, ...] = ()

    def keeps(self, row: QueueRow) -> bool:
        """Whether the row meets every term."""
        return all(term.keeps(row) for term in self.terms)

    def __bool__(self) -> bool:
        return bool(self.terms)

    def __str__(self) -> str:
        return " ".join(map(str, self.terms))


def parse_filter(text: str, configurations: Collection[str] | None = None) -> Filter:
    """The filter that `text` spells. With `configurations`, `passes:` takes no other names.

    Raises UsageError for an unknown key, an impossible value, an open quote, an empty term or a text of over `LONGEST`
    characters, and nothing else.
    """
    if len(text) > LONGEST:
        raise UsageError(
            f"a filter has at most {LONGEST:,} characters, this one {len(text):,}",
            next_step="a few words, or key:value, find a case",
        )
    return Filter(tuple(_term(raw, configurations) for raw in _split(text, strict=True)))


def beginnings(text: str) -> Iterator[str]:
    """`text`, then without its last term, without its last two, and so on: the end of it may be half typed."""
    yield text
    terms = list(_split(text[:LONGEST], strict=False))
    for raw in reversed(terms[-_HALF_TYPED:]):
        yield text[: raw.start].rstrip("! ")


def _term(raw: "_Raw", configurations: Collection[str] | None) -> Term:
    if not raw.key:
        if not raw.values or not raw.values[0].text:
            raise UsageError(
                "the filter has an empty term",
                next_step="a term is a word to look for, or key:value; quotes keep spaces",
            )
        return Term("", (raw.values[0].text,), raw.inverted)
    if raw.key not in KEYS:
        raise UsageError(
            f"the filter knows no key `{one_line(raw.key)}`",
            next_step=f"{_nearest_words(raw.key, list(KEYS))}keys: {', '.join(KEYS)}; "
            "to look for the text itself, put it in quotes",
        )
    values = tuple(_value(raw.key, value, configurations) for value in raw.values)
    return Term(raw.key, tuple(dict.fromkeys(values)), raw.inverted)


def _value(key: str, value: "_Value", configurations: Collection[str] | None) -> str:
    allowed = KEYS[key].choices
    if key == "passes" and configurations is not None:
        allowed = ("none", "all", *configurations)
    if not value.text:
        if value.quoted and KEYS[key].may_miss:
            return ""
        raise UsageError(f"`{key}:` needs a value", next_step=f"values: {_choices(allowed)}")
    if value.text.startswith("!") and not value.quoted:
        shown = one_line(value.text)
        raise UsageError(
            f"`!` stands before a term, not before a value: `{shown}`",
            next_step=f"`!{key}:{shown.lstrip('!')}` inverts it; a value that starts with ! goes in quotes",
        )
    text = _TRUTH.get(value.text.casefold(), value.text) if KEYS[key].kind == "truth" else value.text
    if KEYS[key].kind == "number":
        return _number(key, text)
    if allowed is None:
        return text
    known = {choice.casefold(): choice for choice in allowed}
    if text.casefold() not in known:
        raise UsageError(
            f"`{key}:` cannot be `{one_line(text)}`",
            next_step=f"{_nearest_words(text, list(allowed))}values: {_choices(allowed)}",
        )
    return known[text.casefold()]


def _number(key: str, text: str) -> str:
    if not _NUMBER.fullmatch(text):
        raise UsageError(
            f"`{key}:` cannot be `{one_line(text)}`",
            next_step=f"a number: {key}:0, {key}:1,2, or {key}:2+ for 2 and more",
        )
    least = min(int(text.removesuffix("+")), MOST) if text.endswith("+") else int(text)
    return f"{least}+" if text.endswith("+") else str(least)


def _choices(allowed: Collection[str] | None) -> str:
    return ", ".join(map(one_line, allowed)) if allowed else "any; quotes keep spaces"


def _nearest_words(word: str, choices: list[str]) -> str:
    close = nearest(word, choices)
    return f"did you mean `{one_line(close)}`? " if close else ""


def _quoted(value: str) -> str:
    if _PLAIN.fullmatch(value):
        return value
    return '"' + value.replace("\\", "\\\\").replace('"', '\\"') + '"'


@dataclass(slots=True)
class _Value:
    text: str = ""
    quoted: bool = False
    """Quotes stood in it: an empty one is meant."""


@dataclass(slots=True)
class _Raw:
    """A term as it was typed."""

    start: int
    """Where it begins in the text, after its `!`."""
    inverted: bool = False
    key: str = ""
    values: list[_Value] = field(default_factory=list)
    value_start: int = 0
    """Where its last value begins."""
    end: int = 0
    """Where it ends; past the text's end while a quote is open."""


def _split(text: str, *, strict: bool) -> Iterator[_Raw]:
    """The terms of a text. Not strict: an open quote, which is still being typed, ends with the text."""
    at = 0
    while at < len(text):
        if text[at].isspace():
            at += 1
            continue
        raw = _Raw(at)
        while text.startswith("!", at):
            raw.inverted, at = not raw.inverted, at + 1
        raw.start = at
        raw.end = at = _read_values(text, at, raw, strict)
        yield raw


def _read_values(text: str, at: int, raw: _Raw, strict: bool) -> int:
    """Read key and values up to the next space; the offset after them."""
    value = _Value()
    raw.values, raw.value_start, has_key = [value], at, False
    while at < len(text) and not text[at].isspace():
        char = text[at]
        if char == '"':
            inner, at = _read_quotes(text, at, strict)
            value.text, value.quoted = value.text + inner, True
            continue
        at += 1
        if char == ":" and not has_key and value.text and not value.quoted:
            raw.key, has_key = value.text.casefold(), True
            value = _Value()
            raw.values, raw.value_start = [value], at
        elif char == "," and has_key:
            value = _Value()
            raw.values.append(value)
            raw.value_start = at
        else:
            value.text += char
    return at


def _read_quotes(text: str, at: int, strict: bool) -> tuple[str, int]:
    """What stands between the quotes that open at `at`, and the offset after the closing one."""
    out, start = [], at
    at += 1
    while at < len(text) and text[at] != '"':
        if text[at] == "\\" and text[at + 1 : at + 2] in ('"', "\\"):
            at += 1
        out.append(text[at])
        at += 1
    if at >= len(text) and strict:
        raise UsageError(
            f"a quote is not closed: {one_line(text[start : start + 40])}", next_step='close it with another "'
        )
    return "".join(out), at + 1


def completions(text: str, rows: Iterable[QueueRow] = (), limit: int = 24) -> list[str]:
    """What `text` may become by finishing its last term, as whole filter texts. A value with spaces gets its quotes.

    Values of the open keys (tags, owners, intents, configurations) come from `rows`, in order of their names.
    """
    if len(text) > LONGEST:
        return []
    raws = list(_split(text, strict=False))
    if not raws or raws[-1].end < len(text):
        return [text + key + ":" for key in KEYS][:limit]
    last = raws[-1]
    if last.key:
        found = [text[: last.value_start] + value for value in _values_begun(last, rows)]
    else:
        found = [f"{text[: last.start]}{key}:" for key in _keys_begun(last.values[-1])]
    return [whole for whole in found if whole != text][:limit]


def _keys_begun(typed: "_Value") -> list[str]:
    """The keys that a word may become; in quotes it is looked for itself."""
    return [] if typed.quoted else [key for key in KEYS if key.startswith(typed.text.casefold())]


def _values_begun(term: "_Raw", rows: Iterable[QueueRow]) -> list[str]:
    """What the last value of a term may become, but for those that stand before it, as it is written."""
    if term.key not in KEYS:
        return []
    typed = term.values[-1]
    taken = {value.text.casefold() for value in term.values[:-1]}
    begun = [one for one in _offers(term.key, rows) if one.casefold().startswith(typed.text.casefold())]
    return [_spelled(one, typed) for one in begun if one.casefold() not in taken]


def _spelled(choice: str, typed: "_Value") -> str:
    """A value as it is written; in quotes where quotes were begun."""
    spelled = _quoted(choice)
    return f'"{spelled}"' if typed.quoted and not spelled.startswith('"') else spelled


def _offers(key: str, rows: Iterable[QueueRow]) -> list[str]:
    allowed = KEYS[key].choices
    if allowed is not None:
        return list(allowed)
    if KEYS[key].kind == "number":
        return ["0", "1", "2+"]
    present = {value for row in rows for value in KEYS[key].of(row) if value}
    words = ["none", "all"] if key == "passes" else []
    return words + sorted(present - set(words))
