"""What cards are worth, in a line."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from meldproof.variants.values import RankPoints, WildWorth, to_plain
from meldproof.variants.vocabulary import Settings

Words = tuple[str, str]
"""English and Spanish."""


def joined(found: list[Words]) -> Words:
    """Parts of a sentence."""
    return "; ".join(en for en, _ in found), "; ".join(es for _, es in found)


def worth_words(s: Settings) -> Words:
    """What cards are worth: ranks by their points, then the ace, the wild ranks and the joker."""
    first, ranks = s.deck.ranks[0], s.deck.ranks
    by_rank = {
        ranks[rank - 1]: number
        for rank, number in s.points.ranks.by_rank(ranks).items()
        if rank != 1 and (ranks[rank - 1] not in s.wilds.ranks or s.wilds.natural != "never")
    }
    found: list[Words] = []
    pips = [name for name, number in by_rank.items() if number == printed(name)]
    if len(pips) > 2:
        least, most = _shown(pips[0]), _shown(pips[-1])
        spans = _spans(pips, ranks)
        english, spanish = (
            (f"{least} to {most}", f"del {least} al {most}") if spans == [pips] else _alike(_listed(spans))
        )
        found.append((f"{english}: their number", f"{spanish}: su número"))
        by_rank = {name: number for name, number in by_rank.items() if name not in pips}
    for number in sorted(set(by_rank.values())):
        names = [name for name, points in by_rank.items() if points == number]
        found.append(_alike(f"{_listed(_spans(names, ranks))}: {number}"))
    found.append(_ace(s, first))
    for name in s.wilds.ranks:
        found += _wild((f"a wild {name}", f"el {name} (mono)"), s.wilds.ranked.melded, s.wilds.ranked.hand)
    if max(s.deck.jokers.numbers) > 0:
        joker = ("a joker", "el morrucho" if s.wilds.ranks else "el comodín")
        found += _wild(joker, s.wilds.joker.melded, s.wilds.joker.hand)
    return joined(found)


def _spans(names: list[str], ranks: Sequence[str]) -> list[list[str]]:
    """Ranks in their order, cut where the deck has others between them."""
    spans: list[list[str]] = []
    for name in names:
        if spans and ranks.index(spans[-1][-1]) + 1 == ranks.index(name):
            spans[-1].append(name)
        else:
            spans.append([name])
    return spans


def _listed(spans: list[list[str]]) -> str:
    return ", ".join(_shown(span[0]) + (f"–{_shown(span[-1])}" if len(span) > 1 else "") for span in spans)


def _ace(s: Settings, first: str) -> Words:
    """What an ace is worth: the most frequent of its values, then the places where it is worth another."""
    ace, last = s.points.ace, s.deck.ranks[-1]
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


def _wild(name: Words, melded: WildWorth, hand: int) -> list[Words]:
    worth = to_plain(melded)
    if isinstance(melded.worth, RankPoints):
        by_rank: dict[int, list[str]] = {}
        for ranks, points in melded.worth.pairs:
            by_rank.setdefault(points, []).append(_range_shown(ranks))
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


def _range_shown(ranks: str) -> str:
    """`2-7`, `8-K` or `A` as they are printed."""
    return "–".join(map(_shown, ranks.split("-")))


def _shown(name: str) -> str:
    """A rank as it is printed."""
    return "10" if name == "T" else name


def printed(name: str) -> int:
    """The number printed on a card, or 0."""
    return int(name) if name.isdigit() else 10 if name == "T" else 0


def _alike(said: str) -> Words:
    return said, said
