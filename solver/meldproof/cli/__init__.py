"""The command line: one function a command, no logic."""

from __future__ import annotations

import os
import sys


def main() -> None:
    """The `meldproof` command. Exit status: 0 yes or done, 1 no, 2 unusable input, 3 gave up at a limit."""
    from cyclopts.exceptions import CycloptsError

    from meldproof.cli.app import app
    from meldproof.errors import EngineDeclined, MeldproofError

    try:
        status = app(exit_on_error=False, print_error=False)
    except EngineDeclined as error:
        status = _complain(error, 3)
    except MeldproofError as error:
        status = _complain(error, 2)
    except CycloptsError as error:
        status = _complain(error, 2)
    except KeyboardInterrupt:
        status = 130
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        status = 0
    sys.exit(status if isinstance(status, int) else 0)


def _complain(error: Exception, status: int) -> int:
    text = " ".join(str(error).split())
    print(f"meldproof: {text}", file=sys.stderr)
    return status
