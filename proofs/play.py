"""Play by counts: no card is lost, a deal ends or it is said what lets it go on, scores and winners add up."""

from __future__ import annotations

from collections import Counter
from itertools import product

import msgspec

from meldproof.cards import Card
from meldproof.notation import card_text
from meldproof.playing import actions as a
from meldproof.playing.dealing import one_card
from meldproof.playing.faults import IllegalAction
from meldproof.playing.game import apply, score
from meldproof.playing.moves import is_legal_action
from meldproof.playing.scoring import totals
from meldproof.playing.state import DealState, new_match
from meldproof.proving.basis import NOT_SHOWN, exhaustive, for_all, sample
from meldproof.proving.counted_play import (
    Counts,
    Turn,
    comes_nearer,
    is_of_deck,
    is_turn,
    may_draw,
    symbolic_counts,
    symbolic_turn,
)
from meldproof.proving.followed import counts_of, laid_cards, refuted_after, turns_follow_the_counts
from meldproof.proving.plain_scores import plain_totals
from meldproof.proving.played import NO_PLAY, blank_deal, is_played, played
from meldproof.proving.repairs import clash_of
from meldproof.proving.theorem import ClaimOutcome, Context, Theorem, proved
from meldproof.rules.logic import negate
from meldproof.variants.loading import Variant

ROUNDS = 4
MOST_COUNTED = 4


def _no_card_is_lost(context: Context) -> ClaimOutcome:
    """After each action of played deals every card of the deck is in one place, and counted there."""
    if not is_played(context):
        return NO_PLAY
    looked = 0
    terms = context.settings.deal
    for steps in played(context):
        away: Counter[Card] = Counter()
        for before, action, after in steps:
            looked += 1
            assert after.deal is not None
            if isinstance(action, a.Deal) and action.discard and terms.starter_discard == "dead":
                away = Counter([one_card(after, action.discard)])
            if isinstance(action, a.Discard) and before.deal is not None and after.deal.aside > before.deal.aside:
                away = away + Counter([one_card(after, action.card)])
            cards = _cards(after.deal) + away
            if cards != Counter(after.deck.cards()) or _number(after.deal) + away.total() != after.deck.size:
                return refuted_after(action)
    return proved("", "", sample(looked, "actions of played deals", "acciones de manos jugadas"))


def _cards(deal: DealState) -> Counter[Card]:
    found = Counter(card for hand in deal.hands for card in hand.cards)
    found.update([*(deal.stock or ()), *deal.pile, *laid_cards(deal)])
    return found


def _number(deal: DealState) -> int:
    return sum(hand.size for hand in deal.hands) + deal.stock_left + len(deal.pile) + len(list(laid_cards(deal)))


def _deals_end(context: Context) -> ClaimOutcome:
    """By counts: each turn brings the end nearer, whatever the numbers. Where one needn't, a play shows it."""
    if not is_played(context):
        return NO_PLAY
    followed = turns_follow_the_counts(context)
    if followed.status != "checked":
        return followed
    ends = _ends_by_counts(context)
    if ends.held:
        return proved(f"every turn brings the end nearer; {followed.said('en')}",
                      f"cada turno acerca el final; {followed.said('es')}", ends.basis or NOT_SHOWN)  # fmt: skip
    named = clash_of(context, _ends_by_counts, ("draw", "discard", "stock"))
    clauses = "; ".join(repair.said() for repair in named.repairs) or "–"
    english, spanish = f"a change would end it: {clauses}", f"un cambio la terminaría: {clauses}"
    play = _repeating_play(context.variant)
    if play is None:
        return proved(f"a turn may leave all counts as they were; {english}",
                      f"un turno puede dejar todo igual; {spanish}", NOT_SHOWN)  # fmt: skip
    basis = exhaustive(
        1, "a play that comes round again is all that is claimed", "una jugada que se repite es lo afirmado"
    )
    return proved(f"a deal may go on for ever: {play}; {english}",
                  f"una mano puede no terminar nunca: {play}; {spanish}", basis)  # fmt: skip


def _ends_by_counts(context: Context) -> ClaimOutcome:
    """For every number of players: no counted turn leaves the deal as far from its end as it was."""
    s = context.settings
    before, turn, after = symbolic_counts("before"), symbolic_turn(), symbolic_counts("after")
    for players in range(s.players.min, s.players.max + 1):
        cards = s.deck_for(players).size
        solver = context.solver()
        solver.add(is_of_deck(before, cards, players, s), is_turn(before, turn, after, s))
        solver.add(is_of_deck(after, cards, players, s), negate(comes_nearer(before, after, s, players)))
        if context.check(solver):
            counts = " ".join(f"{name} {solver.value(term)}" for name, term in zip(Counts._fields, before, strict=True))
            return ClaimOutcome("refuted", f"{players} players: {counts}")
    numbers = f"{s.players.min}–{s.players.max}"
    return proved(
        "", "", for_all(f"all counts of cards, {numbers} players", f"todo número de cartas, {numbers} jugadores")
    )


