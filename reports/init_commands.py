"""`conquest init`: a folder with a game of one's own, which checks and plays at once."""

from __future__ import annotations

import os

from conquestlab.analysis.errors import WrongUse, refusals
from conquestlab.analysis.language import say
from conquestlab.analysis.starting.own_game import MAP, README, own_game
from conquestlab.reports.answer import Answer
from conquestlab.reports.files import write_whole
from conquestlab.reports.page import Page


def init_answer(folder: str, parent: str) -> Answer:
    """Answer `conquest init`: write the files, none of which may be there."""
    game = own_game(folder, parent)
    there = [name for name in game.files if os.path.lexists(os.path.join(folder, name))]
    if there:
        raise WrongUse(f"{os.path.join(folder, there[0])} is there already: name another folder")
    with refusals(f"make the folder {folder}", "name another folder"):
        os.makedirs(folder, exist_ok=True)
    what = {
        f"{game.name}.toml": say("the rules, which extend {parent}", parent=parent),
        MAP: say("a small map, to be changed"),
        README: say("five commands to try first"),
    }
    rows = []
    for name, text in game.files.items():
        write_whole(os.path.join(folder, name), text.encode("utf-8"))
        rows.append({"file": os.path.join(folder, name), "what": what[name]})
    notes = [say("Next: cd {folder}; conquest rules check {name}.toml", folder=folder, name=game.name)]
    if not game.has_map:
        notes.append(say("The map and the cards are those of {parent}.", parent=parent))
    return Answer(Page(rows, notes=tuple(notes)))
