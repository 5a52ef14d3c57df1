"""A rulebook file and the files that it extends, read into layers of checked values, oldest parent first."""

import os
from collections.abc import Iterator, Mapping
from typing import Any

from msgspec import Struct

from conquestlab.analysis.errors import WrongUse
from conquestlab.analysis.games import game_names, is_game
from conquestlab.analysis.rules.checked import (
    converted,
    extra,
    fields_of,
    to_record,
    unknown_key,
    wrong_value,
)
from conquestlab.analysis.rules.evidence import NOT_SAID, FileHead, evidence_faults, kinds_of
from conquestlab.analysis.rules.faults import Fault, nearest, one_line, shown
from conquestlab.analysis.rules.rulebook_files import (
    is_built_in,
    is_path,
    no_file,
    no_rulebook,
    place_of,
    read_toml,
    ring_of_files,
    unknown_name,
)
from conquestlab.analysis.rules.rulebook_keys import keys_of, sections_of

ABOUT_ALL = "all"  # the provenance of whatever has none of its own


class Head(FileHead, frozen=True, kw_only=True):
    """What a rulebook file says beside its rules."""

    game: str = ""
    extends: str = ""
    aliases: tuple[str, ...] = ()


class Layer(Struct, frozen=True, kw_only=True):
    """What one file says: values by dotted key, and where they come from, by dotted key or section."""

    file: str
    built_in: bool
    head: Head
    values: dict[str, Any]
    provenance: dict[str, str]

    def provenance_of(self, key: str) -> str:
        """Return where the value of a key comes from: the text of the key, its section, or the whole file."""
        return self.provenance.get(self._key_of_source(key), "")

    def evidence_of(self, key: str) -> str:
        """Return what kind of evidence that text is."""
        return kinds_of(self.provenance, self.head.evidence).get(self._key_of_source(key), NOT_SAID)

    def _key_of_source(self, key: str) -> str:
        while key and key not in self.provenance:
            key = key.rpartition(".")[0]
        return key or ABOUT_ALL


class _File(Struct, frozen=True):
    name: str  # in messages
    path: str
    table: dict[str, Any]


def read_layers(text: str, faults: list[Fault]) -> tuple[str, list[Layer]]:
    """Return the game and the layers of a rulebook named by its built-in name or by its file.

    What is wrong goes to the faults; no layer is returned where nothing further can be said. A file that
    cannot be had at all raises WrongUse or Failed.
    """
    files = _chain(text, faults)
    if not files:
        return "", []
    game = _game(files, faults)
    if not game:
        return "", []
    layers = [_layer(file, game, faults) for file in files]
    return game, [layer for layer in layers if layer is not None]


def _chain(text: str, faults: list[Fault]) -> list[_File]:
    """Read a file and the files that it extends, the oldest parent first."""
    if not text:
        raise WrongUse(no_rulebook(text))
    files: list[_File] = []
    seen: list[str] = []
    beside, child = "", "rulebook"
    while text:
        path = place_of(text, beside=beside)
        if path is None and not files:
            raise WrongUse(no_rulebook(text))
        if path is None or (files and not os.path.exists(path)):
            faults.append(no_file(child, "extends", text) if path else unknown_name(child, "extends", text))
            return []
        real = os.path.realpath(path)
        if real in seen:
            faults.append(ring_of_files(child, "extends", text, [*seen[seen.index(real) :], real]))
            return []
        child = one_line(path) if is_path(text) else text
        table = read_toml(path, faults)
        if table is None:
            return []
        files.insert(0, _File(child, path, table))
        seen.append(real)
        beside, text = os.path.dirname(path), table.get("extends", "")
        if not isinstance(text, str):
            faults.append(Fault(file=child, key="extends", value=shown(text), allowed="a name or a file"))
            return []
    return files


