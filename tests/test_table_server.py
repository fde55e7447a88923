"""The local server, attacked: by foreign names, foreign pages, sizes, numbers, and clients that go away."""

from __future__ import annotations

import asyncio
import http.client
import json
import os
import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("uvicorn", reason="the extra table is not installed")

QUESTION = {"id": 3, "ask": "check", "variant": "gin", "cards": "4s 5s 6s"}
JSON = {"content-type": "application/json"}
SLOW = {
    "ask": "solve", "variant": "fichas", "seconds": 600, "engine": "fewest", "readings": "all",
    "cards": "1r 2r 3r 4b 5b 6b 7k 8k 9k 10y 11y 12y 1b 2b 3b 4k 5k 6k 7y 8y 9y 10r 11r 12r",
    "table": "; ".join(f"{n}r {n}b {n}k" for n in range(1, 14)),
}  # fmt: skip


class Server:
    """`meldproof table` as a process of its own."""

    def __init__(self, *options: str) -> None:
        command = [sys.executable, "-m", "meldproof", "table", "--no-browser", "--port", "0", *options]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, encoding="utf-8")
        assert self.process.stdout is not None
        self.said = self.process.stdout.readline()
        found = re.search(r"http://(\S+):(\d+)/", self.said)
        assert found, self.said
        self.port = int(found[2])

    def send(self, method: str, path: str, body: bytes | None = None, headers: dict[str, str] | None = None) -> Any:
        line = http.client.HTTPConnection("127.0.0.1", self.port, timeout=30)
        given = dict(headers or {})
        line.putrequest(method, path, skip_host="host" in given)
        for name, value in given.items():
            line.putheader(name, value)
        if body is not None:
            line.putheader("content-length", str(len(body)))
        line.endheaders(body)
        answer = line.getresponse()
        found = (answer.status, {name.lower(): value for name, value in answer.getheaders()}, answer.read())
        line.close()
        return found

    def ask(self, **question: Any) -> dict[str, Any]:
        status, _, body = self.send("POST", "/api", json.dumps(question).encode(), JSON)
        assert status == 200, body
        found: dict[str, Any] = json.loads(body)
        return found

    def stop(self) -> None:
        self.process.send_signal(signal.SIGINT if os.name != "nt" else signal.SIGTERM)
        self.process.communicate(timeout=20)


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    running = Server("--workers", "2")
    yield running
    running.stop()


HELLO = {
    "jsonrpc": "2.0", "id": 1, "method": "initialize",
    "params": {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "a test", "version": "1"}},
}  # fmt: skip


def interrupted(
    command: list[str], after: float, times: int = 1, first: object = None, then: object = None
) -> tuple[int, bytes, str]:
    """A command in a terminal of its own, at which Ctrl-C is typed: its status, its complaints, and what is left of it.

    It is typed some seconds after the command's first line, which answers `first`, and `then` is asked.
    """
    process = subprocess.Popen(
        [sys.executable, "-m", "meldproof", *command], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
        stderr=subprocess.PIPE, start_new_session=True, env={**os.environ, "MELDPROOF_TESTED": str(os.getpid())},
    )  # fmt: skip
    assert process.stdout is not None
    _say(process, first)
    assert process.stdout.readline()
    _say(process, then)
    time.sleep(after)
    for _ in range(times):
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGINT)  # as a terminal does: to all that it started
        time.sleep(0.1)
    status = process.wait(timeout=20)
    deadline = time.monotonic() + 10  # a worker that was being started ends once it finds that nobody asks
    while (left := _tested()) and time.monotonic() < deadline:
        time.sleep(0.05)
    return status, process.communicate(timeout=20)[1], left


def _say(process: subprocess.Popen[bytes], asked: object) -> None:
    if asked is not None:
        assert process.stdin is not None
        process.stdin.write(json.dumps(asked).encode() + b"\n")
        process.stdin.flush()


def _tested() -> str:
    """Processes that still run of those that this test started, however they are related to it."""
    mark, found = f"MELDPROOF_TESTED={os.getpid()}".encode(), []
    for place in Path("/proc").glob("[0-9]*/environ"):
        with suppress(OSError):
            if mark in place.read_bytes() and place.parent.name != str(os.getpid()):
                found.append((place.parent / "cmdline").read_bytes().replace(b"\0", b" ").decode())
    return "; ".join(found)


