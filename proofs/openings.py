"""Whether an opening can be reached at all: the most that the cards of a turn can lay, over every hand of the deck.

The figures are exact (`proving.richest`), and each comes with cards that an engine arranges to the same sum. That a few
cards can't be worth as much as an opening asks is put to the solver as well (`proving.opening_bound`), and certified by
prices of cards (`proving.priced`).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import msgspec

from meldproof.arranging.graph.engine import most_opening_points
from meldproof.arranging.graph.search import OutOfTime
from meldproof.arranging.problem import Opening, Problem
from meldproof.cards import Deck
from meldproof.notation import cards_text, meld_texts
from meldproof.proving.basis import exhaustive, of_records
from meldproof.proving.opening_bound import Bounded, worth_at_least
from meldproof.proving.priced import Prices, certified
from meldproof.proving.recorded import as_read, is_as_written, recorded
from meldproof.proving.repairs import clash_of, clash_text
from meldproof.proving.richest import Needs, Purse, Richest, RichMelds
from meldproof.proving.theorem import THE_VARIANT, ClaimOutcome, Context, Theorem, nothing_to_claim, proved, together
from meldproof.rules.worth import point_tables
from meldproof.variants.clauses import Text
from meldproof.variants.vocabulary import Settings
from meldproof.witnesses.clocks import OUT_OF_TIME, GaveUp

MORE_CARDS = 6
"""Where hands grow: so many cards more than in the first turn are looked at."""
EVERY = 10_000
"""More of a card than any deck holds."""


AN_OPENING = exhaustive(1, "openings asked for, by first turn", "bajadas mínimas pedidas, por primer turno")
"""Cards that open are all that is claimed of one demand in one first turn."""
MOST_ASKED = 8
"""Cards up to which the solver is asked whether they can be worth more than a search has found."""


class BoundTooLowError(Exception):
    """The solver found melds worth more than the search says there are."""


class _Turn(NamedTuple):
    """The first turn of a deal with a number of players: the deck, the cards held, and those that may all be laid."""

    deck: Deck
    held: int
    layable: int


def _an_opening_can_be_reached(context: Context) -> ClaimOutcome:
    """With any number of players, some hand as dealt and one draw can lay an opening in one turn."""
    s = context.settings
    if s.opening.melds:
        return nothing_to_claim(
            "an opening that demands melds is not judged", "una apertura que pide combinaciones no se juzga"
        )
    demands = sorted({points for points in s.opening.points.numbers if points}) or [0] * (s.opening.pure_runs > 0)
    if not demands:
        return nothing_to_claim("no opening is asked for", "no se pide ninguna bajada mínima")
    outcomes = []
    for turn in sorted(set(_turns(s)), key=_by_size):
        for points in reversed(demands):
            outcomes.append(_reached(context, turn, points))
            if not outcomes[-1].held:
                return outcomes[-1]
    return together(*outcomes)


def _reached_or_who_clashes(context: Context) -> ClaimOutcome:
    """Where no hand can open, also which clauses do that together: a change of any one of them alone lets some hand."""
    outcome = _an_opening_can_be_reached(context)
    if outcome.status != "refuted" or "≠" in str(outcome.counterexample):
        return outcome
    try:
        bound = _bound_of_the_first(context)
    except BoundTooLowError as error:
        return ClaimOutcome("refuted", f"≠ {error}")
    reason = clash_text(clash_of(context, _an_opening_can_be_reached, _LOOKED_AT))
    return ClaimOutcome(
        "refuted", outcome.counterexample,
        Text(f"{outcome.said('en')}; {bound.en}; {reason.en}", f"{outcome.said('es')}; {bound.es}; {reason.es}"),
    )  # fmt: skip


def _bound_of_the_first(context: Context) -> Text:
    """What the bound of the first turn that can't open rests on."""
    demands = sorted(points for points in context.settings.opening.points.numbers if points)
    for turn in sorted(set(_turns(context.settings)), key=_by_size):
        for points in reversed(demands):
            if not _reached(context, turn, points).held:
                bounded = Bounded(turn.deck, turn.layable, EVERY, EVERY)
                bound, prices = _bound(context, bounded, points), _certificate(context, bounded, points)
                return Text(f"{bound.en}; {prices.en}", f"{bound.es}; {prices.es}")
    return Text("", "")


def _certificate(context: Context, bounded: Bounded, points: int) -> Text:
    """Prices of cards that certify the bound (`proving.priced`), or that there are none."""
    try:
        prices = certified(context, bounded)
    except GaveUp as limit:
        return Text(f"no prices were found: {limit.note.en}", f"no se hallaron precios: {limit.note.es}")
    if not isinstance(prices, Prices) or prices.bound() >= points:
        return Text("no prices of cards certify it", "ningún precio de cartas la certifica")
    said = prices.said(context.settings.deck.ranks)
    return Text(f"prices of cards certify it: {said.en}", f"precios de cartas la certifican: {said.es}")


