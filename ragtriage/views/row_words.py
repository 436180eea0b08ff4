"""What the words of a row mean: diagnoses as people say them, and a sentence for each word that a list shows."""

from collections.abc import Iterator

from ragtriage.triage.model import Badge, DiagnosisId, QueueRow, State
from ragtriage.views.signs import pass_word

_DIAGNOSIS_WORDS: dict[DiagnosisId, str] = {"drift": "label drift", "over_declined": "declined wrongly"}
"""Those that their ids do not say."""
_DIAGNOSES: dict[DiagnosisId, str] = {
    "drift": "a quote of its evidence is gone from the snapshot, or must be looked at under Anchors",
    "recheck": "a quote was accepted that says something else; its answer and nuggets were not looked at since",
    "not_retrieved": "no passage that came back holds the evidence",
    "not_in_context": "the evidence came back, and was not in the prompt",
    "split": "chunking cut the evidence in two, and not all of it was in the prompt",
    "noise": "the evidence was in the prompt, behind much that is about something else",
    "over_declined": "it declined, although the evidence was in the prompt",
    "false_answer": "it answered a question that it should decline",
    "fabricated_citation": "it cites a passage that was not in its prompt",
    "wrong_answer": "a person says that the answer is wrong",
    "disputed_answer": "people do not agree on the answer",
    "no_configuration": "no configuration passes it: the label may be wrong, or the documents do not say it",
    "error": "the system gave an error instead of an answer",
    "unscored": "something that the criteria need was not given",
}
_STATES: dict[State, str] = {
    "passed": "what code can decide holds; the answer itself was not judged by a person",
    "failed": "a criterion of pass_when does not hold",
    "error": "the system gave an error instead of an answer",
    "unstable": "repeats of the same question differ",
    "disputed": "people do not agree on the answer",
    "quarantined": "its label must be looked at first; it is out of every mean",
    "unscored": "something that the criteria need was not given",
}
_BADGES: dict[Badge, str] = {
    "new": "it fails for the first time",
    "back": "it fails again, after it passed",
    "still": "it failed before, too",
    "decided": "a cause was named, and holds while case, snapshot and what fails stay as they are",
    "fixed": "it failed before, and passes",
}


def diagnosis_words(diagnosis: DiagnosisId) -> str:
    """A diagnosis as people say it: `label drift`, `not in context`."""
    return _DIAGNOSIS_WORDS.get(diagnosis) or diagnosis.replace("_", " ")


def explained(row: QueueRow) -> Iterator[str]:
    """What each word of a row means, one sentence each."""
    if row.badge in _BADGES:
        yield f"{'done' if row.badge == 'decided' else row.badge}: {_BADGES[row.badge]}"
    for diagnosis in row.diagnoses:
        yield f"{diagnosis_words(diagnosis)}: {_DIAGNOSES[diagnosis]}"
    if row.state == "passed" and row.answer == "right":
        yield "right: a person read the answer and says that it is right"
    elif row.state != "failed":
        yield f"{pass_word(row.state, row.answer)}: {_STATES[row.state]}"
    if row.passes_none:
        yield f"none pass: {_DIAGNOSES['no_configuration']}"
    if row.suspect:
        yield "suspect: something speaks against the label; its story says what"
