"""Running theorems over variants: results shared where the settings agree, limits, two processes, queries on file."""

from __future__ import annotations

import multiprocessing
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from functools import lru_cache
from pathlib import Path
from typing import Literal, NamedTuple

import msgspec

from meldproof.borrowed import borrowed
from meldproof.errors import ProblemError
from meldproof.messages import say
from meldproof.processes import end_quietly
from meldproof.proving.basis import Basis, Status
from meldproof.proving.discovery import chosen, discover
from meldproof.proving.second_solver import NAME, Rechecked, recheck, require_second_solver
from meldproof.proving.theorem import THE_VARIANT, ClaimOutcome, Context, Theorem, run_theorem
from meldproof.variants.clauses import Text
from meldproof.variants.loading import Variant
from meldproof.variants.turned import classes_of_turned
from meldproof.variants.values import to_plain
from meldproof.witnesses.clocks import Clock, WorkClock

CHECK_LIMIT = 60.0
"""Seconds for one question to the solver."""
THEOREM_LIMIT = 30.0
"""Seconds for one theorem, counted by the work done, so that a hard one leaves time for the others."""
SLOWER = 10
"""So many times as long by the clock a theorem may take at most: for searches that count no work."""
A_LOOK = 0.001
"""Seconds that a step of a search counts as: about what a core of 2024 takes to arrange a hand twice."""
NOT_TRIED = Text("not tried: the time was up", "sin probar: se acabó el tiempo")
ENDED = Text(
    "could not be run: its process came to an end (is there enough memory?)",
    "no se pudo probar: su proceso terminó (¿alcanza la memoria?)",
)


class Result(msgspec.Struct, frozen=True):
    """A theorem about a variant, and how it ended. `shared_with` names the variant it was run for, if another."""

    name: str
    variant: str
    outcome: ClaimOutcome
    seconds: float
    statement: tuple[str, str]
    shared_with: str = ""
    rechecked: Rechecked | None = None

    @property
    def status(self) -> Status:
        return self.outcome.status

    @property
    def basis(self) -> Basis | None:
        return self.outcome.basis

    def to_dict(self, language: str = "en") -> dict[str, object]:
        """One entry of `meldproof prove --json`."""
        entry: dict[str, object] = {
            "name": self.name,
            "variant": self.variant,
            "status": self.outcome.status,
            "basis": None if self.basis is None else self.basis.to_dict(language),
            "statement": self.statement[language == "es"],
            "seconds": round(self.seconds, 3),
            "counterexample": self.outcome.counterexample,
            "note": self.outcome.said(language),
        }
        if self.shared_with:
            entry["shared_with"] = self.shared_with
        if self.rechecked is not None:
            entry["second_solver"] = msgspec.to_builtins(self.rechecked)
        return entry


class Proofs(msgspec.Struct, frozen=True):
    """All results, variant by variant."""

    results: tuple[Result, ...]

    @property
    def rechecked(self) -> Rechecked | None:
        """The second solver's word on all queries; None where it wasn't asked."""
        asked = [r.rechecked for r in self.results if r.rechecked is not None and not r.shared_with]
        return sum(asked, Rechecked()) if asked else None

    @property
    def exit_status(self) -> Literal[0, 1, 3]:
        """1 if a theorem is refuted (or a second solver says otherwise), else 3 if one was given up, else 0."""
        statuses = {result.status for result in self.results}
        if "refuted" in statuses or (self.rechecked is not None and self.rechecked.disagreed):
            return 1
        return 3 if "gave-up" in statuses else 0

    def to_dict(self, language: str = "en") -> dict[str, object]:
        """The JSON object of `meldproof prove --json`."""
        found: dict[str, object] = {"theorems": [result.to_dict(language) for result in self.results]}
        if self.rechecked is not None:
            found["second_solver"] = {"name": NAME, **msgspec.to_builtins(self.rechecked)}
        return found