def _reached(context: Context, turn: _Turn, points: int) -> ClaimOutcome:
    richest = Richest(context, turn.deck, turn.held)
    needs = _needs(context.settings)
    most = richest.most(_cards(turn.held), needs)
    kept = richest.most(_cards(turn.held - 1), needs)
    layable = most if turn.layable == turn.held else kept
    for found in (most, kept):
        if found is not None and (refuted := _against_the_engine(context, turn.deck, found)):
            return refuted
    if layable is None or layable.points < points:
        if _hands_grow(context.settings):
            return _reached_later(context, turn, points)
        cards = cards_text(layable.cards, turn.deck) if layable else "–"
        figure = layable.points if layable else 0
        return ClaimOutcome("refuted", f"{cards}: {figure} < {points}", _figures(turn, points, most, kept, None))
    fewest = next(n for n in range(1, turn.layable + 1) if richest.reach(points, _cards(n), needs))
    figures = _figures(turn, points, most, kept, fewest)
    return proved(figures.en, figures.es, AN_OPENING)


def _bound(context: Context, bounded: Bounded, points: int) -> Text:
    """What the bound rests on: a search, and for few cards the solver's word. Raises where that says otherwise."""
    if bounded.cards > MOST_ASKED:
        return Text("the bound is a search's", "la cota es de una búsqueda")
    try:
        more = worth_at_least(context, bounded, points)
    except GaveUp:
        return Text("the bound is a search's", "la cota es de una búsqueda")
    if more is not None:
        raise BoundTooLowError(" ; ".join(" ".join(meld_texts(meld, bounded.deck)) for meld in more))
    return Text("the solver finds no melds worth more either", "tampoco el solver halla combinaciones que valgan más")


def _needs(s: Settings) -> Needs:
    """The runs that an opening asks for, and those without which nothing, or no set, counts as melded."""
    return Needs(max(s.opening.pure_runs, s.requirement.pure_runs), s.requirement.runs)


def _hands_grow(s: Settings) -> bool:
    """Whether a player may come to hold more cards than were dealt: by taking a pile, or where nobody discards."""
    return s.draw.discard in ("pile", "depth") or not s.discard.each_turn


def _reached_later(context: Context, turn: _Turn, points: int) -> ClaimOutcome:
    """With more cards than in the first turn, an opening is within reach."""
    most = turn.held + MORE_CARDS
    richest = Richest(context, turn.deck, most)
    for number in range(turn.layable + 1, most + 1):
        if richest.reach(points, _cards(number), _needs(context.settings)):
            return proved(
                f"{turn.held} cards of {turn.deck.size}: {points} takes {number} cards, so a hand must grow first",
                f"{turn.held} cartas de {turn.deck.size}: {points} pide {number}; antes tiene que crecer la mano",
                AN_OPENING,
            )
    raise GaveUp(Text(f"not reached with {most} cards; hands may grow", f"ni con {most} cartas; la mano puede crecer"))


def _figures(turn: _Turn, points: int, most: RichMelds | None, kept: RichMelds | None, fewest: int | None) -> Text:
    top, less = (found.points if found else 0 for found in (most, kept))
    takes = ("can't be reached", "es inalcanzable") if fewest is None else (f"takes {fewest} cards", f"pide {fewest}")
    return Text(
        f"{turn.held} cards of {turn.deck.size}: {points} {takes[0]}; at most {top}, {less} with one kept back",
        f"{turn.held} cartas de {turn.deck.size}: {points} {takes[1]}; a lo sumo {top}, {less} si se guarda una",
    )


def _against_the_engine(context: Context, deck: Deck, found: RichMelds) -> ClaimOutcome | None:
    """Refuted if the engine lays more or less with those very cards."""
    s = context.settings
    asked = Opening(0, s.opening.pure_runs, s.opening.cards == "own")
    problem = Problem(context.variant, deck, found.cards, opening=asked, objective=s.arrange.objective)
    try:
        points = most_opening_points(problem, context.deadline)
    except OutOfTime:
        raise GaveUp(OUT_OF_TIME) from None
    context.seconds_left()
    if points == found.points:
        return None
    return ClaimOutcome("refuted", f"{cards_text(found.cards, deck)}: {points} ≠ {found.points}")


