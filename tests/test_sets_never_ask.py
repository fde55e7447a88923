"""A text that could be two melds is the one that fits where it is put: a set that grows never asks which it is."""

from __future__ import annotations

from itertools import permutations

import pytest
from play_helpers import broken, play, position, table_texts

from meldproof.playing import actions as a


@pytest.mark.parametrize("rules", ["reglamento", "rummy-500"])
def test_a_set_that_grows_never_asks_however_its_cards_are_written(rules: str) -> None:
    wilds = ["JK", "JK", "2h", "2c"] if rules == "reglamento" else ["JK", "JK"]
    for rank in ("5", "9", "K"):
        for count in range(1, len(wilds)):
            old = f"{rank}s {rank}d {wilds[0]}={rank}h" if count > 1 else f"{rank}s {rank}d {rank}h"
            added = wilds[1] if count > 1 else wilds[0]
            grown = (
                [f"{rank}s", f"{rank}d", wilds[0], added] if count > 1 else [f"{rank}s", f"{rank}d", f"{rank}h", added]
            )
            for order in set(permutations(grown)):
                match = position(rules, f"{added} Qc 7c", (old, 0))
                assert broken(match, a.LayOff(meld=0, cards=added, to=" ".join(order))) == "", order


@pytest.mark.parametrize(
    ("lying", "added", "to", "after"),
    [  # bare, each text is a set or a run; beside what lies there it is one of them
        ("9s JK=9h 2h=9d", "JK", "JK 9s 2h JK", "set"),
        ("9s JK=9h 2h=9d", "2d", "2d JK 9s 2h", "set"),
        ("JK=8s 9s 2h=Ts", "2d", "JK 9s 2h 2d", "run"),
    ],
)
def test_what_lies_there_tells_which_of_two_melds_a_text_is(lying: str, added: str, to: str, after: str) -> None:
    match = play(position("reglamento", f"{added} Qc 7c", (lying, 0)), a.LayOff(meld=0, cards=added, to=to))
    assert match.deal is not None
    assert match.deal.table[0].meld.kind == after


def test_a_rearranged_table_may_name_a_meld_that_stays_as_barely_as_it_can_be() -> None:
    match = position("fichas", "4b 5b 6b 1y", "9r JK=10r JK=11r")
    after = play(match, a.Rearrange(table=("9r JK JK", "4b 5b 6b")))
    assert table_texts(after)[0] == "9r JK=10r JK=11r"
