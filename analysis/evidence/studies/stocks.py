"""Do the measures of conquest keep what they promise? Runs drawn from a stock of games that is all known.

The truth about a stock of games is what its measures are over all of it. Runs are drawn from it block by
block, with replacement; then every interval is to cover that. Two stocks of the same blocks tell the same of
differences. Stocks of games that were played are those of `evidence/covered.py`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from conquestlab.analysis.comparing.contrasts import contrasts_of
from conquestlab.analysis.comparing.pairs import Key
from conquestlab.analysis.evidence.studies.conquest_rows import drawn_rows, forget
from conquestlab.analysis.evidence.studies.coverage import Held
from conquestlab.analysis.evidence.studies.paired_runs import held_differences, paired_sides
from conquestlab.analysis.games import engine_for
from conquestlab.analysis.measures.table import measure_rows
from conquestlab.analysis.measures.tallies import Tally, tally_rows
from conquestlab.analysis.rules.rulebook import load

RULES = "risk-modern"  # its continents give the synthetic rows their names
MEASURES = (
    "skill_gap",
    "dice_luck",
    "continent_lift",
    "set_delay",
    "leader_bashed",
    "decisions",
)


@dataclass(frozen=True, eq=False)
class Stock:
    """A stock of games, and the size of the runs that are drawn from it.

    Attributes
    ----------
    name : str
    rows : structured array, (games,)
        Whole blocks, all of the same length.
    bots : tuple of str
        One a seat.
    blocks : int
        Of a run.
    rules : str
        Rulebook of the games.
    measures : tuple of str
    promised : bool
        Whether all measures have to keep their promise; else the study shows where they stop doing so.
    whole : bool
        Whether all is noted of every game, so that runs have to forget what the engine would not note.
    """

    name: str
    rows: np.ndarray
    bots: tuple[str, ...]
    blocks: int
    rules: str = RULES
    measures: tuple[str, ...] = MEASURES
    promised: bool = True
    whole: bool = False

    @property
    def length(self) -> int:
        """Games of a block."""
        return int(np.count_nonzero(self.rows["luck"] == self.rows["luck"][0]))

    @cached_property
    def truth(self) -> dict[tuple[str, str], float]:
        """The measures of the whole stock."""
        return {
            (row["measure"], row["of"]): row["value"]
            for row in measure_rows(self.tally(self.rows), self.measures)
            if row["value"] is not None
        }

    def tally(self, rows: np.ndarray) -> Tally:
        """Return what rows of such games add up to."""
        rulebook, seats = load(self.rules), len(self.bots)
        game = engine_for(rulebook)
        return tally_rows(rows, self.bots, game.quantities(rulebook, seats), game.statistics(rulebook, seats))

    def held(self, repetitions: int, seed: int) -> Iterator[Held]:
        """Yield which intervals of runs hold the measures of the stock; both ends have to be known."""
        generator = np.random.Generator(np.random.PCG64([seed, 5]))
        for _ in range(repetitions):
            rows = measure_rows(self.tally(self.run(self.drawn(generator))), self.measures)
            held = {}
            for row in rows:
                key, low, high = (row["measure"], row["of"]), row["low"], row["high"]
                if low is not None and high is not None and key in self.truth:
                    held[key] = low <= self.truth[key] <= high
            yield held

    def drawn(self, generator: np.random.Generator) -> np.ndarray:
        """Draw the blocks of a run."""
        return generator.integers(self.rows.size // self.length, size=self.blocks)

    def run(self, drawn: np.ndarray) -> np.ndarray:
        """Return the rows of a run of certain blocks."""
        length = self.length
        rows = self.rows[(drawn[:, None] * length + np.arange(length)).ravel()]
        rows["luck"] = np.repeat(np.arange(self.blocks), length)
        if self.whole:
            forget(rows)
        return rows


@dataclass(frozen=True, eq=False)
class Pair:
    """Two stocks of the same blocks under two variants.

    Attributes
    ----------
    name : str
    first, second : Stock
    independent : bool
        Whether runs of the second are of other blocks than those of the first.
    """

    name: str
    first: Stock
    second: Stock
    independent: bool = False

    promised = True

    @cached_property
    def truth(self) -> dict[Key, float]:
        """The differences of the whole stocks."""
        before, after = self.first.truth, self.second.truth
        return {key: after[key] - value for key, value in before.items() if key in after}

    def held(self, repetitions: int, seed: int) -> Iterator[Held]:
        """Yield which intervals of differences of runs hold those of the stocks."""
        generator = np.random.Generator(np.random.PCG64([seed, 8]))
        for _ in range(repetitions):
            drawn = self.first.drawn(generator)
            others = self.second.drawn(generator) if self.independent else drawn
            rows = self.first.run(drawn), self.second.run(others)
            tallies = self.first.tally(rows[0]), self.second.tally(rows[1])
            sides = paired_sides(rows, tallies, self.first.bots, self.first.measures, self.independent)
            yield held_differences(contrasts_of(sides, list(sides.rows[0])), self.truth)


def synthetic_stocks(blocks: int = 20_000) -> list[Stock]:
    """Return the stocks of synthetic games that are studied."""
    generator = np.random.Generator(np.random.PCG64([1, 6]))
    apart = drawn_rows(4, (0.0,) * 4, blocks, generator)
    together = drawn_rows(4, (0.0, 0.7, 0.0, 0.7), blocks // 4, generator)
    one, two = ("one",) * 4, ("weak", "strong", "weak", "strong")
    alone = MEASURES[1:]
    return [
        Stock("luck of their own", apart, one, 1000, measures=alone, whole=True),
        Stock("blocks", together, two, 250, whole=True),
        Stock("few games", apart, one, 100, measures=alone, promised=False, whole=True),
        Stock("few blocks", together, two, 25, promised=False, whole=True),
    ]


def synthetic_pairs(blocks: int = 20_000) -> list[Pair]:
    """Return the pairs of stocks that are studied: the bots of the second differ more."""
    two = ("weak", "strong", "weak", "strong")
    first, second = (
        Stock("", drawn_rows(4, (0.0, gap, 0.0, gap), blocks // 4, generator), two, 250, whole=True)
        for gap, generator in ((gap, np.random.Generator(np.random.PCG64([1, 7]))) for gap in (0.5, 0.8))
    )
    return [
        Pair("blocks, shared luck", first, second),
        Pair("blocks, luck of their own", first, second, independent=True),
    ]
