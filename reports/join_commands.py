"""`conquest join`: a person plays in the terminal, asked line by line, until the game or the input ends."""

from __future__ import annotations

import contextlib
import os
import sys
import textwrap
from collections.abc import Callable, Sequence
from importlib import import_module
from typing import TYPE_CHECKING

from conquestlab.analysis.errors import Failed, WrongUse
from conquestlab.analysis.games.talk import WIDE, columns
from conquestlab.analysis.joining.join_answers import joined_game
from conquestlab.analysis.joining.joined_game import Decision, JoinedGame, Question, Undone
from conquestlab.analysis.joining.typed_choices import (
    NotUnderstood,
    Offer,
    Order,
    offers_of,
    order_of,
    same_again,
)
from conquestlab.analysis.language import say
from conquestlab.analysis.requests.games import JoinRequest
from conquestlab.reports.answer import Answer, Output
from conquestlab.reports.formatted_numbers import formatted
from conquestlab.reports.play_commands import game_format, write_game
from conquestlab.reports.tables import standard_output

if TYPE_CHECKING:
    from conquestlab.analysis.games.engine import Event
    from conquestlab.analysis.games.talk import Talk
    from conquestlab.analysis.joining.adviser import Adviser

MOST_OFFERED = 24  # choices that are listed without being asked for
TOLD_AGAIN = 30  # lines of `story`
USUAL_FILE = "game.json"


class Left(Exception):
    """The person leaves the game."""


def join_answer(request: JoinRequest, output: Output) -> Answer:
    """Answer `conquest join`: play the game with the person, and write it if it came to its end."""
    if output.output is not None:
        from conquestlab.reports.files import check_place

        check_place(output.output)
        game_format(output)
    joined = joined_game(request)
    joined.experiment.batch(0, 1).get_ready(output.voice.compiling)
    terminal = Terminal(joined, request)
    try:
        game = joined.play(terminal.ask, terminal.hear)
    except Left:
        return Answer(None)
    terminal.say_end(joined.won(game))
    if output.output is not None:
        block = joined.experiment.batch(joined.game + 1, 0)
        write_game(game, game_format(output), output, block, again=False)
    return Answer(None)


