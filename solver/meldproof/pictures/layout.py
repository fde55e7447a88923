"""Where the cards of a row go: side by side, then overlapping a little, then on further lines."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from typing import Final

from meldproof.pictures.faces import WIDTH

GAP: Final = 6.0
FULL_STEP: Final = WIDTH + GAP
LEAST_STEP: Final = 52.0  # of a natural card that the next one covers; a wild is never covered
MOST_WIDTH: Final = 10 * FULL_STEP - GAP


def split_row(wilds: Sequence[bool], width: float = MOST_WIDTH) -> list[int]:
    """How many cards go on each line, as few lines as fit, of much the same length."""
    lines = _filled(wilds, width)
    if len(lines) == 1:
        return lines
    narrow = width
    while narrow > FULL_STEP:
        tried = _filled(wilds, narrow)
        if len(tried) > len(lines):
            break
        best = tried
        narrow -= LEAST_STEP / 4
    return best


def places(wilds: Sequence[bool], width: float = MOST_WIDTH) -> list[float]:
    """The left edges of one line's cards, which `split_row` has found to fit."""
    covered = sum(not wild for wild in wilds[:-1])
    spare = width - WIDTH - FULL_STEP * (len(wilds) - 1 - covered)
    step = min(FULL_STEP, spare / covered) if covered else FULL_STEP
    edges, edge = [], 0.0
    for wild in wilds:
        edges.append(edge)
        edge += FULL_STEP if wild else step
    return edges


def line_width(edges: Sequence[float]) -> float:
    """How wide a line with these left edges is."""
    return edges[-1] + WIDTH if edges else 0.0


def text_width(text: str, size: float) -> float:
    """An ample guess at how wide a text is in any sans-serif."""
    return len(text) * size * 0.66


def text_lines(text: str, size: float, width: float) -> list[str]:
    """The text broken into lines that fit the width; no line at all for an empty text."""
    return textwrap.wrap(text, max(8, int(width / text_width("n", size))))


def _filled(wilds: Sequence[bool], width: float) -> list[int]:
    lines: list[int] = []
    count, used = 0, 0.0
    for wild in wilds:
        if count and used + WIDTH > width + 1e-9:
            lines.append(count)
            count, used = 0, 0.0
        count += 1
        used += FULL_STEP if wild else LEAST_STEP
    return [*lines, count] if count else lines
