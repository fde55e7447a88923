"""The messages: what can be asked, one JSON object each, and their JSON Schema.

`{"id": 7, "ask": "solve", "variant": "argentino", "cards": "4s 5s 6s"}` is answered by
`{"id": 7, "answer": {…}, "status": 0}`, or by `{"id": 7, "error": {"kind": …, "message": …, "where": {…}}}`.
Requests never name files: a variant is an id, or the text of a rule file.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec

from meldproof.playing.advice import Position

LONGEST_REQUEST = 64 * 1024
"""Bytes."""
MOST_SECONDS = 5.0
"""For one question, where nothing else is asked or allowed."""
ID_PATTERN = r"^[a-z0-9][a-z0-9-]{0,79}$"

Id = Annotated[str, msgspec.Meta(max_length=100, description="A variant's id.")]
Cards = Annotated[str, msgspec.Meta(max_length=4000, description="Cards in any of the notation's spellings.")]
RulesText = Annotated[
    str,
    msgspec.Meta(
        max_length=LONGEST_REQUEST,
        description="The text of a rule file (TOML) of a variant of your own, in the place of `variant`.",
    ),
]
Seconds = Annotated[float, msgspec.Meta(ge=0, le=600, description="Time for this question; the asked may allow less.")]
Number = Annotated[int, msgspec.Meta(ge=-1_000_000, le=1_000_000)]
Name = Annotated[str, msgspec.Meta(max_length=100)]
Names = Annotated[tuple[Name, ...], msgspec.Meta(max_length=100)]


class Request(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="ask"):
    """What every request has: an `id` that its reply repeats, the language of texts, the time there is.

    Where no language is named, texts are in English, or as `meldproof serve --lang` says.
    """

    id: int | str | None = None
    lang: Literal["en", "es"] | None = None
    seconds: Seconds = MOST_SECONDS


class UnderRules(Request, frozen=True, kw_only=True):
    """A question under a variant's rules, perhaps with readings, then settings on top, and the card `turned` up."""

    variant: Id | None = None
    rules: RulesText | None = None
    readings: Names | Name = ()
    settings: dict[Name, Any] = {}
    turned: Name | None = None


class Variants(Request, frozen=True, kw_only=True, tag="variants"):
    """The variants there are: as `meldproof variants --json`."""


class Parameters(UnderRules, frozen=True, kw_only=True, tag="parameters"):
    """A variant as a page needs it: deck, names of cards, clauses with their readings, parameters with their values."""

    players: Number | None = None


class Pictures(UnderRules, frozen=True, kw_only=True, tag="pictures"):
    """The faces of a variant's cards as SVG symbols (`c-4s`, `c-2d-wild`, `c-as-7s`, `c-suit-s`)."""


class Solve(UnderRules, frozen=True, kw_only=True, tag="solve"):
    """The best arrangement: as `meldproof solve --json`.

    With "all" among `readings`, whether the answer hangs on a contested sentence; with `why`, prices that prove it;
    with `svg`, a picture.
    """

    cards: Cards
    table: Annotated[str, msgspec.Meta(max_length=8000, description="Melds, separated by ';'.")] = ""
    discard: Literal["none", "required", "optional"] = "none"
    open: bool = False
    use: Cards = ""
    players: Number | None = None
    score: Number | None = None
    objective: Annotated[str, msgspec.Meta(max_length=200)] = ""
    engine: Literal["auto", "fewest", "fast"] = "auto"
    why: bool = False
    svg: bool = False


class Check(UnderRules, frozen=True, kw_only=True, tag="check"):
    """Is this one meld? As `meldproof check --json`. With `near`, melds that remain without a card or two."""

    cards: Cards
    ordered: bool = False
    near: bool = False


class Legal(UnderRules, frozen=True, kw_only=True, tag="legal"):
    """What may be done in a position: every action that can be listed, as in a game log and in words."""

    position: Position


class Replay(UnderRules, frozen=True, kw_only=True, tag="replay"):
    """A game log: as `meldproof referee --json`, and `steps`, what lay where after every line.

    Without `variant` and `rules`, those that the log names.
    """

    log: Annotated[str, msgspec.Meta(max_length=1_000_000)]


class Verify(Request, frozen=True, kw_only=True, tag="verify"):
    """Recheck an answer from its certificate (the object of the file): as `meldproof verify --json`."""

    certificate: dict[str, Any]


Question = Variants | Parameters | Pictures | Solve | Check | Legal | Replay | Verify


class Envelope(msgspec.Struct):
    """As much of a request as its reply needs, whatever else may be wrong with it."""

    id: int | str | None = None
    lang: str | None = None


REPLY: dict[str, Any] = {
    "title": "A reply: an answer (the object that the command of that name prints with --json), or an error",
    "type": "object",
    "properties": {
        "id": {"anyOf": [{"type": "integer"}, {"type": "string"}, {"type": "null"}]},
        "answer": {"type": "object"},
        "status": {"enum": [0, 1, 3], "description": "0 yes or done, 1 no, 3 gave up at a limit"},
        "words": {
            "type": "object",
            "additionalProperties": {"type": "string"},
            "description": "texts for people, in the language asked for",
        },
        "error": {
            "type": "object",
            "properties": {
                "kind": {"type": "string"},
                "message": {"type": "string", "minLength": 1, "description": "one line"},
                "where": {
                    "type": "object",
                    "properties": {
                        "field": {"type": "string", "description": "of the request"},
                        "meld": {"type": "integer", "minimum": 1, "description": "of a table, from 1"},
                        "card": {"type": "integer", "minimum": 1, "description": "from 1"},
                        "word": {"type": "string", "description": "as it was written"},
                        "line": {"type": "integer", "minimum": 1, "description": "of a log, from 1"},
                        "ways": {
                            "type": "array",
                            "items": {"type": "array", "items": {"type": "string"}},
                            "description": "how a table meld that can be read in several ways would be written",
                        },
                    },
                    "additionalProperties": False,
                },
            },
            "required": ["kind", "message", "where"],
            "additionalProperties": False,
        },
    },
    "required": ["id"],
    "oneOf": [{"required": ["answer", "status"]}, {"required": ["error"]}],
    "additionalProperties": False,
}


def request_schema() -> dict[str, Any]:
    """The JSON Schema of a request; that of a reply is the definition `Reply`."""
    schema = msgspec.json.schema(Question)
    return {
        "title": "meldproof request: one JSON object, on a line of its own or as the body of a POST",
        "description": "What is answered is described by the definition Reply.",
        **schema,
        "$defs": {**schema["$defs"], "Reply": REPLY},
    }
