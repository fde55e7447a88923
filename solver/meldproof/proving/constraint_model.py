"""The constraint model of a variant: every rule that bites, as a numbered statement with its clause, or as SMT-LIB."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, get_args

import msgspec

from meldproof.arranging.automaton import longest_run, longest_set
from meldproof.cards import Kind
from meldproof.errors import ProblemError
from meldproof.messages import say
from meldproof.rules import smt
from meldproof.rules.fault_words import fault_words
from meldproof.rules.melds import RULES, Rule, applies
from meldproof.rules.smt_text import readable
from meldproof.rules.symbolic import SymbolicMeld, is_card, is_placed, symbolic_slot
from meldproof.variants.clauses import Text
from meldproof.variants.loading import Variant
from meldproof.variants.values import to_plain
from meldproof.variants.vocabulary import parameters

SIZE = 3
MOST_SLOTS = 20
"""The longest meld of a script, unless a size is asked for: where sets have no limit, the script would have no end."""


class Statement(msgspec.Struct, frozen=True):
    """A rule of the variant: what it speaks of, its parameter's value, what it refuses, its clause, its formula.

    A rule that comes with the meld's kind has no parameter of its own: `parameter` is its name and `value` is empty.
    """

    parameter: str
    value: str
    kind: Literal["set", "run", "any"]
    meaning: Text
    fault: Text
    clause: str
    text: Text
    formula: str


class ConstraintModel(msgspec.Struct, frozen=True):
    """The statements, with formulas for `size` slots; or all of it as one SMT-LIB script."""

    variant: str
    name: Text
    size: int
    statements: tuple[Statement, ...] = ()
    smt2: str = ""

    def to_dict(self, language: str = "en") -> dict[str, object]:
        """The JSON object of `meldproof model --json`."""
        found: dict[str, object] = {"variant": self.variant, "size": self.size}
        if self.smt2:
            return {**found, "smt2": self.smt2}
        rows = []
        for number, statement in enumerate(self.statements, 1):
            row = {
                name: value[language] if isinstance(value, Text) else value
                for name, value in msgspec.structs.asdict(statement).items()
            }
            rows.append({"number": number, **row})
        return {**found, "statements": rows}


def as_statements(variant: Variant, size: int = SIZE) -> ConstraintModel:
    """Every rule that refuses something, in the vocabulary's order. Raises ProblemError for a size that is none."""
    _check(size)
    statements = [
        _statement(rule, variant, size)
        for rule in RULES
        if any(_bites(rule, variant, n) for n in _sizes(variant, rule.kind))
    ]
    return ConstraintModel(variant.id, variant.name, size, tuple(statements))


def as_smt2(variant: Variant, size: int | None = None) -> ConstraintModel:
    """A script that declares a meld of every size and asserts that each is legal, rule by rule under the rule's name.

    It has a model, and loads in z3 and cvc5. With `size` only a meld of that many slots.
    """
    if size is not None:
        _check(size)
    lines = [
        f"; {variant.name.en} ({variant.id}): a legal meld of each size, as the rules say.",
        "; Slot i holds the card of rank ri, suit si (a joker: 0 and 0), stands for place pi, suit ai; wi: it is wild.",
        "; For cvc5, --bitblast=eager is by far the quickest.",
        "(set-logic QF_BV)",
        "(set-option :produce-models true)",
        "",
    ]
    sizes = [size] if size is not None else range(1, _longest(variant) + 1)
    asserted = [_meld_script(variant, n) for n in sizes if _some_meld(variant, n)]
    if not asserted:
        raise ProblemError(say("no meld of {name} has {size} cards", name=variant.title, size=size))
    return ConstraintModel(variant.id, variant.name, size or 0, smt2="\n".join([*lines, *asserted, "(check-sat)", ""]))


def _meld_script(variant: Variant, size: int) -> str:
    meld, s, deck = _meld(size, f"m{size}."), variant.settings, variant.deck()
    lines = [f"; A meld of {size}: m{size}.set says whether it is a set; a run otherwise."]
    lines += [smt.declaration(term) for term in (meld.kind, *(term for slot in meld.slots for term in slot))]
    lines += [f"(assert {smt.written(is_card(slot, deck))})" for slot in meld.slots]
    lines.append(f"(assert {smt.written(is_placed(meld, deck))})")
    for rule in RULES:
        holds = smt.any_of([smt.negate(applies(rule, meld)), rule.holds(meld, s)])
        if not smt.is_trivial(holds):
            lines.append(f"; {_clause(rule, variant)}")
            lines.append(f"(assert (! {smt.written(holds)} :named {rule.name}.{size}))")
    return "\n".join([*lines, ""])


def _some_meld(variant: Variant, size: int) -> bool:
    """Whether a meld of a size is legal: a script that no meld satisfies would say nothing."""
    meld, deck = _meld(size, ""), variant.deck()
    solver = smt.Solver(60)
    solver.add(*(is_card(slot, deck) for slot in meld.slots), is_placed(meld, deck))
    solver.add(*(smt.any_of([smt.negate(applies(rule, meld)), rule.holds(meld, variant.settings)]) for rule in RULES))
    return solver.check() != "unsat"


def _statement(rule: Rule, variant: Variant, size: int) -> Statement:
    own = rule.name == rule.parameter and rule.parameter in variant.values
    parameter = parameters()[rule.parameter]
    key = _clause(rule, variant)
    limit = to_plain(variant.values.get(rule.parameter))
    return Statement(
        rule.name,
        _as_written(limit) if own else "",
        rule.kind,
        Text(parameter.en, parameter.es) if own else Text(),
        Text(*fault_words(rule, limit, variant.settings.deck.style)),
        key,
        variant.clause(key).text,
        readable(rule.holds(_meld(size, ""), variant.settings)),
    )


def _as_written(value: object) -> str:
    """A parameter's value as a rule file writes it, a single word without its quotes."""
    if isinstance(value, list):
        return f"[{', '.join(map(_as_written, value))}]"
    return str(value).lower() if isinstance(value, bool) else str(value)


def _clause(rule: Rule, variant: Variant) -> str:
    """The clause that states the rule, or else the one that says what a meld of its kind is."""
    return variant.provenance.get(rule.parameter) or variant.provenance[f"{rule.kind}.min"]


def _bites(rule: Rule, variant: Variant, size: int) -> bool:
    return not smt.is_trivial(rule.holds(_meld(size, ""), variant.settings))


def _meld(size: int, prefix: str) -> SymbolicMeld:
    """A meld with the shortest names for its terms."""
    slots = tuple(symbolic_slot(*(f"{prefix}{part}{number}" for part in "rspaw")) for number in range(1, size + 1))
    return SymbolicMeld(smt.truth_variable(f"{prefix}set"), slots)


def _sizes(variant: Variant, kind: str) -> Sequence[int]:
    longest = max(_bound(variant, each) for each in get_args(Kind) if kind in (each, "any"))
    return range(1, longest + 2)


def _longest(variant: Variant) -> int:
    return max(_bound(variant, kind) for kind in get_args(Kind))


def _bound(variant: Variant, kind: Kind) -> int:
    s = variant.settings
    return min(MOST_SLOTS, longest_run(s) if kind == "run" else longest_set(s, variant.deck().size))


def _check(size: int) -> None:
    if not 1 <= size <= 60:
        raise ProblemError(say("--size is a number of slots from 1 to 60, not {size}", size=size))
