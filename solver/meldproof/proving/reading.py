"""Which parameters the code of play looks at, watched while it answers questions."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import msgspec

from meldproof.variants.loading import Variant
from meldproof.witnesses.shared_terms import Reads, Watched


class WatchedSettings(Watched):
    """Settings that pass for the ones they watch, for caches too, and note each parameter as it is read."""

    __class__ = property(lambda self: type(self._values))  # for isinstance

    def __hash__(self) -> int:
        return hash(self._values)

    def __eq__(self, other: object) -> bool:
        return bool(self._values == getattr(other, "_values", other))

    def _deeper(self, values: msgspec.Struct, prefix: str) -> Watched:
        return WatchedSettings(values, prefix, self._reads)


def parameters_read(
    variant: Variant, ask: Callable[[Any, Variant], object], questions: Iterable[Any]
) -> frozenset[str]:
    """The names of all parameters that are read while these questions are answered; a question may also fail."""
    reads: Reads = {}
    watched = msgspec.structs.replace(variant, settings=WatchedSettings(variant.settings, "", reads))
    for question in questions:
        try:
            ask(question, watched)
        except Exception:
            continue
    return frozenset(name for name in variant.values if any(r == name or r.startswith(f"{name}.") for r in reads))
