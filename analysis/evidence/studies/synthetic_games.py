"""Rows of games that nobody played, with known laws: on them the measures and their intervals are proven."""

from dataclasses import dataclass

import numpy as np

from conquestlab.kernels.shared.rows import FIXED_ONE, TENTHS, WHOLE_WIN, row_dtype


@dataclass(frozen=True)
class World:
    """The law of synthetic games.

    Attributes
    ----------
    seats : tuple of float
        How strong each seat is; where a game is decided by one winner, its chance to win is in proportion.
    bots : tuple of float
        Strength of the bot in each seat of the first game of a block; in the next game the bots move on by
        one seat. With bots that differ, the games of a block share their luck; with equal bots every game
        has luck of its own.
    luck : float
        How much the luck of a block moves the strengths of its seats.
    drag : float
        How much it moves the length of its games.
    pace : float
        Chance of a game to end in any one round.
    cap : int
        Rounds after which a game is cut off.
    shared : float
        Chance of a finished game to be shared by its winner and the next seat.
    stalled : float
        Chance of a game to come to a standstill, and to go on until it is cut off.
    """

    seats: tuple[float, ...]
    bots: tuple[float, ...]
    luck: float = 0.0
    drag: float = 0.0
    pace: float = 0.1
    cap: int = 1000
    shared: float = 0.0
    stalled: float = 0.0

    @property
    def block(self) -> int:
        """Games that share one luck number."""
        return 1 if len(set(self.bots)) == 1 else len(self.seats)

    @property
    def names(self) -> tuple[str, ...]:
        """Name of the bot in each seat of the first game of a block."""
        return tuple(f"bot {strength:g}" for strength in self.bots)


def seat_shares(world: World) -> np.ndarray | None:
    """Return the true win shares of the seats; None where no formula tells them."""
    strength = np.array(world.seats)
    count = strength.size
    if np.ptp(strength) == 0.0:
        return np.full(count, 1.0 / count)
    if world.luck > 0.0:
        return None
    alone = np.zeros(count)
    for game in range(world.block):
        chance = strength * np.roll(world.bots, game)
        alone += chance / chance.sum() / world.block
    return alone * (1.0 - world.shared / 2.0) + np.roll(alone, 1) * world.shared / 2.0


def luck_of_blocks(world: World, games: int, generator: np.random.Generator) -> np.ndarray:
    """Draw the luck of all blocks of so many games: of each seat, and of the length; (blocks, seats + 1)."""
    return generator.standard_normal((-(-games // world.block), len(world.seats) + 1))


def synthetic_rows(
    world: World, games: int, generator: np.random.Generator, luck: np.ndarray | None = None
) -> np.ndarray:
    """Draw the rows of `games` games, numbered from 0.

    The columns of the course of a game are drawn beside one another, not read off one course. Worlds that are
    given the same `luck` (of `luck_of_blocks`) share it game by game.
    """
    seats = len(world.seats)
    rows = np.zeros(games, dtype=row_dtype([]))
    number = np.arange(games)
    rows["game"] = number
    rows["luck"] = number // world.block
    rows["seats"] = seats
    if luck is None:
        luck = luck_of_blocks(world, games, generator)
    luck = luck[rows["luck"]]

    pace = 1.0 - (1.0 - world.pace) ** np.exp(luck[:, seats] * world.drag)
    rounds = generator.geometric(pace)
    if world.stalled > 0.0:
        rounds[generator.random(games) < world.stalled] = world.cap + 1
    finished = rounds <= world.cap
    rows["how"] = finished
    rows["rounds"] = rows["turns"] = rounds = np.minimum(rounds, world.cap)

    rows["bot"][:, :seats] = (np.arange(seats) - number[:, None] * (world.block > 1)) % seats
    strength = (
        np.array(world.seats)
        * np.array(world.bots)[rows["bot"][:, :seats]]
        * np.exp(luck[:, :seats] * world.luck)
    )
    reach = np.cumsum(strength, axis=1)
    winner = (generator.random((games, 1)) * reach[:, -1:] >= reach[:, :-1]).sum(axis=1)
    alone = finished & (generator.random(games) >= world.shared)
    rows["win"][number[alone], winner[alone]] = WHOLE_WIN
    both = finished & ~alone
    rows["win"][number[both], winner[both]] = WHOLE_WIN // 2
    rows["win"][number[both], (winner[both] + 1) % seats] = WHOLE_WIN // 2
    _draw_course(rows, winner, alone, generator)
    return rows


def _draw_course(
    rows: np.ndarray, winner: np.ndarray, alone: np.ndarray, generator: np.random.Generator
) -> None:
    """Fill the columns of the course of the games, in place."""
    games, seats, rounds = rows.size, int(rows["seats"][0]), rows["rounds"]
    number = np.arange(games)
    nowhere = np.where(alone, 0, -1)
    led = generator.binomial(rounds, generator.beta(3.0, 2.0, games))
    rows["led"] = np.where(alone, led, nowhere)
    rows["trailed"] = np.where(alone, rounds - led, nowhere)
    rows["drama"] = np.where(alone, (rounds - led) * generator.beta(2.0, 4.0, games) * FIXED_ONE, 0.0)
    rows["settled"] = np.where(alone, generator.binomial(rounds, generator.beta(2.0, 2.0, games)), nowhere)
    rows["half_leader"] = (winner + (generator.random(games) < 0.3)) % seats
    rows["lead_changes"] = generator.poisson(rounds / 5.0)
    rows["surprise"] = generator.gamma(2.0, rounds / 10.0) * FIXED_ONE
    rows["score"][:, :seats] = generator.poisson(5.0 + 3.0 * np.arange(seats), (games, seats))
    fallen = generator.random((games, seats)) < 0.5
    fallen[number, winner] = False
    rows["out"][:, :seats] = np.where(fallen, generator.integers(1, rounds[:, None] + 1, (games, seats)), 0)
    ahead = generator.gamma(2.0, 1.0, (games, TENTHS, seats)) + 0.01
    ahead[number, :, winner] += np.arange(1, TENTHS + 1) / 2.0
    rows["tenth"][:, :, :seats] = ahead / ahead.sum(axis=2, keepdims=True) * FIXED_ONE
