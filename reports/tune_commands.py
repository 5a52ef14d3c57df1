"""From a request to tune a rulebook to a page and a figure."""

from __future__ import annotations

from typing import Any

from conquestlab.analysis.requests.searches import TuneRequest
from conquestlab.analysis.tuning.tune_answers import TuneAnswer, plan_of, tune
from conquestlab.reports.answer import Answer, Output
from conquestlab.reports.games.pages import cautions
from conquestlab.reports.page import Page


def tune_answer(request: TuneRequest, output: Output) -> Answer:
    """Answer `conquest tune`; it holds if the target can be met."""
    plan = plan_of(request)
    with output.voice.listening(plan.games) as listener:
        tuned = tune(request, plan, listener=listener)
    page = Page(
        tuned.rows,
        (tuned.experiment.rulebook,),
        (*cautions((tuned.experiment.rulebook,), tuned.rows), *tuned.notes),
        meta=_meta(tuned),
        draw=lambda: _figure(tuned),
        shown=[_short(row) for row in tuned.rows if row["measure"] != "seat_balanced_p"],  # a note tells it
    )
    known = "the rows tell of what was known by then" if tuned.interrupted else ""
    return Answer(page, known, holds=tuned.met)


def _meta(tuned: TuneAnswer) -> dict[str, Any]:
    experiment = tuned.experiment
    return {
        "seed": experiment.seeds.text,
        "bots": experiment.bots_text,
        "players": experiment.seats,
        "target": tuned.target.text,
        "vary": [f"{one.key}={one.low}..{one.high}" for one in tuned.varied],
    }


def _short(row: dict[str, Any]) -> dict[str, Any]:
    """Return a row as the eye wants it: what it is of in one column, and no label that this tells already."""
    measured = f"{row['measure']} {row['of']}".strip()
    value = row["value"]
    if row["measure"] == "seat_balanced" and value is not None:
        value = bool(value)
    return {
        "players": row["players"],
        "bots": row["bots"],
        "target": row["target"],
        "part": row["part"],
        "what": row["key"] or f"{measured} at {row['at']}",
        "value": value,
        "low": row["low"],
        "high": row["high"],
        "whole": row["rounded"],
        "games": row["games"],
    }


def _figure(tuned: TuneAnswer) -> Any:
    from conquestlab.reports.figures.tune_figures import response_figure

    return response_figure(tuned)
