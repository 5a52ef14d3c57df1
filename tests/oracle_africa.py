"""A plain reading of each phase of a round of Africa 1880: positions and orders in, what comes of them out.

Everything is counted territory by territory, from rules.md 8.3 and 8.4; tests/slow_africa.py plays
whole games in another way. A position is a dictionary, territory to Place.
"""

from typing import NamedTuple

from africa_table import SQUARES


class Place(NamedTuple):
    """What lies in a territory."""

    counters: int = 0
    is_colony: bool = False
    present: frozenset = frozenset()


def counters_after(place, territory, developers):
    """Return the counters of a territory that so many presences develop: one each, the surplus is lost."""
    return min(SQUARES[territory], place.counters + developers)


def served(orders, limit, order):
    """Return the targets reached and the orders void, of (source, target) of one nation, one at a time.

    `limit` is the number of presences that are left, `order` is 0 for the alphabet of sources, 1 for that of
    targets. Two orders to the same target take one presence.
    """
    waiting, reached, void = list(orders), set(), []
    while waiting:
        first = min(waiting, key=lambda way: (way[order], way[1 - order]))
        waiting.remove(first)
        if first[1] in reached:
            continue
        if limit:
            reached.add(first[1])
            limit -= 1
        else:
            void.append(first)
    return reached, void


def survivors(present, wars):
    """Return who is left in a territory that is no colony; wars are pairs (who declares, on whom)."""
    if len(present) == 2:
        one, other = present
        first, second = (one, other) in wars, (other, one) in wars
        if first != second:  # an alliance that is answered by war
            return frozenset([one if first else other])
        return frozenset(present)
    left = set()
    for nation in present:
        votes = [1 if (other, nation) in wars else -1 for other in present if other != nation]
        if sum(votes) <= 0:
            left.add(nation)
    return frozenset(left)


def becomes_colony(place, territory, wars):
    """Say whether a territory is due: full, somebody there, and all of them allied with one another."""
    pairs = [(one, other) for one in place.present for other in place.present if one != other]
    full = place.counters == SQUARES[territory]
    return full and not place.is_colony and bool(place.present) and not set(pairs) & set(wars)


def points(seat, board, wars, seats, score):
    """Return the points of a seat: colonies alone, colonies shared, alliances declared to it."""
    sizes = [len(place.present) for place in board.values() if place.is_colony and seat in place.present]
    allies = seats - 1 - sum(on == seat for _, on in wars)
    return (
        score.alone * sizes.count(1),
        score.shared * sum(size > 1 for size in sizes),
        score.alliance * allies,
    )
