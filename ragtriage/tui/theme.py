"""What a role looks like: in 24-bit colour or 256 colours on dark or light ground, in 16 colours, and in none.

Textual's own switches do not suffice: with `NO_COLOR` it still sends greys. So the look is decided here, once, from
the environment, and holds for our lines (by `Palette`) and for Textual's widgets (by `Theme`). Colour is never the only
sign: what must be told apart without it has a word or a mark.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Literal, Self

from rich.color import Color
from rich.style import Style
from textual.app import App
from textual.theme import Theme

from ragtriage.tui.background_colour import can_be_asked
from ragtriage.tui.tones import DARK_256, DARK_TONES, LIGHT_256, LIGHT_TONES, Tones
from ragtriage.views.story import Role

Chrome = Literal["cursor", "cursor_blurred", "head"]
Colours = Literal["true", "256", "16", "none"]

_TRUE = ("-direct", "kitty", "alacritty", "foot", "wezterm", "ghostty")
"""Endings of TERM of terminals that have 24-bit colour; over ssh, COLORTERM stays behind and TERM comes along."""


@dataclass(frozen=True, slots=True)
class Look:
    """How much the terminal can show, and on which ground."""

    colours: Colours = "true"
    dark: bool = True
    ascii: bool = False
    """Only characters that every terminal has."""
    ask: bool = False
    """Whether the terminal is to be asked for its background, and decides over `dark`."""

    @classmethod
    def of(cls, environ: Mapping[str, str], *, ascii_only: bool = False, light: bool | None = None) -> Self:
        """The look for this environment. `light`: decided already; None: what the terminal says of itself, first by
        `COLORFGBG`, then asked."""
        known = light is not None
        if light is None:
            light = environ.get("COLORFGBG", "").rpartition(";")[2] in ("7", "15")
        term = environ.get("TERM", "")
        if environ.get("NO_COLOR") or term in ("dumb", "vt100", "vt220", ""):
            colours: Colours = "none"
        elif environ.get("COLORTERM") in ("truecolor", "24bit") or term.endswith(_TRUE):
            colours = "true"
        elif "256color" in term:
            colours = "256"
        else:
            colours = "16"
        ask = not known and colours in ("true", "256") and can_be_asked(term)
        return cls(colours, dark=not light, ascii=ascii_only, ask=ask)

    @property
    def theme(self) -> str:
        """The name of its Textual theme."""
        ground = "dark" if self.dark else "light"
        return {"true": f"ragtriage-{ground}", "256": f"ragtriage-{ground}-256", "16": "ragtriage-16"}.get(
            self.colours, "ragtriage-plain"
        )


def can_draw(environ: Mapping[str, str]) -> bool:
    """Whether the terminal has a cursor that can be moved; a dumb one gets the printed status instead of screens."""
    return environ.get("TERM", "") not in ("", "dumb", "unknown")


@dataclass(frozen=True)
class Palette:
    """Styles by role, and of the chrome around them."""

    roles: Mapping[Role, Style]
    chrome: Mapping[Chrome, Style]
    ground: Style = field(default_factory=Style)
    """Under all lines. In 24-bit and 256 colours it is painted: text reads on a terminal of the other ground too."""
    cursor_keeps_roles: bool = True
    """Whether the bar under the cursor shows the roles' colours; reversed video does not bear them."""
    _mixed: dict[tuple[str, Style], Style] = field(default_factory=dict, compare=False, repr=False)

    def style(self, role: Role, base: Style) -> Style:
        """The style of text of this role on a line whose own style is `base`."""
        found = self._mixed.get((role, base))
        if found is None:
            alone = base.reverse and not self.cursor_keeps_roles
            found = base if alone else base + self.roles[role]
            self._mixed[role, base] = found
        return found


def _palette(tones: Tones) -> Palette:
    return Palette(
        {
            "plain": Style(color=tones.plain),
            "dim": Style(color=tones.dim),
            "strong": Style(color=tones.strong, bold=True),
            "title": Style(color=tones.accent, bold=True),
            "accent": Style(color=tones.accent),
            "good": Style(color=tones.good),
            "bad": Style(color=tones.bad),
            "warn": Style(color=tones.warn),
            "id": Style(color=tones.ident),
            "gold": Style(color=tones.gold, bgcolor=tones.gold_ground),
        },
        {
            "cursor": Style(bgcolor=tones.cursor),
            "cursor_blurred": Style(bgcolor=tones.blurred),
            "head": Style(bgcolor=tones.head),
        },
        Style(bgcolor=tones.ground),
    )


