"""What a sweep plays: a cell for every rulebook, number of players and set of bots, all checked."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

from conquestlab.analysis.comparing.variants import Comparison
from conquestlab.analysis.errors import WrongUse
from conquestlab.analysis.playing.experiment import Experiment, experiment_of, read_bots, read_players
from conquestlab.analysis.playing.noting import tells_chances
from conquestlab.analysis.rules.faults import nearest
from conquestlab.analysis.seeds import parse_seeds
from conquestlab.analysis.sweeping.grid import Grid, read_grid
from conquestlab.analysis.sweeping.noted_cells import NOTED
from conquestlab.analysis.version import VERSION

if TYPE_CHECKING:
    from conquestlab.analysis.measures.measure import Measure
    from conquestlab.analysis.requests.sweeps import SweepRequest

ALL = "all"
USUAL = ("win_share", "rounds", "unfinished_share")
FIXED = ("rules", "players", "bots", "measure", "of", "value", "low", "high", "baseline", "games", "kind",
         "unit")  # fmt: skip
COMPARED = ("against", "difference", "difference_low", "difference_high", "p", "p_holm", "verdict")
OPENNESS = ("comeback_share", "lead_changes")  # the first that the game has
MOST_CELLS = 20_000


class Cell(NamedTuple):
    """One cell: a rulebook of the grid, a number of players and a set of bots.

    Attributes
    ----------
    number : int
        Its place in the order of the rows.
    values : dict
        The values of the keys that vary, as the columns show them.
    experiment : Experiment
    base : int
        The number of the cell that it is compared with: the same players and bots under the base's rules.
    """

    number: int
    values: dict[str, Any]
    experiment: Experiment
    base: int

    @property
    def is_base(self) -> bool:
        """Whether others are compared with it."""
        return self.number == self.base

    @property
    def about(self) -> str:
        """What it is, in a line."""
        one = self.experiment
        return f"{one.rulebook.label}, {one.seats} players, bots: {one.bots_text}"


class Plan:
    """A sweep that was checked, before any game is played.

    Parameters
    ----------
    request : SweepRequest
    grid : Grid
    cells : sequence of Cell
        In the order of the rows.
    measures : tuple of str
        Those that are told, the first being what `within` looks at.
    """

    def __init__(self, request: SweepRequest, grid: Grid, cells: Sequence[Cell], measures: tuple[str, ...]):
        self.request = request
        self.grid = grid
        self.cells = tuple(cells)
        self.measures = measures

    @property
    def first_measure(self) -> str:
        """The measure that `within` looks at."""
        return self.measures[0]

    @cached_property
    def tables(self) -> tuple[tuple[Cell, ...], ...]:
        """The cells of each number of players and set of bots, the base first: they play the same games."""
        found: dict[int, list[Cell]] = {}
        for cell in self.cells:
            found.setdefault(cell.base, []).append(cell)
        return tuple(tuple(sorted(some, key=lambda cell: not cell.is_base)) for some in found.values())

    @property
    def columns(self) -> tuple[str, ...]:
        """The names of the columns of the keys that vary; one that an answer has anyway is marked."""
        return tuple(
            f"{key.name} (rule)" if key.name in (*FIXED, *COMPARED) else key.name for key in self.grid.keys
        )

    @property
    def base_label(self) -> str:
        """The rulebook that the others are compared with."""
        return self.grid.books[self.grid.base][1].label

    @property
    def games(self) -> int:
        """How many games are played at most."""
        return sum(cell.experiment.games for cell in self.cells)

    @cached_property
    def settings(self) -> dict[str, Any]:
        """All that decides what is played, as plain values."""
        request, first = self.request, self.cells[0].experiment
        settings = {
            "version": VERSION,
            "engine": first.engine.name,
            "engine_version": first.engine.version,
            "rules": first.rulebook.typed,
            "vary": {key.name: [key.text(book) for _, book in self.grid.books] for key in self.grid.keys},
            "against": self.base_label,
            "players": list(dict.fromkeys(cell.experiment.seats for cell in self.cells)),
            "bots": list(dict.fromkeys(cell.experiment.bots_text for cell in self.cells)),
            "seed": first.seeds.text,
            "games": request.games_at_most,
            "rotate": request.rotate,
            "within": request.within,
        }
        if request.within is not None:  # what is found decides what is played
            settings |= {"measures": list(self.measures), "margin": request.margin}
        cells = [_identity(cell.experiment) for cell in self.cells]
        return settings | {"cells": cells}

    @cached_property
    def mark(self) -> str:
        """A hash of these settings."""
        return hashlib.sha256(json.dumps(self.settings, sort_keys=True).encode()).hexdigest()[:32]

    def comparison(self, cell: Cell) -> Comparison:
        """Return a cell beside its base, as `conquest compare` sets them side by side."""
        return Comparison((self.cells[cell.base].experiment, cell.experiment), independent=False)


def _identity(experiment: Experiment) -> list[Any]:
    """Return what makes one cell other than all others: its rules and its bots."""
    book, bots = experiment.rulebook, [[bot.name, bot.hash] for bot in experiment.seated]
    return [book.label, book.hash, experiment.seats, bots]


def plan_of(request: SweepRequest) -> Plan:
    """Return what is to be played; WrongUse says in a line what is wrong with the request."""
    request.check()
    text, book = request.one_book
    grid = read_grid(text, book, request.vary, request.against)
    seeds = parse_seeds(request.seed)
    sets = [read_bots(one) for one in dict.fromkeys(request.bots)] or [()]
    tables = _tables(request, grid, sets)
    if len(grid.books) * len(tables) > MOST_CELLS:
        raise WrongUse(f"{len(grid.books) * len(tables)} cells are too many: ask for {MOST_CELLS} at most")
    cells = []
    for place, (typed, variant) in enumerate(grid.books):
        for number, (players, bots) in enumerate(tables):
            experiment = experiment_of(
                typed,
                players,
                bots,
                seeds,
                request.games_at_most,
                request.rotate,
                request.bot_seconds,
                rulebook=variant,
            )
            base = grid.base * len(tables) + number
            cells.append(Cell(place * len(tables) + number, grid.columns(variant), experiment, base))
    measures = _measures(request.measure, cells)
    if request.within is not None and measures[0] in NOTED:
        raise WrongUse(
            f"--within {request.within:g} looks at the first measure, and {measures[0]} is told when all "
            "games are played: name another one first, such as --measure rounds"
        )
    return Plan(request, grid, cells, measures)


def _tables(
    request: SweepRequest, grid: Grid, sets: Sequence[tuple[str, ...]]
) -> list[tuple[int, tuple[str, ...]]]:
    """Return the numbers of players, each with the sets of bots that play there.

    Where several numbers are asked for, a set of several bots sits where as many play.
    """
    book = grid.books[grid.base][1]
    found = []
    for bots in sets:
        numbers = read_players(request.players, book, bots)
        fitting = [players for players in numbers if len(bots) < 2 or players == len(bots)]
        if not fitting:
            raise WrongUse(
                f"{len(bots)} bots ({','.join(bots)}) sit at none of these tables: give one name for all, or "
                f"--players {len(bots)}"
            )
        found += [(players, bots) for players in fitting]
    return sorted(found, key=lambda table: table[0])  # stable: the sets of bots stay in their order


def _is_told(entry: Measure) -> bool:
    """Whether a tally tells a measure: win chances and times need games that are noted."""
    return bool(entry.rows or entry.sums or entry.statistics)


def _measures(asked: Sequence[str], cells: Sequence[Cell]) -> tuple[str, ...]:
    """Return the names of the measures to be told."""
    tallied: dict[str, None] = {}
    known: dict[str, None] = {}
    for experiment in (cell.experiment for cell in cells):
        entries = experiment.known_measures
        tallied |= dict.fromkeys(name for name in experiment.measures if _is_told(entries[name]))
        if tells_chances(experiment):
            known |= dict.fromkeys(NOTED)
    known = tallied | known
    names = [name.strip() for text in asked for name in text.split(",")]
    if ALL in names:
        return tuple(dict.fromkeys([*(name for name in names if name in known), *tallied]))
    if not names:
        openness = next((name for name in OPENNESS if name in known), None)
        return tuple(name for name in (*USUAL, openness) if name in known)
    for name in names:
        if name not in known:
            near = nearest(name, known)
            meant = f"did you mean {near}?" if near else f"there are {', '.join(known)}, or {ALL}"
            raise WrongUse(f"--measure {name}: no such measure here, {meant}")
    return tuple(dict.fromkeys(names))
