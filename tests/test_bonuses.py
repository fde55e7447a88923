"""Melds that earn something at the end of a deal."""

from __future__ import annotations

import pytest
from msgspec.structs import replace
from play_helpers import position

import meldproof
from meldproof.errors import VariantError
from meldproof.playing.actions import Knock, LayMelds
from meldproof.playing.game import apply
from meldproof.playing.scoring import score_deal, totals
from meldproof.proving.plain_scores import plain_totals
from meldproof.variants.changes import with_values
from meldproof.variants.demand_words import demands_words
from meldproof.variants.values import BonusDemands, from_plain, to_plain

LONG = {"kind": "run", "min": 5}
FIFTY = [{**LONG, "points": 50}]
FINER = [{**LONG, "wilds": 0, "points": 30}, {**LONG, "points": 10}]
AT_LEAST_FOUR = [{"min": 4, "points": 7}]

MELDS = [
    (FIFTY, "3s 4s 5s 6s 7s", 0, (), [50, 0]),
    (FIFTY, "3s 4s 5s 6s", 0, (), [0, 0]),
    (FIFTY, "3s 4s 5s 6s 7s 8s", 1, (), [0, 50]),
    (FIFTY, "4s 4h 4d 4c", 0, (), [0, 0]),
    ([{**LONG, "points": -50, "to": "others"}], "3s 4s 5s 6s 7s", 0, (), [0, -50]),
    (FINER, "3s 4s 5s 6s 7s", 0, (), [30, 0]),
    (FINER, "3s 4s JK=5s 6s 7s", 0, (), [10, 0]),
    (AT_LEAST_FOUR, "4s 4h 4d 4c", 0, (), [7, 0]),
    (AT_LEAST_FOUR, "3s 4s 5s 6s", 0, (), [7, 0]),
    ([{"max": 3, "points": 7}], "3s 4s 5s 6s", 0, (), [0, 0]),
    (FIFTY, "3s 4s 5s 6s 7s", 0, (0, 0, 0, 0, 1), [0, 0]),
    (FIFTY, "3s 4s 5s 6s 7s 8s", 0, (1, 1, 1, 1, 1, 0), [0, 50]),
]


def rules(bonuses: object, **more: object) -> meldproof.Variant:
    jokers = {"deck.jokers": 2, "scoring.hand": "penalty"}
    return with_values(meldproof.variant("rummy-500"), {**jokers, "bonus.melds": bonuses, **more})


@pytest.mark.parametrize(("bonuses", "meld", "owner", "layers", "points"), MELDS)
def test_a_meld_brings_what_the_first_bonus_that_fits_says(
    bonuses: object, meld: str, owner: int, layers: tuple[int, ...], points: list[int]
) -> None:
    seen = meldproof.SeenMeld(meld, owner, layers)
    found = meldproof.score(rules(bonuses), ["", ""], closer=0, melds=[seen])
    assert list(found.points) == points
    assert all(line.clause.endswith("/bonus.melds") for line in found.lines if line.points)


def test_whoever_laid_the_cards_where_anyone_may_the_bonus_is_the_owners() -> None:
    given = rules(FIFTY, **{"bonus.laid_by": "anyone"})
    seen = meldproof.SeenMeld("3s 4s 5s 6s 7s", 1, (1, 1, 1, 0, 0))
    assert list(meldproof.score(given, ["", ""], closer=0, melds=[seen]).points) == [0, 50]


def test_a_meld_may_win_the_match_whatever_the_scores_are() -> None:
    given = rules([{**LONG, "points": 5, "then": "match"}], **{"discard.to_close": "optional"})
    match = position(given, "3s 4s 5s 6s 7s", opened=True)
    match = replace(match, scores=(490, 0))
    after = apply(match, LayMelds(melds=("3s 4s 5s 6s 7s",)))
    assert after.deal is not None
    assert after.deal.phase == "over"
    assert after.winners == (0,)
    assert plain_totals(after)[0] == totals(after, score_deal(after))[0] == 5


def test_a_meld_shown_at_a_knock_wins_the_match_and_its_bonus() -> None:
    given = with_values(meldproof.variant("gin"), {"bonus.melds": [{**LONG, "points": 9, "then": "match"}]})
    match = position(given, "3s 4s 5s 6s 7s 9h 9d 9c 2h 2d Kc")
    knocked = apply(match, Knock(discard="Kc", melds=("3s 4s 5s 6s 7s", "9h 9d 9c")))
    assert not knocked.winners
    hidden = meldproof.score(given, ["2h 2d", "Ks"], closer=0, melds=[("3s 4s 5s 6s 7s", 0), ("9h 9d 9c", 0)])
    assert list(hidden.points) == [6 + 9, 0]


WRITTEN = [
    (FIFTY, "a run of 5 cards or more (50 to its player)", "una escalera de 5 cartas o más (50 a su jugador)"),
    (
        [{"kind": "run", "points": -50, "to": "others"}],
        "a run (-50 to each of the others)",
        "una escalera (-50 a cada uno de los demás)",
    ),
    (
        [{"kind": "run", "wilds": 0, "then": "match"}],
        "a run without wilds (wins the match)",
        "una escalera sin comodines (gana la partida)",
    ),
]


@pytest.mark.parametrize(("plain", "english", "spanish"), WRITTEN)
def test_bonuses_are_said_and_written_as_they_were_read(plain: object, english: str, spanish: str) -> None:
    bonuses = from_plain(plain, BonusDemands)
    assert isinstance(bonuses, BonusDemands)
    assert demands_words(bonuses) == (english, spanish)
    assert to_plain(bonuses) == plain


REFUSED = [
    ([{"kind": "run"}], 'a bonus has points, or then = "match"'),
    ([{"kind": "run", "count": 2, "points": 5}], "no other keys than kind, min"),
    ([{"points": 5}, {"points": 5}], "a bonus is written once"),
    ([[{"points": 5}], [{"points": 6}]], "bonuses are one list"),
    ([{"kind": "pair", "points": 5}], "a pair is no meld"),
]


@pytest.mark.parametrize(("plain", "said"), REFUSED)
def test_what_is_no_bonus_is_refused(plain: object, said: str) -> None:
    with pytest.raises(ValueError, match=said):
        from_plain(plain, BonusDemands)


def test_a_bonus_is_not_said_in_two_ways() -> None:
    with pytest.raises(VariantError, match=r"bonus\.size does not exist here \(it needs no bonus\.melds\)"):
        with_values(meldproof.variant("argentino"), {"bonus.melds": FIFTY, "bonus.size": 5})
