"""Three bots that beat one another in a circle: what no list of strengths can tell."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import NamedTuple

from conquestlab.analysis.rating.pairs import EVEN, SURE, Pair


class Triple(NamedTuple):
    """The first bot beats the second, the second the third, and the third the first."""

    legs: tuple[Pair, ...]

    @property
    def text(self) -> str:
        """The circle in one line."""
        return " > ".join([*(leg.of for leg in self.legs), self.legs[0].of])

    @property
    def p(self) -> float:
        """The largest of its legs: a circle needs all three."""
        return max(1.0 if leg.p is None else leg.p for leg in self.legs)

    @property
    def weakest(self) -> Pair:
        """The leg that is nearest to even."""
        return min(self.legs, key=lambda leg: leg.value)


def circles(pairs: Sequence[Pair]) -> list[Triple]:
    """Return every circle among the shares as they were seen, chance or not, the surest first."""
    found = {(pair.of, pair.against): pair for one in pairs for pair in (one, one.turned)}
    names = list(dict.fromkeys(name for pair in pairs for name in (pair.of, pair.against)))
    answer = []
    for first, second, third in combinations(names, 3):
        for way in ((first, second, third), (first, third, second)):
            legs = [found.get(both) for both in zip(way, (*way[1:], way[0]), strict=True)]
            won = tuple(leg for leg in legs if leg is not None and leg.value > EVEN)
            if len(won) == len(way):
                answer.append(Triple(won))
    return sorted(answer, key=lambda triple: triple.p)


def sure(triples: Sequence[Triple]) -> list[Triple]:
    """Return the circles of which every leg is more than chance."""
    return [triple for triple in triples if triple.p < SURE]
