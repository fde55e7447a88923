"""Is this one meld? Tables of cards and verdicts: what is legal, which kind, what it is worth, which clause is broken.

A house is written `variant + reading + parameter=value`; `in order:` marks a meld as it lies on the table.
"""

from __future__ import annotations

import time
from itertools import permutations, product

import pytest
from houses import house_rules, judged

from meldproof.cards import Card
from meldproof.checking.verdict import check_cards
from meldproof.errors import MeldproofError, NotationError, ProblemError
from meldproof.notation import meld_texts
from meldproof.rules.melds import RULES
from meldproof.variants.loading import variant_files

ALL_SPADES = "As 2s 3s 4s 5s 6s 7s 8s 9s Ts Js Qs Ks"
TWO_TO_ACE = "2s 3s 4s 5s 6s 7s 8s 9s Ts Js Qs Ks As"
DEAR_TWOS = 'reglamento + wilds.ranked.melded={"2"=45,"3-K"=40,"A"=40}'
ALL_RED = "1r 2r 3r 4r 5r 6r 7r 8r 9r 10r 11r 12r 13r"

JOKERS_SIDE_BY_SIDE = [
    ("argentino", "in order: 4s JK 6s", "run 60"),
    ("argentino", "in order: 4s 5s JK", "run 60"),
    ("argentino", "in order: JK 5s JK", "run 105"),
    ("argentino", "5s JK JK", "run 105"),
    ("argentino", "in order: JK 5s 6s JK", "run 110"),
    ("argentino", "in order: 2h 5s JK", "run 75"),
    ("argentino", "in order: JK 4s JK 6s JK", "run 160"),
    ("argentino", "in order: 4s JK 6s 2d 8s", "run 90"),
    ("argentino", "4s 5s JK 2d", "run 80"),
    ("argentino", "9s JK 2d", "run 80"),
    ("argentino", "2h 5s 2d", "run 45"),
    ("argentino", "2s JK 4s", "run 75"),
    ("argentino + two-natural-in-place", "in order: 2s JK 4s", "run 75"),
    ("argentino + two-natural-in-place", "in order: As 2s JK", "run 85"),
    ("argentino + two-natural-in-place", "in order: JK 2s 3s", "run 75"),
    ("argentino + two-natural-in-place", "2h JK 4s", "run 75"),
    ("argentino + no-wild-at-ends", "4s JK 6s", "run 60"),
    ("argentino + no-wild-at-ends", "4s JK 6s JK 8s", "run 120"),
    ("argentino + no-wild-at-ends + two-natural-in-place", "2s 3s 4s", "run 30"),
    ("reglamento", "in order: 4s JK JK 7s", "run 110"),
    ("reglamento", "in order: 4s JK 2d 7s", "run 65"),
    ("reglamento", "in order: JK JK 5s", "set 105"),
    ("rummy-500", "in order: 5s JK 7s", "run 27"),
    ("fichas", "1r JK JK 4r", "run 10"),
    ("fichas", "in order: 11r JK JK 1r", "run 37"),
    ("fichas", "in order: JK JK 12r 13r", "run 46"),
]

ACES = [
    ("argentino", "As 2s 3s", "run 40"),
    ("rummy-500", "As 2s 3s", "run 6"),
    ("reglamento", "As 2s 3s", "run 25"),
    ("fichas", "1r 2r 3r", "run 6"),
    ("gin", "As 2s 3s", "run 6"),
    ("argentino", "Qs Ks As", "run 35"),
    ("rummy-500", "Qs Ks As", "run 35"),
    ("reglamento", "Qs Ks As", "run 35"),
    ("fichas", "12r 13r 1r", "run 26"),
    ("fichas + one-high-worth-14", "12r 13r 1r", "run 39"),
    ("fichas + one-high-worth-14", "1r 2r 3r", "run 6"),
    ("fichas + one-high-worth-14", "1r 1b 1k", "set 3"),
    ("gin + run.ends=either + points.ace.high=1", "Qs Ks As", "run 21"),
    ("gin + run.ends=high + points.ace.high=11", "Qs Ks As", "run 31"),
    # In variants with wild twos K-A-2 is a run of queen, king and ace in hand, but not as written.
    ("argentino", "Ks As 2s", "run 45"),
    ("reglamento", "Ks As 2s", "run 45"),
    ("argentino", "in order: 2s Ks As", "run 45"),
    ("rummy-500", ALL_SPADES, "run 99"),
    ("rummy-500", f"in order: {ALL_SPADES}", "run 85"),
    ("rummy-500", f"in order: {TWO_TO_ACE}", "run 99"),
    ("gin", ALL_SPADES, "run 85"),
    ("argentino", ALL_SPADES, "run 120"),
    ("reglamento", ALL_SPADES, "run 105"),
    ("fichas", ALL_RED, "run 91"),
    ("fichas + run.ends=both + run.max=14", f"{ALL_RED} 1r", "run 92"),
    ("gin + run.ends=cyclic + points.ace.high=1", "Ks As 2s", "run 13"),
    ("gin + run.ends=cyclic + points.ace.high=1", "Qs Ks As 2s 3s", "run 26"),
    ("gin + run.ends=cyclic-not-from-top + points.ace.high=1", "Qs Ks As 2s", "run 23"),
    ("rummy-500", "in order: Qs Ks JK", "run 35"),
    ("rummy-500", "in order: JK 2s 3s", "run 20"),
    ("rummy-500 + wild-worth-represented", "in order: Qs Ks JK", "run 35"),
    ("rummy-500 + wild-worth-represented", "in order: JK 2s 3s", "run 6"),
    ("rummy-500 + wild-worth-represented", "2s 3s JK", "run 9"),
    ("rummy-500 + wild-worth-represented", "Ks As JK", "run 35"),
    ("argentino", "in order: JK Ks As", "run 75"),
    ("argentino", "in order: Qs Ks JK", "run 70"),
    ("fichas", "in order: 12r 13r JK", "run 26"),
    ("fichas", "12r 13r JK", "run 36"),
    ("fichas + one-high-worth-14", "12r 13r JK", "run 39"),
    ("reglamento", "in order: Qs Ks 2h", "run 40"),
    ("reglamento", "in order: 2h 2s 3s", "run 30"),
    ("reglamento", "2h 2s 3s", "run 30"),
    ("rummy-500", "As Ah Ad", "set 45"),
    ("argentino", "As Ah Ad", "set 45"),
    ("reglamento", "As Ah Ad", "set 45"),
    ("fichas", "1r 1b 1k", "set 3"),
    ("gin", "As Ah Ad", "set 3"),
    ("rummy-500", "As Ah JK", "set 45"),
    ("gin", "Qs Ks As", ["run.ends"]),
    ("gin", "Ks As 2s", ["run.ends"]),
    ("gin + run.ends=high + points.ace.high=11", "As 2s 3s", ["run.ends"]),
    ("rummy-500", "Ks As 2s", ["run.ends"]),
    ("rummy-500", "in order: Qs Ks As 2s", ["run.ends"]),
    ("argentino", "in order: Ks As 2s", ["run.ends"]),
    ("reglamento", "in order: Ks As 2s", ["run.ends"]),
    ("reglamento", "in order: Ks As 2h", ["run.ends"]),
    ("fichas", "13r 1r 2r", ["run.ends"]),
    ("fichas", "12r 13r 1r 2r", ["run.ends"]),
    ("fichas", f"{ALL_RED} 1r", ["run.max", "run.ends"]),
    ("fichas + run.max=any", f"{ALL_RED} 1r", ["run.ends"]),
    ("fichas", "in order: 13r JK 2r", ["run.ends"]),
    ("fichas", "in order: 12r 13r 1r JK", ["run.ends"]),
    ("rummy-500", "in order: JK As 2s", ["run.ends"]),
    ("rummy-500", "in order: As Ks Qs", ["run.consecutive"]),
    ("gin + run.ends=cyclic-not-from-top + points.ace.high=1", "Ks As 2s", ["run.ends"]),
    ("gin + run.ends=cyclic + points.ace.high=1", "Kc Kd Ah", ["set.rank"]),
]

