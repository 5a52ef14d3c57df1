"""Plays the variants of a comparison side by side: the same games of each, chunk by chunk, on all cores."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from conquestlab.analysis.comparing.detection import WHOLE_BLOCKS
from conquestlab.analysis.comparing.variants import Comparison
from conquestlab.analysis.playing.noting import noting
from conquestlab.analysis.playing.reducers import tallied
from conquestlab.analysis.playing.workers import Done, Job, Listener, Workers, add_up, opened

if TYPE_CHECKING:
    from conquestlab.analysis.chances.noted_games import NotedGames
    from conquestlab.analysis.comparing.pairs import Pairs
    from conquestlab.analysis.measures.tallies import Tally
    from conquestlab.analysis.playing.batches import Batch, PlayedBatch


@dataclass(frozen=True)
class Sums:
    """What the games of a comparison add up to.

    Attributes
    ----------
    tallies : tuple of Tally
        By variant, the base first.
    pairs : tuple of Pairs
        Of the base with each of the others.
    noted : tuple of NotedGames or None
        By variant: some of the games, the same of each; None where the engine notes nothing.
    """

    tallies: tuple[Tally, ...]
    pairs: tuple[Pairs, ...]
    noted: tuple[NotedGames | None, ...]

    def __add__(self, other: Sums) -> Sums:
        """Return the sums of the games of both."""
        return Sums(
            tuple(a + b for a, b in zip(self.tallies, other.tallies, strict=True)),
            tuple(a + b for a, b in zip(self.pairs, other.pairs, strict=True)),
            tuple(
                None if a is None or b is None else a + b
                for a, b in zip(self.noted, other.noted, strict=True)
            ),
        )


FIRST_LOOK = 300  # games after which shares are looked at for the first time
STEP = 10  # then after every tenth part more


def play_together(
    comparison: Comparison,
    *,
    first: int = 0,
    games: int | None = None,
    jobs: int | Workers | None = None,
    within: float | None = None,
    listener: Listener = Listener(),  # noqa: B008 - an immutable record
) -> Done:
    """Play the games of a comparison and add them up.

    Neither the number of threads nor an interruption changes what comes out of the games that were played.

    Parameters
    ----------
    comparison : Comparison
    first, games : int
        The games to play; all of them if not given.
    jobs : int or Workers, optional
        Threads, as many as there are cores if not given; or workers that are open.
    within : float, optional
        Stop when every difference of a share of the wins is known to this, up or down; looked at after the
        first games, and again after every tenth part more.
    listener : Listener
        Told of the games of all variants.

    Raises
    ------
    ExternalBotFailed
        A bot outside failed; its `outcome` is that of the games before, up to the last whole chunk.
    """
    cap = min(comparison.caps)
    last = comparison.games if games is None else first + games
    noted = [noting(one.batch(), one.first, one.games) for one in comparison.experiments]
    bases = [] if first >= last else _portions(comparison, first, last, within is not None)
    jobs_to_do = (
        Job(PairUp(cap), tuple(one.part(base.first, base.games) for one in noted)) for base in bases
    )
    with opened(jobs) as workers:
        return add_up(
            jobs_to_do,
            workers,
            listener,
            ready=[experiment.batch() for experiment in comparison.experiments],
            is_enough=lambda sums: within is not None and widest_half_width(comparison, sums[0]) <= within,
            wanted=last if within is None else 0,
        )


def _portions(comparison: Comparison, first: int, last: int, looking: bool) -> Iterator[Batch]:
    """Yield the games of the base in chunks; small ones at the beginning where they are looked at.

    Each look has about a tenth more games than the one before, however large the chunks of an engine are: so
    no more games are played than a tenth above those that it takes.
    """
    while first < last:
        games = comparison.chunk
        if looking:
            step = first // STEP if first else FIRST_LOOK
            games = min(games, max(1, step // WHOLE_BLOCKS) * WHOLE_BLOCKS)
        games = min(games, last - first)
        yield comparison.base.batch(first, games)
        first += games


@dataclass(frozen=True)
class PairUp:
    """The reducer of a comparison: adds up the same games of each variant, and their pairs with the base.

    Attributes
    ----------
    cap : int
        Rounds up to which all variants would play.
    """

    cap: int

    def __call__(self, *played: PlayedBatch) -> Sums:
        """Return what the games come to."""
        from conquestlab.analysis.comparing.pairs import Side, pair_up

        tallies = tuple(tallied(one) for one in played)
        base, *others = (
            Side(one.rows, tally.quantities, one.batch.bots)
            for one, tally in zip(played, tallies, strict=True)
        )
        noted = tuple(one.noted for one in played)
        return Sums(tallies, tuple(pair_up(base, other, self.cap) for other in others), noted)


def widest_half_width(comparison: Comparison, sums: Sums) -> float:
    """Return the largest half of an interval of a difference of win shares; 1 if one is not known."""
    from conquestlab.analysis.comparing.contrast import Sides
    from conquestlab.analysis.comparing.contrasts import contrasts_of

    base, *others = sums.tallies
    seats = [("win_share", str(seat + 1)) for seat in range(base.seats)]
    bots = [("win_share", kind.of) for kind in base.quantities if kind.measure == "win_share"]
    widest = 0.0
    for other, pairs in zip(others, sums.pairs, strict=True):
        found = contrasts_of(Sides(base, other, pairs, ({}, {}), comparison.independent), [*seats, *bots])
        if len(found) < len(seats) + len(bots):
            return 1.0
        for contrast in found.values():
            _, low, high, *_ = contrast.difference
            if low is None or high is None:
                return 1.0
            widest = max(widest, (high - low) / 2.0)
    return widest
