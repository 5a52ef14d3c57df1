"""What a run says, in words: sentences made of its measures and their intervals."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from conquestlab.analysis.reporting.choice_verdicts import dice, kingmaking, leader
from conquestlab.analysis.reporting.course_verdicts import (
    cut_off,
    eliminations,
    lead,
    length,
    of_one_game,
    snowball,
)
from conquestlab.analysis.reporting.seat_verdicts import of_bots, of_seats
from conquestlab.analysis.reporting.sentences import Measured, Row, Verdict
from conquestlab.analysis.reporting.world_verdicts import income, of_things

JUDGES = (
    cut_off,
    of_seats,
    of_bots,
    length,
    lead,
    snowball,
    eliminations,
    leader,
    kingmaking,
    dice,
    income,
)


def verdicts(rows: Sequence[Row], seats: int, names: Mapping[str, str] | None = None) -> list[Verdict]:
    """Return all that the rows of a run say.

    Parameters
    ----------
    rows : sequence of dict
        As `conquest play` gives them.
    seats : int
    names : mapping, optional
        Of continents and objectives, by id.
    """
    measured = Measured(rows)
    if max((row["games"] for row in rows), default=0) == 1:
        return list(of_one_game(measured))
    found = [verdict for judge in JUDGES for verdict in judge(measured, seats)]
    return [*found, *of_things(measured, names or {})]