WILDS_IN_A_MELD = [
    ("argentino", "9s 9h JK", "set 70"),
    ("argentino", "9s 9h 2c", "set 40"),
    ("argentino", "9s 9h 9d JK", "set 80"),
    ("argentino", "9s 9h JK 2d", ["set.wilds.max"]),
    ("argentino", "9s 9h JK JK", ["set.wilds.max", "set.wilds.max_joker"]),
    ("argentino", "9s 9h 2c 2d", ["set.wilds.max", "set.wilds.max_ranked"]),
    ("argentino + one-of-each-class", "9s 9h JK 2d", "set 90"),
    ("argentino + one-of-each-class", "9s JK 2d", "set 80"),
    ("argentino + one-of-each-class", "9s 9h JK JK", ["set.wilds.max_joker"]),
    ("argentino + one-of-each-class", "9s 9h 2c 2d", ["set.wilds.max_ranked"]),
    ("argentino", "2s 2h 9s", "run 50"),
    ("rummy-500", "9s 9h JK", "set 33"),
    ("rummy-500", "9s 9h 9d JK", "set 42"),
    ("rummy-500", "9s JK JK", ["set.wilds.max"]),
    ("rummy-500", "9s 9h JK JK", ["set.wilds.max"]),
    ("rummy-500", "4s JK JK 7s", ["run.wilds.max"]),
    ("rummy-500", "4s JK 6s JK 8s", ["run.wilds.max"]),
    ("reglamento", "5s 5h JK JK", "set 110"),
    ("reglamento", "5s 5h 5d 2c", "set 20"),
    ("reglamento", "5s JK JK 2d", "run 125"),
    ("reglamento", "5s 5h JK 2d", "set 65"),
    ("reglamento", "JK JK 2s", "set 105"),
    ("reglamento", "4s JK 2d 7s JK", "run 130"),
    ("reglamento", "2s 3s 2h 2d 6s", "run 25"),
    ("reglamento", "2s 2h 3s 4s 2d", "run 40"),
    ("reglamento", "5s JK JK JK 9s", ["run.wilds.max_joker"]),
    ("reglamento", "5s 2h 2d 2c 9s", ["run.wilds.max_ranked"]),
    ("reglamento", "5s JK JK JK", ["set.wilds.max_joker"]),
    ("reglamento + at-most-2-wilds-pooled", "4s JK 2d 7s", "run 65"),
    ("reglamento + at-most-2-wilds-pooled", "4s JK 2d 7s JK", ["run.wilds.max"]),
    ("reglamento + at-most-2-wilds-pooled", "5s JK JK 2d", ["set.wilds.max"]),
    ("reglamento + at-most-2-wilds-pooled", "2s 3s 4s JK JK", "run 115"),
    ("fichas", "5r JK 7r JK", "run 26"),
    ("fichas + one-joker-per-meld", "5r 6r JK", "run 18"),
    ("fichas + one-joker-per-meld", "5r JK JK", ["set.wilds.max"]),
    ("fichas + one-joker-per-meld", "5r JK 7r JK", ["run.wilds.max"]),
    ("argentino", "9s 9h 9d 9c JK", ["set.max", "set.suits"]),
    ("rummy-500", "9s 9h 9d 9c JK", ["set.max", "set.suits"]),
    ("reglamento", "9s 9h 9d 9c JK", ["set.max", "set.suits"]),
    ("fichas", "9r 9b 9k 9y JK", ["set.max", "set.suits"]),
    ("gin", "9s 9h 9d 9c 8s", ["run.suit", "run.consecutive"]),
    ("argentino", "JK JK JK", ["run.naturals.min", "run.wilds.adjacent"]),
    ("argentino", "2s 2h 2d", ["run.naturals.min", "run.wilds.adjacent"]),
    ("argentino + two-natural-in-place", "2s 2h 2d", "set 60"),
    ("argentino + two-natural-in-place", "2s 2h JK", "set 90"),
    ("argentino + two-natural-in-place", "2s 2h 2h", "run 60"),
    ("reglamento", "2s 2h 2d", "run 30"),
    ("reglamento", "2s 2h 2d 2c", "set 20"),
    ("reglamento", "2s 2h JK", "run 75"),
    ("reglamento + two-always-wild", "2s 2h 2d", ["set.naturals.min", "set.wilds.max_ranked"]),
    ("reglamento + two-always-wild", "2s 3s 4s", "run 15"),
    ("reglamento + two-always-wild", "in order: 2s=2s 3s 4s", "run 15"),
    ("reglamento", "in order: 2s=2s 3s 4s", ["wilds.natural"]),
    # The two is worth more as an ace, though the joker then gets the place where it gains less.
    (DEAR_TWOS, "2s JK 3s 4s 5s 6s 7s 8s 9s Ts Js Qs Ks", "run 175"),
    ("reglamento", "2s=2h 2d 2c", ["wilds.natural"]),
    ("reglamento + wilds.natural=free", "in order: 2s=2s 3s 4s", "run 15"),
    ("reglamento + wilds.natural=free + natural-two-20", "2s 3s 4s", "run 30"),
    ("fichas", "JK JK", ["set.min", "set.naturals.min"]),
    ("fichas + set.naturals.min=0", "JK JK", ["set.min"]),
    ("argentino + run.wilds.balance=at-most-naturals", "JK 5s JK", ["run.wilds.balance"]),
    ("argentino + run.wilds.balance=at-most-naturals", "4s JK 6s JK", "run 110"),
    ("argentino + run.wilds.balance=fewer-than-naturals", "4s JK 6s JK", ["run.wilds.balance"]),
    ("fichas + set.wilds.balance=fewer-than-naturals + run.wilds.max=0", "5r 5b JK JK", ["set.wilds.balance"]),
    ("gin", "2s 2h 2d", "set 6"),
]

