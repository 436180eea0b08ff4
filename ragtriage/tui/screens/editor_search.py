"""The corpus's side of the editor: search as one types, and a pasted passage placed."""

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from textual import on
from textual.timer import Timer

from ragtriage.authoring.corpus import Found, PastedPassage
from ragtriage.authoring.form import Form, Typing
from ragtriage.drift.words import STATE_WORDS
from ragtriage.text import cut_path, one_line
from ragtriage.tui.faults import FAULTS, error_text
from ragtriage.tui.picking import pieces
from ragtriage.tui.screens.editor_fields import EditorFields
from ragtriage.tui.screens.editor_frame import Placed, Save, Searched, corpus_of
from ragtriage.tui.screens.editor_rows import quote_place
from ragtriage.tui.widgets.form_view import FormRow
from ragtriage.tui.widgets.prompt_line import PromptLine
from ragtriage.views.story import Span

if TYPE_CHECKING:
    from ragtriage.workspace import Workspace

SEARCH = "search"
SEARCH_SECONDS = 0.12
"""Wait for the next letter before the corpus is searched."""
PASSAGE_WORDS = 5
"""Words from which a query is also looked for as a passage that somebody pasted."""
HITS = 20
_SECTION = 48
"""Cells of the headings that a hit stands under: the nearest are told."""


class EditorSearch(EditorFields):
    """The search line and its hits. The question is searched for until somebody types."""

    def __init__(self, form: Form, save: Save | None = None) -> None:
        super().__init__(form, save)
        self.found: Sequence[Found] = ()
        self._waiting: Timer | None = None
        self._places: tuple[str, Sequence[PastedPassage]] | None = None
        """A passage, and where it stands; None while it is looked for."""
        self._open_placed = False
        """Whether the passage's document is to be opened as soon as it is known."""
        self._query_before = form.query
        """What Escape while typing a search goes back to."""
        self._searched_for: object = None
        """What the corpus was last asked: the query, and what may be seen of it."""

    # -- searching

    @property
    def sought(self) -> str:
        """What is searched for: what was typed last, or the question."""
        return self.form.query or self.form.case.question

    def _asks(self) -> object:
        case = self.form.case
        return self.sought, dict(case.filters), dict(case.user)

    def form_changed(self) -> None:
        """Another question, or other filters, have other hits."""
        super().form_changed()
        if self._asks() != self._searched_for:
            self._search_soon()

    def action_search(self) -> None:
        """Type a search; the hits follow."""
        if self.document.display:
            self.show_hits_again()
        self._query_before = self.form.query
        self.ask_search()

    def ask_search(self) -> None:
        """The search line, with what was typed into it last."""
        self.prompt.ask(SEARCH, "/", value=self.form.query, hint="words, or a pasted passage")
        self.show_frame()

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
        self._searched_for = self._asks()
        query, case, root = self.sought, self.form.case, self.workspace.root

        def work(workspace: "Workspace") -> Searched:
            try:
                return Searched(query, corpus_of(workspace).find(query, HITS, case.filters, case.user))
            except FAULTS as error:
                return Searched(query, (), error_text(error, root))

        self.in_background("search", work)
        self._places = None
        if len(self.form.query.split()) >= PASSAGE_WORDS:
            self._place(SEARCH, query)

    def _place(self, purpose: str, passage: str) -> None:
        root = self.workspace.root

        def work(workspace: "Workspace") -> Placed:
            try:
                return Placed(purpose, passage, corpus_of(workspace).places(passage))
            except FAULTS as error:
                return Placed(purpose, passage, (), error_text(error, root))

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
        words = pieces(one_line(found.quote), found.terms)
        spans = tuple(Span(part, "accent" if hit else "plain") for part, hit in words)
        section = f"  under: {cut_path(found.section, _SECTION)}" if found.section else f"  {one_line(found.title)}"
        head = (Span(one_line(found.doc_id), "id"), Span(section, "dim"))
        return FormRow(str(at), "✓" if taken else "", spans, label_role="good", head=head)

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
            self.open_document(best.doc_id, best.start, best.end, quote=quote_place(news.purpose))
            self._tell_place(best, len(news.places))

    def search_entered(self) -> None:
        """Enter in the search line: to the passage that was pasted, or to the hits."""
        self.typed()
        if self._waiting is not None:
            self._waiting.stop()
            self.search()
        self.give_keys(self.hits)
        if self.workspace.settings.snapshot and len(self.form.query.split()) >= PASSAGE_WORDS:
            self._open_placed = True
            if self._places is not None:
                self._open_passage()

    def _open_passage(self) -> None:
        self._open_placed = False
        assert self._places is not None
        places = self._places[1]
        if not places:
            self.status.note("hits for these words", hint="as a whole they stand in no document")
            return
        self.open_document(places[0].doc_id, places[0].start, places[0].end)
        self._tell_place(places[0], len(places))

    def _tell_place(self, place: PastedPassage, count: int) -> None:
        words = STATE_WORDS.get(place.state, place.state.replace("_", " "))
        more = f"; {count - 1} other place{'s' * (count > 2)}" if count > 1 else ""
        hint = " · ".join(filter(None, (one_line(place.reason), "a takes it")))
        self.status.note(f"{words} in {one_line(place.doc_id)}{more}", hint=hint)

    def open_document(
        self, doc_id: str, start: int, end: int, *, words: Sequence[str] = (), quote: tuple[int, int] | None = None
    ) -> None:
        """Show a document with some words of it selected; `quote`: that of the form which it is opened for."""
        raise NotImplementedError

    def show_hits_again(self) -> None:
        """The hits instead of the document."""
        raise NotImplementedError
