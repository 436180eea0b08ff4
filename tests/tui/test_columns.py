"""Columns of a list: no wider list shows less, and none takes from those before it."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ragtriage.tui import drawing
from ragtriage.tui.columns import GAP, Column, cell, widths

COLUMNS = st.lists(
    st.builds(lambda least, more: Column(least, least + more), st.integers(1, 20), st.integers(0, 60)), max_size=5
)


@given(COLUMNS, st.integers(-5, 250))
def test_wider_never_shows_less(columns, room):
    before, after = widths(room, *columns), widths(room + 1, *columns)
    assert all(one <= other for one, other in zip(before, after, strict=True))


@given(COLUMNS, st.integers(0, 250))
def test_they_fit_and_each_has_what_it_needs_or_nothing(columns, room):
    found = widths(room, *columns)
    assert sum(found) + GAP * (sum(cells > 0 for cells in found) - 1) <= room
    assert all(not cells or column.least <= cells <= column.most for cells, column in zip(found, columns, strict=True))
    assert found == sorted(found, key=lambda cells: cells == 0)  # what comes after one that is left out is left out


@pytest.mark.parametrize("text", ["", "short", "as long as it gets, and longer", "日本語の質問ですがとても長いのです"])
def test_a_cell_is_as_wide_as_its_column_whatever_stands_in_it(text):
    assert sum(drawing.cells(span.text) for span in cell(text, 12)) == 12 + GAP
    assert cell(text, 0) == ()
