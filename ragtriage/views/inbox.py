"""What a screen shows of the inbox: the list as of one moment, and the story of the row under the cursor."""

from dataclasses import dataclass

from ragtriage.intake.complaint_outcomes import AskedCase, WayBack
from ragtriage.intake.grouping import ComplaintGroup, grouped
from ragtriage.intake.service import ComplaintService
from ragtriage.views.complaint_story import TOLD, ComplaintFacts, tell_complaint, tell_way_back
from ragtriage.views.story import Story


@dataclass(frozen=True, slots=True)
class InboxView:
    """All that a screen lists of the inbox."""

    waiting: tuple[ComplaintGroup, ...] = ()
    """As `ComplaintDesk.groups` gives them."""
    decided: tuple[ComplaintGroup, ...] = ()
    """Latest first; the lead is the one that became a case, if any did."""
    ways_back: tuple[WayBack, ...] = ()
    complaints: int = 0
    praise: int = 0


def view(service: ComplaintService) -> InboxView:
    """What a screen lists now. Takes seconds for ten thousand complaints."""
    decisions, states = service.inbox.decisions.all(), service.states()
    by_id = {one.id: one for one in service.inbox.all()}
    done = [one for one in by_id.values() if states.get(one.id, "open") != "open"]
    done.sort(key=lambda one: decisions[one.id].decided_at, reverse=True)
    done.sort(key=lambda one: decisions[one.id].state != "converted")  # leads its group
    return InboxView(
        tuple(service.groups()),
        tuple(sorted(grouped(done, ()), key=lambda group: decisions[group.lead.id].decided_at, reverse=True)),
        tuple(service.complaint_outcomes.ways_back(decisions, by_id)),
        len(by_id),
        service.inbox.counts().get("up", 0),
    )


def story_of(service: ComplaintService, group: ComplaintGroup) -> Story:
    """A complaint with everything that is known of it: the corpus is searched for it."""
    decision = service.inbox.decision(group.lead.id)
    if service.state(group.lead.id) == "open":
        decision = None  # a snooze that is over
    case_id = service.case_of(group.lead.id) if decision else group.near.case_id if group.near else None
    near = service.complaint_outcomes.asked(case_id) if case_id else None
    return tell_complaint(ComplaintFacts(group, service.ground_of(group), near, decision))


def story_of_way_back(service: ComplaintService, way: WayBack) -> Story:
    """A case that complaints ask, then and now."""
    case = service.complaint_outcomes.asked(way.case) or AskedCase(way.case, "", "gone")
    return tell_way_back(way, case, service.inbox.those(way.complaints[:TOLD]))
