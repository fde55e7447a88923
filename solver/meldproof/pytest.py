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
import os
from collections.abc import Mapping, Sequence
from difflib import get_close_matches
from typing import TYPE_CHECKING, Any

from meldproof.conforming.agreement import Malformed, agrees, check_form
from meldproof.conforming.kit import KitCase, answered_by, nearest_kit
from meldproof.errors import MeldproofError, ProblemError
from meldproof.messages import in_language, language, say, users_language
from meldproof.variants.loading import Variant, load_variant, vary
from meldproof.witnesses.questions import OPS, in_scope

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
        with in_language(users_language(os.environ)):
            self._check(result)

    def _check(self, result: Mapping[str, Any] | None) -> None:
        import pytest

        if result is None:
            pytest.skip(say("the engine has no answer to this"))
        question = self._found.question
        try:
            given = check_form(question, dict(result))
        except Malformed as error:
            pytest.fail(f"{self.id}: {error}", pytrace=False)
        opinion = agrees(question, given, self._rules)
        if opinion is None:
            pytest.skip(say("nothing in its answer can be judged here"))
        if not opinion.agrees:
            pytest.fail("\n".join(filter(None, self._lines(given, opinion.why))), pytrace=False)

    def _lines(self, given: Mapping[str, Any], why: str) -> list[str]:
        """The case, the answer and the right one, and the rules that it is about."""
        texts = {clause.key: clause.text[language()] for clause in self._rules.clauses}
        rules = [f"{texts[key]} [{key}]" for key in self._found.clauses if key in texts]
        said, right = (json.dumps(figures, ensure_ascii=False) for figures in (given, self._found.result))
        readings = ", ".join(self._found.readings)
        told = say("the texts dispute this; to follow another reading, name it in the mark: {names}", names=readings)
        return [
            self._found.title[language()],
            say("it says {given}, right is {right}", given=said, right=right),
            why,
            *([told] if readings else []),
            *rules,
        ]

    def __repr__(self) -> str:
        return f"RummyCase({self.id!r}, {self.case!r})"


def cases(
    variant: str,
    operations: Sequence[str] = (),
    *,
    readings: Sequence[str] = (),
    settings: Mapping[str, object] | None = None,
) -> list[RummyCase]:
    """The cases of a variant's kit, of some operations or all of its scope, under readings and settings.

    Raises ProblemError for an operation that is none, and for one of which there is no case: a test of nothing passes.
    """
    rules = vary(load_variant(variant), readings, settings)
    kit = answered_by(nearest_kit(rules), rules)
    there = [case for case in kit.cases if in_scope(case.op, rules)]
    asked = dict.fromkeys([operations] if isinstance(operations, str) else operations)
    for op in asked:
        known = [each for each in OPS if any(case.op == each for case in there)]
        if op not in known:
            near = get_close_matches(op, known, 1)
            hint = say("; {name} is one", name=near[0]) if near else ""
            ops = ", ".join(known)
            told = say(
                "{op}: no operation that {id} is asked about ({ops}){hint}", op=op, id=rules.id, ops=ops, hint=hint
            )
            raise ProblemError(told)
    return [RummyCase(case, rules) for case in there if not asked or case.op in asked]


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line(
        "markers",
        f"{MARK}(variant, operations=(), readings=(), settings=None): a test for every case of a kit, in {FIXTURE}",
    )


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    mark = metafunc.definition.get_closest_marker(MARK)
    if mark is None or FIXTURE not in metafunc.fixturenames:
        return
    import pytest

    try:
        with in_language(users_language(os.environ)):
            found = cases(*mark.args, **mark.kwargs)
    except (MeldproofError, TypeError) as error:
        raise pytest.Collector.CollectError(f"{metafunc.definition.nodeid}: {MARK}: {error}") from None
    metafunc.parametrize(FIXTURE, found, ids=[case.id for case in found])
