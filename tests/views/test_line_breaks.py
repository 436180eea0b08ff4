"""Rows hold what their room lets them, and together all of the text: on a screen and in a shell."""

import ast
import itertools
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

import ragtriage
from ragtriage.cli.story_text import wrapped_lines as shell_wrapped
from ragtriage.text import cells
from ragtriage.tui.wrapping import wrapped_rows
from ragtriage.views.line_breaks import row_breaks
from ragtriage.views.story import Line, Span

TEXT = st.text(st.sampled_from("ab cd\n é漢字、 "), max_size=60)


@given(TEXT, st.integers(2, 20), st.integers(2, 20))
def test_rows_fit_and_nothing_but_the_blank_or_break_they_end_at_is_lost(text: str, first: int, rest: int) -> None:
    rows = [*row_breaks(text, first, rest)]
    assert all(cells(text[start:end]) <= (rest if number else first) for number, (start, end) in enumerate(rows))
    between = [text[end:start] for (_, end), (start, _) in itertools.pairwise(rows)]
    assert rows[0][0] == 0 and {*between, text[rows[-1][1] :]} <= {"", " ", "\n"}


@given(TEXT, st.integers(8, 30), st.integers(0, 2), st.integers(0, 2))
def test_shell_and_screen_break_alike(text: str, width: int, indent: int, hang: int) -> None:
    line = Line((Span(text),), indent=indent, hang=hang)
    shown = ["".join(span.text for span in spans).strip() for spans, _ in wrapped_rows(line, width)]
    printed = ["".join(cell.text for cell in row).strip() for row in shell_wrapped(line, width)]
    assert shown == printed


def test_where_nobody_measures_a_shell_breaks_only_where_the_text_does() -> None:
    line = Line((Span("漢字" * 300 + "\n" + "word " * 300),))
    assert len([*shell_wrapped(line, None)]) == 2


def test_nobody_else_wraps_or_measures() -> None:
    """One table of widths (`text.char_cells`), one wrapper; a commit's message is no terminal's."""
    package, wraps, measures = Path(ragtriage.__file__).parent, set(), set()
    for path in package.rglob("*.py"):
        name = path.relative_to(package).as_posix()
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            names = {one.name for one in node.names} if isinstance(node, ast.Import | ast.ImportFrom) else set()
            wraps |= {name} if "textwrap" in names or getattr(node, "module", "") == "textwrap" else set()
            table = {"cell_len", "get_character_cell_size", "wcwidth", "east_asian_width"}
            called = node.attr if isinstance(node, ast.Attribute) else ""
            measures |= {name} if names & table or called in table else set()
    assert wraps == {"cases/drafting.py"} and measures == {"text.py"}
