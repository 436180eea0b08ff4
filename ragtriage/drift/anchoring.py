"""Where every quote of the golden set stands in a snapshot.

The engine in `anchors` answers for all quotes in one pass. What it said is kept in the index under the quote and the
snapshots it rests on, so that a corrected quote asks for one answer and not for all. Here is also said which past a
quote is held against: see `Anchoring.before`.
"""

import hashlib
import json
import sqlite3
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from ragtriage.cases.model import Case, Evidence, Quote
from ragtriage.cases.store import CaseStore
from ragtriage.corpus.snapshot import SnapshotStore
from ragtriage.disk.database import exclusive
from ragtriage.disk.edits import Steps
from ragtriage.disk.rows import keep_text, kept_text, put_rows
from ragtriage.metrics.matching import Located

if TYPE_CHECKING:
    from ragtriage.anchors.anchor import Anchor
    from ragtriage.anchors.letters import LettersCache

ENGINE_VERSION = 12
"""Raised when the engine can say something else about the same quote and snapshots."""

Progress = Callable[[int, int], None]
"""Told characters read, and of how many."""

_COUNTING = frozenset({"renamed", "reworded", "split", "context_changed"})
"""States that stay in the means although the quote does not plainly stand in its document."""
_LETTERS_HELD = 30_000_000
"""Letters of documents kept in memory between two searches, two bytes each."""


@dataclass(frozen=True, slots=True)
class Item:
    """One quote of a case, and what became of it."""

    case_id: str
    evidence: int
    """Index into the case's evidence."""
    alternative: int
    """Index into its `any_of`; 0 for plain evidence."""
    alternatives: int
    """How many quotes that piece of evidence has."""
    quote: Quote
    anchor: "Anchor"

    @property
    def key(self) -> str:
        """Names it in lists: `billing/0142 1`, or `billing/0142 2b` for the second of several that will do."""
        letter = "" if self.alternatives == 1 else chr(ord("a") + self.alternative % 26)
        return f"{self.case_id} {self.evidence + 1}{letter}"

    @property
    def wants_a_person(self) -> bool:
        """Whether someone must look: nothing is accepted for being similar."""
        return not self.anchor.accepted_unseen and not self.anchor.any_place_will_do

    @property
    def is_open(self) -> bool:
        """Whether it was accepted saying something else, and what the case says of it was not looked at since."""
        return bool(self.quote.recheck)

    @property
    def to_write(self) -> bool:
        """Whether there is something to write that no one need look at: the new id of a renamed document."""
        return self.anchor.accepted_unseen and self.anchor.doc_id != self.quote.doc_id


