"""A house variant's file to begin with: every rule of the variant that it extends, ready to be changed."""

from __future__ import annotations

from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path

from meldproof.errors import ProblemError
from meldproof.messages import say
from meldproof.pictures.names import Language
from meldproof.reference.parameter_words import allowed
from meldproof.reference.sections import HEADINGS, SHOWN, grouped
from meldproof.variants.assembling import BY_VOCABULARY
from meldproof.variants.clauses import Clause, Text, toml_text
from meldproof.variants.loading import Variant
from meldproof.variants.vocabulary import parameters

HEAD = Text(
    """# A variant of {base}. It plays exactly like it until you change something below.
#
# How to change a rule: take the "# " away from its whole block, write what your rule says, and set the new value.
# The text and the value must say the same thing. Then look at your reference:
#
#     meldproof reference {file} --out {id}.html""",
    """# Una variante de {base}. Se juega igual hasta que cambies algo más abajo.
#
# Para cambiar una regla: quitá el "# " de todo su bloque, escribí qué dice tu regla y fijá el valor nuevo.
# El texto y el valor tienen que decir lo mismo. Después mirá cómo quedaron tus reglas:
#
#     meldproof reference {file} --lang es --out {id}.html""",
)


def house_file(name: str, base: Variant, extends: str, file: str, language: Language = "en") -> str:
    """The text of a rule file that extends a variant and changes nothing yet.

    `extends` is how the file names the base, `file` how its owner names the file. Raises ProblemError for an id that
    no file can have.
    """
    if not name or not name[0].isalnum() or set(name) - set("abcdefghijklmnopqrstuvwxyz0123456789-") or len(name) > 80:
        raise ProblemError(
            say("{name!r} is no id: use lower-case letters, digits and dashes, such as our-house", name=name[:40])
        )
    return "\n".join(_lines(name, base, extends, file, language)) + "\n"


def schema_uri() -> str:
    """Where an editor finds the schema of rule files (`#:schema`, as Taplo and Even Better TOML read it)."""
    return Path(str(files("meldproof.spec") / "schema.json")).absolute().as_uri()


def _lines(name: str, base: Variant, extends: str, file: str, language: Language) -> Iterator[str]:
    yield f"#:schema {schema_uri()}"
    yield HEAD[language].format(base=base.name[language], file=file, id=name)
    yield ""
    yield "schema = 1"
    yield f"id = {toml_text(name)}"
    title = name.replace("-", " ").capitalize()
    yield f"name = {{ en = {toml_text(title)}, es = {toml_text(title)} }}"
    yield f"extends = {toml_text(extends)}"
    titles = {heading.id: heading.title for heading in HEADINGS}
    groups = grouped(base.clauses)
    for section in SHOWN:
        if groups[section]:
            yield f"\n# {titles[section][language]}"
        for clause in groups[section]:
            if clause.values:
                yield from _clause(clause, base, language)


def _clause(clause: Clause, base: Variant, language: Language) -> Iterator[str]:
    """A clause as comment lines that become a clause of one's own when they are uncommented."""
    plain = base.plain()
    unset = clause.key.startswith(f"{BY_VOCABULARY}/")
    yield ""
    yield "# [[clause]]"
    yield f"# id = {toml_text(clause.id.replace('.', '-').replace('_', '-') if unset else clause.id)}"
    if not unset:
        yield f"# replaces = {toml_text(clause.id)}"
    yield f"# en = {toml_text(clause.text['en'])}"
    yield f"# es = {toml_text(clause.text['es'])}"
    yield "# [clause.set]"
    for parameter in parameters():
        if parameter in clause.values and parameter in plain:
            known = parameters()[parameter]
            meaning, values = Text(known.en, known.es)[language], allowed(known)[language]
            yield f"# # {meaning}: {values}"
            yield f"# {parameter} = {toml_text(plain[parameter])}"
