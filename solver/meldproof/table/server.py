"""The local server: the page's files, and the messages as `POST /api`. Made to be safe on anybody's machine.

It answers this machine alone unless another address is asked for, and only requests that name the address served
(else a foreign page could reach it by a name of its own), from pages that it served itself.
"""

from __future__ import annotations

import asyncio
import hashlib
import ipaddress
import os
import socket
from collections.abc import Awaitable, Callable, Mapping, MutableMapping
from importlib.resources import files
from typing import TYPE_CHECKING, Any

import msgspec

from meldproof.borrowed import borrowed
from meldproof.errors import ProblemError
from meldproof.messages import in_language, say
from meldproof.table.answering import failure
from meldproof.table.requests import LONGEST_REQUEST
from meldproof.table.workers import Busy, Stopped, Workers

if TYPE_CHECKING:
    import uvicorn

Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]

POLICY = (
    "default-src 'self'; img-src 'self' blob:; object-src 'none'; base-uri 'none'; form-action 'none'; "
    "frame-ancestors 'none'"
)
"""`blob:` is for the picture that the page itself draws of an answer."""
TYPES = {
    ".html": "text/html; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".svg": "image/svg+xml",
    ".json": "application/json",
    ".jsonl": "text/plain; charset=utf-8",
    ".webmanifest": "application/manifest+json",
}
BODY_SECONDS = 10.0
MOST_CONNECTIONS = 64


class Refused(Exception):  # noqa: N818 - it is an answer, not a fault
    """A request that is not answered: its status and why."""

    def __init__(self, status: int, message: str) -> None:
        super().__init__(message)
        self.status = status


class Application:
    """The server as an ASGI application. `names` are the hosts that a request may name, beside addresses in numbers."""

    def __init__(self, workers: Workers, port: int, names: frozenset[str], *, numbers: bool) -> None:
        self.workers, self.port, self.names, self.numbers = workers, port, names, numbers
        self.files = page_files()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self._lifespan(receive, send)
        elif scope["type"] == "http":
            headers = {name.decode("latin-1"): value.decode("latin-1") for name, value in scope["headers"]}
            with in_language(_language(headers)):
                try:
                    await self._answer(scope, headers, receive, send)
                except Refused as refused:
                    await _send(send, refused.status, _error(str(refused)), {"connection": "close"})

    async def _lifespan(self, receive: Receive, send: Send) -> None:
        while True:
            message = await receive()
            if message["type"] == "lifespan.startup":
                await self.workers.start()
            else:
                await self.workers.stop()
            await send({"type": f"{message['type']}.complete"})
            if message["type"] == "lifespan.shutdown":
                return

    async def _answer(self, scope: Scope, headers: Mapping[str, str], receive: Receive, send: Send) -> None:
        self._check_host(headers.get("host", ""))
        path, method = scope["path"], scope["method"]
        if path == "/api":
            await self._api(method, headers, receive, send)
            return
        name = "index.html" if path == "/" else path.removeprefix("/")
        if name not in self.files:
            raise Refused(404, say("there is no such page"))
        if method not in ("GET", "HEAD"):
            raise Refused(405, say("this can only be read"))
        data, kind = self.files[name]
        tag = f'"{hashlib.sha256(data).hexdigest()[:20]}"'
        if headers.get("if-none-match") == tag:
            await _send(send, 304, b"", {"etag": tag})
        else:
            body = data if method == "GET" else b""
            await _send(send, 200, body, {"content-type": kind, "etag": tag, "cache-control": "no-cache"})

    def _check_host(self, host: str) -> None:
        name, _, port = host.rpartition(":") if not host.endswith("]") and ":" in host else (host, "", "80")
        if port != str(self.port) or not (name.lower() in self.names or (self.numbers and _is_number(name))):
            raise Refused(403, say("this is not the address of the table; open the one that was printed"))

    async def _api(self, method: str, headers: Mapping[str, str], receive: Receive, send: Send) -> None:
        if method != "POST":
            raise Refused(405, say("questions are sent with POST"))
        origin = headers.get("origin")
        if origin is not None and origin.lower() != f"http://{headers['host'].lower()}":
            raise Refused(403, say("questions are taken from this server's own page only"))
        if headers.get("content-type", "").partition(";")[0].strip().lower() != "application/json":
            raise Refused(415, say("a question is JSON: say so in its content type"))
        body = await _body(receive, headers.get("content-length", ""))
        asking = asyncio.ensure_future(self.workers.ask(body))
        leaving = asyncio.ensure_future(_gone(receive))
        try:
            await asyncio.wait((asking, leaving), return_when=asyncio.FIRST_COMPLETED)
            if not asking.done():
                return
            answer = asking.result()
        except Busy:
            raise Refused(503, say("too many questions at once; ask again")) from None
        except Stopped:
            raise Refused(503, say("the question took too long and was stopped")) from None
        finally:
            asking.cancel()
            leaving.cancel()
        await _send(send, 200, answer, {"content-type": "application/json", "cache-control": "no-store"})


