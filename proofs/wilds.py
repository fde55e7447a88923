"""What wilds and naturals may do in a meld: how many, where, and for which cards."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import combinations, pairwise

from meldproof.cards import Kind
from meldproof.proving.symbolic_catalogue import every_size
from meldproof.proving.theorem import (
    ClaimOutcome,
    Context,
    Theorem,
    allowed,
    no_such_meld,
    nothing_to_claim,
    proved,
    together,
)
from meldproof.rules.logic import Num, Truth, all_of, any_of, at_most, count, equal, less, negate
from meldproof.rules.melds import has_wild_rank, is_joker, rank_at, stands_for_itself
from meldproof.rules.symbolic import SymbolicMeld, SymbolicSlot
from meldproof.variants.meld_terms import WildLimits

KINDS: tuple[Kind, ...] = ("set", "run")
NO_WILDS = nothing_to_claim("there are no wilds", "no hay comodines")
NAMES = {"set": ("a set", "una pierna"), "run": ("a run", "una escalera")}


def _side_by_side(context: Context) -> ClaimOutcome:
    """Exactly as `run.wilds.adjacent` says: never, or else here is one."""

    def touching(run: SymbolicMeld) -> Truth:
        return any_of(all_of([left.wild, right.wild]) for left, right in pairwise(run.slots))

    words = ("two wilds side by side", "dos comodines juntos")
    return _as_allowed(context, context.settings.run.wilds.adjacent, touching, words)


def _at_run_ends(context: Context) -> ClaimOutcome:
    """Exactly as `run.wilds.at_ends` says."""

    def at_an_end(run: SymbolicMeld) -> Truth:
        return any_of([run.slots[0].wild, run.slots[-1].wild])

    words = ("a wild at an end", "un comodín en una punta")
    return _as_allowed(context, context.settings.run.wilds.at_ends, at_an_end, words)


def _limits(context: Context) -> ClaimOutcome:
    """For sets and for runs: all wilds, jokers, and wilds of a wild rank are each within their limit."""
    if not _has_wilds(context):
        return NO_WILDS
    outcomes = []
    for kind in KINDS:
        limits: WildLimits = context.settings.set.wilds if kind == "set" else context.settings.run.wilds
        classes: tuple[tuple[object, Callable[[SymbolicSlot], Truth], str, str], ...] = (
            (limits.max, lambda slot: slot.wild, "wilds", "comodines"),
            (limits.max_joker, is_joker, "jokers", "morruchos"),
            (limits.max_ranked, _is_ranked_wild, "wilds of a wild rank", "monos"),
        )
        for limit, belongs, english, spanish in classes:
            if isinstance(limit, int):
                outcomes.append(_at_most(context, kind, limit, belongs, (english, spanish)))
    return together(*outcomes) if outcomes else nothing_to_claim("there is no limit", "no hay ningún límite")


def _at_most(
    context: Context, kind: Kind, limit: int, belongs: Callable[[SymbolicSlot], Truth], words: tuple[str, str]
) -> ClaimOutcome:
    """No meld has more; a meld that has as many is named, unless other rules leave none."""

    def number(meld: SymbolicMeld) -> Num:
        return count(belongs(slot) for slot in meld.slots)

    sizes = _sizes(context, kind)
    none_over = no_such_meld(context, sizes, lambda meld: less(limit, number(meld)), kind=kind)
    if not none_over.held or not limit:
        return none_over
    english, spanish = f"{words[0]} in {NAMES[kind][0]}, {limit}", f"{words[1]} en {NAMES[kind][1]}, {limit}"
    as_many = allowed(context, sizes, lambda meld: equal(number(meld), limit), (english, spanish), kind=kind)
    if not as_many.held or none_over.basis is None:
        return as_many
    return proved(as_many.said("en"), as_many.said("es"), none_over.basis)


def _enough_naturals(context: Context) -> ClaimOutcome:
    """At least the fewest naturals, and the balance of wilds against naturals."""
    if not _has_wilds(context):
        return NO_WILDS
    outcomes = []
    for kind in KINDS:
        group = context.settings.set if kind == "set" else context.settings.run
        fewest, balance = group.naturals.min, group.wilds.balance

        def wrong(meld: SymbolicMeld, fewest: int = fewest, balance: str = balance) -> Truth:
            wilds = count(slot.wild for slot in meld.slots)
            naturals = count(negate(slot.wild) for slot in meld.slots)
            held = {
                "any": True,
                "at-most-naturals": at_most(wilds, naturals),
                "fewer-than-naturals": less(wilds, naturals),
            }
            return any_of([less(naturals, fewest), negate(held[balance])])

        outcomes.append(no_such_meld(context, _sizes(context, kind), wrong, kind=kind))
    return together(*outcomes)


def _no_card_twice(context: Context) -> ClaimOutcome:
    """In a run ever (but for the ace at both ends); in a set where its suits must be distinct."""
    s = context.settings

    def twice_in_run(run: SymbolicMeld) -> Truth:
        pairs = [(a, b) for i, a in enumerate(run.slots) for b in run.slots[i + 1 :]]
        if s.run.ends == "both":
            pairs = [(a, b) for a, b in pairs if (a, b) != (run.slots[0], run.slots[-1])]
        return any_of(_same_card(a, b, context) for a, b in pairs)

    def twice_in_set(one: SymbolicMeld) -> Truth:
        return any_of(_same_card(a, b, context) for a, b in combinations(one.slots, 2))

    def with_wilds(one: SymbolicMeld) -> Truth:
        return all_of([any_of(slot.wild for slot in one.slots), twice_in_set(one)])

    in_runs = no_such_meld(context, _sizes(context, "run"), twice_in_run, kind="run")
    sizes = [size for size in _sizes(context, "set") if size not in s.set.repeat_sizes]
    if s.set.suits in ("distinct", "distinct-with-wilds"):
        wrong = twice_in_set if s.set.suits == "distinct" else with_wilds
        in_sets = no_such_meld(context, sizes, wrong, kind="set")
    else:
        in_sets = nothing_to_claim("sets may repeat suits", "las piernas pueden repetir palos")
    return together(in_runs, in_sets)


def _wild_rank_in_its_place(context: Context) -> ClaimOutcome:
    """Natural never, always in its own place, or at the holder's choice there; and nowhere else natural."""
    s = context.settings
    if not s.wilds.ranks:
        return nothing_to_claim("no rank is wild", "ningún valor es comodín")
    outcomes = []
    for kind in KINDS:

        def wrong(meld: SymbolicMeld, kind: Kind = kind) -> Truth:
            return any_of(all_of([has_wild_rank(slot, s), _wrong_role(slot, kind, context)]) for slot in meld.slots)

        def has_one(meld: SymbolicMeld) -> Truth:
            return any_of(has_wild_rank(slot, s) for slot in meld.slots)

        outcomes.append(no_such_meld(context, _sizes(context, kind), wrong, kind=kind, among=has_one))
    return together(*outcomes)


