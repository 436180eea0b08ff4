"""The editor's own workspace: opened once, closed when the last thread is out of it; what comes late is not told."""

from types import SimpleNamespace

import pytest

from ragtriage.tui.parts.editor import reading
from ragtriage.tui.parts.editor.reading import EditorReading, corpus_of


class Opened:
    """A workspace that says whether it is open."""

    root, corpus = "/", None

    def __init__(self):
        self.open, self.others = True, []

    def reopen(self):
        self.others.append(Opened())
        return self.others[-1]

    def close(self):
        self.open = False


class App:
    """Runs at once what is to run in a thread."""

    def __init__(self):
        self.workspace = Opened()

    def run_in_background(self, group, work):
        work()

    def call_later(self, callback):
        callback()


@pytest.fixture
def worker(monkeypatch):
    one = SimpleNamespace(is_cancelled=False)
    monkeypatch.setattr(reading, "get_current_worker", lambda: one)
    return one


def test_all_threads_share_one_workspace_that_is_closed_with_the_editor(worker):
    app, seen = App(), []
    reader = EditorReading(app, app)
    for _ in range(3):
        reader.read("search", lambda workspace: workspace, seen.append, seen.append)
    (own,) = app.workspace.others
    assert seen == [own] * 3 and own.open
    reader.close()
    assert not own.open and app.workspace.open
    reader.read("search", lambda workspace: workspace, seen.append, seen.append)
    assert len(seen) == 3 and len(app.workspace.others) == 1


def test_left_while_a_thread_is_in_it_it_is_closed_after_it(worker):
    app, seen = App(), []
    reader = EditorReading(app, app)

    def work(workspace):
        reader.close()
        assert workspace.open
        return workspace

    reader.read("search", work, seen.append, seen.append)
    assert not app.workspace.others[0].open


def test_what_a_newer_read_took_the_place_of_is_not_told(worker):
    app, seen = App(), []
    reader = EditorReading(app, app)

    def overtaken(workspace):
        worker.is_cancelled = True
        return workspace

    reader.read("search", overtaken, seen.append, seen.append)
    reader.read("search", lambda workspace: workspace, seen.append, seen.append)
    assert not seen


def test_a_fault_is_told_in_words_with_the_next_step(worker):
    app, seen, failed = App(), [], []
    EditorReading(app, app).read("search", corpus_of, seen.append, failed.append)
    assert not seen and "snapshot" in failed[0].title and "snapshot add" in failed[0].next_step
