"""What `diff`, `readings` and `--readings all` print."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import TYPE_CHECKING

from meldproof.cli.options import Common
from meldproof.cli.show import console, write_json
from meldproof.variants.assembling import BY_VOCABULARY

if TYPE_CHECKING:
    from meldproof.conforming.plays import PlayDifference
    from meldproof.proving.comparison import ParameterDifference, VariantDifference
    from meldproof.proving.contested import Dependence, ReadingDifference
    from meldproof.variants.clauses import Clause
    from meldproof.variants.loading import Variant

WORDS = {
    "en": {
        "equal": "the two agree in every rule", "absent": "–", "whole": "Taken as they are",
        "in_deck": "deck", "is_meld": "melds", "value": "points of melds", "best": "best arrangement",
        "best_after_discard": "best after a discard", "can_open": "opening", "alone": "can't be compared alone",
        "no_readings": "nothing is contested", "default": "default", "reading": "reading", "not_encoded": "not encoded",
        "chosen": "chosen", "changes": "changes", "impossible": "can't be chosen beside the rest",
        "depends": "This depends on a contested sentence", "firm": "No contested sentence changes this answer",
        "unknown": "Whether this depends on a contested sentence isn't proved", "unproved": "not proved",
        "asked": "{number} readings asked", "as_default": "as it is", "figures": "figures",
    },
    "es": {
        "equal": "las dos coinciden en todas las reglas", "absent": "–", "whole": "Tal como son",
        "in_deck": "mazo", "is_meld": "combinaciones", "value": "puntos de las combinaciones", "best": "mejor armado",
        "best_after_discard": "mejor armado con descarte", "can_open": "apertura", "alone": "no se puede comparar sola",
        "no_readings": "nada está en disputa", "default": "por defecto", "reading": "lectura",
        "not_encoded": "sin codificar", "chosen": "elegida", "changes": "cambia",
        "impossible": "no se puede elegir junto a lo demás",
        "depends": "Esto depende de una frase en disputa", "firm": "Ninguna frase en disputa cambia esta respuesta",
        "unknown": "No está demostrado si esto depende de una frase en disputa", "unproved": "sin demostrar",
        "asked": "{number} lecturas consultadas", "as_default": "por defecto", "figures": "cifras",
    },
}  # fmt: skip
ANSWERS = {
    "en": {"legal": "a meld", "points": "points", "kinds": "as", "opens": "opens", "reachable": "at most", "error": ""},
    "es": {
        "legal": "combinación", "points": "puntos", "kinds": "como", "opens": "abre",
        "reachable": "alcanza",
        "error": "",
    },
}  # fmt: skip


def difference(found: VariantDifference, common: Common) -> int:
    """`diff`: parameter by parameter, then the whole variants operation by operation."""
    plays = _plays_of(found)
    if common.json:
        rows = [{**entry.to_dict(), "play": _plain(plays.get(entry.parameter))} for entry in found.parameters]
        write_json({**found.to_dict(), "parameters": rows})
        return 0
    from rich.text import Text

    from meldproof.conforming.titles import title_of
    from meldproof.witnesses.wording import WORDS as WITNESS_WORDS
    from meldproof.witnesses.wording import witness_text

    out, lang, words = console(), common.lang, WORDS[common.lang]
    if not found.parameters:
        out.print(words["equal"])
    for entry in found.parameters:
        values = " → ".join(_value(value, words) for value in entry.values)
        out.print(Text(entry.parameter, style="bold") + Text(f": {values}"))
        for name, clause in zip(found.names, entry.clauses, strict=True):
            if clause is not None:
                out.print(Text(f"  {name}: {clause.text[lang]}") + Text(f"  {_source(clause)}", style="dim"))
        if play := plays.get(entry.parameter):
            for name, result in zip(found.names, play.results, strict=True):
                out.print(Text(f"  {name}: {title_of(play.question, result)[lang]}", style="green"))
            continue
        out.print(Text(f"  {_told(entry, found.names, lang)}", style="green" if entry.verdict == "differs" else ""))
    if found.findings:
        out.print(Text(words["whole"], style="bold"))
    for finding in found.findings:
        if finding.witness is not None:
            said = witness_text(finding.witness, found.names, lang)
        elif finding.status == "same":
            said = finding.note[lang]
        else:
            said = f"{WITNESS_WORDS[lang]['none-found']} ({finding.note[lang]})"
        out.print(Text(f"  {words[finding.op]}: {said}"))
    return 0


def _plain(play: PlayDifference | None) -> dict[str, object] | None:
    return None if play is None else play.to_dict()


def _plays_of(found: VariantDifference) -> dict[str, PlayDifference]:
    """For parameters that only a play can show, a play of the stored kits that does, where one is known."""
    from meldproof.conforming.plays import telling_play
    from meldproof.errors import VariantError
    from meldproof.variants.changes import with_values

    plays = {}
    for entry in found.parameters:
        if entry.verdict != "only-a-play":
            continue
        try:
            changed = with_values(found.first, {entry.parameter: entry.values[1]})
        except VariantError:
            continue
        if play := telling_play(found.first, changed, entry.parameter):
            plays[entry.parameter] = play
    return plays


def _play_of(variant: Variant, entry: ReadingDifference) -> PlayDifference | None:
    """A play of the stored kits that shows a reading where only a play can, if one is known."""
    from meldproof.conforming.plays import telling_play
    from meldproof.errors import MeldproofError
    from meldproof.variants.changes import with_values

    if entry.judgement is None or entry.judgement.verdict != "only-a-play":
        return None
    try:
        default, other = (
            with_values(variant, {name: pair[side] for name, pair in entry.changes.items() if pair[side] is not None})
            for side in (0, 1)
        )
    except MeldproofError:
        return None
    plays = (telling_play(default, other, name) for name in entry.changes)
    return next((play for play in plays if play), None)


def readings(variant: Variant, found: Sequence[ReadingDifference], common: Common) -> int:
    """`readings`: every contested clause with its alternatives, what they change, and a witness.

    Then what holds because no text says otherwise.
    """
    plays = {entry.reading.id: _play_of(variant, entry) for entry in found}
    usual = [clause for clause in variant.clauses if clause.key.startswith(f"{BY_VOCABULARY}/")]
    if common.json:
        rows = [{**entry.to_dict(), "play": _plain(plays[entry.reading.id])} for entry in found]
        unset = [{"clause": clause.key, "text": {"en": clause.text.en, "es": clause.text.es}} for clause in usual]
        write_json({"variant": variant.id, "readings": rows, "unset": unset})
        return 0
    from rich.text import Text

    from meldproof.conforming.titles import title_of
    from meldproof.witnesses.wording import judgement_text

    out, lang, words = console(), common.lang, WORDS[common.lang]
    if not found:
        out.print(words["no_readings"])
    shown = ""
    for entry in found:
        if entry.clause.key != shown:
            shown = entry.clause.key
            cites = f"  ({', '.join(entry.clause.cites)})" if entry.clause.cites else ""
            out.print(Text(shown, style="bold") + Text(cites))
            out.print(Text(f"  {words['default']}: {entry.clause.text[lang]}"))
        mark = f" ({words['chosen']})" if entry.chosen else ""
        line = Text(f"  {words['reading']} ") + Text(entry.reading.id, style="bold")
        out.print(line + Text(f"{mark}: {entry.reading.text[lang]}"))
        for name, pair in entry.changes.items():
            out.print(Text(f"    {words['changes']} {name}: {' → '.join(_value(value, words) for value in pair)}"))
        if play := plays[entry.reading.id]:
            for name, result in zip((words["default"], entry.reading.id), play.results, strict=True):
                out.print(Text(f"    {name}: {title_of(play.question, result)[lang]}", style="green"))
        elif entry.judgement is not None:
            names = (words["default"], entry.reading.id)
            style = "green" if entry.judgement.witness else ""
            out.print(Text(f"    {judgement_text(entry.judgement, names, lang)}", style=style))
        elif entry.error:
            out.print(Text(f"    {words['impossible']}: {entry.error}"))
        else:
            out.print(Text(f"    {words['not_encoded']}: {entry.reading.reason[lang]}"))
    for clause in usual:
        out.print(Text(clause.key, style="bold") + Text(f"  {clause.text[lang]}"))
    return 0


def dependence(found: Dependence, status: int, common: Common) -> int:
    """After an answer for people: the readings under which it is another. The exit status stays the answer's."""
    if common.json:
        return status
    from rich.text import Text

    out, lang, words = console(), common.lang, WORDS[common.lang]
    asked = words["asked"].format(number=len(found.asked))
    head, style = {
        True: (f"{words['depends']} ({asked}):", "bold yellow"),
        False: (f"{words['firm']} ({asked})", "green"),
        None: (f"{words['unknown']} ({asked}):", "bold yellow"),
    }[found.depends]
    out.print(Text(head, style=style))
    for clause, reading, answer in found.differ:
        out.print(Text(f"  {reading.id}", style="bold") + Text(f": {reading.text[lang]}  {_source(clause)}"))
        out.print(Text(f"    {words['as_default']}: {_answer(found.answer, answer, lang)}"))
        out.print(Text(f"    {reading.id}: {_answer(answer, found.answer, lang)}"))
    for clause, reading, _ in found.unproved:
        out.print(Text(f"  {reading.id}: {words['unproved']}: {reading.text[lang]}  {_source(clause)}", style="dim"))
    for clause, reading in found.not_encoded:
        out.print(
            Text(f"  {reading.id}: {words['not_encoded']}: {reading.reason[lang]}  {_source(clause)}", style="dim")
        )
    return status


