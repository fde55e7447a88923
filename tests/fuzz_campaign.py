"""Questions of houses drawn from the whole vocabulary, put to every engine, `check`, certificates and `solve_many`.

python tests/fuzz_campaign.py [--calls 100000] [--seed 1] counts the calls, says on stderr how far it is, and prints
every fault with its question, which `Asker().put(Question(...))` asks again. Another seed asks other questions.
"""

from __future__ import annotations

import argparse
import signal
import sys
import time
import traceback
import zlib
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager

from auditing import audit
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import seed as seeded
from hypothesis import strategies as st
from strategies import VARIANTS, House, Question, houses, questions, readings_of
from test_engines_agree import DECLINING, TILE_HOUSES, same

import meldproof
from meldproof.arranging.certificates.certificate import NoCertificate, make_certificate
from meldproof.arranging.problem import Arrangement
from meldproof.arranging.solve import CHOICES, ENGINES, solve_problem
from meldproof.checking.certificate_checker import check_certificate
from meldproof.checking.verdict import check_cards
from meldproof.errors import EngineDeclined
from meldproof.notation import cards_text

CHUNK, SECONDS, MOST_SECONDS = 100, 30.0, 120.0
"""Questions in a chunk; the limit of an engine; the limit of all that is done with a question, whatever it heeds."""
SAMPLED = {"z3": 100, "certificate": 10, "check": 4}
"""What is slow beside the engines is asked one question in so many."""


class Asker:
    """Puts questions to all that answers them; `calls` counts who was asked and who declined."""

    def __init__(self) -> None:
        self.calls: Counter[str] = Counter()

    def put(self, question: Question) -> None:
        """Raises AssertionError where an answer is wrong, or whatever a call breaks down with."""
        mark = zlib.crc32(repr(question).encode())
        brute = self._asked(question, "brute")
        if brute is None:
            return
        for name in (*ENGINES, *CHOICES):
            if name != "brute" and mark % SAMPLED.get(name, 1) == 0:
                answer = self._asked(question, name)
                if answer is not None:
                    same(answer, brute, fewest=name != "fast")
        if not (question.table or question.open or question.use):
            self._many(question, brute)
        if mark % SAMPLED["check"] == 0 and question.players is None:  # `check` knows the largest deck alone
            self._checked(brute)
        if mark % SAMPLED["certificate"] == 0:
            self._certified(question)

    def _asked(self, question: Question, name: str) -> Arrangement | None:
        self.calls[name] += 1
        try:
            answer = solve_problem(question.problem, name, timeout=SECONDS)
        except EngineDeclined as reason:
            self.calls[f"{name} declined"] += 1
            if name not in DECLINING and "referee" not in str(reason):
                raise AssertionError(f"{name} takes every problem, but said {reason}") from reason
            return None
        assert answer.optimal, f"{name} was not done after {SECONDS:.0f} s"
        audit(answer)
        return answer

    def _many(self, question: Question, brute: Arrangement) -> None:
        self.calls["solve_many"] += 1
        first = brute.problem.objective[0]
        given = {"objective": question.objective, "discard": question.discard, "players": question.players}
        (value,) = meldproof.solve_many(question.house.rules, [question.hand], **given).values  # type: ignore[arg-type]
        assert value == getattr(brute.figures, first), f"solve_many says {value} {first}"

    def _checked(self, answer: Arrangement) -> None:
        for laid in answer.melds:
            self.calls["check"] += 1
            verdict = check_cards(answer.problem.variant, cards_text(laid.meld.cards, answer.problem.deck))
            assert verdict.legal, f"check says that {laid.meld} is no meld"
            assert verdict.points is not None
            assert verdict.points >= laid.points, "check values a meld less than it was laid for"

    def _certified(self, question: Question) -> None:
        self.calls["certificate"] += 1
        try:
            document = make_certificate(solve_problem(question.problem, "graph"), seconds=SECONDS).to_json()
        except NoCertificate as reason:
            self.calls[f"no certificate: {str(reason)[:60]}"] += 1
            return
        outcome = check_certificate(document)
        assert outcome.status == 0, f"the certificate is refused: {outcome.reason}"


@st.composite
def any_questions(draw: st.DrawFn) -> Question:
    """A question of any house: hands alone (three in five), beside a table, or of tiles."""
    kind = draw(st.integers(0, 9))
    if kind == 0:
        return draw(questions(TILE_HOUSES[draw(st.sampled_from(sorted(TILE_HOUSES)))], sizes=(2, 6), most_wilds=2,
                              table=True, most_total=9))  # fmt: skip
    if kind == 1:
        variant = draw(st.sampled_from(VARIANTS))
        house = House(variant, draw(st.sampled_from([(), *((reading,) for reading in readings_of(variant))])))
    else:
        house = draw(houses(tiny=draw(st.booleans())))
    if kind < 5:
        return draw(questions(house, sizes=(2, 6), most_wilds=4, table=True, most_total=9))
    return draw(questions(house, sizes=(4, 8), most_wilds=4))


Fault = tuple[str, Question]
"""What was wrong, and with which question."""


def faults(calls: int, seed: int, asker: Asker) -> Iterator[list[Fault]]:
    """Puts questions, a chunk at a time, until so many calls were made; yields what each chunk brought up."""
    while asker.calls.total() < calls:
        seed += 1
        yield chunk(seed, asker)


@contextmanager
def interrupted(seconds: float) -> Iterator[None]:
    """Raises TimeoutError in what is not done by then, where the system has such an alarm."""

    def late(signal_number: int, frame: object) -> None:
        raise TimeoutError(f"not done after {seconds:.0f} s")

    if not hasattr(signal, "SIGALRM"):
        yield
        return
    before = signal.signal(signal.SIGALRM, late)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def chunk(seed: int, asker: Asker) -> list[Fault]:
    """The faults of a hundred questions."""
    found: list[Fault] = []

    @seeded(seed)
    @settings(
        max_examples=CHUNK,
        phases=[Phase.generate],
        deadline=None,
        database=None,
        suppress_health_check=list(HealthCheck),
    )
    @given(any_questions())
    def ask(question: Question) -> None:
        try:
            with interrupted(MOST_SECONDS):
                asker.put(question)
        except Exception as fault:
            where = traceback.extract_tb(fault.__traceback__)[-1]
            said = str(fault).partition("\n")[0] or where.line
            found.append((f"{type(fault).__name__} in {where.name}: {said}", question))

    ask()
    return found


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--calls", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    asker, began, number = Asker(), time.monotonic(), 0
    for found in faults(asked.calls, asked.seed * 1_000_000, asker):
        for said, question in found:
            print(f"{said}\n  {question!r}", flush=True)
        number += len(found)
        seconds = time.monotonic() - began
        print(f"{asker.calls.total():,} calls, {number} faults, {seconds:.0f} s", file=sys.stderr, flush=True)
    print(f"{asker.calls.total():,} calls, {number} faults: {dict(asker.calls)}")
    return min(number, 1)


if __name__ == "__main__":
    sys.exit(main())
