"""Faults reported of other rummy programs, and questions their rules leave open: those that one meld can show.

Each case keeps the id under which it was collected. Where the five variants don't have the rule in question, settings
make a house that does; where programs or published rules differ, every side of the dispute has its house.
"""

from __future__ import annotations

from itertools import permutations

import pytest
from houses import house_rules, judged

from meldproof.errors import MeldproofError, NotationError, ProblemError
from meldproof.notation import meld_texts
from meldproof.rules.worth import meld_worth, point_tables

SPANISH = 'deck.ranks=["A","2","3","4","5","6","7","J","Q","K"] + points.ranks={"2-7"=5,"J-K"=10}'
ROUND_THE_CORNER = "gin + points.ace.high=1 + run.ends=cyclic"
NOT_FROM_THE_KING = "gin + points.ace.high=1 + run.ends=cyclic-not-from-top"
MAJORITY = "reglamento + set.wilds.balance=fewer-than-naturals + run.wilds.balance=fewer-than-naturals"
SUITS_REPEAT_WITHOUT_A_JOKER = "argentino + set.suits=distinct-with-wilds"
MANY_JOKERS = "fichas + deck.jokers=8"
ALL_RED = "1r 2r 3r 4r 5r 6r 7r 8r 9r 10r 11r 12r 13r"

