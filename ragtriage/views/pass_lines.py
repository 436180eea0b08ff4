"""What a pass rests on, in words: what code saw, and whether a person read the answer.

Code sees that the evidence was there and that the system did not decline. An answer that says the opposite of its
reference passes by that; so no pass is told without saying whether somebody judged its answer.
"""

from ragtriage.triage.answers import Standing, notes, who_says
from ragtriage.triage.diagnosis_input import DiagnosisInput
from ragtriage.views.signs import pass_sign
from ragtriage.views.story import Line, Role, Span

NOT_JUDGED = "answer not judged"


def rests_on(seen: DiagnosisInput) -> str:
    """`evidence in the prompt, not refused`: the criteria that were asked and are met."""
    words = {
        "evidence": f"evidence within the first {seen.k}" if seen.asked_at_k else "evidence in the prompt",
        "refusal": "not refused" if seen.case.answerable else "declined, as it should be",
        "citations": "no citation fabricated" if seen.output.citations else "nothing cited",
    }
    return ", ".join(words[name] for name in seen.judgement.met) or "no criterion is asked for (pass_when)"


def pass_line(seen: DiagnosisInput) -> Line:
    """`✓? Passes by code: evidence in the prompt, not refused · answer not judged`."""
    sign, role = pass_sign("passed", seen.judgement.answer)
    said: tuple[Span, ...]
    if seen.judgement.answer == "right":
        said = (Span("It passes: ", "strong"), Span(f"{rests_on(seen)} · answer {who_says(seen.opinions)}"))
    else:
        said = (Span("Passes by code: ", "strong"), Span(f"{rests_on(seen)} · "), Span(NOT_JUDGED, "warn"))
    return Line((Span(f"{sign} ", role), *said), hang=3)


def judged_lines(seen: DiagnosisInput) -> list[Line]:
    """`judged  wrong, says mk: names the wrong plan`, over the answer; nothing where nobody judged it."""
    if not seen.opinions:
        return []
    roles: dict[Standing, Role] = {"right": "good", "wrong": "bad", "disputed": "warn"}
    noted = notes(seen.opinions)
    said = f"{who_says(seen.opinions)}{f': {noted}' if noted else ''}"
    return [Line((Span("judged  ", "dim"), Span(said, roles[seen.judgement.answer])), hang=8)]
