"""What each question is answered with."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING, Any

import msgspec

from meldproof.errors import ProblemError, VariantError
from meldproof.messages import language, say
from meldproof.playing.action_words import action_words
from meldproof.table import requests
from meldproof.table.rules import asks_all_readings, named_variant, names_rules, variant_of
from meldproof.variants.loading import Variant

if TYPE_CHECKING:
    from meldproof.arranging.problem import Arrangement
    from meldproof.checking.verdict import Verdict

MOST_NEAR = 3
"""Melds shown that remain of cards that are none."""
MOST_LISTED = 500
"""Actions of a position."""


class Answer(msgspec.Struct, frozen=True):
    """A command's JSON object, its exit status, and lines for people in the language of the context."""

    object: dict[str, Any]
    status: int = 0
    words: dict[str, str] = {}


def variants(asked: requests.Variants) -> Answer:
    from meldproof.table.describing import variant_list
    from meldproof.variants.listing import family_dicts

    return Answer({"variants": variant_list(), "families": family_dicts()})


def parameters(asked: requests.Parameters) -> Answer:
    from meldproof.table.describing import described

    return Answer(described(variant_of(asked), asked.players))


def pictures(asked: requests.Pictures) -> Answer:
    from meldproof.pictures.sprite import sprite_svg

    rules = variant_of(asked)
    return Answer({"variant": rules.id, "svg": sprite_svg(rules.deck(), rules.settings.wild_ranks)})


def solve(asked: requests.Solve) -> Answer:
    from meldproof.arranging import report
    from meldproof.arranging.opening_words import needed_text

    rules = variant_of(asked)
    answer = _arranged(rules, asked)
    found = answer.to_dict()
    if asks_all_readings(asked):
        from meldproof.proving.contested import arrangement_answer, dependence

        found["readings"] = dependence(rules, lambda read: arrangement_answer(_arranged(read, asked))).to_dict()
    if asked.why:
        found |= _why(answer, asked.seconds)
    if asked.svg:
        found["svg"] = answer.to_svg(language())
    words = {
        "objective": report.objective_text(answer, language()),
        "bound": "" if answer.optimal else report.bound_text(answer, language()),
        "totals": report.totals_text(answer, language()),
        "unmet": report.unmet_text(answer, language()) if answer.unmet else "",
        "needed": needed_text(answer.problem, language(), by_command=False) if answer.opens is not None else "",
    }
    status = 3 if not answer.optimal else 1 if answer.unmet or answer.opens is False else 0
    return Answer(found, status, {name: text for name, text in words.items() if text})


def _arranged(rules: Variant, asked: requests.Solve) -> Arrangement:
    from meldproof.arranging.problem import objective_names
    from meldproof.arranging.solve import make_problem, solve_problem

    problem = make_problem(
        rules,
        asked.cards,
        table=asked.table,
        discard=asked.discard,
        open=asked.open,
        use=asked.use,
        players=asked.players,
        score=asked.score,
        objective=objective_names(asked.objective),
    )
    return solve_problem(problem, engine=asked.engine, timeout=asked.seconds)


def _why(answer: Arrangement, seconds: float) -> dict[str, Any]:
    """The proof in words, and its prices by card where one leaf proves it. Raises NoCertificate where there is none."""
    from meldproof.arranging.certificates.certificate import make_certificate
    from meldproof.table.explanation import card_prices, explanation

    certificate = make_certificate(answer, seconds=seconds)
    return {"why": list(explanation(certificate, language())), "prices": card_prices(certificate, language())}


def check(asked: requests.Check) -> Answer:
    from meldproof.checking.verdict import check_cards

    rules = variant_of(asked)
    verdict = check_cards(rules, asked.cards, ordered=asked.ordered, language=language())
    found = verdict.to_dict()
    if asks_all_readings(asked):
        from meldproof.proving.contested import dependence, verdict_answer

        found["readings"] = dependence(
            rules,
            lambda read: verdict_answer(
                check_cards(read, asked.cards, ordered=asked.ordered, language=language()),
            ),
        ).to_dict()
    if asked.near:
        found["near"] = [] if verdict.legal else _near(rules, asked)
    return Answer(found, 0 if verdict.legal else 1)


def _near(rules: Variant, asked: requests.Check) -> list[dict[str, Any]]:
    """Melds that remain when one card is taken away, or else two: the most valuable first."""
    from meldproof.checking.verdict import check_cards
    from meldproof.notation import parse_cards

    tokens = parse_cards(asked.cards, rules.deck())
    for number in (1, 2):
        found: dict[tuple[str, ...], tuple[Verdict, list[str]]] = {}
        for away in combinations(range(len(tokens)), number):
            left = " ".join(token.text for place, token in enumerate(tokens) if place not in away)
            if not left or (number == 2 and len(tokens) > 20):
                continue
            verdict = check_cards(rules, left, ordered=asked.ordered, language=language())
            if verdict.legal:
                read = verdict.to_dict()["read"]
                assert isinstance(read, dict)
                found.setdefault(tuple(read["cards"]), (verdict, [tokens[place].text for place in away]))
        if found:
            best = sorted(found.items(), key=lambda item: -(item[1][0].points or 0))[:MOST_NEAR]
            return [
                {"without": away, "kind": verdict.kind, "cards": list(cards), "points": verdict.points}
                for cards, (verdict, away) in best
            ]
    return []


def legal(asked: requests.Legal) -> Answer:
    from meldproof.playing.advice import position_state
    from meldproof.playing.moves import legal_actions

    rules = variant_of(asked)
    actions = legal_actions(position_state(rules, asked.position))
    listed = [
        {**msgspec.to_builtins(action), "words": action_words(action, language())} for action in actions[:MOST_LISTED]
    ]
    more = max(0, len(actions) - MOST_LISTED)
    return Answer({"variant": rules.id, "actions": listed, "more": more, "complete": not actions.capped})


def replay(asked: requests.Replay) -> Answer:
    from meldproof.table.replaying import replayed

    found = replayed(variant_of(asked) if names_rules(asked) else None, asked.log)
    return Answer(found, 0 if found["legal_game"] else 1)


def verify(asked: requests.Verify) -> Answer:
    from meldproof.table.verifying import verify as verified

    def named(name: str) -> Variant | None:
        try:
            return named_variant(name)
        except VariantError:
            return None

    try:
        text = msgspec.json.encode(asked.certificate)
    except RecursionError:
        raise ProblemError(say("the input is nested too deeply")) from None
    found = verified(text, say("certificate"), named)
    return Answer(found.to_dict(), 0 if found.proved else 1, {"told": "\n".join(found.lines(language()))})
