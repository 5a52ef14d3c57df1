"""The differences of all measures between two variants, each by the method that it asks for.

See docs/statistics.md.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from conquestlab.analysis.comparing.contrast import Contrast, Sides
from conquestlab.analysis.comparing.differences import NO_DIFFERENCE
from conquestlab.analysis.comparing.pairs import Key
from conquestlab.analysis.comparing.ratio_contrasts import one_seat, quantity_contrast
from conquestlab.analysis.comparing.statistic_contrasts import statistic_contrast
from conquestlab.analysis.measures.catalogue import COMMON
from conquestlab.analysis.measures.measure import Measure
from conquestlab.analysis.measures.paired_ratios import PairedRatio, paired_ratio


def contrasts_of(
    sides: Sides, keys: Sequence[Key], known: Mapping[str, Measure] = COMMON
) -> dict[Key, Contrast]:
    """Return the contrasts of those of the measures that have one, in their order.

    Parameters
    ----------
    sides : Sides
    keys : sequence of (measure, of)
    known : mapping, optional
        The measures of the game by name; only one of its own that says how it is contrasted has to be there.
    """
    statistics = {statistic.measure for statistic in sides.other.statistics}
    found: dict[Key, Contrast] = {}
    for key in keys:
        entry = known.get(key[0])
        usual = statistic_contrast if key[0] in statistics else quantity_contrast
        contrast = (entry.contrast if entry and entry.contrast else usual)(sides, key)
        if contrast is not None:
            found[key] = contrast
    return found


def same_in_every_game(keys: Sequence[Key]) -> dict[Key, Contrast]:
    """Return the contrasts of variants of which every game came out the same."""
    return dict.fromkeys(keys, Contrast(NO_DIFFERENCE, 0.0, None))


def reductions(sides: Sides) -> dict[str, PairedRatio]:
    """Return the pairs that tell what common luck brings: mean length, and wins of the first seat."""
    parts = {
        "rounds": paired_ratio(sides.pairs.rounds_seen),
        "win_share 1": paired_ratio(sides.pairs.wins, one_seat(0, sides.base.seats)),
    }
    return {name: pair for name, pair in parts.items() if pair is not None and pair.variance > 0.0}
