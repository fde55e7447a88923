"""The questions an implementation can be asked, in plain texts, and what a variant answers.

About cards: in_deck, is_meld, value, best, best_after_discard, can_open (`meldproof.witnesses.cases`). About play:
legal_action (may this be done now?) and score (what does a finished deal bring?).
"""

from __future__ import annotations

from collections import OrderedDict
from typing import Any, Literal

import msgspec
from msgspec.structs import replace

from meldproof.arranging.tables import read_meld
from meldproof.cards import Card
from meldproof.errors import EngineDeclined, MeldproofError
from meldproof.messages import say
from meldproof.notation import parse_cards
from meldproof.playing import actions as a
from meldproof.playing.advice import Position, TableMeld, position_state, with_stock
from meldproof.playing.dealing import check_known, cut_bonuses
from meldproof.playing.faults import IllegalAction
from meldproof.playing.game import apply
from meldproof.playing.scoring import finish_deal, score_deal, totals
from meldproof.playing.state import DealState, Hand, Lying, MatchState, Spread, Turn, in_deal, new_match
from meldproof.variants.clauses import Part
from meldproof.variants.loading import Variant
from meldproof.variants.vocabulary import Settings
from meldproof.witnesses.cases import CardCase, answer

Op = Literal["in_deck", "is_meld", "value", "best", "best_after_discard", "can_open", "legal_action", "score"]
OPS: tuple[Op, ...] = (
    "in_deck", "is_meld", "value", "best", "best_after_discard", "can_open", "legal_action", "score",
)  # fmt: skip
PART_OF: dict[Op, Part] = {
    **dict.fromkeys(("in_deck", "is_meld", "value", "best", "best_after_discard"), "melds"),
    "can_open": "opening", "legal_action": "play", "score": "scoring",
}  # fmt: skip
"""The part of the game that must be encoded for an operation."""
Result = dict[str, Any]


def in_scope(op: Op, variant: Variant) -> bool:
    """Whether the part of the game that an operation asks about is encoded."""
    return PART_OF[op] in variant.scope


