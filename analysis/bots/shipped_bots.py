"""The bots that come with conquestlab: one file each, or a folder of files by rulebook and players.

A folder holds `<rulebook>-<players>.toml` and `general.toml`.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from conquestlab.analysis.games import find_game

if TYPE_CHECKING:
    from conquestlab.analysis.rules.rulebook import Rulebook

FOLDER = os.path.join(os.path.dirname(os.path.abspath(__file__)), "shipped")
ENDING = ".toml"
GENERAL = "general"


def folder_of(game: str) -> str:
    """Return the folder of the bots that come with a game."""
    own = find_game(game).folder
    return os.path.join(own, "bots") if own else os.path.join(FOLDER, game)


def shipped_names(game: str) -> list[str]:
    """Return the names of the bots that come with the program for a game."""
    folder = folder_of(game)
    if not os.path.isdir(folder):
        return []
    found = [entry.removesuffix(ENDING) for entry in os.listdir(folder) if _is_bot(folder, entry)]
    return sorted(found)


def _is_bot(folder: str, entry: str) -> bool:
    return entry.endswith(ENDING) or os.path.isfile(os.path.join(folder, entry, GENERAL + ENDING))


def general_file(game: str, name: str) -> str:
    """Return the file of a shipped bot that tells what it is in general."""
    path = os.path.join(folder_of(game), name + ENDING)
    return path if os.path.isfile(path) else os.path.join(folder_of(game), name, GENERAL + ENDING)


def shipped_file(game: str, name: str, rulebook: Rulebook, seats: int) -> str:
    """Return the file of a shipped bot for a rulebook and a number of players."""
    folder = os.path.join(folder_of(game), name)
    if not os.path.isdir(folder):
        return general_file(game, name)
    files = [file.removesuffix(ENDING) for file in os.listdir(folder) if file.endswith(ENDING)]
    line = [*_same_rules(rulebook, files), *(layer.head.name for layer in reversed(rulebook.layers))]
    return os.path.join(folder, nearest_file(files, line, seats) + ENDING)


def _same_rules(rulebook: Rulebook, files: list[str]) -> list[str]:
    """Return the rulebooks with files that say the same as one that was changed or that a user wrote."""
    if rulebook.is_shipped and not rulebook.options:
        return []
    from conquestlab.analysis.rules.rulebook import load
    from conquestlab.analysis.rules.rulebook_files import known_names

    named = {file.rpartition("-")[0] for file in files} & set(known_names())
    return sorted(name for name in named if load(name).hash == rulebook.hash)


def nearest_file(files: list[str], line: list[str], seats: int) -> str:
    """Return which of the files of a bot is the nearest to what is played.

    Parameters
    ----------
    files : list of str
        `<rulebook>-<players>` and `general`.
    line : list of str
        The name of a rulebook that says the same, that of the rulebook, then of those that it extends, the
        nearest first.
    seats : int

    Returns
    -------
    str
        The first of the line that has this number of players; else the first that has any, with the nearest
        number (the lower of two); else `general`.
    """
    for rules in line:
        if f"{rules}-{seats}" in files:
            return f"{rules}-{seats}"
    for rules in line:
        numbers = [int(file.removeprefix(f"{rules}-")) for file in files if _is_of(file, rules)]
        if numbers:
            return f"{rules}-{min(numbers, key=lambda number: (abs(number - seats), number))}"
    return GENERAL


def _is_of(file: str, rules: str) -> bool:
    name, _, players = file.rpartition("-")
    return name == rules and players.isdigit()
