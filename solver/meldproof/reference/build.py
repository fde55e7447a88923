"""From a variant to its reference: every clause with its examples, readings, formulas, theorems and tests."""

from __future__ import annotations

import fnmatch
import json
import tomllib
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import msgspec

from meldproof.errors import MeldproofError
from meldproof.proving.constraint_model import Statement, as_statements
from meldproof.proving.discovery import discover
from meldproof.proving.theorem import THE_VARIANT, Theorem
from meldproof.reference.apart import Apart, readings_apart
from meldproof.reference.deal_by_deal import entries_by_deal, steps_by_deal
from meldproof.reference.document import (
    LEVELS,
    Citation,
    Document,
    Example,
    ParameterEntry,
    ReadingEntry,
    RuleEntry,
    Section,
    SourceEntry,
    TheoremEntry,
)
from meldproof.reference.glance import glance, lead, scope_entry, turned_entry
from meldproof.reference.kit_examples import KitCases
from meldproof.reference.meld_examples import card_examples, example_of_cards, hand_rows
from meldproof.reference.no_longer_true import no_longer_true
from meldproof.reference.play_examples import Plays
from meldproof.reference.sample_turn import sample_score, sample_turn
from meldproof.reference.score_examples import Scores
from meldproof.reference.sections import HEADINGS, SHOWN, grouped
from meldproof.reference.setup_words import setup_steps
from meldproof.reference.turn_words import turn_steps
from meldproof.reference.words import all_of_tiles
from meldproof.variants.clauses import Clause, Text, read_rule_file
from meldproof.variants.levels import Level, levels_of
from meldproof.variants.loading import Variant
from meldproof.variants.turned import sample_turned
from meldproof.variants.vocabulary import parameters
from meldproof.witnesses.judging import Witness
from meldproof.witnesses.store import Patience, patience

Advance = Callable[[int, int], None]

ORDER = ("legal", "illegal", "worth")
ONLY_PERMITS = Text(
    "Nothing breaks this rule alone: it permits, or what it forbids another rule forbids as well.",
    "Nada viola esta regla sola: permite, o lo que prohíbe también lo prohíbe otra.",
)
ONLY_FORBIDS = Text("It only forbids: nothing becomes allowed by it.", "Solo prohíbe: no permite nada nuevo.")
NOT_SHOWN = Text(
    "No cards, play or score of the small ones tried shows it.",
    "Ninguna de las cartas, jugadas o puntajes chicos que se probaron la muestra.",
)

ONLY_SAID = Text(
    "It is said and nothing more: no meld, hand, play or score that a game log holds would show the difference.",
    "Se dice y nada más: ninguna combinación, mano, jugada ni puntaje del registro de una partida mostraría la"
    " diferencia.",
)


