"""From a request to tune a rulebook to a page and a figure."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from conquestlab.analysis.language import say
from conquestlab.analysis.requests.searches import TuneRequest
from conquestlab.analysis.tuning.plans import Plan, plans_of
from conquestlab.analysis.tuning.tune_answers import TuneAnswer, tune
from conquestlab.reports.answer import Answer, Output
from conquestlab.reports.games.pages import cautions
from conquestlab.reports.page import Page
from conquestlab.reports.reading import check_names
from conquestlab.reports.tune_reading import tune_reading


def tune_answer(request: TuneRequest, output: Output) -> Answer:
    """Answer `conquest tune`; it holds if whole numbers meet the target."""
    plans = plans_of(request)
    check_names(output.measures, list(plans[0].experiment.known_measures))
    with output.voice.listening(sum(plan.games for plan in plans)) as listener:
        tuned = tune(request, plans, listener=listener)
    page = Page(
        tuned.rows,
        (tuned.experiment.rulebook,),
        (*cautions((tuned.experiment.rulebook,), tuned.rows), *tuned.notes),
        meta=_meta(tuned, plans),
        draw=lambda: _figure(tuned),
        shown=[_short(row) for row in tuned.rows if row["measure"] != "seat_balanced_p"],  # a note tells it
        reading=lambda: tune_reading(tuned.rows, tuned.notes, tuned.experiment),
    )
    known = say("the rows tell of what was known by then") if tuned.interrupted else ""
    return Answer(page, known, holds=tuned.met)


def _meta(tuned: TuneAnswer, plans: Sequence[Plan]) -> dict[str, Any]:
    experiment = tuned.experiment
    return {
        "seed": experiment.seeds.text,
        "bots": "; ".join(plan.experiment.bots_text for plan in plans),
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

    own = [row for row in tuned.rows if row["bots"] == tuned.experiment.bots_text]
    return response_figure(tuned._replace(rows=own))
