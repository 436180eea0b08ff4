"""Writing what became of quotes: accepting a place, and moving the golden set to another snapshot.

Only what differs is written. Words that are the same tokens stay as their author wrote them; a place that its words do
not tell from others is written as prefix and suffix, other headings above it as `under`.
"""

import difflib
import re
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path

from ragtriage.anchors.anchor import Anchor
from ragtriage.anchors.locate import find_quoted, occurrence_at
from ragtriage.anchors.under import path_at, quote_places
from ragtriage.cases.model import Quote
from ragtriage.cases.rechecking import marked, stated
from ragtriage.cases.store import CaseStore
from ragtriage.corpus.snapshot import SnapshotStore
from ragtriage.corpus.versions import version_of
from ragtriage.disk.edits import Edit, RemoveField, SetField
from ragtriage.disk.files import FileChange, Write, read_bytes
from ragtriage.drift.anchoring import Anchoring, Item, Progress, quote_path
from ragtriage.errors import SettingsError, UsageError

CERTAIN = frozenset(
    {"exact", "normalized", "renamed", "moved", "split", "context_changed", "reworded", "meaning_changed"}
)
"""States that name one place. `apply --accept` writes no other."""

Past = Callable[[Quote], str]
"""quote → what its document said in the snapshot that it is held against."""


class UnsettledError(UsageError):
    """What would be written at a place is no quote of it: someone would have to look at it again."""


_AROUND = (40, 80, 160, 320)
"""Characters of prefix and suffix: the first that tell the place from others will do."""
_FAR_AROUND = (640, 1280, 2560, 5120)
"""Likewise, where not even what the place stands under tells it."""


@dataclass(frozen=True, slots=True)
class ChosenPlace:
    """A place that someone chose for a quote."""

    doc_id: str
    start: int
    """Code points of the document's text."""
    end: int
    gaps: tuple[tuple[int, int], ...] = ()
    """Spans inside that are not the quote's: page furniture."""


def spot_of(anchor: Anchor) -> ChosenPlace | None:
    """The anchor's own place; None when the quote is lost."""
    return ChosenPlace(anchor.doc_id, anchor.start, anchor.end, anchor.gaps) if anchor.doc_id is not None else None


def words_at(text: str, spot: ChosenPlace) -> str:
    """The words at a place, white space made single: line breaks are the extractor's."""
    pieces, at = [], spot.start
    for start, end in (*spot.gaps, (spot.end, spot.end)):
        pieces += text[at:start].split()
        at = end
    return " ".join(pieces)


def same_words(item: Item, text: str, spot: ChosenPlace) -> bool:
    """Whether the place holds the quote's own tokens, in another dress at most."""
    from ragtriage.anchors.guard import identical

    return identical(item.quote.quote, words_at(text, spot)) or identical(item.quote.quote, text[spot.start : spot.end])


def says_otherwise(item: Item, text: str, spot: ChosenPlace) -> bool:
    """Whether the place says something else than the quote did: then so may the answer that was written from it.

    Harmless rewording does not; other words do, and the same words where what stands around them turned their meaning.
    """
    from ragtriage.anchors.guard import word_changes

    anchor = item.anchor
    own = spot.doc_id == anchor.doc_id and spot.start < anchor.end and anchor.start < spot.end
    if own and anchor.state == "meaning_changed":
        return True
    if same_words(item, text, spot):
        return False
    return any(one.kinds for one in word_changes(item.quote.quote, text, spot.start, spot.end, spot.gaps))


Fields = Mapping[str, object]
"""What is to be written of a quote, by name; an empty value takes the field away."""


