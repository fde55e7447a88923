"""Generated turns at a table that may be rearranged: every turn as one action with the final table, and as several."""

from __future__ import annotations

from random import Random
from typing import Any

from plain_judge.generated import Case, Script, StuckError, printed
from plain_judge.melds import JOKER, Rules

Table = list[list[str]]  # melds as words: a run in order, `JK=7r` where a joker lies in it

LEGAL_MOVES = ("add to a run", "add to a set", "new meld", "split with a twin", "split a long run", "borrow from a run",
               "borrow from a set", "swap a joker", "pay elsewhere", "move a joker that stays", "free a joker of a set")  # fmt: skip
FAULTY_MOVES = ("steal a joker", "free with a table tile", "free of a set for one tile", "nothing from the rack",
                "tile off the table", "joker slides in a run", "too little to open", "opening broken up", "lay-off without opening",
                "tile not there", "no meld", "freed into an old meld")  # fmt: skip


def legal_moves(rules: Rules) -> tuple[str, ...]:
    """The moves that the rules allow: more where tiles of the table free a joker, or one tile that a set lacks."""
    by_the_table = ("free with a table tile",) if rules.get("exchange.cards") == "hand-or-table" else ()
    by_one = ("free of a set for one tile",) if rules.get("exchange.set") == "any-missing" else ()
    return LEGAL_MOVES + by_the_table + by_one


def faulty_moves(rules: Rules) -> tuple[str, ...]:
    into = rules.get("exchange.into", "any") == "new-meld"
    return tuple(
        move for move in FAULTY_MOVES if move not in legal_moves(rules) and (into or move != "freed into an old meld")
    )


