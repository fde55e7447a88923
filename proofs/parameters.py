"""Every parameter bites: a change of it alone shows in some meld, in its points, in a hand, or in a play.

A parameter may be redundant where the others leave it nothing to say ("at most one joker" beside "at most one wild").
That is proved, and the change of another parameter that would give it a voice is named. Where none was found that says
nothing, as not all were tried; but a parameter of melds that no rule was even seen to read is refuted.

What only a play or a score can show must show there: each other word of a choice, and some other number. What shows
nowhere is named as not shown, with the reason where there is one (`conforming.unseen`); and a parameter that the code
of play was not even seen to read is refuted.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from meldproof.conforming.kit import nearest_kit
from meldproof.conforming.plays import OF_PLAY, telling_play
from meldproof.conforming.unseen import unseen
from meldproof.proving.basis import exhaustive, not_shown
from meldproof.proving.lifting import without_limits
from meldproof.proving.reading import parameters_read, read_by_rules
from meldproof.proving.telling import telling_cards
from meldproof.proving.theorem import Claim, ClaimOutcome, Context, Theorem, nothing_to_claim, proved
from meldproof.variants.clauses import Text
from meldproof.variants.levels import Level, is_encoded, levels_of
from meldproof.variants.loading import Variant
from meldproof.witnesses.clocks import OUT_OF_TIME, GaveUp
from meldproof.witnesses.judging import ASKED, LOOKS_ONLY, Comparison, Judgement, judge
from meldproof.witnesses.mutants import Mutant, mutants, mutants_of
from meldproof.witnesses.questions import PlayCase, ask_afresh
from meldproof.witnesses.turns import TurnSearch, actions_at

EVERYTHING = "…"
READ_BY_RULES = ("set.", "run.", "wilds.", "points.")
"""Parameters that none but a rule of melds or a table of points looks at."""
MOST_COMPANIONS = 40
"""Other changes that are tried beside a redundant parameter, one at a time; then all limits are lifted at once."""
NO_COMPANION = Text("beside no other change that was tried", "ni junto a ningún otro cambio probado")
NO_OTHER_VALUE = Text("no other value goes with the other rules", "ningún otro valor va con las demás reglas")


class _Redundant(NamedTuple):
    """A parameter whose changes show nowhere, and the change beside which they would (empty: only looks differ)."""

    name: str
    companion: str


def _every_parameter_bites(levels: Sequence[Level]) -> Claim:
    """Of the parameters whose first level is one of these: cards, a value or a hand shows each, or it is redundant."""

    def claim(context: Context) -> ClaimOutcome:
        bite: list[str] = []
        redundant: list[_Redundant] = []
        unheard: dict[str, Text] = {}
        plays = _Plays(context)
        for name in context.variant.plain():
            if levels_of(name)[0] not in levels or not is_encoded(name, context.variant.scope):
                continue
            judged = list(_judgements(context, context.variant, name))
            if judged and judged[-1].verdict == "differs":
                bite.append(name)
            elif "turn" in levels_of(name):
                plays.settle(name, bite, unheard)
            elif any(judgement.verdict == "none-found" for judgement in judged):
                if levels_of(name)[0] != "hand" or not any(map(plays.known, mutants_of(context.variant, name))):
                    return _not_sure(name, judged)
                bite.append(name)
            elif judged:
                if name.startswith(READ_BY_RULES) and name not in read_by_rules(context.variant):
                    return _unread(name)
                companion = _companion(context, name, judged)
                if companion is not None:
                    redundant.append(_Redundant(name, companion))
                else:
                    unheard[name] = NO_COMPANION
        return _settled(plays, bite, redundant, unheard)

    return claim


def _every_rule_of_play_shows(context: Context) -> ClaimOutcome:
    """Of the parameters that only a turn, a score or a match can show."""
    bite: list[str] = []
    unheard: dict[str, Text] = {}
    plays = _Plays(context)
    for name in context.variant.plain():
        if levels_of(name) == ("turn",) and is_encoded(name, context.variant.scope):
            plays.settle(name, bite, unheard)
    return _settled(plays, bite, (), unheard)


def _unread(name: str) -> ClaimOutcome:
    return ClaimOutcome("refuted", name, Text(f"{name} is read by no rule", f"ninguna regla lee {name}"))


def _settled(
    plays: _Plays, bite: Sequence[str], redundant: Sequence[_Redundant], unheard: Mapping[str, Text]
) -> ClaimOutcome:
    """Refuted where a parameter is read nowhere, not shown where one shows nowhere, else every one was looked at."""
    for name in plays.unexplained:
        if not plays.reads(name):
            return _unread(name)
    told = len(bite) + len(redundant)
    if not told and not unheard:
        return nothing_to_claim("no such parameter is encoded", "ningún parámetro así está codificado")
    counted = exhaustive(told, "parameters", "parámetros")
    summary = _summary(bite, redundant, unheard)
    return proved(summary.en, summary.es, not_shown(len(unheard), told + len(unheard)) if unheard else counted)


class _Plays:
    """What plays and scores show: those of the stored kits, put to the rules again, else those that a search finds.

    `unexplained` are the parameters that show nowhere, for no reason that is known.
    """

    def __init__(self, context: Context) -> None:
        self.context, self.variant = context, context.variant
        self.unexplained: list[str] = []
        self._search: TurnSearch | None = None
        self._read: frozenset[str] | None = None

    def settle(self, name: str, bite: list[str], unheard: dict[str, Text]) -> None:
        """Note that a parameter bites, or why it isn't shown: for a reason, or as no play was found that shows it."""
        silent = NO_OTHER_VALUE
        shown = False
        for mutant in mutants_of(self.variant, name):
            if shown and not isinstance(mutant.value, str | bool):
                break
            if self.known(mutant):
                shown = True
            elif (why := unseen(self.variant, mutant)) is not None:
                silent = why
            elif self._found(mutant):
                shown = True
            else:
                self.unexplained.append(name)
                unheard[name] = Text(f"no play was found that shows {mutant.id}", f"no se halló jugada con {mutant.id}")
                return
        if shown:
            bite.append(name)
        else:
            unheard[name] = silent

    def known(self, mutant: Mutant) -> bool:
        return telling_play(self.variant, mutant.variant, mutant.parameter) is not None

    def reads(self, name: str) -> bool:
        """Whether the code of play was seen to look at a parameter."""
        if self._read is None:
            search = self._search or TurnSearch(self.variant)
            actions = (
                PlayCase(action, place.players, place.pairs, place.scores, place.situation, place.steps)
                for place in search.bases
                for action in actions_at(place, self.variant)
            )
            kit = (case.question for case in nearest_kit(self.variant).cases if case.op in OF_PLAY)
            self._read = parameters_read(self.variant, ask_afresh, [*actions, *search.scores, *kit])
        return name in self._read

    def _found(self, mutant: Mutant) -> bool:
        self._search = self._search or TurnSearch(self.variant)
        clock = self.context.clock
        found = self._search.score(mutant.variant, clock) or self._search.legal_action(mutant.variant, clock)
        if found is None and clock.is_up():
            raise GaveUp(OUT_OF_TIME)
        return found is not None


