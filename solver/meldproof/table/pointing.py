"""Which part of a question can't be used: the field, and the word in it."""

from __future__ import annotations

from itertools import islice

import msgspec

from meldproof.checking.verdict import legal_readings
from meldproof.errors import MeldproofError, NotationError
from meldproof.notation import meld_texts, parse_cards
from meldproof.table import requests
from meldproof.table.rules import names_rules, variant_of

FIELDS = ("cards", "use", "table")


MOST_WAYS = 12


def where_wrong(question: requests.Question) -> dict[str, object]:
    """`field`, and of cards also `meld`, `card` (both from 1) and `word`; empty where it is no one place.

    Of a table meld that can be read in several ways, `ways` are these, as they would be written.
    """
    if not isinstance(question, requests.UnderRules) or not names_rules(question):
        return {}
    field = _of_the_rules(question)
    if field:
        return {"field": field}
    deck = variant_of(question).deck(getattr(question, "players", None))
    for field in FIELDS:
        for number, meld in enumerate(getattr(question, field, "").split(";"), 1):
            for place, word in enumerate(meld.replace(",", " ").split(), 1):
                try:
                    parse_cards(word, deck)
                except NotationError:
                    lies_in = {"meld": number} if field == "table" else {}
                    return {"field": field, **lies_in, "card": place, "word": word[:60]}
    for number, meld in enumerate(getattr(question, "table", "").split(";"), 1):
        try:
            ways = _ways(meld, question)
        except MeldproofError:
            continue
        if len(ways) != 1 and meld.strip():
            return {"field": "table", "meld": number, "ways": ways}
    return {}


def _of_the_rules(question: requests.UnderRules) -> str:
    """The first field that makes the rules unusable: the variant by itself, its readings, its settings, the players."""
    named = "rules" if question.rules is not None else "variant"
    without = msgspec.structs.replace(question, settings={})
    bare = msgspec.structs.replace(without, readings=())
    for field, asked in ((named, bare), ("readings", without), ("settings", question)):
        try:
            rules = variant_of(asked)
        except MeldproofError:
            return field
    try:
        rules.deck(getattr(question, "players", None))
    except MeldproofError:
        return "players"
    return ""


def _ways(meld: str, question: requests.UnderRules) -> list[list[str]]:
    rules = variant_of(question)
    deck = rules.deck(getattr(question, "players", None))
    texts = (list(meld_texts(read, deck)) for read in legal_readings(parse_cards(meld, deck), rules))
    return list(islice(map(list, dict.fromkeys(map(tuple, texts))), MOST_WAYS))
