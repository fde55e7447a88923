"""The chunks of a batch as tasks of a Dask cluster that is there already.

Only so many chunks are under way as keep every thread of the cluster busy, so that memory stays bounded on both sides;
results come back in the order of the chunks. What a lost worker had is done again by another.
"""

from __future__ import annotations

import contextlib
import gc
import importlib
import logging
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from typing import Any, TypeVar

from meldproof.errors import MeldproofError, ProblemError
from meldproof.messages import say

Chunk = TypeVar("Chunk")
Done = TypeVar("Done")

CHUNKS_A_THREAD = 2
"""One that is being done, and one that waits for it."""
SECONDS_TO_CONNECT = 10


@contextlib.contextmanager
def cluster(address: str) -> Iterator[Any]:
    """A client of the cluster whose scheduler listens at an address. Raises ProblemError where there is none."""
    try:
        distributed = importlib.import_module("distributed")
    except ImportError:
        raise ProblemError(say("--dask needs distributed: pip install 'meldproof[batch]'")) from None
    quiet = [logging.getLogger(name) for name in ("distributed", "distributed.client", "tornado")]
    levels = [logger.level for logger in quiet]
    for logger in quiet:  # what goes wrong is said in one line, here
        logger.setLevel(logging.CRITICAL)
    try:
        client = None
        with contextlib.suppress(OSError, ValueError, TypeError, ImportError):
            client = distributed.Client(address, timeout=SECONDS_TO_CONNECT, set_as_default=False)
        if client is None:
            gc.collect()  # what never connected closes itself then: while another starts, that would never end
            raise ProblemError(
                say(
                    "--dask {address}: no Dask scheduler answers there; its address looks like tcp://HOST:8786",
                    address=address,
                )
            )
        with client:
            yield client
    finally:
        for logger, level in zip(quiet, levels, strict=True):
            logger.setLevel(level)


def in_order(client: Any, task: Callable[[Chunk], Done], chunks: Iterable[Chunk]) -> Iterator[tuple[Chunk, Done]]:
    """Every chunk with what the task made of it, in the order of the chunks, some being done ahead.

    Raises what the task raised, and ProblemError where the cluster failed.
    """
    under_way: deque[tuple[Chunk, Any]] = deque()
    for chunk in chunks:
        with _one_line():
            under_way.append((chunk, client.submit(task, chunk, pure=False)))
            most = CHUNKS_A_THREAD * max(1, sum(client.nthreads().values()))
        while len(under_way) >= most:
            yield _oldest(under_way)
    while under_way:
        yield _oldest(under_way)


def _oldest(under_way: deque[tuple[Chunk, Any]]) -> tuple[Chunk, Any]:
    chunk, future = under_way.popleft()
    with _one_line():
        return chunk, future.result()


@contextlib.contextmanager
def _one_line() -> Iterator[None]:
    """Whatever a worker, its Python or the connection made of it, as an error for a user."""
    try:
        yield
    except MeldproofError:
        raise
    except Exception as error:
        said = " ".join(str(error).split())[:300]
        raise ProblemError(
            say(
                "the Dask cluster failed: {name}: {said}; started again, the run goes on where it was",
                name=type(error).__name__,
                said=said,
            )
        ) from error
