"""Do the intervals of measures keep what they promise? Synthetic runs, against what is true."""

from collections.abc import Iterator
from dataclasses import dataclass
from math import ceil, log, sqrt

import numpy as np

from conquestlab.analysis.evidence.studies.coverage import Held, Key, holds
from conquestlab.analysis.evidence.studies.synthetic_games import World, seat_shares, synthetic_rows
from conquestlab.analysis.measures.intervals import LEVEL
from conquestlab.analysis.measures.measure import MeasureRow
from conquestlab.analysis.measures.seat_measures import MARGIN
from conquestlab.analysis.measures.table import measure_rows
from conquestlab.analysis.measures.tallies import merge_tallies, tally_rows

BATCH = 30_000  # synthetic games drawn together

Truth = dict[Key, float]


@dataclass(frozen=True)
class MeasureStudy:
    """Runs of one synthetic world, each of so many games.

    Attributes
    ----------
    name : str
    world : World
    games : int
        A multiple of the games of a block.
    margin : float
        For `seat_balanced`, which is studied where the most uneven seat lies just on the margin.
    promised : bool
        Whether all measures have to keep their promise; else the study shows where they stop doing so.
    names : tuple of str or None
        Measures looked at; None for all.
    truth_games : int
        Games of the run that tells the truth where no formula does; 0 leaves these measures out.
    """

    name: str
    world: World
    games: int
    margin: float = MARGIN
    promised: bool = True
    names: tuple[str, ...] | None = None
    truth_games: int = 2_000_000

    def truth(self, seed: int) -> Truth:
        """Return the true measures: by formula, else by a run of very many games."""
        if self.truth_games == 0:
            return known_truth(self.world)
        generator = np.random.Generator(np.random.PCG64([seed, 0]))
        chunk = BATCH // self.world.block * self.world.block
        tallies = []
        for first in range(0, self.truth_games, chunk):
            rows = synthetic_rows(self.world, chunk, generator)
            rows["luck"] += first // self.world.block
            tallies.append(tally_rows(rows, self.world.names))
        seen = measure_rows(merge_tallies(tallies), margin=self.margin)
        truth = {(row["measure"], row["of"]): row["value"] for row in seen if row["value"] is not None}
        return truth | known_truth(self.world)

    def held(self, repetitions: int, seed: int) -> Iterator[Held]:
        """Yield for each run what held.

        The intervals of the seats, and of the bots, are promised together and must cover together.
        """
        truth = self.truth(seed)
        for run in self._runs(repetitions, seed):
            held: dict[Key, bool] = {}
            for row in run:
                kept = self._kept(row, truth.get((row["measure"], row["of"])))
                if kept is not None:
                    of = row["of"]
                    if row["measure"] == "win_share":
                        of = "all bots" if of in self.world.names else "all seats"
                    held[row["measure"], of] = held.get((row["measure"], of), True) and kept
            yield held

    def _runs(self, repetitions: int, seed: int) -> Iterator[list[MeasureRow]]:
        generator = np.random.Generator(np.random.PCG64([seed, 1]))
        together = max(1, BATCH // self.games)
        for done in range(0, repetitions, together):
            rows = synthetic_rows(self.world, together * self.games, generator)
            for run in range(min(together, repetitions - done)):
                tally = tally_rows(rows[run * self.games : (run + 1) * self.games], self.world.names)
                yield measure_rows(tally, self.names, margin=self.margin)

    def _kept(self, row: MeasureRow, truth: float | None) -> bool | None:
        """Whether a record keeps its promise; None where it promises nothing.

        A test promises to reject, at most one time in twenty, what is true.
        """
        measure, value, low, high = row["measure"], row["value"], row["low"], row["high"]
        if measure == "seat_chi2_p":
            even = len(set(self.world.seats)) == 1
            return value is not None and value > 1.0 - LEVEL if even else None
        if measure == "seat_balanced":
            shares = seat_shares(self.world)
            if shares is None or abs(np.max(np.abs(shares - 1.0 / len(shares))) - self.margin) > 1e-12:
                return None
            return value != 1.0
        return holds(low, high, truth)


EQUAL_BOTS = (1.0,) * 6
BOTS = (1.0, 1.5, 0.6)

STUDIES = (
    MeasureStudy("uneven seats", World((1.3, 1.0, 1.0, 0.8), EQUAL_BOTS[:4]), 1000),
    MeasureStudy("even seats", World((1.0,) * 6, EQUAL_BOTS), 1000),
    MeasureStudy("cut off", World((1.2, 1.0, 0.8), EQUAL_BOTS[:3], cap=15), 1000),
    MeasureStudy("blocks", World((1.2, 1.0, 0.9), BOTS, luck=0.5, drag=0.2), 999),
    MeasureStudy(
        "blocks, shared wins", World((1.0,) * 4, (*BOTS, 2.0), luck=0.5, drag=0.2, shared=0.2), 1000
    ),
    MeasureStudy("blocks, cut off", World((1.0,) * 3, BOTS, luck=0.5, drag=0.2, cap=15), 999),
    MeasureStudy(
        "on the margin", World((23.0, 20.0, 20.0), EQUAL_BOTS[:3]), 2000, margin=23.0 / 63.0 - 1.0 / 3.0
    ),
    MeasureStudy("standstills", World((1.2, 1.0, 0.8), EQUAL_BOTS[:3], cap=200, stalled=0.002), 1500),
    MeasureStudy("few games", World((1.2, 0.8), EQUAL_BOTS[:2]), 40, promised=False),
    MeasureStudy("few blocks", World((1.2, 0.8), BOTS[:2], luck=0.5, drag=0.2), 40, promised=False),
    MeasureStudy("long tails", World((1.2, 1.0, 0.9), BOTS, luck=0.5, drag=0.6), 300, promised=False),
)


def known_truth(world: World) -> Truth:
    """Return what formulas tell of the measures of a world."""
    truth: Truth = {}
    shares = seat_shares(world)
    if shares is not None:
        count = len(shares)
        places = np.arange(count) - (count - 1) / 2.0
        truth["seat_gap", ""] = float(np.ptp(shares))
        truth["seat_effect", ""] = sqrt(count * float(np.sum((shares - 1.0 / count) ** 2)))
        truth["seat_slope", ""] = float(places @ shares / (places @ places))
        truth.update({("win_share", str(seat + 1)): float(share) for seat, share in enumerate(shares)})
    if world.drag == 0.0:
        going_on, moving = 1.0 - world.pace, 1.0 - world.stalled
        over = moving * (1.0 - going_on**world.cap)
        truth["rounds", ""] = moving * (1.0 - going_on**world.cap) / world.pace + world.stalled * world.cap
        truth["rounds_median", ""] = ceil(log(1.0 - 0.5 / moving) / log(going_on))
        truth["rounds_p90", ""] = ceil(log(1.0 - 0.9 / moving) / log(going_on))
        truth["rounds_spread", ""] = truth["rounds_p90", ""] / truth["rounds_median", ""]
        truth["unfinished_share", ""] = 1.0 - over
    return truth
