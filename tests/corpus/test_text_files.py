"""A folder as a source: ids, front matter, titles, encodings; nothing lost without being told."""

import os
from collections.abc import Mapping
from pathlib import Path

import pytest

from ragtriage.corpus.document import Document
from ragtriage.corpus.markup import first_heading, front_matter
from ragtriage.corpus.sources import SourceReading, read_source
from ragtriage.errors import SnapshotError


def folder(tmp_path: Path, contents: Mapping[str, str | bytes]) -> Path:
    root = tmp_path / "docs"
    for name, content in contents.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content.encode() if isinstance(content, str) else content)
    return root


def by_id(reading: SourceReading) -> dict[str, Document]:
    return {document.doc_id: document for document in reading.documents}


def test_an_id_is_the_path_without_extension_and_hidden_files_are_skipped(tmp_path: Path) -> None:
    files: dict[str, str | bytes] = {"kb/a.md": "# A", "kb/b.TXT": "b", "c.html": "<h1>C</h1>", "d.rst": "D\n=\n\nx"}
    files |= {"e.htm": "e", ".git/x.md": "no", "kb/.hidden.md": "no", "image.png": b"\x89"}
    reading = read_source(folder(tmp_path, files))
    assert sorted(by_id(reading)) == ["c", "d", "e", "kb/a", "kb/b"]
    assert reading.source == "folder docs"
    assert reading.problems == ()


def test_the_extension_stays_where_two_files_would_collide_and_the_manifest_says_so(tmp_path: Path) -> None:
    reading = read_source(folder(tmp_path, {"a.md": "# One", "a.html": "<p>Two", "b.md": "# Three"}))
    assert sorted(by_id(reading)) == ["a.html", "a.md", "b"]
    assert "extension kept in the doc_id, as two files would collide: a.html, a.md" in reading.normalised


def test_two_files_with_one_id_are_named_both(tmp_path: Path) -> None:
    root = folder(tmp_path, {"a.md": "x", "a.html": "x", "a.md.txt": "x"})
    with pytest.raises(SnapshotError) as caught:
        read_source(root)
    assert {"a.md", "a.md.txt"} <= {word.rsplit("/", 1)[-1] for word in str(caught.value).replace(":", " ").split()}


def test_front_matter_becomes_metadata_as_it_stands(tmp_path: Path) -> None:
    text = (
        "---\ntitle: 'Fees: all'\nregion: NO\nversion: 1.10\ndate: 2026-11-12\npublic: yes\nempty:\n"
        "role: [customer, 007]\nnested: {a: [1]}\n---\n\n# Heading\n"
    )
    document = by_id(read_source(folder(tmp_path, {"fees.md": text.replace("\n", "\r\n")})))["fees"]
    assert document.title == "Fees: all"
    assert document.text == "# Heading\n"
    assert document.metadata == {
        "region": "NO", "version": "1.10", "date": "2026-11-12", "public": "yes", "role": ("customer", "007"),
        "nested": '{"a": ["1"]}',
    }  # fmt: skip


@pytest.mark.parametrize(
    "top",
    [
        "---\n[\n---\n",
        "---\njust text\n---\n",
        "---\na: &x [1]\nb: *x\n---\n",
        "---\n? [a]\n: b\n---\n",
        "---\nnever: closed\n",
        "---\n\x1b: x\n---\n",
        "---\n- a\n---\n",
        pytest.param("---\na: " + "[" * 9000 + "]" * 9000 + "\n---\n", id="nested deeply"),
    ],
)
def test_front_matter_that_is_none_stays_in_the_text_and_is_told(tmp_path: Path, top: str) -> None:
    reading = read_source(folder(tmp_path, {"a.md": f"{top}# Heading\n"}))
    assert reading.documents[0].text == f"{top}# Heading\n"
    assert "front matter not understood, left in the text: a" in reading.normalised
    assert front_matter(top) is None


@pytest.mark.parametrize(
    ("text", "suffix", "title"),
    [
        ("# One #\n\n# Two", ".md", "One"),
        ("text\n\n```\n# comment\n```\n## Two `code`", ".md", "Two `code`"),
        ("Setext\n======\n", ".md", "Setext"),
        ("not a #heading\n#nor this", ".md", ""),
        ("# C#", ".txt", "C#"),
        ("======\nBoth\n======\n", ".rst", "Both"),
        ("intro\n\nUnder\n~~~~~\n", ".rst", "Under"),
        ("too long for it\n---\n", ".rst", ""),
        ("# " + "x" * 1_000_000, ".md", "x" * 300),
        ("", ".md", ""),
    ],
)
def test_the_title_is_the_first_heading(text: str, suffix: str, title: str) -> None:
    assert first_heading(text, suffix) == title