MELDS = [
    # A joker after the king is a high ace, before the two a low one, though no ace is in the meld.
    ("RB001", "rummy-500", "in order: Js Qs Ks JK", "run 45"),
    ("RB001", "argentino", "in order: Js Qs Ks JK", "run 80"),
    ("RB001", "rummy-500 + wild-worth-represented", "in order: JK 2s 3s", "run 6"),
    # An ace that may be high does not let a run go on past it, nor be at both ends.
    ("RB003", "rummy-500", "Qc Kc Ac", "run 35"),
    ("RB003", "rummy-500", "Tc Jc Qc Kc Ac", "run 55"),
    ("RB003", "rummy-500", "Kc Ac 2c", ["run.ends"]),
    ("RB003", "rummy-500", "Tc Jc Qc Kc Ac 2c", ["run.ends"]),
    ("RB003", "argentino", "in order: Kc Ac 2c", ["run.ends"]),
    ("RB003", "fichas", f"{ALL_RED} 1r", ["run.max", "run.ends"]),
    # A joker added to queen, king and ace has its place at the low end only.
    ("RB005", "rummy-500", "Qh Kh Ah JK", "run 50"),
    ("RB005", "rummy-500", "in order: Qh Kh Ah JK", ["run.ends"]),
    ("RB005", "rummy-500", "in order: JK Qh Kh Ah", "run 50"),
    # Whether a run goes round the corner: never, always, or not from the king.
    ("RB007", ROUND_THE_CORNER, "Kh Ah 2h 3h", "run 16"),
    ("RB007", "rummy-500", "Kh Ah 2h 3h", ["run.ends"]),
    ("RB009", NOT_FROM_THE_KING, "Jh Qh Kh Ah 2h", "run 33"),
    ("RB009", NOT_FROM_THE_KING, "Kh Ah 2h", ["run.ends"]),
    ("RB009", ROUND_THE_CORNER, "Kh Ah 2h", "run 13"),
    ("RB009", "rummy-500", "Jh Qh Kh Ah 2h", ["run.ends"]),
    ("RB009", "rummy-500", "Kh Ah 2h", ["run.ends"]),
    # In forty cards the jack follows the seven.
    ("RB011", f"gin + {SPANISH}", "6c 7c Jc", "run 20"),
    ("RB011", f"gin + {SPANISH}", "Qc Kc Ac", ["run.ends"]),
    # Two jokers inside a run are no waste: they hold it together.
    ("RB012", "fichas", "1r JK JK 4r", "run 10"),
    ("RB012", "fichas + one-joker-per-meld", "1r JK JK 4r", ["run.wilds.max"]),
    # How many jokers: one a meld, any number, or fewer than naturals.
    ("RB014", "rummy-500", "6s JK JK 9s", ["run.wilds.max"]),
    ("RB014", "rummy-500", "JK Ah JK", ["set.wilds.max"]),
    ("RB014", "reglamento", "6s JK JK 9s", "run 115"),
    ("RB014", "reglamento", "JK Ah JK", "set 115"),
    ("RB014", MAJORITY, "6s JK JK 9s", ["run.wilds.balance"]),
    ("RB014", MAJORITY, "JK Ah JK", ["set.wilds.balance"]),
    ("RB014", MAJORITY, "9h Th JK JK Kh", "run 130"),
    # A meld of jokers alone.
    ("RB016", MANY_JOKERS, "JK JK JK", ["set.naturals.min"]),
    ("RB016", f"{MANY_JOKERS} + set.naturals.min=0", "JK JK JK", "set 39"),
    ("RB016", f"{MANY_JOKERS} + run.naturals.min=0", "JK JK JK", "run 36"),
    # A joker is worth what it stands for.
    ("RB017", "fichas", "10k 10b JK", "set 30"),
    ("RB017", "fichas", "13b JK JK", "set 39"),
    ("RB017", "fichas", "JK=11b JK=12b 13b", "run 36"),
    ("RB019", "rummy-500 + wild-worth-represented", "Ah JK 3h", "run 6"),
    ("RB019", "rummy-500", "Ah JK 3h", "run 19"),
    ("RB021", "fichas", "11r JK 13r", "run 36"),
    ("RB021", "fichas", "2r JK 4r", "run 9"),
    # The order on the table fixes what a joker stands for.
    ("RB023", "fichas", "in order: 3r JK 8r", ["run.consecutive"]),
    ("RB023", "fichas", "in order: 1r 4r JK", ["run.consecutive"]),
    ("RB023", "fichas", "in order: 1r 4r JK JK", ["run.consecutive"]),
    ("RB023", "fichas", "1r 4r JK JK", "run 10"),
    ("RB023", "fichas", "in order: 5r JK 7r", "run 18"),
    ("RB023", "fichas", "in order: JK 2k 3k", "run 6"),
    ("RB023", "fichas", "in order: 8k JK JK 11k", "run 38"),
    # A wild may be at either end, and then stays there.
    ("RB025", "rummy-500", "JK=4c 5c 6c 7c", "run 33"),
    ("RB025", "rummy-500", "5c 6c 7c JK=8c", "run 33"),
    ("RB025", "rummy-500", "JK=4c 5c 6c 7c 8c", "run 41"),
    ("RB025", "rummy-500", "4c JK=4c 5c 6c 7c", ["run.consecutive"]),
    ("RB025", "rummy-500", "5c 6c 7c JK=8c 8c", ["run.consecutive"]),
    # Jokers round a 1 are a set: nothing is below it. After 12 and 13 it may be the top of a run.
    ("RB027", "fichas", "in order: JK 1r JK", "set 3"),
    ("RB027", "fichas + run.ends=low", "in order: JK JK 1r", "set 3"),
    ("RB027", "fichas", "in order: JK JK 1r", "run 26"),
    ("RB027", "fichas", "in order: JK JK 13r", "set 39"),
    ("RB027", "fichas", "in order: 12r JK JK", "set 36"),
    # A second two of the suit can only be wild, and a clean run is clean no more.
    ("RB029", "reglamento", "Ah 2h 3h 4h 5h 6h 7h", "run 45"),
    ("RB029", "reglamento", "Ah 2h 2h 3h 4h 5h 6h 7h", "run 65"),
    ("RB029", "reglamento + run.wilds.max=0", "in order: Ah 2h 3h 4h 5h 6h 7h", "run 45"),
    ("RB029", "reglamento + run.wilds.max=0", "Ah 2h 2h 3h 4h 5h 6h 7h", ["run.wilds.max"]),
    # A two of another suit stands for the two of the run.
    ("RB031", "reglamento", "As 2h 3s", "run 25"),
    ("RB031", "argentino", "As 2h 3s", "run 40"),
    # An ace after the king is worth 11 or 10: an opening of 40 or of 39.
    ("RB040", "rummy-500 + points.ace.high=11", "Qh Kh Ah", "run 31"),
    ("RB040", "rummy-500 + points.ace.high=10", "Qh Kh Ah", "run 30"),
    ("RB040", "rummy-500", "3s 3d 3c", "set 9"),
    ("RB040", "rummy-500 + points.ace.high=11", "Ah 2h 3h", "run 6"),
    # A colour twice in a set, wherever it stands.
    ("RB042", "fichas", "13r 13b 13k 13k", ["set.suits"]),
    ("RB042", "fichas", "13r 13b 13k", "set 39"),
    ("RB044", "argentino", "Kh Kc Kd Kh", ["set.suits"]),
    ("RB044", "reglamento", "Kh Kc Kd Kh", ["set.suits"]),
    ("RB044", "argentino + any-suits", "Kh Kc Kd Kh", "set 40"),
    ("RB046", SUITS_REPEAT_WITHOUT_A_JOKER, "7s 7s 7h 7h", "set 20"),
    ("RB046", SUITS_REPEAT_WITHOUT_A_JOKER, "7s 7s JK", ["set.suits"]),
    ("RB046", "argentino", "7s 7s 7h 7h", ["set.suits"]),
    ("RB046", "argentino", "7s 7s JK", ["set.suits"]),
    # Two copies of a card are two cards.
    ("RB048", "argentino + any-suits", "7h 7h 7s", "set 15"),
    ("RB048", "argentino", "7h 7h", ["set.min", "set.suits"]),
    # A card added to a run must be of its suit.
    ("RB054", "gin", "4s 5s 6s 7s 8h", ["run.suit"]),
    ("RB054", "gin", "4s 5s 6s 7s 8s", "run 30"),
    # A joker inside a run counts in its length.
    ("RB058", "fichas", "in order: 5r JK=6r 7r 8r", "run 26"),
    ("RB058", "fichas", "in order: 4r 5r JK=6r 7r", "run 22"),
    # Wilds on the table do not slide: neither a 9 nor a 12 fits here, a 3 does.
    ("RB072", "fichas + run.suit=any", "4r 5b 6k 7y 8r JK=9r 10b 11k JK=12r", "run 72"),
    ("RB072", "fichas + run.suit=any", "4r 5b 6k 7y 8r JK=9r 10b 11k JK=12r 9y", ["run.consecutive"]),
    ("RB072", "fichas + run.suit=any", "4r 5b 6k 7y 8r JK=9r 10b 11k JK=12r 12y", ["run.consecutive"]),
    ("RB072", "fichas + run.suit=any", "3y 4r 5b 6k 7y 8r JK=9r 10b 11k JK=12r", "run 75"),
    # What an ace is worth depends on where it is, and on the house.
    ("RB089", "rummy-500", "As 2s 3s", "run 6"),
    ("RB089", "rummy-500", "Qs Ks As", "run 35"),
    ("RB089", "rummy-500", "As Ah Ad", "set 45"),
    ("RB089", 'rummy-500 + points.ace.low=5 + points.ranks={"2-9"=5,"T-K"=10}', "As 2s 3s", "run 15"),
    # Round the corner is about runs: two kings and an ace are nothing.
    ("RB106", ROUND_THE_CORNER, "Kc Kd Ad", ["set.rank", "set.suits"]),
    ("RB106", "gin + points.ace.high=1 + run.ends=either", "Kc Kd Ad", ["set.rank", "set.suits"]),
    ("RB106", "gin + points.ace.high=1 + run.ends=either", "Qd Kd Ad", "run 21"),
    # A number twice among sorted tiles hides no run, and is in none.
    ("RB110", "fichas", "1r 1r 2r 3r", ["run.consecutive"]),
    ("RB110", "fichas", "1r 2r 3r", "run 6"),
    # A run of seven with a wild, and where it must be clean.
    ("RB124", f"rummy-500 + {SPANISH}", "2c 3c 4c 5c JK 7c Jc", "run 50"),
    ("RB124", f"rummy-500 + {SPANISH} + run.wilds.max=0", "2c 3c 4c 5c JK 7c Jc", ["run.wilds.max"]),
]

