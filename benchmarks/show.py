"""A run as tables in the terminal."""

from __future__ import annotations

from collections import Counter
from typing import Any

from rich.console import Console
from rich.table import Table

STEADY = (
    "Times are processor time of one thread. Every process was warmed up with generated deals of the same kinds, never "
    "with the stored ones: what is measured is its steady state, no answer that it has given before."
)
PROGRAMMES = (
    "'ours' are whole solve calls, from texts to the arrangement; the programmes' times are those of the solver alone, "
    "without the building of the programme, rummikub-solver's those of its solve call."
)


def number(value: float) -> str:
    """Three figures."""
    if value >= 1000:
        return f"{float(f'{value:.3g}'):,.0f}"
    return f"{value:.3g}"


def show(found: dict[str, Any]) -> None:
    """Print a run."""
    out = Console(highlight=False)
    if not out.is_terminal:
        out.width = 240
    machine = found["machine"]
    out.print(f"{machine['form']}; {machine['processor']}; load {found['load_before']} → {found['load_after']}")
    out.print(STEADY)
    for name, lines in (
        ("Hands a second", [line for key in ("gin", "indian", "eleven", "cold") for line in found.get(key, ())]),
        ("At the door, hands a second", found.get("door", [])),
    ):
        if lines:
            out.print(_rates(name, lines))
    if "single" in found:
        out.print(_singles(found["single"]))
    if "tables" in found:
        out.print(_classes(found["tables"]))
        out.print(PROGRAMMES)
    if "growth" in found:
        out.print(_growth(found["growth"]))
    if "play" in found:
        table = _table("Play", "what", "a second")
        for line in found["play"]:
            table.add_row(line["work"], number(line["per_second"]))
        out.print(table)
    if "memory" in found:
        out.print(_memory(found["memory"]))
    _faults(out, found)


def _table(title: str, *columns: str) -> Table:
    table = Table(title=title, title_justify="left", box=None, pad_edge=False, header_style="bold")
    for at, column in enumerate(columns):
        table.add_column(column, justify="left" if at == 0 else "right")
    return table


def _rates(title: str, lines: list[dict[str, Any]]) -> Table:
    table = _table(
        title, "hands", "number", "ours/s", "wrong", "OpenSpiel/s", "ours ×", "wrong", "RLCard/s", "ours ×", "wrong"
    )
    for line in lines:
        cells = [line["work"], f"{line['hands']:,}", number(line["per_second"])]
        cells.append(f"{line['wrong']}" + (f" of {line['checked']}" if "checked" in line else ""))
        for name in ("OpenSpiel", "RLCard"):
            other = line.get("peers", {}).get(name)
            cells += (
                [number(other["per_second"]), number(other["ratio"]), str(other["wrong"])] if other else ["", "", ""]
            )
        table.add_row(*cells)
    return table


def _singles(lines: list[dict[str, Any]]) -> Table:
    table = _table("One solve call from an id and a text, µs", "hand", "fast, median", "p90", "auto, median", "p90")
    for line in lines:
        cells = [number(line[engine][key]) for engine in ("fast", "auto") for key in ("median_us", "p90_us")]
        table.add_row(line["work"], *cells)
    return table


def _classes(lines: list[dict[str, Any]]) -> Table:
    names = list(dict.fromkeys(name for line in lines for name in line["peers"]))
    head = [part for name in names for part in (name, "ours ×")]
    title = "Tables, most tiles: median ms (worst), and how many times ours (fast) the peer's median is"
    table = _table(title, "class, jokers", "n", "fast", "few seen", "auto", "most points", *head)
    for line in lines:
        cells = [f"{line['class']}, {line['jokers']}", str(line["tables"])]
        cells += [_spread(line[call]) for call in ("fast", "few", "auto", "points")]
        for name in names:
            other = line["peers"].get(name)
            if other is None:
                cells += ["", ""]
                continue
            sample = "" if other["asked"] == line["tables"] else f" [{other['asked']} asked]"
            cells += [_spread(other) + sample, number(other["ratio"])]
        table.add_row(*cells)
    return table


def _spread(times: dict[str, Any]) -> str:
    fault = f" {times['wrong']} WRONG" if times.get("wrong") else ""
    fault += f" {times['gave_up']} given up" if times.get("gave_up") else ""
    return f"{number(times['median_ms'])} ({number(times['worst_ms'])}){fault}"


def _growth(lines: list[dict[str, Any]]) -> Table:
    names = list(lines[0]["ms"])
    table = _table("Fourteen on the rack, more and more on the table: median ms (worst)", "tiles, jokers", *names)
    for line in lines:
        table.add_row(f"{line['tiles']}, {line['jokers']}", *(_spread(line["ms"][name]) for name in names))
    return table


def _memory(lines: list[dict[str, Any]]) -> Table:
    table = _table("Peak memory of a process of its own", "work", "MB", "rows/s")
    for line in lines:
        table.add_row(line["work"], number(line["peak_mb"]), number(line["per_second"]) if "per_second" in line else "")
    return table


def _faults(out: Console, found: dict[str, Any]) -> None:
    for name, version in found["peers"].items():
        out.print(f"{name}: {version}")
    for name, reason in found["left_out"].items():
        out.print(f"left out: {name} ({reason})")
    counts = Counter(fault["who"] for fault in found["wrong"])
    out.print("no wrong answers" if not counts else f"wrong answers: {dict(counts)}")
    for who in counts:
        for fault in [fault for fault in found["wrong"] if fault["who"] == who][:20]:
            out.print(f"  {who}: {fault['question']}: it says {fault['said']}, right is {fault['right']}")


def figures(found: dict[str, Any]) -> dict[str, float]:
    """Every figure of ours by name: hands a second, else the median of a call."""
    named = {}
    for key in ("gin", "indian", "eleven", "cold", "door"):
        named |= {f"{line['work']}, hands/s": line["per_second"] for line in found.get(key, ())}
    named |= {f"{line['work']}, /s": line["per_second"] for line in found.get("play", ())}
    for line in found.get("single", ()):
        named |= {f"{line['work']}, {engine}, µs": line[engine]["median_us"] for engine in ("fast", "auto")}
    for line in found.get("tables", ()):
        calls = [call for call in ("fast", "few", "auto", "points") if call in line]
        named |= {f"{line['class']}, {line['jokers']}, {call}, ms": line[call]["median_ms"] for call in calls}
    return named


def show_beside(old: dict[str, Any], new: dict[str, Any]) -> None:
    """Print two runs side by side, with how many times as fast the new one is."""
    out = Console(highlight=False)
    before, now = figures(old), figures(new)
    table = _table("Old and new", "figure", f"old ({old['date']})", f"new ({new['date']})", "new ×")
    for name in (name for name in now if name in before):
        ratio = now[name] / before[name] if name.endswith("/s") else before[name] / now[name]
        table.add_row(name, number(before[name]), number(now[name]), number(ratio))
    out.print(table)
    _faults(out, new)
