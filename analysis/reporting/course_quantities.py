"""What the figures of a page need beyond the measures: standings along the game, who is still in it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from itertools import product
from typing import TYPE_CHECKING, Literal, NamedTuple

from conquestlab.analysis.games import find_game
from conquestlab.analysis.measures.catalogue import COMMON
from conquestlab.analysis.measures.measure import SEAT, SEAT_AND_TENTH, TENTH, Quantity
from conquestlab.analysis.measures.quantities import finished, lasting
from conquestlab.analysis.row import Row

if TYPE_CHECKING:
    import numpy as np

    from conquestlab.analysis.measures.measure import MeasureRow
    from conquestlab.analysis.measures.quantities import GameColumns
    from conquestlab.analysis.measures.tallies import Tally
    from conquestlab.analysis.playing.batches import Batch
    from conquestlab.analysis.playing.experiment import Experiment

MOST_BINS = 40  # of the histogram of lengths
MOST_APART, FAR = 0.99, 1.5  # it ends with this share of those that ended if the rest is so much longer


def course_quantities(experiment: Experiment | Batch) -> tuple[Quantity, ...]:
    """Return the quantities of a run's course; none bears the name of a measure.

    * `standing`, by seat and tenth: mean standing of the seat at that tenth, of finished games;
    * `in_play`, by tenth, where seats can fall: mean number of seats that are still in the game;
    * `eliminated`, by seat, where seats can fall: share of the finished games in which it falls;
    * what the game counts beside.
    """
    from conquestlab.kernels.shared.rows import FIXED_ONE, TENTHS

    seats = range(experiment.seats)
    found = [
        Quantity(
            "standing",
            f"{seat + 1} {tenth + 1}",
            partial(_standing, seat, tenth),
            lasting,
            float(FIXED_ONE),
            kind=SEAT_AND_TENTH,
        )
        for seat in seats
        for tenth in range(TENTHS)
    ]
    if seats_can_fall(experiment):
        found += [
            Quantity("in_play", str(tenth + 1), partial(_in_play, tenth), lasting, kind=TENTH)
            for tenth in range(TENTHS)
        ]
        found += [
            Quantity("eliminated", str(seat + 1), partial(_eliminated, seat), finished, share=True, kind=SEAT)
            for seat in seats
        ]
    return (*found, *find_game(experiment.rulebook.game).facts.course(experiment.rulebook))


def seats_can_fall(experiment: Experiment | Batch) -> bool:
    """Tell whether the game knows eliminations."""
    return COMMON["first_elimination"] in experiment.engine.measures


def _standing(seat: int, tenth: int, games: GameColumns) -> np.ndarray:
    return games.standings[:, tenth, seat] * games.lasting


def _in_play(tenth: int, games: GameColumns) -> np.ndarray:
    from conquestlab.kernels.shared.rows import TENTHS

    by_then = -(-games.rounds * (tenth + 1) // TENTHS)
    still_in = (games.out == 0) | (games.out > by_then[:, None])
    return still_in.sum(axis=1) * games.lasting


def _eliminated(seat: int, games: GameColumns) -> np.ndarray:
    return (games.out[:, seat] > 0) * games.finished


def course_rows(tally: Tally | None, measure: str) -> list[MeasureRow]:
    """Return the rows of one of the course's quantities: measure, of, value, low, high, games."""
    if tally is None:
        return []
    from conquestlab.analysis.measures.ratio_measures import ratio_rows

    return ratio_rows(tally, measure)


