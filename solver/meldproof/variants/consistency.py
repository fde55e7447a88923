"""What must hold between the parameters of a variant: ranges, names that exist, tables that are complete."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from meldproof.cards import Deck
from meldproof.errors import NotationError
from meldproof.messages import say
from meldproof.notation import card_text, parse_card
from meldproof.variants.meld_terms import DeckTerms
from meldproof.variants.values import Demand, RankPoints, WildWorth
from meldproof.variants.vocabulary import Settings

MOST_RANKS, MOST_SUITS, MOST_COPIES, MOST_JOKERS, LONGEST_RANK = 26, 8, 8, 24, 4


def inconsistencies(settings: Settings) -> Iterator[tuple[str, str]]:
    """The parameters at fault, each with what would be right."""
    yield from _deck(settings)
    yield from _sizes(settings)
    yield from _points(settings)
    yield from _deal(settings)
    yield from _without_effect(settings)
    yield from _demands(settings)
    objective = settings.arrange.objective
    if not objective or len(set(objective)) != len(objective):
        yield "arrange.objective", say("name at least one figure, and none twice")


def _deck(settings: Settings) -> Iterator[tuple[str, str]]:
    deck = settings.deck
    names = [name.lower() for name in deck.ranks]
    if not 3 <= len(names) <= MOST_RANKS or len(set(names)) != len(names):
        yield "deck.ranks", say("name 3 to {most_ranks} different ranks", most_ranks=MOST_RANKS)
    elif not all(name.isascii() and name.isalnum() and len(name) <= LONGEST_RANK for name in names):
        yield "deck.ranks", say("a rank's name is 1 to {longest_rank} letters or digits", longest_rank=LONGEST_RANK)
    suits = [name.lower() for name in deck.suits]
    if not 1 <= len(suits) <= MOST_SUITS or len(set(suits)) != len(suits):
        yield "deck.suits", say("name 1 to {most_suits} different suits", most_suits=MOST_SUITS)
    elif not all(len(name) == 1 and name.isalpha() for name in suits):
        yield "deck.suits", say("a suit's name is one letter")
    if not all(1 <= number <= MOST_COPIES for number in deck.copies.numbers):
        yield "deck.copies", say("1 to {most_copies} copies", most_copies=MOST_COPIES)
    if not all(0 <= number <= MOST_JOKERS for number in deck.jokers.numbers):
        yield "deck.jokers", say("0 to {most_jokers} jokers", most_jokers=MOST_JOKERS)
    if settings.players.min > settings.players.max or settings.players.max > 20:
        yield "players.max", say("at least players.min, and at most 20")
    turned = settings.wilds.turned
    if turned == "rank" and max(deck.jokers.numbers) and settings.wilds.turned_joker not in deck.ranks:
        yield "wilds.turned_joker", say("{name!r} is no rank of the deck", name=settings.wilds.turned_joker)
    if turned == "next" and (deck.jokers != deck.copies or settings.wilds.ranks):
        yield "wilds.turned", say("printed jokers take the place of the wild card: as many jokers as copies, no ranks")
    if unclear := _unclear_name(deck):
        yield (
            "deck.ranks",
            say("{unclear!r} could be read as another card; choose other names of ranks or suits", unclear=unclear),
        )
    for name in settings.wilds.ranks:
        if name not in deck.ranks:
            yield "wilds.ranks", say("{name!r} is no rank of the deck", name=name)


@lru_cache(maxsize=256)
def _unclear_name(terms: DeckTerms) -> str:
    """A card whose written name is not read as that card."""
    deck = Deck(terms.style, terms.ranks, terms.suits, 1, max(terms.jokers.numbers))
    for card in deck.kinds():
        name = card_text(card, deck)
        try:
            if parse_card(name, deck) != card:
                return name
        except NotationError:
            return name
    return ""


def _deal(settings: Settings) -> Iterator[tuple[str, str]]:
    """The deal must leave a card to draw."""
    deal, who = settings.deal, settings.players
    for players in range(who.min, min(who.max, 20) + 1):
        deck = settings.deck_for(players)
        dealt = deal.cards.at(players) * players + deal.starter_extra + deal.upcard
        if dealt >= deck.size:
            yield (
                "deal.cards",
                say(
                    "{players} players are dealt {dealt} cards of {size}; deal fewer",
                    players=players,
                    dealt=dealt,
                    size=deck.size,
                ),
            )


def _without_effect(s: Settings) -> Iterator[tuple[str, str]]:
    """Values that nothing would ever look at beside the other settings, so that they can't be meant."""
    if s.players.sides != "individual" and s.players.max < 4:
        yield "players.sides", say('pairs take four players; write "individual", or raise players.max')
    if s.turn.first_draw == "upcard-offer" and not (s.deal.upcard and s.draw.discard != "none"):
        yield "turn.first_draw", say('no card is turned up that may be taken; write "as-usual"')
    yield from _conditions(s)
    if s.buy.who == "not-opened" and s.melding.at == "close":
        yield "buy.who", say('nobody opens before the close (melding.at); write "anyone" or "nobody"')
    if s.buy.who != "nobody" and s.draw.when == "if-nothing-laid":
        yield "buy.who", say('nobody leaves the discard by drawing first (draw.when); write "nobody"')
    if s.deal.begins_undrawn and (s.draw.when != "every-turn" or s.turn.first_draw == "upcard-offer"):
        yield (
            "deal.starter_discard",
            say('the first turn begins with no draw anyway (draw.when, turn.first_draw); write "none"'),
        )
    if s.table.rearrange == "none":
        if s.opening.cards == "any":
            yield "opening.cards", say('the table is not rearranged (table.rearrange); write "own"')
        if s.exchange.cards == "hand-or-table":
            yield "exchange.cards", say('the table is not rearranged (table.rearrange); write "hand"')
    elif s.exchange.cards != "none" and s.exchange.then == "keep":
        yield "exchange.then", say('a wild freed by rearranging stays on the table; write "same-turn"')
    if s.exchange.into == "new-meld" and s.exchange.then == "keep" and s.exchange.cards != "none":
        yield "exchange.into", say('a wild that may be kept goes nowhere in that turn (exchange.then); write "any"')
    if s.scoring.hand == "transfer" and s.players.sides != "individual":
        yield "scoring.hand", say("hands are transferred where everybody plays for themselves (players.sides)")
    if s.scoring.hand == "difference":
        for name, price in (("drop.first", s.drop.first), ("drop.later", s.drop.later), ("close.wrong", s.close.wrong)):
            if price:
                yield name, say("hands are compared (scoring.hand), and who has left the deal shows none; write 0")
    if s.close.by == "knock" and s.melding.at == "close" and s.layoff.on not in ("none", "knocker"):
        yield "layoff.on", say('nothing lies on the table before a knock; write "knocker" or "none"')
    if s.close.by == "knock" and s.discard.each_turn and s.discard.to_close != "required":
        yield "discard.to_close", say('a knock takes a discard; write "required"')
    if s.close.by == "knock" and s.discard.face_down:
        yield "discard.face_down", say("a knock shows the hand, and its discard hides nothing; write false")
    if s.close.by == "empty-hand" and s.melding.at == "turn" and s.layoff.on == "knocker":
        yield "layoff.on", say('nobody knocks (close.by); write "own", "side", "any" or "none"')
    if s.bonus.size and not s.bonus.others:
        yield "bonus.others", say("a bonus of 0 is none; write another number, or bonus.size = 0")
    try:
        s.knock.upcard.by_rank(s.deck.ranks)
    except ValueError as error:
        yield "knock.upcard", str(error)
    yield from _winner(s)
    yield from _priced(s)


