"""Strengths of bots, and worths of seats, from who won the tables: a logit over the seats of each table.

The chance of a seat to win is in proportion to exp(strength of its bot + worth of the seat): the first place
of Plackett and Luce's model, for two players that of Bradley and Terry. See docs/ladder.md.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from conquestlab.analysis.errors import Failed
from conquestlab.analysis.rating.match import Match, freedom_of, parts_of_wins
from conquestlab.kernels.shared.rows import WHOLE_WIN

if TYPE_CHECKING:
    import numpy as np

MOST_STEPS = 200
NEAR = 1e-10  # the largest slope, in wins a game, that is taken for none
FEWEST_EVEN_GAMES = 10.0  # of equal bots: what games must tell of seats


class Strengths(NamedTuple):
    """The highest point of the likelihood, and how well it is known.

    Attributes
    ----------
    bots : tuple of int
        Places of the rated bots in the list of names.
    values : array, (bots + seats,)
        Strength of each rated bot, then worth of each seat: natural log-odds, the mean of either is 0.
    with_seats : bool
        Whether seats may differ; else the worth of each is 0.
    covariance : array, (bots + seats, bots + seats)
        From the blocks (a sandwich).
    inverse : array, (bots + seats, bots + seats)
        Of the curvature of the likelihood.
    freedom : int
        Degrees of freedom of the covariance.
    """

    bots: tuple[int, ...]
    values: np.ndarray
    with_seats: bool
    covariance: np.ndarray
    inverse: np.ndarray
    freedom: int

    @property
    def worth(self) -> dict[int, float]:
        """Strength by place in the list of names."""
        return {bot: float(self.values[place]) for place, bot in enumerate(self.bots)}

    @property
    def seats(self) -> np.ndarray:
        """Worth of each seat."""
        seats: np.ndarray = self.values[len(self.bots) :]
        return seats


class Tables(NamedTuple):
    """The games of one match, by game of the block.

    Attributes
    ----------
    rated : bool array, (seats, seats)
        Which seats are held by rated bots; the others are as if they were not there.
    features : array, (seats, seats, parameters)
        What adds up to the log-odds of each seat.
    wins : array, (seats, seats)
        Of rated bots, a whole one counted 1.
    """

    rated: np.ndarray
    features: np.ndarray
    wins: np.ndarray

    def chances(self, values: np.ndarray) -> np.ndarray:
        """Return the chance of each seat that one of the rated bots wins; 0 where none sits."""
        import numpy as np

        odds = np.where(self.rated, self.features @ values, -np.inf)
        odds -= np.maximum(odds.max(axis=1, keepdims=True), -1e300)
        shares = np.exp(odds)
        return np.asarray(shares / np.maximum(shares.sum(axis=1, keepdims=True), 1e-300))


def tables_of(match: Match, names: Sequence[str], bots: Sequence[int], with_seats: bool = True) -> Tables:
    """Return the games of a match as the likelihood sees them, with seats that differ or not."""
    import numpy as np

    seating, seats = match.seating(names), match.seats
    features = np.concatenate(
        [
            (seating[:, :, np.newaxis] == np.array(bots)).astype(float),
            np.broadcast_to(np.eye(seats) * with_seats, (seats, seats, seats)),
        ],
        axis=2,
    )
    rated = np.isin(seating, bots)
    return Tables(rated, features, np.where(rated, match.wins, 0) / WHOLE_WIN)


def fit(matches: Sequence[Match], names: Sequence[str], bots: Sequence[int]) -> Strengths:
    """Find the strengths under which the games of the rated bots among one another are likeliest.

    Besides the games there is one more among equal bots, won by all seats in equal parts, so that a seat
    that never won has a finite worth. Where all games together tell less of the seats than ten such games
    would, as where one bot wins nearly everything, seats are taken as alike.

    Parameters
    ----------
    matches : sequence of Match
        All with the same number of seats.
    names : sequence of str
    bots : sequence of int
        Places of the bots to be rated, connected by chains of wins (`rated_group`).
    """
    import numpy as np

    seats, count = matches[0].seats, len(bots)
    even = Tables(
        np.ones((1, seats), dtype=bool),
        np.concatenate([np.zeros((seats, count)), np.eye(seats)], axis=1)[np.newaxis],
        np.full((1, seats), 1.0 / seats),
    )
    for with_seats in (True, False):
        tables = [tables_of(match, names, bots, with_seats) for match in matches]
        together = _stacked([*tables, even])
        values = _highest(together, count)
        if not with_seats or _tell_of_seats(_stacked(tables), values, count):
            break
    inverse = np.linalg.inv(_slope_and_curvature(together, values, count)[1])
    spread = sum(
        match.sums.scatter(score_parts(table, values)) for match, table in zip(matches, tables, strict=True)
    )
    covariance = inverse @ spread @ inverse
    return Strengths(tuple(bots), values, with_seats, covariance, inverse, freedom_of(matches))


def _stacked(tables: Sequence[Tables]) -> Tables:
    import numpy as np

    return Tables(*(np.concatenate(parts) for parts in zip(*tables, strict=True)))


def _tell_of_seats(table: Tables, values: np.ndarray, count: int) -> bool:
    """Return whether the games tell as much of every difference between seats as ten of equal bots would."""
    import numpy as np

    curvature = _slope_and_curvature(table, values, count)[1]
    bots, both, seats = curvature[:count, :count], curvature[:count, count:], curvature[count:, count:]
    # Nothing is told of all seats alike: without the square that holds their mean this is always a zero.
    told = np.linalg.eigvalsh(seats - 1.0 - both.T @ np.linalg.solve(bots, both))
    return bool(np.sort(told)[1] >= FEWEST_EVEN_GAMES / len(seats))


def score_parts(table: Tables, values: np.ndarray) -> np.ndarray:
    """Return what each part of a block's outcome adds to the slope of the likelihood, (parameters, parts)."""
    import numpy as np

    means = np.einsum("gs,gsp->gp", table.chances(values), table.features)
    own = np.where(table.rated[:, :, np.newaxis], table.features - means[:, np.newaxis], 0.0)
    return parts_of_wins(np.moveaxis(own, 2, 0) / WHOLE_WIN)


