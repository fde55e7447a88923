"""The rules of a meld, one small function each, over an assigned meld.

A meld here is any record with `kind` and `slots`, a slot any record with `rank`, `suit` (as printed; 0 and 0 for a
joker), `place`, `as_suit` (what it stands for) and `wild`; all but the number of slots may be symbolic. `s` is any
record with the settings' fields. A rule says what must hold of every meld of its kind.

This is the first definition of a meld, which checks, brute force, z3 and certificates read. The second, from which the
other engines are derived, is `arranging.automaton`; they share nothing on purpose, so that each can tell on the other.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import combinations, pairwise
from typing import Any, Literal, NamedTuple

from meldproof.rules.logic import (
    Num,
    Truth,
    add,
    all_of,
    any_of,
    at_most,
    choose,
    count,
    equal,
    implies,
    less,
    negate,
)
from meldproof.rules.worth import equal_kind

Test = Callable[[Any, Any], Truth]


class Rule(NamedTuple):
    """A rule: its name, the parameter whose clause states it, the melds it speaks of, what must hold.

    `structural` rules make a meld of that kind at all (one rank or suit, consecutive, size). `fault` says in both
    languages what is wrong where it fails; the amounts in braces are the parameter's value (see `fault_words`).
    """

    name: str
    parameter: str
    kind: Literal["set", "run", "any"]
    structural: bool
    holds: Test
    fault: tuple[str, str]


def rank_at(place: Num, s: Any) -> Num:
    """The rank of a place: beyond the last rank it begins again at the ace."""
    ranks = len(s.deck.ranks)
    return choose(at_most(place, ranks), place, add(place, -ranks))


def is_joker(slot: Any) -> Truth:
    return equal(slot.rank, 0)


def has_wild_rank(slot: Any, s: Any) -> Truth:
    return any_of(equal(slot.rank, s.deck.ranks.index(name) + 1) for name in s.wilds.ranks)


def stands_for_itself(slot: Any, s: Any) -> Truth:
    return all_of([equal(slot.rank, rank_at(slot.place, s)), equal(slot.suit, slot.as_suit)])


def in_own_place(slot: Any, meld: Any, s: Any) -> Truth:
    """Own rank in a set, or in a run of any suits; own rank and suit in a run of one suit."""
    own_rank = equal(slot.rank, rank_at(slot.place, s))
    if s.run.suit == "any":
        return own_rank
    return choose(equal_kind(meld, "set"), own_rank, all_of([own_rank, equal(slot.suit, slot.as_suit)]))


def wilds(meld: Any) -> Num:
    return count(slot.wild for slot in meld.slots)


def naturals(meld: Any) -> Num:
    return count(negate(slot.wild) for slot in meld.slots)


def _naturals_are_themselves(meld: Any, s: Any) -> Truth:
    return all_of(any_of([slot.wild, stands_for_itself(slot, s)]) for slot in meld.slots)


def _only_wild_cards_are_wild(meld: Any, s: Any) -> Truth:
    return all_of(implies(slot.wild, any_of([is_joker(slot), has_wild_rank(slot, s)])) for slot in meld.slots)


def _wild_ranks_in_their_place(meld: Any, s: Any) -> Truth:
    if s.wilds.natural == "free" or not s.wilds.ranks:
        return True
    if s.wilds.natural == "never":
        return all_of(implies(has_wild_rank(slot, s), slot.wild) for slot in meld.slots)
    return all_of(
        implies(all_of([has_wild_rank(slot, s), in_own_place(slot, meld, s)]), negate(slot.wild)) for slot in meld.slots
    )


def _set_min(meld: Any, s: Any) -> Truth:
    return len(meld.slots) >= s.set.min


def _set_max(meld: Any, s: Any) -> Truth:
    return s.set.max == "any" or len(meld.slots) <= s.set.max


def _one_rank(meld: Any, s: Any) -> Truth:
    return all_of(equal(slot.place, meld.slots[0].place) for slot in meld.slots[1:])


def _set_suits(meld: Any, s: Any) -> Truth:
    distinct = all_of(negate(equal(a.as_suit, b.as_suit)) for a, b in combinations(meld.slots, 2))
    if s.set.suits == "any":
        return True
    if s.set.suits == "same":
        return all_of(equal(slot.as_suit, meld.slots[0].as_suit) for slot in meld.slots[1:])
    if s.set.suits == "three":
        suits = range(1, len(s.deck.suits) + 1)
        return equal(count(any_of(equal(slot.as_suit, suit) for slot in meld.slots) for suit in suits), 3)
    if s.set.suits == "distinct-with-wilds":
        return any_of([distinct, equal(wilds(meld), 0)])
    return True if len(meld.slots) in s.set.repeat_sizes else distinct


def _run_min(meld: Any, s: Any) -> Truth:
    return len(meld.slots) >= s.run.min


def _run_max(meld: Any, s: Any) -> Truth:
    return s.run.max == "any" or len(meld.slots) <= s.run.max


def _run_suit(meld: Any, s: Any) -> Truth:
    if s.run.suit == "any":
        return True
    return all_of(equal(slot.as_suit, meld.slots[0].as_suit) for slot in meld.slots[1:])


def _consecutive(meld: Any, s: Any) -> Truth:
    return all_of(equal(right.place, add(left.place, 1)) for left, right in pairwise(meld.slots))


def _run_ends(meld: Any, s: Any) -> Truth:
    ranks = len(s.deck.ranks)
    first, last = meld.slots[0].place, meld.slots[-1].place
    if s.run.ends == "low":
        return at_most(last, ranks)
    if s.run.ends == "high":
        return all_of([less(1, first), at_most(last, ranks + 1)])
    if s.run.ends == "either":
        return all_of([at_most(last, ranks + 1), negate(all_of([equal(first, 1), equal(last, ranks + 1)]))])
    if s.run.ends == "both":
        return at_most(last, ranks + 1)
    once_round = len(meld.slots) <= ranks
    return all_of([once_round, negate(equal(first, ranks))]) if s.run.ends == "cyclic-not-from-top" else once_round


def _no_two_adjacent(meld: Any, s: Any) -> Truth:
    if s.run.wilds.adjacent:
        return True
    return all_of(negate(all_of([left.wild, right.wild])) for left, right in pairwise(meld.slots))


def _no_wild_at_ends(meld: Any, s: Any) -> Truth:
    if s.run.wilds.at_ends:
        return True
    return all_of([negate(meld.slots[0].wild), negate(meld.slots[-1].wild)])


def _limits(kind: Literal["set", "run"]) -> Sequence[Rule]:
    """The rules on numbers of wilds and naturals, which sets and runs have alike."""

    def group(s: Any) -> Any:
        return s.set if kind == "set" else s.run

    def enough_naturals(meld: Any, s: Any) -> Truth:
        return at_most(group(s).naturals.min, naturals(meld))

    def within(limit: object, number: Callable[[], Num]) -> Truth:
        return True if limit == "any" else at_most(number(), limit)

    def few_wilds(meld: Any, s: Any) -> Truth:
        return within(group(s).wilds.max, lambda: wilds(meld))

    def few_jokers(meld: Any, s: Any) -> Truth:
        return within(group(s).wilds.max_joker, lambda: count(is_joker(slot) for slot in meld.slots))

    def few_ranked(meld: Any, s: Any) -> Truth:
        return within(
            group(s).wilds.max_ranked,
            lambda: count(all_of([slot.wild, negate(is_joker(slot))]) for slot in meld.slots),
        )

    def balanced(meld: Any, s: Any) -> Truth:
        balance = group(s).wilds.balance
        if balance == "any":
            return True
        return (at_most if balance == "at-most-naturals" else less)(wilds(meld), naturals(meld))

    return (
        Rule(f"{kind}.naturals.min", f"{kind}.naturals.min", kind, False, enough_naturals,
             ("fewer than {naturals}", "hay menos de {naturals}")),
        Rule(f"{kind}.wilds.max", f"{kind}.wilds.max", kind, False, few_wilds,
             ("more than {wilds}", "hay más de {wilds}")),
        Rule(f"{kind}.wilds.max_joker", f"{kind}.wilds.max_joker", kind, False, few_jokers,
             ("more than {jokers}", "hay más de {jokers}")),
        Rule(f"{kind}.wilds.max_ranked", f"{kind}.wilds.max_ranked", kind, False, few_ranked,
             ("more than {ranked}", "hay más de {ranked}")),
        Rule(f"{kind}.wilds.balance", f"{kind}.wilds.balance", kind, False, balanced,
             ("too many wilds for the naturals", "hay demasiados comodines para las naturales")),
    )  # fmt: skip


RULES: tuple[Rule, ...] = (
    Rule("set.min", "set.min", "set", True, _set_min,
         ("a set has at least {cards}", "una pierna tiene al menos {cards}")),
    Rule("set.max", "set.max", "set", True, _set_max,
         ("a set has at most {cards}", "una pierna tiene como mucho {cards}")),
    Rule("set.rank", "set.min", "set", True, _one_rank,
         ("the cards are not of one rank", "las cartas no son de un mismo valor")),
    Rule("set.suits", "set.suits", "set", False, _set_suits,
         ("the suits are not as a set asks", "los palos no son los que pide una pierna")),
    *_limits("set"),
    Rule("run.min", "run.min", "run", True, _run_min,
         ("a run has at least {cards}", "una escalera tiene al menos {cards}")),
    Rule("run.max", "run.max", "run", True, _run_max,
         ("a run has at most {cards}", "una escalera tiene como mucho {cards}")),
    Rule("run.suit", "run.suit", "run", True, _run_suit,
         ("the cards are not of one suit", "las cartas no son de un mismo palo")),
    Rule("run.consecutive", "run.suit", "run", True, _consecutive,
         ("the cards do not follow one another", "las cartas no son seguidas")),
    Rule("run.ends", "run.ends", "run", False, _run_ends,
         ("the run goes past an end where the ace may not stand", "la escalera pasa por una punta donde el as no puede ir")),
    *_limits("run"),
    Rule("run.wilds.adjacent", "run.wilds.adjacent", "run", False, _no_two_adjacent,
         ("two wilds stand side by side", "hay dos comodines juntos")),
    Rule("run.wilds.at_ends", "run.wilds.at_ends", "run", False, _no_wild_at_ends,
         ("a wild stands at an end", "hay un comodín en una punta")),
    Rule("wilds.ranks", "wilds.ranks", "any", False, _only_wild_cards_are_wild,
         ("a card that is not wild stands for another", "una carta que no es comodín reemplaza a otra")),
    Rule("wilds.natural", "wilds.natural", "any", False, _wild_ranks_in_their_place,
         ("a wild rank plays a role it may not play there", "una carta de valor comodín no puede tener ahí ese papel")),
    Rule("natural", "wilds.ranks", "any", True, _naturals_are_themselves,
         ("a natural stands for another card", "una carta natural reemplaza a otra")),
)  # fmt: skip
"""Every rule of a meld, in the vocabulary's order."""


def applies(rule: Rule, meld: Any) -> Truth:
    return True if rule.kind == "any" else equal_kind(meld, rule.kind)


def is_legal(meld: Any, s: Any) -> Truth:
    """Whether an assigned meld keeps every rule."""
    return all_of(implies(applies(rule, meld), rule.holds(meld, s)) for rule in RULES)


def broken_rules(meld: Any, s: Any) -> tuple[Rule, ...]:
    """The rules that a concrete assigned meld breaks, in the vocabulary's order."""
    return tuple(rule for rule in RULES if applies(rule, meld) and not rule.holds(meld, s))


def keeps_all_rules(meld: Any, s: Any) -> bool:
    """Whether a concrete assigned meld keeps every rule; the first one that it breaks settles it."""
    return not any(applies(rule, meld) and not rule.holds(meld, s) for rule in RULES)
