"""Do the measures of conquest keep what they promise? Runs drawn from a stock of games that is all known.

The truth about a stock of games is what its measures are over all of it. Runs are drawn from it block by
block, with replacement; then every interval is to cover that. The law of the games may be any: a synthetic one, or
that of games which were played.

`python -m conquestlab.analysis.verifying.stock_coverage --repetitions 10000` prints the table of
docs/statistics.md; with `--rules RULEBOOK` the games of the stock are played.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from conquestlab.analysis.games.conquest_quantities import conquest_quantities
from conquestlab.analysis.games.conquest_statistics import conquest_statistics
from conquestlab.analysis.measuring.coverage import TOLERANCE, coverage_table
from conquestlab.analysis.measuring.intervals import LEVEL, wilson
from conquestlab.analysis.measuring.measures import measure_records
from conquestlab.analysis.measuring.ratio_measures import Record
from conquestlab.analysis.measuring.tallies import Tally, tally_rows
from conquestlab.analysis.rules.rulebook import load
from conquestlab.analysis.verifying.conquest_rows import drawn_rows, forget

RULES = "risk-modern"  # its continents give the synthetic rows their names
MEASURES = (
    "skill_share",
    "dice_luck",
    "continent_lift",
    "set_delay",
    "leader_bashed",
    "kingmaking",
    "decisions",
    "kills",
    "income_share",
    "continent_kept",
)
PLAYED_ONLY = 3  # the last ones are not in synthetic rows


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
    measures: tuple[str, ...] = MEASURES[:-PLAYED_ONLY]
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
            for row in measure_records(self.tally(self.rows), self.measures)
            if row["value"] is not None
        }

    def tally(self, rows: np.ndarray) -> Tally:
        """Return what rows of such games add up to."""
        rulebook, seats = load(self.rules), len(self.bots)
        return tally_rows(
            rows, self.bots, conquest_quantities(rulebook, seats), conquest_statistics(rulebook, seats)
        )

    def runs(self, repetitions: int, seed: int) -> Iterator[list[Record]]:
        """Yield the measures of runs that are drawn from the stock."""
        generator = np.random.Generator(np.random.PCG64([seed, 5]))
        length, all_blocks = self.length, self.rows.size // self.length
        for _ in range(repetitions):
            drawn = generator.integers(all_blocks, size=(self.blocks, 1))
            rows = self.rows[(drawn * length + np.arange(length)).ravel()]
            rows["luck"] = np.repeat(np.arange(self.blocks), length)
            if self.whole:
                forget(rows)
            yield measure_records(self.tally(rows), self.measures)


def synthetic_stocks(blocks: int = 20_000) -> list[Stock]:
    """Return the stocks of synthetic games that are studied."""
    generator = np.random.Generator(np.random.PCG64([1, 6]))
    apart = drawn_rows(4, (0.0,) * 4, blocks, generator)
    together = drawn_rows(4, (0.0, 0.7, 0.0, 0.7), blocks // 4, generator)
    two = ("weak", "strong", "weak", "strong")
    one, two = ("one",) * 4, ("weak", "strong", "weak", "strong")
    alone = MEASURES[1:-PLAYED_ONLY]
    return [
        Stock("luck of their own", apart, one, 1000, measures=alone, whole=True),
        Stock("blocks", together, two, 250, whole=True),
        Stock("few games", apart, one, 100, measures=alone, promised=False, whole=True),
        Stock("few blocks", together, two, 25, promised=False, whole=True),
    ]


def played_stock(rules: str, bots: tuple[str, ...], games: int, blocks: int) -> Stock:
    """Return a stock of games that are played."""
    from conquestlab.analysis.playing.experiment import experiment_of
    from conquestlab.analysis.seeds import parse_seeds

    experiment = experiment_of(rules, len(bots), bots, parse_seeds("1"), games)
    rows = experiment.play(0, experiment.games)
    name = f"{rules}, {experiment.bots_text}"
    two = len(set(bots)) == 2
    return Stock(name, rows, experiment.bots, blocks, rules, MEASURES if two else MEASURES[1:])


def stock_coverage(stock: Stock, repetitions: int, seed: int = 1) -> list[Record]:
    """Count how often the intervals of runs cover the measures of their stock.

    Returns
    -------
    list of dict
        As `measuring.coverage.coverage_records`. A run in which a measure has no interval does not count.
    """
    counts = {key: [0, 0] for key in stock.truth}
    for records in stock.runs(repetitions, seed):
        for row in records:
            low, high = row["low"], row["high"]
            if low is not None and high is not None:
                count = counts[row["measure"], row["of"]]
                count[0] += low <= stock.truth[row["measure"], row["of"]] <= high
                count[1] += 1
    answer = []
    for (measure, of), (covered, runs) in counts.items():
        if runs == 0:
            continue
        low, high = wilson(covered, runs, LEVEL, len(counts))
        answer.append(
            {
                "study": stock.name,
                "measure": measure,
                "of": of,
                "covered": covered / runs,
                "low": float(low),
                "high": float(high),
                "runs": runs,
                "kept": bool(high >= LEVEL - TOLERANCE),
                "promised": stock.promised,
            }
        )
    return answer


def main() -> None:
    """Print the table of all studies."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--repetitions", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--rules", action="append", default=[])
    parser.add_argument("--bots", default="reckless,reckless,reckless,reckless")
    parser.add_argument("--games", type=int, default=20_000, help="of a stock that is played")
    parser.add_argument("--blocks", type=int, default=1000, help="of a run drawn from it")
    chosen = parser.parse_args()
    bots = tuple(chosen.bots.split(","))
    stocks = [played_stock(rules, bots, chosen.games, chosen.blocks) for rules in chosen.rules]
    records = [
        row
        for stock in stocks or synthetic_stocks()
        for row in stock_coverage(stock, chosen.repetitions, chosen.seed)
    ]
    print("\n".join(coverage_table(records, MEASURES)))


if __name__ == "__main__":
    main()
