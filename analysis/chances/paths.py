"""The course of the chances in each game: the states that it went through, and what they come to.

Everything is a sum over games of a number and of a weight, so that a mean or a share is one over the other.
Beside the number stands what it would be in a game that begins alike but of which nothing is known before
its last turn, or another law that a calibrated chance obeys; see docs/measures.md.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import NamedTuple

import numpy as np

from conquestlab.analysis.chances.model import JudgedGames
from conquestlab.analysis.chances.seat_columns import most_of_seats, over_seats
from conquestlab.kernels.shared.contract import NOBODY

RUNAWAY = 0.8  # a chance that is as good as won
BELOW = 0.1  # from which a win is one from far behind
HOPELESS = 0.02  # a seat that only plays on
KINGMAKER, SWING = 0.05, 0.2  # a seat that hardly can win moves the others' chances by so much
BINS = 10  # of the stated chances
TIED = 1e-9


class Numbers(NamedTuple):
    """What games add to a row of a measure, by game.

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
    """The chances of games by one of the models.

    Parameters
    ----------
    judged : JudgedGames
    which : int
        Place of the model.
    """

    def __init__(self, judged: JudgedGames, which: int = 0):
        self.judged = judged
        self.games = judged.games
        self.chances = judged.chances[which]
        self.seats = judged.alive.shape[1]
        self.count = len(judged.starts)
        self.ends = judged.ends
        self.moves = judged.moves

    @cached_property
    def begun(self) -> np.ndarray:
        """Chances before the first turn, (games, seats)."""
        return self.chances[self.judged.starts]

    @cached_property
    def winner(self) -> np.ndarray:
        """The seat that won alone, NOBODY where several did."""
        alone = self.judged.won.max(axis=1) == 1.0
        return np.where(alone, self.judged.won.argmax(axis=1), NOBODY)

    @cached_property
    def alone(self) -> np.ndarray:
        """1 for a game that one seat won alone."""
        return (self.winner != NOBODY).astype(float)

    @cached_property
    def of_winner(self) -> np.ndarray:
        """The winner's chance at each pause; that of any seat where several won."""
        seat = np.maximum(self.winner, 0)[self.judged.of]
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
        found: np.ndarray = np.bincount(self.judged.of[self.moves], by_move, minlength=self.count)
        return found


def surprise(path: Path) -> Numbers:
    """Return how far the chances move in all turns, in the Euclidean distance."""
    moved = path.chances[path.moves + 1] - path.chances[path.moves]
    squares = (path.begun**2).sum(axis=1, keepdims=True)
    at_once = (path.begun * np.sqrt(np.maximum(0.0, 1.0 - 2.0 * path.begun + squares))).sum(axis=1)
    return Numbers(path.total(np.sqrt(over_seats(moved * moved))), path.every, at_once)


def openness(path: Path, places: np.ndarray) -> Iterator[Numbers]:
    """Yield how open the games are at some pauses of each, (marks, games)."""
    begun = path.entropy(path.judged.starts)
    still = np.where(places == path.ends, 0.0, begun)
    for number, baseline in zip(path.entropy(places), still, strict=True):
        yield Numbers(number, path.every, baseline)


def winner_lowest(path: Path) -> Numbers:
    """Return the lowest chance that the winner ever had."""
    lowest = np.minimum.reduceat(path.of_winner, path.judged.starts)
    begun = np.clip(path.begun, 1e-12, 1.0 - 1e-12)
    creeping = (begun + (1.0 - begun) * np.log1p(-begun)).sum(axis=1)
    return Numbers(lowest * path.alone, path.alone, creeping * path.alone)


def won_from_below(path: Path) -> Numbers:
    """Return whether the winner once had less than a chance in ten."""
    lowest = np.minimum.reduceat(path.of_winner, path.judged.starts)
    creeping = np.minimum(path.begun, BELOW * (1.0 - path.begun) / (1.0 - BELOW)).sum(axis=1)
    return Numbers((lowest < BELOW) * path.alone, path.alone, creeping * path.alone)


def runaway(path: Path, places: np.ndarray) -> Iterator[Numbers]:
    """Yield whether some seat has all but won at some pauses of each game, (marks, games)."""
    begun = (path.begun.max(axis=1) >= RUNAWAY) | (places == path.ends)
    reached = most_of_seats(path.chances[places]) >= RUNAWAY
    for number, baseline in zip(reached.astype(float), begun.astype(float), strict=True):
        yield Numbers(number, path.every, baseline)


