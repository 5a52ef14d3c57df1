"""Which luck decides: how much of the variance of the result each stream of randomness explains.

Every game is played with other luck, and again for each stream, with that stream of the other luck and all
else as it was. How much oftener than by chance these two have the same winner is what the stream explains by
itself (Sobol's index of the first order, by the design of "pick and freeze"). See docs/statistics.md.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from conquestlab.analysis.errors import WrongUse
from conquestlab.analysis.measures.intervals import (
    FEWEST_UNITS,
    LEVEL,
    noise_draws,
    norm_interval,
    t_interval,
    wilson,
)
from conquestlab.analysis.measures.measure import STREAM, MeasureRow
from conquestlab.analysis.measures.ratio_measures import measure_row
from conquestlab.analysis.measures.ratios import UNKNOWN, Span
from conquestlab.analysis.measures.sparse import Packed, pack, unpack
from conquestlab.analysis.measures.statistics import by_group
from conquestlab.kernels.shared.rows import WHOLE_WIN

FIXED = ("seat", "skill")  # what is no luck
TOGETHER = "together"


@dataclass(frozen=True, eq=False)
class LuckTally:
    """Pairs of games that share one stream, added up by group of blocks.

    Attributes
    ----------
    streams : tuple of str
    seats : int
    places : int
        Ways in which the bots may sit: 1, or where they move on as many as there are seats.
    sums : int64 array, (GROUPS, streams, columns)
        Pairs that both games decided; sixtieths of sixtieths of wins that they have in common, and of the
        wins of either with themselves; then for each way to sit the pairs, the sixtieths of the win by seat
        of the first games, and of the second.
    """

    streams: tuple[str, ...]
    seats: int
    places: int
    sums: np.ndarray

    def __add__(self, other: "LuckTally") -> "LuckTally":
        """Return the tally of the pairs of both."""
        if (self.streams, self.seats, self.places) != (other.streams, other.seats, other.places):
            raise WrongUse("luck of other streams or seats does not add up: measure each run by itself")
        return LuckTally(self.streams, self.seats, self.places, self.sums + other.sums)

    def __reduce__(self) -> tuple[Any, tuple[Any, ...]]:
        """Send the sums without their zeros."""
        return _received, (self.streams, self.seats, self.places, pack(self.sums))


def _received(streams: tuple[str, ...], seats: int, places: int, sums: Packed) -> LuckTally:
    return LuckTally(streams, seats, places, unpack(sums))


class Ends(NamedTuple):
    """How games ended, which is all that luck is told by.

    Attributes
    ----------
    game, luck : int64 array, (games,)
        Their numbers, and those of their luck.
    won : int64 array, (games, seats)
        Sixtieths of the win; an unfinished game has none.
    """

    game: np.ndarray
    luck: np.ndarray
    won: np.ndarray

    @property
    def seats(self) -> int:
        """Number of players."""
        return int(self.won.shape[1])


def ends_of(rows: np.ndarray) -> Ends:
    """Return how the games of some rows ended."""
    return Ends(rows["game"], rows["luck"], wins_of(rows, int(rows["seats"][0])))


def luck_tally(games: Ends, again: Mapping[str, Ends], moving: bool) -> LuckTally:
    """Add up games and others that have one stream in common with them.

    Parameters
    ----------
    games : Ends
    again : mapping of Ends
        By stream: the games played again, in the same order.
    moving : bool
        Whether the bots move on by a seat from game to game.
    """
    places = games.seats if moving else 1
    sums = [_pairs(games, others.won, places) for others in again.values()]
    return LuckTally(tuple(again), games.seats, places, np.stack(sums, axis=1))


def wins_of(rows: np.ndarray, seats: int) -> np.ndarray:
    """Return the sixtieths of the win by seat; an unfinished game has none."""
    return rows["win"][:, :seats].astype(np.int64) * (rows["how"] > 0)[:, None]


def _pairs(games: Ends, second: np.ndarray, places: int) -> np.ndarray:
    first = games.won
    both = (first.any(axis=1) & second.any(axis=1)).astype(np.int64)
    columns = [both, (first * second).sum(axis=1), ((first**2 + second**2).sum(axis=1) * both)]
    for place in range(places):
        here = both * (games.game % places == place)
        columns += [here, *(first * here[:, None]).T, *(second * here[:, None]).T]
    return by_group(games.luck, columns)


def luck_rows(tally: LuckTally, level: float = LEVEL) -> list[MeasureRow]:
    """Return the records of `luck_share`: seats, bots where they differ, streams, and all that is left.

    The shares of seats and bots are sizes: never negative, and made larger by noise. They are freed of it by
    the variance over groups of blocks, and their intervals are those of a size, true at 0 too. The other
    values, of which one may come out a little below 0, are freed of the bias of few games by the jackknife
    over the groups, which also gives their intervals. The values sum to 1.

    Parameters
    ----------
    tally : LuckTally
    level : float
    """
    fixed = FIXED[: 1 + (tally.places > 1)]
    names = (*fixed, *tally.streams, TOGETHER)
    games = int(tally.sums[:, 0, 0].sum())
    groups = tally.sums[tally.sums[:, :, 0].any(axis=1)]
    units = len(groups)
    whole = groups.sum(axis=0)
    found = _shares(tally, whole) if units >= FEWEST_UNITS else None
    left_out = _shares(tally, whole - groups) if found is not None else None
    if found is None or left_out is None:
        return [measure_row("luck_share", name, None, UNKNOWN, games, STREAM) for name in names]
    middle = left_out.mean(axis=0)
    values = units * found - (units - 1) * middle
    errors = np.sqrt((units - 1) / units * ((left_out - middle) ** 2).sum(axis=0))
    spans: list[Span] = [
        t_interval(float(value), float(error), units, level)
        for value, error in zip(values, errors, strict=True)
    ]
    total = float(_total(tally, whole))
    for place, (deviation, moved) in enumerate(_fixed_parts(tally, groups)):
        values[place], spans[place] = _size(deviation, moved, total, level)
        if not moved.any() and deviation.max() >= 1.0 - 1.0 / tally.seats:
            spans[place] = _all_alike(tally.seats, games, level)
    shift = 1.0 - values[:-1].sum() - values[-1]
    values[-1] += shift
    spans[-1] = tuple(end + shift for end in spans[-1])
    return [
        measure_row("luck_share", name, float(value), span, games, STREAM)
        for name, value, span in zip(names, values, spans, strict=True)
    ]


def _cells(tally: LuckTally, sums: np.ndarray) -> np.ndarray:
    """Return the counts and wins of sums (..., streams, columns) by stream and way to sit."""
    return sums[..., 3:].reshape(*sums.shape[:-1], tally.places, 1 + 2 * tally.seats)


def _total(tally: LuckTally, sums: np.ndarray) -> np.ndarray:
    """Return by how much the wins vary around even ones, by the games of all streams; (...)."""
    ends = sums[..., 2] / (2.0 * sums[..., 0] * WHOLE_WIN**2)
    return ends.mean(axis=-1) - 1.0 / tally.seats


def _shares(tally: LuckTally, sums: np.ndarray) -> np.ndarray | None:
    """Return the shares in the order of the records, biased by few games, of sums (..., streams, columns)."""
    seats = tally.seats
    pairs, cells = sums[..., 0], _cells(tally, sums)
    counted = cells[..., :1]
    if not pairs.all() or not counted.all():
        return None
    total = _total(tally, sums)
    if not (total > 0.0).all():
        return None
    wins = cells[..., 1:] / counted / WHOLE_WIN
    products = (wins[..., :seats] * wins[..., seats:]).sum(axis=-1)
    by_chance = (products * counted[..., 0]).sum(axis=-1) / pairs
    streams = (sums[..., 1] / (pairs * WHOLE_WIN**2) - by_chance) / total[..., None]
    held, won = _pooled(tally, sums)
    ways = _ways(tally, won / held)
    fixed = np.stack([((way - 1.0 / seats) ** 2).sum(axis=-1) / total for way in ways], axis=-1)
    parts = np.concatenate([fixed, streams], axis=-1)
    return np.concatenate([parts, 1.0 - parts.sum(axis=-1, keepdims=True)], axis=-1)


def _pooled(tally: LuckTally, sums: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return games and wins of all that was played, by way to sit: (..., places, 1 and seats)."""
    seats, cells = tally.seats, _cells(tally, sums)
    first, again = cells[..., 1 : 1 + seats], cells[..., 1 + seats :]
    # The first games stand beside those of every stream, but they are one set of games.
    held = cells[..., :1].mean(axis=-3) + cells[..., :1].sum(axis=-3)
    return held, (first.mean(axis=-3) + again.sum(axis=-3)) / WHOLE_WIN


