"""What is said between conquestlab and one program during one game, on the terms that the program states."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from conquestlab.analysis.bots.answers import StandingAnswers, chosen_row, only_row, ungrouped
from conquestlab.analysis.bots.programs import Program
from conquestlab.analysis.bots.terms import FIRST, SECOND, Terms, read_hello, says_hello

if TYPE_CHECKING:
    import numpy as np

    from conquestlab.analysis.games.messages import Message, Messages

BY_RULES, BY_STANDING = "rules", "standing"  # what made a decision that was not asked for


class Conversation:
    """One program at one seat of one game.

    Parameters
    ----------
    program : Program
    messages : Messages
    game : int
        Its number.
    seat : int
        From 0.
    """

    def __init__(self, program: Program, messages: Messages, game: int, seat: int):
        self.program = program
        self.messages = messages
        self.game = game
        self.seat = seat
        self.questions = 0
        self._seen: Message | None = None  # the view that was told last
        self._standing = StandingAnswers(messages)
        self._tell_game()

    @property
    def terms(self) -> Terms:
        """On which terms the program is spoken to; of the first version until it says hello."""
        return self.program.terms or Terms()

    def wants(self, what: str) -> bool:
        """Whether the program asked for something at hello."""
        return what in self.terms.wants

    def choose(self, rules: Any, position: np.void, rows: np.ndarray, draw: int) -> np.ndarray:
        """Return the choice of the program as a row for `choose`; ProgramFailed if there is none."""
        asked = self.messages.kind(int(position["asked"]))
        if self.program.terms is None:
            answer = self._asked(rules, position, rows, draw)
            if not says_hello(answer):
                self.program.terms = Terms()
                return chosen_row(answer, rows, asked)
            self._greet(answer)
            self.questions -= 1  # the same question follows
        if self.terms.version == FIRST:
            return chosen_row(self._asked(rules, position, rows, draw), rows, asked)
        row = self._decided(position, rows, asked)
        if row is not None:
            return row
        if self.wants("grouped"):
            choices, groups = self.messages.grouped(rules, position, rows)
            answer = ungrouped(self._asked(rules, position, rows, draw, choices), groups, asked)
        else:
            answer = self._asked(rules, position, rows, draw)
        row = chosen_row(answer, rows, asked)
        self._standing.keep(answer, row)
        return row

    def turn_over(self, rules: Any, position: np.void) -> None:
        """Tell that a turn has ended, to a program that wants to know."""
        if self.wants("turns"):
            head = {"type": "turn", "game": self.game, "round": int(position["round"])}
            view = self.messages.view(rules, position, self.seat)
            self.program.tell(head | {"turn": int(position["turn"])} | self._sight(view))

    def forced(self, decision: Message) -> None:
        """Tell of a decision of this seat that the rules made, to a program that wants to know."""
        if self.wants("decided"):
            self._tell_decided(decision, BY_RULES)

    def over(self, message: Message) -> None:
        """Tell how the game ended."""
        self.program.tell(message)

    def _greet(self, answer: Any) -> None:
        terms = read_hello(answer)
        self.program.terms = terms
        self.program.tell({"type": "hello", "protocol": terms.version, "wants": sorted(terms.wants)})
        self._tell_game()

    def _tell_game(self) -> None:
        head = msgspec.json.encode({"type": "game", "game": self.game, "seat": self.seat + 1})
        self.program.send(head[:-1] + b"," + self.messages.game_text(self.terms.version)[1:])

    def _asked(
        self, rules: Any, position: Any, rows: Any, draw: int, choices: list[Message] | None = None
    ) -> Any:
        self.questions += 1
        question: Message = {"type": "ask", "game": self.game, "decision": self.questions}
        question |= self._sight(self.messages.view(rules, position, self.seat))
        question["choices"] = self.messages.choices(rules, position, rows) if choices is None else choices
        question["draw"] = draw
        if self.terms.version == SECOND:
            question["draw_text"] = str(draw)
        return self.program.ask(question)

    def _decided(self, position: Any, rows: np.ndarray, asked: str) -> np.ndarray | None:
        """Return the choice where it need not be asked for, and tell of it."""
        row, by = self._standing.answer(position, rows, asked), BY_STANDING
        if row is None and self.wants("decided"):
            row, by = only_row(rows), BY_RULES
        if row is not None and self.wants("decided"):
            self._tell_decided(self.messages.taken(position, row), by)
        return row

    def _tell_decided(self, decision: Message, by: str) -> None:
        self.program.tell({"type": "decided", "game": self.game} | decision | {"by": by})

    def _sight(self, view: Message) -> Message:
        """Return the view, or what has changed since it was told last in this game, if that is wanted."""
        if not self.wants("changes"):
            return {"view": view}
        seen, self._seen = self._seen, view
        return {"view": view} if seen is None else changes(seen, view)


def changes(seen: Message, view: Message) -> Message:
    """Return what makes one view of another.

    Returns
    -------
    dict
        `changes` has the keys whose value is another one; `within` has those whose value is a table with
        the same keys as before, and the entries of it that changed.
    """
    whole, within = {}, {}
    for key, value in view.items():
        before = seen[key]
        if value == before:
            continue
        if isinstance(value, dict) and isinstance(before, dict) and value.keys() == before.keys():
            within[key] = {name: part for name, part in value.items() if part != before[name]}
        else:
            whole[key] = value
    return {"changes": whole, "within": within}
