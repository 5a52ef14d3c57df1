"""A game in which a person plays one seat: it grows decision by decision, can go back, and can be kept.

Seed and decisions determine a game. To take a decision back the game is played again without it; a kept game
is its seed and its decisions, in a file of JSON.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from conquestlab.analysis.bots.answers import chosen_row
from conquestlab.analysis.bots.programs import ProgramFailed
from conquestlab.analysis.errors import Failed, WrongUse
from conquestlab.analysis.games.engine import Event
from conquestlab.analysis.games.messages import Message, Messages
from conquestlab.analysis.playing.experiment import Experiment
from conquestlab.analysis.playing.note_taking import NoteTaker
from conquestlab.analysis.playing.replay_answers import Replay, head_of
from conquestlab.analysis.playing.seated_game import SeatedGame
from conquestlab.analysis.version import VERSION
from conquestlab.kernels.shared.rows import WHOLE_WIN

if TYPE_CHECKING:
    from conquestlab.analysis.rules.rulebook import Rulebook

PERSON = "person"
KIND = "conquestlab joined game"


class Undone(Exception):
    """The person takes the last command back."""


class Decision(NamedTuple):
    """What the person chose.

    Attributes
    ----------
    choice : int
        The number of one of the choices that were offered.
    amount : int or None
        How many, of a choice with a range; None is the most.
    follows : bool
        Whether it carries out the command before it, instead of a new one.
    """

    choice: int
    amount: int | None = None
    follows: bool = False


class Question(NamedTuple):
    """What the person is asked.

    Attributes
    ----------
    view : dict
        What the person may see, as an external bot would.
    choices : list of dict
    position : record
    rows : int64 array
        The choices as the kernels know them.
    """

    view: Message
    choices: list[Message]
    position: np.void
    rows: np.ndarray


Ask = Callable[[Question], Decision]
Hear = Callable[[Sequence[Event], bool], object]
"""Takes events that follow each other, the first of the game at first, and whether they are new."""


@dataclass
class JoinedGame:
    """A game with a person.

    Attributes
    ----------
    experiment : Experiment
        Who plays; the bot at the person's seat does not play, and is a stand-in where chances are learnt.
    game : int
        Its number.
    seat : int
        The person's, from 1.
    decisions : list of Decision
        Those made so far.
    """

    experiment: Experiment
    game: int
    seat: int
    decisions: list[Decision] = field(default_factory=list)

    @property
    def rulebook(self) -> Rulebook:
        """The rulebook that is played."""
        return self.experiment.rulebook

    @property
    def players(self) -> list[str]:
        """Who plays each seat."""
        return [PERSON if seat == self.seat else name for seat, name in enumerate(self.experiment.bots, 1)]

    @cached_property
    def table(self) -> SeatedGame:
        """The table, with a seat that is asked outside."""
        seated = [None if seat == self.seat else bot for seat, bot in enumerate(self.experiment.seated, 1)]
        return SeatedGame(self.rulebook, seated, bot_seconds=self.experiment.bot_seconds)

    @cached_property
    def messages(self) -> Messages:
        """Makes views and choices."""
        engine = self.experiment.engine
        return engine.messages(engine, self.rulebook, self.experiment.seats)

    def play(self, ask: Ask, hear: Hear) -> Replay:
        """Play the game to its end, from the decisions that are there on.

        Parameters
        ----------
        ask : callable
            Answers a question; raises Undone to take the last command back, and anything else to leave.
        hear : callable
            Hears what happens before each question and at the end.
        """
        with closing(self.table):
            while True:
                try:
                    return self._played(ask, hear)
                except Undone:
                    self._take_back()

    def _take_back(self) -> None:
        """Forget the last command, with the decisions that carried it out."""
        while self.decisions and self.decisions.pop().follows:
            pass

    def _played(self, ask: Ask, hear: Hear) -> Replay:
        experiment, engine = self.experiment, self.experiment.engine
        head = head_of(self.rulebook, experiment.seeds.text, self.game, self.players)
        lines: list[np.ndarray] = []
        heard, made = 0, 0
        recorded = len(self.decisions)

        def tell() -> list[Event]:
            nonlocal heard
            events = engine.transcript(np.concatenate(lines), self.rulebook, head)
            hear(events[heard:], not recorded or heard > 0)
            heard = len(events)
            return events

        def choose(position: np.void, rows: np.ndarray) -> np.ndarray:
            nonlocal made
            made += 1
            if made > recorded:
                tell()
                decision = ask(self._question(position, rows))
                row = chosen_row(decision._asdict(), rows)
                self.decisions.append(decision)
                return row
            try:
                return chosen_row(self.decisions[made - 1]._asdict(), rows)
            except ProgramFailed as failure:
                raise WrongUse(f"the kept game does not fit these rules: decision {made} {failure}") from None

        taker = NoteTaker(self.table) if engine.features else None
        played = self.table.play_logged(
            experiment.seeds.words, self.game, choose, at_pause=taker, hear=lines.append
        )
        events = tell()
        notes = None if taker is None else taker.notes_of(played.row)
        return Replay(experiment, self.game, events, played.row, notes)

    def _question(self, position: np.void, rows: np.ndarray) -> Question:
        rules, seat = self.table.rules, int(position["asker"])
        view = self.messages.view(rules, position, seat)
        return Question(view, self.messages.choices(rules, position, rows), position, rows)

    def won(self, game: Replay) -> float:
        """Return the person's share of the win, from 0 to 1."""
        return float(game.row["win"][self.seat - 1] / WHOLE_WIN)

    def kept(self) -> str:
        """Return the game as the text of a file."""
        experiment = self.experiment
        told: dict[str, Any] = {
            "kind": KIND,
            "version": VERSION,
            "engine_version": experiment.engine.version,
            "rules": experiment.rules,
            "rules_hash": self.rulebook.hash,
            "seed": experiment.seeds.text,
            "game": self.game,
            "seat": self.seat,
            "bots": [bot.typed for bot in experiment.seated],
            "decisions": [list(decision) for decision in self.decisions],
        }
        return json.dumps(told, ensure_ascii=False) + "\n"


def read_kept(path: str) -> dict[str, Any]:
    """Return what a file of a kept game says, looked at for its form alone."""
    try:
        text = Path(path).read_text(encoding="utf-8")
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        raise Failed(f"{path} cannot be read: {reason}") from None
    except UnicodeDecodeError:
        text = ""
    try:
        told = json.loads(text)
    except ValueError:
        told = None
    if not (isinstance(told, dict) and told.get("kind") == KIND):
        raise WrongUse(f"{path} holds no game that was kept: name a file that `save` wrote")
    return told


def decisions_of(told: dict[str, Any], path: str) -> list[Decision]:
    """Return the decisions of a kept game."""
    found: list[Decision] = []
    for one in told.get("decisions", ()):
        is_sound = isinstance(one, list) and len(one) == 3 and type(one[0]) is int
        if not (is_sound and (one[1] is None or type(one[1]) is int) and type(one[2]) is bool):
            raise WrongUse(f"{path} is damaged: decision {len(found) + 1} is {one!r}")
        found.append(Decision(*one))
    return found
