"""A game log's first line: who plays, and by which rules: its own and the command's, which win."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from meldproof.borrowed import borrowed
from meldproof.errors import ProblemError, VariantError
from meldproof.inputs import check_nesting
from meldproof.messages import noted, say, translated
from meldproof.playing.state import MatchState, new_match
from meldproof.variants.loading import Variant, kept_variant, load_variant, set_by_user

T = TypeVar("T")
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
    like = noted('line {number}: {error}; the first line is like {{"variant":"ID","players":2}}')
    header = decoded(number, line, _HEADER, like)
    check_nesting(header.settings, say("line {number}: settings", number=number))
    return header


def header_of(match: MatchState, seed: int | None = None) -> dict[str, object]:
    """The first line of a log of a match that begins with no points, as an object."""
    variant = match.variant.whole
    header: dict[str, object] = {"variant": variant.id, "settings": variant.plain(), "players": match.players}
    if seed is not None:
        header["seed"] = seed
    if variant.readings:
        header["readings"] = variant.readings
    if match.pairs:
        header["pairs"] = True
    return header


def decoded(number: int, line: str, decoder: msgspec.json.Decoder[T], like: str) -> T:
    """What a line of a log is. Raises ProblemError naming the line; `like` (noted) says what such a line is."""
    try:
        return decoder.decode(checked_line(number, line))
    except msgspec.DecodeError as error:
        said = translated(like).format(number=number, error=borrowed(error))
        raise ProblemError(said, line=number) from None
    except RecursionError:
        raise ProblemError(say("line {number}: nested too deeply", number=number), line=number) from None


def checked_line(number: int, line: str) -> str:
    """A line of a log, if it is not too long. Raises ProblemError."""
    if len(line) > LONGEST_LINE:
        raise ProblemError(
            say("line {number} is too long ({line} characters)", number=number, line=len(line)), line=number
        )
    return line


def start(
    variant: Variant | None, number: int, line: str, spec_path: Sequence[str | Path]
) -> tuple[MatchState, list[str]]:
    """The match before its first deal, from a header's line, and what is to be said where the command overrides it.

    Raises ProblemError for a header that can't be followed, naming the line.
    """
    header = read_header(number, line)
    variant = None if variant is None else variant.before or variant
    if variant is not None and variant.id != header.variant:
        raise ProblemError(
            say(
                ("the log is of {variant!r}, not of {id!r}: name that variant, or change the log's first line"),
                variant=header.variant,
                id=variant.id,
            )
        )
    try:
        rules, said = _rules(variant, header, spec_path)
    except VariantError as error:
        raise ProblemError(say("line {number}: {error}", number=number, error=error), line=number) from None
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


def _rules(variant: Variant | None, header: Header, spec_path: Sequence[str | Path]) -> tuple[Variant, list[str]]:
    """The variant by the header's readings and settings and by the command's (those that `variant` was loaded with).

    Where both set the same, the command's stands; the texts say so, one for each.
    """
    if variant is None:
        return _by_header(header.variant, header, spec_path), []
    if not header.readings and not header.settings:
        return variant, []
    if not variant.readings and not set_by_user(variant):
        return _by_header(variant.path, header, spec_path, variant), []
    _by_header(variant.path, header, spec_path)  # the first line has to stand by itself
    readings, said = _readings(variant, header)
    by_command = set_by_user(variant)
    settled = {**_read_by(variant), **by_command}
    plain = load_variant(variant.path, readings=readings, spec_path=spec_path)
    for name, value in {**_read_by(plain), **header.settings}.items():
        if name in settled and settled[name] != value:
            said.append(
                say(
                    "{name} = {value} of the command stands, not {other} of the log's first line",
                    name=name,
                    value=_shown(settled[name]),
                    other=_shown(value),
                )
            )
    recorded = {name: value for name, value in _differing(header, plain).items() if name not in settled}
    rules = load_variant(variant.path, readings=readings, settings=by_command, recorded=recorded, spec_path=spec_path)
    said += [
        say("{name} of the log's first line has no place in the command's rules", name=name)
        for name in recorded
        if name not in rules.values
    ]
    return rules, said


def _by_header(name: str, header: Header, spec_path: Sequence[str | Path], plain: Variant | None = None) -> Variant:
    """The variant of an id or path as the header has it; `plain` is it without readings and settings, if known."""
    if plain is None or header.readings:
        plain = (
            load_variant(name, readings=header.readings, spec_path=spec_path)
            if spec_path
            else kept_variant(name, header.readings)
        )
    differing = _differing(header, plain)
    if not differing:
        return plain
    load_variant(name, readings=header.readings, settings=differing, spec_path=spec_path)  # refuses what has no effect
    return load_variant(name, readings=header.readings, recorded=differing, spec_path=spec_path)


def _differing(header: Header, variant: Variant) -> dict[str, Any]:
    """The header's settings that differ from a variant's values."""
    if not header.settings:
        return {}
    plain = variant.plain()
    return {name: value for name, value in header.settings.items() if name not in plain or plain[name] != value}


def _readings(variant: Variant, header: Header) -> tuple[list[str], list[str]]:
    """The header's readings and the command's, and what is said of those that exclude each other."""
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


def _read_by(variant: Variant) -> dict[str, object]:
    """What the command's readings set."""
    plain = variant.plain()
    chosen = [r for clause in variant.clauses for r in clause.readings if r.id == clause.reading]
    return {name: plain[name] for reading in chosen for name in reading.values if name in plain}


def _shown(value: object) -> str:
    return msgspec.json.encode(value).decode()
