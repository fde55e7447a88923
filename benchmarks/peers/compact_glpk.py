"""The compact integer programme for tile tables, in GLPK: reads tables as JSON lines, writes optimum and milliseconds.

One variable a joker-free meld (three to five in a run, three or four in a set), saying how often it lies; one a tile
kind, how many go from the rack; one a tile kind, how often a joker stands for it. Run it with an interpreter that has
`swiglpk`; it knows nothing of meldproof. `ms` is the solver's time alone; making the programme from Python is apart.
"""

from __future__ import annotations

import json
import sys
import time
from collections import Counter
from itertools import combinations

import swiglpk as glpk

COLOURS = "rbky"
MELDS = [
    *([(n, c) for c in chosen] for n in range(1, 14) for size in (3, 4) for chosen in combinations(COLOURS, size)),
    *(
        [(at, c) for at in range(first, first + size)]
        for c in COLOURS
        for size in (3, 4, 5)
        for first in range(1, 15 - size)
    ),
]
KINDS = [(n, c) for n in range(1, 14) for c in COLOURS]


def tiles(text: str) -> Counter:
    """Tiles by kind; a joker is None."""
    words = text.replace(";", " ").split()
    return Counter(None if word == "JK" else (int(word[:-1]), word[-1]) for word in words)


def solve(rack: Counter, table: Counter) -> tuple[int, float]:
    """The most tiles that can be laid from the rack, every table tile staying melded; the solver's milliseconds."""
    programme = glpk.glp_create_prob()
    glpk.glp_set_obj_dir(programme, glpk.GLP_MAX)
    rows = {kind: number for number, kind in enumerate([*KINDS, None], 1)}
    glpk.glp_add_rows(programme, len(rows))
    for kind, row in rows.items():
        glpk.glp_set_row_bnds(programme, row, glpk.GLP_FX, table[kind], table[kind])

    def column(most: int, gain: int, entries: list[tuple[int, int]]) -> None:
        at = glpk.glp_add_cols(programme, 1)
        glpk.glp_set_col_kind(programme, at, glpk.GLP_IV)
        glpk.glp_set_col_bnds(programme, at, glpk.GLP_DB if most else glpk.GLP_FX, 0, most)
        glpk.glp_set_obj_coef(programme, at, gain)
        index, value = glpk.intArray(len(entries) + 1), glpk.doubleArray(len(entries) + 1)
        for place, (row, number) in enumerate(entries, 1):
            index[place], value[place] = row, number
        glpk.glp_set_mat_col(programme, at, len(entries), index, value)

    jokers = rack[None] + table[None]
    for meld in MELDS:
        column(2, 0, [(rows[kind], 1) for kind in meld])
    for kind in KINDS:
        if rack[kind]:
            column(rack[kind], 1, [(rows[kind], -1)])
        if jokers:
            column(jokers, 0, [(rows[kind], -1), (rows[None], 1)])
    if rack[None]:
        column(rack[None], 1, [(rows[None], -1)])
    options = glpk.glp_iocp()
    glpk.glp_init_iocp(options)
    options.presolve, options.msg_lev = glpk.GLP_ON, glpk.GLP_MSG_OFF
    begun = time.thread_time()
    glpk.glp_intopt(programme, options)
    ms = (time.thread_time() - begun) * 1e3
    best = round(glpk.glp_mip_obj_val(programme))
    glpk.glp_delete_prob(programme)
    return best, ms


def main() -> None:
    """JSON lines in, JSON lines out."""
    glpk.glp_term_out(glpk.GLP_OFF)
    for line in sys.stdin:
        asked = json.loads(line)
        rack, table = tiles(asked["rack"]), tiles(asked["table"] or "")
        begun = time.thread_time()
        optimum, ms = solve(rack, table)
        whole = (time.thread_time() - begun) * 1e3
        print(json.dumps({"id": asked["id"], "optimum": optimum, "ms": ms, "whole_ms": whole}))


if __name__ == "__main__":
    main()