A_CARD_TWICE = [
    ("argentino", "9s 9s 9h", ["set.suits"]),
    ("argentino + any-suits", "9s 9s 9h", "set 30"),
    ("argentino + any-suits", "9s 9s 9h 9h", "set 40"),
    ("argentino + any-suits", "9s 9s 9h 9h 9d", ["set.max"]),
    ("argentino", "9s 9s JK", ["set.suits"]),
    # A set all the same, with three faults; as a run it would have one, but be no run.
    ("argentino", "9s 9s JK JK", ["set.suits", "set.wilds.max", "set.wilds.max_joker"]),
    ("argentino + any-suits", "9s 9s JK", "set 70"),
    ("fichas", "9r 9r 9b", ["set.suits"]),
    ("fichas", "9r 9b 9b JK", ["set.suits"]),
    ("reglamento", "9s 9s 9h", ["set.suits"]),
    ("reglamento + canastilla-repeated-suits", "9s 9s 9h", "set 30"),
    ("reglamento + canastilla-repeated-suits", "9s 9s JK", "set 70"),
    ("reglamento + canastilla-repeated-suits", "9s 9s 9h 9d", ["set.suits"]),
    ("argentino", "5s 5s 6s 7s", ["run.consecutive"]),
    ("argentino", "5s 6s 6s 7s JK", ["run.consecutive"]),
    ("argentino", "4s 4s 5s JK", ["run.consecutive"]),
    ("argentino", "JK=9s 9s 9h", ["set.suits"]),
    ("argentino", "JK=9d 9s 9h", "set 70"),
    ("rummy-500", "JK=9s 9s 9h", ["set.suits"]),
    ("fichas", "JK=9r 9r 9b", ["set.suits"]),
    ("argentino", "JK=9d 9s 9h 9d", ["set.suits"]),
    ("argentino", "JK=5s 5s 6s 7s", ["run.consecutive"]),
    ("argentino + set.suits=same", "9s 9s JK", "set 70"),
    ("argentino + set.suits=same", "9s 9s 9h", ["set.suits"]),
    ("argentino + set.suits=distinct-with-wilds", "9s 9s 9h", "set 30"),
    ("argentino + set.suits=distinct-with-wilds", "9s 9s JK", ["set.suits"]),
    *(
        (f"argentino + set.max=6 + set.suits=three{more}", cards, expected)
        for more, cards, expected in [
            ("", "9s 9h 9d", "set 30"),
            ("", "9s 9h 9d 9s", "set 40"),
            ("", "9s 9h 9d 9s 9h 9d", "set 60"),
            ("", "9s 9s 9h", ["set.suits"]),
            (" + deck.copies=3", "9s 9s 9s", ["set.suits"]),
            ("", "9s 9h 9d 9c", ["set.suits"]),
            ("", "9s 9h 9d 9c 9s", ["set.suits"]),
            ("", "9s 9h JK", "set 70"),
            ("", "9s 9s 9h JK", "set 80"),
            ("", "9s 9h 9d JK", "set 80"),
            (" + deck.copies=3", "9s 9s 9s JK", ["set.suits"]),
            ("", "9s 9h 9d 9c JK", ["set.suits"]),
            ("", "9s 9h JK=9s", ["set.suits"]),
            ("", "9s 9h 9d JK=9c", ["set.suits"]),
            ("", "9s 9h 9d JK=9s", "set 80"),
            (" + set.wilds.max=2 + set.wilds.max_joker=2", "9s JK JK", "set 110"),
            (" + set.wilds.max=2 + set.wilds.max_joker=2", "9s 9s JK JK", "set 120"),
            (" + set.wilds.max=0", "9s 9h JK", ["set.wilds.max"]),
            (" + deck.copies=3", "9h 9h 9h 9d 9c", "set 50"),
        ]
    ),
]

WHAT_A_WILD_STANDS_FOR = [
    ("argentino", "JK=7s 4s 5s 6s", "run 65"),
    ("argentino", "in order: JK=7s 4s 5s 6s", ["run.consecutive"]),
    ("argentino", "in order: 4s 5s 6s JK=7s", "run 65"),
    ("argentino", "in order: 4s 5s 6s JK=8s", ["run.consecutive"]),
    ("argentino", "JK=Td 9s 9h", ["set.rank"]),
    ("argentino", "JK=5h 6s 7s", ["run.suit"]),
    ("argentino", "JK=9s 8s 7s 2d=6s", "run 85"),
    ("argentino", "4s 7s JK=5s 2d=6s", ["run.wilds.adjacent"]),
    ("argentino", "2d=Ts 9s 8s", "run 40"),
    ("argentino", "in order: 2d=2d 3d 4d", "run 30"),
    ("argentino", "JK=As 2d=2s 3s", ["run.wilds.adjacent"]),
    ("argentino + run.suit=any", "in order: JK=9c Th Js", "run 70"),
    ("rummy-500 + wild-worth-represented", "JK=4s 2s 3s", "run 9"),
    ("rummy-500 + wild-worth-represented", "JK=As 2s 3s", "run 6"),
    ("rummy-500 + wild-worth-represented", "JK=As Qs Ks", "run 35"),
    ("rummy-500", "JK=As 2s Ks", ["run.ends"]),
    ("reglamento", "2h=As 2s 3s", "run 30"),
    ("reglamento", "2h=As Ks Qs", "run 40"),
    ("reglamento", "2h=8s 9s Ts", "run 40"),
    ("reglamento", "2h=7s 8s 9s", "run 25"),
    ("fichas", "JK=6r 4r 5r", "run 15"),
    ("fichas", "JK=5k JK=5y 5r", "set 15"),
    ("fichas", "JK=5k JK=5k 5r", ["set.suits"]),
    ("fichas", "JK=3r JK=4r 5r", "run 12"),
]

