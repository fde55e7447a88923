"""`batch`: millions of hands from a file to a file, a chunk at a time, so that a killed run goes on where it was.

Beside the output lies a note of how far it is: rows read, and where output and side file then ended. It is replaced as
a whole after each chunk; a run that finds it drops what was written later, and goes on from there. When all is done the
note goes.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing, contextmanager
from functools import partial
from hashlib import sha256
from itertools import chain, islice
from pathlib import Path

import msgspec

from meldproof.arranging.batch_files import Row, Writer, count_rows, format_of, read_rows, source_format
from meldproof.arranging.many import encode_hands, solve_many
from meldproof.errors import MeldproofError, ProblemError
from meldproof.inputs import check_plain
from meldproof.notation import meld_texts
from meldproof.variant.loading import Variant

ROWS_AT_ONCE = 10_000
SIDE_COLUMNS = ("row", "cards", "reason")

Rows = list[tuple[object, ...]]
Chunks = Iterable[tuple[list[Row], tuple[Rows, Rows]]]
"""Each chunk of the input with the rows for the output, and those for the side file."""


class Progress(msgspec.Struct, frozen=True):
    """How far a run is: what was asked, rows read, rows that could not be, where output and side file end."""

    asked: str
    rows: int = 0
    unreadable: int = 0
    out: int = 0
    side: int = 0


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

    `melds` adds the melds as text, which is much slower. A hand that takes longer than `timeout` seconds by itself goes
    to the side file, too, with the best value known. `dask` is the address of a Dask cluster that does the work,
    `threads` (there 1 where None) being those of one chunk; what is written is the same. `advance` is told rows done
    and rows in all. Raises ProblemError where the files or the cluster don't do, and where `out` is there already and
    is no run that was broken off.
    """
    source_format(source)
    format_of(out)
    if not source.exists():
        raise ProblemError(f"{source}: there is no such file")
    check_plain(source)
    names = tuple(objective) or variant.settings.arrange.objective
    side, note = out.with_name(f"{out.name}.unreadable.jsonl"), out.with_name(f"{out.name}.progress.json")
    options = (variant.id, sorted(variant.plain().items(), key=str), names, discard, players, melds)
    asked = sha256(
        json.dumps([options, str(source.resolve()), source.stat().st_size], default=str).encode()
    ).hexdigest()
    begun = _begun(note, out, asked)
    columns = ("row", "cards", names[0], *(("melds", "deadwood") if melds else ()))
    total = count_rows(source)
    chunks = _chunks(islice(read_rows(source), begun.rows, None))
    first = list(islice(chunks, 1))  # before anything is written: the input may not do
    settle = partial(
        _settled, variant, names, discard, players, 1 if dask and threads is None else threads, melds, timeout
    )
    progress = begun
    if begun.rows:
        advance(begun.rows, total)
    with _working(dask, settle, chain(first, chunks)) as done:
        _replace(note, begun)
        with (
            closing(Writer(out, columns, begun.out)) as results,
            closing(Writer(side, SIDE_COLUMNS, begun.side)) as faults,
        ):
            for chunk, (solved, bad) in done:
                if solved:
                    results.write(solved)
                if bad:
                    faults.write(bad)
                progress = Progress(
                    asked,
                    progress.rows + len(chunk),
                    progress.unreadable + len(bad),
                    results.position(),
                    faults.position(),
                )
                _replace(note, progress)
                advance(progress.rows, total)
    if not progress.unreadable:
        side.unlink(missing_ok=True)
    note.unlink(missing_ok=True)
    good = progress.rows - progress.unreadable
    where = str(side) if progress.unreadable else ""
    return BatchResult(variant.id, names[0], progress.rows, good, progress.unreadable, begun.rows, str(out), where)


def _begun(note: Path, out: Path, asked: str) -> Progress:
    """What an earlier run of the same question had done. Raises ProblemError where the output is something else."""
    if note.exists():
        try:
            found = msgspec.json.decode(note.read_bytes(), type=Progress)
        except msgspec.MsgspecError:
            raise ProblemError(f"{note}: this is no note of a broken run; remove it and {out.name}") from None
        if found.asked != asked:
            raise ProblemError(
                f"{out}: a run with other options or input was broken off here; remove it and {note.name}"
            )
        return found
    if out.exists():
        raise ProblemError(f"{out}: it is there already; remove it, or choose another name")
    return Progress(asked)


def _replace(note: Path, progress: Progress) -> None:
    fresh = note.with_suffix(".new")
    with fresh.open("wb") as file:
        file.write(msgspec.json.encode(progress))
        file.flush()
        os.fsync(file.fileno())
    fresh.replace(note)


def _chunks(rows: Iterable[Row]) -> Iterator[list[Row]]:
    rows = iter(rows)
    while chunk := list(islice(rows, ROWS_AT_ONCE)):
        yield chunk


@contextmanager
def _working(
    dask: str, settle: Callable[[list[Row]], tuple[Rows, Rows]], chunks: Iterable[list[Row]]
) -> Iterator[Chunks]:
    """The chunks and what was made of them, one after another: here, or on a Dask cluster."""
    if not dask:
        yield ((chunk, settle(chunk)) for chunk in chunks)
        return
    from meldproof.arranging.batch_cluster import cluster, in_order

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
    chunk: list[Row],
) -> tuple[Rows, Rows]:
    """The rows of a chunk for the output, and those for the side file."""
    good = [row for row in chunk if not row.fault]
    bad: Rows = [tuple(row) for row in chunk if row.fault]
    try:
        hands = encode_hands(variant, [row.cards for row in good], players)
    except MeldproofError:
        reasons = [(row, _fault(variant, row, players)) for row in good]
        good = [row for row, reason in reasons if not reason]
        bad += [(row.number, row.cards, reason) for row, reason in reasons if reason]
        bad.sort()
        hands = encode_hands(variant, [row.cards for row in good], players)
    if not good:
        return [], bad
    found = solve_many(
        variant, hands,
        objective=names, discard=discard, players=players, threads=threads, arrangements=melds, timeout=timeout,
    )  # fmt: skip
    solved: Rows = []
    deck = variant.deck(players)
    given_up = set(found.given_up)
    for at, (row, value) in enumerate(zip(good, found.values.tolist(), strict=True)):
        if at in given_up:
            bad.append((row.number, row.cards, f"given up at a limit; the best known is {value}"))
        elif melds:
            answer = found.arrangements[at]
            texts = "; ".join(" ".join(meld_texts(laid.meld, deck)) for laid in answer.melds)
            left = answer.to_dict()["deadwood"]
            assert isinstance(left, list)
            solved.append((row.number, row.cards, value, texts, " ".join(left)))
        else:
            solved.append((row.number, row.cards, value))
    bad.sort()
    return solved, bad


def _fault(variant: Variant, row: Row, players: int | None) -> str:
    """Why a row is no hand, if it is none."""
    try:
        encode_hands(variant, [row.cards], players)
    except MeldproofError as error:
        return str(error).removeprefix("hand 1 ")
    return ""
