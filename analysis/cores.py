"""Work spread over the processor's cores by threads, chunk by chunk, with the results in the order of the
chunks."""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Callable, Generator
from concurrent.futures import Future, ThreadPoolExecutor
from typing import TypeVar

from conquestlab.analysis.errors import WrongUse

Result = TypeVar("Result")
CHUNKS_AHEAD = 4  # a thread, so that none waits while results are taken


def cores() -> int:
    """Return how many cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def in_chunks(
    work: Callable[[int, int], Result],
    count: int,
    chunk: int,
    jobs: int | None = None,
    cut_short: Callable[[], object] = lambda: None,
) -> Generator[Result, None, None]:
    """Yield work(first, size) for all chunks of `count` things, in order.

    Parameters
    ----------
    work : callable
        Without the GIL for most of its time, or threads gain nothing. What it returns may depend on the
        numbers of its things alone; then no number of threads can change what is yielded.
    count, chunk : int
    jobs : int, optional
        Threads; as many as there are cores if not given.
    cut_short : callable
        Called where not all is taken, before the chunks under way are waited for.
    """
    jobs = cores() if jobs is None else jobs
    if jobs < 1:
        raise WrongUse(f"{jobs} jobs: give 1 or more")
    sizes = ((first, min(chunk, count - first)) for first in range(0, count, chunk))
    pool = None if jobs == 1 or count <= chunk else ThreadPoolExecutor(jobs)
    under_way: deque[Future[Result]] = deque()
    try:
        for first, size in sizes:
            if pool is None:
                yield work(first, size)
                continue
            under_way.append(pool.submit(work, first, size))
            if len(under_way) == CHUNKS_AHEAD * jobs:
                yield under_way.popleft().result()
        while under_way:
            yield under_way.popleft().result()
    except BaseException:
        cut_short()
        raise
    finally:
        if pool is not None:
            pool.shutdown(cancel_futures=True)
