"""The colours of pictures, by role, for light and dark surroundings.

Every element carries its colour as an attribute and its role as a class; a style sheet that only
overrides the colours follows the reader's dark mode on a screen and leaves paper alone.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, Literal

Dark = Literal["auto", "never", "always"]
Palette = Mapping[str, str]

LIGHT: Final[Palette] = {
    "page": "#ffffff",
    "ink": "#1a1d23",
    "label": "#474f5b",
    "face": "#fffefa",
    "tile": "#fdf5df",
    "edge": "#858c96",
    "ribbon": "#ffedb0",
    "gold": "#b37a00",
    "black": "#15171c",
    "red": "#c4121a",
    "blue": "#0a52c0",
    "green": "#0f6b38",
    "yellow": "#855400",
    "joker": "#6a2aa3",
    "teal": "#00626a",
    "plum": "#96185a",
    "brown": "#6f3f1c",
    "slate": "#3d4a63",
    "sun": "#f6b600",
}

DARK: Final[Palette] = {
    **LIGHT,
    "page": "#15181d",
    "ink": "#f1f3f6",
    "label": "#bac2cd",
    "face": "#ebe6da",
    "tile": "#eadfc2",
    "edge": "#5d646e",
    "ribbon": "#f5da86",
    "gold": "#b37a00",
    "red": "#a90d15",
    "blue": "#0947a8",
    "green": "#0b5a2e",
    "yellow": "#6e4500",
    "joker": "#5d238f",
    "teal": "#00565d",
    "plum": "#85124e",
}

SUIT_ROLES: Final[Mapping[str, str]] = {"s": "black", "h": "red", "d": "red", "c": "black", "x": "yellow"}
FOUR_COLOUR_ROLES: Final[Mapping[str, str]] = {"s": "black", "h": "red", "d": "blue", "c": "green", "x": "yellow"}
SPANISH_ROLES: Final[Mapping[str, str]] = {"o": "yellow", "c": "red", "e": "blue", "b": "green"}
TILE_ROLES: Final[Mapping[str, str]] = {"r": "red", "b": "blue", "k": "black", "y": "yellow"}
OTHER_ROLES: Final = ("teal", "plum", "brown", "slate")
CARD_ROLES: Final = ("black", "red", "blue", "green", "yellow", "joker", *OTHER_ROLES)


def first_palette(dark: Dark) -> Palette:
    """The colours written into the elements themselves."""
    return DARK if dark == "always" else LIGHT


def style_text(dark: Dark) -> str:
    """The style sheet that turns light colours dark where the reader asks for it; else empty."""
    if dark != "auto":
        return ""
    rules = "".join(
        f".mp-auto .mp-{role}{{fill:{colour}}}.mp-auto .mp-line-{role}{{stroke:{colour}}}"
        for role, colour in DARK.items()
        if colour != LIGHT[role]
    )
    return f"@media screen and (prefers-color-scheme:dark){{{rules}}}"


def paint(palette: Palette, fill: str | None, line: str | None = None) -> dict[str, str | float]:
    """The attributes that paint an element in the colours of these roles."""
    attributes: dict[str, str | float] = {}
    classes = [f"mp-{fill}"] if fill else []
    classes += [f"mp-line-{line}"] if line else []
    attributes["class"] = " ".join(classes)
    attributes["fill"] = palette[fill] if fill else "none"
    if line:
        attributes["stroke"] = palette[line]
    return attributes
