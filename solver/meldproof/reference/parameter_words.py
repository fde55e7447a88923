"""The vocabulary in words: what each parameter may be, and what holds where no text sets it."""

from __future__ import annotations

import json
import types
import typing
from typing import Annotated, Literal

import msgspec

from meldproof.variants.clauses import Text
from meldproof.variants.values import RankPoints, Steps, WildWorth, to_plain
from meldproof.variants.vocabulary import Parameter

WORDS: dict[object, Text] = {
    bool: Text("true or false", "true o false"),
    str: Text("names", "nombres"),
    Steps: Text(
        "a number, or numbers from a step on: {2 = 10, 3 = 7}",
        "un número, o números desde un escalón: {2 = 10, 3 = 7}",
    ),
    RankPoints: Text('points by rank: {"3-7" = 5, K = 10}', 'puntos por valor: {"3-7" = 5, K = 10}'),
    WildWorth: Text(
        'a number, "represented", or points by the rank stood for',
        'un número, "represented", o puntos por el valor que reemplaza',
    ),
}


def allowed(parameter: Parameter) -> Text:
    """The values that a parameter may have. Raises KeyError for a type that has no words here."""
    return _of_type(parameter.type)


def _of_type(kind: object) -> Text:
    origin, parts = typing.get_origin(kind), typing.get_args(kind)
    if origin is Annotated:
        bounds = next(part for part in parts if isinstance(part, msgspec.Meta))
        return Text(f"{bounds.ge} to {bounds.le}", f"de {bounds.ge} a {bounds.le}")
    if origin is Literal:
        words = ", ".join(f'"{word}"' for word in parts)
        return Text(words, words)
    if origin is tuple:
        each = _of_type(parts[0])
        return Text(f"a list: {each.en}", f"una lista: {each.es}")
    if origin in (typing.Union, types.UnionType):
        several = [_of_type(part) for part in parts]
        return Text(" or ".join(one.en for one in several), " o ".join(one.es for one in several))
    return WORDS[kind]


def unset(parameter: Parameter) -> str:
    """The value that holds where a file leaves the parameter unset, as TOML writes it; empty where none may."""
    return json.dumps(to_plain(parameter.default), ensure_ascii=False) if parameter.inert else ""
