"""The external bots of one seated game, for one thread: who is asked, who is told, and what failed."""

from __future__ import annotations

import threading
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from conquestlab.analysis.bots.bot import Bot
from conquestlab.analysis.bots.conversation import Conversation
from conquestlab.analysis.bots.kept_programs import KEPT
from conquestlab.analysis.bots.programs import ProgramFailed
from conquestlab.analysis.errors import Failed
from conquestlab.analysis.rules.faults import one_line

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
    """The programs of one thread, by place in the list of bots.

    Parameters
    ----------
    bots : mapping of Bot
        By place.
    messages : Messages
    seconds : float
        How long an answer may take.
    debug : bool
        Whether what programs say on standard error is passed through, and a question that a bot fails at is
        kept in a file.
    """

    def __init__(self, bots: Mapping[int, Bot], messages: Messages, seconds: float, debug: bool = False):
        self.bots = bots
        self.messages = messages
        self.seconds = seconds
        self.debug = debug
        self._at_game: dict[int, Conversation] = {}  # by place
        self._place_of_seat: list[int] = []
        self._answered: dict[int, str] = {}  # by seat: the kind of its last decision, until that is heard of
        self._lock = threading.Lock()
        self._stopped = False
        self._game = 0

    def begin(self, game: int, position: np.void) -> None:
        """Tell every bot outside that a game begins, and where it sits."""
        self._give_back()
        self._game = game
        self._answered = {}
        self._place_of_seat = position["bot_of_seat"][: position["seats"]].tolist()
        for seat, place in enumerate(self._place_of_seat):
            if place in self.bots:
                self._sit_down(place, seat)

    @property
    def wants_turns(self) -> bool:
        """Whether a program wants to be told of the ends of turns."""
        return any(one.wants("turns") for one in self._at_game.values())

    @property
    def wants_decided(self) -> bool:
        """Whether a program wants to be told of what is decided without it."""
        return any(one.wants("decided") for one in self._at_game.values())

    def choose(self, rules: Any, position: np.void, rows: np.ndarray, draw: int) -> np.ndarray:
        """Have the bot whose turn it is choose one of the legal choices, `rows` as `legal` wrote them."""
        seat = int(position["asker"])
        place = self._place_of_seat[seat]
        try:
            row = self._at_game[place].choose(rules, position, rows, draw)
        except ProgramFailed as failure:
            kept = self._kept_question(place, rules, position, rows, draw, failure) if self.debug else ""
            raise self._failure(place, failure, kept) from None
        self._answered[seat] = self.messages.kind(int(row[0]))
        return row

    def hear(self, lines: np.ndarray) -> None:
        """Tell the bots outside of what the rules decided for them, out of lines of the log."""
        for line in lines.tolist():
            found = self.messages.forced(line)
            if found is None:
                continue
            seat, decision = found
            place = self._place_of_seat[seat]
            if self._answered.get(seat) == decision["kind"]:
                del self._answered[seat]
            elif place in self._at_game:
                self._at_game[place].forced(decision)

    def turn_over(self, rules: Any, position: np.void) -> None:
        """Tell the bots outside that a turn has ended."""
        for conversation in self._at_game.values():
            conversation.turn_over(rules, position)

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
        for conversation in self._at_game.values():
            conversation.over(message)
        self._give_back()

    def stop(self) -> None:
        """End all programs at once, and start none any more; any thread may call it."""
        with self._lock:
            self._stopped = True
            for conversation in self._at_game.values():
                conversation.program.kill()

    def close(self) -> None:
        """End the programs of a game that came to no end; to be called when no thread plays any more."""
        for place in list(self._at_game):
            self._at_game.pop(place).program.close()

    def _sit_down(self, place: int, seat: int) -> None:
        with self._lock:
            if self._stopped:
                raise self._failure(place, ProgramFailed("was stopped"))
            try:
                program = KEPT.take(self.bots[place], self.seconds, self.debug)
            except ProgramFailed as failure:
                raise self._failure(place, failure) from None
            self._at_game[place] = Conversation(program, self.messages, self._game, seat)

    def _give_back(self) -> None:
        """Let the programs wait for their next game, here or at another table."""
        with self._lock:
            for place in list(self._at_game):
                conversation = self._at_game.pop(place)
                if self._stopped:
                    conversation.program.close()
                else:
                    KEPT.give_back(self.bots[place], conversation.program)

    def _kept_question(
        self, place: int, rules: Any, position: Any, rows: Any, draw: int, failure: ProgramFailed
    ) -> str:
        from conquestlab.analysis.bots.kept_questions import keep_question

        return keep_question(self.bots[place], self._at_game[place], rules, position, rows, draw, failure)

    def _failure(self, place: int, failure: ProgramFailed, kept: str = "") -> ExternalBotFailed:
        at_game = self._at_game.get(place)
        where = f"game {self._game}"
        if at_game is not None and at_game.questions:
            where += f", decision {at_game.questions}"
        more = f" (ask it again: conquest bots ask {kept} BOT)" if kept else ""
        return ExternalBotFailed(
            f"bot {one_line(self.bots[place].name)}, {where}: {failure}; the game is void{more}"
        )
