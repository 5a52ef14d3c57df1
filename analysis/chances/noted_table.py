"""The rows of measures of noted games, with intervals by leaving out groups of blocks (the jackknife)."""

from __future__ import annotations

from dataclasses import dataclass
from math import inf

import numpy as np

from conquestlab.analysis.measures.catalogue import COMMON
from conquestlab.analysis.measures.intervals import FEWEST_UNITS, LEVEL, t_interval
from conquestlab.analysis.measures.measure import MeasureRow
from conquestlab.analysis.measures.ratio_measures import measure_row
from conquestlab.analysis.measures.ratios import UNKNOWN, Share, Span

SHARES = ("won_from_below", "runaway", "runaway_lost", "kingmaking", "calibration", "snowball_after")
"""The measures that are a share of games, or of seats; the others are means."""

CORRECTED = ("surprise", "suspense", "openness", "openness_after", "winner_lowest")
"""The measures that what is not known of the model makes larger or smaller: the jackknife tells by how much.

The others jump where a chance passes a threshold, so that no correction can be read off a few groups.
"""

LARGEST = dict.fromkeys(("openness", "openness_after", "winner_lowest", "settled_at"), 1.0)
"""The most that a mean can be, where there is a most; the least is 0."""

Key = tuple[str, str]


@dataclass(frozen=True, eq=False)
class NotedTable:
    """The rows of measures of noted games: of the win chances, or of the time at the table.

    Attributes
    ----------
    keys : tuple of (measure, of)
    values : float array, (1 + replicates, rows)
        First of all games, then without each group of blocks; not a number where nothing is known.
    baseline : float array, (rows,)
    games : int array, (rows,)
        Games, or for `calibration` games with a seat of such a chance.
    replicates : int array, (replicates,)
        Which group each leaves out, so that those of two runs of the same blocks can be paired.
    leans : bool
        Whether the games were too few for all traits of the model. A model of fewer traits is another one,
        which no leaving out of groups tells: so there are values and no intervals.
    """

    keys: tuple[Key, ...]
    values: np.ndarray
    baseline: np.ndarray
    games: np.ndarray
    replicates: np.ndarray
    leans: bool = False

    @property
    def units(self) -> int:
        """How many groups there are."""
        return len(self.replicates)

    def moves(self, place: int) -> np.ndarray:
        """Return by how much a row moves when each group is left out, around their mean."""
        without = self.values[1:, place]
        moved: np.ndarray = without - without.mean()
        return moved

    def value(self, place: int) -> float:
        """Return the value of a row, freed of the bias of few games where that can be done."""
        value = float(self.values[0, place])
        measure = self.keys[place][0]
        if measure not in CORRECTED or not self._is_told(place):
            return value
        found = self.units * value - (self.units - 1) * float(self.values[1:, place].mean())
        return min(max(found, 0.0), LARGEST.get(measure, inf))

    def error(self, place: int) -> float:
        """Return the standard error of a row, by the jackknife."""
        return jackknife_error(self.moves(place))

    def share(self, place: int) -> Share:
        """Return a row as a share with as many independent trials as would be as uncertain."""
        value, error = self.value(place), self.error(place)
        trials = value * (1.0 - value) / error**2 if error > 0.0 else inf
        if not 0.0 < value < 1.0 or trials == inf:
            trials = float(self.games[place])
        return Share(value, trials, self.units - 1.0, int(self.games[place]))

    def rows(self, level: float = LEVEL) -> list[MeasureRow]:
        """Return the records."""
        return [self._row(place, level) for place in range(len(self.keys))]

    def known(self, place: int) -> bool:
        """Whether a row has a value and an interval."""
        return not self.leans and self._is_told(place)

    def _is_told(self, place: int) -> bool:
        return self.units >= FEWEST_UNITS and bool(np.isfinite(self.values[:, place]).all())

    def _row(self, place: int, level: float) -> MeasureRow:
        measure, of = self.keys[place]
        value, baseline = self.value(place), float(self.baseline[place])
        span: Span = UNKNOWN
        if self.known(place):
            if measure in SHARES:
                span = self.share(place).span(level=level)
            else:
                low, high = t_interval(value, self.error(place), self.units, level)
                span = max(0.0, low), min(high, LARGEST.get(measure, inf))
        known = value if np.isfinite(value) else None
        row = measure_row(measure, of, known, span, int(self.games[place]), of and COMMON[measure].of)
        row["baseline"] = baseline if np.isfinite(baseline) and known is not None else None
        return row


def jackknife_error(moves: np.ndarray) -> float:
    """Return the standard error of a value that moves by so much when each group is left out."""
    units = len(moves)
    return float(np.sqrt((units - 1) / units * (moves @ moves)))
