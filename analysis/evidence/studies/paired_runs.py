"""Two runs side by side, as a comparison has them: what studies of differences try."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from conquestlab.analysis.comparing.contrast import Contrast, Sides
from conquestlab.analysis.comparing.pairs import Key, Side, pair_up
from conquestlab.analysis.evidence.studies.coverage import Held, holds
from conquestlab.analysis.measures.table import measure_rows
from conquestlab.analysis.measures.tallies import Tally


def paired_sides(
    rows: Sequence[np.ndarray],
    tallies: Sequence[Tally],
    bots: tuple[str, ...],
    names: Sequence[str] | None = None,
    apart: bool = False,
) -> Sides:
    """Return two runs of the same bots as the sides of a comparison.

    Parameters
    ----------
    rows : two structured arrays
    tallies : two Tally
    bots : tuple of str
    names : sequence of str or None
        Measures looked at; None for all.
    apart : bool
        Whether the two have luck of their own.
    """
    first, second = (
        {(row["measure"], row["of"]): row for row in measure_rows(tally, names)} for tally in tallies
    )
    base, other = (Side(one, tally.quantities, bots) for one, tally in zip(rows, tallies, strict=True))
    pairs = pair_up(base, other, int(max(one["rounds"].max() for one in rows)))
    return Sides(tallies[0], tallies[1], pairs, (first, second), apart)


def held_differences(found: Mapping[Key, Contrast], truth: Mapping[Key, float] | None) -> Held:
    """Return which intervals of differences hold the truth; None stands for nothing but noughts."""
    held = {}
    for key, contrast in found.items():
        _, low, high, *_ = contrast.difference
        kept = holds(low, high, 0.0 if truth is None else truth.get(key))
        if kept is not None and low is not None and high is not None:
            held[key] = kept
    return held
