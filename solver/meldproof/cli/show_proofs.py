"""What `prove` and `model` print."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from meldproof.cli.options import Common
from meldproof.cli.show import console, write_json

if TYPE_CHECKING:
    from meldproof.proving.constraint_model import ConstraintModel
    from meldproof.proving.running import Proofs, Result

WORDS = {
    "en": {
        "proved": "proved", "refuted": "REFUTED", "gave-up": "gave up", "checked": "checked",
        "nothing-to-claim": "nothing to claim", "not-shown": "not shown", "theorems": "theorems", "theorem": "theorem",
        "by": "counterexample", "shared": "as for", "queries": "queries",
        "agreed": "agreed", "unanswered": "unanswered", "disagreed": "DISAGREED",
        "set": "sets", "run": "runs", "any": "sets and runs",
        "refused": "refused", "always": "always so with {size} slots",
        "model": "A meld is legal if, with some choice of what its wilds stand for, all of these hold. In the formulas,"
        " for {size} slots, slot i holds the card of rank ri and suit si (a joker: 0 and 0), stands for place pi and"
        " suit ai, and is wild or not (wi). Places count on past the last rank; #(…) counts what holds.",
    },
    "es": {
        "proved": "demostrado", "refuted": "REFUTADO", "gave-up": "sin respuesta", "checked": "comprobado",
        "nothing-to-claim": "nada que afirmar", "not-shown": "sin mostrar", "theorems": "teoremas",
        "theorem": "teorema", "by": "contraejemplo", "shared": "como para", "queries": "consultas",
        "agreed": "de acuerdo", "unanswered": "sin respuesta", "disagreed": "EN DESACUERDO",
        "set": "piernas", "run": "escaleras", "any": "piernas y escaleras",
        "refused": "se rechaza", "always": "siempre vale con {size} lugares",
        "model": "Una combinación es legal si, con alguna elección de lo que reemplazan sus comodines, vale todo esto."
        " En las fórmulas, para {size} lugares, el lugar i tiene la carta de valor ri y palo si (un morrucho: 0 y 0),"
        " figura en la posición pi y el palo ai, y es comodín o no (wi). Las posiciones se cuentan desde el as, 1, y"
        " siguen tras el último valor; #(…) cuenta lo que vale.",
    },
}  # fmt: skip
STYLES = {
    "proved": "green", "checked": "cyan", "nothing-to-claim": "dim", "not-shown": "yellow", "refuted": "bold red",
    "gave-up": "yellow",
}  # fmt: skip


def proofs(found: Proofs, common: Common) -> int:
    """The theorems variant by variant, each with its sentence and what it rests on; at the end how many are proved."""
    if common.json:
        write_json(found.to_dict(common.lang))
        return found.exit_status
    from rich.text import Text

    out, words = console(), WORDS[common.lang]
    shown = ""
    for result in found.results:
        if result.variant != shown:
            shown = result.variant
            out.print(Text(shown, style="bold"))
        _one(result, common)
    statuses = Counter(str(result.status) for result in found.results)
    counted = ", ".join(f"{statuses[status]} {words[status]}" for status in STYLES if statuses[status])
    number = len(found.results)
    out.print(f"{number} {words['theorem' if number == 1 else 'theorems']}: {counted}")
    if (second := found.rechecked) is not None:
        asked = second.agreed + second.unanswered + second.disagreed
        out.print(
            f"cvc5, {asked} {words['queries']}: {second.agreed} {words['agreed']}, {second.unanswered}"
            f" {words['unanswered']}, {second.disagreed} {words['disagreed']}"
        )
    return found.exit_status


def _one(result: Result, common: Common) -> None:
    from rich.text import Text

    out, words, outcome = console(), WORDS[common.lang], result.outcome
    wide = max(len(words[status]) for status in STYLES)
    line = Text("  ") + Text(f"{words[result.status]:<{wide}}", style=STYLES[result.status])
    line += Text(f"  {result.name:<30}  {result.seconds:6.1f} s")
    if result.shared_with:
        line += Text(f"  ({words['shared']} {result.shared_with})", style="dim")
    out.print(line)
    out.print(Text(f"    {result.statement[common.lang == 'es']}"))
    if result.basis is not None and not result.shared_with:
        out.print(Text(f"    [{result.basis.said(common.lang)}]"))
    if outcome.counterexample:
        out.print(Text(f"    {words['by']}: {outcome.counterexample}", style="bold"))
    if outcome.said(common.lang) and not result.shared_with:
        out.print(Text(f"    {outcome.said(common.lang)}", style="dim"))


def model(found: ConstraintModel, common: Common) -> int:
    """The constraint model as numbered statements, or as SMT-LIB."""
    if common.json:
        write_json(found.to_dict(common.lang))
        return 0
    if found.smt2:
        print(found.smt2, end="")
        return 0
    from rich.text import Text

    out, words, lang = console(), WORDS[common.lang], common.lang
    out.print(Text(found.name[lang], style="bold"))
    out.print(words["model"].format(size=found.size))
    for number, statement in enumerate(found.statements, 1):
        out.print()
        value = f" = {statement.value}" if statement.value else ""
        head = Text(f"{number}. {statement.parameter}{value}", style="bold")
        out.print(head + Text(f"  ({words[statement.kind]}) {statement.meaning[lang]}"))
        out.print(Text(f"   {words['refused']}: {statement.fault[lang]}"))
        out.print(Text(f"   [{statement.clause}] {statement.text[lang]}", style="dim"))
        formula = words["always"].format(size=found.size) if statement.formula == "true" else statement.formula
        out.print(Text(f"   {formula}"))
    return 0
