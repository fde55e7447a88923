"""The state of a match: frozen records. Hidden cards are counted, not known."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Literal

import msgspec

from meldproof.cards import Card, Deck, Meld, canonical
from meldproof.errors import ProblemError
from meldproof.messages import say
from meldproof.playing.faults import Fault
from meldproof.rules.caching import once_per_settings
from meldproof.variants.loading import Variant
from meldproof.variants.vocabulary import Settings


@once_per_settings
def _decks(settings: object) -> dict[int, Deck]:
    """The decks asked for so far, by number of players who are still in."""
    return {}


Phase = Literal["offer", "draw", "play", "defend", "over"]


class Hand(msgspec.Struct, frozen=True):
    """A player's hand: the cards known, sorted, and how many more there are."""

    cards: tuple[Card, ...] = ()
    hidden: int = 0

    @property
    def size(self) -> int:
        return len(self.cards) + self.hidden

    def plus(self, cards: Iterable[Card], hidden: int = 0) -> Hand:
        return Hand(canonical((*self.cards, *cards)), self.hidden + hidden)

    def minus(self, cards: Iterable[Card]) -> Hand | None:
        """The hand without some cards: unknown ones stand in for what is not known to be there; None if too few."""
        if not self.hidden:
            return self._known_minus(cards)
        left = Counter(self.cards)
        unknown = 0
        for card in cards:
            if left[card]:
                left[card] -= 1
            else:
                unknown += 1
        return None if unknown > self.hidden else Hand(canonical(left.elements()), self.hidden - unknown)

    def _known_minus(self, cards: Iterable[Card]) -> Hand | None:
        left = list(self.cards)
        try:
            for card in cards:
                left.remove(card)
        except ValueError:
            return None
        return Hand(tuple(left))


class Lying(msgspec.Struct, frozen=True):
    """A meld on the table: who laid it first, and who laid each slot's card."""

    meld: Meld
    owner: int
    layers: tuple[int, ...]


class Turn(msgspec.Struct, frozen=True):
    """What has happened in the turn of the player to move.

    `taken` came from the discard pile, `entry` must still be melded or laid off, `freed` wilds must still be laid,
    `laid` counts cards laid from the hand, `opening` says that the player's first meld was laid in this turn.

    `fault` is what would be wrong if the turn ended now: with an opening that only a close makes good, or where the
    table may be rearranged; then `table` is how it lay before the turn touched it.
    """

    taken: tuple[Card, ...] = ()
    entry: Card | None = None
    freed: tuple[Card, ...] = ()
    laid: int = 0
    opening: bool = False
    table: tuple[Lying, ...] | None = None
    fault: Fault | None = None


class Spread(msgspec.Struct, frozen=True):
    """What a knocker or a defender shows.

    `grown` are the knocker's melds with what this defender, and those before, laid off on them.
    """

    player: int
    melds: tuple[Meld, ...]
    deadwood: tuple[Card, ...]
    grown: tuple[Meld, ...] = ()


class DealState(msgspec.Struct, frozen=True):
    """One deal. `stock` lists the known cards, the next to be drawn first; None where the order is hidden.

    `bought` counts each player's purchases (empty: none yet); `for_sale`: the top of the pile may be bought now.
    `announced` are the players who said that one card would do. `aside` are cards out of play: laid down before it, or
    discarded face down. Of a stock rebuilt in hidden order, `turned` are the cards that went into it and were not seen
    to be drawn, `drawn` counts the unseen cards each player drew since, `shown` are cards that may have been such ones.

    `out` are the players who were out when it began: who is put out by it takes part in it to its end (empty: nobody).
    `left` has for each player the parameter by which they have left it, and what that costs (empty: nobody has).
    `turns` counts the turns each player has begun; `start_scores` are the scores when the deal began; `offers` counts
    those who refused the card turned up, until the first turn is over. After a knock `spread` is what its player shows,
    `defences` what the others do, in turn. `upcard` is the card first turned up, where one is and it is known. `dry`
    says that the mover's turn was begun with the stock used up, `blank` counts such turns in a row in which nothing was
    laid. `laid` are those who laid a card in a turn before the one in play (empty: nobody), `closing_discard` is the
    card that was discarded to close.
    """

    dealer: int
    hands: tuple[Hand, ...]
    stock: tuple[Card, ...] | None
    stock_left: int
    pile: tuple[Card, ...]
    table: tuple[Lying, ...]
    opened: tuple[bool, ...]
    turns: tuple[int, ...]
    to_move: int
    phase: Phase
    turn: Turn
    start_scores: tuple[int, ...]
    cut_bonus: tuple[int, ...]
    offers: int = 0
    rebuilt: int = 0
    blank: int = 0
    dry: bool = False
    aside: tuple[Card, ...] = ()
    turned: tuple[Card, ...] = ()
    drawn: tuple[int, ...] = ()
    shown: tuple[Card, ...] = ()
    closer: int | None = None
    closing_discard: Card | None = None
    ended: str = ""
    spread: Spread | None = None
    defences: tuple[Spread, ...] = ()
    announced: frozenset[int] = frozenset()
    bought: tuple[int, ...] = ()
    for_sale: bool = False
    out: tuple[bool, ...] = ()
    left: tuple[str, ...] = ()
    laid: tuple[bool, ...] = ()
    upcard: Card | None = None

    @property
    def defence(self) -> Spread | None:
        """What the last of those showed who have defended against the knock."""
        return self.defences[-1] if self.defences else None

    @property
    def knocked_melds(self) -> tuple[Meld, ...]:
        """The knocker's melds as they lie, with what was laid off on them."""
        if self.spread is None:
            return ()
        return self.defences[-1].grown if self.defences else self.spread.melds

    def takes_part(self, player: int) -> bool:
        """Whether a player was dealt cards."""
        return not (self.out and self.out[player])

    def plays(self, player: int) -> bool:
        """Whether a player was dealt cards and has not left the deal."""
        return self.takes_part(player) and not (self.left and self.left[player])

    @property
    def is_won_by_the_last_left(self) -> bool:
        """Whether it is over because all others have left it."""
        return self.closer is not None and bool(self.left) and self.spread is None


