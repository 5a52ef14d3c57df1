"""The programs that wait for their next game: a bot's program is started once and plays at many tables.

A table takes programs for a game and gives them back after it. So a ladder starts a program once for all
lineups, and not anew for each. Whoever opened the workers ends what waits here when nothing more is asked.
"""

from __future__ import annotations

import threading
from collections.abc import Collection

from conquestlab.analysis.bots.bot import Bot
from conquestlab.analysis.bots.programs import Program

Key = tuple[tuple[str, ...], tuple[tuple[str, str], ...]]
"""What makes two programs the same: the words that start them, and the hashes of the files they name."""


def key_of(bot: Bot) -> Key:
    """Return what makes the program of a bot the same as another."""
    return bot.command, tuple(bot.sources.items())


class KeptPrograms:
    """Programs between two games; any thread may take them and give them back."""

    def __init__(self) -> None:
        self._waiting: dict[Key, list[Program]] = {}
        self._lock = threading.Lock()

    def take(self, bot: Bot, seconds: float, debug: bool) -> Program:
        """Return a program for one seat of one game, started if none waits; ProgramFailed if it cannot be.

        Parameters
        ----------
        bot : Bot
        seconds : float
            How long an answer may take.
        debug : bool
            Whether what it says on standard error is passed through.
        """
        with self._lock:
            waiting = self._waiting.get(key_of(bot))
            program = waiting.pop() if waiting else None
        if program is None:
            return Program(bot.command, seconds, debug)
        program.seconds, program.debug = seconds, debug
        return program

    def give_back(self, bot: Bot, program: Program) -> None:
        """Let a program wait for its next game."""
        with self._lock:
            self._waiting.setdefault(key_of(bot), []).append(program)

    def waiting(self, bot: Bot) -> list[Program]:
        """Return the programs of a bot that wait."""
        with self._lock:
            return list(self._waiting.get(key_of(bot), ()))

    def end(self, bots: Collection[Bot] | None = None) -> None:
        """Let the programs of some bots leave, or all of them, as far as they wait."""
        with self._lock:
            keys = list(self._waiting) if bots is None else list({key_of(bot) for bot in bots})
            leaving = [program for key in keys for program in self._waiting.pop(key, [])]
        for program in leaving:
            program.part()
        for program in leaving:
            program.close()


KEPT = KeptPrograms()
