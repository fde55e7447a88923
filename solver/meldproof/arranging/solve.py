"""`solve`: from cards as text to the best arrangement."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from functools import lru_cache, partial
from numbers import Integral

import msgspec

from meldproof.arranging.limits import OutOfTime, check_time, deadline_after, part_of, soonest
from meldproof.arranging.lying import lying_table
from meldproof.arranging.packing import MOST_COMPARED, fits, packed
from meldproof.arranging.problem import DISCARDS, OBJECTIVES, Arrangement, Figures, Opening, Problem
from meldproof.arranging.tables import plain_meld, read_meld
from meldproof.cards import Card, Deck, Meld, canonical, count_cards
from meldproof.checking.verdict import check_copies
from meldproof.errors import EngineDeclined, MeldproofError, NotationError, ProblemError
from meldproof.messages import say
from meldproof.notation import card_text, cards_text, parse_cards, parse_table, plain_cards
from meldproof.variants.loading import Variant

Engine = Callable[[Problem, float | None], Arrangement | None]
SHARE_OF_ORDER = 0.6
"""Of the time there is, for the engines that give small hands in canonical order; after it any answer will do."""


def _graph(problem: Problem, deadline: float | None) -> Arrangement | None:
    from meldproof.arranging.graph.engine import solve_graph

    return solve_graph(problem, deadline)


def _sweep(problem: Problem, deadline: float | None) -> Arrangement | None:
    from meldproof.arranging.sweep.engine import solve_sweep

    return solve_sweep(problem, deadline)


def _hand(problem: Problem, deadline: float | None) -> Arrangement | None:
    from meldproof.arranging.hand.engine import solve_hand

    return solve_hand(problem)


def _sweep_not_fewest(problem: Problem, deadline: float | None) -> Arrangement | None:
    from meldproof.arranging.sweep.engine import solve_sweep

    return solve_sweep(problem, deadline, fewest=False)


def _first_of(problem: Problem, deadline: float | None, *engines: Engine) -> Arrangement | None:
    """The answer of the first of some engines that takes the problem; the last is not excused."""
    for engine in engines[:-1]:
        with suppress(EngineDeclined):
            return engine(problem, deadline)
    return engines[-1](problem, deadline)


def _auto(problem: Problem, deadline: float | None) -> Arrangement | None:
    """The fewest melds among equals, and on small hands the first in canonical order."""
    if not _is_small(problem):
        return _first_of(problem, deadline, _sweep, _graph)
    try:
        return _first_of(problem, part_of(deadline, SHARE_OF_ORDER), _hand, _graph)
    except OutOfTime:  # what can't be told in canonical order may yet be found
        return _first_of(problem, deadline, _sweep, _declined)


def _fewest(problem: Problem, deadline: float | None) -> Arrangement | None:
    """Any of the best arrangements with the fewest melds."""
    return _first_of(problem, deadline, _sweep, _graph)


def _fast(problem: Problem, deadline: float | None) -> Arrangement | None:
    """Any of the best arrangements, however many melds it has."""
    if not _is_small(problem):
        return _first_of(problem, deadline, _sweep_not_fewest, _graph)
    return _first_of(problem, deadline, _hand, _sweep_not_fewest, _graph)


def _is_small(problem: Problem) -> bool:
    """Whether the engine for small hands may take a problem."""
    from meldproof.arranging.hand.engine import MOST_CARDS

    return len(problem.hand) <= MOST_CARDS and not problem.rearranges


def _declined(problem: Problem, deadline: float | None) -> Arrangement | None:
    raise OutOfTime


def _brute(problem: Problem, deadline: float | None) -> Arrangement | None:
    from meldproof.arranging.brute.engine import solve_brute

    try:
        return solve_brute(problem, deadline)
    except EngineDeclined:
        check_time(deadline)  # brute declines what it has no time for: it knows nothing of other engines' limits
        raise


def _z3(problem: Problem, deadline: float | None) -> Arrangement | None:
    from meldproof.arranging.oracle.engine import solve_z3

    return solve_z3(problem, deadline)


ENGINES: dict[str, Engine] = {"graph": _graph, "hand": _hand, "sweep": _sweep, "brute": _brute, "z3": _z3}
"""The engines by name. One that does not take a problem raises EngineDeclined."""


CHOICES: dict[str, Engine] = {"auto": _auto, "fewest": _fewest, "fast": _fast}
"""Names for a choice of engine: in canonical order where that costs little, any with the fewest melds, any at all."""


def check_engine(name: str) -> None:
    """Raises ProblemError for a name that is no engine's."""
    if name not in CHOICES and name not in ENGINES:
        raise ProblemError(
            say("no engine {name!r}; there are {names}", name=name[:40], names=", ".join([*CHOICES, *ENGINES]))
        )