def fields_for(item: Item, spot: ChosenPlace, text: str, past: "Past | None" = None) -> dict[str, object]:
    """The fields of the quote that must change for it to stand at `spot` of a document whose text is `text`.

    An empty value takes the field away. Prefix, suffix and `under` are written only where without them the place would
    be asked about again: where the words stand several times, or did, and where what stands around them has changed.
    `past`: what the document said in the snapshot that a quote is held against; without it, the same.

    Raises UnsettledError when the engine would not take the new quote for one that stands there.
    """
    past = past or (lambda _: text)
    quote = item.quote
    words = quote.quote if same_words(item, text, spot) else words_at(text, spot)
    told = _told(replace(quote, doc_id=spot.doc_id, quote=words), spot, text, past)
    new = Quote(spot.doc_id, words, prefix=told.prefix, suffix=told.suffix, under=told.under)
    if quote.occurrence and not _accepted_at(new, spot, text, past(new)):
        new = replace(new, occurrence=occurrence_at(words, text, spot.start))
    _check(item, new, spot, text, past(new))
    wanted = {name: getattr(new, name) for name in _WRITTEN if getattr(new, name) != getattr(quote, name)}
    return {name: list(value) if isinstance(value, tuple) else value for name, value in wanted.items()}


_WRITTEN = ("doc_id", "quote", "prefix", "suffix", "occurrence", "under")


def _check(item: Item, new: Quote, spot: ChosenPlace, text: str, past: str) -> None:
    """Ask the engine about the quote before it is written: accepted means that nobody need look at it again.

    The author's own words may be `split`: a page's foot and head stand inside them, and that has been seen.
    """
    from ragtriage.anchors.reanchor import reanchor

    found = reanchor(new, text, past)
    if found.any_place_will_do:
        return
    here = found.start < spot.end and spot.start < found.end
    if here and (found.accepted_unseen or (found.state == "split" and new.quote == item.quote.quote)):
        return
    if spot.gaps or found.gaps:
        inside = f"{item.key}: other lines stand inside the words"
        raise UnsettledError(inside, next_step="< or } shorten the quote, e corrects it")
    why = found.reason or f"it would be {found.state.replace('_', ' ')} there"
    raise UnsettledError(f"{item.key}: not accepted, {why}", next_step="< > { } move its edges, e corrects it")


def _told(quote: Quote, spot: ChosenPlace, text: str, past: Past) -> Quote:
    """The quote with what little tells its place for good: what it has already, else what stands around or above it."""
    for told in _ways_to_tell(quote, spot, text, past):
        if _accepted_at(replace(told, occurrence=0), spot, text, past(told)):
            return told
    prefix, suffix = ("", "") if len(find_quoted(quote.quote, text)) < 2 else _beside(text, spot, _AROUND[0])
    return replace(quote, prefix=prefix, suffix=suffix, under=())


def _ways_to_tell(quote: Quote, spot: ChosenPlace, text: str, past: Past) -> Iterator[Quote]:
    """The quote told as it is, by the headings above it where they are others, by the words beside it, by both."""
    yield quote
    bare = replace(quote, prefix="", suffix="", under=())
    paths = list(dict.fromkeys(path_at(text, spot.start, whole=whole) for whole in (False, True)))
    before = quote_places(bare, past(bare))
    moved = before and all(path_at(past(bare), place.start) != paths[-1] for place in before)
    above = [replace(one, under=path) for one in dict.fromkeys((replace(quote, under=()), bare)) for path in paths]
    if moved:
        yield from above
    alone = len(find_quoted(quote.quote, text)) < 2  # then the side that changed is enough
    beside = [one for size in _AROUND for one in _sides(*_beside(text, spot, size), alone=alone)]
    yield from (replace(bare, prefix=prefix, suffix=suffix) for prefix, suffix in beside)
    if not moved:
        yield from above
    yield from (replace(bare, prefix=prefix, suffix=suffix, under=paths[-1]) for prefix, suffix in beside)
    far = (_beside(text, spot, size) for size in _FAR_AROUND)
    yield from (replace(bare, prefix=prefix, suffix=suffix) for prefix, suffix in far)


def _sides(prefix: str, suffix: str, *, alone: bool) -> list[tuple[str, str]]:
    """Prefix and suffix; where the words stand `alone`, each by itself first."""
    return [*([("", suffix), (prefix, "")] if alone else []), (prefix, suffix)]


def _beside(text: str, spot: ChosenPlace, size: int) -> tuple[str, str]:
    """Prefix and suffix of a place, of at most `size` characters each."""
    return _from_word(text, spot.start - size, spot.start), _to_word(text, spot.end, spot.end + size)


