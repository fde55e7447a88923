"""From rule files to a `Variant`: inheritance, readings, settings, and the refusals."""

from __future__ import annotations

import importlib.resources
import os
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from pathlib import Path

import msgspec

from meldproof.cards import Deck
from meldproof.errors import ProblemError, VariantError
from meldproof.inputs import check_nesting, read_text
from meldproof.messages import language, say
from meldproof.variants.assembling import (
    BY_SETTING,
    BY_VOCABULARY,
    NOTHING,
    InDeals,
    assembled,
    kept_settings,
    setting_words,
)
from meldproof.variants.clauses import (
    LARGEST_FILE,
    PARTS,
    Clause,
    Part,
    Reading,
    RuleFile,
    Text,
    parse_toml,
    read_rule_file,
    typed_value,
)
from meldproof.variants.inheritance import Displaced, inherited
from meldproof.variants.meld_terms import DeckTerms, PlayersTerms
from meldproof.variants.scope import needs, scope_of
from meldproof.variants.values import to_plain
from meldproof.variants.vocabulary import Settings, deck_of, parameters

LONGEST_WORD = 80
MOST_DEALS = 1_000_000
BY_LOG = "log"
"""The first half of the key of a clause made by a setting that a game log records."""
SET_BY = {
    BY_SETTING: Text("set on the command line", "fijado por quien pregunta"),
    BY_LOG: Text("set in the game log's first line", "fijado en la primera línea de la partida"),
}


@lru_cache(maxsize=256)
def _decks(deck: DeckTerms, who: PlayersTerms) -> dict[int | None, Deck]:
    """The deck for every number of players, and for None the largest."""
    decks: dict[int | None, Deck] = {players: deck_of(deck, players) for players in range(who.min, who.max + 1)}
    decks[None] = max(decks.values(), key=lambda deck: deck.size)
    return decks


class Deals:
    """What a variant comes to from each of some deals on, where its values change by deal; each variant made once."""

    __slots__ = ("kept", "parts")

    def __init__(self, parts: tuple[InDeals, ...]) -> None:
        self.parts = parts
        self.kept: dict[int, Variant] = {}

    def of(self, whole: Variant, deal: int) -> Variant:
        found = next(part for part in reversed(self.parts) if part.start <= deal)
        known = self.kept.get(id(found.settings))
        if known is None:
            known = self.kept[id(found.settings)] = _of_one_deal(whole, found)
        return known

    def __reduce__(self) -> tuple[type[Deals], tuple[tuple[InDeals, ...]]]:
        return Deals, (self.parts,)


