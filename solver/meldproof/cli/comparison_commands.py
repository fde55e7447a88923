"""The commands that tell rule sets apart: what differs between two, and what hangs on contested sentences."""

from __future__ import annotations

from typing import Annotated

from cyclopts import App, Parameter

from meldproof.cli.options import Common, DealNumber, load
from meldproof.errors import ProblemError
from meldproof.messages import say

VariantName = Annotated[str, Parameter(name="VARIANT", help="A variant's id, or the path of a rule file.")]


def diff(
    first: Annotated[str, Parameter(name="A", help="A variant's id, or the path of a rule file.")],
    second: Annotated[
        str | None, Parameter(name="B", help="Another; without it A itself, with --set or --reading.")
    ] = None,
    *,
    deal: DealNumber = None,
    common: Common = Common(),  # noqa: B008
) -> int:
    """What differs between two variants, rule by rule, each with a smallest meld or hand that tells them apart.

    --set and --reading change the second variant; without a second one, A is compared with itself so changed.
    """
    from meldproof.cli import show, show_comparison
    from meldproof.proving.comparison import compare_variants
    from meldproof.variants.loading import load_variant

    if second is None and not common.set and not common.reading:
        raise ProblemError(say("diff: name a second variant, or what to change with --set or --reading"))
    one = load_variant(first, spec_path=common.spec_path)
    other = load(second or first, common)
    if deal is not None:
        one, other = one.at(deal), other.at(deal)
    with show.progress("diff", common) as advance:
        found = compare_variants(one, other, advance=advance, timeout=common.timeout)
    return show_comparison.difference(found, common)


def readings(variant: VariantName, *, common: Common = Common()) -> int:  # noqa: B008
    """List the contested clauses of a variant, their alternatives, and what tells these apart."""
    from meldproof.cli import show, show_comparison
    from meldproof.proving.contested import reading_differences
    from meldproof.variants.loading import load_variant, parse_setting

    rules = load(variant, common)
    settings = dict(parse_setting(text) for text in common.set)
    unread = load_variant(variant, settings=settings, spec_path=common.spec_path) if common.reading else rules
    with show.progress("readings", common) as advance:
        found = reading_differences(rules, unread, advance=advance, timeout=common.timeout)
    return show_comparison.readings(rules, found, common)


def register(app: App) -> None:
    """Add these commands."""
    for command in (diff, readings):
        app.command(command)
