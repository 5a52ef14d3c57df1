"""A tally: everything the measures need to know of many games, in whole numbers that add up exactly.

Rows become a tally, tallies are merged, and measures are made of a tally alone: one way, whether rows are
kept or not. The tally of all games is the same however they were cut into chunks, as long as no block of
shared luck is cut.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, fields
from functools import reduce
from math import prod
from typing import Any

import numpy as np

from conquestlab.analysis.errors import WrongUse
from conquestlab.analysis.measures.catalogue import common_quantities, common_statistics
from conquestlab.analysis.measures.measure import Quantity, Statistic
from conquestlab.analysis.measures.moments import Moments, moments
from conquestlab.analysis.measures.quantities import GameColumns, wins_by_bot
from conquestlab.analysis.measures.sparse import Packed, pack, unpack
from conquestlab.analysis.measures.statistics import Sums
from conquestlab.kernels.shared.rows import FIXED_ONE, TENTHS, WHOLE_WIN

BINS = 256  # the standings of winners and losers are told apart to 1/256
SLICE = 1 << 15  # rows looked at together, so that their columns stay near the processor

FINISHED, UNFINISHED, PAIRS, BESIDE = range(4)  # columns of Tally.lengths


@dataclass(frozen=True, eq=False)
class Tally:
    """What many games of one run add up to.

    Attributes
    ----------
    seats, games, blocks : int
    bots : tuple of str
        Distinct names.
    quantities : tuple of Quantity
    statistics : tuple of Statistic
    spans : tuple of (int, int)
        First and last luck number of the stretches of blocks in the tally, in order.
    shared : int
        Games whose win was shared.
    ratios : tuple of Moments
        Of each quantity: number and weight.
    grouped : tuple of int64 arrays, (groups, columns)
        Of each statistic: its sums.
    wins, bot_wins : Moments
        Sixtieths of the win by seat, and by bot; weight: all of them.
    rounds : Moments
        Length and its square; weight: 1 a game.
    lengths : int64 array, (longest + 1, 4)
        By length t: games finished; games cut off; of each game finished at t that is the j-th shortest of
        its block, 2 j - 1 (so that the sum up to t is that of the squares of the numbers of games of a block
        that are over by t); and the games of its block.
    stood : int64 array, (tenths, 2, bins)
        Of games won alone: how many seats that lost (0) or won (1) stood so high at each tenth.
    """

    seats: int
    games: int
    blocks: int
    bots: tuple[str, ...]
    quantities: tuple[Quantity, ...]
    statistics: tuple[Statistic, ...]
    spans: tuple[tuple[int, int], ...]
    shared: int
    ratios: tuple[Moments, ...]
    grouped: tuple[Sums, ...]
    wins: Moments
    bot_wins: Moments
    rounds: Moments
    lengths: np.ndarray
    stood: np.ndarray

    def __add__(self, other: "Tally") -> "Tally":
        """Return the tally of the games of both."""
        mine = (self.seats, self.bots, self.quantities, self.statistics)
        if mine != (other.seats, other.bots, other.quantities, other.statistics):
            raise WrongUse(
                "games with other seats, bots or measures do not add up: measure each run by itself"
            )
        return Tally(
            self.seats,
            self.games + other.games,
            self.blocks + other.blocks,
            self.bots,
            self.quantities,
            self.statistics,
            _join(self.spans + other.spans),
            self.shared + other.shared,
            tuple(a + b for a, b in zip(self.ratios, other.ratios, strict=True)),
            tuple(a + b for a, b in zip(self.grouped, other.grouped, strict=True)),
            self.wins + other.wins,
            self.bot_wins + other.bot_wins,
            self.rounds + other.rounds,
            _add_padded(self.lengths, other.lengths),
            self.stood + other.stood,
        )

    def __reduce__(self) -> tuple[Any, tuple[Any, ...]]:
        """Send arrays without their zeros, so that a tally takes less room than its rows."""
        values = {field.name: getattr(self, field.name) for field in fields(self)}
        arrays = [pack(array) for array in (self.lengths, self.stood, *self.grouped)]
        return _received, (values | {"lengths": None, "stood": None, "grouped": ()}, arrays)

    @property
    def plain_wins(self) -> bool:
        """Whether every game has luck of its own and one winner at most, so that wins are plain counts."""
        return self.games == self.blocks and self.shared == 0


def _received(values: dict[str, Any], arrays: list[Packed]) -> Tally:
    lengths, stood, *grouped = map(unpack, arrays)
    return Tally(**values | {"lengths": lengths, "stood": stood, "grouped": tuple(grouped)})


def _join(spans: tuple[tuple[int, int], ...]) -> tuple[tuple[int, int], ...]:
    joined: list[tuple[int, int]] = []
    for first, last in sorted(spans):
        if joined and first <= joined[-1][1]:
            raise WrongUse(
                f"luck number {first} is in two chunks: add every game once, "
                "and let no chunk cut a block of games"
            )
        if joined and first == joined[-1][1] + 1:
            joined[-1] = (joined[-1][0], last)
        else:
            joined.append((first, last))
    return tuple(joined)


def _add_padded(first: np.ndarray, second: np.ndarray) -> np.ndarray:
    longer, shorter = (first, second) if len(first) >= len(second) else (second, first)
    total = longer.copy()
    total[: len(shorter)] += shorter
    return total


def merge_tallies(tallies: Iterable[Tally]) -> Tally:
    """Return the tally of all games of one tally or more, in any order."""
    return reduce(lambda first, second: first + second, tallies)


def tally_rows(
    rows: np.ndarray,
    bots: Sequence[str],
    own: Sequence[Quantity] = (),
    statistics: Sequence[Statistic] = (),
) -> Tally:
    """Add up the rows of one run.

    Parameters
    ----------
    rows : structured array, (games,)
        The common columns at least (docs/architecture.md); one game or more, whole blocks.
    bots : sequence of str
        The run's list of bots, to which the column `bot` points; a name that stands in it twice is one bot.
    own : sequence of Quantity
        Measures of the engine's own.
    statistics : sequence of Statistic
        Such as are no ratios.

    Returns
    -------
    Tally
    """
    if rows.size == 0:
        raise WrongUse("there is no game to measure: play one at least")
    seats = int(rows["seats"][0])
    if (rows["seats"] != seats).any():
        raise WrongUse(
            "games with different numbers of seats do not mix: measure each number of seats by itself"
        )
    luck = rows["luck"]
    if (luck[1:] < luck[:-1]).any():
        rows = rows[np.argsort(luck, kind="stable")]
    names = tuple(dict.fromkeys(bots))
    bot_of = np.array([names.index(name) for name in bots])
    columns = rows.dtype.names or ()
    quantities = common_quantities(seats, names, columns) + tuple(own)
    all_statistics = common_statistics(seats, names, columns) + tuple(statistics)
    return merge_tallies(
        _tally_slice(GameColumns(piece, seats, bot_of), names, quantities, all_statistics)
        for piece in _slices(rows)
    )


def _slices(rows: np.ndarray) -> Iterable[np.ndarray]:
    luck = rows["luck"]
    first = 0
    while first < rows.size:
        last = min(first + SLICE, rows.size)
        if last < rows.size:
            # Whole blocks only: the slice ends with the block of its last row.
            last = int(np.searchsorted(luck, luck[last - 1], side="right"))
        yield rows[first:last]
        first = last


def _tally_slice(
    games: GameColumns,
    names: tuple[str, ...],
    quantities: tuple[Quantity, ...],
    statistics: tuple[Statistic, ...],
) -> Tally:
    starts = games.starts
    luck = games.rows["luck"]
    return Tally(
        seats=games.seats,
        games=games.rows.size,
        blocks=games.rows.size if starts is None else starts.size,
        bots=names,
        quantities=quantities,
        statistics=statistics,
        spans=((int(luck[0]), int(luck[-1])),),
        shared=int(np.count_nonzero((games.decided > 0) & (games.wins.max(axis=1) < WHOLE_WIN))),
        ratios=tuple(
            moments([quantity.number(games), quantity.weight(games)], starts) for quantity in quantities
        ),
        grouped=tuple(statistic.sums(games) for statistic in statistics),
        wins=moments([*games.wins.T, games.decided], starts),
        bot_wins=moments([*wins_by_bot(games, len(names)), games.decided], starts),
        rounds=moments([games.rounds, games.rounds**2, games.every], starts),
        lengths=_lengths(games),
        stood=_stood(games),
    )


def _lengths(games: GameColumns) -> np.ndarray:
    rounds = games.rounds
    finished = games.finished == 1
    counts = np.zeros((int(rounds.max()) + 1, 4), dtype=np.int64)
    size = len(counts)
    over = rounds[finished]
    counts[:, FINISHED] = np.bincount(over, minlength=size)
    counts[:, UNFINISHED] = np.bincount(rounds[~finished], minlength=size)
    if games.starts is None:
        counts[:, PAIRS] = counts[:, BESIDE] = counts[:, FINISHED]
        return counts
    edges = np.append(games.starts, rounds.size)
    block = np.repeat(np.arange(games.starts.size), np.diff(edges))[finished]
    order = np.lexsort((over, block))
    over, block = over[order], block[order]
    ranks = np.arange(over.size) - np.searchsorted(block, block)
    counts[:, PAIRS] = np.bincount(over, 2 * ranks + 1, minlength=size)
    counts[:, BESIDE] = np.bincount(over, np.diff(edges)[block], minlength=size)
    return counts


def _stood(games: GameColumns) -> np.ndarray:
    alone = games.sole == 1
    won = games.wins[alone] == WHOLE_WIN
    bins = np.minimum(games.standings[alone] // (FIXED_ONE // BINS), BINS - 1)
    cell = np.arange(TENTHS)[:, None] * 2 + won[:, None, :]
    shape = (TENTHS, 2, BINS)
    return np.bincount((cell * BINS + bins).ravel(), minlength=prod(shape)).reshape(shape)
