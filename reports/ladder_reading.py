"""What is read of a ladder in a terminal: who is strongest, then one row a bot, the strongest first."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from conquestlab.analysis.language import marked, say
from conquestlab.analysis.measures.measure import SHARE
from conquestlab.analysis.reporting.result_files import Result
from conquestlab.analysis.reporting.result_verdicts import result_verdicts
from conquestlab.reports.digits import ShownNumber
from conquestlab.reports.formatted_numbers import texts_of
from conquestlab.reports.reading import Reading, Sheet
from conquestlab.reports.verdict_lines import opening

Row = Mapping[str, Any]


def ladder_reading(rows: Sequence[dict[str, Any]], is_ladder: bool) -> Reading:
    """Return what is read of a ladder.

    Parameters
    ----------
    rows : sequence of dict
        As `conquest ladder` gives them.
    is_ladder : bool
        Whether bots are rated; else one of them meets others.
    """
    tables: dict[tuple[Any, Any], list[dict[str, Any]]] = {}
    for row in rows:
        tables.setdefault((row["rules"], row["players"]), []).append(row)
    several = len({rules for rules, _ in tables}) > 1
    make = _rated if is_ladder else _against
    sheets, lines = [], []
    for (rules, players), some in tables.items():
        table = say("{players} players", players=players)
        heading = say("{rules}, {table}", rules=rules, table=table) if several else table
        sheets.append(Sheet(heading, make(some)))
        said = result_verdicts(Result("ladder", "", {}, some)) if is_ladder else []
        lines += [(heading, said)] if said else [(heading, [])]
    sentences = opening(lines) if is_ladder else tuple(_met(row) for row in rows if _is_share(row))[:8]
    return Reading(sentences, tuple(sheets), (), "", len(rows))


def _is_share(row: Row) -> bool:
    return row["measure"] == "win_share" and row["value"] is not None


def _met(row: Row) -> str:
    """Say how often one bot wins against others."""
    value, span = texts_of(row, SHARE)
    return say(
        "With {players} players {bot} wins {share} ({span}) against {against}.",
        players=row["players"], bot=row["of"], share=value, span=span, against=row["against"],
    )  # fmt: skip


def _rated(rows: Sequence[Row]) -> list[dict[str, Any]]:
    """Return a row for each bot: its share of the wins, its rating and its rating in Elo's points."""
    by_bot: dict[str, dict[str, Row]] = {}
    for row in rows:
        if row["measure"] in ("rating", "win_share", "elo") and not (
            row["measure"] == "win_share" and row["against"]
        ):
            by_bot.setdefault(row["of"], {})[row["measure"]] = row

    def strength(bot: str) -> tuple[bool, float]:
        row = by_bot[bot].get("rating") or by_bot[bot].get("win_share")
        value = row["value"] if row else None
        return value is None, -(value or 0.0)

    return [_bot_row(bot, by_bot[bot]) for bot in sorted(by_bot, key=strength)]


def _bot_row(bot: str, known: Mapping[str, Row]) -> dict[str, Any]:
    wins, wins_span = texts_of(known.get("win_share", {}), SHARE)
    rating, rating_span = texts_of(known.get("rating", {}))
    elo, _ = texts_of(known.get("elo", {}))
    return {
        marked("bot"): bot,
        marked("wins"): ShownNumber(wins),
        marked("interval"): wins_span,
        marked("rating"): ShownNumber(rating),
        marked("its interval"): rating_span,
        marked("Elo"): ShownNumber(elo),
    }


def _against(rows: Sequence[Row]) -> list[dict[str, Any]]:
    """Return a row for each pairing, the one with most wins first."""
    some = sorted((row for row in rows if _is_share(row)), key=lambda row: -row["value"])
    found = []
    for row in some:
        wins, span = texts_of(row, SHARE)
        found.append(
            {
                marked("bot"): row["of"],
                marked("against"): row["against"],
                marked("wins"): ShownNumber(wins),
                marked("interval"): span,
            }
        )
    return found
