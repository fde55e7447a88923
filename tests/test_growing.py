"""What a new parameter or rule must be told to, so that none is forgotten: each test names it and says what to do."""

from __future__ import annotations

import contextlib
import importlib.util
import inspect
import re
import tomllib
from collections.abc import Iterator
from functools import cache
from itertools import combinations, islice, product
from pathlib import Path

import msgspec
import pytest
from depth import DEEP, covering
from test_check import BROKEN, REFUSED_BEFORE_THEY_ARE_JUDGED
from test_meld_law import EVERY_SHORT_WORD, check_law

import meldproof
from meldproof.arranging.brute.pieces import _MOVABLE
from meldproof.arranging.problem import Problem
from meldproof.arranging.solve import ENGINES, make_problem, solve_problem
from meldproof.cards import Kind, Meld, Slot, canonical
from meldproof.checking.certificate_columns import STAYS_BROKEN
from meldproof.conforming.kit import apart_from, stored_kit
from meldproof.errors import EngineDeclined, ProblemError
from meldproof.proving.discovery import discover
from meldproof.proving.theorem import Theorem
from meldproof.reference.build import document
from meldproof.reference.parameter_words import allowed
from meldproof.reference.sections import HEADINGS
from meldproof.rules.melds import RULES, Rule, applies, keeps_all_rules
from meldproof.rules.worth import point_tables
from meldproof.variants.levels import LEVELS, WITHOUT_EFFECT, arranged_by, levels_of
from meldproof.variants.loading import Variant, load_variant
from meldproof.variants.rebuild import made
from meldproof.variants.turned import sample_turned
from meldproof.variants.vocabulary import Settings, parameters
from meldproof.witnesses.melds import EITHER_KIND
from meldproof.witnesses.mutants import mutants_of
from meldproof.witnesses.store import MATTERS

ROOT = Path(__file__).parents[1]
PACKAGE = Path(meldproof.__file__).parent
VARIANTS = covering()

# What is made from the vocabulary


@pytest.mark.parametrize("path", made(), ids=lambda path: path.name)
def test_what_is_made_from_the_vocabulary_is_up_to_date(path: Path) -> None:
    assert path.read_text(encoding="utf-8") == made()[path], "run: python -m meldproof.variants.rebuild"


@pytest.mark.parametrize("name", DEEP)
def test_a_stored_kit_is_of_the_parameters_as_they_are(name: str) -> None:
    variant, kit = load_variant(name), stored_kit(name)
    assert kit is not None
    rebuild = f"meldproof kit {variant.id} --rebuild --out spec/vectors/{variant.id}.json"
    assert apart_from(kit, variant) == [], f"the kit knows nothing of these; last of all: {rebuild}"


# Where a parameter can be seen


@pytest.mark.parametrize("name", parameters())
def test_it_is_said_where_a_parameter_can_be_judged(name: str) -> None:
    fits = [beginning for beginning, _ in LEVELS if name.startswith(beginning)]
    assert fits, f"say in LEVELS (variants/levels.py) what is needed to see {name} at work"


def test_no_entry_of_the_levels_is_stale() -> None:
    first = {next(beginning for beginning, _ in LEVELS if name.startswith(beginning)) for name in parameters()}
    assert [beginning for beginning, _ in LEVELS if beginning not in first] == [], "no parameter needs these any more"
    assert set(WITHOUT_EFFECT) <= set(parameters())


@pytest.mark.parametrize("name", parameters())
def test_the_pages_have_a_section_for_every_parameter(name: str) -> None:
    fits = [heading.id for heading in HEADINGS if name.startswith(heading.prefixes)]
    assert fits, f"put the beginning of {name} into a heading (reference/sections.py)"


@pytest.mark.parametrize("name", parameters())
def test_the_table_of_parameters_has_words_for_its_values(name: str) -> None:
    parameter = parameters()[name]
    try:
        said = allowed(parameter)
    except KeyError:
        pytest.fail(f"say in WORDS (reference/parameter_words.py) what values {name} may have")
    assert said.en
    assert said.es
    assert not parameter.inert or parameter.default is not None, f"{name} may be unset: give its field a default"


