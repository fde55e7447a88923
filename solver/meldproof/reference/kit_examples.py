"""Cases of the stored kit for a clause: all of them by their ids, and of them examples where a clause lacks some.

A case of a kit tells the variant from a change of one parameter: what is legal in it is legal because of the clause
that sets this parameter, what is illegal is illegal because of it. Where the kit was made for other rules (those that
a house variant extends), a case counts if its answer is the same here and still changes with that parameter.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

import msgspec

from meldproof.conforming.kit import Kit, KitCase, is_of, nearest_kit
from meldproof.conforming.plays import telling_play
from meldproof.conforming.titles import title_of
from meldproof.errors import MeldproofError
from meldproof.playing import actions as a
from meldproof.playing.faults import IllegalAction
from meldproof.playing.game import apply
from meldproof.playing.state import MatchState
from meldproof.reference.document import CaseEntry, Example, Row
from meldproof.reference.meld_examples import (
    answer_example,
    deck_example,
    example_of_cards,
    natural_slot,
    opening_example,
)
from meldproof.reference.play_examples import pile_row, table_rows
from meldproof.reference.play_words import (
    action_words,
    joined,
    players_words,
    situation,
    steps_words,
    with_reason,
)
from meldproof.reference.refusals import refusal_of
from meldproof.reference.score_words import player_words, score_example, slots_of
from meldproof.variants.clauses import Clause, Text
from meldproof.variants.levels import levels_of
from meldproof.variants.loading import Variant
from meldproof.witnesses.cases import CardCase, known_answer
from meldproof.witnesses.judging import Witness
from meldproof.witnesses.mutants import mutants_of
from meldproof.witnesses.questions import PlayCase, Question, ScoreCase, ask, start


def kit_apart(one: Variant, other: Variant, names: Iterable[str], mine: Text, theirs: Text) -> Text | None:
    """A play or score of the kits that two variants, named so, answer otherwise, in words; None if none is known."""
    for name in names:
        if play := telling_play(one, other, name):
            here, there = (title_of(play.question, result) for result in play.results)
            return Text(_beside(here.en, there.en, mine.en, theirs.en), _beside(here.es, there.es, mine.es, theirs.es))
    return None


def _beside(here: str, there: str, mine: str, theirs: str) -> str:
    question, _, answer = here.rpartition(" → ")
    return f"{question} → {mine}: {answer}; {theirs}: {there.rpartition(' → ')[2]}"


PLAY_FIRST = ("legal_action", "is_meld", "in_deck", "can_open", "score", "value", "best", "best_after_discard")
CARDS_FIRST = ("is_meld", "in_deck", "value", "can_open", "best", "best_after_discard", "legal_action", "score")
"""Which operation shows a clause best: a play where its parameters show in play only, else cards."""


class KitCases:
    """The stored kit of a variant, or of the rules that it extends; none where none is stored."""

    def __init__(self, variant: Variant, spec_path: Sequence[str | Path] = ()) -> None:
        self.variant = variant
        self._mutants: dict[str, dict[str, Variant]] = {}
        try:
            self.kit: Kit | None = nearest_kit(variant, spec_path)
        except MeldproofError:
            self.kit = None
        self.exact = self.kit is not None and is_of(self.kit, variant)
        self._by_clause: dict[str, list[KitCase]] = {clause.key: [] for clause in variant.clauses}
        for case in self.kit.cases if self.kit else ():
            for key in () if case.pattern else case.clauses:
                if key in self._by_clause and (self.exact or self._holds(case, variant.clause(key))):
                    self._by_clause[key].append(case)

    def _holds(self, case: KitCase, clause: Clause) -> bool:
        """Whether a case for other rules has the same answer here, and a change of the clause another one."""
        if ask(case.question, self.variant) != case.result:
            return False
        return any(ask(case.question, changed) != case.result for changed in self._changes(case, clause))

    def _changes(self, case: KitCase, clause: Clause) -> list[Variant]:
        """The variant with the changes of the clause that the case was made for."""
        found = []
        for name in clause.values:
            if any(mutant.startswith(f"{name}=") for mutant in case.mutants):
                if name not in self._mutants:
                    self._mutants[name] = {mutant.id: mutant.variant for mutant in mutants_of(self.variant, name)}
                found += [self._mutants[name][mutant] for mutant in case.mutants if mutant in self._mutants[name]]
        return found

    def of(self, clause: Clause) -> tuple[CaseEntry, ...]:
        """Every case that tests the clause."""
        return tuple(CaseEntry(case.id, case.expected, case.title) for case in self._by_clause[clause.key])

    def examples(self, clause: Clause) -> Iterator[Example]:
        """The first case in which something is legal, the first in which it isn't, and what something brings."""
        plays = all(levels_of(name)[0] == "turn" for name in clause.values)
        order = PLAY_FIRST if plays else CARDS_FIRST
        shown: set[str] = set()
        cases = sorted(self._by_clause[clause.key], key=lambda case: _rank(case, clause, order))
        for case in cases:
            verdict = _verdict(case)
            if verdict in shown:
                continue
            question = self._possible(case, clause)
            example = _example(case, question, self.variant) if question else None
            if question and example and (verdict != "illegal" or self._refused_by(question, case, clause)):
                shown.add(verdict)
                yield _in_the_name_of(clause, example)
        for case in cases:
            if len(shown) == 1 and isinstance(case.question, PlayCase):
                legal = "illegal" in shown
                other = _counterpart(case.question, self.variant, self._changes(case, clause), legal=legal)
                if other and self._refused_by(other, case, clause) and (found := _play(other, legal, self.variant)):
                    shown.add(found.verdict)
                    yield _in_the_name_of(clause, found)

    def _possible(self, case: KitCase, clause: Clause) -> Question | None:
        """The question in a position that can be: whoever has not opened has no meld on the table.

        Such a meld is then another player's, or a partner's, if that asks the same; None if it doesn't.
        """
        question = case.question
        seen = question.situation if isinstance(question, PlayCase) else None
        if seen is None or seen.opened or all(laid.owner != seen.player for laid in seen.table):
            return question
        for owner, change in ((1, {}), (2, {"players": 4, "pairs": True})):
            table = tuple(msgspec.structs.replace(laid, owner=owner) for laid in seen.table)
            asked = msgspec.structs.replace(question, situation=msgspec.structs.replace(seen, table=table), **change)
            if ask(asked, self.variant) == case.result and any(
                ask(asked, changed) != case.result for changed in self._changes(case, clause)
            ):
                return asked
        return None

    def _refused_by(self, question: Question, case: KitCase, clause: Clause) -> bool:
        """Whether a play is refused by the clause: in its name, or by a rule that then stands as it does without it.

        Where the clause's change takes away the very rule that refuses the play, that rule's clause is the one shown.
        """
        if not isinstance(question, PlayCase) or ask(question, self.variant) != {"legal": False}:
            return True
        found = refusal_of(question, self.variant)
        if found is None or found.clause in ("", clause.key):
            return found is not None
        here = self.variant.values.get(found.rule)
        return any(
            changed.values.get(found.rule) == here and ask(question, changed) == {"legal": True}
            for changed in self._changes(case, clause)
        )

    def proved_equivalent(self, clause: Clause) -> Text:
        """Why a change of the clause can't show, where that is proved of every change; else empty."""
        entries = [
            entry
            for entry in (self.kit.equivalent if self.kit and self.exact else ())
            if entry.parameter in clause.values
        ]
        return entries[0].note if entries and not self._by_clause[clause.key] else Text()


