"""Small positions of a game, and the plays to try in them: what examples of the rules of play are looked for among.

The positions are made of the variant's own smallest run and set, a card that extends the run, two cards that fit
nowhere, and a wild, if there is one. They are listed with few cards first.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from msgspec.structs import replace

from meldproof.cards import Card, Meld, canonical
from meldproof.checking.verdict import check_cards
from meldproof.errors import MeldproofError
from meldproof.notation import card_text, meld_texts
from meldproof.playing import actions as a
from meldproof.playing.state import DealState, Hand, Lying, MatchState, Phase, Turn, in_deal, new_match
from meldproof.variants.loading import Variant

ME, OTHER = 0, 1


class Blocks(NamedTuple):
    """The cards that positions are made of; `exchanged` is the run with a wild in place of its second card."""

    run: Meld
    set: Meld | None
    extra: Card
    strays: tuple[Card, ...]
    exchanged: Meld | None


class ExamplePosition(NamedTuple):
    """A state, and the plays to try in it."""

    match: MatchState
    actions: tuple[a.Action, ...]

    @property
    def size(self) -> int:
        deal = self.match.deal
        assert deal is not None
        table = sum(len(lying.meld.slots) for lying in deal.table)
        return table + len(deal.hands[ME].cards) + len(deal.pile)


def blocks(variant: Variant) -> Blocks | None:
    """The smallest run without wilds that can be extended, and what goes with it; None where there is no such run."""
    s, deck = variant.settings, variant.deck()
    plain = [rank for rank in range(2, len(deck.ranks) + 1) if rank not in s.wild_ranks]
    starts = [rank for rank in plain if set(range(rank, rank + s.run.min + 1)) <= set(plain)]
    if not starts:
        return None
    low = starts[0]
    run = _meld(variant, [Card(rank, 1) for rank in range(low, low + s.run.min)])
    if run is None or run.kind != "run":
        return None
    one = _meld(variant, [Card(plain[-1], suit) for suit in range(1, min(s.set.min, len(deck.suits)) + 1)])
    strays = tuple(Card(plain[-1 - 2 * number], len(deck.suits) - number) for number in range(2))
    wilds = [card for card in deck.kinds() if card.is_joker or card.rank in s.wild_ranks]
    exchanged = None
    if wilds:
        cards = [card_text(card, deck) for card in run.cards]
        text = [cards[0], f"{card_text(wilds[-1], deck)}={cards[1]}", *cards[2:]]
        exchanged = _meld(variant, text)
    return Blocks(run, one, Card(low + s.run.min, 1), strays, exchanged)


def _meld(variant: Variant, cards: Sequence[Card | str]) -> Meld | None:
    try:
        verdict = check_cards(variant, cards)
    except MeldproofError:
        return None
    return verdict.meld if verdict.legal else None


def positions(variant: Variant) -> list[ExamplePosition]:
    """Every position to try, those with the fewest cards first."""
    found = blocks(variant)
    return sorted(_positions(variant, found), key=lambda position: position.size) if found else []


def _positions(variant: Variant, b: Blocks) -> Iterator[ExamplePosition]:
    for make in (_draws, _plays, _lay_offs, _closings, _debts, _exchanges, _rearrangings, _openings, _knocks):
        yield from make(variant, b)


def position(
    variant: Variant,
    hand: Sequence[Card],
    actions: Sequence[a.Action],
    *,
    table: Sequence[tuple[Meld, int]] = (),
    pile: Sequence[Card] = (),
    stock_left: int | None = None,
    phase: Phase = "play",
    turns: int = 2,
    deals: int = 2,
    opened: bool = False,
    scores: tuple[int, int] = (0, 0),
    turn: Turn = Turn(),  # noqa: B008 - a frozen record
    rebuilt: int = 0,
) -> ExamplePosition:
    """A position of two players (or as few as the variant is for), the first to move."""
    players = variant.settings.players.min
    rest = (0,) * (players - 2)
    match = new_match(variant, players, pairs=variant.settings.players.sides == "pairs", scores=(*scores, *rest))
    lying = tuple(Lying(meld, owner, (owner,) * len(meld.slots)) for meld, owner in table)
    deal = DealState(
        dealer=players - 1,
        hands=(Hand(canonical(hand)), *(Hand((), 5) for _ in range(players - 1))),
        stock=None,
        stock_left=variant.settings.stock.left + 20 if stock_left is None else stock_left,
        pile=tuple(pile),
        table=lying,
        opened=tuple(seat != ME or opened for seat in range(players)),
        turns=tuple(turns if seat == ME else 2 for seat in range(players)),
        to_move=ME,
        phase=phase,
        turn=turn,
        start_scores=(*scores, *rest),
        cut_bonus=(0,) * players,
        rebuilt=rebuilt,
    )
    return ExamplePosition(in_deal(replace(match, deal=deal), deals), tuple(actions))


def _text(variant: Variant, meld: Meld) -> str:
    return " ".join(meld_texts(meld, variant.deck()))


def _name(variant: Variant, card: Card) -> str:
    return card_text(card, variant.deck())


def _draws(variant: Variant, b: Blocks) -> Iterator[ExamplePosition]:
    empty = variant.settings.stock.left
    rebuilt = variant.settings.stock.rebuilt
    most = rebuilt if isinstance(rebuilt, int) else 0
    one, two = b.strays
    if not variant.settings.discard.each_turn:  # there is no pile
        first: Phase = "draw" if variant.settings.draw.when == "every-turn" else "play"
        for left in (empty + 1, empty):
            yield position(variant, [one], (a.Draw(), a.Pass()), phase=first, stock_left=left)
        return
    draws = (a.Draw(), a.Draw(source="discard"), a.Draw(source="discard", count=1), a.Pass())
    yield position(variant, [one], draws, pile=[two], phase="draw")
    yield position(variant, [one], (*draws, a.Draw(source="discard", count=2)), pile=[b.extra, two], phase="draw")
    if variant.settings.turn.first_draw == "upcard-offer":
        offered = (a.Draw(), a.Pass(), a.Draw(source="discard"))
        yield position(variant, [one], offered, pile=[two], phase="offer", turns=1)
    for pile in ([two], [b.extra, two]):
        for done in sorted({0, most}):
            yield position(variant, [one], draws, pile=pile, phase="draw", stock_left=empty, rebuilt=done)


def _plays(variant: Variant, b: Blocks) -> Iterator[ExamplePosition]:
    one, two = b.strays
    stray = (
        a.Discard(card=_name(variant, one)),
        a.EndTurn(),
        a.Draw(),
        a.Discard(card=_name(variant, one), face_down=True),
    )
    yield position(variant, [one, two], stray)
    yield position(variant, [one, two], stray, turn=Turn(laid=3), opened=True, table=[(b.run, ME)])
    meld = a.LayMelds(melds=(_text(variant, b.run),))
    for turns, deals in ((2, 2), (1, 2), (2, 1)):
        yield position(variant, [*b.run.cards, one, two], (meld,), turns=turns, deals=deals)


def _lay_offs(variant: Variant, b: Blocks) -> Iterator[ExamplePosition]:
    one, two = b.strays
    add = a.LayOff(meld=0, cards=_name(variant, b.extra))
    for owner in (ME, OTHER):
        for opened in (True, False):
            if opened or owner == OTHER:
                yield position(variant, [b.extra, one, two], (add,), table=[(b.run, owner)], opened=opened)
    if not variant.settings.opening.points.at(0):  # else the run alone would be no opening
        just = Turn(laid=len(b.run.slots), opening=True)
        yield position(variant, [b.extra, one, two], (add,), table=[(b.run, ME)], opened=True, turn=just)
    yield position(variant, [b.extra, one, two], (add,), table=[(b.run, OTHER)], opened=True, turns=1)


def _closings(variant: Variant, b: Blocks) -> Iterator[ExamplePosition]:
    one, _ = b.strays
    last = (a.Discard(card=_name(variant, one)), a.Discard(card=_name(variant, one), face_down=True), a.EndTurn())
    laid = Turn(laid=len(b.run.slots))
    yield position(variant, [one], last, table=[(b.run, ME)], opened=True, turn=laid)
    yield position(variant, b.run.cards, (a.LayMelds(melds=(_text(variant, b.run),)),))
    yield position(
        variant, [b.extra], (a.LayOff(meld=0, cards=_name(variant, b.extra)),), table=[(b.run, ME)], opened=True
    )


def _debts(variant: Variant, b: Blocks) -> Iterator[ExamplePosition]:
    """A card just taken from the discard pile: thrown back, or not melded."""
    one, two = b.strays
    back = (a.Discard(card=_name(variant, two)), a.Discard(card=_name(variant, one)))
    yield position(variant, [one, two], back, turn=Turn(taken=(two,)))
    owed = variant.settings.draw.discard != "none" and variant.settings.draw.entry != "free"
    if owed:
        turn = Turn(taken=(b.extra,), entry=b.extra)
        table = [(b.run, ME)]
        add = a.LayOff(meld=0, cards=_name(variant, b.extra))
        yield position(variant, [b.extra, one, two], (*back, add), turn=turn, table=table, opened=True)


def _exchanges(variant: Variant, b: Blocks) -> Iterator[ExamplePosition]:
    if b.exchanged is None:
        return
    one, two = b.strays
    card = b.run.cards[1]
    for owner in (ME, OTHER):
        give = a.Exchange(meld=0, card=_name(variant, card))
        yield position(variant, [card, one, two], (give,), table=[(b.exchanged, owner)], opened=True)
    wild = next(slot.card for slot in b.exchanged.slots if slot.wild)
    freed = Turn(freed=(wild,))
    away = (a.Discard(card=_name(variant, one)), a.EndTurn())
    yield position(variant, [wild, one, two], away, table=[(b.run, OTHER)], opened=True, turn=freed)


def _rearrangings(variant: Variant, b: Blocks) -> Iterator[ExamplePosition]:
    """A run's last card taken for a set with two cards of the hand."""
    long = _meld(variant, [*b.run.cards, b.extra])
    suits = len(variant.deck().suits)
    mates = [Card(b.extra.rank, suit) for suit in range(2, suits + 1)][: variant.settings.set.min - 1]
    made = _meld(variant, [b.extra, *mates])
    if long is None or made is None:
        return
    after = a.Rearrange(table=(_text(variant, b.run), _text(variant, made)))
    yield position(variant, [*mates, b.strays[0]], (after,), table=[(long, OTHER)], opened=True)
    low, size = b.run.cards[0].rank, variant.settings.run.min
    if low + 2 * size <= len(variant.deck().ranks):
        cards = [Card(rank, 1) for rank in range(low, low + 2 * size)]
        whole, one, two = _meld(variant, cards), _meld(variant, cards[:size]), _meld(variant, cards[size:])
        if whole and one and two:  # parted, and nothing of the hand added
            parted = a.Rearrange(table=(_text(variant, one), _text(variant, two)))
            yield position(variant, [b.strays[0]], (parted,), table=[(whole, OTHER)], opened=True)


