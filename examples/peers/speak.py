"""The protocol's loop, shared by the adapters beside it. Each runs in its peer's own environment (see README.md)."""

import json
import os
import sys

OUT = os.fdopen(os.dup(1), "w", encoding="utf-8")
os.dup2(2, 1)  # what a library prints, in C++ too, goes to the error stream, and not among the answers


class Skipped(Exception):  # noqa: N818 - no error
    """The peer has no such question."""


def speak(name, language, version, operations):
    """Answer by `operations`: a function of the case's object to the result's object for each operation."""
    for line in sys.stdin:
        message = json.loads(line)
        if message["cmd"] == "stop":
            return
        if message["cmd"] == "start":
            who = {"name": name, "language": language, "version": version}
            answer = {"version": 1, "implementation": who, "operations": list(operations)}
        elif message["cmd"] == "variant":
            answer = {"ok": True}
        else:
            answer = {"seq": message["seq"], **_run(operations, message)}
        print(json.dumps(answer), file=OUT, flush=True)


def _run(operations, message):
    try:
        return {"result": operations[message["op"]](message["case"])}
    except (Skipped, KeyError) as reason:
        return {"skipped": True, "message": str(reason)}
    except Exception as error:
        return {"errored": True, "message": repr(error)}
