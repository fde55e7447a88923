"""What is recorded about variants by name, in data files beside their rule files: facts, examples, contradictions."""

from __future__ import annotations

from pathlib import Path
from typing import Protocol, TypeVar

import msgspec

from meldproof.borrowed import borrowed
from meldproof.errors import VariantError
from meldproof.messages import say
from meldproof.proving.theorem import Context
from meldproof.variants.assembling import BY_SETTING
from meldproof.variants.loading import Variant, load_variant

SCHEMA = 1


class _AboutAVariant(Protocol):
    @property
    def variant(self) -> str: ...


Entry = TypeVar("Entry", bound=_AboutAVariant)


def recorded(context: Context, file: str, table: str, kind: type[Entry]) -> tuple[Entry, ...]:
    """The entries `[[table]]` of `file` beside the variant's own rule file that speak of this variant.

    Raises VariantError with one clear line for a file that can't be used. No file: nothing is recorded.
    """
    path = Path(context.variant.path).parent / file
    if not path.is_file():
        return ()
    try:
        data = msgspec.toml.decode(path.read_bytes(), type=dict[str, object])
        if data.get("schema") != SCHEMA or set(data) - {"schema", table}:
            raise VariantError(
                say(
                    "{path}: write `schema = {schema}` at the top, and nothing but [[{table}]] below",
                    path=path,
                    schema=SCHEMA,
                    table=table,
                )
            )
        entries = [msgspec.convert(entry, kind) for entry in msgspec.convert(data.get(table, []), list[object])]
    except (OSError, UnicodeDecodeError, msgspec.MsgspecError) as error:
        raise VariantError(f"{path}: {borrowed(error)}") from None
    return tuple(entry for entry in entries if entry.variant == context.variant.id)


def as_read(variant: Variant, readings: tuple[str, ...]) -> Variant:
    """The variant under these readings: as it is if those are its own, else loaded anew."""
    return variant if variant.readings == readings else load_variant(variant.path, readings=readings)


def is_as_written(variant: Variant) -> bool:
    """Whether no setting was changed: what is recorded about a variant speaks of it as its file says."""
    return not any(key.startswith(f"{BY_SETTING}/") for key in variant.provenance.values())
