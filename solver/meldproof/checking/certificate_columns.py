"""All that can be done with the cards of a certificate's question, found by trying.

A `Case` has *rows* (copies of each card, what is demanded; each with its least and its most) and *columns* (every meld,
lay-off and discard: what it takes of each row, what it gains). Melds are found by trying whatever could stand at each
place, judged by `rules.melds`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import combinations
from math import comb
from typing import Any, NamedTuple

from meldproof.checking.certificate_question import FIGURES, CardKey, Freed, StatedMeld, StatedQuestion, StatedSlot
from meldproof.checking.certificate_settings import Unreadable
from meldproof.messages import say
from meldproof.rules.melds import broken_rules
from meldproof.rules.worth import points_of_meld, points_of_slot

MOST_TRIED = 500_000
GAINS = (*FIGURES, "opening points")
Key = tuple[Any, ...]
Role = str | int
"""A "new" meld, one of an "opening" beside a rearranged table, or the number of the table meld that it grew from."""
STAYS_BROKEN = {
    "run.max", "run.suit", "run.consecutive", "run.ends", "run.wilds.max", "run.wilds.max_joker",
    "run.wilds.max_ranked", "run.wilds.adjacent", "wilds.ranks", "wilds.natural", "natural",
}  # fmt: skip
"""Rules of runs that no card more can mend, so that nothing longer need be tried."""


class CheckedItem(NamedTuple):
    """Interchangeable cards: how many, how many must be melded; `mine` if the hand's, `theirs` of them the table's.

    `bound` is the rank and suit (0: any, but in a set) that a frozen joker of the table stands for.
    """

    name: str
    rank: int
    suit: int
    copies: int
    least: int
    mine: bool
    theirs: int
    bound: CardKey | None

    @property
    def card(self) -> CardKey:
        return (self.rank, self.suit)


class CheckedColumn(NamedTuple):
    """A meld or discard: its slots, the names of the cards in them ("": the table meld's own), and its part.

    `names` are these cards and the part once more, sorted; `rows` what it takes of each row, `gains` what it gains.
    """

    kind: str
    slots: tuple[StatedSlot, ...]
    uses: tuple[str, ...]
    role: Role
    names: tuple[str, ...]
    rows: dict[str, int]
    gains: dict[str, int]


Made = tuple[str, list[StatedSlot], list[CheckedItem | None]]
"""A meld: its kind, its slots, and whose card fills each (None: the table meld's own)."""


class CheckedCase:
    """One way to free the table's wilds, and one grade of what is required."""

    def __init__(self, question: StatedQuestion, demands: dict[str, Any], freed: Freed, wanted: Any) -> None:
        self.q, self.discard, self.kinds = question, demands["discard"], wanted[1]
        self.opens_apart = question.rearranges and demands["opening"] is not None
        waits = demands["opening"] is not None and question.s.layoff.start == "next-turn"
        self.growing = list(enumerate(question.table, 1)) if question.grows and not waits else []
        looks = [looks_of(meld) for meld in question.table] if question.rearranges else []
        self.lying = {look: f"as lying {looks.index(look) + 1}" for look in looks}
        self.use = Counter(demands["use"])
        self.free, laid = freed
        self.items = self._items(laid)
        self.rows: dict[str, tuple[int, int | None]] = {row: (n, None) for row, n in wanted[0].items() if n}
        for name, item in self.items.items():
            may_go = item.mine and self.discard != "none"
            self.rows[name] = (0 if may_go else item.least, item.copies)
            if may_go and item.least:
                self.rows[f"lay {name}"] = (item.least, item.copies)
            if item.theirs and self.opens_apart:
                self.rows[f"not opening {name}"] = (item.theirs, item.copies)
        self.rows |= {f"growing {number}": (0, 1) for number, _ in self.growing}
        self.rows |= {row: (0, looks.count(look)) for look, row in self.lying.items()}
        if self.discard != "none":
            self.rows["a discard"] = (int(self.discard == "required"), 1)

    def _items(self, laid: list[CardKey]) -> dict[str, CheckedItem]:
        q = self.q
        found: dict[str, list[Any]] = {}

        def put(card: CardKey, *, mine: bool, bound: CardKey | None = None) -> None:
            name = self.label(card) if mine else self.name_of(card, bound)
            entry = found.setdefault(name, [card, 0, 0, bound])
            entry[1 if mine else 2] += 1

        for m, meld in enumerate(q.table if q.rearranges else ()):
            for n, slot in enumerate(meld.slots):
                stuck = slot.wild and (m, n) not in self.free
                stood = (q.rank_of(slot.place), slot.as_suit if meld.kind == "run" else 0)
                put(slot[:2], mine=False, bound=stood if stuck else None)
        for card in q.hand:
            put(card, mine=True)
        must = Counter[str]()
        for card in {*self.use, *laid}:
            must[self.label(card)] += max(self.use[card], laid.count(card))
        items: dict[str, CheckedItem] = {}
        for name, (card, mine, theirs, bound) in found.items():
            least = theirs + (must[name] if mine else 0)
            items[name] = CheckedItem(
                name, card[0], card[1], mine + theirs, least, mine > 0, theirs if mine else 0, bound
            )
        return items

    def label(self, card: CardKey) -> str:
        """The name of a hand card; cards of one name are interchangeable."""
        always_wild = card[0] in self.q.wild_ranks and self.q.s.wilds.natural == "never"
        return "any wild" if always_wild else self.q.text[card]

    def name_of(self, card: CardKey, bound: CardKey | None) -> str:
        """The name of a table card. A natural has the name of the hand's, unless its points depend on its place."""
        q, worth = self.q, self.q.points.melded
        ace = {worth.natural_in_run[1], worth.natural_in_run[q.ranks + 1], worth.natural_in_set[1]}
        if card[0] not in q.wild_ranks and (card[0] > 1 or (card[0] == 1 and len(ace) == 1)):
            return self.label(card)
        stood = f"={q.text[bound] if bound[1] else q.s.deck.ranks[bound[0] - 1]}" if bound else ""
        return f"table {self.label(card)}{stood}"

    @property
    def start(self) -> dict[str, int]:
        """The figures, higher being better, while nothing is laid, kept or discarded."""
        points = self.q.points
        start = Counter[str]()
        start["table_changes"] = -len(self.q.table) if self.q.rearranges else 0
        for item in self.items.values():
            if item.mine:
                left, laid = points.hand[item.rank] * item.copies, points.melded.natural_in_set[item.rank] * item.theirs
                parts = (-left, -laid, -item.theirs, -item.copies, -laid - left)
                start.update(dict(zip(FIGURES, parts, strict=False)))
        return start

    @cached_property
    def columns(self) -> dict[Key, CheckedColumn]:
        """Every column, by what it is recognised by."""
        found: dict[Key, CheckedColumn] = {}
        for kind, slots, cards in self._melds():
            look = looks_of(StatedMeld(kind, tuple(slots)))
            opening = ["opening"] if self.opens_apart and all(item and item.mine for item in cards) else []
            for role in ["new", *opening]:
                for lying in {"", self.lying.get(look, "")}:
                    column = self._column(kind, slots, cards, role, lying)
                    found.setdefault((*key_of(kind, slots, column.uses, role), lying), column)
        for number, meld in self.growing:
            for kind, slots, cards in self._grown(meld):
                column = self._column(kind, slots, cards, number, f"growing {number}")
                found.setdefault((*key_of(kind, slots, column.uses, number), ""), column)
        for name, item in self.items.items():
            if item.mine and self.discard != "none":
                left = self.q.points.hand[item.rank]
                gains = dict(zip(GAINS, (left, 0, 0, 1, left, 0, 0), strict=True))
                rows = {name: 1, "a discard": 1}
                found["discard", name] = CheckedColumn("discard", (), (name,), "new", (name,), rows, gains)
        return found

    def _column(
        self, kind: str, slots: list[StatedSlot], cards: list[CheckedItem | None], role: Role, mark: str
    ) -> CheckedColumn:
        q, points, meld = self.q, self.q.points, StatedMeld(kind, tuple(slots))
        names = [item.name for item in cards if item]
        mine = [(slot, item) for slot, item in zip(slots, cards, strict=True) if item and item.mine]
        laid = sum(points_of_slot(slot, kind, points.melded) for slot, _ in mine)
        left = sum(points.hand[item.rank] for _, item in mine)
        rows = Counter([*names, *(f"lay {name}" for name in names)])
        if role != "opening":
            rows.update(f"not opening {name}" for name in names)
        opening = 0
        if role == "opening" or (role == "new" and not q.rearranges):
            repeats = kind == "set" and len({slot.as_suit for slot in slots}) < len(slots)
            opening = 0 if repeats and not q.s.opening.repeated_suits else points_of_meld(meld, points.opening)
            pure = kind == "run" and not any(slot.wild for slot in slots)
            rows.update({"new melds": 1, "opening points": opening})
            rows.update({"any runs": int(kind == "run"), "pure runs": int(pure)})
        marks = [mark] * bool(mark) + ["opening meld"] * (role == "opening")
        rows.update(marks)
        changes = int(mark != "") if type(role) is str else -1
        gains = dict(zip(GAINS, (left, laid, len(mine), len(mine), laid + left, changes, opening), strict=True))
        taken = {row: number for row, number in rows.items() if row in self.rows and number}
        uses = tuple(item.name if item else "" for item in cards)
        return CheckedColumn(kind, meld.slots, uses, role, tuple(sorted(names + marks)), taken, gains)

    def _melds(self) -> Iterator[Made]:
        """Every new meld."""
        if "set" in self.kinds:
            for rank in range(1, self.q.ranks + 1):
                yield from self._sets(rank, ())
        if "run" in self.kinds:
            for suit in (0,) if self.q.s.run.suit == "any" else self.q.suits:
                yield from self._runs(suit, {})

    def _grown(self, meld: StatedMeld) -> Iterator[Made]:
        """Every meld that a meld of the table can grow into; a run may be read one round of the ranks later."""
        if meld.kind == "set":
            yield from self._sets(meld.slots[0].place, meld.slots)
            return
        for turn in (0, self.q.ranks):
            fixed = {slot.place + turn: slot._replace(place=slot.place + turn) for slot in meld.slots}
            yield from self._runs(0 if self.q.s.run.suit == "any" else meld.slots[0].as_suit, fixed)

    def _runs(self, suit: int, fixed: dict[int, StatedSlot]) -> Iterator[Made]:
        """Runs of a suit (0: any), with the slots that are there already, from every start."""
        top = self.q.ranks * 2 if self.q.s.run.ends.startswith("cyclic") else self.q.ranks + 1
        if max(fixed, default=0) <= top:
            for start in range(1, min(fixed, default=self.q.ranks) + 1):
                yield from self._longer(range(start, top + 1), suit, fixed, [], [])

    def _longer(
        self,
        places: range,
        suit: int,
        fixed: dict[int, StatedSlot],
        slots: list[StatedSlot],
        cards: list[CheckedItem | None],
    ) -> Iterator[Made]:
        if not places:
            return
        place = places[0]
        for slot, item in [(fixed[place], None)] if place in fixed else self._standing(place, suit):
            if item and cards.count(item) == item.copies:
                continue
            made: Made = ("run", [*slots, slot], [*cards, item])
            broken = self._broken(made)
            if not broken and len(made[1]) > len(fixed) and place >= max(fixed, default=0):
                yield made
            if not broken & STAYS_BROKEN:
                yield from self._longer(places[1:], suit, fixed, made[1], made[2])

    def _standing(self, place: int, suit: int) -> Iterator[tuple[StatedSlot, CheckedItem]]:
        """What can stand at a run's place: naturals, then wilds."""
        rank = self.q.rank_of(place)
        for item in self.items.values():
            if item.rank == rank and suit in (0, item.suit):
                yield StatedSlot(item.rank, item.suit, place, item.suit, False), item
            stood = item.bound or (rank, suit)
            if self._is_wild(item) and stood[0] == rank and (suit in (0, stood[1])) and (stood[1] or not item.bound):
                yield StatedSlot(item.rank, item.suit, place, suit or stood[1] or 1, True), item

    def _is_wild(self, item: CheckedItem) -> bool:
        return item.rank == 0 or item.rank in self.q.wild_ranks

    def _sets(self, rank: int, fixed: tuple[StatedSlot, ...]) -> Iterator[Made]:
        """Sets of a rank, with the slots that are there already."""
        roles = [(item, False) for item in self.items.values() if item.rank == rank]
        roles += [(i, True) for i in self.items.values() if self._is_wild(i) and (not i.bound or i.bound[0] == rank)]
        singles = [number for number, (item, _) in enumerate(roles) for _ in range(item.copies)]
        most = self.q.s.set.max
        for size in range(1, min(len(singles), len(singles) if most == "any" else most - len(fixed)) + 1):
            if comb(len(singles), size) > MOST_TRIED:
                raise Unreadable(say("more melds than can be tried"))
            for chosen in sorted(set(combinations(singles, size))):
                cards = [roles[number][0] for number in chosen]
                if all(cards.count(item) <= item.copies for item in cards):
                    yield from self._suited(rank, fixed, [roles[number] for number in chosen])

    def _suited(
        self, rank: int, fixed: tuple[StatedSlot, ...], chosen: list[tuple[CheckedItem, bool]]
    ) -> Iterator[Made]:
        """The set with suits for its wilds: missing ones as far as they go, or up to three, or none; then one taken."""
        cards: list[tuple[StatedSlot, CheckedItem | None]] = [(slot, None) for slot in fixed]
        cards += [(StatedSlot(item.rank, item.suit, rank, item.suit, wild), item) for item, wild in chosen]
        bound = [item.bound[1] if item and item.bound else 0 for _, item in cards]
        taken = [stood or slot.suit for (slot, _), stood in zip(cards, bound, strict=True) if stood or not slot.wild]
        missing = [suit for suit in self.q.suits if suit not in taken]
        for fresh in (len(missing), max(0, 3 - len(set(taken))), 0):
            free = iter(missing[:fresh])
            first = 1 if fresh == len(missing) else (*taken, *missing)[0]
            slots = [
                slot._replace(as_suit=stood or next(free, first)) if slot.wild else slot
                for (slot, _), stood in zip(cards, bound, strict=True)
            ]
            made: Made = ("set", slots, [item for _, item in cards])
            if not self._broken(made):
                yield made
                return

    def _broken(self, made: Made) -> set[str]:
        """The rules a meld breaks. Runs that differ in suits alone are judged once: no rule knows suits by name."""
        kind, slots, _ = made
        parts = [
            (slot.rank == 0, slot.rank in self.q.wild_ranks, slot.wild, self._is_at_home(slot), kind == "set" and slot)
            for slot in slots
        ]
        key = (kind, slots[0].place, *parts)
        self.q.tried += 1
        if self.q.tried > MOST_TRIED:
            raise Unreadable(say("more melds than can be tried"))
        if key not in self.q.judged:
            self.q.judged[key] = {rule.name for rule in broken_rules(StatedMeld(kind, tuple(slots)), self.q.s)}
        return self.q.judged[key]

    def _is_at_home(self, slot: StatedSlot) -> bool:
        same_suit = slot.suit == slot.as_suit or self.q.s.run.suit == "any"
        return slot.rank == self.q.rank_of(slot.place) and same_suit


def key_of(kind: str, slots: Sequence[StatedSlot], uses: Sequence[str], role: Role) -> Key:
    """What a meld is recognised by: its cards where they stand; a set's in any order, with any suits for wilds."""
    parts = [(name, slot.wild) for name, slot in zip(uses, slots, strict=True)]
    return (kind, slots[0].place, tuple(sorted(parts) if kind == "set" else parts), role)


def looks_of(meld: StatedMeld) -> Key:
    """What two melds that lie there alike have in common: kind, cards and places; a set's cards have no order."""
    parts = [slot[:3] for slot in meld.slots]
    return (meld.kind, *(sorted(parts) if meld.kind == "set" else parts))


def cases_of(question: StatedQuestion, demands: dict[str, Any]) -> list[CheckedCase]:
    """Every case of a question with some demands (`opening`, `use`, `discard`)."""
    known = question.known.setdefault(str(demands), [])
    if not known:
        wanted = list(question.grades(demands["opening"]))
        known += [CheckedCase(question, demands, freed, grade) for freed in question.table_cases() for grade in wanted]
    return known
