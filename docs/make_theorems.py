"""The page of every theorem, of what it speaks, how it is proved and what that rests on.

`conf.py` has it made when the documentation is built, in the language of the build.
"""

from __future__ import annotations

from collections.abc import Iterator

from meldproof.proving.discovery import discover
from meldproof.proving.methods import METHODS

WORDS = {
    "en": {
        "title": "Theorem by theorem",
        "lead": (
            "What `meldproof prove` claims of a variant, of what each claim speaks, and which way it goes. What a",
            "result rests on is printed beside it: *for all* or *exhaustive* is a proof; a *sample* and what is",
            "*recorded* are checked, no more; *nothing to claim* says that the rules leave the claim nothing to",
            "speak of, and *not shown* that some of it shows nowhere, by name.",
        ),
        "head": "| theorem | says | of | way |",
        "ways": "## The ways",
        "way": "| way | what is done | what it rests on |",
    },
    "es": {
        "title": "Teorema por teorema",
        "lead": (
            "Lo que `meldproof prove` afirma de una variante, sobre qué habla cada afirmación y por qué camino va.",
            "En qué se apoya un resultado figura junto a él: *para todo* o *exhaustivo* es una demostración; una",
            "*muestra* y lo *registrado* están comprobados, no más; *nada que afirmar* dice que las reglas no dejan",
            "de qué hablar, y *sin mostrar* que algo de ello no se ve en ningún lado, por su nombre.",
        ),
        "head": "| teorema | dice | de | camino |",
        "ways": "## Los caminos",
        "way": "| camino | qué se hace | en qué se apoya |",
    },
}
WAY_NAMES = {
    "en": {"solver": "solver", "suite": "test suite", "walk": "walk", "cases": "case by case", "sample": "sample",
           "changes": "changes", "counts": "counts", "prices": "prices", "play": "play", "records": "records"},
    "es": {"solver": "solver", "suite": "batería", "walk": "recorrido", "cases": "caso por caso", "sample": "muestra",
           "changes": "cambios", "counts": "cuentas", "prices": "precios", "play": "juego", "records": "registros"},
}  # fmt: skip


def page(language: str = "en") -> str:
    """The whole page."""
    return "\n".join(_lines(language)) + "\n"


def _lines(language: str) -> Iterator[str]:
    words, names, spanish = WORDS[language], WAY_NAMES[language], language == "es"
    yield from (f"# {words['title']}", "", *words["lead"], "", str(words["head"]), "| --- | --- | --- | --- |")
    for theorem in discover():
        says, of = theorem.statement[spanish], theorem.over[spanish]
        yield f"| `{theorem.name}` | {says} | {of} | {names[theorem.method]} |"
    yield from ("", str(words["ways"]), "", str(words["way"]), "| --- | --- | --- |")
    for name, way in METHODS.items():
        yield f"| {names[name]} | {way.does[language]} | {way.rests_on[language]} |"
