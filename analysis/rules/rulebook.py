"""A resolved rulebook: its name, its checked rules, and the maps, decks or cards that it uses."""

import itertools
import os
from collections.abc import Callable, Iterable
from functools import cached_property, lru_cache
from typing import Any

import msgspec
from msgspec import structs

from conquestlab.analysis.errors import WrongUse
from conquestlab.analysis.games import BUILT_IN, find_game, game_names
from conquestlab.analysis.language import native
from conquestlab.analysis.rules.clashes import Clash, clashes_of_seats
from conquestlab.analysis.rules.evidence import NOT_SAID
from conquestlab.analysis.rules.faults import Fault, faults_text, shown
from conquestlab.analysis.rules.rulebook_changes import changed_values, label, pieces
from conquestlab.analysis.rules.rulebook_files import full_name, is_path, known_names
from conquestlab.analysis.rules.rulebook_hash import effective_values, short_hash
from conquestlab.analysis.rules.rulebook_keys import keys_of, rules_of, values_of
from conquestlab.analysis.rules.rulebook_layers import Layer, read_layers
from conquestlab.analysis.rules.vocabulary import Rules

CHANGED = "changed"  # the provenance of a value given after the rulebook's name
Text = str | os.PathLike[str]
MOST_KEPT = 64  # rulebooks that stay, of those that ship and of those that come from other processes


class Rulebook(msgspec.Struct, frozen=True, kw_only=True, dict=True):
    """A rulebook with everything that it inherits and every change applied.

    What its game makes of it besides, of files or of values, it has by name, made at the first use: the
    `map`, the `objectives` (None where none are dealt) and the `continent_bonus` of a game of conquest, the
    `cards` of Risk Express.

    Attributes
    ----------
    name, title, title_fr, summary
        How it is called; `name` is the bare name, without changes.
    typed
        The name or the file that was named, without changes.
    game
        The name of the game, which says what its rules are and how it is played.
    parent
        The rulebook that it extends, or empty.
    spec
        Every value, as the record of the game: plain numbers, words and tuples.
    options
        Every value that differs from the rulebook as named, by dotted key, in plain TOML types.
    layers
        What each file said, the oldest parent first.
    """

    name: str
    typed: str
    title: str
    title_fr: str
    summary: str
    game: str
    parent: str
    spec: Rules
    options: dict[str, Any]
    layers: tuple[Layer, ...]

    @property
    def called(self) -> str:
        """Its title in the reader's language."""
        return native(self.title, self.title_fr)

    def __getattr__(self, name: str) -> Any:
        """Return a part that the game makes of the rulebook; WrongUse for a part of another game's."""
        if name.startswith("_") or name in self.__struct_fields__:
            raise AttributeError(name)
        game = find_game(self.game)
        if name in game.files:
            part = self._read(name)
        elif name in game.derived:
            part = game.derived[name](self)
        else:
            games = [one for one in game_names() if name in find_game(one).files | find_game(one).derived]
            if not games:
                raise AttributeError(f"a rulebook has no {name}")
            needed = " or ".join(games)
            raise WrongUse(f"{self.label} is a game of {self.game}: this needs a rulebook of {needed}")
        vars(self)[name] = part
        return part

    @property
    def is_shipped(self) -> bool:
        """Whether all its files come with the program, or with the package of its game."""
        texts = [value for value in self.options.values() if isinstance(value, str)]
        return all(layer.built_in for layer in self.layers) and not any(map(is_path, texts))

    def __reduce__(self) -> tuple[Callable[..., "Rulebook"], tuple[Any, ...]]:
        """Travel light: as a label where all files come with the program, else with what the files said."""
        if self.is_shipped:
            return load, (self.label,)
        import pickle
        from zlib import compress

        fields = structs.asdict(self) | {"layers": ()}
        parts = {name: getattr(self, name) for name in find_game(self.game).files}
        return _received, (compress(pickle.dumps((fields, parts))),)

    def _read(self, name: str) -> Any:
        file, faults = find_game(self.game).files[name], list[Fault]()
        if file.key in self.unused:
            return None
        found = file.read(values_of(self.spec)[file.key], self.name, faults)
        if found is None:
            raise WrongUse(faults_text(faults))
        return found

    @cached_property
    def label(self) -> str:
        """The name with its changes, as outputs show it and as it may be typed again."""
        return label(self.typed, self.game, self.options)

    @cached_property
    def contents(self) -> dict[str, Any]:
        """All that can act in a game, without names, titles and provenance, as plain values."""
        game = find_game(self.game)
        found: dict[str, Any] = {"game": self.game, "rules": effective_values(game, self.spec)}
        for name, file in game.files.items():
            if getattr(self, name) is not None:
                found[name] = file.effective(self)
        contents: dict[str, Any] = _plain(found)
        return contents

    @cached_property
    def hash(self) -> str:
        """Twelve hex digits that are the same for the same rules, whatever their name."""
        return short_hash(self.contents)

    @cached_property
    def unused(self) -> dict[str, str]:
        """The keys that have no effect beside the others, each with the reason."""
        idle = find_game(self.game).unused_keys(self.spec)
        return {key: f"no effect: {gate} is {value}" for key, (gate, value) in idle.items()}

    @cached_property
    def provenance(self) -> dict[str, str]:
        """Where the value of each key comes from, in short words."""
        found = {}
        for key in keys_of(self.game):
            said = [layer.provenance_of(key) for layer in self.layers if key in layer.values]
            found[key] = self.unused.get(key) or (CHANGED if key in self.options else "".join(said[-1:]))
        return found

    @cached_property
    def evidence(self) -> dict[str, str]:
        """What kind of evidence there is for the value of each key."""
        found = {}
        for key in keys_of(self.game):
            said = [layer.evidence_of(key) for layer in self.layers if key in layer.values]
            found[key] = CHANGED if key in self.options else "".join(said[-1:]) or NOT_SAID
        return found

    @cached_property
    def sources(self) -> dict[str, str]:
        """The sources that the provenance names, in full."""
        return {name: text for layer in self.layers for name, text in layer.head.sources.items()}


