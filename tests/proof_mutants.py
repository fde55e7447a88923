"""Slips of the pen in rules, encoding, automaton, generators, checker, play and texts, each with the theorem that tells.

`python tests/proof_mutants.py` runs them all and prints the table; `tests/test_theorems_can_fail.py` asserts it.
"""

from __future__ import annotations

import importlib
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest
from houses import house_rules

from meldproof.arranging import automaton, columns
from meldproof.arranging.hand import engine as hand
from meldproof.arranging.sweep import answer as sweep_answer
from meldproof.arranging.sweep import machines, rules
from meldproof.checking import verdict
from meldproof.playing import closing, costs, discarding, knocking, scoring, turns
from meldproof.proving import counted_play, played, priced, symbolic_catalogue
from meldproof.proving import theorem as proving
from meldproof.proving.discovery import discover
from meldproof.proving.theorem import ClaimOutcome, Context, run_theorem
from meldproof.rules import melds, smt, worth
from meldproof.rules.logic import Num, Truth, all_of, any_of, count, equal, negate
from meldproof.variants.clauses import Text
from meldproof.variants.loading import Variant
from meldproof.witnesses import shapes

Break = Callable[[pytest.MonkeyPatch], None]
NAMED = {theorem.name: theorem for theorem in discover()}


@dataclass(frozen=True)
class Slip:
    """What is changed, of which part, and the theorem that is refuted, asked of these rules."""

    what: str
    part: str
    theorem: str
    rules: str
    change: Break
    reword: Callable[[Variant], Variant] | None = None
    slow: bool = False


def proofs(module: str) -> Any:
    return importlib.import_module(f"meldproof.proofs.{module}")


def forget() -> None:
    """Drop what is remembered of the code as it was."""
    questions = importlib.import_module(proofs("parameters").ask_afresh.__module__)
    questions._KNOWN.clear()
    played._GAMES.clear()
    rules._COMPILED.rules.clear()
    house_rules.cache_clear()
    for module in [module for name, module in sys.modules.items() if name.startswith("meldproof.")]:
        for value in list(vars(module).values()):
            if hasattr(value, "cache_clear"):
                value.cache_clear()


def outcome(slip: Slip) -> ClaimOutcome:
    variant = house_rules(slip.rules)
    if slip.reword is not None:
        variant = slip.reword(variant)
    found, _ = run_theorem(NAMED[slip.theorem], Context(variant))
    return found


# Rules


def rule(name: str, holds: Callable[[Any, Any, Callable[[], Truth]], Truth]) -> Break:
    """A rule that says something else; the third argument is what it said."""

    def change(patch: pytest.MonkeyPatch) -> None:
        assert any(each.name == name for each in melds.RULES)
        replaced = tuple(
            each._replace(holds=lambda meld, s, old=each.holds: holds(meld, s, lambda: old(meld, s)))
            if each.name == name
            else each
            for each in melds.RULES
        )
        for module in (melds, verdict, proofs("checker")):
            if hasattr(module, "RULES"):
                patch.setattr(module, "RULES", replaced)

    return change


def off(name: str) -> Break:
    return rule(name, lambda meld, s, old: True)


def ace_wild(meld: Any, s: Any, old: Callable[[], Truth]) -> Truth:
    aces = [1, len(s.deck.ranks) + 1]
    return all_of(negate(all_of([slot.wild, any_of(equal(slot.place, ace) for ace in aces)])) for slot in meld.slots)


def never_adjacent(meld: Any, s: Any, old: Callable[[], Truth]) -> Truth:
    pairs = zip(meld.slots, meld.slots[1:], strict=False)
    return all_of(negate(all_of([left.wild, right.wild])) for left, right in pairs)


def jokers_uncounted(meld: Any, s: Any, old: Callable[[], Truth]) -> Truth:
    ranked = count(all_of([slot.wild, negate(equal(slot.rank, 0))]) for slot in meld.slots)
    return melds.at_most(ranked, s.set.wilds.max)