class Anchoring:
    """The quotes of a workspace's cases in its snapshots. Belongs to the thread of `db`."""

    def __init__(self, db: sqlite3.Connection, cases: CaseStore, snapshots: SnapshotStore) -> None:
        self._db, self._cases, self._snapshots = db, cases, snapshots
        self._ages: tuple[list[str], list[tuple[str, str, str]]] = ([], [])

    # -- the past

    def before(self, quote: Quote, snapshot: str) -> str:
        """The snapshot that a quote in `snapshot` is held against.

        The newest one made earlier in which its document holds the words once, where prefix and suffix agree if it has
        any: what stood around them there tells places apart, and shows what changed around them. Where there is none,
        the oldest in which they stand several times: they were never told apart, and any of them will do. Else
        `snapshot` itself: the words were taken from it, which is so of every quote that a person accepted.

        What the case gives to tell the place, and what stands nowhere in `snapshot`, tells nothing of the past: the
        words alone do, so that what turned them is seen.

        Where `under` is all that the quote stands under in `snapshot`, it was written of that or of the same: a past
        in which more stood above is another.
        """
        named = bool(quote.prefix or quote.suffix or quote.under)
        if named and not self._places(quote, snapshot, whole=False):
            quote = replace(quote, prefix="", suffix="", under=())
        several = snapshot
        whole = bool(quote.under) and self._places(quote, snapshot, whole=True) > 0
        for name in self._earlier(snapshot):
            places = self._places(quote, name, whole=whole)
            if places == 1:
                return name
            if places:
                several = name
        return several

    def _places(self, quote: Quote, snapshot: str, *, whole: bool) -> int:
        """How often the quote's document holds its words in a snapshot, prefix, suffix and `under` agreeing; 1 where
        the case says which place is meant. `whole`: only where `under` is all that they stand under."""
        from ragtriage.anchors.locate import nth_verbatim
        from ragtriage.anchors.under import is_whole, quote_places

        text = self._snapshots.text(snapshot, quote.doc_id)
        if not text:
            return 0
        if (at := nth_verbatim(quote.quote, text, quote.occurrence)) is not None:
            return int(not whole or is_whole(quote.under, text, at))
        found = [place for place in quote_places(quote, text) if not place.context_differs]
        return sum(not whole or is_whole(quote.under, text, place.start) for place in found)

    def _earlier(self, snapshot: str) -> list[str]:
        """Snapshots made before this one, newest first."""
        names = [name for _, name, _ in self._by_age()]
        return list(reversed(names[: names.index(snapshot)])) if snapshot in names else []

    def newer(self, snapshot: str) -> str | None:
        """The newest snapshot, if it was made after this one."""
        names = [name for _, name, _ in self._by_age()]
        return names[-1] if snapshot in names and names[-1] != snapshot else None

    def _by_age(self) -> list[tuple[str, str, str]]:
        """(made, name, content) of each snapshot, oldest first; of those made in one second, by name."""
        names = self._snapshots.names()
        if names != self._ages[0]:
            manifests = [self._snapshots.manifest(name) for name in names]
            self._ages = (names, sorted((one.created, one.name, one.sha256) for one in manifests))
        return self._ages[1]

    def stamp(self, snapshot: str) -> str:
        """16 hex digits over all that an anchor in `snapshot` rests on beside the quote."""
        contents = {name: content for _, name, content in self._by_age()}
        ground = [ENGINE_VERSION, *(contents.get(name, "") for name in (snapshot, *self._earlier(snapshot)))]
        return hashlib.sha256(json.dumps(ground).encode()).hexdigest()[:16]

    # -- asking

    def items(self, snapshot: str, progress: Progress | None = None) -> list[Item]:
        """Every quote of the cases that are not retired, in `snapshot`, in the order of ids.

        Raises SnapshotError for a name that no snapshot bears.
        """
        return self.items_of((case for case in self._cases.cases() if case.status != "retired"), snapshot, progress)

    def items_of(self, cases: Iterable[Case], snapshot: str, progress: Progress | None = None) -> list[Item]:
        """Every quote of these cases, in `snapshot`."""
        places = [(case.id, *place) for case in cases for place in quotes_of(case)]
        anchors = self.anchors({quote for *_, quote in places}, snapshot, progress)
        return [
            Item(case_id, evidence, alternative, count, quote, anchors[quote])
            for case_id, evidence, alternative, count, quote in places
        ]

    def of_case(self, case: Case, snapshot: str) -> "tuple[tuple[Anchor, ...], ...]":
        """The anchors of a case's evidence, each with one for each quote that will do."""
        anchors = self.anchors([quote for *_, quote in quotes_of(case)], snapshot)
        return tuple(tuple(anchors[quote] for quote in evidence.any_of) for evidence in case.evidence)

    def anchors(
        self, wanted: Iterable[Quote], snapshot: str, progress: Progress | None = None
    ) -> "dict[Quote, Anchor]":
        """What became of each quote in `snapshot`; only those not asked about before are looked for."""
        keys = {quote: _key(quote) for quote in wanted}
        if not keys:
            return {}
        stamp = self.stamp(snapshot)
        kept = self._kept(keys.values(), snapshot, stamp)
        missing = [quote for quote, key in keys.items() if key not in kept]
        if missing:
            found = self._search(missing, snapshot, progress)
            rows = [(snapshot, keys[quote], stamp, json.dumps(asdict(found[quote]))) for quote in missing]
            with exclusive(self._db):
                put_rows(self._db, "anchors", ("snapshot", "quote", "stamp", "body"), rows)
            kept |= {row[1]: row[3] for row in rows}
        return {quote: anchor_of(json.loads(kept[key])) for quote, key in keys.items()}

    def _kept(self, keys: Iterable[str], snapshot: str, stamp: str) -> dict[str, str]:
        wanted = list(keys)
        query = "SELECT quote, body FROM anchors WHERE snapshot = ? AND stamp = ?"
        if len(wanted) > 100:
            return {row[0]: row[1] for row in self._db.execute(query, (snapshot, stamp))}
        marks = ", ".join("?" * len(wanted))
        return {
            row[0]: row[1] for row in self._db.execute(f"{query} AND quote IN ({marks})", (snapshot, stamp, *wanted))
        }

    def _search(self, missing: Sequence[Quote], snapshot: str, progress: Progress | None) -> "dict[Quote, Anchor]":
        from ragtriage.anchors.reanchor import reanchor_all

        texts = self._snapshots.stored_texts(snapshot)
        by_past: dict[str, list[Quote]] = defaultdict(list)
        for quote in sorted(missing, key=lambda quote: quote.doc_id):  # a document's normalised text is held a while
            by_past[self.before(quote, snapshot)].append(quote)
        found: dict[Quote, Anchor] = {}
        for name, quotes in by_past.items():
            old = texts if name == snapshot else self._snapshots.stored_texts(name)
            found |= zip(
                quotes, reanchor_all(quotes, texts, old, cache=letters_cache(), progress=progress), strict=True
            )
        return found

    # -- the queue of a snapshot, as last kept

    def keep(self, snapshot: str, progress: Progress | None = None) -> None:
        """Work out every quote of the golden set in `snapshot`, and keep those with something to do."""
        waiting = [one for one in self.items(snapshot, progress) if one.wants_a_person or one.to_write or one.is_open]
        body = json.dumps([asdict(item) for item in waiting])
        keep_text(self._db, f"anchors {snapshot}", body, self.stamp(snapshot))

    def waiting(self, snapshot: str) -> list[Item] | None:
        """The quotes with something to do as last kept, by id; None when they were not yet looked for."""
        body = kept_text(self._db, f"anchors {snapshot}", self.stamp(snapshot))
        return None if body is None else [item_of(one) for one in json.loads(body)]


