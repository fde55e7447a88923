"""Rule files for tests: small house variants, and what holds of every variant and every refusal."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path

import pytest
from msgspec.structs import replace

from meldproof.checking.verdict import Verdict, check_cards
from meldproof.errors import VariantError
from meldproof.variants.loading import Variant, assemble, file_of, kept_variant, load_variant, parse_setting, vary
from meldproof.variants.vocabulary import is_active, parameters


def one_line(error: BaseException) -> str:
    message = str(error)
    assert message.strip() == message
    assert len(message.splitlines()) == 1
    return message


def refusal(reference: str | Path, **given: object) -> str:
    with pytest.raises(VariantError) as caught:
        load_variant(reference, **given)  # type: ignore[arg-type]
    return one_line(caught.value)


def assert_every_parameter_has_one_clause(variant: Variant) -> None:
    setters: dict[str, list[str]] = {}
    for clause in variant.clauses:
        for name in clause.values:
            setters.setdefault(name, []).append(clause.key)
    assert variant.provenance.keys() == variant.values.keys()
    for name, key in variant.provenance.items():
        assert setters[name] == [key]
        assert variant.clause(key).values[name] == variant.values[name]
    active = {name for name, parameter in parameters().items() if is_active(parameter, variant.settings)}
    assert variant.values.keys() == active
    keys = [clause.key for clause in variant.clauses]
    assert len(set(keys)) == len(keys)


HEAD = 'schema = 1\nid = "house"\nname = {{ en = "Our house", es = "Nuestra casa" }}\nextends = "{extends}"\n'


def rule(identity: str, sets: str = "", **more: str) -> str:
    lines = [f"{name} = {value}" for name, value in more.items()]
    body = "\n".join(["[[clause]]", f'id = "{identity}"', 'en = "As we play."', 'es = "Como jugamos."', *lines])
    return f"{body}\n[clause.set]\n{sets}\n" if sets else body + "\n"


def house(folder: Path, *clauses: str, extends: str = "argentino", name: str = "house.toml") -> Path:
    path = folder / name
    path.write_text(HEAD.format(extends=extends) + "".join(clauses), encoding="utf-8")
    return path


TOUCHING = rule(
    "wilds-may-touch",
    'run.wilds.adjacent = true\nrun.wilds.max = 3\nrun.wilds.max_joker = "any"\nrun.wilds.max_ranked = "any"',
    replaces='"wilds-not-adjacent"',
)


def for_arranging(variant: Variant) -> Variant:
    """A variant of which all that concerns arranging may be asked, and nothing of play."""
    file = replace(file_of(variant), scope=("melds", "opening"))
    return assemble(file, variant.clauses, variant.readings, drop_inactive=True)


def arranging_rules(variant: Variant, readings: Sequence[str], settings: Mapping[str, object]) -> Variant:
    """A variant with readings and settings; for arranging only, where melds are required that play would not judge."""
    demanding = any(name.startswith("requirement.") for name in settings) or "play" not in variant.scope
    return vary(for_arranging(variant) if demanding else variant, readings, settings)


@cache
def house_rules(text: str) -> Variant:
    """A variant with readings and settings, as in `argentino + no-wild-at-ends + run.max=5`."""
    reference, *changes = text.split(" + ")
    settings = dict(parse_setting(change) for change in changes if "=" in change)
    return arranging_rules(kept_variant(reference), [change for change in changes if "=" not in change], settings)


def judged(rules: str, cards: str, language: str = "en") -> Verdict:
    """The verdict on one meld of a house; a text that begins with `in order:` is a meld as it lies."""
    text = cards.removeprefix("in order:")
    return check_cards(house_rules(rules), text, ordered=text != cards, language=language)
