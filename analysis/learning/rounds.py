"""Learning, round by round: games are played, a network learns from them, and the new bot is measured.

Games are numbered like those of trainings (analysis/training/arena.py), behind the last generation that one
can have, so that no luck is met again: not in other rounds, not in trainings, and not in any measurement.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import replace
from enum import IntEnum
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from conquestlab.analysis.learning.alone import learned_alone
from conquestlab.analysis.learning.calibration import Bin, bins_of
from conquestlab.analysis.learning.float_network import learned
from conquestlab.analysis.learning.learn_plan import BEHIND, From
from conquestlab.analysis.learning.positions import Collect, Positions, decided, joined
from conquestlab.analysis.learning.rounded import chances_of_value, value_of_network
from conquestlab.analysis.learning.starts import with_starts
from conquestlab.analysis.learning.tables import Players, players_of_round
from conquestlab.analysis.playing.batches import Batch
from conquestlab.analysis.playing.workers import Workers, carry_out
from conquestlab.analysis.training.arena import Arena, Stage, first_game
from conquestlab.analysis.training.shares import Estimate, share_won, wins_against

if TYPE_CHECKING:
    from conquestlab.analysis.bots.bot import Bot
    from conquestlab.analysis.games.engine import LearnedValue
    from conquestlab.analysis.learning.learn_plan import LearnPlan
    from conquestlab.analysis.playing.workers import Listener

A_TABLE = 120  # games of one table
LEAST = 2.0**-20  # chance, of which a logarithm is taken
BEFORE = "before"  # who the bot is called that was there before a round


class Purpose(IntEnum):
    """What random numbers of a round are for."""

    TABLES = 0
    POSITIONS = 1
    NETWORK = 2


class Round(NamedTuple):
    """What came of a round.

    Attributes
    ----------
    number : int
        From 1.
    learned_from : From
    games, unfinished : int
        That were played to learn and to check what was learned, and those of them that nobody won; deals,
        where starts were learned.
    positions : int
        That were learned from; or lands that were tried as starts.
    loss : float or None
        In games held out: the mean of -log(chance of who won). None where starts were learned.
    bins : tuple of Bin
        The chances of the bot in these games, and what came of them.
    bot : Bot
        With its new value.
    measured : tuple of (str, Estimate)
        Against whom, in all other seats, and the share of the wins. The first is the bot as it was before
        the round, if it had a value.
    """

    number: int
    learned_from: From
    games: int
    unfinished: int
    positions: int
    loss: float | None
    bins: tuple[Bin, ...]
    bot: Bot
    measured: tuple[tuple[str, Estimate], ...]


class Learning:
    """Learning under way.

    Parameters
    ----------
    plan : LearnPlan
    workers : Workers
    listener : Listener
        Told of all games.

    Attributes
    ----------
    selves : list of Bot
        The bot as it began and after each round.
    done : int
        Rounds.
    """

    def __init__(self, plan: LearnPlan, workers: Workers, listener: Listener):
        self.plan = plan
        self.selves = [plan.bot]
        self.done = 0
        self._workers = workers
        self._listener = listener

    @property
    def bot(self) -> Bot:
        """The bot as it is now."""
        return self.selves[-1]

    def get_ready(self) -> None:
        """Load the kernels, or compile them."""
        table = (self.plan.bot, *self.plan.against) * self.plan.seats
        batch = Batch(self.plan.rulebook, table[: self.plan.seats], self.plan.seeds, 0, 1)
        batch.get_ready(self._listener.compiling)
        batch.told()

    def step(self, name: str) -> Round:
        """Play and learn for one round.

        Parameters
        ----------
        name : str
            Of the bot that learned.
        """
        positions = self._collected()
        held = decided(positions.where(positions.held_out))
        known = decided(positions.where(~positions.held_out))
        network = learned(known, self._learns, self._random(Purpose.NETWORK))
        bot = replace(self.bot, value=value_of_network(network, self._learns))
        return self._result(From.TABLES, name, bot, positions.games, positions.unfinished, len(known), held)

    def learn_starts(self, name: str) -> Round:
        """Learn on deals where to put the starting armies: a round after all others.

        Parameters
        ----------
        name : str
            Of the bot that learned.
        """
        bot, lands = with_starts(self.plan, self.bot, self._workers, self._listener)
        return self._result(From.DEALS, name, bot, self.plan.starts, 0, lands)

    def learn_alone(self, name: str) -> Round:
        """Learn on from games of the bot alone: the last round.

        Parameters
        ----------
        name : str
            Of the bot that learned.
        """
        bot, known, fresh = learned_alone(self.plan, self.bot, self._workers, self._listener)
        games, unfinished = known.games + fresh.games, known.unfinished + fresh.unfinished
        return self._result(From.ALONE, name, bot, games, unfinished, len(known), fresh)

    @property
    def _learns(self) -> LearnedValue:
        learns = self.plan.engine.learns
        assert learns is not None
        return learns

    def _result(
        self,
        learned_from: From,
        name: str,
        bot: Bot,
        games: int,
        unfinished: int,
        number: int,
        held: Positions | None = None,
    ) -> Round:
        """Return what came of a round: how far chances come true where held out, and what the bot wins."""
        bins: Sequence[Bin] = ()
        loss = None
        if held is not None:
            chances = chances_of_value(bot.value, held.told, self._learns)
            bins = bins_of(chances, held)
            loss = -float((held.won * np.log(np.maximum(chances, LEAST))).sum()) / len(held)
        bot = replace(bot, name=name, told="")
        measured = tuple(self._measured(bot))
        self.selves.append(bot)
        self.done += 1
        return Round(self.done, learned_from, games, unfinished, number, loss, tuple(bins), bot, measured)

    def _random(self, purpose: Purpose, *more: int) -> np.random.Generator:
        return np.random.default_rng(self._chance(purpose, *more))

    def _chance(self, purpose: Purpose, *more: int) -> tuple[int, ...]:
        return (*self.plan.seeds.words.tolist(), int(purpose), self.done, *more)

    def _collected(self) -> Positions:
        """Play the games of a round."""
        plan = self.plan
        earlier = [bot for bot in self.selves[:-1] if bot.value]
        players = players_of_round(self.bot, earlier, plan.against, plan.engine)
        self._workers.get_ready(self._batches(players, 0), self._listener)
        jobs = [
            Collect(batch, self._chance(Purpose.POSITIONS, place))
            for place, batch in enumerate(self._batches(players, plan.games))
        ]
        with closing(carry_out(jobs, self._workers, self._listener)) as results:  # type: ignore[arg-type]
            return joined([result for _, result in results])

    def _batches(self, players: Players, games: int) -> Iterator[Batch]:
        """Yield the games of a round; of no games, batches in which everybody sits somewhere."""
        plan, generator = self.plan, self._random(Purpose.TABLES)
        if not games:
            for bot in players.all:
                yield Batch(plan.rulebook, (bot,) * plan.seats, plan.seeds, 0, 0)
            return
        begin = first_game(Stage.LEARN, BEHIND + self.done) // plan.seats
        for first in range(0, games, A_TABLE):
            table = players.draw_table(plan.seats, generator)
            yield Batch(plan.rulebook, table, plan.seeds, begin + first, min(A_TABLE, games - first))

    def _measured(self, bot: Bot) -> Iterator[tuple[str, Estimate]]:
        """Measure the new bot in one seat against others that are alike, in games of this alone."""
        plan = self.plan
        before = [self.bot] if self.bot.value else []
        others = [*before, *plan.against]
        arena = Arena(plan.rulebook, plan.seats, plan.seeds, self._workers)
        first = first_game(Stage.PROVE, BEHIND + self.done)
        pairs = [(0, 1 + other) for other in range(len(others))]
        played = wins_against(arena, [bot, *others], pairs, plan.blocks_measured, first)
        for place, wins in enumerate(played):
            self._listener.played(len(wins))
            name = BEFORE if place < len(before) else others[place].name
            yield name, share_won(wins, plan.seats)
