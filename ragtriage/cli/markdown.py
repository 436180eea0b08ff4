"""Tables in Markdown whose cells are text: nothing in them is read as Markdown or HTML, and as little as can be is
escaped, so that they read well as they stand too."""

import re
from collections.abc import Sequence

from ragtriage.cli.printing import Printer
from ragtriage.text import one_line

_MEANS = re.compile(
    r"[\\`*\[<|~$]"  # emphasis, code, links, tags, columns, struck out, formulas
    r"|(?<![^\W_])_+|_+(?![^\W_])"  # inside a word an underscore is one
    r"|&(?=#?\w+;)"  # an entity
    r"|!(?=\[)"
    r"|#(?=\d)"  # the number of an issue, on GitHub
)
"""What means something in a cell (CommonMark 0.31, GitHub Flavored Markdown 0.29)."""


def markdown_table(printer: Printer, heading: Sequence[str], lines: Sequence[Sequence[str]]) -> None:
    """Print a table, each cell on one line."""
    printer.line("| " + " | ".join(heading) + " |")
    printer.line("| " + " | ".join("---" for _ in heading) + " |")
    for line in lines:
        printer.line("| " + " | ".join(escaped(one_line(cell)) for cell in line) + " |")


def escaped(text: str) -> str:
    """One line of text as Markdown that shows it as it is."""
    return _MEANS.sub(lambda found: "".join(f"\\{char}" for char in found.group()), text)
