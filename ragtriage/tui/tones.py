"""The colours of every role, chosen once for 24-bit colour and once for 256 colours, on dark and on light ground.

Both our lines and Textual's widgets take theirs from here. All text is readable (WCAG 2: contrast 4.5 at least) on
every ground it can stand on; lines that only part things have 3. A test holds that, for all of them.

The 256 colours are chosen by hand, by their number. What a program gets by sending the nearest of them to a 24-bit
colour is greyer than it should be, and lighter or darker by chance. Only the numbers from 16 up are used: the first
sixteen are whatever the terminal's own scheme says.
"""

from dataclasses import dataclass, fields
from functools import cached_property

from rich.color import Color


@dataclass(frozen=True)
class Tones:
    """A colour for each thing, as `#rrggbb`."""

    plain: str
    dim: str
    strong: str
    accent: str
    good: str
    bad: str
    warn: str
    ident: str
    gold: str
    gold_ground: str
    """Under the words that answer the question."""
    cursor: str
    """Under the row that has the keys."""
    blurred: str
    """Under that row while something else has them."""
    head: str
    rule: str
    """Of lines around and between things; never of words."""
    ground: str

    @cached_property
    def numbers(self) -> dict[str, int]:
        """Those that are among the 256 colours, with their number there."""
        mine = {getattr(self, one.name) for one in fields(self)}
        return {tone: number for number in range(16, 256) if (tone := numbered(number)) in mine}


def numbered(number: int) -> str:
    """One of the 256 colours, 16 or higher, as `#rrggbb`: terminals agree on them."""
    red, green, blue = Color.from_ansi(number).get_truecolor()
    return f"#{red:02x}{green:02x}{blue:02x}"


DARK_TONES = Tones(
    plain="#c8ccd4",
    dim="#9ba2af",
    strong="#eceff4",
    accent="#7cafe8",
    good="#8fbf7f",
    bad="#ec8088",
    warn="#d9a85c",
    ident="#b4c3da",
    gold="#f3dc97",
    gold_ground="#40371c",
    cursor="#26354d",
    blurred="#262a33",
    head="#1f232b",
    rule="#626977",
    ground="#16191f",
)
LIGHT_TONES = Tones(
    plain="#2d323b",
    dim="#5a616d",
    strong="#0d1117",
    accent="#1d5fb8",
    good="#256d2e",
    bad="#b4232c",
    warn="#7f4f00",
    ident="#334a6b",
    gold="#3d2e00",
    gold_ground="#fde9a9",
    cursor="#d3e2f7",
    blurred="#e9e9e6",
    head="#efeeea",
    rule="#8b8e94",
    ground="#faf9f6",
)
DARK_256 = Tones(
    plain=numbered(252),
    dim=numbered(248),
    strong=numbered(231),
    accent=numbered(111),
    good=numbered(114),
    bad=numbered(210),
    warn=numbered(179),
    ident=numbered(152),
    gold=numbered(229),
    gold_ground=numbered(58),
    cursor=numbered(237),  # no blue of the 256 lies between too dark to be seen and too light to be written on
    blurred=numbered(236),
    head=numbered(235),
    rule=numbered(243),
    ground=numbered(234),
)
LIGHT_256 = Tones(
    plain=numbered(236),
    dim=numbered(240),
    strong=numbered(16),
    accent=numbered(25),
    good=numbered(22),
    bad=numbered(124),
    warn=numbered(58),
    ident=numbered(24),
    gold=numbered(236),
    gold_ground=numbered(229),
    cursor=numbered(189),
    blurred=numbered(254),
    head=numbered(255),
    rule=numbered(244),
    ground=numbered(231),
)
