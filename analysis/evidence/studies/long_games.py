"""How much a few long games weigh in the measures of the time at the table, and what that does to intervals.

Where games can stand still, sets grow with every turn: a game ten times as long has many times as many rolls
and armies *in each turn*. A run that has no such game does not know of them, so its mean is too low and its
interval too short, both at once. Runs with no game in common are measured, and all of them tell the truth.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from conquestlab.analysis.evidence.covered_beside import all_noted
from conquestlab.analysis.evidence.studies.coverage import holds
from conquestlab.analysis.pace.clock import Clock, PaceNumbers, pace_numbers
from conquestlab.analysis.pace.pace_table import pace_table
from conquestlab.analysis.playing.experiment import Experiment, experiment_of
from conquestlab.analysis.playing.noting import seconds_for
from conquestlab.analysis.seeds import parse_seeds

TABLES = (("conquete-1957", 4), ("conquete-1957-second", 4), ("risk-modern", 3))
BOTS = ("expert",)
GAMES = 300  # noted in a run, as `conquest verify --coverage` has it
FEW = 100  # one game in so many counts as one of few
TOLD = ("minutes", "watching", "acts_a_turn")

Key = tuple[str, str]


class Weighed(NamedTuple):
    """What runs say of a measure, in shares.

    Attributes
    ----------
    covered, below : float
        Runs whose interval holds the truth, and runs whose interval lies below it.
    few, largest : float
        Of the variance between games, what the hundredth part of the games carries, and what one game does.
    """

    covered: float
    below: float
    few: float
    largest: float


def table(repetitions: int, seed: int) -> list[str]:
    """Return the lines of the table, in per cent.

    Parameters
    ----------
    repetitions : int
        Runs of each rulebook.
    seed : int
    """
    lines = [
        "| rulebook | measure | covers | interval too low | variance of 1 game in 100 | of one game |",
        "|---|---|---|---|---|---|",
    ]
    for text, seats in TABLES:
        experiment = experiment_of(text, seats, BOTS, parse_seeds(str(seed)), GAMES * repetitions)
        for (measure, of), weighed in weighed_rows(experiment, repetitions).items():
            shares = " | ".join(f"{100 * share:.1f}" for share in weighed)
            name = f"`{measure}`{' of ' if of else ''}{of}"
            lines.append(f"| {text}, {seats} x {BOTS[0]} | {name} | {shares} |")
    return lines


def weighed_rows(experiment: Experiment, runs: int) -> dict[Key, Weighed]:
    """Return what runs of an experiment say of each measure of time."""
    seconds = seconds_for(experiment, None)
    spans: list[dict[Key, tuple[float | None, float | None]]] = []
    parts: dict[Key, list[PaceNumbers]] = {}
    for run in range(runs):
        noted = all_noted(experiment.batch(run * GAMES, GAMES), run * GAMES, GAMES)
        made = pace_table(noted, seconds)
        rows = [] if made is None else made.rows()
        spans.append({(row["measure"], row["of"]): (row["low"], row["high"]) for row in rows})
        for key, numbers in pace_numbers(Clock(noted, seconds), bool(seconds)):
            if key[0] in TOLD:
                parts.setdefault(key, []).append(numbers)
    found: dict[Key, Weighed] = {}
    for key, some in parts.items():
        number = np.concatenate([one.number for one in some])
        weight = np.concatenate([one.weight for one in some])
        truth = float(number.sum() / weight.sum())
        ends = [one[key] for one in spans if key in one]
        held = [holds(low, high, truth) for low, high in ends]
        below = [high is not None and high < truth for _, high in ends]
        found[key] = Weighed(
            sum(one is True for one in held) / len(ends), sum(below) / len(ends), *carried(number, weight)
        )
    return found


def carried(number: np.ndarray, weight: np.ndarray) -> tuple[float, float]:
    """Return which share of the variance of a ratio 1 game in 100 carries, and which the largest does.

    Parameters
    ----------
    number, weight : float arrays, (games,)
        Of the mean that is the sum of the first over the sum of the second.
    """
    squares = np.sort((number - number.sum() / weight.sum() * weight) ** 2)[::-1]
    whole = squares.sum()
    return float(squares[: max(1, len(squares) // FEW)].sum() / whole), float(squares[0] / whole)