SET_OR_RUN = [
    ("fichas", "JK JK 5r", "run 18"),
    ("fichas", "JK JK 13b", "set 39"),
    ("fichas", "JK JK 12b", "set 36"),
    ("fichas", "JK JK 1r", "run 26"),
    ("fichas", "in order: JK 1r JK", "set 3"),
    ("fichas", "in order: 5r JK JK", "run 18"),
    ("fichas", "in order: JK JK 5r", "set 15"),
    ("fichas", "in order: JK JK 2r", "set 6"),
    ("reglamento", "5s JK JK", "set 105"),
    ("reglamento", "5s JK 2d", "set 60"),
    ("reglamento", "9s JK 2d", "set 80"),
]

POINTS = [
    ("argentino", "7s 8s 9s", "run 25"),
    ("argentino", "3s 3h 3d", "set 15"),
    ("argentino", "Ks Kh Kd", "set 30"),
    ("argentino", "4s 5s 6s JK 8s 9s 2d Js", "run 115"),
    ("argentino + wild-worth-represented", "4s 5s 6s JK 8s 9s 2d Js", "run 60"),
    ("argentino + wild-worth-represented", "9s 9h JK", "set 30"),
    ("argentino + wild-worth-represented", "Ks As JK", "run 35"),
    ("argentino + wild-worth-represented", "3s 4s JK", "run 30"),
    ("argentino + wild-worth-represented + two-natural-in-place", "2s 3s 4s", "run 30"),
    ("rummy-500", "Ts Js Qs", "run 30"),
    ("rummy-500", "9s JK Js", "run 34"),
    ("rummy-500 + wild-worth-represented", "9s JK Js", "run 29"),
    ("rummy-500 + wild-worth-represented", "9s 9h JK", "set 27"),
    ("rummy-500 + wild-worth-represented", "As Ah JK", "set 45"),
    ("rummy-500 + wild-worth-represented", "8s 9s JK", "run 27"),
    ("reglamento", "7s 2d 9s", "run 35"),
    ("reglamento", "6s 2d 8s", "run 20"),
    ("reglamento", "Js 2d Ks", "run 40"),
    ("reglamento", "8s 9s 2d", "run 40"),
    ("reglamento", "7s 8s 2d", "run 35"),
    ("reglamento", "in order: 2d 7s 8s", "run 20"),
    ("reglamento", "As 2d 3s", "run 25"),
    ("reglamento", "Qs Ks 2d", "run 40"),
    ("reglamento", "9s 9h 2d", "set 40"),
    ("reglamento", "3s 3h 2d", "set 15"),
    ("reglamento", "As Ah 2d", "set 50"),
    ("reglamento", "2s 3s 4s", "run 15"),
    ("reglamento + natural-two-20", "2s 3s 4s", "run 30"),
    ("reglamento + natural-two-20", "2d 3s 4s", "run 15"),
    ("reglamento + face-values", "in order: 2s 3s 4s", "run 9"),
    ("reglamento + face-values", "2s 3s 4s", "run 12"),
    ("reglamento + face-values", "Ts Js Qs", "run 30"),
    ("reglamento + face-values", "As Ah Ad", "set 33"),
    ("reglamento + face-values", "Qs Ks As", "run 31"),
    ("reglamento + face-values", "As 2s 3s", "run 16"),
    ("reglamento + face-values", "7s 2d 9s", "run 36"),
    ("reglamento + face-values", "7s JK 9s", "run 66"),
    ("fichas", "10b 11b 12b", "run 33"),
    ("fichas", "10b 10k JK", "set 30"),
    ("fichas", "2r JK 4r", "run 9"),
    ("gin", "7s 8s 9s", "run 24"),
    ("gin", "Ts Js Qs", "run 30"),
]

EXAMPLES_OF_THE_TEXTS = [
    ("argentino", "4s 4h 4d", "set 15"),
    ("argentino", "Qs Qh Qd Qc", "set 40"),
    ("argentino", "in order: 3s 4s 5s 6s 7s 8s", "run 35"),
    ("argentino", "in order: 9s Ts Js Qs Ks", "run 50"),
    ("argentino", "in order: 4s 5s 6s JK 8s 9s 2d Js", "run 115"),
    ("rummy-500", "9♠ 9♥ 9♦", "set 27"),
    ("rummy-500", "5♥ 6♥ 7♥", "run 18"),
    ("rummy-500", "in order: A♠ 2♠ 3♠", "run 6"),
    ("rummy-500", "in order: Q♠ K♠ A♠", "run 35"),
    ("rummy-500", "in order: K♠ A♠ 2♠", ["run.ends"]),
    ("reglamento", "Js Qs 2h", "run 40"),
    ("reglamento", "3s 4s 2h", "run 15"),
    ("reglamento", "6s 7s 2h", "run 30"),
    ("reglamento", "in order: 2h 6s 7s", "run 15"),
    ("reglamento", "4s JK JK JK 8s 9s", ["run.wilds.max_joker"]),
    ("reglamento", "8s 2h 2d 2c Qs Ks", ["run.wilds.max_ranked"]),
    ("fichas", "in order: 8y 9y 10y", "run 27"),
    ("fichas", "7b 7k 7y", "set 21"),
    ("fichas", "in order: 3y 4y 5y", "run 12"),
    ("fichas", "in order: 5y 6y 7y", "run 18"),
    ("fichas", "2k 2r 2y", "set 6"),
    ("fichas", "in order: 3r 4r 5r", "run 12"),
    ("fichas", "2r 2b 2k", "set 6"),
]

