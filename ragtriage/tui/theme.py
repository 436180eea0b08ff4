"""What a role looks like: in 24-bit colour on dark or light ground, in 16 colours, and in none.

Textual's own switches do not suffice: with `NO_COLOR` it still sends greys. So the look is decided here, once, from
the environment, and holds for our lines (by `Palette`) and for Textual's widgets (by `Theme`). Colour is never the only
sign: what must be told apart without it has a word or a mark.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Literal, Self

from rich.style import Style
from textual.app import App
from textual.theme import Theme

from ragtriage.views.story import Role

Chrome = Literal["cursor", "cursor_blurred", "head", "key", "off", "rule", "error", "notice"]
Colours = Literal["true", "16", "none"]


@dataclass(frozen=True, slots=True)
class Look:
    """How much the terminal can show, and on which ground."""

    colours: Colours = "true"
    dark: bool = True
    ascii: bool = False
    """Only characters that every terminal has."""

    @classmethod
    def of(cls, environ: Mapping[str, str], *, ascii_only: bool = False, light: bool | None = None) -> Self:
        """The look for this environment. `light` decides over what the terminal says of itself (`COLORFGBG`)."""
        if light is None:
            light = environ.get("COLORFGBG", "").rpartition(";")[2] in ("7", "15")
        term = environ.get("TERM", "")
        if environ.get("NO_COLOR") or term in ("dumb", "vt100", "vt220", ""):
            colours: Colours = "none"
        elif environ.get("COLORTERM") in ("truecolor", "24bit") or term.endswith(("256color", "-direct", "kitty")):
            colours = "true"
        else:
            colours = "16"
        return cls(colours, dark=not light, ascii=ascii_only)

    @property
    def theme(self) -> str:
        """The name of its Textual theme."""
        return {"true": "ragtriage-dark" if self.dark else "ragtriage-light", "16": "ragtriage-16"}.get(
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
    """Under all lines. In 24-bit colour it is painted, so that text reads on a terminal of the other ground too."""
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


def _colours(
    *, plain: str, dim: str, strong: str, accent: str, good: str, bad: str, warn: str, ident: str,
    gold: tuple[str, str], cursor: str, blurred: str, head: str, rule: str, ground: str,
) -> Palette:  # fmt: skip
    return Palette(
        {
            "plain": Style(color=plain), "dim": Style(color=dim), "strong": Style(color=strong, bold=True),
            "title": Style(color=accent, bold=True), "accent": Style(color=accent), "good": Style(color=good),
            "bad": Style(color=bad), "warn": Style(color=warn), "id": Style(color=ident),
            "gold": Style(color=gold[0], bgcolor=gold[1]),
        },
        {
            "cursor": Style(bgcolor=cursor), "cursor_blurred": Style(bgcolor=blurred), "head": Style(bgcolor=head),
            "key": Style(color=accent, bold=True), "off": Style(color=rule), "rule": Style(color=rule),
            "error": Style(color=bad, bold=True), "notice": Style(color=plain),
        },
        Style(bgcolor=ground),
    )  # fmt: skip


DARK = _colours(
    plain="#c8ccd4", dim="#7f8694", strong="#eceff4", accent="#7cafe8", good="#8fbf7f", bad="#ec8088", warn="#d9a85c",
    ident="#b4c3da", gold=("#f3dc97", "#40371c"), cursor="#26354d", blurred="#262a33", head="#1f232b", rule="#4a505c",
    ground="#16191f",
)  # fmt: skip
LIGHT = _colours(
    plain="#2d323b", dim="#6a717d", strong="#0d1117", accent="#1d5fb8", good="#256d2e", bad="#b4232c", warn="#7f4f00",
    ident="#334a6b", gold=("#3d2e00", "#fde9a9"), cursor="#d3e2f7", blurred="#e9e9e6", head="#efeeea", rule="#b3b5b9",
    ground="#faf9f6",
)  # fmt: skip
SIXTEEN = Palette(
    {
        "plain": Style(), "dim": Style(dim=True), "strong": Style(bold=True), "title": Style(color="cyan", bold=True),
        "accent": Style(color="cyan"), "good": Style(color="green"), "bad": Style(color="red"),
        "warn": Style(color="yellow"), "id": Style(), "gold": Style(color="yellow", underline=True),
    },
    {
        "cursor": Style(reverse=True), "cursor_blurred": Style(bold=True), "head": Style(),
        "key": Style(color="cyan", bold=True), "off": Style(dim=True), "rule": Style(dim=True),
        "error": Style(color="red", bold=True), "notice": Style(),
    },
    cursor_keeps_roles=False,
)  # fmt: skip
PLAIN = Palette(
    {
        "plain": Style(), "dim": Style(dim=True), "strong": Style(bold=True), "title": Style(bold=True),
        "accent": Style(bold=True), "good": Style(), "bad": Style(bold=True), "warn": Style(), "id": Style(),
        "gold": Style(underline=True),
    },
    {
        "cursor": Style(reverse=True), "cursor_blurred": Style(bold=True), "head": Style(), "key": Style(bold=True),
        "off": Style(dim=True), "rule": Style(dim=True), "error": Style(bold=True), "notice": Style(),
    },
    cursor_keeps_roles=False,
)  # fmt: skip

_PALETTES = {"ragtriage-dark": DARK, "ragtriage-light": LIGHT, "ragtriage-16": SIXTEEN, "ragtriage-plain": PLAIN}


def palette_of(app: App[object]) -> Palette:
    """The palette that goes with the app's theme; a theme of Textual's own gets ours of the same ground."""
    found = _PALETTES.get(app.theme)
    return found or (DARK if app.current_theme.dark else LIGHT)


@lru_cache(maxsize=1)
def themes() -> tuple[Theme, ...]:
    """Our themes, for Textual's widgets to agree with our lines."""
    return (
        Theme(
            "ragtriage-dark", primary="#7cafe8", secondary="#7cafe8", accent="#7cafe8", warning="#d9a85c",
            error="#ec8088", success="#8fbf7f", foreground="#c8ccd4", background="#16191f", surface="#1f232b",
            panel="#1f232b", dark=True,
            variables={"rule": "#3a404b", "head": "#1f232b", "input-selection-background": "#26354d"},
        ),
        Theme(
            "ragtriage-light", primary="#1d5fb8", secondary="#1d5fb8", accent="#1d5fb8", warning="#7f4f00",
            error="#b4232c", success="#256d2e", foreground="#2d323b", background="#faf9f6", surface="#efeeea",
            panel="#efeeea", dark=False,
            variables={"rule": "#cfcfcb", "head": "#efeeea", "input-selection-background": "#d3e2f7"},
        ),
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
