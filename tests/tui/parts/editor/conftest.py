"""The parts of the editor on a real workspace and without a screen: plain views, and what is read is read at once."""

from dataclasses import dataclass, field, replace
from types import SimpleNamespace

import pytest

from ragtriage.authoring.saving import begun_from_case
from ragtriage.cases.editing import canonical_text
from ragtriage.cases.model import Case
from ragtriage.tui.faults import FAULTS, error_text
from ragtriage.tui.parts.editor.draft import EditedForm
from ragtriage.tui.parts.editor.field_keys import FieldKeys
from ragtriage.tui.parts.editor.field_typing import FieldTyping
from ragtriage.tui.parts.editor.form_pane import FormPane
from ragtriage.tui.parts.editor.open_document import OpenDocument
from ragtriage.tui.parts.editor.panes import EditorPanes
from ragtriage.tui.parts.editor.remarks import FormRemarks
from ragtriage.tui.parts.editor.search import CorpusSearch
from ragtriage.tui.parts.editor.taking import EvidenceTaking
from tests.tui.parts.test_plain_parts import Heard

ASKED = Case(id="fresh", question="How many days before it takes effect can a refund be changed?", answerable=True)


@dataclass
class View:
    """A list or a document as parts see it. The one that was given the keys last has them."""

    keys: dict = field(default_factory=dict)
    display: bool = True
    rows: tuple = ()
    cursor: int = 0
    empty: tuple = ()
    picking: object = None
    doc_id: str = ""
    gold: list = field(default_factory=list)
    size: SimpleNamespace = field(default_factory=lambda: SimpleNamespace(height=20))

    @property
    def has_focus(self):
        return self.keys.get("at") is self

    def focus(self):
        self.keys["at"] = self

    @property
    def cursor_key(self):
        return self.rows[self.cursor].key if self.rows else None

    def set_rows(self, rows, *, heading="", right="", empty=(), cursor=None):
        before = cursor or self.cursor_key
        self.rows, self.empty, self.cursor = tuple(rows), empty, 0
        self.move_to(before)

    def move_to(self, key):
        at = next((at for at, row in enumerate(self.rows) if row.key == key), None)
        self.cursor = self.cursor if at is None else at
        return at is not None

    def show(self, doc_id, title, picking, gold):
        self.doc_id, self.picking, self.gold = doc_id, picking, list(gold)

    def set_gold(self, gold):
        self.gold = list(gold)

    def pick(self, move):
        return move(self.picking)

    def repaint(self):
        pass

    repaint_head = repaint


class Entry(Heard):
    """What is being typed."""

    text, at = "", 0


class Timers(list):
    """`set_timer` whose time comes when the test says so."""

    def __call__(self, delay, callback):
        self.append(callback)
        return SimpleNamespace(stop=lambda: self.remove(callback) if callback in self else None)

    def ring(self):
        while self:
            self.pop()()


class Reader:
    """Reads at once; while it is `held`, when the test says so."""

    def __init__(self, session):
        self._session, self.held, self._waiting = session, False, []

    def read(self, group, work, then, failed):
        def run():
            workspace = self._session.workspace
            try:
                came = work(workspace)
            except FAULTS as error:
                failed(error_text(error, workspace.root))
            else:
                then(came)

        self._waiting.append(run)
        if not self.held:
            self.go_on()

    def go_on(self):
        self.held, waiting, self._waiting = False, self._waiting, []
        for run in waiting:
            run()


class Bench:
    """All parts but the ways out, put together as the screen does."""

    def __init__(self, form, workspace):
        self.session, self.status, self.prompt, self.entry = (
            SimpleNamespace(workspace=workspace),
            Heard(),
            Heard(),
            Entry(),
        )
        self.timers, self.reader, self.frames = Timers(), Reader(self.session), 0
        keys = {}
        self.fields, self.hits, self.view = View(keys), View(keys), View(keys, display=False)
        self.panes = EditorPanes(self.fields, self.hits, self.view, lambda _: None)
        self.draft = EditedForm(form, self.session, self.status, lambda: self.fields.cursor_key, self._changed)
        self.rows = FormPane(self.draft, self.fields)
        self.remarks = FormRemarks(self.draft, self.reader, self.status, self.timers, self._show)
        self.typing = FieldTyping(self.draft, self.rows, self.panes, self.entry, self.status, lambda: None)
        self.document = OpenDocument(self.draft, self.panes, self.session, self.reader, self.status)
        self.search = CorpusSearch(
            self.draft, self.panes, self.document, self.prompt, self.status, self.session, self.reader, self.timers
        )
        self.taking = EvidenceTaking(
            self.draft, self.rows, self.panes, self.document, self.search, self.session, self.status
        )
        self.field_keys = FieldKeys(self.draft, self.rows, self.panes, self.typing, self.document, self.status)
        self._show()

    def _show(self):
        self.rows.show(self.remarks.found)

    def _changed(self, cursor):
        self.rows.show(self.remarks.found, cursor)
        self.remarks.soon()
        self.search.form_changed()
        self.document.form_changed()

    @property
    def case(self):
        return self.draft.form.case

    @property
    def quotes(self):
        """Of each piece of evidence."""
        return [[quote.quote for quote in piece.any_of] for piece in self.case.evidence]

    def kept(self):
        """The form as it is on disk."""
        return self.session.workspace.drafts.load(self.draft.form.origin)

    def on(self, key):
        """The form has the keys, its cursor is on a row."""
        self.fields.focus()
        assert self.fields.move_to(key), [row.key for row in self.fields.rows]
        self.rows.highlighted(key)

    def said(self):
        """The kind of what the status line says, and its first words."""
        return self.status.words[-1][:2] if self.status.words else None


@pytest.fixture
def fresh(root):
    """The file of a case that is only a question."""
    path = root / "cases/fresh.yaml"
    path.write_text(canonical_text(ASKED))
    return path


@pytest.fixture
def bench(fresh, opened):
    """The parts, on that case; `bench(intent="change")`: with fields that it has besides."""

    def make(**more):
        workspace = opened()
        workspace.refresh()
        form = begun_from_case(workspace.cases, "fresh")
        return Bench(replace(form, case=replace(form.case, **more)), workspace)

    return make
