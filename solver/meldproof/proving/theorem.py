"""What a theorem is: a statement in a sentence, and a claim that is proved, refuted or given up."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import Literal, NamedTuple

import msgspec

from meldproof.cards import Deck, Meld
from meldproof.notation import meld_texts
from meldproof.rules import smt
from meldproof.rules.melds import is_legal
from meldproof.rules.symbolic import SymbolicMeld, concrete_meld, in_canonical_order, is_card, is_placed, symbolic_meld
from meldproof.variant.loading import Variant
from meldproof.variant.vocabulary import Settings

Status = Literal["proved", "refuted", "gave-up"]


class Outcome(msgspec.Struct, frozen=True):
    """How a claim ended: `counterexample` in card notation where it was refuted, `note` what was found."""

    status: Status
    counterexample: str | None = None
    note: str = ""


class Context(NamedTuple):
    """What a claim may look at: the variant, and limits in seconds for a check and for the whole claim.

    With `smt2` given, every symbolic query is also handed to it as SMT-LIB with the answer expected.
    """

    variant: Variant
    check_limit: float = 60.0
    deadline: float | None = None
    smt2: Callable[[str, str], None] | None = None

    @property
    def settings(self) -> Settings:
        return self.variant.settings

    @property
    def deck(self) -> Deck:
        return self.variant.deck()

    def out_of_time(self) -> bool:
        return self.deadline is not None and time.monotonic() > self.deadline


Claim = Callable[[Context], Outcome]


class Theorem(NamedTuple):
    """A named claim about any variant.

    `statement` says it in a sentence, in English and Spanish. `parameters` are the beginnings of the names of all
    parameters that the claim looks at: variants that agree in those share the result.
    """

    name: str
    statement: tuple[str, str]
    parameters: tuple[str, ...]
    claim: Claim


PROVED = Outcome("proved")


def no_such_meld(
    context: Context,
    sizes: Sequence[int],
    wrong: Callable[[SymbolicMeld], object],
    *,
    kind: str | None = None,
    legal: bool = True,
) -> Outcome:
    """Prove that no (legal) meld of these sizes is `wrong`; the smallest that is refutes the claim.

    The melds are of the variant's largest deck, without regard to copies. Each model is re-checked concretely.
    """
    for size in sizes:
        solver = smt.Solver(context.check_limit)
        meld = symbolic_meld("m", size, kind)
        solver.add(*(is_card(slot, context.deck) for slot in meld.slots))
        solver.add(is_placed(meld, context.deck), in_canonical_order(meld), wrong(meld))
        if legal:
            solver.add(is_legal(meld, context.settings))
        answer = solver.check()
        if context.smt2 is not None:
            context.smt2(solver.smt2(), answer)
        if answer == "unknown":
            return Outcome("gave-up", note=f"no answer in {context.check_limit:g} s at {size} cards")
        if answer == "sat":
            found = concrete_meld(meld, solver)
            if legal and not is_legal(found, context.settings):
                raise AssertionError(f"the symbolic reading took {found} for a meld, the concrete one does not")
            return Outcome("refuted", meld_text(found, context.deck))
    return PROVED


def meld_text(meld: Meld, deck: Deck) -> str:
    return f"{meld.kind} {' '.join(meld_texts(meld, deck))}"


def sizes_up_to(most: int, least: int = 1) -> range:
    return range(least, most + 1)


def run_theorem(theorem: Theorem, context: Context) -> tuple[Outcome, float]:
    """Run a claim; the outcome and its seconds."""
    start = time.monotonic()
    outcome = theorem.claim(context)
    return outcome, time.monotonic() - start
