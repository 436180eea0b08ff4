"""Parts that need no screen: rows, steps back, commands and writes, told to a status line that keeps what it hears."""

from dataclasses import dataclass, field
from types import SimpleNamespace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ragtriage.disk.files import Write
from ragtriage.errors import ConflictError, FileError, FilePlace
from ragtriage.triage import filters
from ragtriage.triage.model import QueueRow
from ragtriage.tui.parts.back_key import BackKey
from ragtriage.tui.parts.commanding import Commands, Copying
from ragtriage.tui.parts.elsewhere import Elsewhere
from ragtriage.tui.parts.rows import Rows, following
from ragtriage.tui.parts.writing import Writing

WRITTEN = Write("a: done", (SimpleNamespace(path="x"),), ("a",))


@dataclass
class Heard:
    """A status line and a prompt: what they were told, in order."""

    words: list = field(default_factory=list)
    said: str = ""

    def __getattr__(self, name):
        return lambda *what, **more: self.words.append((name, *what))


def row(key, *tags):
    return QueueRow(key, "Why?", "", "failed", (), tags=tags)


class TestRows:
    def test_what_was_written_to_stays_in_sight_until_the_filter_is_another(self):
        rows = Rows()
        rows.take([row("a", "x"), row("b")])
        rows.filter_by(filters.parse_filter("tag:x"))
        rows.written(["a"])
        rows.take([row("a"), row("b")])
        rows.sift()
        assert [*rows.shown] == ["a"] and rows.filter_words() == "/tag:x  1 of 2"
        rows.filter_by(filters.parse_filter("tag:x"))
        rows.sift()
        assert not rows.shown and rows.filtered_away("case")[0] == "No case matches the filter."

    def test_the_order_holds_from_the_first_write_until_it_is_made_anew(self):
        rows = Rows()
        rows.take([row("a"), row("b")])
        rows.take([row("b"), row("a")])
        assert [one.case_id for one in rows.every] == ["b", "a"]
        rows.written(["b"])
        rows.take([row("a"), row("b")])
        assert [one.case_id for one in rows.every] == ["b", "a"]
        rows.take([row("a"), row("b")], anew=True)
        assert [one.case_id for one in rows.every] == ["a", "b"]

    @given(st.lists(st.text("abcde", max_size=2), unique=True), st.data())
    def test_following_goes_round_each_row_once_and_ends_where_it_began(self, order, data):
        key = data.draw(st.sampled_from([*order, "elsewhere"]))
        went = [*following(order, key)]
        assert sorted(went) == sorted(order) and (key not in order or went[-1] == key)


def test_one_step_back_at_a_time_the_innermost_first_and_then_out():
    went, marks = [], ["a"]
    back = BackKey(lambda: went.append("out"))
    back.add(lambda: marks, lambda: (went.append("unmarked"), marks.clear()))
    assert not back.at_end
    back.go()
    assert back.at_end
    back.go()
    assert went == ["unmarked", "out"]


class TestCommands:
    @pytest.fixture
    def heard(self):
        return Heard()

    @pytest.fixture
    def commands(self, heard):
        made = Commands(heard, heard, "hint", "all of them")
        made.add(commit=lambda rest: heard.words.append(("commit", rest)))
        made.add_wanting(go=lambda rest: heard.words.append(("go", rest)))
        made.add_bare({"quit": lambda: heard.words.append("quit")})
        return made

    @pytest.mark.parametrize(
        ("typed", "does"),
        [("commit", ("commit", "")), (" commit  a b ", ("commit", "a b")), ("go x/1", ("go", "x/1")), ("quit", "quit")],
    )
    def test_a_name_and_what_stands_after_it(self, commands, heard, typed, does):
        assert commands.obey(typed) and heard.words == [does]

    @pytest.mark.parametrize("typed", ["go", "quit now", "commits", "nothing such", ":"])
    def test_what_is_none_is_asked_for_again(self, commands, heard, typed):
        commands.entered(typed, lambda text: False)
        assert [one[0] for one in heard.words] == ["refused", "ask_again"]

    def test_nothing_typed_is_nothing_to_say(self, commands, heard):
        commands.entered("  ", lambda text: False)
        assert not heard.words


def test_what_is_copied_is_safe_and_shown():
    heard, copied = Heard(), []
    copying = Copying(heard, copied.append, lambda: ["a\x1b[2J", "b c"], lambda: ["cases", "show", "b c"])
    copying.copy_ids()
    copying.copy_command()
    assert copied == ["a␛[2J\nb c", "ragtriage cases show 'b c'"]
    assert heard.words[1] == ("note", "copied  ragtriage cases show 'b c'")


class TestWriting:
    @pytest.fixture
    def site(self, tmp_path):
        heard = Heard()
        service = SimpleNamespace(undo=lambda: WRITTEN, redo=lambda: None)
        history = SimpleNamespace(can_undo=False, can_redo=True)
        workspace = SimpleNamespace(
            root=tmp_path, triage=service, history=history, refresh=lambda: heard.words.append(("refreshed",))
        )
        return SimpleNamespace(heard=heard, writing=Writing(SimpleNamespace(workspace=workspace), heard, heard))

    def told(self, site):
        return [one[0] for one in site.heard.words]

    def test_what_is_on_disk_is_said_then_shown(self, site):
        assert site.writing.do(lambda: WRITTEN) is WRITTEN
        assert self.told(site) == ["done", "after_write"]

    @pytest.mark.parametrize("came", [None, Write("a: same", ())])
    def test_nothing_to_write_says_why(self, site, came):
        assert site.writing.do(lambda: came, "it is so already") is None
        assert site.heard.words == [("refused", "nothing happened", "it is so already")]

    def test_who_was_too_late_sees_what_the_other_wrote(self, site, tmp_path):
        def late():
            raise ConflictError("too late", where=FilePlace(tmp_path / "a.yaml"), ours=None, theirs=None)

        assert site.writing.do(late) is None
        assert self.told(site) == ["refreshed", "after_write", "failed"]

    def test_a_fault_is_said_and_nothing_is_shown_as_done(self, site):
        def full():
            raise FileError("no space", next_step="make some")

        assert site.writing.do(full) is None and self.told(site) == ["failed"]

    def test_undo_goes_back_to_what_it_was_about_and_nothing_to_redo_is_said(self, site):
        site.writing.undo()
        assert site.heard.words == [("done", "undone: a: done"), ("after_write", WRITTEN), ("move_to", "a")]
        site.writing.redo()
        assert site.heard.words[-1] == ("refused", "nothing happened", "nothing was undone")
        assert site.writing.off() == {"undo": "nothing was changed in this session"}


class TestElsewhere:
    @pytest.mark.parametrize("size", ["0", "1001", "-3", "two", "²", "1" * 40])
    def test_a_number_of_answers_that_nobody_reads_is_asked_for_again(self, size):
        heard = Heard()
        Elsewhere(heard, heard, heard).audit(size)
        assert [one[0] for one in heard.words] == ["ask_again"]

    def test_a_configuration_without_a_run_names_those_that_have_one(self):
        heard, areas = Heard(), SimpleNamespace(latest=lambda: ["large", "small"])
        Elsewhere(areas, heard, heard).configuration("tiny")
        assert heard.words == [("refused", "`tiny` has no run here", "there are large, small")]
