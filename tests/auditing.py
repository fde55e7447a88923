"""An independent judge of arrangements: from the public result alone it recomputes what is claimed.

It shares with the package only the records, the rules of a single meld (`rules.melds.is_legal`) and the settings; card
values, openings, lay-offs and the joker's freedom are written here once more, from the texts.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations, permutations

from houses import house_rules

from meldproof.arranging.problem import Arrangement, LaidMeld
from meldproof.arranging.solve import make_problem, solve_problem
from meldproof.cards import Card, Meld, Slot
from meldproof.notation import card_text, cards_text, meld_texts
from meldproof.rules.melds import is_legal
from meldproof.variants.values import Demand, Demands
from meldproof.variants.vocabulary import Settings

Place = tuple[int, int]
"""A meld's number and a slot's number in it."""


def audit(answer: Arrangement) -> None:
    """Raises AssertionError if anything an arrangement claims does not hold."""
    problem, s = answer.problem, answer.problem.settings
    laid = laid_cards(answer)
    for meld in answer.melds:
        assert is_legal(meld.meld, s), f"not legal: {meld}"
        assert meld.points == meld_points(meld.meld, s), f"wrong points: {meld}"
    _audit_demands(answer, laid)
    _audit_figures(answer, laid)
    if problem.rearranges:
        if not laid:
            assert Counter(map(looks, problem.table)) == Counter(looks(entry.meld) for entry in answer.melds)
    elif problem.table:
        _audit_growth(answer)
    if answer.opens:
        _audit_opening(answer)
    if answer.opens is False:
        assert answer.unmet
        assert not any(entry.opening for entry in answer.melds)
    if not problem.table:
        _audit_requirement(answer)


def laid_cards(answer: Arrangement) -> Counter[Card]:
    """The hand's cards on the final table; every card is somewhere, and only once."""
    problem = answer.problem
    final = Counter(card for entry in answer.melds for card in entry.meld.cards)
    table = Counter(card for meld in problem.table for card in meld.cards)
    kept = Counter(answer.deadwood) + Counter([answer.discard] if answer.discard is not None else [])
    assert final + kept == Counter(problem.hand) + table, "cards were lost or made"
    assert table <= final, "cards left the table"
    assert kept <= Counter(problem.hand), "a table card went to the hand"
    return Counter(problem.hand) - kept


def cost_in_hand(card: Card, s: Settings) -> int:
    """What a card costs that is left in hand."""
    if card.is_joker:
        return s.wilds.joker.hand
    if s.deck.ranks[card.rank - 1] in s.wilds.ranks:
        return s.wilds.ranked.hand
    return s.points.ace.hand if card.rank == 1 else s.points.ranks.by_rank(s.deck.ranks)[card.rank]


def slot_points(slot: Slot, kind: str, s: Settings, *, opening: bool = False) -> int:
    """What a card of a meld is worth, or counts toward an opening."""
    ranks = len(s.deck.ranks)
    if slot.wild:
        terms = s.wilds.joker if slot.rank == 0 else s.wilds.ranked
        worth = (terms.opening if opening and terms.opening.worth != "as-melded" else terms.melded).worth
        if isinstance(worth, int):
            return worth
        if not isinstance(worth, str):
            return worth.by_rank(s.deck.ranks)[(slot.place - 1) % ranks + 1]
    if (slot.place - 1) % ranks == 0:
        ace = s.points.ace
        return ace.set if kind == "set" else ace.low if slot.place == 1 else ace.high
    return s.points.ranks.by_rank(s.deck.ranks)[(slot.place - 1) % ranks + 1]


def meld_points(meld: Meld, s: Settings, *, opening: bool = False) -> int:
    return sum(slot_points(slot, meld.kind, s, opening=opening) for slot in meld.slots)


def looks(meld: Meld) -> tuple[object, ...]:
    """What two melds that are the same on a table have in common: the suit of a wild shows in nothing."""
    cards = [(slot.card, slot.place) for slot in meld.slots]
    return (meld.kind, *(cards if meld.kind == "run" else sorted(cards)))


def _audit_demands(answer: Arrangement, laid: Counter[Card]) -> None:
    problem = answer.problem
    if problem.discard == "none":
        assert answer.discard is None
    if problem.discard == "required":
        assert answer.discard is not None, "a discard is owed"
    if not answer.unmet:
        assert Counter(problem.use) <= laid, "a card to use was not used"
        assert answer.opens is (True if problem.opening is not None else None)


def _audit_figures(answer: Arrangement, laid: Counter[Card]) -> None:
    problem, s, figures = answer.problem, answer.problem.settings, answer.figures
    cost = sum(cost_in_hand(card, s) for card in answer.deadwood)
    assert figures.deadwood_points == (cost if s.scoring.cap == "any" else min(cost, s.scoring.cap))
    assert figures.deadwood_cards == len(answer.deadwood)
    assert figures.melded_cards == laid.total()
    assert figures.score == figures.melded_points - figures.deadwood_points
    if not problem.table:
        assert figures.melded_points == sum(entry.points for entry in answer.melds)
        assert figures.table_changes == 0
        return
    before = Counter(looks(meld) for meld in problem.table)
    after = Counter(looks(entry.meld) for entry in answer.melds)
    assert figures.table_changes == (before - after).total()
    if problem.rearranges:
        possible = set(possible_points(answer))
        assert possible, "no way to tell the jokers of the table is within the rules"
        assert figures.melded_points in possible
        if {"melded_points", "score"} & set(problem.objective) and not problem.opening:
            assert figures.melded_points == max(possible)


