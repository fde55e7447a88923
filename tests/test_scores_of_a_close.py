"""What a deal's end brings, worked out by hand from the rules, whatever way a hand is closed and scored.

Cards cost their number, pictures 10, aces 1. Four cards are dealt, so that a deal's end can be read at a glance.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import meldproof
from meldproof.errors import VariantError
from meldproof.playing import actions as a
from meldproof.playing.game import apply, score
from meldproof.playing.scoring import totals
from meldproof.playing.simulate import simulate_game
from meldproof.playing.state import MatchState, new_match
from meldproof.variants.loading import load_variant
from meldproof.witnesses.questions import KitMeld, ScoreCase, ask

HOUSE = Path(__file__).parent / "data" / "knock-with-penalties.toml"
RUN, NINES = "4s 5s 6s", "9c 9d 9h"
"""15 and 27 points."""


def house(**changes: Any) -> dict[str, Any]:
    names = {"scoring": "scoring.hand", "gin": "knock.gin_bonus", "undercut": "knock.undercut_bonus"}
    names |= {"tie": "knock.undercut_tie", "cap": "scoring.cap", "on": "layoff.on", "gin_layoff": "knock.gin_layoff"}
    return {"deal.cards": 4, **{names.get(name, name): value for name, value in changes.items()}}


def after_a_knock(
    settings: dict[str, Any], knocker: str, shown: str, defender: str, melds: str, laid: str
) -> MatchState:
    """Player 0 knocks with these four cards and the king of diamonds as the discard; player 1 defends."""
    match = new_match(load_variant("gin", settings=settings), 2)
    steps: list[a.Action] = [
        a.Deal(dealer=1, hands=(knocker, defender), upcard="Ah"),
        a.Pass(), a.Pass(), a.Draw(card="Kd"),
        a.Knock(discard="Kd", melds=(shown,)),
        a.Defend(melds=(melds,) if melds else (), layoffs=(laid or None,)),
    ]  # fmt: skip
    for step in steps:
        match = apply(match, step)
    return match


PENALTY, DIFFERENCE, MELDED = "penalty", "difference", "melded-minus-hand"
# how it is scored; the knocker's hand and melds; the defender's hand, melds and lay-off; what each scores
KNOCKS: list[tuple[dict[str, Any], str, str, str, str, str, tuple[int, int]]] = [
    # everybody pays their own deadwood, the knocker too
    ({"scoring": PENALTY, "gin": 25}, f"{RUN} 2h", RUN, f"{NINES} 7c", NINES, "", (2, 7)),
    ({"scoring": PENALTY, "gin": -10}, f"{RUN} 2h", RUN, f"{NINES} 7c", "", "", (2, 34)),
    ({"scoring": PENALTY, "gin": -10}, f"{RUN} 8h", RUN, f"{NINES} 2c", NINES, "", (8, 2)),  # no undercut is paid
    ({"scoring": PENALTY, "gin": -10}, f"{RUN} 8h", RUN, f"{NINES} 8c", NINES, "", (8, 8)),
    ({"scoring": PENALTY, "gin": -10}, f"{RUN} 2h", RUN, "7s Kc Qc Jh", "", f"{RUN} 7s", (2, 30)),
    ({"scoring": PENALTY, "gin": -10, "cap": 20}, f"{RUN} 2h", RUN, "Ts Kc Qc Jh", "", "", (2, 20)),
    ({"scoring": PENALTY, "gin": -10, "cap": 1}, f"{RUN} 2h", RUN, "Ts Kc Qc Jh", "", "", (1, 1)),
    # no deadwood: the bonus is added to the knocker's score, whichever sign it has
    ({"scoring": PENALTY, "gin": -10}, f"{RUN} 7s", f"{RUN} 7s", f"{NINES} 7c", NINES, "", (-10, 7)),
    ({"scoring": PENALTY, "gin": 25}, f"{RUN} 7s", f"{RUN} 7s", f"{NINES} 7c", NINES, "", (25, 7)),
    ({"scoring": PENALTY, "gin": 0}, f"{RUN} 7s", f"{RUN} 7s", f"{NINES} 7c", NINES, "", (0, 7)),
    ({"scoring": PENALTY, "gin": -10, "gin_layoff": True}, f"{RUN} 7s", f"{RUN} 7s", "8s Kc Qc Jh", "",
     f"{RUN} 7s 8s", (-10, 30)),
    # the difference goes to one of them
    ({"scoring": DIFFERENCE}, f"{RUN} 2h", RUN, f"{NINES} 7c", NINES, "", (5, 0)),
    ({"scoring": DIFFERENCE}, f"{RUN} 7s", f"{RUN} 7s", f"{NINES} 7c", NINES, "", (7 + 25, 0)),
    ({"scoring": DIFFERENCE}, f"{RUN} 8h", RUN, f"{NINES} 2c", NINES, "", (0, 6 + 25)),
    ({"scoring": DIFFERENCE}, f"{RUN} 8h", RUN, f"{NINES} 8c", NINES, "", (0, 25)),
    ({"scoring": DIFFERENCE, "tie": False}, f"{RUN} 8h", RUN, f"{NINES} 8c", NINES, "", (0, 0)),
    ({"scoring": DIFFERENCE, "undercut": 10}, f"{RUN} 8h", RUN, f"{NINES} 2c", NINES, "", (0, 6 + 10)),
    ({"scoring": DIFFERENCE, "cap": 20}, f"{RUN} 2h", RUN, "Ts Kc Qc Jh", "", "", (18, 0)),
    # what is shown counts as laid, what is left is taken off; a card laid off is its layer's
    ({"scoring": MELDED}, f"{RUN} 2h", RUN, f"{NINES} 7c", NINES, "", (15 - 2, 27 - 7)),
    ({"scoring": MELDED}, f"{RUN} 7s", f"{RUN} 7s", f"{NINES} 7c", NINES, "", (22 + 25, 27 - 7)),
    ({"scoring": MELDED}, f"{RUN} 2h", RUN, "7s Kc Qc Jh", "", f"{RUN} 7s", (15 - 2, 7 - 30)),
    ({"scoring": MELDED, "bonus.size": 4, "bonus.others": -50, "bonus.laid_by": "one-player"}, f"{RUN} 7s", f"{RUN} 7s", f"{NINES} 7c", NINES, "",
     (22 + 25, 27 - 7 - 50)),
]  # fmt: skip


@pytest.mark.parametrize(("changes", "knocker", "shown", "defender", "melds", "laid", "expected"), KNOCKS)
def test_a_knock_brings_what_the_rules_say(
    changes: dict[str, Any], knocker: str, shown: str, defender: str, melds: str, laid: str, expected: tuple[int, int]
) -> None:
    match = after_a_knock(house(**changes), knocker, shown, defender, melds, laid)
    assert match.scores == expected
    lines = score(match)
    assert totals(match, lines) == expected
    assert all(line.clause for line in lines)


HANDS = ("2h 3d Ks Qd", "4c 5d 8c Jh")
"""25 and 27 points."""


@pytest.mark.parametrize("scoring", [PENALTY, DIFFERENCE, MELDED])
@pytest.mark.parametrize("empty", ["void", "end-hand"])
def test_nobody_scores_a_void_deal_whatever_they_hold(scoring: str, empty: str) -> None:
    """The stock is used up after one turn; in it the king that was drawn goes to the pile."""
    changes = {"scoring": scoring, "stock.empty": empty, "stock.left": 42, "deal.cut_bonus": 50}
    changes["deal.cut_counts_upcard"] = False
    match = new_match(load_variant("gin", settings=house(**changes)), 2)
    for step in (a.Deal(dealer=1, hands=HANDS, upcard="Ah", cut=8), a.Pass(), a.Pass(), a.Draw(card="Kc"),
                 a.Discard(card="Kc")):  # fmt: skip
        match = apply(match, step)
    assert match.deal is not None
    assert (match.deal.phase, match.deal.closer) == ("over", None)
    hands = {PENALTY: (25, 27), DIFFERENCE: (0, 0), MELDED: (-25, -27)}[scoring]
    paid = (hands[0] + 50, hands[1])  # player 0 sits to the right of player 1, who shuffled, and cut eight cards
    assert match.scores == ((0, 0) if empty == "void" else paid)
    assert bool(score(match)) == (empty != "void")


@pytest.mark.parametrize(
    ("rules", "settings", "case", "expected"),
    [
        ("rummy-500", {"scoring.hand": PENALTY}, ScoreCase(("", "7c", "Kd 2h"), closer=0), [0, 7, 12]),
        ("rummy-500", {"scoring.hand": DIFFERENCE}, ScoreCase(("", "7c", "Kd 2h"), closer=0), [19, 0, 0]),
        ("rummy-500", {"scoring.hand": DIFFERENCE, "scoring.cap": 10}, ScoreCase(("", "7c", "Kd 2h"), closer=0),
         [17, 0, 0]),
        ("rummy-500", {"scoring.hand": DIFFERENCE}, ScoreCase(("5c", "7c", "Kd 2h")), [0, 0, 0]),
        ("rummy-500", {}, ScoreCase(("", "7c"), table=(KitMeld("4s 5s 6s"),), closer=0), [15, -7]),
        ("rummy-500", {"stock.empty": "void"}, ScoreCase(("2c", "7c"), table=(KitMeld("4s 5s 6s"),)), [0, 0]),
        ("reglamento", {"stock.empty": "void"}, ScoreCase(("3c", "7c Ks")), [0, 0]),
        ("reglamento", {"stock.empty": "end-hand"}, ScoreCase(("3c", "7c Ks")), [5, 15]),
        ("gin", {"scoring.hand": PENALTY}, ScoreCase(("3c", "2d")), [0, 0]),
    ],
)  # fmt: skip
def test_who_goes_out_holds_nothing(rules: str, settings: dict[str, Any], case: ScoreCase, expected: list[int]) -> None:
    settings = {**settings, **({"stock.left": 0} if "stock.empty" in settings else {})}
    found = ask(case, load_variant(rules, settings=settings))
    assert found is not None
    assert found["points"] == expected


def test_an_undercut_does_not_exist_where_everybody_pays() -> None:
    for name, value in (("knock.undercut_bonus", 25), ("knock.undercut_tie", True)):
        with pytest.raises(VariantError, match=f"{name} does not exist here"):
            load_variant("gin", settings={"scoring.hand": PENALTY, name: value})
        assert name not in load_variant("gin", settings={"scoring.hand": PENALTY}).plain()
        assert name not in load_variant("gin", settings={"scoring.hand": MELDED}).plain()
        assert name in load_variant("gin").plain()


def test_an_inherited_clause_of_what_does_not_exist_falls_away_and_ones_own_is_refused(tmp_path: Path) -> None:
    found = load_variant(HOUSE)
    assert not [name for name in found.plain() if name.startswith("knock.undercut")]
    assert not [clause.key for clause in found.clauses if clause.key.endswith("/undercut")]
    assert found.plain()["knock.gin_bonus"] == 25
    own = '\n[[clause]]\nid = "own"\nreplaces = "undercut"\nen = "30."\nes = "30."\n[clause.set]\nknock.undercut_bonus = 30\n'
    path = tmp_path / "own.toml"
    path.write_text(HOUSE.read_text(encoding="utf-8") + own, encoding="utf-8")
    with pytest.raises(
        VariantError, match=r"clause knock-with-penalties/own: knock.undercut_bonus does not exist here"
    ):
        load_variant(path)


def test_in_simulated_deals_the_knocker_pays_too() -> None:
    variant = load_variant(HOUSE)
    match, paid, gins = new_match(variant, 2), 0, 0
    for action in simulate_game(variant, 2, 1).actions:
        match = apply(match, action)
        if match.deal is not None and match.deal.phase == "over" and match.deal.closer is not None:
            knocker, held = match.deal.closer, match.deal.hands[match.deal.closer].cards
            cost = {line.player: line.points for line in score(match) if line.reason == "left in hand"}
            assert cost.get(knocker, 0) == sum(min(card.rank, 10) for card in held)
            gins += any(line.reason == "no deadwood" for line in score(match))
            paid += bool(held)
            assert bool(held) != any(line.reason == "no deadwood" for line in score(match))
    assert paid > 0
    assert meldproof.variant("gin").plain()["scoring.hand"] == DIFFERENCE
