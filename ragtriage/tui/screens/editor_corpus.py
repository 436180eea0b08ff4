"""The corpus's side of the editor: search as one types, read the document, and take what is selected as a quote."""

from collections.abc import Sequence
from dataclasses import replace

from textual import on
from textual.timer import Timer

from ragtriage.authoring import form as forms
from ragtriage.authoring.corpus import Found, Place
from ragtriage.authoring.form import Form, Typing
from ragtriage.cases.model import Quote
from ragtriage.text import one_line
from ragtriage.triage.anchor_words import STATE_WORDS
from ragtriage.triage.story import Span
from ragtriage.tui.faults import FAULTS, told
from ragtriage.tui.picking import Edge, Picking, Spot, pieces
from ragtriage.tui.screens.editor_form import EditorForm
from ragtriage.tui.screens.editor_frame import Placed, Save, Searched, corpus_of
from ragtriage.tui.screens.editor_rows import quote_at, quote_place
from ragtriage.tui.widgets.document_view import DocumentView
from ragtriage.tui.widgets.form_view import FormRow, FormView
from ragtriage.tui.widgets.prompt_line import PromptLine

SEARCH = "search"
SEARCH_SECONDS = 0.12
"""Wait for the next letter before the corpus is searched."""
PASSAGE_WORDS = 5
"""Words from which a query is also looked for as a passage that somebody pasted."""
HITS = 20