JOKERS_THAT_MAY_NOT_TOUCH = [
    ("argentino", "in order: 4s JK JK 7s", ["run.wilds.adjacent"]),
    ("argentino", "4s JK JK 7s", ["run.wilds.adjacent"]),
    ("argentino", "in order: 4s 5s JK 2d", ["run.wilds.adjacent"]),
    ("argentino", "in order: 2s 2h 5s", ["run.wilds.adjacent"]),
    ("argentino", "in order: 2s JK 4s 5s", ["run.wilds.adjacent"]),
    ("argentino", "in order: 2s JK 4s", ["run.wilds.adjacent"]),
    ("argentino", "in order: JK 2s 3s 4s", ["run.wilds.adjacent"]),
    ("argentino", "in order: JK JK 5s 6s JK", ["run.wilds.adjacent"]),
    ("argentino + two-natural-in-place", "in order: 2h JK 4s 5s", ["run.wilds.adjacent"]),
    ("argentino + no-wild-at-ends", "4s 5s JK", ["run.wilds.at_ends"]),
    ("argentino + no-wild-at-ends", "JK 5s JK", ["run.wilds.at_ends"]),
    ("argentino + no-wild-at-ends", "in order: 2s 3s 4s", ["run.wilds.at_ends"]),
    ("argentino + no-wild-at-ends", "in order: 4s 5s JK JK", ["run.wilds.adjacent", "run.wilds.at_ends"]),
]

NO_MELD_AT_ALL = [
    ("argentino", "9s 9h", ["set.min"]),
    ("argentino", "9s Ts", ["run.min"]),
    ("argentino", "9s", ["set.min"]),
    ("argentino", "JK", ["set.min", "set.naturals.min"]),
    ("argentino", "9s 9h Td", ["set.rank"]),
    ("argentino", "9s Ts Jh", ["run.suit"]),
    ("argentino", "9s Ts Qs", ["run.consecutive"]),
    ("argentino", "5s 9s JK", ["run.consecutive"]),
    ("argentino", "5s 9s JK JK", ["run.consecutive"]),
    ("argentino", "in order: JK 5s 6h 7s", ["run.suit"]),
    ("argentino", "in order: 5s JK 7h 8s", ["run.suit"]),
    ("argentino", "in order: 6s 5s 7s", ["run.consecutive"]),
    ("argentino", "5s 6s JK 8h", ["run.suit"]),
    ("rummy-500", "9s Th Js", ["run.suit"]),
    ("gin + run.max=4", "5s 6s 7s 8s 9s", ["run.max"]),
    ("gin + run.min=4", "5s 6s 7s", ["run.min"]),
    ("gin + set.min=4", "5s 5h 5d", ["set.min"]),
    ("gin + set.max=3", "5s 5h 5d 5c", ["set.max"]),
    ("fichas", "4r 5b 6r", ["run.suit"]),
]

TABLES = {
    "wilds side by side": JOKERS_SIDE_BY_SIDE + JOKERS_THAT_MAY_NOT_TOUCH,
    "the ace": ACES,
    "how many wilds": WILDS_IN_A_MELD,
    "one card twice": A_CARD_TWICE,
    "what a wild stands for": WHAT_A_WILD_STANDS_FOR,
    "a set or a run": SET_OR_RUN,
    "points": POINTS,
    "the texts' examples": EXAMPLES_OF_THE_TEXTS,
    "no meld": NO_MELD_AT_ALL,
}
CASES = [(rules, cards, expected) for table in TABLES.values() for rules, cards, expected in table]
LEGAL = [case for case in CASES if isinstance(case[2], str)]
BROKEN = [case for case in CASES if not isinstance(case[2], str)]
REFUSED_BEFORE_THEY_ARE_JUDGED = {"wilds.ranks", "natural"}


def case_name(value: object) -> str:
    return value if isinstance(value, str) else " ".join(map(str, value)) if isinstance(value, list) else repr(value)


@pytest.mark.parametrize(("rules", "cards", "expected"), LEGAL, ids=case_name)
def test_a_meld_is_legal_of_its_kind_and_worth_its_points(rules, cards, expected):
    verdict = judged(rules, cards)
    assert f"{verdict.kind} {verdict.points}" == expected
    assert verdict.legal
    assert verdict.kind in verdict.kinds
    assert verdict.violations == ()


@pytest.mark.parametrize(("rules", "cards", "expected"), BROKEN, ids=case_name)
def test_cards_that_are_no_meld_break_these_rules(rules, cards, expected):
    verdict = judged(rules, cards)
    assert [violation.rule for violation in verdict.violations] == expected
    assert not verdict.legal
    assert (verdict.kind, verdict.kinds, verdict.points) == (None, (), None)


def test_no_case_stands_in_the_tables_twice():
    asked = [(rules, cards) for rules, cards, _ in CASES]
    assert len(set(asked)) == len(asked)


def test_the_tables_break_every_rule_that_cards_can_break():
    broken = {rule for _, _, rules in BROKEN for rule in rules}
    assert {rule.name for rule in RULES} - broken == REFUSED_BEFORE_THEY_ARE_JUDGED


# Kinds


BOTH_KINDS = [
    ("fichas", "JK JK 5r", ("set", "run")),
    ("fichas", "JK JK 13b", ("set", "run")),
    ("fichas", "in order: JK 1r JK", ("set",)),
    ("fichas", "in order: JK JK 2r", ("set",)),
    ("fichas", "in order: JK JK 3r", ("set", "run")),
    ("argentino", "9s JK 2d", ("run",)),
    ("argentino + one-of-each-class", "9s JK 2d", ("set", "run")),
    ("argentino", "9s 9h JK", ("set",)),
    ("rummy-500", "9s 9h 9d", ("set",)),
    ("rummy-500", "9s Ts JK", ("run",)),
    ("reglamento", "5s JK JK", ("set", "run")),
]


@pytest.mark.parametrize(("rules", "cards", "kinds"), BOTH_KINDS, ids=case_name)
def test_cards_that_make_a_set_and_a_run_are_both_and_count_as_the_better(rules, cards, kinds):
    assert judged(rules, cards).kinds == kinds


