"""Writes `docs/sentences.md`: every sentence of the texts, the clauses that cite it, and how they are enforced.

Run `python docs/make_sentences.py` after a change of spec/; a test holds the page to it.
"""

from __future__ import annotations

import fnmatch
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import meldproof
from meldproof.variant.clauses import Clause

SPEC = Path(meldproof.variant("gin").path).parent
PAGE = Path(__file__).with_name("sentences.md")
VARIANTS = {"S000": "argentino", "S001": "rummy-500", "S003": "reglamento", "S004": "fichas", "GIN": "gin"}


def page() -> str:
    """The whole page."""
    return "\n".join(_lines()) + "\n"


def _lines() -> Iterator[str]:
    sources = tomllib.loads((SPEC / "sources.toml").read_text(encoding="utf-8"))
    enforced = tomllib.loads((SPEC / "enforced.toml").read_text(encoding="utf-8"))["enforced"]
    yield "# Sentence by sentence"
    yield ""
    yield "Each sentence of a rule text, the clause that cites it, and where its parameters are enforced: a rule of a"
    yield "meld, a value, the arranging, the referee, the score. A clause that is not encoded gives its reason."
    for source in sources["source"]:
        yield f"\n## {source['id']}: {source['title']['en']}\n"
        yield "| sentence | says | clause | enforced | tests |"
        yield "|---|---|---|---|---|"
        clauses = meldproof.variant(VARIANTS[source["id"]]).clauses
        for sentence in sources["sentence"]:
            if sentence["id"].rpartition("-")[0] == source["id"]:
                yield _row(sentence, [clause for clause in clauses if sentence["id"] in clause.cites], enforced)


def _row(sentence: dict[str, Any], clauses: list[Clause], enforced: list[dict[str, Any]]) -> str:
    if not sentence["normative"]:
        return f"| {sentence['id']} | {sentence['en']} | no rule: {sentence['reason']['en']} | | |"
    names, how, tests = [], [], []
    for clause in clauses:
        names.append(
            f"`{clause.key}`" + (f" (not encoded: {clause.reason.en})" if clause.status == "not-encoded" else "")
        )
        for parameter in clause.values:
            for entry in enforced:
                if any(fnmatch.fnmatch(parameter, pattern) for pattern in entry["parameters"]):
                    how.append(f"{entry['kind']} `{parameter}`")
                    tests += entry["tests"]
    files = ", ".join(dict.fromkeys(Path(name).name for name in tests))
    return f"| {sentence['id']} | {sentence['en']} | {'; '.join(names)} | {', '.join(dict.fromkeys(how))} | {files} |"


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
