import io
import sys

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ragtriage.cli.printing import NAMED, Cell, Paint, Printer, command, listed
from ragtriage.cli.story_text import print_story, wrapped_lines
from ragtriage.text import cells, counted
from ragtriage.views.story import Line, Section, Span, Story


class Terminal(io.StringIO):
    """Says that it is one."""

    encoding = "utf-8"  # type: ignore[assignment]

    def isatty(self) -> bool:
        return True


def on_a_terminal(monkeypatch: pytest.MonkeyPatch) -> Terminal:
    """From now on stdout is a terminal of 40 columns. In the test itself: pytest puts its own stdout before it."""
    for name, value in {"TERM": "xterm-256color", "COLUMNS": "40", "NO_COLOR": ""}.items():
        monkeypatch.setenv(name, value)
    stream = Terminal()
    monkeypatch.setattr(sys, "stdout", stream)
    return stream


def test_a_terminal_gets_colour_and_a_pipe_does_not(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    Printer().line(Cell("bad", Paint.BAD), " plain")
    assert capsys.readouterr().out == "bad plain\n"
    terminal = on_a_terminal(monkeypatch)
    Printer().line(Cell("bad", Paint.BAD), " plain")
    assert terminal.getvalue() == "\x1b[31mbad\x1b[0m plain\n"


@pytest.mark.parametrize("name", ["NO_COLOR", "TERM", "--no-color"])
def test_colour_can_be_declined(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    terminal = on_a_terminal(monkeypatch)
    if name != "--no-color":
        monkeypatch.setenv(name, "dumb" if name == "TERM" else "1")
    Printer(no_color=name == "--no-color").line(Cell("bad", Paint.BAD))
    assert terminal.getvalue() == "bad\n"


def test_columns_stand_under_each_other_whatever_their_width(capsys: pytest.CaptureFixture[str]) -> None:
    Printer().table(("id", "n", "question"), [["日本語", "5", "a"], ["x", "12", "b\nc"]], numbers=(1,))
    out = capsys.readouterr().out.splitlines()
    assert out == ["id       n  question", "日本語   5  a", "x       12  b c"]
    assert {cells(line.partition("  ")[0]) for line in out} <= {1, 2, 6}


def test_the_last_column_is_cut_to_the_terminal_and_never_in_a_pipe(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    Printer().table(("id", "question"), [["x", "long " * 30]])
    assert len(capsys.readouterr().out.splitlines()[1]) == 4 + len("long " * 30) - 1
    terminal = on_a_terminal(monkeypatch)
    Printer(no_color=True).table(("id", "question"), [["x", "long " * 30]])
    assert {cells(line) for line in terminal.getvalue().splitlines()[1:]} == {40}
    assert "…" in terminal.getvalue()


def test_ascii_is_ascii(capsys: pytest.CaptureFixture[str]) -> None:
    Printer(ascii=True).line(Cell("✓ ", Paint.GOOD), "Köln → “Bonn”")
    assert capsys.readouterr().out == '+ K?ln > "Bonn"\n'


def test_a_stream_that_cannot_show_a_sign_gets_its_stand_in(monkeypatch: pytest.MonkeyPatch) -> None:
    raw = io.BytesIO()
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(raw, encoding="latin-1"))
    Printer().line("✓ Köln")
    Printer().line("Köln")
    sys.stdout.flush()
    assert raw.getvalue() == b"+ K?ln\nK\xf6ln\n"


def test_numbers_are_counted_in_words() -> None:
    assert [counted(n, "case") for n in (0, 1, 2, 10_000)] == ["0 cases", "1 case", "2 cases", "10,000 cases"]
    assert counted(2, "entry", "entries") == "2 entries"
    assert command("cases", "show", "a b") == "ragtriage cases show 'a b'"


_spans = st.lists(st.builds(Span, st.text(alphabet="ab 日\n\tx\u0301", max_size=30)), max_size=4).map(tuple)


@given(_spans, st.integers(4, 30), st.integers(0, 6), st.integers(0, 6))
@settings(max_examples=200, deadline=None)
def test_a_wrapped_line_fits_and_loses_nothing_but_spaces(
    spans: tuple[Span, ...], width: int, indent: int, hang: int
) -> None:
    line = Line(spans, indent=indent, hang=hang)
    rows = ["".join(cell.text for cell in pieces) for pieces in wrapped_lines(line, width)]
    room = max(width, indent + hang + 2)
    assert all(cells(row) <= room for row in rows)
    text = "".join(span.text for span in spans)
    assert "".join("".join(rows).split()) == "".join(text.split())


def test_without_a_terminal_a_story_is_not_wrapped(capsys: pytest.CaptureFixture[str]) -> None:
    long = "word " * 100
    section = Section("answer", "Answer", (Line((Span(long), Span("\x1b[2J", "bad")), indent=2),))
    print_story(Story("x", (section, section)), Printer())
    assert capsys.readouterr().out == f"Answer\n  {long}␛[2J\n\nAnswer\n  {long}␛[2J\n"


def test_a_megabyte_on_one_line_is_wrapped_at_once() -> None:
    assert sum(1 for _ in wrapped_lines(Line((Span("x" * 1_000_000),)), 100)) == 10_000


def test_a_name_that_looks_like_an_option_is_a_word_in_a_command_to_copy() -> None:
    assert command("cases", "show", "-x") == "ragtriage cases show -- -x"
    assert command("triage", "list", "--config", "-x") == "ragtriage triage list --config -x"


def test_names_are_listed_on_one_line_and_the_rest_are_counted() -> None:
    assert listed(["a", "b\nc"]) == "a, b c"
    assert listed([]) == ""
    assert listed([str(n) for n in range(NAMED + 1_200)]).endswith(f"{NAMED - 1} and 1,200 more")
    assert len(listed(["x" * 10_000])) == 120
