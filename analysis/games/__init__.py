"""The list of games: the built-in ones, and those that installed packages provide."""

from __future__ import annotations

import os
import sys
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Any

from conquestlab.analysis.errors import Failed

if TYPE_CHECKING:
    from conquestlab.analysis.games.engine import Engine
    from conquestlab.analysis.games.game import Game
    from conquestlab.analysis.rules.rulebook import Rulebook

GROUP = "conquestlab.games"
"""The group of entry points by which a package brings games: `race = "race.game:GAME"`."""

BUILT_IN = {
    "africa": "conquestlab.analysis.games.africa.game",
    "conquest": "conquestlab.analysis.games.conquest.game",
    "express": "conquestlab.analysis.games.express.game",
    "manchots": "conquestlab.analysis.games.manchots.game",
}
"""By the name of each game of the house, the module whose GAME describes it."""


def find_game(name: str) -> Game:
    """Return the game of a name that `is_game`."""
    if name in BUILT_IN:
        game: Game = import_module(BUILT_IN[name]).GAME
        return game
    return outside_games()[name]


def is_game(name: object) -> bool:
    """Whether there is a game of that name."""
    return isinstance(name, str) and (name in BUILT_IN or name in outside_games())


def game_names() -> list[str]:
    """Return the names of all games, those of the house first."""
    return [*BUILT_IN, *outside_games()]


def engine_for(rulebook: Rulebook) -> Engine:
    """Return the engine that plays a rulebook, imported at the first use."""
    return find_game(rulebook.game).engine


def outside_folders(part: str) -> list[str]:
    """Return the folders of that name which games of other packages have."""
    folders = [os.path.join(game.folder, part) for game in outside_games().values() if game.folder]
    return [folder for folder in folders if os.path.isdir(folder)]


@cache
def outside_games() -> dict[str, Game]:
    """Return the games that installed packages bring, by name.

    Raises
    ------
    Failed
        If one of these packages is broken, or two of them bring games of one name.
    """
    if not any(_may_bring_a_game(place) for place in sys.path):
        return {}
    from importlib.metadata import entry_points

    found: dict[str, Game] = {}
    packages = dict.fromkeys(BUILT_IN, "conquestlab")
    for entry in sorted(entry_points(group=GROUP), key=lambda entry: entry.name):
        package = entry.dist.name if entry.dist else entry.value
        if entry.name in packages:
            raise Failed(
                f"the packages {packages[entry.name]} and {package} both bring a game {entry.name}: "
                f"uninstall {package}, or give its game another name"
            )
        packages[entry.name] = package
        found[entry.name] = _loaded(entry, package)
    return found


def _loaded(entry: Any, package: str) -> Game:
    from conquestlab.analysis.games.game import Game
    from conquestlab.analysis.rules.faults import one_line
    from conquestlab.analysis.rules.vocabulary import Rules

    mend = "mend or uninstall it"
    try:
        game = entry.load()
    except Exception as error:  # whatever the module of another package does
        raise Failed(
            f"the package {package} is broken: its game {entry.name} ({entry.value}) cannot be loaded, "
            f"{one_line(str(error)) or 'for no reason given'}: {mend}"
        ) from None
    if not (isinstance(game, Game) and isinstance(game.rules, type) and issubclass(game.rules, Rules)):
        raise Failed(f"the package {package} is broken: {entry.value} does not describe a game: {mend}")
    if game.name != entry.name:
        raise Failed(
            f"the package {package} is broken: its entry point {entry.name} is a game of the name "
            f"{one_line(str(game.name))}: {mend}"
        )
    return game


def _may_bring_a_game(place: str) -> bool:
    """Whether a place of modules may hold a package that brings a game.

    Looks for the group in the files themselves: what reads them properly takes longer to import than most
    answers take.
    """
    if os.path.isfile(place):
        return True  # an archive
    try:
        names = [name for name in os.listdir(place or ".") if name.endswith((".dist-info", ".egg-info"))]
    except OSError:
        return False
    for name in names:
        try:
            with open(os.path.join(place, name, "entry_points.txt"), "rb") as file:
                if GROUP.encode() in file.read():
                    return True
        except OSError:
            continue
    return False
