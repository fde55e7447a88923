"""What of a game a rule file encodes: its melds alone, or the opening, the play and the scoring too."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from meldproof.errors import ProblemError, VariantError
from meldproof.messages import language, say
from meldproof.variants.clauses import PARTS, Clause, Part, RuleFile, Text

PART_NAMES: dict[Part, Text] = {
    "melds": Text("melds", "combinaciones"),
    "opening": Text("opening", "apertura"),
    "play": Text("play", "juego"),
    "scoring": Text("scoring", "puntaje"),
}
RESTS_ON: dict[Part, Part] = {"opening": "melds", "play": "opening", "scoring": "melds"}
ANSWERED: dict[Part, tuple[str, ...]] = {
    "melds": ("check", "solve"),
    "opening": ("solve --open",),
    "play": ("play", "waits", "perft"),
    "scoring": ("scores",),
}
"""What can be asked of each part."""


def said_in(chain: Sequence[RuleFile]) -> tuple[Part, ...]:
    """The parts that a file says it encodes, or else what it extends; all if none says it."""
    said = next((file.scope for file in chain if file.scope), PARTS)
    return tuple(part for part in PARTS if part in said)


def scope_of(chain: Sequence[RuleFile], clauses: Sequence[Clause]) -> tuple[Part, ...]:
    """The parts that a file encodes: as it says, else as what it extends says, else all.

    Raises VariantError where a part rests on one that is missing, and where the clauses don't name what is missing.
    """
    scope = said_in(chain)
    where = chain[0].path
    for part, base in RESTS_ON.items():
        if part in scope and base not in scope:
            raise VariantError(
                say(
                    '{where}: scope has "{part}" without "{base}", on which it rests; add "{base}"',
                    where=where,
                    part=part,
                    base=base,
                )
            )
    covered = {part: clause for clause in clauses for part in clause.covers}
    for part in PARTS:
        if part not in scope and part not in covered:
            raise VariantError(
                say(
                    (
                        '{where}: scope lacks "{part}", and no clause says so; add one with status = '
                        '"not-encoded", covers = ["{part}"] and its reason'
                    ),
                    where=where,
                    part=part,
                )
            )
        if part in scope and part in covered:
            raise VariantError(
                say(
                    (
                        '{where}: clause {key} covers "{part}", which the scope has; replace the clause, or '
                        'write a scope without "{part}"'
                    ),
                    where=where,
                    key=covered[part].key,
                    part=part,
                )
            )
    return scope


def needs(name: str, scope: Sequence[Part], clauses: Iterable[Clause], part: Part) -> None:
    """Raises ProblemError, naming the clause with its reason, where a variant doesn't encode a part."""
    if part in scope:
        return
    clause = next(clause for clause in clauses if part in clause.covers)
    answers = [answer for one in scope for answer in ANSWERED[one]]
    works = say("{first} and {last} work", first=", ".join(answers[:-1]), last=answers[-1])
    why = f"{clause.key}: {clause.reason[language()].rstrip('.')}"
    raise ProblemError(
        say(
            "{name} does not encode its {part} ({why}); {works}",
            name=name,
            part=PART_NAMES[part][language()],
            why=why,
            works=works,
        )
    )