def _in_the_name_of(clause: Clause, example: Example) -> Example:
    return msgspec.structs.replace(example, clause=clause.key if example.verdict == "illegal" else "")


def _counterpart(asked: PlayCase, variant: Variant, changed: Sequence[Variant], *, legal: bool) -> PlayCase | None:
    """Another action at the same moment that a change of the clause judges the other way round."""
    for action in _alternatives(asked):
        other = msgspec.structs.replace(asked, action=action)
        if ask(other, variant) == {"legal": legal} and any(ask(other, one) == {"legal": not legal} for one in changed):
            return other
    return None


def _alternatives(case: PlayCase) -> Iterator[a.Action]:
    action = case.action
    if isinstance(action, a.Deal):
        yield msgspec.structs.replace(action, upcard=None)
        return
    if action.player is not None:
        for seat in range(case.players):
            yield msgspec.structs.replace(action, player=seat)
    if isinstance(action, a.Draw | a.Pass):
        yield from (a.Pass(), a.Draw(), a.Draw(source="discard"), a.Draw(source="discard", count=1))


def _rank(case: KitCase, clause: Clause, order: tuple[str, ...]) -> tuple[int, ...]:
    """The case made for this clause's own parameter first, then the operation that shows it best, the undisputed."""
    about = case.mutants[0].partition("=")[0] if case.mutants else ""
    return (
        about not in clause.values,
        order.index(case.op),
        case.expected == "disputed",
        len(case.case.get("cards", ())),
    )


