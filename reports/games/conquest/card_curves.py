"""Curves of cards for the page and for figures: chances of a set by hand size, and what each set is worth."""

from __future__ import annotations

from collections.abc import Sequence

from conquestlab.analysis.language import say
from conquestlab.analysis.reporting.shared_tables import Shared, shared_rows
from conquestlab.analysis.row import Row
from conquestlab.reports.figures.described import Axis, Curves, Line


def chance_curves(rows: Sequence[Row]) -> Curves:
    """Describe the chance of holding a set: rows of `conquest cards --show chance`."""
    return Curves(
        say("Chance that a hand holds a set"), say("In per cent, exact, by the number of cards in the hand."),
        _lines(shared_rows(rows, ("chance",)), "cards", "chance"),
        Axis(say("cards in hand")), Axis(say("chance"), True, 0.0, 1.0),
    )  # fmt: skip


def scale_curves(rows: Sequence[Row], column: str = "armies") -> Curves:
    """Describe what each set of the game is worth, or with `total` all sets so far: rows of `scale`."""
    with_scale = [
        shared for shared in shared_rows(rows, ("set", "armies")) if shared.rows[0]["number"] is not None
    ]
    return Curves(
        say("What a set is worth"), say("Armies for the first set of the game, the second and so on."),
        _lines(with_scale, "number", column),
        Axis(say("number of the set in the game")), Axis(say("armies"), low=0.0, unit=say("armies")),
    )  # fmt: skip


def _lines(tables: Sequence[Shared], at: str, value: str) -> list[Line]:
    lines = []
    for place, shared in enumerate(tables):
        rows = [
            {"at": row[at], "value": row[value], "measure": value, "of": str(row[at]), "run": shared.name}
            for row in shared.rows
        ]
        lines.append(Line(shared.name if len(tables) > 1 else "", rows, place))
    return lines