def _turns(s: Settings) -> Iterator[_Turn]:
    """Each number of players: what is dealt, with what is drawn from the stock before melding."""
    drawn = s.draw.stock if s.draw.when == "every-turn" else 0
    owed = s.discard.each_turn and s.discard.to_close == "required"
    for players in range(s.players.min, s.players.max + 1):
        held = s.deal.cards.at(players) + drawn
        yield _Turn(s.deck_for(players), held, held - 1 if owed else held)


def _by_size(turn: _Turn) -> tuple[int, int]:
    return turn.deck.size, turn.held


def _cards(number: int) -> Purse:
    return Purse(max(number, 0), EVERY, EVERY)


class Fact(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A figure recorded about a variant (`facts.toml`).

    With so many players, and so many melded cards, among them at most so many jokers and cards of a wild rank: the
    `most` points; `opens` says whether that is an opening (at a match `score`). Or, of cards in hand: their average.
    """

    id: str
    variant: str
    players: int
    cards: int
    en: str
    es: str
    readings: tuple[str, ...] = ()
    jokers: int = EVERY
    wild_ranks: int = EVERY
    most: int | None = None
    opens: bool | None = None
    score: int = 0
    hand_average: int | None = None


def _recorded_facts(context: Context) -> ClaimOutcome:
    """Each recorded figure is found again, exactly."""
    if not is_as_written(context.variant):
        return nothing_to_claim(
            "what is recorded is about the variant unchanged", "lo registrado es sobre la variante original"
        )
    facts = recorded(context, "facts.toml", "fact", Fact)
    if not facts:
        return nothing_to_claim("no figure is recorded", "no hay ninguna cifra registrada")
    richest: dict[object, Richest] = {}
    for fact in facts:
        about = context._replace(variant=as_read(context.variant, fact.readings))
        key = (fact.readings, about.variant.deck(fact.players), fact.cards)
        if fact.most is not None and key not in richest:
            richest[key] = Richest(about, key[1], fact.cards)
        try:
            said = _other_most(about, fact, richest[key]) if fact.most is not None else _other_average(about, fact)
        except BoundTooLowError as error:
            said = f"{error} > {fact.most}"
        if said:
            return ClaimOutcome("refuted", f"{fact.id}: {said}", Text(fact.en, fact.es))
    return proved(
        "; ".join(fact.en for fact in facts), "; ".join(fact.es for fact in facts),
        of_records(len(facts), "figures found again", "cifras halladas de nuevo"),
    )  # fmt: skip


def _other_most(context: Context, fact: Fact, richest: Richest) -> str:
    """What is found in place of what is recorded, or nothing."""
    deck, terms = richest.deck, context.settings.opening
    found = richest.most(Purse(fact.cards, fact.jokers, fact.wild_ranks), _needs(context.settings))
    points, needed = found.points if found else 0, terms.points.at(fact.score)
    if points != fact.most:
        return f"{cards_text(found.cards, deck) if found else '–'}: {points} ≠ {fact.most}"
    if found and (refuted := _against_the_engine(context, deck, found)):
        return str(refuted.counterexample)
    if points < needed:
        _bound(context, Bounded(deck, fact.cards, fact.jokers, fact.wild_ranks), needed)
    if fact.opens is not None and fact.opens != (points >= needed):
        return f"{points} {'≥' if points >= needed else '<'} {needed}"
    return ""


def _other_average(context: Context, fact: Fact) -> str:
    deck, hand = context.variant.deck(fact.players), point_tables(context.settings).hand
    average = round(fact.cards * sum(hand[card.rank] for card in deck.cards()) / deck.size)
    return "" if average == fact.hand_average else f"{average} ≠ {fact.hand_average}"


_LOOKED_AT = (
    *("deck", "players", "set", "run", "wilds", "points", "opening", "requirement"),
    *("deal.cards", "draw", "discard", "arrange"),
)

THEOREMS = [
    Theorem(
        "an-opening-can-be-reached",
        (
            "With any number of players some hand can open: as dealt and with one draw, or later where hands grow.",
            "Con cualquier número de jugadores alguna mano abre: la repartida y un robo, o más tarde si la mano crece.",
        ),
        _LOOKED_AT,
        _reached_or_who_clashes,
        (
            "every number of players and every opening asked for: cards that open, arranged by an engine as well",
            "todo número de jugadores y toda bajada pedida: cartas que abren, que también arma un motor",
        ),
        "cases",
    ),
    Theorem(
        "recorded-facts",
        (
            "Every figure recorded about the variant's openings and hands is so, exactly.",
            "Toda cifra registrada sobre las aperturas y manos de la variante es así, exactamente.",
        ),
        (THE_VARIANT, ""),
        _recorded_facts,
        ("the figures recorded", "las cifras registradas"),
        "records",
    ),
]
