"""A judge of game logs: keeps hands, stock, piles and table, and says of every line legal, illegal or not judgeable."""

from __future__ import annotations

from collections import Counter
from copy import deepcopy
from dataclasses import dataclass, field
from typing import Any

from plain_judge import scores
from plain_judge.closing import may_close_with
from plain_judge.demands import as_pairs, meets, required_runs
from plain_judge.melds import JOKER, Meld, Rules, UnreadableError, is_growth, shift
from plain_judge.rearranged import BrokenError, UnjudgedError, opens_and_holds


@dataclass
class Hand:
    known: Counter[str] = field(default_factory=Counter)
    hidden: int = 0

    def __len__(self) -> int:
        return self.known.total() + self.hidden


@dataclass
class Lying:
    """A meld on the table, who laid each of its cards, and who laid it first."""

    meld: Meld
    layers: list[int]
    owner: int

    def become(self, meld: Meld, player: int, around: int) -> None:
        """The meld grows; cards that were there keep the player who laid them."""
        if meld.kind == "run":
            at = shift(self.meld, meld, around)
            after = len(meld.cards) - at - len(self.layers)
            self.layers = [player] * at + self.layers + [player] * after
        else:
            old = list(zip(self.meld.cards, self.layers, strict=True))
            layers = []
            for card in meld.cards:
                mine = next((pair for pair in old if pair[0] == card), None)
                layers.append(mine[1] if mine else player)
                if mine:
                    old.remove(mine)
            self.layers = layers
        self.meld = meld


@dataclass
class Turn:
    player: int
    stock_was_empty: bool
    table_before: list[Meld]
    laid: Counter[str] = field(default_factory=Counter)
    owes: str | None = None  # an entry card of the discard pile, not yet laid
    owes_fresh: bool = False  # only a new meld will do for it
    barred: str | None = None  # a card that can't be discarded in this turn
    announced: bool = False
    drew_from_stock: bool = False
    bought: bool = False
    freed: int = 0  # wilds exchanged, not yet laid again
    short_at: int | None = None  # the line that laid too little to open, save by closing in this turn


@dataclass
class Report:
    """`line` of the first illegal action and its `fault`, or of what is `unclear`; each finished deal; scores."""

    line: int | None = None
    fault: str = ""
    since: int | None = None  # an earlier line of the same turn, which only a close would have made good
    unclear: str = ""
    deals: list[tuple[int | None, list[int | None]]] = field(default_factory=list)  # closer, points by player
    scores: list[int | None] = field(default_factory=list)
    winners: list[int] = field(default_factory=list)
    missed: list[int | None] = field(default_factory=list)  # lines of announcements missed; None: not judged there


def judge(rules: Rules, lines: list[dict[str, Any]]) -> Report:
    """The judgement of a log: its header (already heard by `rules`) and its actions."""
    table = Judge(rules, lines[0])
    for number, action in enumerate(lines[1:], start=2):
        table.line = number
        try:
            table.act(action)
        except BrokenError as broken:
            table.report.line, table.report.fault = number, str(broken)
            table.report.since = table.turn.short_at if hasattr(table, "turn") else None
            break
        except (UnjudgedError, UnreadableError) as unclear:
            table.report.line, table.report.unclear = number, f"{type(unclear).__name__}: {unclear}"
            break
    table.report.scores = table.scores
    return table.report


PHASES = {
    "offer": ("draw", "pass"),
    "draw": ("draw", "rebuild", "pass", "announce", "drop"),
    "play": ("meld", "layoff", "exchange", "rearrange", "discard", "end", "knock", "announce", "buy"),
    "defend": ("defend",),
}


def before_but_for(card: str, hands: list[Hand], player: int) -> list[Hand]:
    """Hands as they were, less one card that a player has put down."""
    shown = hands[player].known[card] > 0
    hands[player].known[card] -= shown
    hands[player].hidden -= not shown
    return hands


