"""Parcels: work as it travels to workers of other machines, and what these do with it.

A parcel says which versions packed it, and is opened only where they are the same. The worker lays down the
files of user's bots, and compiles what is not compiled yet, one process of a machine at a time.
"""

from __future__ import annotations

import pickle
import platform
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from conquestlab.analysis.errors import Failed
from conquestlab.analysis.version import VERSION

if TYPE_CHECKING:
    from conquestlab.analysis.playing.batches import Batch
    from conquestlab.analysis.playing.pieces import Away, Delivery

LOCK = "compiling.lock"
MOMENT = 0.2  # seconds from one try to take the lock to the next

Versions = dict[str, str]
Parcel = tuple[Versions, Versions, bytes]


@cache
def versions() -> Versions:
    """Return what has to be the same on all machines, so that they play the same games."""
    import numba
    import numpy as np

    python = ".".join(platform.python_version_tuple()[:2])
    return {"conquestlab": VERSION, "Python": python, "numba": numba.__version__, "numpy": np.__version__}


def refuse(worker: str, ours: Versions, theirs: Versions) -> None:
    """Refuse a worker that has another version of something."""
    for name, version in ours.items():
        other = theirs.get(name, "none")
        if other != version:
            way = f"pip install {name}=={version} there"
            if name == "Python":
                way = f"start it with Python {version}"
            elif name.startswith("engine "):
                way = "install the same conquestlab there"
            raise Failed(f"worker {worker} has {name} {other}, not {version} as here: {way}")


def packed(work: Any, batches: Iterable[Batch]) -> Parcel:
    """Return work as a parcel, with the batches that are played in it."""
    return versions(), engines_of(batches), pickle.dumps(work)


def engines_of(batches: Iterable[Batch]) -> Versions:
    """Return the versions of the engines that play."""
    return {f"engine {batch.engine.name}": str(batch.engine.version) for batch in batches}


def carry(parcel: Parcel) -> Delivery:
    """Carry out a bundle."""
    away: Away = _opened(parcel)
    _refuse_other_engines(parcel, away.bundle.batches)
    bundle = away.bundle.settled(_settled)
    for batch in bundle.batches:
        _warm(batch)
    return away._replace(bundle=bundle)()


def cold_kernels(parcel: Parcel) -> list[str]:
    """Return the engines whose kernels have to be compiled on this machine."""
    batches: list[Batch] = _opened(parcel)
    return sorted({batch.engine.name for batch in batches if batch.is_cold})


def warm(parcel: Parcel) -> None:
    """Compile them."""
    batches: list[Batch] = _opened(parcel)
    for batch in batches:
        _warm(_settled(batch))


def _opened(parcel: Parcel) -> Any:
    theirs, _, content = parcel
    refuse(_name(), theirs, versions())
    return pickle.loads(content)


def _refuse_other_engines(parcel: Parcel, batches: Iterable[Batch]) -> None:
    refuse(_name(), parcel[1], engines_of(batches))


def _name() -> str:
    from distributed import get_worker

    try:
        return str(get_worker().address)
    except ValueError:
        return platform.node()


def _settled(batch: Batch) -> Batch:
    """Return a batch whose bots can play here."""
    from conquestlab.analysis.bots.unpacked_bots import unpacked

    if not any(bot.is_from_user for bot in batch.seated):
        return batch
    return replace(batch, seated=tuple(unpacked(bot, _folder()) for bot in batch.seated))


def _folder() -> Path:
    """Return the folder of this worker for files of bots; it is taken away with the worker."""
    from distributed import get_worker

    return Path(get_worker().local_directory) / "bots"


_WARM: set[Any] = set()


def _warm(batch: Batch) -> None:
    """Load kernels; what has to be compiled is so by one process of a machine, while the others wait."""
    key = batch.engine.name, frozenset(policy for bot in batch.seated for policy in bot.policies)
    if key in _WARM:
        return
    if batch.is_cold:
        with _alone():
            batch.get_ready(lambda seconds: None)
    else:
        batch.get_ready(lambda seconds: None)
    _WARM.add(key)


@contextmanager
def _alone() -> Iterator[None]:
    """Hold a lock of this machine."""
    from conquestlab.analysis.locks import take
    from conquestlab.kernels.compiling.jit import cache_folder

    folder, lock = cache_folder(), None
    while folder is not None and lock is None:
        try:
            lock = take(folder / LOCK, "")
        except Failed:
            time.sleep(MOMENT)
        except OSError:
            folder = None
    try:
        yield
    finally:
        if lock is not None:
            lock.release()
