"""The smallest case on which two variants differ, operation by operation, or how far it is sure that there is none."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Literal

import msgspec

from meldproof.cards import Card
from meldproof.errors import EngineDeclined, MeldproofError
from meldproof.notation import card_text
from meldproof.variants.clauses import Text
from meldproof.variants.levels import Level
from meldproof.variants.loading import Variant
from meldproof.witnesses.cases import OPERATIONS, CardCase, Operation, Result, differ, known_answer
from meldproof.witnesses.clocks import OUT_OF_TIME, Clock, GaveUp
from meldproof.witnesses.differences import ENOUGH, NEVER, Differences, Listed
from meldproof.witnesses.hands import built_hands, dense_hands
from meldproof.witnesses.melds import Pair, shared_deck
from meldproof.witnesses.openings import MOST_CARDS, fewest_cards, goal_of, in_order, opening_hands, scores
from meldproof.witnesses.tables import table_cases

Status = Literal["found", "same", "none-found"]
LEVEL_OF: dict[Operation, Level] = {
    "in_deck": "deck",
    "is_meld": "meld",
    "value": "value",
    "best": "hand",
    "best_after_discard": "hand",
    "can_open": "hand",
}
SIZES_TRIED = 4
"""Sizes of opening hands that are tried from the first on that could do."""

SAME_MELDS = Text(
    "no meld of either deck is judged differently: proved at every size",
    "ninguna combinación se juzga distinto: demostrado para todos los tamaños",
)
SAME_POINTS = Text(
    "every meld is worth the same in both: proved", "toda combinación vale lo mismo en ambas: demostrado"
)
SAME_HANDS = Text(
    "no meld, value or demand differs that a hand could notice: proved",
    "no difiere ninguna combinación, valor ni exigencia que una mano pueda notar: demostrado",
)
FALLS_APART = Text(
    "every meld that only one allows falls into two that both allow, for the same points: proved",
    "toda combinación que solo una permite se parte en dos que ambas permiten, por los mismos puntos: demostrado",
)
SAME_DECK = Text("the decks hold the same cards", "los mazos tienen las mismas cartas")
LOOKS_ONLY = Text("only the look of the cards differs", "solo cambia el aspecto de las cartas")
NO_COMMON_DECK = Text(
    "the decks differ in ranks or suits, so no cards can be compared",
    "los mazos difieren en valores o palos: no hay cartas que comparar",
)


class Witness(msgspec.Struct, frozen=True):
    """A case with the answers of both variants. `smallest`: it is proved that none with fewer cards differs."""

    case: CardCase
    results: tuple[Result, Result]
    smallest: bool

    @property
    def level(self) -> Level:
        return LEVEL_OF[self.case.op]

    def to_dict(self) -> dict[str, object]:
        """The JSON object of a witness."""
        case = self.case
        return {
            "level": self.level,
            "op": case.op,
            "cards": list(case.cards),
            "table": list(case.table),
            "discard": case.discard,
            "open": case.opening or case.op == "can_open",
            "score": case.score,
            "players": case.players,
            "results": [dict(result) for result in self.results],
            "smallest": self.smallest,
        }


class Finding(msgspec.Struct, frozen=True):
    """What is known of an operation: a witness, that both variants always answer the same, or that none was found.

    `fewer`: it is proved that no case with fewer cards differs. `note` gives the reason, or the limit.
    """

    op: Operation
    status: Status
    witness: Witness | None = None
    fewer: int | None = None
    note: Text = Text()


class Comparison:
    """Two variants and what is found about each operation; nothing is searched before it is asked for.

    `deadline` is a value of `time.monotonic()`, and `clock` one to go by instead; `check_limit` is in seconds a
    solver's check; `enough` says how many melds that differ are listed, for hands to be built round them.
    """

    def __init__(
        self,
        first: Variant,
        second: Variant,
        *,
        deadline: float | None = None,
        clock: Clock | None = None,
        check_limit: float = 20.0,
        enough: int = ENOUGH,
    ) -> None:
        self.first, self.second = first, second
        self.clock = clock or Clock(deadline)
        deck = shared_deck(first, second)
        pair = Pair(first, second, deck, self.clock, check_limit) if deck else None
        self.differences = Differences(pair, enough=enough) if pair else None
        self._known: dict[Operation, Finding] = {}

    def operations(self) -> tuple[Operation, ...]:
        """The operations that make sense: an opening is asked for where there is one, a discard where one is made."""
        both = (self.first.settings, self.second.settings)
        opens = any(max(s.opening.points.numbers) or s.opening.pure_runs or s.opening.melds for s in both)
        opens = opens and "opening" in self.first.scope and "opening" in self.second.scope
        discards = any(s.discard.each_turn for s in both)
        return tuple(
            op for op in OPERATIONS if (opens or op != "can_open") and (discards or op != "best_after_discard")
        )

    def find(self, op: Operation) -> Finding:
        """The finding about an operation, hands being asked about without a table."""
        if op not in self._known:
            try:
                self._known[op] = self._found(op)
            except GaveUp as limit:
                self._known[op] = Finding(op, "none-found", note=limit.note)
        return self._known[op]

    def with_a_table(self) -> Finding:
        """A witness of a hand beside a small table; that none is found proves nothing."""
        if self.differences is None:
            return Finding("best", "none-found", note=NO_COMMON_DECK)
        for case in table_cases(self.differences.pair):
            if self.clock.is_up():
                return Finding("best", "none-found", note=OUT_OF_TIME)
            if self._witness(case, smallest=False):
                least = case if case.opening else self._shrunk(case)
                return Finding("best", "found", self._witness(least, smallest=False))
        return Finding(
            "best",
            "none-found",
            note=Text("no difference on small tables in front of one player",
                      "ninguna diferencia en mesas chicas ante un solo jugador"),
        )  # fmt: skip

    def _found(self, op: Operation) -> Finding:
        if op == "in_deck":
            return self._in_deck()
        if self.differences is None:
            return Finding(op, "none-found", note=NO_COMMON_DECK)
        if op == "is_meld":
            return self._listed(op, self.differences.melds, SAME_MELDS)
        if op == "value":
            return self._listed(op, self.differences.values, SAME_POINTS)
        return self._can_open(self.differences) if op == "can_open" else self._arranged(op, self.differences)

    def _in_deck(self) -> Finding:
        """The fewest like cards that only one deck holds, with any number of players that both are for."""
        who = (self.first.settings.players, self.second.settings.players)
        cases = []
        for players in range(max(w.min for w in who), min(w.max for w in who) + 1):
            decks = [variant.deck(players) for variant in (self.first, self.second)]
            held = [{card_text(card, deck): deck.copies_of(card) for card in deck.kinds()} for deck in decks]
            for text in dict.fromkeys([*held[0], *held[1]]):
                copies = [cards.get(text, 0) for cards in held]
                if copies[0] != copies[1]:
                    cases.append(CardCase("in_deck", (text,) * (min(copies) + 1), players=players))
        if not cases:
            looks = self.first.settings.deck.style != self.second.settings.deck.style
            return Finding("in_deck", "same", note=LOOKS_ONLY if looks else SAME_DECK)
        case = min(cases, key=lambda case: len(case.cards))
        return Finding("in_deck", "found", self._witness(case, smallest=True), len(case.cards))

    def _listed(self, op: Operation, listed: Listed, same: Text) -> Finding:
        if listed.found:
            witness = self._witness(CardCase(op, self._texts(listed.found[0])), smallest=True)
            return Finding(op, "found", witness, listed.least)
        if listed.least >= NEVER:
            return Finding(op, "same", note=same)
        return self._none_found(op, listed.least, listed.limit)

    def _arranged(self, op: Operation, differences: Differences) -> Finding:
        owed = 1 if op == "best_after_discard" else 0
        least = differences.best(owed)
        if least >= NEVER:
            return Finding(op, "same", note=FALLS_APART if differences.split else SAME_HANDS)
        for hands in (built_hands(differences, owed), dense_hands(differences, owed)):
            if witness := self._first_witness(CardCase(op, ()), hands, least):
                return Finding(op, "found", witness, least)
        return self._none_found(op, least)

    def _can_open(self, differences: Differences) -> Finding:
        leasts = {score: self._fewest_to_open(differences, score) for score in scores(differences.pair)}
        least = min(leasts.values())
        if least >= NEVER:
            return Finding("can_open", "same", note=FALLS_APART if differences.split else SAME_HANDS)
        for size in range(least, MOST_CARDS + 1):
            for score in (score for score, fewest in leasts.items() if fewest <= size < fewest + SIZES_TRIED):
                hands = [hand for hand in built_hands(differences, 0) if len(hand) == size]
                for swapped in (False, True):
                    hands += in_order(opening_hands(differences.pair, swapped, score, size), differences.pair)
                if witness := self._first_witness(CardCase("can_open", (), score=score), hands, least):
                    return Finding("can_open", "found", witness, least)
        return self._none_found("can_open", least)

    def _fewest_to_open(self, differences: Differences, score: int) -> int:
        """No hand with fewer cards opens under one variant only, at a score; NEVER if none does."""
        pair, one, other = differences.pair, differences.one, differences.other
        goals = [goal_of(variant, score) for variant in pair[:2]]
        in_points = any(goal.points for goal in goals)
        counted = not in_points or (
            differences.same_opening_points and one.opening.repeated_suits == other.opening.repeated_suits
        )
        aspect = NEVER
        if goals[0] != goals[1] or one.requirement != other.requirement or not counted:
            aspect = differences.least_meld
        elif differences.judged_otherwise and not differences.split:
            aspect = differences.least_meld
            if differences.sets_as_good:
                aspect = NEVER
            elif not any((goals[0].pure_runs, goals[0].melds, *msgspec.structs.astuple(one.requirement))):
                if not in_points:
                    aspect = differences.melds.least
                elif differences.opens_as_it_melds:  # then the same melds for the same points open alike
                    aspect = min(differences.melds.least, differences.values.least)
        if aspect >= NEVER:
            return NEVER
        fewest = min(fewest_cards(variant, pair.deck, goal) for variant, goal in zip(pair[:2], goals, strict=True))
        return max(aspect, fewest)

    def _first_witness(self, like: CardCase, hands: Iterable[Sequence[Card]], least: int) -> Witness | None:
        """The first hand that differs, less all cards that it does not take."""
        for hand in hands:
            if self.clock.is_up():
                raise GaveUp(OUT_OF_TIME)
            cards = self._texts(hand)
            if self._witness(msgspec.structs.replace(like, cards=cards), smallest=False):
                case = self._shrunk(msgspec.structs.replace(like, cards=cards))
                return self._witness(case, smallest=len(case.cards) <= least)
        return None

    def _shrunk(self, case: CardCase) -> CardCase:
        for place in range(len(case.cards)):
            fewer = msgspec.structs.replace(case, cards=case.cards[:place] + case.cards[place + 1 :])
            if fewer.cards and self._witness(fewer, smallest=False):
                return self._shrunk(fewer)
        return case

    def _witness(self, case: CardCase, *, smallest: bool) -> Witness | None:
        """The case as a witness, if the answers contradict each other."""
        try:
            results = [known_answer(case, variant) for variant in (self.first, self.second)]
        except (EngineDeclined, MeldproofError):
            return None
        if results[0] is None or results[1] is None or not differ(*results):
            return None
        return Witness(case, (results[0], results[1]), smallest)

    def _none_found(self, op: Operation, least: int, limit: Text | None = None) -> Finding:
        note = Text(
            f"none has fewer than {least} cards, and none was found",
            f"ninguna con menos de {least} cartas, y no se encontró otra",
        )
        if limit is not None:
            note = Text(f"{note.en}: {limit.en}", f"{note.es}: {limit.es}")
        return Finding(op, "none-found", fewer=least, note=note)

    def _texts(self, cards: Iterable[Card]) -> tuple[str, ...]:
        deck = self.first.deck()
        return tuple(card_text(card, deck) for card in cards)


class Judgement(msgspec.Struct, frozen=True):
    """What a change comes to: the first witness of the levels it is judged at, or why there is none.

    "same": proved that nothing notices; "only-a-play": no meld or hand does, a turn might; "none-found": not sure.
    """

    verdict: Literal["differs", "same", "only-a-play", "none-found"]
    findings: tuple[Finding, ...]

    @property
    def witness(self) -> Witness | None:
        return self.findings[-1].witness if self.findings else None

    @property
    def note(self) -> Text:
        """Why there is no witness: the first limit met, or the first proof."""
        if self.witness is not None or not self.findings:
            return Text()
        limits = (finding.note for finding in self.findings if finding.status == "none-found")
        return next(limits, self.findings[0].note)


ASKED: dict[Level, tuple[Operation, ...]] = {
    "deck": ("in_deck",),
    "meld": ("is_meld", "value", "best", "best_after_discard", "can_open"),
    "value": ("value", "best", "best_after_discard", "can_open"),
    "hand": ("best", "best_after_discard", "can_open"),
    "turn": (),
}


def judge(comparison: Comparison, levels: Sequence[Level]) -> Judgement:
    """The first witness of a change, from the first of its levels on."""
    findings = []
    operations = comparison.operations()
    for op in (op for op in ASKED[levels[0]] if op in operations):
        findings.append(comparison.find(op))
        if findings[-1].witness is not None:
            return Judgement("differs", tuple(findings))
    if levels[0] == "hand":
        beside = comparison.with_a_table()
        findings += [beside] if beside.witness is not None or "turn" in levels else []
        if beside.witness is not None:
            return Judgement("differs", tuple(findings))
    if "turn" in levels:
        return Judgement("only-a-play", tuple(findings))
    same = all(finding.status == "same" for finding in findings)
    return Judgement("same" if same else "none-found", tuple(findings))