SHOWN = [
    ("argentino", "in order: 4s 5s 6s JK 8s 9s 2d Js", "4s 5s 6s JK=7s 8s 9s 2d=Ts Js"),
    ("argentino", "4s 5s 6s JK 8s 9s 2d Js", "4s 5s 6s JK=7s 8s 9s 2d=Ts Js"),
    ("argentino", "Js 2d 9s 8s JK 6s 5s 4s", "4s 5s 6s 2d=7s 8s 9s JK=Ts Js"),
    ("argentino", "2s 3s 4s", "2s=2s 3s 4s"),
    ("reglamento", "2s 3s 4s", "2s 3s 4s"),
    ("reglamento", "2s 3s 4s 5s 6s 7s JK", "2s=As JK=2s 3s 4s 5s 6s 7s"),
    ("reglamento", "6s 7s 2h", "6s 7s 2h=8s"),
    ("rummy-500", "Qs Ks JK=As", "Qs Ks JK=As"),
    ("rummy-500", "JK 9h 9s", "9s 9h JK=9d"),
    ("fichas", "JK 13r 1r", "JK=12r 13r 1r"),
]


@pytest.mark.parametrize(("rules", "cards", "shown"), SHOWN, ids=case_name)
def test_the_verdict_shows_what_the_wilds_stand_for(rules, cards, shown):
    verdict = judged(rules, cards)
    assert " ".join(meld_texts(verdict.meld, verdict.deck)) == shown
    assert shown in str(verdict)


@pytest.mark.parametrize(("rules", "cards", "expected"), LEGAL, ids=case_name)
def test_the_assignment_shown_is_legal_as_it_is_written(rules, cards, expected):
    shown = judged(rules, cards)
    again = judged(rules, "in order:" + " ".join(meld_texts(shown.meld, shown.deck)))
    assert again.legal
    assert again.points == shown.points
    assert again.meld == shown.meld


@pytest.mark.parametrize(("rules", "cards", "expected"), LEGAL, ids=case_name)
def test_a_meld_that_is_legal_as_it_lies_is_worth_no_more_than_its_cards(rules, cards, expected):
    loose = judged(rules, cards.removeprefix("in order:"))
    assert loose.legal
    assert loose.points >= judged(rules, cards).points


@pytest.mark.parametrize(
    ("rules", "cards", "expected"),
    [case for case in CASES if not case[1].startswith("in order:") and len(case[1].split()) <= 4],
    ids=case_name,
)
def test_the_order_of_the_cards_does_not_matter_unless_it_is_asked_for(rules, cards, expected):
    verdicts = [judged(rules, " ".join(order)) for order in permutations(cards.split())]
    assert len({(v.legal, v.kind, v.kinds, v.points, v.violations) for v in verdicts}) == 1


# Clauses and messages


CLAUSES = [
    ("argentino", "9s 9h", "set.min", "argentino/set-size"),
    ("argentino", "9s 9h 9d 9c JK", "set.max", "argentino/set-size"),
    ("argentino", "9s 9h Td", "set.rank", "argentino/set-size"),
    ("argentino", "9s 9s 9h", "set.suits", "argentino/set-suits"),
    ("argentino", "9s 9h JK 2d", "set.wilds.max", "argentino/wilds-in-sets"),
    ("argentino", "9s 9h JK JK", "set.wilds.max_joker", "argentino/wilds-in-sets"),
    ("argentino", "9s 9h 2c 2d", "set.wilds.max_ranked", "argentino/wilds-in-sets"),
    ("argentino", "9s Ts", "run.min", "argentino/run-size"),
    ("argentino", "9s Ts Qs", "run.consecutive", "argentino/run-suit"),
    ("argentino", "9s Ts Jh", "run.suit", "argentino/run-suit"),
    ("argentino", "in order: Ks As 2s", "run.ends", "argentino/run-ends"),
    ("argentino", "4s JK JK 7s", "run.wilds.adjacent", "argentino/wilds-not-adjacent"),
    ("argentino + no-wild-at-ends", "4s 5s JK", "run.wilds.at_ends", "argentino/wilds-at-run-ends"),
    ("argentino", "JK JK JK", "run.naturals.min", "argentino/naturals"),
    ("argentino + run.wilds.max=1", "4s JK 6s JK", "run.wilds.max", "settings/run.wilds.max"),
    ("argentino + run.wilds.max=1", "4s JK JK 7s", "run.wilds.adjacent", "settings/run.wilds.adjacent"),
    ("rummy-500", "9s JK JK", "set.wilds.max", "rummy-500/wilds-in-melds"),
    ("rummy-500", "4s JK JK 7s", "run.wilds.max", "rummy-500/wilds-in-melds"),
    ("rummy-500", "Ks As 2s", "run.ends", "rummy-500/run-ends"),
    ("rummy-500", "JK=9s 9s 9h", "set.suits", "rummy-500/set-suits"),
    ("reglamento", "5s JK JK JK 9s", "run.wilds.max_joker", "reglamento/wilds-of-a-kind"),
    ("reglamento", "5s 2h 2d 2c 9s", "run.wilds.max_ranked", "reglamento/wilds-of-a-kind"),
    ("reglamento + at-most-2-wilds-pooled", "4s JK 2d 7s JK", "run.wilds.max", "reglamento/wilds-in-melds"),
    ("reglamento", "in order: 2s=2s 3s 4s", "wilds.natural", "reglamento/two-in-place"),
    ("reglamento", "9s 9s 9h", "set.suits", "reglamento/set-suits"),
    ("fichas", f"{ALL_RED} 1r", "run.max", "fichas/run-longest"),
    ("fichas", "13r 1r 2r", "run.ends", "fichas/run-ends"),
    ("fichas", "JK JK", "set.naturals.min", "fichas/naturals"),
    ("fichas + one-joker-per-meld", "5r JK JK", "set.wilds.max", "fichas/wilds-in-melds"),
    ("gin", "Qs Ks As", "run.ends", "gin/run-ends"),
    ("gin", "4s 5s 6h", "run.suit", "gin/run-suit"),
    ("gin", "4s 4h 5d", "set.rank", "gin/set-size"),
]


@pytest.mark.parametrize(("rules", "cards", "rule", "clause"), CLAUSES, ids=case_name)
def test_a_broken_rule_names_the_clause_that_states_it(rules, cards, rule, clause):
    found = {violation.rule: violation.clause for violation in judged(rules, cards).violations}
    assert found[rule] == clause


