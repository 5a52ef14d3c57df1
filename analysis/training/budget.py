"""How long a training may go on: so many generations, or so much time with its end counted in."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any, Protocol

from conquestlab.analysis.training.outcome import games_to_close

RECENT = 5  # generations by which the next ones are guessed
SPARE = 1.5  # times as long as guessed is kept for the end, whose games are other ones


class UnderWay(Protocol):
    """What goes on generation by generation."""

    generation: int
    games_played: int


class Budget:
    """Generations and seconds, of which the time between two runs is no part.

    Parameters
    ----------
    generations : int or None
    seconds : float or None
        For everything: compiling, generations, and the choice and the proof at the end.
    began : float
        On the monotonic clock, when this run did.
    used : float
        Seconds used in earlier runs.
    closing : callable
        Takes what is under way; how many games its end takes.
    recent : int
        Generations by which the next ones are guessed: as many as there are until all kinds have come by.
    """

    def __init__(
        self,
        generations: int | None,
        seconds: float | None,
        began: float,
        used: float = 0.0,
        closing: Callable[[Any], int] = games_to_close,
        recent: int = RECENT,
    ):
        self._generations = generations
        self._seconds = seconds
        self._began = began - used
        self._closing = closing
        self._recent = recent
        self._marks: list[tuple[float, int]] = []

    @property
    def used(self) -> float:
        """Seconds used so far, in all runs."""
        return time.monotonic() - self._began

    def note(self, training: UnderWay) -> None:
        """Note how far the training is; to be called before the first generation and after each."""
        self._marks = [*self._marks, (time.monotonic(), training.games_played)][-self._recent - 1 :]

    def is_over(self, training: UnderWay) -> bool:
        """Tell whether no more generation is to be played; one is always."""
        return training.generation >= max(1, self.expected(training))

    def expected(self, training: UnderWay) -> int:
        """Return about how many generations there will be, those that are done included."""
        done = training.generation
        ends = [] if self._generations is None else [self._generations]
        if self._seconds is not None and self.used >= self._seconds:
            ends.append(done)
        elif self._seconds is not None and len(self._marks) > 1:
            (first, played_first), (last, played_last) = self._marks[0], self._marks[-1]
            spent, games = last - first, played_last - played_first
            left = self._seconds - self.used - SPARE * self._closing(training) * spent / games
            ends.append(done + max(0, int(left * (len(self._marks) - 1) / spent)))
        return min(ends) if ends else done + 1
