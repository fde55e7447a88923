"""`check`: is this one meld, and if not, which clauses does it break?"""

from __future__ import annotations

from collections.abc import Container, Iterable, Sequence
from itertools import combinations

import msgspec

from meldproof.cards import Card, Deck, Kind, Meld, count_cards, rank_at
from meldproof.checking.assignments import assignments
from meldproof.checking.places import broken_places
from meldproof.checking.roles import can_be_wild
from meldproof.errors import NotationError, ProblemError
from meldproof.messages import say
from meldproof.notation import Token, card_text, meld_texts, parse_cards
from meldproof.rules.fault_words import fault_words
from meldproof.rules.melds import RULES, Rule, broken_rules, keeps_all_rules
from meldproof.rules.worth import meld_worth, point_tables
from meldproof.variants.loading import Variant


class Violation(msgspec.Struct, frozen=True):
    """A broken rule, the clause that states it, and a sentence for people.

    `places` are the cards that break it, by number (from 0) in the meld as it was read; none where it is the whole.
    """

    rule: str
    clause: str
    message: str
    places: tuple[int, ...] = ()


class Verdict(msgspec.Struct, frozen=True):
    """The answer of `check`. `meld` is the most valuable legal assignment, or the one whose faults are listed."""

    legal: bool
    kind: Kind | None
    kinds: tuple[Kind, ...]
    points: int | None
    violations: tuple[Violation, ...]
    meld: Meld
    deck: Deck
    variant: str

    def to_dict(self) -> dict[str, object]:
        """The JSON object of `meldproof check --json`."""
        return {
            "legal": self.legal,
            "kind": self.kind,
            "kinds": list(self.kinds),
            "points": self.points,
            "violations": [
                {**msgspec.to_builtins(violation), "places": list(violation.places)} for violation in self.violations
            ],
            "read": {"kind": self.meld.kind, "cards": list(meld_texts(self.meld, self.deck))},
        }

    def to_svg(self, language: str = "en") -> str:
        """A picture of the cards as they were read, with what was found."""
        from meldproof.pictures import arrangement_svg
        from meldproof.pictures.arrangement import Group

        spanish = language == "es"
        kind = {"set": "pierna", "run": "escalera"}[self.meld.kind] if spanish else self.meld.kind
        said = (
            f"{kind}, {self.points} {'puntos' if spanish else 'points'}"
            if self.legal
            else "; ".join(violation.message for violation in self.violations)
        )
        title = f"{self.variant}: {('sí' if spanish else 'yes') if self.legal else 'no'}"
        return arrangement_svg(title, [Group(said, self.meld.slots)], self.deck, language="es" if spanish else "en")

    def _repr_svg_(self) -> str:
        return self.to_svg()

    def __str__(self) -> str:
        cards = " ".join(meld_texts(self.meld, self.deck))
        if self.legal:
            return f"{self.variant}: a {self.kind} worth {self.points} points: {cards}"
        faults = "".join(f"\n  {v.message}  [{v.clause}]" for v in self.violations)
        return f"{self.variant}: no meld: {cards}{faults}"


def check_cards(
    variant: Variant, cards: str | Iterable[str | Card], *, ordered: bool = False, language: str = "en"
) -> Verdict:
    """Whether the cards are one meld, with every rule that the best reading of them breaks.

    A meld is legal if some choice of what its wilds stand for makes it so. Raises NotationError or ProblemError for
    cards that are not of the deck, or more copies than it holds.
    """
    variant = variant.at().found()
    deck = variant.deck()
    tokens = checked_tokens(variant, cards, deck)
    legal: dict[Kind, tuple[int, Meld]] = {}
    faulty: tuple[tuple[int | tuple[int, ...], ...], Meld, tuple[Rule, ...]] | None = None
    worths = point_tables(variant.settings).melded
    for meld in assignments(tokens, variant.settings, ordered=ordered):
        broken = broken_rules(meld, variant.settings)
        if not broken:
            points = meld_worth(meld, worths)
            if meld.kind not in legal or points > legal[meld.kind][0]:
                legal[meld.kind] = (points, meld)
            continue
        rank = _remoteness(meld, broken, deck, ordered)
        if faulty is None or rank < faulty[0]:
            faulty = (rank, meld, broken)
    if legal:
        kind, (points, meld) = max(legal.items(), key=lambda item: (item[1][0], item[0] == "set"))
        return Verdict(True, kind, tuple(sorted(legal, reverse=True)), points, (), meld, deck, variant.id)
    assert faulty is not None
    violations = tuple(
        msgspec.structs.replace(
            violation(rule, variant, language), places=broken_places(faulty[1], rule, variant.settings)
        )
        for rule in faulty[2]
    )
    return Verdict(False, None, (), None, violations, faulty[1], deck, variant.id)