def log_likelihood(table: Tables, values: np.ndarray) -> float:
    """Return the logarithm of the chance of what was seen."""
    import numpy as np

    chances = np.where(table.wins > 0, table.chances(values), 1.0)
    return float((table.wins * np.log(np.maximum(chances, 1e-300))).sum())


def _slope_and_curvature(table: Tables, values: np.ndarray, count: int) -> tuple[np.ndarray, np.ndarray]:
    """Return the slope of the likelihood and minus its second derivative.

    Adding the same to all bots, or to all seats, changes no chance: their means are held at 0 by a square
    that is taken off the likelihood.
    """
    import numpy as np

    chances, games, features = table.chances(values), table.wins.sum(axis=1), table.features
    means = np.einsum("gs,gsp->gp", chances, features)
    slope = np.einsum("gs,gsp->p", table.wins - games[:, np.newaxis] * chances, features)
    weighed = (games[:, np.newaxis] * chances)[:, :, np.newaxis] * features
    curvature = (
        np.tensordot(weighed, features, axes=((0, 1), (0, 1))) - (games[:, np.newaxis] * means).T @ means
    )
    for part in (slice(0, count), slice(count, len(values))):
        slope[part] -= values[part].sum()
        curvature[part, part] += 1.0
    return slope, curvature


def _highest(table: Tables, count: int) -> np.ndarray:
    """Climb by Newton's steps, halved while they lead down; the likelihood has one top only."""
    import numpy as np

    values = np.zeros(table.features.shape[2])
    height = log_likelihood(table, values)
    games = float(table.wins.sum())
    for _ in range(MOST_STEPS):
        slope, curvature = _slope_and_curvature(table, values, count)
        if np.abs(slope).max() <= NEAR * games:
            return values
        step = np.linalg.solve(curvature, slope)
        while (higher := log_likelihood(table, values + step)) < height - NEAR and np.abs(step).max() > NEAR:
            step /= 2.0
        values, height = values + step, higher
    raise Failed("the ratings do not settle: play more games (--games)")
