"""A turn and a score to follow: one whole turn with small cards, and what a small finished deal brings, line by line.

Every step is played by the referee before it is shown.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from meldproof.cards import Card, canonical
from meldproof.errors import MeldproofError
from meldproof.messages import in_language
from meldproof.notation import card_text, meld_texts
from meldproof.playing import actions as a
from meldproof.playing.faults import IllegalAction
from meldproof.playing.game import apply
from meldproof.playing.scoring import score_deal, totals
from meldproof.playing.state import MatchState
from meldproof.reference.document import Row, Step
from meldproof.reference.glance import nouns
from meldproof.reference.meld_examples import natural_slot, points
from meldproof.reference.play_positions import ME, OTHER, Blocks, blocks, position
from meldproof.reference.play_words import action_words
from meldproof.reference.score_examples import rows_of, sample_deal
from meldproof.reference.words import of_tiles
from meldproof.rules.worth import meld_worth, point_tables
from meldproof.variants.clauses import Text
from meldproof.variants.loading import Variant

REASONS: Mapping[str, str] = {
    "left in hand": "queda en la mano",
    "difference of deadwood": "diferencia entre las sueltas",
    "deadwood of the defender": "sueltas del otro",
    "no deadwood": "sin sueltas",
    "undercut": "el otro tiene menos sueltas",
    "exact cut": "corte justo",
    "another player's long run": "escalera larga de otro",
}


def sample_turn(variant: Variant) -> tuple[Step, ...]:
    """A turn from the draw to its end; empty where no small turn can be made of the variant's cards."""
    found = blocks(variant)
    return tuple(_turn(variant, found)) if found else ()


def _turn(variant: Variant, b: Blocks) -> Iterator[Step]:
    one, two = b.strays
    table = [(b.set, OTHER)] if b.set is not None and variant.settings.melding.at == "turn" else []
    match = position(
        variant, [*b.run.cards, one, two], (), table=table, pile=[one] if _has_pile(variant) else [],
        phase="draw" if variant.settings.draw.when == "every-turn" else "play", opened=True, turns=3,
    ).match  # fmt: skip
    _, many = nouns(variant.deck())
    yield Step(Text(f"You hold these {many[0]}.", f"Tenés estas {many[1]}."), _rows(match))
    drawn = False
    for action in _plan(variant, b, len(table)):
        assert match.deal is not None
        if match.deal.to_move != ME or match.deal.phase in ("over", "defence"):
            break
        if isinstance(action, a.LayOff) and not drawn and variant.settings.draw.when == "every-turn":
            continue
        try:
            after = apply(match, action)
        except (IllegalAction, MeldproofError, AssertionError):
            continue
        drawn = drawn or isinstance(action, a.Draw)
        yield Step(_told(action, after, variant, b), _rows(after))
        match = after


def _has_pile(variant: Variant) -> bool:
    return variant.settings.discard.each_turn


def _plan(variant: Variant, b: Blocks, table: int) -> list[a.Action]:
    """What to try, in order; what the rules refuse is left out. The last card drawn extends the run."""
    _, two = b.strays
    run = " ".join(meld_texts(b.run, variant.deck()))
    extra = _name(variant, b.extra)
    plan: list[a.Action] = []
    if variant.settings.draw.when == "every-turn":
        plan.append(a.Draw(card=extra))
    plan += [
        a.Knock(discard=_name(variant, two), melds=(f"{run} {extra}",)),
        a.LayMelds(melds=(run,)),
        a.LayOff(meld=table, cards=extra),
        a.Discard(card=_name(variant, two)),
        a.EndTurn(),
    ]
    return plan


def _name(variant: Variant, card: Card) -> str:
    return card_text(card, variant.deck())


def _told(action: a.Action, after: MatchState, variant: Variant, b: Blocks) -> Text:
    said = action_words(action, variant.deck())
    card = action_words(a.LayOff(cards=_name(variant, b.extra)), variant.deck())
    if isinstance(action, a.Draw):
        name = card.en.removeprefix("lay off ")
        return Text(f"Draw from the stock: it is {name}.", f"Robás del mazo: sale {name}.")
    if isinstance(action, a.LayMelds):
        worth = points(meld_worth(b.run, point_tables(variant.settings).melded), 0)
        valor = points(meld_worth(b.run, point_tables(variant.settings).melded), 1)
        return Text(f"Lay a run, {worth}.", f"Bajás una escalera de {valor}.")
    if isinstance(action, a.LayOff):
        return Text(f"{_capital(said.en)} to it.".replace("Lay off", "Add"), f"{_you(said.es)} a la escalera.")
    if isinstance(action, a.EndTurn):
        return Text("The turn ends.", "Termina el turno.")
    return Text(f"{_capital(said.en)}.", f"{_you(said.es)}.")


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
        with in_language("en"):
            lines = score_deal(match)
    except (MeldproofError, AssertionError, KeyError):
        return ()
    steps = [Step(_how_it_ended(variant), rows_of(match))]
    for line in lines:
        who = ("You", "Vos") if line.player == ME else ("The other", "El otro")
        why = _reason(line.reason, variant, mine=line.player == ME)
        steps.append(Step(Text(f"{who[0]}: {why.en}: {line.points:+}.", f"{who[1]}: {why.es}: {line.points:+}."), ()))
    mine, theirs = totals(match, lines)[:2]
    steps.append(
        Step(Text(f"In all: you {mine:+}, the other {theirs:+}.", f"En total: vos {mine:+}, el otro {theirs:+}."), ())
    )
    return tuple(steps)


def _how_it_ended(variant: Variant) -> Text:
    if variant.settings.close.by == "knock":
        return Text("You knock; the deal is over.", "Golpeás; la mano terminó.")
    ended = Text("You have no cards left: the deal is over.", "Te quedaste sin cartas: la mano terminó.")
    return of_tiles(ended, variant.settings.deck.style)


def _reason(reason: str, variant: Variant, *, mine: bool) -> Text:
    head, _, cards = reason.partition("laid: ")
    if cards and not head:
        said = action_words(a.LayMelds(melds=(cards,)), variant.deck())
        did = "bajaste" if mine else "bajó"
        return Text(f"laid {said.en.removeprefix('lay ')}", f"{did} {said.es.removeprefix('bajar ')}")
    return Text(reason, REASONS.get(reason, reason))
