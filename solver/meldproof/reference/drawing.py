"""Cards in a page: every different face is drawn once, and used where it is shown."""

from __future__ import annotations

from meldproof.cards import Deck, Slot
from meldproof.notation import slot_text
from meldproof.pictures.faces import HEIGHT, WIDTH, card_face
from meldproof.pictures.names import Language, slot_name, stands_for
from meldproof.pictures.palette import DARK, LIGHT
from meldproof.pictures.svg import escaped

_MARGIN = 2


class Faces:
    """The faces used so far, by id; each is drawn when it is first asked for, into `drawn` where that is given."""

    def __init__(self, language: Language, *, four_colour: bool = False, drawn: dict[str, str] | None = None) -> None:
        self.language = language
        self.four_colour = four_colour
        self._drawn = {} if drawn is None else drawn

    def row(self, slots: tuple[Slot, ...], deck: Deck) -> str:
        """The cards of a row as markup; their names are its text for a screen reader."""
        names = "; ".join(slot_name(slot, deck, self.language) for slot in slots)
        cards = "".join(
            f'<svg class="mr-face" viewBox="{_BOX}" aria-hidden="true"><use href="#{self._face(slot, deck)}"/></svg>'
            for slot in slots
        )
        return f'<span class="mr-row" role="img" aria-label="{escaped(names)}">{cards}</span>'

    def definitions(self) -> str:
        """The drawings that the rows use, to stand once on the page."""
        return f'<svg class="mr-drawings" aria-hidden="true"><defs>{"".join(self._drawn.values())}</defs></svg>'

    def _face(self, slot: Slot, deck: Deck) -> str:
        letters = "".join(sign if sign.isalnum() else "-" for sign in slot_text(slot, deck))
        name = f"mr-{deck.style}-{letters}"
        if name not in self._drawn:
            face = card_face(
                slot.card,
                deck,
                0,
                0,
                wild_as=stands_for(slot, deck),
                four_colour=self.four_colour,
                language=self.language,
            )
            self._drawn[name] = f'<g id="{name}">{face}</g>'
        return name


_BOX = f"{-_MARGIN} {-_MARGIN} {WIDTH + 2 * _MARGIN:g} {HEIGHT + 2 * _MARGIN:g}"


def dark_rules(before: str) -> str:
    """Style rules that turn the faces' light colours dark, each selector beginning with `before`."""
    rules = []
    for role, colour in DARK.items():
        if colour != LIGHT[role]:
            rules.append(f"{before} .mp-{role}{{fill:{colour}}}{before} .mp-line-{role}{{stroke:{colour}}}")
    return "".join(rules)
