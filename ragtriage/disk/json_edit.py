"""Changing one field of a JSON file.

JSON is mostly written by programs, so it is written anew as Python writes it, with the indentation the file has. The
new text is read again and compared with what was meant, as for YAML.
"""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from ragtriage.disk.edits import Edit, Refusal, applied, as_data, as_tree, plain_edit, steps_of
from ragtriage.disk.json_io import load_json
from ragtriage.disk.yaml_io import tree
from ragtriage.errors import FileError, RagtriageError


def edited_json(source: bytes, edits: Sequence[Edit], path: Path, error: type[RagtriageError] = FileError) -> bytes:
    """`source` with the edits done, one after the other. Raises `error` as `yaml_edit.edited` does."""
    meant = tree(load_json(source, path, error))
    text = source.decode("utf-8-sig")
    data: Any = json.loads(text)
    refusal = Refusal(path, error)
    for edit in edits:
        steps = steps_of(edit.path)
        data = applied(data, plain_edit(edit), steps, refusal, as_data)
        meant = applied(meant, plain_edit(edit), steps, refusal, as_tree)
    lines = text.splitlines()
    indent = lines[1][: len(lines[1]) - len(lines[1].lstrip())] if len(lines) > 1 else None
    ascii_only = text.isascii() and "\\u" in text
    out = json.dumps(data, ensure_ascii=ascii_only, indent=indent) + ("\n" if text.endswith("\n") else "")
    new = out.encode("utf-8", "surrogatepass")
    if tree(load_json(new, path, error)) != meant:  # a number such as 1.50, which is 1.5 to Python
        raise refusal((), "the edit would change more than it should", "edit the file by hand; nothing was written")
    return new
