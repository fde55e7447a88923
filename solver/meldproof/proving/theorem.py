"""What a theorem is: a statement in a sentence, and a claim that is proved, refuted or given up."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import Literal, NamedTuple, get_args

import msgspec

from meldproof.cards import Deck, Kind, Meld
from meldproof.errors import MeldproofError
from meldproof.notation import meld_texts
from meldproof.rules import smt
from meldproof.rules.melds import is_legal
from meldproof.rules.symbolic import SymbolicMeld, concrete_meld, in_canonical_order, is_card, is_placed, symbolic_meld
from meldproof.variants.clauses import Text
from meldproof.variants.loading import Variant
from meldproof.variants.vocabulary import Settings
from meldproof.witnesses.clocks import OUT_OF_TIME, GaveUp

Status = Literal["proved", "refuted", "gave-up"]
MOST_SAID = 300
"""Characters quoted of an error."""
THE_VARIANT = "id"
"""Among a theorem's parameters: the claim speaks of a variant by name, so that no other shares its result."""


class ClaimOutcome(msgspec.Struct, frozen=True):
    """How a claim ended: `counterexample` in card notation where it was refuted, `note` what was found."""

    status: Status
    counterexample: str | None = None
    note: str | Text = ""

    def said(self, language: str = "en") -> str:
        """The note in a language."""
        return self.note if isinstance(self.note, str) else self.note[language]


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

    def seconds_left(self) -> float:
        """The limit of the next check. Raises GaveUp when the claim's time is up."""
        if self.deadline is None:
            return self.check_limit
        left = self.deadline - time.monotonic()
        if left <= 0:
            raise GaveUp(OUT_OF_TIME)
        return min(self.check_limit, left)

    def check(self, solver: smt.Solver) -> bool:
        """Whether the solver finds a model, within the limits. Raises GaveUp where it has no answer."""
        answer = self._answer(solver)
        if self.smt2 is not None:
            self.smt2(solver.smt2(), answer)
        return answer == "sat"

    def search(self, solver: smt.Solver) -> bool:
        """`check` for a search that goes from model to model: only that there is none left is handed on."""
        answer = self._answer(solver)
        if self.smt2 is not None and answer == "unsat":
            self.smt2(solver.smt2(), answer)
        return answer == "sat"

    def _answer(self, solver: smt.Solver) -> smt.Verdict:
        solver.limit = limit = self.seconds_left()
        answer = solver.check()
        if answer == "unknown":
            raise GaveUp(Text(f"no answer in {limit:.0f} s", f"sin respuesta en {limit:.0f} s"))
        return answer


Claim = Callable[[Context], ClaimOutcome]


class Theorem(NamedTuple):
    """A named claim about any variant.

    `statement` says it in a sentence, in English and Spanish. `parameters` are the beginnings of the names of all
    parameters that the claim looks at: variants that agree in those (and in their deck) share the result. A claim that
    looks at what is recorded about a variant by name adds `THE_VARIANT`.
    """

    name: str
    statement: tuple[str, str]
    parameters: tuple[str, ...]
    claim: Claim


PROVED = ClaimOutcome("proved")


def proved(english: str, spanish: str) -> ClaimOutcome:
    """Proved, with what was found, or why there was nothing to claim."""
    return ClaimOutcome("proved", note=Text(english, spanish))


def together(*outcomes: ClaimOutcome) -> ClaimOutcome:
    """Several claims as one: the first that is not proved, else proved with all that was noted."""
    for outcome in outcomes:
        if outcome.status != "proved":
            return outcome
    english = dict.fromkeys(note for outcome in outcomes if (note := outcome.said("en")))
    spanish = dict.fromkeys(note for outcome in outcomes if (note := outcome.said("es")))
    return proved("; ".join(english), "; ".join(spanish))


def no_such_meld(
    context: Context,
    sizes: Sequence[int],
    wrong: Callable[[SymbolicMeld], object],
    *,
    kind: Kind | None = None,
    legal: bool = True,
) -> ClaimOutcome:
    """Prove that no (legal) meld of these sizes is `wrong`; the smallest that is refutes the claim.

    The melds are of the variant's largest deck, without regard to copies. Each model is re-checked concretely.
    """
    found = example_of(context, sizes, wrong, kind=kind, legal=legal)
    return PROVED if found is None else ClaimOutcome("refuted", meld_text(found, context.deck))


def example_of(
    context: Context,
    sizes: Sequence[int],
    wanted: Callable[[SymbolicMeld], object],
    *,
    kind: Kind | None = None,
    legal: bool = True,
) -> Meld | None:
    """The first (legal) meld of these sizes with a property, or None if there is none. Raises GaveUp at a limit."""
    for size in sizes:
        solver = smt.Solver(context.check_limit)
        meld = symbolic_meld("m", size, kind)
        solver.add(*(is_card(slot, context.deck) for slot in meld.slots))
        solver.add(is_placed(meld, context.deck), in_canonical_order(meld), wanted(meld))
        if legal:
            solver.add(is_legal(meld, context.settings))
        try:
            satisfiable = context.check(solver)
        except GaveUp as limit:
            raise GaveUp(Text(f"{limit.note.en}, at {size} cards", f"{limit.note.es}, con {size} cartas")) from None
        if satisfiable:
            found = concrete_meld(meld, solver)
            if legal and not is_legal(found, context.settings):
                raise AssertionError(f"the symbolic reading took {found} for a meld, the concrete one does not")
            return found
    return None


def allowed(
    context: Context,
    sizes: Sequence[int],
    what: Callable[[SymbolicMeld], object],
    words: tuple[str, str],
    *,
    kind: Kind | None = None,
) -> ClaimOutcome:
    """Nothing forbids `what`: proved, with the smallest legal meld that shows it, or that other rules leave none."""
    found = example_of(context, sizes, what, kind=kind)
    if found is None:
        return proved(f"{words[0]}: no rule against it, but the others leave no such meld",
                      f"{words[1]}: ninguna regla lo impide, pero las demás no dejan combinación así")  # fmt: skip
    cards = " ".join(meld_texts(found, context.deck))
    return proved(f"{words[0]}: for example {cards}", f"{words[1]}: por ejemplo {cards}")


def meld_text(meld: Meld, deck: Deck) -> str:
    return f"{meld.kind} {' '.join(meld_texts(meld, deck))}"


def sizes_up_to(most: int, least: int = 1) -> range:
    return range(least, most + 1)


def run_theorem(theorem: Theorem, context: Context) -> tuple[ClaimOutcome, float]:
    """Run a claim; the outcome and its seconds. A limit reached is an outcome too, and so is a claim that breaks."""
    start = time.monotonic()
    try:
        outcome = theorem.claim(context)
        if not isinstance(outcome, ClaimOutcome) or outcome.status not in get_args(Status):
            raise TypeError(f"a claim returns an Outcome, such as PROVED, not {outcome!r:.60}")
    except GaveUp as limit:
        outcome = ClaimOutcome("gave-up", note=limit.note)
    except Exception as error:
        outcome = ClaimOutcome("gave-up", note=_broke(error))
    return outcome, time.monotonic() - start


def _broke(error: Exception) -> Text:
    """Why a claim could not be run: one line."""
    kind = "" if isinstance(error, MeldproofError) else f"{type(error).__name__}: "
    said = f"{kind}{' '.join(str(error).split())}"[:MOST_SAID]
    return Text(f"could not be run: {said}", f"no se pudo probar: {said}")
