"""The intervals of all measures of a game, tried on games of its own: how often do they hold what is true?

Many games are played once: a stock, of which every measure is known. Runs are drawn from it block by block,
with replacement, and measured by the same tally and table as in `conquest play`. So the truth is exact
whatever the law of the games, and the games may be those of any rulebook, and of any game.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from conquestlab.analysis.errors import WrongUse
from conquestlab.analysis.evidence.checks import Row
from conquestlab.analysis.evidence.statistical import COVERS, share_row
from conquestlab.analysis.evidence.studies.coverage import Held, Key, Study, coverage, holds
from conquestlab.analysis.measures.intervals import LEVEL
from conquestlab.analysis.measures.measure import BOT, SEAT, MeasureRow
from conquestlab.analysis.measures.table import measure_rows
from conquestlab.analysis.playing.experiment import COUNTED, experiment_of, read_bots, read_players
from conquestlab.analysis.playing.workers import Job, Listener, Workers, add_up, opened
from conquestlab.analysis.seeds import parse_seeds

if TYPE_CHECKING:
    from conquestlab.analysis.playing.batches import PlayedBatch
    from conquestlab.analysis.playing.experiment import Experiment
    from conquestlab.analysis.requests.games import VerifyRequest

STOCK = 20  # times as many games as a run has are in the stock that runs are drawn from
FEWEST_BLOCKS = 2  # of a run: one block has hardly any interval

Measured = Callable[[np.ndarray], Sequence[MeasureRow]]
"""From the numbers of blocks, of which some may come twice, to the measures of a run of them."""


class Kind(NamedTuple):
    """Blocks of one kind: their numbers, and how many of them a run has."""

    numbers: np.ndarray
    in_run: int


@dataclass(frozen=True, eq=False)
class Stock:
    """Blocks of games that were played, and what tells the measures of some of them.

    It is a study as those of `studies/coverage.py` are. Measures need not be made of rows: whatever gives
    rows of measures for a list of blocks can be tried.

    Attributes
    ----------
    name : str
    kinds : tuple of Kind
        Such as are looked at more closely than others, so that every run has as many of them.
    measured : callable
    """

    name: str
    kinds: tuple[Kind, ...]
    measured: Measured

    promised = True

    @cached_property
    def truth(self) -> dict[Key, float]:
        """The measures of the whole stock."""
        rows = self.measured(np.concatenate([kind.numbers for kind in self.kinds]))
        return {(row["measure"], row["of"]): row["value"] for row in rows if row["value"] is not None}

    def held(self, repetitions: int, seed: int) -> Iterator[Held]:
        """Yield for each run which intervals hold the measures of the stock."""
        generator = np.random.Generator(np.random.PCG64([seed, 9]))
        for _ in range(repetitions):
            drawn = [generator.choice(kind.numbers, kind.in_run) for kind in self.kinds]
            yield held_by(self.measured(np.concatenate(drawn)), self.truth)


def held_by(rows: Sequence[MeasureRow], truth: dict[Key, float]) -> Held:
    """Return which intervals hold the truth; those of all seats, and of all bots, are promised together."""
    held: dict[Key, bool] = {}
    for row in rows:
        kept = holds(row["low"], row["high"], truth.get((row["measure"], row["of"])))
        if kept is not None:
            of = row["of"]
            if row["measure"] == "win_share":
                of = {SEAT: "all seats", BOT: "all bots"}[row["kind"]]
            held[row["measure"], of] = held.get((row["measure"], of), True) and kept
    return held


def tables_of(request: VerifyRequest) -> list[Experiment]:
    """Return the stock of each rulebook and number of players, not yet played."""
    seeds, bots = parse_seeds(request.seed), read_bots(request.bots)
    found = [
        experiment_of(text, seats, bots, seeds, STOCK * request.games_each, rulebook=book)
        for text, book in request.named_books.items()
        for seats in read_players(request.players, book, bots)
    ]
    for one in found:
        length = one.seats if one.shared else 1
        if request.games_each < FEWEST_BLOCKS * length:
            raise WrongUse(
                f"runs of {request.games_each} games: give {FEWEST_BLOCKS * length} or more with --games"
            )
    return found


def stock_of(
    experiment: Experiment,
    games: int,
    jobs: int | Workers | None = None,
    listener: Listener = Listener(),  # noqa: B008 - an immutable record
) -> Stock | None:
    """Play the games of an experiment, from which runs of so many games are drawn; None if interrupted.

    Choices are counted in the first blocks of a run alone. So they are counted in as many times more blocks
    of the stock as it has more games, and a run begins with blocks of these.
    """
    length = experiment.seats if experiment.shared else 1
    blocks, in_run = experiment.games // length, games // length
    counted = min(blocks, COUNTED * STOCK)
    whole = replace(experiment.batch(), counted=counted)
    with opened(jobs) as workers:
        done = add_up(
            (Job(_kept, (batch,)) for batch in whole.split(experiment.chunk)),
            workers,
            listener,
            ready=(whole,),
            wanted=experiment.games,
        )
    if done.interrupted:
        return None
    rows = np.concatenate(done.total.chunks)
    first = min(in_run, COUNTED)
    kinds = (Kind(np.arange(counted), first), Kind(np.arange(counted, blocks), in_run - first))
    name = f"{experiment.rulebook.label}, {experiment.seats} players, {experiment.bots_text}"
    return Stock(name, tuple(kind for kind in kinds if kind.in_run), from_rows(experiment, rows))


@dataclass(frozen=True, eq=False)
class _Kept:
    """The rows of some chunks, in order."""

    chunks: tuple[np.ndarray, ...]

    def __add__(self, other: _Kept) -> _Kept:
        return _Kept(self.chunks + other.chunks)


def _kept(played: PlayedBatch) -> _Kept:
    return _Kept((played.rows,))


def from_rows(experiment: Experiment, rows: np.ndarray) -> Measured:
    """Return what measures blocks of an experiment by their rows, as `conquest play` does.

    Parameters
    ----------
    experiment : Experiment
    rows : structured array, (games,)
        Of its games, in order.
    """
    length = experiment.seats if experiment.shared else 1

    def measured(blocks: np.ndarray) -> Sequence[MeasureRow]:
        drawn = rows[(blocks[:, None] * length + np.arange(length)).ravel()]
        drawn["luck"] = np.repeat(np.arange(blocks.size), length)
        known = experiment.known_measures
        return measure_rows(experiment.tally(drawn), experiment.measures, known=known)

    return measured


def coverage_rows(
    stock: Study, runs: int, seed: int = 1, tried: Callable[[int], object] | None = None
) -> list[Row]:
    """Return a row for each interval: in which share of the runs it held the truth.

    An interval that is missed by chance in one of ten thousand seeds, for all rows together, is told beside
    the share. A row differs where even its upper end is more than a point below what is promised.
    """
    found = coverage(stock, runs, seed, tried)
    return [
        share_row(
            f"{stock.name}: {row['measure']} {row['of']}".strip(),
            COVERS,
            round(row["covered"] * row["runs"]),
            row["runs"],
            LEVEL,
            len(found),
            check="coverage",
        )
        for row in found
    ]
