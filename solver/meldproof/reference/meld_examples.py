"""Examples of cards for a clause: smallest witnesses of changing one of its parameters, found by the comparison.

Cards that the variant takes for a meld and a changed variant doesn't show what the clause allows; cards that only the
changed variant takes show what it refuses. Where changes show only one side, the other is made of it by the fewest
changes: the nearest cards that are a meld, or the nearest that this very clause refuses.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from meldproof.arranging.tables import read_meld
from meldproof.cards import JOKER, Card, Slot, canonical
from meldproof.checking.roles import can_be_wild
from meldproof.checking.verdict import Verdict, check_cards, violation
from meldproof.errors import MeldproofError
from meldproof.notation import parse_cards
from meldproof.proving.contested import levels_together
from meldproof.reference.document import Example, Row
from meldproof.reference.document import Verdict as WhatItShows
from meldproof.rules.fault_words import fault_words
from meldproof.rules.melds import RULES, Rule, broken_rules
from meldproof.rules.worth import point_tables, points_of_meld
from meldproof.variants.clauses import Clause, Text
from meldproof.variants.levels import Level, levels_of
from meldproof.variants.loading import Variant
from meldproof.witnesses.cases import CardCase, arrangement
from meldproof.witnesses.judging import Witness
from meldproof.witnesses.mutants import Mutant, mutants_of
from meldproof.witnesses.store import ANY, Patience, witness_of
from meldproof.witnesses.wording import FIGURES

MOST_CHANGED = 7
"""Cards of the longest meld whose neighbours are tried."""
KIND = {"set": Text("a set", "una pierna"), "run": Text("a run", "una escalera")}


def card_examples(variant: Variant, clause: Clause, waiting: Patience = ANY) -> tuple[Example, ...]:
    """The examples of a clause that cards without a game can show: one legal and one illegal, or what cards count.

    `waiting` says how long to search for changes that are not recorded.
    """
    level = _level(clause)
    if level == "meld":
        return _meld_examples(variant, clause, waiting)
    if level in ("value", "hand"):
        return _worth_examples(variant, clause, waiting)
    return _deck_examples(variant, clause, waiting) if level == "deck" else ()


def _level(clause: Clause) -> Level | None:
    names = list(clause.values)
    return levels_together(names)[0] if names else None


def changes(variant: Variant, clause: Clause) -> Iterator[tuple[Mutant, Level]]:
    """Every change of the clause's parameters that cards can show, the most telling first, and its level."""
    for name in clause.values:
        level = levels_of(name)[0]
        if level == "turn" or name in ("points.ranks", "opening.cards"):  # shown as a table, and by plays
            continue
        if level != "hand" or (levels_of(name) == ("hand",) and not name.startswith("arrange.")):  # plays show the rest
            yield from ((mutant, level) for mutant in mutants_of(variant, name))


def _witnesses(variant: Variant, clause: Clause, level: Level, waiting: Patience) -> Iterator[tuple[Mutant, Witness]]:
    """The witnesses of those changes that are judged at a level."""
    for mutant, wanted in changes(variant, clause):
        if wanted == level and (witness := witness_of(variant, mutant, level, waiting)):
            yield mutant, witness


def _meld_examples(variant: Variant, clause: Clause, waiting: Patience) -> tuple[Example, ...]:
    legal: Example | None = _in_its_place(variant) if "wilds.natural" in clause.values else None
    illegal: Example | None = None
    for mutant, witness in _witnesses(variant, clause, "meld", waiting):
        if witness.case.op == "is_meld" and witness.results[0]["legal"]:
            legal = legal or example_of_cards(variant, witness.case.cards, smallest=witness.smallest)
        elif witness.case.op == "is_meld":
            illegal = illegal or _refused(variant, mutant.variant, witness)
        if legal and illegal:
            break
    if legal is None and illegal is not None:
        legal = _mended(variant, clause, illegal)
    if illegal is None and legal is not None:
        illegal = _spoiled(variant, clause, legal)
    return tuple(example for example in (legal, illegal) if example)