def _accepted_at(quote: Quote, spot: ChosenPlace, text: str, past: str) -> bool:
    """Whether the engine finds the quote at the place, and no one need look."""
    from ragtriage.anchors.reanchor import reanchor

    found = reanchor(quote, text, past)
    return found.accepted_unseen and found.start < spot.end and spot.start < found.end


def _from_word(text: str, start: int, end: int) -> str:
    """`text[start:end]` on one line, without the rest of a word that `start` cuts."""
    start = max(0, start)
    piece = text[start:end]
    if start and not (text[start - 1].isspace() or piece[:1].isspace()):
        piece = piece.partition(" ")[2] or piece
    return _on_one_line(piece)


def _to_word(text: str, start: int, end: int) -> str:
    """Likewise without the beginning of a word that `end` cuts."""
    piece = text[start:end]
    if end < len(text) and not (text[end].isspace() or piece[-1:].isspace()):
        piece = piece.rpartition(" ")[0] or piece
    return _on_one_line(piece)


_PARTED = re.compile(r"(?<=[^\W\d_])[-\u2010]\n\s*(?=[^\W\d_])")
"""A word that is parted at the end of a line."""


def _on_one_line(piece: str) -> str:
    return " ".join(_PARTED.sub("", piece).split())


@dataclass(frozen=True, slots=True)
class Move:
    """What moving the golden set to a snapshot would do."""

    snapshot: str
    write: Write
    """Without changes where there is nothing to write."""
    renamed: tuple[Item, ...] = ()
    """Quotes whose document is provably the old one under a new id."""
    accepted: tuple[Item, ...] = ()
    """Quotes of the cases that a person named."""
    left: tuple[Item, ...] = ()
    """Quotes that still want a person."""
    to_recheck: tuple[str, ...] = ()
    """Cases of accepted quotes that say something else now: their answer and nuggets want a look."""

    def diff(self, root: Path) -> str:
        """What would change in which file, as a unified diff."""
        return "".join(unified_diff(self.write.changes, root))


