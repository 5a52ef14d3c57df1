"""Do the intervals of differences keep what they promise? Pairs of synthetic runs, against what is true."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from conquestlab.analysis.comparing.contrast import Contrast, Sides
from conquestlab.analysis.comparing.contrasts import contrasts_of
from conquestlab.analysis.comparing.pairs import Key, Side, pair_up
from conquestlab.analysis.evidence.studies.coverage import Held, coverage, holds
from conquestlab.analysis.evidence.studies.measures import Truth, known_truth
from conquestlab.analysis.evidence.studies.synthetic_games import World, luck_of_blocks, synthetic_rows
from conquestlab.analysis.measures.catalogue import COMMON
from conquestlab.analysis.measures.intervals import LEVEL
from conquestlab.analysis.measures.significance import holm
from conquestlab.analysis.measures.table import measure_records
from conquestlab.analysis.measures.tallies import tally_rows
from conquestlab.analysis.record import Record

FINDINGS = "(findings)"  # stands among the measures for: no finding where there is no difference


@dataclass(frozen=True)
class Study:
    """Pairs of runs of two synthetic worlds.

    Attributes
    ----------
    name : str
    first, second : World
        With as many seats and the same bots; where the two are the same every true difference is 0.
    games : int
        Of each; a multiple of the games of a block.
    apart : bool
        Whether the two have luck of their own.
    """

    name: str
    first: World
    second: World
    games: int
    apart: bool = False

    @property
    def same(self) -> bool:
        """Whether there is no difference to be found."""
        return self.first == self.second


_ALIKE = (1.0,) * 4
_PLAIN = World((1.3, 1.0, 1.0, 0.8), _ALIKE)
_LUCKY = World((1.3, 1.0, 1.0, 0.8), _ALIKE, luck=1.0, drag=0.4)
_BLOCKS = World((1.2, 1.0, 0.9), (1.0, 1.5, 0.6), luck=0.5, drag=0.2, shared=0.1)

STUDIES = (
    Study("the same, shared luck", _LUCKY, _LUCKY, 1000),
    Study("the same, blocks", _BLOCKS, _BLOCKS, 999),
    Study("the same, luck of their own", _PLAIN, _PLAIN, 1000, apart=True),
    Study("other strength and length", _PLAIN, World((1.0, 1.1, 1.0, 1.2), _ALIKE, pace=0.12), 1000),
    Study(
        "from even to uneven",
        World(_ALIKE, _ALIKE, cap=15),
        World((1.2, 1.0, 1.0, 0.9), _ALIKE, pace=0.12, cap=15),
        1000,
    ),
)


def true_differences(study: Study) -> Truth | None:
    """Return the true differences that formulas tell; None where all are 0."""
    if study.same:
        return None
    first, second = known_truth(study.first), known_truth(study.second)
    return {key: second[key] - value for key, value in first.items() if key in second}


def contrasts_of_runs(
    study: Study, repetitions: int, seed: int = 1, names: Sequence[str] | None = None
) -> Iterator[dict[Key, Contrast]]:
    """Yield the contrasts of each pair of runs.

    Parameters
    ----------
    study : Study
    repetitions : int
    seed : int
    names : sequence of str or None
        Measures looked at; None for all.
    """
    wanted = [name for name in names or COMMON if COMMON[name].compared and name != "decisions"]
    for run in range(repetitions):
        generator = np.random.Generator(np.random.PCG64([seed, 2, run]))
        luck = None if study.apart else luck_of_blocks(study.first, study.games, generator)
        sides, tallies, rows = [], [], []
        for world in (study.first, study.second):
            played = synthetic_rows(world, study.games, generator, luck)
            tally = tally_rows(played, world.names)
            sides.append(Side(played, tally.quantities, world.names))
            tallies.append(tally)
            rows.append({(row["measure"], row["of"]): row for row in measure_records(tally, wanted)})
        pairs = pair_up(sides[0], sides[1], min(study.first.cap, study.second.cap))
        both = Sides(tallies[0], tallies[1], pairs, (rows[0], rows[1]), study.apart)
        yield contrasts_of(both, [key for key in rows[0] if key in rows[1]])


def difference_coverage(
    study: Study, repetitions: int, seed: int = 1, names: Sequence[str] | None = None
) -> list[Record]:
    """Count how often intervals of differences cover the truth, and how often findings are wrong.

    Parameters as for `contrasts_of_runs`.

    Returns
    -------
    list of dict
        As `coverage`; the row FINDINGS counts the runs in which, of all differences together, none was called
        more than chance by Holm's procedure. Where no formula tells the truth a measure is left out.
    """
    return coverage(study.name, _held(study, repetitions, seed, names))


def _held(study: Study, repetitions: int, seed: int, names: Sequence[str] | None) -> Iterator[Held]:
    truth = true_differences(study)
    for found in contrasts_of_runs(study, repetitions, seed, names):
        held: dict[Key, bool] = {}
        for key, contrast in found.items():
            _, low, high, *_ = contrast.difference
            if low is None or high is None:
                continue
            kept = holds(low, high, 0.0 if truth is None else truth.get(key))
            if kept is not None:
                held[key] = kept
        if truth is None:
            raised = holm([contrast.difference.p for contrast in found.values()])
            held[FINDINGS, ""] = min(raised) > 1.0 - LEVEL
        yield held


def records(repetitions: int, seed: int) -> list[Record]:
    """Return the coverages of all studies."""
    return [row for study in STUDIES for row in difference_coverage(study, repetitions, seed)]
