"""A deal as mere counts: how many cards the mover, the others, the stock, the pile and the table have.

One turn is a relation between two such states, written in the logic of rules: a solver reads it over all numbers at
once, and Python over the turns of games that were played.
"""

from __future__ import annotations

from typing import NamedTuple

from meldproof.rules import smt
from meldproof.rules.logic import Num, Truth, add, all_of, any_of, at_most, choose, equal, less, negate, total
from meldproof.variants.vocabulary import Settings


class Counts(NamedTuple):
    """Cards of the mover, of the others, in the stock, in the pile, on the table, out of play; rebuilds so far.

    `blank` counts the turns in a row in which nothing was laid though nothing could be drawn.
    """

    hand: Num
    others: Num
    stock: Num
    pile: Num
    table: Num
    dead: Num
    rebuilt: Num
    blank: Num


class Turn(NamedTuple):
    """What happens in a turn: cards from the stock, from the pile, laid, discarded; whether the stock was rebuilt,
    and whether another player has bought the discard that was left.
    """

    from_stock: Num
    from_pile: Num
    laid: Num
    discarded: Num
    rebuilds: Truth
    bought: Truth = False


def symbolic_counts(name: str) -> Counts:
    return Counts(*(smt.number_variable(f"{name}.{field}") for field in Counts._fields))


def symbolic_turn() -> Turn:
    from_stock, from_pile, laid, discarded = (smt.number_variable(f"a_turn.{field}") for field in Turn._fields[:4])
    return Turn(
        from_stock,
        from_pile,
        laid,
        discarded,
        *(smt.truth_variable(f"a_turn.{name}") for name in ("rebuilds", "bought")),
    )


def is_of_deck(state: Counts, cards: int, players: int, s: Settings) -> Truth:
    """No count is beyond what there can be: wider than decks, as they need not add up to its cards."""
    few = [at_most(part, cards) for part in state[:6]]
    rebuilds = [] if s.stock.rebuilt == "any" else [at_most(state.rebuilt, s.stock.rebuilt)]
    return all_of([*few, *rebuilds, less(state.blank, players)])


def is_turn(before: Counts, turn: Turn, after: Counts, s: Settings) -> Truth:
    """Whether the rules let a turn do that, as far as counts tell; `after` still counts for the same mover.

    A relation wider than the rules: what no count tells (which cards are melds) is left open, and so is what the turn
    leaves in hand (`keeps_the_hand`), on which nothing here depends and with which a solver takes a thousand times as
    long.
    """
    stock_then = add(before.stock, choose(turn.rebuilds, add(before.pile, -1), 0))
    pile_then = choose(turn.rebuilds, 1, before.pile)
    return all_of(
        [
            _draws(before, turn, stock_then, pile_then, s),
            _may_be_bought(turn, pile_then, s),
            at_most(turn.laid, add(before.hand, add(turn.from_stock, turn.from_pile))),
            equal(add(after.stock, choose(turn.bought, s.buy.extra, 0)), add(stock_then, -turn.from_stock)),
            equal(add(after.pile, add(turn.from_pile, choose(turn.bought, 1, 0))), add(pile_then, turn.discarded)),
            equal(after.table, add(before.table, turn.laid)),
            equal(after.others, add(before.others, choose(turn.bought, 1 + s.buy.extra, 0))),
            equal(after.dead, before.dead),
            equal(after.rebuilt, add(before.rebuilt, choose(turn.rebuilds, 1, 0))),
            equal(turn.discarded, 1) if s.discard.each_turn else equal(turn.discarded, 0),
            equal(after.blank, choose(all_of([equal(turn.laid, 0), at_most(before.stock, s.stock.left)]),
                                   add(before.blank, 1), 0)),
        ]
    )  # fmt: skip


def _may_be_bought(turn: Turn, pile: Num, s: Settings) -> Truth:
    """A discard is bought that is left by a draw from the stock."""
    if s.buy.who == "nobody":
        return negate(turn.bought)
    return any_of([negate(turn.bought), all_of([less(0, turn.from_stock), less(0, pile)])])


def keeps_the_hand(before: Counts, turn: Turn, after: Counts) -> Truth:
    """Whether the mover's cards afterwards are those before and drawn but those laid and discarded."""
    gone, come = add(turn.laid, turn.discarded), add(turn.from_stock, turn.from_pile)
    return equal(add(after.hand, gone), add(before.hand, come))


def may_draw(before: Counts, turn: Turn, s: Settings) -> Truth:
    """Whether a turn may draw so, the stock rebuilt first where the turn says so."""
    stock = add(before.stock, choose(turn.rebuilds, add(before.pile, -1), 0))
    return _draws(before, turn, stock, choose(turn.rebuilds, 1, before.pile), s)


