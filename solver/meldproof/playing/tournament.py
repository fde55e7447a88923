"""Many simulated games, in parallel, with statistics; the same for the same seed however many run at a time."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ProcessPoolExecutor
from itertools import takewhile
from pathlib import Path
from typing import Any, TypeGuard

import msgspec

from meldproof.arranging.limits import OutOfTime, deadline_after, ending
from meldproof.borrowed import borrowed
from meldproof.errors import ProblemError
from meldproof.messages import say
from meldproof.playing.simulate import GameLog, simulate_game
from meldproof.playing.state import new_match
from meldproof.processes import end_with_parent
from meldproof.variants.loading import Variant, load_variant


class Statistics(msgspec.Struct, frozen=True):
    """What came of simulated games: means a game, wins by seat, games broken off.

    `games` are those that were played; where time ran out, not `complete`, they are fewer than were asked for.
    """

    variant: str
    players: int
    games: int
    seed: int
    deals: int
    turns: int
    actions: int
    wins: dict[str, int]
    unfinished: int
    mean_score: tuple[float, ...]
    complete: bool = True


def simulate_games(
    variant: Variant,
    players: int,
    games: int,
    seed: int,
    *,
    pairs: bool = False,
    out: Path | None = None,
    jobs: int | None = None,
    timeout: float | None = None,
    advance: Callable[[int, int], None] = lambda done, total: None,
) -> Statistics:
    """Play `games` matches; with `out`, write one log a game there. Raises ProblemError for what can't be.

    After `timeout` seconds a game that isn't over is dropped, and no other is begun.
    """
    deadline = deadline_after(timeout)
    if not 1 <= games <= 1_000_000:
        raise ProblemError(say("simulate 1 to 1000000 games"))
    variant.needs("play", "scoring")
    new_match(variant, players, pairs=pairs)
    if out is not None:
        _make_folder(out)
    logs: list[GameLog] = []
    for number, log in enumerate(_games(variant, players, range(seed, seed + games), pairs, jobs, deadline)):
        if out is not None:
            _write(out / f"{variant.id}-{players}p-{seed + number}.jsonl", log)
        logs.append(msgspec.structs.replace(log, actions=log.actions[:0]) if out is not None else log)
        advance(number + 1, games)
    wins = Counter(str(seat) for log in logs for seat in log.winners)
    return Statistics(
        variant=variant.id,
        players=players,
        games=len(logs),
        seed=seed,
        deals=sum(log.deals for log in logs),
        turns=sum(log.turns for log in logs),
        actions=sum(log.steps for log in logs),
        wins=dict(sorted(wins.items())),
        unfinished=sum(not log.winners for log in logs),
        mean_score=tuple(
            round(sum(log.scores[seat] for log in logs) / max(len(logs), 1), 2) for seat in range(players)
        ),
        complete=len(logs) == games,
    )


def _games(
    variant: Variant, players: int, seeds: range, pairs: bool, jobs: int | None, deadline: float | None
) -> Iterator[GameLog]:
    """The games in order, up to the first that isn't over at the deadline."""
    workers = min(len(seeds), jobs or os.cpu_count() or 1)
    if workers <= 1:
        played = (_game(variant, players, seed, pairs, deadline) for seed in seeds)
        yield from takewhile(_is_over, played)
        return
    with ProcessPoolExecutor(workers, initializer=_start, initargs=(variant.path, variant.plain())) as pool:
        yield from takewhile(_is_over, pool.map(_one, ((players, seed, pairs, deadline) for seed in seeds)))
        pool.shutdown(cancel_futures=True)


def _is_over(log: GameLog | None) -> TypeGuard[GameLog]:
    return log is not None


def _game(variant: Variant, players: int, seed: int, pairs: bool, deadline: float | None) -> GameLog | None:
    """A game, or None where there was no time for it."""
    try:
        with ending(deadline):
            return simulate_game(variant, players, seed, pairs=pairs)
    except OutOfTime:
        return None


_VARIANT: list[Variant] = []


def _start(path: str, settings: Mapping[str, Any]) -> None:
    """A worker's own copy of the variant."""
    end_with_parent()
    base = load_variant(path)
    plain = base.plain()
    changed = {name: value for name, value in settings.items() if plain.get(name) != value}
    _VARIANT[:] = [load_variant(path, settings=changed) if changed else base]


def _one(job: tuple[int, int, bool, float | None]) -> GameLog | None:
    return _game(_VARIANT[0], *job)


def _make_folder(out: Path) -> None:
    try:
        out.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise ProblemError(say("can't make the folder {out}: {strerror}", out=out, strerror=borrowed(error))) from None


def _write(path: Path, log: GameLog) -> None:
    try:
        path.write_text("\n".join(log.lines()) + "\n", encoding="utf-8")
    except OSError as error:
        raise ProblemError(say("can't write {path}: {strerror}", path=path, strerror=borrowed(error))) from None
