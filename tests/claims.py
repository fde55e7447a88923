"""Whether what a certificate claims is true: the claim under the certificate's own settings, solved anew."""

from __future__ import annotations

from typing import Any

import msgspec
from auditing import audit

from meldproof.arranging.certificates.certificate import Certificate, make_certificate
from meldproof.arranging.problem import Arrangement, Figures, LaidMeld, Opening, Problem
from meldproof.arranging.solve import solve_problem
from meldproof.cards import Card, Deck, Meld, Slot, canonical
from meldproof.checking.certificate_checker import CheckOutcome, check_certificate
from meldproof.checking.certificate_settings import FIELDS
from meldproof.notation import parse_card, parse_cards
from meldproof.rules.worth import points_of_meld
from meldproof.variants.clauses import Text
from meldproof.variants.loading import Variant, load_variant
from meldproof.variants.values import from_plain
from meldproof.variants.vocabulary import build_settings, parameters


def certified(problem: Problem, **limits: Any) -> Certificate:
    return make_certificate(solve_problem(problem, "graph"), **limits)


def document_of(certificate: Certificate) -> dict[str, Any]:
    """The certificate as the plain JSON it is stored as."""
    plain: dict[str, Any] = msgspec.json.decode(certificate.to_json())
    return plain


def checked(document: Any) -> CheckOutcome:
    return check_certificate(msgspec.json.encode(document))


def assert_true(document: dict[str, Any]) -> None:
    """Raises AssertionError if a claim is false: its melds, its figures, or that nothing is better."""
    claimed = claimed_arrangement(document)
    audit(claimed)
    best = solve_problem(claimed.problem, "graph")
    objective = claimed.problem.objective
    assert best.figures.vector(objective) == claimed.figures.vector(objective)
    assert bool(best.unmet) == bool(claimed.unmet)
    assert best.opens == claimed.opens
    assert claimed.reachable in (None, best.reachable)


def claimed_arrangement(document: dict[str, Any]) -> Arrangement:
    """The claim as an answer to the certificate's question."""
    problem = _problem(document)
    claim, deck = document["claim"], problem.deck
    shown, dropped = claim["arrangement"], claim["dropped"]
    opens = None if problem.opening is None else "opening" not in dropped
    melds = []
    for plain in shown["melds"]:
        meld, role = _meld(plain, deck), plain["role"]
        grown = role - 1 if isinstance(role, int) and not problem.rearranges else None
        counts = bool(opens) and grown is None and (role == "opening" or not problem.rearranges)
        melds.append(LaidMeld(meld, points_of_meld(meld, problem.points.melded), counts, grown))
    discard = None if shown["discard"] is None else parse_card(shown["discard"], deck)
    left = canonical(parse_card(text, deck) for text in shown["deadwood"])
    figures = msgspec.convert(claim["figures"], Figures)
    unmet = ", ".join(dropped)
    return Arrangement(problem, tuple(melds), left, discard, figures, "claim", None, opens, claim["reachable"], unmet)


def _problem(document: dict[str, Any]) -> Problem:
    variant = _variant(document)
    deck = variant.settings.deck
    deck = Deck(deck.style, deck.ranks, deck.suits, document["deck"]["copies"], document["deck"]["jokers"])
    due = document["opening"]
    own = variant.settings.opening.cards == "own"
    return Problem(
        variant,
        deck,
        canonical(parse_card(text, deck) for text in document["hand"]),
        tuple(_meld(plain, deck) for plain in document["table"]),
        document["discard"],
        None if due is None else Opening(due["points"], due["pure_runs"], own),
        tuple(parse_card(text, deck) for text in document["use"]),
        tuple(document["objective"]),
    )


def _variant(document: dict[str, Any]) -> Variant:
    """The settings in the certificate as a variant; whatever no arrangement depends on is gin's."""
    gin, known = load_variant("gin").values, parameters()
    told = {name for name, field in FIELDS.items() if field["is"] != "of play"}
    given = {name: value for name, value in document["settings"].items() if name in told}
    values = {name: value for name, value in gin.items() if name not in told}
    values |= {name: from_plain(value, known[name].type) for name, value in given.items()}
    return Variant("claim", Text("claim", "claim"), "", (), values, build_settings(values), {})


def _meld(plain: dict[str, Any], deck: Deck) -> Meld:
    slots: list[Slot] = []
    for text in plain["cards"]:
        (token,) = parse_cards(text, deck)
        stood: Card = token.stands_for or token.card
        place = slots[-1].place + 1 if slots and plain["kind"] == "run" else stood.rank
        slots.append(Slot(token.card.rank, token.card.suit, place, stood.suit, token.stands_for is not None))
    return Meld(plain["kind"], tuple(slots))
