"""What a clause says that was true in the file that wrote it, and is so no longer in the variant that took it over."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache
from pathlib import Path

from meldproof.errors import VariantError
from meldproof.proving.spoken_numbers import Counted, numbers_counted, numbers_in, thresholds_in
from meldproof.variants.clauses import Clause, RuleFile, Text, read_rule_file
from meldproof.variants.loading import Variant, find_rule_file, load_variant
from meldproof.variants.values import to_plain
from meldproof.variants.vocabulary import Settings

Figures = Mapping[str, frozenset[int]]
"""Numbers by where they come from: a parameter, or what the deck and the players come to."""
LEAST = 2
"""Smaller numbers are articles, or left unsaid."""
NOT_OF: Mapping[Counted, tuple[str, ...]] = {
    "players": ("rank", "points.", "scoring.", "deck.", "deal.", "set.", "run.", "stock.", "opening.", "wilds."),
    "cards": ("rank", "points.", "players", "match.", "deck.suits"),
    "points": ("rank", "players", "deck", "naturals", "dealt", "deal.cards", "set.", "run.", "stock."),
    "": (),
}
"""Where a number of players, of cards, of points does not come from."""
TEN = 10
FOR = " for "
"""Between a figure and the number of players for which it holds."""
THERE: tuple[tuple[str, Text, Text, Callable[[Settings], bool]], ...] = (
    (
        r"\b(?:jokers?|morruchos?|comod[ií]n(?:es)?)\b",
        Text("speaks of jokers; here there are none", "habla de comodines; acá no los hay"),
        Text("speaks of jokers as if there were none", "habla de comodines como si no los hubiera"),
        lambda s: max(s.deck.jokers.numbers) > 0 or bool(s.wilds.ranks),
    ),
    (
        r"\b(?:knock\w*|golpe\w*)\b",
        Text("speaks of knocking; here nobody knocks", "habla de golpear; acá nadie golpea"),
        Text("speaks of knocking as if nobody did", "habla de golpear como si nadie lo hiciera"),
        lambda s: s.close.by == "knock",
    ),
)
"""What a text may speak of: its words, what is untrue of it where it is gone, where it is new, and whether it is."""
NOTHING_HOLDS = Text("nothing of what it sets exists here", "acá no existe nada de lo que fija")


def no_longer_true(variant: Variant, spec_path: Sequence[str | Path] = ()) -> dict[str, Text]:
    """By a clause's key what is no longer so: numbers that came from elsewhere, what came or went, or all that it sets.

    A number that a clause sets is its own, and one that nothing made where it was written says nothing of the rules.
    One that could come from several is let be as long as one of them still has it.
    """
    homes = {file.id: file for file in _chain(read_rule_file(Path(variant.path)), [Path(path) for path in spec_path])}
    here = _figures(variant)
    found: dict[str, Text] = {}
    for clause in variant.clauses:
        home = homes.get(clause.key.partition("/")[0])
        if clause.values and clause.key not in variant.provenance.values():
            found[clause.key] = NOTHING_HOLDS
        elif home is not None and not clause.reading and (there := _loaded(home.path, tuple(map(str, spec_path)))):
            said = [_said(number, now) for number, now in _changed(clause, _figures(there), here)]
            said += _come_or_gone(clause, there.settings, variant.settings)
            if said:
                found[clause.key] = Text("; ".join(text.en for text in said), "; ".join(text.es for text in said))
    return found


def _come_or_gone(clause: Clause, there: Settings, here: Settings) -> Iterator[Text]:
    """What the clause speaks of that was there where it was written and isn't here, or the other way round."""
    for words, gone, new, is_there in THERE:
        if is_there(there) != is_there(here) and re.search(words, f"{clause.text.en} {clause.text.es}", re.IGNORECASE):
            yield new if is_there(here) else gone


def _changed(clause: Clause, there: Figures, here: Figures) -> Iterator[tuple[int, tuple[int, ...]]]:
    """Numbers that the clause says and that are no longer so, each with what stands in its place."""
    own = {n for value in clause.values.values() for n in _all_numbers(to_plain(value))}
    asked = dict.fromkeys(
        pair for language in ("en", "es") for pair in numbers_counted(clause.text[language], language)
    )
    done: set[int] = set()
    for number, counted in asked:
        if number < LEAST or number in own or number in done:
            continue
        sources = [
            name for name, numbers in there.items() if number in numbers and not name.startswith(NOT_OF[counted])
        ]
        kinds = {name.partition(FOR)[0] for name in sources}
        of_the_kind = {name: numbers for name, numbers in here.items() if name.partition(FOR)[0] in kinds}
        if sources and not any(number in numbers for numbers in of_the_kind.values()):
            done.add(number)
            now = [here[name] for name in sources if name in here] or of_the_kind.values()
            yield number, tuple(sorted({n for numbers in now for n in numbers}))


def _said(number: int, now: tuple[int, ...]) -> Text:
    if not now:
        return Text(f"says {number}; there is no such here", f"dice {number}; acá no lo hay")
    numbers = ", ".join(map(str, now[:-1]))
    english, spanish = (f"{numbers} {word} {now[-1]}" if numbers else str(now[-1]) for word in ("or", "o"))
    return Text(f"says {number}; here it is {english}", f"dice {number}; acá es {spanish}")


def _figures(variant: Variant) -> Figures:
    s = variant.settings
    found = {name: frozenset(_all_numbers(value)) for name, value in variant.plain().items()}
    found["players"] = frozenset(range(s.players.min, s.players.max + 1))
    found["ranks"] = frozenset({len(s.deck.ranks)})
    found["suits"] = frozenset({len(s.deck.suits)})
    for place, rank in enumerate(s.deck.ranks, 1):
        found[f"rank {rank}"] = frozenset({int(rank) if rank.isdigit() else TEN if rank == "T" else place})
    for players in found["players"]:
        deck, dealt = s.deck_for(players), s.deal.cards.at(players)
        found[f"deck{FOR}{players}"] = frozenset({deck.size})
        found[f"naturals{FOR}{players}"] = frozenset({deck.size - deck.jokers})
        found[f"dealt{FOR}{players}"] = frozenset({dealt + s.deal.starter_extra})
    return found


def _all_numbers(value: object) -> Iterator[int]:
    yield from numbers_in(value)
    for step in thresholds_in(value):
        yield from (step, step - 1)


@lru_cache(maxsize=32)
def _loaded(path: str, spec_path: tuple[str, ...]) -> Variant | None:
    """The variant of a file as it stands; None for one that is none."""
    try:
        return load_variant(path, spec_path=spec_path)
    except VariantError:
        return None


def _chain(file: RuleFile, folders: Sequence[Path]) -> Iterator[RuleFile]:
    """The file and those that it extends."""
    while True:
        yield file
        if not file.extends:
            return
        file = find_rule_file(file.extends, folders, Path(file.path).parent)
