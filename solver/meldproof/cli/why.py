"""`solve --certificate` and `--why`: an answer with its proof, in a file and in words."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

from meldproof.cli import show
from meldproof.cli.options import Common
from meldproof.table.explanation import WORDS, explanation

if TYPE_CHECKING:
    from meldproof.arranging.problem import Arrangement

LONGEST = 300.0
"""Seconds for finding a proof where no limit is given."""


def certified(answer: Arrangement, common: Common, *, path: Path | None, explain: bool) -> int:
    """Print an answer, write its certificate, explain it. Exit status 3 where there is none."""
    from meldproof.arranging.certificates.certificate import MOST_LEAVES as LEAVES
    from meldproof.arranging.certificates.certificate import NoCertificate, make_certificate

    if not (common.json and explain):
        status = show.arrangement(answer, common)
        sys.stdout.flush()
    try:
        with show.progress("certificate", common) as advance:
            seconds = LONGEST if common.timeout is None else common.timeout
            certificate = make_certificate(answer, seconds=seconds, advance=lambda done: advance(done, LEAVES))
    except NoCertificate as reason:
        if common.json and explain:
            show.arrangement(answer, common)
        print(f"meldproof: {reason}", file=sys.stderr)
        return 3
    if path is not None:
        show.write_file(path, certificate.to_json().decode() + "\n")
    lines = list(explanation(certificate, common.lang)) if explain else []
    if common.json and explain:
        return show.arrangement(answer, common, why=lines)
    if not common.json:
        if path is not None:
            lines.append(WORDS[common.lang]["written"].format(path=path, leaves=certificate.leaves))
        print("\n".join(lines))
    return status
