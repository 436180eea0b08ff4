"""JSON of ours is read in time that grows with its size, and a key that stands there twice is told."""

import json
from pathlib import Path

import pytest

from ragtriage.disk import json_io
from ragtriage.disk.json_io import load_json
from ragtriage.errors import FileError


def test_an_object_of_many_keys_is_read() -> None:
    source = json.dumps({f"{n:x}": 1 for n in range(100_000)}).encode()[: 1 << 20]
    source = source[: source.rindex(b",")] + b"}"
    node = load_json(source, Path("x.json"))
    assert len(node.pairs) > 60_000  # looking for each key among all before it, this would take minutes


def test_a_doubled_key_is_told_wherever_it_stands() -> None:
    for source in (b'{"a":1,"a":1}', b'[{"b":{"a":1,"c":2,"a":3}}]'):
        with pytest.raises(FileError, match="the key `a` stands there twice"):
            load_json(source, Path("x.json"))
    assert json_io.load_json(b'{"a":{"a":1}}', Path("x.json"))
