"""Setting and removing one field of a form. Each function gives a new form; what cannot be raises UsageError."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any, get_args

from ragtriage.authoring.values import Form
from ragtriage.cases.fields import typed
from ragtriage.cases.model import Attribute, Case, Evidence, Nugget, Quote, Status, UnanswerableBecause
from ragtriage.disk.edits import Steps, dotted, steps_of
from ragtriage.errors import UsageError, nearest

SEVERAL = " | "
"""Parts the values of a filter or user attribute of which any may match: `EU | US`."""
BECAUSE: tuple[str, ...] = get_args(UnanswerableBecause)
STATUSES: tuple[str, ...] = get_args(Status)

_TEXTS = ("id", "question", "reference_answer", "intent", "notes")
_FLAGS = ("answerable", "must_pass")
_ATTRIBUTES = ("filters", "user")
_QUOTE_TEXTS = ("doc_id", "quote", "prefix", "suffix", "doc_version")
_NOT_HERE = {
    "source": "it says where the case came from: edit the file (E) if that is wrong",
    "reviewed_by": "approving in a review sets it",
    "metadata": "it is the team's own: edit the file (E)",
}


def with_field(form: Form, field: str | Steps, value: Any) -> Form:
    """The form with one field set: a dotted path and a value of its type (`typed_in` takes text as a person typed it).

    True for `answerable` clears `unanswerable_because`; an empty value takes a filter or user attribute away. The grade
    of a piece of evidence is that of all its alternatives; other words or another document take away what told
    the place (prefix, suffix, occurrence, under).
    """
    steps = steps_of_field(field)
    changed = _whole_field(form, steps, value) or _part_of_field(form, steps, value)
    if changed is None:
        raise no_field(field)
    return changed


def _whole_field(form: Form, steps: Steps, value: Any) -> Form | None:
    """The form with a field of the case set as a whole; None where `steps` name none that is set so."""
    match steps:
        case ("id", *_) if form.base is not None:
            raise UsageError("the id is the name of the file", next_step="rename the file with `git mv` to change it")
        case (str(name),) if name in _TEXTS:
            return with_case(form, **{name: _text(name, value)})
        case (str(name),) if name in _FLAGS:
            return with_case(form, **_flagged(name, value))
        case ("unanswerable_because",):
            return with_case(form, unanswerable_because=_because(form.case, value))
        case ("status",):
            return with_case(form, status=_choice("status", value, STATUSES))
        case ("tags",) if isinstance(value, list | tuple):
            return with_case(form, tags=_tags(value))
    return None


def _part_of_field(form: Form, steps: Steps, value: Any) -> Form | None:
    """The form with one item of a list or mapping set; None where `steps` name none."""
    case = form.case
    match steps:
        case ("tags", int(at)):
            there = placed(case.tags, at, "tags")
            return with_case(form, tags=_tags((*there[:at], value, *there[at + 1 :])))
        case (str(name),) if name in _ATTRIBUTES and isinstance(value, Mapping):
            return with_case(form, **{name: dict(value)})
        case (str(name), str(key)) if name in _ATTRIBUTES:
            return with_case(form, **{name: _attributed(getattr(case, name), key, value)})
        case ("evidence", int(at), *rest):
            return with_quotes(form, at, tuple(rest), lambda quote, name: _with(quote, name, value))
        case ("nuggets", int(at), "text" | "vital" as name):
            return with_case(form, nuggets=_nugget_set(case.nuggets, at, name, value))
    return None


def typed_in(form: Form, field: str, text: str) -> Form:
    """The form with a field set to what `text` means there, as a person typed it.

    Several values of a filter are parted by ` | `; at `filters` and `user` themselves, `key: value` adds one. Raises
    UsageError.
    """
    steps = steps_of_field(field)
    if steps[0] in _ATTRIBUTES and len(steps) <= 2:
        name, sep, value = (str(steps[1]), ":", text) if len(steps) == 2 else text.partition(":")
        if not sep or not name.strip() or (not value.strip() and len(steps) == 1):
            raise UsageError(f"`{text}` is no name and value", next_step="write `region: EU`, or `region: EU | US`")
        values = tuple(part for each in value.split(SEVERAL.strip()) if (part := each.strip()))
        return with_field(form, (steps[0], name.strip()), values[0] if len(values) == 1 else values)
    if steps == ("unanswerable_because",):
        return with_field(form, steps, text.strip())
    if steps[-1] in ("intent", "id", "status", "text"):
        text = text.strip()
    return with_field(form, steps, typed(steps, text))


def without_part(form: Form, path: str | Steps) -> Form:
    """The form without a piece of evidence, one of its alternatives, a nugget, a tag, or a filter or user attribute.

    The last alternative of a piece takes the piece with it. Raises UsageError.
    """
    steps, case = steps_of_field(path), form.case
    match steps:
        case ("evidence" | "nuggets" | "tags" as name, int(at)):
            items: tuple[Any, ...] = placed(getattr(case, name), at, name)
            return with_case(form, **{name: items[:at] + items[at + 1 :]})
        case ("evidence", int(at), "any_of", int(which)):
            quotes = placed(placed(case.evidence, at, "evidence")[at].any_of, which, f"evidence[{at}].any_of")
            left = quotes[:which] + quotes[which + 1 :]
            return with_evidence(form, at, left) if left else without_part(form, ("evidence", at))
        case ("filters" | "user" as name, str(key)):
            there = getattr(case, name)
            if key not in there:
                raise no_field(path)
            return with_case(form, **{name: {each: there[each] for each in there if each != key}})
        case ("unanswerable_because" | "reference_answer" | "intent" | "notes" as name,):
            return with_field(form, name, "")
    raise UsageError(f"`{dotted(steps)}` cannot be removed", next_step="every case has it: change it instead")


def with_case(form: Form, **fields: Any) -> Form:
    """The form with some fields of its case replaced."""
    return replace(form, case=replace(form.case, **fields))


def with_evidence(form: Form, at: int, quotes: tuple[Quote, ...]) -> Form:
    """The form with the alternatives of one piece of evidence replaced."""
    there = placed(form.case.evidence, at, "evidence")
    return with_case(form, evidence=(*there[:at], Evidence(quotes), *there[at + 1 :]))


def with_quotes(form: Form, at: int, rest: Steps, changed: Callable[[Quote, str], Quote]) -> Form:
    """The form with `changed(quote, field)` in place of the quotes named by `evidence[at]` and the path's `rest`."""
    quotes = placed(form.case.evidence, at, "evidence")[at].any_of
    match rest:
        case ("any_of", int(which), str(name)):
            placed(quotes, which, f"evidence[{at}].any_of")
            one = changed(quotes[which], name)
            return with_evidence(form, at, (*quotes[:which], one, *quotes[which + 1 :]))
        case ("grade",):
            return with_evidence(form, at, tuple(changed(quote, "grade") for quote in quotes))
        case (str(name),) if len(quotes) == 1:
            return with_evidence(form, at, (changed(quotes[0], name),))
        case (str(name),) if name in _QUOTE_TEXTS:
            path = f"evidence[{at}].any_of[0].{name}"
            raise UsageError("this evidence has several quotes", next_step=f"name one of them: {path}")
    raise no_field(("evidence", at, *rest))


