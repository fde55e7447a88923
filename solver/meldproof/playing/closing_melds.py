"""The melds that a knock must show: among the usual ones, or pairs of equal cards as the whole hand."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from msgspec.structs import replace

from meldproof.arranging.problem import Arrangement, Figures, LaidMeld, Opening, Problem
from meldproof.cards import Card, Meld, Slot, canonical
from meldproof.checking.roles import can_be_wild
from meldproof.errors import MeldproofError
from meldproof.messages import language, say
from meldproof.notation import Token, parse_cards
from meldproof.playing.faults import refuse
from meldproof.playing.reading import read_melds
from meldproof.playing.state import DealState, MatchState
from meldproof.rules.demands import meets
from meldproof.rules.melds import is_legal
from meldproof.variants.demand_words import said_demands
from meldproof.variants.values import Alternative, Demand, OpeningDemands
from meldproof.variants.vocabulary import Settings


def pairs_asked(s: Settings) -> tuple[Demand, ...]:
    """The demands of pairs, each of which a whole hand may meet."""
    return tuple(some[0] for some in s.close.melds.alternatives if _is_of_pairs(some))


def _is_of_pairs(alternative: Alternative) -> bool:
    return any(demand.kind == "pair" for demand in alternative)


def read_shown(match: MatchState, texts: Sequence[str]) -> list[Meld]:
    """The melds of a knock: pairs, where all of them have two cards and pairs are asked for."""
    if pairs_asked(match.settings) and texts:
        try:
            tokens = [parse_cards(text, match.deck) for text in texts]
        except MeldproofError:
            tokens = []
        if tokens and all(len(two) == 2 for two in tokens):
            return [_pair(match, text, two) for text, two in zip(texts, tokens, strict=True)]
    return read_melds(match, texts)


def _pair(match: MatchState, text: str, tokens: Sequence[Token]) -> Meld:
    found = pair_of([token.card for token in tokens], match.settings)
    said = [token.stands_for for token in tokens if token.stands_for is not None]
    if found is None or any(stood not in {Card(one.place, one.as_suit) for one in found.slots} for stood in said):
        raise refuse(match, "close.melds", say("{cards} is no pair of equal cards", cards=text))
    return found


def pair_of(cards: Sequence[Card], s: Settings) -> Meld | None:
    """Two cards as a pair: equal ones, or one and a wild that stands for the same; None where they are none."""
    first, second = canonical(cards)
    if first == second and not first.is_joker:
        return Meld("set", tuple(Slot(one.rank, one.suit, one.rank, one.suit, False) for one in (first, second)))
    wilds = [card for card in (first, second) if can_be_wild(card, s)]
    if not wilds:
        return None
    model = next((card for card in (first, second) if card not in wilds), None)
    model = model or next((card for card in wilds if not card.is_joker), Card(1, 1))
    slots = [Slot(card.rank, card.suit, model.rank, model.suit, card != model) for card in (first, second)]
    return Meld("set", tuple(slots))


def check_shown(match: MatchState, melds: Sequence[Meld], left: int) -> None:
    """Whether a knock shows what it must; `left` cards are not in its melds. Raises IllegalAction."""
    if met_list(match.settings, melds, left) is None:
        shown = said_demands(match.settings.close.melds, language())
        raise refuse(match, "close.melds", say("a knock must show {melds}", melds=shown))


def met_list(s: Settings, melds: Sequence[Meld], left: int) -> Alternative | None:
    """The list of demands that a knock meets, of several the one with the greatest factor; None for none."""
    are_pairs = bool(melds) and all(_may_be_pair(one, s) for one in melds)
    met = []
    for alternative in s.close.melds.alternatives or ((),):
        if _is_of_pairs(alternative):
            wilds = any(slot.wild for one in melds for slot in one.slots)
            whole = are_pairs and not left and len(melds) == alternative[0].count
            if whole and (alternative[0].wilds == "any" or not wilds):
                met.append(alternative)
        elif all(is_legal(one, s) for one in melds) and meets(melds, alternative, s):
            met.append(alternative)
    return max(met, key=factor_of_list, default=None)


def factor_shown(match: MatchState, deal: DealState) -> int:
    """What the melds of the knock multiply by what the others pay."""
    if not match.settings.close.melds or deal.spread is None:
        return 1
    closer = deal.spread.player
    melds = [*deal.spread.melds, *(lying.meld for lying in deal.table if lying.owner == closer)]
    return factor_of_list(met_list(match.settings, melds, deal.hands[closer].size) or ())


def factor_of_list(alternative: Alternative) -> int:
    """What a close with these melds multiplies by what the others pay."""
    return alternative[0].factor if alternative else 1


def _may_be_pair(one: Meld, s: Settings) -> bool:
    return len(one.slots) == 2 and bool(pairs_asked(s)) and pair_of(one.cards, s) is not None


def asked_of_knock(problem: Problem) -> Problem | None:
    """A problem with what a knock with the usual melds must show; None where only pairs will do."""
    lists = problem.settings.close.melds.alternatives
    usual = tuple(some for some in lists if not _is_of_pairs(some))
    if not lists or () in usual or problem.opening is not None:
        return problem
    return replace(problem, opening=Opening(0, 0, True, OpeningDemands(usual))) if usual else None


def arrangement_of_pairs(problem: Problem) -> Arrangement | None:
    """A hand as the pairs that a knock may show, with its discard; None where it is none."""
    for demand in pairs_asked(problem.settings):
        discards: list[Card | None] = [None] if problem.discard != "required" else []
        if problem.discard != "none":
            discards += sorted(set(problem.hand))
        for discard in discards:
            rest = list(problem.hand)
            if discard is not None:
                rest.remove(discard)
            pairs = paired(rest, demand, problem.settings)
            if pairs is not None:
                return _arranged(problem, pairs, discard)
    return None


def paired(cards: Sequence[Card], demand: Demand, s: Settings) -> tuple[Meld, ...] | None:
    """All of these cards as so many pairs: each single card with a wild, the wilds that are left with each other."""
    if len(cards) != 2 * demand.count or (demand.wilds == 0 and any(card.is_joker for card in cards)):
        return None
    wilds = [card for card in cards if demand.wilds == "any" and can_be_wild(card, s)]
    counts = Counter(cards) - Counter(wilds)
    twos = [(card, card) for card, number in counts.items() for _ in range(number // 2)]
    singles = [card for card, number in counts.items() if number % 2]
    if len(singles) > len(wilds):
        return None
    joined = list(zip(singles, wilds, strict=False))
    rest = wilds[len(singles) :]
    joined += zip(rest[::2], rest[1::2], strict=True)
    found = [pair_of(two, s) for two in (*twos, *joined)]
    return None if None in found else tuple(sorted(one for one in found if one is not None))


def _arranged(problem: Problem, pairs: Sequence[Meld], discard: Card | None) -> Arrangement:
    """The pairs as an arrangement: they are worth nothing, and leave nothing."""
    laid = tuple(LaidMeld(one, 0) for one in pairs)
    return Arrangement(problem, laid, (), discard, Figures(0, 0, 2 * len(pairs), 0, 0, 0), "pairs")