@pytest.mark.parametrize(("rules", "cards", "expected"), BROKEN, ids=case_name)
def test_every_violation_is_worded_in_both_languages_with_its_clause(rules, cards, expected):
    variant = house_rules(rules)
    english, spanish = judged(rules, cards).violations, judged(rules, cards, "es").violations
    assert [v.clause for v in english] == [v.clause for v in spanish]
    for en, es in zip(english, spanish, strict=True):
        text = variant.clause(en.clause).text
        assert en.message.endswith(f": {text.en}")
        assert es.message.endswith(f": {text.es}")
        assert "{" not in en.message + es.message
        assert en.message.partition(":")[0] != es.message.partition(":")[0]


SAID = [
    ("argentino", "9s 9h", "en", "a set has at least 3 cards"),
    ("argentino", "9s 9h", "es", "una pierna tiene al menos 3 cartas"),
    ("argentino", "4s JK JK 7s", "en", "two wilds stand side by side"),
    ("argentino", "4s JK JK 7s", "es", "hay dos comodines juntos"),
    ("reglamento", "5s JK JK JK 9s", "en", "more than 2 jokers"),
    ("reglamento", "5s JK JK JK 9s", "es", "hay más de 2 morruchos"),
    ("reglamento", "5s 2h 2d 2c 9s", "es", "hay más de 2 monos"),
    ("rummy-500", "4s JK JK 7s", "en", "more than one wild"),
    ("rummy-500", "4s JK JK 7s", "es", "hay más de un comodín"),
    ("fichas", "4r 5b 6r", "en", "the tiles are not of one colour"),
    ("fichas", "4r 5b 6r", "es", "las fichas no son de un mismo color"),
    ("fichas", "4r 4r 4b", "es", "los colores no son los que pide una pierna"),
    ("fichas", "4r 5r", "en", "a run has at least 3 tiles"),
    ("fichas", "12r 13r 1r 2r", "en", "the run goes past an end where the 1 may not stand"),
    ("gin", "Qs Ks As", "es", "la escalera pasa por una punta donde el as no puede ir"),
    ("fichas", "JK JK", "en", "fewer than one natural tile"),
    ("fichas", "JK JK", "es", "hay menos de una ficha natural"),
]


@pytest.mark.parametrize(("rules", "cards", "language", "said"), SAID, ids=case_name)
def test_a_message_says_what_is_wrong_with_its_number(rules, cards, language, said):
    assert any(v.message.startswith(f"{said}: ") for v in judged(rules, cards, language).violations)


def test_the_object_of_a_legal_meld():
    assert judged("argentino", "4s 5s 6s JK 8s 9s 2d Js").to_dict() == {
        "legal": True,
        "kind": "run",
        "kinds": ["run"],
        "points": 115,
        "violations": [],
        "read": {"kind": "run", "cards": ["4s", "5s", "6s", "JK=7s", "8s", "9s", "2d=Ts", "Js"]},
    }


def test_the_object_of_cards_that_are_no_meld():
    clause = house_rules("argentino").clause("argentino/wilds-not-adjacent")
    assert judged("argentino", "4s JK JK 7s").to_dict() == {
        "legal": False,
        "kind": None,
        "kinds": [],
        "points": None,
        "violations": [
            {
                "rule": "run.wilds.adjacent",
                "clause": "argentino/wilds-not-adjacent",
                "message": f"two wilds stand side by side: {clause.text.en}",
                "places": [1, 2],
            }
        ],
        "read": {"kind": "run", "cards": ["4s", "JK=5s", "JK=6s", "7s"]},
    }


PLACES = [
    ("argentino", "4s 5s JK 2d 8s", "run.wilds.adjacent", [2, 3]),
    ("argentino", "4s JK JK 2d 8s", "run.wilds.adjacent", [1, 2, 3]),
    ("argentino", "9s 9h 9s", "set.suits", [0, 1]),
    ("argentino", "4s 5s 7s", "run.consecutive", [1, 2]),
    ("argentino", "8d 9s 9h", "set.rank", [0]),
    ("argentino", "4s 5s", "run.min", []),
    ("gin", "Qs Ks As", "run.ends", [2]),
    ("gin", "Ks As 2s 3s", "run.ends", [1]),
    ("reglamento", "Ks As 2s 3s", "run.ends", [1]),
    ("argentino", "Qs Ks As 2s=2s", "run.ends", [2]),
    ("indian-13", "As 2s 3s 4s 5s 6s 7s 8s 9s Ts Js Qs Ks As", "run.ends", [0, 13]),
    ("argentino", "As 2s=2s 3s 4s 5s 6s 7s 8s 9s Ts Js Qs Ks As", "run.ends", [0, 13]),
    ("reglamento", "4s 5s", "run.min", []),
]


@pytest.mark.parametrize(("rules", "cards", "rule", "places"), PLACES, ids=case_name)
def test_a_violation_names_the_cards_that_break_the_rule(rules, cards, rule, places):
    found = judged(rules, cards).to_dict()
    assert [v["places"] for v in found["violations"] if v["rule"] == rule] == [places]


# Input that can't be judged


REFUSED = [
    ("argentino", "", ProblemError, "no cards were given"),
    ("argentino", " , ", ProblemError, "no cards were given"),
    ("rummy-500", "9s 9s 9h", ProblemError, "2 × 9s were given, but the deck of Rummy 500 (54) has 1"),
    ("argentino", "9s 9s 9s", ProblemError, "3 × 9s were given, but the deck of Argentine rummy (108) has 2"),
    ("argentino", "JK JK JK JK JK", ProblemError, "5 × JK were given, but the deck of Argentine rummy (108) has 4"),
    ("fichas", "JK JK JK", ProblemError, "3 × JK were given, but the deck of Tile rummy (106) has 2"),
    ("gin", "JK 5s 6s", NotationError, "'JK' (card 1, column 1) is no card of this deck, which has no jokers"),
    (
        "argentino",
        "9s=8s 9h 9d",
        NotationError,
        "'9s=8s' (card 1): 9s is no wild in Argentine rummy; write it without '='",
    ),
    ("rummy-500", "As 2s=2s 3s", NotationError, "'2s=2s' (card 2): 2s is no wild in Rummy 500"),
    ("argentino", "9s J 9h", NotationError, "'J' (card 2, column 4) is no card of this deck; a jack needs its suit"),
    ("argentino", "4s 5s 6s; 7s", NotationError, "'6s;' (card 3, column 7)"),
    ("fichas", "4s 5s 6s", NotationError, "'4s' (card 1, column 1)"),
]