def placed(items: Sequence[Any], at: int, name: str) -> Any:
    """`items`, if there is a place `at` in them. Raises UsageError."""
    if not 0 <= at < len(items):
        there = f"there are {len(items)}" if items else "there are none"
        raise UsageError(f"there is no `{name}[{at}]`", next_step=f"{there}; items are counted from 0")
    return items


def steps_of_field(path: str | Steps) -> Steps:
    """A path as steps; what follows `filters.` and `user.` is one key, dots and all. Raises UsageError."""
    if isinstance(path, str):
        name, _, key = path.partition(".")
        if name in _ATTRIBUTES and key:
            return name, key
    try:
        return steps_of(path)
    except ValueError as error:
        raise no_field(path) from error


def no_field(path: str | Steps) -> UsageError:
    """That a form has no such field."""
    name = path if isinstance(path, str) else dotted(path)
    if why := _NOT_HERE.get(name.split(".")[0].split("[")[0]):
        return UsageError(f"`{name}` is not changed here", next_step=why)
    names = ("question", "reference_answer", "answerable", "unanswerable_because", "intent", "notes", "tags", "status",
             "must_pass", "filters", "user", "evidence", "nuggets", "id")  # fmt: skip
    guess = nearest(name, names)
    return UsageError(
        f"there is no field `{name}`",
        next_step=f"did you mean `{guess}`?" if guess else "a field is a path such as evidence[0].quote",
    )


def _text(name: str, value: Any) -> str:
    if not isinstance(value, str):
        raise UsageError(f"`{name}` is text", next_step="write it as text")
    return value.encode("utf-8", "replace").decode()  # half a character of a broken line cannot be kept


def _flagged(name: str, value: Any) -> dict[str, Any]:
    if not isinstance(value, bool):
        raise UsageError(f"`{name}` is true or false, not `{value}`", next_step="write `true` or `false`")
    if name == "answerable" and value:
        return {"answerable": True, "unanswerable_because": None}
    return {name: value}


def _because(case: Case, value: Any) -> Any:
    if not value:
        return None
    if case.answerable:
        raise UsageError("the case is answerable", next_step="set `answerable` to false first")
    return _choice("unanswerable_because", value, BECAUSE)


def _choice(name: str, value: Any, choices: Sequence[str]) -> Any:
    if value not in choices:
        raise UsageError(f"`{value}` is no `{name}`", next_step=f"one of: {', '.join(choices)}")
    return value


def _tags(values: Sequence[Any]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(tag for each in values if (tag := _text("tags", each).strip())))


def _attributed(there: Mapping[str, Attribute], key: str, value: Any) -> dict[str, Attribute]:
    if isinstance(value, list):
        value = tuple(value)
    if not value:
        return {each: there[each] for each in there if each != key}
    if not isinstance(value, str) and not (isinstance(value, tuple) and all(isinstance(one, str) for one in value)):
        raise UsageError(f"`{key}` is text, or several", next_step="write `EU`, or `EU | US`")
    return {**there, key: value}


def _with(quote: Quote, name: str, value: Any) -> Quote:
    if name == "grade":
        if value not in (0, 1, 2) or isinstance(value, bool):
            grades = "2 answers the question, 1 is useful background, 0 is irrelevant"
            raise UsageError(f"`{value}` is no grade", next_step=grades)
        return replace(quote, grade=value)
    if name not in _QUOTE_TEXTS:
        raise no_field(f"evidence.{name}")
    fields: dict[str, Any] = {name: _text(name, value)}
    changed = replace(quote, **fields)
    if name == "doc_id" and changed != quote:
        changed = replace(changed, doc_version="")  # it was read elsewhere
    if name in ("doc_id", "quote") and changed != quote:
        return replace(changed, prefix="", suffix="", occurrence=0, under=())
    return changed


def _nugget_set(there: tuple[Nugget, ...], at: int, name: str, value: Any) -> tuple[Nugget, ...]:
    placed(there, at, "nuggets")
    if name == "vital" and not isinstance(value, bool):
        raise UsageError(f"`vital` is true or false, not `{value}`", next_step="write `true` or `false`")
    fields: dict[str, Any] = {name: value if name == "vital" else _text("text", value)}
    return (*there[:at], replace(there[at], **fields), *there[at + 1 :])
