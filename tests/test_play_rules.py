"""Each rule of play, on positions small enough to judge by eye."""

from __future__ import annotations

import pytest
from msgspec.structs import replace
from play_helpers import broken, broken_at_the_end, play, position, table_texts

import meldproof
from meldproof.errors import VariantError
from meldproof.notation import cards_text
from meldproof.playing import actions as a
from meldproof.playing.advice import advise, with_stock
from meldproof.playing.dealing import cutter
from meldproof.playing.game import apply, score
from meldproof.playing.moves import legal_actions
from meldproof.playing.perft import turns_from
from meldproof.playing.state import MatchState, new_match

Meld, LayOff, Discard, Draw = a.LayMelds, a.LayOff, a.Discard, a.Draw
REMI = {"opening.points": 51, "wilds.joker.opening": "as-melded", "opening.binds_closing": True, "opening.cards": "own"}
"""rummy-500 has two jokers, takes of the pile to any depth what it must lay, and opens without a minimum."""
TOP = {"draw.discard": "top", "draw.entry": "free", "draw.return_taken": True, "layoff.start": "opening-turn"}


# --- drawing


def test_argentine_players_take_the_whole_discard_pile_or_one_card_of_the_stock() -> None:
    match = position("argentino", "4s 5s 9d", pile="Kd Qc 6s", drawn=False)
    taken = play(match, Draw(source="discard"))
    assert taken.deal is not None
    assert taken.deal.hands[0].size == 6
    assert taken.deal.pile == ()
    assert broken(match, Draw(source="discard", count=2)) == "draw.discard"
    assert broken(taken, Discard(card="6s")) == ""


def test_rummy_500_digs_to_any_depth_but_must_lay_the_deepest_card() -> None:
    match = position("rummy-500", "4s 5s 9d Kh", pile="Kd 6s Qc", drawn=False)
    dug = play(match, Draw(source="discard", count=2))
    assert broken(dug, Discard(card="9d")) == "draw.entry"
    laid = play(dug, Meld(melds=("4s 5s 6s",)))
    assert broken(laid, Discard(card="9d")) == ""


def test_the_top_card_alone_must_be_laid_too() -> None:
    match = play(position("rummy-500", "4s 5s 9d Kh", pile="Kd 6s", drawn=False), Draw(source="discard"))
    assert broken(match, Discard(card="9d")) == "draw.entry"


def test_top_only_and_new_meld_only_are_readings() -> None:
    top = position("rummy-500", "4s 5s 9d", pile="Kd 6s Qc", drawn=False, readings=("top-only",))
    assert broken(top, Draw(source="discard", count=2)) == "draw.discard"
    fields = {"pile": "Kd 7s", "drawn": False}
    free = position("rummy-500", "9d Kh", "4s 5s 6s", **fields)
    strict = position("rummy-500", "9d Kh", "4s 5s 6s", readings=("entry-card-in-new-meld",), **fields)
    for match, rule in ((free, ""), (strict, "draw.entry")):
        dug = play(match, Draw(source="discard"), LayOff(meld=0, cards="7s"))
        assert broken(dug, Discard(card="9d")) == rule


def test_gin_does_not_return_the_card_just_taken() -> None:
    """RB074: legal for a card drawn from the stock, illegal for one taken from the pile."""
    match = play(position("gin", "4s 5s 9d", pile="8h", drawn=False), Draw(source="discard"))
    assert broken(match, Discard(card="8h")) == "draw.return_taken"
    assert broken(match, Discard(card="9d")) == ""
    stock = play(position("gin", "4s 5s 9d", pile="Kd", drawn=False), Draw(card="8h"))
    assert broken(stock, Discard(card="8h")) == ""


def test_a_card_other_than_the_one_just_taken_is_kept_to_discard() -> None:
    """Its taker would end with a card that may not be discarded."""
    settings = {**TOP, "draw.return_taken": False}
    fields = {"pile": "8c", "drawn": False, "settings": settings}
    match = play(position("rummy-500", "9h", "6h 7h 8h", **fields), Draw(source="discard"))
    assert legal_actions(match) == (Discard(card="9h"),)
    optional = {**fields, "settings": {**settings, "discard.to_close": "optional"}}
    both = play(position("rummy-500", "9h", "6h 7h 8h", "8s 8d JK", **optional), Draw(source="discard"))
    laid = play(both, LayOff(meld=0, cards="9h"))
    assert legal_actions(laid)
    assert not any(isinstance(action, Discard) for action in legal_actions(laid))
    one = play(position("rummy-500", "9h", "6h 7h 8h", **optional), Draw(source="discard"))
    assert not any(isinstance(action, LayOff) for action in legal_actions(one))


def test_where_the_card_taken_was_laid_its_twin_may_be_discarded() -> None:
    fields = {"pile": "8h", "drawn": False, "settings": {"deck.copies": 2}}
    match = play(position("rummy-500", "8h 8s 8d", **fields), Draw(source="discard"))
    assert broken(match, Discard(card="8h")) == "draw.entry"
    assert broken(play(match, Meld(melds=("8h 8s 8d",))), Discard(card="8h")) == ""


@pytest.mark.parametrize(("held", "rule"), [("8h 5s 9d", ""), ("8h 8h 9d", ""), ("4s 5s 9d", "draw.return_taken")])
def test_of_two_copies_one_may_go_back_though_its_twin_was_just_taken(held: str, rule: str) -> None:
    """Nobody can tell which of two cards alike was in the hand before."""
    settings = {"deck.copies": 3}
    match = play(position("gin", held, pile="8h", drawn=False, settings=settings), Draw(source="discard"))
    assert broken(match, Discard(card="8h")) == rule


def test_tile_players_take_nothing_from_a_discard_pile_and_discard_nothing() -> None:
    match = position("fichas", "1r 2r 3r", drawn=False)
    assert broken(match, Draw(source="discard")) == "draw.discard"
    drawn = play(match, Draw(card="9k"))
    assert broken(drawn, Discard(card="9k")) == "discard.each_turn"
    assert broken(drawn, a.EndTurn()) == ""


# --- melding and opening


@pytest.mark.parametrize(("turn", "rule"), [(1, "melding.first_turn"), (2, "")])
def test_nothing_is_laid_in_a_first_turn_of_an_argentine_deal(turn: int, rule: str) -> None:
    match = position("argentino", "4s 5s 6s 9d Kh", turn=turn, opened=False)
    assert broken(match, Meld(melds=("4s 5s 6s",))) == rule


