"""The options that every command has."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

from cyclopts import Parameter

from meldproof.arranging.limits import deadline_after
from meldproof.errors import ProblemError
from meldproof.messages import LANGUAGES, language, say, users_language

if TYPE_CHECKING:
    from meldproof.variants.loading import Variant

Language = Literal["en", "es"]


@Parameter(name="*")
@dataclass(frozen=True, kw_only=True)
class Common:
    """What every command understands."""

    json: Annotated[bool, Parameter(negative="", help="One JSON object on standard output, and nothing else.")] = False
    lang: Annotated[
        Language,
        Parameter(help="Language of texts for people (default: MELDPROOF_LANG, or the system's).", show_default=False),
    ] = field(default_factory=lambda: "es" if language() == "es" else "en")
    set: Annotated[
        tuple[str, ...],
        Parameter(help="NAME=VALUE: change a rule; VALUE as in TOML, a bare word is a text.", negative=""),
    ] = ()
    reading: Annotated[
        tuple[str, ...], Parameter(help="Choose an alternative of a contested clause by its name.", negative="")
    ] = ()
    turned: Annotated[
        str, Parameter(help="The card turned up, where it decides which cards are wild.", show_default=False)
    ] = ""
    spec_path: Annotated[tuple[Path, ...], Parameter(help="A folder with rule files of your own.", negative="")] = ()
    timeout: Annotated[float | None, Parameter(help="Seconds after which the best known is given.")] = None


DealNumber = Annotated[
    int | None,
    Parameter(name="--deal", help="Which deal of the match, where rules change by deal (default: the first)."),
]


def load(reference: str, common: Common) -> Variant:
    """The variant a command speaks of, with its readings and settings."""
    from meldproof.variants.loading import load_variant, parse_setting

    settings = dict(parse_setting(text) for text in common.set)
    found = load_variant(reference, readings=common.reading, settings=settings, spec_path=common.spec_path)
    if not common.turned:
        return found
    from meldproof.variants.turned import with_turned

    return with_turned(found, common.turned)


def takes_no(command: str, common: Common, *names: str) -> None:
    """Raise ProblemError for options that every command takes and this one could not heed."""
    for name in names:
        if getattr(common, name):
            raise ProblemError(
                say("{command} takes no {option}", command=command, option="--" + name.replace("_", "-"))
            )


def most_seconds(common: Common, usual: float) -> float:
    """The time that --timeout gives to each question. Raises ProblemError for what is no time."""
    deadline_after(common.timeout)
    return usual if common.timeout is None else common.timeout


def written(command: str, cards: Sequence[str]) -> str:
    """Cards that were given in one text, or as a word each. Raises ProblemError for a mistyped option among them."""
    for word in cards[1:]:
        if word.startswith("--"):
            from meldproof.cli.app import app
            from meldproof.cli.spoken_help import did_you_mean

            names = [name for argument in app[command].assemble_argument_collection() for name in argument.names]
            raise ProblemError(
                say("there is no option {option}{hint}", option=word[:40], hint=did_you_mean(word[:40], names))
            )
    return " ".join(cards)


def named_language(words: Sequence[str]) -> str:
    """The language that --lang names; empty where it names none."""
    asked = [word.partition("=")[2] for word in words if word.startswith("--lang=")]
    asked += [after for word, after in pairwise(words) if word == "--lang"]
    return asked[-1] if asked and asked[-1] in LANGUAGES else ""


def language_asked(words: Sequence[str], environment: Mapping[str, str]) -> str:
    """The language of a command line: that of --lang, else the environment's; with --json only --lang counts."""
    own = words[: words.index("--")] if "--" in words else words
    if named := named_language(own):
        return named
    return "en" if "--json" in own else users_language(environment)
