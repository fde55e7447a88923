"""The rule vocabulary as a whole: every parameter by its dotted name, and the record of a variant's settings.

A parameter exists only where its switch is on: without wilds there is no limit on wilds to set. An absent parameter
has an inert value in `Settings`, so that code may read any field.
"""

from __future__ import annotations

import typing
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from types import SimpleNamespace

import msgspec

from meldproof.cards import Deck, rank_at
from meldproof.variants import meld_terms as m
from meldproof.variants import play_terms as p
from meldproof.variants.values import to_plain


class Settings(msgspec.Struct, frozen=True, kw_only=True):
    """A variant's rules as typed values, in groups."""

    deck: m.DeckTerms
    players: m.PlayersTerms
    set: m.SetTerms
    run: m.RunTerms
    wilds: m.WildTerms
    points: m.PointsTerms
    opening: m.OpeningTerms
    requirement: m.RequirementTerms
    deal: p.DealTerms
    turn: p.TurnTerms
    draw: p.DrawTerms
    buy: p.BuyTerms = p.BuyTerms()
    discard: p.DiscardTerms
    melding: p.MeldingTerms
    layoff: p.LayoffTerms
    table: p.TableTerms
    exchange: p.ExchangeTerms = p.ExchangeTerms()
    close: p.CloseTerms
    drop: p.DropTerms = p.DropTerms()
    knock: p.KnockTerms = p.KnockTerms()
    stock: p.StockTerms
    scoring: p.ScoringTerms
    bonus: p.RunBonusTerms
    match: p.MatchTerms
    arrange: p.ArrangeTerms

    @property
    def wild_ranks(self) -> tuple[int, ...]:
        """The ranks that are wild, as numbers, in the order in which the variant names them."""
        return tuple([self.deck.ranks.index(name) + 1 for name in self.wilds.ranks])

    def rank_at(self, place: int) -> int:
        """The rank of a run's place."""
        return rank_at(place, len(self.deck.ranks))

    def deck_for(self, players: int) -> Deck:
        return deck_of(self.deck, players)


def deck_of(deck: m.DeckTerms, players: int) -> Deck:
    """The deck for a number of players."""
    return Deck(
        deck.style, deck.ranks, deck.suits, deck.copies.at(players), deck.jokers.at(players), deck.turned, deck.wild
    )


class Parameter(msgspec.Struct, frozen=True):
    """One entry of the vocabulary: its name, the type of its values, what it means, its switch.

    `default` is the inert value that holds where it is absent (None: it is always there); with `inert` also where it
    exists and a rule file leaves it unset.
    """

    name: str
    type: typing.Any
    en: str
    es: str
    when: str
    inert: bool
    default: object


@cache
def parameters() -> dict[str, Parameter]:
    """Every parameter, in the vocabulary's order."""
    return {parameter.name: parameter for parameter in _walk(Settings, "")}


def _walk(group: type[msgspec.Struct], prefix: str) -> Iterator[Parameter]:
    defaults = {info.name: info.default for info in _fields(group) if info.default is not msgspec.NODEFAULT}
    for field, kind in typing.get_type_hints(group, include_extras=True).items():
        name = prefix + field
        if isinstance(kind, type) and issubclass(kind, msgspec.Struct):
            yield from _walk(kind, name + ".")
            continue
        if not hasattr(kind, "__metadata__"):  # what a deal finds, which no file sets
            continue
        term = next(entry for entry in kind.__metadata__ if isinstance(entry, m.Term))
        plain = typing.get_args(kind)[0]
        others = tuple(entry for entry in kind.__metadata__ if not isinstance(entry, m.Term))
        yield Parameter(name, typing.Annotated[(plain, *others)] if others else plain, *term, defaults.get(field))


Switch = Callable[[Settings], bool]


def _jokers(s: Settings) -> bool:
    return max(s.deck.jokers.numbers) > 0


