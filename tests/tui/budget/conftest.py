"""A terminal of our own for the budgets: bytes are asserted, never times."""

from collections.abc import Callable, Iterator

import pytest

from terminal import Terminal


@pytest.fixture
def terminal() -> Iterator[Callable[..., Terminal]]:
    """Start a Python program in a terminal: `terminal(["file.py"], size=(120, 40), NO_COLOR="1")`."""
    open_ones: list[Terminal] = []

    def start(arguments: list[str], size: tuple[int, int] = (120, 40), **environ: str) -> Terminal:
        open_ones.append(Terminal(arguments, size, environ))
        return open_ones[-1]

    yield start
    for one in open_ones:
        one.close()