def test_no_beginning_of_a_heading_is_stale() -> None:
    stale = [
        b for heading in HEADINGS for b in heading.prefixes if not any(name.startswith(b) for name in parameters())
    ]
    assert stale == []


# What the checker of certificates takes for granted of rules

MOST_SLOTS = 4
RUN_RULES = [rule for rule in RULES if rule.kind != "set"]


@pytest.mark.parametrize("rule", RUN_RULES, ids=lambda rule: rule.name)
def test_the_checker_of_certificates_knows_which_rules_a_longer_run_can_mend(rule: Rule) -> None:
    mended = _mended(rule)
    if rule.name in STAYS_BROKEN:
        assert mended is None, f"take {rule.name} out of STAYS_BROKEN (checking/certificate_columns.py): {mended}"
    else:
        assert mended is not None, (
            f"put {rule.name} into STAYS_BROKEN (checking/certificate_columns.py): no run mends it"
        )


def test_no_entry_of_stays_broken_is_stale() -> None:
    assert {rule.name for rule in RUN_RULES} >= STAYS_BROKEN


def _mended(rule: Rule) -> tuple[Meld, Meld] | None:
    """A run that breaks the rule, and the same with one card more at its end, which keeps it."""
    for s in _settings_about(rule.parameter):
        for place in (1, len(s.deck.ranks) - 2):
            for short, longer in _grown(s, place):
                if not rule.holds(short, s) and rule.holds(longer, s):
                    return short, longer
    return None


@cache
def _settings_about(name: str) -> list[Settings]:
    """Rules that give a parameter every sensible value, among jokers and wild ranks as there are."""
    there = [variant for variant in VARIANTS if name in variant.values]
    found = [settings for variant in there for settings in _changed(variant, name)]
    return list(dict.fromkeys(found))[:6]


def _changed(variant: Variant, name: str) -> Iterator[Settings]:
    yield variant.settings
    yield from (mutant.variant.settings for mutant in islice(mutants_of(variant, name), 4))


def _grown(s: Settings, start: int, most: int = MOST_SLOTS, *, wrong: bool = True) -> Iterator[tuple[Meld, Meld]]:
    """Short runs from a place on, right and wrong, and each with one card more."""
    layer: list[tuple[Slot, ...]] = [()]
    for number in range(most):
        following = []
        for slots in layer:
            for slot in _fillings(s, start + number, wrong=wrong, first=not number):
                longer = (*slots, slot)
                following.append(longer)
                if slots:
                    yield Meld("run", slots), Meld("run", longer)
        layer = following


def _fillings(s: Settings, place: int, *, wrong: bool, first: bool) -> Iterator[Slot]:
    """Who can stand at a place: the natural, a joker, wild ranks at home and abroad; wrongly, others and elsewhere."""
    rank = (place - 1) % len(s.deck.ranks) + 1
    yield Slot(rank, 1, place, 1, wild=False)
    yield Slot(0, 0, place, 1, wild=True)
    for name in s.wilds.ranks[:1]:
        yield Slot(s.deck.ranks.index(name) + 1, 1, place, 1, wild=True)
        yield Slot(s.deck.ranks.index(name) + 1, 2, place, 1, wild=True)
    if not wrong:
        return
    if not first:
        yield Slot(rank, 2, place, 2, wild=False)
        yield Slot(rank, 1, place + 1, 1, wild=False)
    yield Slot(rank % len(s.deck.ranks) + 1, 1, place, 1, wild=False)


# What the rules of melds read, and what the engines make of it

MELD_PARAMETERS = [name for name in parameters() if levels_of(name)[0] == "meld"]


class Read:
    """A record of settings that notes which parameters are looked at."""

    def __init__(self, record: object, seen: set[str], prefix: str = "") -> None:
        self._record, self._seen, self._prefix = record, seen, prefix

    def __getattr__(self, name: str) -> object:
        value = getattr(self._record, name)
        if (dotted := self._prefix + name) in parameters():
            self._seen.add(dotted)
        return Read(value, self._seen, f"{dotted}.") if isinstance(value, msgspec.Struct) else value


