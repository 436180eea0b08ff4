"""How the cost of finding quotes grows: `python benchmarks/anchors_growth.py CORPUS QUOTES [OUT.svg]`.

Two rows of measurements: all quotes over a growing share of the corpus (and the corpus several times over), and a
growing number of quotes over the whole corpus; each cold, in one process. Prints a table, and draws both as an SVG.
Asserts nothing: machines differ. The pass over the corpus grows with its characters and hardly with the quotes;
resolving costs about a millisecond a quote.
"""

import sys
import time
from collections.abc import Sequence
from pathlib import Path

from ragtriage.anchors.bench_files import read_corpus, read_tasks
from ragtriage.anchors.haystack import Haystack
from ragtriage.anchors.reanchor import reanchor_all, tables_for
from ragtriage.cases.model import Quote

SHARES = (0.125, 0.25, 0.5, 1.0, 2.0, 4.0)
COUNTS = (0.125, 0.25, 0.5, 1.0, 2.0, 4.0)
Row = tuple[float, float, float]
"""Size (million characters or quotes), seconds to scan, seconds in all."""


def grown(texts: dict[str, str], share: float) -> dict[str, str]:
    """A share of the documents, or all of them several times, each time under other ids and with other words."""
    if share <= 1.0:
        return dict(list(texts.items())[:: round(1 / share)])
    return {
        f"{n}/{doc_id}" if n else doc_id: f"{n}\n{text}" for n in range(int(share)) for doc_id, text in texts.items()
    }


def more_quotes(quotes: list[Quote], texts: dict[str, str], share: float) -> list[Quote]:
    """A share of the quotes, or more of them: sentences of the corpus."""
    wanted = int(len(quotes) * share)
    out = quotes[:wanted] if wanted < len(quotes) else list(quotes)
    for doc_id, text in texts.items():
        for line in text.split("\n")[7::31]:
            if len(out) >= wanted:
                return out
            if 40 <= len(line) <= 200:
                out.append(Quote(doc_id, line))
    return out


def measured(quotes: list[Quote], texts: dict[str, str]) -> tuple[float, float]:
    """Seconds of the scan alone, and of all."""
    begun = time.perf_counter()
    Haystack(texts).read(tables_for(quotes))
    scanned = time.perf_counter() - begun
    begun = time.perf_counter()
    reanchor_all(quotes, texts)
    return scanned, time.perf_counter() - begun


def chart(title: str, unit: str, rows: Sequence[Row], left: int) -> str:
    """One panel: seconds in all (solid) and of the scan (dashed) over size."""
    width, height = 360, 240
    most_x, most_y = max(row[0] for row in rows), max(row[2] for row in rows)

    def line(column: int, style: str) -> str:
        points = " ".join(
            f"{left + 50 + row[0] / most_x * (width - 80):.1f},{height - row[column] / most_y * (height - 60):.1f}"
            for row in rows
        )
        return f'<polyline fill="none" stroke="black" {style} points="{points}"/>'

    return "\n".join(
        (
            f'<text x="{left + 50}" y="24" font-weight="bold">{title}</text>',
            f'<path d="M{left + 50} 40V{height}H{left + width - 20}" fill="none" stroke="gray"/>',
            f'<text x="{left + 4}" y="52">{most_y:.1f} s</text>',
            f'<text x="{left + width - 110}" y="{height + 20}">{most_x:,.0f} {unit}</text>',
            line(2, ""),
            line(1, 'stroke-dasharray="4 3"'),
        )
    )


def tell(quotes: int, millions: float, scanned: float, total: float) -> None:
    """One line of the table."""
    print(f"{quotes:>6} quotes  {millions:7.1f} M characters  scan {scanned:6.2f} s  all {total:6.2f} s")


def main(corpus: Path, quotes_file: Path, out: Path | None) -> None:
    """Measure both, print the table, draw it."""
    texts = read_corpus(corpus)
    quotes = [task.quote for task in read_tasks(quotes_file)]
    measured(quotes[:1], grown(texts, 0.125))  # tables that are made once
    by_size: list[Row] = []
    for share in SHARES:
        some = grown(texts, share)
        by_size.append((sum(map(len, some.values())) / 1e6, *measured(quotes, some)))
        tell(len(quotes), *by_size[-1])
    by_count: list[Row] = []
    for share in COUNTS:
        many = more_quotes(quotes, texts, share)
        by_count.append((len(many), *measured(many, texts)))
        tell(len(many), by_size[3][0], *by_count[-1][1:])
    if out is not None:
        panels = chart(f"{len(quotes)} quotes", "M characters", by_size, 0) + chart(
            f"{by_size[3][0]:.0f} M characters", "quotes", by_count, 380
        )
        out.write_text(
            '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 760 280" font-family="sans-serif" font-size="12">\n'
            f"{panels}\n</svg>\n"
        )


if __name__ == "__main__":
    if len(sys.argv) not in (3, 4):
        sys.exit(__doc__)
    main(Path(sys.argv[1]), Path(sys.argv[2]), Path(sys.argv[3]) if len(sys.argv) == 4 else None)
