"""The command line: one function a command, no logic."""

from __future__ import annotations

import io
import os
import shutil
import sys

NARROWEST, WIDEST = 40, 400
"""Columns of a terminal between which texts are laid out."""
LONGEST_COMPLAINT = 2000
"""Signs; what is longer is cut, since it quotes an input as long. All parameters by name are a thousand."""


def main() -> None:
    """The `meldproof` command. Exit status: 0 yes or done, 1 no, 2 unusable input, 3 gave up at a limit, 130 Ctrl-C."""
    try:
        sys.exit(_run())
    except KeyboardInterrupt:  # also while all is still being loaded
        sys.exit(130)


def _run() -> int:
    """One command, and its exit status."""
    from cyclopts.exceptions import CycloptsError

    from meldproof.borrowed import borrowed
    from meldproof.cli.options import language_asked
    from meldproof.messages import choose_language, say

    choose_language(language_asked(sys.argv[1:], os.environ))
    from meldproof.cli.app import app
    from meldproof.cli.spoken_help import complaint
    from meldproof.errors import EngineDeclined, MeldproofError

    _settle_output()
    _settle_width()
    try:
        status = app(exit_on_error=False, print_error=False)
        sys.stdout.flush()
    except EngineDeclined as error:
        status = _complain(error, 3)
    except MeldproofError as error:
        status = _complain(error, 2)
    except CycloptsError as error:
        status = _complain(complaint(error), 2)
    except RecursionError:
        status = _complain(say("the input is nested too deeply"), 2)
    except BrokenPipeError:
        status = _drop_output(0)
    except OSError as error:
        status = _drop_output(_complain(say("the output can't be written: {reason}", reason=borrowed(error)), 2))
    return status if isinstance(status, int) else 0


def _settle_output() -> None:
    """An output that takes any sign: a closed one takes all, one of few signs gets the others escaped."""
    if sys.stdout is None:
        sys.stdout = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115 - it stays open to the end
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")


def _settle_width() -> None:
    """A width that words fit in, for all that is drawn: a terminal may call itself 0 wide, its environment anything."""
    width, _ = shutil.get_terminal_size()
    if "COLUMNS" in os.environ or not NARROWEST <= width <= WIDEST:
        os.environ["COLUMNS"] = str(min(max(width, NARROWEST), WIDEST))


def _drop_output(status: int) -> int:
    """What is still to be written goes nowhere, so that nothing complains of it at the end."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return status


def _complain(error: Exception | str, status: int) -> int:
    text = " ".join(str(error).split())
    if len(text) > LONGEST_COMPLAINT:
        text = text[:LONGEST_COMPLAINT] + "…"
    print(f"meldproof: {text}", file=sys.stderr)
    return status