@cache
def read_by_rules() -> set[str]:
    seen: set[str] = set()
    for variant in VARIANTS:
        reader = Read(variant.settings, seen)
        for meld in _small_melds(variant.settings):
            for rule in RULES:
                if applies(rule, meld):
                    rule.holds(meld, reader)
    return seen


def _small_melds(s: Settings) -> Iterator[Meld]:
    """Sets of up to six cards of a few ranks, and runs of two and three from the ace and from the middle."""
    for place in (1, 5):
        yield from (short for short, _ in _grown(s, place, 4, wrong=False))
    for rank in (1, 2, 5):
        ranked = [
            Slot(s.deck.ranks.index(name) + 1, suit, rank, 0, wild=True) for name in s.wilds.ranks for suit in (1, 2)
        ]
        for suits in ((1,), (1, 2), (1, 1), (1, 2, 3), (1, 1, 2), (1, 2, 3, 4), (1, 1, 2, 2)):
            for jokers, twos in product(range(4), range(len(ranked) + 1)):
                missing = [suit for suit in (1, 2, 3, 4) if suit not in suits] + [1] * 6
                wild = [*[Slot(0, 0, rank, 0, wild=True)] * jokers, *ranked[:twos]]
                stand = [msgspec.structs.replace(slot, as_suit=suit) for slot, suit in zip(wild, missing, strict=False)]
                yield Meld("set", (*(Slot(rank, suit, rank, suit, wild=False) for suit in suits), *stand))


@pytest.mark.parametrize("name", MELD_PARAMETERS)
def test_a_rule_reads_every_parameter_of_melds(name: str) -> None:
    assert name in read_by_rules(), f"no rule reads {name}: write it in rules/melds.py, and list it in RULES"


def test_what_rules_read_is_a_matter_of_melds_and_of_the_deck() -> None:
    others = [name for name in read_by_rules() if levels_of(name)[0] not in ("deck", "meld")]
    assert others == [], "rules of melds read these: say so in LEVELS (variants/levels.py)"


def test_what_cards_are_worth_reads_what_is_a_matter_of_worth() -> None:
    seen: set[str] = set()
    for variant in VARIANTS:
        point_tables(Read(variant.settings, seen))  # type: ignore[arg-type]
    wanted = {name for name in parameters() if levels_of(name)[0] == "value"}
    assert wanted <= seen, "no worth is made of these: rules/worth.py"
    assert {levels_of(name)[0] for name in seen} <= {"deck", "meld", "value", "hand"}, "LEVELS says: only in a turn"


ASKED_BEFORE = {"wilds.turned"}
"""What is looked at before a question is put to an engine, and by no engine: whether a card was to be turned up. What
it told is in a certificate as `wilds.ranks`; where it made jokers of another card, no certificate is made."""


@pytest.mark.parametrize("engine", ["graph", "brute", "hand"])
def test_all_that_an_engine_reads_is_in_a_certificate(engine: str) -> None:
    seen: set[str] = set()
    problems: list[Problem] = []
    for variant in VARIANTS:
        known = sample_turned(variant)
        rules = msgspec.structs.replace(known, settings=Read(known.settings, seen))
        deck = known.deck()
        joker = " JK" * bool(deck.jokers)
        cards = " ".join(f"{rank}{deck.suits[0]}" for rank in deck.ranks[1:5]) + joker
        table = " ".join(f"{rank}{deck.suits[1]}" for rank in deck.ranks[4:7])
        for given in ({}, {"discard": "optional"}, {"open": True}, {"table": table}):
            with contextlib.suppress(EngineDeclined, ProblemError):
                problems.append(make_problem(rules, cards, **given))  # type: ignore[arg-type]
    seen -= ASKED_BEFORE
    for problem in problems:
        with contextlib.suppress(EngineDeclined, ProblemError):
            solve_problem(problem, engine)
    assert len(seen) > 20
    unsaid = seen - set(arranged_by()) - set(WITHOUT_EFFECT)
    assert unsaid == set(), "an arrangement depends on these: say in LEVELS (variants/levels.py) that a hand shows them"


