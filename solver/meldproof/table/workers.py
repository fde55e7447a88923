"""Processes that answer questions for the local server, so that any of them can be stopped in the middle of one."""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import subprocess
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import Coroutine
from typing import Any

from meldproof.table.requests import MOST_SECONDS

MOST_WAITING = 16
"""Questions that wait for a worker; more are refused."""
SPARE_SECONDS = 2.0
"""After the time of a question, before its worker is stopped: limits are looked at between steps."""
PATIENCE = 0.5
"""Seconds that a question may go on after whoever asked it went away; most are done by then."""
LONGEST_WAIT = 30.0
"""Seconds until a worker is free; who would wait longer is told that too many ask."""
PAUSE = 1.0
"""Seconds before another worker is started in the place of one that ended while it started."""
LONGEST_REPLY = 64_000_000
WARMING = b'{"ask": "variants"}'
"""Asked before a worker is put to work, so that what is loaded once is loaded."""


class Busy(Exception):  # noqa: N818 - it is an answer, not a fault
    """Too many questions are waiting."""


class Stopped(Exception):  # noqa: N818 - it is an answer, not a fault
    """The question took too long, or its worker ended; nothing is known."""


class Workers:
    """A few processes, each with one question at a time."""

    def __init__(self, count: int, seconds: float = MOST_SECONDS) -> None:
        self.count, self.seconds = count, seconds
        self._idle: asyncio.LifoQueue[Process] = asyncio.LifoQueue()  # who asks on meets what is loaded already
        self._waiting = 0
        self._closed = False
        self._tasks: set[asyncio.Task[None]] = set()
        self._running: set[Process] = set()

    async def start(self) -> None:
        """Start all of them; those that are ready answer while others still start."""
        for _ in range(self.count):
            self._begin()

    async def stop(self) -> None:
        """End all of them: those that do nothing by themselves, the others at once. None is left behind."""
        self._closed = True
        tasks = list(self._tasks)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await asyncio.gather(*(self._end(process, PATIENCE) for process in list(self._running)))

    async def ask(self, request: bytes) -> bytes:
        """The reply to a request. Raises Busy or Stopped. Where this is cancelled, work stops soon after."""
        if self._waiting >= MOST_WAITING:
            raise Busy
        self._waiting += 1
        try:
            async with asyncio.timeout(LONGEST_WAIT):
                process = await self._idle.get()
        except TimeoutError:
            raise Busy from None
        finally:
            self._waiting -= 1
        answering = asyncio.ensure_future(_ask(process, request))
        try:
            answer = await asyncio.wait_for(asyncio.shield(answering), self.seconds + SPARE_SECONDS)
        except asyncio.CancelledError:
            self._keep(self._settle(process, answering, PATIENCE))
            raise
        except (TimeoutError, OSError, EOFError, ValueError):
            self._keep(self._settle(process, answering, 0))
            raise Stopped from None
        self._idle.put_nowait(process)
        return answer

    async def _settle(self, process: Process, answering: asyncio.Future[bytes], patience: float) -> None:
        """A worker whose reply nobody waits for: free if it comes soon, else ended, and another one started."""
        try:
            await asyncio.wait_for(answering, patience)
            self._idle.put_nowait(process)
        except (TimeoutError, OSError, EOFError, ValueError):
            await self._end(process)
            self._begin()

    def _begin(self) -> None:
        if not self._closed:
            self._keep(self._started())

    def _keep(self, work: Coroutine[object, object, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _started(self) -> None:
        command = (sys.executable, "-m", "meldproof.table.lines", str(self.seconds))
        creating = asyncio.ensure_future(
            asyncio.create_subprocess_exec(*command, stdin=PIPE, stdout=PIPE, limit=LONGEST_REPLY, **_apart())
        )
        try:
            process = await asyncio.shield(creating)
        except asyncio.CancelledError:  # one that is half made can't be ended
            await self._end(await creating)
            raise
        self._running.add(process)
        try:
            await _ask(process, WARMING)
        except (OSError, EOFError, ValueError):
            await self._end(process)
            await asyncio.sleep(PAUSE)
            self._begin()
        else:
            self._idle.put_nowait(process)

    async def _end(self, process: Process, patience: float = 0) -> None:
        """A worker whose input ends tidies up and ends by itself, unless it is busy."""
        if patience and process.stdin is not None:
            process.stdin.close()
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(process.wait(), patience)
        if process.returncode is None:
            with contextlib.suppress(ProcessLookupError):
                _kill(process)
            await process.wait()
        self._running.discard(process)


def _apart() -> dict[str, Any]:
    """So that what is typed at the terminal (Ctrl-C) reaches the server alone, which then ends its workers."""
    if sys.platform == "win32":
        return {"creationflags": subprocess.CREATE_NEW_PROCESS_GROUP}
    return {"start_new_session": True}


def _kill(process: Process) -> None:
    """Not by the process's own method, which may take its end for itself, of which asyncio then complains."""
    if sys.platform == "win32":
        process.kill()
    else:
        os.kill(process.pid, signal.SIGKILL)


async def _ask(process: Process, request: bytes) -> bytes:
    assert process.stdin is not None
    assert process.stdout is not None
    line = request.replace(b"\r", b" ").replace(b"\n", b" ")
    process.stdin.write((line if line.strip() else b"null") + b"\n")
    await process.stdin.drain()
    line = await process.stdout.readline()
    if not line.endswith(b"\n"):
        raise EOFError
    return line