def load(text: "Text | Rulebook") -> Rulebook:
    """Return a rulebook; one that was read already is returned as it is.

    Parameters
    ----------
    text
        A name, the path of a .toml file, or either followed by changes:
        `conquete-1957,dice.defender=2,cards.scale=[6,8,10]`.

    Raises
    ------
    WrongUse
        If anything is wrong with it; the message tells the first faults, `faults_of` all.
    """
    if isinstance(text, Rulebook):
        return text
    label = os.fspath(text)
    if label in _SHIPPED:
        return _SHIPPED[label]
    faults: list[Fault] = []
    book = _resolved(label, faults, thorough=False)
    if faults or book is None:
        raise WrongUse(faults_text(faults))
    if book.game in BUILT_IN and book.is_shipped and label.startswith(book.typed):  # by its own name
        _SHIPPED[label] = book
        if len(_SHIPPED) > MOST_KEPT:
            _SHIPPED.pop(next(iter(_SHIPPED)), None)
    return book


_SHIPPED: dict[str, Rulebook] = {}
"""By what was typed, rulebooks of which every file comes with the program: they stay what they are."""


@lru_cache(maxsize=MOST_KEPT)
def _received(parcel: bytes) -> Rulebook:
    """Unpack a rulebook with its map, objectives or cards; where each value came from is not known here."""
    import pickle
    from zlib import decompress

    fields, parts = pickle.loads(decompress(parcel))
    book = Rulebook(**fields)
    vars(book).update(parts)
    return book


def faults_of(text: Text) -> list[Fault]:
    """Return all that is wrong with a rulebook and the files that it names; nothing if it is fine."""
    faults: list[Fault] = []
    _resolved(os.fspath(text), faults, thorough=True)
    return faults


