"""Small situations of play from which rule sets are told apart, the smallest first: deals, turns, finished deals.

They are built of the variant's own cards: a run, a set, single cards, a table meld with a wild, an empty stock. The
search over the actions from here on is in `turn_witnesses`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import product
from typing import Any

import msgspec

from meldproof.cards import Card, rank_at
from meldproof.checking.verdict import check_cards
from meldproof.notation import card_text
from meldproof.playing import actions as a
from meldproof.playing.advice import TableMeld
from meldproof.variants.loading import Variant
from meldproof.witnesses.questions import KitMeld, ScoreCase, Situation

MOST_PLAYERS = 8


class Base(msgspec.Struct, frozen=True):
    """Where a search begins: as a PlayCase without its action. `depth` says how many steps it may add;
    `also` are actions that no list of legal actions holds."""

    players: int = 2
    pairs: bool = False
    scores: tuple[int, ...] = ()
    situation: Situation | None = None
    steps: tuple[a.Action, ...] = ()
    depth: int = 0
    also: tuple[a.Action, ...] = ()


Maker = Callable[..., Base]


class Names:
    """Cards of a variant as texts."""

    def __init__(self, variant: Variant) -> None:
        self.variant, self.deck = variant, variant.deck()
        self.top, self.suits = len(self.deck.ranks), len(self.deck.suits)

    def card(self, rank: int, suit: int = 1) -> str:
        return card_text(Card(rank_at(rank, self.top), (suit - 1) % self.suits + 1), self.deck)

    def run(self, first: int = 4, size: int = 3, suit: int = 1) -> str:
        return " ".join(self.card(first + step, suit) for step in range(size))

    def set(self, rank: int, size: int = 3) -> str:
        return " ".join(self.card(rank, suit) for suit in range(1, size + 1))

    def wilds(self) -> list[str]:
        """A joker and a card of a wild rank, as far as there are any."""
        return ["JK"] * (self.deck.jokers > 0) + [self.card(rank, 4) for rank in self.variant.settings.wild_ranks]

    @property
    def loose(self) -> str:
        return self.card(self.top, 3)

    @property
    def other(self) -> str:
        return self.card(self.top - 4, 2)


def plain_deal(variant: Variant, names: Names) -> a.Deal:
    """A deal with everything hidden that may be."""
    terms = variant.settings.deal
    discards = terms.lays_one_down
    return a.Deal(upcard=names.other if terms.upcard else None, discard=names.loose if discards else None)


def deals(variant: Variant) -> Iterator[Base]:
    """How a deal begins: for how many, with how many cards, with a card turned up, with a card too many."""
    names, who, terms = Names(variant), variant.settings.players, variant.settings.deal
    plain = plain_deal(variant, names)
    for players in range(max(1, who.min - 1), min(who.max + 1, MOST_PLAYERS) + 1):
        for pairs in (False, True) if players in (4, 6) else (False,):
            shapes = [
                plain,
                msgspec.structs.replace(plain, upcard=None if plain.upcard else names.other),
                msgspec.structs.replace(plain, discard=None if plain.discard else names.loose),
            ]
            if not pairs:
                dealt = terms.cards.at(players)
                sizes = {dealt, dealt + terms.starter_extra}
                sizes |= {size + step for size in sizes for step in (-1, 1)}
                for size, seat in product(sorted(sizes), (0, 1) if players == who.min else (0,)):
                    cards = [card_text(card, names.deck) for card in names.deck.kinds()][:size]
                    hands = tuple(" ".join(cards) if at == seat else None for at in range(seat + 1))
                    discard = cards[0] if plain.discard and cards else plain.discard
                    upcard = None if plain.upcard is None else names.card(names.top, names.suits)
                    shapes.append(msgspec.structs.replace(plain, hands=hands, discard=discard, upcard=upcard))
            yield Base(players, pairs, also=tuple(shapes))


def rounds(variant: Variant) -> Iterator[Base]:
    """The first turns of a deal whose cards are hidden."""
    names, who = Names(variant), variant.settings.players
    deal = plain_deal(variant, names)
    meld = a.LayMelds(melds=(names.run(),))
    for players in (2, 3, 4):
        if who.min <= players <= who.max:
            turns = tuple(a.Draw(player=seat) for seat in range(players))
            passes = tuple(a.Pass(player=seat) for seat in range(players))
            yield Base(players, steps=(deal,), depth=3, also=(*turns, *passes, meld))


def turns(variant: Variant) -> Iterator[Base]:
    """Positions with a small hand: before the draw, after it, with a table, in the first turn or deal, unopened."""
    names, who = Names(variant), variant.settings.players
    least = max(2, who.min)
    run, loose, other = names.run(), names.loose, names.other
    extension = names.card(7)

    def make(hand: str, *table: tuple[str, int], players: int = least, pairs: bool = False, depth: int = 0,
             scores: tuple[int, ...] = (), also: Sequence[a.Action] = (), drawn: bool = True, opened: bool = True,
             **fields: Any) -> Base:  # fmt: skip
        lying = tuple(TableMeld(cards, owner) for cards, owner in table)
        seen = Situation(hand, lying, drawn=drawn, opened=opened, **fields)
        return Base(players, pairs, scores, seen, (), depth, tuple(also))

    yield make(f"{loose} {other}", drawn=False, pile=extension)
    yield make(loose)
    yield make(f"{loose} {other}", depth=1)
    for hand in (run, f"{run} {loose}", f"{run} {loose} {other}", f"{names.set(9)} {loose} {other}"):
        yield make(hand, depth=1)
        yield make(hand, opened=False)
        yield make(hand, turn=1, opened=False, depth=1)
        yield make(hand, deal=1, opened=False, depth=1)
    yield make(f"{loose} {other}", taken=loose)
    yield make(f"{loose} {other}", drawn=False, pile=extension, depth=2)
    yield make(f"{loose} {other}", drawn=False, pile=f"{extension} {names.card(8, 2)}", depth=2)
    yield make(f"{names.run(size=2)} {loose} {other}", drawn=False, pile=names.card(6), depth=3)
    yield make(f"{names.run(size=2)} {loose} {other}", drawn=False, pile=f"{names.card(6)} {extension}", depth=2)
    for owner in (0, 1):
        yield make(f"{extension} {loose}", (run, owner))
        yield make(f"{extension} {loose} {other}", (run, owner), opened=False)
        yield make(f"{extension} {loose}", (run, owner), turn=1, opened=False)
        yield make(f"{loose} {other}", (run, owner), drawn=False, pile=extension, depth=3)
    if who.min <= 4 <= who.max:
        for owner, pairs in product((1, 2), (False, True)):
            yield make(f"{extension} {loose}", (run, owner), players=4, pairs=pairs)
    set_and_more = f"{names.set(9)} {extension} {loose} {other}"
    yield make(set_and_more, (run, 0), opened=False, depth=1)
    yield from _openings(variant, names, make)
    yield from _stocks(names, make)
    yield from _wilds_on_the_table(names, make)
    yield from _tables(names, make)
    if variant.settings.close.by == "knock":
        yield from _knocks(variant, names, make)


def rarer(variant: Variant) -> Iterator[Base]:
    """What only a few rules look at: a stock rebuilt before or in another order, one that lasts for two turns, a
    closing below the minimum, a wild that lies on the discard pile or could be put there.

    Looked at last, so that whatever a plainer situation shows is shown by that.
    """
    names = Names(variant)
    least = max(2, variant.settings.players.min)
    for rebuilt in (0, 1, 2, 3):
        pile = f"{names.card(7)} {names.card(8, 2)} {names.card(3, 2)}"
        seen = Situation(f"{names.loose} {names.other}", pile=pile, opened=True, stock=0, rebuilt=rebuilt)
        yield Base(least, situation=seen)
    reordered = a.Rebuild(stock=f"{names.card(8, 2)} {names.card(7)}")
    seen = Situation(f"{names.loose} {names.other}", pile=pile, opened=True, stock=0)
    yield Base(least, situation=seen, also=(reordered,))
    for stock in (2, 4, 5):
        seen = Situation(f"{names.loose} {names.other}", pile=names.card(7), opened=True, stock=stock)
        yield Base(least, situation=seen, depth=2)
    dear = a.LayMelds(melds=(names.set(names.top), names.set(names.top - 1)))
    hand = " ".join((*dear.melds, names.card(3, 2), names.card(5, 3)))
    for turn, number in ((1, 2), (2, 1)):
        seen = Situation(hand, drawn=True, turn=turn, deal=number)
        yield Base(least, situation=seen, also=(dear,))
    opening = _an_opening(variant, names)
    if opening:
        extension = names.card(7)
        hand = " ".join((*opening, extension, names.card(3, 2), names.card(5, 2)))
        seen = Situation(hand, (TableMeld(names.run(), 1),), drawn=True)
        also = (a.LayMelds(melds=opening), a.LayOff(meld=0, cards=extension))
        yield Base(least, situation=seen, depth=1, also=also)
        if variant.settings.table.rearrange != "none":  # there a turn is judged by its end
            yield Base(least, situation=seen, steps=also, also=(a.EndTurn(),))
    for start, _ in variant.settings.opening.points.pairs:
        for hand in (names.run(), f"{names.run()} {names.loose}"):
            scores = (start,) + (0,) * (least - 1)
            meld = a.LayMelds(melds=(names.run(),))
            yield Base(least, scores=scores, situation=Situation(hand, drawn=True), depth=1, also=(meld,))
    for turn, number in ((2, 2), (1, 2), (2, 1)) if opening else ():
        seen = Situation(" ".join((*opening, names.card(3), names.card(5, 2))), drawn=True, turn=turn, deal=number)
        yield Base(least, situation=seen, also=(a.LayMelds(melds=opening),))

    for wild in names.wilds():
        for seen in (
            Situation(f"{names.loose} {names.other}", pile=wild, opened=True),
            Situation(f"{wild} {names.loose}", drawn=True, opened=True),
        ):
            yield Base(least, situation=seen, depth=1)


def between(variant: Variant) -> Iterator[Base]:
    """The deal after one that was closed or left void; turns without a stock in which nothing is laid."""
    names, s = Names(variant), variant.settings
    least = max(2, s.players.min)
    deal = plain_deal(variant, names)
    after = tuple(msgspec.structs.replace(deal, dealer=seat) for seat in range(least))
    run, loose = names.run(), names.loose
    ends: list[tuple[a.Action, ...]] = [(a.LayMelds(melds=(run,)), a.Discard(card=loose)), (a.LayMelds(melds=(run,)),)]
    if s.close.by == "knock":
        ends = [(a.Knock(discard=loose, melds=(run,)), a.Defend())]
    for player, steps in product(range(least), ends):
        hand = run if len(steps) == 1 else f"{run} {loose}"
        seen = Situation(hand, player=player, drawn=True, opened=True)
        yield Base(least, situation=seen, steps=steps, also=after)
    seen = Situation(f"{run} {loose}", drawn=True, opened=True, stock=s.stock.left)
    yield Base(least, situation=seen, steps=(a.Discard(card=loose),), also=after)
    pile = names.card(7)
    idle: list[tuple[a.Action, ...]] = [(a.Pass(), a.EndTurn()), (a.EndTurn(),)]
    if s.discard.each_turn:
        idle = [(a.Draw(source="discard"), a.Discard(card=pile))]
    for turn in idle:
        seen = Situation(
            f"{loose} {names.other}", pile=pile if s.discard.each_turn else "", opened=True, stock=s.stock.left
        )
        following = (a.Draw(source="discard"), a.Pass(), a.EndTurn())
        yield Base(least, situation=seen, steps=turn * least, also=following)


def _an_opening(variant: Variant, names: Names) -> tuple[str, ...]:
    """Sets of the dearest ranks, as many as an opening without a score needs; none if these don't do."""
    due, points, sets = variant.settings.opening.points.at(0), 0, []
    for rank in range(names.top, 5, -1):
        sets.append(names.set(rank, min(4, names.suits)))
        points += check_cards(variant, sets[-1]).points or 0
        if points >= due:
            return tuple(sets)
    return ()