def _judgements(context: Context, variant: Variant, name: str, *, first_only: bool = False) -> Iterator[Judgement]:
    """The changes of a parameter judged one after another; the first that shows is the last.

    With `first_only` only the first operation of its level is asked, which is where a change shows if it does.
    """
    if _is_told(context, variant, name):
        yield Judgement("differs", ())
        return
    for mutant in mutants_of(variant, name):
        if context.out_of_time():
            raise GaveUp(OUT_OF_TIME)
        comparison = Comparison(variant, mutant.variant, clock=context.clock, check_limit=context.check_limit, enough=1)
        levels = levels_of(name)
        if first_only and levels[0] != "hand":
            finding = comparison.find(ASKED[levels[0]][0])
            judgement = Judgement("differs" if finding.witness else "none-found", (finding,))
        else:
            judgement = judge(comparison, levels)
        yield judgement
        if judgement.verdict == "differs":
            return


def _is_told(context: Context, variant: Variant, name: str) -> bool:
    """Whether plain cards show some change of a parameter of melds."""
    if levels_of(name)[0] != "meld":
        return False
    context.seconds_left()
    return any(telling_cards(variant, mutant.variant) is not None for mutant in mutants_of(variant, name))


def _companion(context: Context, name: str, judged: Sequence[Judgement]) -> str | None:
    """A change beside which the parameter bites; empty for one that only changes looks, None if none was found."""
    if all(judgement.note == LOOKS_ONLY for judgement in judged):
        return ""
    others = [(label, changed) for label, changed in _others(context.variant, name) if name in changed.values]
    for label, changed in others:
        if _is_told(context, changed, name):
            return label
    for label, changed in others:
        if levels_of(name)[0] != "meld" or label == EVERYTHING:
            again = list(_judgements(context, changed, name, first_only=True))
            if again and again[-1].verdict == "differs":
                return label
    return None


