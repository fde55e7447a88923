"""A turn and a score to follow: one whole turn with small cards, and what a small finished deal brings, line by line.

Every step is played by the referee before it is shown.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from msgspec.structs import replace

from meldproof.cards import JOKER, Card, Meld, canonical
from meldproof.checking.verdict import check_cards
from meldproof.errors import MeldproofError
from meldproof.messages import LANGUAGES, in_language
from meldproof.notation import card_text, meld_texts
from meldproof.playing import actions as a
from meldproof.playing.faults import IllegalAction
from meldproof.playing.game import apply
from meldproof.playing.scoring import ScoreLine, score_deal, totals
from meldproof.playing.state import MatchState, Phase
from meldproof.reference.document import Row, Step
from meldproof.reference.glance import nouns
from meldproof.reference.meld_examples import natural_slot, points
from meldproof.reference.play_positions import ME, OTHER, Blocks, blocks, position
from meldproof.reference.play_words import action_words
from meldproof.reference.refusals import seen_by_the_mover, with_names
from meldproof.reference.score_examples import rows_of, sample_deal
from meldproof.reference.words import of_tiles
from meldproof.rules.worth import point_tables, points_of_meld
from meldproof.variants.clauses import Text
from meldproof.variants.loading import Variant


def sample_turn(variant: Variant) -> tuple[Step, ...]:
    """A turn from the draw to its end; empty where no small turn can be made of the variant's cards."""
    found = blocks(variant)
    return tuple(_turn(variant, found)) if found else ()


class Plan(NamedTuple):
    """A turn to play: the hand before the draw, what others have laid, the card drawn, the melds laid, the discard."""

    hand: tuple[Card, ...]
    table: tuple[Meld, ...]
    drawn: Card
    melds: tuple[Meld, ...]
    away: Card


def _turn(variant: Variant, b: Blocks) -> Iterator[Step]:
    plan = _opening_plan(variant, b) if least_of(variant) else _plan(variant, b)
    if plan is None:
        return
    hand = plan.hand if variant.settings.draw.when == "every-turn" else (*plan.hand, plan.drawn)
    match = position(
        variant, hand, (), table=[(meld, OTHER) for meld in plan.table],
        pile=[b.strays[0]] if variant.settings.discard.each_turn else [], phase=_first_phase(variant), turns=3,
    ).match  # fmt: skip
    _, many = nouns(variant.deck())
    short = Text(
        f"You hold these {many[0]}; to be short, your hand is small.",
        f"Tenés estas {many[1]}; para no alargar, la mano es chica.",
    )
    yield Step(short, _rows(match))
    for action in _actions(variant, plan):
        assert match.deal is not None
        if match.deal.to_move != ME or match.deal.phase in ("over", "defence"):
            break
        try:
            after = apply(match, action)
        except (IllegalAction, MeldproofError, AssertionError):
            continue
        yield Step(_told(action, after, variant, plan), _rows(after))
        match = after


def _first_phase(variant: Variant) -> Phase:
    return "draw" if variant.settings.draw.when == "every-turn" else "play"


def least_of(variant: Variant) -> int:
    """What an opening must be worth where nobody has any points."""
    least: int = variant.settings.opening.points.at(0)
    return least


def _plan(variant: Variant, b: Blocks) -> Plan:
    """A run laid and the card drawn added to it, beside a set of another player's."""
    one, two = b.strays
    table = (b.set,) if b.set is not None and variant.settings.melding.at == "turn" else ()
    return Plan((*b.run.cards, one, two), table, b.extra, (b.run,), two)


def _opening_plan(variant: Variant, b: Blocks) -> Plan | None:
    """The fewest sets that are worth an opening, and the card drawn added to the last; None where none are found."""
    deck, size = variant.deck(), variant.settings.set.min
    tables, ranks = point_tables(variant.settings), range(1, len(deck.ranks) + 1)
    plain = sorted(
        set(ranks) - set(variant.settings.wild_ranks), key=lambda rank: (-tables.melded.natural_in_set[rank], rank)
    )
    for wilds in range(deck.jokers + 1):
        for number in range(max(wilds, 1), MOST_SETS + 1):
            melds = tuple(
                made
                for place, rank in enumerate(plain[:number])
                if (made := _set_of(variant, rank, size, wild=place >= number - wilds)) is not None
            )
            worth = sum(points_of_meld(meld, tables.opening) for meld in melds)
            if len(melds) < number or worth < least_of(variant):
                continue
            drawn = Card(plain[number - 1], len(deck.suits))
            hand = (*(card for meld in melds for card in meld.cards), b.run.cards[0], b.strays[1])
            if len(hand) <= variant.settings.deal.cards.at(variant.settings.players.min):
                return Plan(hand, (), drawn, melds, b.strays[1])
    return None


MOST_SETS = 4
"""Sets tried for an opening to show."""


def _set_of(variant: Variant, rank: int, size: int, *, wild: bool) -> Meld | None:
    """A set of the first suits, its last card a joker if so wished."""
    cards = [Card(rank, suit) for suit in range(1, size + 1 - wild)]
    verdict = check_cards(variant, [*cards, JOKER] if wild else cards)
    return verdict.meld if verdict.legal and verdict.kind == "set" else None


def _actions(variant: Variant, plan: Plan) -> list[a.Action]:
    """What to try, in order; what the rules refuse is left out."""
    melds = tuple(" ".join(meld_texts(meld, variant.deck())) for meld in plan.melds)
    drawn, away = _name(variant, plan.drawn), _name(variant, plan.away)
    draws = [a.Draw(card=drawn)] if variant.settings.draw.when == "every-turn" else []
    return [
        *draws,
        a.Knock(discard=away, melds=(*melds[:-1], f"{melds[-1]} {drawn}")),
        a.LayMelds(melds=melds),
        a.LayOff(meld=len(plan.table) + len(melds) - 1, cards=drawn),
        a.Discard(card=away),
        a.EndTurn(),
    ]


