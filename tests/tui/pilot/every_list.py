"""The list screens, each with rows, for tests of what all of them hold to."""

import json
from pathlib import Path

NAMES = ("triage", "cases", "anchors", "complaints", "review")
ASKED = ("How long is an export kept?", "Where do I change my invoice?", "Who answers a fax at night?")
HALF = {"triage": "inv", "cases": "inv", "anchors": "fax", "complaints": "invoice", "review": "invo"}
"""What keeps some of the rows of each, and not the first."""


def write_complaints(root: Path) -> Path:
    """An export of complaints beside the workspace."""
    path = root.parent / "feedback.jsonl"
    rows = (
        {"id": at, "question": question, "answer": "No.", "rating": "down", "time": f"2026-11-28T1{at}:00:00Z"}
        for at, question in enumerate(ASKED)
    )
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    return path


async def go_to(seen, name: str, root: Path) -> None:
    """Open a screen, with rows in it."""
    if name == "complaints":
        await seen.press("f5", "colon")
        await seen.type(f"import {write_complaints(root)}")
    elif name == "review":
        await seen.press("colon")
        await seen.type("review main..HEAD")
    elif name != "triage":
        await seen.press({"cases": "f2", "anchors": "f3"}[name])
    assert seen.app.current_mode == name
    assert len(seen.screen.rows) >= 3
