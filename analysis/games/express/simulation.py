"""Attacks of Risk Express simulated roll by roll, beside their exact law."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from conquestlab.analysis.errors import WrongUse
from conquestlab.analysis.playing.workers import in_chunks
from conquestlab.analysis.seeds import parse_seeds

MOST_GAMES = 10**12
CHUNK = 2**18  # attacks; some tens of milliseconds


def needs_compiling() -> bool:
    """Tell whether the next attacks compile their kernel first, which takes some seconds."""
    from conquestlab.kernels.compiling.jit import cache_is_warm
    from conquestlab.kernels.express.attack import attack_many

    return not cache_is_warm(attack_many)


class Attacks:
    """The cards of one rulebook, to be attacked many times by best play.

    Parameters
    ----------
    rulebook
        A rulebook of Risk Express.
    """

    def __init__(self, rulebook: Any):
        from conquestlab.analysis.games.express.compiled_rules import compile_rules

        self._rules = compile_rules(rulebook)[0]
        self._numbers = {card.id: number for number, card in enumerate(rulebook.cards.cards)}

    def conquered(
        self,
        card: str,
        left: int,
        dice: int,
        games: int,
        seed: str | int = 1,
        jobs: int | None = None,
        progress: Callable[[int], object] | None = None,
    ) -> int:
        """Return how many of so many attacks conquer a card.

        Parameters
        ----------
        card : str
            Its id.
        left : int
            Mask of the lines to fill, as in `Attack.lines_left`.
        dice : int
            Dice to roll.
        games : int
        seed : str or int
            As for `parse_seeds`; only the seed of the dice is used. Attack i is the same under the same seed,
            whatever the number of games and of jobs.
        jobs : int, optional
            Threads; as many as there are cores if not given.
        progress : callable, optional
            Called with the number of attacks played so far, chunk by chunk.
        """
        from conquestlab.kernels.express.attack import attack_many
        from conquestlab.kernels.shared.purposes import DICE

        if not 1 <= games <= MOST_GAMES:
            raise WrongUse(f"{games} games: give 1 to {MOST_GAMES}")
        dice_seed = parse_seeds(seed).words[DICE]
        number = self._numbers[card]

        def play(first: int, size: int) -> int:
            conquered: int = attack_many(self._rules, number, left, dice, dice_seed, first, size)
            return conquered

        return sum(in_chunks(play, games, CHUNK, jobs, progress))
