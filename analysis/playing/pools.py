"""Threads and processes of this machine."""

from __future__ import annotations

import os
import signal
import threading
from abc import abstractmethod
from collections.abc import Iterator
from concurrent.futures import Executor, Future, ThreadPoolExecutor, wait
from contextlib import contextmanager, suppress
from typing import Any

from conquestlab.analysis.errors import Failed
from conquestlab.analysis.playing.pieces import Away, Bundle, Delivery
from conquestlab.analysis.playing.side_by_side import Sent, SideBySide
from conquestlab.analysis.playing.workers import Job


class Pool(SideBySide):
    """Workers of a pool of this machine."""

    def __init__(self, count: int):
        super().__init__()
        self._count = count
        self._pool: Executor | None = None
        self._futures: list[Future[Delivery]] = []

    @property
    def count(self) -> int:
        """How many there are."""
        return self._count

    @abstractmethod
    def open(self) -> Executor:
        """Return a new pool."""

    def send(self, bundle: Bundle) -> Sent:
        """Hand a bundle to the pool."""
        return self._submit(bundle)

    def _submit(self, work: Any) -> Sent:
        if self._pool is None:
            self._pool = self.open()
        future: Future[Delivery] = self._pool.submit(work)
        self._futures = [*(one for one in self._futures if not one.done()), future]
        return future

    def leave(self) -> None:
        """Drop what was not begun, and wait for what was."""
        for future in self._futures:
            future.cancel()
        wait([future for future in self._futures if not future.cancelled()])
        self._futures = []
        super().leave()

    def close(self) -> None:
        """Shut the pool down."""
        if self._pool is not None:
            self._pool.shutdown(cancel_futures=True)
            self._pool = None
        super().close()


class Threads(Pool):
    """Threads of this process: kernels let the GIL go."""

    def open(self) -> Executor:
        """Return a pool of threads."""
        return ThreadPoolExecutor(self.count)


class Processes(Pool):
    """Processes of their own, for jobs that hold the GIL.

    Ctrl-C reaches the first process alone, which then ends the others.
    """

    shares_memory = False

    def __init__(self, count: int):
        super().__init__(count)
        self._has_programs = False

    def open(self) -> Executor:
        """Return a pool of processes."""
        import multiprocessing
        from concurrent.futures import ProcessPoolExecutor

        spawned = multiprocessing.get_context("spawn")  # a fork after a parallel kernel dies
        return ProcessPoolExecutor(self.count, spawned, begin_process)

    def send(self, bundle: Bundle) -> Sent:
        """Hand a bundle to the pool."""
        with ignoring_interrupts():  # another process may be started for it
            return _OfProcess(self._submit(Away(bundle, keeps=True)))

    def note_tables(self, job: Job) -> None:
        """Note whether a program may play; the processes end those that they started."""
        self._has_programs |= any(batch.has_external_bots for batch in job.batches)

    def stop(self) -> None:
        """End the processes where a program may think for long; others are started if they are needed."""
        if not self._has_programs or self._pool is None:
            return
        for process in list(getattr(self._pool, "_processes", None) or ()):
            with suppress(ProcessLookupError):
                os.kill(process, signal.SIGTERM)
        self.close()


class _OfProcess:
    """A bundle that was sent to a process, which may be killed."""

    def __init__(self, future: Sent):
        self._future = future
        self.done = future.done

    def result(self) -> Delivery:
        """Wait for what came of it."""
        from concurrent.futures.process import BrokenProcessPool

        try:
            return self._future.result()
        except BrokenProcessPool:
            raise Failed("a process that played games was killed: try again with fewer --jobs") from None


@contextmanager
def ignoring_interrupts() -> Iterator[None]:
    """Start processes that Ctrl-C does not reach even before they are ready: they inherit the ignoring."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def leave_interrupts_to_the_first() -> None:
    """Let Ctrl-C reach the first process alone, where it is not inherited."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def begin_process() -> None:
    """Begin a process of a pool, at whose end the programs of bots may leave."""
    from multiprocessing.util import Finalize

    from conquestlab.analysis.bots.kept_programs import KEPT

    leave_interrupts_to_the_first()
    Finalize(None, KEPT.end, exitpriority=1)
