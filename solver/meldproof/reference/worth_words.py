"""What cards are worth, in a line."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from meldproof.cards import Deck
from meldproof.pictures.names import shown_rank
from meldproof.variants.values import RankPoints, WildWorth, to_plain
from meldproof.variants.vocabulary import Settings

Words = tuple[str, str]
"""English and Spanish."""


def joined(found: list[Words]) -> Words:
    """Parts of a sentence."""
    return "; ".join(en for en, _ in found), "; ".join(es for _, es in found)


def worth_words(s: Settings) -> Words:
    """What cards are worth: ranks by their points, then the ace, the wild ranks and the joker."""
    deck, ranks = s.deck_for(s.players.min), s.deck.ranks
    by_rank = {
        ranks[rank - 1]: number
        for rank, number in s.points.ranks.by_rank(ranks).items()
        if rank != 1 and (ranks[rank - 1] not in s.wilds.ranks or s.wilds.natural != "never")
    }
    found = rank_words(by_rank, deck)
    found.append(_first_rank(s, deck))
    for called in _ranked_names(s, deck):
        found += _wild(called, s.wilds.ranked.melded, s.wilds.ranked.hand, deck)
    if max(s.deck.jokers.numbers) > 0:
        joker = ("a joker", "el morrucho" if s.wilds.ranks else "el comodín")
        if s.wilds.turned == "next":
            joker = ("a card that is wild", "la carta comodín")
        found += _wild(joker, s.wilds.joker.melded, s.wilds.joker.hand, deck)
    return joined(found)


def rank_words(by_rank: Mapping[str, int], deck: Deck) -> list[Words]:
    """Numbers by rank: those that are printed on the cards, then the others from the lowest on."""
    ranks, found = deck.ranks, list[Words]()
    pips = [name for name, number in by_rank.items() if 0 < number == printed(name)]
    if len(pips) > 2:
        least, most = shown_rank(pips[0], deck), shown_rank(pips[-1], deck)
        spans = _spans(pips, ranks)
        english, spanish = (
            (f"{least} to {most}", f"del {least} al {most}") if spans == [pips] else _alike(_listed(spans, deck))
        )
        found.append((f"{english}: their number", f"{spanish}: su número"))
        by_rank = {name: number for name, number in by_rank.items() if name not in pips}
    for number in sorted(set(by_rank.values())):
        names = [name for name, points in by_rank.items() if points == number]
        found.append(_alike(f"{_listed(_spans(names, ranks), deck)}: {number}"))
    return found


def _ranked_names(s: Settings, deck: Deck) -> list[Words]:
    """What cards of wild ranks are called: by their ranks, or as what the deal finds."""
    if s.wilds.turned == "rank":
        return [("a card of the wild rank", "la carta del valor comodín (mono)")]
    return [(f"a wild {name}", f"el {name} (mono)") for name in (shown_rank(rank, deck) for rank in s.wilds.ranks)]


def _spans(names: list[str], ranks: Sequence[str]) -> list[list[str]]:
    """Ranks in their order, cut where the deck has others between them."""
    spans: list[list[str]] = []
    for name in names:
        if spans and ranks.index(spans[-1][-1]) + 1 == ranks.index(name):
            spans[-1].append(name)
        else:
            spans.append([name])
    return spans


def _listed(spans: list[list[str]], deck: Deck) -> str:
    return ", ".join(_range_shown("-".join({span[0]: "", span[-1]: ""}), deck) for span in spans)


def _first_rank(s: Settings, deck: Deck) -> Words:
    """What the ace, or whatever the first rank is, is worth: most often, then the places where it is another number."""
    ace, first, last = s.points.ace, shown_rank(deck.ranks[0], deck), shown_rank(deck.ranks[-1], deck)
    places = {
        ("in hand", "en la mano"): ace.hand,
        ("in a set", "en una pierna"): ace.set,
    }
    if s.run.ends != "high":
        places["at the low end of a run", "en la punta baja de una escalera"] = ace.low
    if s.run.ends != "low":
        places[f"after {last}", f"después de {last}"] = ace.high
    usual = Counter(places.values()).most_common(1)[0][0]
    rest: dict[int, list[Words]] = {}
    for place, worth in places.items():
        if worth != usual:
            rest.setdefault(worth, []).append(place)
    english = "".join(f", but {worth} {' and '.join(en for en, _ in where)}" for worth, where in rest.items())
    spanish = "".join(f", pero {worth} {' y '.join(es for _, es in where)}" for worth, where in rest.items())
    return f"{first}: {usual}{english}", f"{first}: {usual}{spanish}"


def _wild(name: Words, melded: WildWorth, hand: int, deck: Deck) -> list[Words]:
    worth = to_plain(melded)
    if isinstance(melded.worth, RankPoints):
        by_rank: dict[int, list[str]] = {}
        for ranks, points in melded.worth.pairs:
            by_rank.setdefault(points, []).append(_range_shown(ranks, deck))
        english = ", ".join(f"{points} for {' and '.join(ranks)}" for points, ranks in by_rank.items())
        spanish = ", ".join(f"{points} por {' y '.join(ranks)}" for points, ranks in by_rank.items())
        return [(f"{name[0]}: {english}, {hand} in hand", f"{name[1]}: {spanish}, {hand} en la mano")]
    if worth == hand:
        return [(f"{name[0]}: {hand}", f"{name[1]}: {hand}")]
    said = (
        (f"{name[0]}: {worth} in a meld", f"{name[1]}: {worth} en una combinación")
        if isinstance(worth, int)
        else (f"{name[0]}: by the card it stands for", f"{name[1]}: según la carta que reemplaza")
    )
    return [(f"{said[0]}, {hand} in hand", f"{said[1]}, {hand} en la mano")]


def _range_shown(ranks: str, deck: Deck) -> str:
    """`2-7`, `8-K` or `A` as they are printed."""
    return "–".join(shown_rank(name, deck) for name in ranks.split("-"))


def printed(name: str) -> int:
    """The number printed on a card, or 0."""
    return int(name) if name.isdigit() else 10 if name == "T" else 0


def _alike(said: str) -> Words:
    return said, said
