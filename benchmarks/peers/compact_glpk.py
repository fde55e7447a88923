"""The compact integer programme for tile tables, in GLPK: jokers do not multiply its columns.

One variable a joker-free meld, saying how often it lies; one a tile kind, how many go from the rack; one a tile kind,
how often a joker stands for it.
"""

from __future__ import annotations

from typing import Any

import swiglpk as glpk
from answering import answer_tables, introduce, milliseconds
from tile_melds import KINDS, PLAIN, tiles


def solve(question: dict[str, Any]) -> tuple[int, float]:
    """The most tiles that can be laid from the rack, every table tile staying melded; the solver's milliseconds."""
    rack, table = tiles(question["rack"]), tiles(question["table"])
    programme = glpk.glp_create_prob()
    glpk.glp_set_obj_dir(programme, glpk.GLP_MAX)
    rows = {kind: number for number, kind in enumerate(KINDS, 1)}
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
    for meld in PLAIN:
        column(2, 0, [(rows[kind], 1) for kind in meld])
    for kind in KINDS:
        if rack[kind]:
            column(rack[kind], 1, [(rows[kind], -1)])
        if jokers and kind:
            column(jokers, 0, [(rows[kind], -1), (rows[None], 1)])
    options = glpk.glp_iocp()
    glpk.glp_init_iocp(options)
    options.presolve, options.msg_lev = glpk.GLP_ON, glpk.GLP_MSG_OFF
    ms, _ = milliseconds(glpk.glp_intopt, programme, options)
    best = round(glpk.glp_mip_obj_val(programme))
    glpk.glp_delete_prob(programme)
    return best, ms


glpk.glp_term_out(glpk.GLP_OFF)
introduce("compact programme, GLPK", "swiglpk")
answer_tables(solve)
