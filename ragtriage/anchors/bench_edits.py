"""Edits of a document around a quote, and those inside of it: what turns its meaning, and what leaves it as it was.

Each is made from the text alone, without the engine that it measures. An edit that does not apply (no number, no
heading) makes nothing.
"""

import re

from ragtriage.anchors.bench_inside import INSIDE
from ragtriage.anchors.bench_site import Edit, Site, Where

_HEADING = re.compile(r"^#{1,6} +\S.*$|^\S.*(?=\n(?:=|-|~|\^){4,}[ \t]*$)", re.MULTILINE)


def _other_heading(site: Site) -> str | None:
    above = [match.span() for match in _HEADING.finditer(site.text, 0, site.start)]
    if not above:
        return None
    start, end = above[-1]
    marks = re.match(r"#* *", site.text[start:end])
    return site.text[:start] + (marks.group() if marks else "") + site.says.former + site.text[end:]


def _moved_under_another(site: Site) -> str | None:
    start, end = site.paragraph()
    later = list(_HEADING.finditer(site.text, end))
    if not later or not _HEADING.search(site.text, 0, start):
        return None
    at = site.text.find("\n\n", later[-1].end())
    at = len(site.text) if at < 0 else at
    return f"{site.text[:start]}{site.text[end:at]}\n\n{site.text[start:end]}{site.text[at:]}"


def _condition(site: Site) -> str:
    return site.put(site.quote[:-1] + site.says.unless + site.quote[-1])


def _list_of_what_is_not(site: Site) -> str:
    return site.around(f"{site.says.false}\n\n- ")


def _rewrapped(site: Site) -> str | None:
    return site.put(site.quote.replace(" ", "\n", 1)) if " " in site.quote and "\n" not in site.quote else None


EDITS: dict[str, tuple[Where, Edit]] = {
    "heading replaced": ("around", _other_heading),
    "heading put above": ("around", lambda site: site.around(f"## {site.says.former}\n\n")),
    "moved under another heading": ("around", _moved_under_another),
    "denied in its sentence": ("around", lambda site: site.put(site.says.deny + site.quote)),
    "condition behind": ("around", _condition),
    "head of a list in front": ("around", _list_of_what_is_not),
    "head of a passage in front": ("around", lambda site: site.around(f"{site.says.false}\n\n")),
    "taken back by the next sentence": ("around", lambda site: site.put(f"{site.quote} {site.says.revoked}")),
    "both neighbours replaced": ("around", lambda site: site.beside(site.says.elsewhere, site.says.revoked)),
    "struck through": ("around", lambda site: site.put(f"~~{site.quote}~~")),
    "in a comment": ("around", lambda site: site.around("<!--\n", "\n-->")),
    "deleted in HTML": ("around", lambda site: site.put(f"<del>{site.quote}</del>")),
    "in a block quote": ("around", lambda site: site.around("", each="> ")),
    "in a code block": ("around", lambda site: site.around("```\n", "\n```")),
    "in an admonition": ("around", lambda site: site.around(f'!!! warning "{site.says.former}"\n\n', each="    ")),
    "marked as wrong": ("around", lambda site: site.put(f"❌ {site.quote}")),
    "labelled": ("around", lambda site: site.put(f"{site.says.former}: {site.quote}")),
    "in a row of a table": (
        "around", lambda site: site.put(f"\n\n| {site.says.former} | |\n|---|---|\n| 2019 | {site.quote} |\n\n")
    ),
    "within quotation marks": ("around", lambda site: site.put(f"{site.says.false} “{site.quote}”")),
    "made a footnote": ("around", lambda site: site.put(f"\n\n[^1]: {site.says.former}. {site.quote}\n\n")),
    **{kind: ("inside", edit) for kind, edit in INSIDE.items()},
    "paragraph at the end": ("same", lambda site: f"{site.text}\n\n{site.says.elsewhere}\n"),
    "line wrapped": ("same", _rewrapped),
    "blank lines doubled": ("same", lambda site: site.around("\n", "\n")),
    "paragraph at the beginning": ("same", lambda site: f"{site.says.elsewhere}\n\n{site.text}"),
}  # fmt: skip
"""Name → (where, what it makes of the document)."""
