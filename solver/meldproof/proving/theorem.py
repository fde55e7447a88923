"""What a theorem is: a statement in a sentence, and a claim that is proved, refuted or given up."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import NamedTuple, get_args

import msgspec

from meldproof.cards import Deck, Kind, Meld
from meldproof.errors import MeldproofError
from meldproof.notation import meld_texts
from meldproof.proving.basis import HELD, NOTHING, Basis, Status, exhaustive, for_all, weakest
from meldproof.proving.lifting import without_limits
from meldproof.proving.methods import Method
from meldproof.rules import melds as rules_of_melds
from meldproof.rules import smt
from meldproof.rules.logic import Truth
from meldproof.rules.melds import applies, is_legal
from meldproof.rules.symbolic import SymbolicMeld, concrete_meld, in_canonical_order, is_card, is_placed, symbolic_meld
from meldproof.variants.clauses import Text
from meldproof.variants.loading import Variant
from meldproof.variants.vocabulary import Settings
from meldproof.witnesses.clocks import OUT_OF_TIME, Clock, GaveUp

MOST_SAID = 300
"""Characters quoted of an error."""
THE_VARIANT = "id"
"""Among a theorem's parameters: the claim speaks of a variant by name, so that no other shares its result."""


class ClaimOutcome(msgspec.Struct, frozen=True):
    """How a claim ended: `counterexample` in card notation where it was refuted, `note` what was found.

    `basis` is what it rests on where it held. Raises ValueError where it held on none, or on one that says otherwise.
    """

    status: Status
    counterexample: str | None = None
    note: str | Text = ""
    basis: Basis | None = None

    def __post_init__(self) -> None:
        if (self.basis.status if self.basis else None) != (self.status if self.held else None):
            said = self.basis.kind if self.basis else "nothing"
            raise ValueError(f"a claim that is {self.status} can't rest on {said}: say proved(English, Spanish, basis)")

    @property
    def held(self) -> bool:
        """Whether nothing speaks against the claim: it was neither refuted nor given up."""
        return self.status in HELD

    def said(self, language: str = "en") -> str:
        """The note in a language."""
        return self.note if isinstance(self.note, str) else self.note[language]


class Context(NamedTuple):
    """What a claim may look at: the variant, and limits: in seconds for a check, by a clock for the whole claim."""

    variant: Variant
    check_limit: float = 60.0
    clock: Clock = Clock()

    @property
    def settings(self) -> Settings:
        return self.variant.settings

    @property
    def deck(self) -> Deck:
        return self.variant.deck()

    @property
    def deadline(self) -> float | None:
        """When a search ends that can't count its work."""
        return self.clock.deadline

    def solver(self) -> smt.Solver:
        """A solver that keeps to the limits."""
        return self.clock.solver(self.check_limit)

    def out_of_time(self) -> bool:
        return self.clock.is_up()

    def seconds_left(self) -> float:
        """The limit of the next check. Raises GaveUp when the claim's time is up."""
        if self.clock.is_up():
            raise GaveUp(OUT_OF_TIME)
        return self.clock.within(self.check_limit)

    def check(self, solver: smt.Solver) -> bool:
        """Whether the solver finds a model, within the limits. Raises GaveUp where it has no answer."""
        solver.limit = limit = self.seconds_left()
        answer = solver.check()
        if answer == "unknown":
            raise GaveUp(Text(f"no answer in {limit:.0f} s", f"sin respuesta en {limit:.0f} s"))
        return answer == "sat"


Claim = Callable[[Context], ClaimOutcome]


class Theorem(NamedTuple):
    """A named claim about any variant.

    `statement` says it in a sentence, in English and Spanish. `parameters` are the beginnings of the names of all
    parameters that the claim looks at: variants that agree in those (and in their deck) share the result. A claim that
    looks at what is recorded about a variant by name adds `THE_VARIANT`. `over` says, in both languages, of what it
    speaks and within which bounds; `method` how it is proved (`methods.METHODS`).
    """

    name: str
    statement: tuple[str, str]
    parameters: tuple[str, ...]
    claim: Claim
    over: tuple[str, str] = ("", "")
    method: Method = ""


def proved(english: str, spanish: str, basis: Basis) -> ClaimOutcome:
    """It holds, with what was found; the basis says whether that is a proof."""
    return ClaimOutcome(basis.status, note=Text(english, spanish), basis=basis)


def nothing_to_claim(english: str, spanish: str) -> ClaimOutcome:
    """Why there is nothing to claim of a variant."""
    return proved(english, spanish, NOTHING)


NO_SUCH_MELD = nothing_to_claim("there is no such meld", "no hay tal combinación")


