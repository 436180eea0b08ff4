"""YAML is read as the text that stands there, and what is not plain data is refused with its place."""

import sys
from pathlib import Path

import pytest
import yaml

from ragtriage.disk.json_io import load_json
from ragtriage.disk.yaml_io import MAX_BYTES, load_yaml, tree
from ragtriage.errors import CaseError, FileError

HERE = Path("cases/a.yaml")


def read(text):
    return tree(load_yaml(text.encode(), HERE))


@pytest.mark.parametrize(
    "text",
    [
        "NO",
        "yes",
        "on",
        "12:30",
        "0123",
        "2026-11-12",
        "1.10",
        "1_000",
        "0x1f",
        "=",
        "1e5",
        ".inf",
        "True",
        "!a"[1:],
        "0o17",
    ],
)
def test_a_plain_scalar_stays_its_text(text):
    assert read(f"a: {text}\n") == {"a": text}


@pytest.mark.parametrize("text", ["", "~", "null", "Null", "NULL"])
def test_nothing_is_nothing_only_when_plain(text):
    assert read(f"a: {text}\n") == {"a": None}
    assert read(f'a: "{text}"\n') == {"a": text}


@pytest.mark.parametrize("source", [b"", b"\n", b"# only a comment\n", b"---\n", b"\xef\xbb\xbf", b"~\n"])
def test_a_file_that_says_nothing_is_an_empty_mapping(source):
    assert tree(load_yaml(source, HERE)) == {}


def test_every_part_knows_its_place_in_code_points():
    node = load_yaml("é: 1\nlist:\n  - {k: 漢字, v: x}\n".encode(), HERE)
    value = node.get("list").items[0].get("v")
    assert (value.line, value.column, value.text) == (3, 16, "x")


def test_a_byte_order_mark_is_no_text():
    node = load_yaml("\ufeffa: b\n".encode(), HERE)
    assert (node.pairs[0][0].text, node.pairs[0][1].column) == ("a", 4)


@pytest.mark.parametrize(
    ("source", "reason", "line", "column"),
    [
        (b"a: &x 1\nb: *x\n", "an anchor", 1, 4),
        (b"b: *x\n", "an alias|undefined alias", 1, 4),
        (b"&x a: 1\n", "an anchor", 1, 1),
        (b"a: 1\nb: 2\na: 3\n", "`a` stands here again, first in line 1", 3, 1),
        (b"- {a: 1, a: 2}\n", "stands here again", 1, 10),
        (b"b:\n  <<: {a: 1}\n", "a merge key", 2, 3),
        (b"a: 1\n---\nb: 2\n", "a second document", 2, 1),
        (b"a: 1\n...\n---\n", "a second document", 3, 1),
        (b"a: !!str 1\n", "a tag", 1, 4),
        (b"a: !!python/object/apply:os.system [ls]\n", "a tag", 1, 4),
        (b"a: ! 1\n", "a tag", 1, 4),
        (b"? [a]\n: b\n", "a list or mapping stands as a key", 1, 3),
        (b"a: " + b"[" * 40 + b"]" * 40, "nested more than 20 deep", 1, 23),
        (b"- " * 30 + b"a", "nested more than 20 deep", 1, 41),
        (b"a:\n\tb: 1\n", "not readable as YAML", 2, 1),
        (b"a: b: c\n", "mapping values are not allowed", 1, 5),
        (b"a: 'x\n", "unexpected end of stream", None, None),
        (b"a: b\x00\n", r"control character \(U\+0000\)", 1, 5),
        (b"a: b\n\x1b]52;c;\n", r"control character \(U\+001B\)", 2, 1),
        ("a: b\u2028c\n".encode(), r"line separator \(U\+2028\)", 1, 5),
        ("a: b\x85c\n".encode(), r"line separator \(U\+0085\)", 1, 5),
        (b"a: \xe9\n", "not UTF-8: byte 0xe9", 1, 4),
        ("a: ü\n".encode("utf-16"), "UTF-16", 1, 1),
        ("a: b\n".encode("utf-16-le"), "control character", 1, 2),
        (b'a: "\\ud800"\n', "half a surrogate|invalid Unicode", None, None),
        (b"a: 1\n<<<<<<< HEAD\nb: 1\n=======\nb: 2\n>>>>>>> theirs\n", "a merge conflict of Git", 2, 1),
        (b"k" * 300 + b": 1\n", "a key of 300 characters", 1, 1),
        (b"k" * 2000 + b": 1\n", "not readable as YAML", None, None),
        (b"a" * (MAX_BYTES + 1), "too large", None, None),
    ],
)
@pytest.mark.parametrize("libyaml", [True, False])
def test_what_is_not_plain_data_is_refused_with_its_place(source, reason, line, column, libyaml, monkeypatch):
    if not libyaml:
        monkeypatch.delattr(yaml, "CSafeLoader")
    with pytest.raises(CaseError, match=reason) as error:
        load_yaml(source, HERE, CaseError)
    if line is not None:
        assert (error.value.where.line, error.value.where.column) == (line, column)
    assert error.value.next_step


@pytest.mark.parametrize(
    "bomb", [b"[" * 500_000, b"{a: " * 200_000, b"- " * 400_000, b"? " * 400_000, b"'" * 900_001, b"%" * 9]
)
def test_a_bomb_is_an_error_and_costs_nothing(bomb):
    with pytest.raises(FileError):
        load_yaml(bomb, HERE)


def test_the_loader_without_libyaml_reads_the_same(monkeypatch):
    source = "é: |\n  a\n\n  b\nb: [x, 'y''s', \"z\\n\"]\r\nc: >-\n  d\n  e\n".encode()
    fast = load_yaml(source, HERE)
    monkeypatch.delattr(yaml, "CSafeLoader")
    slow = load_yaml(source, HERE)
    assert tree(fast) == tree(slow)


def test_importing_the_reader_imports_no_yaml():
    import subprocess

    code = "import ragtriage.disk.yaml_edit, ragtriage.cases.store, sys; print('yaml' in sys.modules)"
    root = Path(__file__).parents[2]
    out = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=root)
    assert out.stdout == "False\n"


def test_json_is_the_same_data():
    node = load_json(b'{"a": "1.10", "b": [1, true, null, 1.50], "c": "\\ud83d\\ude00\xe2\x80\xa8"}', HERE)
    assert tree(node) == {"a": "1.10", "b": ["1", "true", None, "1.50"], "c": "😀\u2028"}
    assert [item.plain for item in node.get("b").items] == [True] * 4
    assert not node.get("a").plain


@pytest.mark.parametrize(
    ("source", "reason"),
    [
        (b"{", "not readable as JSON"),
        (b'{"a": 1, "a": 2}', "`a` stands there twice"),
        (b'{"a": NaN}', "NaN"),
        (b'"\\ud800"', "surrogate"),
        (b"[" * 30 + b"]" * 30, "nested more than 20 deep"),
        (b"[" * 100_000, "nested more than 20 deep"),
        (b"\xff", "not UTF-8"),
    ],
)
def test_json_that_is_no_data_is_refused(source, reason):
    with pytest.raises(CaseError, match=reason):
        load_json(source, HERE, CaseError)
