"""`verify`: what the checker says of a certificate in a file."""

from __future__ import annotations

from pathlib import Path

from meldproof.checking.certificate_checker import MOST_BYTES
from meldproof.cli import show
from meldproof.cli.options import Common, load
from meldproof.errors import VariantError
from meldproof.inputs import read_plain
from meldproof.messages import say
from meldproof.table.verifying import verify
from meldproof.variants.loading import Variant


def verified(path: Path, common: Common) -> int:
    """Check the certificate in a file, and print what became of it. Raises ProblemError for what is none."""

    def named(variant: str) -> Variant | None:
        try:
            return load(variant, common)
        except VariantError:
            if common.set or common.reading:
                raise
            return None

    found = verify(read_plain(path, say("certificate"), MOST_BYTES), str(path), named)
    if common.json:
        show.write_json(found.to_dict())
    else:
        print("\n".join(found.lines(common.lang)))
    return 0 if found.proved else 1
