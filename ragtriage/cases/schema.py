"""The shape of a case file: what may stand in it, and a case out of it."""

from pathlib import Path
from typing import Any, get_args

from ragtriage.cases.ids import id_fault
from ragtriage.cases.model import (
    RECHECKED,
    Case,
    Evidence,
    Nugget,
    Quote,
    Source,
    SourceKind,
    Status,
    UnanswerableBecause,
)
from ragtriage.disk import schema
from ragtriage.disk.schema import (
    Field,
    Flag,
    Free,
    ListOf,
    MapOf,
    OneOf,
    OneOrMany,
    Problem,
    ReadingPosition,
    Record,
    Text,
    Whole,
)
from ragtriage.disk.yaml_io import MapNode, Node

_QUOTE_FIELDS = (
    Field("doc_id", Text(filled=True), "The document that is quoted."),
    Field("quote", Text(filled=True), "Its words, verbatim."),
    Field("grade", Whole(0, 2), "2 answers the question, 1 is useful background, 0 is irrelevant.", default=2),
    Field("prefix", Text(), "Text just before the quote, where it stands in several places."),
    Field("suffix", Text(), "Text just after it."),
    Field("occurrence", Whole(1), "Which place of several is meant, from 1, where those cannot tell.", default=0),
    Field("under", ListOf(Text(filled=True), single=True), "The headings that the place meant stands under."),
    Field("doc_version", Text(), "The version of the document that it was read in."),
    Field("was", Text(), "What it said before other words were accepted for it; goes with `recheck`."),
    Field("recheck", ListOf(OneOf(RECHECKED)), "What nobody has looked at since it says something else."),
)


def _quote_is_whole(values: dict[str, Any], node: MapNode, spot: ReadingPosition) -> None:
    for name in ("doc_id", "quote"):
        if node.get(name) is None:
            spot.at(name).report(node, f"`{name}` is missing", "evidence is a `doc_id` and a `quote` from it")


def _evidence_is_one_or_many(values: dict[str, Any], node: MapNode, spot: ReadingPosition) -> None:
    alternatives = node.get("any_of")
    if alternatives is None:
        _quote_is_whole(values, node, spot)
    for name in (field.name for field in _QUOTE_FIELDS):
        beside = node.get(name)
        if alternatives is not None and beside is not None:
            spot.at(name).report(beside, f"`{name}` stands beside `any_of`", "move it into an item of `any_of`")


def _case_agrees(values: dict[str, Any], node: MapNode, spot: ReadingPosition) -> None:
    because, answerable = node.get("unanswerable_because"), node.get("answerable")
    if because is not None and values["unanswerable_because"] and answerable is not None and values["answerable"]:
        spot.at("unanswerable_because").report(
            because, "`unanswerable_because` stands in an answerable case", "remove it, or write `answerable: false`"
        )


QUOTE = Record(_QUOTE_FIELDS, check=_quote_is_whole, words="a quote (doc_id, quote)")
EVIDENCE = Record(
    (
        *_QUOTE_FIELDS,
        Field("any_of", ListOf(QUOTE, filled=True), "Quotes of which any one will do; together one evidence."),
    ),
    check=_evidence_is_one_or_many,
    words="a quote (doc_id, quote) or any_of",
)
NUGGET = Record(
    (
        Field("text", Text(filled=True), "One fact that a good answer states.", required=True),
        Field("vital", Flag(), "Whether an answer without it is wrong, or only less good.", default=True),
    ),
    words="a nugget (text, vital)",
)
SOURCE = Record(
    (
        Field("kind", OneOf(get_args(SourceKind)), "Where the case came from.", required=True),
        Field("ref", Text(), "Its number or address there."),
        Field("at", Text(), "When, as a date."),
    ),
    words="a source (kind, ref, at)",
)
CASE = Record(
    (
        Field("id", Text(filled=True), "The path of the file below cases/, without .yaml.", required=True),
        Field("question", Text(filled=True), "What the user asks.", required=True),
        Field("filters", MapOf(OneOrMany()), "Metadata that the documents must have."),
        Field("user", MapOf(OneOrMany()), "Attributes of the user that decide what may be seen."),
        Field("reference_answer", Text(), "A good answer."),
        Field("evidence", ListOf(EVIDENCE), "What the answer rests on."),
        Field("nuggets", ListOf(NUGGET), "The facts of a good answer."),
        Field("answerable", Flag(), "Whether the documents answer it.", required=True),
        Field("unanswerable_because", OneOf(get_args(UnanswerableBecause)), "Only when `answerable` is false."),
        Field("intent", Text(), "What the user wants to do; a slice."),
        Field("tags", ListOf(Text(filled=True)), "Words of the team's own; slices."),
        Field("must_pass", Flag(), "High risk: never averaged, always gates."),
        Field("status", OneOf(get_args(Status)), "Drafts and retired cases are not counted.", default="active"),
        Field("source", SOURCE, "Where the case came from.", default=None),
        Field("reviewed_by", ListOf(Text(filled=True)), "Who approved it; cleared when a label field changes."),
        Field("notes", Text(), "Free text."),
        Field("metadata", MapOf(Free()), "Anything else a team keeps: preserved, never read."),
    ),
    hint="Other keys of yours belong under `metadata:`.",
    check=_case_agrees,
    words="a case",
)