def _ways(tally: LuckTally, by_place: np.ndarray) -> list[np.ndarray]:
    """Return what is told by way to sit and seat as told by seat, and by bot where they move."""
    answer = [by_place.mean(axis=-2)]
    if tally.places > 1:
        # The bot that sat on seat s in the first way to sit is on seat s + k in the k-th after it.
        moved_back = [np.roll(by_place[..., k, :], -k, axis=-1) for k in range(tally.places)]
        answer.append(np.mean(moved_back, axis=0))
    return answer


def _fixed_parts(tally: LuckTally, groups: np.ndarray) -> list[tuple[np.ndarray, np.ndarray]]:
    """Return of seats, and of bots, how far they are from even, and how far each group moves that."""
    held, won = _pooled(tally, groups)
    shares = won.sum(axis=0) / held.sum(axis=0)
    moved = (won - shares * held) / held.sum(axis=0)
    even = 1.0 / tally.seats
    return [
        (share - even, parts) for share, parts in zip(_ways(tally, shares), _ways(tally, moved), strict=True)
    ]


def _size(deviation: np.ndarray, moved: np.ndarray, total: float, level: float) -> tuple[float, Span]:
    """Return the share of something fixed, freed of chance, with its interval."""
    units = len(moved)
    covariance = moved.T @ moved * units / (units - 1)
    value = max(0.0, float(deviation @ deviation - np.trace(covariance))) / total
    low, high = norm_interval(deviation, noise_draws(covariance, units - 1), _length, level)
    return value, (min(value, low**2 / total), max(value, high**2 / total))  # rounding leaves nothing out


def _all_alike(seats: int, games: int, level: float) -> Span:
    """Return the interval where one seat, or one bot, won every game: others may win a few.

    If it wins a share w and the others have equal parts of the rest, its share of the variance is
    (w - 1/n)^2 / (1 - 1/n)^2.
    """
    least, _ = wilson(games, games, level)
    even = 1.0 / seats
    return ((float(least) - even) / (1.0 - even)) ** 2, 1.0


def _length(many: np.ndarray) -> np.ndarray:
    answer: np.ndarray = np.sqrt(np.sum(many * many, axis=1))
    return answer
