"""The commands."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

from cyclopts import App, Parameter

from meldproof.cli import (
    batch_command,
    comparison_commands,
    conform_commands,
    play_commands,
    proof_commands,
    reference_commands,
    table_commands,
)
from meldproof.cli.options import Common, DealNumber, load, written
from meldproof.cli.spoken_help import SpokenHelp
from meldproof.errors import ProblemError
from meldproof.messages import say

if TYPE_CHECKING:
    from meldproof.arranging.problem import Arrangement
    from meldproof.checking.verdict import Verdict
    from meldproof.variants.loading import Variant

Discard = Literal["none", "required", "optional"]
Cards = Annotated[
    tuple[str, ...],
    Parameter(
        name="CARDS", help="The cards, such as 4s 5s 6s JK, quoted or not.", allow_leading_hyphen=True, negative=""
    ),
]
READINGS = Parameter(help="all: does this answer depend on a contested sentence, and how?")
VariantName = Annotated[str, Parameter(name="VARIANT", help="A variant's id, or the path of a rule file.")]


def _version() -> str:
    import meldproof
    from meldproof.arranging.compiled.form import description

    return f"meldproof {meldproof.__version__} ({description()})"


app = App(
    name="meldproof",
    help="Rummy rules, proved.",
    version=_version,
    version_flags=["--version"],
    help_formatter=SpokenHelp(),
)


@app.command
def variants(*, common: Common = Common()) -> int:  # noqa: B008 - a frozen record
    """List the variants, by family."""
    from meldproof.cli import show
    from meldproof.variants.listing import listed

    return show.variants(listed(common.spec_path), common)


@app.command
def schema(
    name: Annotated[str, Parameter(name="NAME", help="A command, or a kind of file; the list of them if none.")] = "",
    *,
    common: Common = Common(),  # noqa: B008
) -> int:
    """Print the JSON Schema of a command's --json output, or of a file."""
    from meldproof.cli import show
    from meldproof.cli.output_schemas import FILES, OUTPUTS, schema_of

    names = [*OUTPUTS, *FILES]
    if name and name not in names:
        raise ProblemError(say("there is no schema {name!r}; there are: {names}", name=name, names=", ".join(names)))
    return show.schema(schema_of(name) if name else None, names, common)


@app.command
def solve(
    variant: VariantName,
    cards: Cards,
    *,
    table: Annotated[str, Parameter(help="Melds on the table that may be touched, separated by ';'.")] = "",
    discard: Annotated[Discard, Parameter(help="Whether a card of the hand is discarded.")] = "none",
    open: Annotated[bool, Parameter(negative="", help="The melds laid now must be an opening.")] = False,
    use: Annotated[str, Parameter(help="Cards of the hand that must be laid.")] = "",
    players: Annotated[int | None, Parameter(help="Number of players (default: the largest deck).")] = None,
    score: Annotated[int | None, Parameter(help="Match score, where an opening depends on it.")] = None,
    objective: Annotated[str, Parameter(help="What is best: figures separated by commas, first things first.")] = "",
    engine: Annotated[str, Parameter(help="auto, fewest, fast (any of the best), or an engine by name.")] = "auto",
    certificate: Annotated[Path | None, Parameter(help="Write a proof that nothing is better to this file.")] = None,
    why: Annotated[bool, Parameter(negative="", help="Say in words why nothing is better.")] = False,
    svg: Annotated[Path | None, Parameter(help="Write a picture of the arrangement to this file.")] = None,
    readings: Annotated[Literal["all"] | None, READINGS] = None,
    deal: DealNumber = None,
    common: Common = Common(),  # noqa: B008
) -> int:
    """Find the best arrangement of a hand, perhaps with a table."""
    from meldproof.arranging.problem import objective_names
    from meldproof.arranging.solve import check_engine, make_problem, solve_problem
    from meldproof.cli import show

    check_engine(engine)

    def ask(rules: Variant) -> Arrangement:
        problem = make_problem(
            rules.at(deal),
            written("solve", cards),
            table=table,
            discard=discard,
            open=open,
            use=use,
            players=players,
            score=score,
            objective=objective_names(objective),
        )
        return solve_problem(problem, engine=engine, timeout=common.timeout)

    rules = load(variant, common)
    answer = ask(rules)
    if svg is not None:
        show.write_file(svg, answer.to_svg(common.lang))
    if certificate is not None or why:
        from meldproof.cli.why import certified

        if readings is not None:
            raise ProblemError(say("ask for --readings without --certificate and --why"))
        return certified(answer, common, path=certificate, explain=why)
    if readings is None:
        return show.arrangement(answer, common)
    from meldproof.cli import show_comparison
    from meldproof.proving.contested import arrangement_answer, dependence

    found = dependence(rules, lambda read: arrangement_answer(ask(read)))
    status = show.arrangement(answer, common, also={"readings": found.to_dict()})
    return show_comparison.dependence(found, status, common)


