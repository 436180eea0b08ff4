"""What stands in a column, gathered over all of its rows, so that no decision rests on the first of them.

A profile holds counts and no value of anybody: gigabytes take as much memory as a page.
"""

import re
from collections.abc import Callable, Container, Mapping
from dataclasses import dataclass, field

from ragtriage.intake.conversations import answer_text, asked
from ragtriage.intake.ratings import LONGEST, RatingColumn, is_empty, number
from ragtriage.intake.time_columns import TimeColumn
from ragtriage.intake.values import parsed_strings

MOST_COLUMNS = 2000
"""Of a table; forms have a few hundred. Each costs time and memory, and names may be data: `{"id17": …}`."""
_TRIED = 60
"""Values of a column that nobody named, of which not one was a time or rating: then no more are tried."""
_QUESTION = re.compile(
    r"(?i)[?？]\s*$|^\W{0,9}(?:how|what|why|where|when|who|which|can|could|is|are|do|does|did|should|wie|was|warum|wo|wann"
    r"|kann|ist|gibt|welche\w*|cómo|qué|por qué|dónde|comment|pourquoi|quel\w*|est-ce|come|perché|como|hoe|wat)\b"
)
_ADDRESS = re.compile(r"\s*(?:[a-z][a-z0-9+.-]{1,15}://|www\.|/\w)")


@dataclass(slots=True)
class ColumnProfile:
    """The values of one column in numbers. `eager`: its name speaks of a time or a rating, so every value is tried."""

    eager: bool = False
    values: int = 0
    """Those that are not empty, as every count here."""
    plain: int = 0
    """Texts, numbers and truth values."""
    strings: int = 0
    numbers: int = 0
    words: int = 0
    questions: int = 0
    texts: int = 0
    """Values that hold something asked or said."""
    addresses: int = 0
    times: TimeColumn = field(default_factory=TimeColumn)
    ratings: RatingColumn = field(default_factory=RatingColumn)

    def see(self, value: object) -> None:
        """Take a value into account."""
        if is_empty(value):
            return
        self.values += 1
        inner = parsed_strings(value)
        self.texts += bool(answer_text(inner) or asked(inner))
        self.plain += isinstance(value, str | int | float)
        self.numbers += number(value) is not None
        if isinstance(value, str):
            self.strings += 1
            self.words += _words(value[:2000])
            self.questions += _QUESTION.search(value[:200]) is not None or value.rstrip().endswith(("?", "？"))
            self.addresses += _ADDRESS.match(value) is not None
        if isinstance(value, str) and len(value) > LONGEST and not self.eager:
            return
        if self.eager or self.values <= _TRIED or self.times.values > self.times.unread:
            self.times.see(value)
        if self.eager or self.values <= _TRIED or self.ratings.read:
            self.ratings.see(value)

    def share(self, count: int) -> float:
        """A count as a share of the values; 0 where there are none."""
        return count / self.values if self.values else 0.0

    @property
    def time_share(self) -> float:
        return self.share(self.times.values - self.times.unread)

    @property
    def is_times(self) -> bool:
        """Whether what stands in it are times, and so nobody's words."""
        return 2 * (self.times.values - self.times.unread) > self.times.values


_UNSPACED = re.compile(r"[\u3040-\u30ff\u3400-\u9fff]{2}")


def _words(text: str) -> int:
    """How many words a text has; two characters of Chinese or Japanese, which part no words, are as good as one."""
    return len(text.split()) + len(_UNSPACED.findall(text))


class Profiles:
    """The columns of a table, in the order in which they first appear; `wanted` ones, and `MOST_COLUMNS` others.

    `eager`: as of a profile, by its name.
    """

    def __init__(self, eager: Callable[[str], bool], wanted: Container[str] = ()) -> None:
        self._eager, self._wanted = eager, wanted
        self.columns: dict[str, ColumnProfile] = {}
        self.passed_over = 0
        """Values in columns beyond those."""

    def see(self, record: Mapping[str, object]) -> None:
        """Take a record into account."""
        for name, value in record.items():
            if name not in self.columns:
                if len(self.columns) >= MOST_COLUMNS and name not in self._wanted:
                    self.passed_over += 1
                    continue
                self.columns[name] = ColumnProfile(eager=self._eager(name))
            self.columns[name].see(value)
