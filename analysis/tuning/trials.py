"""Plays games at points: each point a rulebook of its own, all under one seed.

In a search no two points have the same luck: each has games of its own numbers. Common luck would make the
differences between points sharper, but here the height of the surface counts, and the errors of many points
have to cancel. Where points are compared they all play the same games.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import ExitStack, closing
from typing import TYPE_CHECKING

from conquestlab.analysis.cores import in_chunks
from conquestlab.analysis.playing.experiment import Experiment, experiment_of
from conquestlab.analysis.tuning.design import Orders
from conquestlab.analysis.tuning.seen import Point
from conquestlab.analysis.tuning.varied import Variants, Varied

if TYPE_CHECKING:
    from conquestlab.analysis.measures.moments import Moments
    from conquestlab.analysis.playing.many_games import Listener
    from conquestlab.analysis.seeds import Seeds
    from conquestlab.analysis.tuning.targets import Target

PORTIONS = 10  # of a chunk: a point needs far fewer games than a run
WHOLE = 60  # games; whole blocks for any number of seats


def like_at(like: Experiment, rules: str, seeds: Seeds, games: int) -> Experiment:
    """Return an experiment under other rules and seeds with the very same bots, their weights included."""
    return experiment_of(rules, like.seats, like.seated, seeds, games, like.rotate, like.bot_seconds)


class Trials:
    """The games of one search; a `Player`.

    Parameters
    ----------
    variants : Variants
    varied : sequence of Varied
    target : Target
    like : Experiment
        With the rulebook as it is: its bots, seeds and rotation are those of every point.
    jobs : int or None
    listener : Listener
    first : int
        Number of the first game.
    common : bool
        Whether the points play the same games.
    """

    def __init__(
        self,
        variants: Variants,
        varied: Sequence[Varied],
        target: Target,
        like: Experiment,
        jobs: int | None,
        listener: Listener,
        first: int = 0,
        common: bool = False,
    ):
        self.variants = variants
        self.varied = varied
        self.target = target
        self.like = like
        self.jobs = jobs
        self.listener = listener
        self.next = first
        self.common = common
        self._experiments: dict[Point, Experiment] = {}

    def experiment(self, point: Point) -> Experiment:
        """Return the experiment at a point."""
        if point not in self._experiments:
            like = self.like
            self._experiments[point] = like_at(
                like, self.variants.text(self.varied, point), like.seeds, like.games
            )
        return self._experiments[point]

    def __call__(self, orders: Orders) -> Iterator[tuple[Point, Moments]]:
        """Play so many games at each point, rounded up to whole blocks; yield them in portions, in order."""
        portions = list(self._portions(orders))

        def work(number: int, _: int) -> Moments:
            point, first, games = portions[number]
            experiment = self.experiment(point)
            sums = self.target.sums(experiment.play(first, games), experiment)
            self.listener.played(games)
            return sums

        in_play = list({point: self.experiment(point) for point, _, _ in portions}.values())

        def stop() -> None:
            for experiment in in_play:
                experiment.stop()

        with ExitStack() as after:
            for experiment in in_play:
                after.enter_context(closing(experiment))
            done = after.enter_context(closing(in_chunks(work, len(portions), 1, self.jobs, stop)))
            for (point, _, _), sums in zip(portions, done, strict=True):
                yield point, sums

    def _portions(self, orders: Orders) -> Iterator[tuple[Point, int, int]]:
        """Yield point, first game and number of games of each piece of work."""
        block = self.like.seats if self.like.shared else 1
        most = -(-self.like.chunk // (PORTIONS * WHOLE)) * WHOLE
        begin = self.next
        for point, games in orders:
            self.experiment(point)
            first = begin if self.common else self.next
            end = first + -(-games // block) * block
            self.next = max(self.next, end)
            yield from ((point, at, min(most, end - at)) for at in range(first, end, most))