def _audit_growth(answer: Arrangement) -> None:
    """Table melds only grew, each by cards whose points were counted."""
    problem, s = answer.problem, answer.problem.settings
    grown = {entry.grown_from: entry.meld for entry in answer.melds if entry.grown_from is not None}
    assert sorted(grown) == list(range(len(problem.table)))
    assert sum(entry.grown_from is not None for entry in answer.melds) == len(problem.table)
    points = sum(entry.points for entry in answer.melds if entry.grown_from is None)
    for number, old in enumerate(problem.table):
        added = added_slots(old, grown[number], len(s.deck.ranks))
        points += sum(slot_points(slot, old.kind, s) for slot in added)
        if problem.opening is not None and answer.opens and s.layoff.start == "next-turn":
            assert not added, "laid off in the turn of the opening"
        if s.layoff.on == "none":
            assert not added
    assert answer.figures.melded_points == points


def added_slots(old: Meld, new: Meld, ranks: int) -> list[Slot]:
    """What a table meld grew by; a run may be read one round later if that makes no other meld."""
    assert old.kind == new.kind
    if old.kind == "set":
        naturals = [slot for slot in old.slots if not slot.wild]
        wilds = Counter(slot.card for slot in old.slots if slot.wild)
        added = list(new.slots)
        for slot in naturals:
            added.remove(slot)
        for slot in list(added):
            if slot.wild and wilds[slot.card]:
                wilds[slot.card] -= 1
                added.remove(slot)
        assert not wilds.total()
        assert all(slot.place == old.slots[0].place for slot in new.slots)
        return added
    shift = new.slots[0].place - old.slots[0].place
    for turn in (0, ranks, -ranks):
        moved = {(slot.card, slot.place + turn, slot.wild) for slot in old.slots}
        if moved <= {(slot.card, slot.place, slot.wild) for slot in new.slots}:
            return [slot for slot in new.slots if (slot.card, slot.place, slot.wild) not in moved]
    raise AssertionError(f"the table's run did not stay where it was (moved by {shift})")


def _audit_opening(answer: Arrangement) -> None:
    problem, s = answer.problem, answer.problem.settings
    opening = problem.opening
    assert opening is not None
    if problem.rearranges:
        counted = [entry.meld for entry in answer.melds if entry.opening]
        hand = Counter(card for meld in counted for card in meld.cards)
        assert hand <= Counter(problem.hand), "an opening uses cards of the table"
        assert counted or not opening.points
    else:
        counted = [entry.meld for entry in answer.melds if entry.grown_from is None]
        for entry in answer.melds:
            assert entry.grown_from is None or not entry.opening
        assert counted, "no new meld was laid"
    assert sum(opening_points(meld, s) for meld in counted) >= opening.points
    flagged = [entry.meld for entry in answer.melds if entry.opening]
    assert sum(opening_points(meld, s) for meld in flagged) >= opening.points
    pure = sum(meld.kind == "run" and not any(slot.wild for slot in meld.slots) for meld in counted)
    assert pure >= opening.pure_runs
    assert held_by_trying(counted, opening.melds), "the melds demanded are not there"


def held_by_trying(melds: Sequence[Meld], demands: Demands) -> bool:
    """Whether one list of demands is met, every way to give each demanded meld one of its own being tried."""
    return not demands or any(_list_held(melds, alternative) for alternative in demands.alternatives)


def _list_held(melds: Sequence[Meld], alternative: Sequence[Demand]) -> bool:
    wanted = [demand for demand in alternative for _ in range(demand.count)]
    if any(demand.exactly for demand in alternative) and len(melds) != len(wanted):
        return False
    if len(melds) < len(wanted):
        return False
    return any(
        all(_is_one(meld, demand) for meld, demand in zip(chosen, wanted, strict=True))
        for chosen in permutations(melds, len(wanted))
    )


def _is_one(meld: Meld, demand: Demand) -> bool:
    wilds = [slot for slot in meld.slots if slot.wild]
    most_wilds = len(meld.slots) if demand.wilds == "any" else demand.wilds
    most = len(meld.slots) if demand.max == "any" else demand.max
    return (
        (meld.kind == demand.kind or demand.kind == "any")
        and demand.min <= len(meld.slots) <= most
        and len(wilds) <= most_wilds
    )


def opening_points(meld: Meld, s: Settings) -> int:
    """What a meld counts toward an opening, at least 0."""
    repeats = meld.kind == "set" and len({slot.as_suit for slot in meld.slots}) < len(meld.slots)
    return 0 if repeats and not s.opening.repeated_suits else max(0, meld_points(meld, s, opening=True))


