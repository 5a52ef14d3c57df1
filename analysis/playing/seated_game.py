"""A seated game: rules compiled and bots seated, to play many games at once or one game step by step.

The programs of external bots are taken for each game, and wait between games until the seated game is closed,
or, where workers play, until these are (bots/kept_programs.py).
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from typing import Any, NamedTuple, NoReturn

import numpy as np

from conquestlab.analysis.bots.bot import Bot
from conquestlab.analysis.bots.external_bots import ExternalBotFailed, ExternalBots
from conquestlab.analysis.bots.kept_programs import KEPT
from conquestlab.analysis.bots.named_bots import seat_all
from conquestlab.analysis.errors import Failed, WrongUse
from conquestlab.analysis.games import engine_for
from conquestlab.analysis.playing.note_taking import collect_notes, note_one_by_one
from conquestlab.analysis.playing.seating import Policy, seat
from conquestlab.analysis.requests.request import BOT_SECONDS
from conquestlab.analysis.rules.faults import one_line
from conquestlab.analysis.rules.rulebook import Rulebook
from conquestlab.kernels.compiling.direct import Direct, Memory
from conquestlab.kernels.shared.contract import (
    ASK,
    CALLED,
    CHOICE_WIDTH,
    EVENT_WIDTH,
    OVER,
    PAUSED,
    REFUSED,
    ROOM,
    VOID,
    luck_of,
    open_row,
    plan_dtype,
    seat_bots,
)

LOG_LINES = 4 * ROOM
_OF_THREAD = threading.local()

Chooser = Callable[[np.void, np.ndarray], np.ndarray]
"""Takes a position and the legal choices; returns the choice of the seat that is asked."""


class PlayedGame(NamedTuple):
    """One game that was played with its log kept.

    Attributes
    ----------
    lines : int64 array, (events, EVENT_WIDTH)
        The log.
    row : record
        The same row as from `SeatedGame.play`.
    """

    lines: np.ndarray
    row: np.void


def _scratch(rounds: int, seats: int) -> np.ndarray:
    """Return scratch space of this thread for the standings of one game, while a kernel runs."""
    kept: np.ndarray | None = getattr(_OF_THREAD, "course", None)
    if kept is None or kept.shape != (rounds + 1, seats):
        kept = _OF_THREAD.course = np.zeros((rounds + 1, seats), np.int32)
    return kept


class _Calls(NamedTuple):
    """The kernels of an engine that a game calls which is played question by question."""

    advance: Direct
    legal: Direct
    choose: Direct


@cache
def _calls(*kernels: Callable[..., Any]) -> _Calls:
    return _Calls(*map(Direct, kernels))


class PolicyFailed(Failed):
    """A user's compiled policy made an illegal choice, or raised an exception."""


