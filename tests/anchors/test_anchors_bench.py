"""`ragtriage anchors bench`: the figures count what they say, and bad files are told by line."""

import gzip
import json
from pathlib import Path

import pytest

from ragtriage.anchors.anchor import Anchor
from ragtriage.anchors.bench import Tally, overlap, tallies, token_identical, verdict
from ragtriage.anchors.bench_files import Task, read_corpus, read_tasks
from ragtriage.cases.model import Quote
from ragtriage.cli import main
from ragtriage.errors import FileError

FEE = "The fee of five euros is charged at the end of every month."
DOCUMENTS = [
    {"doc_id": "fees", "text": f"# Fees\n\n{FEE} Refunds are possible within 30 days of the purchase."},
    {"doc_id": "twice", "text": "Ask the desk on the second floor. Or write. Ask the desk on the second floor."},
    {"doc_id": "other", "text": "Accounts that nobody uses are closed after a year, with a notice by post."},
]
TWICE = "Ask the desk on the second floor."


def row(number: str, home: str, words: str, **truth: object) -> dict[str, object]:
    return {"id": number, "doc_id": home, "quote": words, "truth": truth}


def at(kind: str, doc_id: str | None, start: int | None, end: int | None) -> dict[str, object]:
    return {"class": kind, "doc_id": doc_id, "start": start, "end": end}


QUOTES = [
    row("1", "fees", FEE, **at("exact", "fees", 8, 8 + len(FEE))),
    row("2", "twice", TWICE, **at("ambiguous", "twice", None, None), spans=[["twice", 0, 33], ["twice", 44, 77]]),
    row("3", "fees", "Nothing of this kind was ever said in here.", **at("lost", None, None, None)),
    row("4", "fees", "Accounts that nobody uses are closed after a year", **at("moved", "other", 0, 49)),
]
MEANING = [
    row(
        "m",
        "fees",
        "Refunds are possible within 14 days of the purchase.",
        **at("edited", "fees", 9 + len(FEE), 61 + len(FEE)),
    )
]


@pytest.fixture
def files(tmp_path: Path) -> dict[str, Path]:
    paths = {name: tmp_path / f"{name}.jsonl" for name in ("corpus", "quotes", "meaning")}
    for path, rows in zip(paths.values(), (DOCUMENTS, QUOTES, MEANING), strict=True):
        path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    return paths


def test_the_json_has_the_agreed_shape(files: dict[str, Path], capsys: pytest.CaptureFixture[str]) -> None:
    code = main(
        ["anchors", "bench", str(files["corpus"]), str(files["quotes"]), "--meaning", str(files["meaning"]), "--json"]
    )
    report = json.loads(capsys.readouterr().out)
    assert code == 0
    assert list(report["thresholds"]) == ["0.70", "0.80", "0.90"]
    figures = report["thresholds"]["0.80"]
    assert figures["classes"] == {
        name: {"n": 1, "right": 1, "wrong": 0, "none": 0} for name in ("ambiguous", "exact", "lost", "moved")
    }
    assert (figures["ambiguous_flagged"], figures["lost_accepted"]) == (1, 0)
    assert report["meaning"] == {"n": 1, "found": 1, "accepted_unseen": 0}
    assert report["accepted_unseen"] == {"n": 1, "token_identical": 1, "wrong": 0}
    speed = report["speed"]
    assert speed["quotes_per_second"] > 0 and speed["chars_per_second"] > 0
    assert speed["times_partial_ratio_alignment"] > 0
    assert set(report["baselines"]) == {"find", "partial_ratio_alignment"}


def test_the_table_says_the_same(files: dict[str, Path], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["anchors", "bench", str(files["corpus"]), str(files["quotes"]), "--before", str(files["corpus"])]) == 0
    out = capsys.readouterr().out
    assert "accepted unseen: 1, token-identical 1, wrong 0" in out
    assert "ambiguous flagged 1 of 1, lost accepted 0" in out


def test_gzip_is_read_by_its_content(files: dict[str, Path], tmp_path: Path) -> None:
    packed = tmp_path / "packed"
    packed.write_bytes(gzip.compress(files["corpus"].read_bytes()))
    assert read_corpus(packed) == read_corpus(files["corpus"])
    assert [task.kind for task in read_tasks(files["quotes"])] == ["exact", "ambiguous", "lost", "moved"]


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("not json", "not JSON"),
        ("[1]", "not a JSON object"),
        ('{"doc_id": "d"}', "`truth` is missing"),
        ('{"truth": 1}', "`truth` is not an object"),
        ('{"truth": {"class": "x", "start": 1}, "doc_id": "d", "quote": "q"}', "`truth` needs"),
        ('{"truth": {"class": "x", "spans": [1]}, "doc_id": "d", "quote": "q"}', "`truth` needs"),
    ],
)
def test_a_line_that_cannot_be_used_is_named(tmp_path: Path, line: str, words: str) -> None:
    path = tmp_path / "quotes.jsonl"
    path.write_text(json.dumps(QUOTES[0]) + "\n" + line + "\n")
    with pytest.raises(FileError) as caught:
        read_tasks(path)
    assert words in caught.value.title
    assert caught.value.where is not None and caught.value.where.line == 2


def test_files_that_are_missing_or_broken(tmp_path: Path) -> None:
    (tmp_path / "broken.gz").write_bytes(b"\x1f\x8b broken")
    (tmp_path / "latin").write_bytes(b'{"doc_id": "\xe9"}')
    for name in ("none", "broken.gz", "latin"):
        with pytest.raises(FileError):
            read_corpus(tmp_path / name)


def test_right_is_four_fifths_of_the_span_in_the_right_document() -> None:
    task = Task("1", Quote("d", "q"), "edited", (("d", 0, 100),))
    assert overlap((0, 100), (50, 150)) == pytest.approx(1 / 3)
    assert verdict(task, ("d", 0, 80, 0.9), 0.7) == "right"
    assert verdict(task, ("d", 0, 79, 0.9), 0.7) == "wrong"
    assert verdict(task, ("e", 0, 100, 0.9), 0.7) == "wrong"
    assert verdict(task, ("d", 0, 100, 0.6), 0.7) == "none"
    lost = Task("2", Quote("d", "q"), "lost", ())
    assert (verdict(lost, None, 0.7), verdict(lost, ("d", 0, 1, 0.9), 0.7)) == ("right", "wrong")
    assert tallies([task, lost], [None, None], 0.7) == {"edited": Tally(1, 0, 0, 1), "lost": Tally(1, 1, 0, 0)}


def test_the_check_on_what_is_accepted_can_fail() -> None:
    texts = {"d": "within 30 days"}
    anchor = Anchor("exact", "d", 0, 14, 1.0, 1.0, True)
    assert token_identical("within  **30** days", anchor, texts)
    assert not token_identical("within 14 days", anchor, texts)