def test_the_first_deal_is_for_closing_only_by_another_reading() -> None:
    readings = ("none-in-first-deal",)
    whole = position("argentino", "4s 5s 6s 9d", deal=1, opened=False, readings=readings)
    part = position("argentino", "4s 5s 6s 9d Kh", deal=1, opened=False, readings=readings)
    assert broken(part, Meld(melds=("4s 5s 6s",))) == "melding.first_deal"
    assert broken(whole, Meld(melds=("4s 5s 6s",))) == ""


@pytest.mark.parametrize(
    ("score", "melds", "rule"),
    [
        (750, ("Qh Qd Qc",), ""),
        (751, ("Qh Qd Qc",), "opening.points"),
        (755, ("JK Td JK Qd JK Ad", "9s 9h JK"), ""),
    ],
)
def test_above_750_points_an_opening_needs_250(score: int, melds: tuple[str, ...], rule: str) -> None:
    match = position("argentino", "JK JK JK JK Td Qd Ad 9s 9h Qh Qc 3c", score=score, opened=False, players=4)
    assert broken(match, Meld(melds=melds)) == rule


@pytest.mark.parametrize(
    ("melds", "rule"),
    [
        (("10r 10b 10k",), ""),
        (("9r 9b 9k",), "opening.points"),
        (("10r 10b JK=10k",), ""),
        (("12k 13k 1k",), "opening.points"),
        (("9r 9b 9k", "1b 2b 3b"), ""),
    ],
)
def test_a_tile_opening_counts_thirty_over_its_melds(melds: tuple[str, ...], rule: str) -> None:
    match = position("fichas", "10r 10b 10k 9r 9b 9k JK 12k 13k 1k 1b 2b 3b", opened=False)
    assert broken_at_the_end(match, Meld(melds=melds)) == rule


def test_reglamento_opens_with_150_and_lay_offs_do_not_count() -> None:
    match = position("reglamento", "JK JK 9s Th Td Tc 4c", ("4s 4h 4d", 0), opened=False)
    assert broken(match, Meld(melds=("JK=9c JK=9d 9s",))) == "opening.points"
    assert broken(match, LayOff(meld=0, cards="4c")) == "layoff.start"
    assert broken(match, Meld(melds=("JK=9c JK=9d 9s", "Th Td Tc"))) == "opening.points"
    richer = position("reglamento", "JK JK 9s Th Td Tc 8s 8h 8d", opened=False)
    assert broken(richer, Meld(melds=("JK=9c JK=9d 9s", "Th Td Tc", "8s 8h 8d"))) == "discard.to_close"


# --- from when on, by whom, with what


@pytest.mark.parametrize(
    ("rule", "opened", "broken_by"),
    [
        ("same", False, ""),
        ("same", True, ""),
        ("opening", False, ""),
        ("opening", True, ""),
        ("forbidden", False, "draw.entry_unopened"),
        ("forbidden", True, ""),
    ],
)
def test_who_has_not_opened_may_be_kept_from_the_discard_pile(rule: str, opened: bool, broken_by: str) -> None:
    settings = {**TOP, "draw.entry_unopened": rule}
    match = position("rummy-500", "9h 9s Kd", pile="9d", drawn=False, opened=opened, settings=settings)
    assert broken(match, Draw(source="discard")) == broken_by
    assert broken(match, Draw()) == ""
    listed = Draw(source="discard") in [action for action in legal_actions(match) if isinstance(action, Draw)]
    assert listed == (not broken_by)


@pytest.mark.parametrize(
    ("opened", "laying", "broken_by"),
    [
        (True, (), ""),
        (False, (), "draw.entry_unopened"),
        (False, (Meld(melds=("Qs Ks As",)),), "draw.entry_unopened"),
        (False, (Meld(melds=("9h 9s 9d",)),), ""),
        (False, (Meld(melds=("Qs Ks As",)), Meld(melds=("9h 9s 9d",))), ""),
        (False, (Meld(melds=("Qs Ks As",)), LayOff(meld=0, cards="9d")), "draw.entry_unopened"),
    ],
)
def test_who_takes_to_open_lays_the_card_in_a_meld_of_the_opening(
    opened: bool, laying: tuple[a.Action, ...], broken_by: str
) -> None:
    settings = {**TOP, "draw.entry_unopened": "opening"}
    hand = "9h 9s Qs Ks As Kd 3c"
    fields = {"pile": "9d", "drawn": False, "opened": opened, "settings": settings}
    match = play(position("rummy-500", hand, "6d 7d 8d", **fields), Draw(source="discard"), *laying)
    assert broken(match, Discard(card="3c")) == broken_by


def test_the_minimum_of_an_opening_holds_for_who_takes_to_open() -> None:
    settings = {**TOP, **REMI, "draw.entry_unopened": "opening"}
    fields = {"pile": "9d", "drawn": False, "opened": False, "settings": settings}
    poor = play(position("rummy-500", "9h 9s Kd 3c", **fields), Draw(source="discard"))
    assert broken(poor, Meld(melds=("9h 9s 9d",))) == "opening.points"
    rich = play(position("rummy-500", "9h 9s Qs Ks As Kd 3c", **fields), Draw(source="discard"))
    assert broken(rich, Meld(melds=("9h 9s 9d", "Qs Ks As"))) == ""
    assert Draw(source="discard") not in legal_actions(position("rummy-500", "9h 9s Kd 3c", **fields))
    assert Draw(source="discard") in legal_actions(position("rummy-500", "9h 9s Qs Ks As Kd 3c", **fields))


def test_who_closes_at_once_without_the_minimum_may_take_the_card_for_it() -> None:
    settings = {**TOP, **REMI, "draw.entry_unopened": "opening", "opening.binds_closing": False}
    fields = {"pile": "9d", "drawn": False, "opened": False, "settings": settings}
    match = position("rummy-500", "9h 9s 3c 4c 5c Kd", **fields)
    assert Draw(source="discard") in legal_actions(match)
    best = advise(match).best
    assert best is not None
    assert best.closes
    after = play(match, *best.actions)
    assert after.deal is not None
    assert after.deal.closer == 0


