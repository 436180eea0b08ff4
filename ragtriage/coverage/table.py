"""What the golden set covers: how many cases of each kind there are, and how they fare.

A line is a filter and what it keeps, so that its count and the cases behind it cannot differ. Shares are of the active
cases, the only ones that are judged.
"""

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace

from ragtriage.coverage.document_use import DocumentUse, uncovered
from ragtriage.triage.filters import Filter, Term, parse_filter
from ragtriage.triage.model import QueueRow
from ragtriage.triage.rarity import RARE_UNDER

DOCUMENTS_SHOWN = 12
"""Documents without a case that get a line, and as many of those with most cases."""
STANDING = ("answer", "evidence", "origin", "care")
"""The groups of lines that every golden set has."""
_JUDGED = ("passed", "failed", "error", "unstable", "disputed")


@dataclass(frozen=True, slots=True)
class CoverageLine:
    """One kind of case."""

    group: str
    """One of STANDING, or intent, tag, document."""
    name: str
    about: str
    """What it counts, in a sentence; empty where the name says it."""
    filter: str
    """Keeps the cases it counts, in the grammar of filters."""
    cases: int
    share: float | None
    """Of the active cases, 0 to 1; None where it counts others."""
    passed: int
    judged: int
    """Active cases that passed in the latest run, of so many that passed, failed, erred or were unstable."""
    judged_right: int = 0
    """Of those that passed, the ones whose answer a person judged right."""
    thin: bool = False
    """Whether there is none, or too few to tell a rate."""
    retrieved: int | None = None
    """For a document: outputs of the latest runs that had it in the prompt."""


@dataclass(frozen=True, slots=True)
class Table:
    """All the lines, and what they rest on."""

    active: int
    drafts: int
    retired: int
    lines: tuple[CoverageLine, ...]
    documents: tuple[DocumentUse, ...] = field(repr=False, default=())
    """All of the snapshot; none when the workspace names no snapshot."""

    def line(self, name: str) -> CoverageLine | None:
        """One of the lines that are not of an intent, a tag or a document; None where it is left out."""
        return next((one for one in self.lines if one.group in STANDING and one.name == name), None)

    def cases(self, name: str) -> int:
        """How many cases such a line has."""
        line = self.line(name)
        return line.cases if line else 0


_STANDING = (
    ("answer", "answerable", "Cases that the documents answer.", "answerable:true"),
    ("answer", "to decline", "Questions that must be refused: they test refusals.", "answerable:false"),
    ("answer", "not in corpus", "To decline, as no document says it.", "answerable:false because:not_in_corpus"),
    ("answer", "not permitted", "To decline, as this user may not see it.", "answerable:false because:not_permitted"),
    ("answer", "out of scope", "To decline, as it is not for this system.", "answerable:false because:out_of_scope"),
    ("answer", "no reason given", "To decline, and the case does not say why.", 'answerable:false because:""'),
    ("answer", "reference", "The case says in a reference answer what is right.", "reference:true"),
    ("answer", "no reference", "Answerable, and no reference answer to hold an answer against.",
     "answerable:true reference:false"),
    ("answer", "nuggets", "Single facts that a good answer states.", "nuggets:1+"),
    ("evidence", "single source", "All the evidence that is needed is in one document.", "documents:1"),
    ("evidence", "multi-source", "The answer needs evidence of two documents or more; of alternatives one counts.",
     "documents:2+"),
    ("evidence", "background only", "No piece of evidence is required: recall asks for nothing.",
     "answerable:true evidence:1+ documents:0"),
    ("evidence", "no evidence", "Answerable, and nothing is quoted: its retrieval can't be scored.",
     "answerable:true evidence:0"),
    ("evidence", "superseded", "Read in an older version of its document than the snapshot's, or in a document that"
     " another one replaces.", "label:superseded"),
    ("origin", "users", "Asked by users: a complaint, a ticket or a log.", "origin:user"),
    ("origin", "experts", "Written by experts.", "origin:expert"),
    ("origin", "synthetic", "Made by a model.", "origin:synthetic"),
    ("origin", "synthetic, unreviewed", "Made by a model, and nobody has looked at it.",
     "origin:synthetic reviewed:false"),
    ("origin", "synthetic, copied", "Made by a model, and worded as the document is that answers it.", "label:copied"),
    ("origin", "not said", "The case has no `source`.", 'origin:""'),
    ("care", "must pass", "High risk: never averaged.", "must_pass:true"),
    ("care", "rare", f"Fewer than {RARE_UNDER} active cases share its intent or, without one, any of its tags.",
     "rare:true"),
    ("care", "unreviewed", "`reviewed_by` is empty: one person's word, or a model's.", "reviewed:false"),
    ("care", "no intent or tag", "No slice shows how it fares.", 'intent:"" tag:""'),
    ("care", "suspect label", "Lint has a reason to doubt the label.", "label:suspect"),
)  # fmt: skip
_REASONS = ("not in corpus", "not permitted", "out of scope", "no reason given")
"""Lines that say nothing while there is nothing to decline."""
_FAULTS = ("no reason given", "no reference", "background only", "no evidence", "superseded",
           "synthetic, unreviewed", "synthetic, copied", "not said", "unreviewed", "no intent or tag",
           "suspect label")  # fmt: skip
