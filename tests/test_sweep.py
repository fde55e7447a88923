"""The sweep: equal to the graph on dense questions of every kind, equal to stored optima, in both of its forms.

The compiled form is tested where it was built; the interpreted one always, on fewer and smaller questions.
"""

from __future__ import annotations

import ast
import json
import random
from array import array
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import highspy
import numpy as np
import pytest
from auditing import audit
from houses import house_rules
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from strategies import VARIANTS, House, Question, houses, questions, readings_of
from test_engines_agree import TILE_HOUSES, same

import meldproof
from meldproof.arranging.compiled import form as forms
from meldproof.arranging.graph.search import Programme
from meldproof.arranging.model import Wanted, build_model
from meldproof.arranging.scale import Scale
from meldproof.arranging.solve import make_problem, solve_problem
from meldproof.arranging.sweep import engine
from meldproof.arranging.sweep import rules as compiled_rules
from meldproof.arranging.sweep.bounds import tightened
from meldproof.arranging.sweep.question import ask
from meldproof.arranging.sweep.rules import make_weights, rules_of
from meldproof.arranging.tables import TableCase, table_cases
from meldproof.errors import EngineDeclined
from meldproof.rules.melds import is_legal

DATA = Path(__file__).parent / "data"
FREE_TILES = meldproof.variant("rummikub", readings=["jokers-move-freely"], settings={"wilds.joker.melded": 0})
"""As the stored optima count."""


