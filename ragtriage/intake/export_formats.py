"""The exports of tools that are known: what each record says, as a draft of a complaint or as feedback on one."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from ragtriage.intake.conversations import answer_text, asked
from ragtriage.intake.model import Rating
from ragtriage.intake.ratings import Scale, rated
from ragtriage.intake.scores import ToolScore
from ragtriage.intake.shared_ids import SharedIds
from ragtriage.intake.values import is_praise, parsed_strings


@dataclass(slots=True)
class RawComplaint:
    """A record as it came, with everything personal still in it: in memory only, never written."""

    question: object
    answer: object = ""
    comment: object = ""
    rating: Rating = "none"
    scores: tuple[ToolScore, ...] = ()
    """Ratings whose scale the whole export tells; they count beside `rating`."""
    at: object = ""
    kind: str = ""
    ref: object = ""
    link: object = ""
    asker: object = ""
    user: Mapping[str, object] = field(default_factory=dict)
    filters: Mapping[str, object] = field(default_factory=dict)
    tags: object = ()
    ids: SharedIds = ()


@dataclass(frozen=True, slots=True)
class Feedback:
    """A rating on a trace or a question that stands in another record or file."""

    trace: str
    """The trace of a known tool; empty where `ids` say what it is about."""
    scores: tuple[ToolScore, ...]
    comment: str = ""
    rating: Rating = "none"
    ids: SharedIds = ()


@dataclass(frozen=True, slots=True)
class Aside:
    """A record that is no complaint and none of anybody's words."""

    what: str


Piece = RawComplaint | Feedback | Aside
Record = Mapping[str, object]

_USERS_OWN = re.compile(r"(?i)user|human|feedback|thumb|rating|satisf|like|helpful|csat|vote|nps|stars?$")
_GRADERS = re.compile(
    r"(?i)faithful|relevan|ground|hallucin|precision|recall|toxic|latency|cost|similarity|llm|judge|eval"
)


def reader_of(record: Record) -> tuple[str, Callable[[Record], Piece]] | None:
    """The kind of an export that a record is of, and what reads it; None when it is a table's row."""
    keys = record.keys()
    for kind, all_of, any_of, read in _EXPORTS:
        if all_of <= keys and (not any_of or keys & any_of):
            return kind, read
    return None


def _text(value: object) -> str:
    return value if isinstance(value, str) else "" if value is None else str(value)


def _map(value: object) -> Mapping[str, object]:
    value = parsed_strings(value)
    return value if isinstance(value, Mapping) else {}


def _list(value: object) -> list[object]:
    value = parsed_strings(value)
    return value if isinstance(value, list) else []


def _of_users(name: str, source: str) -> bool:
    return bool(_USERS_OWN.search(name)) and not _GRADERS.search(name) if source != "ANNOTATION" else True


def _langfuse_trace(record: Record) -> Piece:
    scores: list[ToolScore] = []
    comments: list[str] = []
    for one in map(_map, _list(record.get("scores"))):
        if _of_users(_text(one.get("name")), _text(one.get("source"))) and _text(one.get("source")) != "EVAL":
            scores.append(_scored(one))
            comments += [_text(one["comment"])] if one.get("comment") else []
    scores += _score_columns(record)
    metadata = _map(record.get("metadata"))
    inputs = parsed_strings(record.get("input"))
    return RawComplaint(
        question=asked(inputs),
        answer=answer_text(parsed_strings(record.get("output"))),
        comment="\n".join(comments),
        scores=tuple(scores),
        at=record.get("timestamp") or record.get("createdAt"),
        kind="langfuse",
        ref=record.get("id"),
        link=record.get("htmlPath") or record.get("url") or "",
        asker=record.get("userId"),
        user={key: metadata[key] for key in ("role", "plan", "tier", "segment") if key in metadata},
        filters=_map(metadata.get("filters")) or (_map(inputs.get("filters")) if isinstance(inputs, Mapping) else {}),
        tags=record.get("tags") or (),
    )


def _score_columns(record: Record) -> Iterator[ToolScore]:
    """Scores that have a column of their own, in exports as tables."""
    for name in record:  # not `items()`: what is looked at here is taken for read
        if name not in _NO_SCORES and _of_users(name, ""):
            yield from (ToolScore(name, (one,)) for one in _list(record[name]) or [record[name]] if rated(one))


