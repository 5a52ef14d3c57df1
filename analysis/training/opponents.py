"""The pool that a bot trains against: given bots, the one it began as, and its own earlier selves."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from conquestlab.analysis.training.arena import Lineup

if TYPE_CHECKING:
    from conquestlab.analysis.bots.bot import Bot

SELVES = 5  # the newest, that stay in the pool
SELDOM = 0.05  # of the games of an even opponent, what one gets that always or never wins


class Pool:
    """Opponents, and how often each is met.

    Who is met is who can teach: an opponent is met in proportion to s (1 - s), with s the share of the wins
    that the bot has against it, as last measured. Nothing is to be learnt from one that always or never wins.

    Parameters
    ----------
    given : sequence of Bot
    start : Bot
        The bot as it began.
    """

    def __init__(self, given: Sequence[Bot], start: Bot):
        self.lasting = (start, *given)
        self.selves: list[Bot] = []
        self._shares: dict[str, float] = {}

    @property
    def bots(self) -> tuple[Bot, ...]:
        """All opponents: the start, the given ones, then the selves, the oldest first."""
        return (*self.lasting, *self.selves)

    def admit(self, bot: Bot) -> None:
        """Take the bot as it is now into the pool; the oldest self may leave it."""
        self.selves = [*self.selves, bot][-SELVES:]

    def note(self, shares: Sequence[float]) -> None:
        """Note the share of the wins that the bot now has against each of `bots`."""
        self._shares = {bot.name: share for bot, share in zip(self.bots, shares, strict=True)}

    def chances(self, seats: int) -> np.ndarray:
        """Return how often each of `bots` is met; one that was not measured counts as even."""
        even = 1.0 / seats
        shares = np.array([self._shares.get(bot.name, even) for bot in self.bots])
        teaches = shares * (1.0 - shares) / (even * (1.0 - even)) + SELDOM
        return teaches / teaches.sum()

    def lineups(self, blocks: int, seats: int, generator: np.random.Generator) -> list[Lineup]:
        """Draw the opponents of so many blocks; equal lineups are put together.

        The draw is systematic: over all places of all blocks each opponent stands as often as its chance
        says, but for a fraction.

        Returns
        -------
        list of Lineup
            Place 0 is the bot that trains, opponent i of `bots` has place 1 + i.
        """
        places = blocks * (seats - 1)
        ticks = (np.arange(places) + generator.random()) / places
        drawn = np.searchsorted(np.cumsum(self.chances(seats))[:-1], ticks, side="right") + 1
        lines = generator.permutation(drawn).reshape(blocks, seats - 1)
        different, counts = np.unique(lines, axis=0, return_counts=True)
        return [
            Lineup((0, *line), count) for line, count in zip(different.tolist(), counts.tolist(), strict=True)
        ]
