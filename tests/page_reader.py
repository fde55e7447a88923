"""Reads an example of a rule page back into a question: the position from its rows and words, the play, the verdict.

It knows only what a reader of the page knows. What the page leaves unsaid is as in the middle of a deal: the draw is
made where the play comes after it, and a player has opened who has a meld on the table or of whom the page says so.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import NamedTuple

from msgspec.structs import replace

from meldproof.errors import MeldproofError
from meldproof.notation import card_text, meld_texts, parse_cards, slot_text
from meldproof.playing import actions as a
from meldproof.playing.advice import TableMeld
from meldproof.playing.faults import IllegalAction, UnclearAction
from meldproof.playing.game import apply
from meldproof.playing.state import MatchState, new_match
from meldproof.reference.document import Example, Row
from meldproof.variants.loading import Variant
from meldproof.witnesses.questions import PlayCase, Situation, start

SIGNS = {"♠": "s", "♥": "h", "♦": "d", "♣": "c"}
OWNERS = {"on the table, yours": 0, "on the table, another player's": 1, "on the table, your partner's": 2}
PLAIN = r"(?:\d{1,2}|[ATJQK])[shdcrbky]"
CARD = rf"(?:JK|{PLAIN})(?:={PLAIN})?"
CARDS = rf"{CARD}(?: {CARD})*"
MELDS = rf"{CARDS}(?:; {CARDS})*"


class Speech(NamedTuple):
    """How a language tells a play: patterns of what is special about the position and of the plays, each with its name;
    the word before the first play and before others, and who begins; what may follow, and how begins what is no play."""

    phrases: dict[str, str]
    plays: dict[str, str]
    first: str
    then: str
    begins: str
    after: str
    no_play: str


ENGLISH = Speech(
    phrases={
        r"with (\d+) players": "players", r"in pairs": "pairs", r"in your first turn of the deal": "first_turn",
        r"in the first deal of the match": "first_deal", r"when the upcard is offered": "offer",
        r"when the stock is used up": "empty", r"after rebuilding it (\S+)(?: times)?": "rebuilt",
        r"with (\d+) points, another player with (\d+)": "scores", rf"after taking ({CARDS}) from the discard pile": "taken",
        r"after freeing the wild": "freed", r"in the turn of your first meld": "opening",
        r"after laying (?:cards|tiles) in this turn": "laid", r"before you have laid a meld of your own": "unopened",
        r"having opened already": "opened", r"after the draw": "drawn",
    },
    plays={
        r"draw from the stock": "draw",
        r"take from the discard pile": "take",
        r"take the top of the discard pile": "take the top",
        r"take the top (\d+) of the discard pile": "take some",
        rf"discard ({CARD}) face down": "discard face down",
        rf"discard ({CARD})": "discard",
        rf"knock with (?:nothing|({MELDS})), discarding ({CARD})": "knock",
        rf"lay off ({CARDS})(?: on ({CARDS}))?": "lay off",
        rf"lay ({MELDS})": "lay",
        rf"leave the table as ({MELDS})": "leave the table",
        rf"give ({CARD}) for the wild": "exchange",
        r"announce that one (?:card|tile) of the (?:stock|pool) would close": "announce",
        rf"lay off nothing on the knocker's melds(?:, keeping ({CARDS}))?": "keep",
        rf"lay off on the knocker's melds: ({MELDS})(?:, keeping ({CARDS}))?": "defend",
        r"rebuild the stock from the discard pile": "rebuild",
        r"pass": "pass",
        r"end the turn without a discard": "end",
        r"deal(?: \d+ (?:cards|tiles))?, (?:a|no) (?:card|tile) turned up": "deal",
    },
    first="first ",
    then="then ",
    begins=r"the ([\w' ]+?) begins: ",
    after=rf"(?:, dealt by [\w' ]+)?(?:; the first player discards {CARD} right away)?(?:: .+)?",
    no_play=r"no meld: |a (?:set|run), |(?:-?\d+ points: )?(?:an|no) opening|(?:not )?in the deck",
)  # fmt: skip
PLAYS: dict[str, Callable[..., a.Action]] = {
    "draw": a.Draw,
    "take": lambda: a.Draw(source="discard"),
    "take the top": lambda: a.Draw(source="discard", count=1),
    "take some": lambda count: a.Draw(source="discard", count=int(count)),
    "discard face down": lambda card: a.Discard(card=card, face_down=True),
    "discard": lambda card: a.Discard(card=card),
    "knock": lambda melds, card: a.Knock(discard=card, melds=_melds(melds)),
    "lay off": lambda cards, on: a.LayOff(cards=cards, to=on),
    "lay": lambda melds: a.LayMelds(melds=_melds(melds)),
    "leave the table": lambda table: a.Rearrange(table=_melds(table)),
    "exchange": lambda card: a.Exchange(card=card),
    "announce": a.Announce,
    "keep": lambda kept: a.Defend(deadwood=kept),
    "defend": lambda melds, kept: a.Defend(layoffs=_melds(melds), deadwood=kept),
    "rebuild": a.Rebuild,
    "pass": a.Pass,
    "end": a.EndTurn,
    "deal": a.Deal,
}
BEGINS = {
    "dealer": lambda players: 0, "dealer's opponent": lambda players: 1, "player to the dealer's left": lambda players: 1,
    "player to the dealer's right": lambda players: players - 1,
}  # fmt: skip
Told = tuple[str | None, a.Action, str]
"""A play: who begins, what is done, and what follows in the text."""
BEFORE_THE_DRAW = (a.Draw, a.Pass, a.Announce, a.Rebuild)


class NotAPlayError(Exception):
    """The example shows no play."""


class UnreadError(AssertionError):
    """A text of a page that isn't understood to its end."""


