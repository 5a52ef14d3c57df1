"""Looks at the first games of a long run, to warn early if games hardly ever end.

A chunk of such games may take hours. So its first games are played a few at a time until some seconds have
passed; the rows are the same as those of the whole chunk played at once.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    import numpy as np

    from conquestlab.analysis.playing.batches import Batch, PlayedBatch

PATIENCE = 3.0  # seconds before anything is said
NEARLY_ALL = 0.9
SLOW = 0.1  # seconds that a game takes at least to be called slow
LONG = 1800.0  # seconds of one core that are worth a word
HOUR = 3600.0
CAPS = ("max_rounds", "max_turns")  # of rulebooks


class FirstGames(NamedTuple):
    """How the first games of a work went.

    Attributes
    ----------
    games, cut_off : int
    seconds : float
        That they take one core, compiling not counted.
    """

    games: int
    cut_off: int
    seconds: float

    @classmethod
    def of(cls, rows: np.ndarray, seconds: float) -> FirstGames:
        """Return how games went that have these rows and took so many seconds."""
        return cls(len(rows), int((rows["how"] == 0).sum()), seconds)


def word_on(
    first: FirstGames, about: str, rounds: int, cap: str, wanted: int = 0, quicker: str = ""
) -> str | None:
    """Return a sentence on games that hardly end or are slow, with a way out; None where all is well.

    Parameters
    ----------
    first : FirstGames
    about : str
        Whose games they are.
    rounds : int
        After which a game is cut off.
    cap : str
        The key of the rulebook that says so.
    wanted : int
        Games to be played in all; 0 where nobody knows.
    quicker : str
        A bot that plays several times as fast as those at the table, if one is known.
    """
    if first.seconds < PATIENCE:
        return None
    each = first.seconds / first.games
    if first.cut_off >= NEARLY_ALL * first.games:
        many = "all" if first.cut_off == first.games else f"{first.cut_off:,}"
        return (
            f"{about}: {many} of the first {first.games:,} games were cut off after {rounds:,} rounds, "
            f"{each:.2g} s a game: take bots that end them (--bots), or a smaller {cap}"
        )
    if (each >= SLOW or quicker) and wanted * each >= LONG:
        others = f"a quicker bot (--bots {quicker})" if quicker else "quicker bots (--bots)"
        return (
            f"{about}: the first {first.games:,} games took {each:.2g} s each, so {wanted:,} take one core "
            f"about {wanted * each / HOUR:.2g} hours: play fewer (--games), or take {others}"
        )
    return None


class Watch:
    """Looks at the first games of a batch, a few at a time, until something can be said.

    Parameters
    ----------
    batch : Batch
    tell : callable
        Called once at most, with a sentence.
    wanted : int
        Games to be played in all; 0 where nobody knows.
    """

    def __init__(self, batch: Batch, tell: Callable[[str], object], wanted: int = 0):
        self._batch = batch
        self._tell = tell
        self._wanted = wanted
        self._cut_off = 0
        self._quickest = float("inf")  # seconds a game: the first ones may have to be compiled for
        self.games = 0
        self.is_over = False

    def saw(self, first: FirstGames) -> None:
        """Look at some games more, and say what there is to say as soon as they took long enough."""
        if self.is_over:
            return
        self.games += first.games
        self._cut_off += first.cut_off
        self._quickest = min(self._quickest, first.seconds / first.games)
        if self.games > 1 and self.games * self._quickest >= PATIENCE:
            self.is_over = True
            self._say()

    def _say(self) -> None:
        batch = self._batch
        engine = batch.engine
        rounds = engine.most_rounds(batch.rulebook, batch.seats)
        cap = next((key for key in CAPS if hasattr(batch.rulebook.spec, key)), CAPS[0])
        about = f"{batch.rulebook.label}, {batch.seats} players"
        seen = FirstGames(self.games, self._cut_off, self.games * self._quickest)
        thinks = any(policy in engine.budgets for bot in batch.seated for policy in bot.policies)
        quicker = engine.fast_bot if thinks and engine.fast_bot != engine.default_bot else ""
        words = word_on(seen, about, rounds, cap, self._wanted, quicker)
        if words:
            self._tell(words)


def play_watched(
    batch: Batch,
    tell: Callable[[str], object],
    wanted: int = 0,
    clock: Callable[[], float] = time.monotonic,
) -> PlayedBatch:
    """Play a batch, the first of its run, and tell how its first games go.

    Parameters
    ----------
    batch : Batch
    tell : callable
        Called once at most, with a sentence.
    wanted : int
        Games to be played in all; 0 where nobody knows.
    clock : callable
        Seconds since some moment.
    """
    import numpy as np

    from conquestlab.analysis.playing.batches import PlayedBatch

    rows = np.zeros(batch.games, batch.engine.kernels.row_dtype)
    watch = Watch(batch, tell, wanted)
    noted, done = None, 0
    while done < batch.games:
        left = batch.games - done
        size = left if watch.is_over else min(max(1, done), left)
        began = clock()
        part = batch.part(batch.first + done, size).play()
        watch.saw(FirstGames.of(part.rows, clock() - began))
        rows[done : done + size] = part.rows
        noted = part.noted if noted is None or part.noted is None else noted + part.noted
        done += size
    return PlayedBatch(batch, rows, noted)
