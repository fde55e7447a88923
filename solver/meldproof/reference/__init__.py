"""The rule reference: a variant as a document, as a page, and as a Sphinx extension, `meldproof.reference`."""

from __future__ import annotations

from typing import Any


def setup(app: Any) -> dict[str, Any]:
    """What Sphinx calls: adds the domain `rummy`. Nothing of Sphinx is loaded otherwise."""
    from meldproof.reference.sphinx_extension import setup as add

    return add(app)