OPENINGS = [
    ("RB017", "fichas", ["10k 10b JK"], 30),
    ("RB017", "fichas + joker-opens-as-zero", ["10k 10b JK"], 20),
    ("RB021", "fichas", ["11r JK 13r"], 36),
    ("RB021", "fichas", ["2r JK 4r"], 9),
    ("RB021", "fichas + joker-opens-as-zero", ["11r JK 13r"], 24),
    ("RB040", "rummy-500 + points.ace.high=11", ["Qh Kh Ah", "3s 3d 3c"], 40),
    ("RB040", "rummy-500 + points.ace.high=10", ["Qh Kh Ah", "3s 3d 3c"], 39),
]
"""Melds and what they count together toward an opening."""

LEFT_IN_HAND = [
    ("RB089", "rummy-500", 1, 15),
    ("RB096", "fichas", 0, 50),
    ("RB096", "fichas + wilds.joker.hand=30", 0, 30),
]
"""A rank (0 for the joker) and what it costs in hand."""

REFUSED = [
    ("RB048", "argentino + any-suits", "7h 7h 7h", ProblemError, "3 × 7h were given"),
    ("RB112", "gin", "9c-j", NotationError, "'9c-j' (card 1, column 1) is no card of this deck"),
    ("RB114", "gin", "", ProblemError, "no cards were given"),
]

