"""Three bots that beat one another in a circle: what no list of strengths can tell."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import NamedTuple

from conquestlab.analysis.rating.pairs import EVEN, Pair

SURE = 0.05


class Leg(NamedTuple):
    """One bot that beats another, in a triple.

    Attributes
    ----------
    of, against : str
    value : float
        Share of the wins that went to `of`.
    low, high : float or None
    p : float or None
        Raised for the family of all pairs.
    games : int
    """

    of: str
    against: str
    value: float
    low: float | None
    high: float | None
    p: float | None
    games: int

    @property
    def text(self) -> str:
        """Who beats whom."""
        return f"{self.of} > {self.against}"


class Triple(NamedTuple):
    """The first bot beats the second, the second the third, and the third the first."""

    legs: tuple[Leg, Leg, Leg]

    @property
    def text(self) -> str:
        """The circle in one line."""
        return " > ".join([*(leg.of for leg in self.legs), self.legs[0].of])

    @property
    def p(self) -> float:
        """The largest of its legs: a circle needs all three."""
        return max(1.0 if leg.p is None else leg.p for leg in self.legs)

    @property
    def weakest(self) -> Leg:
        """The leg that is nearest to even."""
        return min(self.legs, key=lambda leg: leg.value)


def circles(pairs: Sequence[Pair]) -> list[Triple]:
    """Return every circle among the shares as they were seen, chance or not, the surest first."""
    found = {(pair.of, pair.against): pair for pair in pairs}
    names = list(dict.fromkeys(name for pair in pairs for name in (pair.of, pair.against)))
    answer = []
    for first, second, third in combinations(names, 3):
        for way in ((first, second, third), (first, third, second)):
            legs = [
                _leg(found, of, against, len(pairs))
                for of, against in zip(way, (*way[1:], way[0]), strict=True)
            ]
            if all(leg is not None and leg.value > EVEN for leg in legs):
                answer.append(Triple(tuple(legs)))  # type: ignore[arg-type]
    return sorted(answer, key=lambda triple: triple.p)


def sure(triples: Sequence[Triple]) -> list[Triple]:
    """Return the circles of which every leg is more than chance."""
    return [triple for triple in triples if triple.p < SURE]


def _leg(found: dict[tuple[str, str], Pair], of: str, against: str, family: int) -> Leg | None:
    """Return how one bot fares against another; None where they never met."""
    pair = found.get((of, against))
    if pair is not None:
        assert pair.share.value is not None
        low, high = pair.share.span(family)
        return Leg(of, against, pair.share.value, low, high, pair.p, pair.share.games)
    pair = found.get((against, of))
    if pair is None:
        return None
    assert pair.share.value is not None
    low, high = pair.share.span(family)
    if low is not None and high is not None:
        low, high = 1.0 - high, 1.0 - low
    return Leg(of, against, 1.0 - pair.share.value, low, high, pair.p, pair.share.games)
