"""An implementation as a process: messages over pipes, every misbehaviour a finding, nothing left running.

The process gets a session of its own; it, its group and all that it leaves behind are killed when it has misbehaved or
is done. Never more than one line's limit of its output is held.
"""

from __future__ import annotations

import contextlib
import json
import os
import re
import selectors
import signal
import subprocess
import time
from collections.abc import Sequence
from typing import Any, Literal

from meldproof.borrowed import borrowed
from meldproof.conforming.offspring import Offspring
from meldproof.errors import ProblemError
from meldproof.inputs import check_nesting
from meldproof.messages import noted, printable, say, translated

Kind = Literal["crashed", "timed-out", "garbage", "flood", "wrong-seq", "not-utf8", "malformed", "errored"]
LONGEST_LINE = 1_000_000
"""Bytes of one answer."""
CHUNK = 65_536
KEPT_COMPLAINTS = 2_000
"""Bytes of the error stream that are kept."""
GRACE = 2.0
"""Seconds to end by itself after `stop`."""


KINDS: dict[Kind, str] = {
    "crashed": noted("crashed"),
    "timed-out": noted("timed-out"),
    "garbage": noted("garbage"),
    "flood": noted("flood"),
    "wrong-seq": noted("wrong-seq"),
    "not-utf8": noted("not-utf8"),
    "malformed": noted("malformed"),
    "errored": noted("errored"),
}
"""Kinds of misbehaviour as people read them; data keep the English."""


class Trouble(Exception):  # noqa: N818 - a finding
    """A misbehaviour: its kind and a line on it."""

    def __init__(self, kind: Kind, note: str) -> None:
        super().__init__(note)
        self.kind: Kind = kind
        self.note = note

    def told(self) -> str:
        return f"{translated(KINDS[self.kind])}: {self.note}"


class Session:
    """One process of an implementation; `seconds` is the longest wait for an answer."""

    def __init__(self, command: Sequence[str], seconds: float) -> None:
        if not hasattr(os, "killpg"):
            raise ProblemError(say("conform needs process groups (Linux, macOS)"))
        self.command, self.seconds = tuple(command), seconds
        self.complaints = b""
        self._message = ""
        self._rest = b""
        self._offspring = Offspring()
        try:
            self._process = subprocess.Popen(
                self.command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                start_new_session=True, bufsize=0,
            )  # fmt: skip
        except (OSError, ValueError) as error:
            self._offspring.end(0)
            raise ProblemError(
                say("{command} can't be started: {reason}", command=command[0], reason=borrowed(error))
            ) from None
        pipes = (self._process.stdin, self._process.stdout, self._process.stderr)
        self._pipes = [pipe for pipe in pipes if pipe is not None]
        self._input, out, err = self._pipes
        self._in, self._out, self._err = self._input.fileno(), out.fileno(), err.fileno()
        for descriptor in (self._in, self._out, self._err):
            os.set_blocking(descriptor, False)

    def ask(self, message: dict[str, Any]) -> dict[str, Any]:
        """The answer to a message. Raises Trouble."""
        deadline = time.monotonic() + self.seconds
        self._message = _named(message)
        return _read_answer(self._exchange(_line(message), deadline))

    def ask_once(self, message: dict[str, Any]) -> dict[str, Any]:
        """The verdict of a process started for one case: the message is all of its input. Raises Trouble."""
        deadline = time.monotonic() + self.seconds
        self._message = _named(message)
        verdict = self._exchange(_line(message), deadline, to_the_end=True)
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(timeout=max(0.0, deadline - time.monotonic()))
        if self._process.returncode is None:
            raise Trouble(
                "timed-out", say("it does not end in {seconds:g} s{said}", seconds=self.seconds, said=self._said())
            )
        if self._process.returncode != 0:
            raise Trouble("crashed", self._end())
        if not verdict.strip():
            raise Trouble("garbage", say("it ended without a verdict{said}", said=self._said()))
        return _read_answer(verdict)

    def stop(self) -> None:
        """Say goodbye, wait a moment, and end what is left of the process and its children."""
        with contextlib.suppress(OSError):
            os.write(self._in, b'{"cmd": "stop"}\n')
        with contextlib.suppress(OSError):
            self._input.close()
        end = time.monotonic() + GRACE
        while self._process.poll() is None and time.monotonic() < end:
            self._drain(self._out)
            self._drain(self._err)
            time.sleep(0.01)
        self.kill()

    def ends(self) -> bool:
        """Whether it ends by itself after `stop`."""
        with contextlib.suppress(OSError):
            os.write(self._in, b'{"cmd": "stop"}\n')
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(timeout=GRACE)
        return self._process.returncode is not None

    def kill(self) -> None:
        """End the process, every child in its group, and every other that it left behind."""
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()
        self._offspring.end(self._process.pid)
        for pipe in self._pipes:
            with contextlib.suppress(OSError):
                pipe.close()

    def _exchange(self, data: bytes, deadline: float, *, to_the_end: bool = False) -> bytes:
        """Write a line and read one, whichever comes first; the error stream is emptied meanwhile.

        With `to_the_end` the line is the whole input, and what is read the whole output.
        """
        self._to_the_end, self._ended = to_the_end, False
        with selectors.DefaultSelector() as waiting:
            waiting.register(self._out, selectors.EVENT_READ)
            waiting.register(self._err, selectors.EVENT_READ)
            waiting.register(self._in, selectors.EVENT_WRITE)
            while data or not self._is_whole():
                left = deadline - time.monotonic()
                if left <= 0:
                    raise Trouble(
                        "timed-out",
                        say(
                            "no answer to {message} in {seconds:g} s{said}",
                            message=self._message,
                            seconds=self.seconds,
                            said=self._said(),
                        ),
                    )
                for key, _ in waiting.select(left):
                    if key.fd == self._in:
                        data = self._write(data)
                        if not data:
                            waiting.unregister(self._in)
                            if to_the_end:
                                self._input.close()
                    elif key.fd == self._err:
                        if not self._drain(self._err):
                            waiting.unregister(self._err)
                    else:
                        self._read()
                        if self._ended:
                            waiting.unregister(self._out)
                if len(self._rest) > LONGEST_LINE and (to_the_end or b"\n" not in self._rest[:LONGEST_LINE]):
                    raise Trouble(
                        "flood",
                        say("more than {bytes} bytes in all", bytes=LONGEST_LINE)
                        if to_the_end
                        else say("more than {bytes} bytes without an end of line", bytes=LONGEST_LINE),
                    )
                if len(self._rest) > LONGEST_LINE:
                    break
        if to_the_end:
            return self._rest
        line, _, self._rest = self._rest.partition(b"\n")
        if data:
            raise Trouble("flood", say("it writes without reading"))
        return line

    def _is_whole(self) -> bool:
        """Whether the answer is there."""
        return self._ended if self._to_the_end else b"\n" in self._rest

    def _write(self, data: bytes) -> bytes:
        try:
            return data[os.write(self._in, data[:CHUNK]) :]
        except BlockingIOError:
            return data
        except OSError:
            if self._to_the_end:  # it need not read all of it
                return b""
            raise Trouble("crashed", self._end()) from None

    def _read(self) -> None:
        try:
            chunk = os.read(self._out, CHUNK)
        except BlockingIOError:
            return
        except OSError:
            chunk = b""
        if not chunk and not self._to_the_end:
            raise Trouble("crashed", self._end())
        self._ended = not chunk
        self._rest += chunk

    def _drain(self, descriptor: int) -> bool:
        """Read what is there; False at the end of the stream."""
        try:
            chunk = os.read(descriptor, CHUNK)
        except BlockingIOError:
            return True
        except (OSError, ValueError):
            return False
        if descriptor == self._err:
            self.complaints = (self.complaints + chunk)[-KEPT_COMPLAINTS:]
        return bool(chunk)

    def _end(self) -> str:
        """How it ended."""
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(timeout=0.5)
        self._drain(self._err)
        status = self._process.returncode
        if status is None:
            return say(
                "it closed its output at {message} and goes on running{said}", message=self._message, said=self._said()
            )
        if status < 0:
            return say(
                "it ended with signal {number} at {message}{said}",
                number=-status,
                message=self._message,
                said=self._said(),
            )
        return say(
            "it ended with exit status {number} at {message}{said}",
            number=status,
            message=self._message,
            said=self._said(),
        )

    def _said(self) -> str:
        line = telling_line(self.complaints.decode("utf-8", "replace"))
        return say("; on its error stream: {line}", line=printable(line)[:200]) if line else ""