def _conditions(s: Settings) -> Iterator[tuple[str, str]]:
    """From when on, by whom and with what one may draw, lay and discard."""
    if s.melding.from_turn > 1 and not s.melding.first_turn:
        yield (
            "melding.from_turn",
            say("melding.first_turn says the same less exactly; write true there"),
        )
    if s.draw.discard_from_turn > 1 and s.turn.first_draw == "upcard-offer":
        yield (
            "draw.discard_from_turn",
            say("the first turn offers the card turned up (turn.first_draw); write 1"),
        )
    if s.draw.entry_unopened == "opening":
        if s.table.rearrange != "none":
            yield "draw.entry_unopened", say('the table is rearranged (table.rearrange); write "same" or "forbidden"')
        elif s.draw.entry == "new-meld":
            yield (
                "draw.entry_unopened",
                say('a new meld opens in any case (draw.entry); write "same" or "forbidden"'),
            )


def _demands(s: Settings) -> Iterator[tuple[str, str]]:
    """Melds that are demanded can be laid."""
    for bonus in (bonus for some in s.bonus.melds.alternatives for bonus in some):
        if fault := _unmeetable(bonus, s):
            yield "bonus.melds", fault
    for demand in (demand for some in s.close.melds.alternatives for demand in some):
        if demand.kind != "pair" and (fault := _unmeetable(demand, s)):
            yield "close.melds", fault
        if demand.kind == "pair" and s.layoff.on != "none":
            yield "layoff.on", say('nothing is laid off on the pairs of a knock (close.melds); write "none"')
    demands = s.opening.melds
    for alternative in demands.alternatives:
        if not alternative:
            yield "opening.melds", say("an empty list among others demands nothing; write [] alone")
        for demand in alternative:
            if fault := _unmeetable(demand, s):
                yield "opening.melds", fault
    if s.table.rearrange != "none":
        if any(demand.exactly for alternative in demands.alternatives for demand in alternative):
            yield "opening.melds", say("a table that is rearranged holds other melds too; take out `exactly`")
        if s.melding.new != "any":
            yield (
                "melding.new",
                say('at a table that is rearranged (table.rearrange) new melds come of old ones; write "any"'),
            )
    if s.melding.new == "opening-only" and s.layoff.on not in ("own", "side", "any"):
        yield "melding.new", say('after the opening nothing could be laid (layoff.on); write "any"')


