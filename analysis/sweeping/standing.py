"""How far each cell of a sweep is, and what its games add up to; kept in a folder where one is named."""

from __future__ import annotations

from collections.abc import Container
from typing import TYPE_CHECKING

from conquestlab.analysis.errors import Failed
from conquestlab.analysis.sweeping.pairing import CellSums
from conquestlab.analysis.sweeping.plain_sums import plain_sums, plain_tally, read_sums, read_tally

if TYPE_CHECKING:
    from conquestlab.analysis.measures.tallies import Tally
    from conquestlab.analysis.sweeping.cells import Cell, Plan
    from conquestlab.analysis.sweeping.sweep_folder import SweepFolder


class Standing:
    """The games of every cell, from the first on without a gap, and their sums.

    Parameters
    ----------
    plan : Plan
    folder : SweepFolder, optional
        What is kept there is read, and kept there is whatever is added.

    Attributes
    ----------
    games : list of int
        By number of the cell.
    kept : int
        How many games were read from the folder.
    """

    def __init__(self, plan: Plan, folder: SweepFolder | None = None):
        self._plan = plan
        self._folder = folder
        self.games = [0] * len(plan.cells)
        self._sums: list[CellSums | None] = [None] * len(plan.cells)
        self._points: dict[tuple[int, int], Tally] = {}  # of bases: their tally after so many games
        if folder is not None:
            for cell in plan.cells:
                self._read(cell, folder)
        self.kept = sum(self.games)

    def sums(self, cell: Cell) -> CellSums | None:
        """Return what the games of a cell add up to; None before the first."""
        return self._sums[cell.number]

    def base_tally(self, cell: Cell) -> Tally | None:
        """Return the tally of the base over as many games as the cell has; None if that is not known."""
        games = self.games[cell.number]
        if games == self.games[cell.base]:
            sums = self.sums(self._plan.cells[cell.base])
            return None if sums is None else sums.tally
        return self._points.get((cell.base, games))

    def add(self, cell: Cell, sums: CellSums, games: int, stops: Container[int]) -> None:
        """Add the sums of the next games of a cell, which then has `games`; bases are noted at the stops."""
        before = self.sums(cell)
        whole = sums if before is None else before + sums
        self._sums[cell.number], self.games[cell.number] = whole, games
        if cell.is_base and games in stops:
            self._points[cell.number, games] = whole.tally
        if self._folder is not None:
            points = {
                str(after): plain_tally(tally)
                for (number, after), tally in self._points.items()
                if number == cell.number and after < games and after in stops
            }
            self._folder.write_cell(
                cell.number, {"games": games, "sums": plain_sums(whole), "points": points}
            )

    def _read(self, cell: Cell, folder: SweepFolder) -> None:
        kept = folder.read_cell(cell.number)
        if kept is None:
            return
        experiment = cell.experiment
        try:
            sums = read_sums(kept["sums"], experiment)
            points = {int(after): read_tally(one, experiment) for after, one in kept["points"].items()}
        except (KeyError, TypeError, ValueError) as error:
            raise Failed(
                f"cell {cell.number} of {folder.path} is damaged: delete it and add --resume"
            ) from error
        self.games[cell.number], self._sums[cell.number] = kept["games"], sums
        for after, tally in points.items():
            self._points[cell.number, after] = tally
        if cell.is_base:
            self._points[cell.number, kept["games"]] = sums.tally
