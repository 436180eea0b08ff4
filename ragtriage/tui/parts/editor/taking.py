"""Evidence is picked, not typed: what is selected in a document, or a hit's best sentence, becomes a quote."""

from dataclasses import replace

from ragtriage.authoring import form as forms
from ragtriage.cases.model import Quote
from ragtriage.text import one_line
from ragtriage.tui.faults import FAULTS, error_text
from ragtriage.tui.parts.editor.draft import EditedForm
from ragtriage.tui.parts.editor.form_pane import FormPane
from ragtriage.tui.parts.editor.open_document import OpenDocument
from ragtriage.tui.parts.editor.panes import EditorPanes
from ragtriage.tui.parts.editor.reading import corpus_of
from ragtriage.tui.parts.editor.search import CorpusSearch
from ragtriage.tui.parts.listing import Session
from ragtriage.tui.widgets.status_line import StatusLine


class EvidenceTaking:
    """`a` and `o` in the corpus."""

    def __init__(
        self,
        draft: EditedForm,
        rows: FormPane,
        panes: EditorPanes,
        document: OpenDocument,
        search: CorpusSearch,
        session: Session,
        status: StatusLine,
    ) -> None:
        self._draft, self._rows, self._panes = draft, rows, panes
        self._document, self._search = document, search
        self._session, self._status = session, status

    def take(self) -> None:
        """A new piece of evidence; or other words for the quote that the document was opened for."""
        if self._document.quote is not None:
            self._replace(*self._document.quote)
        else:
            self._take(None)

    def take_alternative(self) -> None:
        """One more quote for the piece of evidence that was last under the form's cursor."""
        if self._panes.name == "form":
            self._status.refused("nothing to take here", "tab goes to the corpus; o takes what is selected there")
        elif self._rows.piece < 0:
            self._status.refused("there is no evidence yet", "a takes this as the first")
        else:
            self._take(self._rows.piece)

    def _selected(self) -> Quote | None:
        workspace = self._session.workspace
        try:
            corpus, place = corpus_of(workspace), self._place()
            if place is not None:
                return corpus.quote(*place)
        except FAULTS as error:
            self._status.failed(error_text(error, workspace.root))
            return None
        self._status.refused("nothing to take", "/ searches the corpus")
        return None

    def _place(self) -> tuple[str, int, int] | None:
        """Document, start and end of what is selected."""
        place = self._document.selected() if self._panes.name == "document" else None
        if place is None and (found := self._search.hit) is not None:
            place = found.doc_id, found.start, found.end
        return place

    def _take(self, evidence: int | None) -> None:
        quote = self._selected()
        if quote is None:
            return
        pieces = self._draft.form.case.evidence
        if evidence is None:
            at = len(pieces)
            words, row = f"evidence {at + 1}", f"evidence[{at}]"
        else:
            at = evidence
            words, row = f"also good for evidence {at + 1}", f"evidence[{at}].any_of[{len(pieces[at].any_of)}]"
        before, self._rows.piece = self._rows.piece, at  # at once: the change draws the keys, `o` among them
        taken = self._draft.change(
            lambda form: forms.with_quote(form, quote, evidence=evidence),
            f"{words}: {one_line(quote.doc_id)}",
            cursor=row,
        )
        self._rows.piece = at if taken else before
        if taken and self._panes.name == "document":
            self._document.taken()

    def _replace(self, evidence: int, alternative: int) -> None:
        quote, there = self._selected(), self._draft.form.case.evidence
        if quote is None:
            return
        if evidence >= len(there) or alternative >= len(there[evidence].any_of):  # taken back meanwhile
            self._take(None)
            return
        grade = there[evidence].any_of[alternative].grade
        changed = self._draft.change(
            lambda form: forms.replace_quote(form, evidence, alternative, replace(quote, grade=grade)),
            f"evidence {evidence + 1}: other words",
        )
        if changed:
            self._document.back()