SIXTEEN = Palette(
    {
        "plain": Style(), "dim": Style(dim=True), "strong": Style(bold=True), "title": Style(color="cyan", bold=True),
        "accent": Style(color="cyan"), "good": Style(color="green"), "bad": Style(color="red"),
        "warn": Style(color="yellow"), "id": Style(), "gold": Style(color="yellow", underline=True),
    },
    {"cursor": Style(reverse=True), "cursor_blurred": Style(bold=True), "head": Style()},
    cursor_keeps_roles=False,
)  # fmt: skip
PLAIN = Palette(
    {
        "plain": Style(), "dim": Style(dim=True), "strong": Style(bold=True), "title": Style(bold=True),
        "accent": Style(bold=True), "good": Style(), "bad": Style(bold=True), "warn": Style(), "id": Style(),
        "gold": Style(underline=True),
    },
    {"cursor": Style(reverse=True), "cursor_blurred": Style(bold=True), "head": Style()},
    cursor_keeps_roles=False,
)  # fmt: skip

_TONES = {
    "ragtriage-dark": DARK_TONES,
    "ragtriage-light": LIGHT_TONES,
    "ragtriage-dark-256": DARK_256,
    "ragtriage-light-256": LIGHT_256,
}
PALETTES = {name: _palette(tones) for name, tones in _TONES.items()} | {
    "ragtriage-16": SIXTEEN,
    "ragtriage-plain": PLAIN,
}


def palette_of(app: App[object]) -> Palette:
    """The palette that goes with the app's theme; a theme of Textual's own gets ours of the same ground."""
    found = PALETTES.get(app.theme)
    return found or PALETTES["ragtriage-dark" if app.current_theme.dark else "ragtriage-light"]


@lru_cache(maxsize=512)
def by_number(style: Style, theme: str) -> Style:
    """The style for a terminal with 256 colours: ours by their number. Rich sends the nearest to what is not ours."""
    numbers = _TONES[theme].numbers

    def told(colour: Color | None) -> Color | None:
        if colour is None or colour.triplet is None:
            return colour
        number = numbers.get(colour.triplet.hex)
        return colour if number is None else Color.from_ansi(number)

    return style + Style(color=told(style.color), bgcolor=told(style.bgcolor))


def _widgets(name: str, tones: Tones) -> Theme:
    """Textual's widgets in the same colours."""
    return Theme(
        name,
        primary=tones.accent,
        secondary=tones.accent,
        accent=tones.accent,
        warning=tones.warn,
        error=tones.bad,
        success=tones.good,
        foreground=tones.plain,
        background=tones.ground,
        surface=tones.head,
        panel=tones.head,
        dark=name.startswith("ragtriage-dark"),
        variables={
            "rule": tones.rule,
            "head": tones.head,
            "input-selection-background": tones.cursor,
            "text-disabled": tones.dim,  # what an empty line says is to be read: Textual has it at 3.2
        },
    )


@lru_cache(maxsize=1)
def themes() -> tuple[Theme, ...]:
    """Our themes, for Textual's widgets to agree with our lines."""
    return (
        *(_widgets(name, tones) for name, tones in _TONES.items()),
        *(
            Theme(
                name, primary="ansi_cyan", secondary="ansi_cyan", accent="ansi_cyan", warning="ansi_yellow",
                error="ansi_red", success="ansi_green", foreground="ansi_default", background="ansi_default",
                surface="ansi_default", panel="ansi_default", boost="ansi_default", dark=True, ansi=True,
                variables={
                    "rule": "ansi_default", "head": "ansi_default", "border-blurred": "ansi_default",
                    "border": "ansi_default", "ansi-background": "ansi_default", "ansi-foreground": "ansi_default",
                    "screen-selection-background": "ansi_default", "screen-selection-foreground": "ansi_default",
                    "block-cursor-foreground": "ansi_default", "block-cursor-background": "ansi_default",
                    "block-cursor-text-style": "reverse", "input-cursor-background": "ansi_default",
                    "input-cursor-foreground": "ansi_default", "input-cursor-text-style": "reverse",
                    "input-selection-background": "ansi_default", "input-selection-foreground": "ansi_default",
                },
            )
            for name in ("ragtriage-16", "ragtriage-plain")
        ),
    )  # fmt: skip
