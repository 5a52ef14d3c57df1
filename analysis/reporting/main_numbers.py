"""The numbers that matter of a run: at most ten of its rows, in the words in which they are told."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from conquestlab.analysis.language import say, translated
from conquestlab.analysis.measures.measure import BOT, CONTINENT, SEAT, TENTH
from conquestlab.analysis.reporting.known_measures import measure_called
from conquestlab.analysis.row import Row

MOST = 10
MOST_SEATS = 3  # of more the best and the worst are told
IN_ORDER = (
    ("unfinished_share", ""),
    ("rounds", ""),
    ("minutes", ""),
    ("comeback_share", ""),
    ("snowball_auc", "3"),
    ("openness", "5"),
    ("lead_changes", ""),
    ("decided_at", ""),
    ("downtime", ""),
    ("leader_bashed", ""),
    ("dice_luck", ""),
    ("kingmaking", ""),
    ("decisions", ""),
    ("skill_gap", ""),
    ("waiting", ""),
)
"""Measures and what they are of, the first of which a run has; after the shares of the wins."""


def main_rows(rows: Sequence[Row], most: int = MOST) -> list[Row]:
    """Return the rows that matter most, those of the wins first.

    Parameters
    ----------
    rows : sequence of dict
        Of one run, as `conquest play` gives them.
    most : int
    """
    known = {(row["measure"], row["of"]): row for row in rows if row["value"] is not None}
    shares = [row for (measure, _), row in known.items() if measure == "win_share"]
    bots = sorted((row for row in shares if row["kind"] == BOT), key=lambda row: -row["value"])
    seats = sorted((row for row in shares if row["kind"] == SEAT), key=lambda row: -row["value"])
    found = bots[:MOST_SEATS] if len(bots) > 1 else []
    found += seats if len(seats) <= MOST_SEATS else [seats[0], seats[-1]]
    listed = [known[key] for key in IN_ORDER if key in known]
    found += [row for row in listed if row["measure"] != "unfinished_share" or row["value"] > 0]
    others = [
        row
        for (measure, of), row in known.items()
        if not of and row not in found and measure_called(measure).drawn and measure != "unfinished_share"
    ]
    return [*found, *others][:most]


def told_name(row: Mapping[str, Any], names: Mapping[str, str] | None = None) -> str:
    """Return what a row is of, in words: its measure, and the seat, bot or tenth of the game.

    Parameters
    ----------
    row : dict
        With measure, of and kind.
    names : mapping, optional
        Of continents and objectives, by id.
    """
    heading = translated(measure_called(str(row["measure"])).heading)
    of = str(row.get("of") or "")
    return say("{measure}, {thing}", measure=heading, thing=told_thing(row, names)) if of else heading


def told_thing(row: Mapping[str, Any], names: Mapping[str, str] | None = None) -> str:
    """Return the seat, the bot, the tenth of the game or whatever a row is of, in words."""
    kind, of = row.get("kind"), str(row.get("of") or "")
    if kind == SEAT:
        return say("seat {seat}", seat=of)
    if kind == TENTH:
        return say("after {tenths} tenths", tenths=of)
    if names and of in names:
        return names[of].rstrip(".")
    return of.replace("_", " ").title() if kind == CONTINENT else of