def standing_rows(tally: Tally | None) -> list[Row]:
    """Return the mean standing by seat and tenth: seat, tenth, value, low, high, games."""
    found = course_rows(tally, "standing")
    tenths = range(1, 1 + len(found) // tally.seats) if tally else ()
    places = product(range(1, 1 + tally.seats), tenths) if tally else ()
    return [
        {"seat": seat, "tenth": tenth, **{key: row[key] for key in SPAN}}
        for (seat, tenth), row in zip(places, found, strict=True)
    ]


SPAN: tuple[Literal["value", "low", "high", "games"], ...] = ("value", "low", "high", "games")


class LengthSpan(NamedTuple):
    """Which rounds a histogram shows: from, up to, so many to a bar, and the longest game there is."""

    first: int
    last: int
    wide: int
    longest: int


def length_span(tallies: Sequence[Tally | None]) -> LengthSpan | None:
    """Return the span that shows the lengths of several runs in the same way; None where there is no game.

    Where a few games last far longer than all others, or are cut off far later, the last row takes them
    together.
    """
    import numpy as np

    from conquestlab.analysis.measures.tallies import FINISHED

    firsts, lasts, longest = [], [], []
    for tally in tallies:
        if tally is None:
            continue
        games = tally.lengths.sum(axis=1)
        ended = tally.lengths[:, FINISHED] if tally.lengths[:, FINISHED].any() else games
        there = games.nonzero()[0]
        firsts.append(int(there[0]))
        longest.append(int(there[-1]))
        lasts.append(int(np.searchsorted(np.cumsum(ended), MOST_APART * ended.sum())))
    if not firsts:
        return None
    first, last, end = min(firsts), max(lasts), max(longest)
    if end - first <= FAR * (last - first + 1):
        last = end
    wide = _round_width(last - first + 1)
    return LengthSpan(first if wide == 1 else (first - 1) // wide * wide + 1, last, wide, end)


def length_rows(tally: Tally | None, span_shown: LengthSpan | None = None) -> list[Row]:
    """Return how many games ended in which rounds: first, last, finished, cut_off; counts, no estimates.

    Parameters
    ----------
    tally : Tally or None
    span_shown : LengthSpan, optional
        That of several runs which stand side by side; else that of this one.
    """
    if tally is None:
        return []
    from conquestlab.analysis.measures.tallies import FINISHED, UNFINISHED

    finished, cut_off = tally.lengths[:, FINISHED], tally.lengths[:, UNFINISHED]
    shown = span_shown or length_span([tally])
    assert shown is not None
    start, last, wide, longest = shown
    rows = []
    for low in range(start, last + 1, wide):
        span = slice(max(low, 0), low + wide)
        counts = {"finished": int(finished[span].sum()), "cut_off": int(cut_off[span].sum())}
        rows.append({"first": max(low, 0), "last": low + wide - 1, **counts})
    beyond = slice(rows[-1]["last"] + 1, None)
    if last < longest:
        counts = {"finished": int(finished[beyond].sum()), "cut_off": int(cut_off[beyond].sum())}
        rows.append({"first": beyond.start, "last": longest, **counts})
    return rows


def _round_width(span: int) -> int:
    """Return a round number of rounds that cuts a span into few enough parts."""
    return next(
        one * ten for ten in (10**power for power in range(12)) for one in (1, 2, 5)
        if span <= MOST_BINS * one * ten
    )  # fmt: skip


def spread_rows(tally: Tally | None, shares: Sequence[float] = (0.1, 0.5, 0.9)) -> list[Row]:
    """Return how high winners and losers of games won alone stood at each tenth: who, tenth, value …

    `value` is the median, `low` to `high` the middle eight tenths of the games: a spread, no interval of an
    estimate. Standings are told apart to 1/256.
    """
    if tally is None:
        return []
    import numpy as np

    counts = tally.stood
    bins = counts.shape[-1]
    rows = []
    for won, who in ((1, "winner"), (0, "loser")):
        for tenth in range(counts.shape[0]):
            seats = counts[tenth, won]
            total = int(seats.sum())
            if total == 0:
                continue
            places = np.searchsorted(np.cumsum(seats), [max(1, share * total) for share in shares])
            low, middle, high = ((int(place) + 0.5) / bins for place in places)
            rows.append(
                {"who": who, "tenth": tenth + 1, "value": middle, "low": low, "high": high, "seats": total}
            )
    return rows
