"""Many simulated games, in parallel, with statistics; the same for the same seed however many run at a time."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any

import msgspec

from meldproof.errors import ProblemError
from meldproof.playing.simulate import GameLog, simulate_game
from meldproof.playing.state import new_match
from meldproof.variant.loading import Variant, load_variant


class Statistics(msgspec.Struct, frozen=True):
    """What came of simulated games: means a game, wins by seat, games broken off."""

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


def simulate_games(
    variant: Variant,
    players: int,
    games: int,
    seed: int,
    *,
    pairs: bool = False,
    out: Path | None = None,
    jobs: int | None = None,
    advance: Callable[[int, int], None] = lambda done, total: None,
) -> Statistics:
    """Play `games` matches; with `out`, write one log a game there. Raises ProblemError for what can't be."""
    if not 1 <= games <= 1_000_000:
        raise ProblemError("simulate 1 to 1000000 games")
    variant.needs("play", "scoring")
    new_match(variant, players, pairs=pairs)
    if out is not None:
        _make_folder(out)
    logs: list[GameLog] = []
    for number, log in enumerate(_games(variant, players, range(seed, seed + games), pairs, jobs)):
        if out is not None:
            _write(out / f"{variant.id}-{players}p-{seed + number}.jsonl", log)
        logs.append(msgspec.structs.replace(log, actions=log.actions[:0]) if out is not None else log)
        advance(number + 1, games)
    wins = Counter(str(seat) for log in logs for seat in log.winners)
    return Statistics(
        variant=variant.id,
        players=players,
        games=games,
        seed=seed,
        deals=sum(log.deals for log in logs),
        turns=sum(log.turns for log in logs),
        actions=sum(log.steps for log in logs),
        wins=dict(sorted(wins.items())),
        unfinished=sum(not log.winners for log in logs),
        mean_score=tuple(round(sum(log.scores[seat] for log in logs) / games, 2) for seat in range(players)),
    )


def _games(variant: Variant, players: int, seeds: range, pairs: bool, jobs: int | None) -> Iterator[GameLog]:
    workers = min(len(seeds), jobs or os.cpu_count() or 1)
    if workers <= 1:
        yield from (simulate_game(variant, players, seed, pairs=pairs) for seed in seeds)
        return
    with ProcessPoolExecutor(workers, initializer=_start, initargs=(variant.path, variant.plain())) as pool:
        yield from pool.map(_one, ((players, seed, pairs) for seed in seeds))


_VARIANT: list[Variant] = []


def _start(path: str, settings: Mapping[str, Any]) -> None:
    """A worker's own copy of the variant."""
    base = load_variant(path)
    plain = base.plain()
    changed = {name: value for name, value in settings.items() if plain.get(name) != value}
    _VARIANT[:] = [load_variant(path, settings=changed) if changed else base]


def _one(job: tuple[int, int, bool]) -> GameLog:
    players, seed, pairs = job
    return simulate_game(_VARIANT[0], players, seed, pairs=pairs)


def _make_folder(out: Path) -> None:
    try:
        out.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise ProblemError(f"can't make the folder {out}: {error.strerror}") from None


def _write(path: Path, log: GameLog) -> None:
    try:
        path.write_text("\n".join(log.lines()) + "\n", encoding="utf-8")
    except OSError as error:
        raise ProblemError(f"can't write {path}: {error.strerror}") from None
