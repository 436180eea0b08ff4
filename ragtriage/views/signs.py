"""The sign, word and role of each state of a case or a quote: what every screen and command shows of them alike."""

from ragtriage.anchors.anchor import AnchorState
from ragtriage.triage.answers import Standing
from ragtriage.triage.model import State
from ragtriage.views.story import Role

SIGNS: dict[State, tuple[str, Role]] = {
    "passed": ("✓", "good"),
    "failed": ("✗", "bad"),
    "error": ("✗", "bad"),
    "unstable": ("~", "warn"),
    "disputed": ("~", "warn"),
    "quarantined": ("~", "warn"),
    "unscored": ("·", "dim"),
}
"""Each state's sign; the word stands beside it, so that colour is never the only sign."""


def pass_sign(state: State, answer: Standing = "") -> tuple[str, Role]:
    """A state's sign of two cells, where a pass says whether a person judged its answer."""
    if state == "passed":
        return ("✓✓", "good") if answer == "right" else ("✓?", "plain")
    sign, role = SIGNS[state]
    return f"{sign} ", role


def pass_word(state: State, answer: Standing = "") -> str:
    """A state's word; of a pass whose answer a person judged, that it is right."""
    return "right" if state == "passed" and answer == "right" else WORDS[state]


WORDS: dict[State, str] = {
    "passed": "passes",
    "failed": "fails",
    "error": "error",
    "unstable": "unstable",
    "disputed": "disputed",
    "quarantined": "quarantined",
    "unscored": "unscored",
}

STATE_ROLES: dict[AnchorState, Role] = {
    "meaning_changed": "bad",
    "lost": "bad",
    "ambiguous": "warn",
    "weak": "warn",
    "moved": "warn",
    "context_changed": "accent",
    "split": "accent",
    "reworded": "accent",
    "renamed": "good",
    "normalized": "good",
    "exact": "good",
}
"""What the words of a quote's state are."""

KIND_ROLES: dict[str, Role] = {"added": "good", "deleted": "warn", "unreadable": "bad", "renamed": "accent"}
"""Of the word that says what happened to a case; what is not here is plain."""