class Mover:
    """Makes the writes. Nothing is on disk before `History.do`."""

    def __init__(self, root: Path, cases: CaseStore, snapshots: SnapshotStore, anchoring: Anchoring) -> None:
        self._root, self._cases, self._snapshots, self._anchoring = root, cases, snapshots, anchoring

    def accept(self, chosen: Sequence[tuple[Item, ChosenPlace]], snapshot: str) -> Write:
        """The write that makes each quote stand at the place chosen in `snapshot`.

        Raises UsageError when a case's quote is not the one that was looked at, UnsettledError when one would not be
        settled by it, CaseError as any edit of a case.
        """
        return self._write([(item, self._fields(item, spot, snapshot)) for item, spot in chosen], snapshot)

    def _write(self, chosen: Sequence[tuple[Item, Fields]], snapshot: str) -> Write:
        by_case: dict[str, list[tuple[Item, Fields]]] = defaultdict(list)
        for item, fields in chosen:
            if fields:
                by_case[item.case_id].append((item, fields))
        changes = [change for case_id, some in by_case.items() for change in self._edited(case_id, some)]
        keys = tuple(item.key for item, _ in chosen)
        named = keys[0] if len(keys) == 1 else f"{len(keys)} quotes"
        return Write(f"{named}: accepted in {snapshot}", tuple(changes), keys)

    def _fields(self, item: Item, spot: ChosenPlace, snapshot: str) -> Fields:
        """What is to be written, and what of the case is to be looked at then."""
        text = self._snapshots.texts(snapshot, [spot.doc_id]).get(spot.doc_id)
        if text is None:
            raise UsageError(f"{snapshot} has no document `{spot.doc_id}`", next_step="look at the quotes again")
        fields: dict[str, object] = {**fields_for(item, spot, text, lambda quote: self._past(quote, snapshot, text))}
        if not fields or item.to_write:  # nobody reads what follows its document to another id
            return fields
        document = self._snapshots.document(snapshot, spot.doc_id)
        version = version_of(document.metadata) if document is not None else ""
        if version != item.quote.doc_version:
            fields["doc_version"] = version
        if says_otherwise(item, text, spot):
            fields |= marked(item.quote, item.quote.quote, stated(self._cases.get(item.case_id)))
        return fields

    def _past(self, quote: Quote, snapshot: str, text: str) -> str:
        name = self._anchoring.before(quote, snapshot)
        return text if name == snapshot else self._snapshots.texts(name, [quote.doc_id]).get(quote.doc_id, text)

    def _edited(self, case_id: str, some: Iterable[tuple[Item, Fields]]) -> tuple[FileChange, ...]:
        case, data = self._cases.get(case_id), self._cases.data(case_id)
        edits: list[Edit] = []
        some = list(some)
        for item, fields in some:
            alternatives = case.evidence[item.evidence].any_of if item.evidence < len(case.evidence) else ()
            if item.quote not in alternatives[item.alternative : item.alternative + 1]:
                raise UsageError(f"{item.key} is another quote by now", next_step="look at the quotes again")
            path = quote_path(data, item)
            edits += [
                SetField((*path, name), value) if value else RemoveField((*path, name))
                for name, value in fields.items()
            ]
        # The same words in the same document, which is called otherwise now: what was reviewed is what stands there.
        renamed = all(item.anchor.state == "renamed" and fields.keys() == {"doc_id"} for item, fields in some)
        return self._cases.edit(case_id, *edits, keeps_review=renamed).changes

    def plan(
        self,
        snapshot: str,
        accept: Collection[str] = (),
        *,
        setting: bool = True,
        progress: Progress | None = None,
    ) -> Move:
        """What moving the golden set to `snapshot` does: the setting, the ids of renamed documents, and the quotes of
        the cases in `accept` whose place is certain. What would not be settled by it is left.

        `setting`: whether ragtriage.yaml is to name the snapshot too. Raises UsageError for an unknown case,
        SnapshotError for an unknown snapshot.
        """
        for case_id in accept:
            self._cases.get(case_id)
        items = self._anchoring.items(snapshot, progress)
        certain = (item for item in items if item.case_id in accept and item.wants_a_person and _certain(item))
        renamed = self._settled((item for item in items if item.to_write), snapshot)
        accepted = self._settled(certain, snapshot)
        settled = {item.key for item, _ in (*renamed, *accepted)}
        left = tuple(item for item in items if (item.wants_a_person or item.to_write) and item.key not in settled)
        write = self._write((*renamed, *accepted), snapshot)
        changes = (*(self._settings(snapshot) if setting else ()), *write.changes)
        moved = Write(f"moved to {snapshot}", changes, write.items)
        to_recheck = tuple(dict.fromkeys(item.case_id for item, fields in accepted if "recheck" in fields))
        return Move(
            snapshot, moved, tuple(item for item, _ in renamed), tuple(item for item, _ in accepted), left, to_recheck
        )

    def _settled(self, items: Iterable[Item], snapshot: str) -> list[tuple[Item, Fields]]:
        """Those that are settled by what is written at their own place, with what that is."""
        found: list[tuple[Item, Fields]] = []
        for item in items:
            spot = spot_of(item.anchor)
            with suppress(UnsettledError):
                found += [(item, self._fields(item, spot, snapshot))] if spot else []
        return found

    def _settings(self, snapshot: str) -> tuple[FileChange, ...]:
        from ragtriage.disk.yaml_edit import edited

        path = self._root / "ragtriage.yaml"
        before = read_bytes(path)
        if before is None:
            raise SettingsError("there is no ragtriage.yaml", next_step="ragtriage init")
        after = edited(before, [SetField("snapshot", snapshot)], path, SettingsError)
        return () if after == before else (FileChange(path, before, after),)


def _certain(item: Item) -> bool:
    return item.anchor.state in CERTAIN


def unified_diff(changes: Iterable[FileChange], root: Path) -> Iterable[str]:
    """The changes as lines of a unified diff, paths as seen from `root`."""
    for change in changes:
        name = change.path.relative_to(root) if change.path.is_relative_to(root) else change.path
        before, after = (
            (content or b"").decode("utf-8", "replace").splitlines(keepends=True)
            for content in (change.before, change.after)
        )
        for line in difflib.unified_diff(before, after, f"a/{name}", f"b/{name}", n=1):
            yield line if line.endswith("\n") else f"{line}\n\\ No newline at end of file\n"