def _wrong_role(slot: SymbolicSlot, kind: Kind, context: Context) -> Truth:
    s = context.settings
    own_rank = equal(slot.rank, rank_at(slot.place, s))
    by_rank_alone = kind == "set" or s.run.suit == "any"
    at_home = own_rank if by_rank_alone else all_of([own_rank, equal(slot.suit, slot.as_suit)])
    return {
        "never": negate(slot.wild),
        "in-place": any_of([all_of([slot.wild, at_home]), all_of([negate(slot.wild), negate(at_home)])]),
        "free": all_of([negate(slot.wild), negate(at_home)]),
    }[s.wilds.natural]


def _naturals_are_themselves(context: Context) -> ClaimOutcome:
    """A natural is the card it stands for; a joker, and no card of a plain rank, is wild."""
    s = context.settings

    def pretends(slot: SymbolicSlot) -> Truth:
        may_be_wild = any_of([is_joker(slot), has_wild_rank(slot, s)])
        return any_of(
            [
                all_of([negate(slot.wild), negate(stands_for_itself(slot, s))]),
                all_of([negate(slot.wild), is_joker(slot)]),
                all_of([slot.wild, negate(may_be_wild)]),
            ]
        )

    return together(
        *(
            no_such_meld(context, _sizes(context, kind), lambda meld: any_of(map(pretends, meld.slots)), kind=kind)
            for kind in KINDS
        ),
    )