RULES = [
    Slip("two wilds may touch", "rules", "wilds-side-by-side", "argentino", off("run.wilds.adjacent")),
    Slip("two wilds may never touch", "rules", "wilds-side-by-side", "rummikub", rule("run.wilds.adjacent", never_adjacent)),
    Slip("a set may repeat suits", "rules", "no-card-stood-for-twice", "gin", off("set.suits")),
    Slip("a run may be one card shorter", "rules", "melds-of-every-size", "gin",
         rule("run.min", lambda meld, s, old: len(meld.slots) >= s.run.min - 1)),
    Slip("a set may be one card shorter", "rules", "melds-of-every-size", "fichas",
         rule("set.min", lambda meld, s, old: len(meld.slots) >= s.set.min - 1)),
    Slip("runs of six need not be consecutive", "rules", "catalogue-is-the-rules", "gin",
         rule("run.consecutive", lambda meld, s, old: True if len(meld.slots) >= 6 else old())),
    Slip("no run in the fourth suit", "rules", "suits-are-alike", "gin",
         rule("run.suit", lambda meld, s, old: all_of([old(), negate(equal(meld.slots[0].as_suit, 4))]))),
    Slip("no wild for an ace", "rules", "joker-in-the-aces-place", "rummy-500", rule("run.wilds.at_ends", ace_wild)),
    Slip("a run with a wild first may go on past the ace", "rules", "ace-at-an-end", "rummy-500",
         rule("run.ends", lambda meld, s, old: any_of([meld.slots[0].wild, old()]))),
    Slip("jokers don't count as wilds of a set", "rules", "wild-limits", "argentino",
         rule("set.wilds.max", jokers_uncounted)),
    Slip("runs of exactly nine are refused", "rules", "melds-of-every-size", "indian-13",
         rule("run.max", lambda meld, s, old: old() if len(meld.slots) != 9 else False)),
]  # fmt: skip


# The encoding


def nothing_from_six(patch: pytest.MonkeyPatch) -> None:
    real = proving.is_placed
    patch.setattr(proving, "is_placed", lambda meld, deck: real(meld, deck) if len(meld.slots) < 6 else False)


def counts_to_three(patch: pytest.MonkeyPatch) -> None:
    real = smt.count
    patch.setattr(smt, "count", lambda parts: real(list(parts)[:3]))


def forgets_high_places(patch: pytest.MonkeyPatch) -> None:
    real = smt.look_up

    def short(table: Any, index: Num) -> Num:
        return real(list(table)[:13], index)

    patch.setattr(smt, "look_up", short)


ENCODING = [
    Slip("no meld from six slots on", "encoding", "melds-of-every-size", "argentino", nothing_from_six),
    Slip("terms count three things at most", "encoding", "terms-are-the-rules", "reglamento", counts_to_three),
    Slip("terms forget what high places are worth", "encoding", "terms-are-the-rules", "gin", forgets_high_places),
]


# The automaton


def other_law(**changes: Any) -> Break:
    """The law with other wild limits than the rules have."""

    def change(patch: pytest.MonkeyPatch) -> None:
        real = automaton.law

        def law(group: Any, wilds: int, longest: int, *, counted: bool = False) -> Any:
            fields = {name: value for name, value in changes.items() if hasattr(group.wilds, name)}
            group = msgspec.structs.replace(group, wilds=msgspec.structs.replace(group.wilds, **fields))
            if "naturals" in changes:
                group = msgspec.structs.replace(group, naturals=type(group.naturals)(min=changes["naturals"]))
            return real(group, wilds, longest, counted=counted)

        patch.setattr(automaton, "law", law)

    return change


