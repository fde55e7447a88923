"""Clauses by a word of theirs."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence

from meldproof.pictures.names import Language
from meldproof.variants.clauses import Clause
from meldproof.variants.loading import Variant


def clauses_with(variant: Variant, words: Sequence[str], language: Language) -> tuple[Clause, ...]:
    """The clauses that have all of the words: as they are or in the plural; else those with words that begin so.

    Neither case nor accents count. A clause's id counts as words of it.
    """
    wanted = [_plain(word) for text in words for word in text.split()]
    texts = {
        clause.key: _plain(f"{clause.id.replace('-', ' ')} {clause.id} {clause.text[language]}")
        for clause in variant.clauses
    }
    for pattern in (r"(?<!\w){}(s|es)?(?!\w)", r"(?<!\w){}"):
        found = tuple(
            clause
            for clause in variant.clauses
            if all(re.search(pattern.format(re.escape(word)), texts[clause.key]) for word in wanted)
        )
        if found:
            return found
    return ()


def _plain(text: str) -> str:
    parts = unicodedata.normalize("NFD", text.casefold())
    return "".join(sign for sign in parts if not unicodedata.combining(sign))
