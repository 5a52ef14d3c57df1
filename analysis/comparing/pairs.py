"""Sums over pairs of games with the same luck: what a difference of two variants needs beside their tallies.

The first variant is the base, the second the one that is compared with it. As in a tally, all sums are whole
numbers over blocks of shared luck, so that the pairs of all games are the same however they were cut into
chunks.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from conquestlab.analysis.errors import Failed
from conquestlab.analysis.measures.measure import Quantity
from conquestlab.analysis.measures.moments import Moments, moments
from conquestlab.analysis.measures.quantities import GameColumns, wins_by_bot
from conquestlab.analysis.measures.tallies import add_padded

Key = tuple[str, str]
"""Name of a measure, and what its row stands for."""


@dataclass(frozen=True, eq=False)
class Pairs:
    """What games of two variants add up to, pair by pair.

    In all moments the numbers of the first variant come first, then its weight, then numbers and weight of
    the second; the last column is the sum of both weights.

    Attributes
    ----------
    alike : bool
        Whether every game came out the same under both variants, in all that a row keeps.
    ratios : mapping of (measure, of) to Moments
        Of the quantities that both variants have.
    wins : Moments
        Sixtieths of the win by seat; weight: all of them.
    rounds, rounds_seen : Moments
        Length; length as far as both variants would have gone on with it.
    skill : Moments or None
        Where two bots play: sixtieths of the win of the first; weight: of both.
    turned : int
        Blocks in which the wins of the seats are other ones.
    over_together : int64 array, (longest + 1,)
        By length t: of the pairs of a game of the first variant and a game of the second in one block, both
        finished, those of which the longer one has t rounds.
    """

    alike: bool
    ratios: Mapping[Key, Moments]
    wins: Moments
    rounds: Moments
    rounds_seen: Moments
    skill: Moments | None
    turned: int
    over_together: np.ndarray

    def __add__(self, other: Pairs) -> Pairs:
        """Return the pairs of both; no block may be in both."""
        return Pairs(
            self.alike and other.alike,
            {key: sums + other.ratios[key] for key, sums in self.ratios.items()},
            self.wins + other.wins,
            self.rounds + other.rounds,
            self.rounds_seen + other.rounds_seen,
            None if self.skill is None or other.skill is None else self.skill + other.skill,
            self.turned + other.turned,
            add_padded(self.over_together, other.over_together),
        )


class Side(NamedTuple):
    """The games of one variant.

    Attributes
    ----------
    rows : structured array, (games,)
        In the order of their luck numbers; whole blocks.
    quantities : tuple of Quantity
        Of its tally.
    bots : tuple of str
        The run's list of bots.
    """

    rows: np.ndarray
    quantities: tuple[Quantity, ...]
    bots: tuple[str, ...]

    @property
    def games(self) -> GameColumns:
        """The games as columns."""
        names = tuple(dict.fromkeys(self.bots))
        bot_of = np.array([names.index(name) for name in self.bots])
        return GameColumns(self.rows, int(self.rows["seats"][0]), bot_of)


def pair_up(first: Side, second: Side, cap: int) -> Pairs:
    """Add up the pairs of the same games under two variants.

    Parameters
    ----------
    first, second : Side
        Games of the same numbers, seats and bots.
    cap : int
        Rounds up to which both variants would play.
    """
    one, other = first.games, second.games
    if not np.array_equal(first.rows["luck"], second.rows["luck"]):
        raise Failed("games of other luck numbers do not pair: play the same games of each rulebook")
    starts = one.starts

    def paired(columns: Sequence[np.ndarray]) -> Moments:
        half = len(columns) // 2
        return moments([*columns, columns[half - 1] + columns[-1]], starts)

    mine = {(quantity.measure, quantity.of): quantity for quantity in first.quantities}
    ratios = {}
    for quantity in second.quantities:
        key = (quantity.measure, quantity.of)
        if key in mine:
            same = mine[key]
            ratios[key] = paired(
                [same.number(one), same.weight(one), quantity.number(other), quantity.weight(other)]
            )
    return Pairs(
        _alike(first.rows, second.rows),
        ratios,
        paired([*one.wins.T, one.decided, *other.wins.T, other.decided]),
        paired([one.rounds, one.every, other.rounds, other.every]),
        paired([np.minimum(one.rounds, cap), one.every, np.minimum(other.rounds, cap), other.every]),
        paired([*_first_bot(one), *_first_bot(other)]) if len(set(first.bots)) == 2 else None,
        _turned(one, other, starts),
        _over_together(one, other, starts),
    )


def _first_bot(games: GameColumns) -> list[np.ndarray]:
    return [wins_by_bot(games, 2)[0], games.decided]


def _turned(one: GameColumns, other: GameColumns, starts: np.ndarray | None) -> int:
    apart = other.wins - one.wins
    by_block = apart if starts is None else np.add.reduceat(apart, starts, axis=0)
    return int(np.count_nonzero(by_block.any(axis=1)))


def _over_together(one: GameColumns, other: GameColumns, starts: np.ndarray | None) -> np.ndarray:
    never = -1
    first, second = (np.where(games.finished == 1, games.rounds, never) for games in (one, other))
    if starts is None:
        pairs = [(first, second)]
    else:
        sizes = np.diff(np.append(starts, first.size))
        pairs = []
        for size in np.unique(sizes).tolist():
            games = starts[sizes == size][:, None] + np.arange(size)
            pairs += [(first[games], np.roll(second[games], turn, axis=1)) for turn in range(size)]
    longer = [np.maximum(mine, theirs)[(mine >= 0) & (theirs >= 0)] for mine, theirs in pairs]
    return np.bincount(np.concatenate([one.ravel() for one in longer]), minlength=1).astype(np.int64)


def _alike(first: np.ndarray, second: np.ndarray) -> bool:
    return first.dtype == second.dtype and all(
        np.array_equal(first[name], second[name]) for name in first.dtype.names or ()
    )