@pytest.mark.parametrize(("rules", "cards", "error", "told"), REFUSED, ids=case_name)
def test_what_is_no_card_or_not_in_the_deck_is_refused_before_it_is_judged(rules, cards, error, told):
    with pytest.raises(error) as caught:
        judged(rules, cards)
    assert told in str(caught.value)
    assert len(str(caught.value).splitlines()) == 1


def test_a_bare_j_among_tiles_is_a_joker():
    assert judged("fichas", "J J 5r") == judged("fichas", "JK JK 5r")


def test_cards_may_be_given_as_values():
    cards = [Card(9, 1), "9h", Card(0, 0)]
    assert check_cards(house_rules("argentino"), cards).points == 70


HEAPS = [
    ("argentino", "JK JK JK JK 2s 2s 2h 2h 2d 2d 2c 2c"),
    ("argentino", "JK JK JK JK 2s 2s 2h 2h 2d 2d 2c 2c 4s 5s 6s 7s 8s 9s Ts Js Qs Ks As 4h 5h 6h"),
    ("reglamento", "JK JK JK JK 2s 2s 2h 2h 2d 2d 2c 2c 4s"),
    ("reglamento + wilds.natural=free", "JK JK JK JK 2s 2s 2h 2h 2d 2d 2c 2c 9s Ks"),
    ("reglamento + wilds.natural=free + deck.copies=8 + deck.jokers=24", "JK " * 24 + "2s 2h 2d 2c " * 8),
    ("reglamento + wilds.natural=free + run.suit=any", "JK JK JK JK 2s 2s 2h 2h 2d 2d 2c 2c As"),
    ("gin", " ".join(rank + suit for suit in "shdc" for rank in "A23456789TJQK")),
]


@pytest.mark.parametrize(("rules", "cards"), HEAPS, ids=[f"{rules}: {len(cards.split())}" for rules, cards in HEAPS])
def test_a_heap_of_cards_is_judged_in_a_moment(rules, cards):
    started = time.process_time()
    assert not judged(rules, cards).legal
    assert time.process_time() - started < 5


@pytest.mark.parametrize("variant", [file.id for file in variant_files()])
def test_a_thousand_cards_are_refused_in_a_moment(variant):
    started = time.process_time()
    with pytest.raises(MeldproofError):
        check_cards(house_rules(variant), list(house_rules(variant).deck().cards()) * 10)
    assert time.process_time() - started < 2


@pytest.mark.parametrize(
    ("rules", "cards", "legal", "meld"),
    [
        ("fichas + set.suits=same", "9b 9b JK", True, "JK=9b 9b 9b"),
        ("fichas + set.suits=same", "9y 9y JK JK", True, "JK=9y JK=9y 9y 9y"),
        ("fichas + set.suits=same", "JK=9b 9b 9b", True, "JK=9b 9b 9b"),
        ("fichas + set.suits=same", "9b 9y JK", False, ""),
        ("fichas + set.suits=same", "JK=9y 9b 9b", False, ""),
    ],
)
def test_where_a_set_is_of_one_suit_its_wilds_are_of_that_suit(rules: str, cards: str, legal: bool, meld: str) -> None:
    verdict = judged(rules, cards)
    assert (verdict.legal and verdict.kind == "set") is legal
    if legal:
        assert sorted(meld_texts(verdict.meld, house_rules(rules).deck())) == sorted(meld.split())


@pytest.mark.parametrize(("worth", "points"), [(40, 120), (1, 60)])
def test_where_twos_are_free_to_be_wild_at_home_a_set_of_them_is_worth_the_most_it_can_be(
    worth: int, points: int
) -> None:
    """All wild, or all natural (20 each)."""
    rules = "argentino + wilds.natural=free + set.naturals.min=0 + set.wilds.max=any + set.wilds.max_ranked=any"
    assert judged(f"{rules} + wilds.ranked.melded={worth}", "2s 2h 2d").points == points


MEANT = [
    # Two wilds side by side: the ace and the two of one suit speak for a run.
    ("argentino", "As 2s JK", "run", ["run.wilds.adjacent"]),
    ("argentino", "in order: As 2s JK", "run", ["run.wilds.adjacent"]),
    ("argentino", "in order: JK 2s 9s", "run", ["run.wilds.adjacent"]),
    ("argentino", "JK 2h 9s 9d", "set", ["set.wilds.max"]),
    # Ranks that follow one another are meant as a run, ranks that are equal as a set.
    ("gin", "9s Th Jd", "run", ["run.suit"]),
    ("gin", "4s 4h 5s", "set", ["set.rank", "set.suits"]),
    ("gin", "Kc Kd Ah", "set", ["set.rank"]),
    # Fewer faults come first, whatever goes together.
    ("argentino", "9s 9s JK JK", "set", ["set.suits", "set.wilds.max", "set.wilds.max_joker"]),
]


@pytest.mark.parametrize(("rules", "cards", "kind", "expected"), MEANT, ids=case_name)
def test_cards_that_are_no_meld_are_read_as_what_they_were_meant_for(rules, cards, kind, expected):
    verdict = judged(rules, cards)
    assert (verdict.meld.kind, [violation.rule for violation in verdict.violations]) == (kind, expected)


@pytest.mark.parametrize("name", ["argentino", "gin", "reglamento", "rummy-500", "indian-13", "fichas", "rummikub"])
def test_of_a_run_past_an_end_an_ace_is_blamed_whatever_else_it_holds(name):
    """Every run of four and five in a row that holds the ace: where the ends are broken, an ace is what breaks them."""
    rules = house_rules(name)
    ranks, suit = rules.deck().ranks, rules.deck().suits[0]
    for size, start in product((4, 5), range(len(ranks))):
        cards = " ".join(ranks[(start + step) % len(ranks)] + suit for step in range(size))
        verdict = judged(name, f"in order:{cards}")
        for violation in verdict.violations:
            if violation.rule == "run.ends":
                read = verdict.meld.slots
                assert violation.places, cards
                assert all(read[place].place % len(ranks) == 1 for place in violation.places), cards
