"""Attacks to be played beside the exact odds, as the options ask, with a bar of how far they are."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from conquestlab.analysis.games.trial import Trial


@contextmanager
def trial_of(
    asked: dict[str, Any], attacks: int, needs_compiling: Callable[[], bool]
) -> Iterator[Trial | None]:
    """Give the trial that `--simulate`, `--seed` and `--jobs` ask for, None without `--simulate`.

    Parameters
    ----------
    asked : dict
        The options: simulate, seed, jobs, quiet, and `say`, which takes words for stderr.
    attacks : int
        How many attacks will be tried, one after the other.
    needs_compiling : callable
        Tells whether playing them compiles a kernel first.
    """
    if not asked["simulate"]:
        yield None
        return
    from conquestlab.analysis.seeds import parse_seeds
    from conquestlab.reports.progress import Progress

    if needs_compiling():
        asked["say"]("compiling the kernels once, about 5 s")
    games = asked["simulate"]
    with Progress(games * attacks, "attacks", quiet=asked["quiet"]) as bar:
        told = 0

        def progress(played: int) -> None:
            nonlocal told
            bar.advance(played - told)
            told = played % games  # the next attack begins at 0

        yield Trial(games, parse_seeds(asked["seed"]).text, asked["jobs"], progress)
