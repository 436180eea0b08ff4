"""One line of a run, from JSON to an `Output`: what is missing stays unknown, what is wrong is named.

The shape is that of "A run" in the documentation. Nothing is guessed: a field that is absent or null is None, and a
field of another type is an error of its line, so that one bad line never bends a metric.
"""

import math
import re
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import cast

from ragtriage.errors import nearest
from ragtriage.runs.model import Citation, Output, Passage

FindText = Callable[[str], str | None]
"""A document's text by its id; None when the snapshot has no such document."""

Record = Mapping[str, object]
_AS_OBJECT = 'if it is what the passage says, write {"text": "…"}, with its `doc_id` where that is known'

_KNOWN = (
    "case_id", "config", "snapshot", "candidates", "hits", "context", "answer", "citations", "refused", "error",
    "latency_ms", "tokens", "cost_usd", "trace_url", "repeat",
)  # fmt: skip
_KNOWN_SET = frozenset(_KNOWN)
_DECLINED = {"refused": True, "declined": True, "no_answer": True, "answered": False}
"""The names that systems give to whether they declined, and the value that says so."""
_IN_PASSAGE = frozenset(("doc_id", "text", "chunk_id", "score", "start", "end"))
_KNOWN_INSIDE = {
    "candidates": _IN_PASSAGE,
    "hits": _IN_PASSAGE,
    "context": _IN_PASSAGE,
    "citations": frozenset(("id", "chunk_id", "doc_id", "span")),
}
_OTHER_NAMES: dict[str, tuple[str, ...]] = {
    **dict.fromkeys(
        "contexts retrieved_contexts retrieval_context source_documents source_nodes nodes documents passages chunks "
        "retrieved retrieved_documents retrieved_docs results".split(),
        ("candidates",),
    ),
    **dict.fromkeys(
        "response output result actual_output actualoutput generated_answer prediction completion generation".split(),
        ("answer",),
    ),
    **dict.fromkeys("page_content pagecontent content chunk passage body snippet".split(), ("text",)),
    **dict.fromkeys("id qid question_id query_id sample_id test_id".split(), ("case_id", "doc_id")),
    **dict.fromkeys("document_id docid document source file url pid corpus_id".split(), ("doc_id",)),
    **dict.fromkeys("configuration system pipeline run_name experiment".split(), ("config",)),
}
"""What other tools call the fields of a run: offered, not taken, as they mean a little else."""
_FIGURE = re.compile(r"[-+]?\d{1,20}(?:\.\d{0,20})?(?:[eE][-+]?\d{1,3})?")
_SURROGATE = re.compile("[\ud800-\udfff]")


class RecordError(Exception):
    """A field of a line is not what it must be."""

    def __init__(self, title: str, field: str = "", next_step: str = "") -> None:
        super().__init__(title)
        self.title = title
        self.field = field
        self.next_step = next_step


def output_of(record: Record, find_text: FindText) -> Output:
    """The output that a line holds.

    Offsets are code points in the document's text. Passages without text get it from there when they say where they
    stand; those that name a document alone stand for all of it (`Passage.textless`). Raises RecordError, naming the
    field, on a wrong type, a value out of range, or a context entry that nothing tells the text of.
    """
    candidates = _candidates(record, find_text)
    return Output(
        case_id=case_id_of(record),
        candidates=candidates,
        context=_context(record, candidates or (), find_text),
        answer=_text(record, "answer"),
        citations=_citations(record),
        refused=_refused(record),
        error=_text(record, "error") or None,
        latency_ms=_amount(record, "latency_ms"),
        tokens=_tokens(record),
        cost_usd=_amount(record, "cost_usd"),
        trace_url=_text(record, "trace_url"),
        repeat=repeat_of(record),
    )


def unread_fields(record: Record) -> set[str]:
    """The fields of a line that nothing reads; a passage's or a citation's as `candidates[].rank`."""
    found = {_clean(key) for key in record.keys() - _KNOWN_SET if not _says_declined(record, key)}
    for name, known in _KNOWN_INSIDE.items():
        inside = record.get(name)
        for entry in inside if isinstance(inside, list) else []:
            if isinstance(entry, dict) and not entry.keys() <= known:
                found |= {f"{name}[].{_clean(key)}" for key in entry.keys() - known}
    return found


