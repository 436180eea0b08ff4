"""Ids, names and revisions that lead out of their folder, pass for options, or hold what a terminal obeys."""

import json

import pytest

from ragtriage.cli import main
from tests.attacks.conftest import CONTROL, git, picture

OUT = [
    "../x",
    "../../x",
    "a/../../../x",
    "..",
    ".",
    "/tmp/ragtriage-x",
    "~/x",
    "-x",
    "--help",
    "--as=x",
    ".git/hooks/pre-commit",
]
OUT += [
    ".ragtriage/index",
    "a//b",
    "a/",
    "a\\..\\x",
    "C:\\x",
    "x.",
    "x ",
    "con\x00x",
    "\x1b]52;c;ZXZpbA==\x07",
    "\u202ex",
]
OUT += [
    "a\nb",
    "x" * 300,
    "x/" * 300 + "x",
    "${HOME}/x",
    "$(touch x)",
    "`touch x`",
    "%2e%2e%2fx",
    "*",
    ":(top)x",
    "@{0}",
]
ALLOWED = (
    "cases",
    "triage",
    "runs",
    "complaints",
    "labels",
    "corpus_snapshots",
    ".ragtriage",
    ".gitattributes",
    "ragtriage.yaml",
)


def written_outside(place, before):
    """What changed beside the folders that ragtriage writes to."""
    now = picture(place)
    changed = {key for key in before.keys() | now.keys() if before.get(key) != now.get(key)}
    return {key for key in changed if not key.startswith(tuple(f"golden/{name}" for name in ALLOWED))}


@pytest.mark.parametrize("name", OUT)
def test_no_name_writes_outside_of_its_folder(name, place, capsys):
    root = place / "golden"
    case = {"id": name, "question": "Why?", "answerable": False, "unanswerable_because": "out_of_scope"}
    (place / "case.jsonl").write_text(json.dumps(case) + "\n")
    passage = {"doc_id": name, "text": "take effect at renewal"}
    output = {"case_id": "billing/monthly", "config": name, "snapshot": "kb", "candidates": [passage], "answer": "x"}
    (place / "run.jsonl").write_text(json.dumps(output) + "\n" + json.dumps({**output, "case_id": name}) + "\n")
    (place / "doc.jsonl").write_text(json.dumps({"doc_id": name, "text": f"about {name}"}) + "\n")
    (place / "complaint.jsonl").write_text(json.dumps({"id": name, "question": f"{name}?", "user_id": name}) + "\n")
    before = picture(place)
    for words in (
        ("cases", "new", "Why is it so?", "--id", name),
        ("cases", "show", "--", name),
        ("cases", "set", "--", name, "question", "x"),
        ("cases", "edit", "--", name),
        ("cases", "log", "--", name),
        ("import", "cases", str(place / "case.jsonl")),
        ("import", "runs", str(place / "run.jsonl")),
        ("snapshot", "add", str(place / "doc.jsonl"), "--name", "other"),
        ("snapshot", "add", str(place / "docs"), "--name", name),
        ("snapshot", "show", "--", name),
        ("complaints", "import", str(place / "complaint.jsonl")),
        ("complaints", "convert", "c-", "--id", name),
        ("--as", name, "triage", "decide", "billing/monthly", "generation"),
        ("runs", "show", "--", name),
        ("run", "--", name),
        ("anchors", "explain", "--", name),
    ):
        code = main(["-C", str(root), *words])
        said = "".join(capsys.readouterr())
        assert code in (0, 1, 2, 3), words
        assert "a defect in ragtriage" not in said and not CONTROL.search(said), (words, said)
    assert written_outside(place, before) == set()


REVISIONS = ["-x", "--output=x", "--upload-pack=touch x", "--exec=x", "HEAD..--output=x", "-O", "..", "...", "a..b..c"]
REVISIONS += [
    "HEAD:cases",
    "HEAD^{/x}",
    ":/x",
    "@{u}",
    "HEAD@{99999999999999999999}",
    "\x1b[2J",
    "a\0b",
    "a b",
    "$(touch x)",
]


@pytest.mark.parametrize("name", REVISIONS)
def test_no_revision_or_branch_passes_for_an_option(name, place, capsys):
    root = place / "golden"
    path = root / "cases/billing/monthly.yaml"
    path.write_text(path.read_text().replace("monthly billing", "monthly bills"))
    before = picture(place)
    for words in (
        ("check", "--", name),
        ("check", "--", f"{name}..HEAD"),
        ("pr", "--", f"HEAD..{name}"),
        ("review", "--", name),
        ("cases", "diff", "--", name),
        ("snapshot", "add", "--git", f"{root}@{name}:corpus_snapshots", "--name", "r"),
        ("commit", "-m", "x", "--branch", name),
    ):
        code = main(["-C", str(root), *words])
        said = "".join(capsys.readouterr())
        assert code in (0, 1, 2, 3), words
        assert "a defect in ragtriage" not in said and not CONTROL.search(said), (words, said)
    changed = {key for key in written_outside(place, before) if not key.startswith("golden/.git/")}
    assert changed == set()
    assert git(root, "branch", "--show-current").strip() == "main"
