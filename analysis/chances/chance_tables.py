"""The measures that rest on win chances: their values, and the same with each group of blocks left out.

Leaving out a group leaves out its games, and leaves another model to judge the games of the other half. So
what is seen to vary over the groups contains both: chance in the games, and in what was learnt of them.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import NamedTuple

import numpy as np

from conquestlab.analysis.chances import paths
from conquestlab.analysis.chances.expected_moves import Moves, fit_moves, moved_by_groups
from conquestlab.analysis.chances.model import GROUPS, Half, judge
from conquestlab.analysis.chances.noted_games import NotedGames
from conquestlab.analysis.chances.noted_table import Key, NotedTable
from conquestlab.analysis.chances.paths import Numbers, Path
from conquestlab.analysis.chances.traits import GAMES_A_TRAIT, form_for
from conquestlab.analysis.measures.intervals import LEVEL
from conquestlab.analysis.measures.measure import MeasureRow
from conquestlab.kernels.shared.contract import NOBODY
from conquestlab.kernels.shared.rows import TENTHS

ENOUGH_DETAIL = 3  # of a form: with less, chances are those of another model
ROUNDS_SHOWN = (1, 2, 3, 4, 5, 6, 8, 10, 12, 15, 20, 25, 30, 40, 50, 60, 80, 100, 150, 200, 300, 500, 1000)
STILL_PLAYED = 0.1  # a round is shown that this share of the games goes beyond


def chance_table(noted: NotedGames) -> NotedTable | None:
    """Return the measures of the chances along noted games; None where too few were noted.

    Parameters
    ----------
    noted : NotedGames
    """
    halves = judge(noted)
    if halves is None:
        return None
    rounds = _rounds_shown(halves)
    sums = [_HalfSums(half, rounds) for half in halves]
    first, second = sums
    number = [first.whole + second.whole]
    number += [first.whole - first.groups[one] + second.without[one] for one in range(GROUPS)]
    number += [second.whole - second.groups[one] + first.without[one] for one in range(GROUPS)]
    both = np.stack(number)
    values = np.divide(both[:, 0], both[:, 1], out=np.full_like(both[:, 0], np.nan), where=both[:, 1] > 0)
    weight = both[0, 1]
    baseline = np.divide(
        first.baseline + second.baseline, weight, out=np.full_like(weight, np.nan), where=weight > 0
    )
    present = np.concatenate([np.bincount(half.group, minlength=GROUPS) > 0 for half in halves])
    kept = np.concatenate([[True], present])
    games = first.games + second.games
    leans = not has_enough_traits(noted, halves)
    return NotedTable(first.keys, values[kept], baseline, games, np.flatnonzero(present), leans)


def has_enough_traits(noted: NotedGames, halves: tuple[Half, Half]) -> bool:
    """Whether the games that were judged bear a model of enough traits.

    With fewer the chances are those of another model, and measures lean further than intervals say.
    How open games of `risk-express` are after a fifth of them came out 0.68 by 500 games, 0.88 by 20,000.
    """
    games = sum(len(half.starts) for half in halves)
    wanted = replace(form_for(halves[0].games, noted.names, noted.bots), detail=ENOUGH_DETAIL)
    return wanted.size * GAMES_A_TRAIT <= games // 2


def chance_rows(noted: NotedGames, level: float = LEVEL) -> list[MeasureRow]:
    """Return the records of the measures of chances; none where too few games were noted."""
    table = chance_table(noted)
    return [] if table is None else table.rows(level)


def _rounds_shown(halves: tuple[Half, Half]) -> list[int]:
    rounds = np.concatenate([half.games.rounds for half in halves])
    return [round for round in ROUNDS_SHOWN if np.mean(rounds > round) >= STILL_PLAYED]


class Marks(NamedTuple):
    """Where the games are at each tenth, and after some rounds: the place of a pause of each game."""

    tenths: dict[int, np.ndarray]
    rounds: dict[int, np.ndarray]


def marks_of(half: Half, rounds: list[int]) -> Marks:
    """Return the marks of the games of a half."""
    games = len(half.starts)
    return Marks(
        {tenth: half.at_tenth(tenth) for tenth in range(1, TENTHS + 1)},
        {round: half.after_round(np.full(games, round)) for round in rounds},
    )


class _HalfSums:
    """The sums of one half: of all its games, by group, and by each of the models that judge it.

    `whole` and each of `groups` and `without` is (2, rows): numbers and weights.
    """

    def __init__(self, half: Half, rounds: list[int]):
        moves, marks = Moves(half), marks_of(half, rounds)
        chances = half.chances[0]
        traits, squares = moves.traits(chances), moves.squares(chances)
        weights = fit_moves(traits, squares)
        by_group = moved_by_groups(traits, squares, weights, half.group[moves.of])
        roots = np.sqrt(moves.expected(traits, weights, chances))
        told = dict(_numbers(Path(half), marks, roots))
        self.keys = tuple(told)
        numbers = np.stack([[one.number, one.weight] for one in told.values()], axis=1)  # (2, rows, games)
        unknown = np.full(len(half.starts), np.nan)
        baselines = [unknown if one.baseline is None else one.baseline for one in told.values()]
        self.baseline = np.array([one.sum() for one in baselines])
        self.games = np.array([np.count_nonzero(one.weight) for one in told.values()])
        self.whole = numbers.sum(axis=2)
        self.groups = [numbers[:, :, half.group == one].sum(axis=2) for one in range(GROUPS)]
        # Without a group the next turn is expected to move other games' chances by something else too.
        place = self.keys.index(("suspense", ""))
        in_group = half.group[moves.of]
        for one in range(GROUPS):
            slope = (roots[in_group != one, None] * traits[in_group != one]).sum(axis=0) / 2.0
            self.groups[one][0, place] -= float(slope @ by_group[one])
        self.without = []
        for which in range(1, GROUPS + 1):
            chances = half.chances[which]
            traits, squares = moves.traits(chances), moves.squares(chances)
            there = fit_moves(traits, squares, weights)
            roots = np.sqrt(moves.expected(traits, there, chances))
            again = _numbers(Path(half, which), marks, roots)
            self.without.append(np.array([[one.number.sum(), one.weight.sum()] for _, one in again]).T)


def _numbers(path: Path, marks: Marks, roots: np.ndarray) -> Iterator[tuple[Key, Numbers]]:
    """Yield what the games add to each row; `roots` are those of the expected squared moves."""
    yield ("surprise", ""), paths.surprise(path)
    still = np.sqrt(np.maximum(0.0, 1.0 - (path.begun**2).sum(axis=1)))
    yield ("suspense", ""), Numbers(path.total(roots), path.every, still)
    for tenth, there in marks.tenths.items():
        yield ("openness", str(tenth)), paths.openness(path, there)
    for round, after in marks.rounds.items():
        yield ("openness_after", str(round)), paths.openness(path, after)
    yield ("settled_at", "likeliest"), paths.settled_at(path, likeliest=True)
    yield ("settled_at", "above half"), paths.settled_at(path, likeliest=False)
    yield ("winner_lowest", ""), paths.winner_lowest(path)
    yield ("won_from_below", ""), paths.won_from_below(path)
    for tenth, there in marks.tenths.items():
        yield ("runaway", str(tenth)), paths.runaway(path, there)
    yield ("runaway_lost", ""), paths.runaway_lost(path)
    if path.seats > 2 and (path.games.mover != NOBODY).any():
        yield ("kingmaking", ""), paths.kingmaking(path)
    yield ("hopeless_rounds", ""), paths.hopeless_rounds(path)
    for place, one in enumerate(paths.calibration(path)):
        yield ("calibration", f"{place * 10} to {place * 10 + 10} %"), one
    yield ("movement", ""), paths.movement(path)
