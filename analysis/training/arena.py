"""Where training plays: one bot against others, in games that no measurement plays."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import closing
from enum import IntEnum
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from conquestlab.analysis.cores import in_chunks
from conquestlab.analysis.games import engine_for
from conquestlab.analysis.playing.seating import seat
from conquestlab.kernels.shared.contract import plan_dtype
from conquestlab.kernels.shared.rows import WHOLE_WIN

if TYPE_CHECKING:
    from conquestlab.analysis.bots.bot import Bot
    from conquestlab.analysis.rules.rulebook import Rulebook

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
    """A table: places in an array of bots, the one that is looked at first, and how many blocks it plays."""

    places: tuple[int, ...]
    blocks: int


class Games(NamedTuple):
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


class Arena:
    """A rulebook and a number of players, with the seeds of all games.

    Any thread may play in it.

    Parameters
    ----------
    rulebook : Rulebook
    seats : int
    words : uint64 array, (6,)
        The seeds of the purposes.
    jobs : int, optional
        Threads; as many as there are cores if not given.
    """

    def __init__(self, rulebook: Rulebook, seats: int, words: np.ndarray, jobs: int | None = None):
        self.rulebook = rulebook
        self.seats = seats
        self.engine = engine_for(rulebook)
        self._rules = self.engine.compile(rulebook, seats)[0]
        self._words = words
        self._jobs = jobs
        self._no_course = np.zeros((0, seats), np.int32)

    def records(self, bots: Sequence[Bot]) -> np.ndarray:
        """Return the records of bots for the kernels."""
        return seat(bots, self.engine, self.rulebook, self._rules, self.seats)

    def play(self, bots: np.ndarray, lineups: Sequence[Lineup], first: int) -> Games:
        """Play blocks of games, one lineup after the other, from game `first` on.

        In a block each bot of the lineup plays each seat, with the same luck.

        Parameters
        ----------
        bots : array of records
        lineups : sequence of Lineup
        first : int
            A multiple of the number of seats.
        """
        count = self.seats * sum(lineup.blocks for lineup in lineups)
        rows = np.zeros(count, self.engine.kernels.row_dtype)
        done = 0
        for places, blocks in lineups:
            seated, kept = bots[list(places)], rows[done : done + blocks * self.seats]
            if len(set(places)) > 1:
                self._simulate(seated, kept, first + done, True)
            else:  # a block is one game, played as often as there are seats: once is enough
                once = np.zeros(blocks, kept.dtype)
                self._simulate(seated, once, (first + done) // self.seats, False)
                kept[:] = np.repeat(once, self.seats)
            done += len(kept)
        return self._seen(rows, first)

    def _simulate(self, seated: np.ndarray, rows: np.ndarray, first: int, shared: bool) -> None:
        plan = np.array([(first, len(rows), self.seats, shared)], plan_dtype)[0]
        simulate = self.engine.kernels.simulate
        simulate(self._rules, seated, self._words, plan, rows, self._no_course)

    def play_all(self, bots: np.ndarray, tasks: Sequence[tuple[Sequence[Lineup], int]]) -> Iterator[Games]:
        """Play several sequences of lineups, each from a game of its own on, and yield what came of each."""

        def work(task: int, _: int) -> Games:
            return self.play(bots, *tasks[task])

        with closing(in_chunks(work, len(tasks), 1, self._jobs)) as chunks:
            yield from chunks

    def get_ready(self, bots: np.ndarray) -> None:
        """Load the kernels, or compile them."""
        self.play(bots, [Lineup((0,) * self.seats, 0)], FIRST)

    def _seen(self, rows: np.ndarray, first: int) -> Games:
        each = np.arange(len(rows))
        seat = (
            first + each
        ) % self.seats  # of the first in the lineup; see kernels/shared/contract.py place_of
        wins = rows["win"][each, seat].astype(np.int64)
        scores = rows["score"].astype(float)
        total = scores.sum(axis=1)
        drawn_out = (rows["how"] == 0) & (total > 0)
        share = np.divide(scores[each, seat], total, out=np.zeros(len(rows)), where=drawn_out)
        return Games(wins, wins / WHOLE_WIN + DRAWN_OUT * share)