def _openings(variant: Variant, names: Names, make: Maker) -> Iterator[Base]:
    """Openings that are due more or less by the mover's or another's score; on a table that could help."""
    scores = [start for start, _ in variant.settings.opening.points.pairs if start]
    sets = [names.set(rank) for rank in range(names.top, names.top - 4, -1)]
    for number in (1, 2, 3):
        hand = " ".join(sets[:number])
        meld = a.LayMelds(melds=tuple(sets[:number]))
        yield make(f"{hand} {names.card(3, 2)} {names.card(5, 3)}", opened=False, also=(meld,))
        for score in scores[-1:]:
            for both in ((score, 0), (0, score)):
                yield make(f"{hand} {names.card(3, 2)} {names.card(5, 3)}", opened=False, scores=both, also=(meld,))
    run, extension = names.run(), names.card(7)
    grown = a.Rearrange(table=(names.run(size=4),))
    yield make(f"{extension} {names.loose} {names.other}", (run, 1), opened=False, also=(grown,))
    tops = names.run(names.top - 2)
    high = f"{names.card(names.top - 3, 2)} {names.card(names.top - 3, 3)}"
    moved = a.Rearrange(table=(tops, names.set(names.top - 3)))
    yield make(f"{high} {names.loose}", (names.run(names.top - 3, 4), 1), opened=False, also=(moved,))


