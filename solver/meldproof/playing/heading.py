"""A game log's first line: who plays, and by which rules: its own and the command's, which win."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec

from meldproof.borrowed import borrowed
from meldproof.errors import ProblemError
from meldproof.inputs import check_nesting
from meldproof.messages import say
from meldproof.playing.state import MatchState, new_match
from meldproof.variant.loading import Variant, kept_variant, load_variant, set_by_user

LONGEST_LINE = 100_000
"""Characters of a log's line; a whole table of 106 tiles has under 600."""


class Header(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A log's first line. `settings` are the parameters that differ (or all of them); `seed` is for the record.

    Players are numbered from 0 on to the left, whichever way play goes: where it goes to the right, 0 is followed by
    the last number.
    """

    variant: str
    players: int
    settings: dict[str, Any] = {}
    readings: tuple[str, ...] = ()
    pairs: bool = False
    scores: tuple[int, ...] | None = None
    seed: int | None = None


_HEADER = msgspec.json.Decoder(Header)


def read_header(number: int, line: str) -> Header:
    """The header that a line is. Raises ProblemError naming the line."""
    try:
        header = _HEADER.decode(checked_line(number, line))
    except msgspec.DecodeError as error:
        raise ProblemError(
            say(
                'line {number}: {error}; the first line is like {{"variant":"ID","players":2}}',
                number=number,
                error=borrowed(error),
            )
        ) from None
    except RecursionError:
        raise ProblemError(say("line {number}: nested too deeply", number=number)) from None
    check_nesting(header.settings, say("line {number}: settings", number=number))
    return header


def checked_line(number: int, line: str) -> str:
    """A line of a log, if it is not too long. Raises ProblemError."""
    if len(line) > LONGEST_LINE:
        raise ProblemError(say("line {number} is too long ({line} characters)", number=number, line=len(line)))
    return line


def start(variant: Variant | None, header: Header, spec_path: Sequence[str | Path]) -> tuple[MatchState, list[str]]:
    """The match before its first deal, and what is to be said where the command overrides the header.

    Raises ProblemError or VariantError for a header that can't be followed.
    """
    if variant is not None and variant.id != header.variant:
        raise ProblemError(
            say(
                ("the log is of {variant!r}, not of {id!r}: name that variant, or change the log's first line"),
                variant=header.variant,
                id=variant.id,
            )
        )
    rules, said = rules_of(variant, header, spec_path)
    if header.scores is not None and len(header.scores) != header.players:
        raise ProblemError(
            say(
                "the first line names {players} players but {scores} scores",
                players=header.players,
                scores=len(header.scores),
            )
        )
    rules.needs("play", "scoring")
    return new_match(rules, header.players, pairs=header.pairs, scores=header.scores), said


def rules_of(variant: Variant | None, header: Header, spec_path: Sequence[str | Path]) -> tuple[Variant, list[str]]:
    """The variant by the header's readings and settings and by the command's (those that `variant` was loaded with).

    Where both set the same, the command's stands; the texts say so, one for each.
    """
    by_command = {} if variant is None else set_by_user(variant)
    readings, said = _readings(variant, header)
    name = header.variant if variant is None else variant.path
    plain = _loaded(name, readings, spec_path, variant)
    read = _read_by(variant)
    recorded = {}
    for parameter, value in header.settings.items():
        here = by_command.get(parameter, read.get(parameter))
        if parameter in by_command or parameter in read:
            if here != value:
                said.append(
                    say(
                        "{name} = {value} of the command stands, not {other} of the log's first line",
                        name=parameter,
                        value=_shown(here),
                        other=_shown(value),
                    )
                )
        elif parameter not in plain.values or plain.plain()[parameter] != value:
            recorded[parameter] = value
    if variant is not None and (variant.readings or by_command):  # the first line has to stand by itself
        own = load_variant(name, readings=header.readings, spec_path=spec_path)
        load_variant(name, readings=header.readings, settings=_differing(header, own), spec_path=spec_path)
    elif recorded:
        load_variant(name, readings=readings, settings=recorded, spec_path=spec_path)
    if not recorded and (variant is None or tuple(readings) == variant.readings):
        return (plain if variant is None else variant), said
    rules = load_variant(name, readings=readings, settings=by_command, recorded=recorded, spec_path=spec_path)
    said += [
        say("{name} of the log's first line has no place in the command's rules", name=parameter)
        for parameter in recorded
        if parameter not in rules.values
    ]
    return rules, said


def _loaded(name: str, readings: Sequence[str], spec_path: Sequence[str | Path], variant: Variant | None) -> Variant:
    if variant is not None and tuple(readings) == variant.readings and not set_by_user(variant):
        return variant
    return load_variant(name, readings=readings, spec_path=spec_path) if spec_path else kept_variant(name, readings)


def _differing(header: Header, variant: Variant) -> dict[str, Any]:
    """The header's settings that differ from a variant's values."""
    plain = variant.plain()
    return {name: value for name, value in header.settings.items() if name not in plain or plain[name] != value}


def _readings(variant: Variant | None, header: Header) -> tuple[list[str], list[str]]:
    """The header's readings and the command's, and what is said of those that exclude each other."""
    if variant is None:
        return list(header.readings), []
    chosen = {reading.id: clause for clause in variant.clauses if clause.reading for reading in clause.readings}
    readings, said = [], []
    for name in header.readings:
        rival = chosen[name].reading if name in chosen else name
        if rival == name:
            readings.append(name)
        else:
            text = say(
                "reading {rival} of the command stands, not {name} of the log's first line", rival=rival, name=name
            )
            said.append(text)
    return list(dict.fromkeys((*readings, *variant.readings))), said


def _read_by(variant: Variant | None) -> Mapping[str, object]:
    """What the command's readings set."""
    if variant is None or not variant.readings:
        return {}
    plain = variant.plain()
    chosen = [r for clause in variant.clauses for r in clause.readings if r.id == clause.reading]
    return {name: plain[name] for reading in chosen for name in reading.values if name in plain}


def _shown(value: object) -> str:
    return msgspec.json.encode(value).decode()
