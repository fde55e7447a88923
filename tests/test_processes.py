"""A pool's processes end with the one that started them, even where that was killed."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

POOLS = {
    "prove": "prove argentino --only checker-passes-a-complete-suite --only generator-makes-the-melds",
    "simulate": "simulate reglamento --players 4 --games 2000 --jobs 2",
}


def children_of(process: int) -> list[int]:
    found = []
    for task in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = task.read_text().rpartition(")")[2].split()
        except OSError:
            continue
        if int(fields[1]) == process:
            found.append(int(task.parent.name))
    return found


def is_running(process: int) -> bool:
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="processes are looked up in /proc")
@pytest.mark.parametrize("pool", POOLS)
def test_no_process_outlives_the_one_that_was_killed(pool: str) -> None:
    command = [sys.executable, "-m", "meldproof", *POOLS[pool].split()]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as parent:
        begun = time.monotonic()
        while len(workers := children_of(parent.pid)) < 2 and time.monotonic() < begun + 60:
            time.sleep(0.1)
        assert len(workers) >= 2, "no pool was seen"
        time.sleep(1)
        workers = children_of(parent.pid)
        parent.send_signal(signal.SIGKILL)
    ending = time.monotonic()
    try:
        while any(map(is_running, workers)) and time.monotonic() < ending + 20:
            time.sleep(0.1)
        assert not any(map(is_running, workers))
    finally:
        for left in filter(is_running, workers):
            os.kill(left, signal.SIGKILL)
