"""The transcript of a game of Risk Express: lines of the log become the events of docs/records.md."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import TYPE_CHECKING

from conquestlab.analysis.games.engine import Event
from conquestlab.analysis.games.express.law import FACES
from conquestlab.analysis.games.express.rules import express_rules

if TYPE_CHECKING:
    import numpy as np

    from conquestlab.analysis.rules.rulebook import Rulebook

ENDS = ("unfinished", "taken")
STRONGEST_FIRST = (("soldier3", 3), ("soldier2", 2), ("soldier1", 1))
START_ROLLED, STARTS, TURN, CONTINUED, ROLLED, FILLED, SACRIFICED, CONQUERED, FAILED, ENDED = range(1, 11)
ENDED_SCORES = 8


def game_transcript(lines: np.ndarray, rulebook: Rulebook, head: Event) -> list[Event]:
    """Return the events of a game.

    Parameters
    ----------
    lines : int64 array, (events, EVENT_WIDTH)
        The log of the engine.
    rulebook : Rulebook
    head : dict
        The event `game`.
    """
    return [head, *_Reader(rulebook, len(head["players"])).events(lines.tolist())]


class _Reader:
    def __init__(self, rulebook: Rulebook, seats: int):
        self.rulebook = rulebook
        self.seats = seats
        self.cards = rulebook.cards.cards
        self.dice = express_rules(rulebook).dice.count
        self.roll: list[str] = []

    def events(self, lines: list[list[int]]) -> Iterator[Event]:
        rolls: list[list[list[str]]] = [[] for _ in range(self.seats)]
        for kind, player, *parts in lines:
            if kind == START_ROLLED:
                rolls[parts[0]].append(faces_of(parts[1], self.dice))
            elif kind == STARTS:
                yield {"event": "start_roll", "rolls": rolls, "first": parts[0] + 1}
            elif kind == ENDED:
                yield self._end(parts)
            else:
                yield self._of_player(kind, player + 1, parts)

    def _of_player(self, kind: int, player: int, parts: list[int]) -> Event:
        first, second, third, fourth = parts[:4]
        if kind == TURN:
            return {"event": "turn", "round": first, "turn": second, "player": player}
        event: Event = {"event": "", "player": player}
        if kind == CONTINUED:
            filled = [line for line in range(third.bit_length()) if third >> line & 1]
            told = {"accepted": bool(first), "card": self.cards[second].id, "filled": filled, "dice": fourth}
            return event | {"event": "continue"} | told
        if kind == ROLLED:
            self.roll = faces_of(second, first)
            return event | {"event": "roll", "dice": self.roll}
        if kind == FILLED:
            dice = dice_used(self._line(first, second), self.roll)
            return event | {"event": "fill", "card": self.cards[first].id, "line": second, "dice": dice}
        if kind == SACRIFICED:
            return event | {"event": "sacrifice", "dice_left": first}
        card = self.cards[first].id if first >= 0 else None
        if kind == FAILED:
            return event | {"event": "fail", "card": card, "dice_on_lines": second}
        owner = second + 1 if second >= 0 else None
        return event | {"event": "conquer", "card": card, "from": owner, "continent_completed": bool(third)}

    def _line(self, card: int, line: int) -> tuple[tuple[str, ...], int]:
        return self.cards[card].lines[line - 1] if line else (("general",), 0)

    def _end(self, parts: list[int]) -> Event:
        how, rounds, turns, winners = parts[:4]
        first = ENDED_SCORES - 2
        return {
            "event": "end",
            "scores": parts[first : first + self.seats],
            "winners": [seat + 1 for seat in range(self.seats) if winners >> seat & 1],
            "how": ENDS[how],
            "rounds": rounds,
            "turns": turns,
        }


def faces_of(index: int, dice: int) -> list[str]:
    """Return the faces of a roll: the digits of its index in base 6, the first die the highest."""
    faces = []
    for _ in range(dice):
        index, face = divmod(index, len(FACES))
        faces.append(FACES[face])
    return faces[::-1]


def dice_used(line: tuple[tuple[str, ...], int], roll: list[str]) -> list[str]:
    """Return the fewest dice of a roll that fill a line, the strongest soldiers first."""
    symbols, soldiers = line
    rest = Counter(roll) - Counter(symbols)
    dice = list(symbols)
    for face, strength in STRONGEST_FIRST:
        for _ in range(rest[face]):
            if soldiers > 0:
                soldiers -= strength
                dice.append(face)
    return dice
