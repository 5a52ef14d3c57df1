"""Clusters for tests: one inside this process, and one of programs that are started by hand."""

import socket
import subprocess
import sys
import time
from contextlib import contextmanager

import pytest


@contextmanager
def inside(workers=2, **options):
    """Give the workers of a scheduler that runs in this process, with the cluster itself."""
    distributed = pytest.importorskip("distributed", reason="needs the extra `cluster`")
    from conquestlab.analysis.playing.cluster import ClusterWorkers

    with distributed.LocalCluster(
        n_workers=workers,
        threads_per_worker=1,
        processes=False,
        dashboard_address="127.0.0.1:0",
        worker_dashboard_address="127.0.0.1:0",
        memory_limit=0,
        **options,
    ) as cluster:
        client = distributed.Client(cluster, set_as_default=False)
        with ClusterWorkers(client, "inside") as opened:
            yield opened, cluster


class ByHand:
    """A scheduler and workers that are programs of their own, each in an empty folder."""

    def __init__(self, folder):
        pytest.importorskip("distributed", reason="needs the extra `cluster`")
        self.folder = folder
        self.workers = {}
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        self.address = f"tcp://127.0.0.1:{port}"
        words = ("--host", "127.0.0.1", "--port", str(port), "--no-dashboard")
        self.scheduler = self._start("scheduler", *words)

    def _start(self, what, *words, name=None):
        folder = self.folder / (name or what)
        folder.mkdir()
        with open(folder / "said", "wb") as said:
            return subprocess.Popen(
                [sys.executable, "-m", "distributed.cli.dask_" + what, *words],
                cwd=folder,
                stdout=said,
                stderr=said,
                start_new_session=True,
            )

    def worker(self, name):
        """Start a worker."""
        words = (self.address, "--nthreads", "1", "--no-nanny", "--no-dashboard", "--memory-limit", "0")
        self.workers[name] = self._start("worker", *words, "--local-directory", ".", name=name)

    def await_workers(self, count):
        """Wait until so many are there."""
        from distributed import Client

        with Client(self.address, timeout=60, set_as_default=False) as client:
            client.wait_for_workers(count, timeout=120)

    def kill(self, name):
        """Kill a worker at once."""
        self.workers[name].kill()
        self.workers.pop(name).wait()

    def close(self):
        """End everything."""
        for process in (*self.workers.values(), self.scheduler):
            process.kill()
            process.wait()


@contextmanager
def by_hand(folder, *workers):
    """Give a scheduler with these workers."""
    cluster = ByHand(folder)
    try:
        for name in workers:
            cluster.worker(name)
        cluster.await_workers(len(workers))
        yield cluster
    finally:
        cluster.close()


def until(condition, seconds=60):
    """Wait until something is so."""
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, "it did not come about"
        time.sleep(0.05)
