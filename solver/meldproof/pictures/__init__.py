"""Card and arrangement pictures: SVG a person can put in a message, and lines for a terminal."""

from __future__ import annotations

from meldproof.pictures.arrangement import Group, arrangement_svg, card_svg
from meldproof.pictures.terminal import meld_line

__all__ = ["Group", "arrangement_svg", "card_svg", "meld_line"]
