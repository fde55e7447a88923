"""Where the ace may stand in a run, and what it is worth there.

A run is read here as the cards it stands for, one beside the other; `run.ends` is put in a player's words again.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from meldproof.proving.basis import for_all
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
from meldproof.rules.logic import Truth, all_of, any_of, choose, equal, negate
from meldproof.rules.melds import has_wild_rank, is_joker, is_legal, rank_at
from meldproof.rules.symbolic import SymbolicMeld, SymbolicSlot
from meldproof.rules.worth import point_tables, slot_worth
from meldproof.variants.clauses import Text
from meldproof.variants.vocabulary import Settings

LOW, HIGH = Text("the ace low", "el as abajo"), Text("the ace high", "el as arriba")


def _ace_stands_at_an_end(context: Context) -> ClaimOutcome:
    """Never inside; last where it is high, first where it is low, both at once only where `run.ends` is "both"."""
    s = context.settings
    if s.run.ends.startswith("cyclic"):
        return allowed(
            context,
            _run_sizes(s),
            lambda run: any_of(_is(slot, 1, s) for slot in run.slots[1:-1]),
            ("an ace inside a run", "un as adentro de una escalera"),
            kind="run",
        )

    def misplaced(run: SymbolicMeld) -> Truth:
        first, last = _is(run.slots[0], 1, s), _is(run.slots[-1], 1, s)
        wrong_end = {"low": last, "high": first, "either": all_of([first, last]), "both": False}[s.run.ends]
        return any_of([wrong_end, *(_is(slot, 1, s) for slot in run.slots[1:-1])])

    return no_such_meld(context, _run_sizes(s), misplaced, kind="run")


def _no_king_ace_two(context: Context) -> ClaimOutcome:
    """The top rank, the ace and the two do not follow one another, unless runs are cyclic; some may not begin so."""
    s = context.settings
    top = len(s.deck.ranks)

    def goes_round(run: SymbolicMeld) -> Truth:
        starts = [0] if s.run.ends == "cyclic-not-from-top" else range(len(run.slots) - 2)
        return any_of(
            all_of([_is(run.slots[i], top, s), _is(run.slots[i + 1], 1, s), _is(run.slots[i + 2], 2, s)])
            for i in starts
        )

    if s.run.ends == "cyclic":
        words = ("a run that goes round the ace", "una escalera que da la vuelta por el as")
        return allowed(context, _run_sizes(s, 3), goes_round, words, kind="run")
    return no_such_meld(context, _run_sizes(s, 3), goes_round, kind="run")


def _no_run_too_long(context: Context) -> ClaimOutcome:
    """A suit has no more ranks than that; only the ace at both ends makes one more."""
    s = context.settings
    longest = len(s.deck.ranks) + (s.run.ends == "both")
    return no_such_meld(context, every_size("run", s, context.deck, longest + 1), lambda run: True, kind="run")


def _ace_points(context: Context) -> ClaimOutcome:
    """Low before the two, high after the top rank, in sets and in hand: what `points.ace` says."""
    s = context.settings
    worths, ace = point_tables(s).melded, s.points.ace

    def wrong_in_run(run: SymbolicMeld) -> Truth:
        return any_of(
            all_of([_is_natural_ace(slot), negate(equal(slot_worth(slot, False, worths), ace.high if i else ace.low))])
            for i, slot in enumerate(run.slots)
        )

    def wrong_in_set(one: SymbolicMeld) -> Truth:
        return any_of(
            all_of([_is_natural_ace(slot), negate(equal(slot_worth(slot, True, worths), ace.set))])
            for slot in one.slots
        )

    in_hand = s.wilds.ranked.hand if s.deck.ranks[0] in s.wilds.ranks else ace.hand
    if point_tables(s).hand[1] != in_hand:
        return ClaimOutcome("refuted", f"{s.deck.ranks[0]}: {point_tables(s).hand[1]} ≠ {in_hand}")
    return together(
        no_such_meld(context, _run_sizes(s, 3), wrong_in_run, kind="run", among=_has_natural_ace),
        no_such_meld(context, every_size("set", s, context.deck), wrong_in_set, kind="set", among=_has_natural_ace),
    )


def _joker_in_the_aces_place(context: Context) -> ClaimOutcome:
    """At each end where an ace may stand: to the ace's place from anywhere, and from there to anywhere."""
    s = context.settings
    if not max(s.deck.jokers.numbers):
        return nothing_to_claim("there are no jokers", "no hay comodines impresos")
    outcomes = []
    for end, here, words in ((0, s.run.ends != "high", LOW), (-1, s.run.ends != "low", HIGH)):
        if here:
            outcomes += [_at_end(_to_the_ace(context, end), words), _at_end(_from_the_ace(context, end), words)]
    return together(*outcomes)