def with_hand(deal: DealState, player: int, hand: Hand) -> tuple[Hand, ...]:
    """The hands of a deal with another one in a player's place."""
    hands = list(deal.hands)
    hands[player] = hand
    return tuple(hands)


class MatchState(msgspec.Struct, frozen=True, eq=False):
    """A match: who plays, the scores, and the deal in play (None between deals).

    `variant` is that of the deal in play, or of the last one (before the first: of the first).
    `unsure` says whose score is not known, as hands that it counts were hidden. `next_dealer` is who must deal once the
    deal is over; None for the first deal, and where hidden cards decide it. Of the `deals` begun, so many were `void`.
    """

    variant: Variant
    players: int
    pairs: bool
    scores: tuple[int, ...]
    out: tuple[bool, ...]
    deals: int = 0
    deal: DealState | None = None
    winners: tuple[int, ...] = ()
    next_dealer: int | None = None
    void: int = 0
    unsure: tuple[bool, ...] = ()

    @property
    def settings(self) -> Settings:
        return self.variant.settings

    @property
    def still_in(self) -> int:
        return self.out.count(False)

    @property
    def deck(self) -> Deck:
        settings, players = self.variant.settings, self.out.count(False)
        decks = _decks(settings)
        deck = decks.get(players)
        if deck is None:
            deck = decks[players] = settings.deck_for(max(players, settings.players.min))
        return deck

    @property
    def number(self) -> int:
        """The how-manieth deal it is: a void one does not count."""
        return self.deals - self.void

    def is_in(self, player: int) -> bool:
        """Whether it is the number of a player who is still in the match."""
        return 0 <= player < self.players and not self.out[player]

    def names_of_players(self) -> str:
        """The numbers of the players still in, as a text."""
        return ", ".join(str(seat) for seat in range(self.players) if self.is_in(seat))

    def step(self) -> int:
        """The direction of play: +1 to the left, −1 to the right, players being numbered to the left."""
        return 1 if self.settings.turn.direction == "left" else -1

    def after(self, player: int) -> int:
        """The next player still in, in the direction of play."""
        return self.beside(player, self.step())

    def beside(self, player: int, step: int) -> int:
        """The next player still in on one side: +1 to the left, −1 to the right."""
        for _ in range(self.players):
            player = (player + step) % self.players
            if not self.out[player]:
                break
        return player

    def next_in(self, deal: DealState, player: int) -> int:
        """The next player who has not left the deal."""
        following = self.after(player)
        while not deal.plays(following) and following != player:
            following = self.after(following)
        return following

    def around(self, player: int) -> Iterator[int]:
        """The players still in, in the direction of play: first the one after a player, that player last."""
        for steps in range(1, self.players + 1):
            seat = (player + steps * self.step()) % self.players
            if not self.out[seat]:
                yield seat

    def partner(self, player: int) -> int | None:
        """The partner, where partners alternate round the table."""
        return (player + self.players // 2) % self.players if self.pairs else None


def check_player(player: int, players: int, name: str) -> None:
    """Raises ProblemError for what is no player's number; `name` says where it stands."""
    if not isinstance(player, int) or not 0 <= player < players:
        raise ProblemError(
            say(
                "{name} = {player}: with {players} players, they are numbered from 0 to {last}",
                name=name,
                player=player,
                players=players,
                last=players - 1,
            )
        )


def new_match(
    variant: Variant, players: int, *, pairs: bool = False, scores: tuple[int, ...] | None = None
) -> MatchState:
    """A match before its first deal. Raises VariantError or ProblemError for players that the variant isn't for."""
    variant.deck(players)
    sides = variant.settings.players.sides
    if pairs and (sides == "individual" or players % 2 or players < 4):
        raise ProblemError(
            say("{name} with {players} players is not played in pairs", name=variant.title, players=players)
        )
    if not pairs and sides == "pairs":
        raise ProblemError(say("{name} is played in pairs", name=variant.title))
    return MatchState(variant.at(1), players, pairs, scores or (0,) * players, (False,) * players)


def in_deal(match: MatchState, number: int) -> MatchState:
    """The match in its so manieth deal that counts, by the rules of that deal."""
    return msgspec.structs.replace(match, variant=match.variant.at(number), deals=number + match.void)


def before_next_deal(match: MatchState) -> MatchState:
    """The match by the rules of the deal that comes next: one after a void deal is played by the same."""
    return msgspec.structs.replace(match, variant=match.variant.at(match.number + 1))
