"""What a result rests on: all there is, every case counted, a sample, a record, or nothing at all.

"Proved" is said of the first two only.
"""

from __future__ import annotations

from typing import Literal, get_args

import msgspec

from meldproof.variants.clauses import Text

BasisKind = Literal["for all", "exhaustive", "sample", "recorded", "nothing to claim", "not shown"]
"""From the strongest to the weakest; of several claims as one the weakest that claims anything is said."""
Status = Literal["proved", "checked", "nothing-to-claim", "not-shown", "refuted", "gave-up"]
STATUS_OF: dict[BasisKind, Status] = {
    "for all": "proved",
    "exhaustive": "proved",
    "sample": "checked",
    "recorded": "checked",
    "nothing to claim": "nothing-to-claim",
    "not shown": "not-shown",
}
HELD: frozenset[Status] = frozenset(STATUS_OF.values())
"""How a claim ends that is not refuted."""
KIND_WORDS: dict[BasisKind, str] = {
    "for all": "para todo",
    "exhaustive": "exhaustivo",
    "sample": "muestra",
    "recorded": "registrado",
    "nothing to claim": "nada que afirmar",
    "not shown": "sin mostrar",
}


class Basis(msgspec.Struct, frozen=True):
    """What a result rests on. `cases` says how many were looked at, where they are counted; `over` of what."""

    kind: BasisKind
    cases: int | None = None
    over: Text = Text()

    @property
    def status(self) -> Status:
        return STATUS_OF[self.kind]

    def said(self, language: str = "en") -> str:
        """In words: `exhaustive, 91 cases: triples of the deck`."""
        kind = self.kind if language == "en" else KIND_WORDS[self.kind]
        number = "" if self.cases is None else f", {self.cases}"
        over = f": {self.over[language]}" if self.over.en else ""
        return f"{kind}{number}{over}"

    def to_dict(self, language: str = "en") -> dict[str, object]:
        """The key `basis` of `meldproof prove --json`."""
        return {"kind": self.kind, "cases": self.cases, "over": self.over[language]}


FOR_ALL = Basis("for all")


def for_all(english: str = "", spanish: str = "") -> Basis:
    """Asked of everything there is within these bounds, at once."""
    return Basis("for all", over=Text(english, spanish))


def exhaustive(cases: int, english: str = "", spanish: str = "") -> Basis:
    """Every case there is was looked at, one by one."""
    return Basis("exhaustive", cases, Text(english, spanish))


def sample(cases: int, english: str = "", spanish: str = "") -> Basis:
    """Some cases were looked at."""
    return Basis("sample", cases, Text(english, spanish))


def of_records(cases: int, english: str = "", spanish: str = "") -> Basis:
    """What is recorded was found again."""
    return Basis("recorded", cases, Text(english, spanish))


NOTHING = Basis("nothing to claim")
NOT_SHOWN = Basis("not shown")


def weakest(bases: list[Basis]) -> Basis:
    """The basis of several claims as one: the weakest of those that claim anything."""
    claiming = [basis for basis in bases if basis.kind != "nothing to claim"]
    if not claiming:
        return NOTHING
    order = get_args(BasisKind)
    kind = max((basis.kind for basis in claiming), key=order.index)
    counts = [basis.cases for basis in claiming if basis.cases is not None and basis.kind == kind]
    english = dict.fromkeys(basis.over.en for basis in claiming if basis.over.en)
    spanish = dict.fromkeys(basis.over["es"] for basis in claiming if basis.over.en)
    return Basis(kind, sum(counts) if counts else None, Text("; ".join(english), "; ".join(spanish)))