ENDS = pytest.mark.skipif(not Path("/proc/self/environ").exists(), reason="tells processes by /proc")


@ENDS
@pytest.mark.parametrize("times", [1, 3])
@pytest.mark.parametrize("after", [0.2, 0.5, 2.0])
def test_an_interrupted_table_ends_quietly_and_leaves_nothing_behind(after: float, times: int) -> None:
    """While its workers start, and at rest."""
    status, complaints, left = interrupted(["table", "--no-browser", "--port", "0"], after, times)
    assert (complaints, left) == (b"", "")
    assert status in (130, -signal.SIGINT)  # a further Ctrl-C may come when nothing is left to heed it


@ENDS
def test_interrupted_serve_ends_quietly_at_rest_and_in_the_middle_of_a_question() -> None:
    assert interrupted(["serve", "--timeout", "60"], 0.0, first=QUESTION) == (130, b"", "")
    assert interrupted(["serve", "--timeout", "60"], 0.5, first=QUESTION, then=SLOW) == (130, b"", "")


@ENDS
def test_interrupted_serve_ends_quietly_for_assistants_too() -> None:
    pytest.importorskip("mcp", reason="the extra mcp is not installed")
    assert interrupted(["serve", "--mcp"], 0.2, first=HELLO) == (-signal.SIGINT, b"", "")


@ENDS
def test_a_table_that_is_killed_leaves_no_worker(server: Server) -> None:
    running = Server("--workers", "2")
    assert running.ask(**QUESTION)["answer"]["legal"]
    workers = children(running)
    running.process.kill()
    running.process.wait(timeout=20)
    deadline = time.monotonic() + 20
    while any(Path(f"/proc/{pid}").exists() for pid in workers) and time.monotonic() < deadline:
        time.sleep(0.05)
    assert not [pid for pid in workers if Path(f"/proc/{pid}").exists()]
    assert running.process.communicate()[1] == ""


def test_a_worker_that_cannot_start_is_replaced_and_what_waits_for_it_is_answered(monkeypatch: Any) -> None:
    from meldproof.table import workers

    monkeypatch.setattr(workers, "PAUSE", 0.0)
    real, failed = workers._ask, []

    async def fails_first(process: Any, request: bytes) -> bytes:
        if request == workers.WARMING and not failed:
            failed.append(request)
            raise EOFError
        return await real(process, request)

    monkeypatch.setattr(workers, "_ask", fails_first)

    async def ask() -> bytes:
        pool = workers.Workers(1)
        await pool.start()
        try:
            return await pool.ask(json.dumps(QUESTION).encode())
        finally:
            await pool.stop()

    assert json.loads(asyncio.run(ask()))["answer"]["legal"]
    assert failed


def test_one_line_says_where_the_table_is(server: Server) -> None:
    assert re.fullmatch(r"the table is at http://127\.0\.0\.1:\d+/ .*\n", server.said)


def test_a_question_is_answered_with_what_serve_answers(server: Server) -> None:
    from meldproof.table.answering import reply

    assert server.ask(**QUESTION) == json.loads(reply(json.dumps(QUESTION)))


def test_every_file_of_the_page_comes_with_its_type_and_the_policy(server: Server) -> None:
    from meldproof.table.server import page_files

    for name, (data, kind) in page_files().items():
        status, headers, body = server.send("GET", f"/{name}")
        assert (status, body, headers["content-type"]) == (200, data, kind)
        assert headers["content-security-policy"].startswith("default-src 'self';")
        assert "unsafe" not in headers["content-security-policy"]
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["referrer-policy"] == "no-referrer"
        assert "access-control-allow-origin" not in headers
    assert server.send("GET", "/")[2] == page_files()["index.html"][0]