def _others(variant: Variant, name: str) -> Iterator[tuple[str, Variant]]:
    """The changes of other parameters, the nearest by name first, then the variant with all limits lifted."""

    def distance(other: str) -> tuple[int, bool]:
        alike = sum(one == two for one, two in zip(name.split("."), other.split("."), strict=False))
        return -alike, not other.startswith("deck.")

    judged = ("deck", "meld", "value")
    near = [m for m in mutants(variant) if m.parameter != name and levels_of(m.parameter)[0] in judged]
    for mutant in sorted(near, key=lambda mutant: distance(mutant.parameter))[:MOST_COMPANIONS]:
        yield mutant.id, mutant.variant
    yield EVERYTHING, without_limits(variant, besides=name)


def _not_sure(name: str, judged: Sequence[Judgement]) -> ClaimOutcome:
    note = next(judgement.note for judgement in judged if judgement.verdict == "none-found")
    return ClaimOutcome("gave-up", note=Text(f"{name}: {note.en}", f"{name}: {note.es}"))


def _summary(bite: Sequence[str], redundant: Sequence[_Redundant], unheard: Mapping[str, Text]) -> Text:
    english, spanish = [f"{len(bite)} bite"], [f"{len(bite)} se notan"]
    silent = [entry for entry in redundant if entry.companion]
    if silent:
        english.append(f"redundant: {', '.join(f'{name} (until {other})' for name, other in silent)}")
        spanish.append(f"redundantes: {', '.join(f'{name} (hasta {other})' for name, other in silent)}")
    if looks := [entry.name for entry in redundant if not entry.companion]:
        english.append(f"looks only: {', '.join(looks)}")
        spanish.append(f"solo aspecto: {', '.join(looks)}")
    if unheard:
        english.append(f"not shown: {', '.join(f'{name} ({why.en})' for name, why in unheard.items())}")
        spanish.append(f"sin mostrar: {', '.join(f'{name} ({why.es})' for name, why in unheard.items())}")
    return Text("; ".join(english), "; ".join(spanish))


THEOREMS = [
    Theorem(
        "every-rule-of-melds-bites",
        (
            "Each parameter of the deck and of melds decides some cards, or is redundant beside the others.",
            "Cada parámetro del mazo y de las combinaciones decide algunas cartas, o es redundante junto a los demás.",
        ),
        ("deck", "players.min", "players.max", "set", "run", "wilds", "points"),
        _every_parameter_bites(("deck", "meld")),
        (
            "every parameter of the deck and of melds, its sensible changes",
            "todo parámetro del mazo y de combinaciones, sus cambios sensatos",
        ),
        "changes",
    ),
    Theorem(
        "every-value-bites",
        (
            "Each parameter of points changes what some meld is worth, or is redundant beside the others.",
            "Cada parámetro de puntos cambia lo que vale alguna combinación, o es redundante junto a los demás.",
        ),
        ("deck", "set", "run", "wilds", "points"),
        _every_parameter_bites(("value",)),
        ("every parameter of points, its sensible changes", "todo parámetro de puntos, sus cambios sensatos"),
        "changes",
    ),
    Theorem(
        "every-demand-bites",
        (
            "Each parameter of hands, openings and tables changes what can be done with some hand, or is redundant.",
            "Cada parámetro de manos, aperturas y mesas cambia lo que se puede con alguna mano, o es redundante.",
        ),
        ("",),
        _every_parameter_bites(("hand",)),
        (
            "every parameter of hands, openings and tables, its sensible changes",
            "todo parámetro de manos, aperturas y mesas, sus cambios sensatos",
        ),
        "changes",
    ),
    Theorem(
        "every-rule-of-play-shows",
        (
            "Each parameter of turns, scores and matches shows in some play; those that don't are named, with reasons.",
            "Cada parámetro de turnos, puntajes y partidas se ve en alguna jugada; los que no, con su razón.",
        ),
        ("",),
        _every_rule_of_play_shows,
        (
            "every parameter of turns, scores and matches, each other word and another number",
            "todo parámetro de turnos, puntajes y partidas, cada otra palabra y otro número",
        ),
        "changes",
    ),
]