EXCEPTION = re.compile(
    r"(Exception in thread|Caused by:|Unhandled exception|panic:|thread '.*' panicked|fatal|Uncaught"
    r"|[\w.$:]*(Error|Exception|Exit|Interrupt)\b)"
)


def telling_line(complaints: str) -> str:
    """The line that says what went wrong: the last exception that is named, else the last line that is no trace.

    Some write the exception after the trace, others before it; frames are indented, or begin with `at`.
    """
    lines = [line.rstrip() for line in complaints.splitlines() if line.strip()]
    plain = [line for line in lines if not line[0].isspace() and not line.startswith(("at ", "Node.js v", "note:"))]
    named = [line for line in plain if EXCEPTION.match(line)]
    return (named or plain or lines or [""])[-1].strip()


def _named(message: dict[str, Any]) -> str:
    """A message as people know it: its command, and of a question its operation."""
    op = f', "op": "{message["op"]}"' if "op" in message else ""
    return f'{{"cmd": "{message.get("cmd", "")}"{op}}}'


def _line(message: dict[str, Any]) -> bytes:
    return json.dumps(message, ensure_ascii=False).encode() + b"\n"


def _read_answer(data: bytes) -> dict[str, Any]:
    """A JSON object. Raises Trouble."""
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError:
        raise Trouble("not-utf8", say("the answer is not UTF-8: {data}", data=_brief(data))) from None
    try:
        answer = json.loads(text)
    except (ValueError, RecursionError):
        raise Trouble("garbage", say("the answer is no JSON: {data}", data=_brief(data))) from None
    try:
        check_nesting(answer, say("the answer"))
    except ProblemError as error:
        raise Trouble("garbage", f"{error}: {_brief(data)}") from None
    if not isinstance(answer, dict):
        raise Trouble("garbage", say("the answer is no JSON object: {data}", data=_brief(data)))
    return answer


def _brief(data: bytes) -> str:
    return repr(data if len(data) <= 60 else data[:60] + b"...")