def test_a_witness_of_each_level_is_kept_for_all_that_it_may_depend_on() -> None:
    order = ("deck", "meld", "value", "hand")
    for number, level in enumerate(order):
        told = [name for name in parameters() if levels_of(name)[0] in order[: number + 1]]
        unsaid = [name for name in told if not name.startswith(MATTERS[level])]  # type: ignore[index]
        assert unsaid == [], f"name them in MATTERS[{level!r}] (witnesses/store.py)"


def test_what_sets_and_runs_have_in_common_is_looked_at_where_kinds_are_compared() -> None:
    unsaid = [n for n in MELD_PARAMETERS if not n.startswith(("set.", "run.", *EITHER_KIND))]
    assert unsaid == [], "name them in EITHER_KIND (witnesses/melds.py)"


@pytest.mark.parametrize("theorem", discover(()), ids=lambda theorem: theorem.name)
def test_a_theorem_about_melds_looks_at_every_parameter_of_melds(theorem: Theorem) -> None:
    kinds = [kind for kind in ("set", "run") if any(kind == name for name in theorem.parameters)]
    others = tuple(f"{kind}." for kind in ("set", "run") if kind not in kinds)
    looked_at = theorem.parameters
    unsaid = [n for n in MELD_PARAMETERS if kinds and not n.startswith((*looked_at, *others))]
    assert unsaid == [], (
        f"add them to the parameters of {theorem.name} (proofs/), or else it is proved of others than these"
    )


@pytest.mark.parametrize("rule", [rule for rule in RULES if rule.name not in _MOVABLE], ids=lambda rule: rule.name)
def test_brute_force_knows_which_rules_see_where_a_wild_stands_among_wilds(rule: Rule) -> None:
    for s in _settings_about(rule.parameter)[:3]:
        for meld in _small_melds(s):
            if applies(rule, meld):
                for other in _with_wilds_moved(meld, s):
                    assert rule.holds(meld, s) == rule.holds(other, s), (
                        f"add {rule.name} to _MOVABLE (arranging/brute/pieces.py): {meld} {other}"
                    )


def _with_wilds_moved(meld: Meld, s: Settings) -> Iterator[Meld]:
    """The meld with two of its wilds in each other's places; a set's also with another suit for a wild."""
    wild = [number for number, slot in enumerate(meld.slots) if slot.wild]
    for one, two in combinations(wild, 2):
        slots = list(meld.slots)
        first, second = slots[one], slots[two]
        slots[one] = msgspec.structs.replace(first, rank=second.rank, suit=second.suit)
        slots[two] = msgspec.structs.replace(second, rank=first.rank, suit=first.suit)
        yield Meld(meld.kind, tuple(slots))
    for number in wild if meld.kind == "set" else ():
        slots = list(meld.slots)
        slots[number] = msgspec.structs.replace(slots[number], as_suit=slots[number].as_suit % 4 + 1)
        yield Meld(meld.kind, tuple(slots))


# Both definitions of a meld say the same, and every engine lays what they allow

KINDS: tuple[Kind, ...] = ("set", "run")


@pytest.mark.parametrize("name", [name for name in MELD_PARAMETERS if name.startswith(("set.", "run."))])
def test_the_law_of_the_automaton_is_the_rules_at_every_value_of_the_parameter(name: str) -> None:
    for s in _values_of(name):
        for kind in KINDS:
            try:
                check_law(s, kind, EVERY_SHORT_WORD)
            except AssertionError as apart:
                pytest.fail(f"with another {name} the law and the rules differ: {HOW}: {apart}")


def _values_of(name: str) -> Iterator[Settings]:
    """Rules with every value of a parameter that is tried anywhere, each in the loosest variant that can have it."""
    seen: set[str] = set()
    for variant in sorted(VARIANTS, key=lambda variant: -_melds_allowed(variant)):
        for mutant in mutants_of(variant, name) if name in variant.values else ():
            if mutant.id not in seen:
                seen.add(mutant.id)
                yield mutant.variant.settings


