"""The corpus searched as one types, and a pasted passage placed. The question is searched for until somebody types."""

from collections.abc import Sequence
from dataclasses import replace

from ragtriage.authoring.corpus import Found, PastedPassage
from ragtriage.authoring.form import Typing
from ragtriage.errors import RagtriageError
from ragtriage.text import cut_path, one_line
from ragtriage.tui.parts.delayed import Delayed, SetTimer
from ragtriage.tui.parts.editor.draft import EditedForm
from ragtriage.tui.parts.editor.open_document import OpenDocument
from ragtriage.tui.parts.editor.panes import EditorPanes
from ragtriage.tui.parts.editor.reading import WorkspaceReading, corpus_of
from ragtriage.tui.parts.listing import Session
from ragtriage.tui.picking import pieces
from ragtriage.tui.widgets.form_view import FormRow
from ragtriage.tui.widgets.prompt_line import PromptLine
from ragtriage.tui.widgets.status_line import StatusLine
from ragtriage.views.story import Span

SEARCH = "search"
SEARCH_SECONDS = 0.12
"""Wait for the next letter before the corpus is searched."""
PASSAGE_WORDS = 5
"""Words from which a query is also looked for as a passage that somebody pasted."""
HITS = 20
_SECTION = 48
"""Cells of the headings that a hit stands under: the nearest are told."""


class CorpusSearch:
    """The search line and its hits."""

    def __init__(
        self,
        draft: EditedForm,
        panes: EditorPanes,
        document: OpenDocument,
        prompt: PromptLine,
        status: StatusLine,
        session: Session,
        reading: WorkspaceReading,
        set_timer: SetTimer,
    ) -> None:
        self.found: Sequence[Found] = ()
        """What the hits show, in their order."""
        self._draft, self._panes, self._document = draft, panes, document
        self._prompt, self._status, self._session, self._reading = prompt, status, session, reading
        self._delayed = Delayed(set_timer, SEARCH_SECONDS, self._search)
        self._places: Sequence[PastedPassage] | None = None
        """Where the passage stands; None while it is looked for."""
        self._open_placed = False
        """Whether the passage's document is to be opened as soon as it is known."""
        self._before = draft.form.query
        """What Escape while typing a search goes back to."""
        self._searched_for: object = None
        """What the corpus was last asked: the query, and what may be seen of it."""

    @property
    def waiting(self) -> bool:
        """Whether a search is about to begin."""
        return self._delayed.waiting

    # -- the search line

    def begin(self) -> None:
        """Type a search; the hits follow."""
        if self._panes.document_shown:
            self._document.close()
        self._before = self._draft.form.query
        self.ask()

    def ask(self) -> None:
        """The search line, with what was typed into it last."""
        self._prompt.ask(SEARCH, "/", value=self._draft.form.query, hint="words, or a pasted passage")

    def typed(self, text: str) -> None:
        """The query is another one."""
        if text != self._draft.form.query:
            self._draft.keep(replace(self._draft.form, query=text, typing=Typing(SEARCH, text)))
            self._delayed.soon()

    def left(self) -> None:
        """Escape: the query that was before."""
        self._draft.keep(replace(self._draft.form, query=self._before, typing=None))
        self.now()

    def entered(self) -> None:
        """Enter: to the passage that was pasted, or to the hits."""
        self._draft.typed()
        if self._delayed.waiting:
            self.now()
        self._panes.give_keys(self._panes.hits)
        if self._session.workspace.settings.snapshot and self._is_passage():
            self._open_placed = True
            self._open_passage()

    def _is_passage(self) -> bool:
        return len(self._draft.form.query.split()) >= PASSAGE_WORDS

    # -- searching

    def form_changed(self) -> None:
        """Another question, or other filters, have other hits; and what is taken is marked."""
        if self._asks() != self._searched_for:
            self._delayed.soon()
        self.show()

    def _asks(self) -> object:
        case = self._draft.form.case
        return self._draft.form.sought, dict(case.filters), dict(case.user)

    def now(self) -> None:
        """Look for the query, behind the screen; for one that may be a passage, also where it stands."""
        self._delayed.now()

    def _search(self) -> None:
        self._searched_for = self._asks()
        query, case = self._draft.form.sought, self._draft.form.case
        self._reading.read(
            "search",
            lambda workspace: corpus_of(workspace).find(query, HITS, case.filters, case.user),
            lambda found: self._searched(query, found),
            lambda error: self._failed(query, error),
        )
        self._places = None
        if self._is_passage():
            self._reading.read(
                "place",
                lambda workspace: corpus_of(workspace).places(query),
                lambda places: self._placed(query, places),
                lambda _: self._placed(query, ()),
            )

    def _searched(self, query: str, found: Sequence[Found]) -> None:
        if query != self._draft.form.sought:
            return
        places = {(one.doc_id, one.start, one.end): one for one in reversed(found)}  # passages overlap
        self.found = [one for one in found if places[one.doc_id, one.start, one.end] is one]
        self.show(anew=True)

    def _failed(self, query: str, error: RagtriageError) -> None:
        if query == self._draft.form.sought:
            self.found = ()
            title = error.title[:1].upper() + error.title[1:]
            self._panes.hits.set_rows([], heading="Corpus", empty=(title, *error.next_step.split("\n")))

    def _placed(self, query: str, places: Sequence[PastedPassage]) -> None:
        if query == self._draft.form.sought:
            self._places = places
            if self._open_placed:
                self._open_passage()

    def _open_passage(self) -> None:
        if self._places is None:
            return  # it is opened when it is known
        self._open_placed = False
        if self._places:
            self._document.open_passage(self._places)
        else:
            self._status.note("hits for these words", hint="as a whole they stand in no document")

    # -- the hits

    @property
    def hit(self) -> Found | None:
        """The one under the cursor."""
        key = self._panes.hits.cursor_key
        return None if key is None else self.found[int(key)]

    def open_hit(self) -> None:
        """Its document, with the sentence selected."""
        if (found := self.hit) is not None:
            self._document.open(found.doc_id, found.start, found.end, words=found.terms)

    def show(self, *, anew: bool = False) -> None:
        """Draw the hits; `anew`: with the cursor on the best."""
        snapshot, form = self._session.workspace.settings.snapshot or "", self._draft.form
        heading = f"/{one_line(form.query)}" if form.query else f"Corpus {snapshot} · the question's words"
        empty = ("Nothing to search for yet.", "/ searches the corpus")
        if form.sought.strip():
            empty = ("Nothing in the corpus has these words.", "/ searches for others")
        rows = [self._row(at, one) for at, one in enumerate(self.found)]
        self._panes.hits.set_rows(rows, heading=heading, empty=empty, cursor="0" if anew else None)

    def _row(self, at: int, found: Found) -> FormRow:
        taken = any(
            quote.doc_id == found.doc_id and (quote.quote in found.quote or found.quote in quote.quote)
            for piece in self._draft.form.case.evidence
            for quote in piece.any_of
        )
        words = pieces(one_line(found.quote), found.terms)
        spans = tuple(Span(part, "accent" if hit else "plain") for part, hit in words)
        section = f"  under: {cut_path(found.section, _SECTION)}" if found.section else f"  {one_line(found.title)}"
        head = (Span(one_line(found.doc_id), "id"), Span(section, "dim"))
        return FormRow(str(at), "✓" if taken else "", spans, label_role="good", head=head)