class Judge:
    def __init__(self, rules: Rules, header: dict[str, Any]) -> None:
        self.rules, self.every_deal, self.players = rules, rules, header["players"]
        self.sides = self.players // 2 if header.get("pairs") else self.players
        self.scores: list[int | None] = list(header.get("scores") or [0] * self.sides)
        self.report, self.line = Report(), 0
        self.alive = list(range(self.players))
        self.phase, self.next_dealer, self.dealer = "no deal", None, 0
        self.match_over = False
        self.gone: dict[int, int] = {}
        """What each player pays who has left the deal."""
        self.number, self.turned = 1, ""

    # The machinery of a line

    def act(self, action: dict[str, Any]) -> None:
        kind, player = action["action"], action.get("player")
        if player is not None and not 0 <= player < self.players:
            raise BrokenError("there is no such player")
        if kind == "deal":
            self.deal(action)
            return
        if self.phase == "over" and kind == "end" and self.closer in (player, self.closer if player is None else None):
            return  # the end of the turn that closed, said once more
        if self.phase in ("no deal", "over"):
            raise BrokenError("no deal is on")
        if player is not None and player != self.turn.player and kind != "buy":
            raise (UnjudgedError if kind == "announce" else BrokenError)("another player's turn")
        if kind not in PHASES[self.phase] + (("draw",) if self.phase == "play" and self.lays_or_draws else ()):
            plays_on = self.rules["stock.empty"] == "play-on" and self.stock_count == 0
            if not (self.phase == "draw" and plays_on and kind in ("meld", "layoff", "rearrange", "end")):
                raise BrokenError(f"{kind} at this stage")
            self.phase = "play"
        getattr(self, kind)(action)

    @property
    def hand(self) -> Hand:
        return self.hands[self.turn.player]

    @property
    def rearranging(self) -> bool:
        return bool(self.rules["table.rearrange"] != "none")

    @property
    def lays_or_draws(self) -> bool:
        """Whether a turn lays something or else draws, which ends it."""
        return bool(self.rules["draw.when"] == "if-nothing-laid")

    def side(self, player: int) -> int:
        return player % self.sides

    def after(self, player: int) -> int:
        """The next player still in the match; seats are numbered to the left."""
        way = -1 if self.rules["turn.direction"] == "right" else 1
        seats = [(player + way * step) % self.players for step in range(1, self.players + 1)]
        return next((seat for seat in seats if seat in self.alive and seat not in self.gone), player)

    # Where cards are

    def unseen(self, card: str) -> int:
        """How many copies of a card aren't known to be anywhere."""
        seen = sum(card == other for other in [*self.pile, *self.dead, *(self.stock or []), self.turned])
        seen += sum(hand.known[card] for hand in self.hands)
        return self.rules.copies_of(card) - seen - sum(lying.meld.cards.count(card) for lying in self.table)

    def take(self, cards: list[str]) -> None:
        """Cards leave the hand of the player to move: known ones, or hidden ones that the deck still has."""
        for card, count in Counter(cards).items():
            shown = min(count, self.hand.known[card])
            if count - shown > min(self.hand.hidden, self.unseen(card)):
                raise BrokenError(f"card not held: {card}")
            self.hand.known[card] -= shown
            self.hand.hidden -= count - shown

    # The deal

    def deal(self, action: dict[str, Any]) -> None:
        if self.phase not in ("no deal", "over") or self.match_over:
            raise BrokenError("the match is over" if self.match_over else "a deal is on")
        self.turned = self.turned_to_find_wilds(action)
        rules = self.rules = self.every_deal.at(self.number, self.turned)
        self.dealer = action.get("dealer", 0)
        if not 0 <= self.dealer < self.players:
            raise UnreadableError("there is no such player")
        if self.dealer not in self.alive or self.next_dealer not in (None, self.dealer):
            raise BrokenError("another player deals")
        starter = self.dealer if rules["deal.starter"] == "dealer" else self.after(self.dealer)
        each = int(rules.stepped("deal.cards", len(self.alive)))
        given = action.get("hands") or [None] * self.players
        self.hands, self.table, self.pile, self.dead = [], [], [], []
        for seat, text in enumerate(given):
            size = each + (rules["deal.starter_extra"] if seat == starter else 0) if seat in self.alive else 0
            hand = Hand(hidden=size) if text is None else Hand(Counter(rules.cards(text)))
            if len(hand) != size:
                raise BrokenError("a hand of the wrong size")
            self.hands.append(hand)
        deck = len(rules.ranks) * len(rules.suits) * rules.copies + rules.jokers
        self.stock_count = deck - sum(map(len, self.hands)) - int(bool(rules["deal.upcard"])) - bool(self.turned)
        self.stock = rules.cards(action["stock"]) if action.get("stock") is not None else None
        if rules["deal.upcard"]:
            self.pile = [rules.card(action["upcard"]) if action.get("upcard") else ""]
        if self.stock is not None and len(self.stock) != self.stock_count:
            raise BrokenError("a stock of the wrong size")
        names = [rank + suit for rank in rules.ranks for suit in rules.suits] + ["JK"]
        if any(self.unseen(card) < 0 for card in names):
            raise BrokenError("more copies of a card than the deck has")
        self.cut = action.get("cut")
        self.opened, self.turns = [False] * self.players, [0] * self.players
        self.opened_in, self.purchases = [0] * self.players, [0] * self.players
        self.factor = 1
        self.rebuilt, self.idle, self.closer, self.refused = 0, 0, None, False
        self.knocker: int | None = None
        self.turned_up = self.pile[0] if self.pile else ""
        self.shown: list[Meld] = []
        self.shown_by: dict[int, list[Meld]] = {}
        self.laid_before: set[int] = set()
        self.thrown: str | None = None
        self.points: list[int | None] = [0] * self.players
        self.start_turn(starter)
        keeps = rules.get("deal.starter_discard") in ("none", "first-turn")
        if rules["deal.starter_extra"] and rules["deal.starter_discard"] == "first-turn":
            self.phase = "play"
        if rules["deal.starter_extra"] and not keeps:
            if action.get("discard") is None:
                raise UnjudgedError("which tile the first player put down")
            self.take([rules.card(action["discard"])])
            (self.pile if rules["deal.starter_discard"] == "pile" else self.dead).append(action["discard"])
        elif action.get("discard") is not None:
            raise UnjudgedError("a tile put down where none is")
        if rules["turn.first_draw"] == "upcard-offer":
            self.phase = "offer"

    def turned_to_find_wilds(self, action: dict[str, Any]) -> str:
        finds, card = self.every_deal.finds, action.get("turned")
        if (finds == "none") != (card is None):
            raise UnreadableError("a card turned up to find the wilds, or none where there must be one")
        if finds == "none":
            return ""
        if finds == "next" and card == JOKER:
            raise UnreadableError("a joker turned up is put back")
        return self.every_deal.card(str(card))

    def start_turn(self, player: int) -> None:
        self.turns[player] += 1
        self.turn = Turn(player, self.stock_count == 0, [lying.meld for lying in self.table])
        self.phase = "play" if self.lays_or_draws else "draw"

    # Drawing

    def draw(self, action: dict[str, Any]) -> None:
        rules, count = self.rules, action.get("count")
        if self.lays_or_draws:
            self.may_draw_instead()
        if action.get("from", "stock") == "stock":
            if (
                self.stock_count == 0
                and rules["stock.empty"] == "turn-over"
                and self.phase == "draw"
                and len(self.pile) > 1
            ):
                self.rebuild({})  # nothing is left to chance, so that a log need not say it
            if self.phase == "offer" or self.stock_count == 0 or count not in (None, 1):
                raise BrokenError("the card turned up is on offer" if self.phase == "offer" else "no such stock")
            self.stock_count -= 1
            card = rules.card(action["card"]) if action.get("card") else ""
            if self.stock is not None:
                top = self.stock.pop(0)
                if card not in ("", top):
                    raise BrokenError("another card is on top of the stock")
                card = top
            elif card and self.unseen(card) < 1:
                raise BrokenError("that card can't be in the stock")
            taken, self.turn.drew_from_stock = [card], True
        else:
            whole = {"none": 0, "top": 1, "pile": len(self.pile), "depth": count or 1}[rules["draw.discard"]]
            if self.refused or not 0 < whole <= len(self.pile) or count not in (None, whole):
                raise BrokenError("the card turned up was refused" if self.refused else "not to be taken from the pile")
            self.may_take()
            taken = self.pile[-whole:]
            del self.pile[-whole:]
            to_open = not self.opened[self.turn.player] and rules.get("draw.entry_unopened", "same") == "opening"
            if to_open or rules["draw.entry"] != "free":
                self.turn.owes = taken[0]
                self.turn.owes_fresh = to_open or rules["draw.entry"] == "new-meld"
            elif whole == 1 and not rules["draw.return_taken"]:
                self.turn.barred = taken[0]
            if "" in taken and (self.turn.owes is not None or self.turn.barred is not None):
                raise UnjudgedError("which card was taken")
        for card in taken:
            if card:
                self.hand.known[card] += 1
            else:
                self.hand.hidden += 1
        self.refused, self.phase = False, "play"
        if self.lays_or_draws:
            self.finish_turn()

    def may_take(self) -> None:
        """From the discard pile: in that turn, by that player, with that card on top."""
        rules, player = self.rules, self.turn.player
        if max(1, self.turns[player]) < rules.get("draw.discard_from_turn", 1):
            raise BrokenError("too early to take from the pile")
        if rules.get("draw.entry_unopened", "same") == "forbidden" and not self.opened[player]:
            raise BrokenError("who has not opened takes nothing")
        first_of_all = rules["deal.upcard"] and len(self.pile) == 1 and sum(self.turns) == 1
        if not rules.get("draw.wilds", True) and not first_of_all:
            if not self.pile[-1]:
                raise UnjudgedError("which card lies on top")
            if rules.is_wild_card(self.pile[-1]):
                raise BrokenError("a wild is not taken")

    def may_draw_instead(self) -> None:
        if self.rules["discard.each_turn"]:
            raise UnjudgedError("a draw that ends the turn, where a discard does")
        if self.turn.laid:
            raise BrokenError("a draw in a turn that laid something")
        self.judge_table()

    def buy(self, action: dict[str, Any]) -> None:
        """Another player takes the discard that the player to move has left, and cards of the stock with it."""
        rules, buyer, turn = self.rules, action.get("player"), self.turn
        if rules.get("buy.who", "nobody") == "nobody":
            raise BrokenError("nobody buys")
        if buyer is None:
            raise UnreadableError("who buys is named")
        if buyer == turn.player or buyer not in self.alive or not turn.drew_from_stock or turn.bought or not self.pile:
            raise BrokenError("no discard that was left to that player")
        if turn.laid or turn.freed:
            raise UnjudgedError("a purchase after something was laid")
        if rules["buy.who"] == "not-opened" and self.opened[buyer]:
            raise BrokenError("who has opened buys nothing")
        if rules["buy.most"] != "any" and self.purchases[buyer] >= rules["buy.most"]:
            raise BrokenError("no more purchases in this deal")
        if self.stock_count < rules["buy.extra"]:
            raise BrokenError("too few cards in the stock for the price")
        said = rules.cards(action["cards"]) if action.get("cards") else [""] * rules["buy.extra"]
        if len(said) != rules["buy.extra"]:
            raise BrokenError("another number of cards with the discard")
        taken = [self.pile.pop()]
        self.stock_count -= len(said)
        for card in said:
            if self.stock is not None:
                top = self.stock.pop(0)
                if card not in ("", top):
                    raise BrokenError("another card is on top of the stock")
                card = top
            elif card and self.unseen(card) < 1:
                raise BrokenError("that card can't be in the stock")
            taken.append(card)
        for card in taken:
            if card:
                self.hands[buyer].known[card] += 1
            else:
                self.hands[buyer].hidden += 1
        turn.bought, self.purchases[buyer] = True, self.purchases[buyer] + 1

    def rebuild(self, action: dict[str, Any]) -> None:
        if self.rules["stock.empty"] not in ("reshuffle", "turn-over") or self.stock_count or len(self.pile) < 2:
            raise BrokenError("nothing to rebuild")
        if self.rebuilt >= self.most_rebuilt:
            raise BrokenError("the stock was rebuilt often enough")
        under, self.pile = self.pile[:-1], self.pile[-1:]
        self.stock = self.rules.cards(action["stock"]) if action.get("stock") is not None else None
        if self.stock is not None and "" not in under and Counter(self.stock) != Counter(under):
            raise BrokenError("other cards than the pile held")
        if self.rules["stock.empty"] == "turn-over" and "" not in under:
            if self.stock not in (None, under):
                raise BrokenError("a pile turned over keeps its order")
            self.stock = under
        self.stock_count, self.rebuilt = len(under), self.rebuilt + 1

    @property
    def most_rebuilt(self) -> float:
        often = self.rules["stock.rebuilt"]
        return float("inf") if often == "any" else float(often)

    def passed_on(self) -> None:
        if self.turn.player == self.dealer:
            self.refused = True
        self.turn = Turn(self.after(self.turn.player), False, [])
        self.phase = "draw" if self.refused else "offer"

    def __getattr__(self, name: str) -> Any:
        if name == "pass":  # a word that Python keeps for itself
            return self.decline
        raise AttributeError(name)

    def decline(self, action: dict[str, Any]) -> None:
        empty = self.rules["stock.empty"]
        if self.phase == "offer":
            self.passed_on()
        elif self.stock_count == 0 and empty == "discard-only" and self.knocker is not None:
            self.phase = "defend"
        elif self.stock_count == 0 and empty == "discard-only":
            self.end_deal(None)
        elif self.stock_count == 0 and empty == "play-on":
            self.phase = "play"
        else:
            raise BrokenError("nothing to pass on")

    # Laying

    def new_melds(self, texts: list[str], shown: bool = False) -> list[Meld]:
        """The melds that texts are; of those only shown, which count for nothing but runs, the one that helps most."""
        melds = []
        for text in texts:
            readings = self.rules.meld_of(text)
            if not readings:
                raise BrokenError(f"no meld: {text}")
            if shown:
                melds.append(min(readings, key=lambda meld: (meld.kind != "run", not self.rules.is_pure(meld))))
                continue
            on_table = [lying.meld for lying in getattr(self, "table", [])]
            if len(readings) > 1 and not any(meld in on_table for meld in readings):
                raise UnreadableError(f"two melds: {text}")
            melds.append(next((meld for meld in readings if meld in on_table), readings[0]))
        return melds

    def may_lay(self) -> None:
        rules = self.rules
        if rules["melding.at"] != "turn":
            raise BrokenError("melds are laid at the close only")
        if not rules["melding.first_turn"] and self.turns[self.turn.player] == 1:
            raise BrokenError("nothing is laid in the first turn")
        if self.turns[self.turn.player] < rules.get("melding.from_turn", 1):
            raise BrokenError("too early to lay cards")
        if rules["melding.first_deal"] != "allowed" and not self.report.deals:
            raise UnjudgedError("laying in the first deal")

    def meld(self, action: dict[str, Any]) -> None:
        self.may_lay()
        if not action["melds"]:
            raise UnjudgedError("melds are laid, and none is")
        melds, player = self.new_melds(action["melds"]), self.turn.player
        opened = self.opened[player]
        if not self.rearranging and opened and self.rules.get("melding.new", "any") == "opening-only":
            raise BrokenError("no new meld after the opening")
        self.lay([card for meld in melds for card in meld.cards], fresh=True)
        if not self.rearranging and not opened:
            self.must_open(melds)
            self.opened[player], self.opened_in[player] = True, self.turns[player]
            if self.turn.owes is not None and self.rules.get("draw.entry_unopened", "same") == "opening":
                raise UnjudgedError("an opening without the card that was taken for it")
        self.table += [Lying(meld, [player] * len(meld.cards), player) for meld in melds]
        self.after_laying()

    def must_open(self, melds: list[Meld]) -> None:
        """Enough to open; or else, where closing needs no opening, all the cards but the discard."""
        rules = self.rules
        points = sum(rules.points(meld, "opening") for meld in melds if self.counts(meld))
        runs = sum(meld.kind == "run" and rules.is_pure(meld) for meld in melds)
        demands = rules.get("opening.melds") or []
        enough = runs >= rules.get("opening.pure_runs", 0) and points >= self.opening_points()
        if enough and (not demands or meets(rules, melds, demands)):
            return
        if rules.get("opening.binds_closing", True):
            raise BrokenError("too little to open")
        self.turn.short_at = self.line

    def counts(self, meld: Meld) -> bool:
        suits = [card[-1] for card in meld.cards if not self.rules.is_wild_card(card)]
        repeats = meld.kind == "set" and len(suits) > len(set(suits))
        return not repeats or bool(self.rules.get("opening.repeated_suits", True))

    def opening_points(self) -> int:
        known = [score for score in self.scores if score is not None]
        own = self.scores[self.side(self.turn.player)]
        if own is None or len(known) < len(self.scores):
            raise UnjudgedError("a score that isn't known")
        whose = self.rules.get("opening.whose_score", "own")
        return int(self.rules.stepped("opening.points", max(known) if whose == "anyone" else own))

    def lay(self, cards: list[str], fresh: bool = False) -> None:
        self.take(cards)
        self.turn.laid.update(cards)
        self.turn.freed -= min(self.turn.freed, self.wilds_laid_again(cards, fresh))
        if self.turn.owes in cards and (fresh or not self.turn.owes_fresh):
            self.turn.owes = None

    def wilds_laid_again(self, cards: list[str], fresh: bool) -> int:
        """How many wilds freed in this turn these cards may be: where they go matters to some rules."""
        if not fresh and self.rules.get("exchange.into", "any") == "new-meld":
            return 0
        return sum(map(self.rules.is_wild_card, cards))

    def after_laying(self) -> None:
        if len(self.hand):
            self.can_still_discard()
            return
        if self.rules["discard.each_turn"] and self.rules["discard.to_close"] == "required":
            raise BrokenError("no card is left to discard")
        self.close()

    def at(self, action: dict[str, Any]) -> Lying:
        index = action.get("meld", 0)
        if not 0 <= index < len(self.table):
            raise BrokenError("no such meld")
        return self.table[index]

    def may_add_to(self, lying: Lying) -> None:
        rules, player = self.rules, self.turn.player
        if rules["layoff.start"] != "always" and not self.opened[player]:
            raise BrokenError("a lay-off before the first meld")
        if rules["layoff.start"] == "next-turn" and self.opened_in[player] == self.turns[player]:
            raise BrokenError("a lay-off in the turn of the first meld")
        whose = rules["layoff.on"]
        mine = lying.owner == player or (whose == "side" and self.side(lying.owner) == self.side(player))
        if whose != "any" and not mine:
            raise BrokenError("another's meld")

    def layoff(self, action: dict[str, Any]) -> None:
        self.may_lay()
        lying, player, rules = self.at(action), self.turn.player, self.rules
        cards = rules.cards(action["cards"])
        if not cards:
            raise UnreadableError("a lay-off without cards")
        if not self.rearranging:
            self.may_add_to(lying)
        ways = rules.grown(lying.meld, cards)
        if action.get("to") is not None:
            ways = [
                meld
                for meld in rules.meld_of(action["to"])
                if meld in ways and is_growth(lying.meld, meld, len(rules.ranks))
            ]
        if not ways:
            raise BrokenError("the cards don't fit there")
        self.lay(cards)
        if len(ways) > 1:
            raise UnreadableError("two places for a lay-off")
        lying.become(ways[0], player, len(rules.ranks))
        self.after_laying()

    def exchange(self, action: dict[str, Any]) -> None:
        if self.rearranging:
            raise UnreadableError("an exchange is written as a rearranged table")
        rules, lying, card = self.rules, self.at(action), self.rules.card(action["card"])
        if rules.get("exchange.cards", "none") == "none":
            raise BrokenError("no card is exchanged")
        self.may_lay()
        self.may_add_to(lying)
        if card == self.turn.owes:
            raise UnjudgedError("a card taken from the pile, exchanged")
        at, new = self.freed_by(lying.meld, card)
        self.take([card])
        self.hand.known[lying.meld.cards[at]] += 1
        self.turn.freed += rules["exchange.then"] == "same-turn"
        layers = [self.turn.player if index == at else who for index, who in enumerate(lying.layers)]
        pairs = list(zip(new.cards, layers, strict=True))
        pairs = sorted(pairs) if new.kind == "set" else pairs
        lying.meld = Meld(new.kind, tuple(card for card, _ in pairs), new.rank, new.suit, new.start)
        lying.layers = [who for _, who in pairs]
        self.exchanged = True

    def freed_by(self, old: Meld, card: str) -> tuple[int, Meld]:
        """Which wild of a meld a card frees, and the meld afterwards."""
        rules = self.rules
        for index, wild in enumerate(old.cards):
            cards = (*old.cards[:index], card, *old.cards[index + 1 :])
            new, none = Meld(old.kind, cards, old.rank, old.suit, old.start), (None,) * len(cards)
            if not rules.is_wild_card(wild) or card == wild or rules.is_wild_card(card):
                continue
            if old.kind == "run" and rules.is_run(cards, none, old.suit, old.start):
                return index, new
            if old.kind == "set" and rules.is_set(cards, none, old.rank) and self.frees_of_set(old, card):
                return index, new
        raise BrokenError("not the card that a wild stands for")

    def frees_of_set(self, meld: Meld, card: str) -> bool:
        how, suits = self.rules["exchange.set"], {one[-1] for one in meld.cards if not self.rules.is_wild_card(one)}
        if how == "never" or card[-1] in suits:
            return False
        return bool(how == "any-missing" or suits | {card[-1]} == set(self.rules.suits))

    def rearrange(self, action: dict[str, Any]) -> None:
        self.may_lay()
        if self.rules["table.rearrange"] != "full":
            raise (UnjudgedError if self.rearranging else BrokenError)("rearranging")
        melds = self.new_melds(action["table"])
        before = Counter(card for lying in self.table for card in lying.meld.cards)
        after = Counter(card for meld in melds for card in meld.cards)
        if before - after:
            raise BrokenError("a card was taken off the table")
        self.lay(list((after - before).elements()))
        self.table = [Lying(meld, [self.turn.player] * len(meld.cards), self.turn.player) for meld in melds]
        self.after_laying()

    def judge_table(self) -> None:
        """A rearranging game's turn is judged by its end."""
        player, before, now = self.turn.player, self.turn.table_before, [lying.meld for lying in self.table]
        if not self.turn.laid and Counter(before) == Counter(now):
            return
        if not self.turn.laid:
            raise BrokenError("no card came from the hand")
        need = None if self.opened[player] else self.opening_points()
        opens_and_holds(self.rules, before, now, self.turn.laid, need)
        self.opened[player] = True

    # Ends of turns

    def announce(self, action: dict[str, Any]) -> None:
        if self.rules["close.announce"] == "none":
            raise UnjudgedError("announcing where nobody has to")
        self.turn.announced = True

    def discard(self, action: dict[str, Any]) -> None:
        card, rules = self.rules.card(action["card"]), self.rules
        if not rules["discard.each_turn"]:
            raise BrokenError("nothing is discarded")
        self.nothing_owed()
        if self.turn.short_at and len(self.hand) > 1:
            raise BrokenError("too little to open")
        if card == self.turn.barred and self.hand.known[card] < 2:
            raise BrokenError("the card taken can't be discarded")
        self.may_discard(card)
        self.take([card])
        if self.rearranging:
            self.judge_table()
        if action.get("face_down") and len(self.hand):
            raise BrokenError("only a closing discard lies face down")
        if action.get("face_down") and not rules["discard.face_down"]:
            raise UnjudgedError("a closing discard face down")
        if not len(self.hand) and rules["discard.to_close"] == "forbidden":
            raise BrokenError("no deal is closed by a discard")
        self.pile.append(card)
        self.thrown = None if len(self.hand) else card
        if len(self.hand):
            self.finish_turn()
        elif rules["melding.at"] == "turn":
            self.close(judged=True)

    def nothing_owed(self) -> None:
        if self.turn.owes is not None:
            raise BrokenError("the entry card wasn't laid")
        if self.turn.freed:
            raise BrokenError("a freed wild wasn't laid again")

    def may_discard(self, card: str) -> None:
        rules, hand = self.rules, self.hand
        others = hand.known - Counter([card])
        if not rules.get("discard.wilds", True) and rules.is_wild_card(card):
            if hand.hidden:
                raise UnjudgedError("whether only wilds are held")
            if self.turn.laid or not all(map(rules.is_wild_card, others)):
                raise BrokenError("a wild is not discarded")
        rule = rules.get("discard.fitting", "allowed")
        if rule == "allowed" or (rule == "opened-only" and self.opened[self.turn.player]) or len(hand) == 1:
            return
        if self.fits(card):
            if hand.hidden:
                raise UnjudgedError("whether every card fits")
            if not all(map(self.fits, others)):
                raise BrokenError("the card fits a meld on the table")

    def fits(self, card: str) -> bool:
        return any(self.rules.grown(lying.meld, [card]) for lying in self.table)

    def can_still_discard(self) -> None:
        """After laying: a hand too small to go on, or of wilds that can't be discarded."""
        rules, hand = self.rules, self.hand
        early = self.turns[self.turn.player] < rules.get("close.from_turn", 1)
        if early and len(hand) == 1 and rules["discard.each_turn"]:
            raise BrokenError("too early to be left with one card")
        keeps = rules["discard.each_turn"] and rules["discard.to_close"] == "required" and not hand.hidden
        if keeps and not rules.get("discard.wilds", True) and all(map(rules.is_wild_card, hand.known.elements())):
            raise BrokenError("no card is left that may be discarded")

    def end(self, action: dict[str, Any]) -> None:
        if self.rules["discard.each_turn"]:
            raise BrokenError("a turn ends with a discard")
        if self.lays_or_draws and self.stock_count and not self.turn.laid:
            raise BrokenError("neither laid nor drawn")
        self.judge_table()
        self.finish_turn()

    def finish_turn(self) -> None:
        rules, turn = self.rules, self.turn
        if self.knocker is not None:
            self.phase = "defend"
            return
        if rules["close.announce"] == "one-away" and not turn.announced:
            due = may_close_with(self)
            self.report.missed += [None if due is None else self.line] if due is not False else []
        self.laid_before |= {turn.player} if turn.laid else set()
        self.idle = self.idle + 1 if turn.stock_was_empty and not turn.laid else 0
        idle_ends = rules.get("stock.idle_ends", True)
        if (idle_ends and self.idle >= len(self.alive) - len(self.gone)) or self.is_used_up_for_good:
            self.end_deal(None)
        else:
            self.start_turn(self.after(turn.player))

    @property
    def is_used_up_for_good(self) -> bool:
        rules = self.rules
        if self.stock_count > rules["stock.left"]:
            return False
        return rules["stock.empty"] in ("void", "end-hand") or (
            rules["stock.empty"] in ("reshuffle", "turn-over") and self.rebuilt >= self.most_rebuilt
        )

    def close(self, judged: bool = False) -> None:
        early = max(self.rules.get("close.from_turn", 1), self.rules.get("melding.from_turn", 1))
        if self.turns[self.turn.player] < early:
            raise BrokenError("too early to close")
        self.nothing_owed()
        if self.rearranging and not judged:
            self.judge_table()
        if required_runs(self.rules) != (0, 0):
            raise UnjudgedError("runs required of melds on the table")
        self.end_deal(self.turn.player)

    def shows_the_runs(self, melds: list[Meld], added: bool = False) -> None:
        """Whether what is shown counts as melded: anything needs the pure runs, sets need the runs as well."""
        runs = [meld for meld in melds if meld.kind == "run"]
        pure, (pure_needed, needed) = sum(map(self.rules.is_pure, runs)), required_runs(self.rules)
        lacking = (melds and pure < pure_needed) or (len(melds) > len(runs) and len(runs) < needed)
        if lacking and added:
            raise UnjudgedError("whether a run that was added to counts toward those required")
        if lacking:
            raise BrokenError("a show without the runs required")

    # Knocking

    def knock(self, action: dict[str, Any]) -> None:
        rules, card = self.rules, self.rules.card(action["discard"])
        if rules["close.by"] != "knock":
            raise BrokenError("nobody knocks")
        if self.knocker is not None:
            raise BrokenError("somebody has knocked")
        if self.turns[self.turn.player] < rules.get("close.from_turn", 1):
            raise BrokenError("too early to close")
        if card == self.turn.barred and self.hand.known[card] < 2:
            raise BrokenError("the card taken can't be discarded")
        before = deepcopy((self.hands, self.table, self.pile))
        try:
            self.show(action, card)
        except BrokenError:
            if not rules.get("close.wrong"):
                raise
            self.hands, self.table, self.pile = before
            self.take([card, *(rules.card(one.partition("=")[0]) for one in " ".join(action.get("melds", [])).split())])
            self.hands = before_but_for(card, deepcopy(before[0]), self.turn.player)
            self.pile.append(card)
            self.leave(rules["close.wrong"])
            return
        self.knocker = self.turn.player
        self.next_defends()

    def drop(self, action: dict[str, Any]) -> None:
        price = self.rules.get("drop.first" if self.turns[self.turn.player] <= 1 else "drop.later", 0)
        if not price or self.knocker is not None:
            raise BrokenError("nobody drops")
        self.leave(price)

    def leave(self, price: int) -> None:
        """The player to move is out of the deal; the last one who is not has closed it."""
        self.gone[self.turn.player] = price
        left = [player for player in self.alive if player not in self.gone]
        if len(left) > 1:
            self.finish_turn()
        else:
            self.gone[left[0]] = 0
            self.end_deal(left[0])

    def show(self, action: dict[str, Any], card: str) -> None:
        """What a knock shows, and that it is enough."""
        rules = self.rules
        texts = action.get("melds", [])
        if (factor := as_pairs(rules, texts)) is not None:
            self.shows_pairs(texts, card, factor)
            return
        self.shown = self.new_melds(texts, shown=True)
        self.shows_the_runs(self.shown)
        self.take([card, *(card for meld in self.shown for card in meld.cards)])
        self.table = [Lying(meld, [self.turn.player] * len(meld.cards), self.turn.player) for meld in self.shown]
        self.pile.append(card)
        self.thrown = card
        left = sum(map(rules.hand_points, self.hand.known.elements()))
        if any(left > most for most in self.most_left()):
            raise BrokenError("too much deadwood to knock")
        if rules.get("knock.cards", "any") != "any" and len(self.hand) > rules["knock.cards"]:
            raise BrokenError("too many cards left to knock")

    def shows_pairs(self, texts: list[str], card: str, factor: int) -> None:
        """A hand of pairs: nothing is left over."""
        self.shown, self.table, self.factor, self.thrown = [], [], factor, card
        self.take([card, *(self.rules.card(word.partition("=")[0]) for text in texts for word in text.split())])
        if len(self.hand):
            raise BrokenError("something is left over beside the pairs")
        self.pile.append(card)

    def most_left(self) -> list[int]:
        """The points that a knock may leave at most, each rule's own."""
        rules, said = self.rules, []
        if rules["knock.deadwood"] != "any":
            said.append(int(rules["knock.deadwood"]))
        for ranks, points in rules.get("knock.upcard", {}).items():
            first, _, last = ranks.partition("-")
            if rules.ranks.index(first) <= rules.ranks.index(self.turned_up[:-1]) <= rules.ranks.index(last or first):
                said.append(points)
        return said

    def next_defends(self) -> None:
        """The next player shows, after one turn more if there are last turns and there is something to draw."""
        player = self.after(self.turn.player)
        if player == self.knocker:
            self.end_deal(self.knocker)
        elif self.rules.get("close.last_turns") and not self.is_used_up_for_good:
            self.start_turn(player)
        else:
            self.turn, self.phase = Turn(player, False, []), "defend"

    def defend(self, action: dict[str, Any]) -> None:
        rules, layoffs = self.rules, action.get("layoffs", [])
        if len(layoffs) > len(self.table):
            raise BrokenError("more lay-offs than melds")
        gin = self.knocker is not None and not len(self.hands[self.knocker])
        mine = self.new_melds(action.get("melds", []), shown=True)
        cards = [card for meld in mine for card in meld.cards]
        grown: list[tuple[Lying, Meld]] = []
        for lying, text in zip(self.table, layoffs, strict=False):
            if text is None:
                continue
            if rules["layoff.on"] != "knocker":
                raise BrokenError("nothing is laid off")
            if gin and not rules["knock.gin_layoff"]:
                raise BrokenError("nothing is laid off after gin")
            new = [meld for meld in rules.meld_of(text) if is_growth(lying.meld, meld, len(rules.ranks))]
            if not new:
                raise BrokenError("the cards don't fit there")
            cards += (Counter(new[0].cards) - Counter(lying.meld.cards)).elements()
            grown.append((lying, new[0]))
        self.take(cards)
        for lying, meld in grown:
            lying.become(meld, self.turn.player, len(rules.ranks))
        self.shows_the_runs(mine, added=any(layoffs))
        self.shown_by[self.turn.player] = mine
        self.dead += [card for meld in mine for card in meld.cards]
        self.next_defends()

    # Scores

    def end_deal(self, closer: int | None) -> None:
        self.closer, self.phase = closer, "over"
        points = scores.of_deal(self)
        self.report.deals.append((closer, points))
        scores.enter(self, points)
        self.gone = {}
        void = closer is None and self.rules["stock.empty"] == "void"
        self.number += not void
        self.next_dealer = self.who_deals_next(void, points)

    def who_deals_next(self, void: bool, points: list[int | None]) -> int | None:
        how = self.rules.get("deal.next", "in-turn")
        if how == "in-turn" or (how == "same-after-void" and not void):
            return self.after(self.dealer)
        if how in ("winner", "loser") and not void and self.closer is not None:
            raise UnjudgedError(f"the {how} deals next")
        return self.dealer if self.dealer in self.alive else self.after(self.dealer)