def document(
    variant: Variant,
    *,
    spec_path: Sequence[str | Path] = (),
    proofs_path: Sequence[str | Path] = (),
    advance: Advance = lambda done, total: None,
    timeout: float | None = None,
) -> Document:
    """The reference of a variant. Examples that are not recorded take seconds to find; `advance` is told how far it is.

    After `timeout` seconds nothing more is searched for.
    """
    variant = sample_turned(variant)
    waiting = patience(timeout)
    theorems = discover(proofs_path)
    statements = as_statements(variant).statements
    plays, scores, kit = Plays(variant), Scores(variant), KitCases(variant, spec_path)
    examples: dict[str, tuple[Example, ...]] = {}
    for number, clause in enumerate(_own_first(variant)):
        examples[clause.key] = _examples(variant, clause, plays, scores, kit, waiting)
        advance(number + 1, len(variant.clauses) + 1)
    apart = readings_apart(variant, spec_path=spec_path, waiting=waiting)
    advance(len(variant.clauses) + 1, len(variant.clauses) + 1)
    rules: dict[str, RuleEntry] = {}
    untrue = no_longer_true(variant, spec_path)
    for clause in variant.clauses:
        mine = tuple(_reading(variant, entry, plays, scores) for entry in apart if entry.clause == clause.key)
        rule = _rule(variant, clause, examples[clause.key], mine, statements, theorems, kit)
        levels = [_level(theorem) for theorem in theorems if theorem.name in rule.theorems]
        looked_at = tuple((level, levels.count(level)) for level in LEVELS if level in levels)
        rules[clause.key] = msgspec.structs.replace(rule, untrue=untrue.get(clause.key, Text()), looked_at=looked_at)
    titles = {heading.id: heading.title for heading in HEADINGS}
    groups = grouped(variant.clauses)
    sections = tuple(
        Section(name, titles[name], lead(name, variant.settings), tuple(rules[clause.key] for clause in groups[name]))
        for name in SHOWN
        if groups[name]
    )
    plays_on = "play" in variant.scope
    file = read_rule_file(Path(variant.path))
    mentioned = {name for rule in rules.values() for name in rule.theorems}
    made = Document(
        variant.id,
        variant.name,
        file.extends,
        variant.readings,
        (
            *scope_entry(variant),
            *turned_entry(variant),
            *entries_by_deal(variant, lambda s: glance(s, variant.deck(), variant.scope)),
        ),
        steps_by_deal(variant, lambda s: setup_steps(s, variant.deck())) if plays_on else (),
        steps_by_deal(variant, turn_steps) if plays_on else (),
        sample_turn(variant) if plays_on else (),
        sample_score(variant) if "scoring" in variant.scope else (),
        sections,
        tuple(TheoremEntry(t.name, Text(*t.statement), _level(t)) for t in theorems if t.name in mentioned),
        _sources(variant.clauses),
        variant.deck(),
    )
    said: Document = all_of_tiles(made, variant.settings.deck.style)
    return said


def _own_first(variant: Variant) -> list[Clause]:
    """The clauses of the variant's own file first: what is inherited is more likely recorded."""
    return sorted(variant.clauses, key=lambda clause: not clause.key.startswith(f"{variant.id}/"))


def _examples(
    variant: Variant, clause: Clause, plays: Plays, scores: Scores, kit: KitCases, waiting: Patience
) -> tuple[Example, ...]:
    """Of cards, else of plays, else of scores, else of the kit; what one side lacks is taken from the next."""
    found: list[Example] = []
    sources = (
        card_examples(variant, clause, waiting),
        plays.examples(clause),
        scores.examples(clause),
        kit.examples(clause),
    )
    for more in sources:
        verdicts = {example.verdict for example in found}
        fresh = [example for example in more if example.verdict not in verdicts]
        if verdicts:
            fresh = [example for example in fresh if example.verdict != "worth"]
        if "worth" not in verdicts:
            found += fresh
    if {example.verdict for example in found} >= {"legal", "illegal"}:
        found = [example for example in found if example.verdict != "worth"]
    return tuple(sorted(found, key=lambda example: ORDER.index(example.verdict)))


def _rule(
    variant: Variant,
    clause: Clause,
    examples: tuple[Example, ...],
    readings: tuple[ReadingEntry, ...],
    statements: Sequence[Statement],
    theorems: Sequence[Theorem],
    kit: KitCases,
) -> RuleEntry:
    plain = variant.plain()
    names = [name for name in parameters() if name in clause.values and name in plain]
    return RuleEntry(
        clause.key,
        clause.status,
        clause.text,
        tuple(Citation(name, _sentences().get(name, Text())) for name in clause.cites),
        tuple(
            ParameterEntry(
                name, json.dumps(plain[name], ensure_ascii=False), Text(parameters()[name].en, parameters()[name].es)
            )
            for name in names
        ),
        examples,
        _missing(clause, examples, kit.proved_equivalent(clause)),
        readings,
        tuple(statement for statement in statements if statement.clause == clause.key),
        tuple(theorem.name for theorem in theorems if _mentions(theorem, names)),
        _tests(names),
        kit.of(clause),
        clause.reason if clause.reason.en or not _is_only_said(names) else ONLY_SAID,
        clause.reading,
    )