@lru_cache(maxsize=1)
def letters_cache() -> "LettersCache":
    """The letters of documents, for all workspaces of the process: kept by what a text says, not by whose it is."""
    from ragtriage.anchors.letters import LettersCache

    return LettersCache(_LETTERS_HELD)


def quotes_of(case: Case) -> Iterator[tuple[int, int, int, Quote]]:
    """(index of the evidence, index of the alternative, how many alternatives, quote) of each quote of a case."""
    for number, evidence in enumerate(case.evidence):
        for index, quote in enumerate(evidence.any_of):
            yield number, index, len(evidence.any_of), quote


def located(case: Case, anchors: "Sequence[Sequence[Anchor]]") -> dict[Quote, Located]:
    """Where those of a case's quotes stand that may count although their document says them otherwise or elsewhere."""
    found = {}
    for evidence, alternatives in zip(case.evidence, anchors, strict=True):
        for quote, anchor in zip(evidence.any_of, alternatives, strict=True):
            if anchor.state in _COUNTING and anchor.doc_id and not anchor.quarantined:
                found[quote] = Located(anchor.doc_id, anchor.start, anchor.end, anchor.score)
    return found


def quarantined(evidence: Sequence[Evidence], anchors: "Sequence[Sequence[Anchor]]") -> tuple[bool, ...]:
    """Whether each piece of evidence is out of the means: when all quotes that will do are.

    What was judged irrelevant (grade 0) counts nowhere, and puts no case out by being gone.
    """
    return tuple(
        piece.relevant and all(anchor.quarantined for anchor in alternatives)
        for piece, alternatives in zip(evidence, anchors, strict=True)
    )


def quote_path(data: Any, item: Item) -> Steps:
    """Where the quote stands in the data of its case's file, which may write a single quote under `any_of` too."""
    entry = data["evidence"][item.evidence]
    return ("evidence", item.evidence, *(("any_of", item.alternative) if "any_of" in entry else ()))


def _key(quote: Quote) -> str:
    parts: list[object] = [quote.doc_id, quote.quote, quote.prefix, quote.suffix]
    parts += [quote.occurrence] if quote.occurrence else []
    parts += [list(quote.under)] if quote.under else []
    return hashlib.sha256(json.dumps(parts).encode()).hexdigest()[:24]


def item_of(body: Mapping[str, Any]) -> Item:
    """An item from its JSON."""
    values = dict(body)
    lists = {name: tuple(body["quote"].get(name, ())) for name in ("recheck", "under")}
    values["quote"] = Quote(**body["quote"] | lists)
    values["anchor"] = anchor_of(body["anchor"])
    return Item(**values)


def anchor_of(body: Mapping[str, Any]) -> "Anchor":
    """An anchor from its JSON."""
    from ragtriage.anchors.anchor import Anchor, Candidate
    from ragtriage.anchors.guard import WordChange

    values = dict(body)
    values["diff"] = tuple(WordChange(**one | {"kinds": tuple(one["kinds"])}) for one in body["diff"])
    values["flags"] = tuple(body["flags"])
    values["alternatives"] = tuple(Candidate(**one) for one in body["alternatives"])
    values["gaps"] = tuple(tuple(gap) for gap in body["gaps"])
    return Anchor(**values)
