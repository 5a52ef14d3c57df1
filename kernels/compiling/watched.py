"""Counts kernels while they are compiled: how many there are is counted from what calls what.

Numba says when it begins with a kernel that is called from Python, and when it has lowered each that goes
into it. They take about as long each, so their number tells how much is left.
"""

import os
from collections.abc import Iterable, Iterator
from pathlib import Path
from types import CodeType
from typing import Any

from numba.core import event

from conquestlab.kernels.compiling.told import Compiling, is_anybody_told, tell

LOWERED = "native_lowering"  # the last pass of each function

Name = tuple[str, str]  # of a module, and of a function in it


class Watch(event.Listener):  # type: ignore[misc,unused-ignore]
    """Hears what Numba says, one event at a time: it compiles in one thread at a time."""

    def __init__(self) -> None:
        self._depth = 0
        self._done: set[Name] = set()
        self._left: set[Name] = set()

    def expect(self, kernels: Iterable[Any]) -> None:
        """Count kernels that will be compiled soon, with those that they call."""
        if is_anybody_told():
            self._left |= set(kernels_below(kernels)) - self._done

    def expect_no_more(self) -> None:
        """Forget what was expected: it was not needed, or is there."""
        self._left.clear()
        self._done.clear()

    def on_start(self, event: Any) -> None:
        """Begin with a kernel that is called from Python, or come to the next one below it."""
        if "dispatcher" in event.data:
            if not self._depth:
                self.expect([event.data["dispatcher"]])
            self._depth += 1
        elif event.data["name"].startswith(LOWERED) and self._depth:
            tell(Compiling(len(self._done), len(self._done) + len(self._left), str(event.data["qualname"])))

    def on_end(self, event: Any) -> None:
        """Count what has been compiled."""
        if "dispatcher" in event.data:
            self._depth -= 1
            if not self._depth:
                tell(None)
                if not self._left:
                    self.expect_no_more()
        elif event.data["name"].startswith(LOWERED):
            name = str(event.data["module"]), str(event.data["qualname"])
            if name in self._left:
                self._left.remove(name)
                self._done.add(name)


WATCH = Watch()


def listen() -> None:
    """Hear from now on what is compiled."""
    event.register("numba:compile", WATCH)
    event.register("numba:run_pass", WATCH)


def kernels_below(kernels: Iterable[Any]) -> Iterator[Name]:
    """Yield the kernels that are not compiled yet among these and those that they call."""
    seen: set[int] = set()
    kept: dict[str, set[str]] = {}
    waiting = list(kernels)
    while waiting:
        one = waiting.pop()
        if isinstance(one, (tuple, list)):
            waiting += one
        if hasattr(one, "__wrapped__"):  # of a kernel that is compiled apart
            waiting += _held_by(one)
        function = getattr(one, "py_func", None)
        if function is None or id(one) in seen:
            continue
        seen.add(id(one))
        if one.signatures or _is_kept(one, kept):
            continue
        yield function.__module__, function.__qualname__
        waiting += [function.__globals__.get(name) for name in _names_in(function.__code__)]
        waiting += _held_by(function)


def _held_by(function: Any) -> list[Any]:
    """Return what a function knows from the function around it."""
    return [cell.cell_contents for cell in getattr(function, "__closure__", None) or ()]


def _names_in(code: CodeType) -> Iterator[str]:
    """Yield the names that a function uses, and functions inside it."""
    yield from code.co_names
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _names_in(constant)


def _is_kept(kernel: Any, kept: dict[str, set[str]]) -> bool:
    """Whether the machine code of a kernel was kept by an earlier process; folders are read once."""
    folder = kernel.stats.cache_path
    if folder is None:
        return False
    if folder not in kept:
        files = os.listdir(folder) if Path(folder).is_dir() else []
        kept[folder] = {file.rpartition("-")[0] for file in files if file.endswith(".nbi")}
    function = kernel.py_func
    return f"{function.__module__.rpartition('.')[2]}.{function.__qualname__}" in kept[folder]