class Situation(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A moment of a deal as the player to move sees it; the other hands are hidden.

    `pile` is the discard pile, its top last; `drawn` says that the draw is made, `taken` are then the cards it took
    from the pile, `entry` the one that must be laid. `turn` is the mover's how-manieth turn of the deal, `deal` the
    match's how-manieth deal, `stock` the cards left in the stock (default: all unseen ones), `rebuilt` how often it has
    been rebuilt.
    """

    hand: str
    table: tuple[TableMeld, ...] = ()
    player: int = 0
    pile: str = ""
    drawn: bool = False
    taken: str = ""
    entry: str | None = None
    opened: bool = False
    turn: int = 2
    deal: int = 2
    stock: int | None = None
    rebuilt: int = 0
    upcard: str | None = None


class PlayCase(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """Is `action` legal after `steps`, which are legal? From a situation, or without one from before the deal.

    `scores` are the players' match scores at the start of the deal (default: none has any). Actions are those of game
    logs. Cards that a deal does not name are hidden: whoever plays them holds them.
    """

    action: a.Action
    players: int = 2
    pairs: bool = False
    scores: tuple[int, ...] = ()
    situation: Situation | None = None
    steps: tuple[a.Action, ...] = ()

    @property
    def op(self) -> Op:
        return "legal_action"


class KitMeld(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A meld on the table: its first player, and who laid each card (default: the same)."""

    cards: str
    owner: int = 0
    layers: tuple[int, ...] = ()


class ScoreCase(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """What does a finished deal bring, and who has won the match now?

    `hands` are the cards left in hand, unmelded; `closer` went out or knocked (None: nobody did). `cut` is the size of
    the packet that was lifted before player `dealer` dealt; `deal` is the match's how-manieth. `unopened` are the
    players who laid no meld of their own; `at_once` says that the closer had laid nothing before the closing turn,
    `discard` what was discarded to close.
    """

    hands: tuple[str, ...]
    pairs: bool = False
    scores: tuple[int, ...] = ()
    table: tuple[KitMeld, ...] = ()
    closer: int | None = None
    deal: int = 2
    dealer: int = 0
    cut: int | None = None
    unopened: tuple[int, ...] = ()
    at_once: bool = False
    discard: str | None = None

    @property
    def op(self) -> Op:
        return "score"


Question = CardCase | PlayCase | ScoreCase
_PLAIN_NAMES = {"opening": "open"}
_OWN_NAMES = {plain: own for own, plain in _PLAIN_NAMES.items()}


def to_plain(question: Question) -> dict[str, Any]:
    """The `case` object of a question, as kits and the protocol hold it (without `op`)."""
    built: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(question))
    built.pop("op", None)
    return {_PLAIN_NAMES.get(name, name): value for name, value in built.items()}


def from_plain(op: Op, case: dict[str, Any]) -> Question:
    """The question of a `case` object. Raises msgspec.ValidationError."""
    if op == "legal_action":
        return msgspec.convert(case, PlayCase)
    if op == "score":
        return msgspec.convert(case, ScoreCase)
    return msgspec.convert({"op": op, **{_OWN_NAMES.get(name, name): value for name, value in case.items()}}, CardCase)


_KNOWN: OrderedDict[tuple[Question, tuple[tuple[int, Settings], ...]], Result | None] = OrderedDict()
MOST_KNOWN = 200_000


def ask(question: Question, variant: Variant) -> Result | None:
    """The variant's answer, remembered; None where it has none (the question can't be put under these rules)."""
    if not in_scope(question.op, variant):
        return None
    key = (question, variant.settings_by_deal)
    if key not in _KNOWN:
        if len(_KNOWN) >= MOST_KNOWN:
            _KNOWN.popitem(last=False)
        _KNOWN[key] = ask_afresh(question, variant)
    return _KNOWN[key]


def ask_afresh(question: Question, variant: Variant) -> Result | None:
    """The variant's answer, not remembered."""
    try:
        if isinstance(question, CardCase):
            return answer(question, variant)
        return _is_legal(question, variant) if isinstance(question, PlayCase) else _scored(question, variant)
    except (MeldproofError, EngineDeclined, IllegalAction, RecursionError):
        return None  # an engine that gives up has no answer either


def _is_legal(case: PlayCase, variant: Variant) -> Result | None:
    deals = isinstance(case.action, a.Deal)
    try:
        match = start(case, variant)
    except MeldproofError:
        if deals and case.situation is None and not case.steps:  # such a match is not played at all
            return {"legal": False}
        raise
    for step in case.steps:
        match = apply(match, step)
    try:
        apply(match, case.action)
    except IllegalAction:
        return {"legal": False}
    return {"legal": True}


def start(case: PlayCase, variant: Variant) -> MatchState:
    """The state before the steps. Raises a MeldproofError for what can't be under these rules."""
    match = new_match(variant, case.players, pairs=case.pairs, scores=case.scores or None)
    seen = case.situation
    if seen is None:
        return match
    position = Position(
        hand=seen.hand, players=case.players, player=seen.player, table=seen.table, pile=seen.pile, drawn=seen.drawn,
        taken=seen.taken, entry=seen.entry, opened=seen.opened, turn=seen.turn, deal=seen.deal, pairs=case.pairs,
        upcard=seen.upcard,
    )  # fmt: skip
    state = position_state(variant, position)
    deal = state.deal
    assert deal is not None
    if seen.stock is not None:
        deal = with_stock(state, deal, seen.stock)
    if seen.rebuilt:
        deal = replace(deal, rebuilt=seen.rebuilt)
    if case.scores:
        deal = replace(deal, start_scores=case.scores)
    return replace(state, deal=deal, scores=match.scores)


def _scored(case: ScoreCase, variant: Variant) -> Result | None:
    match = in_deal(new_match(variant, len(case.hands), pairs=case.pairs, scores=case.scores or None), case.deal)
    hands = [_cards(match, text) for text in case.hands]
    table = []
    for number, laid in enumerate(case.table, 1):
        meld = read_meld(parse_cards(laid.cards, match.deck), match.variant, say("table meld {number}", number=number))
        table.append(Lying(meld, laid.owner, laid.layers or (laid.owner,) * len(meld.slots)))
    check_known(match, [card for hand in hands for card in hand] + [c for lying in table for c in lying.meld.cards])
    spread, defences = None, []
    if case.closer is not None and match.settings.close.by == "knock":
        spread = Spread(case.closer, (), hands[case.closer])
        defences = [Spread(seat, (), hands[seat]) for seat in match.around(case.closer) if seat != case.closer]
    seats = range(match.players)
    deal = DealState(
        dealer=case.dealer, hands=tuple(Hand(hand) for hand in hands), stock=None, stock_left=10, pile=(),
        table=tuple(table), opened=tuple(seat not in case.unopened for seat in seats), turns=tuple(3 for _ in seats),
        to_move=case.closer or 0, phase="over", turn=Turn(), start_scores=match.scores,
        cut_bonus=cut_bonuses(match, a.Deal(dealer=case.dealer, cut=case.cut)),
        closer=case.closer, ended="over", spread=spread, defences=tuple(defences),
        laid=tuple(not case.at_once for _ in seats),
        closing_discard=None if case.discard is None else _cards(match, case.discard)[0],
    )  # fmt: skip
    match = replace(match, deal=deal)
    added = totals(match, score_deal(match))
    return {"points": list(added), "winners": list(finish_deal(match).winners)}


def _cards(match: MatchState, text: str) -> tuple[Card, ...]:
    return tuple(token.card for token in parse_cards(text, match.deck))
