"""What one game adds to the measures that are told seat by seat: bots in a seat, and early falls."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from conquestlab.analysis.measures.measure import Quantity
from conquestlab.analysis.measures.quantities import lasting

if TYPE_CHECKING:
    import numpy as np

    from conquestlab.analysis.measures.measure import MeasureRow, Setting
    from conquestlab.analysis.measures.quantities import GameColumns
    from conquestlab.analysis.measures.table import Asked

Sums = list[Quantity]


def wins_of_bots_in_seats(setting: Setting) -> Sums:
    """Return the share of each bot of the games in which it held a seat, seat by seat."""
    if len(setting.bots) < 2:
        return []
    return [
        Quantity(
            "seat_bot_share",
            f"{seat + 1} {name}",
            partial(_won_in_seat, bot, seat),
            partial(_held_in_seat, bot, seat),
            share=True,
        )
        for seat in range(setting.seats)
        for bot, name in enumerate(setting.bots)
    ]


def share_of_the_bot(asked: Asked, row: MeasureRow) -> float | None:
    """Return the share of the bot of a row from all seats: what it has where one is as good as another."""
    bot = row["of"].partition(" ")[2]
    for quantity, sums in zip(asked.tally.quantities, asked.tally.ratios, strict=True):
        if (quantity.measure, quantity.of) == ("win_share", bot) and sums.sums[1]:
            return sums.sums[0] / sums.sums[1]
    return None


def fell_early(setting: Setting) -> Sums:
    """Return how often a seat falls in the first half of the rounds: any seat, and each."""
    return [
        Quantity("fell_early", "", _any_fell_early, _seats_lasting, share=True),
        *(
            Quantity("fell_early", str(seat + 1), partial(_fell_early, seat), lasting, share=True)
            for seat in range(setting.seats)
        ),
    ]


def _won_in_seat(bot: int, seat: int, games: GameColumns) -> np.ndarray:
    return games.wins[:, seat] * (games.bots[:, seat] == bot)


def _held_in_seat(bot: int, seat: int, games: GameColumns) -> np.ndarray:
    return games.decided * (games.bots[:, seat] == bot)


def _early(games: GameColumns) -> np.ndarray:
    """Return 1 for each seat that falls in the first half of the rounds of a finished game."""
    early: np.ndarray = ((games.out > 0) & (2 * games.out <= games.rounds[:, None])) * games.lasting[:, None]
    return early


def _fell_early(seat: int, games: GameColumns) -> np.ndarray:
    return _early(games)[:, seat]


def _any_fell_early(games: GameColumns) -> np.ndarray:
    return _early(games).sum(axis=1)


def _seats_lasting(games: GameColumns) -> np.ndarray:
    return games.seats * games.lasting
