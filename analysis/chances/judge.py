"""The judge: what was learnt of noted games, and what noted games come to by it.

It is made once, of the games that are learnt from. All else that it needs to know of a run, such as which
rounds are shown, it takes from them too, so that other games can be judged one stretch after the other.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from conquestlab.analysis.chances import paths
from conquestlab.analysis.chances.expected_moves import Moves, MovesSeen, fit_moves, moved_by_groups
from conquestlab.analysis.chances.model import (
    CELLS,
    GROUPS,
    SIDES,
    JudgedGames,
    Model,
    cell_of,
    fit_models,
    judged_by,
)
from conquestlab.analysis.chances.noted_games import Part
from conquestlab.analysis.chances.paths import Numbers, Path
from conquestlab.kernels.shared.contract import NOBODY
from conquestlab.kernels.shared.rows import TENTHS

if TYPE_CHECKING:
    from conquestlab.analysis.chances.noted_games import NotedGames

Key = tuple[str, str]

ROUNDS_SHOWN = (1, 2, 3, 4, 5, 6, 8, 10, 12, 15, 20, 25, 30, 40, 50, 60, 80, 100, 150, 200, 300, 500, 1000)
TRIED = 384  # games by which it is tried what a model without some games would say
STILL_PLAYED = 0.1  # a round is shown that this share of the games goes beyond
NUMBER, WEIGHT, BASELINE, GAMES = range(4)  # what is added up for each row
SUSPENSE = ("suspense", "")
TENTHS_SHOWN = range(1, TENTHS + 1)


class Manner(NamedTuple):
    """How games are judged, beside the models.

    Attributes
    ----------
    rounds : tuple of int
        After which it is told how open the games are.
    middle : float
        Pauses of a game of median length.
    swings : float
        How often a turn of a seat that may still win moves the others' chances far; see `kingmaking`.
    suspense : float array, (SIDES, traits)
        What tells the size of the next move, by half.
    """

    rounds: tuple[int, ...]
    middle: float
    swings: float
    suspense: np.ndarray


@dataclass(frozen=True, eq=False)
class Judge:
    """What was learnt.

    Attributes
    ----------
    models : pair of Model
        By half, those that learnt from it.
    manner : Manner
    keys : tuple of (measure, of)
        The rows.
    whole : float array, (CELLS, 4, rows)
        What the games that were learnt from come to.
    changes : float array, (CELLS, 2, rows)
        By how much their numbers and weights change where each cell of blocks is not learnt from.
    games : int
        How many they are.
    """

    models: tuple[Model, Model]
    manner: Manner
    keys: tuple[Key, ...]
    whole: np.ndarray
    changes: np.ndarray
    games: int

    @property
    def present(self) -> np.ndarray:
        """Which cells have games that were learnt from."""
        found: np.ndarray = self.whole[:, GAMES, self.keys.index(SUSPENSE)] > 0
        return found

    @classmethod
    def of(cls, noted: NotedGames) -> Judge | None:
        """Return what is learnt of noted games; None where they are too few."""
        learnt = noted.joined
        models = fit_models(learnt, noted.names, noted.bots)
        if models is None:
            return None
        judged = judged_by(models, learnt, 1)
        moves = Moves(judged, float(np.median(learnt.pauses)))
        seen = moves.in_looks(judged.chances[0])
        suspense = np.stack([fit_moves(*seen.of_side(side)) for side in range(SIDES)])
        manner = Manner(_rounds_shown(learnt), moves.middle, paths.swings(Path(judged)), suspense)
        told = dict(_numbers(Path(judged), marks_of(judged, manner), manner, moves))
        place = tuple(told).index(SUSPENSE)
        changes = _changes(models, manner, learnt)
        changes[:, NUMBER, place] += _moves_unlearnt(moves, seen, manner)
        return cls(models, manner, tuple(told), _added_up(judged, told), changes, len(learnt.game))

    def sums(self, games: Part) -> np.ndarray:
        """Return what other games come to, (CELLS, 4, rows)."""
        judged = judged_by(self.models, games, 1)
        moves = Moves(judged, self.manner.middle)
        marks = marks_of(judged, self.manner)
        return _added_up(judged, dict(_numbers(Path(judged), marks, self.manner, moves)))


def _changes(models: tuple[Model, Model], manner: Manner, learnt: Part) -> np.ndarray:
    """Return by how much numbers and weights change by the models without each cell, (CELLS, 2, rows)."""
    some = learnt.some(np.arange(len(learnt.game)) < TRIED)
    judged = judged_by(models, some, 1 + GROUPS)
    moves, marks = Moves(judged, manner.middle), marks_of(judged, manner)
    sums = []
    for which in range(1 + GROUPS):
        there = manner
        if which:
            seen = moves.in_looks(judged.chances[which])
            fitted = [fit_moves(*seen.of_side(side), manner.suspense[side]) for side in range(SIDES)]
            there = manner._replace(suspense=np.stack(fitted))
        sums.append(_added_up(judged, dict(_numbers(Path(judged, which), marks, there, moves))))
    found = [
        (one - sums[0])[1 - side :: SIDES, : WEIGHT + 1].sum(axis=0)  # the half that this side's model judges
        for one in sums[1:]
        for side in range(SIDES)
    ]
    times: float = len(learnt.game) / len(some.game)
    return times * np.stack(found)


def _moves_unlearnt(moves: Moves, seen: MovesSeen, manner: Manner) -> np.ndarray:
    """Return by how much the suspense changes because the size of moves is not learnt from each cell."""
    slopes = moves.slopes(moves.judged.chances[0], manner.suspense)
    found = np.zeros(CELLS)
    for side in range(SIDES):
        group = seen.group[seen.side == side]
        by_group = moved_by_groups(*seen.of_side(side), manner.suspense[side], group)
        of_side = slopes[side::SIDES]
        found[side::SIDES] = ((of_side.sum(axis=0) - of_side) * by_group).sum(axis=1)
    return found


class Marks(NamedTuple):
    """Where the games are at each tenth, and after some rounds: places of pauses, (marks, games)."""

    tenths: np.ndarray
    rounds: np.ndarray


def marks_of(judged: JudgedGames, manner: Manner) -> Marks:
    """Return the marks of games."""
    games = len(judged.starts)
    rounds = [judged.after_round(np.full(games, round)) for round in manner.rounds]
    return Marks(
        np.stack([judged.at_tenth(tenth) for tenth in TENTHS_SHOWN]),
        np.stack(rounds) if rounds else np.zeros((0, games), np.int64),
    )


def _rounds_shown(games: Part) -> tuple[int, ...]:
    return tuple(round for round in ROUNDS_SHOWN if np.mean(games.rounds > round) >= STILL_PLAYED)


def _added_up(judged: JudgedGames, told: dict[Key, Numbers]) -> np.ndarray:
    """Add up what each game comes to, by cell of blocks, (CELLS, 4, rows)."""
    unknown = np.full(len(judged.starts), np.nan)
    by_game = np.stack(
        [
            [one.number, one.weight, unknown if one.baseline is None else one.baseline, one.weight != 0.0]
            for one in told.values()
        ]
    )  # (rows, 4, games)
    cell = cell_of(judged.games.luck)
    found = [by_game[:, :, cell == one].sum(axis=2).T for one in range(CELLS)]
    return np.stack(found)


def _numbers(path: Path, marks: Marks, manner: Manner, moves: Moves) -> Iterator[tuple[Key, Numbers]]:
    """Yield what the games add to each row."""
    yield ("surprise", ""), paths.surprise(path)
    still = np.sqrt(np.maximum(0.0, 1.0 - (path.begun**2).sum(axis=1)))
    roots = np.sqrt(moves.expected(path.chances, manner.suspense))
    yield SUSPENSE, Numbers(path.total(roots), path.every, still)
    for tenth, one in zip(TENTHS_SHOWN, paths.openness(path, marks.tenths), strict=True):
        yield ("openness", str(tenth)), one
    for round, one in zip(manner.rounds, paths.openness(path, marks.rounds), strict=True):
        yield ("openness_after", str(round)), one
    yield ("settled_at", "likeliest"), paths.settled_at(path, likeliest=True)
    yield ("settled_at", "above half"), paths.settled_at(path, likeliest=False)
    yield ("winner_lowest", ""), paths.winner_lowest(path)
    yield ("won_from_below", ""), paths.won_from_below(path)
    for tenth, one in zip(TENTHS_SHOWN, paths.runaway(path, marks.tenths), strict=True):
        yield ("runaway", str(tenth)), one
    yield ("runaway_lost", ""), paths.runaway_lost(path)
    if path.seats > 2 and (path.games.mover != NOBODY).any():
        yield ("kingmaking", ""), paths.kingmaking(path, manner.swings)
    yield ("hopeless_rounds", ""), paths.hopeless_rounds(path)
    for place, one in enumerate(paths.calibration(path)):
        yield ("calibration", f"{place * 10} to {place * 10 + 10} %"), one
    yield ("movement", ""), paths.movement(path)
