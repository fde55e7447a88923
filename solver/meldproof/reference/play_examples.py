"""Examples of plays for a clause: of small positions, the first where a play is allowed because of the clause (a change
of one of its parameters forbids it), and the first where a play is refused in the clause's name.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from msgspec.structs import replace

from meldproof.errors import MeldproofError
from meldproof.playing import actions as a
from meldproof.playing.faults import IllegalAction, UnclearAction
from meldproof.playing.game import apply
from meldproof.playing.state import DealState, MatchState
from meldproof.reference.document import Example, Row
from meldproof.reference.meld_examples import natural_slot
from meldproof.reference.play_positions import ME, positions
from meldproof.reference.play_words import action_words, joined, situation, with_reason
from meldproof.reference.refusals import refused
from meldproof.variants.clauses import Clause, Text
from meldproof.variants.levels import levels_of
from meldproof.variants.loading import Variant
from meldproof.witnesses.mutants import mutants_of

DEFAULT = Text("default", "lo usual")


class TriedPlay(NamedTuple):
    """An action in a state; `clause` refuses it, or is None where it is allowed."""

    match: MatchState
    action: a.Action
    clause: str | None


class Plays:
    """All plays in the small positions of a variant, judged once."""

    def __init__(self, variant: Variant) -> None:
        self.variant = variant
        self.plays = (
            []
            if "play" not in variant.scope
            else [
                TriedPlay(position.match, action, clause)
                for position in positions(variant)
                for action in position.actions
                for clause in (_refused_by(position.match, action),)
                if clause != UNUSABLE
            ]
        )

    def examples(self, clause: Clause) -> tuple[Example, ...]:
        """A legal play that hangs on the clause and an illegal one that it refuses, as far as there are any."""
        names = [name for name in clause.values if "turn" in levels_of(name)]
        if not names:
            return ()
        refused = next((play for play in self.plays if play.clause == clause.key), None)
        if refused is None and (other := self._forbidden_by(names)) is not None:
            refused = other._replace(clause=clause.key)
        found = (self._allowed_by(names), refused)
        return tuple(_shown(play, self.variant) for play in found if play)

    def apart(self, other: Variant, name: str, mine: Text = DEFAULT) -> Example | None:
        """The first play that another variant, named so, judges otherwise: with what either says of it."""
        for play in self.plays:
            there = _refused_by(replace(play.match, variant=other), play.action)
            if there != UNUSABLE and bool(there) != bool(play.clause):
                shown = _shown(play, self.variant, why=False)
                here = ("not allowed", "no se puede") if play.clause else ("allowed", "se puede")
                then = ("not allowed", "no se puede") if there else ("allowed", "se puede")
                said = Text(
                    f"{shown.said.en} → {mine.en}: {here[0]}; {name}: {then[0]}",
                    f"{shown.said.es} → {mine.es}: {here[1]}; {name}: {then[1]}",
                )
                return replace(shown, verdict="worth", said=said, clause="")
        return None

    def _allowed_by(self, names: list[str]) -> TriedPlay | None:
        for changed in self._changed(names):
            for play in self.plays:
                if play.clause is None and _refused_by(replace(play.match, variant=changed), play.action):
                    return play
        return None

    def _forbidden_by(self, names: list[str]) -> TriedPlay | None:
        """A play that a rule refuses which without the clause stands as it does, and then refuses it no more."""
        for changed in self._changed(names):
            for play in self.plays:
                if play.clause and not _refused_by(replace(play.match, variant=changed), play.action):
                    refusal = refused(play.match, play.action)
                    rule = refusal.rule if refusal else ""
                    if changed.values.get(rule) == self.variant.values.get(rule, UNUSABLE):
                        return play
        return None

    def _changed(self, names: list[str]) -> Iterator[Variant]:
        for name in names:
            for mutant in mutants_of(self.variant, name):
                yield mutant.variant


UNUSABLE = "?"


def _refused_by(match: MatchState, action: a.Action) -> str | None:
    """The key of the clause that refuses an action; UNUSABLE for one that makes no sense there."""
    try:
        apply(match, action)
    except UnclearAction:
        return UNUSABLE
    except IllegalAction as error:
        return error.fault.clause or UNUSABLE
    except (MeldproofError, AssertionError, IndexError):
        return UNUSABLE
    return None


def _shown(play: TriedPlay, variant: Variant, *, why: bool = True) -> Example:
    here, what = situation(play.match), action_words(play.action, variant.deck(), match=play.match)
    drawn = play.match.deal is not None and play.match.deal.phase == "play"
    if drawn and variant.settings.draw.when == "every-turn" and isinstance(play.action, a.Draw | a.Pass):
        here = joined(here, Text("after the draw", "después de robar"))
    allowed = play.clause is None
    said = Text(f"{_opened(here.en)}{what.en}", f"{_opened(here.es)}{what.es}")
    refusal = refused(play.match, play.action) if why and not allowed else None
    if refusal is not None:
        said = with_reason(said, refusal.why, variant.deck())
    return Example("legal" if allowed else "illegal", _rows(play), said, variant.deck(), play.clause or "")


def _opened(text: str) -> str:
    return f"{text}, " if text else ""


def table_rows(match: MatchState) -> list[Row]:
    """The melds on the table, and whose they are."""
    deal = match.deal
    assert deal is not None
    labels = {
        ME: Text("on the table, yours", "en la mesa, tuya"),
        match.partner(ME): Text("on the table, your partner's", "en la mesa, de tu compañero"),
    }
    other = Text("on the table, another player's", "en la mesa, de otro jugador")
    return [Row(labels.get(lying.owner, other), lying.meld.slots) for lying in deal.table]


def pile_row(deal: DealState) -> Row:
    """The discard pile."""
    top = ("; its top card last", "; la de arriba, al final") if len(deal.pile) > 1 else ("", "")
    return Row(Text(f"discard pile{top[0]}", f"descarte{top[1]}"), tuple(natural_slot(card) for card in deal.pile))


def _rows(play: TriedPlay) -> tuple[Row, ...]:
    deal = play.match.deal
    assert deal is not None
    rows = table_rows(play.match)
    hand = Row(Text("your hand", "tu mano"), tuple(natural_slot(card) for card in deal.hands[ME].cards))
    piles = [pile_row(deal)] if deal.phase in ("draw", "offer") and deal.pile else []
    rows += [hand, *piles]
    return tuple(rows)