class SeatedGame:
    """A game that is ready to be played: everything that the kernels need except the seeds.

    Several threads may use it at the same time.

    Parameters
    ----------
    rulebook : Rulebook
    bots : sequence of str, Bot, callable or None
        Bots in the order of seats in the first game of a block. None is a bot whose choices are made by the
        caller; a callable is a policy, which is compiled, and whose choices are checked.
    shared : bool
        Whether the games of a block share their luck, and the bots move on by one seat from game to game.
    bot_seconds : float
        How long an external bot may take for an answer.
    debug : bool
        Whether what external bots say on standard error is passed through, and a question that one fails at
        is kept in a file.
    counted : int
        In games with a lower luck number legal choices are counted, if the engine can do that.
    snapshot_round : int
        After this round rows record how each seat stands, if the engine does that; 0 for never.
    rules : record, optional
        The rules, if they have been compiled already.
    records : array of records, optional
        The records of the bots, if they exist already.
    """

    def __init__(
        self,
        rulebook: Rulebook,
        bots: Sequence[str | Bot | Policy | None],
        shared: bool = False,
        bot_seconds: float = BOT_SECONDS,
        counted: int = 0,
        snapshot_round: int = 0,
        rules: np.void | None = None,
        records: np.ndarray | None = None,
        debug: bool = False,
    ):
        self.rulebook = rulebook
        self.seats = len(bots)
        self.shared = shared
        self.engine = engine_for(rulebook)
        self.rules: np.void = self.engine.compile(rulebook, self.seats)[0] if rules is None else rules
        names = [bot for bot in bots if isinstance(bot, str)]
        found = iter(seat_all(names, self.engine, rulebook, self.seats))
        seated = [next(found) if isinstance(bot, str) else bot for bot in bots]
        if records is None:
            records = seat(seated, self.engine, rulebook, self.rules, self.seats)
        self.bots = records
        for name, value in (("counted", counted), ("noted_round", snapshot_round)):
            if name in (self.rules.dtype.names or ()):
                self.rules[name] = value
        self.external_bots = {
            place: bot for place, bot in enumerate(seated) if isinstance(bot, Bot) and bot.is_outside
        }
        self._names = [bot.name if isinstance(bot, Bot) else getattr(bot, "__name__", "") for bot in seated]
        self._bot_seconds = bot_seconds
        self._debug = debug
        self._rounds = self.engine.most_rounds(rulebook, self.seats)
        kernels = self.engine.kernels
        self._rules_memory = Memory(self.rules)
        self._calls = _calls(kernels.advance, kernels.legal, kernels.choose)
        self._of_thread = threading.local()
        self._lists: dict[int, ExternalBots] = {}  # by thread
        self._stopped = False

    def play(
        self,
        seeds: np.ndarray,
        first: int,
        count: int,
        bots: np.ndarray | None = None,
        rows: np.ndarray | None = None,
    ) -> np.ndarray:
        """Return the rows of games `first` to `first + count - 1`.

        Without external bots the kernel runs without the GIL.

        Parameters
        ----------
        seeds : uint64 array, (6,)
        first, count : int
        bots : array of records, optional
            Built-in bots, already seated for these rules, in place of those of the table, which may be None
            then.
        rows : array of row_dtype, (count,), optional
            Where to write them, all zeros so far; a new array if not given.
        """
        kernels = self.engine.kernels
        rows = np.zeros(count, kernels.row_dtype) if rows is None else rows
        if self.external_bots:
            for i in range(count):
                rows[i] = self.play_logged(seeds, first + i, log_lines=0).row
            return rows
        plan = self._plan(first, count)
        with self._explaining(seeds, first, rows):
            seated, course = self.bots if bots is None else bots, _scratch(self._rounds, self.seats)
            kernels.simulate(self.rules, seated, seeds, plan, rows, course)
        return rows

    def play_noted(
        self,
        seeds: np.ndarray,
        first: int,
        count: int,
        bots: np.ndarray | None = None,
        rows: np.ndarray | None = None,
    ) -> tuple[np.ndarray, np.ndarray]:
        """Return the same rows as `play`, and notes of the positions that the games went through.

        Parameters
        ----------
        seeds, first, count, bots, rows
            As of `play`.

        Returns
        -------
        rows : array of row_dtype
        notes : array of note_dtype
            Game by game: one before the first turn, and one after each turn (each round, where all act at
            once). Some hundred bytes each, so play few games at a time.
        """
        if not self.engine.features:
            raise WrongUse(f"{self.rulebook.label} cannot be noted: its engine tells no features of a seat")
        kernels = self.engine.kernels
        rows = np.zeros(count, kernels.row_dtype) if rows is None else rows
        if self.external_bots:
            return rows, note_one_by_one(self, seeds, first, rows)
        noting = kernels.simulate_noted, kernels.note_dtype
        return rows, self._notes_of(noting, seeds, first, rows, bots)

    def play_told(
        self, seeds: np.ndarray, first: int, count: int, bots: np.ndarray | None = None
    ) -> tuple[np.ndarray, np.ndarray]:
        """Return the same rows as `play`, and notes of what a learned value is told after each turn.

        Parameters
        ----------
        seeds, first, count, bots
            As of `play`. The engine has values that are learned, and all bots play inside.

        Returns
        -------
        rows : array of row_dtype
        notes : array of the note_dtype of what learns
            As of `play_noted`, with the aspects of each seat as `features`.
        """
        learns = self.engine.learns
        if learns is None:
            raise WrongUse(f"bots of {self.engine.name} learn no value")
        rows = np.zeros(count, self.engine.kernels.row_dtype)
        noting = learns.kernels.simulate_told, learns.kernels.note_dtype
        return rows, self._notes_of(noting, seeds, first, rows, bots)

    def _notes_of(
        self,
        noting: tuple[Callable[..., tuple[int, int]], np.dtype],
        seeds: np.ndarray,
        first: int,
        rows: np.ndarray,
        bots: np.ndarray | None,
    ) -> np.ndarray:
        """Play the games of these rows, and return the notes that a loop takes of them."""
        simulate_noted, note_dtype = noting
        seated, course = self.bots if bots is None else bots, _scratch(self._rounds, self.seats)

        def simulate(done: int, notes: np.ndarray) -> tuple[int, int]:
            plan = self._plan(first + done, len(rows) - done)
            return simulate_noted(self.rules, seated, seeds, plan, rows[done:], course, notes)

        with self._explaining(seeds, first, rows):
            return collect_notes(simulate, rows, note_dtype)

    def play_logged(
        self,
        seeds: np.ndarray,
        game: int,
        choose: Chooser | None = None,
        log_lines: int = LOG_LINES,
        at_pause: Callable[[np.void], object] | None = None,
        hear: Callable[[np.ndarray], object] | None = None,
    ) -> PlayedGame:
        """Play one game and keep its log.

        Parameters
        ----------
        seeds : uint64 array, (6,)
        game : int
        choose : callable, optional
            Makes the choices for the bots that are None.
        log_lines : int
            Lines that the log can hold before it is emptied, at least ROOM, or 0 for no log. The result does
            not depend on it.
        at_pause : callable, optional
            Is shown the position before the first turn, and whenever a turn has ended.
        hear : callable, optional
            Is given the lines of the log as they come, always before a choice is to be made.
        """
        kernels = self.engine.kernels
        plan = self._plan(game, 1)
        position = np.zeros(1, kernels.position_dtype)[0]
        kernels.begin(self.rules, seeds, luck_of(plan, game), self.seats, position)
        seat_bots(plan, game, position)
        position["pauses"] = at_pause is not None
        if not self.external_bots:
            with self._naming(position, game):
                lines = self.go_on(position, choose, log_lines, at_pause, hear)
            return PlayedGame(lines, self.row_of(position, game))
        external_bots = self._external_bots()
        external_bots.begin(game, position)
        position["pauses"] |= external_bots.wants_turns
        log_lines = log_lines or (LOG_LINES if external_bots.wants_decided else 0)
        with self._naming(position, game):
            lines = self.go_on(position, choose, log_lines, at_pause, hear)
        row = self.row_of(position, game)
        external_bots.over(row, self.engine.ends[row["how"]])
        return PlayedGame(lines, row)

    def go_on(
        self,
        position: np.void,
        choose: Chooser | None = None,
        log_lines: int = LOG_LINES,
        at_pause: Callable[[np.void], object] | None = None,
        hear: Callable[[np.ndarray], object] | None = None,
    ) -> np.ndarray:
        """Play a position to its end, in place, and return the lines of the log from here on."""
        events = np.zeros((log_lines, EVENT_WIDTH), np.int64)
        course, memory = self._course(), Memory(position)
        told = []
        outside = self._external_bots() if self.external_bots else None
        while True:
            why = self._advance(memory, events, course)
            told.append(events[: position["logged"]].copy())
            if hear is not None:
                hear(told[-1])
            if outside is not None:
                outside.hear(told[-1])
            position["logged"] = 0
            if why == ASK:
                self._ask(memory, choose)
                if outside is not None:  # a program states what it wants when it is first asked
                    position["pauses"] = at_pause is not None or outside.wants_turns
                    if outside.wants_decided and not len(events):
                        events = np.zeros((LOG_LINES, EVENT_WIDTH), np.int64)
            elif why == REFUSED:
                raise PolicyFailed(self._not_legal(position, position["choice"], position["refused"]))
            elif why == PAUSED:
                if at_pause is not None:
                    at_pause(position)
                if outside is not None:
                    outside.turn_over(self.rules, position)
            elif why == OVER:
                return np.concatenate(told)

    def row_of(self, position: np.void, game: int) -> np.void:
        """Return the row of a game that this thread has just played to its end."""
        row = np.zeros(1, self.engine.kernels.row_dtype)[0]
        open_row(self._plan(game, 1), game, row)
        self.engine.kernels.finish(self.rules, position, self._course(), row)
        return row

    def choices(self, position: np.void) -> np.ndarray:
        """Return the legal choices of the seat that is asked, one a row."""
        return self._choices(Memory(position))

    def _choices(self, memory: Memory) -> np.ndarray:
        if not hasattr(self._of_thread, "choices"):
            self._of_thread.choices = np.zeros((self.engine.most_choices, CHOICE_WIDTH), np.int64)
        found: np.ndarray = self._of_thread.choices
        return found[: self._calls.legal(self._rules_memory, memory, found)].copy()

    @property
    def has_programs(self) -> bool:
        """Whether programs of external bots are running, or were stopped."""
        return bool(self._lists) or self._stopped

    def stop(self) -> None:
        """Stop all programs at once, and start none until `close`; any thread may call this."""
        self._stopped = True
        for external_bots in list(self._lists.values()):
            external_bots.stop()

    def leave(self) -> None:
        """End what this thread did not bring to an end; its programs wait for their next game."""
        external_bots = self._lists.pop(threading.get_ident(), None)
        if external_bots is not None:
            external_bots.close()

    def rest(self) -> None:
        """Do so for all threads; to be called when no thread plays any more."""
        while self._lists:
            self._lists.popitem()[1].close()
        self._stopped = False

    def close(self) -> None:
        """End all programs; to be called when no thread plays any more."""
        self.rest()
        KEPT.end(self.external_bots.values())

    def _external_bots(self) -> ExternalBots:
        """Return the external bots of this thread."""
        thread = threading.get_ident()
        if self._stopped:
            raise Failed("the table was stopped")
        if thread not in self._lists:
            messages = self.engine.messages(self.engine, self.rulebook, self.seats)
            self._lists[thread] = ExternalBots(self.external_bots, messages, self._bot_seconds, self._debug)
        return self._lists[thread]

    def _ask(self, memory: Memory, choose: Chooser | None) -> None:
        position = memory.record
        if position["bot_of_seat"][position["asker"]] in self.external_bots:
            choose = self._external_choice
        if choose is None:
            raise Failed(f"seat {position['asker'] + 1} is asked for a choice, but nobody chooses for it")
        choice = np.ascontiguousarray(choose(position, self._choices(memory)), np.int64)
        reason = self._calls.choose(self._rules_memory, memory, choice)
        if reason:
            raise Failed(self._not_legal(position, choice, reason))

    def _not_legal(self, position: np.void, choice: np.ndarray, reason: int) -> str:
        seat, why = position["asker"] + 1, self.engine.refusals[reason]
        return f"the choice {choice.tolist()} of seat {seat} is not legal: {why}"

    @contextmanager
    def _explaining(self, seeds: np.ndarray, first: int, rows: np.ndarray) -> Iterator[None]:
        """Play games into rows; where a user's policy fails, raise the failure that made a game void."""
        try:
            yield
        except Exception as error:  # where a policy is called that somebody else wrote, it is that one
            if CALLED not in self.bots["policy"]:
                raise
            self._explain(seeds, first + int(np.argmin(rows["seats"] > 0)), error)
        for row in rows[rows["how"] == VOID]:
            self._explain(seeds, int(row["game"]))

    def _explain(self, seeds: np.ndarray, game: int, error: Exception | None = None) -> NoReturn:
        """Raise the failure that made a game void, by playing the game again."""
        self.play_logged(seeds, game)
        why = "void once, and not again: let the bots decide by the position alone"
        raise ExternalBotFailed(f"game {game} is {why}") from error

    def _advance(self, memory: Memory, events: np.ndarray, course: np.ndarray) -> int:
        """Play on; an exception in a user's policy becomes a failure of that policy."""
        try:
            why: int = self._calls.advance(self._rules_memory, self.bots, memory, events, course)
        except Exception as error:
            if CALLED not in self.bots["policy"]:
                raise
            raise PolicyFailed(f"{type(error).__name__}: {error}") from error
        return why

    @contextmanager
    def _naming(self, position: np.void, game: int) -> Iterator[None]:
        """Add to the failure of a policy which bot it was, in which game, and where."""
        try:
            yield
        except PolicyFailed as failure:
            name = one_line(self._names[position["bot_of_seat"][position["asker"]]])
            where = f"round {position['round']}, {self.engine.decisions[position['asked']]}"
            raise ExternalBotFailed(
                f"bot {name}, game {game}, {where}: {failure}; the game is void"
            ) from failure

    def _external_choice(self, position: np.void, choices: np.ndarray) -> np.ndarray:
        return self._external_bots().choose(self.rules, position, choices, int(position["word"]))

    def _plan(self, first: int, count: int) -> np.void:
        plan: np.void = np.array([(first, count, self.seats, self.shared)], plan_dtype)[0]
        return plan

    def _course(self) -> np.ndarray:
        """Return scratch space of this thread for the standings of one game."""
        if not hasattr(self._of_thread, "course"):
            self._of_thread.course = np.zeros((self._rounds + 1, self.seats), np.int32)
        course: np.ndarray = self._of_thread.course
        return course
