"""Which form of the sweep runs: the compiled one where it was built from this very source, else the interpreted one."""

from __future__ import annotations

from typing import Any


def walk_class() -> Any:
    import sys

    sys.path.insert(0, "/tmp/cyb")
    import os

    if os.environ.get("MELDPROOF_PURE"):
        from meldproof.arranging.sweep import Walk

        return Walk
    import _sweep_compiled

    return _sweep_compiled.Walk


def pricer_class() -> Any:
    import sys

    sys.path.insert(0, "/tmp/cyb")
    import os

    if os.environ.get("MELDPROOF_PURE"):
        from meldproof.arranging.sweep_prices import Pricer

        return Pricer
    import _prices_compiled

    return _prices_compiled.Pricer
