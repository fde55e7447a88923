"""One-shot mode: a process for every case, which reads it on its input and writes a verdict on its output.

The message is that of the protocol's `run`, with what `start` and `variant` say there; so a harness of the protocol
that keeps nothing from line to line serves both ways. It may answer `start` too, which says what it offers.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import PurePath
from typing import Any

from meldproof.conforming.protocol import VERSION, read_start
from meldproof.conforming.session import Session, Trouble
from meldproof.messages import printable, say
from meldproof.witnesses.questions import OPS


class OneShot:
    """Speaks the protocol for a command that is started anew for every case."""

    def __init__(self, command: Sequence[str], seconds: float) -> None:
        self.command, self.seconds = tuple(command), seconds
        self._rules: dict[str, Any] = {}

    def ask(self, message: dict[str, Any]) -> dict[str, Any]:
        """The answer to a message. Raises Trouble."""
        if message["cmd"] == "start":
            return self._start(message)
        if message["cmd"] == "variant":
            self._rules = {"version": VERSION, "variant": message["id"], "settings": message["settings"]}
            return {"ok": True}
        verdict = self._verdict({**message, **self._rules})
        if verdict.get("seq", message["seq"]) != message["seq"]:
            raise Trouble(
                "wrong-seq", say("the verdict says another seq: {verdict}", verdict=printable(str(verdict["seq"]))[:40])
            )
        return {**verdict, "seq": message["seq"]}

    def ends(self) -> bool:
        return True

    def stop(self) -> None:
        """Nothing runs between cases."""

    kill = stop

    def _start(self, message: dict[str, Any]) -> dict[str, Any]:
        """What it says of itself; where it has no answer, that it may be asked everything."""
        try:
            answer = self._verdict(message)
            read_start(answer)
        except (Trouble, ValueError):
            who = {"name": self._name(), "language": "", "version": ""}
            return {"version": VERSION, "implementation": who, "operations": list(OPS)}
        return answer

    def _verdict(self, message: dict[str, Any]) -> dict[str, Any]:
        process = Session(self.command, self.seconds)
        try:
            return process.ask_once(message)
        finally:
            process.kill()

    def _name(self) -> str:
        """The last word of the command that looks like a file."""
        words = [word for word in self.command if not word.startswith("-")]
        return PurePath(words[-1]).name if words else self.command[0]
