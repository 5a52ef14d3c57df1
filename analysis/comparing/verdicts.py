"""What a difference comes to, in a sign and in words."""

from __future__ import annotations

from typing import NamedTuple

from conquestlab.analysis.comparing.contrast import Contrast
from conquestlab.analysis.comparing.differences import Difference
from conquestlab.analysis.digits import supported
from conquestlab.analysis.measures.intervals import LEVEL
from conquestlab.analysis.measures.measure import ROUNDS, Measure

HIGHER, LOWER, EQUAL, UNDECIDED, SAME = "+", "-", "=", "?", "0"
SIGNS = {
    HIGHER: "higher",
    LOWER: "lower",
    EQUAL: "no difference larger than the margin",
    UNDECIDED: "not decided",
    SAME: "the same in every game",
}
WAYS = {HIGHER: 1, LOWER: -1, EQUAL: 0, SAME: 0, UNDECIDED: None}
PERCENT = 100.0


class DifferenceVerdict(NamedTuple):
    """What a difference comes to.

    Attributes
    ----------
    sign : str
        One of SIGNS.
    words : str
        After the name of the variant where it is a finding.
    """

    sign: str
    words: str

    @property
    def is_finding(self) -> bool:
        """Whether there is a difference beyond chance."""
        return self.sign in (HIGHER, LOWER)

    @property
    def way(self) -> int | None:
        """1 for more, -1 for less, 0 for no difference that matters, None where that is not decided."""
        return WAYS[self.sign]

    def about(self, variant: str) -> str:
        """Return the whole sentence."""
        return f"{variant} is {self.words}" if self.is_finding else self.words


IDENTICAL = DifferenceVerdict(SAME, "the same in every game")


def verdict_of(
    measure: Measure, contrast: Contrast, p_holm: float, points: float, level: float = LEVEL
) -> DifferenceVerdict:
    """Return the verdict on a difference.

    Parameters
    ----------
    measure : Measure
    contrast : Contrast
    p_holm : float
        Raised for all differences that were tested together.
    points : float
        A difference of a share that does not matter.
    level : float
    """
    found, margin = contrast.difference, contrast.margin(points)
    times, unit = (PERCENT, " points") if contrast.scale is None else (1.0, "")
    if measure.unit == ROUNDS:
        unit = f" {ROUNDS}"
    small = found.within(margin)
    if p_holm <= 1.0 - level and found.value != 0.0:
        up = found.value > 0.0
        more, less = measure.ways
        words = f"{more if up else less} by {_sized(found, up, times, unit)}"
        if small:
            words += f", within the margin of {_short(times * margin)}"
        return DifferenceVerdict(HIGHER if up else LOWER, words)
    if small:
        larger = f" larger than {_short(times * margin)}{unit}" if margin > 0.0 else ""
        return DifferenceVerdict(EQUAL, f"no difference{larger}")
    return DifferenceVerdict(UNDECIDED, "not decided")


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
