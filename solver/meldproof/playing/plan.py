"""A turn as an arrangement problem, and an arrangement as the actions that lay it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from meldproof.arranging.problem import Arrangement, Opening, Problem
from meldproof.arranging.solve import solve_met
from meldproof.cards import Card, Meld
from meldproof.checking.roles import can_be_wild
from meldproof.notation import cards_text
from meldproof.playing import actions as a
from meldproof.playing.discarding import barred_in_itself, discards, entry_rule
from meldproof.playing.from_when_on import may_close
from meldproof.playing.knocking import knock_arrangement, knock_limits
from meldproof.playing.laying import may_add_to
from meldproof.playing.opening import opening_due
from meldproof.playing.reading import text_of
from meldproof.playing.state import DealState, Lying, MatchState
from meldproof.variants.vocabulary import Settings

Table = tuple[tuple[int, Meld], ...]
"""Table melds with their numbers."""


def discard_mode(match: MatchState) -> str:
    """Whether a turn's discard is part of the arrangement: none, required, or optional (where closing needs none)."""
    terms = match.settings.discard
    if not terms.each_turn:
        return "none"
    return "required" if terms.to_close == "required" else "optional"


def opening_of(match: MatchState, deal: DealState) -> Opening | None:
    """The opening that the mover owes, or None; of no points where only a first meld must come before any lay-off."""
    terms, layoff = match.settings.opening, match.settings.layoff
    points = opening_due(match, deal)
    lays_off_after = layoff.on not in ("none", "knocker") and layoff.start != "always"
    if deal.opened[deal.to_move] or not (points or terms.pure_runs or terms.melds or lays_off_after):
        return None
    return Opening(points, terms.pure_runs, terms.cards == "own", terms.melds)


def closing_discard(s: Settings) -> str:
    """The discard that belongs to the turn that closes: none, required, or optional."""
    if s.close.by == "knock":
        return "required"
    if not s.discard.each_turn or s.discard.to_close == "forbidden":
        return "none"
    return s.discard.to_close


def discard_of(match: MatchState, deal: DealState, card: str) -> a.Discard:
    """A discard of the mover's; the one that closes face down, where it lies so."""
    last = deal.hands[deal.to_move].size == 1 and match.settings.close.by == "empty-hand"
    return a.Discard(card=card, face_down=last and match.settings.discard.face_down)


def closing_problem(match: MatchState, deal: DealState, table: Sequence[tuple[int, Meld]]) -> Problem:
    """The arrangement problem of closing with the cards that the mover holds."""
    opening = exempt(match.settings, opening_of(match, deal))
    owed = Counter(() if deal.turn.entry is None else (deal.turn.entry,))
    discard = closing_discard(match.settings)
    lays_all = match.settings.close.by == "empty-hand" and discard != "none"
    use = tuple((owed | Counter(barred_in_itself(match, deal) if lays_all else ())).elements())
    objective = ("deadwood_points",) if match.settings.close.by == "knock" else ("deadwood_cards",)
    return turn_problem(match, deal, objective, table=table, use=use, opening=opening, discard=discard)


def laid_to_close(s: Settings, hand: Sequence[Card]) -> tuple[Card, ...]:
    """The cards of a hand that can't be the discard that closes, so that they are laid: wilds not to be discarded."""
    if s.discard.wilds or s.close.by == "knock" or closing_discard(s) == "none":
        return ()
    return tuple(card for card in hand if can_be_wild(card, s))


def closes(problem: Problem, upcard: Card | None) -> Arrangement | None:
    """An arrangement that closes: all is laid but a discard, or so much that a knock may be made; None if none does.

    `upcard` is the card first turned up.
    """
    if problem.settings.close.by == "knock":
        return knock_arrangement(problem, knock_limits(problem.settings, upcard), _fast)
    answer = _fast(problem)
    return None if answer is None or answer.figures.deadwood_cards else answer


def _fast(problem: Problem) -> Arrangement | None:
    return solve_met(problem, "fast")


def exempt(s: Settings, opening: Opening | None) -> Opening | None:
    """What an opening asks of the play that closes: its price or none; a first meld, where lay-offs come after one."""
    if opening is None or s.opening.binds_closing:
        return opening
    lays_off_after = s.layoff.on not in ("none", "knocker") and s.layoff.start != "always"
    return Opening(0, 0, opening.own_cards) if lays_off_after else None


