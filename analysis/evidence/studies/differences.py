"""Do the intervals of differences keep what they promise? Pairs of synthetic runs, against what is true."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from conquestlab.analysis.comparing.contrast import Contrast, Sides
from conquestlab.analysis.comparing.contrasts import contrasts_of
from conquestlab.analysis.comparing.families import (
    EXPLORATORY,
    PRIMARY,
    SEAT_SHARES,
    Adjusted,
    Question,
    adjusted,
    is_primary,
    same_question,
)
from conquestlab.analysis.comparing.measured_sides import SEATS_TOGETHER
from conquestlab.analysis.comparing.pairs import Key
from conquestlab.analysis.evidence.studies.coverage import Held
from conquestlab.analysis.evidence.studies.measures import Truth, known_truth
from conquestlab.analysis.evidence.studies.paired_runs import held_differences, paired_sides
from conquestlab.analysis.evidence.studies.synthetic_games import World, luck_of_blocks, synthetic_rows
from conquestlab.analysis.measures.catalogue import COMMON
from conquestlab.analysis.measures.intervals import LEVEL
from conquestlab.analysis.measures.measure import BOT, SEAT
from conquestlab.analysis.measures.tallies import tally_rows

FINDINGS = "(findings)"  # stands among the measures for: no finding where there is no difference


@dataclass(frozen=True)
class DifferenceStudy:
    """Pairs of runs of two synthetic worlds.

    Attributes
    ----------
    name : str
    first, second : World
        With as many seats and the same bots; where the two are the same every true difference is 0.
    games : int
        Of each; a multiple of the games of a block.
    independent : bool
        Whether the two have luck of their own.
    names : tuple of str or None
        Measures looked at; None for all.
    """

    name: str
    first: World
    second: World
    games: int
    independent: bool = False
    names: tuple[str, ...] | None = None
    promised = True

    @property
    def truth(self) -> Truth | None:
        """The true differences that formulas tell; None where the worlds are the same and all are 0."""
        if self.first == self.second:
            return None
        first, second = known_truth(self.first), known_truth(self.second)
        return {key: second[key] - value for key, value in first.items() if key in second}

    def sides(self, generator: np.random.Generator) -> Sides:
        """Draw a pair of runs."""
        luck = None if self.independent else luck_of_blocks(self.first, self.games, generator)
        rows = [synthetic_rows(world, self.games, generator, luck) for world in (self.first, self.second)]
        tallies = [tally_rows(one, self.first.names) for one in rows]
        told = {quantity.measure for quantity in tallies[0].quantities}
        wanted = [
            name
            for name in self.names or COMMON
            if COMMON[name].compared
            and (COMMON[name].rows or name in told)
            and name not in ("decisions", SEAT_SHARES)
        ]
        return paired_sides(rows, tallies, self.first.names, wanted, self.independent)

    def contrasts(self, repetitions: int, seed: int) -> Iterator[dict[Key, Contrast]]:
        """Yield the contrasts of each pair of runs."""
        for run in range(repetitions):
            sides = self.sides(np.random.Generator(np.random.PCG64([seed, 2, run])))
            together = [SEATS_TOGETHER] if self.names is None or SEAT_SHARES in self.names else []
            yield contrasts_of(sides, [*together, *[key for key in sides.rows[0] if key in sides.rows[1]]])

    def held(self, repetitions: int, seed: int) -> Iterator[Held]:
        """Yield for each pair what held; FINDINGS that nothing was found where there is nothing.

        Of all differences of a family, none is to be called more than chance. Where no formula tells the
        truth a measure is left out.
        """
        truth = self.truth
        for found in self.contrasts(repetitions, seed):
            held = dict(held_differences(found, truth))
            if truth is None:
                tested = self.tested(found)
                for family in (PRIMARY, EXPLORATORY):
                    some = [one.p for one in tested if one.family == family and one.p is not None]
                    if some:
                        held[FINDINGS, family] = min(some) > 1.0 - LEVEL
            yield held

    def tested(self, found: Mapping[Key, Contrast]) -> list[Adjusted]:
        """Return what the two families of a comparison make of contrasts, in their order."""
        names, seats = tuple(dict.fromkeys(self.first.names)), len(self.first.seats)
        kinds = [_kind(key, names) for key in found]
        same = [same_question(key, kind, seats, names) for key, kind in zip(found, kinds, strict=True)]
        questions = [
            Question(0, key, kind, contrast.difference.p, contrast.can_differ)
            for (key, contrast), kind in zip(found.items(), kinds, strict=True)
        ]
        measures = {measure for measure, _ in found}
        primary = [is_primary(key, kind, (), measures) for key, kind in zip(found, kinds, strict=True)]
        return adjusted(questions, same, primary)


def _kind(key: Key, bots: Sequence[str]) -> str:
    if key[0] == "win_share":
        return BOT if key[1] in bots else SEAT
    return COMMON[key[0]].of


_ALIKE = (1.0,) * 4
_PLAIN = World((1.3, 1.0, 1.0, 0.8), _ALIKE)
_LUCKY = World((1.3, 1.0, 1.0, 0.8), _ALIKE, luck=1.0, drag=0.4)
_BLOCKS = World((1.2, 1.0, 0.9), (1.0, 1.5, 0.6), luck=0.5, drag=0.2, shared=0.1)

STUDIES = (
    DifferenceStudy("the same, shared luck", _LUCKY, _LUCKY, 1000),
    DifferenceStudy("the same, blocks", _BLOCKS, _BLOCKS, 999),
    DifferenceStudy("the same, luck of their own", _PLAIN, _PLAIN, 1000, independent=True),
    DifferenceStudy(
        "other strength and length", _PLAIN, World((1.0, 1.1, 1.0, 1.2), _ALIKE, pace=0.12), 1000
    ),
    DifferenceStudy(
        "from even to uneven",
        World(_ALIKE, _ALIKE, cap=15),
        World((1.2, 1.0, 1.0, 0.9), _ALIKE, pace=0.12, cap=15),
        1000,
    ),
)