def _mentions(theorem: Theorem, names: Sequence[str]) -> bool:
    """Whether a theorem looks at one of the parameters; one that looks at all of them mentions none."""
    prefixes = tuple(prefix for prefix in theorem.parameters if prefix and prefix != THE_VARIANT)
    return bool(prefixes) and any(name.startswith(prefixes) for name in names)


@cache
def _level(theorem: Theorem) -> Level:
    """How much of a game a theorem looks at; the players decide which deck there is."""
    looks_at = [
        name for name in parameters() if name.startswith(theorem.parameters) and not name.startswith("players.")
    ]
    return max((levels_of(name)[0] for name in looks_at), key=LEVELS.index, default="deck")


def _missing(clause: Clause, examples: Sequence[Example], proved: Text) -> Text:
    verdicts = {example.verdict for example in examples}
    if clause.status == "not-encoded" or "worth" in verdicts or verdicts >= {"legal", "illegal"}:
        return Text()
    if not verdicts:
        return proved if proved.en else NOT_SHOWN
    return ONLY_PERMITS if "legal" in verdicts else ONLY_FORBIDS


def _reading(variant: Variant, entry: Apart, plays: Plays, scores: Scores) -> ReadingEntry:
    """A reading, what tells it apart in a line, and the cards, play or score that does."""
    name, text = entry.reading.id, entry.reading.text
    if entry.read is not None:
        example = plays.apart(entry.read, name) or scores.apart(entry.read, name)
        if example is not None:
            return ReadingEntry(name, text, example.said, msgspec.structs.replace(example, said=Text()))
    example = _witness_example(variant, entry.witness) if entry.witness else None
    return ReadingEntry(name, text, entry.said, example)


def _witness_example(variant: Variant, witness: Witness) -> Example | None:
    case = witness.case
    try:
        if case.op in ("is_meld", "value"):
            return example_of_cards(variant, case.cards, smallest=witness.smallest)
        rows = hand_rows(variant, case)
    except MeldproofError:
        return None
    return Example("worth", rows, Text(), variant.deck(case.players), smallest=witness.smallest)


@cache
def _spec(name: str) -> dict[str, Any]:
    """A data file that lies beside the built-in variants; empty where there is none."""
    import importlib.resources

    path = importlib.resources.files("meldproof.spec") / name
    return tomllib.loads(path.read_text(encoding="utf-8")) if path.is_file() else {}


@cache
def _sentences() -> dict[str, Text]:
    return {entry["id"]: Text(entry["en"], entry["es"]) for entry in _spec("sources.toml").get("sentence", ())}


def _sources(clauses: Sequence[Clause]) -> tuple[SourceEntry, ...]:
    """The texts that the clauses cite."""
    cited = {name.rpartition("-")[0] for clause in clauses for name in clause.cites}
    return tuple(
        SourceEntry(
            entry["id"],
            Text(entry["title"]["en"], entry["title"]["es"]),
            Text(entry["describes"]["en"], entry["describes"]["es"]),
        )
        for entry in _spec("sources.toml").get("source", ())
        if entry["id"] in cited
    )


def _tests(names: Sequence[str]) -> tuple[str, ...]:
    """The tests that show the parameters enforced."""
    return tuple(dict.fromkeys(test for entry in _enforced(names) for test in entry["tests"]))


def _is_only_said(names: Sequence[str]) -> bool:
    """Whether nothing enforces the parameters, since no game log could show them."""
    entries = _enforced(names)
    return bool(entries) and all(entry["kind"] == "text" for entry in entries)


def _enforced(names: Sequence[str]) -> list[dict[str, Any]]:
    return [
        entry
        for entry in _spec("enforced.toml").get("enforced", ())
        if any(fnmatch.fnmatch(name, pattern) for name in names for pattern in entry["parameters"])
    ]