def _plain(value: Any) -> Any:
    """Return a value as it looks after a way through JSON."""
    return msgspec.json.decode(msgspec.json.encode(value))


def _resolved(text: str, faults: list[Fault], *, thorough: bool) -> Rulebook | None:
    """Read and judge a rulebook; what ships with the program is judged anew only if `thorough`."""
    base, changes = _parts_of(text)
    game, layers = read_layers(base, faults)
    if not layers:
        return None
    described = find_game(game)
    values = values_of(described.rules())
    for layer in layers:
        new = {key: value for key, value in layer.values.items() if value != values[key]}
        values |= new
        if thorough or not layer.built_in:
            faults += _without_effect(layer.file, game, rules_of(game, values), new, faults)
    file = layers[-1].file
    changed = changed_values(changes, game, values, file, faults)
    changed = {key: changed[key] for key in keys_of(game) if key in changed and changed[key] != values[key]}
    head = layers[-1].head
    book = Rulebook(
        name=head.name,
        typed=base,
        title=head.title or head.name,
        title_fr=head.title_fr,
        summary=head.summary,
        game=game,
        parent=layers[-2].head.name if len(layers) > 1 else "",
        spec=rules_of(game, values | changed),
        options={key: _plain(value) for key, value in changed.items()},
        layers=tuple(layers),
    )
    faults += _without_effect(file, game, book.spec, changed, faults)
    brought = thorough or not all(layer.built_in for layer in layers)
    if brought or changed:
        some = [*clashes_of_seats(book.spec), *described.clashes(book.spec)]
        faults += _clashing(file, some, faults)
    looked_at = [key for one in described.files.values() for key in (one.key, *one.beside)]
    if brought or any(key == one or key.startswith(f"{one}.") for key in changed for one in looked_at):
        _judge_files(book, file, faults)
    return book


def _parts_of(text: str) -> tuple[str, list[str]]:
    """Return what is named and the changes after it; a title may have commas."""
    parts = pieces(text)
    words = list(itertools.takewhile(lambda part: "=" not in part, parts))
    for count in range(len(words), 0, -1):
        named = full_name(", ".join(words[:count]))
        if count == 1 or is_path(named) or named in known_names():
            return named, parts[count:]
    return parts[0], parts[1:]


def _without_effect(
    file: str, game: str, rules: Rules, keys: Iterable[str], faults: list[Fault]
) -> list[Fault]:
    """Return the faults of values that were set on purpose and do nothing beside the others."""
    wrong = {fault.key for fault in faults}
    idle = find_game(game).unused_keys(rules)
    found = []
    for key in keys:
        if key in idle and idle[key][0] not in wrong:
            gate, bar = idle[key]
            value = shown(values_of(rules)[key])
            allowed = f"no change: it has no effect while {gate} is {bar}"
            found.append(Fault(file=file, key=key, value=value, allowed=allowed))
    return found


def _clashing(file: str, some: Iterable[Clash], faults: list[Fault]) -> list[Fault]:
    """Return the clashes as faults, but for those that rest on a key which is wrong in itself."""
    wrong = {fault.key for fault in faults}
    return [
        Fault(file=file, key=one.keys[0], value=shown(one.value), allowed=one.allowed, nearest=one.nearest)
        for one in some
        if not wrong.intersection(one.keys)
    ]


def _judge_files(book: Rulebook, file: str, faults: list[Fault]) -> None:
    """Judge the rules together with the files that they name, and keep what these say for the book."""
    values, parts = values_of(book.spec), vars(book)
    for name, one in find_game(book.game).files.items():
        if one.key in book.unused:
            continue
        found = one.read(values[one.key], file, faults)
        if found is not None:
            parts[name] = found
            faults += _clashing(file, one.clashes(book.spec, parts), faults)
