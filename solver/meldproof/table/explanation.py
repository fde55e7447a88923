"""A certificate in words: the price of each card, why no meld beats its cards' prices, what they come to together."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

import msgspec

from meldproof.arranging.report import WORDS as NAMES
from meldproof.checking.certificate_checker import Entry, Rows, entries_of, weigh
from meldproof.checking.certificate_claim import goals_of
from meldproof.checking.certificate_columns import CheckedCase
from meldproof.checking.certificate_question import StatedQuestion

if TYPE_CHECKING:
    from meldproof.arranging.certificates.certificate import Certificate
    from meldproof.arranging.certificates.certifying import Choice, Leaf, Tree

MOST_LEAVES, MOST_TIGHT = 12, 6
WORDS = {
    "en": {
        "best": "Why nothing is better",
        "cap": "Why nothing is better at the cap",
        "dropped": "Why the demand can't be met",
        "reachable": "Why no more points can be laid toward the opening",
        "lists": "Prices and gains are lists: {names}. An earlier entry outweighs all the later ones together.",
        "one": "Prices and gains count {names}.",
        "none": "Nothing is to be gained here; the prices show that no arrangement meets every demand.",
        "deadwood_points": "points no longer left over",
        "melded_points": "points laid",
        "melded_cards": "cards laid",
        "deadwood_cards": "cards no longer left over",
        "score": "score",
        "table_changes": "table melds unchanged",
        "opening points": "points toward the opening",
        "case": "Case {number} of {cases}",
        "freed": "free to move: {names}",
        "kinds": "what counts: {names}",
        "run": "runs", "set": "sets", "discard": "discards", "any": "melds", "nothing": "nothing",
        "price": "price {price}:",
        "free": "without a price: {names}",
        "check": "Of {number} melds and discards none gains more than its prices; these gain exactly as much:",
        "check_none": "Of {number} melds and discards none gains as much as its prices.",
        "gains": "gains",
        "sum": "All prices together, each as often as it can count: {total}. The arrangement gains {gain}.",
        "room": "That is less than the next step above it.",
        "infeasible": "All prices together, each as often as it can count: {total}, which is below 0.",
        "with": "{kind} with {cards}",
        "only": "{kind} of just {cards}",
        "split": "Of {melds}:",
        "if_so": "if there are at most {number}:",
        "otherwise": "if there are more than {number}:",
        "if_none": "if there is none:",
        "if_some": "if there is one, or more:",
        "more": "… and {number} more of these, in the certificate (--certificate FILE)",
        "and": " and ",
        "written": "certificate: {path} ({leaves} leaves)",
        "lay": "{name} must be laid", "not opening": "{name} outside the opening", "growing": "table meld {name} grows",
        "as lying": "table meld {name} as it lay", "a discard": "the discard", "any wild": "a wild",
        "new melds": "a new meld must be laid", "pure runs": "runs without wilds", "any runs": "runs",
        "opening meld": "part in the opening", "table": "{name} of the table", "choice": "choice {name} above",
    },
    "es": {
        "best": "Por qué nada es mejor",
        "cap": "Por qué nada es mejor con el tope",
        "dropped": "Por qué no se puede cumplir lo pedido",
        "reachable": "Por qué no se pueden bajar más puntos para abrir",
        "lists": "Precios y ganancias son listas: {names}. Cada número pesa más que todos los que le siguen.",
        "one": "Precios y ganancias cuentan {names}.",
        "none": "Aquí no se gana nada; los precios muestran que ninguna jugada cumple todo lo pedido.",
        "deadwood_points": "puntos que ya no sobran",
        "melded_points": "puntos bajados",
        "melded_cards": "cartas bajadas",
        "deadwood_cards": "cartas que ya no sobran",
        "score": "puntaje",
        "table_changes": "combinaciones de la mesa sin cambiar",
        "opening points": "puntos para abrir",
        "case": "Caso {number} de {cases}",
        "freed": "libres: {names}",
        "kinds": "lo que cuenta: {names}",
        "run": "escaleras", "set": "piernas", "discard": "descartes", "any": "combinaciones", "nothing": "nada",
        "price": "precio {price}:",
        "free": "sin precio: {names}",
        "check": "Combinaciones y descartes: {number}; ninguno gana más que sus precios; estos ganan justo eso:",
        "check_none": "Combinaciones y descartes: {number}; ninguno gana tanto como sus precios.",
        "gains": "gana",
        "sum": "Todos los precios juntos, cada uno las veces que puede contar: {total}. La jugada gana {gain}.",
        "room": "No llega al paso siguiente.",
        "infeasible": "Todos los precios juntos, cada uno las veces que puede contar: {total}, menos que 0.",
        "with": "{kind} con {cards}",
        "only": "{kind} solo de {cards}",
        "split": "De {melds}:",
        "if_so": "si hay a lo sumo {number}:",
        "otherwise": "si hay más de {number}:",
        "if_none": "si no hay ninguno:",
        "if_some": "si hay uno o más:",
        "more": "… y {number} casos más de estos, en el certificado (--certificate ARCHIVO)",
        "and": " y ",
        "written": "certificado: {path} (hojas: {leaves})",
        "lay": "{name} debe bajarse", "not opening": "{name} fuera de la apertura",
        "growing": "crece la combinación {name}",
        "as lying": "combinación {name} de la mesa como estaba", "a discard": "el descarte", "any wild": "un comodín",
        "new melds": "debe bajarse una combinación nueva", "pure runs": "escaleras sin comodín",
        "any runs": "escaleras",
        "opening meld": "parte de la apertura", "table": "{name} de la mesa", "choice": "elección {name} de arriba",
    },
}  # fmt: skip


def explanation(certificate: Certificate, language: str = "en") -> Iterator[str]:
    """The proofs of a certificate, line by line."""
    question = StatedQuestion(msgspec.to_builtins(certificate))
    goals = goals_of(question, certificate.claim, certificate.weights)
    words = WORDS[language]
    dropped = certificate.claim["dropped"]
    for number, ((cases, weights, value), proof) in enumerate(zip(goals, certificate.proofs, strict=True)):
        if number < len(dropped):
            yield words["reachable" if weights else "dropped"]
        else:
            yield words["best" if number == len(dropped) else "cap"]
        names = [words[name] for name in weights]
        yield "  " + words["lists" if len(names) > 1 else "one" if names else "none"].format(names=" · ".join(names))
        shown = 0
        for place, (case, tree) in enumerate(zip(cases, proof, strict=True), 1):
            teller = _Teller(case, weights, value - weigh(case.start, weights), language, MOST_LEAVES - shown)
            if len(cases) > 1:
                yield "  " + teller.case(place, len(cases))
            yield from teller.tell(tree)
            shown += teller.shown


def card_prices(certificate: Certificate, language: str = "en") -> dict[str, object] | None:
    """The prices of a proof that needs no distinction of cases, as data; None of any other.

    Prices, gains and totals are lists of texts, one for each of `figures`, the last perhaps a fraction; `names` says
    the figures in words, `words` a row. `times` says how often a row can count at most. No meld or discard of the
    `tried` ones gains more than the prices of its rows.
    """
    from meldproof.arranging.certificates.certifying import Leaf

    question = StatedQuestion(msgspec.to_builtins(certificate))
    goals = goals_of(question, certificate.claim, certificate.weights)
    if len(goals) != 1 or len(certificate.proofs[0]) != 1:
        return None
    cases, weights, value = goals[0]
    (case,), (tree,) = cases, certificate.proofs[0]
    if not isinstance(tree, Leaf):
        return None
    teller = _Teller(case, weights, value - weigh(case.start, weights), language, 0)
    prices = {row: Fraction(tree.prices.get(row, "0")) for row in case.rows if row in tree.prices or row in case.items}
    times = {row: case.rows[row][price > 0] or 0 for row, price in prices.items()}
    total = sum((price * times[row] for row, price in prices.items()), Fraction(0))
    return {
        "figures": list(weights),
        "names": [teller.words[name] for name in weights],
        "rows": [
            {"row": row, "words": teller.row(row), "price": teller.amounts(price), "times": times[row]}
            for row, price in sorted(prices.items(), key=lambda item: -item[1])
        ],
        "tried": len(entries_of(case, weights)),
        "total": teller.amounts(total),
        "gain": teller.amounts(Fraction(teller.most)),
    }


class _Teller:
    """Tells the tree of one case."""

    def __init__(self, case: CheckedCase, weights: Mapping[str, int], most: int, language: str, leaves: int) -> None:
        self.kase, self.weights, self.most = case, weights, most
        self.words, self.names = WORDS[language], NAMES[language]
        self.left, self.shown, self.hidden = leaves, 0, 0

    def case(self, number: int, cases: int) -> str:
        q, words = self.kase.q, self.words
        text = words["case"].format(number=number, cases=cases)
        free = [f"{q.text[q.table[m].slots[n][:2]]} ({m + 1})" for m, n in self.kase.free if q.rearranges]
        if free:
            text += "; " + words["freed"].format(names=", ".join(free))
        if q.s.requirement.pure_runs or q.s.requirement.runs:
            kinds = [words[kind] for kind in self.kase.kinds] or [words["nothing"]]
            text += "; " + words["kinds"].format(names=", ".join(kinds))
        return text

    def tell(self, tree: Tree) -> Iterator[str]:
        yield from self._node(tree, entries_of(self.kase, self.weights), self.kase.rows, 1)
        if self.hidden:
            yield "  " + self.words["more"].format(number=self.hidden)

    def _node(self, tree: Tree, entries: list[Entry], rows: Rows, depth: int) -> Iterator[str]:
        from meldproof.arranging.certificates.certifying import Leaf

        indent = "  " * depth
        if isinstance(tree, Leaf):
            if self.shown >= self.left:
                self.hidden += 1
                return
            self.shown += 1
            yield from (indent + line for line in self._leaf(tree, entries, rows))
            return
        label = f"split {depth}"
        counted = [(c, gain, (*taken, (label, 1)) if tree.split.counts(c) else taken) for c, gain, taken in entries]
        if self.shown < self.left:
            yield indent + f"({depth}) " + self.words["split"].format(melds=self._melds(tree.split))
        words = ("if_so", "otherwise") if tree.at_most else ("if_none", "if_some")
        sides = ((tree.if_so, (0, tree.at_most)), (tree.otherwise, (tree.at_most + 1, None)))
        for word, (below, bounds) in zip(words, sides, strict=True):
            if self.shown < self.left:
                yield indent + "– " + self.words[word].format(number=tree.at_most)
            yield from self._node(below, counted, rows | {label: bounds}, depth + 1)

    def _leaf(self, leaf: Leaf, entries: Sequence[Entry], rows: Rows) -> Iterator[str]:
        prices = {row: Fraction(text) for row, text in leaf.prices.items()}
        groups: dict[Fraction, list[str]] = {}
        for row in rows:
            if row in prices:
                groups.setdefault(prices[row], []).append(row)
        for price, names in sorted(groups.items(), reverse=True):
            yield self.words["price"].format(price=self._amount(price)) + " " + ", ".join(map(self.row, names))
        free = [self.row(row) for row in rows if row in self.kase.items and row not in prices]
        if free:
            yield self.words["free"].format(names=", ".join(free))
        tight = [
            (column, gain)
            for column, gain, taken in entries
            if sum((prices.get(row, Fraction(0)) * number for row, number in taken), Fraction(0)) == gain
        ]
        yield self.words["check" if tight else "check_none"].format(number=len(entries))
        for column, gain in tight[:MOST_TIGHT]:
            kind = self.names[column.kind]
            yield f"  {kind}: {self._cards(column.names)}: {self.words['gains']} {self._amount(Fraction(gain))}"
        if len(tight) > MOST_TIGHT:
            yield f"  … +{len(tight) - MOST_TIGHT}"
        total = sum((price * (rows[row][price > 0] or 0) for row, price in prices.items()), Fraction(0))
        if not self.weights:
            yield self.words["infeasible"].format(total=self._amount(total))
            return
        yield self.words["sum"].format(total=self._amount(total), gain=self._amount(Fraction(self.most)))
        if total > self.most:
            yield self.words["room"]

    def _amount(self, amount: Fraction) -> str:
        return " · ".join(self.amounts(amount))

    def amounts(self, amount: Fraction) -> list[str]:
        """A weighed amount as a list of figures, each the nearest whole number of its weight, the last exact."""
        parts: list[int] = []
        weights = list(self.weights.values())
        for weight in weights[:-1]:
            parts.append(round(amount / weight))
            amount -= parts[-1] * weight
        last = amount / weights[-1] if weights else amount
        return [*map(str, parts), str(last)]

    def _melds(self, choice: Choice) -> str:
        kind = self.words[choice.kind or "any"]
        return self.words["only" if choice.exactly else "with"].format(kind=kind, cards=self._cards(choice.cards))

    def _cards(self, names: Sequence[str]) -> str:
        return ", ".join(
            self.row(name) if count == 1 else f"{count} × {self.row(name)}" for name, count in Counter(names).items()
        )

    def row(self, row: str) -> str:
        if row in self.words and " " in row:
            return self.words[row]
        for prefix, word in (("lay ", "lay"), ("not opening ", "not opening"), ("table ", "table")):
            if row.startswith(prefix):
                return self.words[word].format(name=self.row(row.removeprefix(prefix)))
        for prefix, word in (("growing ", "growing"), ("as lying ", "as lying"), ("split ", "choice")):
            if row.startswith(prefix):
                return self.words[word].format(name=row.removeprefix(prefix))
        return row
