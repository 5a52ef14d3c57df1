"""A rulebook, resolved: its name, its checked rules, and the map, objectives or cards that it plays with."""

import os
import pickle
from collections.abc import Callable, Iterable
from functools import cached_property, lru_cache
from typing import Any, TypeVar
from zlib import compress, decompress

import msgspec
from msgspec import structs

from conquestlab.analysis.errors import WrongUse
from conquestlab.analysis.games.conquest.objective_deck import ObjectiveDeck, read_objectives
from conquestlab.analysis.games.conquest.world_map import WorldMap
from conquestlab.analysis.games.conquest.world_map_files import read_map
from conquestlab.analysis.games.express.country_cards import CountryCards, read_cards
from conquestlab.analysis.rules.faults import Fault, shown, told
from conquestlab.analysis.rules.rulebook_changes import changed_values, label, pieces
from conquestlab.analysis.rules.rulebook_checks import (
    Clash,
    card_clashes,
    clashes,
    idle_keys,
    map_clashes,
    objective_clashes,
)
from conquestlab.analysis.rules.rulebook_files import is_path
from conquestlab.analysis.rules.rulebook_hash import (
    acting_cards,
    acting_map,
    acting_objectives,
    acting_values,
    short_hash,
)
from conquestlab.analysis.rules.rulebook_keys import keys_of, rules_of, values_of
from conquestlab.analysis.rules.rulebook_layers import Layer, read_layers
from conquestlab.analysis.rules.rulebook_records import GAMES, ConquestRules, ExpressRules, Rules

CHANGED = "changed"  # the provenance of a value given after the rulebook's name
# Keys that have to be looked at together with the map, the objectives or the cards; a change of another key
# leaves these files unread, so that a small answer stays fast.
SETTING = {
    "conquest": (
        "map",
        "players",
        "setup",
        "objectives",
        "ally",
        "handicap",
        "piece_limit",
        "reinforcement.continents",
        "cards.jokers",
    ),
    "express": ("cards", "dice.count"),
}
PARTS = {"conquest": ("map", "objectives"), "express": ("cards",)}  # what lies in files of their own
MOST_RECEIVED = 64  # rulebooks of other processes that stay

Part = TypeVar("Part")


class Rulebook(msgspec.Struct, frozen=True, kw_only=True, dict=True):
    """A rulebook with everything that it inherits and every change applied.

    Attributes
    ----------
    name, title, title_fr, summary
        How it is called; `name` is the bare name, without changes.
    game
        The engine that plays it: `conquest` or `express`.
    parent
        The rulebook that it extends, or empty.
    spec
        Every value, as a record of plain numbers, words and tuples.
    options
        Every value that differs from the rulebook as named, by dotted key, in plain TOML types.
    layers
        What each file said, the oldest parent first.
    """

    name: str
    title: str
    title_fr: str
    summary: str
    game: str
    parent: str
    spec: Rules
    options: dict[str, Any]
    layers: tuple[Layer, ...]

    def __reduce__(self) -> tuple[Callable[..., "Rulebook"], tuple[Any, ...]]:
        """Travel light: as a label where all files come with the program, else with what the files said."""
        texts = [value for value in self.options.values() if isinstance(value, str)]
        if all(layer.built_in for layer in self.layers) and not any(map(is_path, texts)):
            return _named, (self.label,)
        fields = structs.asdict(self) | {"layers": ()}
        parts = {name: getattr(self, name) for name in PARTS[self.game]}
        return _received, (compress(pickle.dumps((fields, parts))),)

    @cached_property
    def conquest(self) -> ConquestRules:
        """The values of a rulebook of the conquest engine; WrongUse for another game."""
        if isinstance(self.spec, ConquestRules):
            return self.spec
        raise WrongUse(f"{self.label} is a game of {self.game}: this needs a rulebook of conquest")

    @cached_property
    def express(self) -> ExpressRules:
        """The values of a rulebook of the express engine; WrongUse for another game."""
        if isinstance(self.spec, ExpressRules):
            return self.spec
        raise WrongUse(f"{self.label} is a game of {self.game}: this needs a rulebook of express")

    @cached_property
    def map(self) -> WorldMap:
        """The map of a conquest game, read at the first use."""
        return _surely(read_map, self.conquest.map, self.name)

    @cached_property
    def objectives(self) -> ObjectiveDeck | None:
        """The objectives of a conquest game, read at the first use; None where none are dealt."""
        deck = self.conquest.objectives
        return _surely(read_objectives, deck.deck, self.name) if deck.dealt else None

    @cached_property
    def cards(self) -> CountryCards:
        """The country cards of an express game, read at the first use."""
        return _surely(read_cards, self.express.cards, self.name)

    @cached_property
    def continent_bonus(self) -> tuple[int, ...]:
        """By continent of the map, the armies for its owner: the rulebook's where it names them."""
        named = self.conquest.reinforcement.continents
        return tuple(named.get(continent.id, continent.bonus) for continent in self.map.continents)

    @cached_property
    def label(self) -> str:
        """The name with its changes, as outputs show it and as it may be typed again."""
        return label(self.name, self.game, self.options)

    @cached_property
    def contents(self) -> dict[str, Any]:
        """All that can act in a game, without names, titles and provenance, as plain values."""
        found: dict[str, Any] = {"game": self.game, "rules": acting_values(self.spec)}
        if isinstance(self.spec, ConquestRules):
            found["map"] = acting_map(self.map, self.continent_bonus)
            if self.objectives is not None:
                found["objectives"] = acting_objectives(self.objectives)
        else:
            found["cards"] = acting_cards(self.cards)
        return _plain(found)

    @cached_property
    def hash(self) -> str:
        """Twelve hex digits that are the same for the same rules, whatever their name."""
        return short_hash(self.contents)

    @cached_property
    def idle(self) -> dict[str, str]:
        """The keys that have no effect beside the others, each with the reason."""
        return {key: f"no effect: {gate} is {value}" for key, (gate, value) in idle_keys(self.spec).items()}

    @cached_property
    def provenance(self) -> dict[str, str]:
        """Where the value of each key comes from, in short words."""
        found = {}
        for key in keys_of(self.game):
            said = [layer.provenance_of(key) for layer in self.layers if key in layer.values]
            found[key] = self.idle.get(key) or (CHANGED if key in self.options else "".join(said[-1:]))
        return found

    @cached_property
    def sources(self) -> dict[str, str]:
        """The sources that the provenance names, in full."""
        return {name: text for layer in self.layers for name, text in layer.head.sources.items()}


