"""Table melds that grow: every way to add cards that leaves those that lie there where they stand."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from meldproof.cards import Card, Meld, Slot, rank_at
from meldproof.checking.assignments import assignments
from meldproof.checking.roles import role_choices
from meldproof.checking.verdict import check_equals, violation
from meldproof.errors import NotationError
from meldproof.messages import language, say
from meldproof.notation import Token, cards_text, parse_cards
from meldproof.playing.faults import Fault, IllegalAction, most_telling, refuse, unclear
from meldproof.playing.reading import read_meld, text_of
from meldproof.playing.state import Lying, MatchState
from meldproof.rules.melds import Rule, broken_rules, keeps_all_rules
from meldproof.rules.worth import meld_worth, point_tables
from meldproof.variants.vocabulary import Settings

MOST_SPELLED = 4
"""Ways to add cards that are spelled out where there are several."""
Added = tuple[Card, Card | None]
"""A card that comes, and the one that it was said to stand for."""


def added_cards(match: MatchState, text: str) -> tuple[Added, ...]:
    """The cards of a text that are added, each with what `=` says it stands for. Raises IllegalAction."""
    try:
        tokens = parse_cards(text, match.deck)
        check_equals(tokens, match.variant)
    except NotationError as error:
        raise refuse(match, "cards", str(error)) from None
    if not tokens:
        raise unclear(say("no card was named to be added"))
    return tuple((token.card, token.stands_for) for token in tokens)


def grown_meld(match: MatchState, old: Meld, added: Sequence[Added], to: str | None) -> Meld:
    """The table meld with cards added: the one way there is, or the one that `to` names.

    Raises IllegalAction where there is none, UnclearAction with the spellings where there are several and no `to`.
    """
    cards = [card for card, _ in added]
    if to is not None:
        wanted = read_grown(match, old, to)
        if _is_growth(wanted, old, cards, match.settings):
            return wanted
        raise _no_growth(match, old, added, wanted)
    ways = growths(match, old, cards, [said for _, said in added])
    if len(ways) == 1:
        return ways[0]
    if not ways:
        raise _no_growth(match, old, added)
    spelled = say(", or ").join(text_of(match, way) for way in ways[:MOST_SPELLED])
    if len(ways) > MOST_SPELLED:
        spelled += say(", or in {number} more ways", number=len(ways) - MOST_SPELLED)
    raise unclear(
        say(
            "{cards} can be added to {meld} in {number} ways; say `to`: {ways}",
            cards=cards_text(cards, match.deck),
            meld=text_of(match, old),
            number=say("two") if len(ways) == 2 else len(ways),
            ways=spelled,
        )
    )


def read_grown(match: MatchState, old: Meld, text: str) -> Meld:
    """The meld that a text says a table meld has become: of several, the one in which that meld stands as it stood."""

    def fits(one: Meld) -> bool:
        added = Counter(one.cards) - Counter(old.cards)
        return _is_growth(one, old, list(added.elements()), match.settings)

    return read_meld(match, text, fits=fits)


def growths(match: MatchState, old: Meld, cards: Sequence[Card], said: Sequence[Card | None] = ()) -> list[Meld]:
    """Every legal meld of a table meld and some more cards in which those that lie there keep their places.

    `said` is what each of the cards was said to stand for. Of a set, whose wilds are any missing suit, there is one at
    most: that worth most.
    """
    added = list(zip(cards, said or [None] * len(cards), strict=True))
    s = match.settings
    worths = point_tables(s).melded
    ways = (_longer_runs if old.kind == "run" else _larger_sets)(old, added, s)
    best: dict[object, Meld] = {}
    for way in sorted((one for one in ways if keeps_all_rules(one, s)), key=lambda one: -meld_worth(one, worths)):
        best.setdefault(_as_lying(way, s) if old.kind == "run" else "", way)
    return list(best.values())


def _as_lying(run: Meld, s: Settings) -> object:
    """What tells two runs of the same cards apart: a full one may begin with the ace or end with it."""
    ranks = len(s.deck.ranks)
    return frozenset((slot.card, rank_at(slot.place, ranks), slot.wild) for slot in run.slots)


def _larger_sets(old: Meld, added: Sequence[Added], s: Settings) -> Iterator[Meld]:
    cards = [*((card, None) for card in old.cards), *added]
    tokens = [Token(card, said, "", number, 1) for number, (card, said) in enumerate(cards, 1)]
    return (one for one in assignments(tokens, s, kinds=("set",)) if one.slots[0].place == old.slots[0].place)


def _longer_runs(old: Meld, added: Sequence[Added], s: Settings) -> Iterator[Meld]:
    """The old slots with the new cards below and above them, in every order."""
    ranks = len(s.deck.ranks)
    suit = 0 if s.run.suit == "any" else old.slots[0].as_suit
    first, last = old.slots[0].place, old.slots[-1].place
    for below in range(len(added) + 1):
        start = first - below
        round_top = ranks if start < 1 else 0
        low, high = range(start, first), range(last + 1, last + 1 + len(added) - below)
        lying = [_moved(slot, round_top) for slot in old.slots]
        for slots in _filled([place + round_top for place in (*low, *high)], Counter(added), suit, s):
            yield Meld("run", (*slots[:below], *lying, *slots[below:]))


def _moved(slot: Slot, places: int) -> Slot:
    return Slot(slot.rank, slot.suit, slot.place + places, slot.as_suit, slot.wild) if places else slot


def _filled(places: Sequence[int], added: Counter[Added], suit: int, s: Settings) -> Iterator[tuple[Slot, ...]]:
    """Cards at these places of a suit (0: of any), each as itself or as a wild, in every order."""
    if not places:
        yield ()
        return
    place = places[0]
    rank = s.rank_at(place)
    for card, said in sorted(added, key=str):
        if said and (said.rank != rank or suit not in (0, said.suit)):
            continue
        own = card.rank == rank and suit in (0, card.suit)
        for wild in role_choices(card, said, own, s):
            if wild or own:
                as_suit = card.suit if not wild else said.suit if said else suit or 1
                slot = Slot(card.rank, card.suit, place, as_suit, wild)
                rest = added - Counter([(card, said)])
                yield from ((slot, *others) for others in _filled(places[1:], rest, suit, s))


def _is_growth(one: Meld, old: Meld, cards: Sequence[Card], s: Settings) -> bool:
    """Whether a legal meld is a table meld and these cards, a run's slots where they were, a set's rank the same."""
    if one.kind != old.kind or Counter(one.cards) != Counter((*old.cards, *cards)):
        return False
    return _keeps_places(one, old, s) if old.kind == "run" else one.slots[0].place == old.slots[0].place


def _keeps_places(one: Meld, old: Meld, s: Settings) -> bool:
    """The old slots stand in the new run as they stood (counted once round where a run goes past the top)."""
    ranks = len(s.deck.ranks)
    there = {(slot.card, slot.place, slot.wild) for slot in one.slots}
    return any(
        all((slot.card, slot.place + shift, slot.wild) in there for slot in old.slots) for shift in (0, ranks, -ranks)
    )


def _no_growth(match: MatchState, old: Meld, added: Sequence[Added], wanted: Meld | None = None) -> IllegalAction:
    """Why cards can't be added: the rule that they break beside what lies there, the wilds being what they are."""
    cards, text = [card for card, _ in added], text_of(match, old)
    names = cards_text(cards, match.deck)
    if wanted is not None and Counter(wanted.cards) != Counter((*old.cards, *cards)):
        said = say(
            "{to} is not {meld} with {cards}", to=text_of(match, wanted), meld=text, cards=cards_text(cards, match.deck)
        )
        return refuse(match, "cards", said)
    said = say("{cards} can't be added to {meld}", cards=names, meld=text)
    lying = [(slot.card, _stands_for(slot, match.settings)) for slot in old.slots]
    broken = _least_broken([*lying, *added], old, match.settings)
    if not broken:
        rule = "table.jokers" if "table.jokers" in match.variant.values else "exchange.cards"
        return refuse(match, rule, say("{said}: what lies there keeps its place", said=said))
    fault = most_telling([violation(rule, match.variant, language()) for rule in broken])
    return IllegalAction(Fault(fault.rule, fault.clause, f"{said}: {fault.message}"))


def _stands_for(slot: Slot, s: Settings) -> Card | None:
    return Card(s.rank_at(slot.place), slot.as_suit) if slot.wild else None


def _least_broken(cards: Sequence[Added], old: Meld, s: Settings) -> tuple[Rule, ...]:
    """The rules that these cards break at the least as a meld of that kind; none if they are one."""
    tokens = [Token(card, said, "", number, 1) for number, (card, said) in enumerate(cards, 1)]
    broken = [broken_rules(one, s) for one in assignments(tokens, s, kinds=(old.kind,))]
    return min(broken, key=lambda rules: (any(rule.structural for rule in rules), len(rules)), default=())


def relay(lying: Lying, new: Meld, player: int) -> Lying:
    """The table meld after cards were added: every card keeps who laid it, new ones are the player's."""
    layers: dict[Card, list[int]] = {}
    for slot, who in zip(lying.meld.slots, lying.layers, strict=True):
        layers.setdefault(slot.card, []).append(who)
    owners = tuple(layers[slot.card].pop(0) if layers.get(slot.card) else player for slot in new.slots)
    return Lying(new, lying.owner, owners)
