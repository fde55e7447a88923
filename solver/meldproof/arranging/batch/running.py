"""`batch`: millions of hands from a file to a file, a chunk at a time, so that a killed run goes on where it was.

Beside the output lies a note of how far it is: rows read, and where output and side file then ended, with digests of
the input and of what was written. It is replaced as a whole after each chunk; a run that finds it drops what was
written later, and goes on from there. When all is done the note goes.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager
from functools import partial
from hashlib import sha256
from itertools import chain, islice
from pathlib import Path
from typing import Any

import msgspec
import numpy as np

from meldproof.arranging.batch.columns import Column, chosen, not_texts, text_at
from meldproof.arranging.batch.files import (
    CARDS,
    faults_of,
    format_of,
    locked,
    pyarrow,
    same_file,
    source_format,
)
from meldproof.arranging.batch.input import Chunk, Survey, UnreadRow, check_source, identity, read_chunks, survey
from meldproof.arranging.batch.output import Output, goes_on, output
from meldproof.arranging.many.encoding import read_hands
from meldproof.arranging.many.solving import check_threads, solve_many
from meldproof.arranging.solve import make_problem
from meldproof.errors import ProblemError
from meldproof.messages import say
from meldproof.notation import meld_texts
from meldproof.variants.loading import Variant

ROWS_AT_ONCE, ROWS_WITH_MELDS = 50_000, 5_000
SIDE_COLUMNS = {"row": "integer", "cards": "text", "reason": "text"}

Settled = tuple[list[Column], list[UnreadRow]]
"""Of a chunk the columns for the output, and the rows for the side file."""


class Progress(msgspec.Struct, frozen=True):
    """How far a run is: what was asked, rows read, rows that could not be, where output and side file end.

    `out_digest` and `side_digest` are of what they hold so far, empty where nothing was written yet.
    """

    asked: str
    rows: int = 0
    unreadable: int = 0
    out: int = 0
    side: int = 0
    out_digest: str = ""
    side_digest: str = ""


class BatchResult(msgspec.Struct, frozen=True):
    """What a run did: all rows read, those solved and those put aside, and how many an earlier run had done."""

    variant: str
    objective: str
    rows: int
    solved: int
    unreadable: int
    resumed_from: int
    out: str
    side: str

    def to_dict(self) -> dict[str, object]:
        """The JSON object of `meldproof batch --json`."""
        return dict(msgspec.to_builtins(self))


class _Files(msgspec.Struct, frozen=True):
    """The input and all that a run writes."""

    source: Path
    out: Path
    side: Path
    note: Path


def run_batch(
    variant: Variant,
    source: Path,
    out: Path,
    *,
    objective: Sequence[str] = (),
    discard: str = "none",
    players: int | None = None,
    threads: int | None = None,
    melds: bool = False,
    dask: str = "",
    timeout: float | None = None,
    advance: Callable[[int, int], None] = lambda done, total: None,
) -> BatchResult:
    """The best value of every hand of a file, written to another; unreadable rows to a side file with the reason.

    A hand that takes longer than `timeout` seconds by itself goes to the side file, with the best value known.
    The input's other columns are written beside. `melds` adds the melds as text, which is much slower. `dask` is the
    address of a Dask cluster that does the work, `threads` (there 1 where None) being those of one chunk; what is
    written is the same. `advance` is told rows done and rows in all. Raises ProblemError where the files or the cluster
    don't do, where another run is writing `out`, and where `out` is there already and is no run that was broken off.
    """
    source_format(source)
    format_of(out)
    side, note = out.with_name(f"{out.name}.unreadable.jsonl"), out.with_name(f"{out.name}.progress.json")
    files = _Files(source, out, side, note)
    check_threads(threads)
    names = tuple(objective) or variant.settings.arrange.objective
    make_problem(variant, [next(variant.deck(players).cards())], objective=names, discard=discard, players=players)
    check_source(source)
    if "parquet" in (source_format(source), format_of(out)):
        pyarrow("pyarrow.parquet")
    _check_new(files)
    settle = partial(
        _settled, variant, names, discard, players, 1 if dask and threads is None else threads, melds, timeout
    )
    with locked(out):
        before, found = identity(source), survey(source)
        columns = _columns(source, found, (names[0], *(("melds", "deadwood") if melds else ())))
        size = min(ROWS_AT_ONCE, ROWS_WITH_MELDS) if melds else ROWS_AT_ONCE
        options = (variant.id, sorted(variant.plain().items(), key=str), names, discard, players, melds, size)
        asked = sha256(json.dumps([options, found.digest], default=str).encode()).hexdigest()
        begun = progress = _begun(files, asked)
        chunks = read_chunks(source, found, size, begun.rows)
        first = list(islice(chunks, 1))  # before anything is written: the input may not do
        if begun.rows:
            advance(begun.rows, found.rows)
        with _working(dask, settle, chain(first, chunks)) as done, ExitStack() as opened:
            _replace(note, begun)
            results = opened.enter_context(closing(output(out, columns, begun.out, begun.out_digest)))
            faults = opened.enter_context(closing(output(side, SIDE_COLUMNS, begun.side, begun.side_digest)))
            for chunk, settled in done:
                _write(settled, results, faults)
                if identity(source) != before:
                    raise ProblemError(
                        say("{source}: it was changed while it was read; begin anew with another output", source=source)
                    )
                progress = _after(progress, chunk, settled[1], results, faults)
                _replace(note, progress)
                advance(progress.rows, max(found.rows, progress.rows))
        return _finished(variant.id, names[0], files, begun, progress)


def _columns(source: Path, found: Survey, figures: Sequence[str]) -> dict[str, Any]:
    """The output's columns with their types: ours, then the input's others. Raises ProblemError where names clash."""
    ours = {"row": "integer", CARDS: "text", **{name: "text" if at else "integer" for at, name in enumerate(figures)}}
    for name in found.others:
        if name in ours:
            raise ProblemError(
                say(
                    "{source}: the output has a column {name!r} of its own; rename the input's",
                    source=source,
                    name=name[:40],
                )
            )
    return ours | found.others


def _write(settled: Settled, results: Output, faults: Output) -> None:
    columns, bad = settled
    if columns and len(columns[0]):
        results.write(columns)
    if bad:
        faults.write([list(column) for column in zip(*bad, strict=True)])


def _after(progress: Progress, chunk: Chunk, bad: list[UnreadRow], results: Output, faults: Output) -> Progress:
    return Progress(
        progress.asked,
        progress.rows + chunk.size,
        progress.unreadable + len(bad),
        results.position(),
        faults.position(),
        results.digest(),
        faults.digest(),
    )


def _finished(variant: str, figure: str, files: _Files, begun: Progress, progress: Progress) -> BatchResult:
    """Clear away what only a run needs."""
    with faults_of(files.side):
        if not progress.unreadable:
            files.side.unlink(missing_ok=True)
    with faults_of(files.note):
        files.note.unlink(missing_ok=True)
    good = progress.rows - progress.unreadable
    where = str(files.side) if progress.unreadable else ""
    return BatchResult(variant, figure, progress.rows, good, progress.unreadable, begun.rows, str(files.out), where)


def _check_new(files: _Files) -> None:
    """Raises ProblemError where no run was broken off, and something lies where one would write."""
    with faults_of(files.out):
        if same_file(files.source, files.out):
            raise ProblemError(say("{out}: this is the input; choose another name for the output", out=files.out))
        if files.note.exists():
            return
        for path in (files.out, files.side):
            if os.path.lexists(path):
                raise ProblemError(
                    say("{path}: it is there already; remove it, or choose another name for the output", path=path)
                )
        if not files.out.parent.is_dir():
            raise ProblemError(say("{out}: there is no folder {parent}", out=files.out, parent=files.out.parent))


def _begun(files: _Files, asked: str) -> Progress:
    """What an earlier run of the same question had done. Raises ProblemError where it was of another."""
    _check_new(files)
    out, note = files.out, files.note
    if not note.exists():
        return Progress(asked)
    try:
        with faults_of(note):
            found = msgspec.json.decode(note.read_bytes(), type=Progress)
    except msgspec.MsgspecError:
        raise ProblemError(
            say("{note}: this is no note of a broken run; remove it and {name}", note=note, name=out.name)
        ) from None
    if found.asked != asked:
        raise ProblemError(
            say(
                "{out}: a run with other options or input was broken off here; remove it and {name}",
                out=out,
                name=note.name,
            )
        )
    return found


def _replace(note: Path, progress: Progress) -> None:
    fresh = note.with_name(f"{note.name}.new")
    with faults_of(note, goes_on()):
        with fresh.open("wb") as file:
            file.write(msgspec.json.encode(progress))
            file.flush()
            os.fsync(file.fileno())
        fresh.replace(note)


@contextmanager
def _working(
    dask: str, settle: Callable[[Chunk], Settled], chunks: Iterable[Chunk]
) -> Iterator[Iterable[tuple[Chunk, Settled]]]:
    """The chunks and what was made of them, one after another: here, or on a Dask cluster."""
    if not dask:
        yield ((chunk, settle(chunk)) for chunk in chunks)
        return
    from meldproof.arranging.batch.cluster import cluster, in_order

    with cluster(dask) as client:
        yield in_order(client, settle, chunks)


def _settled(
    variant: Variant,
    names: tuple[str, ...],
    discard: str,
    players: int | None,
    threads: int | None,
    melds: bool,
    timeout: float | None,
    chunk: Chunk,
) -> Settled:
    """The columns of a chunk for the output, and the rows for the side file."""
    rows, cards, others, bad = chunk.rows, chunk.cards, chunk.others, list(chunk.faults)
    counts, faults = read_hands(variant, cards, players)
    reasons = {at: str(fault) for at, fault in faults}
    for column in others:
        reasons |= dict.fromkeys(not_texts(column), say("another column holds what is no text"))
    if reasons:
        bad += [UnreadRow(rows[at], text_at(cards, at), reason) for at, reason in reasons.items()]
        good = [at for at in range(len(rows)) if at not in reasons]
        rows, cards, counts = [rows[at] for at in good], chosen(cards, good), counts[good]
        others = tuple(chosen(column, good) for column in others)
    bad.sort()
    if not len(rows):
        return [], bad
    found = solve_many(
        variant, counts,
        objective=names, discard=discard, players=players, threads=threads, arrangements=melds, timeout=timeout,
    )  # fmt: skip
    ours: list[Column] = [np.array(rows, dtype=np.int64), cards, found.values]
    if melds:
        deck = variant.deck(players)
        ours.append(
            ["; ".join(" ".join(meld_texts(laid.meld, deck)) for laid in each.melds) for each in found.arrangements]
        )
        ours.append([_deadwood(each) for each in found.arrangements])
    columns = [*ours, *others]
    if found.given_up:
        reasons = {
            at: say("given up at a limit; the best known is {value}", value=found.values[at]) for at in found.given_up
        }
        bad += [UnreadRow(rows[at], text_at(cards, at), reason) for at, reason in reasons.items()]
        bad.sort()
        good = [at for at in range(len(rows)) if at not in set(found.given_up)]
        columns = [column[good] if isinstance(column, np.ndarray) else chosen(column, good) for column in columns]
    return columns, bad


def _deadwood(arrangement: Any) -> str:
    left = arrangement.to_dict()["deadwood"]
    assert isinstance(left, list)
    return " ".join(left)