class Limits(NamedTuple):
    """Seconds for a question to z3, for one theorem, and for a question to the second solver (None: not asked).

    The second solver is asked every `second_every`-th question.
    """

    check: float = CHECK_LIMIT
    theorem: float | None = THEOREM_LIMIT
    second: float | None = None
    second_every: int = 1


class _Job(NamedTuple):
    theorem: str
    variant: Variant
    also: tuple[str, ...]
    proofs_path: tuple[str, ...]
    limits: Limits
    deadline: float | None
    smt2: str


class _Done(NamedTuple):
    outcome: ClaimOutcome
    seconds: float
    rechecked: Rechecked | None


def prove(
    variants: Sequence[Variant],
    *,
    only: Sequence[str] = (),
    proofs_path: Sequence[str | Path] = (),
    limits: Limits = Limits(),  # noqa: B008 - a frozen record
    timeout: float | None = None,
    smt2: Path | None = None,
    processes: int = 1,
    advance: Callable[[int, int], None] = lambda done, total: None,
) -> Proofs:
    """Run theorems over variants; `timeout` is in seconds for all of it. With `smt2` every query goes to that folder.

    With more than one process the caller's main module must be importable (guard a script with `__name__`). A theorem
    that breaks is given up, with a note that says why; the others go on. Raises ProofError for theorems that can't be
    used at all.
    """
    own = tuple(str(Path(path).absolute()) for path in proofs_path)
    _theorems.cache_clear()
    theorems = chosen(_theorems(own), only)
    if limits.second is not None:
        require_second_solver()
    folder = "" if smt2 is None else _made(smt2)
    deadline = None if timeout is None else time.monotonic() + timeout
    groups: dict[Key, list[Variant]] = {}
    in_deals = [(variant, classes_of_turned(variant)) for variant in variants]
    for theorem in theorems:
        for _, deals in in_deals:
            for variant in deals:
                groups.setdefault(shared_key(theorem, variant), []).append(variant)
    jobs = [
        _Job(str(key[0]), group[0], tuple(variant.id for variant in group), own, limits, deadline, folder)
        for key, group in groups.items()
    ]
    done: dict[Key, _Done] = {}
    keys = list(groups)
    for number, finished in _finished(jobs, min(processes, len(jobs))):
        done[keys[number]] = finished
        advance(len(done), len(jobs))
    return Proofs(
        tuple(
            _weakest([_result(theorem, one, groups[key][0], done[key]) for one, key in _keyed(theorem, deals)])
            for _, deals in in_deals
            for theorem in theorems
        )
    )


def _keyed(theorem: Theorem, deals: Sequence[Variant]) -> list[tuple[Variant, Key]]:
    return [(variant, shared_key(theorem, variant)) for variant in deals]


WORST_FIRST = ("refuted", "gave-up", "not-shown", "checked", "proved", "nothing-to-claim")


def _weakest(results: Sequence[Result]) -> Result:
    """What holds of all the deals that may be: the worst that came of any."""
    return min(results, key=lambda result: WORST_FIRST.index(result.status))


Key = tuple[object, ...]


def shared_key(theorem: Theorem, variant: Variant) -> Key:
    """Equal for variants that agree in all that the theorem looks at."""
    looked_at = tuple(
        (name, msgspec.json.encode(to_plain(value)))
        for name, value in sorted(variant.values.items())
        if any(name == start or not start or name.startswith(f"{start}.") for start in theorem.parameters)
    )
    by_name = (variant.id, variant.path, variant.readings) if THE_VARIANT in theorem.parameters else ()
    return (theorem.name, variant.deck(), looked_at, by_name)


def _result(theorem: Theorem, variant: Variant, first: Variant, done: _Done) -> Result:
    shared = "" if variant is first else first.id
    return Result(theorem.name, variant.id, done.outcome, done.seconds, theorem.statement, shared, done.rechecked)