def meant_by(record: Record, field: str) -> str | None:
    """The field that an unread one may be a slip of; never one that stands beside it."""
    outer, _, key = field.partition("[].")
    if other := _OTHER_NAMES.get(field.casefold() if not key else key.casefold()):
        return _other_name(record, outer if key else "", other)
    if outer not in _KNOWN_INSIDE or field in record:
        return nearest(field, [name for name in _KNOWN if name not in record])
    entries = cast("list[object]", record[outer])
    beside = next(entry for entry in entries if isinstance(entry, dict) and key in map(_clean, entry))
    like = nearest(key, [name for name in sorted(_KNOWN_INSIDE[outer]) if name not in beside])
    return f"{outer}[].{like}" if like else None


def _other_name(record: Record, outer: str, names: tuple[str, ...]) -> str | None:
    """Which of the fields that another tool's name stands for is one of this place; None: none that is still free."""
    if not outer:
        free = [name for name in names if name in _KNOWN and name not in record]
        taken = "candidates" in free and (record.get("hits") or record.get("context"))
        return None if taken else next(iter(free), None)
    entries = record.get(outer)
    first = next((one for one in entries if isinstance(one, dict)), {}) if isinstance(entries, list) else {}
    free = [name for name in names if name in _KNOWN_INSIDE[outer] and name not in first]
    return f"{outer}[].{free[0]}" if free else None


def case_id_of(record: Record) -> str:
    """The line's case; raises RecordError when it names none."""
    case_id = _id(record, "case_id", "")
    if not case_id.strip():
        others = [key for key in record if "case_id" in _OTHER_NAMES.get(key.casefold(), ())]
        like = next(iter(others), None) or nearest("case_id", [key for key in record if key not in _KNOWN])
        raise RecordError("no `case_id`", "case_id", f"is `{like}` meant?" if like else "every line names its case")
    return case_id


def repeat_of(record: Record) -> int:
    """Which repeat of the case the line is; 0 when it does not say."""
    repeat = _whole(record, "repeat")
    return 0 if repeat is None else repeat


def name_of(record: Record, key: str) -> str | None:
    """`config` or `snapshot`: a name that fits on a line and in a run id; a number is one. None when absent."""
    if record.get(key) is None:
        return None
    name = _id(record, key, "")
    if not name.strip() or not name.isprintable() or len(name) > 200:
        raise RecordError(f"`{key}` is empty, too long, or holds control characters", key, "at most 200 characters")
    return name


def _candidates(record: Record, find_text: FindText) -> tuple[Passage, ...] | None:
    key = "candidates"
    if record.get("hits") is not None:
        if record.get("candidates") is not None:
            raise RecordError("both `candidates` and `hits`", "hits", "they are two names for one thing: keep one")
        key = "hits"
    entries = _list(record, key)
    if entries is None:
        return None
    return tuple(_candidate(entry, f"{key}[{at}]", find_text) for at, entry in enumerate(entries))


def _candidate(entry: object, place: str, find_text: FindText) -> Passage:
    if not isinstance(entry, dict):
        raise RecordError(f"expected an object, found {_kind(entry)}", place, _AS_OBJECT)
    doc_id = _id(entry, "doc_id", place)
    text = _text(entry, "text", place)
    start, end = _span(entry, place)
    if text is None and not doc_id:
        raise RecordError("neither `doc_id` nor `text`", place, "a candidate says where it is from, or what it says")
    if text is None:
        text = _cut(find_text(doc_id), start, end, place)
    textless = text is None
    return Passage(
        doc_id, text or "", _id(entry, "chunk_id", place), _number(entry, "score", place), start, end, textless
    )


def _context(record: Record, candidates: Sequence[Passage], find_text: FindText) -> tuple[Passage, ...] | None:
    entries = _list(record, "context")
    if entries is None:
        return None
    by_chunk: dict[str, Passage] = {}
    for candidate in candidates:
        if candidate.chunk_id:
            by_chunk.setdefault(candidate.chunk_id, candidate)
    documents = {candidate.doc_id for candidate in candidates if candidate.whole_document}
    return tuple(_placed(entry, f"context[{at}]", by_chunk, documents, find_text) for at, entry in enumerate(entries))