_NO_SCORES = frozenset(("scores", "observations", "tags", "userId", "user", "userProps"))


def _scored(score: Record) -> ToolScore:
    """What a score says: its label when it has one, else its number."""
    name, value = _text(score.get("name")), score.get("value")
    if score.get("dataType") == "BOOLEAN" and value in (0, 1, 0.0, 1.0):
        return ToolScore(name, (bool(value),))
    if score.get("dataType") == "CATEGORICAL" or value is None:
        return ToolScore(name, (score.get("stringValue"), score.get("label")))
    return ToolScore(name, (value, score.get("stringValue")))


def _langfuse_score(record: Record) -> Piece:
    name, source = _text(record.get("name")), _text(record.get("source"))
    if source == "EVAL" or not _of_users(name, source):
        return Aside("scores that no user gave")
    return Feedback(_text(record.get("traceId")), (_scored(record),), _text(record.get("comment")))


def _langsmith_run(record: Record) -> Piece:
    if record.get("parent_run_id"):
        return Aside("inner steps of traces")
    inputs = parsed_strings(record.get("inputs"))
    stats = {name: _map(one) for name, one in _map(record.get("feedback_stats")).items() if not _GRADERS.search(name)}
    comments = [_text(each) for one in stats.values() for each in _list(one.get("comments")) if each]
    return RawComplaint(
        question=asked(inputs),
        answer=answer_text(parsed_strings(record.get("outputs"))),
        comment="\n".join(comments),
        scores=tuple(ToolScore(name, (one.get("avg"),)) for name, one in stats.items()),
        at=record.get("start_time"),
        kind="langsmith",
        ref=record.get("id"),
        link=record.get("app_path") or record.get("url") or "",
        asker=_map(_map(record.get("extra")).get("metadata")).get("user_id"),
        tags=record.get("tags") or (),
    )


def grader_scores(record: Record) -> list[str]:
    """Scores of a record that no user gave, and that are not read."""
    return [f"feedback_stats.{name}" for name in _map(record.get("feedback_stats")) if _GRADERS.search(name)]


def _langsmith_feedback(record: Record) -> Piece:
    kind = _text(_map(record.get("feedback_source")).get("type"))
    if kind == "model" or (kind != "app" and _GRADERS.search(_text(record.get("key")))):
        return Aside("scores that no user gave")
    score = ToolScore(_text(record.get("key")), (record.get("score"), record.get("value")))
    return Feedback(_text(record.get("run_id")), (score,), _text(record.get("comment")))


def _phoenix_span(record: Record) -> Piece:
    attributes = flat(_map(record.get("attributes")))
    if record.get("parent_id"):
        return Aside("inner steps of traces")
    context = _map(record.get("context"))
    metadata = _map(attributes.get("metadata"))
    return RawComplaint(
        question=asked(parsed_strings(attributes.get("input.value"))),
        answer=answer_text(parsed_strings(attributes.get("output.value"))),
        at=record.get("start_time"),
        kind="phoenix",
        ref=context.get("span_id") or record.get("span_id"),
        asker=attributes.get("user.id"),
        user={key: metadata[key] for key in ("role", "plan", "tier", "segment") if key in metadata},
        tags=attributes.get("tag.tags") or (),
    )


def flat(value: Record, above: str = "") -> dict[str, object]:
    """Nested attributes by their dotted names, as they are written flat elsewhere."""
    out: dict[str, object] = {}
    for key, inner in value.items():
        name = f"{above}.{key}" if above else key
        if isinstance(inner, Mapping) and key != "metadata" and name.count(".") < 4:
            out |= flat(inner, name)
        else:
            out[name] = inner
    return out


def _phoenix_annotation(record: Record) -> Piece:
    if _text(record.get("annotator_kind")).upper() == "LLM" or not (
        _of_users(_text(record.get("name")), "") or record.get("annotator_kind") == "HUMAN"
    ):
        return Aside("scores that no user gave")
    result = _map(record.get("result"))
    score = ToolScore(_text(record.get("name")), (result.get("label"), result.get("score")))
    return Feedback(_text(record.get("span_id")), (score,), _text(result.get("explanation")))


