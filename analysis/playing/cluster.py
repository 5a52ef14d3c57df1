"""Workers on a Dask cluster: processes of this machine or of others, which may come and go.

This is the only module that knows Dask, and it is imported only when a cluster is asked for. What a worker
does with a parcel is in parcels.py.
"""

from __future__ import annotations

import contextlib
import logging
import re
import signal
import tempfile
import threading
import time
import warnings
from collections.abc import Callable, Generator, Iterable, Iterator
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from conquestlab.analysis.errors import Failed, WrongUse
from conquestlab.analysis.playing import parcels
from conquestlab.analysis.playing.batches import to_get_ready
from conquestlab.analysis.playing.pieces import Away, Bundle, Delivery
from conquestlab.analysis.playing.pools import ignoring_interrupts, leave_interrupts_to_the_first
from conquestlab.analysis.playing.side_by_side import Sent, SideBySide
from conquestlab.analysis.version import VERSION

if TYPE_CHECKING:
    from types import FrameType

    from distributed import Client, Future

    from conquestlab.analysis.playing.batches import Batch
    from conquestlab.analysis.playing.workers import AnyJob, Job, Listener

EXTRA = 'pip install "conquestlab[cluster]"'
LOCAL = re.compile(r"local:([1-9][0-9]{0,2})")
ADDRESS = re.compile(r"[a-z][a-z0-9+]*://\S+")
PATIENCE = 10.0  # seconds that a scheduler has to answer
MOMENT = 2.0  # seconds from one look at the cluster to the next
LONELY = 60.0  # seconds without a worker after which none will come, where all were started here
HERE = "127.0.0.1"
CALM = {  # what takes time and nobody looks at here
    "distributed.worker.profile.enabled": False,
    "distributed.admin.tick.interval": "1s",
    "distributed.admin.system-monitor.interval": "10s",
    "distributed.admin.system-monitor.gil.enabled": False,
}


