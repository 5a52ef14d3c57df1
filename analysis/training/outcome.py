"""The end of a training: which weights are taken, and the proof of what they are worth.

Both rest on games of their own, so that nothing is claimed of games by which something was chosen.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from conquestlab.analysis.training.arena import Stage, first_game
from conquestlab.analysis.training.shares import Estimate, gain_of, share_won, wins_against

if TYPE_CHECKING:
    from conquestlab.analysis.bots.bot import Bot
    from conquestlab.analysis.training.self_play import SelfPlay

FEWEST_GAMES, MOST_GAMES = 1000, 10_000  # of the proof, against each opponent
PART = 40  # of the games played in training, one so many-th is played against each opponent
TO_CHOOSE = 5  # times fewer games than for the proof
PARTS = (4, 2)  # the last quarter and the last half of all means


class Against(NamedTuple):
    """What the trained bot is worth against one opponent, and its start in the same games.

    Attributes
    ----------
    name : str
        The opponent, who sits in all other seats; empty for all of them together.
    trained, before, gain : Estimate
    """

    name: str
    trained: Estimate
    before: Estimate
    gain: Estimate


class TrainingOutcome(NamedTuple):
    """What came of a training.

    Attributes
    ----------
    bot : Bot
        The one that was chosen.
    against : tuple of Against
        All opponents together, then each of those that stay in the pool.
    """

    bot: Bot
    against: tuple[Against, ...]

    @property
    def is_better(self) -> bool:
        """Whether it is shown to be better than its start against all opponents together."""
        low = self.against[0].gain.low
        return low is not None and low > 0.0


def games_to_prove(training: SelfPlay) -> int:
    """Return how many games are played against each opponent for the proof."""
    return min(MOST_GAMES, max(FEWEST_GAMES, training.games_played // PART))


def games_to_close(training: SelfPlay) -> int:
    """Return how many games choice and proof take together."""
    choosing = (1 + len(PARTS)) * len(training.pool.bots) * games_to_prove(training) // TO_CHOOSE
    return choosing + 2 * len(training.pool.lasting) * games_to_prove(training)


def close(training: SelfPlay, name: str) -> TrainingOutcome:
    """Choose the weights that a training ends with, and measure them.

    Parameters
    ----------
    training : SelfPlay
        One generation at least is done.
    name : str
        Of the trained bot.
    """
    return _prove(training, _choose(training, name))


def _in_question(training: SelfPlay) -> list[np.ndarray]:
    """Return the points that may be taken: the last mean, and the means of the last means.

    The single means wander about in the noise of the games; their mean wanders less.
    """
    means = training.means
    return [means[-1], *(np.mean(means[-max(1, len(means) // part) :], axis=0) for part in PARTS)]


def _choose(training: SelfPlay, name: str) -> Bot:
    """Take the point with the most wins against everybody in the pool, in games of this choice alone."""
    seats = training.plan.seats
    found = {bot.hash: bot for bot in (training.bot_at(point, name) for point in _in_question(training))}
    bots = list(found.values())
    if len(bots) == 1:
        return bots[0]
    others = training.pool.bots
    blocks = -(-games_to_prove(training) // TO_CHOOSE // seats)
    pairs = [(one, len(bots) + other) for one in range(len(bots)) for other in range(len(others))]
    playing = [*bots, *others]
    first = first_game(Stage.CHOOSE, training.generation)
    played = [int(wins.sum()) for wins in wins_against(training.arena, playing, pairs, blocks, first)]
    totals = np.array(played).reshape(len(bots), len(others)).sum(axis=1)
    return bots[int(np.argmax(totals))]


def _prove(training: SelfPlay, bot: Bot) -> TrainingOutcome:
    """Measure a bot and the start against those that stay in the pool, in games of this proof alone."""
    seats, others = training.plan.seats, training.pool.lasting
    blocks = -(-games_to_prove(training) // seats)
    pairs = [(one, 1 + other) for one in (0, 1) for other in range(len(others))]
    playing = [bot, *others]  # of the others the start is the first
    first = first_game(Stage.PROVE, training.generation)
    wins = list(wins_against(training.arena, playing, pairs, blocks, first))
    trained, before = wins[: len(others)], wins[len(others) :]
    each = [
        _against(other.name, mine, theirs, seats)
        for other, mine, theirs in zip(others, trained, before, strict=True)
    ]
    return TrainingOutcome(bot, (_together(trained, before, seats), *each))


def _against(name: str, trained: np.ndarray, before: np.ndarray, seats: int) -> Against:
    return Against(name, share_won(trained, seats), share_won(before, seats), gain_of(trained, before, seats))


def _together(trained: list[np.ndarray], before: list[np.ndarray], seats: int) -> Against:
    """Return the same for all opponents: a block is then all games of one luck, whoever is played."""
    mine, theirs = (
        np.stack([each.reshape(-1, seats) for each in wins], axis=1).reshape(-1) for wins in (trained, before)
    )
    return _against("", mine, theirs, seats * len(trained))
