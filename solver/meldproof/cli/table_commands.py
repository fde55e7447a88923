"""The commands that let others ask: the table in a page, and the messages on standard input and output."""

from __future__ import annotations

import importlib.util
import os
import sys
import webbrowser
from pathlib import Path
from typing import Annotated

from cyclopts import App, Parameter

from meldproof.cli.options import Common, most_seconds, named_language, takes_no
from meldproof.errors import ProblemError
from meldproof.messages import say
from meldproof.table.requests import MOST_SECONDS


def table(
    *,
    host: Annotated[
        str, Parameter(help="The address to serve at; by default this machine alone can reach it.")
    ] = "127.0.0.1",
    port: Annotated[int, Parameter(help="The port; 0 takes any that is free.")] = 8008,
    no_browser: Annotated[bool, Parameter(negative="", help="Only print the address.")] = False,
    workers: Annotated[
        int | None, Parameter(help="Questions answered at once (default: one a processor, at most 4).")
    ] = None,
    export: Annotated[
        Path | None, Parameter(help="Write the page, with all it needs to work without a server, to this folder.")
    ] = None,
    pyodide: Annotated[Path | None, Parameter(help="For --export: the folder of the npm package pyodide.")] = None,
    common: Common = Common(),  # noqa: B008
) -> int:
    """Open the table: tap cards and see the best arrangement, ask whether cards are a meld, replay a game log.

    Rules, readings and settings are chosen in the page; --timeout is the most seconds for a question.
    """
    from meldproof.cli import show

    takes_no("table", common, "set", "reading", "spec_path")
    seconds = most_seconds(common, MOST_SECONDS)
    if export is None and pyodide is not None:
        raise ProblemError(say("--pyodide is for --export"))
    if export is not None:
        from meldproof.table.export import export_page

        size = export_page(export, pyodide, common.lang)
        if common.json:
            show.write_json({"folder": str(export), "bytes": size})
        else:
            print(
                say(
                    "{folder}: written ({size} MB); any web server can show it", folder=export, size=f"{size / 1e6:.1f}"
                )
            )
        return 0
    if importlib.util.find_spec("uvicorn") is None:
        raise ProblemError(
            say("the table needs {package}: python -m pip install 'meldproof[table]'", package="uvicorn")
        )
    from meldproof.table import server

    count = min(4, os.cpu_count() or 1) if workers is None else workers
    if not 1 <= count <= 64:
        raise ProblemError(say("--workers is a number from 1 to 64"))
    listening = server.open_socket(host, port)
    address = server.address_of(listening, host) + (f"#l={common.lang}" if named_language(sys.argv[1:]) else "")
    if common.json:
        show.write_json({"address": address})
    else:
        print(say("the table is at {address} (Ctrl-C ends it)", address=address))
    if not server.is_loopback(listening):
        print(say("whoever can reach this machine can ask it questions: there is no password"), file=sys.stderr)
    sys.stdout.flush()
    if not no_browser:
        webbrowser.open(address)
    server.run(listening, host, count, seconds)
    return 0


def serve(
    *,
    mcp: Annotated[bool, Parameter(negative="", help="Speak the Model Context Protocol, for assistants.")] = False,
    common: Common = Common(),  # noqa: B008
) -> int:
    """Answer questions on standard input, one JSON object a line, as long as any come.

    `meldproof schema request` says what they are, among it the rules they are under; --timeout is the most seconds for
    one, --lang the language where a question names none.
    """
    takes_no("serve", common, "set", "reading", "spec_path")
    seconds = most_seconds(common, MOST_SECONDS)
    language = named_language(sys.argv[1:]) or "en"  # as with --json, the environment counts for nothing
    if mcp:
        if importlib.util.find_spec("mcp") is None:
            raise ProblemError(say("--mcp needs {package}: python -m pip install 'meldproof[mcp]'", package="mcp"))
        from meldproof.table.tools import run

        run(seconds, language)
        return 0
    from meldproof.table.lines import serve as answer

    answer(sys.stdin.buffer, sys.stdout.buffer, seconds, language)
    return 0


def register(app: App) -> None:
    """Add these commands."""
    for command in (table, serve):
        app.command(command)
