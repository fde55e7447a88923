"""The commands of play: judge a game log, score a deal's end, advise a turn, list waits, simulate, count turns."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from cyclopts import App, Parameter

from meldproof.cli.options import Common, DealNumber, load, written

VariantName = Annotated[str, Parameter(name="VARIANT", help="A variant's id, or the path of a rule file.")]
Position = Annotated[Path, Parameter(name="POSITION", help="A position file (JSON).")]


def referee(
    variant: VariantName,
    game: Annotated[Path, Parameter(name="GAME", help="A game log: JSON lines, the first names variant and players.")],
    *,
    common: Common = Common(),  # noqa: B008
) -> int:
    """Replay a game log: stop at the first illegal action, or give the scores with every point cited."""
    from meldproof.cli import show, show_play
    from meldproof.playing.referee import read_log
    from meldproof.playing.referee import referee as judge

    lines = read_log(game)
    with show.progress("referee", common) as advance:
        report = judge(load(variant, common), lines, advance=lambda done: advance(done, len(lines)))
    return show_play.report(report, common)


def score(
    variant: VariantName,
    hands: Annotated[
        tuple[str, ...],
        Parameter(name="HANDS", help="What each has left, quoted: empty for nothing, ? if not known.", negative=""),
    ],
    *,
    closer: Annotated[int | None, Parameter(help="Who closed or knocked; players are numbered from 0.")] = None,
    meld: Annotated[tuple[str, ...], Parameter(help="A meld laid, as PLAYER: CARDS; repeatable.", negative="")] = (),
    unopened: Annotated[tuple[int, ...], Parameter(help="Players who laid no meld of their own.", negative="")] = (),
    at_once: Annotated[bool, Parameter(negative="", help="The closer had laid nothing in earlier turns.")] = False,
    discard: Annotated[str | None, Parameter(help="The card discarded to close.")] = None,
    before: Annotated[str, Parameter(help="The scores before the deal, as '100 35'.")] = "",
    pairs: Annotated[bool, Parameter(negative="", help="Partners sit opposite each other.")] = False,
    left: Annotated[
        tuple[str, ...], Parameter(help="Who had left the deal, as PLAYER: drop.first; repeatable.", negative="")
    ] = (),
    deal: DealNumber = None,
    common: Common = Common(),  # noqa: B008
) -> int:
    """Score a deal from its end alone: what is left in the hands, what was laid, who closed."""
    from meldproof.cli import show_play
    from meldproof.playing.reckoning import read_laid, read_left, read_scores, score_of_end

    found = score_of_end(
        load(variant, common),
        [None if text.strip() == "?" else text for text in hands],
        closer=closer,
        melds=[read_laid(text) for text in meld],
        pairs=pairs,
        unopened=unopened,
        at_once=at_once,
        discard=discard,
        before=read_scores(before),
        deal_number=deal,
        left=dict(map(read_left, left)),
    )
    return show_play.score(found, common)


def play(variant: VariantName, position: Position, *, deal: DealNumber = None, common: Common = Common()) -> int:  # noqa: B008
    """Find the best complete turn from a position."""
    from meldproof.cli import show_play
    from meldproof.playing.advice import advise, position_state, read_position

    rules = load(variant, common)
    state = position_state(rules, read_position(position), deal)
    return show_play.advice(advise(state, timeout=common.timeout), common)


def waits(
    variant: VariantName,
    cards: Annotated[tuple[str, ...], Parameter(name="CARDS", help="The hand, quoted or not.", negative="")],
    *,
    table: Annotated[str, Parameter(help="Melds on the table that may be touched, separated by ';'.")] = "",
    open: Annotated[bool, Parameter(negative="", help="The opening is still owed.")] = False,
    seen: Annotated[str, Parameter(help="Cards seen elsewhere, which can't come any more.")] = "",
    players: Annotated[int | None, Parameter(help="Number of players.")] = None,
    score: Annotated[int | None, Parameter(help="Match score, where an opening depends on it.")] = None,
    deal: DealNumber = None,
    upcard: Annotated[str, Parameter(help="The card first turned up, where a knock depends on it.")] = "",
    common: Common = Common(),  # noqa: B008
) -> int:
    """Which single cards would let this hand close, open or knock?"""
    from meldproof.arranging.solve import make_problem
    from meldproof.cli import show_play
    from meldproof.notation import parse_cards
    from meldproof.playing.waits import find_waits

    rules = load(variant, common).at(deal)
    problem = make_problem(rules, written("waits", cards), table=table, open=open, players=players, score=score)
    known, turned = (tuple(token.card for token in parse_cards(text, problem.deck)) for text in (seen, upcard))
    found = find_waits(problem, known, common.timeout, turned[0] if turned else None)
    return show_play.waits(found, common)


def simulate(
    variant: VariantName,
    *,
    players: Annotated[int, Parameter(help="Number of players.")] = 2,
    games: Annotated[int, Parameter(help="Number of games.")] = 1,
    seed: Annotated[int, Parameter(help="The same seed gives the same games.")] = 1,
    pairs: Annotated[bool, Parameter(negative="", help="Partners sit opposite each other.")] = False,
    out: Annotated[Path | None, Parameter(help="A folder for one game log (.jsonl) a game.")] = None,
    jobs: Annotated[int | None, Parameter(help="Games at a time (default: one a processor).")] = None,
    common: Common = Common(),  # noqa: B008
) -> int:
    """Play complete games by a simple legal policy."""
    from meldproof.cli import show, show_play
    from meldproof.playing.tournament import simulate_games

    with show.progress("simulate", common) as advance:
        statistics = simulate_games(
            load(variant, common), players, games, seed,
            pairs=pairs, out=out, jobs=jobs, timeout=common.timeout, advance=advance,
        )  # fmt: skip
    return show_play.statistics(statistics, common)


def perft(variant: VariantName, position: Position, *, deal: DealNumber = None, common: Common = Common()) -> int:  # noqa: B008
    """Count the complete legal turns from a position, in all and by first action."""
    from meldproof.cli import show_play
    from meldproof.playing.advice import position_state, read_position
    from meldproof.playing.perft import perft as count

    state = position_state(load(variant, common), read_position(position), deal)
    return show_play.perft(count(state, common.timeout), common)


def register(app: App) -> None:
    """Add these commands to the command line."""
    for command in (referee, score, play, waits, simulate, perft):
        app.command(command)