class Terminal:
    """Asks the person, and shows what happens.

    Parameters
    ----------
    joined : JoinedGame
    request : JoinRequest
    """

    def __init__(self, joined: JoinedGame, request: JoinRequest):
        self.joined = joined
        self.file = request.resume or USUAL_FILE
        self.advises = request.advise
        self.talk: Talk | None = None
        self.order: Order | None = None
        self.story: list[str] = []
        self.unheard: list[Event] = []
        self.is_over = False
        self.turn: tuple[object, object] | None = None  # of the table that was shown last
        self.is_changed = False
        self._adviser: Adviser | None = None
        if sys.stdin is not None and sys.stdin.isatty():
            with contextlib.suppress(ImportError):
                import_module("readline")  # lines can be edited, and called back

    # What happens

    def hear(self, events: Sequence[Event], is_new: bool) -> None:
        """Tell what has happened since the last question; when the game begins anew, its start."""
        if events and events[0]["event"] == "game":
            self._begin(events[0])
            events = events[1:]
        self.is_over = bool(events) and events[-1]["event"] == "end"
        self.unheard += events
        self._tell(is_new)

    def _tell(self, is_new: bool = True) -> None:
        """Show what has happened; the rolls of an attack that goes on wait for its end, to be told as one."""
        assert self.talk is not None
        if is_new and self.order is not None and not self.is_over:
            return
        lines = self.talk.tell(self.unheard)
        self.unheard = []
        self.story += lines
        if is_new:
            self._show(lines)

    def say_end(self, share: float) -> None:
        """Say what the person won, as a share of the win."""
        won = say("You win!") if share == 1 else say("You share the win.")
        self._show(["", won if share else say("You do not win.")])

    def _begin(self, head: Event) -> None:
        joined = self.joined
        engine = joined.experiment.engine
        self.talk = engine.talk(joined.messages, head, joined.seat)
        self.order, self.story, self.unheard, self.turn = None, [], [], None
        if joined.decisions:
            return
        game = {"rules": joined.rulebook.label, "game": joined.game, "seed": joined.experiment.seeds.text}
        self._show(
            [
                say("{rules}, game {game} under seed {seed}. `?` shows what you can type.", **game),
                *self.talk.who(),
                "",
            ]
        )

    # Questions

    def ask(self, question: Question) -> Decision:
        """Return what the person decides."""
        talk = self.talk
        assert talk is not None
        if self.order is not None:
            again = same_again(self.order, question.choices, question.view, talk)
            if again is not None:
                return again
            self.order = None
            self._tell()
        offers = offers_of(question.choices, talk)
        turn = question.view.get("round"), question.view.get("turn")
        if turn != self.turn:  # the table once a turn; `table` shows it at any time
            self._show(["", *talk.table(question.view)])
        self.turn = turn
        self._show([""])
        self._offer(question, offers, MOST_OFFERED)
        while True:
            typed = self._read()
            if self._obeyed(typed, question, offers):
                continue
            try:
                order = order_of(typed, offers, talk)
            except NotUnderstood as wrong:
                self._show([str(wrong)])
                continue
            self.order = order if order.again is not None else None
            self.is_changed = True
            return order.decision

    def _offer(self, question: Question, offers: Sequence[Offer], most: int) -> None:
        """Show what is asked, the choices and, if wanted, advice."""
        talk = self.talk
        assert talk is not None
        cells = []
        for number, offer in enumerate(offers[:most], 1):
            chance = talk.chance(offer.usual, question.view) if self.advises else None
            cells.append(f"{number:>4}  {offer.label}{_span(offer)}{_in_brackets(chance)}")
        asked = talk.question(question.view)
        if any("[" in cell for cell in cells):
            asked = say("{question}  [exact chance to succeed, if you go on]", question=asked)
        lines = [asked, *columns(cells)]
        if len(offers) > most:
            lines.append(say("      … {more} more: `list` shows all", more=len(offers) - most))
        if self.advises:
            lines.append(self._advice(question, offers))
        self._show(lines)

    def _advice(self, question: Question, offers: Sequence[Offer]) -> str:
        if self._adviser is None:
            from conquestlab.analysis.joining.adviser import Adviser

            self._adviser = Adviser(self.joined.table)
        advised = self._adviser.advise(question.position, question.rows)
        if advised is None:
            return say("No bot can be asked here.")
        number, amount = advised
        place, offer = next(
            (place, offer)
            for place, offer in enumerate(offers, 1)
            if any(choice["choice"] == number for choice in offer.choices)
        )
        assert self.talk is not None
        dice = self.talk.number(question.choices[number])
        shown = amount or dice
        told = {"bot": self._adviser.name, "choice": offer.label, "number": place}
        if shown:
            return say("{bot} would take {number}: {choice}, {shown}", shown=shown, **told)
        return say("{bot} would take {number}: {choice}", **told)

    # What is typed beside choices

    def _obeyed(self, typed: str, question: Question, offers: Sequence[Offer]) -> bool:
        """Carry out a word that is no choice; say whether it was one."""
        word, _, rest = typed.strip().partition(" ")
        acts: dict[str, Callable[[], object]] = {
            "?": self._help,
            "help": self._help,
            "table": lambda: self._show(self._table(question)),
            "map": lambda: self._show(self._table(question)),
            "list": lambda: self._offer(question, offers, len(offers)),
            "story": lambda: self._show(self.story[-TOLD_AGAIN:]),
            "advise": lambda: self._show([self._advice(question, offers)]),
            "undo": self._undo,
            "save": lambda: self._save(rest.strip()),
            "quit": self._quit,
            "exit": self._quit,
        }
        act = acts.get(word.lower())
        if act is None or (rest and word.lower() != "save"):
            return False
        act()
        return True

    def _table(self, question: Question) -> list[str]:
        assert self.talk is not None
        return self.talk.table(question.view)

    def _help(self) -> None:
        self._show(
            [
                say("3          take choice 3; `3 5` with 5 armies or dice"),
                say("brazil 5   words of a choice, whole or their beginnings, in any order"),
                say("attack brazil from peru with 3 until won   the same again until it is taken"),
                say("… until 4  the same again until 4 armies are left"),
                say("table      the table again (or `map`)"),
                say("list       all choices"),
                say("advise     what a strong bot would do"),
                say("story      what happened lately"),
                say("undo       take your last command back"),
                say("save FILE  keep the game; --resume FILE goes on with it"),
                say("quit       leave"),
            ]
        )

    def _undo(self) -> None:
        if not self.joined.decisions:
            self._show([say("There is nothing to take back.")])
            return
        self._show([say("Taken back.")])
        raise Undone

    def _save(self, file: str) -> None:
        from conquestlab.reports.files import write_whole

        file = os.path.expanduser(file) or self.file
        try:
            write_whole(file, self.joined.kept().encode())
        except (WrongUse, Failed) as refused:
            self._show([str(refused)])
            return
        self.file, self.is_changed = file, False
        self._show([say("Kept in {file}; `conquest join --resume {file}` goes on.", file=file)])

    def _quit(self) -> None:
        if self.is_changed:
            self.is_changed = False
            self._show([say("The game is not kept: `save FILE` keeps it; `quit` again leaves it.")])
            return
        self._show([say("You leave the game.")])
        raise Left

    # Lines in and out

    def _read(self) -> str:
        try:
            return input("> ")
        except (EOFError, RuntimeError):  # the latter where there is no standard input at all
            self._show(["", say("The input has ended, and so has the game.")])
            raise Left from None

    @staticmethod
    def _show(lines: Sequence[str]) -> None:
        with standard_output() as stream:
            for line in lines:
                indent = " " * (len(line) - len(line.lstrip()) + 2)
                wrapped = textwrap.wrap(line, WIDE, subsequent_indent=indent) if len(line) > WIDE else [line]
                stream.write("\n".join(wrapped) + "\n")


def _span(offer: Offer) -> str:
    """Return the numbers that may stand beside a choice."""
    if not offer.high:
        return ""
    return f" ({offer.low})" if offer.low == offer.high else f" ({offer.low}-{offer.high})"


def _in_brackets(chance: float | None) -> str:
    """Return a chance as it stands beside a choice."""
    return "" if chance is None else f"  [{formatted(chance, percent=True)[0]} %]"