def solve_problem(problem: Problem, engine: str = "auto", timeout: float | None = None) -> Arrangement:
    """The best arrangement. Where a demand can't be met, the best without it, marked with what is `unmet`."""
    check_engine(engine)
    deadline = soonest(deadline_after(timeout))
    chosen = CHOICES.get(engine) or ENGINES[engine]
    answer = _answered(problem, partial(_timed, chosen), deadline, by_hand=chosen in (_auto, _fast, _hand))
    if answer.problem.rearranges and not answer.figures.melded_cards:
        from meldproof.arranging.answer import as_it_lay

        return as_it_lay(answer)
    return answer


def _timed(run: Engine, problem: Problem, deadline: float | None) -> Arrangement | None:
    """What an engine finds; where it stops at a limit, something good all the same."""
    from meldproof.arranging.quick import better_of, quick_arrangement

    try:
        answer = run(problem, deadline)
    except OutOfTime as stopped:
        answer = stopped.best
        if answer is None:
            return quick_arrangement(problem)
    if answer is None or answer.optimal:
        return answer
    return better_of(answer, quick_arrangement(problem))


def solve_met(problem: Problem, engine: str = "fewest") -> Arrangement | None:
    """The best arrangement that meets every demand, or None; what else could be reached is not asked.

    Raises OutOfTime past the deadline of `limits.ending`.
    """
    answer = _capped(problem, CHOICES[engine], soonest(None))
    if answer is not None and not answer.optimal:
        raise OutOfTime(answer)
    return answer


def _answered(problem: Problem, run: Engine, deadline: float | None, *, by_hand: bool) -> Arrangement:
    answer = _capped(problem, run, deadline)
    if answer is not None:
        return answer
    if problem.opening is not None:
        reachable = None
        if problem.opening.in_points:
            with suppress(OutOfTime):
                reachable = _reachable(problem, deadline, by_hand=by_hand)
        return _without(problem, run, deadline, "the hand can't open", reachable, opening=None)
    if problem.use:
        return _without(problem, run, deadline, "the card asked for can't be melded", None, use=())
    return _without(problem, run, deadline, "no card can be left to discard", None, discard="none")


def _reachable(problem: Problem, deadline: float | None, *, by_hand: bool) -> int | None:
    """The most points an opening could lay: from the hand engine where it may be chosen, else from the graph."""
    if by_hand:
        from meldproof.arranging.hand.engine import most_opening_points

        with suppress(EngineDeclined):
            return most_opening_points(problem)
    from meldproof.arranging.graph import engine as graph

    return graph.most_opening_points(problem, deadline)


def _without(
    problem: Problem, run: Engine, deadline: float | None, unmet: str, reachable: int | None, **changes: object
) -> Arrangement:
    """The best arrangement regardless of a demand that can't be met."""
    relaxed = msgspec.structs.replace(problem, **changes)
    answer = _capped(relaxed, run, deadline)
    if answer is None:
        if not relaxed.use and relaxed.discard == "none":
            raise EngineDeclined(say("a table that lies short of the runs required (requirement.runs) is not searched"))
        remaining = {"use": ()} if relaxed.use else {"discard": "none"}
        answer = _without(relaxed, run, deadline, unmet, None, **remaining)
    opens = False if problem.opening is not None else None
    return msgspec.structs.replace(answer, problem=problem, opens=opens, reachable=reachable, unmet=unmet)


def _capped(problem: Problem, run: Engine, deadline: float | None) -> Arrangement | None:
    """Solve with the variant's cap on what a hand costs.

    To count a hand in full, or at the cap whatever it holds, flatters no arrangement, and for each one of the two is
    right: so the better of the two best answers is the best.
    """
    answer = run(problem, deadline)
    cap = problem.settings.scoring.cap
    if answer is None or cap == "any":
        return answer
    if answer.figures.deadwood_points < cap and "score" not in problem.objective:
        return answer
    names = ("melded_points" if name == "score" else name for name in problem.objective if name != "deadwood_points")
    at_cap = run(msgspec.structs.replace(problem, objective=tuple(dict.fromkeys(names))), deadline) or answer
    answers = [_with_cap(each, problem, cap) for each in (answer, at_cap)]
    best = max(answers, key=lambda each: (each.figures.vector(problem.objective), -len(each.melds)))
    if all(each.optimal for each in answers):
        return best
    tops = [Figures(**{**msgspec.structs.asdict(each.figures), **(each.bound or {})}) for each in answers]
    top = max(tops, key=lambda figures: figures.vector(problem.objective))
    return msgspec.structs.replace(best, bound={name: getattr(top, name) for name in problem.objective})


def _with_cap(answer: Arrangement, problem: Problem, cap: int) -> Arrangement:
    """An answer to the problem, its figures and its bound with the cap."""
    figures, bound = answer.figures, answer.bound
    cost = min(cap, figures.deadwood_points)
    if bound is not None:
        at_cap = {"deadwood_points": cap, "score": bound.get("melded_points", 0) - cap}
        bound = {name: bound.get(name, at_cap.get(name, 0)) for name in problem.objective}
    figures = msgspec.structs.replace(figures, deadwood_points=cost, score=figures.melded_points - cost)
    return msgspec.structs.replace(answer, problem=problem, figures=figures, bound=bound)


