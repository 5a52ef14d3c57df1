"""Noted games: how the seats stood at each pause of some games, kept in parts that add up in any order.

The games that a model learns from are kept as they were noted. As soon as they are there, all others that
come are judged by it, a stretch at a time, and only what they come to is kept. So a run may be of any length,
and what comes out depends neither on the chunks nor on the workers.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from typing import TYPE_CHECKING

import numpy as np

from conquestlab.analysis.chances.sampling import Sampling
from conquestlab.analysis.errors import WrongUse
from conquestlab.kernels.shared.rows import WHOLE_WIN

if TYPE_CHECKING:
    from conquestlab.analysis.chances.judge import Judge

MOST_PAUSES = 120_000  # that are learnt from, or a few more

BY_GAME = ("game", "luck", "rounds", "pauses", "win", "out", "bot")


@dataclass(frozen=True, eq=False)
class Part:
    """The decided games of one stretch, or of a piece of it, or of several.

    Attributes
    ----------
    stretch : int
        -1 where it is of several.
    played : int
        How many games were played, with those that were not decided.
    game, luck, rounds, pauses : int64 arrays, (games,)
        Numbers, lengths, and how many pauses were noted.
    win, out, bot : int arrays, (games, seats)
        As in rows.
    round, mover : int32 arrays, (pauses of all games,)
        The round at the pause, and whose turn had ended: -1 before the first, and where all move at once.
    standing : int32 array, (pauses, seats)
    features : int32 array, (pauses, seats, features)
    acts : int32 array, (pauses, acts)
        Counts of all that was done so far.
    """

    stretch: int
    played: int
    game: np.ndarray
    luck: np.ndarray
    rounds: np.ndarray
    pauses: np.ndarray
    win: np.ndarray
    out: np.ndarray
    bot: np.ndarray
    round: np.ndarray
    mover: np.ndarray
    standing: np.ndarray
    features: np.ndarray
    acts: np.ndarray

    @property
    def arrays(self) -> list[np.ndarray]:
        """All that is told by game, then all that is told by pause."""
        return [getattr(self, one.name) for one in fields(self)[2:]]

    def some(self, kept: np.ndarray) -> Part:
        """Return those of the games that are `kept`, a bool array."""
        if kept.all():
            return self
        pauses = np.repeat(kept, self.pauses)
        arrays = [array[kept if place < len(BY_GAME) else pauses] for place, array in enumerate(self.arrays)]
        return Part(-1, 0, *arrays)

    def and_then(self, other: Part) -> Part:
        """Return these games and then those of another part."""
        arrays = map(np.concatenate, zip(self.arrays, other.arrays, strict=True))
        return Part(self.stretch, self.played + other.played, *arrays)

    def at(self, pauses: slice | np.ndarray) -> Part:
        """Return the same games, but only some of their pauses."""
        arrays = [array if place < len(BY_GAME) else array[pauses] for place, array in enumerate(self.arrays)]
        return Part(-1, 0, *arrays)


@dataclass(frozen=True, eq=False)
class NotedGames:
    """The noted games of one run.

    Attributes
    ----------
    seats : int
    names, acts, bots : tuple of str
        Of the features, of what is counted, and the run's list of bots.
    sampling : Sampling
        Which games are noted.
    parts : tuple of Part
        Those that are learnt from, and those that wait: until it is known which these are, or until the rest
        of their stretch is there.
    judge : Judge or None
        Made of those that are learnt from, as soon as they are all there.
    sums : mapping of array
        By stretch, what the games come to that were judged and are not kept; see `Judge.sums`.
    judged : int
        How many games these are.
    """

    seats: int
    names: tuple[str, ...]
    acts: tuple[str, ...]
    bots: tuple[str, ...]
    sampling: Sampling
    parts: tuple[Part, ...]
    judge: Judge | None = None
    sums: Mapping[int, np.ndarray] = field(default_factory=dict)
    judged: int = 0

    def __add__(self, other: NotedGames) -> NotedGames:
        """Return the noted games of both."""
        mine = (self.seats, self.names, self.acts, self.bots, self.sampling)
        if mine != (other.seats, other.names, other.acts, other.bots, other.sampling):
            raise WrongUse("noted games of other seats or bots do not add up: measure each run by itself")
        sums = {**self.sums, **other.sums}
        judge = self.judge if self.judge is not None else other.judge
        both = NotedGames(*mine, self.parts + other.parts, judge, sums, self.judged + other.judged)
        return both._settled()

    @property
    def games(self) -> int:
        """How many decided games were noted."""
        return self.judged + sum(len(part.game) for part in self.parts)

    @property
    def joined(self) -> Part:
        """All parts that are kept as one, in the order of their games."""
        parts = sorted(self.parts, key=lambda part: int(part.game[0]) if len(part.game) else -1)
        arrays = (np.concatenate(some) for some in zip(*(part.arrays for part in parts), strict=True))
        return Part(-1, sum(part.played for part in parts), *arrays)

    def of_stretches(self, stretches: frozenset[int]) -> NotedGames:
        """Return the same with the parts of some stretches alone."""
        return replace(self, parts=tuple(part for part in self.parts if part.stretch in stretches))

    def learnt(self) -> tuple[frozenset[int], bool]:
        """Return the stretches to learn from, and whether all of them are there as a whole."""
        played: dict[int, int] = {}
        pauses: dict[int, int] = {}
        for part in self.parts:
            played[part.stretch] = played.get(part.stretch, 0) + part.played
            pauses[part.stretch] = pauses.get(part.stretch, 0) + len(part.round)
        found: list[int] = []
        seen, is_whole = 0, True
        for stretch in self.sampling.noted():
            if len(found) == self.sampling.learnt or seen >= MOST_PAUSES:
                return frozenset(found), is_whole
            if stretch > max(played, default=-1):
                break
            is_whole &= played.get(stretch, 0) == self.sampling.games
            seen += pauses.get(stretch, 0)
            found.append(stretch)
        return frozenset(found), False

    def _settled(self) -> NotedGames:
        """Return the same, where all that can be judged is."""
        from conquestlab.analysis.chances.judge import Judge

        learnt, is_whole = self.learnt()
        if not is_whole:
            return self
        judge = self.judge if self.judge is not None else Judge.of(self.of_stretches(learnt))
        kept, sums, judged = [], dict(self.sums), self.judged
        waiting: dict[int, list[Part]] = {}
        for part in self.parts:
            if part.stretch in learnt:
                kept.append(part)
            else:
                waiting.setdefault(part.stretch, []).append(part)
        for stretch, parts in waiting.items():
            if sum(part.played for part in parts) < self.sampling.games:
                kept += parts
                continue
            games = replace(self, parts=tuple(parts)).joined
            judged += len(games.game)
            if judge is not None:  # else hardly a game is decided, and nothing is told
                sums[stretch] = judge.sums(games)
        return replace(self, parts=tuple(kept), judge=judge, sums=sums, judged=judged)


def part_of(stretch: int, rows: np.ndarray, notes: np.ndarray, seats: int) -> Part:
    """Return the decided ones of noted games.

    Parameters
    ----------
    stretch : int
    rows : structured array, (games,)
    notes : structured array, (pauses,)
        In the order of the games; see docs/kernels.md.
    seats : int
    """
    win = rows["win"][:, :seats] * (rows["how"] > 0)[:, None]
    decided = win.sum(axis=1) == WHOLE_WIN
    place = np.searchsorted(rows["game"], notes["game"])
    pauses = np.bincount(place, minlength=len(rows))
    decided &= pauses > 1
    some, told = (rows, notes) if decided.all() else (rows[decided], notes[decided[place]])
    return Part(
        stretch,
        len(rows),
        some["game"].astype(np.int64),
        some["luck"].astype(np.int64),
        some["rounds"].astype(np.int64),
        pauses[decided],
        win[decided].astype(np.int32),
        some["out"][:, :seats].copy(),
        some["bot"][:, :seats].copy(),
        told["round"].copy(),
        told["mover"].copy(),
        told["standing"][:, :seats].copy(),
        told["features"][:, :seats].copy(),
        told["acts"].copy(),
    )
