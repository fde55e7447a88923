"""What a broken rule of a meld says in words: numbers agree with their nouns, and tiles have colours, not suits."""

from __future__ import annotations

from collections.abc import Mapping

from meldproof.rules.melds import Rule

AMOUNTS: Mapping[str, tuple[tuple[str, str], tuple[str, str]]] = {
    "cards": (("one card", "{} cards"), ("una carta", "{} cartas")),
    "wilds": (("one wild", "{} wilds"), ("un comodín", "{} comodines")),
    "jokers": (("one joker", "{} jokers"), ("un morrucho", "{} morruchos")),
    "ranked": (("one wild that is no joker", "{} wilds that are no jokers"), ("un mono", "{} monos")),
    "naturals": (("one natural card", "{} natural cards"), ("una carta natural", "{} cartas naturales")),
}
"""What a limit counts, one and many, in English and Spanish: a fault names them in braces."""
OF_TILES = (
    (("cards", "tiles"), ("card", "tile"), ("suits", "colours"), ("suit", "colour"), ("rank", "number"), ("ace", "1")),
    (
        ("carta", "ficha"),
        ("palos", "colores"),
        ("palo", "color"),
        ("el as", "el 1"),
        ("morruchos", "comodines"),
        ("morrucho", "comodín"),
        ("de valor comodín", "de número comodín"),
        ("mismo valor", "mismo número"),
    ),
)


def fault_words(rule: Rule, limit: object, style: str = "cards") -> tuple[str, str]:
    """What is wrong where the rule fails, in both languages. `limit` is the parameter's value, `style` the deck's."""
    return _words(rule.fault[0], limit, style, 0), _words(rule.fault[1], limit, style, 1)


def _words(fault: str, limit: object, style: str, language: int) -> str:
    amounts = {name: forms[language][limit != 1].format(limit) for name, forms in AMOUNTS.items()}
    said = fault.format_map(amounts)
    if style == "tiles":
        for card, tile in OF_TILES[language]:
            said = said.replace(card, tile)
    return said
