"""Where training plays: one bot against others, in games that no measurement plays."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from enum import IntEnum
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from conquestlab.analysis.playing.batches import Batch, PlayedBatch
from conquestlab.analysis.playing.workers import Job, Listener, Workers, carry_out, opened
from conquestlab.kernels.shared.rows import WHOLE_WIN

if TYPE_CHECKING:
    from conquestlab.analysis.bots.bot import Bot
    from conquestlab.analysis.rules.rulebook import Rulebook
    from conquestlab.analysis.seeds import Seeds

FIRST = 60 << 56  # a multiple of every number of seats
STRETCH = 60 << 24  # games that one stage of one generation may take
DRAWN_OUT = 0.1  # what an unfinished game counts for one who holds everything in it


class Stage(IntEnum):
    """What games are played for; no game is played for two of them."""

    LEARN = 0  # candidates are ranked
    WATCH = 1  # the mean is measured, for the curve and for the choice of opponents
    CHOOSE = 2  # the last means are compared
    PROVE = 3  # the one chosen is measured


def first_game(stage: Stage, generation: int = 0) -> int:
    """Return the number of the first game of a stage.

    It is so large that luck numbers of training and of measurements, which begin at 0, never meet. So no
    stream of random words is drawn from in both, whatever the seeds.
    """
    return FIRST + (generation * len(Stage) + stage) * STRETCH


class Lineup(NamedTuple):
    """A table: places in a list of bots, the one that is looked at first, and how many blocks it plays."""

    places: tuple[int, ...]
    blocks: int


class ArenaGames(NamedTuple):
    """What came of games for the bot that is looked at, in the order of the games.

    Attributes
    ----------
    wins : int64 array
        Its share of each win, in parts of WHOLE_WIN.
    worth : float array
        The same as a share of 1; and of an unfinished game, which nobody wins, a tenth of its share of the
        score, so that there is something to learn where hardly any game comes to an end.
    """

    wins: np.ndarray
    worth: np.ndarray

    def __add__(self, other: tuple[object, ...]) -> ArenaGames:
        """Return the games of both, one after the other."""
        mine, theirs = self, ArenaGames(*other)  # type: ignore[arg-type]
        return ArenaGames(*(np.concatenate(pair) for pair in zip(mine, theirs, strict=True)))


@dataclass(eq=False)
class Arena:
    """A rulebook and a number of players, with the seeds of all games.

    Attributes
    ----------
    rulebook : Rulebook
    seats : int
    seeds : Seeds
    jobs : int, Workers or None
        Threads, None for as many as there are cores; or workers that are open.
    warned : callable, optional
        Told once, where the very first games hardly end.
    """

    rulebook: Rulebook
    seats: int
    seeds: Seeds
    jobs: int | Workers | None = None
    warned: Callable[[str], object] | None = None

    def play(
        self, bots: Sequence[Bot], tasks: Sequence[tuple[Sequence[Lineup], int]]
    ) -> Iterator[ArenaGames]:
        """Play blocks of games, and yield what came of each task.

        In a block each bot of the lineup plays each seat, with the same luck.

        Parameters
        ----------
        bots : sequence of Bot
        tasks : sequence of (lineups, int)
            Lineups that play one after the other, from this game on: a multiple of the number of seats.
        """
        jobs = [Job(seen, tuple(self._batches(bots, *task))) for task in tasks]
        if self.warned is not None and jobs:
            begins = jobs[0].batches[0].first
            jobs[0] = jobs[0]._replace(warned=self.warned, begins=begins)
            self.warned = None
        with opened(self.jobs) as workers, closing(carry_out(jobs, workers, Listener())) as results:
            for _, games in results:
                yield games

    def get_ready(self, bot: Bot, compiling: Callable[[int], object]) -> None:
        """Load the kernels, or compile them; `compiling` is told about how many seconds that takes."""
        self._batch((bot,) * self.seats, 0, 0, False).get_ready(compiling)

    def _batches(self, bots: Sequence[Bot], lineups: Sequence[Lineup], first: int) -> Iterator[Batch]:
        for places, blocks in lineups:
            seated = tuple(bots[place] for place in places)
            if len(set(places)) > 1:
                yield self._batch(seated, first, blocks * self.seats, True)
            else:  # a block is one game, played as often as there are seats: once is enough
                yield self._batch(seated, first // self.seats, blocks, False)
            first += blocks * self.seats

    def _batch(self, seated: tuple[Bot, ...], first: int, games: int, shared: bool) -> Batch:
        return Batch(self.rulebook, seated, self.seeds, first, games, shared)


def seen(*played: PlayedBatch) -> ArenaGames:
    """Return what came of batches for the first bot of each, one after the other: the reducer of training.

    In a batch without shared luck all bots are alike; each of its games then stands for a whole block.
    """
    seats = played[0].batch.seats
    sizes = [len(one.rows) if one.batch.shared else len(one.rows) * seats for one in played]
    rows, end = np.zeros(sum(sizes), played[0].rows.dtype), 0
    for size, one in zip(sizes, played, strict=True):
        rows[end : end + size] = one.rows if one.batch.shared else np.repeat(one.rows, seats)
        end += size
    each = np.arange(len(rows))
    seat = each % seats  # of the first bot; see kernels/shared/contract.py place_of
    wins = rows["win"][each, seat].astype(np.int64)
    scores = rows["score"].astype(float)
    total = scores.sum(axis=1)
    drawn_out = (rows["how"] == 0) & (total > 0)
    share = np.divide(scores[each, seat], total, out=np.zeros(len(rows)), where=drawn_out)
    return ArenaGames(wins, wins / WHOLE_WIN + DRAWN_OUT * share)
