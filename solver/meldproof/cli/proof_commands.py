"""The commands of proof: theorems, and the constraint model."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

from cyclopts import App, Parameter

from meldproof.cli.options import Common, DealNumber, load
from meldproof.errors import ProblemError
from meldproof.messages import say

VariantName = Annotated[str, Parameter(name="VARIANT", help="A variant's id, or the path of a rule file.")]
ONE_WITHIN, ALL_WITHIN = 110.0, 280.0
"""Seconds for the theorems of one variant, and of all; what is not tried by then is given up, by name."""
PROCESSES = 2


def prove(
    variant: Annotated[
        str | None, Parameter(name="VARIANT", help="A variant's id, or the path of a rule file; all variants if none.")
    ] = None,
    *,
    only: Annotated[tuple[str, ...], Parameter(help="Prove only the theorem of this name.", negative="")] = (),
    proofs_path: Annotated[
        tuple[Path, ...],
        Parameter(help="A folder with theorems of your own (Python, which is run).", negative=""),
    ] = (),
    smt2: Annotated[Path | None, Parameter(help="Write every query as SMT-LIB to this folder.")] = None,
    theorem_timeout: Annotated[
        float,
        Parameter(help="Seconds for one theorem, counted by work, so that a hard one leaves time for the others."),
    ] = 30.0,
    second_solver: Annotated[
        float | None, Parameter(help="Recheck every query with cvc5, with so many seconds for each.")
    ] = None,
    second_every: Annotated[int, Parameter(help="Recheck only every so manieth query of a theorem.")] = 1,
    deal: DealNumber = None,
    common: Common = Common(),  # noqa: B008
) -> int:
    """Prove what must be true of a variant, or of all."""
    from meldproof.cli import show, show_proofs
    from meldproof.proving.running import Limits, prove
    from meldproof.variants.loading import load_variant, variant_files

    if variant is None and (common.set or common.reading):
        raise ProblemError(say("--set and --reading change one variant: name it"))
    if variant is not None:
        variants = [load(variant, common).at(deal)]
    else:
        files = variant_files(common.spec_path)
        variants = [load_variant(file.path, spec_path=common.spec_path).at(deal) for file in files]
    for seconds in (common.timeout, theorem_timeout, second_solver):
        if seconds is not None and not 0 <= seconds <= 1e9:
            raise ProblemError(say("a time limit is a number of seconds from 0 on"))
    if not 1 <= second_every <= 1_000_000:
        raise ProblemError(say("--second-every is a number from 1 on"))
    within = ALL_WITHIN if variant is None else ONE_WITHIN
    with show.progress("prove", common) as advance:
        found = prove(
            variants,
            only=only,
            proofs_path=proofs_path,
            limits=Limits(theorem=theorem_timeout, second=second_solver, second_every=second_every),
            timeout=within if common.timeout is None else common.timeout,
            smt2=smt2,
            processes=PROCESSES,
            advance=advance,
        )
    return show_proofs.proofs(found, common)


def model(
    variant: VariantName,
    *,
    format: Annotated[Literal["text", "smt2"], Parameter(help="Numbered statements, or an SMT-LIB script.")] = "text",
    size: Annotated[int | None, Parameter(help="Slots of the meld (text: 3; smt2: every size there is).")] = None,
    deal: DealNumber = None,
    common: Common = Common(),  # noqa: B008
) -> int:
    """Print a variant's rules of melds as a constraint model."""
    from meldproof.cli import show_proofs
    from meldproof.proving.constraint_model import SIZE, as_smt2, as_statements

    rules = load(variant, common).at(deal)
    found = as_smt2(rules, size) if format == "smt2" else as_statements(rules, SIZE if size is None else size)
    return show_proofs.model(found, common)


def register(app: App) -> None:
    """Add these commands."""
    for command in (prove, model):
        app.command(command)
