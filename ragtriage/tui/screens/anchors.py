"""Screen 3: quotes that are not plainly where they were; a key accepts a place and goes on to the next."""

from collections.abc import Sequence
from functools import partial
from typing import ClassVar

from textual import on
from textual.binding import BindingType

from ragtriage.cases.rechecking import fields_words
from ragtriage.corpus.document import Document
from ragtriage.disk.files import Write
from ragtriage.drift.anchoring import Item
from ragtriage.drift.moving import ChosenPlace, Move, same_words
from ragtriage.drift.placing import Edge, QuoteChoice
from ragtriage.drift.words import own_changes
from ragtriage.errors import RagtriageError
from ragtriage.text import one_line
from ragtriage.triage.model import Cause
from ragtriage.tui.faults import FAULTS
from ragtriage.tui.keys import bindings
from ragtriage.tui.messages import Judged
from ragtriage.tui.parts.rows import following
from ragtriage.tui.screens.anchor_list import ACCEPTED, NOT_ACCEPTED, AnchorList
from ragtriage.tui.screens.case_list import CaseListScreen
from ragtriage.tui.widgets.confirm import Confirm


class AnchorsScreen(CaseListScreen):
    """Accept, reject, choose another place, move the edges; what was written is one small change for Git to show."""

    NAME = "anchors"
    HEADING = "Anchors"
    MARKS_MEAN = "A accepts those whose words are the same, 6 and 7 apply to all"
    LEGEND = ("Place",)
    BINDINGS: ClassVar[list[BindingType]] = [*bindings("screen", "anchors")]

    def __init__(self) -> None:
        super().__init__()
        self.listing: AnchorList = AnchorList(self.ragtriage, self.table, self.list, self.story_pane)
        self.rejections: list[tuple[str, int]] = []
        """Rejected places since the last write, as `u` takes them back first."""
        self.act(next_passage=partial(self._other_place, 1), previous_passage=partial(self._other_place, -1))
        self.act(edge=self._move_edge, accept=self._accept, accept_marked=self._accept_marked, reject=self._reject)
        self.act(lost=self._lost, still_right=self._still_right, undo=self._undo, move=self._plan_move)

    def reload(self, *, anew: bool = False) -> None:
        if anew:
            self.listing.items.clear()
            self.table.holds = False
        super().reload(anew=anew)

    @on(Judged)
    def _looked_for(self) -> None:
        if not self.listing.looked:
            self.reload()
        if not self.listing.looked:
            self.call_later(self.first_keys.give_up)  # it was looked for, and not found out

    def off(self) -> dict[str, str]:
        off = super().off()
        if self.rejections:
            off.pop("undo", None)
        return off

    def legend_groups(self) -> Sequence[str]:
        return ("Answer",) if self.listing.open_here() else ("Place",)

    # -- places

    def _other_place(self, step: int) -> None:
        choice = self.listing.here()
        if choice is None or not choice.go(step):
            self.status.refused("no other place", "the words stand nowhere else")
            return
        spot = choice.spot
        if spot is not None and choice.at is not None:
            self.status.note(
                f"place {choice.at + 1} of {len(choice.places)}: {one_line(spot.doc_id)}", hint="a accepts it"
            )
        self.ask_story()

    def _move_edge(self, edge: Edge, step: int) -> None:
        """The quote starts or ends a word earlier or later."""
        choice = self.listing.here()
        document = self._document(choice)
        if choice is None or document is None:
            self.status.refused("no edge to move", "the quote is lost: ] looks at the nearest words")
        elif not choice.move_edge(document.text, edge, step):
            self.status.refused("no further", "a quote keeps a word at least, and stays in its document")
        else:
            spot = choice.spot
            words = one_line(document.text[spot.start : spot.end]) if spot else ""
            shown = f"…{words[-60:]}" if edge == "end" and len(words) > 60 else words[:60]
            self.status.note(f"{edge}: {shown}", hint="a accepts it")
            self.ask_story()

    def _document(self, choice: QuoteChoice | None) -> Document | None:
        spot = choice.spot if choice else None
        if spot is None:
            return None
        try:
            return self.ragtriage.workspace.snapshots.document(self.listing.snapshot, spot.doc_id)
        except FAULTS:
            return None

    # -- decisions

    def _accept(self) -> None:
        """The quote stands at the place looked at: write it, and go on."""
        key, choice = self.list.cursor_key, self.listing.here()
        if key is None or choice is None:
            self.status.refused("nothing accepted", "there is no quote here")
        elif self.listing.open_quote(choice.item) is not None:
            self.status.refused("nothing accepted", ACCEPTED)
        elif key in self.listing.done and self.listing.is_done(choice.item):
            self.status.refused("nothing accepted", "it was accepted already: u undoes it")
        elif (spot := choice.spot) is None:
            self.status.refused("nothing accepted", "the quote is lost: 6 label, 7 gap; ] looks at the nearest words")
        else:
            self._write_places([(choice.item, spot)], (key,))

    def _write_places(self, chosen: Sequence[tuple[Item, ChosenPlace]], keys: Sequence[str]) -> None:
        workspace = self.ragtriage.workspace
        shown = [*self.rows]
        why = "the words and the place are what the case says already: < > { } move the edges"
        done = self.writing.do(lambda: workspace.do(workspace.mover.accept(chosen, self.listing.snapshot)), why)
        if done is not None:
            self._on_to_the_answer(keys, shown, done.words)

    def _on_to_the_answer(self, keys: Sequence[str], shown: Sequence[str], words: str) -> None:
        """To what the case says of an accepted quote, where that may be the old; else to the next quote."""
        accepted = {key: self.listing.open_quote(self.listing.items[key]) for key in keys if key in self.listing.items}
        key, quote = next(((key, quote) for key, quote in accepted.items() if quote is not None), ("", None))
        if quote is None:
            self._go_on(keys, shown, words)
            return
        self.rejections.clear()
        self.list.clear_marks()
        self.move_to(key)
        self.ask_story()
        self.status.done(f"{one_line(key)}: accepted", hint="0 still right · e edit · u undoes it")

    def _still_right(self) -> None:
        """The answer and the nuggets are right by what the accepted quote says: the case counts again."""
        keys = [
            key
            for key in self.list.targets
            if key in self.listing.items and self.listing.open_quote(self.listing.items[key])
        ]
        if not keys:
            self.status.refused("nothing to say", NOT_ACCEPTED)
            return
        ids = tuple(dict.fromkeys(self.listing.items[key].case_id for key in keys))
        shown, workspace = [*self.rows], self.ragtriage.workspace
        done = self.writing.do(lambda: workspace.do(workspace.cases.still_right(*ids)), "nothing is open")
        if done is not None:
            self._go_on(keys, shown, done.words)

    def case_edited(self, write: Write) -> None:
        """The editor saved: what is left to look at, or on to the next quote."""
        key, shown = self.list.cursor_key, [*self.rows]
        super().case_edited(write)
        if key is None or key not in self.listing.items or self.listing.items[key].case_id not in write.items:
            return
        quote = self.listing.open_quote(self.listing.items[key])
        if quote is not None:
            self.ask_story()
            asked = f"{fields_words(quote.recheck)} not looked at yet: 0 still right · e edit"
            self.status.done(one_line(write.words), hint=f"{asked} · u undoes it")
        elif key in self.listing.done:
            self._go_on((key,), shown, write.words)

    def _accept_marked(self) -> None:
        """Accept those marked whose words are the same: what may be accepted unseen, or only moved."""
        marked = self.list.marked
        if not marked:
            self.status.refused("nothing accepted", "nothing is marked: space marks")
            return
        same = [key for key in marked if key not in self.listing.done and self._is_same(self.listing.choice(key))]
        chosen = [(self.listing.items[key], spot) for key in same if (spot := self.listing.choice(key).spot)]
        rest = len([key for key in marked if key not in self.listing.done]) - len(same)
        if not chosen:
            self.status.refused("nothing accepted", f"none of the {len(marked)} marked says the same at one place")
            return
        self._write_places(chosen, same)
        if rest:
            self.status.note(f"{len(same)} accepted, {rest} not: other words, or several places", hint="u undoes it")

    def _is_same(self, choice: QuoteChoice) -> bool:
        """Whether its own words are the same tokens at one place, by the engine and not by a score; what only stands
        otherwise around it was marked by a person, what turns it is looked at by itself."""
        anchor = choice.item.anchor
        if choice.touched or own_changes(anchor):
            return False
        if choice.item.to_write or anchor.state == "context_changed":
            return True
        alone = not any(one.score >= 1.0 for one in anchor.alternatives)
        document = self._document(choice)
        if anchor.state != "moved" or document is None or choice.spot is None or not alone:
            return False
        return same_words(choice.item, document.text, choice.spot)

    def _reject(self) -> None:
        """Not here: on to the next place, or lost."""
        key, choice = self.list.cursor_key, self.listing.here()
        if key is None or choice is None or choice.at is None:
            self.status.refused("nothing to reject", "the quote is lost: 6 label, 7 gap")
            return
        self.rejections.append((key, choice.at))
        if choice.reject():
            self.status.note(f"rejected, {len(choice.left)} left", hint="a accepts this one · u takes it back")
        else:
            self.listing.given_up.add(key)
            said = "nothing else is left: 6 label or 7 gap says so for good · u takes it back"
            self.status.note("rejected: the quote is lost", hint=said)
        self.show_rows()
        self.ask_story()

    def _lost(self, cause: Cause) -> None:
        """The quote is lost: name the cause, so that gap review has the case."""
        keys = [key for key in self.list.targets if key in self.listing.items]
        ids = tuple(dict.fromkeys(self.listing.items[key].case_id for key in keys))
        queued = {row.case_id for row in self.listing.queue()} if self.listing.snapshot else set()
        missing = [case_id for case_id in ids if case_id not in queued]
        if not ids:
            self.status.refused("no verdict", "there is no quote here")
            return
        if missing:
            why = f"{self.listing.snapshot} has no run that answers it: ragtriage run; or retire the case with e"
            self.status.refused(f"{one_line(missing[0])} is not in triage", why)
            return
        shown, service = [*self.rows], self.ragtriage.workspace.triage
        before = set(self.listing.given_up)
        self.listing.given_up |= set(keys)
        words = f"{len(keys)} quotes" if len(keys) > 1 else keys[0]
        done = self.writing.do(
            lambda: service.decide(ids, cause, take_back=False, configuration=self.ragtriage.configuration),
            f"{one_line(words)} went to gap review already: u undoes it",
        )
        if done is None:
            self.listing.given_up = before
        else:
            self._go_on(keys, shown, done.words)

    def _go_on(self, keys: Sequence[str], shown: Sequence[str], words: str, also: str = "") -> None:
        """To the next quote that wants a look, in the order that the reviewer saw. `also`: a hint before the others."""
        self.rejections.clear()
        self.list.clear_marks()
        self.status.done(one_line(words), hint=f"{also}u undoes it")
        rest = (key for key in following(shown, keys[-1] if keys else "") if key in self.rows)
        target = next((key for key in rest if key not in self.listing.done), None)
        if target is not None:
            self.move_to(target)
        else:
            self.status.done(one_line(words), hint=f"{also}nothing is left to look at · u undoes it")

    def _undo(self) -> None:
        """A rejected place first, then what was written."""
        if not self.rejections:
            self.writing.undo()
            return
        key, at = self.rejections.pop()
        if key in self.listing.items:
            self.listing.choice(key).take_back(at)
            self.listing.given_up.discard(key)
            self.show_rows()
            self.move_to(key)
            self.ask_story()
            self.status.done("undone: a place was rejected")

    def after_write(self, write: Write, *, undone: bool = False) -> None:
        super().after_write(write, undone=undone)
        if undone and write.items:
            self._to_row_of(write.items[0])

    def _to_row_of(self, case_id: str) -> None:
        """To the quote that a verdict on its case was given for; a write of quotes names their rows itself."""
        keys = [key for key in self.rows if self.listing.items[key].case_id == case_id]
        given_up = (key for key in keys if key in self.listing.given_up)
        if keys:
            self.move_to(next(given_up, keys[0]))

    # -- another snapshot

    def _plan_move(self) -> None:
        """Work out what a move to the newest snapshot would write, then ask."""
        newer = self.listing.newer()
        if newer is None:
            self.status.refused("no move", f"no snapshot was made after {self.listing.snapshot or 'any'}")
            return
        self.status.note(f"looking for every quote in {newer}…")
        main = self.ragtriage.workspace

        def work() -> Move:
            with main.reopen() as workspace:
                workspace.refresh()
                return workspace.mover.plan(newer)

        self.background.run("move", work, self._planned, self._not_planned)

    def _planned(self, move: Move) -> None:
        if not self.is_current:
            return
        workspace = self.ragtriage.workspace
        lines = [
            f"{len(move.renamed)} quotes follow renamed documents; {len(move.left)} will want a look.",
            "",
            *move.diff(workspace.root).splitlines(),
        ]

        def answered(yes: bool | None) -> None:
            if yes and self.writing.do(lambda: workspace.do(move.write), "nothing would change"):
                self.status.done(f"moved to {move.snapshot}", hint="u undoes it")
            elif not yes:
                self.status.note("not moved")

        self.status.clear()
        question = f"Move the golden set to {one_line(move.snapshot)}?"
        self.app.push_screen(Confirm(question, lines, yes="move", no="not yet"), answered)

    def _not_planned(self, error: RagtriageError) -> None:
        if self.is_current:
            self.status.failed(error)
