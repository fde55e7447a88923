"""The page of every sentence of the texts, the clauses that cite it, and how they are enforced.

`conf.py` has it made when the documentation is built, in the language of the build.
"""

from __future__ import annotations

import fnmatch
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from meldproof.variants.clauses import Clause
from meldproof.variants.loading import builtin_folder, variant_files

SPEC = builtin_folder()
WORDS = {
    "en": {
        "title": "Sentence by sentence",
        "lead": (
            "Each sentence of a rule text, the clause that cites it, and where its parameters are enforced: a rule of",
            "a meld, a value, the arranging, the referee, the score. A clause that is not encoded gives its reason.",
        ),
        "head": "| sentence | says | clause | enforced | tests |",
        "no rule": "no rule",
        "not encoded": "not encoded",
    },
    "es": {
        "title": "Frase por frase",
        "lead": (
            "Cada frase de un texto de reglas, la cláusula que la cita y dónde se hacen cumplir sus parámetros:",
            "una regla de las combinaciones, un valor, el armado, el árbitro, el puntaje. Una cláusula no codificada",
            "da su razón.",
        ),
        "head": "| frase | dice | cláusula | se hace cumplir en | pruebas |",
        "no rule": "no es regla",
        "not encoded": "no codificada",
        "rule": "regla",
        "value": "valor",
        "engine": "armado",
        "referee": "árbitro",
        "score": "puntaje",
        "text": "texto",
    },
}


def page(language: str = "en") -> str:
    """The whole page."""
    return "\n".join(_lines(language)) + "\n"


def _lines(language: str) -> Iterator[str]:
    sources = tomllib.loads((SPEC / "sources.toml").read_text(encoding="utf-8"))
    enforced = tomllib.loads((SPEC / "enforced.toml").read_text(encoding="utf-8"))["enforced"]
    words = WORDS[language]
    clauses = [clause for file in variant_files(abstract=True) for clause in file.clauses]
    yield f"# {words['title']}"
    yield ""
    yield from words["lead"]
    for source in sources["source"]:
        yield f"\n## {source['id']}: {source['title'][language]}\n"
        yield str(words["head"])
        yield "|---|---|---|---|---|"
        for sentence in sources["sentence"]:
            if sentence["id"].rpartition("-")[0] == source["id"]:
                yield _row(
                    sentence, [clause for clause in clauses if sentence["id"] in clause.cites], enforced, language
                )


def _row(sentence: dict[str, Any], clauses: list[Clause], enforced: list[dict[str, Any]], language: str) -> str:
    words, said = WORDS[language], sentence[language]
    if not sentence["normative"]:
        return f"| {sentence['id']} | {said} | {words['no rule']}: {sentence['reason'][language]} | | |"
    names, how, tests = [], [], []
    for clause in clauses:
        reason = f" ({words['not encoded']}: {clause.reason[language]})" if clause.status == "not-encoded" else ""
        names.append(f"`{clause.key}`{reason}")
        for parameter in clause.values:
            for entry in enforced:
                if any(fnmatch.fnmatch(parameter, pattern) for pattern in entry["parameters"]):
                    how.append(f"{words.get(entry['kind'], entry['kind'])} `{parameter}`")
                    tests += entry["tests"]
    files = ", ".join(dict.fromkeys(Path(name).name for name in tests))
    return f"| {sentence['id']} | {said} | {'; '.join(names)} | {', '.join(dict.fromkeys(how))} | {files} |"
