"""The options that every command has."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

from cyclopts import Parameter

if TYPE_CHECKING:
    from meldproof.variant.loading import Variant

Language = Literal["en", "es"]


@Parameter(name="*")
@dataclass(frozen=True, kw_only=True)
class Common:
    """What every command understands."""

    json: Annotated[bool, Parameter(negative="", help="One JSON object on standard output, and nothing else.")] = False
    lang: Annotated[Language, Parameter(help="Language of texts for people.")] = "en"
    set: Annotated[
        tuple[str, ...],
        Parameter(help="NAME=VALUE: change a rule; VALUE as in TOML, a bare word is a text.", negative=""),
    ] = ()
    reading: Annotated[
        tuple[str, ...], Parameter(help="Choose an alternative of a contested clause by its name.", negative="")
    ] = ()
    spec_path: Annotated[tuple[Path, ...], Parameter(help="A folder with rule files of your own.", negative="")] = ()
    timeout: Annotated[float | None, Parameter(help="Seconds after which the best known is given.")] = None


def load(reference: str, common: Common) -> Variant:
    """The variant a command speaks of, with its readings and settings."""
    from meldproof.variant.loading import load_variant, parse_setting

    settings = dict(parse_setting(text) for text in common.set)
    return load_variant(reference, readings=common.reading, settings=settings, spec_path=common.spec_path)