@cache
def _melds_allowed(variant: Variant) -> int:
    return sum(keeps_all_rules(meld, variant.settings) for meld in _melds_of(variant))


def test_an_inert_parameter_of_melds_makes_a_difference_wherever_it_exists() -> None:
    for name in (name for name in MELD_PARAMETERS if parameters()[name].inert):
        for variant in (variant for variant in VARIANTS if name in variant.values):
            assert any(_allowed_otherwise(variant, name)), (
                f"no small meld shows {name} in {variant.id}: say in its term under which switch it exists (SWITCHES,"
                " variants/vocabulary.py), or add to _melds_of (here) a meld that tells"
            )


def _allowed_otherwise(variant: Variant, name: str) -> Iterator[bool]:
    for mutant in mutants_of(variant, name):
        yield next(_apart(variant, mutant.variant), None) is not None


SLOW = ("z3",)
"""It is made from the rules alone."""


@pytest.mark.parametrize("name", MELD_PARAMETERS)
def test_every_engine_lays_what_a_change_of_the_parameter_allows_and_nothing_else(name: str) -> None:
    told = 0
    for one, other, meld in _telling(name):
        told += 1
        for variant in (one, other):
            problem = _all_cards(variant, meld)
            figures = {}
            for engine in ENGINES:
                if engine not in SLOW:
                    with contextlib.suppress(EngineDeclined):
                        figures[engine] = solve_problem(problem, engine).figures.melded_cards
            assert len(set(figures.values())) == 1, f"{name}: with {problem.hand} the engines lay {figures}: {HOW}"
    assert told, (
        f"no small meld shows {name}: RULES (rules/melds.py) lacks its rule, or _melds_of (here) a meld that tells"
    )


HOW = "rules/melds.py is followed by brute and z3, arranging/automaton.py by the others; teach the one that is wrong"


def _telling(name: str) -> Iterator[tuple[Variant, Variant, Meld]]:
    """Variants that differ in a parameter, each value once, and for each the smallest meld that tells them apart."""
    told: set[str] = set()
    for variant in VARIANTS:
        for mutant in mutants_of(variant, name) if name in variant.values else ():
            if mutant.id in told or mutant.variant.settings.deck != variant.settings.deck:
                continue
            if (meld := _best_told(variant, mutant.variant)) is not None:
                told.add(mutant.id)
                yield variant, mutant.variant, meld
            if len(told) == MOST_TOLD:
                return


MOST_TOLD, MOST_WEIGHED, MOST_CARDS = 5, 40, 6


def _best_told(one: Variant, other: Variant) -> Meld | None:
    """A meld that only one of two variants allows: one whose cards can't be laid otherwise, if that can be seen."""
    apart = list(islice(_apart(one, other), MOST_WEIGHED))
    short = (meld for meld in apart if len(meld.slots) <= MOST_CARDS)
    return next((meld for meld in short if _laid(one, meld) != _laid(other, meld)), apart[0] if apart else None)


def _apart(one: Variant, other: Variant) -> Iterator[Meld]:
    s, changed = one.settings, other.settings
    return (meld for meld in _melds_of(one) if keeps_all_rules(meld, s) != keeps_all_rules(meld, changed))


def _laid(variant: Variant, meld: Meld) -> int:
    return solve_problem(_all_cards(variant, meld), "brute").figures.melded_cards


def _all_cards(variant: Variant, meld: Meld) -> Problem:
    return Problem(variant, variant.deck(), canonical(meld.cards), objective=("melded_cards",))


@cache
def _melds_of(variant: Variant) -> list[Meld]:
    """Melds that the deck can make, the smallest first: small ones with wilds, and runs of naturals and a joker."""
    s, deck = variant.settings, variant.deck()
    ranks = len(s.deck.ranks)
    made = list(_small_melds(s))
    for place in (1, 5, ranks - 2):
        made += [longer for _, longer in _grown(s, place, MOST_SLOTS, wrong=False)]
    for size in range(MOST_SLOTS + 1, ranks + 1):
        naturals = tuple(Slot(place, 1, place, 1, wild=False) for place in range(1, size + 1))
        made += [Meld("run", naturals), Meld("run", (*naturals[:-2], Slot(0, 0, size - 1, 1, wild=True), naturals[-1]))]
    there = [meld for meld in made if deck.holds(meld.cards)]
    return sorted(there, key=lambda meld: len(meld.slots))


