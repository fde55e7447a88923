"""The commands of conformance: the cases of a variant, and running them against an implementation."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import Annotated, Literal

from cyclopts import App, Parameter

from meldproof.cli.options import Common, load
from meldproof.errors import ProblemError
from meldproof.messages import say

VariantName = Annotated[str, Parameter(name="VARIANT", help="A variant's id, or the path of a rule file.")]
Form = Literal["text", "html", "json", "junit"]


def kit(
    variant: VariantName,
    *,
    rebuild: Annotated[bool, Parameter(negative="", help="Search anew, though a kit is stored.")] = False,
    beside: Annotated[
        str, Parameter(help="Begin with another variant's kit (nearest: the most alike), and write what differs.")
    ] = "",
    out: Annotated[Path | None, Parameter(help="Write the kit to this file.")] = None,
    common: Common = Common(),  # noqa: B008
) -> int:
    """List the cases that tell a variant from every sensible change of one of its rules.

    Of a variant as it is the stored kit is shown; of changed rules it is built, which takes minutes, or with `--beside`
    seconds.
    """
    from meldproof.cli import show, show_conform
    from meldproof.conforming.beside import kit_beside
    from meldproof.conforming.building import build_kit
    from meldproof.conforming.difference import base_kit, difference
    from meldproof.conforming.kit import is_of, stored_kit

    rules = load(variant, common)
    base = base_kit(beside, rules) if beside else None
    stored = None if rebuild else stored_kit(rules.id)
    if stored is None or not is_of(stored, rules):
        with show.progress("kit", common) as advance:
            if base is None:
                stored = build_kit(rules, timeout=common.timeout, advance=advance)
            else:
                stored = kit_beside(rules, base, timeout=common.timeout, advance=advance)
    if out is not None:
        show.write_file(out, stored.to_json() if base is None else difference(stored, base, rules).to_json())
    return show_conform.kit(stored, common, quiet=out is not None)


def conform(
    variant: VariantName,
    *command: Annotated[str, Parameter(help="After --: the command that starts the implementation.")],
    only: Annotated[
        tuple[str, ...], Parameter(help="Keep to operations, parameters or case ids that begin so.", negative="")
    ] = (),
    seconds: Annotated[
        float, Parameter(help="Seconds for generated questions; what explains wrong answers takes some more.")
    ] = 15.0,
    examples: Annotated[int, Parameter(help="Most generated questions an operation; 0 for the kit alone.")] = 100_000,
    seed: Annotated[int, Parameter(help="Which generated questions: a seed's are always the same.")] = 1,
    answer_seconds: Annotated[float, Parameter(help="Longest wait for one answer.")] = 10.0,
    kit: Annotated[Path | None, Parameter(help="Cases from this file instead of the stored kit.")] = None,
    ask: Annotated[
        str | None, Parameter(help="Put this one question alone: an object with op and case, as reports write them.")
    ] = None,
    report: Annotated[Form, Parameter(help="Form of the report.")] = "text",
    out: Annotated[Path | None, Parameter(help="Write the report to this file.")] = None,
    smoke: Annotated[bool, Parameter(negative="", help="Only try whether the harness speaks the protocol.")] = False,
    one_shot: Annotated[
        bool, Parameter(negative="", help="Start the command for every case: the case on its input, a verdict back.")
    ] = False,
    common: Common = Common(),  # noqa: B008
) -> int:
    """Put the kit, then generated questions, to an implementation, and say which rules it seems to follow.

    It is started as `meldproof conform VARIANT -- COMMAND…` and speaks JSON lines, or with `--one-shot` is started for
    each case (docs: Test your own game).
    """
    from meldproof.arranging.limits import deadline_after
    from meldproof.cli import show, show_conform
    from meldproof.conforming.asked import kit_of_one
    from meldproof.conforming.driver import AskPlan, Begin
    from meldproof.conforming.kit import answered_by, nearest_kit, read_kit
    from meldproof.conforming.one_shot import OneShot
    from meldproof.conforming.run import conform as run
    from meldproof.conforming.run import run_smoke
    from meldproof.conforming.session import Session
    from meldproof.witnesses.questions import PART_OF

    if not command:
        raise ProblemError(say("conform: name the command after --, as in: meldproof conform gin -- python harness.py"))
    for name, number in (("--seconds", seconds), ("--examples", examples), ("--answer-seconds", answer_seconds)):
        if not 0 <= number <= 1e6 or (name == "--answer-seconds" and not number):
            raise ProblemError(say("{name} is a number from 0 to 1000000", name=name))
    rules = load(variant, common)
    for op in only:
        if op in PART_OF:
            rules.needs(PART_OF[op])
    if ask is not None:
        cases, examples = kit_of_one(ask, rules), 0
    else:
        found_kit = read_kit(kit) if kit is not None else nearest_kit(rules, common.spec_path)
        cases = answered_by(found_kit, rules, deadline_after(common.timeout))
    plan = AskPlan(only, examples, seconds, answer_seconds, common.timeout, seed)
    options = [variant, *_rule_options(common), *(["--kit", str(kit)] if kit else [])]
    options += [*(["--one-shot"] if one_shot else []), "--answer-seconds", f"{answer_seconds:g}"]
    begin: Begin = OneShot if one_shot else Session
    if smoke:
        return show_conform.smoke(*run_smoke(rules, cases, command, plan, begin=begin), common)
    with show.progress("conform", common) as advance:
        found = run(rules, cases, command, plan, advance=advance, begin=begin, options=options)
    return show_conform.report(found, "json" if common.json else report, out, common)


def _rule_options(common: Common) -> list[str]:
    """The options that chose the rules, as they were given."""
    pairs = [("--set", text) for text in common.set]
    pairs += [("--reading", name) for name in common.reading]
    pairs += [("--spec-path", str(folder)) for folder in common.spec_path]
    return [word for pair in pairs for word in pair]


def side_by_side(
    *results: Annotated[Path, Parameter(help="Files that `meldproof conform --json` wrote.")],
    out: Annotated[Path | None, Parameter(help="Write the page to this file.")] = None,
    badges: Annotated[Path | None, Parameter(help="Write a badge for each result into this folder.")] = None,
    common: Common = Common(),  # noqa: B008
) -> int:
    """Make one page of several results of `conform`: implementations beside each other, case by case."""
    from meldproof.cli import show
    from meldproof.conforming.side_by_side import badge, badge_names, read_result, side_by_side_dict
    from meldproof.conforming.side_by_side import side_by_side as page

    if not results or not (out or common.json):
        raise ProblemError(
            say("side-by-side: name the result files, as in: meldproof side-by-side *.json --out page.html")
        )
    read = [read_result(path) for path in results]
    if out is not None:
        show.write_file(out, page(read, common.lang))
    if common.json:
        show.write_json(side_by_side_dict(read))
    if badges is not None:
        with suppress(OSError):  # what can't be made can't be written to either, which is said
            badges.mkdir(parents=True, exist_ok=True)
        for name, result in zip(badge_names(read), read, strict=True):
            show.write_file(badges / name, badge(result) + "\n")
    return 0


def register(app: App) -> None:
    """Add these commands to the command line."""
    for command in (kit, conform, side_by_side):
        app.command(command)
