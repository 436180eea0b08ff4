"""From a case to a form, and from a form to the write that saves it."""

from collections.abc import Callable, Collection
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from typing import Any

from ragtriage.authoring.naming import case_id_for
from ragtriage.authoring.values import Form, Origin
from ragtriage.cases import editing
from ragtriage.cases.ids import id_fault
from ragtriage.cases.index import parse_case
from ragtriage.cases.model import Case, Source
from ragtriage.cases.rechecking import without_marks
from ragtriage.cases.rewriting import edits_between, whole_fields
from ragtriage.cases.store import CaseStore
from ragtriage.disk.edits import steps_of
from ragtriage.disk.files import Write, read_bytes
from ragtriage.errors import CaseError, ConflictError, FilePlace

_MANY_EDITS = 40
"""Edits in one file, each of which reads it anew, from which whole fields are written, where no comment is lost."""


def begun_from_case(store: CaseStore, case_id: str) -> Form:
    """A form on a case as its file is now. Raises UsageError for an unknown id, CaseError for what is no case."""
    source = store.source(case_id)
    case, problems = parse_case(source, store.path(case_id), case_id)
    if case is None:
        raise editing.refused(problems, store.path(case_id))
    return Form(Origin("case", case_id), case, base=source, start=case)


def begun_new(question: str, taken: Collection[str], clock: Callable[[], datetime]) -> Form:
    """A form on a new draft case, an expert's, with an id made from its question (none while there is no question)."""
    now = clock()
    question = question.strip()
    case = Case(
        id=case_id_for(question, taken) if question else "",
        question=question,
        answerable=True,
        status="draft",
        source=Source("expert", "", now.date().isoformat()),
    )
    return Form(Origin("new", now.isoformat()), case, start=None if question else case)


def save(form: Form, store: CaseStore) -> Write:
    """The write that saves a form: a new file, or the smallest edits of the one it was begun from.

    Nothing to save is a write without changes. Raises CaseError for what is no case yet, UsageError for an id that is
    taken, ConflictError when the file is not what the form was begun from.
    """
    if form.base is None:
        return store.new(with_id(form, store).case)
    path = store.path(form.case.id)
    if read_bytes(path) is None:
        title = "the case's file is gone: somebody deleted or renamed it"
        raise ConflictError(title, where=FilePlace(path), ours=form.base, theirs=None)
    before = editing.checked(form.base, path, form.case.id)
    if before == form.case:
        return Write(f"{form.case.id}: unchanged", (), (form.case.id,))
    edits = edits_between(before, form.case, _data(form, store))
    if len(edits) > _MANY_EDITS and path.suffix != ".json" and editing.comment_line(form.base) is None:
        edits = whole_fields(before, form.case)
    words = f"{form.case.id}: {', '.join(dict.fromkeys(str(steps_of(edit.path)[0]) for edit in edits))}"
    try:
        return store.edit(form.case.id, *edits, words=words, seen=form.base)
    except CaseError as error:
        return _otherwise(form, store, before, words, error)


def _otherwise(form: Form, store: CaseStore, before: Case, words: str, error: CaseError) -> Write:
    """The write by whole fields, or of the whole file where no comment is lost: for odd ways of writing YAML.

    Raises `error` when that does not help either: then the case is at fault.
    """
    assert form.base is not None
    try:
        return store.edit(form.case.id, *whole_fields(before, form.case), words=words, seen=form.base)
    except CaseError:
        pass
    if store.path(form.case.id).suffix == ".json" or editing.comment_line(form.base) is not None:
        raise error
    new = editing.canonical_text(form.case).encode()
    try:
        editing.checked(new, store.path(form.case.id), form.case.id)
    except CaseError:
        raise error from None
    return store.replace_source(form.case.id, new, words=f"{words} (written anew)", seen=form.base)


def taken_up(form: Form, store: CaseStore) -> Form:
    """A kept form, as it stands to what is on disk now.

    A process may end between saving and dropping the draft. Then the file holds the form's case: the form was begun
    from that file, there is nothing to save, and no second case is made of it. Any other form is as it was.
    """
    case_id = form.case.id
    if id_fault(case_id):
        return form
    path = store.path(case_id)
    source = read_bytes(path)
    if source is None or source == form.base:
        return form
    there, _ = parse_case(source, path, case_id)
    written, _ = parse_case(
        editing.canonical_text(form.case).encode("utf-8", "replace"), Path(f"{case_id}.yaml"), case_id
    )
    if there is None or written is None or _said(there) != _said(written):
        return form
    return replace(form, case=there, base=source, start=there, typing=None)


def _said(case: Case) -> Case:
    """The case without what saving takes away of itself."""
    return replace(without_marks(case), reviewed_by=())


def with_id(form: Form, store: CaseStore) -> Form:
    """The form with the id that saving gives it, where nobody gave it one."""
    if form.case.id or form.base is not None:
        return form
    return replace(form, case=replace(form.case, id=case_id_for(form.case.question, store.ids())))


def saved(form: Form, write: Write) -> Form:
    """The form after `write` saved it: begun from what stands on disk now."""
    if not write.changes:
        return replace(form, start=form.case)
    after = write.changes[0].after
    assert after is not None
    path = write.changes[0].path
    case = editing.checked(after, path, write.items[0])
    return replace(form, origin=Origin("case", case.id), case=case, base=after, start=case)


def _data(form: Form, store: CaseStore) -> Any:
    """What stands in the file that the form was begun from, scalars as text."""
    assert form.base is not None
    return editing.data_of(form.base, store.path(form.case.id))
