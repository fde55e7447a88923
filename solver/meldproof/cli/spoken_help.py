"""`--help`, and what is said of a command line that can't be parsed, in the user's language."""

from __future__ import annotations

import difflib
from typing import TYPE_CHECKING, Any, Literal, get_args, get_origin

from cyclopts.exceptions import (
    CoercionError,
    CycloptsError,
    MissingArgumentError,
    RepeatArgumentError,
    UnknownCommandError,
    UnknownOptionError,
    UnusedCliTokensError,
)
from cyclopts.help import DefaultFormatter

from meldproof.messages import language, say, translated

if TYPE_CHECKING:
    from cyclopts.argument import Argument
    from rich.console import Console, ConsoleOptions

LONGEST_WORD = 60
"""Signs of a word that are quoted."""
PARSERS_OWN = {
    "Commands": "Órdenes",
    "Parameters": "Opciones",
    "Arguments": "Argumentos",
    "Display this message and exit.": "Muestra esta ayuda y termina.",
    "Display application version.": "Muestra la versión.",
}
"""What the parser itself says, in Spanish."""


class SpokenHelp(DefaultFormatter):
    """The parser's own help with every text looked up in the catalogue; English passes through unchanged."""

    def __call__(self, console: Console, options: ConsoleOptions, panel: Any) -> None:
        if language() == "en":
            super().__call__(console, options, panel)
            return
        title = PARSERS_OWN.get(str(panel.title), panel.title)
        super().__call__(console, options, panel.copy(title=title, entries=[_spoken(entry) for entry in panel.entries]))

    def render_usage(self, console: Console, options: ConsoleOptions, usage: Any) -> None:
        if language() != "en" and usage:
            usage = f"{say('Usage')}: " + str(usage).replace("[OPTIONS]", say("[OPTIONS]")).replace(
                "COMMAND", say("COMMAND")
            )
            console.print(usage, markup=False)
            return
        super().render_usage(console, options, usage)

    def render_description(self, console: Console, options: ConsoleOptions, description: Any) -> None:
        if language() != "en" and description:
            console.print(_text_of(description) + "\n", markup=False)
            return
        super().render_description(console, options, description)


def _spoken(entry: Any) -> Any:
    """A row of the help: its text, and what the parser adds in brackets."""
    said = [_text_of(entry.description)]
    if entry.choices:
        said.append(say("[choices: {choices}]", choices=", ".join(entry.choices)))
    if entry.default is not None:
        said.append(say("[default: {value}]", value=_yes_no(entry.default)))
    if entry.required:
        said.append(say("[required]"))
    described = " ".join(text for text in said if text)
    return entry.copy(description=described, choices=None, default=None, required=False)


def _yes_no(value: str) -> str:
    return {"False": "no", "True": "sí"}.get(value, value)


def _text_of(description: Any) -> str:
    """A description in the user's language, paragraph by paragraph, without its markup."""
    source = getattr(getattr(description, "primary_renderable", None), "markup", "")
    parts = [" ".join(part.split()) for part in source.split("\n\n")]
    return "\n\n".join(PARSERS_OWN.get(part) or translated(part) for part in parts)


def complaint(error: CycloptsError) -> str:
    """What is wrong with a command line, and what would be right."""
    if isinstance(error, UnknownOptionError):
        option = error.token.keyword or error.token.value
        names = [name for argument in error.argument_collection for name in argument.names]
        return say("there is no option {option}{hint}", option=option, hint=did_you_mean(option, names))
    if isinstance(error, UnknownCommandError) and error.unused_tokens:
        word = error.unused_tokens[0]
        names = [] if error.app is None else [name for name in error.app if not name.startswith("-")]
        hint = did_you_mean(word, names) or say("; there are: {names}", names=", ".join(names))
        return say("there is no command {word!r}{hint}", word=word, hint=hint)
    if isinstance(error, UnusedCliTokensError) and error.unused_tokens:
        return say(
            "{words!r} is one word too many; put a text with spaces between quotes", words=" ".join(error.unused_tokens)
        )
    if isinstance(error, RepeatArgumentError) and error.token is not None:
        return say("{name} is given twice; keep one", name=error.token.keyword or error.token.value)
    if isinstance(error, MissingArgumentError) and error.argument is not None:
        command = " ".join(error.command_chain or ())
        return say(
            "{command}: {name} is missing; see meldproof {command} --help", name=_name(error.argument), command=command
        )
    if isinstance(error, CoercionError) and error.token is not None and error.argument is not None:
        return _unfit(error)
    return " ".join(str(error).split())


def _unfit(error: CoercionError) -> str:
    assert error.token is not None
    assert error.argument is not None
    name, value, wanted = (
        error.token.keyword or _name(error.argument),
        error.token.value[:LONGEST_WORD],
        error.target_type,
    )
    if get_origin(wanted) is Literal:
        choices = [str(choice) for choice in get_args(wanted)]
        return say("{name} is one of {choices}, not {value!r}", name=name, choices=", ".join(choices), value=value)
    kinds: dict[object, str] = {int: say("a whole number"), float: say("a number")}
    return say("{name} must be {kind}, not {value!r}", name=name, kind=kinds.get(wanted, str(wanted)), value=value)


def _name(argument: Argument) -> str:
    """An argument as its help names it: in capitals if it is known by its place."""
    return argument.name.lstrip("-").upper() if argument.field_info.is_positional else argument.name


def did_you_mean(word: str, names: list[str]) -> str:
    bare = {name.lstrip("-"): name for name in names}  # what all options begin with makes none of them like another
    close = difflib.get_close_matches(word.lstrip("-"), bare, n=1, cutoff=0.6)
    return say("; did you mean {name}?", name=bare[close[0]]) if close else ""
