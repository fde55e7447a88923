"""Which variant it is, by what one remembers of it: "jokers, two decks, opening 40", in English or Spanish.

Each thing said is held against every variant's rules; what is no rule is looked for in its name and its line.
"""

from __future__ import annotations

import math
import re
import unicodedata
from collections.abc import Iterator, Sequence
from pathlib import Path

import msgspec

from meldproof.errors import ProblemError
from meldproof.messages import say
from meldproof.proving.spoken_numbers import WORDS
from meldproof.reference.traits import TRAITS, Fits
from meldproof.variants.clauses import Text
from meldproof.variants.listing import Listed, listed
from meldproof.variants.loading import Variant, builtin_folder, kept_variant, load_variant

LONGEST = 400
"""Signs of what is asked."""


class Reason(msgspec.Struct, frozen=True):
    """One thing that was asked: whether it is so here, and what is so instead."""

    asked: str
    fits: bool
    says: Text


class Recalled(msgspec.Struct, frozen=True):
    """A variant, and how what was asked fits it."""

    listed: Listed
    reasons: tuple[Reason, ...]

    @property
    def fits(self) -> int:
        return sum(reason.fits for reason in self.reasons)

    def to_dict(self) -> dict[str, object]:
        """As `--json` writes it."""
        reasons = [
            {"asked": reason.asked, "fits": reason.fits, "says": {"en": reason.says.en, "es": reason.says.es}}
            for reason in self.reasons
        ]
        return {**self.listed.to_dict(), "fits": self.fits, "of": len(self.reasons), "reasons": reasons}


class Recollection(msgspec.Struct, frozen=True):
    """The variants, the best fitting first, and what was said that is neither a rule nor in any name or line."""

    found: tuple[Recalled, ...]
    unknown: tuple[str, ...]


def recollection(asked: str, spec_path: Sequence[str | Path] = ()) -> Recollection:
    """The variants by how much of what is asked fits; of equally many, that which fits fewer others counts for more.

    Raises ProblemError where nothing was said.
    """
    if len(asked) > LONGEST:
        raise ProblemError(say("say it in {most} signs, not {number}", most=LONGEST, number=len(asked)))
    pieces = list(dict.fromkeys(_pieces(asked)))
    if not pieces:
        raise ProblemError(say('say what you remember, such as "jokers, two decks, opening 40, 13 cards"'))
    variants = [(one, _loaded(one, spec_path)) for one in listed(spec_path)]
    held = {piece: _held(piece, variants) for piece in pieces}
    unknown = tuple(piece for piece, fits in held.items() if fits is None)
    known = {piece: fits for piece, fits in held.items() if fits is not None}
    found = []
    for place, (one, _) in enumerate(variants):
        reasons = tuple(Reason(piece, fits[place].so, fits[place].says) for piece, fits in known.items())
        found.append(Recalled(one, reasons))
    rare = {piece: _rarity(sum(each.so for each in fits), len(variants)) for piece, fits in known.items()}
    found.sort(key=lambda one: (-one.fits, -sum(rare[reason.asked] for reason in one.reasons if reason.fits)))
    return Recollection(tuple(found), unknown)


def _loaded(one: Listed, spec_path: Sequence[str | Path]) -> Variant:
    if Path(one.file.path).parent == builtin_folder():
        return kept_variant(one.file.id)
    return load_variant(one.file.path, spec_path=spec_path)


def _rarity(fitting: int, all_of_them: int) -> float:
    return math.log(all_of_them / fitting) if fitting else 0.0


def _pieces(asked: str) -> Iterator[str]:
    for piece in re.split(r"[,;.\n]|\s(?:and|y|with|con)\s+(?!\d)", _in_figures(asked)):
        if words := " ".join(piece.split()):
            yield words


def plain(text: str) -> str:
    """In small letters, without accents, number words as figures."""
    return re.sub(r"[a-z]+", lambda word: str(NUMBERS.get(word[0], word[0])), _bare(text))


def _bare(text: str) -> str:
    signs = unicodedata.normalize("NFD", text.lower())
    return "".join(sign for sign in signs if not unicodedata.combining(sign))


NUMBERS = {
    **{_bare(word): number for words in WORDS.values() for word, number in words.items()},
    "un": 1,
    "una": 1,
    "single": 1,
    "double": 2,
    "doble": 2,
}
_SPOKEN = "|".join(sorted((word for words in WORDS.values() for word in words), key=len, reverse=True))
SPOKEN = re.compile(rf"\b(?:{_SPOKEN})(?:(?:-| and | y | )(?:{_SPOKEN}))*\b", re.IGNORECASE)


def _in_figures(asked: str) -> str:
    """Numbers of several words as one: "fifty-one", "ciento cincuenta y uno", which aren't two things."""
    return SPOKEN.sub(lambda found: " ".join(map(str, _joined(re.findall(r"[^\W\d_]+", found[0])))), asked)


def _joined(words: Sequence[str]) -> list[int]:
    found: list[int] = []
    for number in (NUMBERS[_bare(word)] for word in words if _bare(word) in NUMBERS):
        before = found[-1] if found else 0
        if number in (100, 1000) and 0 < before < 100:
            found[-1] = before * number
        elif (before >= 100 and before % 100 == 0 and number < 100) or (
            before % 100 >= 20 and before % 10 == 0 and number < 10
        ):
            found[-1] = before + number
        else:
            found.append(number)
    return found


def _held(piece: str, variants: Sequence[tuple[Listed, Variant]]) -> list[Fits] | None:
    """Whether a thing is so of each variant; None if it is no rule, and in no name or line."""
    said = plain(piece)
    for pattern, judge in TRAITS:
        if found := re.search(pattern, said):
            return [judge(found, one, variant) for one, variant in variants]
    words = [word for word in re.findall(r"[a-z0-9]+", said) if word not in SMALL]
    fits = [_named(words, one) for one, _ in variants]
    return fits if words and any(each.so for each in fits) else None


SMALL = frozenset("the a an of in on is it to for el la los las de del en es se que lo game juego rummy".split())  # noqa: SIM905


def _named(words: Sequence[str], one: Listed) -> Fits:
    file = one.file
    told = plain(" ".join((file.id, file.name.en, file.name.es, file.line.en, file.line.es)))
    there = set(re.findall(r"[a-z0-9]+", told))
    if all(word in there for word in words):
        return Fits(True, Text(file.line.en, file.line.es))
    return Fits(False, Text("not in its name or its line", "no está en su nombre ni en su línea"))
