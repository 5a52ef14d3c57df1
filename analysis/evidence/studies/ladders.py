"""Do the intervals of a ladder keep what they promise? Ladders of bots whose strengths are known."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

import numpy as np

from conquestlab.analysis.evidence.studies.coverage import Held, coverage, holds
from conquestlab.analysis.evidence.studies.synthetic_matches import matches_of, strong
from conquestlab.analysis.measures.ratio_measures import family_of
from conquestlab.analysis.measures.ratios import Span
from conquestlab.analysis.rating.match import Match
from conquestlab.analysis.rating.pairs import misfits, pair_shares
from conquestlab.analysis.rating.ratings import rate
from conquestlab.analysis.rating.shares import share_of, won_by
from conquestlab.analysis.rating.triples import circles, sure

NAMES = ("ann", "bob", "cid", "dan")
NEAR = (-1.0, -0.3, 0.3, 1.0)
FAR = (-4.0, -0.5, 1.5, 3.0)
STEEPEST = 0.3  # worth of the first seat, and less that of the last
TRUTH_GAMES = 3_000_000  # where luck moves what strengths come to
COLUMNS = ("rating", "seat_rating", "win_share", "pair_share", "misfit", "misfits told", "circles told")


class LadderStudy(NamedTuple):
    """Ladders of one kind."""

    strengths: tuple[float, ...]
    seats: int
    games: int
    luck: float = 0.0
    cut_off: float = 0.0
    promised: bool = True

    @property
    def name(self) -> str:
        """What is simulated, as a row of the table begins."""
        strengths = ", ".join(f"{strength:g}" for strength in self.strengths)
        return f"{strengths} | {self.seats} | {self.games} | {self.luck:g} | {self.cut_off:g}"

    def ladder(self, generator: np.random.Generator, games: int | None = None) -> list[Match]:
        """Draw one."""
        chances = strong(self.strengths, np.linspace(STEEPEST, -STEEPEST, self.seats).tolist())
        games = self.games if games is None else games
        return matches_of(NAMES, chances, self.seats, games, generator, self.luck, self.cut_off)

    def held(self, repetitions: int, seed: int) -> Iterator[Held]:
        """Yield for each ladder whether all intervals of a kind held, and what was told wrongly."""
        generator = np.random.default_rng([seed, self.seats, self.games])
        known = self.ladder(generator, TRUTH_GAMES)
        truth = rate(known, NAMES)
        ratings = np.array([rating.value for rating in truth.bots], float)
        seats = [rating.value for rating in truth.seats]
        shares = [share_of(known, won_by(NAMES, bot)).value for bot in range(len(NAMES))]
        pairs = [pair.value for pair in pair_shares(known, NAMES)]
        for _ in range(repetitions):
            matches = self.ladder(generator)
            found = rate(matches, NAMES)
            # The mean of those that could be rated is 0.
            base = ratings[[rating.value is not None for rating in found.bots]].mean()
            family = family_of(len(NAMES))
            spans = [share_of(matches, won_by(NAMES, bot)).span(family) for bot in range(len(NAMES))]
            kinds = [
                _all_in(ratings - base, [rating.span for rating in found.bots]),
                _all_in(seats, [rating.span for rating in found.seats]),
                _all_in(shares, spans),
            ]
            if self.seats == 2 and found.strengths is not None:
                each = pair_shares(matches, NAMES)
                wrong = misfits(matches, NAMES, found.strengths)
                kinds += [
                    _all_in(pairs, [(pair.low, pair.high) for pair in each]),
                    _all_in([0.0] * len(wrong), [(one.low, one.high) for one in wrong]),
                    any(one.is_sure for one in wrong),
                    bool(sure(circles(each))),
                ]
            yield {(column, ""): kind for column, kind in zip(COLUMNS, kinds, strict=False)}


STUDIES = (
    LadderStudy(NEAR, 2, 600),
    LadderStudy(NEAR, 2, 1200, luck=1.0),
    LadderStudy(NEAR, 2, 60, luck=1.0),
    LadderStudy(NEAR, 3, 600, luck=1.0),
    LadderStudy(NEAR, 4, 800, cut_off=0.1),
    LadderStudy(NEAR, 6, 600, luck=1.0),
    LadderStudy(FAR, 2, 1200, luck=0.5),
    LadderStudy(FAR, 3, 1000, luck=0.5),
    LadderStudy((0.0,) * 4, 2, 300, luck=1.0),
)


def _all_in(truth: Iterable[float | None], spans: Sequence[Span]) -> bool:
    """Return whether all truths are in their intervals; an end that is not known holds anything."""
    return all(holds(*span, value) is not False for value, span in zip(truth, spans, strict=True))


def table(repetitions: int, seed: int) -> list[str]:
    """Return the table of all studies."""
    lines = [
        f"| strengths | players | games | luck | cut off | {' | '.join(COLUMNS)} |",
        "|---|" + "---|" * (4 + len(COLUMNS)),
    ]
    for study in STUDIES:
        found = {row["measure"]: f"{100 * row['covered']:.1f}" for row in coverage(study, repetitions, seed)}
        lines.append(f"| {study.name} | {' | '.join(found.get(column, '') for column in COLUMNS)} |")
    return lines
