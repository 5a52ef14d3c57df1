"""Do the intervals of a tuning keep what they promise? Synthetic games with known answers."""

from __future__ import annotations

import numpy as np

from conquestlab.analysis.evidence.studies.coverage import TOLERANCE
from conquestlab.analysis.evidence.studies.tuned_games import STUDIES, TuningStudy
from conquestlab.analysis.measures.intervals import LEVEL, wilson
from conquestlab.analysis.row import Row
from conquestlab.analysis.tuning.search import Search


def coverage_row(study: TuningStudy, repetitions: int, seed: int = 1) -> Row:
    """Tune a synthetic game many times and count how often the intervals hold the truth.

    Returns
    -------
    dict
        Keys `study`, `games` (mean), `verdict` (that has to be found), `found` (share of the runs that found
        it), `covered` (of these, the share in which the intervals of all numbers hold the truth), `off` (root
        mean square of what the answer is off, the largest of all numbers), `half` (median half-width of the
        same intervals) and `kept` (whether Wilson's interval of the coverage reaches the level, less one
        point in a hundred).
    """
    games, answers = 0, []
    for repetition in range(repetitions):
        generator = np.random.Generator(np.random.PCG64([seed, repetition]))
        search = Search(study.aim, study.player(generator))
        answer = search.run(study.games, study.within)
        assert answer is not None
        games += search.games
        if answer.verdict == study.verdict:
            answers.append((answer.point, answer.spread.low, answer.spread.high))
    record: Row = {
        "study": study.name,
        "games": games / repetitions,
        "verdict": study.verdict,
        "found": len(answers) / repetitions,
    }
    if study.truth is None or not answers:
        return record | {"covered": None, "off": None, "half": None, "kept": True}
    point, low, high = (np.array(numbers) for numbers in zip(*answers, strict=True))
    covered = int(((low <= study.truth) & (study.truth <= high)).all(axis=1).sum())
    return record | {
        "covered": covered / len(answers),
        "off": float(np.sqrt(np.mean(np.square(point - study.truth), axis=0)).max()),
        "half": float(np.median((high - low) / 2.0, axis=0).max()),
        "kept": bool(wilson(covered, len(answers))[1] >= LEVEL - TOLERANCE),
    }


def tuning_table(records: list[Row]) -> list[str]:
    """Return the lines of a Markdown table, shares in per cent; a star marks what falls short."""
    heads = ("study", "games", "to be found", "found", "covered", "off by", "half-width")
    lines = ["| " + " | ".join(heads) + " |", "|---|---:|---|---:|---:|---:|---:|"]
    for row in records:
        covered = "" if row["covered"] is None else f"{100 * row['covered']:.1f}{'' if row['kept'] else '*'}"
        off, half = ("" if row[name] is None else f"{row[name]:.2g}" for name in ("off", "half"))
        told = f"{row['study']} | {row['games']:,.0f} | {row['verdict']} | {100 * row['found']:.1f}"
        lines.append(f"| {told} | {covered} | {off} | {half} |")
    return lines


def table(repetitions: int, seed: int) -> list[str]:
    """Return the table of all studies."""
    return tuning_table([coverage_row(study, repetitions, seed) for study in STUDIES])
