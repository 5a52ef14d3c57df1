"""The course of the chances in each game: the states that it went through, and what they come to.

Everything is a sum over games of a number and of a weight, so that a mean or a share is one over the other.
Beside the number stands what it would be in a game that begins alike but of which nothing is known before
its last turn, or another law that a calibrated chance obeys; see docs/measures.md.
"""

from __future__ import annotations

from functools import cached_property
from typing import NamedTuple

import numpy as np

from conquestlab.analysis.chances.model import Half
from conquestlab.analysis.chances.seat_columns import most_of_seats, over_seats
from conquestlab.kernels.shared.contract import NOBODY

RUNAWAY = 0.8  # a chance that is as good as won
BELOW = 0.1  # from which a win is one from far behind
HOPELESS = 0.02  # a seat that only plays on
KINGMAKER, SWING = 0.05, 0.2  # a seat that hardly can win moves the others' chances by so much
BINS = 10  # of the stated chances
TIED = 1e-9


class Numbers(NamedTuple):
    """What the games of one half add to a row of a measure, by game.

    Attributes
    ----------
    number, weight : float array, (games,)
    baseline : float array, (games,) or None
        The number to measure it against, at the same weight.
    """

    number: np.ndarray
    weight: np.ndarray
    baseline: np.ndarray | None = None


class Path:
    """The chances of the games of a half, by one of its models.

    Parameters
    ----------
    half : Half
    which : int
        Place of the model.
    """

    def __init__(self, half: Half, which: int = 0):
        self.half = half
        self.games = half.games
        self.chances = half.chances[which]
        self.seats = half.alive.shape[1]
        self.count = len(half.starts)
        self.ends = half.ends
        self.moves = half.moves

    @cached_property
    def begun(self) -> np.ndarray:
        """Chances before the first turn, (games, seats)."""
        return self.chances[self.half.starts]

    @cached_property
    def winner(self) -> np.ndarray:
        """The seat that won alone, NOBODY where several did."""
        alone = self.half.won.max(axis=1) == 1.0
        return np.where(alone, self.half.won.argmax(axis=1), NOBODY)

    @cached_property
    def alone(self) -> np.ndarray:
        """1 for a game that one seat won alone."""
        return (self.winner != NOBODY).astype(float)

    @cached_property
    def of_winner(self) -> np.ndarray:
        """The winner's chance at each pause; that of any seat where several won."""
        seat = np.maximum(self.winner, 0)[self.half.of]
        return self.chances[np.arange(len(seat)), seat]

    def entropy(self, places: np.ndarray) -> np.ndarray:
        """Return how open some states are, from 0 to 1."""
        chances = self.chances[places]
        logs = np.log(np.where(chances > 0.0, chances, 1.0))
        found: np.ndarray = -over_seats(chances * logs) / np.log(self.seats)
        return found

    @cached_property
    def every(self) -> np.ndarray:
        """1 for each game."""
        return np.ones(self.count)

    def total(self, by_move: np.ndarray) -> np.ndarray:
        """Add up what is told of each move, by game."""
        found: np.ndarray = np.bincount(self.half.of[self.moves], by_move, minlength=self.count)
        return found


def surprise(path: Path) -> Numbers:
    """Return how far the chances move in all turns, in the Euclidean distance."""
    moved = path.chances[path.moves + 1] - path.chances[path.moves]
    squares = (path.begun**2).sum(axis=1, keepdims=True)
    at_once = (path.begun * np.sqrt(np.maximum(0.0, 1.0 - 2.0 * path.begun + squares))).sum(axis=1)
    return Numbers(path.total(np.sqrt(over_seats(moved * moved))), path.every, at_once)


def openness(path: Path, places: np.ndarray) -> Numbers:
    """Return how open the games are at some pause of each."""
    still = np.where(places == path.ends, 0.0, path.entropy(path.half.starts))
    return Numbers(path.entropy(places), path.every, still)


def winner_lowest(path: Path) -> Numbers:
    """Return the lowest chance that the winner ever had."""
    lowest = np.minimum.reduceat(path.of_winner, path.half.starts)
    begun = np.clip(path.begun, 1e-12, 1.0 - 1e-12)
    creeping = (begun + (1.0 - begun) * np.log1p(-begun)).sum(axis=1)
    return Numbers(lowest * path.alone, path.alone, creeping * path.alone)


def won_from_below(path: Path) -> Numbers:
    """Return whether the winner once had less than a chance in ten."""
    lowest = np.minimum.reduceat(path.of_winner, path.half.starts)
    creeping = np.minimum(path.begun, BELOW * (1.0 - path.begun) / (1.0 - BELOW)).sum(axis=1)
    return Numbers((lowest < BELOW) * path.alone, path.alone, creeping * path.alone)


