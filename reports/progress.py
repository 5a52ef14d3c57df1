"""How far a long work is, with its rate and the time left, on standard error where that is a terminal."""

from __future__ import annotations

import contextlib
import os
import sys
import threading
import time
from collections.abc import Callable
from types import TracebackType
from typing import TYPE_CHECKING

from conquestlab.analysis.language import numerals, say
from conquestlab.kernels.compiling.told import Compiling, telling

if TYPE_CHECKING:
    from rich.progress import Progress as RichProgress
    from rich.progress import Task
    from rich.text import Text

_PATIENCE = 1.0
FEW_KERNELS = 5  # compiled, from which it is not told yet how long the rest takes


class Progress:
    """A bar that appears when the work takes longer than a second, and disappears at its end.

    While kernels are compiled it says how many there are and how long the rest takes; the rate of the work is
    counted anew from then on, so that it is the rate of the work alone. Nothing is written, and nothing
    imported, where standard error is no terminal or the work is done sooner. Any thread may advance it.

    Parameters
    ----------
    total
        Units of work, those done before included.
    unit
        What is counted, for example `games`.
    done
        Units done before, in an interrupted run.
    quiet
        Never show anything.

    Examples
    --------
    >>> with Progress(3, "games") as progress:
    ...     for game in range(3):
    ...         progress.advance()
    """

    def __init__(self, total: int, unit: str, *, done: int = 0, quiet: bool = False) -> None:
        self._total = total
        self._unit = unit
        self._before = done
        self._done = done
        self._silent = quiet or not _can_be_redrawn()
        self._lock = threading.Lock()
        self._bar: RichProgress | None = None
        self._began = time.monotonic()
        self._compiling = ""
        self._compiles_since = self._began
        self._told = telling(self.compiling)

    def __enter__(self) -> Progress:
        self._began = time.monotonic()
        self._told.__enter__()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._told.__exit__(kind, error, trace)
        with self._lock:
            self._silent = True
            bar, self._bar = self._bar, None
        if bar is not None:
            with contextlib.suppress(OSError):
                bar.stop()

    def advance(self, units: int = 1) -> None:
        """Count units of work as done."""
        with self._lock:
            self._done += units
            if self._silent:
                return
            self._show(time.monotonic() - self._began)
            if self._bar is not None:
                self._bar.update(self._bar.task_ids[0], completed=self._done)

    def compiling(self, how_far: Compiling | None) -> None:
        """Show how far the compiling is that the work waits for; None where the work goes on."""
        with self._lock:
            now = time.monotonic()
            if how_far is None:
                self._compiling, self._before, self._began = "", self._done, now
            elif not self._silent:
                if not how_far.done:
                    self._compiles_since = now
                self._show(now - self._compiles_since)
                self._compiling = _compiling(how_far, now - self._compiles_since)

    def _show(self, waited: float) -> None:
        """Show the bar, if it is not shown yet and somebody has waited long enough."""
        if self._bar is None and waited >= _PATIENCE:
            self._bar = self._new_bar()
            self._bar.start()

    def begin_at(self, units: int) -> None:
        """Count units as done before, and the clock of the rate from now on."""
        with self._lock:
            self._before = self._done = units
            self._began = time.monotonic()

    def expect(self, total: int) -> None:
        """Say anew how many units of work there are."""
        with self._lock:
            self._total = total
            if self._bar is not None:
                self._bar.update(self._bar.task_ids[0], total=total)

    @property
    def done(self) -> int:
        """Units done so far."""
        return self._done

    def _new_bar(self) -> RichProgress:
        from rich.console import Console
        from rich.progress import BarColumn, MofNCompleteColumn, ProgressColumn, TextColumn
        from rich.progress import Progress as RichProgress
        from rich.text import Text

        unit = self._unit
        progress = self

        class Rate(ProgressColumn):
            def render(self, task: Task) -> Text:
                return Text(
                    progress._compiling
                    or _pace(
                        task.completed - progress._before,
                        (task.total or 0) - task.completed,
                        time.monotonic() - progress._began,
                        unit,
                    )
                )

        bar = RichProgress(
            MofNCompleteColumn(),
            TextColumn(unit),
            BarColumn(),
            Rate(),
            console=Console(stderr=True),
            transient=True,
            redirect_stdout=False,
        )
        bar.add_task(unit, total=self._total, completed=self._done)
        return bar


def once(speak: Callable[[str], object]) -> Callable[[str], None]:
    """Return what says the first words it is given, and none after."""
    said: list[str] = []

    def say_once(words: str) -> None:
        if not said:
            said.append(words)
            speak(words)

    return say_once


def _can_be_redrawn() -> bool:
    return sys.stderr is not None and sys.stderr.isatty() and os.environ.get("TERM") != "dumb"


def _pace(done: float, to_do: float, seconds: float, unit: str) -> str:
    """Say the mean rate since the start, and how long the rest takes at that rate."""
    if done <= 0 or seconds <= 0:
        return ""
    rate = done / seconds
    speed = (
        f"{rate:,.0f} {unit}/s"
        if rate >= 10
        else f"{rate:.2g} {unit}/s"
        if rate >= 0.1
        else say("{rate} {unit}/min", rate=numerals(f"{60 * rate:.2g}"), unit=unit)
    )
    return say("{speed}, {clock} left", speed=speed, clock=_clock(max(0.0, to_do) / rate))


def _compiling(how_far: Compiling, seconds: float) -> str:
    """Say which kernel is compiled, how many there are, and how long the rest takes as fast as so far."""
    said = say(
        "compiling {done} of {total} kernels, once",
        done=min(how_far.done + 1, how_far.total),
        total=how_far.total,
    )
    if how_far.done < FEW_KERNELS:
        return said
    return say(
        "{said}: {clock} left",
        said=said,
        clock=_clock(seconds / how_far.done * (how_far.total - how_far.done)),
    )


def _clock(seconds: float) -> str:
    left = round(seconds)
    hours, minutes = left // 3600, left // 60 % 60
    return f"{hours}:{minutes:02}:{left % 60:02}" if hours else f"{minutes}:{left % 60:02}"
