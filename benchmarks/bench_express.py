"""What the bench times of Risk Express: the table of odds from nothing, and whole games."""

from __future__ import annotations

import subprocess
import sys
from functools import partial

from conquestlab.analysis.rules.rulebook import load
from conquestlab.benchmarks.bench import Measurement, Work

RULES = "risk-express"
SEATS = 4
GAMES = 6_000
TABLE = f"from conquestlab.analysis.games.express.answers import card_odds; card_odds(({RULES!r},))"


def measurements() -> list[Measurement]:
    """Return the measurements of this part."""
    return [
        Measurement("odds of the Express cards, new process", "ms", _odds, "", "<= 1000", True),
        Measurement("Express game, 4 points", "games/s", partial(_games, "points"), "", ">= 30e3"),
        Measurement("Express game, 4 expert", "games/s", partial(_games, "expert")),
    ]


def _odds() -> tuple[Work, None]:
    def work() -> int:
        subprocess.run([sys.executable, "-c", TABLE], check=True)
        return 1

    return work, None


def _games(bot: str) -> tuple[Work, None]:
    from conquestlab.analysis.playing.seated_game import SeatedGame
    from conquestlab.analysis.seeds import parse_seeds

    table, seeds = SeatedGame(load(RULES), (bot,) * SEATS), parse_seeds(1).words

    def work() -> int:
        return len(table.play(seeds, 0, GAMES))

    return work, None
