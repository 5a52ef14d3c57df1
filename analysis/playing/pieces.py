"""Pieces: what is sent to workers, about a second of work each, whether jobs are long or short.

A job may take hours, with bots that search, or a hundredth of a second. A long one is cut at blocks of shared
luck, and what comes of its pieces is added up in their order; short ones travel several at a time, in a
bundle. What a job comes to does not depend on it: results add up exactly, and rows are joined as they were.

How long games take is measured while they are played (`Pace`); the first pieces are small.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any, NamedTuple

from conquestlab.analysis.errors import Failed, WrongUse
from conquestlab.analysis.playing.first_games import FirstGames, Watch
from conquestlab.analysis.playing.workers import Job

if TYPE_CHECKING:
    from conquestlab.analysis.playing.batches import Batch, PlayedBatch
    from conquestlab.analysis.playing.runs import RunFolder

TRUSTED = 16  # times as many games as were measured may be in a piece
FADING = 0.5  # what an older measurement counts beside a new one

Key = frozenset[tuple[str, int, str]]
"""What decides how long a game takes: game, number of players and policy, for each bot."""


class Carried(NamedTuple):
    """What came of a piece.

    Attributes
    ----------
    result
        Of the reducer.
    kept : tuple
        By batch, if rows are to be kept: the content of the file of a whole chunk, or the rows of a part.
    seconds : float
        That it took the worker.
    first : tuple of FirstGames
        By batch, how its games went.
    """

    result: Any
    kept: tuple[Any, ...]
    seconds: float
    first: tuple[FirstGames, ...] = ()


class Piece(NamedTuple):
    """Work for a worker: a job, or a part of its games; or anything else that can be called.

    Attributes
    ----------
    work : Job or callable
        A job here has neither folder nor listener.
    folder : RunFolder or None
        Encodes the rows, where they are a whole chunk and are to be kept; nothing is written.
    brings_rows : bool
        Whether they are a part of a chunk and are to be kept.
    """

    work: Any
    folder: RunFolder | None = None
    brings_rows: bool = False

    def __call__(self) -> Carried:
        """Carry it out."""
        began = time.perf_counter()
        if not isinstance(self.work, Job):
            result = self.work()
            return Carried(result, (), time.perf_counter() - began)
        played = [self._played(batch) for batch in self.work.batches]
        result = self.work.reduce(*(one for one, _ in played))
        kept: tuple[Any, ...] = ()
        if self.folder is not None:
            kept = tuple(self.folder.encoded(one.batch.first, one.rows) for one, _ in played)
        elif self.brings_rows:
            kept = tuple(one.rows for one, _ in played)
        return Carried(result, kept, time.perf_counter() - began, tuple(first for _, first in played))

    def settled(self, settle: Callable[[Batch], Batch]) -> Piece:
        """Return the same work with other batches of the same games."""
        if not isinstance(self.work, Job):
            return self
        return self._replace(work=self.work._replace(batches=tuple(map(settle, self.work.batches))))

    @staticmethod
    def _played(batch: Batch) -> tuple[PlayedBatch, FirstGames]:
        began = time.perf_counter()
        played = batch.play()
        return played, FirstGames.of(played.rows, time.perf_counter() - began)


class Delivery(NamedTuple):
    """What came of the pieces of a bundle, in order, up to one that failed."""

    carried: tuple[Carried, ...]
    failure: Failed | WrongUse | None = None


class Bundle(NamedTuple):
    """Pieces that travel together."""

    pieces: tuple[Piece, ...]

    @property
    def batches(self) -> list[Batch]:
        """All that is played."""
        return [batch for piece in self.pieces for batch in getattr(piece.work, "batches", ())]

    def settled(self, settle: Callable[[Batch], Batch]) -> Bundle:
        """Return the same work with other batches of the same games."""
        return Bundle(tuple(piece.settled(settle) for piece in self.pieces))

    def __call__(self) -> Delivery:
        """Carry them out, one after the other."""
        carried: list[Carried] = []
        try:
            for piece in self.pieces:
                carried.append(piece())
        except (Failed, WrongUse) as failure:
            return Delivery(tuple(carried), failure)
        return Delivery(tuple(carried))


class Away(NamedTuple):
    """A bundle that is carried out in another process.

    Attributes
    ----------
    bundle : Bundle
    keeps : bool
        Whether the programs of bots wait there for the next bundle; else none of them is left running.
    """

    bundle: Bundle
    keeps: bool = False

    def __call__(self) -> Delivery:
        """Carry it out."""
        from conquestlab.analysis.bots.kept_programs import KEPT

        try:
            return self.bundle()
        finally:
            for batch in self.bundle.batches:
                if batch.has_external_bots:
                    batch.table.leave()
                    if not self.keeps:
                        KEPT.end(batch.seated)


class Begun:
    """A job under way: what its pieces came to so far.

    Parameters
    ----------
    job : Job or callable
    """

    def __init__(self, job: Any):
        self.job = job
        self.is_cut = False  # whether all pieces are made
        self.result: Any = None
        self._out = 0
        self._taken = 0
        self._kept: list[tuple[Any, ...]] = []
        self._watches = [
            Watch(batch, job.warned, job.wanted)
            for batch in getattr(job, "batches", ())
            if job.warned is not None and batch.first == job.begins
        ]

    @property
    def is_done(self) -> bool:
        """Whether the result is that of the whole job."""
        return self.is_cut and not self._out

    @property
    def block(self) -> int:
        """Games that stay together; 0 where the job cannot be cut.

        The batches of a comparison are the same games, and are cut alike; others belong to each other in a
        way that only their reducer knows.
        """
        batches: tuple[Batch, ...] = self.job.batches
        if len({(batch.first, batch.games) for batch in batches}) != 1:
            return 0
        return math.lcm(*(batch.seats if batch.shared else 1 for batch in batches))

    def piece(self, first: int, games: int) -> Piece:
        """Return the piece of so many games."""
        self._out += 1
        job: Job = self.job
        alone = job._replace(folder=None, warned=None)
        if games == job.batches[0].games:
            return Piece(alone, job.folder)
        parts = tuple(batch.part(first, games) for batch in job.batches)
        return Piece(alone._replace(batches=parts), brings_rows=job.folder is not None)

    def whole(self) -> Piece:
        """Return the job as one piece."""
        self._out += 1
        if not isinstance(self.job, Job) or self.job.is_kept:
            return Piece(self.job.__call__)
        return Piece(self.job._replace(folder=None, warned=None), self.job.folder)

    def take(self, carried: Carried) -> None:
        """Add what came of the next piece."""
        self._out -= 1
        self._taken += 1
        self.result = carried.result if self._taken == 1 else _sum(self.result, carried.result)
        self._kept.append(carried.kept)
        for watch, first in zip(self._watches, carried.first, strict=False):
            watch.saw(first)
        if self.is_done:
            self._keep()

    def _keep(self) -> None:
        if not isinstance(self.job, Job) or self.job.folder is None:
            return
        import numpy as np

        folder, by_batch = self.job.folder, zip(*self._kept, strict=True)
        for batch, contents in zip(self.job.batches, by_batch, strict=False):  # none where rows were read
            if isinstance(contents[0], bytes):
                folder.keep(batch.first, contents[0])
            else:
                folder.write(batch.first, np.concatenate(contents))


def _sum(one: Any, other: Any) -> Any:
    if type(one).__add__ is tuple.__add__:
        raise TypeError(f"{type(one).__name__} of two parts of a job do not add up: give it __add__")
    return one + other


class Pace:
    """How long games take, measured: by the game, the number of players and who plays."""

    def __init__(self) -> None:
        self._seconds: dict[Key, float] = {}
        self._games: dict[Key, float] = {}
        self._measured: dict[Key, int] = {}

    @staticmethod
    def key(batches: Iterable[Batch]) -> Key:
        """Return what games are told apart by."""
        return frozenset(
            (batch.rulebook.game, batch.seats, policy)
            for batch in batches
            for bot in batch.seated
            for policy in ((bot.name,) if bot.is_from_user else bot.policies)
        )

    def saw(self, key: Key, games: int, seconds: float) -> None:
        """Take a measurement."""
        self._seconds[key] = FADING * self._seconds.get(key, 0.0) + seconds
        self._games[key] = FADING * self._games.get(key, 0.0) + games
        self._measured[key] = self._measured.get(key, 0) + games

    def of(self, key: Key) -> float | None:
        """Return the seconds that a game takes; None where nothing is known of one who plays.

        A table that was not measured is taken for as slow as the slowest where some of its bots played, if
        all of them did.
        """
        if key in self._games:
            return self._seconds[key] / max(1.0, self._games[key])
        like = [other for other in self._games if other & key]
        if not key.issubset(frozenset().union(*like)):
            return None
        return max(self._seconds[other] / self._games[other] for other in like)

    def trusted(self, key: Key) -> int:
        """Return how many games a piece may have at most, after as many as were measured."""
        return TRUSTED * self._measured.get(key, 1)
