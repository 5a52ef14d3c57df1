"""Rows of conquest that nobody played: what the measures of the notes look at, drawn beside one another."""

from __future__ import annotations

import numpy as np

from conquestlab.analysis.playing.experiment import COUNTED
from conquestlab.kernels.conquest.state import SAMPLE, row_dtype
from conquestlab.kernels.shared.rows import FIXED_ONE, WHOLE_WIN

LANDS = 42
CONTINENTS = (0.5, 0.6, 0.3, 0.2, 0.06, 0.4)
"""How often somebody holds each continent when it is looked at."""


def drawn_rows(
    seats: int, strengths: tuple[float, ...], blocks: int, generator: np.random.Generator
) -> np.ndarray:
    """Draw the rows of some blocks of games.

    Everything hangs together: the luck of a block moves dice, lands and the delay of sets; lands, continents
    and dice move the chances to win; what one seat loses another does not.

    Parameters
    ----------
    seats : int
    strengths : tuple of float
        Of the bot in each seat of the first game of a block. If they differ the bots move on by a seat from
        game to game, and a block has one game for each seat; else each game is a block.
    blocks : int
    generator : Generator
    """
    length = seats if len(set(strengths)) > 1 else 1
    games = blocks * length
    rows = np.zeros(games, row_dtype)
    number = np.arange(games)
    rows["game"], rows["luck"], rows["seats"] = number, number // length, seats
    rows["how"] = generator.random(games) < 0.95
    rows["rounds"] = rows["turns"] = 2 + generator.geometric(0.15, games)
    rows["bot"][:, :seats] = (np.arange(seats) - number[:, None] * (length > 1)) % seats
    rows["tenth"][:, :, :seats] = FIXED_ONE // seats
    rows["half_leader"] = -1
    luck = generator.standard_normal((blocks, seats + 1))[rows["luck"]]
    lands, held = _note_holdings(rows, luck, generator)
    dice = _roll(rows, luck, generator)
    bots = np.array(strengths)[rows["bot"][:, :seats]]
    reach = np.cumsum(np.exp(bots + 3.0 * lands - 0.4 * dice + 0.4 * held), axis=1)
    winner = (generator.random((games, 1)) * reach[:, -1:] >= reach[:, :-1]).sum(axis=1)
    rows["win"][number, winner] = WHOLE_WIN * rows["how"]
    _count(rows, luck[:, seats], winner, generator)
    return rows


def _note_holdings(
    rows: np.ndarray, luck: np.ndarray, generator: np.random.Generator
) -> tuple[np.ndarray, np.ndarray]:
    """Fill in what is noted after a round; return shares of lands, and numbers of continents."""
    games, seats = rows.size, int(rows["seats"][0])
    chances = np.exp(0.3 * luck[:, :seats])
    lands = generator.multinomial(LANDS, chances / chances.sum(axis=1, keepdims=True))
    lands[np.arange(games), generator.integers(seats, size=games)] *= generator.random(games) > 0.05
    held = np.zeros((games, seats))
    rows["noted_holder"] = -1
    for continent, often in enumerate(CONTINENTS):
        reach = np.cumsum(lands**2, axis=1)
        holder = (generator.random((games, 1)) * reach[:, -1:] >= reach[:, :-1]).sum(axis=1)
        found = generator.random(games) < often
        rows["noted_holder"][:, continent] = np.where(found, holder, -1)
        held[np.arange(games), holder] += found
    rows["noted_round"] = np.where(rows["rounds"] > 3, 3, 0)
    rows["noted_lands"][:, :seats] = lands
    rows["noted_armies"][:, :seats] = lands * (2 + generator.poisson(2.0, (games, seats)))
    return lands / lands.sum(axis=1, keepdims=True), held


def _roll(rows: np.ndarray, luck: np.ndarray, generator: np.random.Generator) -> np.ndarray:
    """Fill in the losses; return by how many standard deviations they are more than expected."""
    games, seats = rows.size, int(rows["seats"][0])
    dice = 0.5 * luck[:, :seats] + generator.standard_normal((games, seats))
    dice -= 0.8 * dice.mean(axis=1, keepdims=True)
    spread = np.sqrt(20.0 + generator.poisson(30.0, (games, seats)))
    expected = 40.0 + generator.integers(0, 40, (games, seats))
    lost = np.rint(expected + dice * spread).astype(np.int64)
    rows["lost_attacking"][:, :seats] = lost // 2
    rows["lost_defending"][:, :seats] = lost - lost // 2
    rows["expected_losses"][:, :seats] = expected * FIXED_ONE
    rows["loss_variance"][:, :seats] = spread**2 * FIXED_ONE
    return dice


def _count(rows: np.ndarray, luck: np.ndarray, winner: np.ndarray, generator: np.random.Generator) -> None:
    """Fill in what is counted of sets, of the leader, of swings and of choices."""
    games, seats = rows.size, int(rows["seats"][0])
    sets = generator.poisson(3.0, (games, seats))
    rows["sets"][:, :seats] = sets
    rows["set_delay"][:, :seats] = generator.poisson(sets * 0.4 * np.exp(0.4 * luck)[:, None])
    attacks = generator.poisson(6.0 * np.exp(0.3 * luck))
    chance = generator.beta(4.0, 8.0, games)
    rows["leader_attacks"] = attacks
    rows["leader_hits"] = generator.binomial(attacks, np.minimum(1.0, 1.2 * chance))
    rows["leader_expected"] = attacks * np.rint(chance * FIXED_ONE).astype(np.int64)
    another = np.where(generator.random(games) < 0.4, generator.integers(seats, size=games), winner)
    rows["swung_by"] = another
    rows["decisions"] = rows["turns"] * generator.poisson(40.0, games)


def forget(rows: np.ndarray) -> None:
    """Take out, in place, what the engine does not note in most games: it looks closely at few of them."""
    passed_over = rows["luck"] % SAMPLE != 0
    rows["swung_by"][passed_over] = -1
    for name in ("leader_attacks", "leader_hits", "leader_expected"):
        rows[name][passed_over] = 0
    rows["decisions"][rows["luck"] >= COUNTED] = -1
