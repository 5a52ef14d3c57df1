"""Workers side by side: what threads, processes and the workers of a cluster have in common.

Jobs are cut or bundled into pieces of about a second (pieces.py). A bounded number of bundles is under way at
a time, and their results are taken in the order in which they were sent; so neither the number of jobs nor
that of workers makes this process grow, and nothing depends on which worker was quick.
"""

from __future__ import annotations

from abc import abstractmethod
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from typing import Any, Protocol

from conquestlab.analysis.playing.pieces import Begun, Bundle, Delivery, Pace, Piece
from conquestlab.analysis.playing.workers import AnyJob, Job, Workers

STINT = 1.0  # seconds of work that a bundle is to be
LONG_STINT = 5.0  # where programs are started for it
SHORTEST = 1 / 8  # of a stint, at the end of the work
AHEAD = 4  # bundles a worker, whose results are not taken yet
QUEUED = 2  # bundles a worker, not finished: none waits for this process


class Sent(Protocol):
    """A bundle that was sent."""

    def result(self) -> Delivery:
        """Wait for what came of it."""

    def done(self) -> bool:
        """Tell whether it has come."""


class SideBySide(Workers):
    """Workers to whom bundles are sent.

    Derived classes say how many there are (`count`) and how a bundle is sent (`send`).
    """

    shares_memory = True  # else what is kept on disk is read here, and programs are ended by who started them

    def __init__(self) -> None:
        super().__init__()
        self.pace = Pace()
        self._sent: deque[tuple[tuple[Begun, ...], Bundle, Sent]] = deque()

    @property
    @abstractmethod
    def count(self) -> int:
        """How many bundles are carried out at a time."""

    @abstractmethod
    def send(self, bundle: Bundle) -> Sent:
        """Send a bundle."""

    def results(
        self, jobs: Iterable[AnyJob], warned: Callable[[str], object] = lambda words: None
    ) -> Generator[tuple[AnyJob, Any], None, None]:
        """Yield each job with its result, in order; to be closed where not all are taken."""
        self.warned = warned
        try:
            yield from self._results(jobs)
        except BaseException:
            self.stop()
            raise
        finally:
            self.leave()
            self._sent.clear()

    def _results(self, jobs: Iterable[AnyJob]) -> Iterator[tuple[AnyJob, Any]]:
        begun: deque[Begun] = deque()
        bundle = _Growing()
        for job, is_last in _with_last(jobs):
            one = Begun(job)
            begun.append(one)
            for piece, share in self._pieces(one, is_last):
                bundle.add(one, piece, share)
                if bundle.share >= min(1.0, self._waiting / (QUEUED * self.count)):
                    self._send(bundle)
                while len(self._sent) >= self.count * (AHEAD if self._is_known(job) else 1):
                    yield from self._take(begun)
            while begun and begun[0].is_done:  # it had nothing to be sent
                yield begun[0].job, begun.popleft().result
        self._send(bundle)
        while self._sent:
            yield from self._take(begun)

    def _pieces(self, one: Begun, is_last: bool) -> Iterator[tuple[Piece, float]]:
        """Yield the pieces of a job, each with what share of a bundle it is; those to go at once are 1."""
        job = one.job
        if not isinstance(job, Job) or job.is_kept:
            one.is_cut = True
            if isinstance(job, Job) and not self.shares_memory:
                one.result = job()
            else:
                yield one.whole(), 1.0
            return
        self.note_tables(job)
        stint = LONG_STINT if any(batch.has_external_bots for batch in job.batches) else STINT
        key, block, begin = Pace.key(job.batches), one.block, job.batches[0].first
        left = job.batches[0].games
        while left:
            pace = self.pace.of(key)
            if not block:
                games = left
            elif pace is None:
                games = block
            else:
                games = self._games(pace, left, stint, is_last)
                games = max(1, min(games, self.pace.trusted(key)) // block) * block
            games = min(games, left)
            left -= games
            one.is_cut = not left
            yield (
                one.piece(begin, games) if block else one.whole(),
                1.0 if pace is None else pace * games / stint,
            )
            begin += games

    def _games(self, pace: float, left: int, stint: float, is_last: bool) -> int:
        """Return how many of the games that are left of a job make a piece."""
        seconds = pace * left
        if is_last:  # all workers are to come to the end at about the same time
            stint = max(SHORTEST * stint, min(stint, seconds / (QUEUED * self.count)))
        return left if seconds < 1.5 * stint else int(stint / pace)

    def _is_known(self, job: Any) -> bool:
        return not isinstance(job, Job) or self.pace.of(Pace.key(job.batches)) is not None

    @property
    def _waiting(self) -> int:
        return sum(not sent.done() for _, _, sent in self._sent)

    def _send(self, bundle: _Growing) -> None:
        if bundle.pieces:
            ready = Bundle(tuple(bundle.pieces))
            self._sent.append((tuple(bundle.of), ready, self.send(ready)))
            bundle.clear()

    def _take(self, begun: deque[Begun]) -> Iterator[tuple[Any, Any]]:
        """Take the bundle that was sent first, and yield the jobs that are done with it."""
        of, bundle, sent = self._sent.popleft()
        delivery = sent.result()
        for one, piece, carried in zip(of, bundle.pieces, delivery.carried, strict=False):
            if isinstance(piece.work, Job):
                key = Pace.key(piece.work.batches)
                self.pace.saw(key, piece.work.batches[0].games, carried.seconds)
            one.take(carried)
        while begun and begun[0].is_done:
            yield begun[0].job, begun.popleft().result
        if delivery.failure is not None:
            raise delivery.failure


class _Growing:
    """A bundle that is not sent yet."""

    def __init__(self) -> None:
        self.clear()

    def clear(self) -> None:
        """Begin another."""
        self.of: list[Begun] = []
        self.pieces: list[Piece] = []
        self.share = 0.0

    def add(self, one: Begun, piece: Piece, share: float) -> None:
        """Add a piece of a job, which is such a share of a bundle."""
        self.of.append(one)
        self.pieces.append(piece)
        self.share += share


def _with_last(jobs: Iterable[AnyJob]) -> Iterator[tuple[AnyJob, bool]]:
    """Yield each job, and whether none comes after it."""
    before: list[AnyJob] = []
    for job in jobs:
        for one in before:
            yield one, False
        before = [job]
    for one in before:
        yield one, True