class Variant(msgspec.Struct, frozen=True, eq=False):
    """A rule set as typed values, each with the clause that sets it.

    `values` holds exactly the parameters that exist here, by name; `settings` the same as a typed record;
    `provenance` the key of each parameter's clause; `scope` the parts of the game that are encoded. Where values change
    by deal, `settings` are those of the first, and `at` gives the variant of one deal, whose `whole` is this one. That
    of a deal in which a card was turned up (`turned.with_turned`) says what it was `before`.
    """

    id: str
    name: Text
    path: str
    clauses: tuple[Clause, ...]
    values: dict[str, object]
    settings: Settings
    provenance: dict[str, str]
    readings: tuple[str, ...] = ()
    scope: tuple[Part, ...] = PARTS
    deals: Deals | None = None
    made_of: Variant | None = None
    before: Variant | None = None

    def __repr__(self) -> str:
        return f"<variant {' '.join([self.id, *self.readings])}>"

    @property
    def title(self) -> str:
        """Its name for a person, in the language that texts are said in."""
        return self.name[language()]

    @property
    def settings_by_deal(self) -> tuple[tuple[int, Settings], ...]:
        """The settings of every deal from which on some are others: what tells the rules of two variants apart."""
        if self.deals is None:
            return ((1, self.settings),)
        return tuple((part.start, part.settings) for part in self.deals.parts)

    @property
    def whole(self) -> Variant:
        """The variant of all deals that this one is of; itself where nothing changes by deal."""
        return self if self.made_of is None else self.made_of

    def at(self, deal: int | None = None) -> Variant:
        """The variant as it is in a deal, from 1 on: nothing in it changes by deal. Raises ProblemError.

        None is the deal that it is of already, else the first.
        """
        if deal is None:
            return self if self.deals is None else self.deals.of(self, 1)
        if self.before is not None:
            return self._found_in(self.before.at(deal))
        if not isinstance(deal, int) or isinstance(deal, bool) or not 1 <= deal <= MOST_DEALS:
            raise ProblemError(say("deal {deal}: deals are numbered from 1", deal=str(deal)[:20]))
        whole = self.whole
        return self if whole.deals is None else whole.deals.of(whole, deal)

    def clause(self, key: str) -> Clause:
        return next(clause for clause in self.clauses if clause.key == key)

    def needs(self, *parts: Part) -> None:
        """Raises ProblemError where one of these parts of the game is not encoded."""
        for part in parts:
            needs(self.title, self.scope, self.clauses, part)

    def _found_in(self, variant: Variant) -> Variant:
        """A variant in whose deal the same card was turned up as in this one's."""
        from meldproof.variants.turned import with_turned

        turned = self.settings.deck.turned
        assert turned is not None
        return with_turned(variant, self.deck().natural_text(turned))

    def found(self) -> Variant:
        """Itself, if it is known which cards are wild. Raises ProblemError where the deal must tell."""
        if self.settings.wilds.turned != "none" and self.before is None:
            raise ProblemError(
                say("{name}: which card was turned up? give --turned CARD (wilds.turned)", name=self.title)
            )
        return self

    def deck(self, players: int | None = None) -> Deck:
        """The deck for a number of players; without one, the variant's largest."""
        decks = _decks(self.settings.deck, self.settings.players)
        if players not in decks:
            who = self.settings.players
            if who.min == who.max:
                raise VariantError(
                    say(
                        "{name} is for {number} players, not {players}",
                        name=self.title,
                        number=who.min,
                        players=players,
                    )
                )
            raise VariantError(
                say(
                    "{name} is for {min} to {max} players, not {players}",
                    name=self.title,
                    min=who.min,
                    max=who.max,
                    players=players,
                )
            )
        return decks[players]

    def plain(self) -> dict[str, object]:
        """The values as JSON holds them, in the vocabulary's order."""
        return {name: to_plain(self.values[name]) for name in parameters() if name in self.values}

    def said(self) -> dict[str, object]:
        """The values that somebody sets, as JSON holds them: not those that nobody says, which are inert."""
        usual = f"{BY_VOCABULARY}/"
        return {name: value for name, value in self.plain().items() if not self.provenance[name].startswith(usual)}


def load_variant(
    reference: str | Path,
    *,
    readings: Sequence[str] = (),
    settings: Mapping[str, object] | None = None,
    recorded: Mapping[str, object] | None = None,
    spec_path: Sequence[str | Path] = (),
) -> Variant:
    """The variant of an id or a rule file's path; of an abstract file there is none.

    Readings apply first, then the settings that a game log records, then `settings` (parameter name to plain value).
    Raises VariantError.
    """
    folders = _folders(spec_path)
    chain = _chain(find_rule_file(str(reference), folders), folders)
    top = chain[0]
    if top.abstract:
        raise VariantError(
            say('{id} is abstract, no game by itself; write extends = "{id}" in a file of your own', id=top.id)
        )
    clauses, displaced = inherited(chain)
    top = msgspec.structs.replace(top, scope=scope_of(chain, clauses))
    _check_readings(clauses, top)
    clauses = apply_readings(clauses, readings, top)
    clauses = apply_settings(clauses, recorded or {}, top, BY_LOG)
    clauses = apply_settings(clauses, settings or {}, top)
    free = bool(readings or settings or recorded)
    return assemble(top, clauses, tuple(readings), drop_inactive=free, displaced=displaced)


