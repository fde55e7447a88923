"""Building a kit: for every sensible single change of a rule the smallest cases that show it, by operation."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import combinations_with_replacement
from typing import NamedTuple, cast

import msgspec

from meldproof.arranging.limits import deadline_after, is_past
from meldproof.cards import JOKER, Card
from meldproof.conforming.agreement import apart
from meldproof.conforming.hard_hands import texts
from meldproof.conforming.kit import (
    Kit,
    KitCase,
    Untold,
    case_id,
    disputes,
    expected_of,
    in_order,
    readings_of,
    titled,
    with_patterns,
)
from meldproof.conforming.procedures import Procedure, telling_hands
from meldproof.conforming.unseen import unseen
from meldproof.playing import actions as a
from meldproof.variants.clauses import Text
from meldproof.variants.levels import levels_of
from meldproof.variants.loading import Variant
from meldproof.variants.vocabulary import parameters
from meldproof.witnesses.cases import CardCase, Operation
from meldproof.witnesses.clocks import WorkClock
from meldproof.witnesses.judging import ASKED, Comparison, Finding
from meldproof.witnesses.mutants import Mutant, mutants_said
from meldproof.witnesses.questions import KitMeld, PlayCase, Question, ScoreCase, Situation, ask, to_plain
from meldproof.witnesses.situations import Names
from meldproof.witnesses.turns import TurnSearch


class Patience(NamedTuple):
    """Longest search for a mutant's first case, and for each further operation, in seconds counted by work.

    So a kit is the same wherever it is built. Limits met are said in the kit.
    """

    first: float
    more: float


PATIENT = Patience(60.0, 10.0)
Advance = Callable[[int, int], None]

NO_PLAY = Text(
    "no play or finished deal was found that shows it; that is a search, not a proof",
    "no se encontró jugada ni mano terminada que la muestre; es una búsqueda, no una demostración",
)

NO_TIME = Text("the time was up before it was searched for", "se acabó el tiempo antes de buscarlo")


class ShownChange(msgspec.Struct, frozen=True, eq=False):
    """A change, the cases that tell it apart, and where there are none whether that is proved, with the reason."""

    mutant: Mutant
    questions: tuple[Question, ...]
    proved: bool = False
    note: Text = Text()


def build_kit(
    variant: Variant,
    *,
    only: Sequence[str] = (),
    timeout: float | None = None,
    advance: Advance = lambda done, total: None,
) -> Kit:
    """The kit of a variant; `only` keeps to mutants of parameters that begin so.

    After `timeout` seconds no more is searched for: the mutants left over are untold, with NO_TIME as their note.
    """
    deadline = deadline_after(timeout)
    chosen = [mutant for mutant in mutants_said(variant) if not only or mutant.parameter.startswith(tuple(only))]
    chosen = [mutant for mutant in chosen if can_show(variant, mutant.parameter)]
    search = None if is_past(deadline) else TurnSearch(variant)
    shown: list[ShownChange] = []
    for number, mutant in enumerate(chosen):
        if search is None or is_past(deadline):
            shown.append(ShownChange(mutant, (), note=NO_TIME))
        else:
            shown.append(shown_by(variant, mutant, search, deadline))
        advance(number + 1, len(chosen))
    kit = assembled(variant, shown)
    if only or is_past(deadline):
        return kit
    kit = with_procedures(kit, variant)
    return msgspec.structs.replace(kit, cases=with_patterns(kit.cases, variant))


def can_show(variant: Variant, parameter: str) -> bool:
    """Whether the part of the game in which a parameter shows is encoded."""
    return levels_of(parameter) != ("turn",) or "play" in variant.scope or "scoring" in variant.scope


def with_procedures(kit: Kit, variant: Variant) -> Kit:
    """The kit with a case for every wrong way to find the best."""
    readings = readings_of(variant)
    cases = {case.question: case for case in kit.cases}
    for procedure, question in telling_hands(variant):
        case = cases.get(question) or _procedure_case(question, procedure, variant, readings)
        named = tuple(dict.fromkeys((*case.procedures, procedure.id)))
        cases[question] = msgspec.structs.replace(case, procedures=named)
    return msgspec.structs.replace(kit, cases=in_order(cases.values()))


def _procedure_case(
    question: Question, procedure: Procedure, variant: Variant, readings: dict[str, Variant]
) -> KitCase:
    """A case with its answer; it is named after the first procedure that gets it wrong."""
    result = ask(question, variant)
    assert result is not None
    others = disputes(question, result, readings)
    about = Text(f"otherwise if {procedure.words.en}", f"distinto si {procedure.words.es}")
    return KitCase(
        case_id(question, procedure.id),
        question.op,
        (variant.provenance["arrange.objective"],),
        to_plain(question),
        result,
        expected_of(question.op, result, others),
        titled(question, result, about),
        readings=others,
    )


def shown_by(
    variant: Variant,
    mutant: Mutant,
    search: TurnSearch,
    deadline: float | None = None,
    patience: Patience = PATIENT,
    clock: WorkClock | None = None,
) -> ShownChange:
    """What tells a mutant apart; the work is counted by the clock, if one is given."""
    clock = clock or WorkClock(patience.first, deadline)
    questions, findings = cases_for(variant, mutant, search, clock, patience)
    why = unseen(variant, mutant)
    if questions or why is not None:
        return ShownChange(mutant, tuple(questions), why is not None, why or Text())
    proved = bool(findings) and all(finding.status == "same" for finding in findings)
    note = NO_TIME if is_past(deadline) else _note(findings)
    return ShownChange(mutant, (), proved and "turn" not in levels_of(mutant.parameter), note)


def assembled(variant: Variant, shown: Sequence[ShownChange]) -> Kit:
    """The kit of what was found: one case for all changes that a question shows."""
    readings = readings_of(variant)
    found: dict[Question, list[Mutant]] = {}
    for entry in shown:
        for question in entry.questions:
            found.setdefault(question, []).append(entry.mutant)
    silent = [entry for entry in shown if not entry.questions]
    entries = [(entry.proved, Untold(entry.mutant.id, entry.mutant.parameter, entry.note)) for entry in silent]
    equivalent, untold = (tuple(entry for proved, entry in entries if proved == kind) for kind in (True, False))
    cases = in_order(_kit_case(question, found[question], variant, readings) for question in found)
    return Kit(variant.id, variant.said(), cases, equivalent, untold)


def cases_for(
    variant: Variant, mutant: Mutant, search: TurnSearch, clock: WorkClock, patience: Patience = PATIENT
) -> tuple[list[Question], list[Finding]]:
    """The smallest case of each operation that tells a mutant apart, and what the searches among cards found."""
    comparison = Comparison(variant, mutant.variant, clock=clock)
    levels = levels_of(mutant.parameter)
    questions: list[Question] = []
    findings: list[Finding] = []
    for op in (op for op in ASKED[levels[0]] if op in comparison.operations()):
        derived = [case for case in _alike(op, questions, variant) if _differ(case, variant, mutant.variant)]
        if derived:
            questions.append(derived[0])
            continue
        clock.left = patience.more if questions else patience.first
        findings.append(comparison.find(op))
        witness = findings[-1].witness
        questions += [witness.case] if witness is not None and _differ(witness.case, variant, mutant.variant) else []
    if levels[0] == "meld" and not any(isinstance(q, CardCase) and q.op == "is_meld" for q in questions):
        questions += small_melds_apart(variant, mutant.variant) if findings[0].status == "none-found" else []
    if levels[0] == "hand" and ("turn" in levels or not questions):
        clock.left = patience.first
        witness = comparison.with_a_table().witness
        questions += [witness.case] if witness is not None and _differ(witness.case, variant, mutant.variant) else []
    questions += [case for case in _played(questions, variant) if _differ(case, variant, mutant.variant)]
    if levels[0] != "deck" and ("turn" in levels or not questions or levels[0] in ("value", "hand")):
        clock.left = patience.first
        score = None if any(isinstance(question, ScoreCase) for question in questions) else search.score(
            mutant.variant, clock
        )  # fmt: skip
        play = search.legal_action(mutant.variant, clock) if "turn" in levels or not questions else None
        questions += [question for question in (score, play) if question is not None]
    return list(dict.fromkeys(questions)), findings


def _alike(op: str, questions: Sequence[Question], variant: Variant) -> Iterator[Question]:
    """The first case's cards put to another operation: where that tells too, no smaller hand does.

    A hand that is arranged differently holds cards that are judged differently; with a discard owed, one card more.
    """
    first = questions[0] if questions else None
    if not isinstance(first, CardCase) or first.op not in ("is_meld", "value", "best") or first.table:
        return
    if op in ("value", "best", "can_open"):
        yield CardCase(cast("Operation", op), first.cards, score=0 if op == "can_open" else None)
    elif op == "best_after_discard":
        names = Names(variant)
        for more in (names.loose, names.other, names.card(1, 2)):
            yield CardCase("best_after_discard", (*first.cards, more))


def small_melds_apart(one: Variant, other: Variant) -> list[Question]:
    """A few cards that only one of two variants calls a meld, found by trying; none if there are none like these.

    The last resort where the solver stops at a limit: neighbours of one suit and their fellows of another, with wilds.
    """
    deck, wild = one.deck(), one.settings.wild_ranks
    rank = min(4, len(deck.ranks) - 2)
    kinds = [Card(rank + step, suit) for suit in (1, 2) for step in (0, 1, 2)]
    kinds += [Card(rank, 3), *[JOKER] * (deck.jokers > 0), *(Card(place, suit) for place in wild for suit in (1, 2))]
    for size in (3, 4, 5):
        for cards in combinations_with_replacement(kinds, size):
            if sum(card.is_joker or card.rank in wild for card in cards) <= size - 1:
                question = CardCase("is_meld", texts(cards, deck))
                if _differ(question, one, other):
                    return [question]
    return []


def _differ(question: Question, one: Variant, other: Variant) -> bool:
    return apart(question, one, other)


def _played(questions: Sequence[Question], variant: Variant) -> Iterator[Question]:
    """The melds of these cases laid in a turn, or scored when a deal is over."""
    names = Names(variant)
    least = max(2, variant.settings.players.min)
    knocks = variant.settings.close.by == "knock"
    for question in questions:
        if not isinstance(question, CardCase) or question.op not in ("is_meld", "value") or question.players:
            continue
        meld, hand = " ".join(question.cards), " ".join(question.cards)
        if question.op == "is_meld":
            seen = Situation(f"{hand} {names.loose} {names.other}", drawn=True, opened=True)
            action = a.Knock(discard=names.loose, melds=(meld,)) if knocks else a.LayMelds(melds=(meld,))
            yield PlayCase(action, least, situation=seen)
        elif not knocks:
            yield ScoreCase(("", *[names.card(3, 2)] * (least - 1)), table=(KitMeld(meld),), closer=0)


def _note(findings: Sequence[Finding]) -> Text:
    limits = (finding.note for finding in findings if finding.status == "none-found")
    return next(limits, findings[0].note if findings else NO_PLAY)


def _kit_case(question: Question, shows: Sequence[Mutant], variant: Variant, readings: dict[str, Variant]) -> KitCase:
    """A case with its answer; it is named after the first parameter that it shows."""
    result = ask(question, variant)
    assert result is not None
    others = disputes(question, result, readings)
    names = list(dict.fromkeys(mutant.parameter for mutant in shows))
    clauses = tuple(dict.fromkeys(variant.provenance[name] for name in names))
    about = parameters()[names[0]]
    return KitCase(
        case_id(question, names[0]),
        question.op,
        clauses,
        to_plain(question),
        result,
        expected_of(question.op, result, others),
        titled(question, result, Text(about.en, about.es)),
        tuple(mutant.id for mutant in shows),
        others,
    )
