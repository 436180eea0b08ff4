"""Hostile text through every command: neither stdout nor stderr holds what a terminal obeys, and none falls over."""

import json
import re

import pytest

from ragtriage.cli import main
from ragtriage.cli.root import COMMANDS

FORBIDDEN = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]")
EVIL = "\x1b]52;c;ZXZpbA==\x07\x9b31m\u202e[/red]\r"


@pytest.fixture
def commands(root):
    """Command lines over the hostile workspace, every command among them."""
    case = "clipboard/" + next((root / "cases/clipboard").iterdir()).stem
    document = "clipboard/" + "\x1b]52;c;ZXZpbA==\x07 reads as plain text"
    odd = "[/red] 退款 \\ %s"
    line = {"case_id": case, "config": EVIL, "snapshot": EVIL, "candidates": [], "answer": EVIL}
    (root / "evil.jsonl").write_text(json.dumps(line) + "\n" + EVIL + "\n" + json.dumps({EVIL: EVIL}) + "\n")
    (root / "docs").mkdir()
    (root / f"docs/{EVIL.replace('/', '')}.md").write_text(f"---\n{EVIL}: [\n---\n# {EVIL}\n{EVIL}\n")
    said = {
        "id": EVIL,
        "question": f"Why {EVIL}?",
        "answer": EVIL,
        "comment": EVIL,
        "user_id": EVIL,
        "url": EVIL,
        EVIL: 1,
    }
    (root / f"evil-{EVIL.replace('/', '')}.jsonl").write_text(json.dumps(said) + "\n" + EVIL + "\n")
    evil_export = str(root / f"evil-{EVIL.replace('/', '')}.jsonl")
    return [
        ("complaints", "import", evil_export, "--map", "tags=x"),
        ("complaints", "import", evil_export, "--save"),
        ("complaints", "list"),
        ("complaints", "show", "c-"),
        ("complaints", "show", EVIL),
        ("complaints", "convert", "c-", "--id", EVIL),
        ("complaints", "convert", "c-", "--evidence", EVIL),
        ("complaints", "snooze", "c-", "--until", EVIL),
        ("complaints", "duplicate", "c-", EVIL),
        ("complaints", "reject", "c-", "--reason", EVIL),
        ("complaints", "reopen", "c-"),
        ("complaints", "convert", "c-", "--answer", EVIL, "--tag", EVIL),
        ("complaints", "list", "--all"),
        ("complaints", "passing"),
        ("status",),
        ("cases", "list"),
        ("cases", "list", "--filter", f'tag:"{EVIL}"'),
        ("cases", "list", "--filter", f"{EVIL}:x"),
        ("cases", "show", case),
        ("cases", "show", EVIL),
        ("cases", "lint"),
        ("cases", "fmt", "--check"),
        ("cases", "coverage"),
        ("cases", "coverage", "--markdown"),
        ("cases", "coverage", "--config", EVIL),
        ("cases", "dups"),
        ("cases", "tag", case, "--add", EVIL),
        ("cases", "tag", EVIL, "--remove", EVIL, "--dry-run"),
        ("cases", "tag", "--filter", f'doc:"{EVIL}"', "--add", "x"),
        ("cases", "new", EVIL, "--tag", EVIL, "--answer", EVIL),
        ("cases", "new", f"Why {EVIL}?", "--id", EVIL, "--evidence", EVIL),
        ("cases", "edit", case),
        ("cases", "edit", EVIL),
        ("cases", "diff"),
        ("cases", "diff", "--markdown"),
        ("cases", "diff", EVIL),
        ("cases", "log", case),
        ("cases", "log", EVIL),
        ("check", f"{EVIL}..HEAD"),
        ("pr", "HEAD..HEAD"),
        ("review", "HEAD..HEAD"),
        ("review", EVIL),
        ("commit", "--dry-run"),
        ("commit", "--message", EVIL, "--branch", EVIL),
        ("cases", "set", case, "intent", EVIL),
        ("cases", "set", case, EVIL, EVIL),
        ("snapshot", "list"),
        ("snapshot", "show", "kb"),
        ("snapshot", "show", "kb", document),
        ("snapshot", "show", EVIL),
        ("snapshot", "search", EVIL),
        ("snapshot", "search", "before after"),
        ("snapshot", "add", str(root / "docs"), "--name", "two"),
        ("snapshot", "add", EVIL, "--name", EVIL),
        ("runs", "list"),
        ("runs", "show", "main"),
        ("runs", "show", odd),
        ("run", EVIL),
        ("grade",),
        ("grade", "main", "--metrics", EVIL),
        ("grade", odd, "--filter", f'tag:"{EVIL}"', "--dry-run"),
        ("score",),
        ("score", "main", "--by", "tag"),
        ("score", "main", "--by", EVIL, "--markdown"),
        ("score", EVIL),
        ("import", "runs", str(root / "evil.jsonl")),
        ("import", "cases", str(root / "evil.jsonl")),
        ("anchors", "check"),
        ("anchors", "check", EVIL),
        ("anchors", "explain", case),
        ("anchors", "explain", EVIL),
        ("anchors", "apply", "--dry-run"),
        ("anchors", "bench", EVIL, EVIL),
        ("triage", "list"),
        ("triage", "list", "--config", odd, "--markdown"),
        ("triage", "list", "--week", "2026-W49"),
        ("triage", "list", "--week", "2026-W49", "--markdown"),
        ("triage", "next", "--config", "broken"),
        ("triage", "decide", case, "label", "--note", EVIL, "--as", EVIL),
        ("triage", "decide", case, EVIL),
        ("init", str(root / EVIL.replace("/", ""))),
        ("demo", str(root)),
        (EVIL,),
    ]


def test_nothing_that_a_terminal_obeys_is_printed(root, commands, capsys, monkeypatch):
    monkeypatch.chdir(root)
    monkeypatch.setenv("RAGTRIAGE_TRACEBACK", "")
    monkeypatch.setenv("VISUAL", "true")
    shown = ""
    for words in commands:
        for more in ((), ("--json",)) if words[0] not in ("init", "demo", "run", EVIL) else ((),):
            code = main([*words, *more])
            out, err = capsys.readouterr()
            for stream in (out, err):
                assert not FORBIDDEN.search(stream), (words, more, FORBIDDEN.search(stream), stream[:2000])
            assert "a defect in ragtriage" not in err, (words, more, err)
            assert code in (0, 1, 2, 3)
            shown += out + err
    assert "␛]52;c;ZXZpbA==␇" in shown and "[/red]" in shown
    assert {words[0] for words in commands} >= set(COMMANDS)


def test_every_story_can_be_printed(root, capsys, monkeypatch):
    monkeypatch.chdir(root)
    capsys.readouterr()
    assert main(["cases", "list", "--json"]) == 1  # there are broken files among them
    for case in json.loads(capsys.readouterr().out):
        assert main(["cases", "show", case["id"]]) == 0
        out, err = capsys.readouterr()
        assert not FORBIDDEN.search(out + err), case["id"]
