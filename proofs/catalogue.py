"""The catalogue that the engines search holds exactly the melds that the rules allow."""

from __future__ import annotations

from typing import get_args

from meldproof.cards import Kind
from meldproof.proving.symbolic_catalogue import every_size, in_catalogue
from meldproof.proving.theorem import ClaimOutcome, Context, Theorem, no_such_meld, together
from meldproof.rules.logic import all_of, any_of, negate
from meldproof.rules.melds import is_legal
from meldproof.rules.symbolic import SymbolicMeld


def _catalogue_is_the_rules(context: Context) -> ClaimOutcome:
    """At every size that the places admit: no assigned meld is in one and not in the other."""
    s = context.settings
    outcomes = []
    for kind in reversed(get_args(Kind)):

        def differs(meld: SymbolicMeld, kind: Kind = kind) -> object:
            rules, catalogue = is_legal(meld, s), in_catalogue(meld, kind, s)
            return any_of([all_of([rules, negate(catalogue)]), all_of([catalogue, negate(rules)])])

        sizes = every_size(kind, s, context.deck)
        outcomes.append(no_such_meld(context, sizes, differs, kind=kind, legal=False))
        if not outcomes[-1].held:
            break
    return together(*outcomes)


THEOREMS = [
    Theorem(
        "catalogue-is-the-rules",
        (
            "The catalogue of windows and automata holds exactly the melds that the rules allow, at every size.",
            "El catálogo de ventanas y autómatas contiene exactamente las combinaciones que permiten las reglas.",
        ),
        ("deck", "set", "run", "wilds.ranks", "wilds.natural"),
        _catalogue_is_the_rules,
        (
            "every set and run of every size that the places admit",
            "toda pierna y escalera de todo tamaño que admiten los lugares",
        ),
        "solver",
    )
]