def _in_its_place(variant: Variant) -> Example | None:
    """The smallest meld in which a card of a wild rank stands where the card printed on it belongs."""
    s = variant.settings
    for rank in sorted(s.wild_ranks):
        for least in (s.run.min, s.set.min):
            for low in range(max(rank - least + 1, 1), rank + 1):
                cards = [Card(place, 1) for place in range(low, low + least) if place <= len(s.deck.ranks)]
                verdict = _verdict(variant, cards, legal=True)
                if verdict and any(slot.rank == rank and slot.place == rank for slot in verdict.meld.slots):
                    return example_of_cards(variant, cards)
    return None


def _refused(variant: Variant, changed: Variant, witness: Witness) -> Example:
    """Cards that only the changed variant takes, read as it reads them: what is broken is then the changed rule."""
    meld = check_cards(changed, witness.case.cards).meld
    broken = broken_rules(meld, variant.settings)
    clause = violation(broken[0], variant).clause
    rows = (Row(Text(), meld.slots),)
    return Example("illegal", rows, _faults(broken, variant), variant.deck(), clause, witness.smallest)


def example_of_cards(variant: Variant, cards: Sequence[str | Card], *, smallest: bool = False) -> Example:
    """Cards as one meld, with the checker's verdict."""
    verdict = check_cards(variant, cards)
    said = _said(verdict, variant)
    clause = "" if verdict.legal else verdict.violations[0].clause
    rows = (Row(Text(), verdict.meld.slots),)
    return Example("legal" if verdict.legal else "illegal", rows, said, variant.deck(), clause, smallest)


def _said(verdict: Verdict, variant: Variant) -> Text:
    if verdict.kind is not None:
        kind = KIND[verdict.kind]
        return Text(f"{kind.en}, {verdict.points} points", f"{kind.es}, {verdict.points} puntos")
    rules = {rule.name: rule for rule in RULES}
    return _faults([rules[violation.rule] for violation in verdict.violations], variant)


def _faults(broken: Sequence[Rule], variant: Variant) -> Text:
    plain, style = variant.plain(), variant.settings.deck.style
    words = [fault_words(rule, plain.get(rule.parameter), style) for rule in broken]
    said = ["; ".join(pair[i] for pair in words) for i in (0, 1)]
    return Text(f"no meld: {said[0]}", f"no es combinación: {said[1]}")


def _mended(variant: Variant, clause: Clause, illegal: Example) -> Example | None:
    """The nearest cards that are a meld: one exchanged, one more, or one less; of those the plainest.

    Where the clause is about wild ranks, the cards keep one.
    """
    found = [cards for cards in _neighbours(variant, illegal) if _verdict(variant, cards, legal=True)]
    if any(name.startswith("wilds.") for name in clause.values):
        wild = variant.settings.wild_ranks
        found = [cards for cards in found if any(card.rank in wild for card in cards)] or found
    return example_of_cards(variant, _plainest(variant, found)) if found else None


def _spoiled(variant: Variant, clause: Clause, legal: Example) -> Example | None:
    """The nearest cards that this clause alone refuses."""
    found = []
    for cards in _neighbours(variant, legal):
        verdict = _verdict(variant, cards, legal=False)
        if verdict and {violation.clause for violation in verdict.violations} == {clause.key}:
            found.append(cards)
    return example_of_cards(variant, _plainest(variant, found)) if found else None


def _verdict(variant: Variant, cards: Sequence[Card], *, legal: bool) -> Verdict | None:
    try:
        verdict = check_cards(variant, cards)
    except MeldproofError:  # more copies than the deck has
        return None
    return verdict if verdict.legal is legal else None


def _neighbours(variant: Variant, example: Example) -> Iterator[tuple[Card, ...]]:
    cards = canonical(slot.card for slot in example.rows[0].slots)
    if len(cards) > MOST_CHANGED:
        return
    deck = example.deck
    for place in range(len(cards)):
        rest = cards[:place] + cards[place + 1 :]
        yield from (canonical((*rest, card)) for card in deck.kinds() if card not in cards)
    yield from (canonical((*cards, card)) for card in deck.kinds())
    yield from (cards[:place] + cards[place + 1 :] for place in range(len(cards)) if len(cards) > 1)