def _wild_ranks(s: Settings) -> bool:
    return bool(s.wilds.ranks) or s.wilds.turned == "rank"


def _opening(s: Settings) -> bool:
    return max(s.opening.points.numbers) > 0 or s.opening.pure_runs > 0 or bool(s.opening.melds)


def _wilds(s: Settings) -> bool:
    return _jokers(s) or _wild_ranks(s)


SWITCHES: Mapping[str, Switch] = {
    "jokers": _jokers,
    "wild-ranks": _wild_ranks,
    "turned-rank-and-jokers": lambda s: s.wilds.turned == "rank" and _jokers(s),
    "wilds": _wilds,
    "two-wild-classes": lambda s: _jokers(s) and _wild_ranks(s),
    "distinct-suits": lambda s: s.set.suits == "distinct",
    "ace-low": lambda s: s.run.ends != "high",
    "ace-high": lambda s: s.run.ends != "low",
    "opening": _opening,
    "opening-jokers": lambda s: _opening(s) and _jokers(s),
    "opening-ranked": lambda s: _opening(s) and _wild_ranks(s),
    "opening-by-score": lambda s: len(s.opening.points.numbers) > 1,
    "opening-repeats": lambda s: _opening(s) and bool(s.set.repeat_sizes),
    "starter-extra": lambda s: s.deal.starter_extra > 0,
    "dealers-change": lambda s: s.match.end != "one-deal" and s.deal.starter != "rotating",
    "cut": lambda s: s.deal.cutter != "none",
    "cut-bonus": lambda s: s.deal.cutter != "none" and s.deal.cut_bonus != 0,
    "discard-draw": lambda s: s.draw.discard != "none",
    "buy": lambda s: s.draw.discard != "none" and s.buy.who != "nobody",
    "discard-draw-and-discard": lambda s: s.draw.discard != "none" and s.discard.each_turn,
    "discard-draw-and-melding": lambda s: s.draw.discard != "none" and s.melding.at == "turn",
    "draw-of-the-top-and-wilds": lambda s: s.draw.discard == "top" and _wilds(s),
    "discard": lambda s: s.discard.each_turn,
    "discard-and-wilds": lambda s: s.discard.each_turn and _wilds(s),
    "discard-and-lay-offs": lambda s: (
        s.discard.each_turn and s.melding.at == "turn" and s.layoff.on in ("own", "side", "any")
    ),
    "closing-discard": lambda s: s.discard.each_turn and s.discard.to_close != "forbidden",
    "closing-discard-and-wilds": lambda s: SWITCHES["closing-discard"](s) and _wilds(s),
    "melding": lambda s: s.melding.at == "turn",
    "layoff": lambda s: s.layoff.on in ("own", "side", "any"),
    "layoff-scored": lambda s: s.layoff.on in ("side", "any") and s.scoring.hand == "melded-minus-hand",
    "rearranged-jokers": lambda s: s.table.rearrange != "none" and _jokers(s),
    "exchange-possible": lambda s: (
        _wilds(s) and s.melding.at == "turn" and not (s.table.rearrange != "none" and s.table.jokers == "free")
    ),
    "exchange": lambda s: SWITCHES["exchange-possible"](s) and s.exchange.cards != "none",
    "knock": lambda s: s.close.by == "knock",
    "knock-and-melding-at-close": lambda s: s.close.by == "knock" and s.melding.at == "close",
    "knock-and-upcard": lambda s: s.close.by == "knock" and s.deal.upcard,
    "knock-at-the-end-of-draws": lambda s: (
        s.close.by == "knock" and s.melding.at == "close" and s.draw.when == "every-turn"
    ),
    "knock-scored-by-difference": lambda s: s.close.by == "knock" and s.scoring.hand == "difference",
    "undercut-by-a-tie": lambda s: (
        SWITCHES["knock-scored-by-difference"](s) and s.knock.undercut_tie and s.knock.undercut_bonus != 0
    ),
    "lay-offs-on-the-knocker": lambda s: s.close.by == "knock" and s.layoff.on == "knocker",
    "reshuffle": lambda s: s.stock.empty in ("reshuffle", "turn-over"),
    "play-after-the-stock": lambda s: s.stock.empty not in ("end-hand", "void"),
    "pairs-who-pay-penalties": lambda s: s.players.sides != "individual" and s.scoring.hand == "penalty",
    "no-opening.melds": lambda s: not s.opening.melds,
    "no-requirement.melds": lambda s: not s.requirement.melds,
    "no-bonus.melds": lambda s: not s.bonus.melds,
    "run-bonus": lambda s: s.bonus.size > 0,
    "meld-bonus": lambda s: s.bonus.size > 0 or bool(s.bonus.melds),
    "match-points": lambda s: s.match.end in ("target", "elimination"),
    "more-deals-than-one": lambda s: s.match.end != "one-deal",
    "match-deals": lambda s: s.match.end == "deals",
}
"""When a parameter exists. Each reads only parameters that are themselves always there, or have inert values."""