"""Lines that are thin for having any; without any they are left out."""
_WANTED = ("answerable", "to decline", "multi-source", "users", "must pass")
"""Lines that are thin for having none."""


def coverage_table(rows: Sequence[QueueRow], documents: Iterable[DocumentUse] = ()) -> Table:
    """The table of a golden set; `rows` are all its cases, with their states in the run that rates are told of."""
    active = [row for row in rows if row.status == "active"]
    drafts, retired = (sum(row.status == status for row in rows) for status in ("draft", "retired"))
    documents = tuple(documents)
    lines = [_with_count(_standing(*one, active), active) for one in _STANDING]
    declined = any(line.cases for line in lines if line.name == "to decline")
    lines = [line for line in lines if line.cases or line.name not in (_FAULTS if declined else (*_FAULTS, *_REASONS))]
    if drafts:
        about = "Not judged until they are finished; not among the active cases."
        lines.append(CoverageLine("care", "drafts", about, "status:draft", drafts, None, 0, 0, thin=True))
    lines += _by_word("intent", active, [((row.intent,) if row.intent else ()) for row in active])
    lines += _by_word("tag", active, [row.tags for row in active])
    lines += _by_document(active, documents)
    return Table(len(active), drafts, retired, tuple(lines), documents)


def _standing(group: str, name: str, about: str, keeps: str, active: Sequence[QueueRow]) -> CoverageLine:
    wanted = parse_filter(f"status:active {keeps}")
    line = _line(group, name, about, wanted, [row for row in active if wanted.keeps(row)], len(active))
    return replace(line, thin=name in (_FAULTS if line.cases else _WANTED))


def _with_count(line: CoverageLine, active: Sequence[QueueRow]) -> CoverageLine:
    """Of nuggets also how many there are: a case has several."""
    if line.name != "nuggets" or line.group != "answer":
        return line
    count = sum(row.about.nuggets for row in active)
    return replace(line, about=f"{line.about.removesuffix('.')}: {count} nugget{'s' * (count != 1)}.")


def _line(
    group: str, name: str, about: str, wanted: Filter, kept: Sequence[QueueRow], of: int, retrieved: int | None = None
) -> CoverageLine:
    passed = sum(row.state == "passed" for row in kept)
    judged = sum(row.state in _JUDGED for row in kept)
    share = len(kept) / of if of else 0.0
    right = sum(row.state == "passed" and row.answer == "right" for row in kept)
    return CoverageLine(group, name, about, str(wanted), len(kept), share, passed, judged, right, retrieved=retrieved)


def _by_word(key: str, active: Sequence[QueueRow], words: Sequence[Sequence[str]]) -> list[CoverageLine]:
    """A line for each intent or tag, most cases first. Upper and lower case are one, as in a filter."""
    found: dict[str, list[QueueRow]] = {}
    called: dict[str, str] = {}
    for row, some in zip(active, words, strict=True):
        for folded, word in {word.casefold(): word for word in reversed(some)}.items():
            called.setdefault(folded, word)
            found.setdefault(folded, []).append(row)
    lines = [
        _line(key, called[folded], "", _keeping(key, called[folded]), kept, len(active))
        for folded, kept in sorted(found.items(), key=lambda one: (-len(one[1]), one[0]))
    ]
    return [replace(line, thin=line.cases < RARE_UNDER) for line in lines]


def _keeping(key: str, value: str) -> Filter:
    return Filter((Term("status", ("active",)), Term(key, (value,))))


def _by_document(active: Sequence[QueueRow], documents: Sequence[DocumentUse]) -> list[CoverageLine]:
    """How many documents have a case, those that want one most, and those with most cases."""
    quoting: dict[str, list[QueueRow]] = {}
    for row in active:
        for doc_id in json.loads(row.about.quoted):
            quoting.setdefault(doc_id, []).append(row)
    bare = uncovered(documents)[:DOCUMENTS_SHOWN]
    most = sorted(documents, key=lambda one: (-len(quoting.get(one.doc_id, ())), one.doc_id))[:DOCUMENTS_SHOWN]
    out = []
    for one in (*bare, *(one for one in most if one.doc_id in quoting)):
        kept, name = quoting.get(one.doc_id, []), one.doc_id
        line = _line("document", name, one.title, _keeping("doc", name), kept, len(active), one.retrieved)
        out.append(replace(line, thin=not one.cases))
    return out