def _game(files: list[_File], faults: list[Fault]) -> str:
    """Return the game that the oldest file to name one names; later ones have to agree."""
    named = [(file.name, file.table["game"]) for file in files if "game" in file.table]
    if not named:
        choice = " or ".join(game_names())
        faults.append(Fault(file=files[-1].name, key="game", value="(missing)", allowed=choice))
        return ""
    first = named[0][1] if isinstance(named[0][1], str) else ""  # what is no text is no game
    for name, game in named:
        if game != first or not is_game(game):
            known = game_names()
            wrong = f"{first}, as in the rulebook that it extends" if is_game(first) else " or ".join(known)
            near = nearest(game, known) if isinstance(game, str) else ""
            faults.append(Fault(file=name, key="game", value=shown(game), allowed=wrong, nearest=near))
    return first if is_game(first) else ""


def _layer(file: _File, game: str, faults: list[Fault]) -> Layer | None:
    stem = os.path.splitext(os.path.basename(file.path))[0]
    head_keys = fields_of(Head)
    head_table = {"name": stem} | {key: value for key, value in file.table.items() if key in head_keys}
    head = to_record(head_table, Head, file.name, "", faults)
    if head is not None and head.name != stem:
        wrong = f"{shown(stem)}, the name of the file"
        faults.append(Fault(file=file.name, key="name", value=shown(head.name), allowed=wrong))
    table = {key: value for key, value in file.table.items() if key not in head_keys}
    about = table.pop("provenance", {})
    values = dict(checked_values(table, game, file.name, os.path.dirname(file.path), faults))
    provenance = dict(_provenance(about, game, file.name, faults))
    if head is None:
        return None
    faults += evidence_faults(provenance, head.evidence, file.name)
    return Layer(
        file=file.name,
        built_in=file.name == head.name and is_built_in(file.path),
        head=head,
        values=values,
        provenance=provenance,
    )


def checked_values(
    table: Mapping[str, Any], game: str, file: str, beside: str, faults: list[Fault], prefix: str = ""
) -> Iterator[tuple[str, Any]]:
    """Yield the dotted keys of a nested table with their checked values; what is wrong goes to the faults.

    A file that a value names is found from the folder `beside`.
    """
    keys, sections = keys_of(game), sections_of(game)
    for name, value in table.items():
        key = prefix + name
        if key in keys:
            try:
                yield key, _found(converted(value, keys[key]), keys[key], beside)
            except ValueError:
                faults.append(wrong_value(file, key, value, keys[key]))
        elif key not in sections:
            faults.append(unknown_key(file, key, value, [*keys, *fields_of(Head), "provenance"]))
        elif isinstance(value, Mapping):
            yield from checked_values(value, game, file, beside, faults, f"{key}.")
        else:
            some = ", ".join(one for one in keys if one.startswith(f"{key}."))
            faults.append(Fault(file=file, key=key, value=shown(value), allowed=f"a table with {some}"))


def _found(value: Any, wanted: Any, beside: str) -> Any:
    names_a_file = extra(wanted, "folder") and is_path(value)
    return os.path.join(beside, value) if names_a_file else value


def _provenance(about: object, game: str, file: str, faults: list[Fault]) -> Iterator[tuple[str, str]]:
    """Yield the texts of a table of provenance by dotted key, whether its keys are quoted or nested."""
    keys, sections = keys_of(game), sections_of(game)
    waiting: list[tuple[str, object]] = [("", about)]
    while waiting:
        key, value = waiting.pop(0)
        if isinstance(value, Mapping):
            waiting += [(f"{key}.{name}" if key else name, inner) for name, inner in value.items()]
        elif not isinstance(value, str) or not key:
            name = f"provenance.{key}".rstrip(".")
            faults.append(
                Fault(file=file, key=shown(name), value=shown(value), allowed="text by key or section")
            )
        elif key in keys or key in sections or key == ABOUT_ALL:
            yield key, value
        else:
            faults.append(unknown_key(file, f"provenance.{key}", value, [*keys, *sections, ABOUT_ALL]))