def _plainest(variant: Variant, found: Sequence[tuple[Card, ...]]) -> tuple[Card, ...]:
    """The cards with the fewest that may be wild, then the fewest, then in order."""
    return min(found, key=lambda cards: (sum(can_be_wild(card, variant.settings) for card in cards), len(cards), cards))


def _worth_examples(variant: Variant, clause: Clause, waiting: Patience) -> tuple[Example, ...]:
    """What cards count: for each parameter one witness; where a hand can open or not, one of each."""
    if "points.ranks" in clause.values:
        return (_table_of_values(variant),)
    found: dict[str, Example] = {}
    openings: dict[bool, Example] = {}
    for level in LEVELS:
        told: set[str] = set()
        for mutant, witness in _witnesses(variant, clause, level, waiting):
            if witness.case.op == "can_open":
                _keep(openings, opening_example(variant, witness))
            elif mutant.parameter not in told:
                told.add(mutant.parameter)
                example = answer_example(variant, witness)
                found.setdefault(example.notation, example)
    return (*(openings[legal] for legal in (True, False) if legal in openings), *found.values())[:MOST_WORTHS]


MOST_WORTHS = 4
"""Worked values beside one clause."""
LEVELS: tuple[Level, ...] = ("value", "hand")


def _keep(openings: dict[bool, Example], example: Example) -> None:
    """The longest opening tells most: the small ones are those of a minimum that nobody owes yet."""
    legal = example.verdict == "legal"
    if legal not in openings or _cards(openings[legal]) < _cards(example):
        openings[legal] = example


def _cards(example: Example) -> int:
    return sum(len(row.slots) for row in example.rows)


def answer_example(variant: Variant, witness: Witness) -> Example:
    """What cards are worth, or what the best arrangement of a hand leaves."""
    case = witness.case
    if case.op == "value":
        example = example_of_cards(variant, case.cards, smallest=witness.smallest)
        return msgspec.structs.replace(example, verdict="worth")
    said = _figures_said(witness.results[0])
    return Example("worth", hand_rows(variant, case), said, variant.deck(case.players), smallest=witness.smallest)


def opening_example(variant: Variant, witness: Witness) -> Example:
    """A hand that can open, or that can't."""
    case, opens = witness.case, bool(witness.results[0]["opens"])
    found = arrangement(case, variant)
    counts = point_tables(variant.settings).opening
    points = sum(points_of_meld(laid.meld, counts) for laid in found.melds) if opens else found.reachable
    at = Text(f" at a score of {case.score}", f" con un puntaje de {case.score}") if case.score else Text()
    worth = Text("", "") if points is None else Text(f"{points} points: ", f"{points} puntos: ")
    said = (
        Text(f"{worth.en}an opening{at.en}", f"{worth.es}se abre{at.es}")
        if opens
        else Text(f"{worth.en}no opening{at.en}", f"{worth.es}no se abre{at.es}")
    )
    verdict: WhatItShows = "legal" if opens else "illegal"
    rows = hand_rows(variant, case)
    return Example(verdict, rows, said, variant.deck(case.players), smallest=witness.smallest)


def _table_of_values(variant: Variant) -> Example:
    """The ranks by their points, in the first suit."""
    s = variant.settings
    points = s.points.ranks.by_rank(s.deck.ranks)
    if s.wilds.natural == "never":  # no card of a wild rank is a natural
        points = {rank: number for rank, number in points.items() if rank not in s.wild_ranks}
    rows = []
    for number in sorted(set(points.values())):
        slots = tuple(natural_slot(Card(rank, 1)) for rank in sorted(points) if points[rank] == number)
        rows.append(Row(Text(f"{number} points", f"{number} puntos"), slots))
    said = Text("what a natural is worth, in every suit alike", "lo que vale una natural, igual en todos los palos")
    return Example("worth", tuple(rows), said, variant.deck())