def load(text: str | os.PathLike[str]) -> Rulebook:
    """Return a rulebook.

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
    faults: list[Fault] = []
    book = _resolved(os.fspath(text), faults, thorough=False)
    if faults or book is None:
        raise WrongUse(told(faults))
    return book


@lru_cache(maxsize=MOST_RECEIVED)
def _named(label: str) -> Rulebook:
    return load(label)


@lru_cache(maxsize=MOST_RECEIVED)
def _received(parcel: bytes) -> Rulebook:
    """Unpack a rulebook with its map, objectives or cards; where each value came from is not known here."""
    fields, parts = pickle.loads(decompress(parcel))
    book = Rulebook(**fields)
    vars(book).update(parts)
    return book


def faults_of(text: str | os.PathLike[str]) -> list[Fault]:
    """Return all that is wrong with a rulebook and the files that it names; nothing if it is fine."""
    faults: list[Fault] = []
    _resolved(os.fspath(text), faults, thorough=True)
    return faults


def _plain(value: Any) -> Any:
    """Return a value as it looks after a way through JSON."""
    return msgspec.json.decode(msgspec.json.encode(value))


def _surely(read: Callable[[str, str, list[Fault]], Part | None], text: str, asked_by: str) -> Part:
    faults: list[Fault] = []
    found = read(text, asked_by, faults)
    if found is None:
        raise WrongUse(told(faults))
    return found


def _resolved(text: str, faults: list[Fault], *, thorough: bool) -> Rulebook | None:
    """Read and judge a rulebook; what ships with the program is judged anew only if `thorough`."""
    base, *changes = pieces(text)
    game, layers = read_layers(base, faults)
    if not layers:
        return None
    values = values_of(GAMES[game]())
    for layer in layers:
        new = {key: value for key, value in layer.values.items() if value != values[key]}
        values |= new
        if thorough or not layer.built_in:
            faults += _without_effect(layer.file, rules_of(game, values), new, faults)
    file = layers[-1].file
    changed = changed_values(changes, game, values, file, faults)
    changed = {key: changed[key] for key in keys_of(game) if key in changed and changed[key] != values[key]}
    head = layers[-1].head
    book = Rulebook(
        name=head.name,
        title=head.title or head.name,
        title_fr=head.title_fr,
        summary=head.summary,
        game=game,
        parent=layers[-2].head.name if len(layers) > 1 else "",
        spec=rules_of(game, values | changed),
        options={key: _plain(value) for key, value in changed.items()},
        layers=tuple(layers),
    )
    faults += _without_effect(file, book.spec, changed, faults)
    brought = thorough or not all(layer.built_in for layer in layers)
    if brought or changed:
        faults += _clashing(file, clashes(book.spec), faults)
    if brought or any(key == one or key.startswith(f"{one}.") for key in changed for one in SETTING[game]):
        _judge_setting(book, file, faults)
    return book


def _without_effect(file: str, rules: Rules, keys: Iterable[str], faults: list[Fault]) -> list[Fault]:
    """Return the faults of values that were set on purpose and do nothing beside the others."""
    wrong = {fault.key for fault in faults}
    idle = idle_keys(rules)
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


def _judge_setting(book: Rulebook, file: str, faults: list[Fault]) -> None:
    """Judge the rules together with the files that they name, and keep these for the book."""
    spec, read = book.spec, vars(book)
    if isinstance(spec, ExpressRules):
        cards = read_cards(spec.cards, file, faults)
        if cards is not None:
            read["cards"] = cards
            faults += _clashing(file, card_clashes(spec, cards), faults)
        return
    world = read_map(spec.map, file, faults)
    if world is not None:
        read["map"] = world
        faults += _clashing(file, map_clashes(spec, world), faults)
    if spec.objectives.dealt:
        deck = read_objectives(spec.objectives.deck, file, faults)
        read["objectives"] = deck
        if deck is not None and world is not None:
            faults += _clashing(file, objective_clashes(spec, deck, world), faults)