def page_files() -> dict[str, tuple[bytes, str]]:
    """The page's files by name, with their types."""
    found = {}
    for entry in files("meldproof.table").joinpath("page").iterdir():
        kind = TYPES.get(os.path.splitext(entry.name)[1])
        if kind is not None:
            found[entry.name] = (entry.read_bytes(), kind)
    return found


def open_socket(host: str, port: int) -> socket.socket:
    """A socket that listens. Raises ProblemError with one clear line."""
    if not 0 <= port <= 65535:
        raise ProblemError(say("--port is a number from 0 to 65535 (0: any that is free)"))
    try:
        family, kind, proto, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        opened = socket.socket(family, kind, proto)
        if os.name != "nt":
            opened.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        opened.bind(address)
        opened.listen(MOST_CONNECTIONS)
    except (OSError, UnicodeError) as error:
        reason = borrowed(error)
        raise ProblemError(
            say("can't listen at {host}, port {port}: {reason}", host=host, port=port, reason=reason)
        ) from None
    return opened


def is_loopback(listening: socket.socket) -> bool:
    """Whether only this machine can reach what listens."""
    return ipaddress.ip_address(listening.getsockname()[0].partition("%")[0]).is_loopback


def address_of(listening: socket.socket, host: str) -> str:
    """The address to open, also from another machine where it is served at all of this one's."""
    bound, port = listening.getsockname()[:2]
    shown = _way_out(listening.family) or host if ipaddress.ip_address(bound.partition("%")[0]).is_unspecified else host
    return f"http://{_in_address(shown)}:{port}/"


def names_of(listening: socket.socket, host: str) -> frozenset[str]:
    """What a request may call this server, beside addresses in numbers where those are taken."""
    own = {host, listening.getsockname()[0]}
    own |= {"127.0.0.1", "localhost", "::1"} if is_loopback(listening) else {socket.gethostname()}
    return frozenset(_in_address(name).lower() for name in own)


def run(listening: socket.socket, host: str, workers: int, seconds: float) -> None:
    """Serve until interrupted; `seconds` is the most time for a question."""
    import uvicorn

    pool = Workers(workers, seconds)
    port = listening.getsockname()[1]
    application = Application(pool, port, names_of(listening, host), numbers=not is_loopback(listening))
    config = uvicorn.Config(
        application, http="h11", ws="none", lifespan="on", log_level="critical", access_log=False, server_header=False,
        proxy_headers=False, limit_concurrency=MOST_CONNECTIONS, timeout_graceful_shutdown=1,
    )  # fmt: skip
    asyncio.run(_until_the_end(uvicorn.Server(config), pool, listening))


async def _until_the_end(server: uvicorn.Server, workers: Workers, listening: socket.socket) -> None:
    """Serve in a task of its own, so that an impatient second Ctrl-C cancels that, and not the end of the workers."""
    try:
        await asyncio.ensure_future(server.serve(sockets=[listening]))
    finally:
        await workers.stop()


def _in_address(host: str) -> str:
    return f"[{host}]" if ":" in host else host


def _way_out(family: int) -> str:
    """The address by which this machine speaks to others; empty where there is none. Nothing is sent to find it."""
    far = "203.0.113.1" if family == socket.AF_INET else "2001:db8::1"
    try:
        with socket.socket(family, socket.SOCK_DGRAM) as asked:
            asked.connect((far, 9))
            return str(asked.getsockname()[0])
    except OSError:
        return ""


async def _body(receive: Receive, length: str) -> bytes:
    too_long = Refused(413, say("a question has at most {most} bytes", most=LONGEST_REQUEST))
    if length.isdigit() and int(length) > LONGEST_REQUEST:
        raise too_long
    body, more = b"", True
    try:
        async with asyncio.timeout(BODY_SECONDS):
            while more:
                message = await receive()
                body += message.get("body", b"")
                more = message.get("more_body", False)
                if len(body) > LONGEST_REQUEST:
                    raise too_long
    except TimeoutError:
        raise Refused(408, say("the question did not arrive")) from None
    return body


async def _gone(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass


async def _send(send: Send, status: int, body: bytes, headers: Mapping[str, str]) -> None:
    every = {
        "content-security-policy": POLICY,
        "x-content-type-options": "nosniff",
        "referrer-policy": "no-referrer",
        "cross-origin-resource-policy": "same-origin",
        "cross-origin-opener-policy": "same-origin",
        "content-length": str(len(body)),
    }
    listed = [(name.encode(), value.encode()) for name, value in {**every, **headers}.items()]
    await send({"type": "http.response.start", "status": status, "headers": listed})
    await send({"type": "http.response.body", "body": body})


def _error(message: str) -> bytes:
    return msgspec.json.encode({"id": None, **failure("Refused", message)})


def _language(headers: Mapping[str, str]) -> str:
    return "es" if headers.get("accept-language", "").lower().startswith("es") else "en"


def _is_number(name: str) -> bool:
    """Whether a host is an address in numbers, which no foreign name can be made to lead to."""
    try:
        ipaddress.ip_address(name.strip("[]"))
    except ValueError:
        return False
    return True
