"""No pattern of the package takes more than linear time on 10,000 repeated characters, whoever wrote them."""

import json
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest
import slow_patterns

SCRIPT = Path(slow_patterns.__file__)


def test_every_pattern_takes_time_as_its_text_is_long() -> None:
    done = subprocess.run([sys.executable, str(SCRIPT)], capture_output=True, text=True, timeout=300, check=False)
    lines = [json.loads(line) for line in done.stdout.splitlines()]
    assert done.returncode == 0, done.stderr
    assert lines[-1]["tried"] > 300
    assert lines[:-1] == []


@pytest.mark.parametrize(
    "slow",
    [
        r"(?:a+)+b",
        r"[ \t]+$",
        r"\s*,\s*\d+\s*x",
        r"[\w.+-]+@[\w-]+",
        r"token(?: is)?\s*[:=]?\s*[\"']?\s*\w{8}",
        r"^[ \t]*[-= ]{3,}[ \t]*$",
        r"(?:\w+ )*\w+!",
        r"thanks\n[A-Z][a-z]*[A-Z]*[a-z]*!",
    ],
)
def test_a_pattern_that_takes_more_is_found(slow: str) -> None:
    signal.signal(signal.SIGPROF, slow_patterns.stop)
    assert slow_patterns.slow_text(slow_patterns.Found("here", re.compile(slow)), limit=0.4)


@pytest.mark.parametrize("quick", [r"\w+", r"(?<!\s)\s+$", r"[^\W\d_]+(?:'[^\W\d_]+)?", r"<[^<>]*>", r"\A\s*x"])
def test_one_that_does_not_is_none(quick: str) -> None:
    signal.signal(signal.SIGPROF, slow_patterns.stop)
    assert slow_patterns.slow_text(slow_patterns.Found("here", re.compile(quick))) is None
