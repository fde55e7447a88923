"""What tells readings and variants apart, rule by rule: judged as `readings` and `diff` do, from what is recorded."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import msgspec

from meldproof.errors import MeldproofError, VariantError
from meldproof.proving.contested import levels_together
from meldproof.reference.kit_examples import kit_apart
from meldproof.reference.play_examples import DEFAULT, Plays
from meldproof.reference.score_examples import Scores
from meldproof.reference.words import of_tiles
from meldproof.variants.changes import why_not, with_reading, with_values
from meldproof.variants.clauses import Clause, Reading, Text
from meldproof.variants.levels import levels_of
from meldproof.variants.loading import Variant, load_variant
from meldproof.variants.vocabulary import parameters
from meldproof.witnesses.judging import Judgement, Witness
from meldproof.witnesses.mutants import mutant_id
from meldproof.witnesses.store import ANY, Patience, judgement_of
from meldproof.witnesses.wording import judgement_text


class Apart(msgspec.Struct, frozen=True):
    """A reading of a clause, what tells it from the default in words, and the witness if there is one.

    `read` is the variant so read, where no cards tell the two apart: a play or a score may.
    """

    clause: str
    reading: Reading
    said: Text
    witness: Witness | None = None
    read: Variant | None = None


class Difference(msgspec.Struct, frozen=True):
    """A parameter in which two variants differ: values (None where it does not exist), clauses, what tells apart."""

    parameter: str
    values: tuple[object, object]
    clauses: tuple[str, str]
    apart: Text


def readings_apart(
    variant: Variant, *, spec_path: Sequence[str | Path] = (), waiting: Patience = ANY
) -> tuple[Apart, ...]:
    """Every reading against its clause's default, the rest being as in the variant."""
    return tuple(
        _apart(variant, clause, reading, spec_path, waiting)
        for clause in variant.clauses
        for reading in clause.readings
    )


def _apart(
    variant: Variant, clause: Clause, reading: Reading, spec_path: Sequence[str | Path], waiting: Patience
) -> Apart:
    if not reading.values:
        return Apart(clause.key, reading, reading.reason)

    def both() -> tuple[Variant, Variant]:
        default = variant
        if clause.reading:
            others = [name for name in variant.readings if name != clause.reading]
            plain = variant.plain()
            settings = {name: plain[name] for name, key in variant.provenance.items() if key.startswith("settings/")}
            default = load_variant(variant.path, readings=others, settings=settings, spec_path=spec_path)
        return default, with_reading(default, reading.id)

    try:
        default, read = both()
    except MeldproofError:
        return Apart(clause.key, reading, why_not(both))
    before, after = default.plain(), read.plain()
    names = [name for name in {**before, **after} if before.get(name) != after.get(name)]
    if not names:
        return Apart(clause.key, reading, Text("nothing changes here", "acá no cambia nada"))
    judged = judgement_of(default, read, f"reading {reading.id}", levels_together(names), waiting)
    said = _words(judged, ("default", reading.id), ("lo usual", reading.id), variant)
    if judged.witness is None:
        said = kit_apart(default, read, names, DEFAULT, Text(reading.id, reading.id)) or said
    return Apart(clause.key, reading, said, judged.witness, None if judged.witness else read)


def differences(one: Variant, other: Variant, *, waiting: Patience = ANY) -> tuple[Difference, ...]:
    """What differs, parameter by parameter: the first variant against itself with this one parameter changed."""
    mine, theirs = one.plain(), other.plain()
    plays, scores = Plays(one), Scores(one)
    return tuple(
        Difference(
            name,
            (mine.get(name), theirs.get(name)),
            (one.provenance.get(name, ""), other.provenance.get(name, "")),
            _told(name, one, other, waiting, plays, scores),
        )
        for name in parameters()
        if mine.get(name) != theirs.get(name)
    )


def _told(name: str, one: Variant, other: Variant, waiting: Patience, plays: Plays, scores: Scores) -> Text:
    for variant in (one, other):
        if name not in variant.values:
            return Text(f"it does not exist in {variant.id}", f"no existe en {variant.id}")
    mine, theirs = one.plain()[name], other.plain()[name]
    try:
        changed = with_values(one, {name: theirs})
    except VariantError:
        said = why_not(lambda: with_values(one, {name: theirs}), f"{name}: ")
        return Text(f"it can't be changed alone: {said.en}", f"no puede cambiarse sola: {said.es}")
    judged = judgement_of(one, changed, mutant_id(name, mine, theirs), levels_of(name), waiting)
    if judged.witness is None:
        names = Text(one.id, one.id)
        shown = plays.apart(changed, other.id, names) or scores.apart(changed, other.id, names)
        if shown is not None:
            return shown.said
        if told := kit_apart(one, changed, [name], names, Text(other.id, other.id)):
            return told
    return _words(judged, (one.id, other.id), (one.id, other.id), one)


def _words(judged: Judgement, english: tuple[str, str], spanish: tuple[str, str], variant: Variant) -> Text:
    said = Text(judgement_text(judged, english, "en"), judgement_text(judged, spanish, "es"))
    return of_tiles(said, variant.settings.deck.style)
