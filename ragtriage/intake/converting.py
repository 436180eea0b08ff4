"""A complaint in the case editor: the form that it begins as, and the one write that saves case and decision."""

from collections.abc import Callable
from dataclasses import replace

from ragtriage.authoring.form import Form, Origin
from ragtriage.authoring.kept import Drafts
from ragtriage.authoring.saving import named, save, taken_up
from ragtriage.cases.store import CaseStore
from ragtriage.disk.files import Write
from ragtriage.intake.desk import ComplaintDesk
from ragtriage.intake.model import Complaint


def origin_of(complaint_id: str) -> Origin:
    """What the form of a complaint, and so its draft, is known by."""
    return Origin("complaint", complaint_id)


def form_of(desk: ComplaintDesk, complaint: Complaint) -> Form:
    """A form on the draft case that a complaint becomes: the question word for word, and what the corpus bears."""
    case = desk.drafted(complaint, tags=complaint.tags)
    return Form(origin_of(complaint.id), case, start=case)


def save_as_case(desk: ComplaintDesk, cases: CaseStore, form: Form) -> Write:
    """The write of the case, and of the decisions on its complaint and on those who asked the same.

    Raises what `authoring.saving.save` raises, UsageError for a complaint that was decided on meanwhile.
    """
    complaint = desk.inbox.get(form.origin.ref)
    form = named(form, cases)
    decided = desk.became(complaint, form.case.id, desk.group_of(complaint).others)
    return Write.joined(f"{complaint.id}: case {form.case.id}", [save(form, cases), *decided])


def gone_on_with(form: Form, drafts: Drafts, cases: CaseStore, desk: Callable[[], ComplaintDesk]) -> Form | None:
    """A kept form to go on with; None when all that it holds was saved: then its draft, which was left, is dropped.

    Where the case was saved and the decision on its complaint was not, saving the form writes the decision alone.
    Raises FileError, CaseError.
    """
    again = taken_up(form, cases)
    if again is form:
        return form
    if form.origin.kind == "complaint" and desk().state(form.origin.ref) in ("open", "snoozed"):
        return replace(again, start=None)
    drafts.drop(form.origin)
    return None
