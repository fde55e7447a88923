"""Hands against faults of search, and wrong melds with wilds: small patterns of cards, put into every variant.

Change a rule, and a hand tells it; search badly by the right rules, and these do: fours that give a card to a run, runs
cut in two, runs that share a rank, second copies, ties. They are written by places of a window of ranks and by suits,
so that each is asked low, in the middle and high, and answered by the engine; what a deck has not is left out.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import msgspec

from meldproof.cards import JOKER, Card, Deck, canonical
from meldproof.notation import card_text
from meldproof.variants.clauses import Text
from meldproof.variants.loading import Variant
from meldproof.witnesses.cases import CardCase, Operation


class Pattern(msgspec.Struct, frozen=True):
    """Cards as `place suit`: `4a` is the window's fourth rank in the first of the suits a to d, `*` a wild."""

    id: str
    words: Text
    cards: str
    op: Operation = "best"


FOUR = Text("a four of a kind and a run want the same card", "un póker y una escalera quieren la misma carta")
CUT = Text("a run is cut for a set", "una escalera se corta por una pierna")
TWO_RUNS = Text("two runs of a suit share a rank", "dos escaleras de un palo comparten un valor")
GRID = Text("the same cards as sets or as runs", "las mismas cartas como piernas o como escaleras")
THREE = Text("three melds at once", "tres combinaciones a la vez")
COPIES = Text("second copies", "segundas copias")
TIES = Text("several are as good", "varias son igual de buenas")
WHOLE = Text("nothing is left to discard but of a meld", "no queda más que descartar de una combinación")
WILD_PLACE = Text("where a wild is put", "dónde va un comodín")
WILDS = Text("more wilds than one", "más de un comodín")
ENDS = Text("the ace at both ends", "el as en las dos puntas")
NO_MELD = Text("no meld at all", "ninguna combinación")

