"""Text of SVG: escaping, numbers and elements. Nothing here knows about cards."""

from __future__ import annotations

import re

_FORBIDDEN = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_ENTITIES = {"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;"}
_SPECIAL = re.compile("[&<>\"']")


def escaped(text: str) -> str:
    """Text safe in an XML element or attribute; characters XML cannot hold become the replacement sign."""
    return _SPECIAL.sub(lambda found: _ENTITIES[found.group()], _FORBIDDEN.sub("\ufffd", text))


def number(value: float) -> str:
    """A length with at most two decimals and no trailing zeros."""
    return f"{value:.2f}".rstrip("0").rstrip(".")


def element(name: str, attributes: dict[str, str | float], *content: str) -> str:
    """One element; attribute values are escaped, the content is taken as markup."""
    shown = "".join(
        f' {key}="{escaped(value) if isinstance(value, str) else number(value)}"' for key, value in attributes.items()
    )
    return f"<{name}{shown}>{''.join(content)}</{name}>" if content else f"<{name}{shown}/>"
