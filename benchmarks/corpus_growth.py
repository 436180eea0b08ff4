"""How far a corpus may grow: `python benchmarks/corpus_growth.py [DOCUMENTS] [MILLION_CHARACTERS] [QUOTES]`.

Makes its own inputs, seeded, and asserts nothing: machines differ. Two measurements, in CPU seconds:

- what became of DOCUMENTS (100,000) between two snapshots: the same, edited, renamed, renamed and edited, or others;
- QUOTES (2,000) in one document of MILLION_CHARACTERS (45): verbatim, edited and lost ones, without and with the old
  document, and the most memory that the process ever had.

Measured on two cores of a shared machine, before → after ids were looked up once and a long document was indexed:

    10,000 documents       same 2.3 s, edited 2.3 s, growing with the square → 0.01 s
    100,000 documents      → same 0.1 s, edited 0.1 s, renamed 0.6 s, renamed and edited 7.4 s, others 5.1 s
    2 M characters, 100    1.0 s, with the old document 2.1 s → 0.2 s, 0.4 s
    45 M characters, 2000  not measured, some 450 times that → 8 s, 14 s; with 15,000 pages and their heads 22 s
    its memory             → 1.0 GB, with the old document 1.5 GB: the text, its letters and their places dominate
"""

import resource
import sys
import time
from collections.abc import Iterator
from random import Random

from ragtriage.anchors.reanchor import reanchor_all
from ragtriage.cases.model import Quote
from ragtriage.corpus.changes import document_changes
from ragtriage.corpus.document import Document

_PARTS = ("re un de in pro con per sub".split(), "fund count ship mark port form tract serve".split(),
          "s ed ing er able ment al ive".split())  # fmt: skip
WORDS = [a + b + c for a in _PARTS[0] for b in _PARTS[1] for c in _PARTS[2]]


def page(number: int, lines: int = 12) -> str:
    """A document: a title and a line that some share, and lines of its own."""
    shared = " ".join(Random(-1 - number // 15).choices(WORDS, k=12))
    own = Random(number)
    return "\n".join(["# Guide", shared, *(" ".join(own.choices(WORDS, k=14)) + "." for _ in range(lines))])


def snapshots(count: int) -> Iterator[tuple[str, list[Document], list[Document]]]:
    """What happened, and the two snapshots between which it did."""
    old = [Document(f"d/{n:06}", f"{n}", page(n)) for n in range(count)]
    yield "same", old, old
    yield "edited", old, [Document(one.doc_id, one.title, one.text + "\nmore") for one in old]
    yield "renamed", old, [Document("x" + one.doc_id, one.title, one.text) for one in old]
    yield (
        "renamed and edited",
        old,
        [Document("x" + one.doc_id, one.title, one.text.replace("ing ", "ings ")) for one in old],
    )
    yield "others", old, [Document("x" + one.doc_id, one.title, page(n + 10**7)) for n, one in enumerate(old)]


def quotes_of(text: str, count: int) -> list[Quote]:
    """Lines of the text: as they are, with three other words, and backwards."""
    random = Random(2)
    lines = [line for line in random.choices(text.split("\n"), k=2 * count) if len(line) > 60][:count]
    made = []
    for number, line in enumerate(lines):
        words = line.split(" ")
        if number % 3 == 1:
            for _ in range(3):
                words[random.randrange(len(words))] = "harbour"
        made.append(Quote("one", " ".join(words)[:: -1 if number % 3 == 2 else 1]))
    return made


def main(documents: int, millions: float, count: int) -> None:
    """Measure both, and print a line each."""
    for name, old, new in snapshots(documents):
        begun = time.process_time()
        document_changes(old, new)
        print(f"{documents:>8,} documents  {name:20} {time.process_time() - begun:7.2f} s")
    size = len(page(0)) + 2
    text = "\n\n".join(page(number) for number in range(int(millions * 1e6 / size)))
    quotes = quotes_of(text, count)
    reanchor_all(quotes[:1], {"one": text[:1000]})  # tables that are made once
    for name, past in (("new alone", None), ("old as well", {"one": "# Before\n\n" + text})):
        begun = time.process_time()
        reanchor_all(quotes, {"one": text}, past)
        spent = time.process_time() - begun
        most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
        print(
            f"{len(quotes):>8,} quotes in {len(text) / 1e6:.0f} M characters, {name:12} {spent:6.1f} s  {most:,.0f} MB"
        )


if __name__ == "__main__":
    given = [float(word) for word in sys.argv[1:]]
    main(*(int(a) if n != 1 else a for n, a in enumerate([*given, *(100_000, 45.0, 2_000)[len(given) :]])))
