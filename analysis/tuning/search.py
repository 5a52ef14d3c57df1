"""Looks for the numbers that meet a target: games where they tell most, round after round.

First the whole range is looked over with a fifth of the games. Then the games go to where the answer seems to
be, and each round begins anew with a surface fitted to the points near it. See docs/tuning.md.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

import numpy as np

from conquestlab.analysis.measures.intervals import LEVEL
from conquestlab.analysis.measures.moments import Moments
from conquestlab.analysis.measures.ratios import Means, means_in
from conquestlab.analysis.tuning.box import Box, Point
from conquestlab.analysis.tuning.crossings import crossed_spans, is_on_one_side
from conquestlab.analysis.tuning.design import Orders, around, evenly, overview
from conquestlab.analysis.tuning.roots import (
    CLOSE,
    Spread,
    flat_p,
    miss_p,
    nearest_point,
    no_effect_p,
    spread_of,
)
from conquestlab.analysis.tuning.surface import Surface, fit, slopes_of

ROUNDS = 5  # the look over the range, and four more
MOST_ROUNDS = 100
FIRST_GAMES = 20_000  # where games are played until the answer is known well enough
NARROWING = 4.0
REACH = 1.8  # deviations of a game, over the fourth root of the games, that the slope is to move a measure by
MARGIN = 0.75  # of a whole number: points so far outside of the neighbourhood still belong to it, by rounding
SETTLING = 12  # neighbourhoods tried for the last surface
DOUBT = 0.01  # a p-value below this settles that a surface does not fit, moves, or misses the target
HOPELESS = 1e-6  # below this nothing is looked for any more

ROOT, NEAREST, FLAT = "root", "nearest", "flat"

Player = Callable[[Orders], Iterable[tuple[Point, Moments]]]
"""Plays so many games at each point, and yields what they add up to in any portions."""


class Aim(NamedTuple):
    """What is looked for.

    Attributes
    ----------
    target : float array, (q,)
        Of shares that sum to 1 the last is left out.
    scale : str
        Of the surface.
    low, high : tuple of int
        The range of each number.
    now : tuple of int
        The numbers as they are.
    unit : float
        As of `means_in`.
    level : float
        Of the intervals.
    """

    target: np.ndarray
    scale: str
    low: Point
    high: Point
    now: Point
    unit: float = 1.0
    level: float = LEVEL


class TuningAnswer(NamedTuple):
    """What was found.

    Attributes
    ----------
    verdict : str
        ROOT: the target is met at `point`. NEAREST: it is missed everywhere, least at `point`. FLAT: nothing
        was seen to move.
    point : float array, (k,)
    spread : Spread
        Of FLAT, the whole range.
    surface : Surface
        Fitted near the point; of FLAT, to the whole range.
    without_effect : tuple of int
        Places of numbers that were not seen to do anything.
    others : tuple of (int, int)
        Further spans, along a single number, in which the target is met.
    """

    verdict: str
    point: np.ndarray
    spread: Spread
    surface: Surface
    without_effect: tuple[int, ...]
    others: tuple[tuple[int, int], ...]


class Search:
    """One search, with all that it has seen.

    `range` is the box in which it looks, `interrupted` says whether Ctrl-C came before its end.

    Parameters
    ----------
    aim : Aim
    play : callable
        A `Player`.
    """

    def __init__(self, aim: Aim, play: Player):
        self.aim = aim
        self.play = play
        self.sums: dict[Point, Moments] = {}
        self._seen: dict[Point, tuple[Moments, Means | None]] = {}
        self.interrupted = False
        self.range = Box(np.array(aim.low, dtype=float), np.array(aim.high, dtype=float))
        self._keep_to(self.range)

    @property
    def games(self) -> int:
        """How many games were seen."""
        return sum(sums.games for sums in self.sums.values())

    @property
    def seen(self) -> dict[Point, Means]:
        """What the games at each point showed."""
        for point, sums in self.sums.items():
            if point not in self._seen or self._seen[point][0] is not sums:
                self._seen[point] = (sums, means_in(sums, self.aim.unit))
        return {point: one for point, (_, one) in sorted(self._seen.items()) if one is not None}

    def run(self, games: int, within: float | None = None) -> TuningAnswer | None:
        """Look with so many games at most; None if nothing is known at its end, or when it is interrupted.

        Parameters
        ----------
        games : int
        within : float, optional
            Stop when every number is known to this, up or down.
        """
        try:
            self._look(games, within)
        except KeyboardInterrupt:
            self.interrupted = True
        if len(self._inside()) < 2:
            return None
        return self._answer()

    def _look(self, games: int, within: float | None) -> None:
        first = games if within is None else min(games, FIRST_GAMES)
        share = first // ROUNDS
        self._play(evenly(overview(self.box), share))
        self._choose_span()
        if len(self._inside()) < 2:
            return
        done = share
        surface, point = self._fit_and_find(self._inside())
        while done < (first if within is None else games):
            if within is not None and done >= first:
                share = self._more_games(surface, point, within, done, games)
                if share <= 0:
                    return
            else:
                share = min(first // ROUNDS, first - done)
            if self._move_to(surface, point):
                share = max(share // ROUNDS, 1)
            self._play(around(point, self.half, self.box, share))
            done += share
            surface, point = self._not_misled(*self._fit_and_find(self._near()))
            if self._is_hopeless(surface, point):
                return

    def _is_hopeless(self, surface: Surface, point: np.ndarray) -> bool:
        """Whether the target is certainly missed in a corner of the range that is nearest to it."""
        if point.size < self.aim.target.size:
            return False  # it is always missed, and the question is where least
        in_corner = ((point <= self.box.low + CLOSE) | (point >= self.box.high - CLOSE)).all()
        if not in_corner or (self.half > self._most_reach() / 2.0).any():
            return False
        return miss_p(surface, self.aim.target, point) < HOPELESS

    def _more_games(self, surface: Surface, point: np.ndarray, within: float, done: int, games: int) -> int:
        """Return how many more games the wanted precision seems to take."""
        spread = self._spread(surface, point)
        doubt = float(np.maximum(spread.high - point, point - spread.low).max())
        if doubt <= within:
            return 0
        wanted = done * ((doubt / within) ** 2 * 1.05 - 1.0)
        return int(min(max(wanted, done / ROUNDS), 2.0 * done, games - done))

    def _play(self, orders: Orders) -> None:
        for point, sums in self.play(orders):
            self.sums[point] = self.sums[point] + sums if point in self.sums else sums

    def _keep_to(self, box: Box) -> None:
        self.box = box
        self.centre = box.middle
        self.half = self._most_reach()

    def _most_reach(self) -> np.ndarray:
        return np.maximum(self.box.width / 2.0, 1.0)

    def _inside(self) -> list[tuple[Point, Means]]:
        """Return all points of the box that show anything."""
        low, high = tuple(self.box.low), tuple(self.box.high)
        return [
            (point, one)
            for point, one in self.seen.items()
            if all(a <= number <= b for a, number, b in zip(low, point, high, strict=True))
        ]

    def _near(self) -> list[tuple[Point, Means]]:
        """Return the points of the neighbourhood, drawn wide enough for a slope along every number."""
        everything = self._inside()
        places = np.array([point for point, _ in everything], dtype=float)
        reach = self.half + MARGIN
        while True:
            inside = (np.abs(places - self.centre) <= reach).all(axis=1)
            chosen = places[inside]
            spans = len(chosen) > 1 and np.linalg.matrix_rank(chosen - chosen[0]) == len(self.centre)
            if spans or inside.all():
                return [one for one, near in zip(everything, inside, strict=True) if near]
            reach = reach * 1.5

    def _fit_and_find(self, seen: list[tuple[Point, Means]]) -> tuple[Surface, np.ndarray]:
        """Return the surface through some points, and where among them it comes nearest to the target."""
        surface = fit(seen, self.aim.scale, self.centre, self.half)
        among = surface.terms.among
        starts = np.array([self.centre, self.aim.now, *overview(among)], dtype=float)
        return surface, nearest_point(surface, self.aim.target, among, starts)

    def _choose_span(self) -> None:
        """Keep to the span nearest to the number as it is, where the target is met more than once."""
        spans = self._spans(self.seen.items())
        if len(spans) > 1:
            self._keep_to_nearest(spans)

    def _keep_to_nearest(self, spans: Sequence[tuple[int, int]]) -> None:
        now = self.aim.now[0]
        low, high = min(spans, key=lambda span: max(span[0] - now, now - span[1], 0))
        self._keep_to(Box(np.array([float(low)]), np.array([float(high)])))

    def _not_misled(self, surface: Surface, point: np.ndarray) -> tuple[Surface, np.ndarray]:
        """Return a surface and its answer anew where it misses a target that is certainly crossed.

        So it is where the measure leaps from one whole number to the next: then only what is between counts.
        """
        spans = self._spans(self._inside())
        if not spans or miss_p(surface, self.aim.target, point) >= DOUBT:
            return surface, point
        self._keep_to_nearest(spans)
        return self._fit_and_find(self._inside())

    def _spans(self, seen: Iterable[tuple[Point, Means]]) -> list[tuple[int, int]]:
        """Return the spans in which the target is certainly crossed; none are known of several numbers."""
        return crossed_spans(seen, float(self.aim.target[0])) if self._is_single else []

    @property
    def _is_single(self) -> bool:
        return self.box.low.size == 1 and self.aim.target.size == 1

    def _is_on_one_side(self) -> bool:
        return self._is_single and is_on_one_side(self._inside(), float(self.aim.target[0]))

    def _move_to(self, surface: Surface, point: np.ndarray) -> bool:
        """Draw the neighbourhood around a point: wide enough for slopes and doubt, narrow enough to fit.

        Return whether it is still far too wide, because it is not narrowed by more than NARROWING at once.
        """
        nearest = min(self._inside(), key=lambda one: float(np.sum((np.array(one[0]) - point) ** 2)))[1]
        spread = np.diag(slopes_of(surface.scale, surface.means(point)))
        deviation = np.sqrt(nearest.games * np.diag(nearest.covariance)) / np.maximum(spread, 1e-9)
        steep = np.maximum(np.abs(surface.steepness(point)), 1e-12)
        half = (REACH / self.games**0.25 * deviation[:, None] / steep).min(axis=0)
        half = np.maximum(half, 2.0 * self._error(surface, point))
        if surface.misfit_p < DOUBT:
            half = np.minimum(half, self.half / 2.0)
        narrowest = np.maximum(self.half / NARROWING, 1.0)
        far_off = bool((half < narrowest / 2.0).any() and (narrowest > 1.0).any())
        self.half = np.minimum(np.maximum(half, narrowest), self._most_reach())
        self.centre = point
        return far_off

    def _error(self, surface: Surface, point: np.ndarray) -> np.ndarray:
        """Return about the standard error of each number of the answer."""
        rise = slopes_of(surface.scale, surface.means(point)) @ surface.steepness(point)
        back = np.linalg.pinv(rise)
        return np.sqrt(np.maximum(np.diag(back @ surface.uncertainty(point) @ back.T), 0.0))

    def _spread(self, surface: Surface, point: np.ndarray, missed: bool = False) -> Spread:
        wide = self.box if missed else surface.terms.among.wider(3.0)
        return spread_of(surface, self.aim.target, self.box, wide, point, self.aim.level)

    def _answer(self) -> TuningAnswer:
        if flat_p(self._inside()) > DOUBT:
            self._keep_to(self.box)
            surface, point = self._fit_and_find(self._inside())
            spread = Spread(self.box.low, self.box.high, point[None])
            everything = tuple(range(point.size))
            return TuningAnswer(FLAT, point, spread, surface, everything, ())
        surface, point = self._not_misled(*self._settled())
        missed = miss_p(surface, self.aim.target, point) < DOUBT or self._is_on_one_side()
        spread = self._spread(surface, point, missed)
        if missed:
            return TuningAnswer(NEAREST, point, spread, surface, (), ())
        idle = []
        if surface.misfit_p >= DOUBT:  # a surface that does not fit says little of what a number does
            open_wide = np.flatnonzero(spread.high - spread.low > self.box.width / 4.0).tolist()
            idle = [number for number in open_wide if no_effect_p(surface, point, number) > DOUBT]
        spread.low[idle], spread.high[idle] = self.box.low[idle], self.box.high[idle]
        others = tuple(span for span in self._spans(self.seen.items()) if not span[0] <= point[0] <= span[1])
        return TuningAnswer(ROOT, point, spread, surface, tuple(idle), others)

    def _settled(self) -> tuple[Surface, np.ndarray]:
        """Return the last surface and its answer, from a neighbourhood narrow enough to be fitted."""
        for _ in range(SETTLING):
            near = self._near()
            surface, point = self._fit_and_find(near)
            moved = (np.abs(point - self.centre) > 1.0).any()
            self.centre = point
            if self._on_edge(surface, point):
                # The answer lies further out; the first look over the range has points there.
                self.half = np.minimum(self.half * 1.5, self._most_reach())
            elif surface.misfit_p < DOUBT and (self.half > 1.0).any():
                self.half = np.maximum(self.half / 1.5, 1.0)
            elif not moved:
                break
        if surface.misfit_p < 1.0 - self.aim.level:
            surface = surface.widened(surface.misfit / surface.freedom)
        return surface, point

    def _on_edge(self, surface: Surface, point: np.ndarray) -> bool:
        """Whether an answer is at the edge of the points that were fitted, but not of the range."""
        among = surface.terms.among
        low = (point <= among.low + CLOSE) & (among.low > self.box.low)
        high = (point >= among.high - CLOSE) & (among.high < self.box.high)
        return bool((low | high).any())