ELSEWHERE = {
    "solve": {
        "RB038": "what to make best of when opening",
        "RB059": "every tile of the table stays on it",
        "RB061": "a run of the table is split",
        "RB063": "jokers of two table melds",
        "RB085": "which of eleven cards to discard",
        "RB100": "six tiles of seven",
        "RB102": "a card in one meld only",
        "RB104": "two sets that compete for one run",
        "RB108": "what to make best of, jokers counted",
        "RB116": "thirteen cards in a moment",
    },
    "play": {
        "RB034": "lay-offs in the turn of the opening",
        "RB036": "the table before an opening",
        "RB050": "lay-offs one after another",
        "RB052": "a defender's melds and lay-offs",
        "RB065": "switches of exchanging jokers",
        "RB066": "what frees a joker of a set",
        "RB068": "a freed joker kept in hand",
        "RB070": "which wilds are exchanged, and when",
        "RB074": "discarding the card just taken",
        "RB081": "the last tile ends the round",
        "RB083": "gin is not forced",
        "RB087": "whether closing takes a discard",
        "RB091": "a value that holds in every deal",
        "RB093": "a tie with the knocker",
        "RB094": "the defender's melds are reported",
        "RB123": "the card taken is melded in the turn",
    },
    "outside": {
        "RB033": "wild or not by where the card has been",
        "RB056": "what a player gets to see",
        "RB076": "canasta: a frozen pile",
        "RB078": "canasta: taking the pile with a wild",
        "RB080": "Phase 10: Skip cards",
        "RB098": "canasta: bonuses of clean melds",
        "RB119": "what a player gets to see",
    },
}
"""Reported cases that one meld can't show: another file's, or no matter of the vocabulary."""

COLLECTED = """
    RB001 RB003 RB005 RB007 RB009 RB011 RB012 RB014 RB016 RB017 RB019 RB021 RB023 RB025 RB027 RB029 RB031 RB033 RB034
    RB036 RB038 RB040 RB042 RB044 RB046 RB048 RB050 RB052 RB054 RB056 RB058 RB059 RB061 RB063 RB065 RB066 RB068 RB070
    RB072 RB074 RB076 RB078 RB080 RB081 RB083 RB085 RB087 RB089 RB091 RB093 RB094 RB096 RB098 RB100 RB102 RB104 RB106
    RB108 RB110 RB112 RB114 RB116 RB119 RB123 RB124
"""


def named(rows: list[tuple[object, ...]]) -> list[object]:
    """Each row under its id and the text of its question."""
    return [pytest.param(*row[1:], id=f"{row[0]}: {row[1]}: {row[2]}") for row in rows]


@pytest.mark.parametrize(("rules", "cards", "expected"), named(MELDS))
def test_a_reported_meld_is_judged_right(rules, cards, expected):
    verdict = judged(rules, cards)
    found = f"{verdict.kind} {verdict.points}" if verdict.legal else [v.rule for v in verdict.violations]
    assert found == expected


@pytest.mark.parametrize(("rules", "melds", "points"), named(OPENINGS))
def test_reported_melds_count_this_toward_an_opening(rules, melds, points):
    opening = point_tables(house_rules(rules).settings).opening
    assert sum(meld_worth(judged(rules, cards).meld, opening) for cards in melds) == points


@pytest.mark.parametrize(("rules", "rank", "points"), named(LEFT_IN_HAND))
def test_a_reported_card_left_in_hand_costs_this(rules, rank, points):
    assert point_tables(house_rules(rules).settings).hand[rank] == points


@pytest.mark.parametrize(("rules", "cards", "error", "told"), named(REFUSED))
def test_a_reported_input_is_refused_in_one_line(rules, cards, error, told):
    with pytest.raises(error) as caught:
        judged(rules, cards)
    assert isinstance(caught.value, MeldproofError)
    assert told in str(caught.value)
    assert len(str(caught.value).splitlines()) == 1


def test_rb042_no_order_of_the_tiles_hides_the_colour_that_is_there_twice():
    for tiles in permutations(["13r", "13b", "13k", "13k"]):
        assert [v.rule for v in judged("fichas", " ".join(tiles)).violations] == ["set.suits"]


def test_rb005_the_joker_beside_queen_king_and_ace_is_the_jack():
    verdict = judged("rummy-500", "Qh Kh Ah JK")
    assert meld_texts(verdict.meld, verdict.deck) == ("JK=Jh", "Qh", "Kh", "Ah")


def test_rb027_a_set_is_the_same_set_in_every_order():
    one, other = judged("fichas", "in order: JK 1r JK"), judged("fichas + run.ends=low", "in order: JK JK 1r")
    assert one.meld == other.meld


def test_rb048_both_copies_of_a_card_are_in_the_meld():
    assert len(judged("argentino + any-suits", "7h 7h 7s").meld.slots) == 3


def test_every_collected_case_is_in_one_place():
    here = {row[0] for table in (MELDS, OPENINGS, LEFT_IN_HAND, REFUSED) for row in table}
    elsewhere = [case for cases in ELSEWHERE.values() for case in cases]
    collected = COLLECTED.split()
    assert len(collected) == len(set(collected)) == 65
    assert sorted([*here, *elsewhere]) == sorted(collected)
