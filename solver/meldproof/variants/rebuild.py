"""Writes what is made from the vocabulary: `python -m meldproof.variants.rebuild`.

That is the schema of rule files, and the list of settings that a certificate's checker reads, which knows nothing of
the vocabulary.
"""

from __future__ import annotations

import importlib.resources
import json
import sys
import typing
from pathlib import Path
from typing import Literal

from meldproof.variants.levels import arranged_by
from meldproof.variants.schema import schema_text
from meldproof.variants.values import (
    Count,
    Limit,
    MeldSize,
    OpeningDemands,
    Points,
    Positive,
    RankPoints,
    RequirementDemands,
    Steps,
    WildWorth,
    to_plain,
)
from meldproof.variants.vocabulary import Parameter, parameters

SORTS: dict[object, str] = {
    tuple[str, ...]: "names",
    tuple[Positive, ...]: "sizes",
    Steps: "steps",
    OpeningDemands: "demands",
    RequirementDemands: "demands",
    RankPoints: "table",
    WildWorth: "worth",
    Limit: "limit",
    Points: "points",
    MeldSize: "meld",
    Positive: "size",
    Count: "count",
    bool: "truth",
}
"""How the checker of certificates calls a type of values; a choice of words is the words."""


def fields_text() -> str:
    """`checking/certificate_fields.json`: what each setting may be, and what holds where it is absent.

    Settings on which no arrangement depends are of play: any other name may be a rule that the checker doesn't keep to.
    """
    arranged = arranged_by()
    fields = {name: _field(term) if name in arranged else {"is": "of play"} for name, term in parameters().items()}
    lines = [f'"{name}": {json.dumps(field)}' for name, field in fields.items()]
    return "{\n" + ",\n".join(lines) + "\n}\n"


def _field(parameter: Parameter) -> dict[str, object]:
    field: dict[str, object] = {"is": sort_of(parameter)}
    return field if parameter.default is None else {**field, "absent": to_plain(parameter.default)}


def sort_of(parameter: Parameter) -> str:
    """Raises TypeError for a type that the checker can't read yet."""
    if typing.get_origin(parameter.type) is Literal:
        return "|".join(typing.get_args(parameter.type))
    if parameter.type not in SORTS:
        raise TypeError(
            f"{parameter.name}: a certificate can't hold {parameter.type}: name it in SORTS (variants/rebuild.py), and"
            " teach checking/certificate_settings.py to check and read it"
        )
    return SORTS[parameter.type]


def made() -> dict[Path, str]:
    """Every file that is made from the vocabulary, with its text."""
    spec = Path(str(importlib.resources.files("meldproof.spec")))
    package = Path(__file__).parents[1]
    return {spec / "schema.json": schema_text(), package / "checking" / "certificate_fields.json": fields_text()}


def main() -> None:
    for path, text in made().items():
        path.write_text(text, encoding="utf-8")
        print(path, file=sys.stderr)


if __name__ == "__main__":
    main()