def test_the_best_turn_lays_the_card_taken_in_a_new_meld_though_the_table_would_take_it() -> None:
    settings = {**TOP, "draw.entry_unopened": "opening"}
    fields = {"pile": "9d", "drawn": False, "opened": False, "settings": settings}
    match = position("rummy-500", "9h 9s Kd 3c", "6d 7d 8d", **fields)
    best = advise(match).best
    assert best is not None
    assert best.actions[0] == Draw(source="discard")
    assert Meld(melds=("9s 9h 9d",)) in best.actions
    play(match, *best.actions)


@pytest.mark.parametrize(("turn", "broken_by"), [(1, "draw.discard_from_turn"), (2, "draw.discard_from_turn"), (3, "")])
def test_the_discard_pile_is_taken_from_a_turn_on(turn: int, broken_by: str) -> None:
    settings = {**TOP, "draw.discard_from_turn": 3}
    match = position("rummy-500", "9h Kd", pile="9d", drawn=False, turn=turn, settings=settings)
    assert broken(match, Draw(source="discard")) == broken_by
    assert broken(match, Draw()) == ""


@pytest.mark.parametrize(("top", "broken_by"), [("JK", "draw.wilds"), ("2d", "draw.wilds"), ("9d", "")])
def test_a_wild_may_be_kept_on_the_discard_pile(top: str, broken_by: str) -> None:
    settings = {"draw.wilds": False}
    match = position("reglamento", "9h Kd", pile=f"JK {top}", drawn=False, settings=settings)
    assert broken(match, Draw(source="discard")) == broken_by
    free = position("reglamento", "9h Kd", pile=f"JK {top}", drawn=False)
    assert broken(free, Draw(source="discard")) == ""


def test_a_wild_turned_up_may_be_taken_in_the_first_turn_and_not_later() -> None:
    rules = meldproof.variant("reglamento", settings={"draw.wilds": False})
    first = play(new_match(rules, 2), a.Deal(upcard="JK"))
    assert broken(first, Draw(source="discard")) == ""
    later = play(first, Draw(), Discard(card="9h"), Draw(), Discard(card="JK"))
    assert broken(later, Draw(source="discard")) == "draw.wilds"


@pytest.mark.parametrize(
    ("hand", "card", "broken_by"),
    [
        ("JK 9d Kd", "JK", "discard.wilds"),
        ("2c 9d Kd", "2c", "discard.wilds"),
        ("JK 9d Kd", "9d", ""),
        ("JK JK 2c", "JK", ""),
    ],
)
def test_a_wild_is_discarded_only_by_who_holds_nothing_else(hand: str, card: str, broken_by: str) -> None:
    match = position("reglamento", hand, settings={"discard.wilds": False})
    assert broken(match, Discard(card=card)) == broken_by
    assert broken(position("reglamento", hand), Discard(card=card)) == ""
    assert [one for one in legal_actions(match) if isinstance(one, Discard) and one.card == card] == (
        [] if broken_by else [Discard(card=card)]
    )


def test_a_card_that_is_no_wild_is_kept_to_discard() -> None:
    match = position("reglamento", "4s 5s 6s JK", ("9s 9h 9d", 0), settings={"discard.wilds": False})
    assert broken(match, Meld(melds=("4s 5s 6s",))) == "discard.wilds"
    assert broken(match, LayOff(meld=0, cards="JK")) == ""
    best = advise(match).best
    assert best is not None
    play(match, *best.actions)


def test_who_holds_a_wild_alone_does_not_take_the_card_that_could_not_go_back() -> None:
    settings = {"discard.wilds": False, "draw.return_taken": False}
    match = position("reglamento", "JK", "5s 6s 7s", pile="9h", drawn=False, settings=settings)
    assert Draw(source="discard") not in legal_actions(match)
    assert Draw() in legal_actions(match)


def test_a_closing_turn_lays_its_wild_and_discards_another_card() -> None:
    """The wild could be left for the discard as well: the arrangement alone does not mind which."""
    match = position("reglamento", "4s 5s 6s 7s JK", "9s 9h 9d", settings={"discard.wilds": False})
    best = advise(match).best
    assert best is not None
    assert best.closes
    play(match, *best.actions)


def test_of_a_hidden_hand_a_wild_is_discarded_only_if_the_rest_may_be_wilds() -> None:
    rules = meldproof.variant("reglamento", settings={"discard.wilds": False})
    match = play(new_match(rules, 2), a.Deal(upcard="9h"), Draw())
    assert broken(match, Discard(card="JK")) == "discard.wilds"  # eleven cards, and there are six wilds


FITS = [
    ("allowed", False, "7s", ""),
    ("forbidden", False, "7s", "discard.fitting"),
    ("forbidden", True, "7s", "discard.fitting"),
    ("forbidden", True, "7h", ""),
    ("opened-only", False, "7s", "discard.fitting"),
    ("opened-only", False, "7h", ""),
    ("opened-only", True, "7s", ""),
]


@pytest.mark.parametrize(("rule", "opened", "card", "broken_by"), FITS)
def test_a_card_that_fits_the_table_may_have_to_be_kept(rule: str, opened: bool, card: str, broken_by: str) -> None:
    match = position("rummy-500", "7s 7h Kd", "4s 5s 6s", opened=opened, settings={"discard.fitting": rule})
    assert broken(match, Discard(card=card)) == broken_by
    assert (Discard(card=card) in legal_actions(match)) == (not broken_by)


def test_a_card_that_fits_goes_where_all_cards_fit_or_it_is_the_last() -> None:
    settings = {"discard.fitting": "forbidden"}
    all_fit = position("rummy-500", "7s 3s", "4s 5s 6s", settings=settings)
    assert broken(all_fit, Discard(card="7s")) == ""
    last = position("rummy-500", "7s", "4s 5s 6s", settings=settings)
    assert broken(last, Discard(card="7s")) == ""


def test_the_best_turn_discards_no_card_that_fits() -> None:
    """The dearest card left fits the table, on which it may not be laid yet."""
    settings = {"discard.fitting": "opened-only", "layoff.start": "opening-turn"}
    match = position("rummy-500", "Ks 7h 3d", "Th Jh Qh", "Kd Kh Kc", opened=False, settings=settings)
    best = advise(match).best
    assert best is not None
    assert best.actions[-1] == Discard(card="7h")


