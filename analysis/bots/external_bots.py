"""The external bots of one seated game, for one thread: sends them messages and checks their answers."""

from __future__ import annotations

import threading
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from conquestlab.analysis.bots.bot import Bot
from conquestlab.analysis.bots.programs import Program, ProgramFailed
from conquestlab.analysis.errors import Failed
from conquestlab.analysis.rules.faults import one_line, shown

if TYPE_CHECKING:
    import numpy as np

    from conquestlab.analysis.games.messages import Messages


class ExternalBotFailed(Failed):
    """A bot outside did not do its part; its game is void.

    Attributes
    ----------
    outcome : object
        What came of the games before, where somebody kept it.
    """

    outcome: Any = None


class ExternalBots:
    """The programs of one thread, by place in the list of bots; each is started when it is first needed."""

    def __init__(self, bots: Mapping[int, Bot], messages: Messages, seconds: float):
        self.bots = bots
        self.messages = messages
        self.seconds = seconds
        self._game_message = messages.game()
        self._programs: dict[int, Program] = {}
        self._lock = threading.Lock()
        self._stopped = False
        self._game = 0
        self._decisions: dict[int, int] = {}

    def begin(self, game: int, position: np.void) -> None:
        """Tell every bot outside that a game begins, and where it sits."""
        self._game = game
        self._decisions = dict.fromkeys(self.bots, 0)
        for seat, place in enumerate(position["bot_of_seat"][: position["seats"]].tolist()):
            if place in self.bots:
                self._program(place).tell(
                    {"type": "game", "game": game, "seat": seat + 1} | self._game_message
                )

    def choose(self, rules: Any, position: np.void, rows: np.ndarray, draw: int) -> np.ndarray:
        """Have the bot whose turn it is choose one of the legal choices, `rows` as `legal` wrote them."""
        seat = int(position["asker"])
        place = int(position["bot_of_seat"][seat])
        self._decisions[place] += 1
        question = {
            "type": "ask",
            "game": self._game,
            "decision": self._decisions[place],
            "view": self.messages.view(rules, position, seat),
            "choices": self.messages.choices(rules, position, rows),
            "draw": draw,
        }
        try:
            return chosen_row(self._program(place).ask(question), rows)
        except ProgramFailed as failure:
            raise self._failure(place, failure) from None

    def over(self, row: np.void, how: str) -> None:
        """Tell every bot outside how the game ended."""
        seats = int(row["seats"])
        message = {
            "type": "over",
            "game": self._game,
            "how": how,
            "rounds": int(row["rounds"]),
            "win": row["win"][:seats].tolist(),
            "score": row["score"][:seats].tolist(),
        }
        for place in self.bots:
            self._program(place).tell(message)

    def stop(self) -> None:
        """End all programs at once, and start none any more; any thread may call it."""
        with self._lock:
            self._stopped = True
            for program in self._programs.values():
                program.kill()

    def close(self) -> None:
        """Let all programs leave; to be called when no thread plays any more."""
        for program in self._programs.values():
            program.close()
        self._programs.clear()

    def _program(self, place: int) -> Program:
        with self._lock:
            if self._stopped:
                raise self._failure(place, ProgramFailed("was stopped"))
            if place not in self._programs:
                try:
                    self._programs[place] = Program(self.bots[place].command, self.seconds)
                except ProgramFailed as failure:
                    raise self._failure(place, failure) from None
            return self._programs[place]

    def _failure(self, place: int, failure: ProgramFailed) -> ExternalBotFailed:
        decision = self._decisions.get(place, 0)
        where = f"game {self._game}" + (f", decision {decision}" if decision else "")
        return ExternalBotFailed(
            f"bot {one_line(self.bots[place].name)}, {where}: {failure}; the game is void"
        )


def chosen_row(answer: Any, rows: np.ndarray) -> np.ndarray:
    """Return the choice that an answer names as a row for `choose`; ProgramFailed if it names none.

    Parameters
    ----------
    answer
        The number of a choice, or a table with `choice` and, for one out of a range, the `amount`; without
        it the most is meant.
    rows : int64 array
        As `legal` wrote them.
    """
    from conquestlab.kernels.shared.contract import AMOUNT, MOST

    number, amount = answer, None
    if isinstance(answer, dict):
        number, amount = answer.get("choice"), answer.get("amount")
    if type(number) is not int:
        raise ProgramFailed(f"answered {shown(answer)}: answer the number of a choice, or a table with it")
    if not 0 <= number < len(rows):
        raise ProgramFailed(f"took choice {number}: there are 0 to {len(rows) - 1}")
    row = rows[number].copy()
    fewest, most = int(row[AMOUNT]), int(row[MOST])
    row[MOST] = 0
    if most and amount is None:
        row[AMOUNT] = most
    elif amount is not None:
        if not most or type(amount) is not int or not fewest <= amount <= most:
            allowed = f"it allows {fewest} to {most}" if most else "it takes no amount"
            raise ProgramFailed(f"took choice {number} with the amount {shown(amount)}: {allowed}")
        row[AMOUNT] = amount
    return row
