"""From clauses to values: every parameter that exists is set, once, and by whom."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from meldproof.errors import VariantError
from meldproof.messages import language, say
from meldproof.variants.by_deal import each_deal, in_deal, starts
from meldproof.variants.clauses import PARTS, Clause, RuleFile, Text
from meldproof.variants.consistency import inconsistencies
from meldproof.variants.inheritance import Displaced
from meldproof.variants.value_words import said_value
from meldproof.variants.values import to_plain
from meldproof.variants.vocabulary import Parameter, Settings, build_settings, is_active, parameters, unset

BY_SETTING = "settings"
"""The first half of the key of a clause made by an override."""
BY_VOCABULARY = "vocabulary"
"""The first half of the key of the clause of a parameter that no file sets and none need set."""
MOST_EXPLAINED = 6
"""Longest list of parameters whose meanings are said."""
NOTHING: Displaced = {}


class InDeals(NamedTuple):
    """What holds from a deal on: the parameters that exist in it, and the same as settings."""

    start: int
    values: dict[str, object]
    settings: Settings


class Assembled(NamedTuple):
    """The clauses that stand, the values they set, the key of each value's clause, and what they come to by deal."""

    clauses: tuple[Clause, ...]
    values: dict[str, object]
    provenance: dict[str, str]
    deals: tuple[InDeals, ...]


def assembled(
    file: RuleFile, clauses: Iterable[Clause], *, drop_inactive: bool, displaced: Displaced = NOTHING
) -> Assembled:
    """What clauses come to. Raises VariantError naming every parameter that exists in any deal and is not set.

    What may be left unset has its inert value, unless a `displaced` clause set it. Parameters that exist in no deal are
    dropped with `drop_inactive`; else they are refused, but an inherited clause of which nothing exists falls away.
    """
    said = tuple(clause for clause in clauses if not clause.key.startswith(f"{BY_VOCABULARY}/"))
    values, provenance = _owned(file, said)
    lacking = _lacking(values)
    if missing := [name for name in lacking if not parameters()[name].inert or name in displaced]:
        raise VariantError(f"{file.path}: {_asked_for(missing, displaced, drop_inactive)}")
    absent = _absent(values)
    fallen = {clause.key for clause in said if _falls(clause, absent, file)}
    by_user = {name for name in absent if provenance[name].startswith(f"{BY_SETTING}/")} - kept_settings(said)
    for name in absent:
        if name in by_user if drop_inactive else provenance[name] not in fallen:
            raise VariantError(
                say(
                    ("{path}: clause {provenance}: {name} does not exist here (it needs {replace}); take it out"),
                    path=file.path,
                    provenance=provenance[name],
                    name=name,
                    replace=parameters()[name].when.replace("-", " "),
                )
            )
        del values[name], provenance[name]
    if not drop_inactive:
        said = tuple(clause for clause in said if clause.key not in fallen)
    usual = tuple(_usual(parameters()[name]) for name in lacking)
    for name, clause in zip(lacking, usual, strict=True):
        values[name], provenance[name] = clause.values[name], clause.key
    deals = tuple(_in_deals(values))
    for deal in deals:
        for name, mend in (*inconsistencies(deal.settings), *_unplayable(deal.settings, file)):
            raise VariantError(
                say(
                    "{path}: clause {get}: {name}: {mend}",
                    path=file.path,
                    get=provenance.get(name, "?"),
                    name=name,
                    mend=mend if len(deals) == 1 else say("{mend} (deal {deal})", mend=mend, deal=deal.start),
                )
            )
    return Assembled((*said, *usual), values, provenance, deals)


def _lacking(values: Mapping[str, object]) -> list[str]:
    """The parameters that exist in some deal and have no value, in the vocabulary's order."""
    found = {name for plain in each_deal(values) for name in unset(plain)}
    return [name for name in parameters() if name in found]


def _absent(values: Mapping[str, object]) -> list[str]:
    """The values whose parameters exist in no deal."""
    deals = [build_settings(plain) for plain in each_deal(values)]
    return [name for name in values if not any(is_active(parameters()[name], settings) for settings in deals)]