def _stocks(names: Names, make: Maker) -> Iterator[Base]:
    """The stock at its end, with a discard pile of one card and of three."""
    for stock in (0, 1, 2, 3):
        for pile in (names.card(7), f"{names.card(7)} {names.card(8, 2)} {names.card(3, 2)}"):
            yield make(f"{names.loose} {names.other}", drawn=False, stock=stock, pile=pile, depth=3)


def _wilds_on_the_table(names: Names, make: Maker) -> Iterator[Base]:
    """A run and sets with a wild, and the card in hand that could take its place."""
    loose, other = names.loose, names.other
    rank = 9
    for wild in names.wilds():
        run = f"{names.run(size=2)} {wild}={names.card(6)}"
        yield make(f"{names.card(6)} {loose} {other}", (run, 1), depth=1)
        yield make(f"{names.card(6)} {loose} {other}", (run, 0), depth=1)
        yield make(f"{names.card(6, 2)} {loose} {other}", (run, 1))
        for size in (2, 3):
            one = f"{names.set(rank, size)} {wild}"
            yield make(f"{names.card(rank, size + 1)} {loose} {other}", (one, 1), depth=1)
        pair = f"{names.card(names.top - 1, 3)} {loose}"
        freed = (
            f"{names.set(rank)}",
            f"{names.card(names.top - 1, 3)} {loose} {wild}={names.card(names.top - 2, 3)}",
        )
        both = a.Rearrange(table=freed)
        yield make(f"{names.card(rank, 3)} {pair} {other}", (f"{names.set(rank, 2)} {wild}", 1), also=(both,))
        natural = (names.run(), f"{names.card(names.top - 2, 3)} {names.card(names.top - 1, 3)} {wild}={loose}")
        taken = a.Rearrange(table=natural)
        hand = f"{names.card(6)} {names.card(names.top - 2, 3)} {names.card(names.top - 1, 3)} {other}"
        yield make(hand, (run, 1), also=(taken,))
        beside = names.run(names.top - 2, 3, 2)
        grown = f"{wild}={names.card(names.top - 3, 2)} {beside}"
        joined = a.Rearrange(table=(names.run(), grown))
        yield make(f"{names.card(6)} {loose}", (run, 1), (beside, 1), also=(joined,))
        exchanged = (a.Exchange(meld=0, card=names.card(6)),)
        laid_off = (a.LayOff(meld=1, cards=wild, to=grown),)
        place = make(f"{names.card(6)} {loose} {other}", (run, 1), (beside, 1), also=laid_off)
        yield msgspec.structs.replace(place, steps=exchanged)
        four = names.set(6, 4)
        from_table = a.Rearrange(table=(names.run(), " ".join(four.split()[1:]), natural[1]))
        yield make(f"{names.card(names.top - 2, 3)} {names.card(names.top - 1, 3)} {other}", (run, 1), (four, 1),
                   also=(from_table,))  # fmt: skip