def make_problem(
    variant: Variant,
    cards: str | Iterable[str | Card],
    *,
    table: str | Sequence[str] = "",
    discard: str = "none",
    open: bool = False,
    use: str | Iterable[str | Card] = (),
    players: int | None = None,
    score: int | None = None,
    objective: Sequence[str] = (),
) -> Problem:
    """The problem of a hand as text. Raises NotationError, ProblemError or VariantError with one clear line."""
    if score is not None and not _is_score(score):
        raise ProblemError(say("the score is a number between -100000 and 100000"))
    if open:
        variant.needs("opening")
    variant = variant.at().found()
    deck = variant.deck(players)
    plain = plain_cards(cards, deck) if isinstance(cards, str) else None
    hand = canonical(plain) if plain is not None else _read_hand(cards, deck)
    if not hand:
        raise ProblemError(say("no cards were given"))
    if discard not in DISCARDS:
        raise ProblemError(
            say("discard is one of {discards}, not {discard!r}", discards=", ".join(DISCARDS), discard=discard[:40])
        )
    melds = _table(variant, table, players) if table else ()
    table_cards = lying_table(melds)
    few = len(hand) + table_cards.size <= MOST_COMPARED
    if not few or not fits(packed(hand) + table_cards.number, deck):
        check_copies([*hand, *table_cards.cards], deck, variant.title)
    wanted: tuple[Card, ...] = ()
    if use:
        wanted = tuple(token.card for token in parse_cards(use, deck))
        lacking = count_cards(wanted) - count_cards(hand)
        if lacking:
            raise ProblemError(say("{lacking} must be used, but is not in the hand", lacking=cards_text(lacking, deck)))
    return Problem(
        variant,
        deck,
        hand,
        melds,
        discard,
        _opening(variant, score) if open else None,
        wanted,
        _objective(variant, objective),
        score,
        only_grows=bool(melds) and not open and variant.settings.melding.new == "opening-only",
    )


def _read_hand(cards: str | Iterable[str | Card], deck: Deck) -> tuple[Card, ...]:
    """A hand in canonical order, however its cards are spelled."""
    tokens = parse_cards(cards, deck)
    for token in tokens:
        if token.stands_for is not None:
            raise NotationError(
                say(
                    "{text!r} (card {number}): in a hand a wild stands for nothing yet; write {card}",
                    text=token.text,
                    number=token.number,
                    card=card_text(token.card, deck),
                )
            )
    return canonical(token.card for token in tokens)


def _table(variant: Variant, table: str | Sequence[str], players: int | None) -> tuple[Meld, ...]:
    terms = variant.settings
    try:
        found = [
            _known_meld(part, variant, players) for part in (table.split(";") if isinstance(table, str) else table)
        ]
        melds = tuple(meld for meld in found if meld is not None)
    except (MeldproofError, TypeError):  # once more, to say which meld it is
        parts = parse_table(table, variant.deck(players))
        melds = tuple(
            read_meld(tokens, variant, say("table meld {number}", number=number))
            for number, tokens in enumerate(parts, 1)
        )
    if melds and terms.table.rearrange == "none" and terms.layoff.on == "none":
        raise ProblemError(say("nobody lays off in {name}, so a table changes nothing", name=variant.title))
    return melds


@lru_cache(maxsize=4096)
def _known_meld(text: str, variant: Variant, players: int | None) -> Meld | None:
    """A table meld as text, read once; None for no cards."""
    deck = variant.deck(players)
    cards = plain_cards(text, deck)
    if cards:
        meld = plain_meld(cards, [None] * len(cards), variant.settings)
        if meld is not None:
            return meld
    tokens = parse_cards(text, deck)
    return read_meld(tokens, variant, say("the table")) if tokens else None


def _is_score(score: object) -> bool:
    return type(score) is not bool and isinstance(score, Integral) and -100_000 <= int(score) <= 100_000


def _opening(variant: Variant, score: int | None) -> Opening:
    terms = variant.settings.opening
    return Opening(terms.points.at(score or 0), terms.pure_runs, terms.cards == "own", terms.melds)


def _objective(variant: Variant, names: Sequence[str]) -> tuple[str, ...]:
    chosen = tuple(names) or variant.settings.arrange.objective
    for name in chosen:
        if name not in OBJECTIVES:
            raise ProblemError(
                say("no objective {name!r}; there are {objectives}", name=name[:40], objectives=", ".join(OBJECTIVES))
            )
    if len(set(chosen)) != len(chosen):
        raise ProblemError(say("an objective names a figure twice"))
    return chosen