def _verdict(case: KitCase) -> str:
    """`legal`, `illegal` or `worth`, as an example's."""
    answers = {"is_meld": "legal", "legal_action": "legal", "can_open": "opens", "in_deck": "in_deck"}
    if case.op in answers:
        return "legal" if case.result[answers[case.op]] else "illegal"
    return "worth"


def _example(case: KitCase, question: Question, variant: Variant) -> Example | None:
    try:
        if isinstance(question, PlayCase):
            return _play(question, bool(case.result["legal"]), variant)
        if isinstance(question, ScoreCase):
            return score_example(question, case.result, variant)
        return _cards(question, variant)
    except (MeldproofError, IllegalAction):
        return None


def _cards(case: CardCase, variant: Variant) -> Example | None:
    result = known_answer(case, variant)
    if result is None:
        return None
    witness = Witness(case, (result, result), smallest=False)
    if case.op == "is_meld":
        return example_of_cards(variant, case.cards)
    if case.op == "in_deck":
        return deck_example(variant, witness)
    return opening_example(variant, witness) if case.op == "can_open" else answer_example(variant, witness)


def _play(case: PlayCase, legal: bool, variant: Variant) -> Example | None:
    """A play in words, with what lies on the table before the steps that lead to it; None for one not to be judged."""
    refusal = None if legal else refusal_of(case, variant)
    if not legal and refusal is None:
        return None
    rows = _dealt_rows(case, variant)
    here, match = Text(), None
    if case.situation is not None or legal:
        match = start(case, variant)
        here = situation(match) if match.deal is not None else Text()
        rows += _situation_rows(match)
    deck = variant.deck()
    dealer = next((step.dealer for step in case.steps if isinstance(step, a.Deal)), 0)
    told = []
    for step in case.steps:
        if not isinstance(step, a.Deal):
            told.append(action_words(step, deck, case.players, dealer, match))
        match = apply(match, step) if match else None
    said = joined(
        players_words(case.players, variant, pairs=case.pairs),
        here,
        steps_words(told),
        action_words(case.action, deck, case.players, dealer, match),
        _dealt_by(case),
    )
    if refusal is not None:
        said = with_reason(said, refusal.why, deck)
    return Example("legal" if legal else "illegal", rows, said, deck)


def _dealt_by(case: PlayCase) -> Text:
    """Who deals, where the next deal is what is shown."""
    if case.situation is None or not isinstance(case.action, a.Deal):
        return Text()
    name = player_words(case.action.dealer, case.players)
    return Text(f"dealt by {name[0]}", "y repartís vos" if case.action.dealer == 0 else f"y reparte {name[1]}")


def _dealt_rows(case: PlayCase, variant: Variant) -> tuple[Row, ...]:
    """What a deal shows: the hands that are named, the card turned up."""
    rows = []
    for step in (*case.steps, case.action):
        if isinstance(step, a.Deal):
            for seat, hand in enumerate(step.hands):
                if hand:
                    label = (
                        Text("dealt to the dealer", "recibe quien reparte")
                        if seat == step.dealer
                        else Text("dealt to the next player", "recibe el siguiente")
                    )
                    rows.append(Row(label, slots_of(hand, variant)))
            if step.upcard:
                rows.append(Row(Text("turned up", "se da vuelta"), slots_of(step.upcard, variant)))
    return tuple(rows)


def _situation_rows(match: MatchState) -> tuple[Row, ...]:
    deal = match.deal
    if deal is None:
        return ()
    rows = table_rows(match)
    hand = tuple(natural_slot(card) for card in deal.hands[deal.to_move].cards)
    rows.append(Row(Text("your hand", "tu mano"), hand))
    if deal.phase in ("draw", "offer") and deal.pile:
        rows.append(pile_row(deal))
    return tuple(row for row in rows if row.slots)
