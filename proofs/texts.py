"""The clauses say what they set: each number of their values stands in both texts.

That a text says no other number is claimed no further than this: of the variant's own clauses that set something, and
of numbers that no clause sets, and that neither its cards nor its players make.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from meldproof.proving.basis import exhaustive
from meldproof.proving.spoken_numbers import numbers_in, numbers_said, thresholds_in
from meldproof.proving.theorem import THE_VARIANT, ClaimOutcome, Context, Theorem, proved
from meldproof.variants.clauses import Text
from meldproof.variants.loading import Variant
from meldproof.variants.values import to_plain

LEAST = 2
"""Smaller numbers are articles, or left unsaid: "a card", "no card"."""


def _clauses_say_their_values(context: Context) -> ClaimOutcome:
    """Of every clause and every reading: the numbers of what it sets are said, and what is said is set somewhere."""
    variant = context.variant
    derived = _derived(variant)
    asked = 0
    for key, text, values in _stated(variant):
        asked += 1
        numbers = {n for value in values.values() for n in numbers_in(value) if n >= LEAST}
        from_on = {n for value in values.values() for n in thresholds_in(value) if n >= LEAST}
        for language in ("en", "es"):
            said = set(numbers_said(text[language], language))
            lacking = {n for n in numbers if n not in said} | {n for n in from_on if not {n, n - 1} & said}
            if lacking:
                return _refuted(key, text[language], f"{min(lacking)} is set and not said", f"{min(lacking)} falta")
            others = {n for n in said if n > LEAST} - numbers - derived
            if values and others and key.startswith(f"{variant.id}/"):
                return _refuted(key, text[language], f"{min(others)} is said and not set", f"{min(others)} sobra")
    return proved(
        "", "", exhaustive(asked, "clauses and readings, in both languages", "cláusulas y lecturas, en los dos idiomas")
    )


def _refuted(key: str, text: str, english: str, spanish: str) -> ClaimOutcome:
    return ClaimOutcome("refuted", f"[{key}] {text}", Text(english, spanish))


def _stated(variant: Variant) -> Iterator[tuple[str, Text, Mapping[str, object]]]:
    """Each clause, and each reading of a clause, with its text and what it sets."""
    plain = variant.plain()
    set_by: dict[str, dict[str, object]] = {}
    for name, key in variant.provenance.items():
        set_by.setdefault(key, {})[name] = plain[name]
    for clause in variant.clauses:
        yield clause.key, clause.text, set_by.get(clause.key, {})
        for reading in clause.readings:
            values = {name: to_plain(value) for name, value in reading.values.items()}
            yield f"{clause.key}: {reading.id}", reading.text, values


def _derived(variant: Variant) -> set[int]:
    """Numbers that follow from the variant: of its other clauses, of its cards and decks, of who plays."""
    s = variant.settings
    found = {n for value in variant.plain().values() for n in numbers_in(value)}
    for players in range(s.players.min, s.players.max + 1):
        deck = s.deck_for(players)
        dealt = s.deal.cards.at(players)
        found |= {players, deck.size, deck.size - deck.jokers, dealt + s.deal.starter_extra}
    for value in variant.plain().values():
        found |= {n - step for n in thresholds_in(value) for step in (0, 1)}
    return found | {len(s.deck.ranks), len(s.deck.suits), *range(1, len(s.deck.ranks) + 1)}


THEOREMS = [
    Theorem(
        "clauses-say-their-values",
        (
            "Each number from two on that a clause sets is in both its texts; none is said that no clause or deck has.",
            "Todo número desde dos que fija una cláusula figura en sus dos textos; no hay otro que nada fije ni forme.",
        ),
        (THE_VARIANT, ""),
        _clauses_say_their_values,
        (
            "every clause and reading, in both languages; no other number: the variant's own that set something",
            "toda cláusula y lectura, en los dos idiomas; sin otro número: las propias que fijan algo",
        ),
        "cases",
    )
]