def _tables(names: Names, make: Maker) -> Iterator[Base]:
    """Tables that a hand card changes: added to, split, taken from, made anew."""
    loose, other = names.loose, names.other
    four = names.set(5, 4)
    three = " ".join(four.split()[1:])
    taken = a.Rearrange(table=(three, names.run(3)))
    yield make(f"{names.card(3)} {names.card(4)} {loose} {other}", (four, 1), also=(taken,))
    long = names.run(3, 5)
    split = a.Rearrange(table=(names.run(3), names.run(5)))
    yield make(f"{names.card(5)} {loose} {other}", (long, 1), also=(split,))
    grown = a.Rearrange(table=(names.run(size=4),))
    yield make(f"{names.card(7)} {loose} {other}", (names.run(), 1), also=(grown,))
    if names.suits >= 3:
        sets = tuple(names.set(rank) for rank in (4, 5, 6))
        rows = [names.run(4, 3, suit) for suit in (1, 2, 3)]
        anew = a.Rearrange(table=(*rows[:2], names.run(4, 4, 3)))
        yield make(f"{names.card(7, 3)} {loose} {other}", *((one, 1) for one in sets), also=(anew,))


def _knocks(variant: Variant, names: Names, make: Maker) -> Iterator[Base]:
    """Hands with as much deadwood as a knock may have, one less and one more; the defence after gin and without."""
    s, run, grown = variant.settings, names.run(), names.run(size=4)
    points = s.points.ranks.by_rank(s.deck.ranks)
    cheap = {points.get(rank, s.points.ace.hand): rank for rank in range(names.top, 1, -1)}
    cheap.setdefault(s.points.ace.hand, 1)
    for upcard, most in _knock_limits(variant, names):
        for left in range(max(0, most - 2), most + 3):
            pair = next(((x, left - x) for x in cheap if left - x in cheap), None)
            if left in cheap:
                yield make(f"{run} {names.card(cheap[left], 2)} {names.loose}", upcard=upcard)
            if pair is not None:
                cards = f"{names.card(cheap[pair[0]], 2)} {names.card(cheap[pair[1]], 3)}"
                yield make(f"{run} {cards} {names.loose}", upcard=upcard)
    upcard, _ = max(_knock_limits(variant, names), key=lambda one: one[1])
    if s.knock.cards != "any" and s.knock.cards > 1:
        small = [names.card(rank, 2 + rank % 3) for rank in (1, 2, 3, 7, 8, 9)]
        for number in (s.knock.cards, s.knock.cards + 1):
            yield make(" ".join([run, *small[:number], names.loose]), upcard=upcard)
    defence = a.Defend(layoffs=(grown,))
    for more in ("", f" {names.card(2, 2)}"):
        for melds, also in (((run,), (defence,)), ((), ())):
            knock = a.Knock(discard=names.loose, melds=melds)
            case = make(f"{run}{more} {names.loose}", upcard=upcard)
            yield msgspec.structs.replace(case, steps=(knock,), also=also)