def _openings(variant: Variant, b: Blocks) -> Iterator[ExamplePosition]:
    meld = (a.LayMelds(melds=(_text(variant, b.run),)),)
    pairs = [(low, high) for low, high in ((0, s) for s, _ in variant.settings.opening.points.pairs) if high]
    for low, high in pairs:
        for scores in ((high, low), (low, high)):
            yield position(variant, [*b.run.cards, *b.strays], meld, scores=scores)
            yield position(variant, b.run.cards, meld, scores=scores)
    yield from _openings_with_the_table(variant, b)
    if b.set is not None:
        one, two = _text(variant, b.run), _text(variant, b.set)
        yield position(
            variant, [*b.run.cards, *b.set.cards, *b.strays], (a.LayMelds(melds=(two,)), a.LayMelds(melds=(one, two)))
        )


def _openings_with_the_table(variant: Variant, b: Blocks) -> Iterator[ExamplePosition]:
    """The first card of a long run of the table makes a set with cards of the hand; or these make one by themselves."""
    deck, s = variant.deck(), variant.settings
    top = len(deck.ranks)
    low = top - s.run.min
    long = _meld(variant, [Card(rank, 1) for rank in range(low, top + 1)])
    rest = _meld(variant, [Card(rank, 1) for rank in range(low + 1, top + 1)])
    suits = range(2, 2 + s.set.min)
    if s.table.rearrange == "none" or long is None or rest is None or max(suits) > len(deck.suits):
        return
    mates = [Card(low, suit) for suit in suits]
    mixed, own = _meld(variant, [Card(low, 1), *mates[:-1]]), _meld(variant, mates)
    if mixed is None or own is None:
        return
    table = [(long, OTHER)]
    stray = b.strays[1]
    pure = a.Rearrange(table=(_text(variant, long), _text(variant, own)))
    yield position(variant, [*mates, stray], (pure,), table=table)
    with_table = (a.Rearrange(table=(_text(variant, rest), _text(variant, mixed))),)
    yield position(variant, [*mates[:-1], stray], with_table, table=table)


def _knocks(variant: Variant, b: Blocks) -> Iterator[ExamplePosition]:
    """A knock with one card of deadwood, with two, and with none."""
    if variant.settings.close.by != "knock":
        return
    one, two = b.strays
    low = Card(b.run.cards[0].rank, len(variant.deck().suits))
    knock = a.Knock(discard=_name(variant, one), melds=(_text(variant, b.run),))
    for rest in ((), (low,), (two,), (low, two)):
        yield position(variant, [*b.run.cards, *rest, one], (knock,))
