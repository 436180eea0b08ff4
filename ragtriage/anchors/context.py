"""What stands around a quote, and whether the same words still say the same there.

Identical words say something else under another heading, in another row, behind “It is no longer true that”, or struck
through. So they are accepted unseen only where the sentence is whole as before, what it stands under is the same,
nothing encloses it that did not, and at least one sentence beside it is the one that was there.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import zip_longest

from ragtriage.anchors.dress import paired_marks
from ragtriage.anchors.edges import similarity
from ragtriage.anchors.guard import ChangeKind, WordChange, tokens, word_changes
from ragtriage.anchors.guard_words import HARMLESS, LIMITING, MODALS, NEGATIONS, OF_TITLES, SUBORDINATORS, same_word
from ragtriage.anchors.neighbours import put_beside
from ragtriage.anchors.normalize import normalise
from ragtriage.anchors.sentence import Bounds, beside, sentence
from ragtriage.corpus.enclosures import TURNING, enclosing
from ragtriage.corpus.headings import headings
from ragtriage.corpus.outline import Level, LevelKind, outline

_TURNING_WORDS = (NEGATIONS | SUBORDINATORS | MODALS | LIMITING) - frozenset("can could will would able when".split())
_MARKUP = re.compile(
    r"<[^<>!-][^<>\n]*>|\{ ?[#:.%][^{}\n]*\}|(?<=\])\([^()\n]*\)|\[\[[^\[\]\n]*\]\]|^\s*(?:[-*•+]|\d+[.)])\s+|[\[\]`]"
)
_ENTITIES = {"&amp;": "&", "&lt;": "<", "&gt;": ">", "&quot;": '"', "&nbsp;": " ", "&#39;": "'"}
_ENTITY = re.compile("|".join(_ENTITIES))
_ALIKE = 0.8
"""Likeness from which a sentence beside a quote is the one that was there."""
_SENTENCE_LONG, _MOSTLY = 7, 0.7
"""Words from which the head of a list is a sentence, and the share of them that is kept where it is only reworded."""
_SIGNS = re.compile(r"[✅✔☑✓❌✖✗✘☒⛔🚫⚠👍👎➕➖🟢🔴]")


@dataclass(frozen=True, slots=True)
class TextPlace:
    """A place in a text."""

    text: str
    start: int
    """Code points."""
    end: int


@dataclass(frozen=True, slots=True)
class Turn:
    """One thing around the quote that is not what it was."""

    change: WordChange
    says: str
    """A clause for a reviewer: under another heading: “Yachts” instead of “Rowing boats”."""

    @property
    def turns(self) -> bool:
        """Whether it turns what the quote says, and is not only otherwise."""
        return self.change.kinds == ("changed surroundings",)


def changed_surroundings(old: TextPlace, new: TextPlace) -> tuple[Turn, ...]:
    """What is otherwise around `new` than around `old`, those that turn what the quote says first.

    Their kind is `changed surroundings` where they turn it (a negation, condition or modal came or went; it is deleted
    or commented out) and `other surroundings` where they only differ. Offsets are those of `new`.
    """
    if old.text == new.text and (old.start, old.end) == (new.start, new.end):
        return ()
    was, now = (sentence(spot.text, spot.start, spot.end) for spot in (old, new))
    found: list[Turn] = []
    if old.start != new.start or not new.text.startswith(old.text[: old.start]):
        found += [*_enclosed(old, new), *_above(old, new)]
    beside_it = _rest_of_sentence(old, new, was, now)
    # The marks themselves are no second reason: `~~` beside what is struck through.
    found += [turn for turn in beside_it if not found or _says(turn.change.old) or _says(turn.change.new)]
    if not found:
        found += _put_beside(old, new, was, now)
    if not found:
        heads = _list_heads(old), _list_heads(new)
        found += _neighbours(beside(old.text, *was), beside(new.text, *now), now, _is_item(new.text, now[0]), heads)
    return tuple(sorted(found, key=lambda turn: not turn.turns))


def turned_alone(new: TextPlace) -> tuple[Turn, ...]:
    """What turns the quote at `new`, read from that text alone: for where nothing is known of what stood around it."""
    found = []
    taken_back = sorted(enclosing(new.text, new.start) & TURNING)
    if taken_back:
        found.append(_turn("", taken_back[0], True, f"it stands in what is {_as_told(taken_back[0])}"))
    begin, stop = sentence(new.text, new.start, new.end)
    for piece, origin in ((new.text[begin : new.start], begin), (new.text[new.end : stop], new.end)):
        words = [token.text for token in tokens(_bare(piece)) if token.text.lower() in _LIMITS]
        if words:
            change = WordChange(
                "", " ".join(piece.split()), ("changed surroundings",), 0, 0, origin, origin + len(piece)
            )
            found.append(Turn(change, f"its sentence has “{words[0]}” beside it"))
    return tuple(found)


_LIMITS = NEGATIONS | frozenset({"unless", "until", "only"})


def _rest_of_sentence(old: TextPlace, new: TextPlace, was: Bounds, now: Bounds) -> Iterator[Turn]:
    """What stands before and behind the quote in its sentence."""
    rest = [
        (spot.text[bounds[0] : spot.start], spot.text[spot.end : bounds[1]])
        for spot, bounds in ((old, was), (new, now))
    ]
    if rest[0] == rest[1]:
        return
    before, after = (_dressed(*one) for one in rest)
    edges = ((now[0], new.start), (new.end, now[1]))
    for one, other, (first, last) in zip(before, after, edges, strict=True):
        if one != other:
            signs = _SIGNS.findall(one) != _SIGNS.findall(other)
            turning = signs or _turns(one, other) or (_says(other) and not _says(one))
            yield _turn(one, other, turning, f"in its sentence {_became(one, other)}", first, last)


_BULLET = re.compile(r"(?:^|\n)[ \t]*(?:[-*•+]|\d+[.)])[ \t]*$")


def _is_item(text: str, begin: int) -> bool:
    """Whether a bullet stands before offset `begin`."""
    return bool(_BULLET.search(text[max(0, begin - 12) : begin]))


def _list_heads(place: TextPlace) -> set[str]:
    return {_words(level.text) for level in outline(place.text, place.start) if level.kind == "list"}


def _neighbours(
    old: tuple[str, str], new: tuple[str, str], bounds: Bounds, item: bool, heads: tuple[set[str], set[str]]
) -> Iterator[Turn]:
    """The sentences beside it: one that takes it back; both others than there were. Items stand for themselves.

    `heads`: of the lists it stands in, then and now. They were found to say the same as levels, and are not asked anew.
    """
    pairs = [(_words(was), _words(now)) for was, now in zip(old, new, strict=True)]
    changed = [
        was != now and similarity(was, now) < _ALIKE and not (was in heads[0] and now in heads[1]) for was, now in pairs
    ]
    for number, (was, now) in enumerate(pairs):
        if was != now and not item and _limits(was, now):
            at = bounds[number]
            yield _turn(old[number], new[number], False, f"beside it {_became(was, now)}", at, at)
            return
    if all(changed):
        was, now = next(((w, n) for w, n in pairs if n), pairs[0])
        yield _turn(*pairs[0], False, f"both sentences beside it are others: {_became(was, now)}", *bounds)


def _put_beside(old: TextPlace, new: TextPlace, was: Bounds, now: Bounds) -> Iterator[Turn]:
    for side, words in put_beside((old.text, was), (new.text, now), _words):
        where = "behind it" if side else "before it"
        yield _turn("", words, False, f"{where} “{_cut(words)}” was added", now[side], now[side])


def _limits(was: str, now: str) -> bool:
    """Whether a sentence beside it that is new may take back what it says."""
    before = {token.text.lower() for token in tokens(was)}
    return any(token.text.lower() in LIMITING | NEGATIONS and token.text.lower() not in before for token in tokens(now))


def _enclosed(old: TextPlace, new: TextPlace) -> Iterator[Turn]:
    was, now = (enclosing(spot.text, spot.start) for spot in (old, new))
    for name in sorted(now - was):
        yield _turn("", name.strip("<>"), name in TURNING, f"it stands in what is {_as_told(name)} now")
    for name in sorted(was - now):
        yield _turn(name.strip("<>"), "", name in TURNING, f"it no longer stands in what is {_as_told(name)}")


def _as_told(name: str) -> str:
    return {
        "comment": "commented out", "deleted": "struck through", "<s>": "struck through", "<del>": "deleted",
        "<strike>": "struck through", "quotation": "quoted", "<blockquote>": "quoted", "<q>": "quoted",
        "quotation marks": "quoted", "code": "code", "<ins>": "inserted",
    }.get(name, f"marked `{name.strip('<>')}`")  # fmt: skip


_KINDS: dict[LevelKind, str] = {
    "heading": "under another heading", "list": "in a list with another head", "entry": "in another entry",
    "question": "under another question", "row": "in another row", "column": "in another column",
}  # fmt: skip


def _above(old: TextPlace, new: TextPlace) -> Iterator[Turn]:
    was, now = ([level for level in outline(spot.text, spot.start) if _words(level.text)] for spot in (old, new))
    if len(was) == len(now) and all(map(_same_level, was, now)):
        return
    before, after = _difference(*_without_new_levels(was, now, old, new))
    if before is None and after is None:
        return
    one, other = before.text if before else "", after.text if after else ""
    kind = (after or before or was[0]).kind
    instead = f"“{_cut(other)}” instead of “{_cut(one)}”" if one and other else f"“{_cut(other or one)}”"
    gone = "" if other else " no longer"
    says = f"{_KINDS[kind]}{gone}: {instead}"
    yield _turn(one, other, _turns(one, other), says)


def _without_new_levels(
    was: list[Level], now: list[Level], old: TextPlace, new: TextPlace
) -> tuple[list[Level], list[Level]]:
    """Without headings that were there before and are only above it since their level, or that of others, changed."""
    before, after = (headings(spot.text).before(spot.start) for spot in (old, new))
    titles = [{level.text for level in some if level.kind == "heading"} for some in (was, now)]
    new_above, gone = (titles[1] - titles[0]) & before, (titles[0] - titles[1]) & after
    return (
        [level for level in was if level.kind != "heading" or level.text not in gone],
        [level for level in now if level.kind != "heading" or level.text not in new_above],
    )


def _difference(was: list[Level], now: list[Level]) -> tuple[Level | None, Level | None]:
    """The outermost level that is another, and what was there; of headings further out, only one about another thing.

    The nearest heading says what a sentence is about; a title reworded above it says it in other words.
    """
    (outer_was, inner_was), (outer_now, inner_now) = _parted(was), _parted(now)
    for one, other in zip_longest(outer_was, outer_now):
        if one is None or other is None or not _about_the_same(one.text, other.text):
            return one, other
    for one, other in zip_longest(inner_was, inner_now):
        if one is None or other is None or not _same_level(one, other):
            return one, other
    return None, None


def _parted(levels: list[Level]) -> tuple[list[Level], list[Level]]:
    """The headings further out that say something of their own; the nearest heading and what is within."""
    at = max((n for n, level in enumerate(levels) if level.kind == "heading"), default=0)
    return [level for level in levels[:at] if not _repeated(level, levels[at])], levels[at:]


def _repeated(outer: Level, nearest: Level) -> bool:
    """Whether a heading says nothing but what the one within it says, too: “Hardware” over “Hardware on vSphere”."""
    words = _content(nearest.text)
    return all(any(one == other or same_word(one, other) for other in words) for one in _content(outer.text))


def _same_level(one: Level, other: Level) -> bool:
    """Whether two say the same, but for case, little words and endings."""
    if one.kind != other.kind:
        return False
    left, right = (_content(level.text) for level in (one, other))
    if one.kind in ("list", "entry") and min(len(left), len(right)) >= _SENTENCE_LONG:
        return _about_the_same(one.text, other.text, _MOSTLY)
    return len(left) == len(right) and all(a == b or same_word(a, b) for a, b in zip(left, right, strict=True))


def _about_the_same(one: str, other: str, share: float = 0.5) -> bool:
    """Whether this share of the words of two titles is the same, and none that came or went turns them."""
    left, right = set(_content(one)), set(_content(other))
    return len(left & right) >= share * max(len(left), len(right)) and not _turns(one, other)


def _content(words: str) -> list[str]:
    lower = [token.text.lower() for token in tokens(_bare(words)) if any(map(str.isalnum, token.text))]
    return [word for word in lower if word not in HARMLESS and word not in OF_TITLES] or lower


def _turn(old: str, new: str, turning: bool, says: str, first: int = 0, last: int = 0) -> Turn:
    kind: ChangeKind = "changed surroundings" if turning else "other surroundings"
    return Turn(WordChange(old.strip(), new.strip(), (kind,), 0, 0, first, last), says)


def _turns(was: str, now: str) -> bool:
    """Whether words that turn a sentence came or went."""
    for change in word_changes(was, now, 0, len(now)):
        words = {token.text.lower() for token in (*tokens(change.old), *tokens(change.new))}
        if "negation" in change.kinds or words & _TURNING_WORDS:
            return True
    return False


def _dressed(*rest: str) -> tuple[str, str]:
    """What is left and right of the quote in its sentence without its dress; emphasis that spans the quote goes too."""
    lead, trail = (_bare(piece) for piece in rest)
    if paired_marks(f"{lead}x.{trail}"):
        lead, trail = lead.replace("*", "").replace("_", " "), trail.replace("*", "").replace("_", " ")
    return normalise(lead).text.strip(), normalise(trail).text.strip(" .")


def _bare(piece: str) -> str:
    return _ENTITY.sub(lambda match: _ENTITIES[match.group()], _MARKUP.sub("", piece.strip("\n")))


def _words(piece: str) -> str:
    return " ".join(re.findall(r"[^\W_]+|[^\w\s*_`|.,;:-]", normalise(_bare(piece)).text))


def _says(text: str) -> bool:
    return any(char.isalpha() for char in text)


def _became(was: str, now: str) -> str:
    if was.strip() and now.strip():
        return f"“{_cut(was)}” became “{_cut(now)}”"
    return f"“{_cut(now)}” was added" if now.strip() else f"“{_cut(was)}” was dropped"


def _cut(words: str) -> str:
    words = " ".join(words.split())
    return words if len(words) <= 60 else words[:59] + "…"