@pytest.mark.parametrize(("turn", "rule"), [(1, "melding.from_turn"), (2, "melding.from_turn"), (3, ""), (4, "")])
def test_cards_are_laid_from_a_turn_on(turn: int, rule: str) -> None:
    settings = {"melding.from_turn": 3}
    match = position("rummy-500", "4s 5s 6s 7s 9d Kh", "8s 8h 8d", turn=turn, settings=settings)
    assert broken(match, Meld(melds=("4s 5s 6s",))) == rule
    assert broken(position("rummy-500", "8c 9d Kh", "8s 8h 8d", turn=turn, settings=settings),
                  LayOff(meld=0, cards="8c")) == rule  # fmt: skip
    assert broken(match, Discard(card="9d")) == ""
    lays = [action for action in legal_actions(match) if not isinstance(action, Discard)]
    assert bool(lays) == (not rule)
    best = advise(match).best
    assert best is not None
    play(match, *best.actions)
    assert broken(position("rummy-500", "9d", turn=turn, settings=settings), Discard(card="9d")) == rule


@pytest.mark.parametrize(("turn", "rule"), [(1, "melding.from_turn"), (2, "")])
def test_a_table_is_rearranged_from_a_turn_on(turn: int, rule: str) -> None:
    settings = {"melding.from_turn": 2}
    match = position("fichas", "10r 10b 10k 9r", opened=False, turn=turn, settings=settings)
    assert broken_at_the_end(match, Meld(melds=("10r 10b 10k",))) == rule


@pytest.mark.parametrize(("turn", "rule"), [(1, "close.from_turn"), (2, "close.from_turn"), (3, "")])
def test_a_hand_is_closed_from_a_turn_on(turn: int, rule: str) -> None:
    settings = {"close.from_turn": 3}
    match = position("rummy-500", "4s 5s 6s 9d", turn=turn, settings=settings)
    assert broken(match, Meld(melds=("4s 5s 6s",))) == rule  # the last card could not be discarded
    assert (
        broken(position("rummy-500", "4s 5s 6s 9d Kh", turn=turn, settings=settings), Meld(melds=("4s 5s 6s",))) == ""
    )
    assert broken(position("rummy-500", "9d", turn=turn, settings=settings), Discard(card="9d")) == rule
    best = advise(match).best
    assert best is not None
    assert best.closes == (not rule)
    tiles = position("fichas", "10r 10b 10k", turn=turn, settings=settings)
    assert broken(tiles, Meld(melds=("10r 10b 10k",))) == rule
    knock = position("gin", "4s 5s 6s 9d", turn=turn, settings={**settings, "turn.first_draw": "as-usual"})
    assert broken(knock, a.Knock(discard="9d", melds=("4s 5s 6s",))) == rule
    assert any(isinstance(action, a.Knock) for action in legal_actions(knock)) == (not rule)


def test_a_hand_that_may_not_close_yet_lays_what_leaves_two_cards() -> None:
    match = position("rummy-500", "4s 5s 6s 7s 9d", turn=1, settings={"close.from_turn": 2})
    best = advise(match).best
    assert best is not None
    assert not best.closes
    after = play(match, *best.actions)
    assert after.deal is not None
    assert after.deal.hands[0].size == 1
    ends = [after for _, after in turns_from(match)]
    assert ends
    assert all(after.deal is not None and after.deal.closer is None for after in ends)


def test_without_a_stock_who_may_not_take_the_last_card_of_the_pile_plays_on() -> None:
    settings = {"draw.entry_unopened": "forbidden"}
    match = position("argentino", "9h Kd", pile="9d", drawn=False, opened=False, settings=settings)
    assert match.deal is not None
    dry = replace(match, deal=with_stock(match, match.deal, 0))
    assert broken(dry, Draw()) == "stock.empty"
    assert broken(dry, Draw(source="discard")) == "draw.entry_unopened"
    assert broken(dry, a.Pass()) == ""
    assert legal_actions(dry) == (a.Pass(),)
    free = position("argentino", "9h Kd", pile="9d", drawn=False)
    assert free.deal is not None
    assert broken(replace(free, deal=with_stock(free, free.deal, 0)), a.Pass()) == "stock.empty"


@pytest.mark.parametrize(("into", "rule"), [("any", ""), ("new-meld", "exchange.into")])
def test_a_freed_wild_may_have_to_go_into_a_new_meld(into: str, rule: str) -> None:
    settings = {"exchange.cards": "hand", "exchange.set": "never", "exchange.then": "same-turn", "exchange.into": into}
    match = position("rummy-500", "6s 9h 9d Kd 2c", "4s 5s JK=6s", "Th Jh Qh", settings=settings)
    freed = play(match, a.Exchange(meld=0, card="6s"))
    added = play(freed, LayOff(meld=1, cards="JK", to="Th Jh Qh JK=Kh"))
    assert broken(added, Discard(card="Kd")) == rule
    assert broken(play(freed, Meld(melds=("9h 9d JK",))), Discard(card="Kd")) == ""
    assert broken(freed, Discard(card="Kd")) == ("exchange.into" if rule else "exchange.then")
    poor = position("rummy-500", "6s 9h Kd 2c", "4s 5s JK=6s", "Th Jh Qh", settings=settings)
    assert any(isinstance(action, a.Exchange) for action in legal_actions(poor)) == (not rule)


REFUSED = [
    ("argentino", {"melding.from_turn": 2}, "melding.from_turn: melding.first_turn says the same"),
    ("gin", {"draw.discard_from_turn": 2}, "draw.discard_from_turn: the first turn offers the card turned up"),
    ("rummy-500", {"draw.entry": "new-meld", "draw.entry_unopened": "opening"}, "draw.entry_unopened: a new meld opens"),
    ("fichas", {"draw.discard": "top", "draw.entry": "free", "draw.entry_unopened": "opening"},
     "draw.entry_unopened: the table is rearranged"),
    ("rummy-500", {"draw.wilds": False}, "draw.wilds does not exist here"),
    ("gin", {"draw.entry_unopened": "forbidden"}, "draw.entry_unopened does not exist here"),
    ("gin", {"discard.wilds": False}, "discard.wilds does not exist here"),
    ("gin", {"discard.fitting": "forbidden"}, "discard.fitting does not exist here"),
    ("gin", {"melding.from_turn": 2}, "melding.from_turn does not exist here"),
]  # fmt: skip


