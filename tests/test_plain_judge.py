"""Generated turns before two judges: the project's referee, and a plain one written from the readings alone."""

from __future__ import annotations

from typing import Any

import pytest
from judged import agree, judge_says, referee_says, told
from plain_judge.generated import FAULTS_OF_MELDING, Case, cases, melding_case
from plain_judge.generated_gin import KINDS as GIN_KINDS
from plain_judge.generated_gin import gin_case
from plain_judge.generated_tables import FAULTY_MOVES, LEGAL_MOVES, table_cases

import meldproof


def game(variant: str, *readings: str, **settings: int | str) -> dict[str, Any]:
    """A header for two; readings are said as settings here (that a header's own readings count is asked elsewhere)."""
    plain, other = meldproof.variant(variant).plain(), meldproof.variant(variant, readings=readings).plain()
    changed = {name: value for name, value in other.items() if plain.get(name) != value}
    changed |= {name.replace("_", ".", 1): value for name, value in settings.items()}
    return {"variant": variant, "players": 2, **({"settings": changed} if changed else {})}


HEADERS = {
    "argentino": game("argentino", close_announce="none"),  # whom one card would let close is costly to know
    "rummy-500": game("rummy-500"),
    "reglamento": game("reglamento", opening_points=60),
    "reglamento at any meld": game("reglamento", "any-meld", opening_points=30),
    "argentino, natural twos": game("argentino", "one-of-each-class", "two-natural-in-place", close_announce="none"),
    "rummy-500, top card only": game("rummy-500", "top-only", "wild-worth-represented"),
}
TABLES = {reading or "as it is": game("fichas", *([reading] if reading else [])) for reading in ("", "joker-moves-freely", "one-joker-per-meld", "joker-opens-as-zero")}  # fmt: skip


def both_agree(found: list[Case]) -> None:
    """The plain judge says what the maker of the case meant, and the referee says the same, points included."""
    wrong = []
    for case in found:
        mine, theirs = judge_says(case.lines), referee_says(case.lines)
        assert mine[0] == case.expected, f"the plain judge says {mine[0]}\n{told(case)}"
        if not agree(mine, theirs):
            wrong.append(f"the referee says {theirs}, the plain judge {mine}\n{told(case)}")
    assert not wrong, f"{len(wrong)} of {len(found)}; the first: {wrong[0]}"


# What the referee still gets wrong, by kind: a kind that has come right must go (strict).
STILL_WRONG: dict[str, str] = {}


def by_kind(kinds: tuple[str, ...], where: str = "") -> list[Any]:
    """The kinds as parameters; one that the referee is known to get wrong must fail."""
    return [
        pytest.param(
            kind, marks=[pytest.mark.xfail(reason=STILL_WRONG[name], strict=True)] if name in STILL_WRONG else []
        )
        for kind in kinds
        for name in [f"{kind}, {where}" if f"{kind}, {where}" in STILL_WRONG else kind]
    ]


@pytest.mark.parametrize("played", HEADERS)
@pytest.mark.parametrize("kind", by_kind(("legal", *FAULTS_OF_MELDING)))
def test_turns_with_a_discard_are_judged_alike(played: str, kind: str) -> None:
    if kind == "too little to open" and "reglamento" not in played:
        pytest.skip("no opening is owed")
    found = cases(melding_case, HEADERS[played], (kind,), seed=3, count=14 if kind == "no meld" else 2)
    assert found
    both_agree(found)


@pytest.mark.parametrize("kind", by_kind(GIN_KINDS))
def test_deals_with_a_knock_are_judged_alike(kind: str) -> None:
    found = cases(gin_case, game("gin"), (kind,), seed=1, count=3)
    assert found
    both_agree(found)


@pytest.mark.parametrize("kind", by_kind(("legal", *LEGAL_MOVES, *FAULTY_MOVES), "at a table"))
def test_rearranged_tables_are_judged_alike_in_one_action_and_in_several(kind: str) -> None:
    found = table_cases(game("fichas"), seed=1, count=4, kinds=(kind,))
    assert found
    both_agree([case for pair in found for case in pair])


def right(kinds: tuple[str, ...], where: str = "") -> tuple[str, ...]:
    """The kinds that the referee isn't known to get wrong."""
    return tuple(kind for kind in kinds if kind not in STILL_WRONG and f"{kind}, {where}" not in STILL_WRONG)


@pytest.mark.slow
@pytest.mark.parametrize("played", HEADERS)
def test_thousands_of_turns_with_a_discard_are_judged_alike(played: str) -> None:
    both_agree(cases(melding_case, HEADERS[played], right(("legal", "legal", *FAULTS_OF_MELDING)), seed=77, count=2000))


@pytest.mark.slow
def test_thousands_of_deals_with_a_knock_are_judged_alike() -> None:
    both_agree(cases(gin_case, game("gin"), right(GIN_KINDS), seed=77, count=3000))


@pytest.mark.slow
@pytest.mark.parametrize("reading", TABLES)
def test_thousands_of_rearranged_tables_are_judged_alike(reading: str) -> None:
    kinds = right(("legal", *LEGAL_MOVES, *(FAULTY_MOVES if reading == "as it is" else ())), "at a table")
    for pair in table_cases(TABLES[reading], seed=77, count=1500, kinds=kinds):
        one, several = (judge_says(case.lines) for case in pair)
        assert (one[0] is None) == (several[0] is None), told(pair[1])
        assert agree(one, referee_says(pair[0].lines)), told(pair[0])
        assert agree(several, referee_says(pair[1].lines)), told(pair[1])
