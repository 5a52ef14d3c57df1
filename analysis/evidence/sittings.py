"""Which games a referee reads: spread over the numbers of players and the bots of a rulebook."""

from __future__ import annotations

import shlex
from typing import NamedTuple

from conquestlab.analysis.games import engine_for
from conquestlab.analysis.games.engine import Engine, seats_of
from conquestlab.analysis.rules.rulebook import Rulebook
from conquestlab.analysis.rules.rulebook_keys import values_of

RANDOM = "random"
RANDOM_SHARE = 0.1  # of the games; as many again are played by all bots together


class Sitting(NamedTuple):
    """Some games of one kind, read by one process.

    Attributes
    ----------
    of : int
        The place of the rulebook among those asked for.
    rules : str
    seats : int
    bots : tuple of str
        One a seat.
    seed : str
    first, games : int
        The games `first` to `first + games - 1` of that experiment.
    """

    of: int
    rules: str
    seats: int
    bots: tuple[str, ...]
    seed: str
    first: int
    games: int

    def command(self, game: int) -> str:
        """Return the line that shows one of the games and has it read again."""
        bots = self.bots[0] if len(set(self.bots)) == 1 else ",".join(self.bots)
        words = {"--rules": self.rules, "--players": self.seats, "--bots": bots, "--seed": self.seed}
        options = [str(word) for pair in words.items() for word in pair]
        return shlex.join(["conquest", "replay", *options, "--game", str(game), "--check"])

    def split(self, most: int) -> list[Sitting]:
        """Return the same games in parts of at most `most`."""
        ends = self.first + self.games
        return [
            self._replace(first=first, games=min(most, ends - first))
            for first in range(self.first, ends, most)
        ]


def sittings_of(of: int, rules: str, rulebook: Rulebook, games: int, seed: str) -> list[Sitting]:
    """Return the sittings that make up so many games of a rulebook.

    A tenth of the games is played by `random` in every seat, a tenth by all bots of the engine in turn, the
    others by each of the other bots in every seat; all of them with every number of players that the
    rulebook allows. Where the games of `random` last as long as they may, they are short.
    """
    tables = _tables(rules, rulebook, engine_for(rulebook))
    seats = seats_of(rulebook)
    found: list[Sitting] = []
    reached, placed = 0.0, 0
    for text, bots, share in tables:
        for players in seats:
            reached += games * share / len(seats)
            count = round(reached) - placed
            placed += count
            seated = tuple(bots[seat % len(bots)] for seat in range(players))
            if count:
                found.append(Sitting(of, text, players, seated, seed, 0, count))
    return found


def _tables(rules: str, rulebook: Rulebook, engine: Engine) -> list[tuple[str, tuple[str, ...], float]]:
    """Return rulebook, bots and share of the games of each kind of table."""
    others = [name for name in engine.bots if name != RANDOM]
    all_bots = (*others, RANDOM)
    share = (1.0 - 2 * RANDOM_SHARE) / len(others)
    short, values = rules, values_of(rulebook.spec)
    for key, most in engine.random_limits.items():
        if key not in rules:
            short += f",{key}={min(most, values[key])}"
    return [
        *((rules, (name,), share) for name in others),
        (short, all_bots, RANDOM_SHARE),
        (short, (RANDOM,), RANDOM_SHARE),
    ]