def runaway(path: Path, places: np.ndarray) -> Numbers:
    """Return whether some seat has all but won at some pause of each game."""
    begun = (path.begun.max(axis=1) >= RUNAWAY) | (places == path.ends)
    return Numbers(
        (most_of_seats(path.chances[places]) >= RUNAWAY).astype(float), path.every, begun.astype(float)
    )


def runaway_lost(path: Path) -> Numbers:
    """Return how often the first seat that had all but won did not win, beside what its chance stated."""
    reached = most_of_seats(path.chances) >= RUNAWAY
    reached[path.ends] = False
    games, first = np.unique(path.half.of[reached], return_index=True)
    places = np.flatnonzero(reached)[first]
    seat = path.chances[places].argmax(axis=1)
    number, weight, stated = np.zeros(path.count), np.zeros(path.count), np.zeros(path.count)
    weight[games] = 1.0
    number[games] = 1.0 - path.half.won[games, seat]
    stated[games] = 1.0 - path.chances[places, seat]
    return Numbers(number, weight, stated)


def settled_at(path: Path, likeliest: bool) -> Numbers:
    """Return the share of the turns after which the winner was always the likeliest, or above one half."""
    top = path.begun.max(axis=1)
    if likeliest:
        open_still = path.of_winner < most_of_seats(path.chances) - TIED
        by_lot = 1.0 - top
    else:
        open_still = path.of_winner <= 0.5
        by_lot = 1.0 - np.where(top > 0.5, top, 0.0)
    turn = np.where(open_still, np.arange(len(open_still)) - path.half.starts[path.half.of] + 1, 0)
    turns = np.maximum.reduceat(turn, path.half.starts)
    share = turns / (path.games.pauses - 1)
    return Numbers(share * path.alone, path.alone, by_lot * path.alone)


def kingmaking(path: Path) -> Numbers:
    """Return whether a seat that hardly could win moved the chances of the others among themselves far.

    The baseline is how often it would happen if such turns moved them as often as those of other seats do.
    """
    before, after = path.chances[path.moves], path.chances[path.moves + 1]
    mover = path.games.mover[path.moves + 1]
    rows = np.arange(len(mover))
    own, then = before[rows, mover], after[rows, mover]
    known = (mover != NOBODY) & (own < 1.0 - TIED) & (then < 1.0 - TIED)
    others = np.where(np.arange(path.seats) == mover[:, None], 0.0, 1.0)
    left, right = np.where(known, 1.0 - own, 1.0), np.where(known, 1.0 - then, 1.0)
    moved = over_seats(np.abs(after * others / right[:, None] - before * others / left[:, None])) / 2.0
    swung = known & (moved >= SWING)
    weak = (mover != NOBODY) & (own < KINGMAKER)
    made = path.total((swung & weak).astype(float)) > 0.0
    turns_of_others = float(np.count_nonzero((mover != NOBODY) & ~weak))
    often = np.count_nonzero(swung & ~weak) / turns_of_others if turns_of_others else 0.0
    alike = 1.0 - (1.0 - often) ** path.total(weak.astype(float))
    return Numbers(made.astype(float), path.every, alike)


def hopeless_rounds(path: Path) -> Numbers:
    """Return after how many rounds a seat is still in the game with all but no chance, a seat."""
    half = path.half
    ends_round = np.ones(len(half.of), bool)
    ends_round[:-1] = (path.games.round[1:] != path.games.round[:-1]) | (half.of[1:] != half.of[:-1])
    ends_round[path.ends] = False
    ends_round &= path.games.round > 0
    idle = over_seats(half.alive & (path.chances < HOPELESS)) * ends_round
    return Numbers(np.bincount(half.of, idle, minlength=path.count) / path.seats, path.every)


def calibration(path: Path) -> list[Numbers]:
    """Return by tenth of the stated chance the wins, the seats and pauses, and the chances themselves."""
    seen = path.half.alive.copy()
    seen[path.ends] = False
    pause, seat = np.nonzero(seen)
    stated, game = path.chances[pause, seat], path.half.of[pause]
    cell = game * BINS + np.minimum((stated * BINS).astype(int), BINS - 1)
    size = path.count * BINS
    won = np.bincount(cell, path.half.won[game, seat], size).reshape(-1, BINS)
    weight = np.bincount(cell, minlength=size).reshape(-1, BINS).astype(float)
    chance = np.bincount(cell, stated, size).reshape(-1, BINS)
    return [Numbers(won[:, place], weight[:, place], chance[:, place]) for place in range(BINS)]


def movement(path: Path) -> Numbers:
    """Return the squared moves over what was open at the start: 1 for chances that are calibrated."""
    moved = path.chances[path.moves + 1] - path.chances[path.moves]
    still = 1.0 - (path.begun**2).sum(axis=1) - (1.0 - (path.half.won**2).sum(axis=1))
    return Numbers(path.total(over_seats(moved * moved)), still, still)
