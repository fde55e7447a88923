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
    """The faces used so far, by id; each is drawn when it is first asked for, into `drawn` where that is given.

    With `whole` every card of a row is a picture of its own, for what can't refer to another place of the page.
    """

    def __init__(
        self,
        language: Language,
        *,
        four_colour: bool = False,
        drawn: dict[str, str] | None = None,
        whole: bool = False,
    ) -> None:
        self.language = language
        self.four_colour = four_colour
        self.whole = whole
        self._drawn = {} if drawn is None else drawn

    def row(self, slots: tuple[Slot, ...], deck: Deck) -> str:
        """The cards of a row as markup; their names are its text for a screen reader."""
        names = "; ".join(slot_name(slot, deck, self.language) for slot in slots)
        cards = "".join(self._card(self._face(slot, deck)) for slot in slots)
        said = escaped(" ".join(slot_text(slot, deck) for slot in slots))
        return f'<span class="mr-row" role="img" aria-label="{escaped(names)}" data-cards="{said}">{cards}</span>'

    def definitions(self) -> str:
        """The drawings that the rows use, to stand once on the page."""
        return f'<svg class="mr-drawings" aria-hidden="true"><defs>{"".join(self._drawn.values())}</defs></svg>'

    def _card(self, name: str) -> str:
        if self.whole:
            return face_picture(self._drawn[name]).replace("<svg", '<svg class="mr-face" aria-hidden="true"', 1)
        return f'<svg class="mr-face" viewBox="{_BOX}" aria-hidden="true"><use href="#{name}"/></svg>'

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


SIZE = (WIDTH + 2 * _MARGIN, HEIGHT + 2 * _MARGIN)
_BOX = f"{-_MARGIN} {-_MARGIN} {SIZE[0]:g} {SIZE[1]:g}"


def face_picture(drawn: str) -> str:
    """A face as an SVG document of its own."""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{_BOX}" width="{SIZE[0]:g}" height="{SIZE[1]:g}"'
        f' font-family="sans-serif" font-weight="bold">{drawn}</svg>'
    )


def dark_rules(before: str) -> str:
    """Style rules that turn the faces' light colours dark, each selector beginning with `before`."""
    rules = []
    for role, colour in DARK.items():
        if colour != LIGHT[role]:
            rules.append(f"{before} .mp-{role}{{fill:{colour}}}{before} .mp-line-{role}{{stroke:{colour}}}")
    return "".join(rules)