Stamp = tuple[str, int, int]
"""A file's path, when it was last written (nanoseconds), its size in bytes."""
_KEPT: dict[object, tuple[tuple[Stamp, ...], Variant]] = {}
MOST_KEPT = 64


def kept_variant(
    reference: str | Path, readings: Sequence[str] = (), settings: Mapping[str, object] | None = None
) -> Variant:
    """`load_variant`, once for the id of a variant of the package, as long as its rule files stay as they are."""
    name = str(reference)
    check_nesting(settings, say("settings"), VariantError)
    if name.endswith(".toml") or "/" in name or "\\" in name:
        return load_variant(reference, readings=readings, settings=settings)
    key = (name, tuple(readings), repr(sorted((settings or {}).items()))) if readings or settings else name
    found = _KEPT.get(key)
    if found is not None and all(_stamp(stamp[0]) == stamp for stamp in found[0]):
        return found[1]
    variant = load_variant(name, readings=readings, settings=settings)
    stamps = tuple(_stamp(file.path) for file in _chain(find_rule_file(name, ()), ()))
    if len(_KEPT) >= MOST_KEPT:
        _KEPT.clear()
    _KEPT[key] = (stamps, variant)
    return variant


def _stamp(path: str) -> Stamp:
    try:
        found = os.stat(path)
    except OSError:
        return (path, -1, -1)
    return (path, found.st_mtime_ns, found.st_size)


def vary(variant: Variant, readings: Sequence[str] = (), settings: Mapping[str, object] | None = None) -> Variant:
    """A loaded variant with more readings, then settings, on top of those it has. Raises VariantError."""
    file = file_of(variant)
    clauses = apply_readings(variant.clauses, readings, file)
    clauses = apply_settings(clauses, settings or {}, file)
    return assemble(file, clauses, (*variant.readings, *readings), drop_inactive=True)


def file_of(variant: Variant) -> RuleFile:
    """A loaded variant as a file that extends nothing."""
    return RuleFile(variant.path, variant.id, variant.name, "", variant.clauses, scope=variant.scope)


def variant_files(spec_path: Sequence[str | Path] = (), *, abstract: bool = False) -> tuple[RuleFile, ...]:
    """Every rule file that can be named by its id, a user's own first; the abstract ones too if they are asked for."""
    found: dict[str, RuleFile] = {}
    for folder in (*_folders(spec_path), builtin_folder()):
        for path in _rule_files(folder):
            file = _read_as_of(_stamp(str(path)))
            found.setdefault(file.id, file)
    return tuple(file for file in found.values() if abstract or not file.abstract)


def rule_files_of(file: RuleFile, spec_path: Sequence[str | Path] = ()) -> tuple[RuleFile, ...]:
    """A file and all that it extends, itself first. Raises VariantError where one can't be found."""
    return _chain(file, _folders(spec_path))


@lru_cache(maxsize=256)
def _read_as_of(stamp: Stamp) -> RuleFile:
    """A rule file, read once as long as it stays as it is."""
    return read_rule_file(Path(stamp[0]))


def _folders(spec_path: Sequence[str | Path]) -> tuple[Path, ...]:
    folders = tuple(Path(folder) for folder in spec_path)
    for folder in folders:
        if not os.path.isdir(folder):
            raise VariantError(say("--spec-path {folder!r} is no folder", folder=str(folder)[:200]))
    return folders


def find_rule_file(reference: str, folders: Sequence[Path], beside: Path | None = None) -> RuleFile:
    """The rule file of an id or a path. Raises VariantError naming what there is."""
    if reference.endswith(".toml") or "/" in reference or "\\" in reference:
        path = Path(reference)
        if beside is not None and not path.is_absolute() and os.path.exists(beside / path):
            path = beside / path
        return read_rule_file(path)
    own_folders = (*folders, *((beside,) if beside else ()))
    for folder in (*own_folders, builtin_folder()):
        path = folder / f"{reference}.toml"
        if os.path.isfile(path) and not _is_data(path):
            return read_rule_file(path)
    for folder in own_folders:
        for path in sorted(folder.glob("*.toml")):
            if _id_in(path) == reference:
                return read_rule_file(path)
    paths = [path for folder in (*folders, builtin_folder()) for path in _rule_files(folder)]
    names = sorted({path.stem for path in paths if not _is_abstract(path)})
    raise VariantError(
        say(
            "no variant {reference!r}; there are {names}, or give the path of a .toml file",
            reference=reference[:60],
            names=", ".join(names),
        )
    )


