"""A pytest plugin for engines in Python: the cases of a kit as tests, with no process between.

Name it in `conftest.py`, and write one test that answers a question:

    pytest_plugins = ["meldproof.pytest"]

    @pytest.mark.rummy_rules("gin", operations=["is_meld", "best"])
    def test_my_engine(rummy_case):
        if rummy_case.op == "is_meld":
            rummy_case.check({"legal": my_engine.is_meld(rummy_case.case["cards"])})
        else:
            rummy_case.check({"deadwood_points": my_engine.deadwood(rummy_case.case["cards"])})

Every case is a test of its own, named by its id. `check` takes what a harness would answer, judges it as
`meldproof conform` does, and fails with the case, the right answer and the rule. Of the mark, `readings`, `settings`
(as `--set` has them) and `operations` may be left out.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from meldproof.conforming.agreement import Malformed, agrees, check_form
from meldproof.conforming.drawing import in_scope
from meldproof.conforming.kit import KitCase, answered_by, nearest_kit
from meldproof.variants.loading import Variant, load_variant, vary

if TYPE_CHECKING:
    import pytest

MARK = "rummy_rules"
FIXTURE = "rummy_case"


class RummyCase:
    """A question of a kit: `op`, `case` as a harness gets it, and `check` for the answer."""

    def __init__(self, found: KitCase, rules: Variant) -> None:
        self._found, self._rules = found, rules
        self.id, self.op, self.case = found.id, found.op, found.case

    def check(self, result: Mapping[str, Any] | None) -> None:
        """Fail the test unless this is a right answer; None, where the engine has no answer, skips it."""
        import pytest

        if result is None:
            pytest.skip("the engine has no answer to this")
        question = self._found.question
        try:
            given = check_form(question, dict(result))
        except Malformed as error:
            pytest.fail(f"{self.id}: {error}", pytrace=False)
        opinion = agrees(question, given, self._rules)
        if opinion is None:
            pytest.fail(f"{self.id}: it gives none of the figures that are asked for", pytrace=False)
        if opinion.agrees:
            return
        texts = {clause.key: clause.text["en"] for clause in self._rules.clauses}
        rules = [f"{texts[key]} [{key}]" for key in self._found.clauses if key in texts]
        said = json.dumps(given, ensure_ascii=False)
        right = json.dumps(self._found.result, ensure_ascii=False)
        read = [f"disputed by the reading {name}" for name in self._found.readings]
        lines = [f"{self._found.title.en}", f"it says {said}, right is {right}", opinion.why, *read, *rules]
        pytest.fail("\n".join(filter(None, lines)), pytrace=False)

    def __repr__(self) -> str:
        return f"RummyCase({self.id!r}, {self.case!r})"


def cases(
    variant: str,
    operations: Sequence[str] = (),
    *,
    readings: Sequence[str] = (),
    settings: Mapping[str, object] | None = None,
) -> list[RummyCase]:
    """The cases of a variant's kit, of some operations or all of its scope, under readings and settings."""
    rules = vary(load_variant(variant), readings, settings)
    kit = answered_by(nearest_kit(rules), rules)
    wanted = [case for case in kit.cases if in_scope(case.op, rules) and (not operations or case.op in operations)]
    return [RummyCase(case, rules) for case in wanted]


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line(
        "markers",
        f"{MARK}(variant, operations=(), readings=(), settings=None): a test for every case of a kit, in {FIXTURE}",
    )


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    mark = metafunc.definition.get_closest_marker(MARK)
    if mark is None or FIXTURE not in metafunc.fixturenames:
        return
    found = cases(*mark.args, **mark.kwargs)
    metafunc.parametrize(FIXTURE, found, ids=[case.id for case in found])