def _as_allowed(
    context: Context, is_allowed: bool, what: Callable[[SymbolicMeld], Truth], words: tuple[str, str]
) -> ClaimOutcome:
    """In runs: never where it is not allowed, and where it is, an example."""
    if not _has_wilds(context):
        return NO_WILDS
    sizes = _sizes(context, "run")
    return (
        allowed(context, sizes, what, words, kind="run")
        if is_allowed
        else no_such_meld(context, sizes, what, kind="run")
    )


def _has_wilds(context: Context) -> bool:
    return bool(context.settings.wilds.ranks) or max(context.settings.deck.jokers.numbers) > 0


def _is_ranked_wild(slot: SymbolicSlot) -> Truth:
    return all_of([slot.wild, negate(is_joker(slot))])


def _same_card(a: SymbolicSlot, b: SymbolicSlot, context: Context) -> Truth:
    s = context.settings
    return all_of([equal(rank_at(a.place, s), rank_at(b.place, s)), equal(a.as_suit, b.as_suit)])


def _sizes(context: Context, kind: Kind) -> Sequence[int]:
    return every_size(kind, context.settings, context.deck)


_MELDS = ("deck", "set", "run", "wilds.ranks", "wilds.natural")

THEOREMS = [
    Theorem(
        "wilds-side-by-side",
        (
            "Two wilds stand side by side in a run exactly where the variant allows it: in none, or here is one.",
            "Dos comodines van juntos en una escalera justo si la variante lo permite: en ninguna, o acá hay una.",
        ),
        _MELDS,
        _side_by_side,
        (
            "every set and run of every size that the places admit",
            "toda pierna y escalera de todo tamaño que admiten los lugares",
        ),
        "solver",
    ),
    Theorem(
        "wilds-at-run-ends",
        (
            "A wild is the first or last card of a run exactly where the variant allows it: of none, or here is one.",
            "Un comodín va en una punta de escalera justo si la variante lo permite: en ninguna, o acá hay una.",
        ),
        _MELDS,
        _at_run_ends,
        (
            "every set and run of every size that the places admit",
            "toda pierna y escalera de todo tamaño que admiten los lugares",
        ),
        "solver",
    ),
    Theorem(
        "wild-limits",
        (
            "No meld holds more wilds, jokers or wilds of a wild rank than its limit says; one with as many is shown.",
            "Ninguna combinación lleva más comodines, morruchos o monos que su límite; se muestra una con tantos.",
        ),
        _MELDS,
        _limits,
        (
            "every set and run of every size that the places admit",
            "toda pierna y escalera de todo tamaño que admiten los lugares",
        ),
        "solver",
    ),
    Theorem(
        "enough-naturals",
        (
            "Every set and run holds the naturals it needs, in number and against its wilds.",
            "Toda pierna y escalera lleva las naturales que necesita, en número y frente a sus comodines.",
        ),
        _MELDS,
        _enough_naturals,
        (
            "every set and run of every size that the places admit",
            "toda pierna y escalera de todo tamaño que admiten los lugares",
        ),
        "solver",
    ),
    Theorem(
        "no-card-stood-for-twice",
        (
            "No card is stood for twice in one run, nor in a set whose suits must be distinct.",
            "Ninguna carta figura dos veces en una escalera, ni en una pierna de palos distintos.",
        ),
        _MELDS,
        _no_card_twice,
        (
            "every set and run of every size that the places admit",
            "toda pierna y escalera de todo tamaño que admiten los lugares",
        ),
        "solver",
    ),
    Theorem(
        "wild-rank-in-its-place",
        (
            "A card of a wild rank is natural only in its own place, and there as the variant says.",
            "Una carta de valor comodín es natural solo en su lugar, y ahí según diga la variante.",
        ),
        _MELDS,
        _wild_rank_in_its_place,
        (
            "every set and run of every size that the places admit",
            "toda pierna y escalera de todo tamaño que admiten los lugares",
        ),
        "solver",
    ),
    Theorem(
        "naturals-stand-for-themselves",
        (
            "Every natural stands for itself, and only jokers and cards of a wild rank are ever wild.",
            "Toda natural está en lugar de sí misma, y solo los morruchos y los valores comodín son comodines.",
        ),
        _MELDS,
        _naturals_are_themselves,
        (
            "every set and run of every size that the places admit",
            "toda pierna y escalera de todo tamaño que admiten los lugares",
        ),
        "solver",
    ),
]