def _finished(jobs: Sequence[_Job], processes: int) -> Iterator[tuple[int, _Done]]:
    """The jobs' results with their numbers, as they come."""
    if processes <= 1:
        yield from enumerate(map(_run, jobs))
        return
    left = dict(enumerate(jobs))
    for number, done in _pooled(left, processes):
        del left[number]
        yield number, done
    for number, job in left.items():  # a process came to an end: whichever theorem did that does it alone
        alone = dict(_pooled({number: job}, 1))
        yield number, alone.get(number, _Done(ClaimOutcome("gave-up", note=ENDED), 0.0, None))


def _pooled(jobs: Mapping[int, _Job], processes: int) -> Iterator[tuple[int, _Done]]:
    """The jobs' results in a pool, as they come; those of a pool that broke stay out."""
    # Spawned, not forked: z3 keeps threads of its own.
    pool = ProcessPoolExecutor(processes, multiprocessing.get_context("spawn"), end_quietly)
    finished = False
    try:
        futures = {pool.submit(_run, job): number for number, job in jobs.items()}
        for future in as_completed(futures):
            if not isinstance(future.exception(), BrokenProcessPool):
                yield futures[future], future.result()
        finished = True
    finally:
        # Not waiting leaves threads whose end can be noisy; it is for interruptions only.
        pool.shutdown(wait=finished, cancel_futures=True)


def _run(job: _Job) -> _Done:
    """One theorem for one variant, in whichever process."""
    if job.deadline is not None and time.monotonic() > job.deadline:
        return _Done(ClaimOutcome("gave-up", note=NOT_TRIED), 0.0, None)
    (theorem,) = chosen(_theorems(job.proofs_path), [job.theorem])
    queries: list[tuple[str, str]] = []
    wanted = job.smt2 or job.limits.second is not None
    clock = _clock(job)
    if wanted:
        clock.heard = lambda text, answer: queries.append((text, answer))
    outcome, seconds = run_theorem(theorem, Context(job.variant, job.limits.check, clock))
    if job.smt2:
        _write(Path(job.smt2), theorem, job.also, queries)
    rechecked = None if job.limits.second is None else recheck(queries[:: job.limits.second_every], job.limits.second)
    return _Done(outcome, seconds, rechecked)


def _clock(job: _Job) -> Clock:
    """One that counts work, so that a claim ends at the same place everywhere; the deadline holds all the same."""
    if job.limits.theorem is None:
        return Clock(job.deadline)
    latest = time.monotonic() + SLOWER * job.limits.theorem
    return WorkClock(job.limits.theorem, min(latest, job.deadline or latest), A_LOOK)


@lru_cache(maxsize=4)
def _theorems(proofs_path: tuple[str, ...]) -> tuple[Theorem, ...]:
    return discover(proofs_path)


def _made(folder: Path) -> str:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise ProblemError(say("can't write to {folder}: {error}", folder=folder, error=borrowed(error))) from None
    return str(folder.absolute())


def _write(folder: Path, theorem: Theorem, variants: Sequence[str], queries: Sequence[tuple[str, str]]) -> None:
    """Each query as a script of its own, with what it is part of and the answer expected."""
    for number, (text, answer) in enumerate(queries, 1):
        logic, _, rest = text.partition("\n")
        script = "\n".join(
            [
                f"; {theorem.name}: {theorem.statement[0]}",
                f"; of {', '.join(variants)}; query {number} of {len(queries)}",
                f"; written by: meldproof prove {variants[0]} --only {theorem.name} --smt2 FOLDER",
                f"; expected answer: {answer}",
                logic,
                f"(set-info :status {answer})",
                rest,
                "",
            ]
        )
        path = folder / f"{theorem.name}.{variants[0]}.{number:03}.smt2"
        try:
            path.write_text(script, encoding="utf-8")
        except OSError as error:
            raise ProblemError(say("can't write {path}: {error}", path=path, error=borrowed(error))) from None
