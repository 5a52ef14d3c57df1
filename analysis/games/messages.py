"""The messages to an external bot: the game, what its seat sees and what it may choose; see docs/bots.md."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

if TYPE_CHECKING:
    from conquestlab.analysis.games.engine import Engine
    from conquestlab.analysis.rules.rulebook import Rulebook

PROTOCOL = 1
VALUES = "values"
Message = dict[str, Any]


class Messages:
    """Makes the messages for one rulebook and number of seats; the classes of engines derive from it.

    Seats count from 1. This class itself passes on the view as numbers, and the parts of a choice as a list.

    Attributes
    ----------
    standing : tuple of str
        Kinds of decisions for which an answer may hold for a whole game.
    told_elsewhere : tuple of str
        Keys of the rulebook that the message `game` has in another place than `values` too. The second
        version of the protocol tells them once.
    """

    standing: tuple[str, ...] = ()
    told_elsewhere: tuple[str, ...] = ()

    def __init__(self, engine: Engine, rulebook: Rulebook, seats: int):
        self.engine = engine
        self.rulebook = rulebook
        self.seats = seats
        self._game_texts: dict[int, bytes] = {}

    def game(self, version: int = PROTOCOL) -> Message:
        """Return what is the same in all games of a run: the rules, the number of players, and `setting`."""
        setting = self.setting()
        if version != PROTOCOL and VALUES in setting:
            values = setting[VALUES].items()
            setting[VALUES] = {key: value for key, value in values if key not in self.told_elsewhere}
        return {
            "protocol": version,
            "engine": self.engine.name,
            "rules": self.rulebook.name,
            "rules_hash": self.rulebook.hash,
            "options": self.rulebook.options,
            "players": self.seats,
            **setting,
        }

    def game_text(self, version: int) -> bytes:
        """Return the same as JSON, made once."""
        if version not in self._game_texts:
            self._game_texts[version] = msgspec.json.encode(self.game(version))
        return self._game_texts[version]

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

    def grouped(self, rules: Any, position: Any, rows: Any) -> tuple[list[Message], list[list[int]]]:
        """Return the choices with those put together that differ by a number of dice alone.

        Returns
        -------
        choices : list of dict
            Numbered anew.
        groups : list of list of int
            For each, the numbers in `choices` of those that it stands for, with ascending numbers of dice.
        """
        told = self.choices(rules, position, rows)
        return told, [[number] for number in range(len(told))]

    def taken(self, position: Any, row: Any) -> Message:
        """Return a choice that was made, with its amount if it has one."""
        from conquestlab.kernels.shared.contract import AMOUNT

        parts = row.tolist()
        told = {"kind": self.kind(parts[0])} | self.parts(position, parts)
        return told | {"amount": parts[AMOUNT]} if parts[AMOUNT] else told

    def forced(self, line: list[int]) -> tuple[int, Message] | None:
        """Return the seat, from 0, and the decision that a line of the log tells, if rules may force it."""
        return None

    def may_repeat(self, row: Any) -> bool:
        """Whether a choice may be made again and again on one answer."""
        return False

    def repeated(self, position: Any, rows: Any, row: Any, leave: int) -> Any:
        """Return the choice that goes on with `row`; None where it came to its end, or `leave` are left."""
        return None

    def kind(self, number: int) -> str:
        """Return the name of a kind of choice."""
        return self.engine.decisions[number]

    def parts(self, position: Any, row: list[int]) -> Message:
        """Return the parts of a choice."""
        return {"parts": row[1:6]}