def _remoteness(meld: Meld, broken: Sequence[Rule], deck: Deck, ordered: bool) -> tuple[int | tuple[int, ...], ...]:
    """How far a faulty reading is from what was meant, first things first.

    What is no meld of its kind at all; how many rules it breaks; where cards stand as written, a set, in which no order
    matters; how few of its cards go together as they are printed; the vocabulary's order.
    """
    return (
        any(rule.structural for rule in broken),
        len(broken),
        ordered and meld.kind == "set",
        -_kinship(meld, deck),
        tuple(RULES.index(rule) for rule in broken),
    )


def _kinship(meld: Meld, deck: Deck) -> int:
    """Pairs of cards that stand for themselves and belong together: of one rank in a set, of one suit in a run.

    Where no two share a rank, those next to each other in rank speak for a run as well.
    """
    printed = [
        slot for slot in meld.slots if slot.rank == rank_at(slot.place, len(deck.ranks)) and slot.suit == slot.as_suit
    ]
    if meld.kind == "set":
        return sum(one.rank == other.rank for one, other in combinations(printed, 2))
    all_apart = len({slot.rank for slot in printed}) == len(printed)
    return sum(
        one.rank != other.rank and (one.suit == other.suit or (all_apart and abs(one.place - other.place) == 1))
        for one, other in combinations(printed, 2)
    )


def violation(rule: Rule, variant: Variant, language: str = "en") -> Violation:
    """A broken rule with the clause that states it, in words."""
    parameter = rule.parameter if rule.parameter in variant.provenance else f"{rule.kind}.min"
    key = variant.provenance[parameter]
    fault = fault_words(rule, variant.plain()[parameter], variant.settings.deck.style)[language == "es"]
    return Violation(rule.name, key, f"{fault}: {variant.clause(key).text[language]}")


def checked_tokens(variant: Variant, cards: str | Iterable[str | Card], deck: Deck) -> tuple[Token, ...]:
    """The cards as tokens of this deck: at least one, no more copies than there are, `=` on wild cards only."""
    tokens = parse_cards(cards, deck)
    if not tokens:
        raise ProblemError(say("no cards were given"))
    check_copies((token.card for token in tokens), deck, variant.title)
    check_equals(tokens, variant)
    return tokens


def check_equals(tokens: Iterable[Token], variant: Variant) -> None:
    """Raises NotationError for `=` on a card that can't be wild."""
    for token in tokens:
        if token.stands_for and not can_be_wild(token.card, variant.settings):
            text = token.text.partition("=")[0]
            raise NotationError(
                say(
                    "{text!r} (card {number}): {text_2} is no wild in {name}; write it without '='",
                    text=token.text,
                    number=token.number,
                    text_2=text,
                    name=variant.title,
                )
            )


def check_copies(cards: Iterable[Card], deck: Deck, name: str) -> None:
    """Raises ProblemError if there are more copies of a card than the deck holds."""
    for card, number in count_cards(cards).items():
        if number > 1 and number > deck.copies_of(card):  # a card that is there at all is there once
            copies = deck.copies_of(card)
            raise ProblemError(
                say(
                    "{number} × {card} were given, but the deck of {name} ({size}) has {copies}",
                    number=number,
                    card=card_text(card, deck),
                    name=name,
                    size=deck.size,
                    copies=copies,
                )
            )


def legal_readings(
    tokens: Sequence[Token], variant: Variant, *, ordered: bool = False, kinds: Container[Kind] = ("set", "run")
) -> tuple[Meld, ...]:
    """All legal assignments of these cards."""
    return tuple(
        meld
        for meld in assignments(tokens, variant.settings, ordered=ordered, kinds=kinds)
        if keeps_all_rules(meld, variant.settings)
    )
