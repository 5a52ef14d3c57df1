"""The differences of all measures between two variants, each by the method that it asks for.

See docs/statistics.md.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from conquestlab.analysis.comparing.contrast import Contrast, Sides
from conquestlab.analysis.comparing.differences import NO_DIFFERENCE
from conquestlab.analysis.comparing.pairs import Key, PairedRatio, paired_ratio
from conquestlab.analysis.comparing.ratio_contrasts import (
    one_seat,
    quantity_contrast,
    rounds_contrast,
    seat_contrast,
    slope_contrast,
)
from conquestlab.analysis.comparing.shape_contrasts import (
    quantile_contrast,
    size_contrast,
    snowball_contrasts,
    spread_contrast,
)
from conquestlab.analysis.comparing.statistic_contrasts import skill_contrast, statistic_contrast

Maker = Callable[[Sides, Key], Contrast | None]

MAKERS: dict[str, Maker] = {
    "seat_gap": size_contrast,
    "seat_effect": size_contrast,
    "seat_slope": slope_contrast,
    "rounds": rounds_contrast,
    "rounds_median": quantile_contrast,
    "rounds_p90": quantile_contrast,
    "rounds_cv": spread_contrast,
    "skill_share": skill_contrast,
}


def contrasts_of(sides: Sides, keys: Sequence[Key]) -> dict[Key, Contrast]:
    """Return the contrasts of those of the measures that have one, in their order."""
    statistics = {statistic.measure for statistic in sides.other.statistics}
    curve = snowball_contrasts(sides) if any(measure == "snowball_auc" for measure, _ in keys) else {}
    found: dict[Key, Contrast] = {}
    for key in keys:
        measure, name = key
        maker = statistic_contrast if measure in statistics else MAKERS.get(measure, quantity_contrast)
        if measure == "win_share" and name.isdigit():
            maker = seat_contrast
        contrast = curve.get(key) or maker(sides, key)
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
