"""What a screen shows of the inbox: the list as of one moment, and the story of the row under the cursor."""

from dataclasses import dataclass

from ragtriage.intake.desk import ComplaintDesk
from ragtriage.intake.faring import AskedCase, WayBack
from ragtriage.intake.grouping import Group, grouped
from ragtriage.views.complaint_story import TOLD, Known, tell_complaint, tell_way_back
from ragtriage.views.story import Story


@dataclass(frozen=True, slots=True)
class InboxView:
    """All that a screen lists of the inbox."""

    waiting: tuple[Group, ...] = ()
    """As `ComplaintDesk.groups` gives them."""
    decided: tuple[Group, ...] = ()
    """Latest first; the lead is the one that became a case, if any did."""
    ways_back: tuple[WayBack, ...] = ()
    complaints: int = 0
    praise: int = 0


def view(desk: ComplaintDesk) -> InboxView:
    """What a screen lists now. Takes seconds for ten thousand complaints."""
    decisions, states = desk.inbox.decisions.all(), desk.states()
    by_id = {one.id: one for one in desk.inbox.all()}
    done = [one for one in by_id.values() if states.get(one.id, "open") != "open"]
    done.sort(key=lambda one: decisions[one.id].decided_at, reverse=True)
    done.sort(key=lambda one: decisions[one.id].state != "converted")  # leads its group
    return InboxView(
        tuple(desk.groups()),
        tuple(sorted(grouped(done, ()), key=lambda group: decisions[group.lead.id].decided_at, reverse=True)),
        tuple(desk.faring.ways_back(decisions, by_id)),
        len(by_id),
        desk.inbox.counts().get("up", 0),
    )


def story_of(desk: ComplaintDesk, group: Group) -> Story:
    """A complaint with everything that is known of it: the corpus is searched for it."""
    decision = desk.inbox.decision(group.lead.id)
    if desk.state(group.lead.id) == "open":
        decision = None  # a snooze that is over
    case_id = desk.case_of(group.lead.id) if decision else group.near.case_id if group.near else None
    near = desk.faring.asked(case_id) if case_id else None
    return tell_complaint(Known(group, desk.ground_of(group), near, decision))


def story_of_way_back(desk: ComplaintDesk, way: WayBack) -> Story:
    """A case that complaints ask, then and now."""
    case = desk.faring.asked(way.case) or AskedCase(way.case, "", "gone")
    return tell_way_back(way, case, desk.inbox.those(way.complaints[:TOLD]))