def page_text(text: str) -> str:
    """Cards as the notation writes them."""
    return re.sub(r"\b(10|\w)([♠♥♦♣])", lambda found: found[1].replace("10", "T") + SIGNS[found[2]], text)


def verdict_of_the_page(example: Example, variant: Variant) -> bool:
    """Whether the rules allow the play that the example shows, in the position that it shows. Raises NotAPlayError."""
    told, actions = read_play(example.said.en, ENGLISH)
    seat, *_ = actions[0]
    steps = [action for _, action, _ in actions]
    if not may_play(variant, told):
        return False
    case, match = position(example, variant, told, steps)
    for step in [] if match is None else steps[:-1]:
        match = apply(match, on_that_meld(step, match))
    last = steps[-1] if match is None else on_that_meld(steps[-1], match)
    if isinstance(last, a.Deal):
        last = dealt(example, variant, last, actions[-1][2])
    elif seat is not None:
        last = replace(last, player=BEGINS[seat](case.players))
    before = start(case, variant) if match is None else match  # what can't be set up is no refusal
    try:
        apply(before, last)
    except UnclearAction:
        raise
    except IllegalAction:
        return False
    return True


def may_play(variant: Variant, told: dict[str, tuple[str, ...]]) -> bool:
    """Whether the game is for as many as the page says, and for pairs if it says so."""
    players = int(told["players"][0]) if "players" in told else variant.settings.players.min
    try:
        new_match(variant, players, pairs="pairs" in told)
    except MeldproofError:
        return False
    return True


def on_that_meld(action: a.Action, match: MatchState | None) -> a.Action:
    """A lay-off by the number of the meld that the page names."""
    if not isinstance(action, a.LayOff) or match is None or match.deal is None or action.to is None:
        return action
    table = [" ".join(meld_texts(lying.meld, match.deck)) for lying in match.deal.table]
    return replace(action, meld=table.index(action.to), to=None)


def read_play(text: str, speech: Speech) -> tuple[dict[str, tuple[str, ...]], list[Told]]:
    """What is special about the position, and the plays: who begins, what is done, and what follows it in the text.

    Raises NotAPlayError for a text that tells of something else, UnreadError for one that isn't read to its end.
    """
    told, rest = _special(page_text(text), speech)
    plays = list(_plays(rest, speech))
    if not plays and re.match(speech.no_play, rest):
        raise NotAPlayError(rest)
    left = plays[-1][2] if plays else rest
    if not plays or not re.fullmatch(speech.after, left):
        raise UnreadError(left)
    return told, plays


def what_it_tells(text: str, speech: Speech) -> tuple[list[str], list[str], list[a.Action]]:
    """What is special about the position, the scores and players that are said of it, and the plays, in their order."""
    told, plays = read_play(text, speech)
    numbers = [number for name in sorted(told) if name != "rebuilt" for number in told[name]]
    return sorted(told), numbers, [action for _, action, _ in plays]


