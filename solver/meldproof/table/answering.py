"""One question, one reply: every transport calls `reply`. Only what commands can do too is done here."""

from __future__ import annotations

import sys
import traceback
from collections.abc import Callable, Mapping
from typing import Any

import msgspec

from meldproof.arranging.limits import OutOfTime, deadline_after, ending
from meldproof.borrowed import borrowed
from meldproof.errors import EngineDeclined, MeldproofError, ProblemError
from meldproof.messages import in_language, say
from meldproof.table import asks, requests
from meldproof.table.asks import Answer
from meldproof.table.pointing import where_wrong
from meldproof.table.rules import without_paths

LONGEST_COMPLAINT = 2000
"""Signs; what is longer is cut, since it quotes an input as long."""
Handler = Callable[[Any], Answer]
HANDLERS: Mapping[type[requests.Request], Handler] = {
    requests.Variants: asks.variants,
    requests.Parameters: asks.parameters,
    requests.Pictures: asks.pictures,
    requests.Solve: asks.solve,
    requests.Check: asks.check,
    requests.Legal: asks.legal,
    requests.Replay: asks.replay,
    requests.Verify: asks.verify,
}
_QUESTIONS = msgspec.json.Decoder(requests.Question)
_ENVELOPES = msgspec.json.Decoder(requests.Envelope)


def reply(text: str | bytes, most_seconds: float = requests.MOST_SECONDS, language: str = "en") -> bytes:
    """The reply to a request as JSON, without a line's end. Nothing is raised: what can't be answered says why.

    `language` is that of a question that names none.
    """
    try:
        envelope = _ENVELOPES.decode(text)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        envelope = requests.Envelope()
    with in_language(envelope.lang or language):
        try:
            body = _answered(_QUESTIONS.decode(text), most_seconds)
        except (msgspec.DecodeError, UnicodeDecodeError) as error:
            body = failure("ProblemError", say("this is no request: {error}", error=borrowed(error)))
        except RecursionError:
            body = failure("ProblemError", say("the input is nested too deeply"))
    return without_paths(msgspec.json.encode({"id": envelope.id, **body}))


def _answered(question: requests.Question, most_seconds: float) -> dict[str, Any]:
    seconds = min(question.seconds, most_seconds)
    try:
        with ending(deadline_after(seconds)):
            answer = HANDLERS[type(question)](question)
    except MeldproofError as error:
        line = {"field": "log", "line": error.line} if isinstance(error, ProblemError) and error.line else {}
        return failure(type(error).__name__, str(error), line or where_wrong(question))
    except OutOfTime:
        return failure("OutOfTime", say("the time was up: {seconds} seconds", seconds=f"{seconds:g}"))
    except ImportError as error:
        absent = say("{module} is not here: ask where meldproof is installed in full", module=error.name or error)
        return failure(EngineDeclined.__name__, absent)
    except (RecursionError, MemoryError):
        return failure("ProblemError", say("the question is too large"))
    except Exception:  # the others' questions go on; whoever runs this sees what happened
        traceback.print_exc(file=sys.stderr)
        return failure("InternalError", say("meldproof failed on this question; please report it"))
    return {"answer": answer.object, "status": answer.status, **({"words": answer.words} if answer.words else {})}


def failure(kind: str, message: str, where: Mapping[str, object] | None = None) -> dict[str, Any]:
    """The error of a reply, its message in one line."""
    line = " ".join(message.split())
    line = line if len(line) <= LONGEST_COMPLAINT else line[:LONGEST_COMPLAINT] + "…"
    return {"error": {"kind": kind, "message": line, "where": dict(where or {})}}