def touchable(match: MatchState, deal: DealState, most_cards: int | None = None) -> tuple[tuple[int, Meld], ...]:
    """The table melds that the mover may use, with their numbers; a table larger than `most_cards` is left alone.

    Those too that may be added to once the mover's own first meld lies, where the same turn can bring it.
    """
    table = tuple(enumerate(lying.meld for lying in deal.table))
    rearranges = match.settings.table.rearrange != "none"
    if rearranges:
        cards = sum(len(meld.slots) for _, meld in table)
        full = match.settings.table.rearrange == "full"
        may = deal.opened[deal.to_move] or match.settings.opening.cards == "own"
        return table if full and may and (most_cards is None or cards <= most_cards) else ()
    player = deal.to_move
    if match.settings.layoff.start == "next-turn" and (not deal.opened[player] or deal.turn.opening):
        return ()
    return tuple((number, meld) for number, meld in table if may_add_to(match, player, deal.table[number]))


def known_draws(match: MatchState, deal: DealState) -> Iterator[a.Action]:
    """The draws that show what they bring: from the discard pile, to each depth that may be taken, or none at all."""
    depth = match.settings.draw.discard == "depth"
    for count in range(1, len(deal.pile) + 1 if depth else 2):
        yield a.Draw(source="discard", count=count if depth else None)
    yield a.Pass()


def owes_new_meld(match: MatchState, deal: DealState) -> bool:
    """Whether the mover owes a card that must go into a new meld: taken from the discard pile, or a wild freed."""
    if deal.turn.freed and match.settings.exchange.into == "new-meld":
        return True
    return deal.turn.entry is not None and entry_rule(match, deal) == "new-meld"


def turn_problem(
    match: MatchState,
    deal: DealState,
    objective: Sequence[str],
    *,
    table: Sequence[tuple[int, Meld]] = (),
    use: Sequence[Card] = (),
    opening: Opening | None = None,
    discard: str | None = None,
) -> Problem:
    """The arrangement problem of the mover's hand."""
    hand = deal.hands[deal.to_move].cards
    mode = discard_mode(match) if discard is None else discard
    melds = tuple(meld for _, meld in table)
    only_grows = match.settings.melding.new == "opening-only" and deal.opened[deal.to_move]
    return Problem(
        match.variant, match.deck, hand, melds, mode, opening, tuple(use), tuple(objective), only_grows=only_grows
    )


def turn_problems(
    match: MatchState, deal: DealState, objective: Sequence[str], *, table: Table, use: Sequence[Card] = ()
) -> Iterator[Problem]:
    """The arrangement problems whose answers leave a turn that can end.

    Several where the last card can't be discarded, as that would close, or where some cards may not be discarded: then
    one for each card that is kept, and one for each that goes.
    """
    terms, closing = match.settings.discard, may_close(match, deal)
    opening = opening_of(match, deal)
    whole = turn_problem(match, deal, objective, table=table, use=use, opening=opening)
    without_discard = closing and terms.to_close != "required"
    if not terms.each_turn:
        yield from [whole] if closing else _less_one(whole, whole.hand)
        return
    kept = [whole] if closing and terms.to_close != "forbidden" else _less_one(whole, whole.hand)
    going = discards(match, deal)
    if len(going) == len(set(whole.hand)):
        if without_discard and terms.to_close == "forbidden":
            yield replace(whole, discard="none", use=whole.hand)
        yield from (one if one is whole else replace(one, discard="required") for one in kept)
        return
    if without_discard:
        yield replace(whole, discard="none", use=whole.hand)
    for one in kept:
        yield from (replace(rest, discard="none") for rest in _less_one(one, going))


def _less_one(problem: Problem, cards: Sequence[Card]) -> Iterator[Problem]:
    """The problem without each of some cards of its hand in turn, as far as what must be used is left."""
    for card in sorted(set(cards)):
        rest = list(problem.hand)
        if card in rest:
            rest.remove(card)
            if rest and not Counter(problem.use) - Counter(rest):
                yield replace(problem, hand=tuple(rest))


def laying_actions(match: MatchState, answer: Arrangement, table: Sequence[tuple[int, Meld]]) -> list[a.Action]:
    """The actions that lay an arrangement: new melds together, then what grows on the table; or the whole table."""
    if answer.problem.rearranges:
        if not answer.figures.melded_cards:
            return []
        there = {number for number, _ in table}
        kept = [text_of(match, lying.meld) for number, lying in enumerate(_lying(match)) if number not in there]
        return [a.Rearrange(table=(*kept, *(text_of(match, laid.meld) for laid in answer.melds)))]
    new = tuple(text_of(match, laid.meld) for laid in answer.melds if laid.grown_from is None)
    actions: list[a.Action] = [a.LayMelds(melds=new)] if new else []
    for laid in answer.melds:
        if laid.grown_from is not None:
            number, old = table[laid.grown_from]
            if len(laid.meld.slots) > len(old.slots):
                cards = list(laid.meld.cards)
                for card in old.cards:
                    cards.remove(card)
                text = cards_text(cards, match.deck)
                actions.append(a.LayOff(meld=number, cards=text, to=text_of(match, laid.meld)))
    return actions


def _lying(match: MatchState) -> Sequence[Lying]:
    assert match.deal is not None
    return match.deal.table