def _knock_limits(variant: Variant, names: Names) -> list[tuple[str | None, int]]:
    """The cards turned up on which a knock depends, if it does, with the points that it may leave then."""
    s, without_limit = variant.settings, 20
    usual = without_limit if s.knock.deadwood == "any" else s.knock.deadwood
    by_card = s.knock.upcard.by_rank(s.deck.ranks)
    return [(names.card(rank, 4), min(points, usual)) for rank, points in by_card.items()] or [(None, usual)]


def finished(variant: Variant) -> Iterator[ScoreCase]:
    """Finished deals: what is left in hand, who closed, what lies on the table, how the match stands."""
    names, s = Names(variant), variant.settings
    loose, other, small = names.loose, names.other, names.card(3, 2)
    singles = [small, loose, names.card(1, 2), *names.wilds()]
    seats = [n for n in (2, 3, 4) if s.players.min <= n <= s.players.max]
    for players in seats:
        for left in singles:
            hands = ("", left, *([small] * (players - 2)))
            yield ScoreCase(hands, closer=0)
        yield ScoreCase(("",) * 1 + (loose,) * 1 + (other,) * (players - 2), closer=None)
    if s.close.by == "knock":
        for mine, theirs in ((small, loose), (loose, small), (small, names.card(3, 3)), (small, "")):
            yield ScoreCase((mine, theirs), closer=0)
        if 3 in seats:
            yield ScoreCase((small, names.card(3, 3), loose), closer=0)
            yield ScoreCase((loose, names.card(3, 3), small), closer=0)
    if 4 in seats:
        for pairs in (False, True):
            yield ScoreCase(("", small, loose, other), pairs=pairs, closer=0)
            yield ScoreCase(("", "", loose, ""), pairs=pairs, closer=0)
    if s.close.by != "knock":
        run = names.run(size=4)
        rows: list[tuple[int, tuple[int, ...]]] = [(0, ()), (1, ()), (0, (0, 0, 0, 1)), (1, (1, 1, 1, 0))]
        for owner, layers in rows:
            yield ScoreCase(("", small), table=(KitMeld(run, owner, layers),), closer=0)
    if s.close.by != "knock" or any(s.bonus.melds.alternatives):
        asked = {s.bonus.size, *(bonus.min for some in s.bonus.melds.alternatives for bonus in some)}
        for size in sorted({near + more for near in asked for more in (-1, 0, 1)} | {12}):
            if size < 3:
                continue
            long = names.run(1, min(size, names.top))
            cards = len(long.split())
            for layers in ((), (*(0,) * (cards - 1), 1)):
                yield ScoreCase(("", small), table=(KitMeld(long, 0, layers),), closer=0)
    # ranks turn by turn in two suits and in the other two, so that nothing of it could be melded
    dear = " ".join(names.card(rank, suit + 2 * (rank % 2)) for rank in range(names.top, names.top - 6, -1)
                    for suit in (1, 2))  # fmt: skip
    yield ScoreCase(("", dear), closer=0)
    yield from _paid(variant, names, dear)
    yield from _cuts(variant, seats)
    yield from _matches(variant, names)