def together(*outcomes: ClaimOutcome) -> ClaimOutcome:
    """Several claims as one: the first that doesn't hold, else all that was noted, on the weakest basis among them."""
    for outcome in outcomes:
        if not outcome.held:
            return outcome
    english = dict.fromkeys(note for outcome in outcomes if (note := outcome.said("en")))
    spanish = dict.fromkeys(note for outcome in outcomes if (note := outcome.said("es")))
    return proved("; ".join(english), "; ".join(spanish), weakest([o.basis for o in outcomes if o.basis]))


KINDS_OF_MELD: dict[Kind | None, tuple[str, str]] = {
    "set": ("sets", "piernas"),
    "run": ("runs", "escaleras"),
    None: ("melds", "combinaciones"),
}


def of_sizes(sizes: Sequence[int], kind: Kind | None = None) -> Basis:
    """All melds of these sizes; of no size nothing is claimed."""
    if not sizes:
        return NOTHING
    least, most = min(sizes), max(sizes)
    gaps = sorted(set(range(least, most + 1)) - set(sizes))
    english, spanish = KINDS_OF_MELD[kind]
    numbers = f"{least}–{most}" if most > least else f"{least}"
    without = f" ({' '.join(f'≠ {size}' for size in gaps)})" if gaps else ""
    return for_all(f"{english} of {numbers} cards{without}", f"{spanish} de {numbers} cartas{without}")


def no_such_meld(
    context: Context,
    sizes: Sequence[int],
    wrong: Callable[[SymbolicMeld], object],
    *,
    kind: Kind | None = None,
    legal: bool = True,
    among: Callable[[SymbolicMeld], object] | None = None,
) -> ClaimOutcome:
    """Prove that no (legal) meld of these sizes is `wrong`; the smallest that is refutes the claim.

    The melds are of the variant's largest deck, without regard to copies. Each model is re-checked concretely. Where
    the claim speaks of some melds only, `among` says which: if there is none, there is nothing to claim.
    """
    found = example_of(context, sizes, wrong, kind=kind, legal=legal)
    if found is not None:
        return ClaimOutcome("refuted", meld_text(found, context.deck))
    if among is not None and example_of(context, sizes, among, kind=kind, legal=legal) is None:
        return NO_SUCH_MELD
    return proved("", "", of_sizes(sizes, kind))


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
        meld = symbolic_meld("m", size, kind)
        rules = _rules(meld, context.settings) if legal else []
        if any(rule is False for rule in rules):
            continue  # a rule says no to the size itself, whatever the cards
        solver = context.solver()
        solver.add(*(is_card(slot, context.deck) for slot in meld.slots))
        solver.add(is_placed(meld, context.deck), in_canonical_order(meld), wanted(meld), *rules)
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


def _rules(meld: SymbolicMeld, s: Settings) -> list[Truth]:
    """What the rules say of a meld, one by one up to the first that says no whatever the cards."""
    if not isinstance(meld.kind, str):
        return [is_legal(meld, s)]
    found: list[Truth] = []
    for rule in rules_of_melds.RULES:
        if applies(rule, meld):
            found.append(rule.holds(meld, s))
            if found[-1] is False:
                break
    return found


def allowed(
    context: Context,
    sizes: Sequence[int],
    what: Callable[[SymbolicMeld], object],
    words: tuple[str, str],
    *,
    kind: Kind | None = None,
) -> ClaimOutcome:
    """Nothing forbids `what`: a smallest legal meld shows it.

    Where other rules leave none, they are lifted; if then there is none still, something forbids it: refuted.
    """
    found = example_of(context, sizes, what, kind=kind)
    if found is not None:
        cards = " ".join(meld_texts(found, context.deck))
        basis = exhaustive(1, "an example is all that is claimed", "un ejemplo es todo lo que se afirma")
        return proved(f"{words[0]}: for example {cards}", f"{words[1]}: por ejemplo {cards}", basis)
    lifted = context._replace(variant=without_limits(context.variant))
    if example_of(lifted, sizes, what, kind=kind) is None:
        return ClaimOutcome("refuted", f"{words[0]}: –", Text("nothing forbids it", "nada lo impide"))
    return nothing_to_claim(f"{words[0]}: no rule against it, but the others leave no such meld",
                            f"{words[1]}: ninguna regla lo impide, pero las demás no la dejan")  # fmt: skip


def meld_text(meld: Meld, deck: Deck) -> str:
    return f"{meld.kind} {' '.join(meld_texts(meld, deck))}"


def sizes_up_to(most: int, least: int = 1) -> range:
    return range(least, most + 1)


def run_theorem(theorem: Theorem, context: Context) -> tuple[ClaimOutcome, float]:
    """Run a claim; the outcome and its seconds. A limit reached is an outcome too, and so is a claim that breaks."""
    start = time.monotonic()
    smt.in_fresh_context()
    try:
        outcome = theorem.claim(context)
        if not isinstance(outcome, ClaimOutcome) or outcome.status not in get_args(Status):
            raise TypeError(f"a claim returns an outcome, such as proved(…), not {outcome!r:.60}")
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
