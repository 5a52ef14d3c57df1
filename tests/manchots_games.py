"""Games of Manchots Barjots for the tests: tables for so many seats, and their records."""

import json

import numpy as np
from manchots_table import rulebook

from conquestlab.analysis.playing.seated_game import SeatedGame

SEEDS = np.arange(11, 17, dtype=np.uint64)


def table_of(seats, bots="random", shared=False, **changes):
    """Return a table for so many seats; changes are those of the rulebook."""
    names = [bots] * seats if isinstance(bots, str) else list(bots)
    return SeatedGame(rulebook(**changes), names, shared)


def record_of(table, game, seeds=SEEDS):
    """Return the events of one game."""
    told, book = table.play_logged(seeds, game), table.rulebook
    head = {"event": "game", "rules": book.name, "rules_hash": book.hash, "seed": 11, "game": game}
    head |= {"options": json.loads(json.dumps(book.options)), "players": ["random"] * table.seats}
    return table.engine.transcript(told.lines, book, head)