def open_cluster(address: str) -> SideBySide:
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
        Dask is not installed, nobody answers, or a worker has another version of what decides a game.
    """
    local = LOCAL.fullmatch(address)
    if not local and not ADDRESS.fullmatch(address):
        raise WrongUse(
            f"cluster {address!r}: give the address of a Dask scheduler, as in tcp://host:8786, "
            "or local:4 for four processes of this machine"
        )
    try:
        import distributed
    except ImportError:
        raise Failed(f"--cluster needs Dask: {EXTRA}") from None
    with contextlib.ExitStack() as at_the_end:
        at_the_end.enter_context(_silence())
        scheduler = at_the_end.enter_context(_processes(int(local[1]))) if local else address
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")  # what differs and matters is refused later
                client = distributed.Client(scheduler, timeout=PATIENCE, set_as_default=False)
        except (OSError, ValueError, TypeError, RuntimeError) as error:
            raise Failed(
                f"no Dask scheduler answers at {address}: start one with dask scheduler, or mend the address"
            ) from error
        at_the_end.callback(client.close)
        if local:
            client.run(leave_interrupts_to_the_first)
        workers = ClusterWorkers(client, address)
        workers.at_the_end = at_the_end.pop_all()
        return workers


@contextlib.contextmanager
def _processes(count: int) -> Iterator[Any]:
    """Start a scheduler in this process and workers in others, and end them."""
    import dask
    from distributed import LocalCluster

    with tempfile.TemporaryDirectory(prefix="conquest-") as folder:
        with ignoring_interrupts(), dask.config.set(CALM):
            cluster = LocalCluster(
                n_workers=count,
                threads_per_worker=1,
                processes=True,
                host=HERE,
                dashboard_address=f"{HERE}:0",  # of a port that nobody needs to know
                scheduler_kwargs={"dashboard": False},
                worker_dashboard_address=f"{HERE}:0",
                local_directory=folder,
                silence_logs=logging.CRITICAL,
                memory_limit=0,
            )
        with cluster:
            yield cluster


@contextlib.contextmanager
def _silence() -> Iterator[None]:
    """Keep Dask from writing on the terminal: what matters is told in one line."""
    loggers = [
        logging.getLogger(name) for name in logging.root.manager.loggerDict if name.startswith("distributed")
    ]
    levels = [logger.level for logger in loggers]
    for logger in loggers:
        logger.setLevel(logging.CRITICAL)
    try:
        yield
    finally:
        for logger, level in zip(loggers, levels, strict=True):
            logger.setLevel(level)


class ClusterWorkers(SideBySide):
    """The workers of a scheduler.

    Parameters
    ----------
    client : Client
    address : str
        As it was given.

    Attributes
    ----------
    at_the_end : ExitStack
        What is ended with them.
    """

    shares_memory = False

    def __init__(self, client: Client, address: str):
        super().__init__()
        self._client = client
        self._address = address
        self._looked = float("-inf")
        self._lonely_since: float | None = None
        self._threads: dict[str, int] = {}  # by address of a worker
        self._futures: list[Future] = []
        self._interrupted = False
        self.at_the_end = contextlib.ExitStack()
        self._refuse_other_versions()

    @property
    def count(self) -> int:
        """How many threads all workers have together; 1 where there is no worker yet."""
        self._look()
        return max(1, sum(self._threads.values()))

    def get_ready(self, batches: Iterable[Batch], listener: Listener) -> None:
        """Have kernels compiled by one worker of each machine, where that is to be done."""
        self.warned = listener.warned
        cold = list(to_get_ready(batches))
        machines: dict[str, str] = {}
        self._look()
        for worker in self._threads:
            machines.setdefault(urlsplit(worker).hostname or worker, worker)
        parcel = parcels.packed(cold, cold)
        asked = {
            machine: self._on(worker, parcels.cold_kernels, parcel) for machine, worker in machines.items()
        }
        found = {machine: self.take(future) for machine, future in asked.items()}
        names = sorted({name for kernels in found.values() for name in kernels})
        if names:
            listener.compiling(max(batch.engine.compile_seconds for batch in cold))
            told = ", ".join(where for where, kernels in found.items() if kernels)
            listener.warned(f"the kernels of {', '.join(names)} are compiled once on each machine: {told}")
        warm = [self._on(machines[where], parcels.warm, parcel) for where in found if found[where]]
        for future in warm:
            self.take(future)

    def results(
        self, jobs: Iterable[AnyJob], warned: Callable[[str], object] = lambda words: None
    ) -> Generator[tuple[AnyJob, Any], None, None]:
        """Yield each job with its result, in order; to be closed where not all are taken."""
        with self._noting_interrupts():
            yield from super().results(jobs, warned)

    def send(self, bundle: Bundle) -> Sent:
        """Hand a bundle to the scheduler."""
        future = self._client.submit(parcels.carry, parcels.packed(Away(bundle), bundle.batches), pure=False)
        return _OnCluster(self, bundle, self._noted(future))

    def note_tables(self, job: Job) -> None:
        """Programs are started and ended by who plays."""

    def leave(self) -> None:
        """Drop what is not finished."""
        for future in self._futures:
            with contextlib.suppress(Exception):
                future.cancel()
        self._futures = []
        super().leave()

    def close(self) -> None:
        """Let the scheduler go, and end it if it was started here."""
        with contextlib.suppress(Exception):
            self.at_the_end.close()

    def take(self, future: Future, about: str = "") -> Any:
        """Wait for what comes of a task, as long as it takes, and forget the task."""
        from distributed import KilledWorker

        try:
            while True:
                if self._interrupted:
                    raise KeyboardInterrupt
                try:
                    return future.result(timeout=MOMENT)
                except TimeoutError:
                    if future.status == "error" or self._client.status != "running":
                        raise
                    self._look(waiting=True)
                    self._refuse_to_wait_for_nobody()
        except KilledWorker as error:
            deaths = getattr(error, "allowed_failures", 0) + 1
            raise Failed(
                f"{deaths} workers died over the same games{about}, so they are not tried again: "
                "look at what the workers said, and whether they have enough memory"
            ) from error
        except (Failed, WrongUse):
            raise
        except Exception as error:
            if self._client.status != "running" or future.status in ("cancelled", "lost"):
                raise Failed(f"the Dask scheduler at {self._address} is gone") from error
            raise Failed(
                f"a worker cannot do its part ({type(error).__name__}: {error}): "
                f"it needs conquestlab {VERSION} and what this machine has"
            ) from error
        finally:
            self._futures = [one for one in self._futures if one is not future]
            future.release()

    @contextlib.contextmanager
    def _noting_interrupts(self) -> Iterator[None]:
        """Note Ctrl-C besides: an exception is lost where it comes while a future of Dask is deleted."""
        self._interrupted = False
        before = signal.getsignal(signal.SIGINT)
        if threading.current_thread() is not threading.main_thread() or not callable(before):
            yield
            return

        def note(number: int, frame: FrameType | None) -> None:
            self._interrupted = True
            before(number, frame)

        signal.signal(signal.SIGINT, note)
        try:
            yield
        finally:
            signal.signal(signal.SIGINT, before)

    def _on(self, worker: str, *given: Any) -> Future:
        return self._noted(
            self._client.submit(*given, workers=[worker], allow_other_workers=True, pure=False, priority=1)
        )

    def _noted(self, future: Future) -> Future:
        self._futures.append(future)
        return future

    def _look(self, waiting: bool = False) -> None:
        """See which workers are there, now and then; say so where somebody waits and there are none."""
        if time.monotonic() < self._looked + MOMENT and not waiting:
            return
        with contextlib.suppress(Exception):  # a scheduler that does not answer is told by what waits for it
            self._threads = dict(self._client.nthreads())
            self._looked = time.monotonic()
        if waiting and not self._threads:
            self.warned(f"no worker is left at {self._address}: waiting for one (Ctrl-C ends)")

    def _refuse_to_wait_for_nobody(self) -> None:
        """Give up where no worker is left of those that were started here: nobody will start another."""
        if self._threads or not LOCAL.fullmatch(self._address):
            self._lonely_since = None
        elif self._lonely_since is None:
            self._lonely_since = time.monotonic()
        elif time.monotonic() > self._lonely_since + LONELY:
            raise Failed("all worker processes of this machine have died: look whether it has enough memory")

    def _refuse_other_versions(self) -> None:
        ours = parcels.versions()
        for worker, theirs in self._client.run(parcels.versions, on_error="return").items():
            if isinstance(theirs, BaseException):
                raise Failed(f"worker {worker} has no conquestlab: pip install conquestlab=={VERSION} there")
            parcels.refuse(worker, ours, theirs)


class _OnCluster:
    """A bundle that was sent to a scheduler."""

    def __init__(self, workers: ClusterWorkers, bundle: Bundle, future: Future):
        self._workers = workers
        self._bundle = bundle
        self._future = future

    def done(self) -> bool:
        """Tell whether its result has come."""
        return bool(self._future.done())

    def result(self) -> Delivery:
        """Wait for what came of it."""
        batches = self._bundle.batches
        about = f" ({batches[0].rulebook.label}, from game {batches[0].first} on)" if batches else ""
        delivery: Delivery = self._workers.take(self._future, about)
        return delivery