def _placed(
    entry: object, place: str, by_chunk: Mapping[str, Passage], documents: Collection[str], find_text: FindText
) -> Passage:
    """A passage as it stood in the prompt: its own text, else a candidate's, else the document's."""
    if isinstance(entry, str):
        entry = {"doc_id" if entry in documents and entry not in by_chunk else "chunk_id": entry}
    if not isinstance(entry, dict):
        raise RecordError(f"expected an object or a chunk id, found {_kind(entry)}", place)
    chunk_id = _id(entry, "chunk_id", place)
    known = by_chunk.get(chunk_id) if chunk_id else None
    text = _text(entry, "text", place)
    start, end = _span(entry, place)
    own_doc_id = _id(entry, "doc_id", place)
    doc_id = own_doc_id or (known.doc_id if known else "")
    score = _number(entry, "score", place)
    if text is not None:
        return Passage(doc_id, text, chunk_id, score, start, end)
    if known and start is None and own_doc_id in ("", known.doc_id):
        return known
    if not doc_id:
        raise _nothing_stood_there(chunk_id, place)
    if start is None:
        return Passage(doc_id, "", chunk_id, score, textless=True)
    cut = _cut_known(known, doc_id, start, end) or _cut(find_text(doc_id), start, end, place)
    return Passage(doc_id, _given(cut, doc_id, place), chunk_id, score, start, end)


def _given(text: str | None, doc_id: str, place: str) -> str:
    if text is None:
        title = f"its text is unknown: the snapshot has no document `{doc_id}`"
        raise RecordError(title, place, "check the snapshot and `doc_id:` in ragtriage.yaml, or give `text`")
    return text


def _nothing_stood_there(chunk_id: str, place: str) -> RecordError:
    """Of an entry without a text, and without a document that it could stand for."""
    if len(chunk_id.split()) > 4:  # ids have no sentence's length
        return RecordError("expected an object or a chunk id, found a text", place, _AS_OBJECT)
    found = f"chunk `{chunk_id}` is not among the candidates" if chunk_id else "nothing says what stood there"
    return RecordError(found, place, "give the entry its `text`, or its `doc_id`, with `start` and `end` if known")


def _cut_known(known: Passage | None, doc_id: str, start: int, end: int | None) -> str | None:
    """The part of a candidate that was placed, where the candidate's offsets are plainly those of its text."""
    if known is None or known.start is None or known.end is None or end is None or known.doc_id != doc_id:
        return None
    if known.end - known.start != len(known.text) or not known.start <= start <= end <= known.end:
        return None
    return known.text[start - known.start : end - known.start]


def _cut(text: str | None, start: int | None, end: int | None, place: str) -> str | None:
    if text is None or start is None or end is None:
        return None
    if end > len(text):
        raise RecordError(
            f"`end` is {end}, and the document has {len(text)} characters",
            place,
            "offsets are code points in the document's text of this snapshot: neither bytes nor another version's",
        )
    return text[start:end]


def _citations(record: Record) -> tuple[Citation, ...] | None:
    entries = _list(record, "citations")
    return None if entries is None else tuple(_citation(e, f"citations[{at}]") for at, e in enumerate(entries))


def _citation(entry: object, place: str) -> Citation:
    if isinstance(entry, str | int | float) and not isinstance(entry, bool):
        return Citation(id=_id({"id": entry}, "id", place))
    if not isinstance(entry, dict):
        raise RecordError(f"expected an id or an object, found {_kind(entry)}", place)
    span = entry.get("span")
    if span is not None and not (
        isinstance(span, list) and len(span) == 2 and all(type(n) is int for n in span) and 0 <= span[0] <= span[1]
    ):
        raise RecordError("`span` must be [start, end], in code points", place)
    ids = {key: _id(entry, key, place) for key in ("id", "chunk_id", "doc_id")}
    if not any(ids.values()):
        raise RecordError("a citation without `chunk_id`, `doc_id` or `id`", place)
    return Citation(**ids, span=(span[0], span[1]) if span else None)


