"""The catalogue of messages: collects what the code says, keeps the Spanish, compiles it.

`python tests/catalogue.py` renews `solver/meldproof/locale/es/LC_MESSAGES/meldproof.po` (new texts empty, gone ones out) and
the `.mo` that the program reads. `tests/test_messages.py` fails on whatever has no Spanish.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

ROOT = Path(__file__).parents[1]
CODE = ROOT / "solver" / "meldproof"
PO = CODE / "locale" / "es" / "LC_MESSAGES" / "meldproof.po"
MO = PO.with_suffix(".mo")
MessageId = str | tuple[str, str]


def collected() -> dict[MessageId, list[str]]:
    """Every message of the code, with the files that say it."""
    found: dict[MessageId, list[str]] = {}
    for path in sorted(CODE.rglob("*.py")):
        place = path.relative_to(ROOT).as_posix()
        for message in messages_in(path):
            places = found.setdefault(message, [])
            if place not in places:
                places.append(place)
    return found


def messages_in(path: Path) -> Iterator[MessageId]:
    """What `say`, `say_number` and `noted` say, the help of options, and in the command line the commands' own first words."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            name = node.func.id if isinstance(node.func, ast.Name) else getattr(node.func, "attr", "")
            texts = [arg.value for arg in node.args if isinstance(arg, ast.Constant) and isinstance(arg.value, str)]
            if name in ("say", "noted") and texts:
                yield texts[0]
            elif name == "say_number" and len(texts) > 1:
                yield texts[0], texts[1]
            elif name in ("Parameter", "App"):
                helps = [word.value for word in node.keywords if word.arg == "help"]
                yield from (help.value for help in helps if isinstance(help, ast.Constant))
        elif isinstance(node, ast.FunctionDef) and path.parent.name == "cli" and _is_command(node):
            yield from (" ".join(part.split()) for part in (ast.get_docstring(node) or "").split("\n\n"))


def _is_command(node: ast.FunctionDef) -> bool:
    """Whether a function is a command: they all take the common options."""
    return any(argument.arg == "common" for argument in node.args.kwonlyargs)


def renewed() -> Catalog:
    """The catalogue with exactly the messages of the code, and the Spanish that is there."""
    with PO.open("rb") as file:
        old = read_po(file, locale="es")
    catalogue = Catalog(locale="es", project="meldproof", fuzzy=False, charset="utf-8")
    catalogue._num_plurals, catalogue._plural_expr = 2, "(n != 1)"  # "a million of" is never counted here
    catalogue.revision_date = catalogue.creation_date = old.creation_date
    for message, places in sorted(collected().items(), key=lambda item: (item[1][0], str(item[0]))):
        known = old.get(message if isinstance(message, str) else message[0])
        flags = ["python-brace-format"] if "{" in str(message) else []
        catalogue.add(message, known.string if known else ("", "") if isinstance(message, tuple) else "", [(place, None) for place in places], flags)
    return catalogue


def compiled(catalogue: Catalog) -> bytes:
    out = BytesIO()
    write_mo(out, catalogue)
    return out.getvalue()


def main() -> None:
    PO.parent.mkdir(parents=True, exist_ok=True)
    if not PO.exists():
        PO.write_text('msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=utf-8\\n"\n', encoding="utf-8")
    catalogue = renewed()
    with PO.open("wb") as file:
        write_po(file, catalogue, width=120, sort_output=False, include_lineno=False)
    MO.write_bytes(compiled(catalogue))
    missing = [message.id for message in catalogue if message.id and not all(_strings(message.string))]
    print(f"{len(list(catalogue)) - 1} messages, {len(missing)} without Spanish")


def _strings(value: object) -> tuple[str, ...]:
    return tuple(value) if isinstance(value, (tuple, list)) else (str(value),)


if __name__ == "__main__":
    main()
