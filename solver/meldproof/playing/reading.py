"""Melds as a log writes them: read, and where they are none, refused by the rule that they break."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from meldproof.arranging import tables
from meldproof.cards import Deck, Meld
from meldproof.checking.verdict import check_cards, checked_tokens
from meldproof.errors import AmbiguousMeld, MeldproofError
from meldproof.messages import language, say
from meldproof.notation import meld_texts
from meldproof.playing.faults import Fault, IllegalAction, most_telling, refuse, unclear
from meldproof.playing.state import MatchState
from meldproof.rules.caching import once_per_settings

MOST_REMEMBERED = 20_000
"""Melds read from texts that are kept at once."""


def text_of(match: MatchState, meld: Meld) -> str:
    return " ".join(meld_texts(meld, match.deck))


@once_per_settings
def _melds_read(settings: object) -> dict[tuple[str, Deck], Meld]:
    """The legal melds read so far under some settings: the same ones come again and again in games."""
    return {}


def read_meld(
    match: MatchState, text: str, number: int | None = None, fits: Callable[[Meld], bool] | None = None
) -> Meld:
    """The meld that a text is, by the rules of `check --ordered`; of several the one that `fits` where it is put.

    `number` is its place (from 1) where an action has several. Raises IllegalAction with the rule that it breaks,
    UnclearAction if it could be two melds or none was written.
    """
    known = _melds_read(match.settings)
    found = known.get((text, match.deck))
    if found is None:
        where = say("the meld") if number is None else say("new meld {number}", number=number)
        try:
            found = _read(match, text, where)
        except AmbiguousMeld as error:
            if fits is None:
                raise unclear(str(error)) from None
            return _read_where_it_fits(match, text, where, fits)
        if len(known) >= MOST_REMEMBERED:
            known.clear()
        known[text, match.deck] = found
    return found


def read_melds(match: MatchState, texts: Sequence[str], fits: Callable[[Meld], bool] | None = None) -> list[Meld]:
    """The melds that an action names, numbered in what is said of them where there are several."""
    several = len(texts) > 1
    return [read_meld(match, text, number if several else None, fits) for number, text in enumerate(texts, 1)]


def _read_where_it_fits(match: MatchState, text: str, where: str, fits: Callable[[Meld], bool]) -> Meld:
    try:
        return tables.read_meld(checked_tokens(match.variant, text, match.deck), match.variant, where, fits)
    except AmbiguousMeld as error:
        raise unclear(str(error)) from None


def _read(match: MatchState, text: str, where: str) -> Meld:
    if not text.strip():
        raise unclear(say("{where} is an empty text; write its cards, or leave it out", where=where))
    try:
        return tables.read_meld(checked_tokens(match.variant, text, match.deck), match.variant, where)
    except AmbiguousMeld:
        raise
    except MeldproofError as error:
        raise _no_meld(match, text, where, error) from None


def _no_meld(match: MatchState, text: str, where: str, error: MeldproofError) -> IllegalAction:
    """Why a text is no meld: the rule that it breaks, or what makes it unreadable."""
    for ordered in (False, True):
        try:
            verdict = check_cards(match.variant, text, ordered=ordered, language=language())
        except MeldproofError:
            break
        if not verdict.legal:
            fault = most_telling(verdict.violations)
            said = say("{where} ({cards}): {fault}", where=where, cards=text, fault=fault.message)
            return IllegalAction(Fault(fault.rule, fault.clause, said))
    return refuse(match, "cards", say("{where} ({cards}): {fault}", where=where, cards=text, fault=error))