def test_the_page_itself_has_no_script_style_or_handler_in_its_markup() -> None:
    from meldproof.table.server import page_files

    markup = page_files()["index.html"][0].decode()
    assert not re.search(r"<script(?![^>]*\bsrc=)|<style|\bstyle=|\bon\w+=|javascript:|https?://", markup)
    for name, (data, _) in page_files().items():
        if name.endswith(".js"):
            text = data.decode()
            assert not re.search(
                r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\(|new Function", text
            ), name
            assert set(re.findall(r"https?://[^\"\s]+", text)) <= {"http://www.w3.org/2000/svg"}, name


HOSTS = [
    "evil.example:{port}",
    "evil.example",
    "127.0.0.1:1",
    "127.0.0.1",
    "localhost.evil.example:{port}",
    "",
    "169.254.0.1:{port}",
    "[::2]:{port}",
]


@pytest.mark.parametrize("host", HOSTS)
@pytest.mark.parametrize("path", ["/", "/main.js", "/api"])
def test_a_request_that_names_another_host_is_refused(server: Server, host: str, path: str) -> None:
    named = {"host": host.format(port=server.port)}
    method, body = ("POST", json.dumps(QUESTION).encode()) if path == "/api" else ("GET", None)
    assert server.send(method, path, body, {**JSON, **named})[0] in (400, 403)


@pytest.mark.parametrize("host", ["127.0.0.1", "127.0.0.2", "localhost", "LOCALHOST", "127.1", "::1"])
def test_the_address_that_is_printed_is_answered(host: str) -> None:
    try:
        socket.getaddrinfo(host, 0)
        with socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET) as tried:
            tried.bind((host, 0))
    except OSError:
        pytest.skip(f"there is no {host} here")
    running = Server("--host", host, "--workers", "1")
    try:
        named = re.search(r"http://(\S+)/", running.said)
        assert named
        own = {"host": named[1], "origin": f"http://{named[1]}", **JSON}
        line = http.client.HTTPConnection(host, running.port, timeout=30)
        line.request("POST", "/api", json.dumps(QUESTION), own)
        assert line.getresponse().status == 200
        line.close()
        line.request("GET", "/", headers={"host": f"evil.example:{running.port}"})
        assert line.getresponse().status == 403
        line.close()
    finally:
        running.process.send_signal(signal.SIGINT)
        _, complaint = running.process.communicate(timeout=20)
    assert complaint == ""


@pytest.mark.parametrize("host", ["localhost:{port}", "127.0.0.1:{port}", "LOCALHOST:{port}", "[::1]:{port}"])
def test_the_address_served_may_be_named_in_its_own_ways(server: Server, host: str) -> None:
    assert server.send("GET", "/", None, {"host": host.format(port=server.port)})[0] == 200


@pytest.mark.parametrize(
    "origin",
    ["http://evil.example", "null", "https://127.0.0.1:{port}", "http://127.0.0.1:1", "http://localhost:{port}"],
)
def test_a_question_from_a_foreign_page_is_refused(server: Server, origin: str) -> None:
    headers = {**JSON, "origin": origin.format(port=server.port)}
    assert server.send("POST", "/api", json.dumps(QUESTION).encode(), headers)[0] == 403
    own = {**JSON, "origin": f"http://127.0.0.1:{server.port}"}
    assert server.send("POST", "/api", json.dumps(QUESTION).encode(), own)[0] == 200


def test_what_a_form_of_a_foreign_page_could_send_is_refused(server: Server) -> None:
    for kind in ("text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x", ""):
        assert server.send("POST", "/api", json.dumps(QUESTION).encode(), {"content-type": kind})[0] == 415
    assert server.send("GET", "/api")[0] == 405
    assert server.send("OPTIONS", "/api", None, {"origin": "http://evil.example"})[0] == 405


def test_only_the_pages_own_files_are_served(server: Server) -> None:
    for path in (
        "/../server.py",
        "/..%2fserver.py",
        "/%2e%2e/server.py",
        "/server.py",
        "//etc/passwd",
        "/page/",
        "/.",
        "/main.js/",
    ):
        assert server.send("GET", path)[0] == 404, path
    assert server.send("POST", "/main.js", b"")[0] == 405


def test_a_question_of_more_than_64_kb_is_refused_whatever_it_says_its_length_is(server: Server) -> None:
    large = json.dumps({**QUESTION, "cards": "4s " * 30_000}).encode()
    assert server.send("POST", "/api", large, JSON)[0] == 413
    line = socket.create_connection(("127.0.0.1", server.port), timeout=20)
    head = f"POST /api HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n"
    line.sendall(head.encode())
    try:
        for _ in range(100):
            line.sendall(b"1000\r\n" + b" " * 4096 + b"\r\n")
        told = line.recv(100)
    except OSError:  # closed before all was sent
        told = b" 413 "
    assert b" 413 " in told
    line.close()
    assert server.ask(**QUESTION)["answer"]["legal"]


