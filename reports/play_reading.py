"""What is read of many games in a terminal: verdicts, the ten numbers that matter, curves, who played."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from conquestlab.analysis.bots.known_strength import who_played
from conquestlab.analysis.language import marked, say
from conquestlab.analysis.measures.tallies import UNFINISHED, Tally
from conquestlab.analysis.playing.experiment import Experiment
from conquestlab.analysis.playing.play_answers import PlayAnswer
from conquestlab.analysis.reporting.known_measures import measure_called
from conquestlab.analysis.reporting.main_numbers import main_rows, told_name
from conquestlab.analysis.reporting.report_runs import ReportRun, name_runs
from conquestlab.analysis.reporting.robustness import edge_rows, robustness_verdicts
from conquestlab.analysis.reporting.verdicts import verdicts
from conquestlab.reports.digits import ShownNumber
from conquestlab.reports.formatted_numbers import formatted, texts_of, with_unit
from conquestlab.reports.reading import Reading, Sheet
from conquestlab.reports.sparklines import Curve, gathered
from conquestlab.reports.verdict_lines import MOST_LINES, by_importance, opening

Row = Mapping[str, Any]

MOST_BARS = 24
MOST_RUNS = 3  # with a table each; of more only the first numbers are shown
FEW = 4


def play_reading(played: PlayAnswer) -> Reading:
    """Return what is read of the games that were played."""
    tallied = zip(played.experiments, played.tallies, strict=False)
    runs = [
        ReportRun(experiment, tally, rows_known=_rows_of(played.rows, experiment))
        for experiment, tally in tallied
        if tally is not None
    ]
    names = name_runs(runs) if len(runs) > 1 else [""] * len(runs)
    said = [(name, by_importance(_verdicts(run))) for name, run in zip(names, runs, strict=True)]
    overall = [] if len(runs) < 2 else opening([("", robustness_verdicts(edge_rows(runs)))], 2)
    lines = (*overall, *opening(said, max(1, MOST_LINES - len(overall))))
    few = len(runs) <= MOST_RUNS
    sheets = [
        Sheet(name, number_rows(main_rows(run.rows, 10 if few else FEW), _names(run.experiment)))
        for name, run in zip(names, runs, strict=True)
    ]
    curves = [one for name, run in zip(names, runs, strict=True) for one in _curves(run, name)]
    return Reading(lines, tuple(sheets), tuple(curves), who_played(played.experiments), len(played.rows))


def number_rows(rows: Sequence[Row], names: Mapping[str, str] | None = None) -> list[dict[str, Any]]:
    """Return rows of measures in the words and units in which they are told."""
    found = []
    for row in rows:
        unit = measure_called(row["measure"]).unit
        value, span = texts_of(row, unit)
        baseline = row.get("baseline")
        text = "" if baseline is None else with_unit(formatted(baseline, percent=_percent(row))[0], unit)
        found.append(
            {
                marked("what"): told_name(row, names),
                "value": ShownNumber(value),
                marked("95 % interval"): span,
                marked("baseline"): ShownNumber(text),
            }
        )
    return found


def _percent(row: Row) -> bool:
    return measure_called(row["measure"]).in_hundredths


def _rows_of(rows: Sequence[dict[str, Any]], experiment: Experiment) -> list[dict[str, Any]]:
    """Return the rows of one experiment."""
    about = (experiment.rulebook.label, experiment.seats, experiment.bots_text)
    return [row for row in rows if (row["rules"], row["players"], row["bots"]) == about]


def _verdicts(run: ReportRun) -> list[Any]:
    return verdicts(run.rows, run.experiment.seats, _names(run.experiment))


def _names(experiment: Experiment) -> dict[str, str]:
    book, facts = experiment.rulebook, experiment.facts
    return {**facts.names(book), **facts.texts(book)}


def _curves(run: ReportRun, name: str) -> list[Curve]:
    """Return the lengths of the games, and where a run stands alone how it opens and closes."""
    found = [_lengths(run.tally, name)] if run.tally is not None and run.tally.games > 1 else []
    if not name:
        found += [
            _by_place(run.rows, "snowball_auc", say("winner stands higher, by tenth"), 0.5, 1.0),
            _by_place(run.rows, "openness_after", say("how open it is, by round"), 0.0, None),
        ]
    return [one for one in found if one is not None and len(one.values) > 1]


def _lengths(tally: Tally, name: str) -> Curve | None:
    """Return how many games end after how many rounds."""
    ended = tally.lengths.sum(axis=1) - tally.lengths[:, UNFINISHED]
    rounds = ended.nonzero()[0]
    if not len(rounds):
        return None
    first, last = int(rounds[0]), int(rounds[-1])
    bars = gathered([float(one) for one in ended[first : last + 1]], MOST_BARS)
    words = say("games by length")
    ends = say("{first} to {last} rounds", first=first, last=last)
    return Curve(say("{about}: {verdict}", about=name, verdict=words) if name else words, bars, ends, 0.0)


def _by_place(rows: Sequence[Row], measure: str, words: str, low: float, high: float | None) -> Curve | None:
    """Return a measure along the game."""
    some = [row for row in rows if row["measure"] == measure and row["value"] is not None]
    places = [row for row in some if str(row["of"]).isdigit()]
    if len(places) < 2:
        return None
    unit = measure_called(measure).unit
    first, last = (texts_of(row, unit).value for row in (places[0], places[-1]))
    ends = say("{first} to {last}", first=first, last=last)
    return Curve(words, [row["value"] for row in places], ends, low, high)