def read_case(node: Node, path: Path, case_id: str | None = None) -> tuple[Case | None, list[Problem]]:
    """The case that `node` holds, or None and everything that is wrong with it.

    With `case_id`, the id must be this one: that of the file's path.
    """
    values, problems = schema.read(node, CASE, path)
    spot = ReadingPosition(path, problems, "id")
    id_node = node.get("id") if isinstance(node, MapNode) else None
    if id_node is not None and values["id"]:
        if fault := id_fault(values["id"]):
            spot.report(id_node, f"`{values['id']}` cannot be an id: {fault}")
        elif case_id is not None and values["id"] != case_id:
            spot.report(
                id_node,
                f"the id `{values['id']}` is not the file's: `{case_id}`",
                "rename the file, or write the id that belongs to its path",
            )
    return (None if problems else case_from_values(values)), sorted(problems, key=schema.by_place)


def case_from_values(values: dict[str, Any]) -> Case:
    """A case out of values that the schema has read, or that `shape` gave (where empty fields are left out)."""
    plain = {name: values[name] for name in _AS_THEY_ARE if values.get(name) not in (None, "")}
    source = values.get("source")
    return Case(
        **plain,
        filters=_attributes(values.get("filters")),
        user=_attributes(values.get("user")),
        evidence=tuple(_evidence(each) for each in values.get("evidence") or ()),
        nuggets=tuple(Nugget(each["text"], each["vital"]) for each in values.get("nuggets") or ()),
        tags=tuple(values.get("tags") or ()),
        reviewed_by=tuple(values.get("reviewed_by") or ()),
        source=Source(source["kind"], source.get("ref", ""), source.get("at", "")) if source else None,
        metadata=values.get("metadata") or {},
        cut_off=tuple((name, rest) for name, rest in values.get("cut_off") or ()),
    )


_AS_THEY_ARE = (
    *("id", "question", "answerable", "unanswerable_because", "reference_answer"),
    *("intent", "must_pass", "status", "notes"),
)


def _attributes(values: dict[str, Any] | None) -> dict[str, str | tuple[str, ...]]:
    return {key: each if isinstance(each, str) else tuple(each) for key, each in (values or {}).items()}


def _evidence(values: dict[str, Any]) -> Evidence:
    return Evidence(tuple(_quote(each) for each in values.get("any_of") or (values,)))


def _quote(values: dict[str, Any]) -> Quote:
    return Quote(
        values["doc_id"],
        values["quote"],
        values.get("prefix", ""),
        values.get("suffix", ""),
        values.get("grade", 2),
        was=values.get("was", ""),
        doc_version=values.get("doc_version", ""),
        recheck=tuple(values.get("recheck") or ()),
        occurrence=values.get("occurrence", 0),
        under=tuple(values.get("under") or ()),
    )


def case_values(case: Case) -> dict[str, Any]:
    """A case as plain values in the shape and the order of its file, without what is empty or the default."""
    out: dict[str, Any] = {"id": case.id, "question": case.question}
    if case.filters:
        out["filters"] = _plain_attributes(case.filters)
    if case.user:
        out["user"] = _plain_attributes(case.user)
    if case.reference_answer:
        out["reference_answer"] = case.reference_answer
    if case.evidence:
        out["evidence"] = [evidence_shape(each) for each in case.evidence]
    if case.nuggets:
        out["nuggets"] = [{"text": nugget.text, "vital": nugget.vital} for nugget in case.nuggets]
    out["answerable"] = case.answerable
    rest = {
        "unanswerable_because": case.unanswerable_because,
        "intent": case.intent,
        "tags": list(case.tags),
        "must_pass": case.must_pass,
        "status": case.status if case.status != "active" else "",
        "source": _source_shape(case.source),
        "reviewed_by": list(case.reviewed_by),
        "notes": case.notes,
        "metadata": dict(case.metadata),
    }
    return out | {name: value for name, value in rest.items() if value}


def evidence_shape(evidence: Evidence) -> dict[str, Any]:
    """One item of a case's `evidence`, as plain values."""
    quotes = [_quote_shape(quote) for quote in evidence.any_of]
    return quotes[0] if len(quotes) == 1 else {"any_of": quotes}


def _quote_shape(quote: Quote) -> dict[str, Any]:
    out: dict[str, Any] = {"doc_id": quote.doc_id, "quote": quote.quote}
    if quote.grade != 2:
        out["grade"] = quote.grade
    names = ("prefix", "suffix", "occurrence", "under", "doc_version", "was", "recheck")
    rest = {name: list(value) if isinstance(value := getattr(quote, name), tuple) else value for name in names}
    return out | {name: value for name, value in rest.items() if value}


def _source_shape(source: Source | None) -> dict[str, Any] | None:
    if source is None:
        return None
    return {"kind": source.kind} | {name: value for name, value in (("ref", source.ref), ("at", source.at)) if value}


def _plain_attributes(values: Any) -> dict[str, Any]:
    return {key: each if isinstance(each, str) else list(each) for key, each in values.items()}