@pytest.mark.parametrize(("rules", "settings", "said"), REFUSED)
def test_a_condition_that_nothing_would_look_at_is_refused_by_name(
    rules: str, settings: dict[str, object], said: str
) -> None:
    with pytest.raises(VariantError) as caught:
        meldproof.variant(rules, settings=settings)
    assert said in str(caught.value)


# --- lay-offs


def test_a_lay_off_must_follow_suit() -> None:
    """RB054: 8h on 4s-7s is judged by suit, not by rank alone."""
    match = position("rummy-500", "8h 8s 3s Kd", "4s 5s 6s 7s")
    assert broken(match, LayOff(meld=0, cards="8h")) == "run.suit"
    assert broken(match, LayOff(meld=0, cards="8s")) == ""
    assert table_texts(play(match, LayOff(meld=0, cards="8s"), LayOff(meld=0, cards="3s"))) == ["3s 4s 5s 6s 7s 8s"]


def test_nothing_goes_beyond_a_high_ace() -> None:
    """RB003: an ace on T-J-Q-K, then nothing further."""
    match = position("rummy-500", "As 2s JK Kd", "Ts Js Qs Ks")
    high = play(match, LayOff(meld=0, cards="As"))
    assert broken(high, LayOff(meld=0, cards="2s")) == "run.ends"


def test_a_joker_beside_a_high_ace_goes_to_the_low_end() -> None:
    """RB005."""
    match = position("rummy-500", "JK Kd", "Qh Kh Ah")
    assert table_texts(play(match, LayOff(meld=0, cards="JK"))) == ["JK=Jh Qh Kh Ah"]


def test_a_joker_that_fits_both_ends_must_be_placed() -> None:
    """RB025: 5-6-7 with a joker: the player chooses and the choice persists."""
    match = position("rummy-500", "JK 8c 4c Kd", "5c 6c 7c")
    assert broken(match, LayOff(meld=0, cards="JK")) == "cards"
    low = play(match, LayOff(meld=0, cards="JK", to="JK=4c 5c 6c 7c"))
    assert broken(low, LayOff(meld=0, cards="4c")) != ""
    assert broken(low, LayOff(meld=0, cards="8c")) == ""


def test_a_run_wild_never_slides() -> None:
    match = position("rummy-500", "7h Kd", "5h 6h JK=7h")
    assert broken(match, LayOff(meld=0, cards="7h")) != ""


def test_both_ends_of_a_run_with_a_joker_inside_are_open() -> None:
    """RB058."""
    match = position("fichas", "8r 4r 1k", "5r JK=6r 7r")
    assert table_texts(play(match, LayOff(meld=0, cards="8r"), LayOff(meld=0, cards="4r"))) == ["4r 5r JK=6r 7r 8r"]


@pytest.mark.parametrize(
    ("rules", "readings", "owner", "rule"),
    [
        ("argentino", (), 1, ""),
        ("argentino", ("own-melds-only",), 1, "layoff.on"),
        ("argentino", ("own-melds-only",), 0, ""),
        ("reglamento", (), 1, "layoff.on"),
        ("reglamento", ("any-meld",), 1, ""),
        ("reglamento", (), 0, ""),
    ],
)
def test_whose_melds_may_grow(rules: str, readings: tuple[str, ...], owner: int, rule: str) -> None:
    match = position(rules, "7s Kd 3d", ("4s 5s 6s", owner), readings=readings)
    assert broken(match, LayOff(meld=0, cards="7s")) == rule


def test_partners_lay_off_on_each_other() -> None:
    match = position("reglamento", "7s Kd 3d", ("4s 5s 6s", 2), players=4, pairs=True)
    assert broken(match, LayOff(meld=0, cards="7s")) == ""
    rival = position("reglamento", "7s Kd 3d", ("4s 5s 6s", 1), players=4, pairs=True)
    assert broken(rival, LayOff(meld=0, cards="7s")) == "layoff.on"


def test_lay_offs_wait_for_the_first_meld_of_ones_own() -> None:
    match = position("argentino", "7s 9d 9h 9c Kd 3d", "4s 5s 6s", opened=False)
    assert broken(match, LayOff(meld=0, cards="7s")) == "layoff.start"
    assert broken(play(match, Meld(melds=("9h 9d 9c",))), LayOff(meld=0, cards="7s")) == ""


# --- wilds on the table


def test_a_joker_on_the_table_stays_unless_a_reading_allows_the_exchange() -> None:
    hand, run = "7c 9c Kd", "5c 6c JK=7c 8c"
    assert broken(position("rummy-500", hand, run), a.Exchange(meld=0, card="7c")) == "exchange.cards"
    match = position("rummy-500", hand, run, readings=("exchange-exact",))
    assert broken(match, a.Exchange(meld=0, card="9c")) == "exchange.cards"
    freed = play(match, a.Exchange(meld=0, card="7c"))
    assert table_texts(freed) == ["5c 6c 7c 8c"]
    assert freed.deal is not None
    assert [card.is_joker for card in freed.deal.hands[0].cards] == [False, False, True]
    assert broken(freed, Discard(card="JK")) == ""


@pytest.mark.parametrize("card", ["9d", "9c"])
def test_either_missing_suit_frees_the_joker_of_a_set_of_three(card: str) -> None:
    match = position("rummy-500", f"{card} Kd", "9s 9h JK", readings=("exchange-exact",))
    assert broken(match, a.Exchange(meld=0, card=card)) == ""
    assert broken(position("rummy-500", "9s Kd", "9h 9d JK"), a.Exchange(meld=0, card="9s")) == "exchange.cards"


@pytest.mark.parametrize(
    ("rule", "table", "broken_rule"),
    [
        ("any-missing", "9s 9h JK", ""),
        ("all-missing", "9s 9h JK", "exchange.set"),
        ("all-missing", "9s 9h 9c JK", ""),
        ("never", "9s 9h 9c JK", "exchange.set"),
    ],
)
def test_a_joker_of_a_set_short_of_a_suit_is_exchanged_only_where_one_missing_card_will_do(
    rule: str, table: str, broken_rule: str
) -> None:
    match = position("rummy-500", "9d Kd", table, readings=("exchange-exact",), settings={"exchange.set": rule})
    assert broken(match, a.Exchange(meld=0, card="9d")) == broken_rule


