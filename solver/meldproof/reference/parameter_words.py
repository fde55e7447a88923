"""The vocabulary in words: what each parameter may be, and what holds where no text sets it."""

from __future__ import annotations

import json
import types
import typing
from typing import Annotated, Literal

import msgspec

from meldproof.reference.worth_words import printed
from meldproof.variants.by_deal import by_deal_words, is_by_deal
from meldproof.variants.clauses import Text
from meldproof.variants.value_words import value_words
from meldproof.variants.values import (
    BonusDemands,
    CloseDemands,
    OpeningDemands,
    RankPoints,
    RequirementDemands,
    Steps,
    WildWorth,
    to_plain,
)
from meldproof.variants.vocabulary import Parameter, parameters

WORDS: dict[object, Text] = {
    bool: Text("true or false", "true o false"),
    str: Text("names", "nombres"),
    Steps: Text(
        "a number, or numbers from a step on: {2 = 10, 3 = 7}",
        "un número, o números desde un escalón: {2 = 10, 3 = 7}",
    ),
    OpeningDemands: Text(
        'melds demanded: [{ kind = "run", count = 2, min = 4, max = 7, wilds = 0 }]; a list of such lists: any of them; '
        "exactly = true: no others",
        'combinaciones pedidas: [{ kind = "run", count = 2, min = 4, max = 7, wilds = 0 }]; una lista de esas listas: '
        "cualquiera de ellas; exactly = true: ninguna otra",
    ),
    CloseDemands: Text(
        'melds demanded, in one list or in one of several: [[], [{ kind = "pair", count = 7, factor = 2 }]]; pairs are '
        "the whole hand; factor multiplies what the others pay",
        'combinaciones pedidas, en una lista o en una de varias: [[], [{ kind = "pair", count = 7, factor = 2 }]]; los '
        "pares son toda la mano; factor multiplica lo que pagan los demás",
    ),
    RequirementDemands: Text(
        'runs: [{ kind = "run", wilds = 0 }, { kind = "run", count = 2 }]; wilds = 0: without wilds',
        'escaleras: [{ kind = "run", wilds = 0 }, { kind = "run", count = 2 }]; wilds = 0: sin comodines',
    ),
    BonusDemands: Text(
        'melds with points: [{ kind = "run", min = 7, wilds = 0, points = 50 }]; to = "others": the other players get '
        'them; then = "match": its player wins the match',
        'combinaciones con puntos: [{ kind = "run", min = 7, wilds = 0, points = 50 }]; to = "others": los suman los '
        'demás; then = "match": su jugador gana la partida',
    ),
    RankPoints: Text('points by rank: {"3-7" = 5, K = 10}', 'puntos por valor: {"3-7" = 5, K = 10}'),
    WildWorth: Text(
        'a number, "represented", or points by the rank stood for',
        'un número, "represented", o puntos por el valor que reemplaza',
    ),
}


AS = {
    "represented": Text("as the card it stands for", "como la carta que reemplaza"),
    "as-melded": Text("what it is worth melded", "lo que vale bajado"),
}


MOST_LISTED = 2
"""Ranks that are worth their own number and are still named one by one."""


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


def value_said(name: str, plain: object) -> Text:
    """A parameter's plain value (as TOML holds it) as a person would say it."""
    words = value_words(name, plain)
    if words:
        return Text(*words)
    if isinstance(plain, str) and plain in AS:
        return AS[plain]
    if is_by_deal(plain):
        return Text(*by_deal_words(plain, lambda value: _both(value_said(name, value))))
    if isinstance(plain, dict):
        steps = Steps in (parameters()[name].type, *typing.get_args(parameters()[name].type))
        pips = [] if steps else [key for key, value in plain.items() if printed(key) == value]
        in_a_row = (
            [printed(key) for key in pips] == list(range(printed(pips[0]), printed(pips[-1]) + 1)) if pips else False
        )
        alike = [_their_number(pips)] if in_a_row and len(pips) > MOST_LISTED else []
        rest = [key for key in plain if not alike or key not in pips]
        said = [*alike, *((_span(key, steps), value_said(name, plain[key])) for key in rest)]
        return Text(*("; ".join(f"{key[lang]}: {value[lang]}" for key, value in said) for lang in ("en", "es")))
    if isinstance(plain, list):
        if not plain:
            return Text("none", "ninguno")
        said_each = [value_said(name, value) for value in plain]
        return Text(*(", ".join(value[lang] for value in said_each) for lang in ("en", "es")))
    return Text(str(plain), str(plain))


def _both(text: Text) -> tuple[str, str]:
    return text.en, text.es


def _their_number(pips: list[str]) -> tuple[Text, Text]:
    """Ranks that are worth what is printed on them, in one."""
    least, most = _span(pips[0], steps=False), _span(pips[-1], steps=False)
    span = Text(f"{least.en} to {most.en}", f"del {least.es} al {most.es}")
    return span, Text("their number", "su número")


def _span(key: str, steps: bool) -> Text:
    """The key of a table: a step from which on a number holds, or ranks."""
    if steps:
        return Text(f"from {key}", f"desde {key}")
    said = key.replace("-", "–").replace("T", "10")
    return Text(said, said)