class Moves:
    """Moves on a table: each returns the table afterwards; rack tiles come from the pool."""

    def __init__(self, script: Script) -> None:
        self.script, self.rng, self.rules = script, script.random, script.rules
        self.price: list[str] = []  # tiles that would pay for a joker freed amiss
        self.whole: list[str] = []  # tiles of a meld that is whole, unless twins took their part

    def pick(self, options: list[Any]) -> Any:
        if not options:
            raise StuckError
        return self.rng.choice(options)

    def find(self, table: Table, kind: str, least: int, most: int = 13, joker: bool | None = None) -> int:
        """The number of a random meld of that kind and size, with or without a joker."""
        fitting = []
        for index, words in enumerate(table):
            is_run = len({printed(word)[0][:-1] for word in words if word[:2] != JOKER}) > 1
            has = any(word[:2] == JOKER for word in words)
            if is_run == (kind == "run") and least <= len(words) <= most and joker in (None, has):
                fitting.append(index)
        return int(self.pick(fitting))

    def run_tile(self, words: list[str], at: int) -> str | None:
        """The tile at a place of a run, or just outside it."""
        (meld,) = self.rules.meld_of(" ".join(words))
        place = meld.start + at
        if place < 1 or place > len(self.rules.ranks) + (self.rules["run.ends"] == "either"):
            return None
        return self.rules.ranks[(place - 1) % len(self.rules.ranks)] + meld.suit

    def with_tile(self, table: Table, tile: str, taken: list[str]) -> list[str]:
        """A new meld round a tile in hand: two tiles of the rack make a set or a run with it."""
        suits = [suit for suit in self.rules.suits if suit != tile[-1]]
        rank = self.rules.ranks.index(tile[:-1])
        pairs = [[tile[:-1] + a, tile[:-1] + b] for a in suits for b in suits if a < b]
        if 1 <= rank < len(self.rules.ranks) - 1:
            pairs.append([self.rules.ranks[rank - 1] + tile[-1], self.rules.ranks[rank + 1] + tile[-1]])
        pair = self.pick([pair for pair in pairs if all(self.script.pool[other] for other in pair)])
        taken += self.script.take(*pair)
        return [pair[0], tile, pair[1]]

    def joker_home(self, taken: list[str]) -> list[str]:
        """A new meld of two rack tiles and a joker."""
        naturals = [card for card in self.script.pool if self.script.pool[card] and card != JOKER]
        tile = self.pick(naturals)
        rank = self.rules.ranks.index(tile[:-1])
        if rank < len(self.rules.ranks) - 2 and self.rng.random() < 0.5:
            middle, last = (self.rules.ranks[rank + step] + tile[-1] for step in (1, 2))
            taken += self.script.take(tile, last)
            return [tile, f"{JOKER}={middle}", last]
        twin = self.pick([card for card in naturals if card[:-1] == tile[:-1] and card != tile])
        taken += self.script.take(tile, twin)
        return [tile, JOKER, twin]

    def make(self, move: str, table: Table, taken: list[str]) -> Table:
        table = [list(words) for words in table]
        if move == "add to a run":
            words = table[self.find(table, "run", 3)]
            low = self.rng.random() < 0.5
            tile = self.run_tile(words, -1 if low else len(words))
            if tile is None or len(words) > 12:
                raise StuckError
            use = JOKER if self.rng.random() < 0.15 and self.script.pool[JOKER] else tile
            taken += self.script.take(use)
            words.insert(0 if low else len(words), tile if use == tile else f"{JOKER}={tile}")
        elif move == "add to a set":
            words = table[self.find(table, "set", 3, 3, joker=False)]
            suit = self.pick([suit for suit in self.rules.suits if words[0][:-1] + suit not in words])
            taken += self.script.take(words[0][:-1] + suit)
            words.append(words[0][:-1] + suit)
        elif move == "new meld":
            words = self.script.meld(wilds=self.rng.choice([0, 0, 1])).split()
            taken += printed(" ".join(words))
            table.append(words)
        elif move == "split with a twin":
            index = self.find(table, "run", 5, joker=False)
            words = table[index]
            at = self.rng.randrange(2, len(words) - 2)
            taken += self.script.take(words[at])
            table[index : index + 1] = [words[: at + 1], words[at:]]
        elif move == "split a long run":
            index = self.find(table, "run", 6)
            words = table[index]
            at = self.rng.randrange(3, len(words) - 2)
            table[index : index + 1] = [words[:at], words[at:]]
            return self.make("new meld", table, taken)
        elif move == "borrow from a run":
            words = table[self.find(table, "run", 4, joker=False)]
            table.append(self.with_tile(table, words.pop(self.pick([0, -1])), taken))
        elif move == "borrow from a set":
            words = table[self.find(table, "set", 4, joker=False)]
            table.append(self.with_tile(table, words.pop(self.rng.randrange(4)), taken))
        elif move in (
            "swap a joker",
            "free with a table tile",
            "pay elsewhere",
            "steal a joker",
            "joker slides in a run",
            "freed into an old meld",
        ):
            self.run_joker(move, table, taken)
        elif move == "move a joker that stays":
            words = table[self.find(table, "run", 4, joker=True)]
            end = self.pick([at for at in (0, -1) if words[at][:2] == JOKER])
            word = words.pop(end)
            tile = word.partition("=")[2]
            home = self.with_tile(table, tile, taken)
            table.append([word if other == tile else other for other in home])
        elif move in ("free a joker of a set", "free of a set for one tile"):
            words = table[self.find(table, "set", 3, 3 if move == "free of a set for one tile" else 4, joker=True)]
            rank = next(word for word in words if word[:2] != JOKER)[:-1]
            missing = [rank + suit for suit in self.rules.suits if rank + suit not in words]
            words.remove(next(word for word in words if word[:2] == JOKER))
            if move == "free of a set for one tile":
                self.price = missing[1:]
                missing = missing[:1]
            taken += self.script.take(*missing)
            words += missing
            table.append(self.joker_home(taken))
        else:
            raise StuckError(move)
        return table

    def run_joker(self, move: str, table: Table, taken: list[str]) -> None:
        """A joker leaves a run: for its tile from the rack, for one of the table, paid elsewhere, or for nothing."""
        index = self.find(table, "run", 4 if move in ("pay elsewhere", "steal a joker") else 3, joker=True)
        words = table[index]
        at = self.pick([at for at, word in enumerate(words) if word[:2] == JOKER])
        tile = words[at].partition("=")[2]
        if move in ("steal a joker", "free with a table tile", "joker slides in a run"):
            self.price = [tile]
        if move == "joker slides in a run":
            if at not in (0, len(words) - 1):
                raise StuckError
            other = self.run_tile(words, len(words) if at == 0 else -1) or self.script.stuck()
            words.pop(at)
            words.insert(len(words) if at == 0 else 0, f"{JOKER}={other}")
            table.append(self.script.meld(wilds=0).split())
            taken += table[-1]
            return
        if move in ("swap a joker", "freed into an old meld"):
            taken += self.script.take(tile)
            words[at] = tile
        elif move == "free with a table tile":
            donors = [other for other in table if other is not words and tile in other and self.can_spare(other, tile)]
            donor = self.pick(donors)
            donor.remove(tile)
            words[at] = tile
        else:
            if at not in (0, len(words) - 1):
                raise StuckError
            words.pop(at)
            if move == "pay elsewhere":
                taken += self.script.take(tile)
                table.append(self.with_tile(table, tile, taken))
        table.append(self.old_home(table, words) if move == "freed into an old meld" else self.joker_home(taken))
        if any(word.partition("=")[2] == tile for word in table[-1]):
            raise StuckError  # it would stand for the same tile

    def old_home(self, table: Table, but: list[str]) -> list[str]:
        """A run that lies there, with a joker at its end: it is taken off the table, to be put back so."""
        index = self.find(table, "run", 3, 11, joker=False)
        words, tile = table[index], self.run_tile(table[index], len(table[index]))
        if words is but or tile is None:
            raise StuckError
        self.whole = table[index]
        return [*table.pop(index), f"{JOKER}={tile}"]

    def can_spare(self, words: list[str], tile: str) -> bool:
        left = [word for word in words if word != tile]
        return len(words) - len(left) == 1 and bool(self.rules.meld_of(" ".join(left)))


