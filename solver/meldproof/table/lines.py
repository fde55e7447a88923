"""The messages over standard input and output, one JSON object a line: `meldproof serve`."""

from __future__ import annotations

import os
import sys
from typing import BinaryIO

import msgspec

from meldproof.messages import in_language, say
from meldproof.table.answering import failure, reply

LONGEST_LINE = 8_000_000
"""Bytes; a certificate has under 2 MB."""


def serve(asked: BinaryIO, answered: BinaryIO, most_seconds: float, language: str = "en") -> None:
    """Answer every line until there are no more. An empty line is passed over, a too long one is refused unread.

    `language` is that of a question that names none.
    """
    while line := asked.readline(LONGEST_LINE + 1):
        if len(line) > LONGEST_LINE:
            while not line.endswith(b"\n") and (line := asked.readline(LONGEST_LINE)):
                pass
            with in_language(language):
                said = say("a request has at most {most} bytes", most=LONGEST_LINE)
            answer = msgspec.json.encode({"id": None, **failure("ProblemError", said)})
        elif not line.strip():
            continue
        else:
            answer = reply(line, most_seconds, language)
        answered.write(answer + b"\n")
        answered.flush()


if __name__ == "__main__":  # a worker of the local server; its one argument is the time for a question, in seconds
    try:
        serve(sys.stdin.buffer, sys.stdout.buffer, float(sys.argv[1]))
    except BrokenPipeError:  # the server is gone: nobody takes the answer
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
