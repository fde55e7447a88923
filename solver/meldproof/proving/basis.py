"""What a result rests on: all there is, every case counted, a sample, a record, or nothing at all.

"Proved" is said of the first two only.
"""

from __future__ import annotations

from collections.abc import Sequence
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


COUNTED: frozenset[BasisKind] = frozenset({"exhaustive", "sample", "recorded"})


class Basis(msgspec.Struct, frozen=True):
    """What a result rests on. `cases` says how many were looked at, where they are counted; `over` of what.

    Raises ValueError for what would claim something of nothing: no cases, or all of what is not said.
    """

    kind: BasisKind
    cases: int | None = None
    over: Text = Text()

    def __post_init__(self) -> None:
        if self.kind in COUNTED and not self.cases:
            raise ValueError(f"a basis of no cases is none: {self.kind} ({self.over.en})")
        if self.kind == "for all" and not self.over.en:
            raise ValueError("a claim about all there is says of what")

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


NOTHING = Basis("nothing to claim")
NOT_SHOWN = Basis("not shown")


def for_all(english: str, spanish: str) -> Basis:
    """Asked of everything there is within these bounds, at once."""
    return Basis("for all", over=Text(english, spanish))


def exhaustive(cases: int, english: str, spanish: str) -> Basis:
    """Every case there is was looked at, one by one. Where there was none, nothing is claimed."""
    return _counted("exhaustive", cases, english, spanish)


def sample(cases: int, english: str, spanish: str) -> Basis:
    """Some cases were looked at."""
    return _counted("sample", cases, english, spanish)


def of_records(cases: int, english: str, spanish: str) -> Basis:
    """What is recorded was found again."""
    return _counted("recorded", cases, english, spanish)


def not_shown(number: int, of: int) -> Basis:
    """So many of those that are spoken of show nowhere."""
    return Basis("not shown", number, Text(f"of {of}", f"de {of}"))


def _counted(kind: BasisKind, cases: int, english: str, spanish: str) -> Basis:
    return Basis(kind, cases, Text(english, spanish)) if cases else NOTHING


def weakest(bases: Sequence[Basis]) -> Basis:
    """The basis of several claims as one: the weakest of those that claim anything, the others named beside it."""
    claiming = [basis for basis in bases if basis.kind != "nothing to claim"]
    if not claiming:
        return NOTHING
    order = get_args(BasisKind)
    kind = max((basis.kind for basis in claiming), key=order.index)
    counts = [basis.cases for basis in claiming if basis.cases is not None and basis.kind == kind]
    alike = [basis.over for basis in claiming if basis.kind == kind and basis.over.en]
    said = [Text(other.said("en"), other.said("es")) for other in claiming if other.kind != kind]
    english, spanish = (dict.fromkeys(text[language] for text in (*alike, *said)) for language in ("en", "es"))
    return Basis(kind, sum(counts) if counts else None, Text("; ".join(english), "; ".join(spanish)))
