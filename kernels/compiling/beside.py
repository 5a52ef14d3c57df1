"""Several kernels compiled at once: some in this process, some in others beside it.

Numba compiles in one thread at a time, so each other core needs a process of its own. Such a process is told
of one kernel after the other and keeps their machine code in the folder of the cache, from which this process
loads it when it comes to the kernel. Whatever a process does not do, because it cannot be started or breaks
off, is compiled here.
"""

import os
import sys
import threading
from collections import deque
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from importlib import import_module
from types import ModuleType
from typing import Any, NamedTuple

from conquestlab.kernels.compiling.apart import Taken, native_code, usual_cells
from conquestlab.kernels.compiling.jit import cache_folder, cache_is_warm, config

FEWEST = 2  # kernels for which another process is worth its start
MOST_PROCESSES = 4  # with this one; the largest kernel is about a quarter of the work
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
    def extent(self) -> int:
        """How much code it is, with all that it calls."""
        seen: dict[Any, int] = {}
        waiting = [self.kernel]
        while waiting:
            function = getattr(waiting.pop(), "py_func", None)
            if function is not None and function not in seen:
                code = function.__code__
                seen[function] = len(code.co_code)
                waiting += [function.__globals__.get(name) for name in code.co_names]
        return sum(seen.values())

    def compile(self) -> None:
        """Compile it here, or load it."""
        native_code(self.kernel, self.result, tuple(self.arguments))


def units_apart(package: str, begun: Iterable[Unit]) -> list[Unit]:
    """Return the kernels of an engine set apart that some others come to, but for those that few games do."""
    reached = _reached([unit.kernel for unit in begun])
    return [
        Unit(cell.kernel, cell.result, cell.arguments)
        for cell in usual_cells(package)
        if cell.kernel in reached
    ]


def _reached(kernels: Iterable[Any]) -> set[Any]:
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
    waiting = deque(sorted(cold.values(), key=lambda unit: unit.extent, reverse=True))
    total, lock, finished = len(waiting), threading.Lock(), 0

    def next_unit() -> Unit | None:
        with lock:
            return waiting.popleft() if waiting else None

    def finish(unit: Unit) -> None:
        nonlocal finished
        with lock:
            finished += 1
            done(finished, total, unit.name[1])

    processes = 1 if total < FEWEST or cache_folder() is None else min(_cores(), MOST_PROCESSES, total)
    if total:
        done(0, total, "")
    left: list[Unit] = []
    work = next_unit, finish, left
    beside = [threading.Thread(target=_have_compiled, args=work, daemon=True) for _ in range(processes - 1)]
    for thread in beside:
        thread.start()
    while (unit := next_unit()) is not None:
        unit.compile()
        finish(unit)
    for thread in beside:
        thread.join()
    for unit in left:
        unit.compile()
        finish(unit)


def _cores() -> int:
    """Return how many cores there are for this process."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _have_compiled(
    next_unit: Callable[[], Unit | None], finish: Callable[[Unit], None], left: list[Unit]
) -> None:
    """Have a process beside this one compile one kernel after the other; what it does not do is left."""
    import base64
    import pickle
    import subprocess

    unit: Unit | None = None
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
            while (unit := next_unit()) is not None:
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

    with suppress(KeyboardInterrupt, BrokenPipeError):
        for line in sys.stdin.buffer:
            module, name, result, arguments = pickle.loads(base64.b64decode(line))
            kernel = getattr(import_module(module), name)
            Unit(getattr(kernel, "kernel", kernel), result, arguments).compile()
            sys.stdout.buffer.write(b"done\n")
            sys.stdout.buffer.flush()