def _rule_files(folder: Path) -> list[Path]:
    """The rule files of a folder, without the data that lies beside them."""
    return [path for path in sorted(folder.glob("*.toml"), key=lambda path: path.stem) if not _is_data(path)]


def _is_data(path: Path) -> bool:
    """Whether it is TOML without `id` and clauses: sources, facts, examples. What can't be read is no data either."""
    return _is_data_as_of(_stamp(str(path)))


@lru_cache(maxsize=256)
def _is_data_as_of(stamp: Stamp) -> bool:
    path = Path(stamp[0])
    try:
        text = read_text(path, say("rule file"), LARGEST_FILE, VariantError)
        return not {"id", "clause"} & parse_toml(text, str(path)).keys()
    except VariantError:
        return False


def _is_abstract(path: Path) -> bool:
    try:
        return read_rule_file(path).abstract
    except VariantError:
        return False


def _id_in(path: Path) -> str:
    try:
        return read_rule_file(path).id
    except VariantError:
        return ""


def parse_setting(text: str) -> tuple[str, object]:
    """`NAME=VALUE` with VALUE as TOML, a bare word being a text."""
    name, equals, value = text.partition("=")
    name, value = name.strip(), value.strip()
    if not equals or not name or not value or len(text.splitlines()) > 1:
        raise VariantError(say("--set {text!r}: write NAME=VALUE, for example run.wilds.adjacent=true", text=text[:60]))
    try:
        parsed = parse_toml(f"value = {value}", "--set")
    except VariantError:
        if len(value) > LONGEST_WORD or not all(sign.isalnum() or sign in "-_" for sign in value):
            raise VariantError(
                say("--set {name}: {value!r} is neither TOML nor a bare word", name=name[:60], value=value[:60])
            ) from None
        return name, value
    return name, parsed["value"]


def builtin_folder() -> Path:
    """Where the rule files of the package lie."""
    return Path(str(importlib.resources.files("meldproof.spec")))


def _chain(file: RuleFile, folders: Sequence[Path]) -> tuple[RuleFile, ...]:
    chain = [file]
    while chain[-1].extends:
        last = chain[-1]
        try:
            base = find_rule_file(last.extends, folders, Path(last.path).parent)
        except VariantError as error:
            raise VariantError(
                say("{path}: extends = {extends!r}: {error}", path=last.path, extends=last.extends[:60], error=error)
            ) from None
        if any(base.path == seen.path or base.id == seen.id for seen in chain):
            circle = " → ".join([*(seen.id for seen in chain), base.id])
            raise VariantError(
                say(
                    "{path}: extends = {extends!r} runs in a circle ({circle}); end it at a full variant",
                    path=last.path,
                    extends=last.extends,
                    circle=circle,
                )
            )
        chain.append(base)
    return tuple(chain)


def _check_readings(clauses: tuple[Clause, ...], file: RuleFile) -> None:
    """A reading sets only what its clause sets, or what exists only with it."""
    owners = {name: clause for clause in clauses for name in clause.values}
    for clause in clauses:
        for reading in clause.readings:
            for name in reading.values:
                if owners.get(name, clause) is not clause:
                    raise VariantError(
                        say(
                            (
                                "{path}: clause {key}, reading {id}: {name} is set by clause {key_2}; move it to this "
                                "one, or give that one the reading"
                            ),
                            path=file.path,
                            key=clause.key,
                            id=reading.id,
                            name=name,
                            key_2=owners[name].key,
                        )
                    )


