"""Lineups: which bots sit down together and in which order, so that each meets each other equally often.

A lineup is an order around the table. In a block of games the bots move on by one seat from game to game, so
a lineup stands for its rotations; all seatings of a table are all its lineups.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import combinations, permutations
from math import comb, gcd
from typing import TYPE_CHECKING, NamedTuple

from conquestlab.kernels.shared.purposes import ORDER, PURPOSES

if TYPE_CHECKING:
    import numpy as np

USUAL_LINEUPS = 120  # all orders of six different bots
FEWEST_BLOCKS = 2  # of a lineup, so that its luck can be told from its strength
USUAL_BLOCKS = 8  # rather fewer lineups than fewer blocks of each
LINEUPS = len(PURPOSES)  # number of the stream, after the purposes of a game
WORD = 1 << 64


class Lineup(NamedTuple):
    """Bots around a table.

    Attributes
    ----------
    bots : tuple of str
        In the order of seats of a block's first game.
    weight : int
        How many blocks it gets, in proportion to the other lineups of its ladder.
    """

    bots: tuple[str, ...]
    weight: int = 1


class Draws:
    """The stream that lineups are drawn from: numbers that depend on seed and number of players alone.

    Parameters
    ----------
    seeds : uint64 array, (6,)
        The one of the purpose `order` is used.
    seats : int
    """

    def __init__(self, seeds: np.ndarray, seats: int):
        import numpy as np

        key = np.array([seeds[ORDER], seats], np.uint64)
        self._stream = np.random.Philox(key=key, counter=np.array([0, LINEUPS, 0, 0], np.uint64))

    def below(self, bound: int) -> int:
        """Return a number from 0 to bound - 1."""
        return int(self._stream.random_raw()) * bound // WORD

    def shuffled(self, names: Iterable[str]) -> list[str]:
        """Return names in a random order."""
        rest = list(names)
        return [rest.pop(self.below(len(rest))) for _ in range(len(rest))]


def first_in_order(bots: Sequence[str]) -> tuple[str, ...]:
    """Return the rotation of a lineup that comes first in the alphabet, by which it is known."""
    return min(tuple(bots[turn:]) + tuple(bots[:turn]) for turn in range(len(bots)))


def all_orders(bots: Sequence[str]) -> list[Lineup]:
    """Return every order of a table of bots, some of which may be alike.

    The weights make all seatings equally frequent: an order that repeats itself stands for fewer.
    """
    first, *others = sorted(bots)
    found = Counter(first_in_order((first, *order)) for order in permutations(others))
    common = gcd(*found.values())
    return [Lineup(order, count // common) for order, count in sorted(found.items())]


def some_orders(bots: Sequence[str], count: int, draws: Draws) -> list[Lineup]:
    """Return `count` orders of a table, drawn; one that is drawn twice has twice the weight."""
    first, *others = sorted(bots)
    found = Counter(first_in_order((first, *draws.shuffled(others))) for _ in range(count))
    return [Lineup(order, weight) for order, weight in sorted(found.items())]


def orders_of(bots: Sequence[str], most: int, draws: Draws) -> list[Lineup]:
    """Return the orders of one table: all of them if they are `most` at most, else so many drawn ones."""
    lineups = all_orders(bots)
    return lineups if len(lineups) <= most else some_orders(bots, most, draws)


def ladder_lineups(bots: Sequence[str], seats: int, most: int, draws: Draws) -> list[Lineup]:
    """Return the lineups of a ladder, in which each bot sits equally often, and so does each pair.

    With more seats than bots every table has all of them, as equally often as may be.

    Parameters
    ----------
    bots : sequence of str
        Different names, two at least; their order changes nothing.
    seats : int
    most : int
        If there are more lineups they are drawn: all tables in some of their orders if there are no more
        tables than that, else some tables. Two seats always have all pairs.
    draws : Draws

    Returns
    -------
    list of Lineup
    """
    names = sorted(bots)
    times, extra = divmod(seats, len(names))
    everybody = names * times
    tables = comb(len(names), extra)
    if seats > 2 and tables > most:
        chosen = balanced_choices(names, extra, most, draws)
        return _merged(order for table in chosen for order in some_orders(everybody + table, 1, draws))
    lineups = [all_orders([*everybody, *table]) for table in combinations(names, extra)]
    if seats == 2 or sum(map(len, lineups)) <= most:
        return [lineup for orders in lineups for lineup in orders]
    few = most // tables
    return [
        lineup
        for table in combinations(names, extra)
        for lineup in some_orders([*everybody, *table], few, draws)
    ]


def balanced_choices(names: Sequence[str], size: int, most: int, draws: Draws) -> list[list[str]]:
    """Return about `most` choices of `size` names in which each stands equally often, and pairs nearly so.

    Each place goes to one of those that were chosen least, of these to one that stood least beside the ones
    already in the choice, of these to any.
    """
    step = len(names) // gcd(len(names), size)
    chosen: Counter[str] = Counter()
    together: Counter[tuple[str, str]] = Counter()
    choices = []
    for _ in range(max(step, most // step * step)):
        choice: list[str] = []
        for _ in range(size):
            costs = {
                name: (chosen[name], sum(together[name, other] for other in choice))
                for name in names
                if name not in choice
            }
            best = [name for name, cost in costs.items() if cost == min(costs.values())]
            choice.append(best[draws.below(len(best))])
        chosen.update(choice)
        together.update(permutations(choice, 2))
        choices.append(choice)
    return choices


def blocks_of(lineups: Sequence[Lineup], seats: int, games: int) -> list[int]:
    """Return how many blocks each lineup gets, for `games` games or somewhat more in all."""
    common = gcd(*(lineup.weight for lineup in lineups))
    weights = [lineup.weight // common for lineup in lineups]
    unit = max(FEWEST_BLOCKS, -(-games // (seats * sum(weights))))
    return [unit * weight for weight in weights]


def usual_lineups(seats: int, games: int) -> int:
    """Return how many lineups so many games are dealt out to at most."""
    return max(1, min(USUAL_LINEUPS, games // (USUAL_BLOCKS * seats)))


def _merged(lineups: Iterable[Lineup]) -> list[Lineup]:
    """Put equal lineups together."""
    found: Counter[tuple[str, ...]] = Counter()
    for lineup in lineups:
        found[lineup.bots] += lineup.weight
    return [Lineup(bots, weight) for bots, weight in sorted(found.items())]