FREEING = [
    ("7r 7b JK; 1k 2k 3k", "7k 7y 8k 9k", "7r 7b 7k 7y; 1k 2k 3k; 8k 9k JK=10k", ""),
    ("7r 7b JK; 1k 2k 3k", "7k 8k 9k", "7r 7b 7k; 1k 2k 3k; JK=11k 9k 8k", "run.consecutive"),
    ("7r 7b JK; 1k 2k 3k", "7k 8k 9k", "7r 7b 7k; 1k 2k 3k; JK=10k 9k 8k", "table.jokers"),
    ("7r 7b JK; 1k 2k 3k", "7k 8k 9k", "7r 7b 7k; 1k 2k 3k; 8k 9k JK=10k", "table.jokers"),
    ("JK=7y 7r JK=7k", "7b 7k 8b 9b", "7r 7b 7k JK=7y; 8b 9b JK=10b", ""),
    ("4r 5r 6r JK=7r", "7r 8b 9b", "4r 5r 6r 7r; 8b 9b JK=10b", ""),
    ("4r 5r 6r JK=7r", "8b 9b 1k", "4r 5r 6r; 8b 9b JK=10b", "table.jokers"),
    ("4r 5r 6r JK=7r", "8r 9r 1k", "4r 5r 6r; JK=7r 8r 9r", ""),
    ("5r 5b 5y JK", "8r 9r", "5r 5b 5y; 8r 9r JK=10r", "table.jokers"),
    ("5r 5b JK", "5k 8r", "5r 5b 5k JK=5y", ""),
]


@pytest.mark.parametrize(("table", "hand", "after", "rule"), FREEING)
def test_a_joker_leaves_its_place_only_when_freed(table: str, hand: str, after: str, rule: str) -> None:
    match = position("fichas", hand, *table.split("; "))
    assert broken(match, a.Rearrange(table=tuple(after.split("; ")))) == rule
    free = position("fichas", hand, *table.split("; "), readings=("joker-moves-freely",))
    expected = "" if rule == "table.jokers" else rule
    assert broken(free, a.Rearrange(table=tuple(after.split("; ")))) == expected


def test_a_tile_moved_on_the_table_frees_a_joker_by_another_reading_only() -> None:
    table, after = ("4r 5r 6r JK=7r", "7r 7b 7k 7y"), ("4r 5r 6r 7r", "7b 7k 7y", "8b 9b JK=10b")
    for readings, rule in (((), "table.jokers"), (("exchange-with-table-tiles",), "")):
        match = position("fichas", "8b 9b 1k", *table, readings=readings)
        assert broken_at_the_end(match, a.Rearrange(table=after)) == rule


# --- rearranging


WORKED = [
    ("10y 7b 7k 1r", ("7y 8y 9y",), ("8y 9y 10y", "7b 7k 7y")),
    ("5y 1r", ("3y 4y 5y 6y 7y",), ("3y 4y 5y", "5y 6y 7y")),
    ("2k 1r", ("2r 3r 4r 5r", "2r 2b 2k 2y"), ("3r 4r 5r", "2r 2b 2k", "2k 2r 2y")),
]


@pytest.mark.parametrize(("hand", "table", "after"), WORKED)
@pytest.mark.parametrize("readings", [(), ("add-swap-split-only",)])
def test_the_three_manipulations_of_the_tile_text_are_legal(
    hand: str, table: tuple[str, ...], after: tuple[str, ...], readings: tuple[str, ...]
) -> None:
    match = position("fichas", hand, *table, readings=readings)
    assert broken(match, a.Rearrange(table=after)) == ""


def test_every_table_tile_must_stay() -> None:
    """RB059."""
    match = position("fichas", "4r 5r 6r", "3r 3b 3k", "8r 8b 8k")
    assert broken(match, a.Rearrange(table=("3r 3b 3k", "4r 5r 6r"))) == "table.rearrange"
    assert broken_at_the_end(match, a.Rearrange(table=("3r 3b 3k", "8r 8b 8k"))) == "table.rearrange"


def test_nobody_rearranges_before_opening_except_beside_an_opening() -> None:
    """RB036."""
    match = position("fichas", "4y 6y 1r", "5b 5r 5k 5y", opened=False)
    assert broken(match, a.Rearrange(table=("5b 5r 5k", "4y 5y 6y"))) == "opening.points"
    opens = position("fichas", "4y 6y 10r 10b 10k", "5b 5r 5k 5y", opened=False)
    assert broken(opens, a.Rearrange(table=("5b 5r 5k", "4y 5y 6y", "10r 10b 10k"))) == ""


def test_cards_of_the_variants_without_rearranging_stay_where_they_lie() -> None:
    match = position("rummy-500", "4s 8s Kd", "5s 6s 7s")
    assert broken(match, a.Rearrange(table=("4s 5s 6s 7s",))) == "table.rearrange"


def test_single_moves_do_not_allow_a_new_meld_of_two_old_ones() -> None:
    table = ("1r 2r 3r 4r", "1b 2b 3b 4b", "1k 2k 3k 4k")
    after = ("1r 1b 1k", "2r 2b 2k", "3r 3b 3k", "4r 4b 4k 4y")
    assert broken(position("fichas", "4y 9r", *table), a.Rearrange(table=after)) == ""
    strict = position("fichas", "4y 9r", *table, readings=("add-swap-split-only",))
    assert broken_at_the_end(strict, a.Rearrange(table=after)) == "table.rearrange"


# --- closing


def test_rummy_500_keeps_a_card_to_discard() -> None:
    match = position("rummy-500", "4s 5s 6s")
    assert broken(match, Meld(melds=("4s 5s 6s",))) == "discard.to_close"
    closed = play(position("rummy-500", "4s 5s 6s Kd"), Meld(melds=("4s 5s 6s",)), Discard(card="Kd"))
    assert closed.deal is not None
    assert closed.deal.closer == 0


def test_argentine_players_close_with_or_without_a_face_down_discard() -> None:
    bare = play(position("argentino", "4s 5s 6s"), Meld(melds=("4s 5s 6s",)))
    assert bare.deal is not None
    assert bare.deal.closer == 0
    match = play(position("argentino", "4s 5s 6s Kd"), Meld(melds=("4s 5s 6s",)))
    assert broken(match, Discard(card="Kd", face_down=True)) == ""
    early = position("argentino", "4s 5s 6s Kd")
    assert broken(early, Discard(card="Kd", face_down=True)) == "discard.face_down"


