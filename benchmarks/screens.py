"""The Triage screen against what one would write instead, in one run: `python benchmarks/screens.py FOLDER`.

FOLDER is a workspace of `big_workspace.py`. The others are a minimal Textual app, and a `DataTable` with a `Static`
for the detail over as many rows. Times are this machine's at this minute; the ratios are what is meant.
"""

import statistics
import sys
import tempfile
import time
from pathlib import Path

from terminal import Terminal

MINIMAL = """
from textual.app import App
from textual.widgets import Static
class Minimal(App):
    def compose(self):
        yield Static("ready")
Minimal().run()
"""
TABLE = """
import sys
from textual.app import App
from textual.containers import VerticalScroll
from textual.widgets import DataTable, Static
class Table(App):
    def compose(self):
        yield DataTable(cursor_type="row")
        with VerticalScroll():
            yield Static("", markup=False, id="detail")
    def on_mount(self):
        table = self.query_one(DataTable)
        table.add_columns("badge", "id", "diagnosis")
        for n in range(ROWS):
            table.add_row("new", f"area{n % 20}/{n:05}", "not retrieved", key=str(n))
        table.focus()
    def on_data_table_row_highlighted(self, event):
        words = " ".join(f"word{event.cursor_row}-{n}" for n in range(400))
        self.query_one("#detail", Static).update(words)
Table().run()
"""
ROUNDS = 5
KEYS = 30
DOWN = "\x1b[B"


def measure(arguments: list[str], mark: str, key: str = "") -> dict[str, float]:
    """Milliseconds to the first frame that holds `mark`, bytes and milliseconds of `key`, bytes of it held."""
    first, terminal = [], None
    for _ in range(ROUNDS):
        if terminal is not None:
            terminal.close()
        began = time.perf_counter()
        terminal = Terminal(arguments, (120, 40), {}, until=mark.encode())
        first.append((time.perf_counter() - began) * 1e3)
    assert terminal is not None
    terminal.until_quiet(quiet=1.0)
    sizes, delays = [], []
    for _ in range(KEYS if key else 0):
        began = time.perf_counter()
        sizes.append(len(terminal.press(key, limit=2)))
        delays.append((terminal.last - began) * 1e3)
    held = len(terminal.hold(key, 60)) / 60 if key else 0
    with Path(f"/proc/{terminal.pid}/status").open() as lines:
        memory = next(int(line.split()[1]) / 1024 for line in lines if line.startswith("VmRSS"))
    terminal.close()
    return {
        "first frame ms": statistics.median(first),
        "bytes a key": statistics.median(sizes or [0]),
        "ms a key, all drawn": statistics.median(delays or [0]),
        "bytes a key held": held,
        "memory MiB": memory,
    }


def main(folder: Path) -> None:
    """Print a table."""
    rows = sum(1 for _ in (folder / "cases").rglob("*.yaml"))
    with tempfile.TemporaryDirectory() as scratch:
        minimal, table = Path(scratch, "minimal.py"), Path(scratch, "table.py")
        minimal.write_text(MINIMAL)
        table.write_text(TABLE.replace("ROWS", str(rows)))
        found = {
            "minimal": measure([str(minimal)], "ready"),
            "DataTable": measure([str(table)], "area", DOWN),
            "ragtriage": measure(["-m", "ragtriage", "-C", str(folder)], "undecided", "j"),
        }
    print(f"{'':24}" + "".join(f"{name:>14}" for name in found) + f"{'to minimal':>14}{'to DataTable':>14}")
    for what, ours in found["ragtriage"].items():
        values = "".join(f"{one[what]:14.0f}" for one in found.values())
        ratios = "".join(
            f"{ours / base:14.2f}" if (base := found[name][what]) else f"{'':14}" for name in list(found)[:2]
        )
        print(f"{what:24}{values}{ratios}")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