def stored(name: str) -> list[dict[str, object]]:
    return [json.loads(line) for line in (DATA / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()]


def _use(monkeypatch: pytest.MonkeyPatch, form: str) -> None:
    monkeypatch.setenv(forms.PURE, "1" if form == "interpreted" else "")
    forms._compiled.cache_clear()
    compiled_rules._COMPILED.rules.clear()


@pytest.fixture(params=["compiled", "interpreted"])
def form(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """Each form in turn; the compiled one is passed over where there is none."""
    _use(monkeypatch, request.param)
    if request.param == "compiled" and forms.description() != "sweep compiled":
        pytest.skip(forms.description())
    yield request.param
    monkeypatch.undo()
    forms._compiled.cache_clear()
    compiled_rules._COMPILED.rules.clear()


def agree(question: Question) -> None:
    """The sweep's answer is worth what the graph's is, and is sound."""
    problem = question.problem
    try:
        answer = solve_problem(problem, "sweep")
    except EngineDeclined:
        return
    audit(answer)
    graph = solve_problem(problem, "graph", timeout=20)
    if graph.optimal:
        same(answer, graph)
        fast = solve_problem(problem, "fast")
        audit(fast)
        assert fast.opens == graph.opens
        assert fast.figures.vector(problem.objective) == graph.figures.vector(problem.objective)


def examples(form: str, number: int) -> settings:
    return settings(
        max_examples=number if form == "compiled" else max(number // 8, 3),
        derandomize=True,
        deadline=None,
        database=None,
        suppress_health_check=list(HealthCheck),
    )


# The same answers as the graph


def test_dense_hands_are_arranged_as_well(form: str) -> None:
    @examples(form, 160)
    @given(data=st.data())
    def check(data: st.DataObject) -> None:
        variant = data.draw(st.sampled_from(VARIANTS))
        reading = data.draw(st.sampled_from([(), *((name,) for name in readings_of(variant))]))
        sizes = (7, 13) if form == "compiled" else (4, 8)
        agree(data.draw(questions(House(variant, reading), sizes=sizes, most_wilds=4)))

    check()


def test_houses_of_any_rules_are_arranged_as_well(form: str) -> None:
    @examples(form, 160)
    @given(data=st.data())
    def check(data: st.DataObject) -> None:
        agree(data.draw(questions(data.draw(houses(tiny=data.draw(st.booleans()))), sizes=(4, 9), most_wilds=4)))

    check()


def test_rearranged_tables_are_arranged_as_well(form: str) -> None:
    @examples(form, 120)
    @given(data=st.data())
    def check(data: st.DataObject) -> None:
        house = TILE_HOUSES[data.draw(st.sampled_from(sorted(TILE_HOUSES)))]
        most = 16 if form == "compiled" else 9
        agree(data.draw(questions(house, sizes=(1, 7), most_wilds=2, table=True, most_total=most)))

    check()


# Card prices


@pytest.fixture
def priced(monkeypatch: pytest.MonkeyPatch) -> None:
    """Card prices are found before any search but of one state."""
    for name in ("CHEAP_STATES", "TABLE_STATES", "WILD_TABLE_STATES"):
        monkeypatch.setattr(engine, name, 1)


def test_prices_change_no_answer(form: str, priced: None) -> None:
    @examples(form, 160)
    @given(data=st.data())
    def check(data: st.DataObject) -> None:
        if data.draw(st.booleans()):
            house = TILE_HOUSES[data.draw(st.sampled_from(sorted(TILE_HOUSES)))]
            most = 16 if form == "compiled" else 9
            agree(data.draw(questions(house, sizes=(1, 7), most_wilds=2, table=True, most_total=most)))
        else:
            agree(data.draw(questions(data.draw(houses(tiny=data.draw(st.booleans()))), sizes=(4, 9), most_wilds=4)))

    check()


def test_a_hopeless_ace_that_is_only_high_has_no_price(form: str, priced: None) -> None:
    settings = {"deck.copies": 1, "deck.jokers": 1, "run.ends": "high"}
    agree(Question(House("reglamento").with_settings(settings), ("2s", "As", "3s", "4s", "5s"), use=("2s",)))


def test_prices_are_found_soon_whatever_the_objective_weighs(form: str) -> None:
    rng = random.Random(11)
    deck = [f"{rank}{suit}" for rank in "2345678" for suit in "shdc"] * 2 + ["JK"] * 3
    for _ in range(40 if form == "compiled" else 4):
        question = loaded("argentino", " ".join(rng.sample(deck, 14)))
        if not question.walk.card_rows():  # type: ignore[attr-defined]
            continue
        rules = rules_of(meldproof.variant("argentino").settings, meldproof.variant("argentino").deck(None))
        assert tightened(question, rules) is not None  # type: ignore[arg-type]
        pricer = rules.pricer(question.made.shape, question.made.machine, lambda *_: [])  # type: ignore[attr-defined]
        pivots, columns = pricer.effort()
        assert pivots < 150
        assert columns < 150


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["hands", "houses", "tiles", "tables"])
def test_thousands_of_questions_are_arranged_as_well(kind: str) -> None:
    @settings(
        max_examples=4000, derandomize=False, deadline=None, database=None, suppress_health_check=list(HealthCheck)
    )
    @given(data=st.data())
    def check(data: st.DataObject) -> None:
        if kind == "hands":
            variant = data.draw(st.sampled_from(VARIANTS))
            reading = data.draw(st.sampled_from([(), *((name,) for name in readings_of(variant))]))
            agree(data.draw(questions(House(variant, reading), sizes=(8, 14), most_wilds=4)))
            return
        if kind == "tiles":
            house = TILE_HOUSES[data.draw(st.sampled_from(sorted(TILE_HOUSES)))]
        else:
            house = data.draw(houses(tiny=data.draw(st.booleans())))
        table = kind != "houses"
        agree(data.draw(questions(house, sizes=(2, 9), most_wilds=5, table=table, most_total=18)))

    check()


@pytest.mark.parametrize(
    ("hand", "table", "settings"),
    [
        ("3r", "2r 2y JK=2b", {}),  # the only sets of a rank are those of a wild bound to it
        ("1r", "1r JK=1b JK=1k", {}),
        ("JK", "11r 12r JK=13r", {"table.jokers": "free"}),  # the table's joker stays, the hand's may not go
        ("JK 1r", "11r 12r JK=13r", {"table.jokers": "free"}),
    ],
)
def test_what_differed_once_does_no_more(hand: str, table: str, settings: dict[str, object]) -> None:
    for objective in ((), ("deadwood_points",)):
        for opening in (False, True):
            house = House("fichas").with_settings(settings)
            agree(Question(house, tuple(hand.split()), (table,), open=opening, objective=objective))


def test_sets_of_wilds_alone_are_found_where_nothing_else_is() -> None:
    house = House("reglamento").with_settings({"deck.copies": 1, "set.naturals.min": 0, "run.wilds.max": 0})
    agree(Question(house, ("JK", "2s", "2h", "2d"), open=True, use=("JK",)))


# Stored optima


@pytest.mark.parametrize("row", stored("tables"), ids=lambda row: str(row["id"]))
def test_stored_tables_are_arranged_best(row: dict[str, object]) -> None:
    for objective, optimum in (
        (("melded_cards",), [row["most_tiles"]]),
        (("melded_points",), [row["most_points"]]),
        (("melded_cards", "melded_points"), row.get("most_tiles_then_points")),
    ):
        if optimum is None:
            continue
        problem = make_problem(FREE_TILES, str(row["rack"]), table=str(row["table"] or ""), objective=objective)
        answer = solve_problem(problem, "sweep")
        assert answer.engine == "sweep"
        assert list(answer.figures.vector(objective)) == optimum
        assert all(is_legal(entry.meld, problem.settings) for entry in answer.melds)
        given_cards = Counter(problem.hand) + Counter(card for meld in problem.table for card in meld.cards)
        assert (
            Counter(card for entry in answer.melds for card in entry.meld.cards) + Counter(answer.deadwood)
            == given_cards
        )
        if row["class"] == "a":
            audit(answer)  # with a large table it takes too long


def test_stored_tables_are_arranged_best_interpreted(monkeypatch: pytest.MonkeyPatch) -> None:
    _use(monkeypatch, "interpreted")
    rows = [row for row in stored("tables") if row["class"] == "a"]
    rows += [row for row in stored("tables") if row["id"] in ("b0-0", "c0-0")]
    for row in rows:
        problem = make_problem(FREE_TILES, str(row["rack"]), table=str(row["table"] or ""), objective=("melded_cards",))
        assert solve_problem(problem, "sweep").figures.melded_cards == row["most_tiles"]
    forms._compiled.cache_clear()
    compiled_rules._COMPILED.rules.clear()


@pytest.mark.parametrize("name", ["gin-dense10", "gin-dense11", "gin-random11"])
def test_stored_gin_hands_leave_the_least(name: str) -> None:
    for row in stored(name):
        cards = str(row["cards"])
        assert meldproof.solve("gin", cards, engine="sweep").figures.deadwood_points == row["min_deadwood"]
        if "min_after_discard" in row:
            answer = meldproof.solve("gin", cards, discard="required", engine="sweep")
            assert answer.figures.deadwood_points == row["min_after_discard"]


def test_stored_hands_of_thirteen_cost_the_least() -> None:
    rows = stored("indian-13")
    counts = meldproof.encode_hands("indian-13", [str(row["cards"]) for row in rows])
    assert meldproof.solve_many("indian-13", counts).values.tolist() == [row["min_points"] for row in rows]
    for row in rows[::3]:
        answer = meldproof.solve("indian-13", str(row["cards"]), engine="sweep")
        assert answer.figures.deadwood_points == row["min_points"]


# What it does not take, and when it is asked from several threads


@pytest.mark.parametrize(
    ("variant", "settings", "cards", "table", "parameter"),
    [
        ("argentino", {"run.ends": "cyclic"}, "Qs Ks As", "", "run.ends"),
        ("fichas", {"run.suit": "any"}, "1r 2r 3b", "", "run.suit"),
        ("argentino", {}, "Qs Ks As", "4s 5s 6s", "layoff.on"),
    ],
)
def test_what_it_does_not_take_is_named_and_goes_to_the_next_engine(
    variant: str, settings: dict[str, object], cards: str, table: str, parameter: str
) -> None:
    with pytest.raises(EngineDeclined, match=parameter):
        meldproof.solve(variant, cards, table=table, settings=settings, engine="sweep")
    assert meldproof.solve(variant, cards, table=table, settings=settings, engine="fewest").engine == "graph"
    plain = "4s 5s 6s" if variant != "fichas" else "4r 5r 6r"
    assert meldproof.solve(variant, plain, engine="fast").engine == "hand"
    assert meldproof.solve(variant, plain, engine="fewest", use=plain.split()[0]).engine == "sweep"


@pytest.mark.parametrize("engine", ["auto", "graph", "sweep"])
def test_a_table_short_of_the_runs_required_is_declined_by_name(engine: str) -> None:
    rules = house_rules("fichas + requirement.pure_runs=1")
    with pytest.raises(EngineDeclined, match=r"requirement\.runs"):
        meldproof.solve(rules, "3r 12r 13r", table="4b JK=5b 6b", engine=engine)


def test_threads_do_not_disturb_each_other() -> None:
    deck = FREE_TILES.deck()
    rng = random.Random(5)
    hands = [rng.sample(list(deck.cards()), 14) for _ in range(60)]

    def figures(hand: list[meldproof.Card]) -> object:
        return solve_problem(make_problem(FREE_TILES, hand), "sweep").figures

    alone = [figures(hand) for hand in hands]
    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(figures, hands)) == alone


@pytest.mark.parametrize("variant", ["argentino", "reglamento", "rummikub"])
def test_an_answer_does_not_depend_on_what_was_asked_before(variant: str) -> None:
    rules = meldproof.variant(variant)
    rng = random.Random(3)
    near = [card for card in rules.deck().cards() if card.is_joker or card.rank < 6]
    hands = [rng.sample(near, 11) for _ in range(40)]
    found = []
    for order in (hands, hands[::-1]):
        compiled_rules._COMPILED.rules.clear()
        answers = {id(hand): solve_problem(make_problem(rules, hand), "sweep").to_dict() for hand in order}
        found.append([answers[id(hand)] for hand in hands])
    assert found[0] == found[1]


def test_past_the_deadline_there_is_a_bound() -> None:
    row = next(row for row in stored("tables") if row["class"] == "d")
    problem = make_problem(FREE_TILES, str(row["rack"]), table=str(row["table"]), objective=("melded_points",))
    answer = solve_problem(problem, "sweep", timeout=0)
    assert answer.optimal or answer.bound is not None
    if answer.bound is not None:
        assert answer.bound["melded_points"] >= int(str(row["most_points"]))


# The two forms


def test_the_version_says_which_form_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    _use(monkeypatch, "interpreted")
    assert forms.description() == "sweep interpreted: MELDPROOF_PURE is set"
    assert forms.walk_class().__module__ == "meldproof.arranging.sweep.walk.reading"
    forms._compiled.cache_clear()
    compiled_rules._COMPILED.rules.clear()


def test_a_compiled_module_of_other_sources_is_not_used(form: str, monkeypatch: pytest.MonkeyPatch) -> None:
    if form == "interpreted":
        pytest.skip("there is nothing to be stale")
    monkeypatch.setattr(forms, "source_digest", lambda: "other")
    forms._compiled.cache_clear()
    with pytest.warns(RuntimeWarning, match="install again"):
        assert forms.walk_class().__module__ == "meldproof.arranging.sweep.walk.reading"
    assert "install again" in forms.description()


def test_the_merged_source_is_one_module_without_imports_of_its_parts() -> None:
    merged = forms.merged_source()
    assert f'SOURCE = "{forms.source_digest()}"' in merged
    assert "meldproof.arranging" not in merged
    assert merged.count("from __future__") == 1
    compile(merged, "merged", "exec")


# Malformed numbers at the compiled entry points


def loaded(variant: str, cards: str, table: str = "") -> object:
    """A walk with a question in it."""
    problem = make_problem(meldproof.variant(variant), cards, table=table)
    rules = rules_of(problem.settings, problem.deck)
    weights = make_weights(problem.objective, 30, rules.most_points, len(problem.table), melds=True)
    case = TableCase(frozenset(), ())
    return ask(problem, rules, weights, case, Wanted(), exact=False)


def _some_array(rng: random.Random) -> object:
    size = rng.choice([0, 1, 3, 4, 31, 32, 34, 36, 63, 64, 127, 128, 129])
    code = rng.choice("iqqibd")
    top = rng.choice([0, 1, 2, 7, 31, 127])
    low = rng.choice([0, 0, -1, -top])
    made = array(code, [rng.randint(low, top) if code != "b" else 1 for _ in range(size)])
    if size and code in "iq" and rng.random() < 0.3:
        made[rng.randrange(size)] = rng.choice([2**31 - 1, -(2**31)])
    return rng.choice([made, made, made, made, None, list(made), bytes(made), "text", 7])


@pytest.mark.parametrize("seed", range(2))
def test_malformed_numbers_are_refused_and_never_read_past_their_end(form: str, seed: int) -> None:
    rng = random.Random(seed)
    entry_points = {
        "hold": 5, "hold_wilds": 2, "bind": 2, "price": 7, "may_discard": 4, "demand": 7, "opening_points": 5,
        "price_aces": 2, "may_keep": 11, "card_rows": 0, "reprice": 3, "reprice_keeps": 2, "set_best_level": 1,
        "seek": 4,
    }  # fmt: skip
    refused = 0
    for _ in range(60 if form == "compiled" else 20):
        question = loaded("fichas", "4r 5r 6r JK 4b 4y 5b 6y 7r", "4r 5r 6r; 9r 9b JK=9y")
        walk = question.walk  # type: ignore[attr-defined]
        for _ in range(4):
            name, count = rng.choice(list(entry_points.items()))
            values = [
                rng.choice([_some_array(rng), rng.randint(-3, 70), rng.randint(-(2**70), 2**70)]) for _ in range(count)
            ]
            if name == "price":
                values = [tuple(values[:6]), values[6]]
            if name == "seek":
                values = [*values[:3], rng.randint(-5, 200)]
            try:
                getattr(walk, name)(*values)
            except (ValueError, TypeError, OverflowError, AttributeError, IndexError):
                refused += 1
        walk.begin()
        walk.seek(1, 4, 1 << 58, 200)
    assert refused > 30


def test_malformed_suit_tables_and_hands_are_refused(form: str) -> None:
    tables = forms.suit_tables_class()
    spread = array("q", [sum(1 << (13 * suit) for suit in range(4) if mask >> suit & 1) for mask in range(16)])
    lowest = array("i", [max((held & -held).bit_length() - 1, 0) for held in range(8192)])
    none = [array("q", [0] * 8192), array("i", [0] * 8192), array("i", [0] * 8192), array("i", [0] * 17)]
    fine = [
        *none,
        array("i", []),
        array("i", [0] * 16),
        array("q", []),
        (spread, lowest),
        array("q", [0] * 13),
        0,
        4,
    ]
    words, melds, discards = np.ones(2, dtype=np.uint64), np.ones((2, 52), dtype=np.uint8), np.ones(2, dtype=np.uint8)
    tables(*fine).settle_many(words, np.zeros(2, dtype=np.int64))
    tables(*fine).arrange_many(words, melds, discards)
    assert not melds.any()
    assert (discards == 255).all()
    bad = (array("i", [0] * 3), array("q", [1 << 60] * 8192), array("i", [1 << 30] * 17), None, np.zeros(4))
    for at in range(9):
        for value in bad:
            with pytest.raises((ValueError, TypeError)):
                tables(*(value if number == at else each for number, each in enumerate(fine)))
    every_other = np.ones(4, dtype=np.uint64)[::2]
    for hands, totals in ((words, 1), (words.astype(np.int64), 2), (every_other, 2), (melds, 2)):
        with pytest.raises(ValueError, match=r"not between|must be an array"):
            tables(*fine).settle_many(hands, np.zeros(totals, dtype=np.int64))
    for out, dropped in ((melds[:1], discards), (melds[:, :51].copy(), discards), (melds, discards[:1])):
        with pytest.raises(ValueError, match="not between"):
            tables(*fine).arrange_many(words, out, dropped)


@pytest.mark.parametrize("variant", ["gin", "argentino", "fichas", "reglamento"])
def test_many_hands_are_worth_the_same_in_both_forms(form: str, variant: str) -> None:
    """What a row of bytes holds is multiplied by points beyond 255: no number may be as narrow as its bytes."""
    rng = random.Random(7)
    rules = meldproof.variant(variant)
    deck = list(rules.deck().cards())
    near = [card for card in deck if card.is_joker or card.rank in (1, 2, 11, 12, 13)]
    hands = [rng.sample(deck if number % 2 else near, 10) for number in range(12)]
    for discard in ("none", "required"):
        found = meldproof.solve_many(rules, hands, objective="deadwood_points", discard=discard)
        for hand, value in zip(hands, found.values, strict=True):
            problem = make_problem(rules, hand, objective=("deadwood_points",), discard=discard)
            assert solve_problem(problem, "graph").figures.deadwood_points == value, hand


def test_a_walk_of_an_impossible_shape_is_refused(form: str) -> None:
    question = loaded("argentino", "4s 5s 6s JK 2d")
    walk = forms.walk_class()
    shape, machine = question.made.shape, question.made.machine  # type: ignore[attr-defined]
    for change in ({"suits": 5}, {"copies": 0}, {"last": 40}, {"first": 0}, {"natural_place": 99}):
        with pytest.raises(ValueError, match="not between"):
            walk(shape._replace(**change), machine, lambda bound, loose: ())


def test_no_two_parts_that_are_compiled_together_define_the_same_name() -> None:
    """The later one would silently take the place of the first."""
    defined: Counter[str] = Counter()
    for part in forms.PARTS:
        for node in ast.parse(forms.path_of(part).read_text(encoding="utf-8")).body:
            targets = node.targets if isinstance(node, ast.Assign) else []
            defined.update(name.id for target in targets for name in ast.walk(target) if isinstance(name, ast.Name))
            if isinstance(node, ast.FunctionDef | ast.ClassDef):
                defined[node.name] += 1
    assert len(defined) > 80
    assert not [name for name, times in defined.items() if times > 1]


def test_no_layer_of_a_compiled_class_defines_what_one_below_it_defines() -> None:
    """A method or field of the same name would silently take the place of the other, for the layers below too."""
    bases: dict[str, str] = {}
    members: dict[str, set[str]] = {}
    for part in forms.PARTS:
        for node in ast.parse(forms.path_of(part).read_text(encoding="utf-8")).body:
            if isinstance(node, ast.ClassDef):
                bases[node.name] = next((base.id for base in node.bases if isinstance(base, ast.Name)), "")
                names = {entry.name for entry in node.body if isinstance(entry, ast.FunctionDef)} - {"__init__"}
                targets = [target for entry in node.body if isinstance(entry, ast.Assign) for target in entry.targets]
                members[node.name] = names | {target.id for target in targets if isinstance(target, ast.Name)}
    layers = 0
    for name, base in bases.items():
        while base in members:
            assert not members[name] & members[base], (name, base)
            base, layers = bases[base], layers + 1
    assert layers > 20


def linear_optimum(programme: Programme) -> float:
    """What parts of melds could gain at most, each card used up or left as often as it may."""
    model = highspy.HighsLp()
    columns, resources = programme.columns, programme.resources
    model.num_col_, model.num_row_ = len(columns), len(resources)
    model.col_cost_ = np.array([-float(column.gain) for column in columns])
    model.col_lower_, model.col_upper_ = np.zeros(len(columns)), np.full(len(columns), highspy.kHighsInf)
    must = [0 if each.spare is None else each.capacity - each.spare for each in resources]
    model.row_lower_ = np.array([float(number) for number in must])
    model.row_upper_ = np.array([float(each.capacity) for each in resources])
    usage = [pair for column in columns for pair in column.usage]
    model.a_matrix_.format_ = highspy.MatrixFormat.kColwise
    model.a_matrix_.start_ = np.array([0, *np.cumsum([len(column.usage) for column in columns])], dtype=np.int32)
    model.a_matrix_.index_ = np.array([row for row, _ in usage], dtype=np.int32)
    model.a_matrix_.value_ = np.array([float(number) for _, number in usage])
    solver = highspy.Highs()
    solver.silent()
    solver.passModel(model)
    solver.run()
    assert solver.getModelStatus() == highspy.HighsModelStatus.kOptimal
    return -float(solver.getInfo().objective_function_value)


def _shared_aces(row: dict[str, object]) -> bool:
    """Whether an ace of the rack is on the table, too: the graph counts those apart, and another total."""
    rack, table = (str(row[name] or "").replace(";", " ").split() for name in ("rack", "table"))
    return any(tile in table for tile in rack if tile[:-1] == "1")


@pytest.mark.parametrize("melds", [True, False])
@pytest.mark.parametrize("objective", [("melded_cards",), ("deadwood_points", "melded_cards")])
def test_card_prices_are_those_of_the_linear_programme(form: str, melds: bool, objective: tuple[str, ...]) -> None:
    """Worse prices would still be right, and the search behind them a hundred times longer."""
    rows = [row for row in stored("tables") if row["class"] in "bcd" and not _shared_aces(row)]
    rows = rows[:: 1 if form == "compiled" else 9]
    problems = [
        make_problem(FREE_TILES, str(row["rack"]), table=str(row["table"] or ""), objective=objective) for row in rows
    ]
    house = meldproof.variant("argentino")
    for cards in (
        "4s 5s 6s 7s 8s 4h 5h 6h JK 2d 9s Ts",
        "As 2s 3s 4s Qs Ks Ah Ad JK JK 5s 6s",
        "7h 7d 7c 7s 8s 9s 2h 2d",
    ):
        problems.append(make_problem(house, cards, objective=objective))
    for problem in problems:
        case = next(iter(table_cases(problem)))
        rules = rules_of(problem.settings, problem.deck)
        weights = make_weights(objective, 120, rules.most_points, len(problem.table), melds=melds)
        found = tightened(ask(problem, rules, weights, case, Wanted(), exact=False), rules)
        assert found is not None
        programme = build_model(
            problem, Scale(objective, weights.weights, (0,) * len(objective)), case, Wanted()
        ).programme
        if not melds:
            free = tuple(column._replace(gain=column.gain + 1) for column in programme.columns)
            programme = programme._replace(columns=free)
        assert found.most / found.factor == pytest.approx(linear_optimum(programme), rel=1e-5, abs=0.1)


def test_an_own_ace_that_opens_beside_a_table_s_is_worth_what_it_is_there() -> None:
    """The table's ace is worth more at the top of its run, but the hand's opens at the foot of another."""
    house = House("rummy-500").with_settings({"deck.copies": 2, "table.jokers": "frozen", "table.rearrange": "full"})
    objective = ("deadwood_points", "melded_points", "deadwood_cards")
    question = Question(
        house, ("As", "As", "Ah", "2s", "2h", "3h"), ("JK=Jh Qh Kh Ah",), open=True, objective=objective
    )
    with pytest.raises(EngineDeclined, match=r"points\.ace"):
        solve_problem(question.problem, "sweep")
    for name in ("auto", "fast", "fewest", "graph", "brute"):
        answer = solve_problem(question.problem, name)
        audit(answer)
        assert answer.figures.melded_points == 6