def test_the_last_tile_laid_closes() -> None:
    """RB081."""
    closed = play(position("fichas", "4r", "5r 6r 7r"), LayOff(meld=0, cards="4r"))
    assert closed.deal is not None
    assert (closed.deal.closer, closed.deal.phase) == (0, "over")


def test_gin_knocks_at_ten_and_no_more() -> None:
    match = position("gin", "4s 5s 6s 9h 9d 9c Kd Ks Kh Ah 9s", pile="2c")
    melds = ("4s 5s 6s", "9h 9d 9c", "Ks Kh Kd")
    assert broken(match, a.Knock(discard="9s", melds=melds)) == ""
    assert broken(match, a.Knock(discard="Ah", melds=melds)) == ""
    poor = position("gin", "4s 5s 6s 9h 9d 9c Kd Ks Jh Ah 9s", pile="2c")
    assert broken(poor, a.Knock(discard="9s", melds=melds[:2])) == "knock.deadwood"


def test_gin_may_be_declined() -> None:
    """RB083: a plain discard with nothing loose is legal."""
    match = position("gin", "2s 3s 4s 5h 6h 7h 8c 8d 8h 8s Kd", pile="2c")
    assert broken(match, Discard(card="Kd")) == ""


# --- scores


def _gin_showdown(knocker: str, dropped: str, melds: tuple[str, ...], defender: str) -> MatchState:
    match = position("gin", knocker, pile="Jh")
    assert match.deal is not None
    from msgspec.structs import replace

    from meldproof.notation import parse_cards
    from meldproof.playing.state import Hand

    cards = tuple(token.card for token in parse_cards(defender, match.deck))
    deal = replace(match.deal, hands=(match.deal.hands[0], Hand(cards)))
    return apply(replace(match, deal=deal), a.Knock(discard=dropped, melds=melds))


def test_the_defenders_own_melds_are_no_deadwood_and_an_undercut_pays() -> None:
    """RB052: deadwood 2 against 5, undercut, 3 + 25 = 28."""
    match = _gin_showdown(
        "As 2s 3s 7h 8h 9h Kc Kd Kh 5c Qh",
        "Qh",
        ("As 2s 3s", "7h 8h 9h", "Kh Kd Kc"),
        "4s 6h Ks Td Jd Qd 2d 3d 4d 2c",
    )
    over = apply(match, a.Defend(melds=("Td Jd Qd", "2d 3d 4d"), layoffs=("As 2s 3s 4s", "6h 7h 8h 9h", "Ks Kh Kd Kc")))
    assert over.scores == (0, 28)


def test_lay_offs_go_on_one_after_another() -> None:
    """RB050: 4s then 3s on 5s-6s-7s."""
    match = _gin_showdown(
        "5s 6s 7s 9h 9d 9c Kc Kd Kh Ac Qh", "Qh", ("5s 6s 7s", "9h 9d 9c", "Kh Kd Kc"), "3s 4s 2h 4h 6h 8h Th 2d 4d 6d"
    )
    assert broken(match, a.Defend(layoffs=("3s 4s 5s 6s 7s", None, None))) == ""
    assert broken(match, a.Defend(layoffs=("4s 5s 6s 7s 8s", None, None))) == "cards"


def test_equal_deadwood_undercuts() -> None:
    """RB093: 7 against 7 is an undercut of 25 here; under the other rule the knocker scores nothing."""
    cards = ("4s 5s 6s 9h 9d 9c Kc Kd Kh 7d Qh", "Qh", ("4s 5s 6s", "9h 9d 9c", "Kh Kd Kc"))
    match = _gin_showdown(*cards, "Ts Js Qs 2h 3h 4h 8s 8d 8c 7c")
    over = apply(match, a.Defend(melds=("Ts Js Qs", "2h 3h 4h", "8s 8d 8c")))
    assert over.scores == (0, 25)


def test_gin_pays_the_defenders_deadwood_and_25_and_bars_lay_offs() -> None:
    """RB083: 25 + 14."""
    match = _gin_showdown(
        "2s 3s 4s 5h 6h 7h 8c 8d 8h 8s Kd",
        "Kd",
        ("2s 3s 4s", "5h 6h 7h", "8s 8h 8d 8c"),
        "9s Ts Js Qc Qd Qh 2d 3d 4c 5c",
    )
    assert broken(match, a.Defend(layoffs=(None, "4h 5h 6h 7h", None))) == "knock.gin_layoff"
    over = apply(match, a.Defend(melds=("9s Ts Js", "Qh Qd Qc")))
    assert over.scores == (39, 0)


@pytest.mark.parametrize(
    ("melds", "points"),
    [(("As 2s 3s",), 6), (("Qs Ks As",), 35), (("As Ah Ad",), 45), (("As Ah JK",), 45)],
)
def test_an_ace_of_rummy_500_scores_by_its_place(melds: tuple[str, ...], points: int) -> None:
    """RB089."""
    hand = " ".join(melds).replace("JK", "JK") + " Kd"
    over = play(position("rummy-500", hand), Meld(melds=melds), Discard(card="Kd"))
    assert sum(line.points or 0 for line in score(over) if line.player == 0) == points


@pytest.mark.parametrize(("readings", "points"), [((), 15 + 20), (("wild-worth-represented",), 30)])
def test_a_joker_scores_by_the_reading(readings: tuple[str, ...], points: int) -> None:
    match = position("rummy-500", "Ts Js JK Kd", readings=readings)
    over = play(match, Meld(melds=("Ts Js JK=Qs",)), Discard(card="Kd"))
    assert sum(line.points or 0 for line in score(over) if line.player == 0) == points


def test_points_belong_to_whoever_laid_the_card() -> None:
    over = play(position("rummy-500", "7s Kd", "4s 5s 6s"), LayOff(meld=0, cards="7s"), Discard(card="Kd"))
    laid = [(line.player, line.points) for line in score(over) if line.reason.startswith("laid")]
    assert laid == [(1, 15), (0, 7)]


