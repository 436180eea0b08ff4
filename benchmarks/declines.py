"""How many declines are found, and how many answers are taken for declines, in each language.

    python benchmarks/declines.py [--wrong] [seen|mended|late|unseen|held]

The lists are those of tests/metrics/declines. Clean numbers are those of lists that nobody had read who wrote the
tables: `unseen`, counted only; and `late` with `held`, as they were first counted: 204 of 260 declines found, 14 of 260
answers taken for declines. Of `held` the answers that were taken wrongly have been read since, the declines never.
`seen` was read while the tables were written; `mended` and `late` after they had been counted: what they give today is
how far mending went, not what to expect.
"""

import sys
from pathlib import Path

from ragtriage.metrics.declines.rule import UnknownLanguageError, declining_words

LISTS = Path(__file__).parent.parent / "tests/metrics/declines"


def listed(kind: str, code: str) -> tuple[list[str], list[str]]:
    """The declines and the answers of a language's list; `\\n` in a line is a line break."""
    lines = (LISTS / kind / f"{code}.txt").read_text("utf-8").splitlines()
    texts = [(line[0], line[2:].replace("\\n", "\n")) for line in lines if line.strip()]
    return [text for sign, text in texts if sign == "+"], [text for sign, text in texts if sign == "-"]


def taken_for_decline(text: str) -> bool | None:
    """None where the language is not recognised."""
    try:
        return declining_words(text) is not None
    except UnknownLanguageError:
        return None


def main(arguments: list[str]) -> None:
    """Print both rates a language, and with `--wrong` what was taken wrongly."""
    kinds = [name for name in arguments if not name.startswith("-")] or sorted(p.name for p in LISTS.iterdir())
    for kind in kinds:
        totals = [0, 0, 0, 0]
        for path in sorted((LISTS / kind).glob("*.txt")):
            declines, answers = listed(kind, path.stem)
            missed = [text for text in declines if not taken_for_decline(text)]
            invented = [text for text in answers if taken_for_decline(text) is not False]
            counts = [len(declines) - len(missed), len(declines), len(invented), len(answers)]
            totals = [a + b for a, b in zip(totals, counts, strict=True)]
            print(f"{kind} {path.stem}: {_said(counts)}")
            if "--wrong" in arguments:
                for sign, texts in (("+", missed), ("-", invented)):
                    for text in texts:
                        print(f"    {sign} {text}" + ("  (language?)" if taken_for_decline(text) is None else ""))
        print(f"{kind} all: {_said(totals)}")


def _said(counts: list[int]) -> str:
    return "declines found {}/{}, answers taken for declines {}/{}".format(*counts)


if __name__ == "__main__":
    main(sys.argv[1:])
