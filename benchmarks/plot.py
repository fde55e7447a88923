"""How time grows with tiles and jokers, as SVG: `python -m benchmarks.plot RESULTS.json OUT.svg [--lang es]`.

Needs matplotlib (`pip install -e '.[bench]'`). The ground is transparent and all text of a grey that is readable on
white and on black; the colours are told apart by colour-blind readers, and lines differ by marker and dash besides.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Any

GREY = "#7a7f85"
STYLES = {
    "meldproof": {"color": "#d55e00", "marker": "o", "linestyle": "-", "linewidth": 2.6},
    "compact programme, GLPK": {"color": "#2b8cc4", "marker": "s", "linestyle": "--", "linewidth": 1.8},
    "a column a meld, CP-SAT": {"color": "#009e73", "marker": "^", "linestyle": "-.", "linewidth": 1.8},
    "a column a meld, HiGHS": {"color": "#c06aa0", "marker": "D", "linestyle": ":", "linewidth": 1.8},
}
WORDS = {
    "en": {
        "x": "tiles in play (14 on the rack)",
        "y": "median ms a table",
        "jokers": ("no joker", "one joker", "two jokers"),
        "meldproof": "meldproof, whole call",
    },
    "es": {
        "x": "fichas en juego (14 en el atril)",
        "y": "mediana, ms por mesa",
        "jokers": ("sin comodín", "un comodín", "dos comodines"),
        "meldproof": "meldproof, llamada completa",
        "compact programme, GLPK": "programa compacto, GLPK",
        "a column a meld, CP-SAT": "una columna por combinación, CP-SAT",
        "a column a meld, HiGHS": "una columna por combinación, HiGHS",
    },
}


def plot(lines: list[dict[str, Any]], out: Path, lang: str = "en") -> None:
    """Draw the growth of a run (its section `growth`)."""
    import matplotlib

    matplotlib.use("svg")
    import matplotlib.pyplot as pyplot

    words: dict[str, Any] = WORDS[lang]
    settings = {"svg.hashsalt": "meldproof", "svg.fonttype": "path", "font.size": 10, "text.color": GREY}
    settings |= {"axes.labelcolor": GREY, "axes.edgecolor": GREY, "xtick.color": GREY, "ytick.color": GREY}
    with pyplot.rc_context(settings):
        figure, panels = pyplot.subplots(1, 3, figsize=(9.6, 3.9), sharey=True)
        for jokers, panel in enumerate(panels):
            here = [line for line in lines if line["jokers"] == jokers]
            for name, style in STYLES.items():
                points = [(line["tiles"], line["ms"][name]["median_ms"]) for line in here if name in line["ms"]]
                if points:
                    panel.plot(*zip(*points, strict=True), label=words.get(name, name), markersize=5, **style)
            panel.set_yscale("log")
            panel.set_title(words["jokers"][jokers], color=GREY, fontsize=11)
            panel.set_xticks([line["tiles"] for line in here])
            panel.grid(axis="y", color=GREY, alpha=0.3, linewidth=0.6)
            panel.spines[["top", "right"]].set_visible(False)
        panels[0].set_ylabel(words["y"])
        panels[1].set_xlabel(words["x"])
        handles, labels = panels[0].get_legend_handles_labels()
        figure.legend(handles, labels, loc="lower center", ncols=2, frameon=False, handlelength=3.2)
        figure.tight_layout(rect=(0, 0.14, 1, 1))
        figure.savefig(out, format="svg", transparent=True, metadata={"Date": None, "Title": words["y"]})
        pyplot.close(figure)


def main() -> None:
    """Draw from a run's JSON."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.plot", description=__doc__)
    parser.add_argument("results", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument("--lang", choices=[*WORDS], default="en")
    options = parser.parse_args()
    plot(json.loads(options.results.read_text(encoding="utf-8"))["growth"], options.out, options.lang)


if __name__ == "__main__":
    main()