def runaway_lost(path: Path) -> Numbers:
    """Return how often the first seat that had all but won did not win, beside what its chance stated."""
    reached = most_of_seats(path.chances) >= RUNAWAY
    reached[path.ends] = False
    games, first = np.unique(path.judged.of[reached], return_index=True)
    places = np.flatnonzero(reached)[first]
    seat = path.chances[places].argmax(axis=1)
    number, weight, stated = np.zeros(path.count), np.zeros(path.count), np.zeros(path.count)
    weight[games] = 1.0
    number[games] = 1.0 - path.judged.won[games, seat]
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
    turn = np.where(open_still, np.arange(len(open_still)) - path.judged.starts[path.judged.of] + 1, 0)
    turns = np.maximum.reduceat(turn, path.judged.starts)
    share = turns / (path.games.pauses - 1)
    return Numbers(share * path.alone, path.alone, by_lot * path.alone)


def swings(path: Path) -> float:
    """Return how often a turn of a seat that may still win moves the chances of the others far."""
    swung, weak, known = _swung(path)
    turns = float(np.count_nonzero(known & ~weak))
    return np.count_nonzero(swung & ~weak) / turns if turns else 0.0


def kingmaking(path: Path, often: float) -> Numbers:
    """Return whether a seat that hardly could win moved the chances of the others among themselves far.

    The baseline is how often it would happen if such turns moved them as often as those of other seats do.
    """
    swung, weak, _ = _swung(path)
    made = path.total((swung & weak).astype(float)) > 0.0
    alike = 1.0 - (1.0 - often) ** path.total(weak.astype(float))
    return Numbers(made.astype(float), path.every, alike)


def _swung(path: Path) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return of each move whether it moved the others' chances far, was a weak seat's, and was one seat's."""
    before, after = path.chances[path.moves], path.chances[path.moves + 1]
    mover = path.games.mover[path.moves + 1]
    is_known = mover != NOBODY
    rows = np.arange(len(mover))
    own, then = before[rows, mover], after[rows, mover]
    known = is_known & (own < 1.0 - TIED) & (then < 1.0 - TIED)
    left, right = np.where(known, 1.0 - own, 1.0), np.where(known, 1.0 - then, 1.0)
    apart = np.abs(after / right[:, None] - before / left[:, None])
    moved = (over_seats(apart) - apart[rows, mover]) / 2.0
    return known & (moved >= SWING), is_known & (own < KINGMAKER), is_known


def hopeless_rounds(path: Path) -> Numbers:
    """Return after how many rounds a seat is still in the game with all but no chance, a seat."""
    judged = path.judged
    ends_round = np.ones(len(judged.of), bool)
    ends_round[:-1] = (path.games.round[1:] != path.games.round[:-1]) | (judged.of[1:] != judged.of[:-1])
    ends_round[path.ends] = False
    ends_round &= path.games.round > 0
    idle = over_seats(judged.alive & (path.chances < HOPELESS)) * ends_round
    return Numbers(np.bincount(judged.of, idle, minlength=path.count) / path.seats, path.every)


def calibration(path: Path) -> list[Numbers]:
    """Return by tenth of the stated chance the wins, the seats and pauses, and the chances themselves."""
    seen = path.judged.alive.copy()
    seen[path.ends] = False
    cell = np.minimum((path.chances * BINS).astype(np.int64), BINS - 1) + path.judged.of[:, None] * BINS
    cell, size = cell[seen], path.count * BINS
    won = np.bincount(cell, path.judged.won[path.judged.of][seen], size).reshape(-1, BINS)
    weight = np.bincount(cell, minlength=size).reshape(-1, BINS).astype(float)
    chance = np.bincount(cell, path.chances[seen], size).reshape(-1, BINS)
    return [Numbers(won[:, place], weight[:, place], chance[:, place]) for place in range(BINS)]


def movement(path: Path) -> Numbers:
    """Return the squared moves over what was open at the start: 1 for chances that are calibrated."""
    moved = path.chances[path.moves + 1] - path.chances[path.moves]
    still = 1.0 - (path.begun**2).sum(axis=1) - (1.0 - (path.judged.won**2).sum(axis=1))
    return Numbers(path.total(over_seats(moved * moved)), still, still)
