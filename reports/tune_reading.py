"""What is read of a tuning in a terminal: the answer, then what was found and what fresh games say of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from conquestlab.analysis.bots.known_strength import who_played
from conquestlab.analysis.language import marked, say
from conquestlab.analysis.playing.experiment import Experiment
from conquestlab.analysis.reporting.known_measures import measure_called
from conquestlab.analysis.reporting.main_numbers import told_name
from conquestlab.analysis.reporting.result_files import Result
from conquestlab.analysis.reporting.result_verdicts import result_verdicts
from conquestlab.analysis.reporting.tuned_words import tuned_key
from conquestlab.reports.digits import ShownNumber
from conquestlab.reports.formatted_numbers import texts_of
from conquestlab.reports.reading import Reading, Sheet
from conquestlab.reports.verdict_lines import opening

Row = Mapping[str, Any]

MOST = 10
YES_OR_NO = "seat_balanced"


def tune_reading(rows: Sequence[dict[str, Any]], notes: Sequence[str], experiment: Experiment) -> Reading:
    """Return what is read of a tuning.

    Parameters
    ----------
    rows : sequence of dict
        As `conquest tune` gives them.
    notes : sequence of str
        What the answer says in sentences, which stand below.
    experiment : Experiment
    """
    result = Result("tune", "", {"notes": list(notes), "rules": experiment.rulebook.label}, list(rows))
    said = [one for one in result_verdicts(result) if one.head]
    keys = [_key(result, row) for row in rows if row["key"]]
    played = [_measured(row) for row in rows if row["part"] == "played" and _is_told(row)]
    sheets = [
        Sheet(say("The rule values found:"), keys),
        Sheet(say("Fresh games with whole numbers:"), played[: MOST - len(keys)]),
    ]
    some = tuple(sheet for sheet in sheets if sheet.rows)
    who = who_played([experiment])
    return Reading(opening([("", said)]), some, (), who, len(rows))


def _is_told(row: Row) -> bool:
    return row["measure"] not in ("seat_balanced_p", YES_OR_NO) and row["value"] is not None


def _key(result: Result, row: dict[str, Any]) -> dict[str, Any]:
    value, span = texts_of(row)
    whole = row["rounded"]
    return {
        marked("rule"): tuned_key(result, row),
        "value": ShownNumber(value),
        marked("95 % interval"): span,
        marked("to be played"): ShownNumber("" if whole is None else f"{whole:g}"),
    }


def _measured(row: Row) -> dict[str, Any]:
    measure = measure_called(row["measure"])
    value, span = texts_of(row, measure.unit)
    kind = measure.of if row["of"] else ""
    return {
        marked("at"): row["at"],
        "what": told_name({**row, "kind": kind}),
        "value": ShownNumber(value),
        marked("95 % interval"): span,
    }