def is_active(parameter: Parameter, settings: Settings) -> bool:
    return not parameter.when or SWITCHES[parameter.when](settings)


def build_settings(values: Mapping[str, object]) -> Settings:
    """Settings from parameter values by name; names that are missing and have no inert value raise KeyError."""
    built = _build(Settings, "", values)
    need = built.requirement.as_counted
    return built if need is built.requirement else msgspec.structs.replace(built, requirement=need)


def unset(values: Mapping[str, object]) -> list[str]:
    """The parameters that exist beside these values, as far as they tell, and have none, in the vocabulary's order."""
    partial = typing.cast("Settings", _partial(Settings, "", values))
    return [name for name, parameter in parameters().items() if name not in values and _exists(parameter, partial)]


def _exists(parameter: Parameter, partial: Settings) -> bool:
    """Whether a parameter's switch is on; not where the switch hangs on a parameter that is unset itself."""
    try:
        return is_active(parameter, partial)
    except AttributeError:
        return False


def _partial(group: type[msgspec.Struct], prefix: str, values: Mapping[str, object]) -> SimpleNamespace:
    """A record of settings that lacks what is unset and has no inert value."""
    record = SimpleNamespace()
    for info in _fields(group):
        name, nested = prefix + info.name, _nested(group)[info.name]
        if nested is not None:
            setattr(record, info.name, _partial(nested, name + ".", values))
        elif name in values or info.default is not msgspec.NODEFAULT:
            setattr(record, info.name, values.get(name, info.default))
    return record


StructT = typing.TypeVar("StructT", bound=msgspec.Struct)


def _build(group: type[StructT], prefix: str, values: Mapping[str, object]) -> StructT:
    fields: dict[str, object] = {}
    for info in _fields(group):
        name = prefix + info.name
        nested = _nested(group)[info.name]
        if nested is not None:
            fields[info.name] = _build(nested, name + ".", values)
        elif name in values:
            fields[info.name] = values[name]
        elif info.default is msgspec.NODEFAULT:
            raise KeyError(name)
    return group(**fields)


@cache
def _fields(group: type[msgspec.Struct]) -> tuple[msgspec.structs.FieldInfo, ...]:
    """A group's fields; reading the annotations takes far longer than building a record."""
    return msgspec.structs.fields(group)


@cache
def _nested(group: type[msgspec.Struct]) -> dict[str, type[msgspec.Struct] | None]:
    hints = typing.get_type_hints(group)
    return {
        name: kind if isinstance(kind, type) and issubclass(kind, msgspec.Struct) else None
        for name, kind in hints.items()
    }


def plain_values(values: Mapping[str, object]) -> dict[str, object]:
    """Values as TOML and JSON hold them, in the vocabulary's order."""
    return {name: to_plain(values[name]) for name in parameters() if name in values}
