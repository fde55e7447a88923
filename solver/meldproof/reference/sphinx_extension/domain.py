"""The domain `rummy`: variants and clauses as objects that pages define, link to and list."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from docutils import nodes
from sphinx.domains import Domain, Index, IndexEntry, ObjType
from sphinx.roles import XRefRole
from sphinx.util.nodes import make_refnode

from meldproof.reference.sphinx_extension.directives import (
    ClauseDirective,
    MeldDirective,
    TraceDirective,
    VariantDirective,
    WordsDirective,
)
from meldproof.reference.sphinx_extension.overviews import (
    ChooserDirective,
    CompareDirective,
    DisputesDirective,
    MatrixDirective,
)
from meldproof.reference.sphinx_extension.vocabulary import ParametersDirective

Entry = tuple[str, str, str, bool]
"""A page, an id on it, what to call it, and whether this is its home."""


class ClauseIndex(Index):
    """Every clause of every variant, by variant."""

    name = "clauses"
    localname = "Clauses"

    def generate(self, docnames: Iterable[str] | None = None) -> tuple[list[tuple[str, list[Any]]], bool]:
        """The entries under their variants."""
        wanted = None if docnames is None else set(docnames)
        groups: dict[str, list[Any]] = {}
        for key, (page, anchor, said, _) in sorted(self.domain.data["clause"].items()):
            if wanted is None or page in wanted:
                variant, _, name = key.partition("/")
                groups.setdefault(variant, []).append(IndexEntry(name, 0, page, anchor, "", "", said))
        return list(groups.items()), False


class RummyDomain(Domain):
    """Directives about variants, clauses and the vocabulary (`directives` below); roles `variant` and `clause`."""

    name = "rummy"
    label = "Rummy"
    object_types = {"variant": ObjType("variant", "variant"), "clause": ObjType("clause", "clause")}  # noqa: RUF012
    directives = {  # noqa: RUF012 - Sphinx reads these as class attributes
        "variant": VariantDirective,
        "clause": ClauseDirective,
        "chooser": ChooserDirective,
        "disputes": DisputesDirective,
        "meld": MeldDirective,
        "compare": CompareDirective,
        "matrix": MatrixDirective,
        "parameters": ParametersDirective,
        "trace": TraceDirective,
        "words": WordsDirective,
    }
    roles = {"variant": XRefRole(warn_dangling=True), "clause": XRefRole(warn_dangling=True)}  # noqa: RUF012
    indices = [ClauseIndex]  # noqa: RUF012
    initial_data: Any = {"variant": {}, "clause": {}}  # noqa: RUF012
    data_version = 2
    dangling_warnings = {  # noqa: RUF012
        "variant": "no page has `rummy:variant` for %(target)s",
        "clause": "no variant on a page has a clause %(target)s",
    }

    def note(self, kind: str, name: str, page: str, anchor: str, said: str, *, own: bool = True) -> None:
        """A page defines an object. A clause that a variant inherits is at home where its own variant has a page."""
        if own or name not in self.data[kind]:
            self.data[kind][name] = (page, anchor, said, own)

    def clear_doc(self, docname: str) -> None:
        """Forget what a page defined."""
        for kind in ("variant", "clause"):
            entries: dict[str, Entry] = self.data[kind]
            for name in [name for name, entry in entries.items() if entry[0] == docname]:
                del entries[name]

    def merge_domaindata(self, docnames: Iterable[str], otherdata: dict[str, Any]) -> None:
        """Take over what pages read by another process define."""
        pages = set(docnames)
        for kind in ("variant", "clause"):
            for name, entry in otherdata[kind].items():
                if entry[0] in pages:
                    self.note(kind, name, *entry[:3], own=entry[3])

    def resolve_xref(
        self, env: Any, fromdocname: str, builder: Any, typ: str, target: str, node: Any, contnode: Any
    ) -> nodes.Node | None:
        """A link to where the object is defined."""
        entry = self.data[typ].get(target)
        if entry is None:
            return None
        return make_refnode(builder, fromdocname, entry[0], entry[1], contnode, entry[2])

    def resolve_any_xref(
        self, env: Any, fromdocname: str, builder: Any, target: str, node: Any, contnode: Any
    ) -> list[tuple[str, nodes.Node]]:
        """For the role `any`."""
        found = []
        for kind in ("variant", "clause"):
            link = self.resolve_xref(env, fromdocname, builder, kind, target, node, contnode)
            if link is not None:
                found.append((f"rummy:{kind}", link))
        return found

    def get_objects(self) -> Iterator[tuple[str, str, str, str, str, int]]:
        """Everything defined, for the search and for other projects.

        The search finds these before pages (priority 0). It takes what stands before a name's last full stop for a
        module, so that there must be none.
        """
        for kind in ("variant", "clause"):
            for name, (page, anchor, said, _) in self.data[kind].items():
                shown = f"{name}: {said}" if kind == "clause" else said
                yield name, shown.rstrip(".").replace(". ", "; ").replace(".", "·"), kind, page, anchor, 0
