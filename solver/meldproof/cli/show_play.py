"""What the commands of play print."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from meldproof.arranging.report import counted
from meldproof.cards import Deck
from meldproof.cli.options import Common
from meldproof.cli.show import console, shows_signs, write_json
from meldproof.messages import player_name, say
from meldproof.notation import card_text, meld_texts
from meldproof.pictures.terminal import with_signs
from meldproof.playing.action_words import action_words
from meldproof.playing.actions import Action
from meldproof.playing.advice import Advice, Plan
from meldproof.playing.perft import Perft
from meldproof.playing.reckoning import DealScore
from meldproof.playing.referee import RefereeReport
from meldproof.playing.scoring import ScoreLine
from meldproof.playing.tournament import Statistics
from meldproof.playing.waits import Waits

WORDS = {
    "en": {
        "legal": "every action is legal", "illegal": "line {line} is illegal", "could": "legal would have been",
        "not_all": "there may be legal actions of other kinds: they could not all be listed",
        "deal": "deal", "score": "scores", "won": "won by", "out": "out of the match",
        "unjudged": "not judged", "warning": "warning",
        "closes": "closes", "left": "left in hand", "no_turn": "no turn is known", "unseen": "unseen",
        "stock": "drawing from the stock: {better} of {unseen} unseen cards make a better turn, {closing} close",
        "close": "close", "open": "open", "knock": "knock", "no_wait": "no single card would do", "turns": "turns",
        "incomplete": "the time was up: this is what was found by then",
    },
    "es": {
        "legal": "todas las jugadas son legales", "illegal": "la línea {line} es ilegal", "could": "se podía",
        "not_all": "puede haber jugadas legales de otras clases: no se pudieron listar todas",
        "deal": "mano", "score": "puntajes", "won": "gana", "out": "fuera de la partida",
        "unjudged": "sin juzgar", "warning": "aviso",
        "closes": "cierra", "left": "queda en la mano", "no_turn": "no se conoce ninguna jugada", "unseen": "sin ver",
        "stock": "si roba del mazo: {better} de {unseen} cartas sin ver mejoran la jugada, {closing} cierran",
        "close": "cerrar", "open": "abrir", "knock": "golpear", "no_wait": "ninguna carta sola alcanza",
        "turns": "turnos", "incomplete": "se acabó el tiempo: esto es lo hallado hasta entonces",
    },
}  # fmt: skip


def report(found: RefereeReport, common: Common) -> int:
    status = 0 if found.legal_game else 1
    if common.json:
        write_json(found.to_dict())
        return status
    words, out = WORDS[common.lang], console()
    if found.fault is None:
        out.print(f"[bold green]{words['legal']}[/bold green] ({found.actions})")
    else:
        out.print(f"[bold red]{words['illegal'].format(line=found.line)}[/bold red]: ", end="")
        out.print(found.fault.message, markup=False)
        out.print(f"  {found.fault.rule}  {found.fault.clause}", markup=False)
        for option in found.legal:
            action = msgspec.convert(option, Action)
            out.print(f"  {words['could']}: {action_words(action, common.lang)}", markup=False)
        if not found.all_kinds:
            out.print(f"  {words['not_all']}")
    for deal in found.deals:
        out.print(f"{words['deal']} {deal.number}: {deal.ended}", markup=False)
        _lines(deal.lines)
    out.print(f"{words['score']}: {', '.join(str(score) for score in found.scores)}")
    if found.winners:
        out.print(f"{words['won']}: {', '.join(player_name(seat) for seat in found.winners)}")
    for text in found.warnings:
        out.print(f"{words['warning']}: {text}", markup=False)
    for text in found.unjudged:
        out.print(f"{words['unjudged']}: {text}", markup=False)
    return status


def score(found: DealScore, common: Common) -> int:
    if common.json:
        write_json(found.to_dict())
        return 0
    words, out = WORDS[common.lang], console()
    _lines(found.lines)
    for seat, points in enumerate(found.points):
        out.print(f"{player_name(seat)}: {'?' if points is None else f'{points:+d}'}", markup=False)
    if any(found.scores):
        out.print(f"{words['score']}: {', '.join(str(score) for score in found.scores)}")
    if found.out:
        out.print(f"{words['out']}: {', '.join(player_name(seat) for seat in found.out)}")
    if found.winners:
        out.print(f"{words['won']}: {', '.join(player_name(seat) for seat in found.winners)}")
    return 0


def _lines(lines: Sequence[ScoreLine]) -> None:
    """The points of a deal, a line each."""
    wide = max((len(player_name(line.player)) for line in lines), default=0)
    for line in lines:
        points = "?" if line.points is None else f"{line.points:+d}"
        text = f"  {player_name(line.player):<{wide}} {points:>5}  {line.reason}  [{line.clause}]"
        console().print(text, markup=False)


def advice(found: Advice, common: Common) -> int:
    status = 3 if not found.complete else 0 if found.best is not None else 1
    if common.json:
        write_json(found.to_dict())
        return status
    words, out = WORDS[common.lang], console()
    if found.best is None:
        out.print(words["no_turn"])
    else:
        _plan(found.best, found, common)
    if found.unseen:
        text = words["stock"].format(better=found.better, unseen=found.unseen, closing=found.closing)
        out.print(text)
    _say_incomplete(found.complete, common)
    return status


def _plan(plan: Plan, found: Advice, common: Common) -> None:
    words, out = WORDS[common.lang], console()
    for action in plan.actions:
        out.print(_signed(action_words(action, common.lang), found.match.deck), markup=False)
    left = _signed(" ".join(card_text(card, found.match.deck) for card in plan.cards), found.match.deck)
    ending = words["closes"] if plan.closes else f"{words['left']}: {left}"
    out.print(f"{ending} ({counted(plan.hand_points, 'points', common.lang)})", markup=False)


def waits(found: Waits, common: Common) -> int:
    status = 0 if found.waits else 1
    if common.json:
        write_json(found.to_dict())
        return status
    words, out, deck = WORDS[common.lang], console(), found.problem.deck
    if not found.waits:
        out.print(words["no_wait"])
    for wait in found.waits:
        melds = "; ".join(" ".join(meld_texts(laid.meld, deck)) for laid in wait.arrangement.melds)
        allowed = ", ".join(words[name] for name in wait.allows)
        line = f"{card_text(wait.card, deck):<4} {allowed:<14} {wait.unseen} {words['unseen']}  {melds}"
        out.print(_signed(line, deck), markup=False)
    return status


def statistics(found: Statistics, common: Common) -> int:
    status = 0 if found.complete else 3
    if common.json:
        write_json(msgspec.to_builtins(found))
        return status
    out = console()
    rows = list(_statistics(found))
    wide = max(len(name) for name, _ in rows)
    for name, value in rows:
        out.print(f"{name:<{wide}}  {value}", markup=False)
    return status


def _statistics(found: Statistics) -> Iterator[tuple[str, object]]:
    yield say("variant"), found.variant
    yield say("players"), found.players
    yield say("games"), found.games
    yield say("seed"), found.seed
    yield say("deals"), found.deals
    yield say("turns"), found.turns
    yield say("actions"), found.actions
    for place in range(found.players):
        yield say("won by {player}", player=player_name(place)), found.wins.get(str(place), 0)
        yield say("mean score of {player}", player=player_name(place)), found.mean_score[place]
    yield say("unfinished games"), found.unfinished
    yield say("complete"), say("yes") if found.complete else say("no")


def perft(found: Perft, common: Common) -> int:
    status = 0 if found.complete else 3
    if common.json:
        write_json(msgspec.to_builtins(found))
        return status
    out = console()
    for action, number in found.divide.items():
        out.print(f"{number:>8}  {action}", markup=False)
    out.print(f"{found.turns:>8}  {WORDS[common.lang]['turns']}")
    _say_incomplete(found.complete, common)
    return status


def _say_incomplete(complete: bool, common: Common) -> None:
    if not complete:
        console().print(WORDS[common.lang]["incomplete"])


def _signed(text: str, deck: Deck) -> str:
    """A text with suits as the terminal shows them."""
    return with_signs(text, deck) if shows_signs() else text
