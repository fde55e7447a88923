"""meldproof itself as an implementation: `python -m meldproof.conforming.harness [NAME=VALUE …]`.

It answers by the settings that the driver sends, changed as the arguments say, so that the driver can be tried against
an implementation that is known to be wrong in one rule.
"""

from __future__ import annotations

import json
import sys
from typing import Any, TextIO

import msgspec

from meldproof.errors import MeldproofError
from meldproof.variants.changes import with_values
from meldproof.variants.loading import Variant, load_variant, parse_setting
from meldproof.witnesses.questions import OPS, ask, from_plain


def main(arguments: list[str], source: TextIO = sys.stdin, sink: TextIO = sys.stdout) -> None:
    """Answer until `stop` or the end of the input."""
    changes = dict(parse_setting(text) for text in arguments)
    rules: Variant | None = None
    for line in source:
        message = json.loads(line)
        if message["cmd"] == "stop":
            return
        if message["cmd"] == "variant":
            rules, answer = _rules(message, changes)
        elif message["cmd"] == "start":
            who = {"name": "meldproof", "language": "Python", "version": ""}
            answer = {"version": 1, "implementation": who, "operations": list(OPS)}
        else:
            answer = {"seq": message["seq"], **_answered(message, rules)}
        sink.write(json.dumps(answer) + "\n")
        sink.flush()


def _rules(message: dict[str, Any], changes: dict[str, object]) -> tuple[Variant | None, dict[str, Any]]:
    try:
        base = load_variant(message["id"])
        plain = base.plain()
        sent = {name: value for name, value in message["settings"].items() if plain.get(name) != value}
        rules = with_values(base, sent) if sent else base
        rules = with_values(rules, changes) if changes else rules
    except MeldproofError as error:
        return None, {"ok": False, "message": str(error)}
    return rules, {"ok": True}


def _answered(message: dict[str, Any], rules: Variant | None) -> dict[str, Any]:
    if rules is None:
        return {"errored": True, "message": "no variant was sent"}
    try:
        result = ask(from_plain(message["op"], message["case"]), rules)
    except msgspec.ValidationError as error:
        return {"errored": True, "message": str(error)}
    if result is None:
        return {"skipped": True, "message": "under these rules there is no such question"}
    return {"result": result}


if __name__ == "__main__":
    main(sys.argv[1:])