def one_start_less(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(symbolic_catalogue, "run_starts", lambda s: automaton.run_starts(s)[1:])


def one_place_less(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(symbolic_catalogue, "last_place", lambda s, first: automaton.last_place(s, first) - 1)


def wild_at_home(patch: pytest.MonkeyPatch) -> None:
    real = automaton.roles
    patch.setattr(symbolic_catalogue, "roles", lambda s: msgspec.structs.replace(real(s), wild_at_home=True))


AUTOMATON = [
    Slip("jokers have no limit", "automaton", "catalogue-is-the-rules", "reglamento", other_law(max_joker="any")),
    Slip("wilds may touch", "automaton", "catalogue-is-the-rules", "argentino", other_law(adjacent=True)),
    Slip("no natural is needed", "automaton", "catalogue-is-the-rules", "fichas", other_law(naturals=0)),
    Slip("no run begins with the ace", "automaton", "catalogue-is-the-rules", "gin", one_start_less),
    Slip("runs end a place sooner", "automaton", "catalogue-is-the-rules", "indian-13", one_place_less),
    Slip("a two may be wild in its own place", "automaton", "catalogue-is-the-rules", "reglamento", wild_at_home),
]


# Generators


def maker_without(drops: Callable[[columns.Candidate], bool]) -> Break:
    def change(patch: pytest.MonkeyPatch) -> None:
        real = columns.Maker.melds

        def melds_less(self: columns.Maker) -> Iterator[columns.Candidate]:
            return (candidate for candidate in real(self) if not drops(candidate))

        patch.setattr(columns.Maker, "melds", melds_less)

    return change


def maker_takes_all(patch: pytest.MonkeyPatch) -> None:
    real = columns.automaton

    def lax(s: Any, kind: Any, longest: int) -> automaton.Automaton:
        walk = real(s, kind, longest)
        return automaton.Automaton(walk.steps, frozenset(range(1, len(walk.steps))))

    patch.setattr(columns, "automaton", lax)


def hand_ends_sooner(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(hand, "last_place", lambda s, first: automaton.last_place(s, first) - 1)


def hand_loses_an_end(patch: pytest.MonkeyPatch) -> None:
    real = hand._flat

    def flat(walk: automaton.Automaton) -> tuple[Any, Any]:
        steps, accepts = real(walk)
        accepts[max(walk.accepting)] = 0
        return steps, accepts

    patch.setattr(hand, "_flat", flat)


def machine_with(**changes: Callable[[machines.RunMachine], Any]) -> Break:
    def change(patch: pytest.MonkeyPatch) -> None:
        real = machines.run_machine

        def broken(*given: Any, **named: Any) -> machines.RunMachine:
            made = real(*given, **named)
            return msgspec.structs.replace(made, **{name: value(made) for name, value in changes.items()})

        patch.setattr(machines, "run_machine", broken)

    return change


def dead_last(made: machines.RunMachine) -> Any:
    return tuple((automaton.DEAD,) * 3 for _ in made.last_steps)


def one_end_less(made: machines.RunMachine) -> Any:
    last = max(number for number, ends in enumerate(made.accepting) if ends)
    return tuple(ends and number != last for number, ends in enumerate(made.accepting))


def no_sets_of_four(patch: pytest.MonkeyPatch) -> None:
    reading = importlib.import_module("meldproof.arranging.sweep.reading")
    for module in list(sys.modules.values()):
        if getattr(module, "single_sets", None) is machines.single_sets and module is not machines:
            real = machines.single_sets

            def fewer(*given: Any, real: Any = real) -> Any:
                return tuple(
                    entry for entry in real(*given)
                    if sum(entry[0].naturals) + sum(entry[0].bound) + entry[0].bound_any + entry[0].jokers + entry[0].ranked != 4
                )  # fmt: skip

            patch.setattr(module, "single_sets", fewer)
    assert reading is not None


def slots(candidate: columns.Candidate) -> int:
    return len(candidate.filled)


def source_of(module: Any, name: str, old: str, new: str) -> Break:
    """A function with a piece of its text changed."""

    def change(patch: pytest.MonkeyPatch) -> None:
        import inspect

        text = inspect.getsource(getattr(module, name))
        assert old in text, f"{name} no longer says {old!r}"
        scope = dict(vars(module))
        exec(compile("from __future__ import annotations\n" + text.replace(old, new), module.__file__, "exec"), scope)
        function = scope[name]
        real = getattr(module, name)
        ours = [each for each in list(sys.modules.values()) if getattr(each, "__name__", "").startswith("meldproof.")]
        for other in ours:
            if getattr(other, name, None) is real and other is not module:
                patch.setattr(other, name, function)
        game = importlib.import_module("meldproof.playing.game")
        for action, handler in list(game._HANDLERS.items()):
            if handler is real:
                patch.setitem(game._HANDLERS, action, function)
        patch.setattr(module, name, function)

    return change


GENERATORS = [
    Slip("graph: no run from five cards on", "generator", "generator-makes-the-melds", "gin",
         maker_without(lambda one: one.kind == "run" and slots(one) >= 5)),
    Slip("graph: no run of twelve in the last suit", "generator", "generator-makes-the-melds", "fichas",
         maker_without(lambda one: one.kind == "run" and slots(one) == 12 and one.filled[0].slot.as_suit == 4)),
    Slip("graph: no set with two jokers", "generator", "generator-makes-the-melds", "fichas",
         maker_without(lambda one: one.kind == "set" and sum(f.slot.rank == 0 for f in one.filled) == 2), slow=True),
    Slip("graph: melds may end anywhere", "generator", "generator-makes-the-melds", "gin", maker_takes_all),
    Slip("hand: runs end a place sooner", "generator", "hand-lays-the-melds", "gin", hand_ends_sooner),
    Slip("hand: the automaton has an end less", "generator", "hand-lays-the-melds", "rummy-500", hand_loses_an_end),
    Slip("sweep: a joker left counts twice", "generator", "a-card-more-is-no-loss", "argentino",
         source_of(sweep_answer, "read_answer", "hand[card.rank] for card in left",
                   "hand[card.rank] * (1 + (card.rank == 0)) for card in left")),
    Slip("sweep: no run reaches the last place", "generator", "sweep-walks-the-runs", "fichas",
         machine_with(last_steps=dead_last)),
    Slip("sweep: the machine has an end less", "generator", "sweep-walks-the-runs", "argentino",
         machine_with(accepting=one_end_less)),
    Slip("sweep: no set of four", "generator", "sweep-lays-the-melds", "fichas", no_sets_of_four),
]  # fmt: skip


# The checker


def checker_breaks(also: Callable[[Any, Any], bool], name: str) -> Break:
    """A checker that finds a fault more."""

    def change(patch: pytest.MonkeyPatch) -> None:
        real = verdict.broken_rules
        fault = next(each for each in melds.RULES if each.name == name)
        patch.setattr(
            verdict, "broken_rules", lambda meld, s: (*real(meld, s), fault) if also(meld, s) else real(meld, s)
        )

    return change


def checker_misses(name: str, when: Callable[[Any], bool]) -> Break:
    def change(patch: pytest.MonkeyPatch) -> None:
        real = verdict.broken_rules
        patch.setattr(
            verdict, "broken_rules",
            lambda meld, s: tuple(each for each in real(meld, s) if each.name != name or not when(meld)),
        )  # fmt: skip

    return change


def cheap_third_suit(patch: pytest.MonkeyPatch) -> None:
    real = verdict.meld_worth
    patch.setattr(
        verdict, "meld_worth",
        lambda meld, worths: real(meld, worths) - (meld.kind == "run" and len(meld.slots) == 4 and meld.slots[0].as_suit == 3),
    )  # fmt: skip


CHECKER = [
    Slip("refuses runs in clubs", "checker", "checker-passes-a-complete-suite", "gin",
         checker_breaks(lambda meld, s: meld.kind == "run" and meld.slots[0].as_suit == 4, "run.suit")),
    Slip("refuses runs of eight or more", "checker", "checker-passes-a-complete-suite", "argentino",
         checker_breaks(lambda meld, s: meld.kind == "run" and len(meld.slots) >= 8, "run.max")),
    Slip("lets wilds touch in runs from six on", "checker", "checker-passes-a-complete-suite", "argentino",
         checker_misses("run.wilds.adjacent", lambda meld: len(meld.slots) >= 6)),
    Slip("lets runs past the ace from five on", "checker", "checker-passes-a-complete-suite", "indian-13",
         checker_misses("run.ends", lambda meld: len(meld.slots) >= 5 and any(slot.wild for slot in meld.slots))),
    Slip("takes a point off runs of four in the third suit", "checker", "checker-takes-every-meld", "gin", cheap_third_suit),
]  # fmt: skip


# Play


def any_knock(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(closing, "hand_points", lambda match, cards: 0)


PLAY = [
    Slip("a knock's limit is never looked at", "play", "every-rule-of-play-shows", "gin",
         source_of(knocking, "knock_limits", "terms.deadwood", '"any"'), slow=True),
    Slip("the lowest score always wins", "play", "winners-are-as-said", "gin",
         source_of(scoring, "_winners", 'max(scores) if terms.winner == "highest" else min(scores)', "min(scores)")),
    Slip("a tie is always shared", "play", "winners-are-as-said", "argentino",
         source_of(scoring, "_winners", 'sides_won and terms.ties == "another-deal"', "False")),
    Slip("the limit of a match must be passed", "play", "winners-are-as-said", "rummy-500",
         source_of(scoring, "_winners", "max(scores) < terms.points", "max(scores) <= terms.points")),
    Slip("a match of four deals has a fifth", "play", "a-match-ends", "fichas",
         source_of(scoring, "_winners", "match.number < terms.deals", "match.number <= terms.deals")),
    Slip("what is taken stays on the pile", "play", "no-card-is-lost", "gin",
         source_of(turns, "_from_discard", "pile=deal.pile[: len(deal.pile) - count]", "pile=deal.pile")),
    Slip("the stock doesn't count down", "play", "no-card-is-lost", "fichas",
         source_of(turns, "_from_stock", "stock_left=deal.stock_left - number", "stock_left=deal.stock_left")),
    Slip("two cards are drawn", "play", "deals-end", "fichas",
         source_of(turns, "_from_stock", "number = min(terms.draw.stock, deal.stock_left)", "number = min(2, deal.stock_left)")),
    Slip("hands cost nothing", "play", "scores-add-up", "fichas",
         source_of(costs, "hand_cost", "points = hand_points(match, hand.cards)", "points = 0"), slow=True),
    Slip("the cap is never applied", "play", "scores-add-up", "argentino + scoring.cap=20",
         source_of(costs, "capped", 'cap == "any"', "True")),
    Slip("a flat price is charged to all", "play", "scores-add-up", "argentino + scoring.unopened=70",
         source_of(costs, "hand_cost", "not deal.opened[seat]", "True")),
    Slip("nobody pays for being closed on", "play", "scores-add-up", "gin + scoring.others=3",
         source_of(scoring, "_close_points", "terms.others * factor", "0")),
    Slip("the stock is rebuilt without end", "play", "draws-are-as-counted", "argentino",
         source_of(turns, "_rebuilt", 'terms.rebuilt != "any" and deal.rebuilt >= terms.rebuilt', "False")),
    Slip("counts move a rebuilt stock's whole pile and keep its top", "play", "counts-add-up", "argentino",
         source_of(counted_play, "is_turn", "add(before.pile, -1)", "before.pile")),
    Slip("who can't draw may not go on", "play", "a-turn-can-be-ended", "fichas",
         source_of(turns, "skip", 'terms.empty == "play-on"', "False")),
    Slip("the card taken may always be discarded", "play", "every-rule-of-play-shows", "gin",
         source_of(discarding, "_barred", "s.draw.return_taken", "True"), slow=True),
]  # fmt: skip


# Parameters that nothing looks at


def unread(name: str) -> Break:
    """A rule that is asked nowhere."""

    def change(patch: pytest.MonkeyPatch) -> None:
        rest = tuple(each for each in melds.RULES if each.name != name)
        real = melds.RULES
        ours = [each for each in list(sys.modules.values()) if getattr(each, "__name__", "").startswith("meldproof.")]
        for module in ours:
            if getattr(module, "RULES", None) is real:
                patch.setattr(module, "RULES", rest)

    return change


def tables_without(*names: str) -> Break:
    """Tables of points for which some of an ace's are its low ones."""

    def change(patch: pytest.MonkeyPatch) -> None:
        real = worth.point_tables

        def tables(s: Any) -> Any:
            ace = {
                name: getattr(s.points.ace, "low" if name in names else name) for name in ("low", "high", "set", "hand")
            }
            points = SimpleNamespace(ranks=s.points.ranks, ace=SimpleNamespace(**ace))
            return real(SimpleNamespace(deck=s.deck, wilds=s.wilds, points=points))

        ours = [each for each in list(sys.modules.values()) if getattr(each, "__name__", "").startswith("meldproof.")]
        for module in ours:
            if getattr(module, "point_tables", None) is real:
                patch.setattr(module, "point_tables", tables)

    return change


PARAMETERS = [
    Slip("a run's most cards are never counted", "parameters", "every-rule-of-melds-bites", "gin", unread("run.max")),
    Slip("an ace in a set is worth its low points", "parameters", "every-value-bites", "gin", tables_without("set")),
    Slip("an ace in hand costs its low points", "parameters", "every-demand-bites", "gin", tables_without("hand")),
]


# Texts and records


def unchanged(patch: pytest.MonkeyPatch) -> None:
    """The code as it is: the text is another."""


def reworded(clause: str, language: str, old: str, new: str) -> Callable[[Variant], Variant]:
    def reword(variant: Variant) -> Variant:
        clauses = []
        for each in variant.clauses:
            if each.id == clause:
                texts = {"en": each.text.en, "es": each.text.es}
                assert old in texts[language]
                texts[language] = texts[language].replace(old, new)
                each = msgspec.structs.replace(each, text=Text(**texts))
            clauses.append(each)
        return msgspec.structs.replace(variant, clauses=tuple(clauses))

    return reword


def a_witness_that_both_allow(patch: pytest.MonkeyPatch) -> None:
    module = proofs("contradictions")
    real = module.recorded

    def recorded(*given: Any) -> Any:
        return tuple(
            msgspec.structs.replace(
                entry, witness=msgspec.structs.replace(entry.witness, hand="", log=entry.witness.log[:2])
            )
            for entry in real(*given)
        )

    patch.setattr(module, "recorded", recorded)


def no_sets_to_price(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(shapes.Shapes, "_sets", lambda *given: iter(()))


TEXTS = [
    Slip("eleven cards for ten", "texts", "clauses-say-their-values", "gin", unchanged, reworded("deal", "en", "ten cards", "eleven cards")),
    Slip("20 puntos por gin", "texts", "clauses-say-their-values", "gin", unchanged, reworded("gin-bonus", "es", "25", "20")),
    Slip("750 turned into 700", "texts", "clauses-say-their-values", "argentino", unchanged,
         reworded("opening", "es", "750", "700")),
    Slip("a match to 100 or 300", "texts", "clauses-say-their-values", "gin", unchanged,
         reworded("match-end", "en", "100 points", "100 or 300 points")),
    Slip("prices of cards that no set was asked for", "records", "too-few-cards-to-open", "reglamento", no_sets_to_price),
    Slip("cards of a wild rank are priced as others", "records", "too-few-cards-to-open", "reglamento",
         source_of(priced, "certified", "prices.of[WILD_RANK] * scale", "0")),
    Slip("a witness that both demands allow", "records", "contradictions-in-the-text", "rummy-500", a_witness_that_both_allow),
]  # fmt: skip

SLIPS: tuple[Slip, ...] = (*RULES, *ENCODING, *AUTOMATON, *GENERATORS, *CHECKER, *PLAY, *PARAMETERS, *TEXTS)


def main() -> int:
    """Run every slip; 1 if one goes unnoticed."""
    wanted = sys.argv[1:]
    missed = 0
    for slip in SLIPS:
        if wanted and not any(word in f"{slip.part} {slip.what} {slip.theorem}" for word in wanted):
            continue
        begun = time.process_time()
        with pytest.MonkeyPatch.context() as patch:
            forget()
            slip.change(patch)
            found = outcome(slip)
        forget()
        missed += found.status != "refuted"
        shown = found.counterexample or found.said()
        print(f"| {slip.part} | {slip.what} | {slip.theorem} | {slip.rules} | {found.status} | {str(shown)[:110]} | "
              f"{time.process_time() - begun:.1f} s", flush=True)  # fmt: skip
    print(f"{len(SLIPS)} slips, {missed} unnoticed")
    return int(missed > 0)


if __name__ == "__main__":
    raise SystemExit(main())