def _at_end(outcome: ClaimOutcome, words: Text) -> ClaimOutcome:
    """The outcome with the end of which it speaks."""
    if outcome.status != "proved" or outcome.basis is None:
        return msgspec.structs.replace(outcome, note=_with_end(Text(outcome.said("en"), outcome.said("es")), words))
    over = _with_end(outcome.basis.over, words)
    return proved(outcome.said("en"), outcome.said("es"), for_all(over.en, over.es))


def _with_end(text: Text, words: Text) -> Text:
    return Text(f"{words.en}: {text.en}", f"{words.es}: {text.es}") if text.en else text


def _to_the_ace(context: Context, end: int) -> ClaimOutcome:
    """A legal run with a joker at an end, moved so that the joker stands for the ace there: as legal."""
    s = context.settings

    def moved(run: SymbolicMeld) -> SymbolicMeld:
        return _run_from(run, _ace_first(len(run.slots), end, s), s)

    def can_be_moved(run: SymbolicMeld) -> Truth:
        return all_of([_joker_at(end, run), _has_its_naturals(moved(run), s)])

    def refused(run: SymbolicMeld) -> Truth:
        return all_of([can_be_moved(run), negate(is_legal(moved(run), s))])

    return no_such_meld(context, _joker_sizes(s), refused, kind="run", among=can_be_moved)


def _from_the_ace(context: Context, end: int) -> ClaimOutcome:
    """A legal run with a joker for the ace at an end, moved anywhere where no place is an ace's: as legal."""
    s = context.settings
    top = len(s.deck.ranks)

    def at_the_ace(run: SymbolicMeld) -> Truth:
        return all_of([_joker_at(end, run), equal(run.slots[0].place, _ace_first(len(run.slots), end, s))])

    def refused(run: SymbolicMeld) -> Truth:
        moved = [_run_from(run, first, s) for first in range(2, top + 2 - len(run.slots))]
        refusals = (all_of([_has_its_naturals(one, s), negate(is_legal(one, s))]) for one in moved)
        return all_of([at_the_ace(run), any_of(refusals)])

    shorter = [size for size in _joker_sizes(s) if size < top]
    return no_such_meld(context, shorter, refused, kind="run", among=at_the_ace)


def _joker_sizes(s: Settings) -> range:
    return range(max(s.run.min, 3), len(s.deck.ranks) + 1)


def _ace_first(size: int, end: int, s: Settings) -> int:
    """Where a run begins that has the ace's place at an end."""
    return 1 if end == 0 else len(s.deck.ranks) + 2 - size


def _joker_at(end: int, run: SymbolicMeld) -> Truth:
    """A joker is wild at the end, and all other wilds are jokers."""
    only_jokers = all_of(any_of([negate(slot.wild), is_joker(slot)]) for slot in run.slots)
    return all_of([is_joker(run.slots[end]), run.slots[end].wild, only_jokers])


def _has_its_naturals(run: SymbolicMeld, s: Settings) -> Truth:
    """No natural is of a rank that is never natural: there is no such card to move."""
    if s.wilds.natural != "never":
        return True
    return all_of(any_of([slot.wild, negate(has_wild_rank(slot, s))]) for slot in run.slots)


