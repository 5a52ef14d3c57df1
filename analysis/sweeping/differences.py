"""The rows of a sweep: the measures of each cell as `conquest play` tells them, and how they differ.

A cell is set beside its base as `conquest compare` sets two rulebooks side by side, over the same games. All
differences that are asked for are one family.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from conquestlab.analysis.comparing.compare_answers import why_none
from conquestlab.analysis.comparing.families import Adjusted, Question, adjusted, same_question
from conquestlab.analysis.comparing.measured_sides import measured_sides
from conquestlab.analysis.comparing.paired_games import Sums
from conquestlab.analysis.comparing.verdicts import IDENTICAL, DifferenceVerdict, verdict_of
from conquestlab.analysis.sweeping.cells import COMPARED
from conquestlab.analysis.sweeping.noted_cells import NOTED, Noted, NotedCell

if TYPE_CHECKING:
    from collections.abc import Sequence

    from conquestlab.analysis.comparing.contrast import Contrast
    from conquestlab.analysis.comparing.pairs import Key
    from conquestlab.analysis.measures.measure import MeasureRow
    from conquestlab.analysis.measures.tallies import Tally
    from conquestlab.analysis.row import Row
    from conquestlab.analysis.sweeping.cells import Cell, Plan
    from conquestlab.analysis.sweeping.pairing import CellSums
    from conquestlab.analysis.sweeping.standing import Standing

EMPTY: Noted = {}
NO_DIFFERENCE: Row = dict.fromkeys(COMPARED)


class CellRows(NamedTuple):
    """What is told of a cell.

    Attributes
    ----------
    cell : Cell
    rows : list of dict
    signs : dict of (measure, of) to str
        One of `verdicts.SIGNS` for each difference.
    """

    cell: Cell
    rows: list[Row]
    signs: dict[Key, str]


class _Beside(NamedTuple):
    """A cell beside its base: contrasts and rows as a comparison has them."""

    contrasts: dict[Key, Contrast]
    identical: bool
    rows: dict[Key, Row]
    base: dict[Key, Row]


def rows_of(plan: Plan, standing: Standing, noted: Noted = EMPTY) -> list[CellRows]:
    """Return the rows of all cells that have games, in the order of the cells.

    Parameters
    ----------
    plan : Plan
    standing : Standing
    noted : mapping of NotedCell, optional
        The measures of noted games, where they are asked for.
    """
    measured: list[tuple[Cell, list[Row], _Beside | None]] = []
    of_bases: dict[tuple[int, int], list[MeasureRow]] = {}  # by number and games
    for cell in plan.cells:
        sums = standing.sums(cell)
        if sums is not None:
            rows = _measured(plan, cell, sums.tally, noted)
            beside = None if cell.is_base else _beside(plan, standing, cell, sums, rows, of_bases, noted)
            measured.append((cell, _headed(plan, cell, rows), beside))
    family = [
        (cell, key, beside, contrast)
        for cell, _, beside in measured
        if beside is not None
        for key, contrast in beside.contrasts.items()
    ]
    tested = _tested(family)
    found = {(cell.number, key): one for (cell, key, *_), one in zip(family, tested, strict=True)}
    return [_told(plan, cell, rows, beside, found) for cell, rows, beside in measured]


def _tested(family: Sequence[tuple[Cell, Key, _Beside, Contrast]]) -> list[Adjusted]:
    """Test all differences of a sweep as one family: all that is told was asked."""
    questions, same = [], []
    for cell, key, beside, contrast in family:
        kind, p = beside.rows[key]["kind"], contrast.difference.p
        can_differ = contrast.can_differ and not beside.identical
        questions.append(Question(cell.number, key, kind, p, can_differ))
        bots = tuple(dict.fromkeys(cell.experiment.bots))
        same.append(same_question(key, kind, cell.experiment.seats, bots))
    return adjusted(questions, same, [True] * len(questions))


def _measured(plan: Plan, cell: Cell, tally: Tally, noted: Noted) -> list[MeasureRow]:
    """Return the measures that are told of the games of a cell."""
    from conquestlab.analysis.measures.table import measure_rows

    wanted = [name for name in cell.experiment.measures if name in plan.measures and name not in NOTED]
    rows = measure_rows(tally, wanted, known=cell.experiment.known_measures)
    return rows + noted.get((cell.number, tally.games), NotedCell()).rows(plan.measures)


def _headed(plan: Plan, cell: Cell, rows: Sequence[MeasureRow]) -> list[Row]:
    """Return the measures of a cell with what they are of."""
    experiment = cell.experiment
    head = {
        **dict(zip(plan.columns, cell.values.values(), strict=True)),
        "rules": experiment.rulebook.label,
        "players": experiment.seats,
        "bots": experiment.bots_text,
    }
    known = experiment.known_measures
    return [{**head, **row, "unit": known[row["measure"]].unit} for row in rows]


def _beside(
    plan: Plan,
    standing: Standing,
    cell: Cell,
    sums: CellSums,
    rows: Sequence[MeasureRow],
    of_bases: dict[tuple[int, int], list[MeasureRow]],
    noted: Noted,
) -> _Beside | None:
    """Set a cell beside its base over the same games; None where these are not all known of the base."""
    base = standing.base_tally(cell)
    if sums.pairs is None or base is None:
        return None
    place = cell.base, sums.tally.games
    if place not in of_bases:
        of_bases[place] = _measured(plan, plan.cells[cell.base], base, noted)
    together = Sums((base, sums.tally), (sums.pairs,), (None, None))
    tables = [noted.get(one, NotedCell()) for one in (place, (cell.number, sums.tally.games))]
    made = of_bases[place], rows
    first, second = measured_sides(plan.comparison(cell), together, made, tables=tables)
    return _Beside(second.contrasts or {}, second.identical, second.rows, first.rows)


def _told(
    plan: Plan, cell: Cell, rows: list[Row], beside: _Beside | None, tested: dict[tuple[int, Key], Adjusted]
) -> CellRows:
    told, signs = [], dict[Any, str]()
    for row in rows:
        difference = NO_DIFFERENCE
        if beside is not None:
            known = cell.experiment.known_measures[row["measure"]]
            difference = NO_DIFFERENCE | {"against": plan.base_label}
            key = _key_beside(row, beside)
            contrast = beside.contrasts.get(key)
            if contrast is not None:
                one = tested[cell.number, key]
                verdict: DifferenceVerdict = IDENTICAL
                if not beside.identical:
                    values = beside.base[key]["value"], row["value"]
                    settings = {"games": row["games"], "values": values}
                    verdict = verdict_of(known, contrast, one, plan.request.margin, **settings)
                signs[row["measure"], row["of"]] = verdict.sign
                value, low, high, _, alone = contrast.difference
                p = None if one.p is None else alone
                found = (value, low, high, p, one.p, verdict.words)
                difference = dict(zip(NO_DIFFERENCE, (plan.base_label, *found), strict=True))
            else:
                difference = difference | {"verdict": why_none(known, key, row, beside.base)}
        told.append(row | difference)
    return CellRows(cell, told, signs)


def _key_beside(row: Row, beside: _Beside) -> Key:
    """Return the key that a comparison has for a row: lengths that were cut off are of other rounds there."""
    key = (row["measure"], row["of"])
    if key in beside.rows:
        return key
    some = [other for other in beside.rows if other[0] == row["measure"]]
    return some[0] if len(some) == 1 else key
