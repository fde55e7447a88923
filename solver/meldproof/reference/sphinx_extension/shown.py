"""How builders show what is carried: HTML as it was written, EPUB and LaTeX with picture files, the others as text."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from docutils import nodes
from sphinx.transforms.post_transforms import SphinxPostTransform
from sphinx.util import logging

from meldproof.reference import pdf
from meldproof.reference.drawing import SIZE, face_picture
from meldproof.reference.html_rules import SIGNS
from meldproof.reference.sphinx_extension.carrying import CardRow, Carried
from meldproof.reference.sphinx_extension.store import drawings

log = logging.getLogger(__name__)
HEIGHT_ON_PAPER = "1.15cm"
PICTURES = {"epub": "svg", "latex": "pdf"}
"""The builders that take picture files, and the form of the files."""


def register(app: Any) -> None:
    """Add the nodes and what the builders do with them."""
    app.add_node(Carried, html=(_as_written, None))
    app.add_node(CardRow)
    app.add_post_transform(NodesOfPictures)


class NodesOfPictures(SphinxPostTransform):
    """For all builders but those of HTML pages, nodes that every builder knows take the place of what is carried.

    Rows of cards become image files, one a face, where a builder takes such; elsewhere they stand in their notation.
    """

    default_priority = 6

    def run(self, **kwargs: Any) -> None:
        """Replace what a page carries."""
        name = self.app.builder.name
        if self.app.builder.format == "html" and name not in PICTURES:
            return
        form = PICTURES.get(name, "")
        if form == "pdf" and not pdf.is_there():
            log.warning(
                "cards are written in letters: pictures in LaTeX need meldproof[pdf]", type="rummy", subtype="pictures",
                once=True,
            )  # fmt: skip
            form = ""
        for row in list(self.document.findall(CardRow)):
            row.replace_self(self._images(row, form) if form else [nodes.Text(row["cards"])])
        for piece in list(self.document.findall(Carried)):
            piece.replace_self(piece.children)
        for box in self.document.findall(nodes.container):
            if "mr-rule" in box["classes"]:  # what a line between two rules does on a screen
                sentence = box[0]
                sentence.children = [nodes.strong("", "", *sentence.children)]
                sentence.setup_child(sentence[0])
        if name == "latex":
            _spell_signs(self.document)

    def _images(self, row: CardRow, form: str) -> list[nodes.Node]:
        made: list[nodes.Node] = []
        for number, (face, card) in enumerate(zip(row["faces"], row["cards"].split(), strict=True)):
            path = str(self._file(face, form))
            image = nodes.image("", uri=path, candidates={"*": path}, alt=card, height=HEIGHT_ON_PAPER)
            image["classes"].append("mr-face")
            self.env.images.add_file(self.env.docname, path)
            made += [nodes.Text(" "), image] if number else [image]
        return made

    def _file(self, face: str, form: str) -> Path:
        """The file of a face in this build's language and colours."""
        colours = "four" if self.config.rummy_four_colour else "two"
        folder = Path(self.env.doctreedir) / "rummy-faces" / f"{self.config.language}-{colours}"
        path = folder / f"{face}.{form}"
        if not path.exists():
            folder.mkdir(parents=True, exist_ok=True)
            svg = face_picture(drawings(self.env)[face])
            path.write_bytes(pdf.picture_as_pdf(svg, *SIZE) if form == "pdf" else svg.encode())
        return path


def _spell_signs(document: Any) -> None:
    """Not every font of LaTeX has the signs before a verdict; the verdict's words say the same."""
    for text in list(document.findall(nodes.Text)):
        bare = str(text)
        for sign in SIGNS.values():
            bare = bare.removeprefix(f"{sign} ")
        if bare != str(text) and text.parent.parent is not None:
            text.parent.replace(text, nodes.Text(bare))


def _as_written(translator: Any, node: Carried) -> None:
    translator.body.append(node["html"])
    raise nodes.SkipNode