def _in_deals(values: Mapping[str, object]) -> Iterator[InDeals]:
    """What holds from each deal on; what comes to the same is one and the same."""
    made: list[InDeals] = []
    for start in starts(values):
        plain = in_deal(values, start)
        settings = build_settings(plain)
        there = {name: value for name, value in plain.items() if is_active(parameters()[name], settings)}
        same = next((deal for deal in made if deal.values == there), None)
        if same is None:
            same = InDeals(start, there, settings if len(there) == len(plain) else build_settings(there))
            made.append(same)
        yield same._replace(start=start)


def _unplayable(s: Settings, file: RuleFile) -> Iterator[tuple[str, str]]:
    """What is for arranging only, in a file that is played: melds laid turn by turn are never judged as a whole."""
    if "play" in (file.scope or PARTS) and s.melding.at == "turn":
        for name, number in (
            ("requirement.melds", bool(s.requirement.melds)),
            ("requirement.pure_runs", s.requirement.pure_runs),
            ("requirement.runs", s.requirement.runs),
        ):
            if number:
                yield (
                    name,
                    say(
                        "runs are required of what is shown at the close, and here melds are laid in turns; write 0, "
                        'melding.at = "close", or a scope without "play"'
                    ),
                )


def setting_words(why: Text, name: str, value: object) -> Text:
    """The text of a clause that no file has: why it is there, what the parameter means, its value."""
    term, plain = parameters()[name], to_plain(value)
    written = plain if isinstance(plain, str) else json.dumps(plain)
    said = said_value(name, (term.en, term.es), plain, written)
    return Text(f"{why.en}: {said[0]}", f"{why.es}: {said[1]}")


def _owned(file: RuleFile, clauses: Iterable[Clause]) -> tuple[dict[str, object], dict[str, str]]:
    """Every value, and the key of the clause that sets it."""
    values: dict[str, object] = {}
    provenance: dict[str, str] = {}
    for clause in clauses:
        for name, value in clause.values.items():
            if name in values:
                raise VariantError(
                    say(
                        "{path}: {name} is set twice, by {provenance} and {key}; take it out of one",
                        path=file.path,
                        name=name,
                        provenance=provenance[name],
                        key=clause.key,
                    )
                )
            values[name], provenance[name] = value, clause.key
    return values, provenance


def _falls(clause: Clause, absent: Sequence[str], file: RuleFile) -> bool:
    """Whether an inherited clause has nothing left to say."""
    return bool(clause.values) and clause.values.keys() <= set(absent) and not clause.key.startswith(f"{file.id}/")


def _usual(parameter: Parameter) -> Clause:
    why = Text("where a text says nothing", "donde un texto no dice nada")
    text = setting_words(why, parameter.name, parameter.default)
    return Clause(f"{BY_VOCABULARY}/{parameter.name}", (), "default", text, {parameter.name: parameter.default})


def kept_settings(clauses: Iterable[Clause]) -> set[str]:
    """Parameters that keep their value though another of their clause was set."""
    return {
        name
        for clause in clauses
        if clause.key.startswith(BY_SETTING) and clause.text.en.startswith("kept")
        for name in clause.values
    }


def _asked_for(names: Sequence[str], displaced: Mapping[str, Clause], by_user: bool) -> str:
    """One line that asks for all parameters that are missing, and says which clause has set them so far."""
    torn = {displaced[name].key for name in names if name in displaced}
    why = say("{clauses} gave way as a whole; ", clauses=say(" and ").join(sorted(torn))) if torn else ""
    mend = say("set it too, as in --set {name}=…", name=names[0]) if by_user else say("add one")
    if len(names) == 1:
        return why + say("no clause sets {name}; {mend} ({means})", name=names[0], mend=mend, means=_meaning(names[0]))
    mend = say("set them too, as in --set {name}=…", name=names[0]) if by_user else say("add them")
    if len(names) > MOST_EXPLAINED:
        return why + say("no clause sets {names}; {mend}", names=", ".join(names), mend=mend)
    meanings = ", ".join(f"{name} ({_meaning(name)})" for name in names)
    return why + say("no clause sets {names}; {mend}", names=meanings, mend=mend)


def _meaning(name: str) -> str:
    found = parameters()[name]
    return found.es if language() == "es" else found.en
