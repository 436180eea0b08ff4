"""Is somebody content? The one place that reads ratings: words, signs, stars, truth values and numbers.

A number says nothing without its scale, and the scale is told by the name of the column, by what stands beside the
number, or by all values of the column: 1 is praise of two and blame of five. What stays open is not guessed.
"""

import math
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal, NamedTuple

from ragtriage.intake import rating_words as words
from ragtriage.intake.model import Rating

LONGEST = 80
"""Characters of a rating: what is longer is a comment."""
_LARGEST = 1e9
"""Beyond it a number is an id or a mistake."""
ScaleName = Literal["sign", "truth", "five", "seven", "ten", "nps", "hundred", "grades"]
_MIDDLES: Mapping[ScaleName, tuple[float, float]] = {
    "sign": (0, 0), "truth": (0.5, 0.5), "five": (2, 4), "seven": (3, 5), "ten": (4, 7), "nps": (6, 9),
    "hundred": (40, 60),
}  # fmt: skip
"""By scale: what is at most the first is blame and at least the second praise, where they differ."""
SCALE_WORDS: Mapping[ScaleName, str] = {
    "sign": "below and above 0", "truth": "0 to 1", "five": "1 to 5", "seven": "1 to 7",
    "ten": "1 to 10", "hundred": "0 to 100",
    "nps": "0 to 10, 9 up is praise", "grades": "grades, 1 is best",
}  # fmt: skip


class RatingSaid(NamedTuple):
    """A rating as it is written: in words, or a number with the scale that stands beside it."""

    word: Rating | None = None
    figure: float | None = None
    scale: ScaleName | None = None
    general: bool = False
    """A number, a truth value or a word that says as much of anything else."""


def is_empty(value: object) -> bool:
    """Whether nothing stands there, however a program wrote that."""
    if value is None or value == [] or value == {}:
        return True
    if isinstance(value, float):
        return math.isnan(value)
    return isinstance(value, str) and len(value) <= LONGEST and value.strip().casefold() in words.EMPTY


def number(value: object) -> float | None:
    """A number of sensible size, also in a text and with a decimal comma; None when it is none."""
    if isinstance(value, bool) or value is None:
        return None
    if isinstance(value, str):
        value = value.strip().replace(",", ".") if len(value) <= LONGEST else ""
        if not re.fullmatch(r"[+-]?\d{1,6}(?:\.\d{1,20})?", value):
            return None
    if not isinstance(value, str | int | float):
        return None
    found = float(value) if not isinstance(value, int) or abs(value) <= _LARGEST else math.inf
    return found if abs(found) <= _LARGEST else None


def rated(value: object) -> RatingSaid | None:
    """What a value says as a rating; None when it is none, or there is nothing."""
    if isinstance(value, bool):
        return RatingSaid("up" if value else "down", general=True)
    if is_empty(value) or (isinstance(value, str) and len(value) > LONGEST):
        return None
    if (figure := number(value)) is not None:
        return RatingSaid(_thumb(value), figure, general=True)
    return _in_words(value.strip()) if isinstance(value, str) else None


_OUT_OF: Mapping[float, ScaleName] = {5: "five", 7: "seven", 10: "ten", 100: "hundred"}
_AS_FRACTIONS = (3, 4)
"""`3/4` may be any fraction: it rates where the column's name says so."""


def _thumb(value: object) -> Rating | None:
    """`+1` and `-1`: thumbs, where the column has no other numbers."""
    text = str(value).strip()
    return {"-1": "down", "+1": "up"}.get(text)  # type: ignore[return-value]


def _in_words(text: str) -> RatingSaid | None:
    stars = _stars(text)
    if stars is not None:
        return RatingSaid(figure=stars, scale="five")
    if match := words.OUT_OF.match(text):
        most = float(match[2])
        scale = _OUT_OF.get(most, "hundred")
        figure = _figure(match[1]) * (1 if most in _OUT_OF else 100 / most)
        return RatingSaid(figure=figure, scale=scale, general=most in _AS_FRACTIONS)
    if match := words.PERCENT.match(text):
        return RatingSaid(figure=_figure(match[1]), scale="hundred")
    word = re.sub(r"[\s:!.\ufe0f\U0001f3fb-\U0001f3ff]+", "", text.casefold())
    word = word[0] if word and not word[0].isalnum() and len(set(word)) == 1 else word
    for rating, those in (("down", words.DOWN), ("up", words.UP), ("none", words.NEITHER)):
        if word in those:
            return RatingSaid(rating, general=word in words.GENERAL)  # type: ignore[arg-type]
    if (found := _with_others(text)) is not None:
        return RatingSaid(found)
    if match := words.LED.match(text):
        label = _in_words(match[2])
        return RatingSaid(label.word if label else None, _figure(match[1]), general=label is None)
    return _satisfied(text)