def texts(table: Table) -> list[str]:
    return [" ".join(words) for words in table]


def table_case(header: dict[str, Any], kind: str, rng: Random, steps: int | None = None) -> tuple[Case, Case]:
    """One turn in two forms: one action with the final table, and several; they must be judged alike."""
    script = Script(dict(header), rng)
    moves = Moves(script)
    rules = script.rules
    dead = {"discard": script.some(1, wild=False)[0]} if rules["deal.starter_extra"] else {}
    script.say("deal", **dead)
    table: Table = []
    most, draws_first = 14, rules["draw.when"] == "every-turn"
    for _ in range(2):  # both open
        opening: list[str] = []
        while sum(rules.points(rules.meld_of(text)[0], "opening") for text in opening) < 30:
            opening.append(script.meld(wilds=rng.choice([0, 1, 1]), size=rng.choice([0, 0, 4, 5])))
        if sum(len(printed(text)) for text in opening) > 12:
            raise StuckError
        table += [text.split() for text in opening]
        most = (
            14
            if kind in ("too little to open", "opening broken up", "lay-off without opening")
            else min(most, 13 + 2 * draws_first - len(printed(" ".join(opening))))
        )
        if not (kind in ("too little to open", "opening broken up", "lay-off without opening") and _ == 1):
            if draws_first:
                script.say("draw")
            script.say("meld", melds=opening)
            script.say("end")
        else:
            del table[-len(opening) :]
            for _player in range(2):  # the starter once more: the turn that matters is the other's
                script.say("draw")
                if draws_first:
                    script.say("end")
    if draws_first:
        script.say("draw")
    taken: list[str] = []
    start, stages = table, []
    good, bad = [move for move in LEGAL_MOVES if move != kind], kind in faulty_moves(rules)
    if bad:
        table, one_line = fault(kind, moves, table, taken, stages)
        if one_line:
            line = script.say("rearrange", table=texts(table))
            case = Case(kind, script.lines, line)
            return case, case
    elif kind != "legal":
        table = moves.make(kind, table, taken)
        stages.append(table)
    tried = 0
    while kind not in ("nothing from the rack", "too little to open", "opening broken up", "lay-off without opening"):
        if len(stages) >= (steps or rng.choice([1, 2, 3])) or tried > 12:
            break
        tried += 1
        try:
            table = moves.make(rng.choice(good[:7]), table, taken)
            stages.append(table)
        except StuckError:
            continue
    lying = printed(" ".join(texts(table)))
    paying = [*taken, *lying] if rules.get("exchange.cards") == "hand-or-table" else taken
    if (
        (bad and any(tile in paying for tile in moves.price))
        or any(lying.count(tile) > 1 for tile in moves.whole)
        or len(taken) > most
        or (stages and texts(stages[-1]) == texts(start))
        or not stages
    ):
        raise StuckError
    single = [*script.lines, {"action": "rearrange", "table": texts(table)}, {"action": "end"}]
    several = [*script.lines, *({"action": "rearrange", "table": texts(stage)} for stage in stages), {"action": "end"}]
    return Case(kind, single, len(single) if bad else None), Case(kind, several, len(several) if bad else None)


