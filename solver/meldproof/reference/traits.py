"""What people remember of a game, as they put it in English or Spanish, and whether it is so of a variant.

The words are looked for in small letters, without accents, numbers in figures. The first pattern that fits is the one
that was meant, so that what says more stands before what says less.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import NamedTuple

from meldproof.variants.clauses import Text
from meldproof.variants.families import families
from meldproof.variants.listing import Listed
from meldproof.variants.loading import Variant
from meldproof.variants.values import Demands, Steps
from meldproof.variants.vocabulary import Settings


class Fits(NamedTuple):
    """Whether it is so, and what is so."""

    so: bool
    says: Text


Found = re.Match[str]
Judge = Callable[[Found, Listed, Variant], Fits]


def _number(found: Found) -> int:
    return next(int(group) for group in found.groups() if group)


def _listed(numbers: Iterable[int], language: str) -> str:
    return {"en": " or ", "es": " o "}[language].join(str(number) for number in sorted(set(numbers)))


def _steps(read: Callable[[Settings], Steps], what: tuple[str, str]) -> Judge:
    """A number that may hang on the players and on the deal, among those it may be."""

    def judge(found: Found, one: Listed, variant: Variant) -> Fits:
        numbers = [number for s in _each(variant) for number in read(s).numbers]
        says = Text(f"{_listed(numbers, 'en')} {what[0]}", f"{_listed(numbers, 'es')} {what[1]}")
        return Fits(_number(found) in numbers, says)

    return judge


def _is(holds: Callable[[Settings], bool], yes: tuple[str, str], no: tuple[str, str]) -> Judge:
    """Something that is so or not."""

    def judge(found: Found, one: Listed, variant: Variant) -> Fits:
        so = holds(variant.settings)
        return Fits(so, Text(*(yes if so else no)))

    return judge


def _each(variant: Variant) -> list[Settings]:
    """The settings of every deal, as far as they differ."""
    return [variant.settings] if variant.deals is None else [part.settings for part in variant.deals.parts]


def _has_jokers(s: Settings) -> bool:
    return max(s.deck.jokers.numbers) > 0


def _jokers(found: Found, one: Listed, variant: Variant) -> Fits:
    s = variant.settings
    return Fits(_has_jokers(s) or bool(s.wilds.ranks), _wilds_said(s))


def _no_jokers(found: Found, one: Listed, variant: Variant) -> Fits:
    return Fits(not _jokers(found, one, variant).so, _wilds_said(variant.settings))


def _wilds_said(s: Settings) -> Text:
    numbers = s.deck.jokers.numbers
    en = f"{_listed(numbers, 'en')} jokers" if max(numbers) else "no jokers"
    es = f"{_listed(numbers, 'es')} comodines" if max(numbers) else "sin comodines"
    if s.wilds.ranks:
        ranks = ", ".join(s.wilds.ranks)
        en, es = f"{en}; wild: {ranks}", f"{es}; comodines además: {ranks}"
    return Text(en, es)


def _wild_twos(found: Found, one: Listed, variant: Variant) -> Fits:
    return Fits("2" in variant.settings.wilds.ranks, _wilds_said(variant.settings))


def _players(found: Found, one: Listed, variant: Variant) -> Fits:
    who = variant.settings.players
    span = f"{who.min}" if who.min == who.max else f"{who.min}–{who.max}"
    return Fits(who.min <= _number(found) <= who.max, Text(f"{span} players", f"{span} jugadores"))


def _opening_said(s: Settings) -> Text:
    numbers = [number for number in s.opening.points.numbers if number]
    if not numbers:
        return Text("no points needed to open", "no hacen falta puntos para abrir")
    return Text(f"{_listed(numbers, 'en')} points to open", f"{_listed(numbers, 'es')} puntos para abrir")


def _opening_of(found: Found, one: Listed, variant: Variant) -> Fits:
    s = variant.settings
    return Fits(_number(found) in s.opening.points.numbers, _opening_said(s))


def _opens(found: Found, one: Listed, variant: Variant) -> Fits:
    s = variant.settings
    return Fits(max(s.opening.points.numbers) > 0, _opening_said(s))


def _match_said(s: Settings) -> Text:
    if s.match.end in ("deals", "one-deal"):
        number = s.match.deals if s.match.end == "deals" else 1
        return Text(f"{number} deals" if number > 1 else "one deal", f"{number} manos" if number > 1 else "una mano")
    out = s.match.end == "elimination"
    return Text(
        f"{'out at' if out else 'to'} {s.match.points} points",
        f"{'queda afuera a los' if out else 'a'} {s.match.points} puntos",
    )


def _target(found: Found, one: Listed, variant: Variant) -> Fits:
    s = variant.settings
    so = s.match.end in ("target", "elimination") and abs(s.match.points - _number(found)) <= 1
    return Fits(so, _match_said(s))


def _eliminates(found: Found, one: Listed, variant: Variant) -> Fits:
    return Fits(variant.settings.match.end == "elimination", _match_said(variant.settings))


def _deals(found: Found, one: Listed, variant: Variant) -> Fits:
    s = variant.settings
    number = {"deals": s.match.deals, "one-deal": 1}.get(s.match.end)
    return Fits(number == _number(found), _match_said(s))


def _some_points(found: Found, one: Listed, variant: Variant) -> Fits:
    """A number of points: an opening, or the match's."""
    to_open, match = _opening_of(found, one, variant), _target(found, one, variant)
    if to_open.so or match.so:
        return to_open if to_open.so else match
    says = (to_open.says, match.says)
    return Fits(False, Text("; ".join(text.en for text in says), "; ".join(text.es for text in says)))