@app.command
def verify(
    certificate: Annotated[Path, Parameter(name="CERTIFICATE", help="A file that solve --certificate wrote.")],
    *,
    common: Common = Common(),  # noqa: B008
) -> int:
    """Recheck an answer from its certificate alone, without the engines."""
    from meldproof.cli.verifying import verified

    return verified(certificate, common)


@app.command
def check(
    variant: VariantName,
    cards: Cards,
    *,
    ordered: Annotated[bool, Parameter(negative="", help="The cards of a run stand as written.")] = False,
    readings: Annotated[Literal["all"] | None, READINGS] = None,
    deal: DealNumber = None,
    common: Common = Common(),  # noqa: B008
) -> int:
    """Is this one meld? Which clauses does it break?"""
    from meldproof.checking.verdict import check_cards
    from meldproof.cli import show

    def ask(rules: Variant) -> Verdict:
        return check_cards(rules.at(deal), written("check", cards), ordered=ordered, language=common.lang)

    rules = load(variant, common)
    if readings is None:
        return show.verdict(ask(rules), common)
    from meldproof.cli import show_comparison
    from meldproof.proving.contested import dependence, verdict_answer

    found = dependence(rules, lambda read: verdict_answer(ask(read)))
    status = show.verdict(ask(rules), common, also={"readings": found.to_dict()})
    return show_comparison.dependence(found, status, common)


@app.command
def crosscheck(variant: VariantName, *, common: Common = Common()) -> int:  # noqa: B008
    """Put the edge cases to the checker, the catalogue and each engine: do they all agree?"""
    from meldproof.arranging.crosscheck import crosscheck as run
    from meldproof.cli import show

    with show.progress("crosscheck", common) as advance:
        report = run(load(variant, common), advance=advance, timeout=common.timeout)
    return show.crosscheck(report, common)


Shell = Literal["bash", "zsh", "fish", "powershell"]


@app.command(name="--install-completion")
def install_completion(
    *,
    shell: Annotated[Shell | None, Parameter(help="Which shell (default: the one that runs).")] = None,
    common: Common = Common(),  # noqa: B008
) -> int:
    """Let the shell complete commands and options. It writes a file, and a line into the shell's own where needed."""
    from cyclopts.completion.detect import ShellDetectionError

    from meldproof.borrowed import borrowed
    from meldproof.cli import show

    try:
        path = app.install_completion(shell=shell)
    except ShellDetectionError:
        raise ProblemError(say("which shell? --shell bash, zsh, fish or powershell")) from None
    except OSError as error:
        raise ProblemError(say("the completion can't be written: {error}", error=borrowed(error))) from None
    if common.json:
        show.write_json({"file": str(path)})
    else:
        print(say("{path}: written; a new shell completes meldproof", path=path))
    return 0


batch_command.register(app)
comparison_commands.register(app)
conform_commands.register(app)
play_commands.register(app)
proof_commands.register(app)
reference_commands.register(app)
table_commands.register(app)
