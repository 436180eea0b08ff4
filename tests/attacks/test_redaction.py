"""What is struck out of a complaint is on no disk: not in the index or its log, not in drafts, decisions or cases."""

import gzip
import json
import tempfile
from pathlib import Path

import pytest

from ragtriage.cli import main

SECRETS = {
    "mail": "jane.roe@example.net",
    "phone": "+49 30 901820123",
    "card": "4111 1111 1111 1111",
    "account": "DE89 3704 0044 0532 0130 00",
    "address": "203.0.113.77",
    "key": "sk-proj-abcdefghijklmnopqrstuvwxyz0123456789ABCD",
}
FIELDS = ("question", "answer", "comment")


def held(folder: Path) -> dict[str, set[str]]:
    """The secrets that any file holds, as it is or unpacked, with or without the gaps in numbers."""
    found = {}
    for path in folder.rglob("*"):
        if path.is_file() and not path.is_symlink():
            content = path.read_bytes()
            if path.suffix == ".gz":
                content += gzip.decompress(content)
            bare = content.replace(b" ", b"")
            some = {
                name for name, secret in SECRETS.items()
                if secret.encode() in content or secret.replace(" ", "").encode() in bare
            }  # fmt: skip
            if some:
                found[str(path.relative_to(folder))] = some
    return found


def exports(place: Path, ending: str) -> Path:
    """Each secret in each field, in one export."""
    records = [
        {"id": f"{name}-{field}", **dict.fromkeys(FIELDS, "Why was I charged twice in May?"), "rating": "down",
         field: f"Write to {secret}, as I said about the {name}."}
        for name, secret in SECRETS.items() for field in FIELDS
    ]  # fmt: skip
    path = place / "exports" / f"complaints.{ending}"
    path.parent.mkdir()
    if ending == "csv":
        rows = [",".join(("id", *FIELDS, "rating"))]
        rows += [",".join(f'"{one[key]}"' for key in ("id", *FIELDS, "rating")) for one in records]
        path.write_text("\n".join(rows) + "\n")
    else:
        path.write_text("".join(json.dumps(one) + "\n" for one in records) + "{broken: " + SECRETS["mail"] + "\n")
    return path


@pytest.mark.parametrize("ending", ["jsonl", "csv"])
@pytest.mark.parametrize("keep_text", [False, True])
def test_no_file_holds_what_was_struck_out(ending, keep_text, place, monkeypatch, capsys):
    root, scratch = place / "golden", place / "scratch"
    scratch.mkdir()
    monkeypatch.setenv("TMPDIR", str(scratch))
    monkeypatch.setattr(tempfile, "tempdir", None)
    if keep_text:
        with (root / "ragtriage.yaml").open("a") as file:
            file.write("complaints: {keep_text: true}\n")
    path = exports(place, ending)
    assert set().union(*held(path.parent).values()) == set(SECRETS)  # the search itself finds them
    for words in (("--save",), ()):
        main(["-C", str(root), "complaints", "import", str(path), *words])
    capsys.readouterr()
    assert main(["-C", str(root), "complaints", "list", "--json"]) in (0, 1)
    ids = [one["id"] for one in json.loads(capsys.readouterr().out)["groups"]]
    assert ids
    for number, complaint in enumerate(ids):
        act = [
            ("convert", "--unanswerable", "out_of_scope"),
            ("reject", "--reason", "x"),
            ("snooze", "--until", "2030-01-01"),
        ]
        name, *more = act[number % 3]
        main(["-C", str(root), "complaints", name, complaint, *more])
    main(["-C", str(root), "complaints", "show", ids[0]])
    main(["-C", str(root), "commit", "-m", "x"])
    said = "".join(capsys.readouterr())
    assert held(root) == {} and held(scratch) == {}
    assert not [secret for secret in SECRETS.values() if secret in said]
    assert [*(root / "complaints").glob("*.yaml")]