def test_twelve_cards_in_one_players_run_cost_the_others_fifty() -> None:
    ranks = "Ah 3h 4h 5h 6h 7h 8h 9h Th Jh Qh Kh"
    own = play(
        position("argentino", "3h 4h 5h 6h 7h 8h 9h Th Jh Qh Kh Ah"), Meld(melds=(ranks.replace("Ah ", "") + " Ah",))
    )
    assert [(line.player, line.points) for line in score(own) if line.clause.endswith("run-bonus")] == [(1, -50)]
    shared = ("3h 4h 5h 6h 7h 8h 9h Th Jh Qh Kh", 1)
    for readings, expected in (((), []), (("twelve-run-by-anyone",), [(0, -50)])):
        match = position("argentino", "Ah", shared, readings=readings)
        over = play(match, LayOff(meld=0, cards="Ah"))
        bonus = [(line.player, line.points) for line in score(over) if "long run" in line.reason]
        assert bonus == expected


@pytest.mark.parametrize(
    ("readings", "cut", "bonus"),
    [((), 22, 50), ((), 23, 0), (("cut-counts-upcard",), 23, 50), (("cut-counts-upcard",), 22, 0), ((), None, 0)],
)
def test_an_exact_cut_earns_fifty(readings: tuple[str, ...], cut: int | None, bonus: int) -> None:
    match = new_match(meldproof.variant("argentino", readings=readings), 2)
    dealt = apply(match, a.Deal(dealer=0, upcard="9h", cut=cut))
    assert dealt.deal is not None
    who = cutter(match, 0)
    assert who == 1
    assert dealt.deal.cut_bonus[who] == bonus


@pytest.mark.parametrize(
    ("rules", "points"), [("fichas", 50), ("argentino", -50), ("rummy-500", -15), ("reglamento", 50)]
)
def test_a_joker_left_in_hand_costs_what_the_text_says(rules: str, points: int) -> None:
    """RB096: 50 in the tile text; other rules say 30."""
    from msgspec.structs import replace

    from meldproof.cards import JOKER
    from meldproof.playing.state import Hand

    keep = "" if rules in ("fichas", "argentino") else " Kd"
    match = position(
        rules, "7s" + keep if rules != "fichas" else "4r", ("4s 5s 6s", 0) if rules != "fichas" else "5r 6r 7r"
    )
    assert match.deal is not None
    match = replace(match, deal=replace(match.deal, hands=(match.deal.hands[0], Hand((JOKER,)))))
    over = apply(match, LayOff(meld=0, cards="7s" if rules != "fichas" else "4r"))
    if keep:
        over = apply(over, Discard(card="Kd"))
    assert [line.points for line in score(over) if line.player == 1 and line.reason == "left in hand"] == [points]


def test_who_adds_no_tile_leaves_the_table_alone() -> None:
    answer = meldproof.solve("fichas", "13k", table="1r 1b 1k; 2r 2b 2k; 3r 3b 3k", objective="deadwood_points")
    assert answer.figures.table_changes == 0
    assert [len(laid.meld.slots) for laid in answer.melds] == [3, 3, 3]


# --- a card too many


def test_who_is_dealt_a_card_more_may_begin_without_a_draw() -> None:
    settings = {"deal.starter_extra": 1, "deal.starter_discard": "first-turn"}
    game = meldproof.Game.new("rummy-500", players=2, seed=4, settings=settings)
    assert game.view(0).hands == (7, 8)
    assert (game.to_move, game.phase) == (1, "play")
    assert not game.is_legal({"action": "draw"})
    assert {type(action) for action in game.legal_actions()} == {Meld, Discard}
    game.apply(next(action for action in game.legal_actions() if isinstance(action, Discard)))
    assert (game.to_move, game.phase, game.view(0).hands) == (0, "draw", (7, 7))
    assert meldproof.referee(None, game.to_log()).legal_game


@pytest.mark.parametrize(
    ("order", "rule"), [("Kd 5c 9h", ""), (None, ""), ("5c Kd 9h", "stock.empty"), ("9h 5c Kd", "stock.empty")]
)
def test_a_pile_turned_over_keeps_its_order_its_lowest_card_first(order: str | None, rule: str) -> None:
    settings = {"stock.empty": "turn-over", "stock.rebuilt": 1}
    match = position("rummy-500", "4s 5s 9d", pile="Kd 5c 9h 2c", drawn=False, settings=settings)
    assert match.deal is not None
    empty = replace(match, deal=with_stock(match, match.deal, 0))
    assert broken(empty, a.Rebuild(stock=order)) == rule
    if rule:
        return
    turned = play(empty, a.Rebuild(stock=order))
    assert broken(turned, Draw(card="9h")) == "cards"
    drawn = play(turned, Draw())
    assert drawn.deal is not None
    assert cards_text(drawn.deal.hands[0].cards, match.deck) == "4s 5s 9d Kd"
    assert cards_text(drawn.deal.stock or (), match.deck) == "5c 9h"
    assert cards_text(drawn.deal.pile, match.deck) == "2c"
    assert broken(empty, Draw(card="5c")) == "cards"
    assert broken(empty, Draw(card="Kd")) == ""


@pytest.mark.parametrize(("to_close", "leads_on"), [("required", False), ("optional", True)])
def test_a_card_just_taken_is_not_left_as_the_last_that_could_be_discarded(to_close: str, leads_on: bool) -> None:
    """It may not go back, so that laying all others leaves a turn without an end, where closing takes a discard."""
    settings = {"discard.to_close": to_close, "draw.entry": "free", "draw.discard": "top"}
    table = ("4s 5s 6s", "9h 9d 9c")
    match = position("rummy-500", "7s 9s", *table, pile="2c Kd", drawn=False, settings=settings)
    taken = play(match, Draw(source="discard"))
    laid = play(taken, LayOff(meld=0, cards="7s"))
    assert broken(play(laid, LayOff(meld=1, cards="9s")), Discard(card="Kd")) == "draw.return_taken"
    assert LayOff(meld=1, cards="9s") not in [
        replace(action, to=None) for action in legal_actions(laid) if isinstance(action, LayOff)
    ]
    fits = position("rummy-500", "7s", *table, pile="2c 9s", drawn=False, settings=settings)
    last = play(fits, Draw(source="discard"))
    listed = [replace(action, to=None) for action in legal_actions(last) if isinstance(action, LayOff)]
    assert (LayOff(meld=0, cards="7s") in listed) == leads_on
