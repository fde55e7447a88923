"""Gin in OpenSpiel's state and in ours, step by step: what each says may be done, and what a deal brings.

Two of its rules are other ones on purpose, and are set here as it has them (`SETTINGS`): a card taken from the discard
pile may go back, and a tie is no undercut. What else differs must be one of `KNOWN`, and be so for the reason given.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import pyspiel

import meldproof
from meldproof.cards import Card
from meldproof.notation import parse_cards
from meldproof.playing import actions as a
from meldproof.playing.game import apply, score
from meldproof.playing.moves import is_legal_action, legal_actions
from meldproof.playing.scoring import totals
from meldproof.playing.state import MatchState, new_match

gin = pyspiel.gin_rummy
UTILS = gin.GinRummyUtils(13, 4, 10)
GAME = pyspiel.load_game("gin_rummy")
MELDS = [UTILS.int_to_meld[number] for number in range(gin.NUM_MELD_ACTIONS)]
LONGEST = 5
"""Cards in a run of its; longer ones are laid in pieces."""
SETTINGS: dict[str, Any] = {"draw.return_taken": True, "knock.undercut_tie": False}
RULES = meldproof.variant("gin", settings=SETTINGS)
KNOWN = {
    "legal knock refused": "OpenSpiel arranges eleven cards and then takes off the dearest left over; we are right",
    "third lay-off on one side": "OpenSpiel lays two cards at most on each end of a run; we are right",
    "knock at the wall": "with two cards left OpenSpiel lets the next player take the card on top to knock; by the text "
    "the deal is void then: another rule",
    "broken off": "OpenSpiel ends a deal in which the same card goes back and forth, or fifty cards were taken up; a "
    "limit of its own",
}
"""What differs, and who is right."""


def text(card: int) -> str:
    return "A23456789TJQK"[card % 13] + "scdh"[card // 13]


def texts(cards: Any) -> str:
    """A meld's cards in the order of their ranks, by suit where they have one rank."""
    return " ".join(text(card) for card in sorted(cards, key=lambda card: (card % 13, card // 13)))


def number(name: str) -> int:
    return "scdh".index(name[1]) * 13 + "A23456789TJQK".index(name[0])


@dataclass
class Beside:
    """One deal in both: `order` is the deck, dealt card by card; the first player is player 0."""

    order: list[int]
    found: list[str] = field(default_factory=list)
    """The known differences that were met."""
    actions: list[a.Action] = field(default_factory=list)
    """The log of ours."""

    def __post_init__(self) -> None:
        self.state = GAME.new_initial_state()
        self.dealt = 0
        cards = self.order
        deal = a.Deal(
            dealer=1, hands=(texts(cards[:10]), texts(cards[10:20])), upcard=text(cards[20]),
            stock=" ".join(map(text, cards[21:])),
        )  # fmt: skip
        self.match: MatchState = new_match(RULES, 2)
        self._ours(deal)
        self._chance()
        self.knock: list[int] = []
        self.laid: list[list[int]] = []
        self.grown: list[tuple[str, ...]] = []

    def _ours(self, action: a.Action) -> None:
        self.match = apply(self.match, action)
        self.actions.append(action)

    def _chance(self) -> None:
        while self.state.is_chance_node():
            self.state.apply_action(self.order[self.dealt])
            self.dealt += 1

    @property
    def phase(self) -> Any:
        return self.state.current_phase()

    @property
    def hand(self) -> list[int]:
        return list(self.state.hands()[self.state.current_player()])

    # what may be done

    def compare(self) -> None:
        """The sets of legal actions at this stage are the same, or differ in a known way."""
        assert self.match.deal is not None
        there = set(self.state.legal_actions())
        if self.phase == gin.Phase.WALL:
            assert self.match.deal.phase == "over"
            assert self.match.deal.closer is None
            if gin.KNOCK_ACTION in there:
                self.found.append("knock at the wall")
            return
        {
            gin.Phase.FIRST_UPCARD: self._compare_draws,
            gin.Phase.DRAW: self._compare_draws,
            gin.Phase.DISCARD: self._compare_discards,
            gin.Phase.KNOCK: self._compare_knock,
            gin.Phase.LAYOFF: self._compare_defence,
        }[self.phase](there)

    def _compare_draws(self, there: set[int]) -> None:
        names = {
            gin.DRAW_UPCARD_ACTION: a.Draw(source="discard"),
            gin.DRAW_STOCK_ACTION: a.Draw(),
            gin.PASS_ACTION: a.Pass(),
        }
        assert {names[action] for action in there} == set(legal_actions(self.match))

    def _compare_discards(self, there: set[int]) -> None:
        ours = legal_actions(self.match)
        assert there - {gin.KNOCK_ACTION} == {number(one.card) for one in ours if isinstance(one, a.Discard)}
        knocks = any(isinstance(one, a.Knock) for one in ours)
        if knocks and gin.KNOCK_ACTION not in there:
            assert UTILS.min_deadwood(self.hand) > 10 >= least(self.hand, discard=True)
            self.found.append("legal knock refused")
        else:
            assert knocks is (gin.KNOCK_ACTION in there)

    def _compare_knock(self, there: set[int]) -> None:
        hand = self.hand
        if not self.knock:
            ours = [one for one in legal_actions(self.match) if isinstance(one, a.Knock)]
            assert there == {number(one.discard) for one in ours}
            return
        assert (gin.PASS_ACTION in there) is is_legal_action(self.match, self._knock())
        for at, meld in enumerate(MELDS):
            held = set(meld) <= set(hand)
            may = held and least([card for card in hand if card not in meld]) <= 10
            assert may is (gin.MELD_ACTION_BASE + at in there)

    def _compare_defence(self, there: set[int]) -> None:
        hand = self.hand
        assert gin.PASS_ACTION in there
        if self.state.finished_layoffs():
            for at, meld in enumerate(MELDS):
                if set(meld) <= set(hand):
                    assert self._may_defend([*self.laid, meld])
                assert (set(meld) <= set(hand)) is (gin.MELD_ACTION_BASE + at in there)
            return
        ours = {card for card in hand if any(self._may_defend([], one) for one in self._grown_by(card))}
        if ours != there - {gin.PASS_ACTION}:
            assert there - {gin.PASS_ACTION} < ours
            for card in ours - there:
                assert all(
                    self._third_on_a_side(card, one) for one in self._grown_by(card) if self._may_defend([], one)
                )
            self.found.append("third lay-off on one side")

    def _third_on_a_side(self, card: int, grown: tuple[str, ...]) -> bool:
        """Whether in this defence the card lies at least third beyond an end of one of the knocker's runs."""
        melds = [meld.cards for meld in self._knocker_s()]
        for old, now in zip(melds, grown, strict=True):
            names = now.split()
            if text(card) in names and old[0].suit == old[-1].suit and old[0].rank != old[-1].rank:
                rank = card % 13 + 1
                return min(c.rank for c in old) - rank >= 3 or rank - max(c.rank for c in old) >= 3
        return False

    def _knocker_s(self) -> tuple[Any, ...]:
        assert self.match.deal is not None
        assert self.match.deal.spread is not None
        return self.match.deal.spread.melds

    def _grown_by(self, card: int) -> Iterator[tuple[str, ...]]:
        """The knocker's melds with a card added to one of them, on every way that the lay-offs so far can be read."""
        for grown in self.grown:
            for at, meld in enumerate(grown):
                yield (*grown[:at], texts([*map(number, meld.split()), card]), *grown[at + 1 :])

    def _may_defend(self, melds: list[list[int]], grown: tuple[str, ...] | None = None) -> bool:
        return any(is_legal_action(self.match, self._defend(melds, one)) for one in ([grown] if grown else self.grown))

    def _defend(self, melds: list[list[int]], grown: tuple[str, ...]) -> a.Defend:
        old = [texts(number_of(card) for card in meld.cards) for meld in self._knocker_s()]
        layoffs = tuple(now if now != was else None for was, now in zip(old, grown, strict=True))
        return a.Defend(melds=tuple(map(texts, melds)), layoffs=layoffs if any(layoffs) else ())

    def _knock(self) -> a.Knock:
        return a.Knock(discard=text(self.knock[0]), melds=tuple(map(texts, self.laid)))

    # what is done

    def step(self, action: int) -> None:
        """An action of its state, in both: a knock or a defence is one of ours when it is complete."""
        phase, finished = self.phase, self.state.finished_layoffs()
        self.state.apply_action(action)
        self._chance()
        if phase in (gin.Phase.FIRST_UPCARD, gin.Phase.DRAW):
            source = {gin.DRAW_UPCARD_ACTION: a.Draw(source="discard"), gin.DRAW_STOCK_ACTION: a.Draw()}
            self._ours(source.get(action, a.Pass()))
        elif phase == gin.Phase.DISCARD and action != gin.KNOCK_ACTION:
            self._ours(a.Discard(card=text(action)))
        elif phase == gin.Phase.KNOCK:
            self._knock_step(action)
        elif phase == gin.Phase.LAYOFF:
            self._defence_step(action, finished)

    def _knock_step(self, action: int) -> None:
        if not self.knock:
            self.knock = [action]
        elif action != gin.PASS_ACTION:
            self.laid.append(MELDS[action - gin.MELD_ACTION_BASE])
        else:
            self._ours(self._knock())
            self.laid = []
            self.grown = [tuple(texts(number_of(card) for card in meld.cards) for meld in self._knocker_s())]

    def _defence_step(self, action: int, finished: bool) -> None:
        if not finished:
            if action != gin.PASS_ACTION:
                self.grown = [one for one in self._grown_by(action) if self._may_defend([], one)]
        elif action != gin.PASS_ACTION:
            self.laid.append(MELDS[action - gin.MELD_ACTION_BASE])
        else:
            ways = (self._defend(self.laid, one) for one in self.grown)
            self._ours(next(way for way in ways if is_legal_action(self.match, way)))

    def check_points(self) -> None:
        """When its deal is over ours is, and brings the same, or it was broken off."""
        assert self.state.is_terminal()
        assert self.match.deal is not None
        if self.match.deal.phase != "over":
            assert not any(self.state.returns())
            taken = [one for one in self.actions if isinstance(one, a.Draw) and one.source == "discard"]
            back = [one.card for one in self.actions if isinstance(one, a.Discard)][-2:]
            assert len(taken) >= gin.MAX_NUM_DRAW_UPCARD_ACTIONS or back[0] == back[1]
            self.found.append("broken off")
            return
        first, second = totals(self.match, score(self.match))
        assert first is not None
        assert second is not None
        assert first - second == self.state.returns()[0]

    def judged(self) -> None:
        """Our referee accepts the log, under the same settings."""
        header = {"variant": "gin", "players": 2, "settings": SETTINGS}
        report = meldproof.referee(None, [header, *self.actions])  # type: ignore[list-item]
        assert report.legal_game, report.fault
        assert report.scores == self.match.scores


def number_of(card: Card) -> int:
    return "scdh".index("shdc"[card.suit - 1]) * 13 + card.rank - 1


def least(hand: list[int], *, discard: bool = False) -> int:
    """The least deadwood of a hand, by our solver."""
    if not hand:
        return 0
    cards = [token.card for token in parse_cards(texts(hand), RULES.deck())]
    answer = meldproof.solve(RULES, cards, objective="deadwood_points", discard="required" if discard else "none")
    return answer.figures.deadwood_points


def shuffled(seed: int) -> list[int]:
    order = list(range(52))
    random.Random(f"deal {seed}").shuffle(order)
    return order


def play_at_random(seed: int) -> Beside:
    """One deal of its, chosen from its legal actions at random."""
    rng, both = random.Random(seed), Beside(shuffled(seed))
    while not both.state.is_terminal():
        both.compare()
        wall = both.phase == gin.Phase.WALL
        both.step(gin.PASS_ACTION if wall else rng.choice(both.state.legal_actions()))
    return both


def play_by_policy(seed: int) -> Beside:
    """One deal of its in which both keep what leaves least and show what they can; in three of four they knock."""
    rng, both = random.Random(seed), Beside(shuffled(seed))
    knocks = 0.6 if seed % 4 else 0
    while not both.state.is_terminal():
        both.compare()
        both.step(_sensible(both, rng, knocks))
    return both


def _sensible(both: Beside, rng: random.Random, knocks: float) -> int:
    legal = both.state.legal_actions()
    if both.phase == gin.Phase.WALL:
        return int(gin.PASS_ACTION)
    if gin.KNOCK_ACTION in legal and rng.random() < knocks:
        return int(gin.KNOCK_ACTION)
    hand = both.hand
    if both.phase == gin.Phase.DRAW:
        helps = UTILS.min_deadwood([*hand, both.state.upcard()]) < UTILS.min_deadwood(hand)
        return int(gin.DRAW_UPCARD_ACTION if helps else gin.DRAW_STOCK_ACTION)
    if both.phase == gin.Phase.DISCARD:
        discards = [card for card in legal if card != gin.KNOCK_ACTION]
        rng.shuffle(discards)
        return min(discards, key=lambda card: UTILS.min_deadwood([other for other in hand if other != card]))
    others = [action for action in legal if action != gin.PASS_ACTION]
    if both.phase in (gin.Phase.KNOCK, gin.Phase.LAYOFF) and others and rng.random() < 0.8:
        return rng.choice(others)
    return rng.choice(legal)


def replay(actions: list[a.Action], order: list[int]) -> Beside:
    """A deal of ours in its state: every action is legal there, at every stage, up to one that it is known to refuse."""
    both = Beside(order)
    for action in actions:
        for step in steps_of(both, action):
            if both.state.is_terminal():
                return both
            met = len(both.found)
            both.compare()
            if step not in both.state.legal_actions():
                why = "legal knock refused" if step == gin.KNOCK_ACTION else "third lay-off on one side"
                assert why in both.found[met:]
                return both
            both.step(step)
    if both.phase == gin.Phase.WALL:
        both.compare()
        both.step(gin.PASS_ACTION)
    assert both.state.is_terminal()
    return both


def steps_of(both: Beside, action: a.Action) -> Iterator[int]:
    """An action of ours as its actions."""
    if isinstance(action, a.Draw):
        yield gin.DRAW_UPCARD_ACTION if action.source == "discard" else gin.DRAW_STOCK_ACTION
    elif isinstance(action, a.Pass):
        yield gin.PASS_ACTION
    elif isinstance(action, a.Discard):
        yield number(action.card)
    elif isinstance(action, a.Knock):
        yield from (gin.KNOCK_ACTION, number(action.discard))
        yield from _meld_steps(action.melds)
        yield gin.PASS_ACTION
    elif isinstance(action, a.Defend):
        shown = [number_of(card) for meld in both._knocker_s() for card in meld.cards]
        for grown in action.layoffs:
            cards = [number(name) for name in (grown or "").split()]
            old = [card % 13 for card in cards if card in shown]
            added = [card for card in cards if card not in shown]
            yield from sorted(added, key=lambda card: min(abs(card % 13 - rank) for rank in old))
        if not both.state.finished_layoffs():
            yield gin.PASS_ACTION
        yield from _meld_steps(action.melds)
        yield gin.PASS_ACTION


def _meld_steps(melds: tuple[str, ...]) -> Iterator[int]:
    for meld in melds:
        cards = sorted(map(number, meld.split()))
        while len(cards) > LONGEST:
            piece = min(LONGEST, len(cards) - 3)
            yield gin.MELD_ACTION_BASE + MELDS.index(cards[:piece])
            cards = cards[piece:]
        yield gin.MELD_ACTION_BASE + MELDS.index(cards)