def _special(text: str, speech: Speech) -> tuple[dict[str, tuple[str, ...]], str]:
    """What is special about the position, and the rest."""
    told: dict[str, tuple[str, ...]] = {}
    while True:
        for pattern, name in speech.phrases.items():
            if found := re.match(rf"{pattern}(?:, |: (?=\w))", text):
                told[name] = found.groups()
                text = text[found.end() :]
                break
        else:
            return told, text


def _plays(text: str, speech: Speech) -> Iterator[Told]:
    """The plays in order, up to what is none."""
    text = text.removeprefix(speech.first)
    while text:
        seat = None
        if found := re.match(speech.begins, text):
            seat, text = found[1], text[found.end() :]
        tried = ((re.match(rf"{pattern}(?![\w/])", text), name) for pattern, name in speech.plays.items())
        found, name = next(((one, name) for one, name in tried if one), (None, ""))
        if found is None:
            return
        text = text[found.end() :]
        yield seat, PLAYS[name](*found.groups()), text
        if not text.startswith("; "):
            return
        text = text.removeprefix("; ").removeprefix(speech.then)


def _melds(text: str | None) -> tuple[str, ...]:
    return tuple(text.split("; ")) if text else ()


def dealt(example: Example, variant: Variant, action: a.Deal, after: str) -> a.Deal:
    """The deal that the rows show."""
    rows = {row.label.en: words(row, variant) for row in example.rows}
    hands = (rows.get("dealt to the dealer"), rows.get("dealt to the next player"))
    given = tuple(hands) if any(hands) else ()
    spare = found[1] if (found := re.search(r"the first player discards (\w+) right away", after)) else None
    dealer = 1 if "dealt by the other" in after else 0
    return replace(action, dealer=dealer, hands=given, upcard=rows.get("turned up"), discard=spare)


def words(row: Row, variant: Variant) -> str:
    return " ".join(slot_text(slot, variant.deck()) for slot in row.slots)


def position(
    example: Example, variant: Variant, told: dict[str, tuple[str, ...]], steps: list[a.Action]
) -> tuple[PlayCase, MatchState | None]:
    """The case, and the position that the page shows; none before a deal of which it shows no moment."""
    rows = [(row.label.en, words(row, variant)) for row in example.rows]
    players = int(told["players"][0]) if "players" in told else variant.settings.players.min
    scores = tuple(map(int, told["scores"])) + (0,) * (players - 2) if "scores" in told else ()
    case = PlayCase(steps[-1], players=players, pairs="pairs" in told, scores=scores)
    shown = [label for label, _ in rows]
    if isinstance(steps[0], a.Deal):
        return case, None
    if not {"your hand", *OWNERS} & set(shown) and not any(label.startswith("discard pile") for label in shown):
        spare = card_text(variant.deck().cards().__next__(), variant.deck())
        extra = variant.settings.deal.lays_one_down
        up = dict(rows).get("turned up")
        return case, apply(start(case, variant), a.Deal(upcard=up, discard=spare if extra else None))
    hand = dict(rows).get("your hand", "")
    pile = next((cards for label, cards in rows if label.startswith("discard pile")), "")
    taken = told.get("taken", ("",))[0]
    owed = taken and variant.settings.draw.discard != "none" and variant.settings.draw.entry != "free"
    table = tuple(TableMeld(cards, OWNERS[label]) for label, cards in rows if label in OWNERS)
    before = isinstance(steps[0], BEFORE_THE_DRAW) and "drawn" not in told
    times = {"once": 1, "twice": 2}
    seen = Situation(
        hand=hand, table=table, pile=pile, drawn=not before, taken=taken, entry=taken.split()[0] if owed else None,
        opened="unopened" not in told and ("opened" in told or any(laid.owner == 0 for laid in table)),
        turn=1 if told.keys() & {"first_turn", "offer"} else 2, deal=1 if "first_deal" in told else 2,
        stock=variant.settings.stock.left if "empty" in told else None,
        rebuilt=times.get(told["rebuilt"][0], 0) or int(told["rebuilt"][0]) if "rebuilt" in told else 0,
    )  # fmt: skip
    match = start(replace(case, situation=seen), variant)
    deal = match.deal
    assert deal is not None
    turn = deal.turn
    if "freed" in told:
        wild = next(token.card for token in parse_cards(hand, variant.deck()) if token.card.is_joker)
        turn = replace(turn, freed=(wild,))
    if told.keys() & {"laid", "opening"}:
        turn = replace(turn, laid=3, opening="opening" in told)
    return case, replace(match, deal=replace(deal, turn=turn, phase="offer" if "offer" in told else deal.phase))