def fault(kind: str, moves: Moves, table: Table, taken: list[str], stages: list[Table]) -> tuple[Table, bool]:
    """The table after a planted fault; and whether the action is wrong by itself, whatever follows."""
    rng, script, rules = moves.rng, moves.script, moves.rules
    if kind == "nothing from the rack":
        index = moves.find(table, "run", 6)
        words = table[index]
        table = [*table[:index], words[:3], words[3:], *table[index + 1 :]]
        stages.append(table)
    elif kind == "tile off the table":
        index = moves.find(table, "run", 4)
        new = script.meld(wilds=0).split()
        if printed(table[index][0])[0] in new:
            raise StuckError
        return [*table[:index], table[index][1:], *table[index + 1 :], new], True
    elif kind == "tile not there":
        tile = rng.choice(
            [card for words in table for card in printed(" ".join(words)) if card != JOKER and not script.pool[card]]
            or script.stuck()
        )
        for _ in range(200):
            _, cards = script.slots()
            if tile in cards and not any(not script.pool[card] for card in cards if card != tile):
                return [*table, cards], True
        raise StuckError
    elif kind == "no meld":
        return [*table, script.no_meld().split()], True
    elif kind == "too little to open":
        text = script.meld(wilds=0, size=3)
        if rules.points(rules.meld_of(text)[0], "opening") >= 30:
            raise StuckError
        table = [*table, text.split()]
        stages.append(table)
    elif kind == "lay-off without opening":
        table = moves.make("add to a run", table, taken)
        stages.append(table)
    elif kind == "opening broken up":
        text = script.meld(wilds=0, size=4)
        (meld,) = rules.meld_of(text)
        if (
            not rules.points(meld, "opening") >= 30
            or meld.kind != "run"
            or rules.points(meld, "opening") - rules.ranks.index(meld.cards[-1][:-1]) - 1 >= 30
        ):
            raise StuckError
        table = [*table, text.split()]
        stages.append(table)
        words = list(table[-1])
        last = words.pop()
        home = next((other for other in table[:-1] if rules.meld_of(" ".join([*other, last]))), None) or script.stuck()
        if not set(printed(" ".join(home))) - set(printed(text)):
            raise StuckError  # its tiles are twins of the opening's, which lies there whole all the same
        table = [*[[*other, last] if other is home else other for other in table[:-1]], words]
        stages.append(table)
    else:
        table = moves.make(kind, table, taken)
        stages.append(table)
    return table, False


ALL_KINDS = ("legal", *LEGAL_MOVES, *FAULTY_MOVES)


def table_cases(
    header: dict[str, Any], seed: int, count: int, kinds: tuple[str, ...] = ALL_KINDS
) -> list[tuple[Case, Case]]:
    """That many turns, in two forms each, of every kind in turn."""
    rng, found = Random(seed), []
    for number in range(count):
        for _ in range(150):
            try:
                found.append(table_case(header, kinds[number % len(kinds)], rng))
                break
            except StuckError:
                continue
    return found