def _unmeetable(demand: Demand, s: Settings) -> str:
    """What is wrong about a demand that no meld of its kind meets."""
    if demand.kind == "pair":
        return say("a pair is no meld that is laid; name sets or runs")
    kinds = {"set": (s.set.min, s.set.max), "run": (s.run.min, s.run.max)}
    bounds = [kinds[kind] for kind in kinds if demand.kind in (kind, "any")]
    if all(demand.max != "any" and demand.max < least for least, _ in bounds):
        return say("no meld of that kind has as few cards as max; raise it")
    if all(most != "any" and demand.min > most for _, most in bounds):
        return say("no meld of that kind has as many cards as min; lower it")
    return ""


def _priced(s: Settings) -> Iterator[tuple[str, str]]:
    """What hands cost, and what that is multiplied by, where they cost anything."""
    terms = s.scoring
    if terms.hand != "none":
        return
    if terms.cap != "any":
        yield "scoring.cap", say('hands cost nothing (scoring.hand); write "any"')
    if terms.unopened != "as-held":
        yield "scoring.unopened", say('hands cost nothing (scoring.hand); write "as-held"')
    if not terms.closer and not terms.others:
        for name, factor in (
            ("scoring.at_once_factor", terms.at_once_factor),
            ("scoring.wild_discard_factor", terms.wild_discard_factor),
        ):
            if factor != 1:
                yield name, say("hands cost nothing and a close adds nothing (scoring.hand); write 1")


def _winner(s: Settings) -> Iterator[tuple[str, str]]:
    """Who wins fits what ends the match."""
    end, winner = s.match.end, s.match.winner
    if (winner == "closer") != (end == "one-deal"):
        yield "match.winner", say('the closer wins a match of one deal (match.end = "one-deal"), and only that')
    elif winner == "last-in" and end != "elimination":
        yield "match.winner", say('nobody is ever out (match.end); write "highest" or "lowest"')


def _sizes(settings: Settings) -> Iterator[tuple[str, str]]:
    groups = (("set", settings.set.min, settings.set.max), ("run", settings.run.min, settings.run.max))
    for kind, least, most in groups:
        if most != "any" and most < least:
            yield f"{kind}.max", say("at least {kind}.min ({least})", kind=kind, least=least)
    if settings.set.suits == "three" and len(settings.deck.suits) < 3:
        yield "set.suits", say("the deck has fewer than three suits (deck.suits)")


def _points(settings: Settings) -> Iterator[tuple[str, str]]:
    ranks = settings.deck.ranks
    yield from _table("points.ranks", settings.points.ranks, ranks, set(range(2, len(ranks) + 1)))
    wilds = settings.wilds
    worths = (
        ("wilds.joker.melded", wilds.joker.melded),
        ("wilds.joker.opening", wilds.joker.opening),
        ("wilds.ranked.melded", wilds.ranked.melded),
        ("wilds.ranked.opening", wilds.ranked.opening),
    )
    for name, worth in worths:
        if isinstance(worth.worth, RankPoints):
            yield from _table(name, worth.worth, ranks, set(range(1, len(ranks) + 1)))
        if worth == WildWorth("as-melded") and name.endswith("melded"):
            yield name, say('"as-melded" says nothing here; write a number or "represented"')
    ace = settings.points.ace
    if max(settings.opening.points.numbers) > 0:  # a meld that opens the less for being laid is no game's rule
        for place, points in (("low", ace.low), ("high", ace.high), ("set", ace.set)):
            if points < 0:
                yield f"points.ace.{place}", say("at least 0 where an opening counts points (opening.points)")


def _table(name: str, points: RankPoints, ranks: tuple[str, ...], wanted: set[int]) -> Iterator[tuple[str, str]]:
    try:
        given = set(points.by_rank(ranks))
    except ValueError as error:
        yield name, str(error)
        return
    if given != wanted:
        odd = sorted(given ^ wanted)
        found = " ".join(ranks[rank - 1] for rank in odd)
        yield name, say("give points to every rank asked for, once: look at {ranks}", ranks=found)