def test_a_document_without_a_heading_is_called_by_its_id(tmp_path: Path) -> None:
    documents = by_id(read_source(folder(tmp_path, {"a/b.txt": "x", "c.html": "<title>T &amp; U</title>x"})))
    assert documents["a/b"].title == "a/b"
    assert (documents["c"].title, documents["c"].text) == ("T & U", "x\n")


def test_encodings_and_line_ends_are_made_uniform_and_told(tmp_path: Path) -> None:
    files: dict[str, str | bytes] = {
        "latin.txt": "Gebühr 5 €".encode("cp1252"),
        "mark.txt": b"\xef\xbb\xbfGeb\xc3\xbchr",
        "wide.txt": "Gebühr".encode("utf-16"),
        "crlf.txt": b"a\r\nb\rc",
        "nul.txt": b"a\0\x1b]52;c;aGk=\x07b",
    }
    reading = read_source(folder(tmp_path, files))
    assert {doc_id: document.text for doc_id, document in by_id(reading).items()} == {
        "latin": "Gebühr 5 €",
        "mark": "Gebühr",
        "wide": "Gebühr",
        "crlf": "a\nb\nc",
        "nul": "a\0\x1b]52;c;aGk=\x07b",
    }
    assert set(reading.normalised) == {
        "not UTF-8, read as cp1252: latin",
        "byte order mark dropped: mark",
        "read as UTF-16: wide",
        "line ends to LF: crlf",
    }


def test_what_cannot_be_read_is_left_out_and_told_and_the_rest_goes_on(tmp_path: Path) -> None:
    root = folder(
        tmp_path, {"good.md": "# Good", "binary.txt": b"\x00\x01\x02\x81\x8d\xff\x03" * 4, "wide.txt": b"\xff\xfe\x00"}
    )
    (root / "link.md").symlink_to(root / "good.md")
    (root / os.fsdecode(b"\xff.md")).write_bytes(b"# Name")
    reading = read_source(root)
    assert list(by_id(reading)) == ["good"]
    assert sorted(problem.title for problem in reading.problems) == [
        "no text: other bytes than any encoding has",
        "no text: other bytes than any encoding has",
        "the file's name is not Unicode text",
    ]
    assert reading.problems[0].place.path == root / "binary.txt"
    assert "links skipped: link.md" in reading.normalised


@pytest.mark.parametrize(
    ("encoding", "text"),
    [
        ("cp932", "契約を途中で解約する方法は、設定の画面にあります。"),
        ("gb18030", "您可以随时在设置中取消订阅，退款需要七天。"),
        ("cp1251", "Подписку можно отменить в настройках в любое время."),
        ("utf-16-le", "Plans can be moved once a month."),
    ],
)
def test_text_in_other_encodings_is_read_and_said(tmp_path: Path, encoding: str, text: str) -> None:
    reading = read_source(folder(tmp_path, {"a.md": text.encode(encoding)}))
    assert [document.text for document in reading.documents] == [text]
    assert any("read as" in note for note in reading.normalised)


def test_a_long_list_of_changes_is_counted(tmp_path: Path) -> None:
    reading = read_source(folder(tmp_path, {f"{number}.txt": "a\r\n" for number in range(5)}))
    assert reading.normalised == ("line ends to LF: 0, 1, 2 and 2 more",)


def test_a_source_that_is_none_is_said(tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    (tmp_path / "table.xlsx").write_bytes(b"PK")
    for name, says in (("empty", "file was found"), ("gone", "no such"), ("table.xlsx", "not read")):
        with pytest.raises(SnapshotError, match=says):
            read_source(tmp_path / name)


def test_a_pipe_among_the_documents_is_left_out_and_never_waited_for(tmp_path: Path) -> None:
    (tmp_path / "a.md").write_text("# A")
    os.mkfifo(tmp_path / "b.md")
    reading = read_source(tmp_path)
    assert [document.doc_id for document in reading.documents] == ["a"]
    assert [problem.place.path.name for problem in reading.problems] == ["b.md"]