@pytest.mark.parametrize(
    "body", [b"", b"{", b"\xff", b"[" * 60_000, b'{"ask":"solve",\r\n"variant":"gin",\n"cards":"4s 5s 6s"}']
)
def test_whatever_a_question_holds_it_has_one_reply_and_the_next_one_its_own(server: Server, body: bytes) -> None:
    status, _, text = server.send("POST", "/api", body, JSON)
    assert status == 200
    assert {"error", "answer"} & json.loads(text).keys()
    assert server.ask(**QUESTION)["id"] == 3


def children(server: Server) -> set[int]:
    found = subprocess.run(
        ["ps", "-o", "pid=", "--ppid", str(server.process.pid)], capture_output=True, text=True, check=False
    )
    return set(map(int, found.stdout.split()))


def test_work_stops_when_the_client_goes_and_others_are_told_to_wait() -> None:
    running = Server("--workers", "1")
    try:
        assert running.ask(**QUESTION)["answer"]["legal"]
        (busy,) = children(running)
        os.kill(busy, signal.SIGSTOP)  # a question that no limit within the programme ends
        lines = []
        for _ in range(18):
            line = http.client.HTTPConnection("127.0.0.1", running.port, timeout=30)
            line.request("POST", "/api", json.dumps(QUESTION), JSON)
            lines.append(line)
            time.sleep(0.02)
        refused = running.send("POST", "/api", json.dumps(QUESTION).encode(), {**JSON, "accept-language": "es"})
        assert refused[0] == 503
        assert "demasiadas" in json.loads(refused[2])["error"]["message"]
        for line in lines:
            line.close()
        assert running.ask(**QUESTION)["answer"]["legal"]
        assert busy not in children(running)
    finally:
        running.stop()


def test_a_worker_that_dies_costs_its_question_and_nothing_else() -> None:
    running = Server("--workers", "1")
    try:
        assert running.ask(**QUESTION)["answer"]["legal"]
        (worker,) = children(running)
        os.kill(worker, signal.SIGKILL)
        assert running.send("POST", "/api", json.dumps(QUESTION).encode(), JSON)[0] == 503
        assert running.ask(**QUESTION)["answer"]["legal"]
    finally:
        running.stop()


@pytest.mark.slow
def test_no_question_takes_more_than_its_five_seconds(server: Server) -> None:
    begun = time.monotonic()
    reply = server.ask(**SLOW)
    assert time.monotonic() - begun < 20  # five, on a machine that does nothing else
    assert reply.get("status") == 3 or reply.get("error", {}).get("kind") == "OutOfTime" or reply["answer"]["optimal"]


def test_with_another_host_a_line_says_what_that_means() -> None:
    running = Server("--host", "0.0.0.0", "--workers", "1")
    try:
        printed = re.search(r"http://(\S+):\d+/", running.said)
        assert printed
        assert printed[1] != "0.0.0.0"  # which no other machine could open
        assert running.send("GET", "/", None, {"host": f"{printed[1]}:{running.port}"})[0] == 200
        assert running.send("GET", "/", None, {"host": f"evil.example:{running.port}"})[0] == 403
        assert running.send("GET", "/", None, {"host": f"127.0.0.1:{running.port}"})[0] == 200
        assert running.send("GET", "/", None, {"host": f"{socket.gethostname()}:{running.port}"})[0] == 200
    finally:
        running.process.send_signal(signal.SIGINT)
        _, complaint = running.process.communicate(timeout=20)
    assert "there is no password" in complaint


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--port", "70000"], "--port"),
        (["--host", "256.1.1.1"], "can't listen"),
        (["--host", "192.0.2.1"], "can't listen"),
        (["--workers", "0"], "--workers"),
        (["--pyodide", "."], "--export"),
    ],
    ids=str,
)
def test_what_cannot_be_served_is_said_in_a_line(options: list[str], said: str) -> None:
    command = [sys.executable, "-m", "meldproof", "table", "--no-browser", *options]
    done = subprocess.run(command, capture_output=True, encoding="utf-8", timeout=60, check=False)
    assert (done.returncode, done.stdout) == (2, "")
    assert said in done.stderr
    assert done.stderr.count("\n") == 1