def _run_from(run: SymbolicMeld, first: int, s: Settings) -> SymbolicMeld:
    """The same roles from another place on."""
    return SymbolicMeld("run", tuple(_moved(slot, place, s) for place, slot in enumerate(run.slots, first)))


def _run_sizes(s: Settings, least: int = 2) -> Sequence[int]:
    """Every size that the places admit."""
    return range(least, 2 * len(s.deck.ranks) + 1)


def _is(slot: SymbolicSlot, rank: int, s: Settings) -> Truth:
    """The slot stands for a card of a rank."""
    return equal(rank_at(slot.place, s), rank)


def _is_natural_ace(slot: SymbolicSlot) -> Truth:
    return all_of([equal(slot.rank, 1), negate(slot.wild)])


def _has_natural_ace(meld: SymbolicMeld) -> Truth:
    return any_of(map(_is_natural_ace, meld.slots))


def _moved(slot: SymbolicSlot, place: int, s: Settings) -> SymbolicSlot:
    """The same role at another place: a joker stays a joker, a natural is the card of that place."""
    return slot._replace(rank=choose(slot.wild, slot.rank, rank_at(place, s)), place=place)


THEOREMS = [
    Theorem(
        "ace-at-an-end",
        (
            "In a run the ace stands only at the ends that the variant names, and never inside unless runs go round.",
            "En una escalera el as va en las puntas que dice la variante, y adentro solo si la escalera da la vuelta.",
        ),
        ("deck", "run", "wilds.ranks", "wilds.natural"),
        _ace_stands_at_an_end,
        ("every run of 2 to twice as many cards as there are ranks", "toda escalera de 2 a dos vueltas de cartas"),
        "solver",
    ),
    Theorem(
        "no-king-ace-two",
        (
            "No run goes from the top rank over the ace to the two, unless the variant says that runs go round.",
            "Ninguna escalera pasa del valor más alto por el as al dos, salvo que la variante diga que dan la vuelta.",
        ),
        ("deck", "run", "wilds.ranks", "wilds.natural"),
        _no_king_ace_two,
        ("every run of 2 to twice as many cards as there are ranks", "toda escalera de 2 a dos vueltas de cartas"),
        "solver",
    ),
    Theorem(
        "no-run-longer-than-a-suit",
        (
            "No run has more cards than a suit has ranks, one more where the ace may stand at both ends at once.",
            "Ninguna escalera tiene más cartas que valores un palo; una más si el as puede ir en ambas puntas.",
        ),
        ("deck", "run", "wilds.ranks", "wilds.natural"),
        _no_run_too_long,
        (
            "every size from one more than a suit on, to twice round",
            "todo tamaño desde uno más que un palo hasta dos vueltas",
        ),
        "solver",
    ),
    Theorem(
        "ace-points",
        (
            "A natural ace is worth its low, high or set points where it is melded, and its hand points in hand.",
            "Un as natural vale bajado sus puntos de abajo, de arriba o de pierna, y en la mano los de mano.",
        ),
        ("deck", "set", "run", "wilds", "points"),
        _ace_points,
        (
            "every set and run of every size that the places admit",
            "toda pierna y escalera de todo tamaño que admiten los lugares",
        ),
        "solver",
    ),
    Theorem(
        "joker-in-the-aces-place",
        (
            "A run with a joker at an end stays legal when moved so that the joker stands for an ace there, and back.",
            "Una escalera con un morrucho en la punta sigue legal si se corre hasta que reemplaza al as, y al revés.",
        ),
        ("deck", "run", "wilds.ranks", "wilds.natural"),
        _joker_in_the_aces_place,
        (
            "every run with a joker at an end, no wilds but jokers, whose naturals are there at the other place",
            "toda escalera con un morrucho en la punta, sin otros comodines, cuyas naturales existen en el otro lugar",
        ),
        "solver",
    ),
]
