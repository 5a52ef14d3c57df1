"""Which luck decides: how much of the variance of the result each stream of randomness explains.

Every game is played again for each stream, with that stream held and all other luck replaced. How much
oftener than by chance both games have the same winner is what the stream explains by itself (Sobol's index of
the first order, by the design of "pick and freeze"). See docs/statistics.md.
"""

from dataclasses import dataclass
from math import sqrt

import numpy as np

from conquestlab.analysis.errors import WrongUse
from conquestlab.analysis.measuring.intervals import FEWEST_UNITS, LEVEL, t_interval
from conquestlab.analysis.measuring.ratio_measures import UNKNOWN, Record, Span, record
from conquestlab.analysis.measuring.statistics import by_group
from conquestlab.kernels.rows import WHOLE_WIN

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


def luck_tally(rows: np.ndarray, again: dict[str, np.ndarray], moving: bool) -> LuckTally:
    """Add up games and the same games with all luck replaced but that of one stream.

    Parameters
    ----------
    rows : structured array, (games,)
    again : dict
        By stream: rows of the games played again, in the same order.
    moving : bool
        Whether the bots move on by a seat from game to game.
    """
    seats = int(rows["seats"][0])
    places = seats if moving else 1
    won = _wins(rows, seats)
    sums = [_pairs(rows, won, _wins(others, seats), places) for others in again.values()]
    return LuckTally(tuple(again), seats, places, np.stack(sums, axis=1))


def _wins(rows: np.ndarray, seats: int) -> np.ndarray:
    return rows["win"][:, :seats].astype(np.int64) * (rows["how"] > 0)[:, None]


def _pairs(rows: np.ndarray, first: np.ndarray, second: np.ndarray, places: int) -> np.ndarray:
    both = (first.any(axis=1) & second.any(axis=1)).astype(np.int64)
    columns = [both, (first * second).sum(axis=1), ((first**2 + second**2).sum(axis=1) * both)]
    for place in range(places):
        here = both * (rows["game"] % places == place)
        columns += [here, *(first * here[:, None]).T, *(second * here[:, None]).T]
    return by_group(rows["luck"], columns)


def luck_records(tally: LuckTally, level: float = LEVEL) -> list[Record]:
    """Return the records of `luck_share`: streams, seats, bots where they differ, and all that is left.

    The values are freed of the bias of few games by the jackknife over groups of blocks, which also gives
    their intervals. A share may come out a little below 0.

    Parameters
    ----------
    tally : LuckTally
    level : float
    """
    names = ("seat", *(("skill",) if tally.places > 1 else ()), *tally.streams, TOGETHER)
    games = int(tally.sums[:, 0, 0].sum())
    sums = tally.sums.sum(axis=0)
    groups = tally.sums[tally.sums[:, :, 0].any(axis=1)]
    whole = _shares(tally, sums)
    if whole is None or len(groups) < FEWEST_UNITS:
        return [record("luck_share", name, None, UNKNOWN, games) for name in names]
    without = [_shares(tally, sums - group) for group in groups]
    if any(shares is None for shares in without):
        return [record("luck_share", name, None, UNKNOWN, games) for name in names]
    left_out = np.array(without)
    units = len(groups)
    middle = left_out.mean(axis=0)
    values = units * whole - (units - 1) * middle
    variances = (units - 1) / units * ((left_out - middle) ** 2).sum(axis=0)
    answer = []
    for name, value, variance in zip(names, values, variances, strict=True):
        span: Span = t_interval(float(value), sqrt(float(variance)), units, level)
        answer.append(record("luck_share", name, float(value), span, games))
    return answer


def _shares(tally: LuckTally, sums: np.ndarray) -> np.ndarray | None:
    """Return the shares in the order of the records, biased by few games, of sums (streams, columns)."""
    seats, places = tally.seats, tally.places
    pairs = sums[:, 0]
    cells = sums[:, 3:].reshape(len(sums), places, 1 + 2 * seats)
    if not cells[:, :, 0].all() or not pairs.all():
        return None
    even = 1.0 / seats
    counted = cells[:, :, :1]
    first = cells[:, :, 1 : 1 + seats] / counted / WHOLE_WIN
    second = cells[:, :, 1 + seats :] / counted / WHOLE_WIN
    totals = sums[:, 2] / (2.0 * pairs * WHOLE_WIN**2) - even
    total = float(totals.mean())
    if total <= 0.0:
        return None
    by_chance = ((first * second).sum(axis=2) * counted[:, :, 0]).sum(axis=1) / pairs
    streams = (sums[:, 1] / (pairs * WHOLE_WIN**2) - by_chance) / totals
    known = first.mean(axis=0)  # by way to sit and seat
    fixed = [_unevenness(known.mean(axis=0), even)]
    if places > 1:
        # The bot that sat on seat s in the first way to sit is on seat s + k in the k-th after it.
        by_bot = np.stack([np.roll(row, -place) for place, row in enumerate(known)]).mean(axis=0)
        fixed.append(_unevenness(by_bot, even))
    parts = [*(part / total for part in fixed), *streams]
    return np.array([*parts, 1.0 - sum(parts)])


def _unevenness(shares: np.ndarray, even: float) -> float:
    return float(((shares - even) ** 2).sum())