def _name(variant: Variant, card: Card) -> str:
    return card_text(card, variant.deck())


def _told(action: a.Action, after: MatchState, variant: Variant, plan: Plan) -> Text:
    said = action_words(action, variant.deck())
    card = action_words(a.LayOff(cards=_name(variant, plan.drawn)), variant.deck())
    if isinstance(action, a.Draw):
        name = card.en.removeprefix("lay off ")
        return Text(f"Draw from the stock: it is {name}.", f"Robás del mazo: sale {name}.")
    if isinstance(action, a.LayMelds):
        return _laid(variant, plan.melds)
    if isinstance(action, a.LayOff):
        to = {"run": "la escalera", "set": "la pierna"}[plan.melds[-1].kind]
        return Text(
            f"{_capital(said.en)} to the {plan.melds[-1].kind}.".replace("Lay off", "Add"), f"{_you(said.es)} a {to}."
        )
    if isinstance(action, a.EndTurn):
        return Text("The turn ends.", "Termina el turno.")
    return Text(f"{_capital(said.en)}.", f"{_you(said.es)}.")


def _laid(variant: Variant, melds: Sequence[Meld]) -> Text:
    """The melds laid and their worth; an opening with the points that it needs."""
    tables, least = point_tables(variant.settings), least_of(variant)
    worths = tables.opening if least else tables.melded
    worth = sum(points_of_meld(meld, worths) for meld in melds)
    kind = melds[0].kind
    what = Text(*{"run": ("a run", "una escalera"), "set": ("a set", "una pierna")}[kind])
    if len(melds) > 1:
        plural = {"run": ("runs", "escaleras"), "set": ("sets", "piernas")}[kind]
        what = Text(f"{len(melds)} {plural[0]}", f"{len(melds)} {plural[1]}")
    if not least:
        return Text(f"Lay {what.en}, {points(worth, 0)}.", f"Bajás {what.es} de {points(worth, 1)}.")
    return Text(
        f"Lay {what.en}, {points(worth, 0)}: your opening, which needs {least}.",
        f"Bajás {what.es}, {points(worth, 1)}: es tu apertura, que pide {least}.",
    )


def _you(done: str) -> str:
    """`descartar J♦` as what you do: `Descartás J♦`."""
    verb, _, rest = done.partition(" ")
    comma = "," * verb.endswith(",")
    return f"{_capital(verb.rstrip(',')[:-2])}ás{comma} {rest}"


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _rows(match: MatchState) -> tuple[Row, ...]:
    deal = match.deal
    assert deal is not None
    rows = [
        Row(
            Text("on the table, yours", "en la mesa, tuya")
            if lying.owner == ME
            else Text("on the table, another player's", "en la mesa, de otro jugador"),
            lying.meld.slots,
        )
        for lying in deal.table
    ]
    if deal.spread is not None:
        rows += [Row(Text("you knock with", "cortás con"), meld.slots) for meld in deal.spread.melds]
    hand = canonical(deal.hands[ME].cards)
    if hand:
        rows.append(Row(Text("your hand", "tu mano"), tuple(natural_slot(card) for card in hand)))
    return tuple(rows)


def sample_score(variant: Variant) -> tuple[Step, ...]:
    """A finished deal, then every line of its score, then what each player scores."""
    match = sample_deal(variant)
    if match is None or match.deal is None:
        return ()
    try:
        lines, in_spanish = (_lines(match, language) for language in LANGUAGES)
    except (MeldproofError, AssertionError, KeyError):
        return ()
    steps = [Step(_how_it_ended(variant), rows_of(match))]
    for line, said in zip(lines, in_spanish, strict=True):
        who = ("You", "Vos") if line.player == ME else ("The other", "El otro")
        why = _reason(Text(line.reason, said.reason), variant, mine=line.player == ME)
        steps.append(Step(Text(f"{who[0]}: {why.en}: {line.points:+}.", f"{who[1]}: {why.es}: {line.points:+}."), ()))
    mine, theirs = totals(match, lines)[:2]
    steps.append(
        Step(Text(f"In all: you {mine:+}, the other {theirs:+}.", f"En total: vos {mine:+}, el otro {theirs:+}."), ())
    )
    return tuple(steps)


def _lines(match: MatchState, language: str) -> tuple[ScoreLine, ...]:
    """The score's lines in a language, the players called as in a position."""
    names = [seen_by_the_mover(seat, match.players) for seat in range(match.players)]
    with in_language(language):
        lines = score_deal(match)
    return tuple(replace(line, reason=with_names(line.reason, language, names)) for line in lines)


def _how_it_ended(variant: Variant) -> Text:
    if variant.settings.close.by == "knock":
        return Text("You knock; the deal is over.", "Golpeás; la mano terminó.")
    ended = Text("You have no cards left: the deal is over.", "Te quedaste sin cartas: la mano terminó.")
    return of_tiles(ended, variant.settings.deck.style)


def _reason(reason: Text, variant: Variant, *, mine: bool) -> Text:
    head, _, cards = reason.en.partition("laid: ")
    if cards and not head:
        said = action_words(a.LayMelds(melds=(cards,)), variant.deck())
        did = "bajaste" if mine else "bajó"
        return Text(f"laid {said.en.removeprefix('lay ')}", f"{did} {said.es.removeprefix('bajar ')}")
    return reason
