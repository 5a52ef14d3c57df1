"""Training, generation by generation: candidates are asked for, play the same games, and are told apart.

Every so often the mean of the candidates is measured, and joins the pool that the next ones play against.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any

import numpy as np

from conquestlab.analysis.bots.bot import Bot
from conquestlab.analysis.errors import Failed
from conquestlab.analysis.training.arena import Arena, Lineup, Stage, first_game
from conquestlab.analysis.training.growth import Growth, agreement
from conquestlab.analysis.training.opponents import Pool
from conquestlab.analysis.training.shares import Estimate, share_won, wins_against
from conquestlab.analysis.training.state import Kept
from conquestlab.analysis.training.strategy import Search

if TYPE_CHECKING:
    from conquestlab.analysis.playing.workers import Workers
    from conquestlab.analysis.training.plan import Plan

WATCHED = 20  # generations from one look at the mean to the next
GAMES_WATCHED = 600  # of the mean against each opponent


class SelfPlay:
    """A training under way.

    Attributes
    ----------
    generation : int
        How many are done.
    games_played : int
        In them, for learning and for watching.
    watched : list of (int, str, Estimate)
        After how many generations, against whom, the share of the wins of the mean.
    """

    def __init__(
        self,
        plan: Plan,
        jobs: int | Workers | None = None,
        warned: Callable[[str], object] | None = None,
    ):
        self.plan = plan
        self.arena = Arena(plan.rulebook, plan.seats, plan.seeds, jobs, warned)
        self.pool = Pool(plan.given, plan.start)
        self.search = Search(plan.weights, plan.start.weights, plan.population, self._random(0))
        self.generation = 0
        self.games_played = 0
        self.watched: list[tuple[int, str, Estimate]] = []
        self.means: list[np.ndarray] = []
        self._growth = Growth(plan.blocks)

    def bot_at(self, point: np.ndarray, name: str) -> Bot:
        """Return the bot whose weights stand at a point of the search."""
        return self._bot(self.search.row_at(point), name)

    def get_ready(self, compiling: Callable[[int], object]) -> None:
        """Load the kernels, or compile them; `compiling` is told about how many seconds that takes."""
        self.arena.get_ready(self.plan.start, compiling)

    def step(self) -> Kept:
        """Play one generation, and return what has to be kept of it."""
        kept: Kept = {"generation": self.generation}
        if self.generation % WATCHED == 0:
            kept["watched"] = self._watch()
            self._look(kept["watched"])
        candidates = self.search.ask()
        halves = self._play(candidates)
        kept["blocks"] = self._growth.blocks
        kept["worth"] = halves.sum(axis=1).tolist()
        kept["agreement"] = agreement(halves)
        self._learn(kept)
        kept["mean"] = self._mean_row()
        return kept

    def step_again(self, kept: Kept) -> None:
        """Go through a generation that was played before."""
        try:
            if kept["generation"] != self.generation:
                raise ValueError(f"generation {kept['generation']} where {self.generation} is due")
            if self.generation % WATCHED == 0:
                self._look(kept["watched"])
            self.search.ask()
            self._learn(kept)
            agrees = kept["mean"] == self._mean_row()
        except (KeyError, TypeError, ValueError, AssertionError) as error:
            raise Failed(f"the kept training is damaged at generation {self.generation}: {error}") from error
        if not agrees:
            raise Failed(
                f"the kept training goes another way from generation {self.generation - 1} on: it was made "
                "with other versions of cma or numpy, or on another processor; train anew"
            )

    def _random(self, *purpose: int) -> np.random.Generator:
        return np.random.default_rng([*self.plan.seeds.words.tolist(), *purpose])

    def _bot(self, row: Iterable[int], name: str) -> Bot:
        start = self.plan.start
        weights = dict(zip(self.search.names, map(int, row), strict=True))
        return Bot(name, start.game, start.policy, weights, value=start.value)

    def _mean_row(self) -> list[int]:
        row: list[int] = self.search.row_at(self.search.mean).tolist()
        return row

    def _watch(self) -> list[list[Any]]:
        """Measure the mean against everybody in the pool: name and estimate of each."""
        bots = [self._bot(self._mean_row(), "mean"), *self.pool.bots]
        pairs = [(0, place) for place in range(1, len(bots))]
        blocks = -(-GAMES_WATCHED // self.plan.seats)
        first = first_game(Stage.WATCH, self.generation)
        played = wins_against(self.arena, bots, pairs, blocks, first)
        return [
            [bot.name, *share_won(wins, self.plan.seats)]
            for bot, wins in zip(self.pool.bots, played, strict=True)
        ]

    def _look(self, watched: list[list[Any]]) -> None:
        """Take in how good the mean is, then let it into the pool."""
        estimates = [Estimate(*numbers) for _, *numbers in watched]
        self.pool.note([estimate.value for estimate in estimates])
        lasting = zip(self.pool.lasting, estimates, strict=False)
        self.watched += [(self.generation, bot.name, estimate) for bot, estimate in lasting]
        self.games_played += sum(estimate.games for estimate in estimates)
        if self.generation:  # the mean is the start until then
            self.pool.admit(self._bot(self._mean_row(), f"generation {self.generation}"))

    def _play(self, candidates: np.ndarray) -> np.ndarray:
        """Have all candidates play the same games; return what they are worth in each half of the blocks."""
        seats = self.plan.seats
        lineups = self.pool.lineups(self._growth.blocks, seats, self._random(1, self.generation))
        bots = [self._bot(row, "candidate") for row in candidates]
        first = first_game(Stage.LEARN, self.generation)
        tasks = [
            (
                [
                    Lineup((candidate, *(len(bots) + place - 1 for place in places[1:])), blocks)
                    for places, blocks in lineups
                ],
                first,
            )
            for candidate in range(len(bots))
        ]
        halves = np.zeros((len(bots), 2))
        for half, games in zip(halves, self.arena.play([*bots, *self.pool.bots], tasks), strict=True):
            by_block = games.worth.reshape(-1, seats).sum(axis=1)
            half[:] = by_block[::2].sum(), by_block[1::2].sum()
        return halves

    def _learn(self, kept: Kept) -> None:
        """Tell the search what the candidates were worth, and settle how many games come next."""
        self.search.tell(kept["worth"])
        self.means.append(self.search.mean)
        self.games_played += kept["blocks"] * self.plan.seats * len(kept["worth"])
        self.generation += 1
        self._growth.note(kept["agreement"])