def _tokens(record: Record) -> dict[str, int] | None:
    tokens = record.get("tokens")
    if tokens is None:
        return None
    if not isinstance(tokens, dict):
        raise RecordError(f"expected an object of counts, found {_kind(tokens)}", "tokens")
    counts = {_clean(key): _whole(tokens, key, "tokens") for key in tokens}
    return {key: count for key, count in counts.items() if count is not None}


def _span(entry: Record, place: str) -> tuple[int | None, int | None]:
    start, end = _whole(entry, "start", place), _whole(entry, "end", place)
    if (start is None) != (end is None):
        raise RecordError("`start` and `end` go together", place)
    if start is not None and end is not None and start > end:
        raise RecordError(f"`start` is {start}, past `end`, {end}", place)
    return start, end


def _list(record: Record, key: str) -> list[object] | None:
    value = record.get(key)
    if value is not None and not isinstance(value, list):
        raise RecordError(f"expected a list, found {_kind(value)}", key)
    return value


def _text(record: Record, key: str, place: str = "") -> str | None:
    value = record.get(key)
    if value is None:
        return None
    if not isinstance(value, str):
        raise RecordError(f"expected text, found {_kind(value)}", _at(place, key))
    return _clean(value)


def _id(record: Record, key: str, place: str) -> str:
    """An id of a case, document or chunk; stores that number them give whole numbers, and tables `7.0` for 7."""
    value = record.get(key)
    if type(value) is float and value.is_integer() and abs(value) < 2**53:
        value = int(value)
    return str(value) if type(value) in (int, float) else _text(record, key, place) or ""


def _bool(record: Record, key: str) -> bool | None:
    value = record.get(key)
    if value is not None and not isinstance(value, bool):
        raise RecordError(f"expected true or false, found {_kind(value)}", key)
    return value


def _says_declined(record: Record, key: str) -> bool:
    return key in _DECLINED and isinstance(record.get(key), bool)


def _refused(record: Record) -> bool | None:
    """Whether the run says that it declined; the names but `refused` are other tools', and count where they say yes
    or no."""
    _bool(record, "refused")
    said = {key: record[key] is declined for key, declined in _DECLINED.items() if _says_declined(record, key)}
    if len(set(said.values())) > 1:
        first, *others = said
        other = next(key for key in others if said[key] != said[first])
        pair = " and ".join(f"`{key}: {str(record[key]).lower()}`" for key in (first, other))
        raise RecordError(f"{pair} say the opposite", other, "keep the one that is right: did it decline?")
    return next(iter(said.values()), None)


def _number(record: Record, key: str, place: str = "") -> float | None:
    value = record.get(key)
    if value is None:
        return None
    if isinstance(value, str) and _FIGURE.fullmatch(value.strip()):
        value = float(value)
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise RecordError(f"expected a number, found {_kind(value)}", _at(place, key), "write null for unknown")
    try:
        number = float(value)
    except OverflowError:
        number = math.inf
    if not math.isfinite(number):
        raise RecordError("the number is not finite", _at(place, key))
    return number


def _amount(record: Record, key: str) -> float | None:
    number = _number(record, key)
    if number is not None and number < 0:
        raise RecordError(f"cannot be negative: {number}", key)
    return number


def _whole(record: Record, key: str, place: str = "") -> int | None:
    number = _number(record, key, place)
    if number is None:
        return None
    if number < 0 or not number.is_integer() or number > 2**53:
        raise RecordError(f"expected a whole number, not negative; found {number:g}", _at(place, key))
    return int(number)


def _at(place: str, key: str) -> str:
    return f"{place}.{key}" if place else key


def _clean(text: str) -> str:
    """`text` without lone surrogates, which neither UTF-8 nor SQLite can hold; one for one."""
    return text if text.isascii() else _SURROGATE.sub("�", text)


def _kind(value: object) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    names = {str: "text", int: "a number", float: "a number", list: "a list", dict: "an object", type(None): "null"}
    return names.get(type(value), "something else")
