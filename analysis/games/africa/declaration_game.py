"""What to declare on one territory: the game of two or three nations in which all declare at once.

Everybody has a presence on one developed territory in the last round and chooses war or alliance towards each
of the others. The points are those of the rulebook: a colony held alone or shared, nothing where a war blocks
it, and the alliances that the others declare. No map takes part.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations, permutations, product
from typing import Any, Literal, NamedTuple

import numpy as np

from conquestlab.analysis.games.africa.conflicts import enemies, points_of

Aim = Literal["points", "lead"]
Plan = tuple[str, ...]  # whom a nation declares war on
Mixture = np.ndarray  # by plan of a nation, the chance that it has
EXACT = 1e-9  # a gain or a chance below this is rounding


class Equilibrium(NamedTuple):
    """Declarations which no nation would rather have changed alone.

    Attributes
    ----------
    mixtures : tuple of array
        By nation, the chance of each of its plans.
    points : tuple of float
        Expected, by nation.
    gains : tuple of float
        By nation, the most that other declarations would bring it; never above zero but for rounding.
    strict : bool
        Whether every other declaration loses.
    alike : int
        How many equilibria are the same but for the names of the nations, this one included.
    """

    mixtures: tuple[Mixture, ...]
    points: tuple[float, ...]
    gains: tuple[float, ...]
    strict: bool
    alike: int = 1


class DeclarationGame:
    """The game on one territory, with the points of all that can be declared.

    Parameters
    ----------
    present : sequence of str
        Two or three nations.
    score
        `alone`, `shared` and `alliance`, as the rulebook has them.
    aim : str
        What a nation wants: its own points, or its lead, which is its points less the mean of the others'.

    Attributes
    ----------
    plans : list of list of tuple
        By nation, everything that it can declare, alliance to all first.
    worth : array
        By nation, and by plan of every nation.
    """

    def __init__(self, present: Sequence[str], score: Any, aim: Aim = "points"):
        self.present = tuple(present)
        self.size = len(self.present)
        self.plans = [plans_of(nation, self.present) for nation in self.present]
        many = len(self.plans[0])
        self.worth = np.zeros((self.size, *[many] * self.size))
        for places in product(range(many), repeat=self.size):
            points = np.array(self._points(places, score), float)
            mean_of_others = (points.sum() - points) / (self.size - 1)
            aimed = points - mean_of_others if aim == "lead" else points
            for place, value in enumerate(aimed):
                self.worth[(place, *places)] = value

    def _points(self, places: Sequence[int], score: Any) -> list[int]:
        wars = {
            nation: plans[place]
            for nation, plans, place in zip(self.present, self.plans, places, strict=True)
        }
        allied = {nation: self.size - 1 - len(enemies(nation, wars)) for nation in self.present}
        return [points_of(nation, wars, score) + score.alliance * allied[nation] for nation in self.present]

    def replies(self, place: int, mixtures: Sequence[Mixture]) -> np.ndarray:
        """Return what each plan of a nation brings it against what the others do."""
        values = self.worth[place]
        for other in reversed(range(self.size)):
            if other != place:
                values = np.tensordot(values, mixtures[other], axes=(other, 0))
        return values

    def looked_at(self, mixtures: Sequence[Mixture]) -> Equilibrium:
        """Return what the nations get, and what each would gain by other declarations."""
        points, gains, strict = [], [], True
        for place, own in enumerate(mixtures):
            replies = self.replies(place, mixtures)
            here = float(own @ replies)
            points.append(here)
            gains.append(float(replies.max()) - here)
            strict = strict and own.max() == 1 and bool((replies[own == 0] < here - EXACT).all())
        return Equilibrium(tuple(mixtures), tuple(points), tuple(gains), strict)

    # Without chance

    def pure_equilibria(self) -> list[Equilibrium]:
        """Return those without chance, one of all that differ by the names of the nations alone."""
        kinds: dict[Any, Equilibrium] = {}
        single = np.eye(len(self.plans[0]))
        for places in product(range(len(single)), repeat=self.size):
            found = self.looked_at([single[place] for place in places])
            if max(found.gains) <= EXACT:
                kind = self._kind(places)
                known = kinds.get(kind)
                kinds[kind] = known._replace(alike=known.alike + 1) if known else found
        return sorted(kinds.values(), key=lambda one: (not one.strict, -sum(one.points)))

    def _kind(self, places: Sequence[int]) -> tuple[tuple[int, int], ...]:
        """Return a key that plans share which differ by the names of the nations alone."""
        wars = [
            (nation, self.present.index(other))
            for nation, place in enumerate(places)
            for other in self.plans[nation][place]
        ]
        return min(
            tuple(sorted((order[one], order[other]) for one, other in wars))
            for order in permutations(range(self.size))
        )

    # With chance

    def even_mixtures(self) -> list[Equilibrium]:
        """Return the equilibria found in which chance decides and all nations mix in the same way.

        How many of the others a nation declares war on is drawn, then which of them. Every support is tried,
        and on it the chances are those that make its numbers of wars equally good, solved for from several
        starts; the gains tell how exactly.
        """
        found = []
        for size in range(2, self.size + 1):
            for support in combinations(range(self.size), size):
                for chances in self._equalising(support):
                    one = self.looked_at(self._drawn(chances))
                    if max(one.gains) <= EXACT:
                        found.append(one)
                        break
        return found

    def _drawn(self, chances: np.ndarray) -> list[Mixture]:
        """Return the mixtures of all nations where the number of wars has these chances."""
        lengths = np.array([len(plan) for plan in self.plans[0]])
        return [chances[lengths] / np.bincount(lengths)[lengths]] * self.size

    def _equalising(self, support: Sequence[int]) -> Iterator[np.ndarray]:
        """Yield chances by number of wars that make the numbers of a support equally good."""
        from scipy.optimize import root

        lengths = np.array([len(plan) for plan in self.plans[0]])

        def whole(free: Any) -> np.ndarray:
            chances = np.zeros(self.size)
            chances[list(support[1:])] = free
            chances[support[0]] = 1 - np.sum(free)
            return chances

        def spread(free: Any) -> Any:
            replies = self.replies(0, self._drawn(whole(free)))
            values = [replies[lengths == number].mean() for number in support]
            return np.array(values[1:]) - values[0]

        for start in product(np.linspace(0.1, 0.9, 5), repeat=len(support) - 1):
            solved = root(spread, start, tol=1e-13)
            chances = whole(solved.x)
            if solved.success and chances[list(support)].min() > EXACT:
                yield chances

    # Whatever the other does

    def guaranteed(self) -> tuple[float, Mixture]:
        """Return what the first of two nations can be sure of, whatever the other does, and by which mixture.

        That is the greatest value which some mixture brings at least against every plan of the other: a
        linear programme. Where nations want the lead, one loses what the other gains, and the mixtures by
        which both are sure of theirs are an equilibrium.
        """
        from scipy.optimize import linprog

        worth = self.worth[0]  # by own plan, by plan of the other
        mine, theirs = worth.shape
        solved = linprog(
            c=[0.0] * mine + [-1.0],
            A_ub=np.column_stack([-worth.T, np.ones(theirs)]),
            b_ub=np.zeros(theirs),
            A_eq=[[1.0] * mine + [0.0]],
            b_eq=[1.0],
            bounds=[(0, 1)] * mine + [(None, None)],
        )
        return float(solved.x[-1]) + 0.0, solved.x[:-1]


def plans_of(nation: str, present: Sequence[str]) -> list[Plan]:
    """Return everything that a nation can declare, alliance to all first."""
    others = [other for other in present if other != nation]
    return [plan for size in range(len(others) + 1) for plan in combinations(others, size)]