PATTERNS = (
    Pattern("four-gives", FOUR, "1a 1b 1c 1d 2d 3d"),
    Pattern("four-gives", FOUR, "3a 3b 3c 3d 1a 2a"),
    Pattern("four-gives", FOUR, "2a 2b 2c 2d 1a 3a 6b"),
    Pattern("four-gives", FOUR, "1a 1b 1c 1d 2d 3d 4d 4a 4b"),
    Pattern("four-keeps", FOUR, "3a 3b 3c 3d 1b"),
    Pattern("four-or-two-runs", FOUR, "3a 3b 3c 3d 1a 2a 4b 5b"),
    Pattern("set-or-run", FOUR, "1a 2a 3a 3b 3c"),
    Pattern("set-or-run", FOUR, "1a 2a 3a 1b 1c"),
    Pattern("run-gives-end", CUT, "1a 2a 3a 4a 4b 4c"),
    Pattern("run-gives-end", CUT, "1a 2a 3a 4a 1b 1c"),
    Pattern("run-gives-both-ends", CUT, "1a 2a 3a 4a 5a 1b 1c 5b 5c"),
    Pattern("run-cut", CUT, "1a 2a 3a 4a 5a 6a 7a 4b 4c"),
    Pattern("run-of-six", CUT, "1a 2a 3a 4a 5a 6a 3b 3c"),
    Pattern("run-cut-twice", CUT, "1a 2a 3a 4a 5a 6a 7a 8a 3b 3c"),
    Pattern("two-runs-one-suit", CUT, "1a 2a 3a 5a 6a 7a"),
    Pattern("two-runs-one-suit", CUT, "1a 2a 3a 5a 6a 7a 8a 2b"),
    Pattern("two-runs-two-suits", GRID, "1a 2a 3a 3b 4b 5b"),
    Pattern("two-runs-and-a-set", GRID, "1a 2a 3a 3b 4b 5b 3c"),
    Pattern("grid", GRID, "1a 1b 1c 2a 2b 2c 3a 3b 3c"),
    Pattern("grid-and-more", GRID, "1a 1b 1c 2a 2b 2c 3a 3b 3c 4a"),
    Pattern("grid-spoilt", GRID, "1a 1b 2a 2b 2c 3a 3b 3c 4c"),
    Pattern("three-sets", THREE, "1a 1b 1c 3a 3b 3c 5a 5b 5c"),
    Pattern("three-runs", THREE, "1a 2a 3a 2b 3b 4b 3c 4c 5c"),
    Pattern("sets-and-run", THREE, "1a 1b 1c 6a 6b 6c 3d 4d 5d 7a"),
    Pattern("shared-rank", TWO_RUNS, "1a 2a 3a 3a 4a 5a"),
    Pattern("shared-rank", TWO_RUNS, "1a 2a 3a 3a 4a 5a 3b 3c"),
    Pattern("same-run-twice", COPIES, "1a 1a 2a 2a 3a 3a"),
    Pattern("same-set-twice", COPIES, "1a 1a 1b 1b 1c 1c"),
    Pattern("copy-left-over", COPIES, "1a 1a 2a 3a"),
    Pattern("copy-in-set", COPIES, "1a 1a 1b 1c"),
    Pattern("copy-of-run-to-set", COPIES, "1a 2a 2a 3a 2b 2c"),
    Pattern("tie", TIES, "1a 2a 3a 4a"),
    Pattern("tie", TIES, "1a 1b 1c 1d 4b"),
    Pattern("tie", TIES, "1a 2a 3a 2b 2c"),
    Pattern("all-melded", WHOLE, "1a 2a 3a 4a 5a 6a"),
    Pattern("all-melded", WHOLE, "1a 1b 1c 3a 3b 3c"),
    Pattern("all-melded", WHOLE, "1a 1b 1c 1d 3a 4a 5a"),
    Pattern("nothing", NO_MELD, "1a 1b 2a 3b"),
    Pattern("nothing", NO_MELD, "1a 2b 3c 4d 5a 6b"),
    Pattern("same-rank-left", NO_MELD, "1a 1b 4c 4d 7a 7b"),
    Pattern("wild-in-set-or-run", WILD_PLACE, "1a 1b 5c 6c *"),
    Pattern("wild-in-set-or-run", WILD_PLACE, "3a 3b 1c 2c *"),
    Pattern("wild-in-gap", WILD_PLACE, "1a 2a 4a 5a *"),
    Pattern("wild-at-end", WILD_PLACE, "1a 2a 3a *"),
    Pattern("wild-in-four", WILD_PLACE, "1a 1b 1c *"),
    Pattern("wild-frees-card", WILD_PLACE, "1a 2a 3a 3b 3c *"),
    Pattern("wild-completes-second", WILD_PLACE, "1a 2a 3a 5b 5c *"),
    Pattern("wilds-apart", WILDS, "1a 2a 4b 4c * *"),
    Pattern("wilds-apart", WILDS, "1a 1a 2a 2a * *"),
    Pattern("wilds-together", WILDS, "1a * *"),
    Pattern("wilds-together", WILDS, "1a 4a * *"),
    Pattern("wilds-in-one", WILDS, "1a 2a 4a 6a * *"),
    Pattern("wilds-left-over", WILDS, "* *"),
    Pattern("wild-mixed-suits", WILD_PLACE, "1a 2b *", "is_meld"),
    Pattern("wild-mixed-suits", WILD_PLACE, "1a 3b *", "is_meld"),
    Pattern("wild-mixed-suits", WILD_PLACE, "1a 2a 4b *", "is_meld"),
    Pattern("wild-repeated-rank", WILD_PLACE, "1a 2a 2a *", "is_meld"),
    Pattern("wild-repeated-rank", WILD_PLACE, "1a 1a *", "is_meld"),
    Pattern("wild-repeated-rank", WILD_PLACE, "1a 2a 3a 3a * *", "is_meld"),
    Pattern("wild-repeated-suit", WILD_PLACE, "1a 1a 1b *", "is_meld"),
    Pattern("wild-two-ranks", WILD_PLACE, "1a 1b 2c *", "is_meld"),
    Pattern("wild-gap-fits", WILD_PLACE, "1a 3a *", "is_meld"),
    Pattern("wild-gap-too-wide", WILD_PLACE, "1a 4a *", "is_meld"),
    Pattern("wild-gap-too-wide", WILD_PLACE, "1a 2a 5a *", "is_meld"),
    Pattern("wild-two-gaps", WILD_PLACE, "1a 3a 5a *", "is_meld"),
    Pattern("wild-all-gaps", WILDS, "1a 3a 5a * *", "is_meld"),
    Pattern("wild-beyond-four", WILDS, "1a 1b 1c 1d *", "is_meld"),
    Pattern("wild-only-two", WILD_PLACE, "1a *", "is_meld"),
    Pattern("wilds-alone", WILDS, "* * *", "is_meld"),
    Pattern("wilds-and-one", WILDS, "2a * *", "is_meld"),
    Pattern("wilds-and-one", WILDS, "2a * * *", "is_meld"),
    Pattern("wilds-many", WILDS, "2a 3a * * *", "is_meld"),
    Pattern("wilds-adjacent", WILDS, "1a 4a * *", "is_meld"),
    Pattern("wilds-adjacent", WILDS, "1a 2a * *", "is_meld"),
    Pattern("wilds-at-both-ends", WILDS, "2a 3a 4a * *", "is_meld"),
)
ENDS_PATTERNS = (
    Pattern("ace-low-and-high", ENDS, "1a 2a 3a -1a -0a"),
    Pattern("ace-low-and-high", ENDS, "1a 2a 3a 1b 1c -1a -0a"),
    Pattern("ace-around", ENDS, "-0a 1a 2a"),
    Pattern("ace-around", ENDS, "-0a 1a 2a 3a"),
)
"""Places counted from the last rank back, too: `-0` is the last, `-1` the one before."""