def _zendesk(record: Record) -> Piece:
    requester = record.get("requester_id")
    comments = [_map(one) for one in _list(record.get("comments"))]
    shown = [one for one in comments if one.get("author_id") != requester and one.get("public", True)]
    said, rating = _satisfaction(record, [one for one in comments if one.get("author_id") == requester])
    return RawComplaint(
        question=_ticket_question(record),
        answer=_body(shown[0]) if shown else "",
        comment="\n".join(dict.fromkeys(said)),
        rating=rating,
        at=record.get("created_at"),
        kind="zendesk",
        ref=record.get("id"),
        link=record.get("external_id") or record.get("url") or "",
        asker=requester,
        tags=record.get("tags") or (),
    )


def _intercom(record: Record) -> Piece:
    opening, rated_so = _map(record.get("source")), _map(record.get("conversation_rating"))
    spoken = _spoken_parts(record)
    shown = [at for at, (who, one) in enumerate(spoken) if who not in _ASKERS and one.get("part_type") != "note"]
    later = [_text(one["body"]) for who, one in spoken[shown[0] :] if who in _ASKERS] if shown else []
    remarks = [text for text in (_text(rated_so.get("remark")), *later) if text]
    return RawComplaint(
        question=opening.get("body") or opening.get("subject") or record.get("title"),
        answer=spoken[shown[0]][1]["body"] if shown else "",
        comment="\n".join(remarks),
        rating=Scale("five").read(rated_so.get("rating")) or "none",
        at=record.get("created_at"),
        kind="intercom",
        ref=record.get("id"),
        asker=_map(opening.get("author")).get("id"),
        tags=[_text(_map(one).get("name")) for one in _list(_map(record.get("tags")).get("tags"))],
    )


_ASKERS = ("user", "lead", "contact")


def _satisfaction(record: Record, own: Sequence[Record]) -> tuple[list[str], Rating]:
    """What the asker of a ticket said of the answer, and the rating. `own`: their comments, the question first."""
    satisfied = _map(record.get("satisfaction_rating"))
    last = _text(_body(own[-1])) if len(own) > 1 else ""
    said = [text for text in (_text(satisfied.get("comment")), last) if text]
    rating = Scale().read(satisfied.get("score")) or "none"
    if rating == "none" and said and is_praise(said[0]):
        rating = "up"
    return said, rating


def _spoken_parts(record: Record) -> list[tuple[str, Record]]:
    """Who speaks, and what, in the order of the conversation."""
    parts = record.get("conversation_parts")
    parts = _map(parts).get("conversation_parts") if isinstance(parts, Mapping) else parts
    return [(_text(_map(one.get("author")).get("type")), one) for one in map(_map, _list(parts)) if one.get("body")]


def _body(comment: Record) -> object:
    return comment.get("plain_body") or comment.get("body") or comment.get("html_body") or ""


def _ticket_question(record: Record) -> str:
    subject, description = _text(record.get("subject")).strip(), _text(record.get("description")).strip()
    return (
        description
        if subject in ("", description) or description.startswith(subject)
        else f"{subject}\n\n{description}".strip()
    )


_EXPORTS: Sequence[tuple[str, frozenset[str], frozenset[str], Callable[[Record], Piece]]] = (
    (
        "zendesk",
        frozenset(("subject", "description")),
        frozenset(("requester_id", "via", "comments", "submitter_id")),
        _zendesk,
    ),
    ("intercom", frozenset(("source", "conversation_parts")), frozenset(), _intercom),
    ("langsmith", frozenset(("run_id", "key")), frozenset(("score", "value")), _langsmith_feedback),
    ("langsmith", frozenset(("run_type", "inputs")), frozenset(), _langsmith_run),
    ("phoenix", frozenset(("span_id", "result", "name")), frozenset(), _phoenix_annotation),
    ("phoenix", frozenset(("attributes",)), frozenset(("span_kind", "context", "span_id")), _phoenix_span),
    ("langfuse", frozenset(("traceId", "name", "value")), frozenset(), _langfuse_score),
    (
        "langfuse",
        frozenset(("input", "output")),
        frozenset(("sessionId", "observations", "htmlPath", "release", "bookmarked", "scores")),
        _langfuse_trace,
    ),
)
"""Kinds of exports, the first that fits: its name, keys that a record must have, keys of which it must have one (none:
the others suffice), and what reads it."""
