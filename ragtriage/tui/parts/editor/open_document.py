"""One document beside the form: the words selected in it, which are kept as what is typed is."""

from collections.abc import Sequence
from dataclasses import replace

from ragtriage.authoring.corpus import PastedPassage
from ragtriage.authoring.form import Looking
from ragtriage.cases.model import Quote
from ragtriage.corpus.terms import question_terms
from ragtriage.drift.words import STATE_WORDS
from ragtriage.text import one_line
from ragtriage.tui.faults import FAULTS, error_text
from ragtriage.tui.parts.editor.draft import EditedForm
from ragtriage.tui.parts.editor.panes import EditorPanes
from ragtriage.tui.parts.editor.reading import WorkspaceReading, corpus_of
from ragtriage.tui.parts.editor.rows import quote_at, quote_place
from ragtriage.tui.parts.listing import Session
from ragtriage.tui.picking import Edge, Picking, Spot
from ragtriage.tui.widgets.status_line import StatusLine


class OpenDocument:
    """Opened on a hit, on a pasted passage, or on a quote of the form, to give it other words."""

    def __init__(
        self, draft: EditedForm, panes: EditorPanes, session: Session, reading: WorkspaceReading, status: StatusLine
    ) -> None:
        self._draft, self._panes, self._view = draft, panes, panes.document
        self._session, self._reading, self._status = session, reading, status

    # -- opening

    @property
    def from_form(self) -> bool:
        """Whether it was opened from the form, to go back there."""
        looking = self._draft.form.looking
        return looking is not None and looking.from_form

    @property
    def quote(self) -> tuple[int, int] | None:
        """Evidence and alternative that it was opened for; None: it was opened from the corpus."""
        looking = self._draft.form.looking
        return None if looking is None else looking.quote

    def open(
        self, doc_id: str, start: int, end: int, *, words: Sequence[str] = (), quote: tuple[int, int] | None = None
    ) -> None:
        """Show a document with some words of it selected; `quote`: that of the form which it is opened for."""
        self._show(Looking(doc_id, start, end, quote=quote, from_form=quote is not None), words)

    def open_passage(self, places: Sequence[PastedPassage], quote: tuple[int, int] | None = None) -> None:
        """Show where a passage stands, and say how it does; there is one place at least, the best first."""
        best, others = places[0], len(places) - 1
        self.open(best.doc_id, best.start, best.end, quote=quote)
        words = STATE_WORDS.get(best.state, best.state.replace("_", " "))
        more = f"; {others} other place{'s' * (others > 1)}" if others else ""
        hint = " · ".join(filter(None, (one_line(best.reason), "a takes it")))
        self._status.note(f"{words} in {one_line(best.doc_id)}{more}", hint=hint)

    def open_quote(self, path: str) -> None:
        """Show the quote of a row of the form where it stands, in another document if need be."""
        quote, place = quote_at(self._draft.form, path), quote_place(path)
        workspace = self._session.workspace
        try:
            spots = _spots(quote, corpus_of(workspace).document(quote.doc_id).text)
        except FAULTS:
            spots = []  # it may stand in another one by now
        if spots:
            self.open(quote.doc_id, *spots[0], quote=place)
            self._status.note("the quote in its document", hint="< > { } move its edges, a writes it")
        elif workspace.settings.snapshot:
            self._status.note("looking for the quote…")
            self._reading.read(
                "place",
                lambda workspace: corpus_of(workspace).places(quote.quote),
                lambda places: self._quote_placed(places, place),
                lambda _: self._quote_placed((), place),
            )
        else:
            self._status.refused("there is no snapshot to show it in", "ragtriage snapshot add FOLDER --name NAME")

    def _quote_placed(self, places: Sequence[PastedPassage], quote: tuple[int, int]) -> None:
        if places:
            self.open_passage(places, quote)
        else:
            self._status.refused("the quote stands nowhere in this snapshot", "/ looks for other words")

    def resume(self) -> None:
        """A line was dropped with a document open: it is open again, with the same words selected."""
        form = self._draft.form
        if form.looking is not None:
            self._show(form.looking)
            if not self._panes.document_shown:  # it is in no snapshot now
                self._draft.form = replace(form, looking=None)

    def _show(self, looking: Looking, words: Sequence[str] = ()) -> None:
        workspace, form = self._session.workspace, self._draft.form
        try:
            document = corpus_of(workspace).document(looking.doc_id)
        except FAULTS as error:
            self._status.failed(error_text(error, workspace.root))
            return
        words = words or [term.strip('"') for term in question_terms(form.sought)]
        there = looking.end <= len(document.text)  # else it is another text by now
        start, end = (looking.start, looking.end) if there else (0, 0)
        picking = Picking(document.text, start, end, words)
        picking.held = looking.held if there else None
        self._draft.keep(replace(form, looking=looking))
        self._panes.show_document(True)
        gold = self._gold(looking.doc_id, document.text)
        self._view.show(looking.doc_id, one_line(document.title), picking, gold)
        self._panes.give_keys(self._view)

    # -- and leaving

    def close(self) -> None:
        """The hits instead of the document."""
        self._panes.show_document(False)
        if self._draft.form.looking is not None:
            self._draft.keep(replace(self._draft.form, looking=None))

    def back(self) -> None:
        """To where it was opened from."""
        to = self._panes.fields if self.from_form else self._panes.hits
        self.close()
        self._panes.give_keys(to)

    # -- what of it is evidence already

    def form_changed(self) -> None:
        """The case has other quotes, perhaps: those that stand here are gold."""
        picking = self._view.picking
        if self._panes.document_shown and picking is not None:
            self._view.set_gold(self._gold(self._view.doc_id, picking.text))

    def _gold(self, doc_id: str, text: str) -> list[Spot]:
        pieces = self._draft.form.case.evidence
        quotes = (quote for piece in pieces for quote in piece.any_of if quote.doc_id == doc_id)
        return [spot for quote in quotes for spot in _spots(quote, text)]

    # -- what is selected

    def selected(self) -> tuple[str, int, int] | None:
        """Document, start and end of what is selected; None when nothing is open."""
        return None if self._view.picking is None else (self._view.doc_id, *self._view.picking.spot)

    def picked(self) -> None:
        """Other words are selected: that takes many keys, and is kept."""
        self._view.repaint_head()
        self._keep_selection()

    def taken(self) -> None:
        """What was selected is evidence: it is not held any more."""
        if self._view.picking is not None:
            self._view.picking.held = None
            self._keep_selection()

    def _keep_selection(self) -> None:
        picking, form = self._view.picking, self._draft.form
        if picking is not None and form.looking is not None:
            start, end = picking.spot
            self._draft.keep(replace(form, looking=replace(form.looking, start=start, end=end, held=picking.held)))

    # -- keys

    def word(self, step: int) -> None:
        """A word on or back."""
        if self._has_keys("no word to move by here") and not self._view.pick(lambda one: one.word(step)):
            self._status.refused("no further", "the document ends here")

    def edge(self, edge: Edge, step: int) -> None:
        """The selection starts or ends a word earlier or later."""
        if self._has_keys("no edge to move here") and not self._view.pick(lambda one: one.edge(edge, step)):
            self._status.refused("no further", "a quote keeps a word at least, and stays in its document")

    def found(self, step: int) -> None:
        """To a sentence with words that were searched for."""
        if self._has_keys("no sentence to go to here") and not self._view.pick(
            lambda one: one.sentence_with_words(step)
        ):
            self._status.refused("no further", "no sentence beyond holds words of the search")

    def hold(self) -> None:
        """Hold the selection, or let go."""
        picking = self._view.picking
        if self._has_keys("nothing to hold here") and picking is not None:
            held = picking.hold()
            self._view.repaint()
            self._keep_selection()
            if held:
                self._status.note("held: j k by sentence, h l by word", hint="space lets go · a takes it")
            else:
                self._status.clear()

    def _has_keys(self, why: str) -> bool:
        there = self._panes.name == "document"
        if not there:
            self._status.refused(why, "enter opens the document of a hit or of a quote")
        return there


def _spots(quote: Quote, text: str) -> list[Spot]:
    """Where a quote stands in a document."""
    from ragtriage.anchors.under import quote_places

    at = text.find(quote.quote)
    if at >= 0 and quote.quote and text.find(quote.quote, at + 1) < 0:
        return [(at, at + len(quote.quote))]
    return [(place.start, place.end) for place in quote_places(quote, text)]