def hard_hands(variant: Variant) -> Iterator[tuple[Pattern, CardCase]]:
    """Every pattern as questions of a variant; those about a hand with a discard owed as well, where one is made."""
    deck = variant.deck()
    discards = variant.settings.discard.each_turn
    for pattern in (*PATTERNS, *ENDS_PATTERNS):
        starts = (1,) if pattern in ENDS_PATTERNS else windows(pattern, deck)
        for first in starts:
            for wild in wild_kinds(variant, deck) if "*" in pattern.cards else (JOKER,):
                hand = laid_out(pattern, first, wild, variant)
                if hand is None:
                    continue
                yield pattern, CardCase(pattern.op, texts(hand, deck))
                if pattern.op == "best" and discards and len(hand) > 1 and first == starts[-1]:
                    yield pattern, CardCase("best_after_discard", texts(hand, deck))


def windows(pattern: Pattern, deck: Deck) -> tuple[int, ...]:
    """Where the window begins: low, and as high as the deck goes."""
    wide = max((int(word[:-1]) for word in pattern.cards.split() if word != "*"), default=1)
    last = len(deck.ranks) - wide + 1
    return tuple(dict.fromkeys(first for first in (2, last) if 1 <= first <= last))


def wild_kinds(variant: Variant, deck: Deck) -> list[Card]:
    """A joker, and a card of each wild rank."""
    return [JOKER] * (deck.jokers > 0) + [Card(rank, len(deck.suits)) for rank in variant.settings.wild_ranks]


def laid_out(pattern: Pattern, first: int, wild: Card, variant: Variant) -> tuple[Card, ...] | None:
    """A pattern's cards with its window from a rank on; None where the deck has them not."""
    deck = variant.deck()
    words = pattern.cards.split()
    naturals = [_card(word, first, deck) for word in words if word != "*"]
    wilds = [wild] * words.count("*")
    if not wild.is_joker:  # wilds of a rank are of different suits, from the last on that the pattern itself leaves
        suits = range(len(deck.suits) - naturals.count(wild), 0, -1)
        wilds = [Card(wild.rank, suit) for suit in suits[: len(wilds)]]
    whole = [card for card in (*naturals, *wilds) if card is not None]
    return canonical(whole) if len(whole) == len(words) and deck.holds(whole) else None


def _card(word: str, first: int, deck: Deck) -> Card | None:
    place, suit = word[:-1], "abcd".index(word[-1]) + 1
    rank = len(deck.ranks) + int(place) if place.startswith("-") else first + int(place) - 1
    return Card(rank, suit) if 1 <= rank <= len(deck.ranks) and suit <= len(deck.suits) else None


def texts(hand: Iterable[Card], deck: Deck) -> tuple[str, ...]:
    """Cards as questions have them: in order, each a text."""
    return tuple(card_text(card, deck) for card in canonical(hand))