def _audit_requirement(answer: Arrangement) -> None:
    need = answer.problem.settings.requirement
    runs = [entry.meld for entry in answer.melds if entry.meld.kind == "run"]
    if not answer.melds:
        return
    assert sum(not any(slot.wild for slot in run.slots) for run in runs) >= need.pure_runs
    if len(runs) < len(answer.melds):
        assert len(runs) >= need.runs, "sets count only beside the runs required"


# Rearranged tables: whose card is whose, and which jokers are free


def possible_points(answer: Arrangement) -> Iterator[int]:
    """The points of the hand's cards, for every lawful way to tell the table's cards on the final table."""
    problem, s = answer.problem, answer.problem.settings
    homes: dict[Card, list[Place]] = {}
    for number, meld in enumerate(problem.table):
        for index, slot in enumerate(meld.slots):
            homes.setdefault(slot.card, []).append((number, index))
    slots: dict[Card, list[tuple[LaidMeld, Slot]]] = {}
    for entry in answer.melds:
        for slot in entry.meld.slots:
            slots.setdefault(slot.card, []).append((entry, slot))
    total = sum(entry.points for entry in answer.melds)
    there = laid_cards(answer)
    if s.exchange.cards == "hand-or-table":
        there = Counter(slot.card for entry in answer.melds for slot in entry.meld.slots if not slot.wild)
    for chosen in _tellings(list(homes.items()), slots):
        if any(entry.opening for _, (entry, _) in chosen):
            continue
        freed = [home for home, (entry, slot) in chosen if _moved(problem.table[home[0]], home[1], entry.meld, slot, s)]
        if may_be_freed(problem.table, freed, there, s):
            yield total - sum(slot_points(slot, entry.meld.kind, s) for _, (entry, slot) in chosen)


Telling = list[tuple[Place, tuple[LaidMeld, Slot]]]


def _tellings(
    homes: Sequence[tuple[Card, list[Place]]], slots: dict[Card, list[tuple[LaidMeld, Slot]]]
) -> Iterator[Telling]:
    """Every way to say which final slot holds which card of the table."""
    if not homes:
        yield []
        return
    card, places = homes[0]
    part_matters = card.is_joker or any(slot.wild for _, slot in slots[card])
    choose = permutations if part_matters else combinations
    for chosen in choose(slots[card], len(places)):
        for rest in _tellings(homes[1:], slots):
            yield [*zip(places, chosen, strict=True), *rest]


def _moved(home: Meld, index: int, meld: Meld, slot: Slot, s: Settings) -> bool:
    """Whether a wild of the table plays a part that only a freed one may play."""
    was = home.slots[index]
    if not was.wild or s.table.jokers == "free":
        return False
    ranks = len(s.deck.ranks)
    if home.kind == "set":
        return meld.kind != "set" or slot.place != was.place
    return ((slot.place - was.place) % ranks, slot.as_suit) != (0, was.as_suit)


def may_be_freed(table: Sequence[Meld], freed: Iterable[Place], there: Counter[Card], s: Settings) -> bool:
    """Whether cards (the hand's, or any of the table) free these jokers, each of these cards used once."""
    if not freed:
        return True
    by_meld = Counter(number for number, _ in freed)
    prices: list[list[Counter[Card]]] = []
    for number, count in by_meld.items():
        meld = table[number]
        if s.exchange.cards == "none":
            return False
        if meld.kind == "run":
            ranks = len(s.deck.ranks)
            wanted = [meld.slots[index] for at, index in freed if at == number]
            prices.append([Counter(Card((slot.place - 1) % ranks + 1, slot.as_suit) for slot in wanted)])
            continue
        if s.exchange.set == "never":
            return False
        held = {slot.suit for slot in meld.slots if not slot.wild}
        suits = len(s.deck.suits)
        missing = [Card(meld.slots[0].place, suit) for suit in range(1, suits + 1) if suit not in held]
        needed = count + (suits - len(meld.slots) if s.exchange.set == "all-missing" else 0)
        prices.append([Counter(cards) for cards in combinations(missing, needed)])
    return _payable(prices, there)


def _payable(prices: Sequence[Sequence[Counter[Card]]], laid: Counter[Card]) -> bool:
    if not prices:
        return True
    return any(price <= laid and _payable(prices[1:], laid - price) for price in prices[0])


# Asking in texts


def answered(rules: str, cards: str, **asked: object) -> Arrangement:
    """The graph engine's answer to a question of a house (as in `argentino + run.max=5`), audited."""
    answer = solve_problem(make_problem(house_rules(rules), cards, **asked), "auto")  # type: ignore[arg-type]
    audit(answer)
    return answer


def meld_lines(answer: Arrangement) -> list[str]:
    """The melds as texts, in an order of their own: `["4s 5s JK=6s", …]`."""
    return sorted(" ".join(meld_texts(entry.meld, answer.problem.deck)) for entry in answer.melds)


def left_over(answer: Arrangement) -> str:
    return cards_text(answer.deadwood, answer.problem.deck)


def discarded(answer: Arrangement) -> str | None:
    return None if answer.discard is None else card_text(answer.discard, answer.problem.deck)
