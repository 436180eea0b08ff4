"""Evidence is picked here, not typed: the document, the words selected in it, and the quote that they become."""

from collections.abc import Sequence
from dataclasses import replace

from textual import on

from ragtriage.authoring import form as forms
from ragtriage.authoring.form import Form, Looking
from ragtriage.cases.model import Quote
from ragtriage.corpus.terms import question_terms
from ragtriage.text import one_line
from ragtriage.tui.faults import FAULTS
from ragtriage.tui.picking import Edge, Picking, Spot
from ragtriage.tui.screens.editor_frame import Save, corpus_of
from ragtriage.tui.screens.editor_rows import quote_at, quote_place
from ragtriage.tui.screens.editor_search import EditorSearch
from ragtriage.tui.widgets.document_view import DocumentView
from ragtriage.tui.widgets.form_view import FormView


class EditorEvidence(EditorSearch):
    """One document at a time; what is taken of it becomes evidence."""

    def __init__(self, form: Form, save: Save | None = None) -> None:
        super().__init__(form, save)

    @property
    def from_form(self) -> bool:
        """Whether the document was opened from the form, to go back there."""
        return self.form.looking is not None and self.form.looking.from_form

    # -- the document

    @on(FormView.Opened, "#hits")
    def _open_hit(self, event: FormView.Opened) -> None:
        found = self.found[int(event.key)]
        self.open_document(found.doc_id, found.start, found.end, words=found.terms)

    def open_quote(self, path: str) -> None:
        quote = quote_at(self.form, path)
        self.evidence = quote_place(path)[0]
        try:
            spots = self._spots(quote, corpus_of(self.workspace).document(quote.doc_id).text)
        except FAULTS:
            spots = []  # it may stand in another one by now
        if spots:
            self.open_document(quote.doc_id, *spots[0], quote=quote_place(path))
            self.status.note("the quote in its document", hint="< > { } move its edges, a writes it")
        elif self.workspace.settings.snapshot:
            self.status.note("looking for the quote…")
            self._place(path, quote.quote)
        else:
            self.status.refused("there is no snapshot to show it in", "ragtriage snapshot add FOLDER --name NAME")

    def open_document(
        self, doc_id: str, start: int, end: int, *, words: Sequence[str] = (), quote: tuple[int, int] | None = None
    ) -> None:
        """Show a document with some words of it selected; `quote`: that of the form which it is opened for."""
        self._show_document(Looking(doc_id, start, end, quote=quote, from_form=quote is not None), words)

    def resume_looking(self) -> None:
        """A line was dropped with a document open: it is open again, with the same words selected."""
        if self.form.looking is not None:
            self._show_document(self.form.looking)
            if not self.document.display:  # it is in no snapshot now
                self.form = replace(self.form, looking=None)

    def _show_document(self, looking: Looking, words: Sequence[str] = ()) -> None:
        doc_id = looking.doc_id
        try:
            document = corpus_of(self.workspace).document(doc_id)
        except FAULTS as error:
            self.failed(error)
            return
        words = words or [term.strip('"') for term in question_terms(self.sought)]
        there = looking.end <= len(document.text)  # else it is another text by now
        start, end = (looking.start, looking.end) if there else (0, 0)
        picking = Picking(document.text, start, end, words)
        picking.held = looking.held if there else None
        self.keep(replace(self.form, looking=looking))
        self.hits.display = False
        self.document.display = True
        self.document.show(doc_id, one_line(document.title), picking, self._gold(doc_id, document.text))
        self.give_keys(self.document)

    def _gold(self, doc_id: str, text: str) -> list[Spot]:
        """Where the case's quotes stand in a document."""
        quotes = (quote for piece in self.form.case.evidence for quote in piece.any_of if quote.doc_id == doc_id)
        return [spot for quote in quotes for spot in self._spots(quote, text)]

    @staticmethod
    def _spots(quote: Quote, text: str) -> list[Spot]:
        from ragtriage.anchors.under import quote_places

        at = text.find(quote.quote)
        if at >= 0 and quote.quote and text.find(quote.quote, at + 1) < 0:
            return [(at, at + len(quote.quote))]
        return [(place.start, place.end) for place in quote_places(quote, text)]

    def show_hits_again(self) -> None:
        self.document.display = False
        self.hits.display = True
        if self.form.looking is not None:
            self.keep(replace(self.form, looking=None))

    def back_from_document(self) -> None:
        """To where it was opened from."""
        to = self.fields if self.from_form else self.hits
        self.show_hits_again()
        self.give_keys(to)

    @on(DocumentView.Picked)
    def _picked(self) -> None:
        self.document.repaint_head()
        self._keep_selection()

    def _keep_selection(self) -> None:
        """A selection takes many keys: it is kept as what is typed is."""
        picking, looking = self.document.picking, self.form.looking
        if picking is not None and looking is not None:
            start, end = picking.spot
            self.keep(replace(self.form, looking=replace(looking, start=start, end=end, held=picking.held)))

    def _in_document(self, why: str) -> bool:
        if self.pane != "document":
            self.status.refused(why, "enter opens the document of a hit or of a quote")
        return self.pane == "document"

    def action_word(self, step: int) -> None:
        """A word on or back."""
        if self._in_document("no word to move by here") and not self.document.pick(lambda one: one.word(step)):
            self.status.refused("no further", "the document ends here")

    def action_edge(self, edge: Edge, step: int) -> None:
        """The selection starts or ends a word earlier or later."""
        if self._in_document("no edge to move here") and not self.document.pick(lambda one: one.edge(edge, step)):
            self.status.refused("no further", "a quote keeps a word at least, and stays in its document")

    def action_found(self, step: int) -> None:
        """To a sentence with words that were searched for."""
        if self._in_document("no sentence to go to here") and not self.document.pick(
            lambda one: one.sentence_with_words(step)
        ):
            self.status.refused("no further", "no sentence beyond holds words of the search")

    def action_hold(self) -> None:
        """Hold the selection, or let go."""
        picking = self.document.picking
        if self._in_document("nothing to hold here") and picking is not None:
            held = picking.hold()
            self.document.repaint()
            self._keep_selection()
            if held:
                self.status.note("held: j k by sentence, h l by word", hint="space lets go · a takes it")
            else:
                self.status.clear()

    # -- taking evidence

    @on(DocumentView.Opened)
    def _taken(self) -> None:
        self.action_accept()

    def action_accept(self) -> None:
        """Take what is selected as evidence; in the form, confirm what is suggested."""
        if self.pane == "form":
            self.confirm_suggestion()
        elif self.form.looking is not None and self.form.looking.quote is not None:
            self._replace(*self.form.looking.quote)
        else:
            self._take(None)

    def action_alternative(self) -> None:
        """Take it as one more quote for a piece of evidence that is there."""
        if self.pane == "form":
            self.status.refused("nothing to take here", "tab goes to the corpus; o takes what is selected there")
        elif self.evidence < 0:
            self.status.refused("there is no evidence yet", "a takes this as the first")
        else:
            self._take(self.evidence)

    def _selected(self) -> Quote | None:
        try:
            corpus = corpus_of(self.workspace)
            if self.pane == "document" and self.document.picking is not None:
                return corpus.quote(self.document.doc_id, *self.document.picking.spot)
            if self.hits.cursor_key is not None:
                found = self.found[int(self.hits.cursor_key)]
                return corpus.quote(found.doc_id, found.start, found.end)
        except FAULTS as error:
            self.failed(error)
            return None
        self.status.refused("nothing to take", "/ searches the corpus")
        return None

    def _take(self, evidence: int | None) -> None:
        quote = self._selected()
        if quote is None:
            return
        at = len(self.form.case.evidence) if evidence is None else evidence
        words = f"evidence {at + 1}" if evidence is None else f"also good for evidence {at + 1}"
        before = self.evidence
        self.evidence = at
        row = f"evidence[{at}]"
        if evidence is not None:
            row += f".any_of[{len(self.form.case.evidence[at].any_of)}]"
        taken = self.change(
            lambda form: forms.with_quote(form, quote, evidence=evidence),
            f"{words}: {one_line(quote.doc_id)}",
            cursor=row,
        )
        self.evidence = at if taken else before
        if taken and self.pane == "document" and self.document.picking is not None:
            self.document.picking.held = None
            self._keep_selection()

    def _replace(self, evidence: int, alternative: int) -> None:
        quote, there = self._selected(), self.form.case.evidence
        if quote is None:
            return
        if evidence >= len(there) or alternative >= len(there[evidence].any_of):  # taken back meanwhile
            self._take(None)
            return
        grade = there[evidence].any_of[alternative].grade
        changed = self.change(
            lambda form: forms.replace_quote(form, evidence, alternative, replace(quote, grade=grade)),
            f"evidence {evidence + 1}: other words",
        )
        if changed:
            self.back_from_document()

    def form_changed(self) -> None:
        super().form_changed()
        self.show_hits()
        picking = self.document.picking
        if self.document.display and picking is not None:
            self.document.set_gold(self._gold(self.document.doc_id, picking.text))
