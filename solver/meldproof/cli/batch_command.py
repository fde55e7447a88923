"""`batch`: millions of hands from a file to a file."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

from cyclopts import App, Parameter

from meldproof.cli.options import Common, DealNumber, load

if TYPE_CHECKING:
    from meldproof.arranging.batch.running import BatchResult

WORDS = {
    "en": {
        "done": "{solved} of {rows} hands solved for {objective}: {out}",
        "resumed": "{resumed_from} of them by an earlier run",
        "unreadable": "rows that could not be read: {unreadable}, in {side}",
        "broken": "broken off; the same command goes on where it was",
    },
    "es": {
        "done": "{solved} de {rows} manos resueltas según {objective}: {out}",
        "resumed": "{resumed_from} de ellas en una corrida anterior",
        "unreadable": "filas que no se pudieron leer: {unreadable}, en {side}",
        "broken": "interrumpido; el mismo comando sigue desde donde quedó",
    },
}


def batch(
    variant: Annotated[str, Parameter(name="VARIANT", help="A variant's id, or the path of a rule file.")],
    source: Annotated[
        Path,
        Parameter(name="IN", help="Hands: .csv, .parquet with a column cards, .jsonl; or .csv.gz, .jsonl.gz."),
    ],
    out: Annotated[Path, Parameter(name="OUT", help="Where the values go: .csv, .jsonl, or a folder .parquet.")],
    *,
    objective: Annotated[str, Parameter(help="What is best; the first figure is written.")] = "",
    discard: Annotated[
        Literal["none", "required", "optional"], Parameter(help="Whether a card of each hand is discarded.")
    ] = "none",
    players: Annotated[int | None, Parameter(help="Number of players (default: the largest deck).")] = None,
    threads: Annotated[int | None, Parameter(help="Threads that work at once (default: one a processor).")] = None,
    melds: Annotated[bool, Parameter(negative="", help="Write the melds, too; much slower.")] = False,
    dask: Annotated[
        str,
        Parameter(help="Address of a Dask cluster that does the work (needs the extra batch); waits for its workers."),
    ] = "",
    deal: DealNumber = None,
    common: Common = Common(),  # noqa: B008
) -> int:
    """Find the best value of every hand of a file.

    A run that was killed goes on where it was when it is started again. Rows that can't be read go, with the reason, to
    OUT.unreadable.jsonl.
    """
    from meldproof.arranging.batch.running import run_batch
    from meldproof.arranging.problem import objective_names
    from meldproof.cli import show

    rules = load(variant, common).at(deal)
    try:
        with show.progress("batch", common) as advance:
            result = run_batch(
                rules,
                source,
                out,
                objective=objective_names(objective),
                discard=discard,
                players=players,
                threads=threads,
                melds=melds,
                dask=dask,
                timeout=common.timeout,
                advance=advance,
            )
    except KeyboardInterrupt:
        print(WORDS[common.lang]["broken"], file=sys.stderr)
        raise
    return _show(result, common)


def _show(result: BatchResult, common: Common) -> int:
    from meldproof.cli.show import write_json

    if common.json:
        write_json(result.to_dict())
        return 0
    words, fields = WORDS[common.lang], result.to_dict()
    print(words["done"].format(**fields))
    if result.resumed_from:
        print(words["resumed"].format(**fields))
    if result.unreadable:
        print(words["unreadable"].format(**fields))
    return 0


def register(app: App) -> None:
    """Add this command."""
    app.command(batch)
