"""Nothing that stands in a file can command the terminal, whichever command prints it."""

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

Say = Callable[..., Any]

EVIL = "\x1b]52;c;ZXZpbA==\x07\x1b[2J\x9b31m\u202egnp\x00\r\x08"
"""Writes the clipboard, clears the screen, sets a colour by C1, turns the text round, hides what stood before."""
FORBIDDEN = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")


@pytest.fixture
def hostile(workspace: Path, say: Say) -> Path:
    """The workspace, with a run, a case, a document and a file name of an enemy's."""
    case = {
        "id": "evil/case",
        "question": f"Is {EVIL} this [bold]safe[/]?",
        "answerable": True,
        "evidence": [{"doc_id": "evil", "quote": "words of another release" + EVIL}],
        "reference_answer": "as the provided context says" + EVIL,
        "tags": ["a" + EVIL],
    }
    (workspace / "cases/evil").mkdir()
    (workspace / "cases/evil/case.json").write_text(json.dumps(case))
    (workspace / "cases/evil/bad.json").write_text(json.dumps({"id": EVIL, "question": EVIL, EVIL: EVIL}))
    (workspace / "cases/\x1b[31mname.yaml").write_text("id: [")
    output = {
        "case_id": "evil/case",
        "config": "evil [red]",
        "snapshot": "one",
        "candidates": [{"doc_id": "d" + EVIL, "text": EVIL, "chunk_id": EVIL}],
        "answer": EVIL + "\nno",
        "citations": [EVIL],
        EVIL: 1,
        "refused": False,
    }
    (workspace / "evil.jsonl").write_text(json.dumps(output) + "\n" + json.dumps({**output, "config": EVIL}) + "\n")
    week = workspace / "triage/2026-W01/evil"
    week.mkdir(parents=True)
    (week / "case--mk.yaml").write_text(
        f"case: evil/case\nrun: r\nfindings:\n- {{cause: label, note: {json.dumps(EVIL)}}}\n"
    )
    (workspace.parent / "docs/evil.md").write_text(f"# Evil {EVIL}\n\nproration {EVIL}\n")
    return workspace


COMMANDS: list[tuple[str, ...]] = [
    ("import", "runs", "evil.jsonl"),
    ("import", "cases", "evil.jsonl"),
    ("snapshot", "add", "../docs", "--name", "two"),
    ("snapshot", "search", "--snapshot", "two", "proration"),
    ("snapshot", "show", "two"),
    ("snapshot", "show", "two", "evil"),
    ("status",),
    ("cases", "list"),
    ("cases", "list", "--filter", f'"{EVIL}'),
    ("cases", "show", "evil/case"),
    ("cases", "show", EVIL),
    ("cases", "lint"),
    ("cases", "fmt", "--check"),
    ("cases", "set", "evil/case", EVIL, EVIL),
    ("runs", "list"),
    ("runs", "show", "evil [red]"),
    ("runs", "show", EVIL),
    ("run", EVIL),
    ("triage", "next", "--config", "evil [red]", "--filter", "evil"),
    ("triage", "list", "--config", "evil [red]"),
    ("triage", "list", "--config", "evil [red]", "--markdown"),
    ("triage", "list", "--week", "2026-W01"),
    ("triage", "list", "--week", "2026-W01", "--markdown"),
    ("triage", "list", "--week", EVIL),
    ("triage", "decide", "evil/case", EVIL),
    ("triage", "decide", "evil/case", "label", "--as", EVIL, "--note", EVIL, "--config", "evil [red]"),
    ("triage", "list", "--week", "2026-W01", "--markdown", "--filter", f'"{EVIL}"'),
    ("triage", "snooze", "evil/case", "--until", EVIL),
    ("triage", "snooze", EVIL),
    ("triage", "snooze", "evil/case", "--as", EVIL, "--config", "evil [red]"),
    (EVIL,),
    ("cases", EVIL),
    ("status", f"--{EVIL}"),
]


def test_no_control_character_reaches_stdout_or_stderr(hostile: Path, say: Say) -> None:
    shown = ""
    for words in COMMANDS:
        for more in ((), ("--json",)):
            said = say(*words, *more)
            for stream in (said.out, said.err):
                assert not FORBIDDEN.search(stream), (words, stream)
            assert "a defect in ragtriage" not in said.err, (words, said.err)
            shown += said.out + said.err
    assert "␛]52;c;ZXZpbA==␇␛[2J" in shown  # it is shown, as what it is
    assert "[bold]safe[/]" in shown


def test_json_keeps_what_a_terminal_must_not_see(hostile: Path, say: Say) -> None:
    (case,) = say("cases", "list", "--filter", "evil", "--json").json
    assert case["tags"] == ["a" + EVIL]


def test_a_command_to_copy_quotes_what_a_shell_would_run(workspace: Path, say: Say) -> None:
    case_id = "x; touch $(pwned)"
    (workspace / f"cases/{case_id}.yaml").write_text(f'id: "{case_id}"\nquestion: q\nanswerable: true\n')
    assert say("cases", "show", case_id).err.splitlines()[-1] == f"next: ragtriage cases set '{case_id}' FIELD VALUE"


def test_a_note_cannot_break_the_markdown_table(workspace: Path, say: Say) -> None:
    say("triage", "decide", "calendar/many", "label", "--as", "mk", "--note", "a | b\n# c <script> `d` [e](f)")
    last = say("triage", "list", "--week", "this", "--markdown").out.splitlines()[-1]
    assert last.endswith(r" | label |  |  | a \| b # c \<script> \`d\` \[e](f) | mk |")
