"""What the writer of rules writes, carried to every builder: HTML pages take it as it is, the others its nodes.

The nodes are read from the markup itself, so that nothing can be said in one form and be missing in another; a tag that
has no node is an error here, not a silence there.
"""

from __future__ import annotations

from html.parser import HTMLParser
from typing import Any

from docutils import nodes

CLASS_OF_ROW = "mr-row"


class Carried(nodes.General, nodes.Element):
    """A piece of a page: `html` for pages of HTML; its children say the same for every other form."""


class CardRow(nodes.Inline, nodes.Element):
    """Cards beside each other: `faces` are the ids of their drawings, `cards` their notation, `spoken` their names."""


def carried(html: str) -> Carried:
    """The piece of a page that this markup is."""
    reader = _Reader()
    reader.feed(html)
    reader.close()
    return Carried("", *reader.made(), html=html)


_INLINE: dict[str, type[Any]] = {"b": nodes.strong, "strong": nodes.strong, "code": nodes.literal, "em": nodes.emphasis}
_BLOCKS: dict[str, type[Any]] = {
    "p": nodes.paragraph,
    "figcaption": nodes.paragraph,
    "ol": nodes.enumerated_list,
    "ul": nodes.bullet_list,
    "li": nodes.list_item,
    "dl": nodes.definition_list,
    "dt": nodes.term,
    "dd": nodes.definition,
    "pre": nodes.literal_block,
}
_BOXES = {"div", "figure", "details"}
_PLAIN = {"a", "abbr", "span", "svg", "use"}
"""What adds nothing on paper but its text."""
_TABLE = {"table", "tr", "th", "td"}


class _Reader(HTMLParser):
    """Builds nodes; `_open` is the element that takes what comes next, the last of those that are open."""

    def __init__(self) -> None:
        super().__init__()
        self._root = nodes.container()
        self._open: list[tuple[str, Any]] = [("", self._root)]

    def made(self) -> list[Any]:
        """The nodes of what was read. Raises ValueError for what was left open."""
        if len(self._open) != 1:
            raise ValueError(f"<{self._open[-1][0]}> is not closed")
        found: list[Any] = list(self._root.children)
        return found

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        classes = given.get("class", "").split()
        if CLASS_OF_ROW in classes:
            row = CardRow("", cards=given["data-cards"], spoken=given["aria-label"], faces=[])
            self._text_of().append(row)
            self._open.append((tag, row))
        elif tag == "use":
            self._open[-1][1]["faces"].append(given["href"].removeprefix("#"))
            self._open.append((tag, self._open[-1][1]))
        elif tag in _PLAIN:
            here = self._open[-1][1]
            if "mr-label" in classes:
                here = nodes.inline("", "", classes=classes)
                self._text_of().extend([here, nodes.Text(": ")])
            self._open.append((tag, here))
        elif tag == "summary":
            self._enter(tag, nodes.paragraph(), nodes.strong())
        elif tag in _INLINE:
            made = _INLINE[tag]("")
            self._text_of().append(made)
            self._open.append((tag, made))
        elif tag in _BLOCKS or tag in _BOXES:
            self._enter(tag, (_BLOCKS.get(tag) or nodes.container)("", classes=classes))
            if tag == "pre":
                self._open[-1][1]["language"] = "none"
        elif tag in _TABLE:
            self._enter_table(tag, classes)
        else:
            raise ValueError(f"<{tag}> has no node: builders other than HTML would lose it")

    def handle_endtag(self, tag: str) -> None:
        open_tag, node = self._open.pop()
        if open_tag != tag:
            raise ValueError(f"<{open_tag}> is closed by </{tag}>")
        if tag == "table":
            _fit(node)

    def handle_data(self, data: str) -> None:
        if data.strip() or not isinstance(self._open[-1][1], (nodes.container, CardRow)):
            self._text_of().append(nodes.Text(data))

    def _enter(self, tag: str, block: Any, within: Any = None) -> None:
        here = self._open[-1][1]
        if isinstance(block, nodes.term):
            here += nodes.definition_list_item()
        self._of_list(here).append(block)
        if within is not None:
            block += within
        self._open.append((tag, block if within is None else within))

    def _of_list(self, here: Any) -> Any:
        """Where a block goes: a term and its definition into the item of their list."""
        return here[-1] if isinstance(here, nodes.definition_list) else here

    def _enter_table(self, tag: str, classes: list[str]) -> None:
        made: Any
        if tag == "table":
            made = nodes.table("", nodes.tgroup("", nodes.thead(), nodes.tbody()), classes=classes)
            self._open[-1][1].append(made)
        elif tag == "tr":
            made = nodes.row()
            self._open[-1][1][0][1].append(made)
        else:
            entry, made = nodes.entry(), nodes.paragraph()
            entry += made
            self._open[-1][1].append(entry)
            entry["head"] = tag == "th"
        self._open.append((tag, made))

    def _text_of(self) -> Any:
        """The element that takes text: a paragraph, made where there is none yet."""
        here = self._open[-1][1]
        if isinstance(here, (nodes.container, nodes.list_item, nodes.definition)):
            if not len(here) or not isinstance(here[-1], nodes.paragraph):
                here += nodes.paragraph()
            return here[-1]
        return here


def _fit(table: Any) -> None:
    """Columns and head of a table, now that its rows are known."""
    group, (head, body) = table[0], table[0].children
    if len(body) and all(entry.attributes.pop("head", False) for entry in body[0]):
        head += body.pop(0)
    for row in body:
        for entry in row:
            entry.attributes.pop("head", None)
    rows = [*head, *body]
    widths = [max(len(row[column].astext()) for row in rows) for column in range(len(rows[0]))]
    group["cols"] = len(widths)
    group[:0] = [nodes.colspec("", colwidth=min(max(width, 12), 40)) for width in widths]
    if not len(head):
        group.remove(head)
