"""Do the intervals of a tuning keep what they promise? Synthetic games with known answers."""

from __future__ import annotations

import numpy as np

from conquestlab.analysis.evidence.studies.coverage import TOLERANCE
from conquestlab.analysis.evidence.studies.tuned_games import STUDIES, Study
from conquestlab.analysis.measures.intervals import LEVEL, wilson
from conquestlab.analysis.record import Record
from conquestlab.analysis.tuning.search import Search


def coverage_record(study: Study, repetitions: int, seed: int = 1) -> Record:
    """Tune a synthetic game many times and count how often the intervals hold the truth.

    Parameters
    ----------
    study : Study
    repetitions, seed : int

    Returns
    -------
    dict
        Keys `study`, `numbers`, `games` (mean), `verdict` (that has to be found), `found` (share of the runs
        that found it), `covered` (share of the runs in which the intervals of all numbers hold the truth, of
        the runs with that verdict), `low`, `high` (Wilson's interval of it), `off` (root mean square of what
        the answer is off, the largest of all numbers), `half` (median half-width of the same intervals) and
        `kept` (whether `low` to `high` reaches the level, less one point in a hundred).
    """
    covered, games, found = 0, 0, 0
    off, half = [], []
    for repetition in range(repetitions):
        generator = np.random.Generator(np.random.PCG64([seed, repetition]))
        search = Search(study.aim, study.player(generator))
        answer = search.run(study.games, study.within)
        assert answer is not None
        games += search.games
        if answer.verdict != study.verdict:
            continue
        found += 1
        if study.truth is not None:
            low, high = answer.spread.low, answer.spread.high
            covered += bool(((low <= study.truth) & (study.truth <= high)).all())
            off.append(answer.point - study.truth)
            half.append((high - low) / 2.0)
    known = study.truth is not None and found > 0
    low, high = wilson(covered, max(found, 1))
    return {
        "study": study.name,
        "numbers": len(study.low),
        "games": games / repetitions,
        "verdict": study.verdict,
        "found": found / repetitions,
        "covered": covered / found if known else None,
        "low": float(low) if known else None,
        "high": float(high) if known else None,
        "off": float(np.sqrt(np.mean(np.square(off), axis=0)).max()) if known else None,
        "half": float(np.median(half, axis=0).max()) if known else None,
        "kept": not known or bool(high >= LEVEL - TOLERANCE),
    }


def tuning_table(records: list[Record]) -> list[str]:
    """Return the lines of a Markdown table, shares in per cent; a star marks what falls short."""
    heads = ("study", "games", "to be found", "found", "covered", "off by", "half-width")
    lines = ["| " + " | ".join(heads) + " |", "|---|---:|---|---:|---:|---:|---:|"]
    for row in records:
        covered = "" if row["covered"] is None else f"{100 * row['covered']:.1f}{'' if row['kept'] else '*'}"
        sizes = ["" if row[name] is None else f"{row[name]:.2g}" for name in ("off", "half")]
        cells = [
            row["study"],
            f"{row['games']:,.0f}",
            row["verdict"],
            f"{100 * row['found']:.1f}",
            covered,
            *sizes,
        ]
        lines.append("| " + " | ".join(cells) + " |")
    return lines


def table(repetitions: int, seed: int) -> list[str]:
    """Return the table of all studies."""
    return tuning_table([coverage_record(study, repetitions, seed) for study in STUDIES])