def _paid(variant: Variant, names: Names, dear: str) -> Iterator[ScoreCase]:
    """Hands of whoever laid no meld, a close with all laid in one turn, a close with a wild discarded."""
    s = variant.settings
    if s.melding.at == "turn":
        for hands in (("", names.loose), ("", dear)):
            yield ScoreCase(hands, closer=0, unopened=(1,))
            yield ScoreCase(hands, closer=0, at_once=True)
        yield ScoreCase((names.loose, names.other), unopened=(0,))
    if s.discard.each_turn and s.discard.to_close != "forbidden":
        for wild in names.wilds():
            yield ScoreCase(("", names.loose), closer=0, discard=wild)


def _cuts(variant: Variant, seats: Sequence[int]) -> Iterator[ScoreCase]:
    """A cut of exactly the cards to be dealt, with the card turned up and without."""
    for players in seats[:2]:
        dealt = variant.settings.deal.cards.at(players) * players
        for cut, dealer in product((dealt, dealt + 1), range(players)):
            yield ScoreCase(("",) * players, closer=0, cut=cut, dealer=dealer)


def _matches(variant: Variant, names: Names) -> Iterator[ScoreCase]:
    """Scores at the point where a match ends, tied and not, for two and more, in the last deal and before it."""
    s = variant.settings
    ends = {s.match.points, s.match.points - 5, s.match.points + 5, 100, 0} if s.match.points > 1 else {100, 0}
    small = names.card(3, 2)
    players = max(2, s.players.min)
    lasts = {1, 2, s.match.deals, s.match.deals - 1, s.match.deals + 1} - {0}
    for end, deal in product(sorted(ends), sorted(lasts)):
        for scores in ((end, 0), (0, end), (end, end), (end - 1, end)):
            full = scores + (0,) * (players - 2)
            yield ScoreCase(("",) * players, scores=full, closer=0, deal=deal)
            yield ScoreCase(("",) * players, scores=full, deal=deal)
            yield ScoreCase(("", small, *[small] * (players - 2)), scores=full, closer=0, deal=deal)
    if s.players.max >= 3:
        for end in sorted(ends):
            for three in ((end, end, 0), (end, 0, 0), (end, end, end), (end, 5, 0)):
                yield ScoreCase(("", "", ""), scores=three, closer=0)
    if s.players.min <= 4 <= s.players.max:
        for end in sorted(ends):
            for four in ((end, 0, end, 0), (end, end, end, end)):
                yield ScoreCase(("",) * 4, pairs=True, scores=four, closer=0)
