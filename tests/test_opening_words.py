"""What an opening asks is said with its clause and the score that was assumed, and what a hand lacks of it."""

from __future__ import annotations

import pytest
from houses import house_rules

from meldproof.arranging.opening_words import lacking_text, needed_text
from meldproof.arranging.solve import make_problem, solve_problem

NEEDED = [
    (
        "argentino",
        None,
        {"points": 0, "pure_runs": 0, "clause": "argentino/opening", "score": 0},
        "to open: no minimum of points, with a match score of 0 (assumed; --score says another); "
        "with 751 or more, at least 250 points  [argentino/opening]",
        "para abrir: sin mínimo de puntos, con 0 puntos en la partida (supuesto; --score N da otro); "
        "con 751 o más, al menos 250 puntos  [argentino/opening]",
    ),
    (
        "argentino",
        751,
        {"points": 250, "pure_runs": 0, "clause": "argentino/opening", "score": 751},
        "to open: at least 250 points, with a match score of 751  [argentino/opening]",
        "para abrir: al menos 250 puntos, con 751 puntos en la partida  [argentino/opening]",
    ),
    (
        "fichas",
        None,
        {"points": 30, "pure_runs": 0, "clause": "fichas/opening", "score": 0},
        "to open: at least 30 points  [fichas/opening]",
        "para abrir: al menos 30 puntos  [fichas/opening]",
    ),
    (
        "fichas + opening.points=0 + opening.pure_runs=2",
        None,
        {"points": 0, "pure_runs": 2, "clause": "settings/opening.pure_runs", "score": 0},
        "to open: no minimum of points and 2 runs without wilds  [settings/opening.pure_runs]",
        "para abrir: sin mínimo de puntos y 2 escaleras sin comodines  [settings/opening.pure_runs]",
    ),
    (
        "vatikan",
        None,
        {"points": 0, "pure_runs": 0, "clause": "vatikan/first-run", "score": 0},
        "to open: a run  [vatikan/first-run]",
        "para abrir: una escalera  [vatikan/first-run]",
    ),
    (
        "remik",
        None,
        {"points": 51, "pure_runs": 0, "clause": "remik/opening", "score": 0},
        "to open: at least 51 points and a run without wilds  [remik/opening]",
        "para abrir: al menos 51 puntos y una escalera sin comodines  [remik/opening]",
    ),
]


@pytest.mark.parametrize(("rules", "score", "needed", "english", "spanish"), NEEDED)
def test_what_an_opening_needs_is_said_with_its_clause_and_score(rules, score, needed, english, spanish):
    problem = make_problem(house_rules(rules), "As Ah Ad" if "fichas" not in rules else "1r 2r", open=True, score=score)
    assert solve_problem(problem).to_dict()["opening_needed"] == needed
    assert (needed_text(problem), needed_text(problem, "es")) == (english, spanish)


LACKING = [
    ("fichas", "9k 9b JK", "3 points are lacking", "faltan 3 puntos"),
    ("fichas + opening.points=28", "9k 9b JK", "1 point is lacking", "falta 1 punto"),
    ("fichas", "9k 8b", "30 points are lacking", "faltan 30 puntos"),
    ("argentino", "9s 8h", "a new meld is lacking", "falta una combinación nueva"),
    (
        "fichas + opening.pure_runs=1",
        "10k 10b 10r",
        "what is lacking: 1 run without wilds and at least 30 points together",
        "lo que falta: 1 escalera sin comodines y al menos 30 puntos entre todo",
    ),
    ("fichas", "10k 10b JK", "", ""),
    ("vatikan", "7s 7h 7d", "what is lacking: a run", "lo que falta: una escalera"),
]


@pytest.mark.parametrize(("rules", "cards", "english", "spanish"), LACKING)
def test_a_hand_that_can_not_open_is_told_what_it_lacks(rules, cards, english, spanish):
    answer = solve_problem(make_problem(house_rules(rules), cards, open=True))
    assert (lacking_text(answer), lacking_text(answer, "es")) == (english, spanish)


def test_nothing_is_needed_where_no_opening_was_asked_for():
    assert "opening_needed" not in solve_problem(make_problem(house_rules("fichas"), "10k 10b JK")).to_dict()
