"""New bytes for a case's file: checked before anyone writes them."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from ragtriage.cases.index import parse_case
from ragtriage.cases.model import Case
from ragtriage.cases.rechecking import without_settled_marks
from ragtriage.cases.schema import CASE, case_values
from ragtriage.disk.edits import Edit, RemoveField, steps_of
from ragtriage.disk.json_edit import edited_json
from ragtriage.disk.schema import Problem
from ragtriage.disk.yaml_edit import edited
from ragtriage.errors import CaseError, FilePlace

_LAST = "reviewed_by"
_ORDER = (*(each.name for each in CASE.fields if each.name != _LAST), _LAST)
"""Where a new field goes. Who reviewed it stands last: it is taken away by edits of the label, and two edits side by
side are a conflict to Git, while others' notes and labels are none to each other."""


def canonical_text(case: Case) -> str:
    """`case` as a file: fields in the order of the format with the reviewers last (see `_ORDER`), block style, empty
    fields and defaults left out."""
    from ragtriage.disk.yaml_out import dump

    values = case_values(case)
    return dump({name: values[name] for name in _ORDER if name in values})


def refused(problems: list[Problem], path: Path) -> CaseError:
    """All that is wrong with a file as one error: the first leads, the others are listed."""
    if not problems:
        return CaseError("the file is not readable as a case", where=FilePlace(path))
    error = problems[0].error(CaseError)
    if len(problems) > 1:
        more = "\n".join(f"  {each.place}: {each.title}" for each in problems[1:])
        error.next_step = f"{error.next_step}\nalso:\n{more}".strip()
    return error


def checked(source: bytes, path: Path, case_id: str) -> Case:
    """The case that `source` holds. Raises CaseError with everything that is wrong with it."""
    case, problems = parse_case(source, path, case_id)
    if case is None:
        raise refused(problems, path)
    return case


def edited_case(source: bytes, edits: Sequence[Edit], path: Path, case_id: str, *, keeps_review: bool = False) -> bytes:
    """`source` with the edits done, and still a case; `keeps_review` where they change no meaning. Raises CaseError."""
    new = recheck_cleared(source, _edited(source, edits, path), path, case_id)
    checked(new, path, case_id)
    if keeps_review or any(steps_of(edit.path)[0] == "reviewed_by" for edit in edits):
        return new
    return review_cleared(source, new, path, case_id)


def _edited(source: bytes, edits: Sequence[Edit], path: Path) -> bytes:
    if path.suffix == ".json":
        return edited_json(source, edits, path, CaseError)
    return edited(source, edits, path, CaseError, _ORDER)


def recheck_cleared(old: bytes, new: bytes, path: Path, case_id: str) -> bytes:
    """`new` without marks (`recheck`) on fields that are not what they were: whoever changed them has looked."""
    if b"recheck" not in new:
        return new
    before, _ = parse_case(old, path, case_id)
    after = checked(new, path, case_id)
    if before is None or (meant := without_settled_marks(before, after)) == after:
        return new
    from ragtriage.cases.rewriting import edits_between

    out = _edited(new, edits_between(after, meant, data_of(new, path)), path)
    if checked(out, path, case_id) != meant:
        raise CaseError("`recheck` cannot be cleared", where=FilePlace(path), next_step="remove it by hand")
    return out


def data_of(source: bytes, path: Path) -> Any:
    """What stands in a case's file, its scalars as text. Raises CaseError."""
    from ragtriage.disk.json_io import load_json
    from ragtriage.disk.yaml_io import load_yaml, tree

    return tree((load_json if path.suffix == ".json" else load_yaml)(source, path, CaseError))


def review_cleared(old: bytes, new: bytes, path: Path, case_id: str) -> bytes:
    """`new` without `reviewed_by` if the label is not the one that was reviewed and the reviewers are the same."""
    before, _ = parse_case(old, path, case_id)
    after = checked(new, path, case_id)
    if before is None or before.label_hash == after.label_hash:
        return new
    if not after.reviewed_by or after.reviewed_by != before.reviewed_by:
        return new
    out = _without_reviewers(new, path) or _edited(new, [RemoveField(_LAST)], path)
    if checked(out, path, case_id) != replace(after, reviewed_by=()):
        raise CaseError("the review cannot be cleared", where=FilePlace(path), next_step="remove `reviewed_by` by hand")
    return out


def _without_reviewers(source: bytes, path: Path) -> bytes | None:
    """The file with the names gone and the line `reviewed_by:` left; None where it is not written name by line.

    The line that stays parts this change from one of the field above it, which Git would else call a conflict.
    """
    from ragtriage.disk.yaml_io import ListNode, MapNode, load_yaml

    if path.suffix == ".json":
        return None
    tree = load_yaml(source, path, CaseError)
    names = tree.get(_LAST) if isinstance(tree, MapNode) else None
    if not isinstance(names, ListNode) or names.flow or not names.items or names.line is None:
        return None
    lines = source.splitlines(keepends=True)
    first, last = names.line - 1, (names.items[-1].line or 0) - 1
    each_on_its_line = last - first + 1 == len(names.items)
    if not each_on_its_line or not all(line.lstrip().startswith(b"-") for line in lines[first : last + 1]):
        return None
    return b"".join((*lines[:first], *lines[last + 1 :]))


def formatted(source: bytes, path: Path, case_id: str) -> bytes:
    """The file in our one style, or as it is when it has it.

    Raises CaseError when it holds comments, which the style could not keep, or is JSON.
    """
    case = checked(source, path, case_id)
    if path.suffix == ".json":
        raise CaseError("JSON is left as it is", where=FilePlace(path))
    if comment := comment_line(source):
        raise CaseError(
            "left as it is: it holds comments, and formatting would lose them",
            where=FilePlace(path, line=comment),
            next_step="move them to `notes:`, or leave the file in your own style",
        )
    new = canonical_text(case).encode("utf-8")
    if not case.reviewed_by and source.replace(b"reviewed_by:\n", b"", 1) == new:
        return source  # the line that a review taken away leaves
    if checked(new, path, case_id) != case:
        raise CaseError("left as it is: formatting would change the case", where=FilePlace(path))
    return new


def comment_line(source: bytes) -> int | None:
    """The line of a YAML file's first comment; a directive counts as one. None when there is none."""
    import yaml

    text = source.decode("utf-8-sig")
    last = 0
    for token in yaml.scan(text, Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader)):
        start, end = token.start_mark.index, token.end_mark.index
        if "#" in text[last:start]:
            return int(text.count("\n", 0, text.index("#", last)) + 1)
        if isinstance(token, yaml.ScalarToken) and token.style in ("|", ">"):
            header = text[start : text.find("\n", start)]
            if "#" in header or "#" in _after_body(text[start:end]):
                return int(token.start_mark.line) + 1
        last = max(last, end)
    return text.count("\n", 0, text.index("#", last)) + 1 if "#" in text[last:] else None


def _after_body(block: str) -> str:
    """What stands after a literal block's lines yet within its token; PyYAML takes comments there along."""
    lines = block.split("\n")[1:]
    inside = next((len(line) - len(line.lstrip(" ")) for line in lines if line.strip()), 0)
    return "\n".join(line for line in lines if line.strip() and len(line) - len(line.lstrip(" ")) < inside)