def hand_rows(variant: Variant, case: CardCase) -> tuple[Row, ...]:
    """The table and the hand of a case; a hand that can be laid whole is shown as its melds."""
    deck = variant.deck(case.players)
    table = tuple(Row(Text("on the table", "en la mesa"), table_slots(meld, variant)) for meld in case.table)
    laid = _laid_rows(variant, case) if not case.table else ()
    if laid:
        return laid
    cards = canonical(token.card for token in parse_cards(case.cards, deck))
    return (*table, Row(Text("in hand", "en la mano"), tuple(natural_slot(card) for card in cards)))


def _laid_rows(variant: Variant, case: CardCase) -> tuple[Row, ...]:
    """The melds of the best arrangement where it lays every card."""
    try:
        found = arrangement(case, variant)
    except MeldproofError:
        return ()
    if found.deadwood or found.discard is not None or not found.melds:
        return ()
    return tuple(Row(Text(), laid.meld.slots) for laid in found.melds)


def table_slots(text: str, variant: Variant) -> tuple[Slot, ...]:
    """A meld of a table, read as all tables are."""
    return read_meld(parse_cards(text, variant.deck()), variant, "the table").slots


def natural_slot(card: Card) -> Slot:
    """A card that is not in a meld, as a slot to draw."""
    return Slot(card.rank, card.suit, card.rank, card.suit, wild=False)


def points(number: object, language: int) -> str:
    """`1 point`, `15 puntos`."""
    word = (("point", "punto"), ("points", "puntos"))[number != 1][language]
    return f"{number} {word}"


def _figures_said(result: dict[str, int | bool | None]) -> Text:
    """The figures of an arrangement, those that are zero left out; in plain words where nothing can be laid."""
    cost = result.get("deadwood_points")
    if not result.get("melded_points") and not result.get("melded_cards"):
        return Text(f"left in hand, it counts {points(cost, 0)}", f"si queda en la mano, cuenta {points(cost, 1)}")
    parts = [
        [
            f"{FIGURES[language][name]}: {value}"
            for name, value in result.items()
            if not isinstance(value, bool) and value
        ]
        for language in ("en", "es")
    ]
    return Text("; ".join(parts[0]) or "nothing is left", "; ".join(parts[1]) or "no queda nada")


def _deck_examples(variant: Variant, clause: Clause, waiting: Patience) -> tuple[Example, ...]:
    """Cards that the deck holds and cards that it doesn't, with the number of players that makes it so."""
    if "deck.ranks" in clause.values:
        return (_the_cards(variant),)
    found: dict[bool, Example] = {}
    for _, witness in _witnesses(variant, clause, "deck", waiting):
        found.setdefault(bool(witness.results[0]["in_deck"]), deck_example(variant, witness))
        if len(found) == 2:
            break
    return tuple(found[held] for held in (True, False) if held in found)


def deck_example(variant: Variant, witness: Witness) -> Example:
    """Cards that are in the deck for so many players, or that aren't."""
    case, held = witness.case, bool(witness.results[0]["in_deck"])
    deck = variant.deck(case.players)
    cards = [JOKER if card == "JK" else parse_cards(card, variant.deck())[0].card for card in case.cards]
    slots = tuple(natural_slot(card) for card in cards)
    here = Text(f"in the deck for {case.players} players", f"en la baraja para {case.players} jugadores")
    said = here if held else Text(f"not {here.en}", f"no {here.es}")
    return Example("legal" if held else "illegal", (Row(Text(), slots),), said, deck, smallest=True)


def _the_cards(variant: Variant) -> Example:
    """Every rank in the first suit, then one card of every other suit, then the joker."""
    deck = variant.deck()
    ranks = tuple(natural_slot(Card(rank, 1)) for rank in range(1, len(deck.ranks) + 1))
    suits = tuple(natural_slot(Card(1, suit)) for suit in range(1, len(deck.suits) + 1))
    rows = [
        Row(Text("the ranks in their order", "los valores en su orden"), ranks),
        Row(Text("the colours", "los colores") if deck.style == "tiles" else Text("the suits", "los palos"), suits),
    ]
    if deck.jokers:
        rows.append(
            Row(Text("the joker", "el comodín" if deck.style == "tiles" else "el morrucho"), (natural_slot(JOKER),))
        )
    said = Text("what is played with", "con qué se juega")
    return Example("worth", tuple(rows), said, deck)
