"""Shares of the wins over several matches, with intervals that rest on blocks."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from conquestlab.analysis.measures.ratios import Part, Share, share_over
from conquestlab.analysis.rating.match import BESIDE_WINS, BLOCK, UNFINISHED, Match, parts_of_wins
from conquestlab.kernels.shared.rows import WHOLE_WIN

if TYPE_CHECKING:
    import numpy as np

Parts = Callable[[Match], "tuple[np.ndarray, np.ndarray]"]
"""What each part of a block's outcome adds to a number, and to the weight that the number is a share of."""


def share_of(matches: Sequence[Match], parts: Parts) -> Share:
    """Return the sum of a number over matches as a share of the sum of its weight."""
    counted = [(match, Part(match.sums, *parts(match))) for match in matches]
    counted = [(match, part) for match, part in counted if part.weight.any()]
    games = sum(match.games if part.weight[BLOCK] else match.decided for match, part in counted)
    return share_over([part for _, part in counted], games)


def won_by(names: Sequence[str], bot: int) -> Parts:
    """Return what makes the chance to win of a seat that a bot holds, over the games that somebody won."""
    import numpy as np

    def parts(match: Match) -> tuple[np.ndarray, np.ndarray]:
        held = (match.seating(names) == bot).astype(np.int64)
        seats_held = np.broadcast_to(held.sum(axis=1, keepdims=True), held.shape)
        return parts_of_wins(held), parts_of_wins(seats_held)

    return parts


def won_in_seat(names: Sequence[str], bot: int, seat: int) -> Parts:
    """Return what makes the chance to win of a bot in one seat, from 0, over the games that somebody won."""
    import numpy as np

    def parts(match: Match) -> tuple[np.ndarray, np.ndarray]:
        held = (match.seating(names) == bot).astype(np.int64)
        held[:, np.arange(match.seats) != seat] = 0
        seats_held = np.broadcast_to(held.sum(axis=1, keepdims=True), held.shape)
        return parts_of_wins(held), parts_of_wins(seats_held)

    return parts


def won_of_all(names: Sequence[str], bot: int) -> Parts:
    """Return the same over all games: one that was cut off is a loss for everybody."""
    won = won_by(names, bot)

    def parts(match: Match) -> tuple[np.ndarray, np.ndarray]:
        number, weight = won(match)
        weight = 0 * weight
        weight[BLOCK] = WHOLE_WIN * int((match.seating(names) == bot).sum())
        return number, weight

    return parts


def cut_off(match: Match) -> tuple[np.ndarray, np.ndarray]:
    """Return what makes the share of the games that were cut off."""
    import numpy as np

    number = np.zeros(match.seats * match.seats + BESIDE_WINS, dtype=np.int64)
    weight = 0 * number
    number[UNFINISHED], weight[BLOCK] = 1, match.seats
    return number, weight
