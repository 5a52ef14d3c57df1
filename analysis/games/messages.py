"""The messages to an external bot: the game, what its seat sees and what it may choose; see docs/bots.md."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from conquestlab.analysis.games.engine import Engine
    from conquestlab.analysis.rules.rulebook import Rulebook

PROTOCOL = 1
Message = dict[str, Any]


class Messages:
    """Makes the messages for one rulebook and number of seats; the classes of engines derive from it.

    Seats count from 1. This class itself passes on the view as numbers, and the parts of a choice as a list.
    """

    def __init__(self, engine: Engine, rulebook: Rulebook, seats: int):
        self.engine = engine
        self.rulebook = rulebook
        self.seats = seats

    def game(self) -> Message:
        """Return what is the same in all games of a run: the rules, the number of players, and `setting`."""
        return {
            "protocol": PROTOCOL,
            "engine": self.engine.name,
            "rules": self.rulebook.name,
            "rules_hash": self.rulebook.hash,
            "options": self.rulebook.options,
            "players": self.seats,
            **self.setting(),
        }

    def setting(self) -> Message:
        """Return the board, the cards and whatever else is on the table from the beginning."""
        return {}

    def view(self, rules: Any, position: Any, seat: int) -> Message:
        """Return what a seat (from 0) may see."""
        return self.engine.view(rules, position, seat)

    def choices(self, rules: Any, position: Any, rows: Any) -> list[Message]:
        """Return the legal choices, `rows` as `legal` wrote them.

        Each has its number as `choice` and its `kind`; if it is a range of amounts, also `fewest` and `most`.
        """
        from conquestlab.kernels.shared.contract import AMOUNT, MOST

        told = []
        for number, row in enumerate(rows.tolist()):
            choice: Message = {"choice": number, "kind": self.kind(row[0])}
            choice |= self.parts(position, row)
            if row[MOST]:
                choice |= {"fewest": row[AMOUNT], "most": row[MOST]}
            told.append(choice)
        return told

    def kind(self, number: int) -> str:
        """Return the name of a kind of choice."""
        return self.engine.decisions[number]

    def parts(self, position: Any, row: list[int]) -> Message:
        """Return the parts of a choice."""
        return {"parts": row[1:6]}
