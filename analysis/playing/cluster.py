"""Workers on a Dask cluster: processes of this machine or of others, which may come and go.

This is the only module that knows Dask, and it is imported only when a cluster is asked for.
"""

from __future__ import annotations

import contextlib
import logging
import re
import tempfile
from collections import deque
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from conquestlab.analysis.errors import Failed, WrongUse
from conquestlab.analysis.playing.workers import JOBS_AHEAD, Elsewhere, Workers, ignoring_interrupts

if TYPE_CHECKING:
    from distributed import Client, Future, LocalCluster

EXTRA = 'pip install "conquestlab[cluster]"'
LOCAL = re.compile(r"local:([1-9][0-9]{0,3})")
ADDRESS = re.compile(r"[a-z][a-z0-9+]*://[^\s/:]+(:[0-9]{1,5})?")
PATIENCE = 10.0  # seconds that a scheduler has to answer
HERE = "127.0.0.1"


def open_cluster(address: str) -> Workers:
    """Return the workers of a cluster.

    Parameters
    ----------
    address : str
        Of a Dask scheduler, as in "tcp://host:8786"; or "local:4" for four processes of this machine, which
        are started, and ended when the workers are closed.

    Raises
    ------
    WrongUse
        The address is none.
    Failed
        Dask is not installed, or nobody answers.
    """
    local = LOCAL.fullmatch(address)
    if not local and not ADDRESS.fullmatch(address):
        raise WrongUse(
            f"cluster {address!r}: give the address of a Dask scheduler, as in tcp://host:8786, or local:4"
        )
    try:
        import distributed
    except ImportError:
        raise Failed(f"--cluster needs Dask: {EXTRA}") from None
    logging.getLogger("distributed").setLevel(logging.CRITICAL)
    if local:
        return LocalWorkers(int(local[1]))
    try:
        client = distributed.Client(address, timeout=PATIENCE, set_as_default=False)
    except (OSError, ValueError) as error:
        raise Failed(
            f"no Dask scheduler answers at {address}: start one there with: dask scheduler"
        ) from error
    return ClusterWorkers(client)


class ClusterWorkers(Elsewhere):
    """The workers of a scheduler."""

    def __init__(self, client: Client):
        super().__init__()
        self._client = client
        self._begun: deque[Future] = deque()
        self.ahead = JOBS_AHEAD * max(1, sum(client.nthreads().values()))

    def submit(self, work: Callable[[], Any]) -> Callable[[], Any]:
        """Hand work to the scheduler."""
        self._begun.append(self._client.submit(work, pure=False))
        return self._take_first

    def _take_first(self) -> Any:
        job = self._begun.popleft()
        try:
            return job.result()
        finally:
            job.release()

    def leave(self) -> None:
        """Drop what was not begun."""
        while self._begun:
            self._begun.popleft().cancel()

    def close(self) -> None:
        """Let the scheduler go."""
        self._client.close()


class LocalWorkers(ClusterWorkers):
    """Processes of this machine, with a scheduler of their own."""

    def __init__(self, count: int):
        from distributed import Client, LocalCluster

        with contextlib.ExitStack() as at_the_end:
            folder = at_the_end.enter_context(tempfile.TemporaryDirectory(prefix="conquest-"))
            with ignoring_interrupts():
                cluster: LocalCluster = LocalCluster(
                    n_workers=count,
                    threads_per_worker=1,
                    processes=True,
                    host=HERE,
                    dashboard_address=None,
                    worker_dashboard_address=None,
                    local_directory=folder,
                    silence_logs=logging.CRITICAL,
                    memory_limit=0,
                )
            at_the_end.callback(cluster.close)
            super().__init__(Client(cluster, set_as_default=False))
            self._at_the_end = at_the_end.pop_all()

    def close(self) -> None:
        """End the processes."""
        super().close()
        self._at_the_end.close()
