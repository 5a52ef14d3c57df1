"""The clock of noted games: when each turn begins and ends, who waits for how long, and what is done in it.

The minutes follow from what the players did and from how many seconds each act takes (seconds.py). Where the
seats move one after the other, a turn takes what is done in it. Where all act at once, they do so side by
side: a round takes as long as one of them needs on average, and nobody waits.

Everything is a sum over games of a number and of a weight, so that a mean is one over the other.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

import numpy as np

from conquestlab.analysis.chances.noted_games import NotedGames, Part
from conquestlab.analysis.chances.traits import alive_in
from conquestlab.analysis.pace.seconds import TURN
from conquestlab.kernels.shared.contract import NOBODY

MINUTE = 60.0


class PaceNumbers(NamedTuple):
    """What each game adds to a row: a number and a weight, float arrays, (games,)."""

    number: np.ndarray
    weight: np.ndarray


class Clock:
    """The times of noted games.

    Parameters
    ----------
    noted : NotedGames
    seconds : mapping of float
        By act, and for `turn`.
    """

    def __init__(self, noted: NotedGames, seconds: Mapping[str, float]):
        self.names = noted.names
        self.acts = noted.acts
        self.games: Part = noted.joined
        self.count = len(self.games.game)
        self.seats = noted.seats
        self.of = np.repeat(np.arange(self.count), self.games.pauses)
        self.starts = np.cumsum(self.games.pauses) - self.games.pauses
        self.is_first = np.zeros(len(self.of), bool)
        self.is_first[self.starts] = True
        moved = self.games.mover[~self.is_first]
        self.in_turns = bool(len(moved)) and bool((moved != NOBODY).all())
        self.done = np.diff(self.games.acts, axis=0, prepend=0)
        self.done[self.starts] = self.games.acts[self.starts]  # the set-up
        each = np.array([seconds.get(act, 0.0) for act in self.acts])
        side_by_side = 1 if self.in_turns else self.seats
        spent = self.done @ each / side_by_side + np.where(self.is_first, 0.0, seconds.get(TURN, 0.0))
        ends = np.cumsum(spent)
        self.ends = (ends - (ends - spent)[self.starts][self.of]) / MINUTE  # within its game, in minutes
        self.begins = self.ends - spent / MINUTE

    def minutes(self) -> PaceNumbers:
        """Return the length of the games."""
        return PaceNumbers(self.ends[self.starts + self.games.pauses - 1], np.ones(self.count))

    def waits(self) -> tuple[PaceNumbers, PaceNumbers]:
        """Return the minutes between the turns of one seat: of all such waits, and the longest of a game."""
        turns = np.flatnonzero(~self.is_first)
        order = np.lexsort((turns, self.games.mover[turns], self.of[turns]))
        turns = turns[order]
        before, after = turns[:-1], turns[1:]
        same = (self.of[before] == self.of[after]) & (self.games.mover[before] == self.games.mover[after])
        wait = (self.begins[after] - self.ends[before])[same]
        of = self.of[after][same]
        longest = np.zeros(self.count)
        np.maximum.at(longest, of, wait)
        waited = np.bincount(of, minlength=self.count).astype(float)
        each = PaceNumbers(np.bincount(of, wait, minlength=self.count), waited)
        return each, PaceNumbers(longest, (waited > 0).astype(float))

    def watching(self) -> PaceNumbers:
        """Return the minutes for which a seat that fell watches the others play on."""
        alive = alive_in(self.games, self.names, self.of)
        last = self.starts + self.games.pauses - 1
        fell = np.full((self.count, self.seats), np.inf)
        pauses, seats = np.nonzero(~alive)
        np.minimum.at(fell, (self.of[pauses], seats), self.ends[pauses])
        # Who falls in the last turn watches nobody, and in games without eliminations nobody falls.
        watched = np.where(np.isfinite(fell), self.ends[last][:, None] - fell, 0.0)
        is_out = np.isfinite(fell) & (self.games.out > 0)
        return PaceNumbers((watched * is_out).sum(axis=1), is_out.sum(axis=1).astype(float))

    def doings(self) -> Iterator[tuple[str, PaceNumbers]]:
        """Yield how often each act is done in a turn of a player, the set-up left out."""
        turns = np.bincount(self.of[~self.is_first], minlength=self.count).astype(float)
        turns *= 1 if self.in_turns else self.seats
        for place, act in enumerate(self.acts):
            done = np.bincount(
                self.of[~self.is_first], self.done[~self.is_first, place], minlength=self.count
            )
            yield act, PaceNumbers(done, turns)


def pace_numbers(clock: Clock, in_minutes: bool) -> Iterator[tuple[tuple[str, str], PaceNumbers]]:
    """Yield the rows of all measures of pace: (measure, of), and what each game adds to it.

    Parameters
    ----------
    clock : Clock
    in_minutes : bool
        Whether it is known how long acts take; else it is only told how often they are done.
    """
    if in_minutes:
        yield ("minutes", ""), clock.minutes()
        if clock.in_turns:
            each, longest = clock.waits()
            yield ("waiting", ""), each
            yield ("longest_wait", ""), longest
            yield ("watching", ""), clock.watching()
    for act, numbers in clock.doings():
        yield ("acts_a_turn", act), numbers
