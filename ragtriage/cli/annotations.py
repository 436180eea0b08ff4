"""What a forge shows on the line: GitHub's workflow commands, and GitLab's code quality report.

Text from cases may try to be a command of its own. Nothing of it can: each fault is one line, and whatever
means something to the runner is escaped. Source of the rules: `escapeData` and `escapeProperty` of
github.com/actions/toolkit.
"""

import hashlib
from collections.abc import Sequence
from typing import TYPE_CHECKING

from ragtriage.text import one_line

if TYPE_CHECKING:
    from ragtriage.review.checking import Fault

_DATA: dict[str, str | int | None] = {"%": "%25", "\r": "%0D", "\n": "%0A"}
_PROPERTY: dict[str, str | int | None] = {**_DATA, ":": "%3A", ",": "%2C"}


def github(fault: "Fault", prefix: str) -> str:
    """One fault as `::error file=…,line=…::…`; `prefix` is the workspace's folder in the repository."""
    places = {"file": prefix + fault.key, "line": fault.line, "col": fault.column, "title": title(fault)}
    told = ",".join(f"{name}={_escaped(str(value), _PROPERTY)}" for name, value in places.items() if value)
    return f"::{fault.level} {told}::{_escaped(message(fault), _DATA)}"


def gitlab(faults: "Sequence[Fault]", prefix: str) -> list[dict[str, object]]:
    """All faults as GitLab's code quality report (the artifact `codequality`)."""
    return [
        {
            "description": f"{fault.case_id}: {message(fault)}",
            "check_name": fault.rule,
            "fingerprint": hashlib.sha256(
                f"{fault.key} {fault.rule} {fault.title}".encode("utf-8", "replace")
            ).hexdigest(),
            "severity": "major" if fault.level == "error" else "minor",
            "location": {"path": prefix + fault.key, "lines": {"begin": fault.line or 1}},
        }
        for fault in faults
    ]


def title(fault: "Fault") -> str:
    """The rule and the case."""
    return f"{fault.rule.replace('_', ' ')}: {fault.case_id}"


def message(fault: "Fault") -> str:
    """What is wrong and what to do, on one line."""
    ended = fault.title.endswith((".", "?", "!"))
    return one_line(f"{fault.title}{'' if ended else ';'} {fault.next_step}" if fault.next_step else fault.title)


def _escaped(text: str, by: dict[str, str | int | None]) -> str:
    # The runner still looks for the older form, `##[command]`, anywhere in a line.
    return one_line(text).replace("##[", "## [").translate(str.maketrans(by))