def _with_others(text: str) -> Rating | None:
    """`Not good`, `really bad`, `nicht sehr gut`: a rating word with what strengthens or denies it."""
    said = re.findall(r"[^\W\d_]+", text.casefold())
    kept = [word for word in said if word not in words.STRENGTHENING and word not in words.DENYING]
    if len(kept) != 1 or not 2 <= len(said) <= 4 or text.endswith("?"):
        return None
    denied = any(word in words.DENYING for word in said)
    if kept[0] in words.DOWN:
        return "none" if denied else "down"
    if kept[0] in words.UP:
        return "down" if denied else "up"
    return None


def _satisfied(text: str) -> RatingSaid | None:
    """`Extremely dissatisfied`, `sehr zufrieden`, `neither satisfied nor dissatisfied`: a few words, no sentence."""
    if len(text.split()) > 5 or text.endswith("?"):
        return None
    if words.MIDDLE.search(text):
        return RatingSaid("none")
    if words.SATISFIED.search(text):
        return RatingSaid("down" if words.NEGATED.search(text) else "up")
    return None


def _stars(text: str) -> float | None:
    if match := words.STARS.match(text):
        return _figure(match[1])
    signs = [char for char in text if not char.isspace() and char != "\ufe0f"]
    if 0 < len(signs) <= 10 and all(char in words.FILLED + words.OPEN + words.HALF for char in signs):
        return sum(char in words.FILLED for char in signs) + 0.5 * sum(char in words.HALF for char in signs)
    return None


def _figure(text: str) -> float:
    return float(text.replace(",", "."))


@dataclass(frozen=True, slots=True)
class Scale:
    """How the ratings of one column are to be read."""

    name: ScaleName | None = None
    """None: the numbers do not tell."""
    why: str = ""
    turned: bool = False
    """True is blame: `thumbs_down`, `flagged`."""
    lowest_best: bool = False
    """`1 = best, 5 = worst`."""

    def read(self, value: object) -> Rating | None:
        """What a value says; None when it is no rating, or its scale is open."""
        said = rated(value)
        if said is None:
            return None
        if said.word is not None and (said.figure is None or not said.general or self.name in (None, "sign")):
            return self._turned(said.word) if said.general else said.word
        assert said.figure is not None
        return self._of_figure(said.figure, said.scale or self.name)

    def _of_figure(self, figure: float, scale: ScaleName | None) -> Rating | None:
        if scale is None:
            return None
        if scale == "grades":
            return "up" if figure <= 2 else "none" if figure <= 3 else "down"
        low, high = _MIDDLES[scale]
        rating: Rating = "none"
        if figure < low or (figure == low and low != high):
            rating = "down"
        elif figure > high or (figure == high and low != high):
            rating = "up"
        if self.lowest_best and rating != "none":
            rating = "down" if rating == "up" else "up"
        return self._turned(rating) if scale in ("truth", "sign") else rating

    def _turned(self, rating: Rating) -> Rating:
        if not self.turned:
            return rating
        return "down" if rating == "up" else "none"


_STARS = r"stars?\b|stern|étoile|estrella|stelle|estrela|ster(?:ren)?\b"
_IN_NAME: tuple[tuple[str, ScaleName], ...] = (
    (r"nps|net ?promoter|recommend|weiterempf|recomend|recommand", "nps"),
    (r"schulnote|school ?grade", "grades"),
    (r"[01]\s?(?:-|–|to|bis|à|a)\s?10\b|(?:out of|von|sur|/)\s?10\b", "ten"),
    (r"[01]\s?(?:-|–|to|bis|à|a)\s?100\b|(?:out of|von|sur|/)\s?100\b|percent|prozent|%", "hundred"),
    (r"\b1\s?(?:-|–|to|bis|à|a)\s?7\b|(?:out of|von|sur|/)\s?7\b", "seven"),
    (r"[01]\s?(?:-|–|to|bis|à|a)\s?5\b|(?:out of|von|sur|/)\s?5\b|csat|satisf|zufrieden|likert|" + _STARS, "five"),
    (r"csat|satisf|zufrieden|likert", "seven"),
    (r"thumb|daumen|helpful|hilfreich|useful|útil|utile|liked?\b|vote|is ?(?:good|correct|ok)|correct\b", "truth"),
)
_COUNTS = re.compile(r"votes?\b|likes?\b|thumb")
_BLAME = re.compile(
    r"(?i)thumbs? ?down|down ?vote|dislike|unhelpful|not ?helpful|nicht ?hilfreich|flagged|reported|is ?bad|negative\b"
    r"|is ?wrong|answer wrong|incorrect|escalat|bad ?answer|hallucinat"
)
_OTHER_SCALE = re.compile(r"\b[01]\s?(?:-|–|to|bis|à|a)\s?(?:3|4|6|8|9|20)\b")
_MANY = 30
"""Values, before that none of them is above 7 says anything."""
_ENDS = re.compile(r"(\d{1,3})\s?(?:=|:|–|-|\()\s?([^\W\d][^,;()/=:]{0,40})")
_EASY = re.compile(r"\b(?:best\w*|easy|easiest|leicht|einfach|facile|fácil|meilleur\w*|mejor)\b")
_HARD = re.compile(
    r"\b(?:worst\w*|schlechtest\w*|hard|hardest|difficult|schwer|schwierig|difficile|difícil|pire|peor)\b"
)


