"""A complaint in the case editor: the form that it begins as, and the one write that saves case and decision."""

from collections.abc import Callable
from dataclasses import replace

from ragtriage.authoring.form import Form, Origin
from ragtriage.authoring.form_drafts import FormDrafts
from ragtriage.authoring.saving import save, taken_up, with_id
from ragtriage.cases.store import CaseStore
from ragtriage.disk.files import Write
from ragtriage.intake.model import Complaint
from ragtriage.intake.service import ComplaintService


def origin_of(complaint_id: str) -> Origin:
    """What the form of a complaint, and so its draft, is known by."""
    return Origin("complaint", complaint_id)


def form_for_complaint(service: ComplaintService, complaint: Complaint) -> Form:
    """A form on the draft case that a complaint becomes: the question word for word, and what the corpus bears."""
    case = service.drafted(complaint, tags=complaint.tags)
    return Form(origin_of(complaint.id), case, start=case)


def save_as_case(service: ComplaintService, cases: CaseStore, form: Form) -> Write:
    """The write of the case, and of the decisions on its complaint and on those who asked the same.

    Raises what `authoring.saving.save` raises, UsageError for a complaint that was decided on meanwhile.
    """
    complaint = service.inbox.get(form.origin.ref)
    form = with_id(form, cases)
    if form.start is not None and form.start.status == form.case.status:  # else somebody said what it is to be
        form = replace(form, case=service.settled(form.case))
    decided = service.became(complaint, form.case.id, service.group_of(complaint).others)
    return Write.joined(f"{complaint.id}: case {form.case.id}", [save(form, cases), *decided])


def gone_on_with(
    form: Form, drafts: FormDrafts, cases: CaseStore, service: Callable[[], ComplaintService]
) -> Form | None:
    """A kept form to go on with; None when all that it holds was saved: then its draft, which was left, is dropped.

    Where the case was saved and the decision on its complaint was not, saving the form writes the decision alone.
    Raises FileError, CaseError.
    """
    again = taken_up(form, cases)
    if again is form:
        return form
    if form.origin.kind == "complaint" and service().state(form.origin.ref) in ("open", "snoozed"):
        return replace(again, start=None)
    drafts.drop(form.origin)
    return None
