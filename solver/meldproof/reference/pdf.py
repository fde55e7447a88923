"""Paper: pages and pictures as PDF, by WeasyPrint, which is an extra."""

from __future__ import annotations

from typing import Any

from meldproof.errors import ProblemError
from meldproof.messages import say


def is_there() -> bool:
    """Whether WeasyPrint can be used."""
    try:
        _weasyprint()
    except ProblemError:
        return False
    return True


def as_pdf(html: str) -> bytes:
    """A page of HTML, with all it needs inside, on paper. Raises ProblemError where WeasyPrint is missing."""
    document = _weasyprint().HTML(string=html, base_url="about:blank", url_fetcher=_nothing_from_outside)
    made: bytes = document.write_pdf(pdf_tags=True)
    return made


def picture_as_pdf(svg: str, width: float, height: float) -> bytes:
    """A picture on a sheet of its own size, for books that are set by LaTeX."""
    style = f"@page {{ size: {width:g}px {height:g}px; margin: 0 }} body {{ margin: 0 }} svg {{ display: block }}"
    return as_pdf(f"<!DOCTYPE html><html><head><style>{style}</style></head><body>{svg}</body></html>")


def _nothing_from_outside(url: str, *rest: Any, **more: Any) -> dict[str, Any]:
    raise ValueError(f"nothing is fetched: {url}")


def _weasyprint() -> Any:
    try:
        import weasyprint
    except (ImportError, OSError):  # OSError: the package is there, Pango is not
        raise ProblemError(
            say("PDF needs WeasyPrint and Pango: pip install 'meldproof[pdf]' (and the system's Pango)")
        ) from None
    return weasyprint
