"""A file that rulebooks name - a map, a deck - taken alone: recognised by its keys, checked, summed up."""

import os
from typing import Any, NamedTuple

from conquestlab.analysis.games import find_game, game_names
from conquestlab.analysis.games.game import RuleFile
from conquestlab.analysis.rules.checked import extra
from conquestlab.analysis.rules.faults import Fault
from conquestlab.analysis.rules.rulebook_files import is_path, known_names, place_of, read_toml
from conquestlab.analysis.rules.rulebook_keys import keys_of


class SingleFile(NamedTuple):
    """A file that is no rulebook.

    Attributes
    ----------
    game : str
    part : str
        What a rulebook calls its contents: `map`.
    text : str
        Its name or path, as it was typed.
    file : RuleFile
    """

    game: str
    part: str
    text: str
    file: RuleFile

    def read(self, faults: list[Fault]) -> Any:
        """Return its contents; None, and more faults, if anything is wrong with it."""
        return self.file.read(self.text, self.text, faults)


def single_file(text: str) -> SingleFile | None:
    """Return what a name or a path is if it is a file that rulebooks name, and None for anything else."""
    for game in game_names():
        for part, file in find_game(game).files.items():
            folder = str(extra(keys_of(game)[file.key], "folder") or "")
            if not is_path(text) and text in known_names(folder) and text not in known_names():
                return SingleFile(game, part, text, file)
    if not is_path(text):
        return None
    path = place_of(text)
    table = read_toml(path, []) if path is not None and os.path.isfile(path) else None
    if not table or "game" in table:
        return None
    for game in game_names():
        for part, file in find_game(game).files.items():
            if any(mark in table for mark in file.marks):
                return SingleFile(game, part, text, file)
    return None