def _draws_are_as_counted(context: Context) -> ClaimOutcome:
    """Each small stock and pile, after each number of rebuilds: the referee lets draw what counts let draw.

    By who has opened, in a turn in which all may be drawn, of a pile without wilds if these stay there.
    """
    if not is_played(context):
        return NO_PLAY
    s = context.settings
    match = new_match(context.variant, s.players.min)
    begun = apply(match, blank_deal(match))
    assert begun.deal is not None
    instead = s.draw.when == "if-nothing-laid"
    ranks = [rank for rank in range(1, len(s.deck.ranks) + 1) if s.draw.wilds or rank not in s.wild_ranks]
    pile = [Card(rank, 2) for rank in ranks[:MOST_COUNTED]]
    most_rebuilt = 2 if s.stock.rebuilt == "any" else s.stock.rebuilt
    asked = 0
    for stock, cards, rebuilt in product(
        range(MOST_COUNTED + s.stock.left), range(MOST_COUNTED), range(most_rebuilt + 1)
    ):
        deal = msgspec.structs.replace(
            begun.deal, stock=None, stock_left=stock, pile=tuple(pile[:cards]), rebuilt=rebuilt,
            phase="play" if instead else "draw", turn=type(begun.deal.turn)(),
            opened=(True,) * match.players, turns=(s.draw.discard_from_turn,) * match.players,
        )  # fmt: skip
        counts = Counts(1, 1, stock, cards, 0, 0, rebuilt, 0)
        draws = [a.Draw(), *(a.Draw(source="discard", count=count) for count in range(1, cards + 1))]
        for draw in draws:
            asked += 1
            number = 0 if draw.source == "stock" else draw.count or 1
            turns = (
                Turn(0 if number else drawn, number, int(number > 0 and not instead), 1, rebuilds)
                for drawn in range(1, s.draw.stock + 1)
                for rebuilds in ((False, True) if not number else (False,))
            )
            counted = any(may_draw(counts, turn, s) for turn in turns)
            if counted != is_legal_action(msgspec.structs.replace(begun, deal=deal), draw):
                said = f"{msgspec.json.encode(draw).decode()}: stock {stock}, pile {cards}, rebuilt {rebuilt}"
                return ClaimOutcome("refuted", f"{said}: {not counted} ≠ {counted}")
    english = (
        f"draws from stocks and piles of up to {MOST_COUNTED - 1} cards beyond what is left, 0–{most_rebuilt} rebuilds"
    )
    spanish = f"robos de mazos y descartes de hasta {MOST_COUNTED - 1} cartas, 0–{most_rebuilt} vueltas del descarte"
    return proved("", "", exhaustive(asked, english, spanish))


def _repeating_play(variant: Variant) -> str | None:
    """A play in which the counts come round again: everybody takes from the pile and discards another card."""
    s = variant.settings
    players = s.players.min
    match = new_match(variant, players)
    deck = match.deck
    cards = [card_text(Card(rank, suit), deck) for rank in range(3, len(deck.ranks)) for suit in (1, 2)]
    up = cards.pop() if s.deal.upcard else None
    extra = cards.pop() if s.deal.lays_one_down else None
    try:
        match = apply(match, a.Deal(upcard=up, discard=extra))
        seen: list[Counts] = []
        shown: list[str] = []
        for number in range(ROUNDS * players):
            deal = match.deal
            assert deal is not None
            mover = deal.to_move
            seen.append(counts_of(match, mover, 0))
            if deal.phase != "play":  # a first turn may begin without a draw
                match = apply(match, a.Draw(source="discard") if deal.pile else a.Draw())
            dropped = cards[number % len(cards)]
            match = apply(match, a.Discard(card=dropped))
            source = "pile" if deal.pile else "stock"
            shown.append(f"{mover}: {source}, {dropped}")
    except IllegalAction:
        return None
    return "; ".join(shown[-players:]) + " …" if seen[-1] == seen[-1 - players] else None


def _scores_add_up(context: Context) -> ClaimOutcome:
    """Of deals played to their end: every score counted again, card by card, from the clauses' values."""
    if not is_played(context):
        return NO_PLAY
    looked = 0
    for steps in played(context):
        match = steps[-1][2]
        if match.deal is None or match.deal.phase != "over":
            continue
        looked += 1
        told, plain = totals(match, score(match)), plain_totals(match)
        if told != plain:
            return ClaimOutcome("refuted", f"{told} ≠ {plain}: {match.deal.ended}")
    return proved("", "", sample(looked, "deals played to their end", "manos jugadas hasta el final"))


_PLAY = ("",)

THEOREMS = [
    Theorem(
        "no-card-is-lost",
        (
            "After every action each card of the deck is in one place: a hand, the stock, the pile, the table.",
            "Después de cada acción cada carta del mazo está en un lugar: una mano, el mazo, el descarte, la mesa.",
        ),
        _PLAY,
        _no_card_is_lost,
        ("deals played by a simple policy", "manos jugadas con una política simple"),
        "play",
    ),
    Theorem(
        "draws-are-as-counted",
        (
            "From any small stock and pile, after up to so many rebuilds, just the draws that counts allow are legal.",
            "De todo mazo y descarte chicos, tras hasta tantas vueltas, valen justo los robos que las cuentas dan.",
        ),
        _PLAY,
        _draws_are_as_counted,
        (
            "stocks and piles of up to three cards, every number of rebuilds (two where there is no limit)",
            "mazos y descartes de hasta tres cartas, toda vuelta del descarte (dos donde no hay límite)",
        ),
        "cases",
    ),
    Theorem(
        "deals-end",
        (
            "Counted in cards, each turn brings a deal's end nearer; or a play comes round, and what ends it is said.",
            "Contando cartas, cada turno acerca el final de la mano; o una jugada se repite, y se dice qué la termina.",
        ),
        _PLAY,
        _deals_end,
        (
            "all numbers of cards in hands, stock, pile and table, every number of players",
            "todo número de cartas en manos, mazo, descarte y mesa, y de jugadores",
        ),
        "counts",
    ),
    Theorem(
        "scores-add-up",
        (
            "The scores of a deal are the sums that the clauses say, counted again card by card.",
            "Los puntajes de una mano son las sumas que dicen las cláusulas, contadas de nuevo carta por carta.",
        ),
        _PLAY,
        _scores_add_up,
        ("deals played to their end", "manos jugadas hasta el final"),
        "play",
    ),
]