def _draws(before: Counts, turn: Turn, stock: Num, pile: Num, s: Settings) -> Truth:
    """From the stock, from the pile, or not at all where that is allowed."""
    used_up = at_most(before.stock, s.stock.left)
    none = all_of([equal(turn.from_stock, 0), equal(turn.from_pile, 0)])
    may_rebuild = all_of(
        [
            used_up,
            s.stock.becomes_anew,
            less(1, before.pile),
            True if s.stock.rebuilt == "any" else less(before.rebuilt, s.stock.rebuilt),
        ]
    )
    from_stock = all_of(
        [
            less(s.stock.left if not s.stock.becomes_anew else 0, stock),
            less(0, turn.from_stock),
            at_most(turn.from_stock, s.draw.stock),
            at_most(turn.from_stock, stock),
            equal(turn.from_pile, 0),
        ]
    )
    taken = {
        "none": False,
        "top": equal(turn.from_pile, 1),
        "pile": equal(turn.from_pile, pile),
        "depth": at_most(turn.from_pile, pile),
    }[s.draw.discard]
    from_pile = all_of(
        [less(0, pile), less(0, turn.from_pile), at_most(turn.from_pile, pile), equal(turn.from_stock, 0), taken]
    )
    if s.draw.entry != "free":
        from_pile = all_of([from_pile, less(0, turn.laid)])
    ways = [from_stock, from_pile]
    if s.stock.empty == "play-on":
        ways.append(all_of([used_up, none]))
    if s.stock.becomes_anew and not _takes_freely(s):
        ways.append(all_of([used_up, none, equal(before.pile, 1), negate(turn.rebuilds)]))
    if s.draw.when == "if-nothing-laid":
        ways = [all_of([equal(turn.laid, 0), any_of([from_stock, from_pile, all_of([used_up, none])])]),
                all_of([less(0, turn.laid), none])]  # fmt: skip
    return all_of([any_of(ways), any_of([negate(turn.rebuilds), may_rebuild])])


def _takes_freely(s: Settings) -> bool:
    """Whether anybody may take from the discard pile in any turn, and keep what they take: who may need not pass."""
    return s.draw.discard != "none" and s.draw.entry == "free" and not may_be_kept_from_the_pile(s)


def may_be_kept_from_the_pile(s: Settings) -> bool:
    """Whether some players, turns or cards take nothing from it, or only what is then laid: no count tells."""
    return s.draw.entry_unopened != "same" or s.draw.discard_from_turn > 1 or not s.draw.wilds


def cards_in_all(state: Counts) -> Num:
    """The sum of all cards: those out of play, too."""
    return total(state[:6])


def is_over(state: Counts, s: Settings) -> Truth:
    """Whether a deal ends for want of a stock as soon as a turn passes."""
    if s.stock.empty in ("void", "end-hand"):
        return at_most(state.stock, s.stock.left)
    if not s.stock.becomes_anew or s.stock.rebuilt == "any":
        return False
    return all_of([at_most(state.stock, s.stock.left), at_most(s.stock.rebuilt, state.rebuilt)])


def may_end_the_turn(state: Counts, s: Settings, turn: int = 1) -> Truth:
    """Whether the mover, laying nothing, may get to the end of the turn or of the deal: whatever the cards are.

    In the mover's `turn` of the deal, or a later one: no count tells which, and in the first ones none may close.
    """
    used_up = at_most(state.stock, s.stock.left)
    draws = [
        all_of([may_draw(state, drawn, s), less(0, add(drawn.from_stock, drawn.from_pile))])
        for drawn in _draws_without_laying(state, s)
    ]
    a_card_more = less(1, state.hand)
    may_lay = s.melding.at != "turn" or (turn >= s.melding.from_turn and (s.melding.first_turn or turn > 1))
    may_close = may_lay and turn >= s.close.from_turn
    last_may_go = s.close.by == "empty-hand" and s.discard.to_close != "forbidden" and may_close
    can_discard: Truth = any_of([a_card_more, last_may_go])
    if s.draw.when == "if-nothing-laid":
        return any_of([*draws, can_discard if s.discard.each_turn else used_up])
    waits: Truth = used_up if s.stock.empty == "play-on" else False
    if s.stock.becomes_anew and not _takes_freely(s):
        waits = all_of([used_up, equal(state.pile, 1)])
    passes = used_up if s.stock.empty == "discard-only" else False
    drawn: Truth = any_of(draws)
    return any_of([drawn, passes, all_of([waits, can_discard]) if s.discard.each_turn else waits])


def _draws_without_laying(state: Counts, s: Settings) -> list[Turn]:
    """Turns that draw and lay nothing: from the stock, rebuilt first or not; a card, or all, from the pile."""
    discarded = int(s.discard.each_turn)
    stock = [Turn(drawn, 0, 0, discarded, new) for drawn in range(1, s.draw.stock + 1) for new in (False, True)]
    taken = (1, state.pile) if _takes_freely(s) else ()
    return [*stock, *(Turn(0, number, 0, discarded, False) for number in taken)]


def comes_nearer(before: Counts, after: Counts, s: Settings, players: int) -> Truth:
    """Whether a turn brings the end nearer: fewer rebuilds left, else fewer cards in the stock, else more on the table,
    else one blank turn more."""
    steps: list[tuple[Truth, Truth]] = [
        (less(before.rebuilt, after.rebuilt), equal(before.rebuilt, after.rebuilt)),
        (less(after.stock, before.stock), equal(after.stock, before.stock)),
        (less(before.table, after.table), equal(before.table, after.table)),
        (less(before.blank, after.blank), True),
    ]
    if s.stock.rebuilt == "any":
        steps = steps[1:]
    nearer: Truth = False
    for closer, same in reversed(steps):
        nearer = any_of([closer, all_of([same, nearer])])
    return nearer
