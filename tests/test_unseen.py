"""Changes that no question can show: games go on alike by both rule sets, and so does every question of the kit."""

from __future__ import annotations

import msgspec
import pytest

from meldproof.conforming.kit import stored_kit
from meldproof.conforming.unseen import VIEWS, unseen
from meldproof.playing import actions as a
from meldproof.playing.faults import IllegalAction
from meldproof.playing.game import apply
from meldproof.playing.simulate import simulate_game
from meldproof.playing.state import MatchState, new_match
from meldproof.variants.loading import load_variant
from meldproof.variants.vocabulary import parameters
from meldproof.witnesses.mutants import Mutant, mutants, mutants_of
from meldproof.witnesses.questions import ask

VARIANTS = ("gin", "argentino", "fichas", "rummy-500", "reglamento", "rummikub")
MOST_ACTIONS = 160
PROBED = 12
"""Every so many actions all that could be done instead is tried under both rules."""
ANY: tuple[a.Action, ...] = (
    a.Draw(), a.Draw(source="discard"), a.Draw(source="discard", count=2), a.Pass(), a.EndTurn(), a.Announce(),
    a.Rebuild(), a.Deal(dealer=0), a.Deal(dealer=1),
)  # fmt: skip


def _unseen(name: str) -> list[Mutant]:
    variant = load_variant(name)
    return [mutant for mutant in mutants(variant) if unseen(variant, mutant) is not None]


def _after(match: MatchState, action: a.Action) -> object:
    """What comes of an action: all of the state but the rules themselves; None where it is not legal."""
    try:
        after = apply(match, action)
    except IllegalAction:
        return None
    deal = after.deal
    if deal is not None and after.settings.draw.discard == "none":  # then nobody can see what lies there
        deal = msgspec.structs.replace(deal, pile=(), aside=())
    return deal, after.scores, after.out, after.winners, after.deals


def test_every_parameter_that_is_looked_at_in_part_is_one() -> None:
    assert set(VIEWS) <= set(parameters())
    for views in VIEWS.values():
        for view in views:
            assert view.why.en
            assert view.why.es


@pytest.mark.parametrize("name", VARIANTS)
def test_games_go_on_alike_by_rules_that_no_question_tells_apart(name: str) -> None:
    variant = load_variant(name)
    players = max(2, variant.settings.players.min)
    log = simulate_game(variant, players, seed=5)
    match = new_match(variant, players)
    states = [match]
    for action in log.actions[:MOST_ACTIONS]:
        match = apply(match, action)
        states.append(match)
    asked = 0
    for mutant in _unseen(name):
        for number, state in enumerate(states[:-1]):
            other = msgspec.structs.replace(state, variant=mutant.variant)
            assert _after(other, log.actions[number]) == _after(state, log.actions[number]), mutant.id
            if number % PROBED == 0:
                asked += 1
                hands = () if state.deal is None else state.deal.hands[state.deal.to_move].cards[:1]
                for action in (*ANY, *(a.Discard(card=_text(state, card), face_down=True) for card in hands)):
                    assert _after(other, action) == _after(state, action), (mutant.id, action)
    assert asked > 20


def _text(match: MatchState, card: object) -> str:
    from meldproof.notation import card_text

    return card_text(card, match.deck)  # type: ignore[arg-type]


@pytest.mark.parametrize("name", VARIANTS)
def test_the_questions_of_the_kit_are_answered_alike(name: str) -> None:
    kit = stored_kit(name)
    assert kit is not None
    shown = {mutant for case in kit.cases for mutant in case.mutants}
    for mutant in _unseen(name):
        assert mutant.id not in shown
        for case in kit.cases:
            if case.op in ("legal_action", "score"):
                assert ask(case.question, mutant.variant) in (case.result, None), (mutant.id, case.id)


@pytest.mark.parametrize(
    ("name", "parameter", "value"),
    [
        ("argentino", "deal.dealer", "left-of-cutter"),  # the cut's bonus goes to another player
        ("argentino", "discard.to_close", "required"),
        ("reglamento", "players.sides", "individual"),
        ("reglamento", "turn.direction", "left"),
        ("reglamento", "match.winner", "highest"),
        ("rummy-500", "stock.empty", "end-hand"),
        ("argentino", "bonus.size", 11),
        ("fichas", "opening.cards", "any"),
    ],
)
def test_what_a_question_can_show_is_not_called_unseen(name: str, parameter: str, value: object) -> None:
    variant = load_variant(name)
    (mutant,) = [mutant for mutant in mutants_of(variant, parameter) if mutant.value == value]
    assert unseen(variant, mutant) is None
