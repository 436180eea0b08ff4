"""Make a workspace of any size out of made-up text, for the budgets: `python benchmarks/big_workspace.py FOLDER 10000`.

Seeded: the same size gives the same files.
"""

import random
import sys
from collections.abc import Iterator
from pathlib import Path

from ragtriage.cases.editing import canonical_text
from ragtriage.cases.model import Case, Evidence, Nugget, Quote
from ragtriage.corpus.document import Document
from ragtriage.runs.model import Citation, Output, Passage
from ragtriage.workspace import Workspace

SEED = 2026
WORDS = [
    first + second
    for first in ("ba", "ko", "li", "mer", "no", "pu", "ra", "sel", "ti", "vor", "xa", "zu")
    for second in ("dan", "fel", "gor", "hul", "kin", "lom", "mas", "nep", "rit", "sun", "tov", "wex")
]
CONFIGURATIONS = ("alpha", "beta", "gamma")


def documents(rng: random.Random, count: int) -> Iterator[Document]:
    """Documents of about 400 words."""
    for number in range(count):
        sentences = [f"{' '.join(rng.choices(WORDS, k=12)).capitalize()} {number}-{n}." for n in range(32)]
        yield Document(f"area{number % 20}/doc{number}", f"Document {number}", "\n".join(sentences))


def cases(rng: random.Random, corpus: list[Document], count: int) -> Iterator[Case]:
    """Cases with one or two quotes, every twelfth to be declined."""
    for number in range(count):
        picked = rng.sample(corpus, k=1 + (number % 3 == 0))
        answerable = number % 12 != 0
        evidence = tuple(Evidence((Quote(doc.doc_id, rng.choice(doc.text.split("\n"))),)) for doc in picked)
        yield Case(
            id=f"area{number % 20}/{number:05}",
            question=f"How does {' '.join(rng.choices(WORDS, k=6))} work with {number}?",
            answerable=answerable,
            evidence=evidence if answerable else (),
            reference_answer=" ".join(rng.choices(WORDS, k=30)),
            nuggets=(Nugget(" ".join(rng.choices(WORDS, k=8)), True),),
            tags=(f"tag{number % 7}",),
            must_pass=number % 50 == 0,
        )


def outputs(rng: random.Random, corpus: list[Document], golden: list[Case]) -> Iterator[Output]:
    """Five passages a case; two of three times the evidence is among them."""
    by_id = {doc.doc_id: doc for doc in corpus}
    for case in golden:
        wanted = [quote for piece in case.evidence for quote in piece.any_of if rng.random() < 0.8]
        found = [(by_id[quote.doc_id], by_id[quote.doc_id].text.index(quote.quote)) for quote in wanted]
        found += [(doc, rng.randrange(200)) for doc in rng.sample(corpus, k=5 - len(found))]
        rng.shuffle(found)
        passages = []
        for doc, at in found:
            start, end = max(0, at - 200), min(len(doc.text), at + 700)
            passages.append(Passage(doc.doc_id, doc.text[start:end], f"{doc.doc_id}#{start}", 1.0, start, end))
        yield Output(
            case_id=case.id,
            candidates=tuple(passages),
            context=tuple(passages[:4]),
            answer=" ".join(rng.choices(WORDS, k=40)),
            citations=(Citation(id=passages[0].chunk_id),),
            refused=rng.random() < 0.1,
        )


def make(folder: Path, count: int) -> None:
    """Write the workspace, import its runs, judge them."""
    rng = random.Random(SEED)
    folder.mkdir(parents=True)
    (folder / "ragtriage.yaml").write_text("snapshot: made-up\n")
    corpus = list(documents(rng, max(20, count // 20)))
    golden = list(cases(rng, corpus, count))
    for case in golden:
        path = folder / "cases" / f"{case.id}.yaml"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(canonical_text(case))
    with Workspace.open(folder) as workspace:
        workspace.snapshots.add("made-up", corpus, source="made up", extractor="none")
        for name in CONFIGURATIONS:
            workspace.runs.add(name, "made-up", outputs(rng, corpus, golden))
        workspace.refresh()
        workspace.judge_all()


if __name__ == "__main__":
    make(Path(sys.argv[1]), int(sys.argv[2]))
