"""JSONL and CSV as sources: bad rows are told by their line, and the rest is read."""

import csv
import gzip
import json
import zlib
from pathlib import Path

import pytest

from ragtriage.corpus.document import Document
from ragtriage.corpus.normalising import encodable
from ragtriage.corpus.sources import read_source
from ragtriage.errors import SnapshotError


def written(tmp_path: Path, name: str, content: str | bytes) -> Path:
    path = tmp_path / name
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    return path


GOOD = '{"doc_id": "kb/fees", "title": "Fees", "text": "5 €\\r\\n", "metadata": {"role": ["a", 7], "version": 1.10}}'


@pytest.mark.parametrize("name", ["docs.jsonl", "docs.jsonl.gz", "docs.ndjson"])
def test_jsonl_is_read_plain_and_packed(tmp_path: Path, name: str) -> None:
    content = f"{GOOD}\r\n\n".encode()
    reading = read_source(written(tmp_path, name, gzip.compress(content) if name.endswith("gz") else content))
    assert reading.documents == (Document("kb/fees", "Fees", "5 €\n", {"role": ("a", "7"), "version": "1.10"}),)
    assert reading.normalised == ("line ends to LF: kb/fees",)
    assert reading.source == f"JSONL {name}"
    assert reading.problems == ()


def test_metadata_that_is_no_string_becomes_its_text(tmp_path: Path) -> None:
    record = (
        '{"id": 12, "content": "# Heading\\ntext", "url": "https://x.example", "metadata": {"yes": true, "none": null, '
        '"n": 0.50, "big": 12345678901234567890, "deep": {"a": [1, 1.5]}, "mixed": [{"b": 1}], '
        '"list": [true, null, "x"]}}'
    )
    (document,) = read_source(written(tmp_path, "a.jsonl", record)).documents
    assert (document.doc_id, document.title, document.text) == ("12", "Heading", "# Heading\ntext")
    assert document.metadata == {
        "url": "https://x.example", "yes": "true", "n": "0.50", "big": "12345678901234567890",
        "deep": '{"a": [1, 1.5]}', "mixed": '[{"b": 1}]', "list": ("true", "x"),
    }  # fmt: skip


def test_bad_lines_are_told_by_number_and_the_rest_is_read(tmp_path: Path) -> None:
    bad = [
        b"{", b"[]", b"null", b'{"doc_id": "a"}', b'{"doc_id": "", "text": "x"}', b'{"doc_id": true, "text": "x"}',
        b'{"doc_id": "a", "text": 5}', b'{"doc_id": "a", "text": "x", "title": 5}', b"\x81\x8d", b"[" * 100_000,
        b'{"doc_id": "a", "text": "x", "metadata": []}', b'{"doc_id": "a", "text": "x", "n": NaN}',
        b'{"doc_id": "\\ud800", "text": "x"}', b'{"doc_id": "a", "text": "x", "n": ' + b"9" * 5000 + b"}",
    ]  # fmt: skip
    path = written(tmp_path, "a.jsonl", b"\n".join([*bad, GOOD.encode()]))
    reading = read_source(path)
    assert [document.doc_id for document in reading.documents] == ["kb/fees"]
    assert sum(problem.count for problem in reading.problems) == len(bad) - 1, "an empty list holds no fault"
    assert all(problem.title and problem.place.path == path for problem in reading.problems)


def test_two_lines_with_one_id_are_named_both(tmp_path: Path) -> None:
    with pytest.raises(SnapshotError) as caught:
        read_source(written(tmp_path, "a.jsonl", f"{GOOD}\n\n{GOOD}\n"))
    assert caught.value.where is not None
    assert caught.value.where.line == 3
    assert caught.value.title.endswith("a.jsonl:1")


def test_hostile_text_and_lines_of_a_megabyte_are_kept(tmp_path: Path) -> None:
    text = "\x1b]52;c;aGk=\x07 \0 \u202e \x85 \u2028 👩‍👩‍👧 資料 " + "x" * 1_000_000
    record = json.dumps({"doc_id": "\x1b[2J", "text": text}, ensure_ascii=False)
    (document,) = read_source(written(tmp_path, "a.jsonl", record)).documents
    assert (document.doc_id, document.text) == ("\x1b[2J", text)
    lone = read_source(written(tmp_path, "b.jsonl", '{"doc_id": "a", "text": "x \\ud800", "k\\udfff": ["\\ud800"]}'))
    assert lone.documents[0].text == "x �"
    assert all(map(encodable, lone.documents[0].metadata))