def _family(family: str) -> Judge:
    def judge(found: Found, one: Listed, variant: Variant) -> Fits:
        name = families().get(one.family, {"en": "–", "es": "–"})
        return Fits(one.family == family, Text(name["en"], name["es"]))

    return judge


def _pure_run(demands: Demands) -> bool:
    return any(demand.kind == "run" and demand.wilds == 0 for some in demands.alternatives for demand in some)


def _asks_for_runs(s: Settings) -> bool:
    """Whether something must be laid or shown that is a run without wilds."""
    return bool(
        s.opening.pure_runs or s.requirement.pure_runs or _pure_run(s.opening.melds) or _pure_run(s.requirement.melds)
    )


JOKER = r"(?:jokers?|comodin(?:es)?|morruchos?|wilds?|wild cards?)"
CARD = r"(?:cards?|cartas?|naipes?|tiles?|ficha[s]?)"
POINTS = r"(?:points?|puntos?|pts)"
DEAL = r"(?:deals?|rounds?|manos?|rondas?)"
OPEN = r"(?:open\w*|apertura|abr\w+|baja\w*|first meld\w*|initial meld\w*|minim\w+)"
TRAITS: tuple[tuple[str, Judge], ...] = (
    (r"(?:pure|clean|natural) (?:run|sequence)|(?:escalera|secuencia)s? (?:pura|limpia|natural|sin)|(?:runs?|sequences?) without",
     _is(_asks_for_runs, ("a run without wilds is required", "se pide una escalera sin comodines"),
         ("no run without wilds is required", "no se pide una escalera sin comodines"))),
    (rf"\b(?:no|without|sin)(?: any)? {JOKER}", _no_jokers),
    (rf"(?:swap|exchang|replac|free|canje|cambi|libera|rob)\w* .*{JOKER}",
     _is(lambda s: s.exchange.cards != "none", ("wilds on the table can be freed", "se canjean comodines de la mesa"),
         ("wilds on the table stay", "los comodines de la mesa quedan"))),
    (r"\b(?:twos|deuces|2s|doses|monos)\b|(?:wild|comodin) 2\b|\b2 (?:is|are) wild|\b2 (?:es|son) comodin", _wild_twos),
    (rf"turned|turn up|cut joker|found|wild of the deal|{JOKER} .*(?:da vuelta|sale)|se da vuelta",
     _is(lambda s: s.wilds.turned != "none", ("a card turned up makes the wilds", "una carta que se da vuelta da los comodines"),
         ("no card turned up makes wilds", "ninguna carta que se da vuelta da comodines"))),
    (rf"\b(\d+) {JOKER}", _steps(lambda s: s.deck.jokers, ("jokers", "comodines"))),
    (rf"\b{JOKER}\b", _jokers),
    (r"\b(\d+) (?:decks?|packs?|mazos?|barajas?)|\b(2) (?:sets? of cards)", _steps(lambda s: s.deck.copies, ("decks", "mazos"))),
    (rf"{OPEN}\D*?(\d+)|(\d+)(?: {POINTS})? (?:to open|para abrir|de apertura|para bajar|de bajada)", _opening_of),
    (rf"\b(\d+) {CARD}", _steps(lambda s: s.deal.cards, ("cards each", "cartas a cada uno"))),
    (r"\b(\d+) (?:players?|jugadores|people|personas)|\bde a (\d+)|\bfor (\d+)\b|\b(?:entre|para) (\d+)\b", _players),
    (r"partners?|\bpairs\b|parejas?",
     _is(lambda s: s.players.sides != "individual", ("in pairs, or as agreed", "en parejas, o según se acuerde"),
         ("everyone for themselves", "cada uno por su cuenta"))),
    (r"\btiles?\b|\bficha[s]?\b",
     _is(lambda s: s.deck.style == "tiles", ("tiles", "con fichas"), ("playing cards", "naipes"))),
    (r"knock\w*|\bcort\w+|golpe\w*",
     _is(lambda s: s.close.by == "knock", ("closed by knocking or showing", "se cierra golpeando o mostrando"),
         ("closed by an empty hand", "se cierra al quedarse sin cartas"))),
    (r"rearrang\w*|manipulat\w*|rearm\w+|reorden\w+",
     _is(lambda s: s.table.rearrange != "none", ("the table may be rearranged", "la mesa se puede rearmar"),
         ("the table is not rearranged", "la mesa no se rearma"))),
    (r"\bbuy\w*|\bcompr\w+",
     _is(lambda s: s.buy.who != "nobody", ("a discard may be bought", "se puede comprar un descarte"),
         ("nothing is bought", "no se compra"))),
    (r"contracts?\b|contratos?\b", _family("contract")),
    (rf"growing|hands? grow|(?:1 )?(?:{CARD}) more each|una? carta mas|manos que crecen|1 carta mas", _family("growing-hands")),
    (r"whole pile|deep|any depth|all discards|todo el (?:pozo|descarte)|desde abajo",
     _is(lambda s: s.draw.discard in ("pile", "depth"), ("more than the top discard may be taken", "del descarte se toma más de una"),
         ("at most the top discard is taken", "del descarte se toma a lo sumo la de arriba"))),
    (r"lay(?:ing)?[ -]?offs?|add to melds|agregar|acomodar",
     _is(lambda s: s.layoff.on != "none", ("cards may be laid off", "se puede agregar"), ("nothing is laid off", "no se agrega"))),
    (r"k-?a-?2|round the corner|around the corner|da la vuelta|cyclic|ciclic\w+",
     _is(lambda s: s.run.ends.startswith("cyclic"), ("runs go on past the ace", "las escaleras siguen pasado el as"),
         ("no run goes on past the ace", "ninguna escalera sigue pasado el as"))),
    (r"eliminat\w*|elimin\w+|knocked out|(?:queda|quedan) afuera|\bout at\b", _eliminates),
    (rf"\b(\d+) {DEAL}", _deals),
    (r"\b(?:to|until|a|hasta|out at|target)\s+(\d+)", _target),
    (rf"\b(\d+) ?{POINTS}", _some_points),
    (rf"\b{OPEN}\b", _opens),
    (r"in hand\b|kept in|en la mano",
     _is(lambda s: s.melding.at == "close", ("melds are kept to the close", "las combinaciones se guardan hasta el cierre"),
         ("melds are laid in turns", "se baja en los turnos"))),
    (r"^(\d+)$", _some_points),
)  # fmt: skip
"""Patterns of what is said, the first that fits being meant, and what each asks of a variant."""
