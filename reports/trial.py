"""Attacks to be played beside the exact odds, as a request asks, with a bar of how far they are."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from conquestlab.analysis.games.trial import Trial

if TYPE_CHECKING:
    from conquestlab.analysis.requests.exact import OddsRequest
    from conquestlab.reports.answer import Output


@contextmanager
def trial_of(
    request: OddsRequest,
    output: Output,
    attacks: int,
    needs_compiling: Callable[[], bool],
    unit: str = "attacks",
) -> Iterator[Trial | None]:
    """Give the trial that `--simulate`, `--seed` and `--jobs` ask for, None without `--simulate`.

    Parameters
    ----------
    request : OddsRequest
    output : Output
    attacks : int
        How many attacks will be tried, one after the other.
    needs_compiling : callable
        Tells whether playing them compiles a kernel first.
    unit : str
        What is tried, as the bar of progress calls it.
    """
    if not request.simulate:
        yield None
        return
    from conquestlab.analysis.seeds import parse_seeds

    if needs_compiling():
        output.voice.compiling(5)
    games = request.simulate
    with output.voice.progress(games * attacks, unit) as bar:
        told = 0

        def progress(played: int) -> None:
            nonlocal told
            bar.advance(played - told)
            told = played % games  # the next attack begins at 0

        yield Trial(games, parse_seeds(request.seed).text, request.jobs, progress)