class EditorCorpus(EditorForm):
    """Hits, or one document; what is taken becomes evidence."""

    def __init__(self, form: Form, save: Save | None = None) -> None:
        super().__init__(form, save)
        self.found: Sequence[Found] = ()
        self._waiting: Timer | None = None
        self._places: tuple[str, Sequence[Place]] | None = None
        """A passage, and where it stands; None while it is looked for."""
        self._open_placed = False
        """Whether the passage's document is to be opened as soon as it is known."""
        self._replacing: tuple[int, int] | None = None
        """Evidence and alternative that the document was opened for."""
        self._from_form = False
        self._query_before = form.query
        """What Escape while typing a search goes back to."""

    # -- searching

    @property
    def sought(self) -> str:
        """What is searched for: what was typed last, or the question."""
        return self.form.query or self.form.case.question

    def action_search(self) -> None:
        """Type a search; the hits follow."""
        if self.document.display:
            self._show_hits()
        self._query_before = self.form.query
        self.ask_search()

    def ask_search(self) -> None:
        """The search line, with what was typed into it last."""
        self.prompt.ask(SEARCH, "/", value=self.form.query, hint="words, or a pasted passage")

    @on(PromptLine.Changed)
    def _typing_search(self, event: PromptLine.Changed) -> None:
        if event.purpose == SEARCH and event.text != self.form.query:
            self.keep(replace(self.form, query=event.text, typing=Typing(SEARCH, event.text)))
            self._search_soon()

    @on(PromptLine.Left)
    def _left_search(self, event: PromptLine.Left) -> None:
        if event.purpose == SEARCH:
            self.keep(replace(self.form, query=self._query_before, typing=None))
            self.search()

    def _search_soon(self) -> None:
        if self._waiting is not None:
            self._waiting.stop()
        self._waiting = self.set_timer(SEARCH_SECONDS, self.search)

    def search(self) -> None:
        """Look for the query, behind the screen; for one that may be a passage, also where it stands."""
        self._waiting = None
        query, case, root = self.sought, self.form.case, self.workspace.root

        def work(workspace) -> Searched:  # type: ignore[no-untyped-def]
            try:
                return Searched(query, corpus_of(workspace).find(query, HITS, case.filters, case.user))
            except FAULTS as error:
                return Searched(query, (), told(error, root))

        self.in_background("search", work)
        self._places = None
        if len(self.form.query.split()) >= PASSAGE_WORDS:
            self._place(SEARCH, query)

    def _place(self, purpose: str, passage: str) -> None:
        root = self.workspace.root

        def work(workspace) -> Placed:  # type: ignore[no-untyped-def]
            try:
                return Placed(purpose, passage, corpus_of(workspace).places(passage))
            except FAULTS as error:
                return Placed(purpose, passage, (), told(error, root))

        self.in_background("place", work)

    @on(Searched)
    def _searched(self, news: Searched) -> None:
        if news.query != self.sought:
            return
        places = {(one.doc_id, one.start, one.end): one for one in reversed(news.found)}  # passages overlap
        self.found = () if news.error else [one for one in news.found if places[one.doc_id, one.start, one.end] is one]
        if news.error is not None:
            title = news.error.title[:1].upper() + news.error.title[1:]
            self.hits.set_rows([], heading="Corpus", empty=(title, *news.error.next_step.split("\n")))
        else:
            self.show_hits(anew=True)

    def show_hits(self, *, anew: bool = False) -> None:
        """Draw the hits; `anew`: with the cursor on the best."""
        snapshot = self.workspace.settings.snapshot or ""
        heading = f"/{one_line(self.form.query)}" if self.form.query else f"Corpus {snapshot} · the question's words"
        rows = [self._hit_row(at, one) for at, one in enumerate(self.found)]
        empty = ("Nothing in the corpus has these words.", "/ searches for others") if self.sought.strip() else (
            "Nothing to search for yet.", "/ searches the corpus")  # fmt: skip
        self.hits.set_rows(rows, heading=heading, empty=empty, cursor="0" if anew else None)

    def _hit_row(self, at: int, found: Found) -> FormRow:
        taken = any(
            quote.doc_id == found.doc_id and (quote.quote in found.quote or found.quote in quote.quote)
            for piece in self.form.case.evidence
            for quote in piece.any_of
        )
        spans = [Span(found.doc_id, "id"), Span(f"  {one_line(found.title)}", "dim"), Span("\n")]
        spans += [Span(part, "accent" if hit else "plain") for part, hit in pieces(one_line(found.quote), found.terms)]
        return FormRow(str(at), "✓" if taken else "", tuple(spans), label_role="good")

    @on(Placed)
    def _placed(self, news: Placed) -> None:
        if news.purpose == SEARCH:
            if news.passage == self.sought:
                self._places = news.passage, news.places
                if self._open_placed:
                    self._open_passage()
        elif news.error is not None or not news.places:
            self.status.refused("the quote stands nowhere in this snapshot", "/ looks for other words")
        else:
            best = news.places[0]
            self.open_document(best.doc_id, best.start, best.end, from_form=True)
            self._tell_place(best, len(news.places))

    def search_entered(self) -> None:
        """Enter in the search line: to the passage that was pasted, or to the hits."""
        self.typed()
        if self._waiting is not None:
            self._waiting.stop()
            self.search()
        self.hits.focus()
        if self.workspace.settings.snapshot and len(self.form.query.split()) >= PASSAGE_WORDS:
            self._open_placed = True
            if self._places is not None:
                self._open_passage()

    def _open_passage(self) -> None:
        self._open_placed = False
        assert self._places is not None
        places = self._places[1]
        if not places:
            self.status.note("no document holds it as a passage", hint="these are hits for its words")
            return
        self.open_document(places[0].doc_id, places[0].start, places[0].end)
        self._tell_place(places[0], len(places))

    def _tell_place(self, place: Place, count: int) -> None:
        words = STATE_WORDS.get(place.state, (place.state.replace("_", " "), "plain"))[0]
        more = f"; {count - 1} other place{'s' * (count > 2)}" if count > 1 else ""
        hint = " · ".join(filter(None, (one_line(place.reason), "a takes it")))
        self.status.note(f"{words} in {one_line(place.doc_id)}{more}", hint=hint)

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
        self._replacing = quote_place(path)
        if spots:
            self.open_document(quote.doc_id, *spots[0], from_form=True)
            self.status.note("the quote in its document", hint="< > { } move its edges, a writes it")
        elif self.workspace.settings.snapshot:
            self.status.note("looking for the quote…")
            self._place(path, quote.quote)
        else:
            self.status.refused("there is no snapshot to show it in", "ragtriage snapshot add FOLDER --name NAME")

    def open_document(
        self, doc_id: str, start: int, end: int, *, words: Sequence[str] = (), from_form: bool = False
    ) -> None:
        """Show a document with some words of it selected."""
        try:
            document = corpus_of(self.workspace).document(doc_id)
        except FAULTS as error:
            self.failed(error)
            return
        if not from_form:
            self._replacing = None
        self._from_form = from_form
        words = words or (self.found[0].terms if self.found else ())
        picking = Picking(document.text, start, end, words)
        self.hits.display = False
        self.document.display = True
        self.document.show(doc_id, one_line(document.title), picking, self._gold(doc_id, document.text))
        self.document.focus()

    def _gold(self, doc_id: str, text: str) -> list[Spot]:
        """Where the case's quotes stand in a document."""
        quotes = (quote for piece in self.form.case.evidence for quote in piece.any_of if quote.doc_id == doc_id)
        return [spot for quote in quotes for spot in self._spots(quote, text)]

    @staticmethod
    def _spots(quote: Quote, text: str) -> list[Spot]:
        from ragtriage.anchors.locate import find

        at = text.find(quote.quote)
        if at >= 0 and quote.quote and text.find(quote.quote, at + 1) < 0:
            return [(at, at + len(quote.quote))]
        return [(place.start, place.end) for place in find(quote.quote, text, quote.prefix, quote.suffix)]

    def _show_hits(self) -> None:
        self.document.display = False
        self.hits.display = True
        self._replacing = None

    def back_from_document(self) -> None:
        """To where it was opened from."""
        self._show_hits()
        (self.fields if self._from_form else self.hits).focus()

    @on(DocumentView.Picked)
    def _picked(self) -> None:
        self.document.repaint_head()

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
        elif self._replacing is not None:
            self._replace(*self._replacing)
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
        taken = self.change(
            lambda form: forms.with_quote(form, quote, evidence=evidence), f"{words}: {one_line(quote.doc_id)}"
        )
        self.evidence = at if taken else before
        if taken and self.pane == "document" and self.document.picking is not None:
            self.document.picking.held = None

    def _replace(self, evidence: int, alternative: int) -> None:
        quote = self._selected()
        if quote is None:
            return
        grade = self.form.case.evidence[evidence].any_of[alternative].grade
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
