"""What every game must provide: how its rulebooks are read, and where its engine is.

A game is described by two objects, a `Game` and the `Engine` (engine.py) that it names. Reading a rulebook,
asking for odds or listing the rules needs only the `Game`. So it is light: neither it nor what it imports may
load numpy or numba. The engine is loaded when somebody wants to play.

    from conquestlab.analysis.games.game import Game
    from conquestlab.analysis.rules.vocabulary import Rules

    class RaceRules(Rules, frozen=True, kw_only=True, forbid_unknown_fields=True):
        goal: Annotated[int, Meta(ge=1, le=1000)] = 30

    GAME = Game(name="race", rules=RaceRules, engine_in="race.description", folder="…/race")

Built-in games are listed in `BUILT_IN` (analysis/games/__init__.py). Others are packages with an entry point
in the group `conquestlab.games`, `race = "race.game:GAME"`. See docs/engines.md.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING, Any

from msgspec import Struct

if TYPE_CHECKING:
    from conquestlab.analysis.games.engine import Engine
    from conquestlab.analysis.games.facts import Facts
    from conquestlab.analysis.rules.clashes import Clash, Gate
    from conquestlab.analysis.rules.faults import Fault
    from conquestlab.analysis.rules.rulebook import Rulebook
    from conquestlab.analysis.rules.vocabulary import Rules


def no_clashes(rules: Any, parts: Mapping[str, Any] | None = None) -> Iterator[Clash]:
    """Yield nothing: all values can be combined."""
    return iter(())


def no_unused_keys(rules: Any) -> dict[str, Gate]:
    """Return no key: every key has an effect, whatever the others are."""
    return {}


def all_effective(rules: Any, values: dict[str, Any]) -> dict[str, Any]:
    """Return the values as they are."""
    return values


def no_summary(contents: Any) -> tuple[list[dict[str, Any]], tuple[str, ...]]:
    """Return nothing: of such a file only its errors are told."""
    return [], ()


class RuleFile(Struct, frozen=True, kw_only=True, eq=False):
    """A key of the rules that names a file: a map, a deck of cards.

    The type of the key names the folder of such files: `Annotated[str, Meta(extra={"folder": "maps"})]`.
    A file is not read if its key has no effect.

    Attributes
    ----------
    key : str
        The dotted key.
    read : callable
        (name or path, who asks, faults) -> the contents of the file; None, and more faults, if it is wrong.
    effective : callable
        (rulebook) -> the part that has an effect in games: tables of plain values; rows begin with a name.
    clashes : callable
        (rules, parts read so far) -> values of the rules that cannot be combined with it.
    beside : tuple of str
        Keys and sections that these checks look at. If only others were changed, the file is not read, so
        that small answers stay fast.
    pairs : tuple of str
        Tables of `effective` whose rows are pairs of names and nothing else.
    marks : tuple of str
        Top keys that such a file has and no rulebook; a file with one of them can be checked alone.
    summary : callable
        (contents) -> rows of what it holds, and sentences to stand below them, for who checks it alone.
    """

    key: str
    read: Callable[[str, str, list[Fault]], Any]
    effective: Callable[[Rulebook], dict[str, Any]]
    clashes: Callable[[Any, Mapping[str, Any]], Iterator[Clash]] = no_clashes
    beside: tuple[str, ...] = ()
    pairs: tuple[str, ...] = ()
    marks: tuple[str, ...] = ()
    summary: Callable[[Any], tuple[list[dict[str, Any]], tuple[str, ...]]] = no_summary


class Game(Struct, frozen=True, kw_only=True, eq=False):
    """One game: everything that is needed to read its rulebooks.

    Attributes
    ----------
    name : str
        The `game` of its rulebooks.
    rules : type
        The record of their values, derived from `Rules`.
    engine_in : str
        The module whose ENGINE plays it.
    files : dict of RuleFile
        Files that the rules name, by the attribute of a rulebook that has their contents: `rulebook.map`.
    derived : dict of callable
        Other attributes of a rulebook that are computed from it: `rulebook.continent_bonus`.
    clashes : callable
        (rules) -> values that cannot be combined. Numbers of players and lists by seat are checked for every
        game.
    unused_keys : callable
        (rules) -> keys without effect, each with the key and the value that make it so.
    effective_values : callable
        (rules, values by key) -> the values that have an effect, in a form that is the same for the same
        rules, for the hash. Keys without effect, names of files and zeros at the end of lists are left out
        before.
    entries : dict of callable
        By key of a table whose entries the user chooses: (rulebook) -> all its entries, including those that
        the rulebook does not set.
    evidence_in : str
        The module of its own checks for `conquest verify`, if it has one: `published_rows()` compares with
        values printed elsewhere, `attacks_of(rulebook, seen)` gives exact answers to be simulated as well.
    facts_in : str
        The module whose FACTS pages, figures and exact commands use, if it has one.
    folder : str
        For a game outside conquestlab: the folder with its `rulebooks/` and its `bots/`.
    """

    name: str
    rules: type[Rules]
    engine_in: str
    files: dict[str, RuleFile] = {}
    derived: dict[str, Callable[[Rulebook], Any]] = {}
    clashes: Callable[[Any], Iterator[Clash]] = no_clashes
    unused_keys: Callable[[Any], dict[str, Gate]] = no_unused_keys
    effective_values: Callable[[Any, dict[str, Any]], dict[str, Any]] = all_effective
    entries: dict[str, Callable[[Rulebook], dict[str, Any]]] = {}
    evidence_in: str = ""
    facts_in: str = ""
    folder: str = ""

    @property
    def engine(self) -> Engine:
        """The engine that plays it, imported when it is first used."""
        engine: Engine = import_module(self.engine_in).ENGINE
        return engine

    @property
    def facts(self) -> Facts:
        """What pages and figures show of this game only, imported when it is first used."""
        from conquestlab.analysis.games.facts import Facts

        facts: Facts = import_module(self.facts_in).FACTS if self.facts_in else Facts()
        return facts

    @property
    def evidence(self) -> ModuleType | None:
        """The module of its own checks for `conquest verify`, or None."""
        return import_module(self.evidence_in) if self.evidence_in else None
