"""The list of variants: what each is, by its own file and by those that it extends."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import msgspec

from meldproof.errors import VariantError
from meldproof.variants.clauses import Part, RuleFile
from meldproof.variants.families import families
from meldproof.variants.loading import rule_files_of, variant_files
from meldproof.variants.scope import said_in


class Listed(msgspec.Struct, frozen=True):
    """A rule file with the parts of the game that are encoded, and the family it is listed in ("" for none).

    Both are its base's if the file doesn't say; `line` is its own, since a base's describes the base.
    """

    file: RuleFile
    scope: tuple[Part, ...]
    family: str

    def to_dict(self) -> dict[str, object]:
        """As `--json` writes it."""
        file = self.file
        return {
            "id": file.id,
            "name": {"en": file.name["en"], "es": file.name["es"]},
            "extends": file.extends,
            "path": file.path,
            "scope": list(self.scope),
            "family": self.family,
            "line": {"en": file.line["en"], "es": file.line["es"]},
        }


def listed(spec_path: Sequence[str | Path] = ()) -> tuple[Listed, ...]:
    """Every variant that can be named by its id, a user's own first."""
    return tuple(_listed(file, spec_path) for file in variant_files(spec_path))


def _listed(file: RuleFile, spec_path: Sequence[str | Path]) -> Listed:
    try:
        chain = rule_files_of(file, spec_path)
    except VariantError:  # its base can't be found: as far as it says itself
        chain = (file,)
    return Listed(file, said_in(chain), said_family(chain))


def said_family(chain: Sequence[RuleFile]) -> str:
    """The family that a file names, or else what it extends."""
    return next((file.family for file in chain if file.family), "")


def family_dicts() -> list[dict[str, object]]:
    """The families as `--json` writes them."""
    return [{"id": identity, "name": dict(name)} for identity, name in families().items()]


def by_family(variants: Sequence[Listed]) -> dict[str, list[Listed]]:
    """The variants of each family that has any, families in their order, those of none first."""
    groups = {family: [one for one in variants if one.family == family] for family in ("", *families())}
    return {family: group for family, group in groups.items() if group}