def _told(entry: ParameterDifference, names: tuple[str, str], language: str) -> str:
    from meldproof.witnesses.wording import judgement_text

    if entry.judgement is None:
        return f"{WORDS[language]['alone']}: {entry.note[language]}"
    return judgement_text(entry.judgement, names, language)


def _answer(mine: dict[str, object], other: dict[str, object], language: str) -> str:
    """The figures in which an answer differs from another, in words."""
    from meldproof.arranging.report import WORDS as NAMES
    from meldproof.witnesses.wording import FIGURES
    from meldproof.witnesses.wording import WORDS as WITNESS_WORDS

    words, kinds = {**FIGURES[language], **ANSWERS[language]}, NAMES[language]
    yes_no = WITNESS_WORDS[language]
    parts = []
    for name, value in mine.items():
        if name in other and other[name] == value:
            continue
        if isinstance(value, bool):
            value = yes_no["yes" if value else "no"]
        elif isinstance(value, list):
            value = " / ".join(kinds.get(str(part), str(part)) for part in value) or "–"
        elif isinstance(value, str):
            value = kinds.get(value, value)
        parts.append(f"{words.get(name, name)} {value if value is not None else '–'}".strip())
    return ", ".join(parts)


def _source(clause: Clause) -> str:
    return f"[{', '.join((clause.key, *clause.cites))}]"


def _value(value: object, words: dict[str, str]) -> str:
    if value is None:
        return words["absent"]
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