def apply_readings(clauses: tuple[Clause, ...], names: Sequence[str], file: RuleFile) -> tuple[Clause, ...]:
    for name in names:
        owner, reading = _find_reading(clauses, name, file)
        if reading.reason["en"] and not reading.values:
            raise VariantError(
                say(
                    "reading {name} of {key} is not encoded: {reason}",
                    name=name,
                    key=owner.key,
                    reason=reading.reason[language()],
                )
            )
        if owner.reading:
            raise VariantError(
                say(
                    "readings {reading} and {name} are of one clause ({key}); choose one",
                    reading=owner.reading,
                    name=name,
                    key=owner.key,
                )
            )
        read = msgspec.structs.replace(
            owner, reading=name, text=reading.text, values={**owner.values, **reading.values}
        )
        clauses = tuple(read if clause is owner else clause for clause in clauses)
    return clauses


def _find_reading(clauses: Iterable[Clause], name: str, file: RuleFile) -> tuple[Clause, Reading]:
    known: list[str] = []
    for clause in clauses:
        for reading in clause.readings:
            if reading.id == name:
                return clause, reading
            known.append(reading.id)
    there = ", ".join(known) or "none"
    raise VariantError(
        say(
            "{path}: no reading {name!r} of {id}; its readings are: {there}",
            path=file.path,
            name=name[:60],
            id=file.id,
            there=there,
        )
    )


def set_by_user(variant: Variant) -> dict[str, object]:
    """The values that were set on top of a variant's own clauses, as JSON holds them."""
    plain = variant.plain()
    names = [name for name, key in variant.provenance.items() if key.startswith(f"{BY_SETTING}/")]
    kept = kept_settings(variant.clauses)
    return {name: plain[name] for name in names if name not in kept}


def apply_settings(
    clauses: tuple[Clause, ...], settings: Mapping[str, object], file: RuleFile, by: str = BY_SETTING
) -> tuple[Clause, ...]:
    """The clauses with some values set otherwise; `by` begins the keys of the clauses that set them."""
    wanted = {name: typed_value(name, value, say("setting for {id}", id=file.id)) for name, value in settings.items()}
    kept: list[Clause] = []
    for clause in clauses:
        if not wanted.keys() & clause.values.keys():
            kept.append(clause)
            continue
        for name, value in clause.values.items():
            if name not in wanted:
                text = setting_words(
                    Text(f"kept while {clause.key} was replaced", f"se mantiene al reemplazar {clause.key}"),
                    name,
                    value,
                )
                kept.append(Clause(f"{BY_SETTING}/{name}", clause.cites, "default", text, {name: value}))
    for name, value in wanted.items():
        kept.append(Clause(f"{by}/{name}", (), "default", setting_words(SET_BY[by], name, value), {name: value}))
    return tuple(kept)


def assemble(
    file: RuleFile,
    clauses: tuple[Clause, ...],
    readings: tuple[str, ...],
    *,
    drop_inactive: bool,
    displaced: Displaced = NOTHING,
) -> Variant:
    """The variant of a file's name and scope, and of clauses. See `assembling.assembled`. Raises VariantError."""
    made = assembled(file, clauses, drop_inactive=drop_inactive, displaced=displaced)
    return Variant(
        file.id, file.name, file.path, made.clauses, made.values, made.deals[0].settings, made.provenance, readings,
        file.scope, Deals(made.deals) if len(made.deals) > 1 else None,
    )  # fmt: skip


def _of_one_deal(whole: Variant, deal: InDeals) -> Variant:
    """A variant as it is in one deal: its clauses set what they set there."""
    clauses = tuple(
        msgspec.structs.replace(
            clause, values={name: deal.values[name] for name in clause.values if name in deal.values}
        )
        for clause in whole.clauses
    )
    provenance = {name: whole.provenance[name] for name in deal.values}
    return msgspec.structs.replace(
        whole, clauses=clauses, values=deal.values, settings=deal.settings, provenance=provenance, deals=None,
        made_of=whole,
    )  # fmt: skip
