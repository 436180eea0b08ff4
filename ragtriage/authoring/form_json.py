"""A form as JSON, and back with every type checked: what lies on disk may be cut, changed, or of another version."""

import base64
import json
from functools import lru_cache
from typing import Any, TypeVar, get_args

from ragtriage.authoring.values import Form, Looking, Origin, OriginKind, Typing
from ragtriage.cases.model import (
    RECHECKED,
    Attribute,
    Case,
    Evidence,
    Nugget,
    Quote,
    Source,
    SourceKind,
    Status,
    UnanswerableBecause,
)

T = TypeVar("T")


def _written(form: Form) -> dict[str, Any]:
    return {
        "origin": [form.origin.kind, form.origin.ref],
        "case": _plain(form.case),
        "typing": None if form.typing is None else [form.typing.field, form.typing.text],
        "query": form.query,
        "looking": None if form.looking is None else [getattr(form.looking, name) for name in _LOOKING],
        "refused": form.refused,
        "open": form.open,
    }


@lru_cache(maxsize=2)
def _begun(base: bytes | None, start: str | None) -> str:
    """What a form was begun from, which stays the same from key to key, as the end of a JSON object."""
    encoded = None if base is None else base64.b64encode(base).decode("ascii")
    return f'"base": {json.dumps(encoded)}, "start": {start or "null"}}}'


def form_json(form: Form) -> str:
    """A form as ASCII, whatever half characters its texts hold; 0.05 ms at a usual size."""
    start = None if form.start is None else _start(_Same(form.start))
    return f"{json.dumps(_written(form))[:-1]}, {_begun(form.base, start)}"


class _Same:
    """A case by its identity: equal only to itself, so that looking it up compares no field."""

    __slots__ = ("case",)

    def __init__(self, case: Case) -> None:
        self.case = case

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Same) and self.case is other.case

    def __hash__(self) -> int:
        return id(self.case)


@lru_cache(maxsize=2)
def _start(same: _Same) -> str:
    return json.dumps(_plain(same.case))


def _plain(case: Case) -> dict[str, Any]:
    """A case as JSON has it. Ten times as fast as `asdict`, which copies every text's holder."""
    source = case.source
    return {
        **{name: getattr(case, name) for name in _AS_THEY_ARE},
        "filters": dict(case.filters),
        "user": dict(case.user),
        "metadata": dict(case.metadata),
        "evidence": [[[getattr(quote, name) for name in _QUOTE] for quote in one.any_of] for one in case.evidence],
        "nuggets": [[one.text, one.vital] for one in case.nuggets],
        "source": None if source is None else [source.kind, source.ref, source.at],
    }


_AS_THEY_ARE = (
    *("id", "question", "answerable", "unanswerable_because", "reference_answer", "tags"),
    *("intent", "must_pass", "status", "reviewed_by", "notes"),
)
_LOOKING = ("doc_id", "start", "end", "held", "quote", "from_form")
_QUOTE = ("doc_id", "quote", "prefix", "suffix", "grade", "was", "recheck", "doc_version", "occurrence", "under")


def form_from_json(body: Any) -> Form:
    """The form that JSON holds. Raises ValueError, TypeError, KeyError or AttributeError for what is none."""
    kind, ref = _texts(body["origin"])
    if body["typing"] is not None:
        field, text = _texts(body["typing"])
    return Form(
        origin=Origin(_one_of(kind, get_args(OriginKind)), ref),
        case=_case(body["case"]),
        base=None if body["base"] is None else base64.b64decode(_is(body["base"], str), validate=True),
        start=None if body["start"] is None else _case(body["start"]),
        typing=None if body["typing"] is None else Typing(field, text),
        query=_is(body["query"], str),
        looking=None if body.get("looking") is None else _looking(*_is(body["looking"], list)),
        refused=_texts(body["refused"]),
        open=_is(body["open"], bool),
    )


def _case(body: Any) -> Case:
    because, source = body["unanswerable_because"], body["source"]
    return Case(
        id=_is(body["id"], str),
        question=_is(body["question"], str),
        reference_answer=_is(body["reference_answer"], str),
        intent=_is(body["intent"], str),
        notes=_is(body["notes"], str),
        answerable=_is(body["answerable"], bool),
        must_pass=_is(body["must_pass"], bool),
        unanswerable_because=None if because is None else _one_of(because, get_args(UnanswerableBecause)),
        filters=_attributes(body["filters"]),
        user=_attributes(body["user"]),
        evidence=tuple(_evidence(one) for one in _is(body["evidence"], list)),
        nuggets=tuple(_nugget(*_is(one, list)) for one in _is(body["nuggets"], list)),
        tags=_texts(body["tags"]),
        status=_one_of(body["status"], get_args(Status)),
        source=None if source is None else _source(*_is(source, list)),
        reviewed_by=_texts(body["reviewed_by"]),
        metadata=_is(body["metadata"], dict),
    )


def _looking(doc_id: Any, start: Any, end: Any, held: Any, quote: Any, from_form: Any) -> Looking:
    spot = _pair((start, end))
    return Looking(
        _is(doc_id, str),
        *spot,
        None if held is None else _pair(_is(held, list)),
        None if quote is None else _pair(_is(quote, list)),
        _is(from_form, bool),
    )


def _pair(numbers: Any) -> tuple[int, int]:
    first, second = (_is(one, int) for one in numbers)
    if min(first, second) < 0:
        raise ValueError("a place before the first")
    return first, second


def _evidence(body: Any) -> Evidence:
    quotes = tuple(_quote(*_is(one, list)) for one in _is(body, list))
    if not quotes:
        raise ValueError("a piece of evidence without a quote")
    return Evidence(quotes)


def _quote(
    doc_id: Any,
    quote: Any,
    prefix: Any,
    suffix: Any,
    grade: Any,
    was: Any = "",
    recheck: Any = None,
    version: Any = "",
    occurrence: Any = 0,
    under: Any = None,
) -> Quote:
    """A quote; of an older ragtriage without what stands last."""
    marks = tuple(_one_of(one, RECHECKED) for one in _is([] if recheck is None else recheck, list))
    around = _is(prefix, str), _is(suffix, str)
    return Quote(
        _is(doc_id, str),
        _is(quote, str),
        *around,
        _one_of(grade, (0, 1, 2)),
        _is(was, str),
        marks,
        _is(version, str),
        _is(occurrence, int),
        _texts([] if under is None else under),
    )


def _nugget(text: Any, vital: Any) -> Nugget:
    return Nugget(_is(text, str), _is(vital, bool))


def _source(kind: Any, ref: Any, at: Any) -> Source:
    return Source(_one_of(kind, get_args(SourceKind)), _is(ref, str), _is(at, str))


def _attributes(body: Any) -> dict[str, Attribute]:
    return {key: one if isinstance(one, str) else _texts(one) for key, one in _is(body, dict).items()}


def _text(value: Any) -> str:
    return _is(value, str)


def _texts(body: Any) -> tuple[str, ...]:
    return tuple(_is(one, str) for one in _is(body, list))


def _is(value: Any, kind: type[T]) -> T:
    if type(value) is not kind:
        raise TypeError(f"{kind.__name__} expected, {type(value).__name__} found")
    return value


def _one_of(value: Any, choices: tuple[Any, ...]) -> Any:
    if not any(value == one and type(value) is type(one) for one in choices):
        raise ValueError(f"{value!r} is none of {', '.join(map(str, choices))}")
    return value
