"""Plays games at points: each point a rulebook of its own, all under one seed.

In a search no two points have the same luck: each has games of its own numbers. Common luck would make the
differences between points sharper, but here the height of the surface counts, and the errors of many points
have to cancel. Where points are compared they all play the same games.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from conquestlab.analysis.playing.batches import Batch
from conquestlab.analysis.playing.experiment import Experiment, experiment_of
from conquestlab.analysis.playing.workers import Job, Workers, carry_out, opened
from conquestlab.analysis.tuning.box import Point
from conquestlab.analysis.tuning.design import Orders
from conquestlab.analysis.tuning.varied import Variants, Varied

if TYPE_CHECKING:
    from conquestlab.analysis.measures.moments import Moments
    from conquestlab.analysis.playing.workers import Listener
    from conquestlab.analysis.rules.rulebook import Rulebook
    from conquestlab.analysis.seeds import Seeds
    from conquestlab.analysis.tuning.targets import Target

PORTIONS = 10  # of a chunk: a point needs far fewer games than a run
WHOLE = 60  # games; whole blocks for any number of seats


def like_at(like: Experiment, rules: tuple[str, Rulebook], seeds: Seeds, games: int) -> Experiment:
    """Return an experiment under other rules and seeds with the very same bots, their weights included."""
    text, book = rules
    return experiment_of(
        text, like.seats, like.seated, seeds, games, like.rotate, like.bot_seconds, rulebook=book
    )


@dataclass(eq=False)
class Trials:
    """The games of one search; a `Player`.

    Attributes
    ----------
    variants : Variants
    varied : sequence of Varied
    target : Target
    like : Experiment
        With the rulebook as it is: its bots, seeds and rotation are those of every point.
    jobs : int, Workers or None
        Threads, or workers that are open.
    listener : Listener
    next_game : int
        Number of the next game.
    common : bool
        Whether the points play the same games.
    wanted : int
        Games to be played in all, for the word on games that are slow; 0 where nobody knows.
    """

    variants: Variants
    varied: Sequence[Varied]
    target: Target
    like: Experiment
    jobs: int | Workers | None
    listener: Listener
    next_game: int = 0
    common: bool = False
    wanted: int = 0
    _experiments: dict[Point, Experiment] = field(default_factory=dict)

    def experiment(self, point: Point) -> Experiment:
        """Return the experiment at a point."""
        if point not in self._experiments:
            like = self.like
            rules = self.variants.text(self.varied, point), self.variants.rulebook(self.varied, point)
            self._experiments[point] = like_at(like, rules, like.seeds, like.games)
        return self._experiments[point]

    def __call__(self, orders: Orders) -> Iterator[tuple[Point, Moments]]:
        """Play so many games at each point, rounded up to whole blocks; yield them in portions, in order."""
        orders, begin = list(orders), self.next_game
        jobs = [
            Job(self.target.summed, (batch,), number, warned=self.listener.warned, wanted=self.wanted)
            for number, (point, games) in enumerate(orders)
            for batch in self._batches(point, games, begin if self.common else self.next_game)
        ]
        with opened(self.jobs) as workers, closing(carry_out(jobs, workers, self.listener)) as done:
            for job, sums in done:
                yield orders[job.of][0], sums

    def _batches(self, point: Point, games: int, first: int) -> Iterator[Batch]:
        """Return the games at a point from `first` on, in portions."""
        block = self.like.seats if self.like.shared else 1
        whole = self.experiment(point).batch(first, -(-games // block) * block)
        self.next_game = max(self.next_game, first + whole.games)
        return whole.split(-(-self.like.chunk // (PORTIONS * WHOLE)) * WHOLE)