# What is written beside the code


@pytest.mark.parametrize("rule", [rule.name for rule in RULES])
def test_a_table_of_cases_has_a_meld_that_breaks_the_rule(rule: str) -> None:
    broken = {name for _, _, names in BROKEN for name in names}
    assert rule in broken | REFUSED_BEFORE_THEY_ARE_JUDGED, f"no case breaks {rule}: add a table (tests/test_check.py)"


TOOLS = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]
CONTRIBUTING = re.sub("```.*?```", "", (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8"), flags=re.DOTALL)
QUOTED = [found.split() for found in re.findall("`([^`]+)`", CONTRIBUTING)]


def test_every_folder_of_the_package_is_installed() -> None:
    folders = {path.parent for path in (ROOT / "solver" / "meldproof").rglob("__init__.py")}
    named = {".".join(folder.relative_to(ROOT / "solver").parts) for folder in folders}
    assert named - set(TOOLS["setuptools"]["packages"]) == set(), "name them in the packages of pyproject.toml"


def test_what_contributing_names_is_there() -> None:
    folders = ("solver", "spec", "proofs", "tests", "docs", "benchmarks")
    found = (*ROOT.iterdir(), *(path for name in folders for path in (ROOT / name).rglob("*")))
    files = [path.relative_to(ROOT).as_posix() for path in found]
    paths = {word.rstrip("/") for words in QUOTED for word in words if re.search(r"/|\.(py|po|json|toml|md)$", word)}
    gone = [path for path in paths if "ID" not in path and not any(f"/{file}".endswith(f"/{path}") for file in files)]
    assert gone == [], "CONTRIBUTING.md names files that there are not"
    modules = [words[2] for words in QUOTED if words[:2] == ["python", "-m"]]
    assert [name for name in modules if importlib.util.find_spec(name) is None] == []
    for name in modules:
        if name.startswith("meldproof."):
            assert "__main__" in inspect.getsource(importlib.import_module(name)), f"{name} is not to be run"


def test_contributing_names_the_layers_as_they_are() -> None:
    (chain,) = (words for words in QUOTED if "←" in words)
    layers = TOOLS["importlinter"]["contracts"][0]["layers"]
    assert chain[::2] == [layer.strip("()") for layer in reversed(layers)], "CONTRIBUTING.md: Where things are"


# No module names a parameter that is none


def test_a_name_in_the_code_that_looks_like_a_parameter_s_is_one() -> None:
    groups = {name.partition(".")[0] for name in parameters()}
    names = {*parameters(), *(rule.name for rule in RULES)}
    known = {".".join(name.split(".")[:length]) for name in names for length in range(1, 5)}
    stale = [
        f"{path.relative_to(ROOT)}:{line}: {text}"
        for folder in (PACKAGE, ROOT / "proofs")
        for path in sorted(folder.rglob("*.py"))
        for line, text in _dotted(path)
        if text.partition(".")[0] in groups and text.rstrip(".") not in known
    ]
    assert stale == []


def _dotted(path: Path) -> Iterator[tuple[int, str]]:
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        yield from ((number, found[1]) for found in DOTTED.finditer(line))


DOTTED = re.compile(r"""["']([a-z_]+(?:\.[a-z_]+)+\.?)["']""")


def test_nothing_need_stand_behind_a_parameter_that_nobody_sets() -> None:
    """Else a new parameter of play would lack a theorem, an example or a case on the page of every variant."""
    unsaid = [rule for rule in document(VARIANTS[0], timeout=0).rules if rule.key.startswith("vocabulary/")]
    assert unsaid
    assert all(rule.is_traced for rule in unsaid)
