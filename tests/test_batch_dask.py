"""`batch --dask`: the same rows as without, in the same order, whatever happens to the workers."""

from __future__ import annotations

import json
import os
import random
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import meldproof
from meldproof.arranging.batch import running as batches
from meldproof.notation import cards_text

distributed = pytest.importorskip("distributed")
GIN = meldproof.variant("gin")


@pytest.fixture(scope="module")
def cluster() -> Iterator[Any]:
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, processes=True, dashboard_address=":0", host="127.0.0.1"
    ) as made:
        yield made


@pytest.fixture
def source(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Sixty rows in chunks of three, some of which are no hands."""
    monkeypatch.setattr(batches, "ROWS_AT_ONCE", 3)
    rng = random.Random(4)
    cards = list(GIN.deck().cards())
    rows = [cards_text(rng.sample(cards, 10), GIN.deck()) for _ in range(60)]
    for at in rng.sample(range(60), 7):
        rows[at] = rng.choice(["Zz 3s", "", "As As", "4s 5s JK"])
    path = tmp_path / "in.jsonl"
    path.write_text("".join(json.dumps({"cards": row}) + "\n" for row in rows), encoding="utf-8")
    return path


def plain(source: Path, **options: Any) -> tuple[bytes, bytes]:
    """What a run without a cluster writes: output and side file."""
    out = source.with_name("plain.csv")
    result = batches.run_batch(GIN, source, out, **options)
    assert (result.rows, result.unreadable) == (60, 7)
    return out.read_bytes(), Path(result.side).read_bytes()


def test_a_killed_worker_costs_no_row(cluster: Any, source: Path) -> None:
    killed: list[int] = []

    def advance(done: int, total: int) -> None:
        assert total == 60
        if done in (6, 30):
            victim = next(iter(cluster.workers.values())).pid
            os.kill(victim, signal.SIGKILL)
            killed.append(victim)

    out = source.with_name("out.csv")
    result = batches.run_batch(GIN, source, out, melds=True, dask=cluster.scheduler_address, advance=advance)
    assert len(set(killed)) == 2
    assert (out.read_bytes(), Path(result.side).read_bytes()) == plain(source, melds=True)


class Killed(Exception):  # noqa: N818 - it is no error
    """The run ends here."""


@pytest.mark.parametrize("then_dask", [True, False])
def test_a_killed_run_goes_on_with_the_cluster_or_without(cluster: Any, source: Path, then_dask: bool) -> None:
    def stop(done: int, total: int) -> None:
        if done >= 12:
            raise Killed

    out, address = source.with_name("out.csv"), cluster.scheduler_address
    with pytest.raises(Killed):
        batches.run_batch(GIN, source, out, dask=address, advance=stop)
    result = batches.run_batch(GIN, source, out, dask=address if then_dask else "")
    assert result.resumed_from == 12
    assert (out.read_bytes(), Path(result.side).read_bytes()) == plain(source)


def test_few_chunks_are_under_way_at_once(cluster: Any, source: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    read, written, most = 0, 0, 0
    chunks = batches.read_chunks

    def counted(*asked: Any) -> Iterator[Any]:
        nonlocal read
        for chunk in chunks(*asked):
            read += 1
            yield chunk

    def advance(done: int, total: int) -> None:
        nonlocal written, most
        written, most = written + 1, max(most, read - written)

    monkeypatch.setattr(batches, "read_chunks", counted)
    cluster_threads = 2
    batches.run_batch(GIN, source, source.with_name("out.csv"), dask=cluster.scheduler_address, advance=advance)
    assert (read, written) == (20, 20)
    assert most <= 2 * cluster_threads + 1


def test_a_fault_of_a_worker_is_one_clear_line(cluster: Any) -> None:
    from meldproof.arranging.batch.cluster import cluster as connected
    from meldproof.arranging.batch.cluster import in_order

    with (
        connected(cluster.scheduler_address) as client,
        pytest.raises(meldproof.ProblemError, match="Dask cluster failed: ZeroDivisionError"),
    ):
        list(in_order(client, divmod_by_nothing, [1, 2]))


@pytest.mark.parametrize("lost", ["submit", "nthreads", "result"])
def test_a_cluster_that_goes_away_is_one_clear_line(lost: str) -> None:
    from meldproof.arranging.batch.cluster import in_order

    class Client:
        """Chunks come back as they are, until the connection is lost."""

        def submit(self, task: Any, chunk: int, pure: bool) -> Any:
            self.fail("submit", chunk)
            self.chunk = chunk
            return self

        def nthreads(self) -> dict[str, int]:
            self.fail("nthreads", self.chunk)
            return {"worker": 1}

        def result(self) -> int:
            self.fail("result", self.chunk)
            return self.chunk

        def fail(self, where: str, chunk: int) -> None:
            if where == lost and chunk == 3:
                raise ConnectionResetError("gone\naway")

    with pytest.raises(meldproof.ProblemError, match=r"Dask cluster failed: .*gone away; .* goes on") as caught:
        list(in_order(Client(), abs, range(9)))
    assert "\n" not in str(caught.value)


def divmod_by_nothing(number: int) -> int:
    return number // 0


def run(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "meldproof", "batch", "gin", *arguments],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, **environment},
    )


def test_the_command_takes_an_address(cluster: Any, source: Path) -> None:
    out = source.with_name("out.jsonl")
    done = run(str(source), str(out), "--dask", cluster.scheduler_address, "--json")
    assert (done.returncode, done.stderr) == (0, "")
    assert json.loads(done.stdout)["rows"] == 60


@pytest.mark.parametrize("address", ["", "nonsense", "tcp://127.0.0.1:notaport", "gopher://x:1"])
def test_where_nobody_listens_is_one_clear_line_and_nothing_is_written(
    source: Path, address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    if not address:
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            address = f"tcp://127.0.0.1:{free.getsockname()[1]}"
    from meldproof.arranging.batch import cluster as batch_cluster

    monkeypatch.setattr(batch_cluster, "SECONDS_TO_CONNECT", 1)
    with pytest.raises(meldproof.ProblemError, match="no Dask scheduler answers there") as caught:
        batches.run_batch(GIN, source, source.with_name("out.csv"), dask=address)
    assert "\n" not in str(caught.value)
    assert {path.name for path in source.parent.iterdir()} == {source.name}


def test_without_distributed_the_line_says_what_to_install(source: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(meldproof.ProblemError, match=r"pip install 'meldproof\[batch\]'"):
        batches.run_batch(GIN, source, source.with_name("out.csv"), dask="tcp://127.0.0.1:8786")
