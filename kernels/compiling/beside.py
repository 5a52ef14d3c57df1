"""Several kernels compiled at once: some in this process, some in others beside it.

Numba compiles in one thread at a time, so each other core needs a process of its own. Such a process is told
of one kernel after the other and keeps their machine code in the folder of the cache, from which this process
loads it when it comes to the kernel. Whatever a process does not do, because it cannot be started or breaks
off, is compiled here.
"""

import gc
import os
import sys
import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import cache
from importlib import import_module
from types import ModuleType
from typing import Any, NamedTuple

import numpy as np

from conquestlab.kernels.compiling.apart import Taken, native_code, needed_cells
from conquestlab.kernels.compiling.jit import cache_folder, cache_is_warm, config

FEWEST = 2  # kernels for which another process is worth its start
MOST_PROCESSES = 4  # with this one; the largest kernel is about a quarter of the work
COLLECTIONS = 20_000, 20, 100  # thresholds of `gc` while kernels are compiled
SERVE = "from conquestlab.kernels.compiling.beside import serve; serve()"


class Unit(NamedTuple):
    """A kernel that is compiled as a whole, with what it calls; see `native_code`."""

    kernel: Any
    result: Any
    arguments: Sequence[Taken]

    @property
    def name(self) -> tuple[str, str]:
        """Its module and its name there."""
        return self.kernel.__module__, self.kernel.__qualname__

    @property
    def parts(self) -> dict[Any, int]:
        """The functions that it is made of, all that it calls, and how much code each is."""
        seen: dict[Any, int] = {}
        waiting = [self.kernel]
        while waiting:
            function = getattr(waiting.pop(), "py_func", None)
            if function is not None and function not in seen:
                code = function.__code__
                seen[function] = len(code.co_code)
                waiting += [function.__globals__.get(name) for name in code.co_names]
        return seen

    def compile(self) -> None:
        """Compile it here, or load it."""
        native_code(self.kernel, self.result, tuple(self.arguments))


def units_apart(package: str, begun: Iterable[Any], rules: np.void, bots: np.ndarray) -> list[Unit]:
    """Return the kernels of an engine set apart that others come to in games of these rules and bots."""
    reached = _reached(tuple(begun))
    return [
        Unit(cell.kernel, cell.result, cell.arguments)
        for cell in needed_cells(package, rules, bots)
        if cell.kernel in reached
    ]


@cache
def _reached(kernels: tuple[Any, ...]) -> set[Any]:
    """Return the kernels that are called from some, directly or not, with these and those set apart."""
    reached: set[Any] = set()
    waiting = list(kernels)
    while waiting:
        kernel = waiting.pop()
        kernel = getattr(kernel, "kernel", kernel)  # of one set apart
        function = getattr(kernel, "py_func", None)
        if function is None or kernel in reached:
            continue
        reached.add(kernel)
        names = function.__code__.co_names
        found = [function.__globals__.get(name) for name in names]
        waiting += found
        for module in found:
            if isinstance(module, ModuleType):
                waiting += [getattr(module, name, None) for name in names]
    return reached


def compile_units(units: Iterable[Unit], done: Callable[[int, int, str], object]) -> None:
    """Compile kernels side by side, on all cores.

    Parameters
    ----------
    units : iterable of Unit
        Those that are kept in the cache already are left out.
    done : callable
        Told how many are done, of how many, and the name of the one that was done last; first of none.
    """
    if config.DISABLE_JIT:
        return
    cold = {unit.name: unit for unit in units if not cache_is_warm(unit.kernel)}
    waiting = Waiting(cold.values())
    total, lock, finished = len(cold), threading.Lock(), 0

    def finish(unit: Unit) -> None:
        nonlocal finished
        with lock:
            finished += 1
            done(finished, total, unit.name[1])

    processes = 1 if total < FEWEST or cache_folder() is None else min(_cores(), MOST_PROCESSES, total)
    if total:
        done(0, total, "")
    left: list[Unit] = []
    work = waiting, finish, left
    beside = [threading.Thread(target=_have_compiled, args=work, daemon=True) for _ in range(processes - 1)]
    with _few_collections():
        for thread in beside:
            thread.start()
        written: set[Any] = set()
        while (unit := waiting.next_for(written)) is not None:
            unit.compile()
            finish(unit)
        for thread in beside:
            thread.join()
        for unit in left:
            unit.compile()
            finish(unit)


class Waiting:
    """Kernels that wait to be compiled.

    A part of several kernels is written again in each process that compiles one of them. So a process is
    given the largest kernel, but rather one whose parts no other process has written yet.
    """

    def __init__(self, units: Iterable[Unit]):
        self._parts = {unit: unit.parts for unit in units}
        self._written: set[Any] = set()
        self._lock = threading.Lock()

    def next_for(self, written: set[Any]) -> Unit | None:
        """Return the next kernel for a process, or None; its parts are added to what that has written."""

        def fitness(unit: Unit) -> int:
            again = self._written - written
            return sum(-size if part in again else size for part, size in self._parts[unit].items())

        with self._lock:
            unit = max(self._parts, key=fitness, default=None)
            if unit is not None:
                parts = self._parts.pop(unit)
                written.update(parts)
                self._written.update(parts)
            return unit


@contextmanager
def _few_collections() -> Iterator[None]:
    """Have Python look for garbage seldom: most of what a compiler makes lasts, so little is found."""
    before = gc.get_threshold()
    gc.freeze()
    gc.set_threshold(*COLLECTIONS)
    try:
        yield
    finally:
        gc.set_threshold(*before)
        gc.unfreeze()


def _cores() -> int:
    """Return how many cores there are for this process."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _have_compiled(waiting: Waiting, finish: Callable[[Unit], None], left: list[Unit]) -> None:
    """Have a process beside this one compile one kernel after the other; what it does not do is left."""
    import base64
    import pickle
    import subprocess

    unit: Unit | None = None
    written: set[Any] = set()
    try:
        with subprocess.Popen(
            [sys.executable, "-c", SERVE],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env=os.environ | {"PYTHONPATH": os.pathsep.join(path for path in sys.path if path)},
        ) as process:
            assert process.stdin is not None
            assert process.stdout is not None
            while (unit := waiting.next_for(written)) is not None:
                order = pickle.dumps((*unit.name, unit.result, unit.arguments))
                process.stdin.write(base64.b64encode(order) + b"\n")
                process.stdin.flush()
                if process.stdout.readline() != b"done\n":
                    break
                finish(unit)
            process.stdin.close()
    except OSError:
        pass
    if unit is not None:
        left.append(unit)


def serve() -> None:
    """Compile what is asked for on standard input, one kernel a line."""
    import base64
    import pickle

    with suppress(KeyboardInterrupt, BrokenPipeError), _few_collections():
        for line in sys.stdin.buffer:
            module, name, result, arguments = pickle.loads(base64.b64decode(line))
            kernel = getattr(import_module(module), name)
            Unit(getattr(kernel, "kernel", kernel), result, arguments).compile()
            sys.stdout.buffer.write(b"done\n")
            sys.stdout.buffer.flush()
