"""What is said of one measure under two variants, and all that it is made from."""

from __future__ import annotations

from collections.abc import Mapping
from math import sqrt
from typing import TYPE_CHECKING, Any, NamedTuple

from conquestlab.analysis.comparing.differences import (
    Difference,
    Estimate,
    mean_difference,
    spans_difference,
)
from conquestlab.analysis.comparing.pairs import Key, Pairs
from conquestlab.analysis.measures.intervals import LEVEL
from conquestlab.analysis.measures.ratios import Share
from conquestlab.analysis.measures.significance import mean_effect, share_effect
from conquestlab.analysis.measures.tallies import Tally

if TYPE_CHECKING:
    from conquestlab.analysis.chances.noted_table import NotedTable

Row = Mapping[str, Any]


class Contrast(NamedTuple):
    """A measure under two variants.

    Attributes
    ----------
    difference : Difference
    effect : float or None
        How much it is, free of units: Cohen's h of shares, Cohen's d of means; None where nothing varies.
    scale : float or None
        Standard deviation of a single game, in the unit of the measure; None where the measure is a share.
    times : float
        What a measure that is made of shares moves by where a share moves by 1, so that one margin of a share
        means the same for all measures of the seats.
    can_differ : bool
        Whether the games could have shown a difference: not where all were the same in what it is about.
    seen : str
        What was tested, where that is not the difference itself; follows a finding.
    """

    difference: Difference
    effect: float | None
    scale: float | None
    times: float = 1.0
    can_differ: bool = True
    seen: str = ""

    def margin(self, points: float) -> float:
        """Return the difference that matters, where `points` does for a share.

        Where half of the games count, the standard deviation of a single game is one half: so a difference of
        `points` is one of twice as many standard deviations.
        """
        return self.times * points if self.scale is None else 2.0 * points * self.scale


class Sides(NamedTuple):
    """Two variants, of which games of the same numbers were played.

    Attributes
    ----------
    base, other : Tally
    pairs : Pairs
        Of the same games.
    rows : pair of mappings of (measure, of) to record
        The measures of both, at the same level.
    independent : bool
        Whether the variants have luck of their own, so that nothing is gained from pairs.
    level : float
    chances, paces : pair of NotedTable or None
        The measures of the win chances of both and of their time at the table, where games were noted.
    """

    base: Tally
    other: Tally
    pairs: Pairs
    rows: tuple[Mapping[Key, Row], Mapping[Key, Row]]
    independent: bool = False
    level: float = LEVEL
    chances: tuple[NotedTable | None, NotedTable | None] = (None, None)
    paces: tuple[NotedTable | None, NotedTable | None] = (None, None)

    def values(self, key: Key) -> tuple[Row, Row] | None:
        """Return the records of a measure under both; None unless both have a value."""
        first, second = self.rows[0].get(key), self.rows[1].get(key)
        if first is None or second is None or first["value"] is None or second["value"] is None:
            return None
        return first, second

    def spans_difference(
        self, first: Estimate, second: Estimate, correlation: float, freedom: float, p: float | None = None
    ) -> Difference:
        """Return a difference from the intervals of both; luck of their own leaves no correlation."""
        correlation = 0.0 if self.independent else correlation
        return spans_difference(first, second, correlation, freedom, self.level, p)


def mean_contrast(
    value: float, variance: float, freedom: float, spreads: tuple[float, float], level: float
) -> Contrast:
    """Return the contrast of means.

    Parameters
    ----------
    value, variance, freedom : float
        Of the difference.
    spreads : pair of float
        Variance of a single game under each variant.
    level : float
    """
    difference = mean_difference(value, variance, freedom, level)
    spread = sqrt(sum(spreads) / 2.0)
    return Contrast(difference, effect_of(value, spreads), spread, can_differ=variance > 0.0 or value != 0.0)


def effect_of(value: float, spreads: tuple[float, float]) -> float | None:
    """Return Cohen's d; 0 where nothing varies and nothing differs."""
    return 0.0 if value == 0.0 else mean_effect(value, *spreads)


def share_contrast(
    sides: Sides,
    first: Share,
    second: Share,
    correlation: float,
    value: float | None = None,
    p: float | None = None,
    can_differ: bool = True,
) -> Contrast | None:
    """Return the contrast of shares, where both are known from two blocks or more.

    Parameters
    ----------
    sides : Sides
    first, second : Share
    correlation : float
        Of the two.
    value : float, optional
        Their difference, where it is known more exactly.
    p : float, optional
        From a test of its own.
    can_differ : bool
        As of `Contrast`.
    """
    freedom = min(first.freedom, second.freedom)
    if first.value is None or second.value is None or freedom < 1.0:
        return None
    found = sides.spans_difference(
        Estimate(first.value, first.reach), Estimate(second.value, second.reach), correlation, freedom, p
    )
    if value is not None:
        found = found._replace(value=value)
    return Contrast(found, share_effect(first.value, second.value), None, can_differ=can_differ)