def lowest_is_best(name: str) -> ScaleName | None:
    """The scale that a name in lower case turns round, as in `1 = best, 5 = worst`; None where it turns none."""
    ends = {int(figure): _end(label) for figure, label in _ENDS.findall(name[:300])}
    if not ends or (max(ends) < 2 and len(ends) < 2):
        return None
    least, most = min(ends), max(ends)
    if ends[most] != "down" and not (ends[least] == "up" and least <= 1):
        return None
    if (len(ends) > 1 and ends[least] == "down") or (ends[most] == "up" and least != most):
        return None
    return "grades" if most == 6 else next((scale for top, scale in _ROUND if most <= top), None)


def _end(label: str) -> Rating | None:
    """What the word at an end of a scale says."""
    if _EASY.search(label) or _HARD.search(label):
        return "up" if _EASY.search(label) else "down"
    said = _in_words(label.strip())
    return said.word if said else None


_ROUND: tuple[tuple[int, ScaleName], ...] = ((1, "truth"), (5, "five"), (7, "seven"), (10, "ten"), (100, "hundred"))
_TOP: Mapping[ScaleName, float] = {
    "truth": 1,
    "five": 5,
    "seven": 7,
    "ten": 10,
    "nps": 10,
    "hundred": 100,
    "grades": 6,
    "sign": 1,
}


@dataclass(slots=True)
class RatingColumn:
    """What the values of a column let one tell, gathered value by value; holds no value but a few numbers."""

    values: int = 0
    read: int = 0
    """Values that can be ratings, with a scale of their own or in need of one."""
    telling: int = 0
    """Those that are ratings wherever they stand: not numbers, truth values, yes and no."""
    numbers: int = 0
    """Numbers whose scale has to be told."""
    least: float = math.inf
    most: float = -math.inf
    measured: int = 0
    """Numbers that nobody gives, such as 0.8312."""
    distinct: set[float] = field(default_factory=set)

    def see(self, value: object) -> None:
        """Take a value into account. Empty ones are not passed here."""
        self.values += 1
        said = rated(value)
        if said is None:
            return
        self.read += 1
        if said.figure is None or said.scale is not None:
            self.telling += not said.general
            return
        self.telling += not said.general or said.word is not None
        self.numbers += 1
        self.least, self.most = min(self.least, said.figure), max(self.most, said.figure)
        self.measured += abs(said.figure * 10 - round(said.figure * 10)) > 1e-6
        if len(self.distinct) < 200:
            self.distinct.add(said.figure)

    def scale(self, name: str) -> Scale:
        """The scale of the column of this name: by its name if the numbers allow it, else by the numbers."""
        plain = re.sub(r"(?<=[a-zà-ÿ])(?=[A-Z])|[_.]+", " ", name).casefold()
        turned = _BLAME.search(plain) is not None and not _ENDS.search(plain[:300])
        if not self.numbers:
            return Scale(turned=turned)
        if self.least < 0:
            return Scale("sign", "there are numbers below 0", turned)
        if turned:
            return Scale("truth", "its name says so", turned)
        if (best_low := lowest_is_best(plain)) is not None:
            return Scale(best_low, "its name says that the lowest is best", turned, best_low != "grades")
        if self.most > 1 and _COUNTS.search(plain):
            return Scale(None, "it counts votes")
        for pattern, scale in _IN_NAME:
            if re.search(pattern, plain) and self.most <= _TOP[scale]:
                return Scale(*self._narrowed(scale, plain), turned)
        if other := _OTHER_SCALE.search(plain):
            return Scale(None, f"its name says {other[0].strip()}, a scale that is not read", turned)
        return Scale(*self._by_numbers(plain), turned)

    def _narrowed(self, scale: ScaleName, plain: str) -> tuple[ScaleName, str]:
        """A scale by name; satisfaction that is 0 or 1 throughout is a yes or no."""
        if scale == "five" and self.most <= 1 and self.least == 0 and not re.search(_STARS, plain):
            return "truth", "0 and 1 are all there is"
        return scale, "its name says so"

    def _by_numbers(self, plain: str) -> tuple[ScaleName | None, str]:
        span = f"{self.least:g} to {self.most:g}" if self.least < self.most else f"{self.most:g}"
        span += " is all there is"
        if self.most <= 1:
            if self.least < 1 or re.search(r"\bfeedback\b|\breaction", plain):
                return "truth", span
            return None, "1 is all there is: the best of 0 and 1, or the worst of 1 to 5"
        if self.most > 5 and self.most <= 6 and re.search(r"\bnote\b|\bgrade\b", plain):
            return "grades", "a note of 6 is German"
        if self.most <= 5:
            return "five", span
        if self.most == 7 and self.least >= 1 and self.values >= _MANY:
            return "seven", span
        if self.most <= 10:
            return "ten", span
        return ("hundred", span) if self.most <= 100 else (None, f"no scale goes to {self.most:g}")
