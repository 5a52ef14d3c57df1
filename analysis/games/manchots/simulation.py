"""Games of Manchots Barjots dealt by the engine, to stand beside the exact law of what is dealt."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from conquestlab.analysis.games.manchots.rules import VALUES, ZONES, manchots_rules
from conquestlab.analysis.seeds import parse_seeds

if TYPE_CHECKING:
    from conquestlab.analysis.games.trial import Trial
    from conquestlab.analysis.rules.rulebook import Rulebook


def needs_compiling() -> bool:
    """Tell whether the next deals compile their kernel first, which takes some seconds."""
    from conquestlab.kernels.compiling.jit import cache_is_warm
    from conquestlab.kernels.manchots.play import begin

    return not cache_is_warm(begin)


class Deals:
    """Cards dealt in many games to so many players.

    Parameters
    ----------
    rulebook : Rulebook
    seats : int
        Real players; two have virtual ones beside them.
    trial : Trial
        How many games, and their seed.
    """

    def __init__(self, rulebook: Rulebook, seats: int, trial: Trial):
        self.rulebook, self.seats, self.trial = rulebook, seats, trial

    @cached_property
    def stocks(self) -> np.ndarray:
        """Kinds of cards by game and player, the top first: uint8 (games, players, cards a player)."""
        from conquestlab.analysis.games.manchots.compiled_rules import compile_rules
        from conquestlab.kernels.manchots.play import begin, position_dtype

        rules = compile_rules(self.rulebook)[0]
        position: Any = np.zeros(1, position_dtype)[0]
        seeds = parse_seeds(self.trial.seed).words
        each = manchots_rules(self.rulebook).deal
        begin(rules, seeds, 0, self.seats, position)
        players = int(position["players"])
        stocks = np.zeros((self.trial.games, players * each), np.uint8)
        for game in range(self.trial.games):
            begin(rules, seeds, game, self.seats, position)
            stocks[game] = position["deck"][: players * each]
            if self.trial.progress:
                self.trial.progress(game + 1)
        return stocks.reshape(self.trial.games, players, each)

    def specials(self, which: tuple[frozenset[int], int]) -> int:
        """Return in how many games the first seat was dealt so many cards of these values."""
        values, number = which
        marked = np.isin(self.stocks[:, 0] % VALUES + 1, list(values))
        return int((marked.sum(axis=1) == number).sum())

    def cards(self, card: str) -> int:
        """Return in how many games a copy of a card was dealt to anybody."""
        zone, _, value = card.rpartition("_")
        kind = VALUES * ZONES.index(zone) + int(value) - 1
        return int((self.stocks == kind).any(axis=(1, 2)).sum())

    def sums(self, which: tuple[str, int, int]) -> int:
        """Return in how many games the first cards of the first seat have a sum of values in a zone."""
        zone, cards, total = which
        first = self.stocks[:, 0, :cards].astype(np.int64)
        worth = (first % VALUES + 1) * (first // VALUES == ZONES.index(zone))
        return int((worth.sum(axis=1) == total).sum())