def test_other_encodings_are_read_and_told(tmp_path: Path) -> None:
    for number, (encoding, note) in enumerate(
        [("cp1252", "not UTF-8, read as cp1252: 0.jsonl"), ("utf-16", "read as UTF-16: 1.jsonl"),
         ("utf-8-sig", "line ends to LF: kb/fees")]
    ):  # fmt: skip
        reading = read_source(written(tmp_path, f"{number}.jsonl", GOOD.encode(encoding)))
        assert reading.documents[0].text == "5 €\n"
        assert note in reading.normalised


def test_a_broken_archive_is_said(tmp_path: Path) -> None:
    with pytest.raises(SnapshotError, match="cannot be read"):
        read_source(written(tmp_path, "a.jsonl.gz", gzip.compress(GOOD.encode(), mtime=0)[:-9]))


@pytest.mark.parametrize("name", ["a.jsonl.gz", "a.csv.gz", "a.json"])
def test_a_source_that_unpacks_without_end_is_refused(tmp_path: Path, name: str) -> None:
    squeeze = zlib.compressobj(9, zlib.DEFLATED, 31)
    packed = b"".join(squeeze.compress(b"a" * (1 << 20)) for _ in range(200)) + squeeze.flush()
    with pytest.raises(SnapshotError, match="200 times"):
        read_source(written(tmp_path, name, packed))


@pytest.mark.parametrize("form", ["list", "envelope", "hits", "lines"])
def test_documents_come_from_any_form_of_json(tmp_path: Path, form: str) -> None:
    documents = [{"doc_id": "a", "text": "x", "version": 1.10}, {"doc_id": 7, "text": "y"}]
    value: object = {
        "list": documents,
        "envelope": {"documents": documents, "total": 2},
        "hits": {"hits": {"hits": [{"_id": one["doc_id"], "_source": {"text": one["text"]}} for one in documents]}},
    }.get(form)
    text = json.dumps(value, indent=1) if value else "\n".join(json.dumps(one, indent=2) for one in documents)
    reading = read_source(written(tmp_path, "a.json", text))
    assert [(one.doc_id, one.text) for one in reading.documents] == [("a", "x"), ("7", "y")]
    assert reading.problems == ()


def test_equal_faults_of_documents_are_told_once(tmp_path: Path) -> None:
    reading = read_source(written(tmp_path, "a.jsonl", '{"doc_id": "a"}\n' * 500 + GOOD))
    assert [(one.count, one.place.line) for one in reading.problems] == [(500, 1)]


@pytest.mark.parametrize("delimiter", [",", ";", "\t"])
def test_csv_is_read_with_other_columns_as_metadata(tmp_path: Path, delimiter: str) -> None:
    path = tmp_path / "a.csv"
    with path.open("w", newline="", encoding="utf-8-sig") as file:
        table = csv.writer(file, delimiter=delimiter)
        table.writerow(["ID", "Title", "Body", "region", "version"])
        table.writerow(["kb/fees", "Fees", 'He said "5 €",\r\nthen; \tleft' + "x" * 200_000, "NO", "1.10"])
        table.writerow(["kb/plans", "", "# Plans\n", "", ""])
    limit = csv.field_size_limit()
    reading = read_source(path)
    assert csv.field_size_limit() == limit
    assert reading.documents == (
        Document(
            "kb/fees", "Fees", 'He said "5 €",\nthen; \tleft' + "x" * 200_000, {"region": "NO", "version": "1.10"}
        ),
        Document("kb/plans", "Plans", "# Plans\n", {}),
    )
    assert reading.problems == ()


def test_bad_rows_are_told_by_the_line_they_begin_at(tmp_path: Path) -> None:
    content = 'id,text\na,"two\nlines"\nb\n,no id\nc,x,y\nd,"quoted"wrongly\ne,\0nul\nf,"never closed\nmore'
    reading = read_source(written(tmp_path, "a.csv", content))
    assert [document.doc_id for document in reading.documents] == ["a", "d", "e"]
    assert [problem.place.line for problem in reading.problems] == [4, 5, 6, 9, 10]


@pytest.mark.parametrize("content", ["", "title,text\nx,y", "id,title\nx,y", "id,text,text\n1,2,3"])
def test_a_table_without_its_columns_is_said(tmp_path: Path, content: str | bytes) -> None:
    with pytest.raises(SnapshotError):
        read_source(written(tmp_path, "a.csv", content))


def test_two_rows_with_one_id_are_named_both(tmp_path: Path) -> None:
    with pytest.raises(SnapshotError, match=r"already that of .*a\.csv:2"):
        read_source(written(tmp_path, "a.csv", "id,text\na,x\na,y\n"))
