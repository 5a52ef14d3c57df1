"""What a difference comes to, in a sign and in words."""

from __future__ import annotations

from typing import NamedTuple

from conquestlab.analysis.comparing.contrast import Contrast
from conquestlab.analysis.comparing.differences import Difference
from conquestlab.analysis.comparing.families import EXPLORATORY, Adjusted
from conquestlab.analysis.comparing.planning import games_to_settle
from conquestlab.analysis.digits import supported
from conquestlab.analysis.measures.intervals import LEVEL
from conquestlab.analysis.measures.measure import ROUNDS, Measure

HIGHER, LOWER, DIFFERENT, EQUAL, UNDECIDED, SAME = "+", "-", "x", "=", "?", "0"
SIGNS = {
    HIGHER: "higher",
    LOWER: "lower",
    DIFFERENT: "different",
    EQUAL: "no difference larger than the margin",
    UNDECIDED: "not decided",
    SAME: "the same in every game",
}
WAYS = {HIGHER: 1, LOWER: -1, DIFFERENT: 1, EQUAL: 0, SAME: 0, UNDECIDED: None}
PERCENT = 100.0


class DifferenceVerdict(NamedTuple):
    """What a difference comes to.

    Attributes
    ----------
    sign : str
        One of SIGNS.
    words : str
        After the name of the variant where it is a finding.
    values : str
        Both values of a finding, as in "2.9 -> 3.4".
    beside : str
        What else has to be known of a finding.
    """

    sign: str
    words: str
    values: str = ""
    beside: str = ""

    @property
    def is_finding(self) -> bool:
        """Whether there is a difference beyond chance."""
        return self.sign in (HIGHER, LOWER, DIFFERENT)

    @property
    def way(self) -> int | None:
        """1 for more or different, -1 for less, 0 for no difference that matters, None where undecided."""
        return WAYS[self.sign]

    def about(self, variant: str) -> str:
        """Return the whole sentence."""
        if not self.is_finding:
            return self.words
        values = f", {self.values}" if self.values else ""
        return "; ".join([f"{variant} is {self.words}{values}", *([self.beside] if self.beside else [])])


IDENTICAL = DifferenceVerdict(SAME, "the same in every game")


def verdict_of(
    measure: Measure,
    contrast: Contrast,
    tested: Adjusted,
    points: float,
    level: float = LEVEL,
    games: int = 0,
    values: tuple[float | None, float | None] = (None, None),
) -> DifferenceVerdict:
    """Return the verdict on a difference.

    Parameters
    ----------
    measure : Measure
    contrast : Contrast
    tested : Adjusted
        What its family makes of it.
    points : float
        A difference of a share that does not matter.
    level : float
    games : int
        Of each variant, to tell how many would settle what is undecided; 0 leaves that out.
    values : pair of float or None
        The measure under both variants.
    """
    found, margin = contrast.difference, contrast.margin(points)
    in_points = contrast.scale is None
    times, unit = (PERCENT, " points") if in_points else (1.0, "")
    if measure.unit == ROUNDS:
        unit = f" {ROUNDS}"
    small = found.within(margin)
    if tested.p is not None and tested.p <= 1.0 - level and found.value != 0.0:
        up = found.value > 0.0
        more, less = measure.ways
        words = f"{more if up else less} by {_sized(found, up, times, unit)}"
        if small:
            words += f", within the margin of {_short(times * margin)}"
        beside = EXPLORATORY if tested.family == EXPLORATORY else ""
        sign = DIFFERENT if measure.distance else HIGHER if up else LOWER
        return DifferenceVerdict(sign, words, contrast.seen or _both(values, times), beside)
    if small:
        larger = f" larger than {_short(times * margin)}{unit}" if margin > 0.0 else ""
        return DifferenceVerdict(EQUAL, f"no difference{larger}")
    more_games = games_to_settle(found, margin, games, tested.tests, level)
    told = f"; about {more_games:,} games would settle it" if more_games else ""
    return DifferenceVerdict(UNDECIDED, f"undecided{told}")


def _both(values: tuple[float | None, float | None], times: float) -> str:
    before, after = values
    if before is None or after is None:
        return ""
    apart = abs(after - before) * times / 2.0
    first, second = (
        supported(times * one, apart) if apart > 0.0 else _short(times * one) for one in (before, after)
    )
    return f"{first} -> {second}{' %' if times == PERCENT else ''}"


def _sized(found: Difference, up: bool, times: float, unit: str) -> str:
    """Say how large a difference is, without its sign, and between what."""
    sign = times if up else -times
    between = ""
    size = _short(sign * found.value)
    if found.low is not None and found.high is not None and found.low < found.high:
        ends = sorted((sign * found.low, sign * found.high))
        half = (ends[1] - ends[0]) / 2.0
        size, low, high = (supported(one, half) for one in (sign * found.value, *ends))
        between = f" ({low} to {high})"
    return f"{size}{unit.removesuffix('s') if size == '1' else unit}{between}"


def _short(value: float) -> str:
    return f"{value:.2g}" if abs(value) < 1000.0 else f"{value:.0f}"
