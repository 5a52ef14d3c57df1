"""Plays the variants of a comparison side by side: the same games of each, chunk by chunk, on all cores."""

from __future__ import annotations

from contextlib import closing
from typing import TYPE_CHECKING, NamedTuple

from conquestlab.analysis.bots.guests import GuestFailed
from conquestlab.analysis.cores import in_chunks
from conquestlab.analysis.playing.first_games import play_watched
from conquestlab.analysis.playing.many_games import Listener

if TYPE_CHECKING:
    from conquestlab.analysis.comparing.pairs import Pairs
    from conquestlab.analysis.comparing.variants import Comparison
    from conquestlab.analysis.measures.tallies import Tally


class Sums(NamedTuple):
    """What the games of a comparison add up to.

    Attributes
    ----------
    tallies : tuple of Tally
        By variant, the base first.
    pairs : tuple of Pairs
        Of the base with each of the others.
    """

    tallies: tuple[Tally, ...]
    pairs: tuple[Pairs, ...]

    def plus(self, other: Sums) -> Sums:
        """Return the sums of the games of both."""
        return Sums(
            tuple(a + b for a, b in zip(self.tallies, other.tallies, strict=True)),
            tuple(a + b for a, b in zip(self.pairs, other.pairs, strict=True)),
        )


class Outcome(NamedTuple):
    """What came of a comparison.

    Attributes
    ----------
    sums : Sums or None
        Of all games from the first on that were played without a gap; None if there are none.
    interrupted : bool
        Ctrl-C came before the end.
    """

    sums: Sums | None
    interrupted: bool


def play_together(
    comparison: Comparison,
    *,
    jobs: int | None = None,
    within: float | None = None,
    listener: Listener = Listener(),  # noqa: B008 - an immutable record
) -> Outcome:
    """Play the games of a comparison and add them up.

    Neither the number of threads nor an interruption changes what comes out of the games that were played.

    Parameters
    ----------
    comparison : Comparison
    jobs : int, optional
        Threads; as many as there are cores if not given.
    within : float, optional
        Stop when every difference of a share of the wins is known to this, up or down; looked at after each
        chunk, in order.
    listener : Listener
        Told of the games of all variants.

    Raises
    ------
    GuestFailed
        A bot outside failed; its `outcome` is that of the games before, up to the last whole chunk.
    """
    sums: Sums | None = None

    def work(first: int, count: int) -> Sums:
        played = play_chunk(comparison, first, count, listener, comparison.games if within is None else 0)
        listener.played(count * len(comparison.experiments))
        return played

    try:
        for experiment in comparison.experiments:
            experiment.get_ready(listener.compiling)
        spread = in_chunks(work, comparison.games, comparison.chunk, jobs, comparison.stop)
        with closing(comparison), closing(spread) as chunks:
            for chunk in chunks:
                sums = chunk if sums is None else sums.plus(chunk)
                if within is not None and doubt(comparison, sums) <= within:
                    break
    except KeyboardInterrupt:
        return Outcome(sums, interrupted=True)
    except GuestFailed as failure:
        failure.outcome = Outcome(sums, interrupted=True)
        raise
    return Outcome(sums, interrupted=False)


def play_chunk(
    comparison: Comparison,
    first: int,
    count: int,
    listener: Listener = Listener(),  # noqa: B008 - an immutable record
    wanted: int = 0,
) -> Sums:
    """Play some games of each variant, of `wanted` in all where that is known, and add them up."""
    from conquestlab.analysis.comparing.pairs import Side, pair_up

    tallies, sides = [], []
    for experiment in comparison.experiments:
        rows = play_watched(experiment, first, count, listener.warned, wanted)
        tally = experiment.tally(rows)
        tallies.append(tally)
        sides.append(Side(rows, tally.quantities, experiment.bots))
    cap = min(comparison.caps)
    return Sums(tuple(tallies), tuple(pair_up(sides[0], side, cap) for side in sides[1:]))


def doubt(comparison: Comparison, sums: Sums) -> float:
    """Return the largest half of an interval of a difference of win shares; 1 if one is not known."""
    from conquestlab.analysis.comparing.contrast import Sides
    from conquestlab.analysis.comparing.contrasts import contrasts_of

    base, *others = sums.tallies
    seats = [("win_share", str(seat + 1)) for seat in range(base.seats)]
    bots = [("win_share", kind.of) for kind in base.quantities if kind.measure == "win_share"]
    widest = 0.0
    for other, pairs in zip(others, sums.pairs, strict=True):
        found = contrasts_of(Sides(base, other, pairs, ({}, {}), comparison.apart), [*seats, *bots])
        if len(found) < len(seats) + len(bots):
            return 1.0
        for contrast in found.values():
            _, low, high, *_ = contrast.difference
            if low is None or high is None:
                return 1.0
            widest = max(widest, (high - low) / 2.0)
    return widest
