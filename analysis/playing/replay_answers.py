"""Answers of `conquest replay`: one game as a record, as text told at the table, and what a referee finds."""

from __future__ import annotations

import dataclasses
import json
import re
from collections.abc import Sequence
from contextlib import closing
from typing import TYPE_CHECKING, Any, NamedTuple

from conquestlab.analysis.bots.external_bots import ExternalBotFailed
from conquestlab.analysis.errors import WrongUse
from conquestlab.analysis.games.engine import Event
from conquestlab.analysis.playing.experiment import Experiment, experiment_of, read_bots, read_players
from conquestlab.analysis.requests.games import ReplayRequest
from conquestlab.analysis.requests.request import BOT_SECONDS
from conquestlab.analysis.seeds import parse_seeds

if TYPE_CHECKING:
    import numpy as np

    from conquestlab.analysis.playing.batches import Batch
    from conquestlab.analysis.playing.runs import RunFolder
    from conquestlab.analysis.rules.rulebook import Rulebook

MOST_GAME = 2**62
MOST_GAMES = 100_000  # of one call
SPAN = re.compile(r"\s*(\d+)(?:\s*-\s*(\d+))?\s*")


class Replay(NamedTuple):
    """One game played again.

    Attributes
    ----------
    experiment : Experiment or Batch
    game : int
    transcript : list of dict
        The events of docs/records.md.
    row : record or None
        What an experiment keeps of the game; None where it came to no end.
    notes : structured array or None
        Of the position before the first turn and after each, where they were asked for and the engine writes
        any.
    failed : ExternalBotFailed or None
        A bot outside failed; the transcript tells what happened before that.
    """

    experiment: Experiment | Batch
    game: int
    transcript: list[Event]
    row: Any
    notes: np.ndarray | None = None
    failed: ExternalBotFailed | None = None

    @property
    def text(self) -> list[str]:
        """The game as it would be told at the table, line by line, below a heading."""
        experiment, players = self.experiment, self.transcript[0]["players"]
        seats = ", ".join(f"seat {seat} {bot}" for seat, bot in enumerate(players, 1))
        heading = f"{experiment.rulebook.label}, seed {experiment.seeds.text}, game {self.game}: {seats}"
        engine, rulebook = experiment.engine, experiment.rulebook
        if self.failed is None:
            return [heading, "", *engine.narrate(self.transcript, rulebook)]
        head, *events = self.transcript  # without an end, which a narrator may look for
        told = self.json_lines[1:] if engine.tell is None else engine.tell(head, rulebook)(events)
        return [heading, "", *told]

    @property
    def json_lines(self) -> list[str]:
        """The record, one object a line."""
        return [json.dumps(event, ensure_ascii=False) for event in self.transcript]

    def findings(self) -> list[str]:
        """Return what the referee finds against the rules, a line each."""
        found = self.experiment.engine.check(self.transcript, self.experiment.rulebook)
        return [f"event {finding.event}: {finding.what} (rules {finding.paragraph})" for finding in found]


def one_game(request: ReplayRequest) -> Experiment:
    """Return the experiment whose game is to be played again, of no run that is kept."""
    (text, book), names = request.one_book, read_bots(request.bots)
    seats = read_players(request.players, book, names)
    if len(seats) > 1:
        raise WrongUse(f"players {request.players!r}: one game has one number of players")
    numbers_of(request.game)
    seeds = parse_seeds(request.seed)
    return experiment_of(
        text,
        seats[0],
        names,
        seeds,
        1,
        request.rotate,
        request.bot_seconds,
        rulebook=book,
        debug=request.debug,
    )


def numbers_of(games: int | str) -> list[int]:
    """Return the numbers of the games that are asked for: 12, "0-47" or "3,5"."""
    found: list[int] = []
    for part in str(games).split(","):
        match = SPAN.fullmatch(part)
        if match is None or not int(match[1]) <= int(match[2] or match[1]) < MOST_GAME:
            raise WrongUse(f"--game {games}: give a number from 0 on, or several, as in 12, 0-47 or 3,5")
        first, last = int(match[1]), int(match[2] or match[1])
        if len(found) + last - first >= MOST_GAMES:
            raise WrongUse(f"--game {games}: give {MOST_GAMES} games at most")
        found += range(first, last + 1)
    return found


def game_asked(request: ReplayRequest) -> tuple[Experiment, RunFolder | None]:
    """Return the experiment whose game is asked for, and the run that keeps it, if one does."""
    if request.folder is None:
        return one_game(request), None
    from conquestlab.analysis.playing.runs import read_run

    run = read_run(request.folder)
    for game in numbers_of(request.game):
        experiment = kept_game(run, game, request.bot_seconds, request.debug)
    return experiment, run


def kept_game(
    folder: RunFolder, game: int, bot_seconds: float = BOT_SECONDS, debug: bool = False
) -> Experiment:
    """Return the experiment of a run, after a look whether the game is one of it."""
    first, games = folder.experiment.first, folder.experiment.games
    if not first <= game < first + games:
        raise WrongUse(f"game {game}: {folder.path} has games {first} to {first + games - 1}")
    return dataclasses.replace(folder.experiment, bot_seconds=bot_seconds, debug=debug)


def replay(experiment: Experiment | Batch, game: int, noted: bool = False) -> Replay:
    """Play one game of an experiment again, event by event.

    Parameters
    ----------
    experiment : Experiment or Batch
    game : int
        Its number.
    noted : bool
        Whether notes are kept, if the engine writes any.
    """
    import numpy as np

    from conquestlab.analysis.playing.note_taking import NoteTaker

    rulebook, seats = experiment.rulebook, experiment.seats
    lines: list[np.ndarray] = []
    row, notes, failed = None, None, None
    with closing(experiment.table) as table:
        taker = NoteTaker(table) if noted and experiment.engine.features else None
        try:
            row = table.play_logged(experiment.seeds.words, game, at_pause=taker, hear=lines.append).row
            notes = None if taker is None else taker.notes_of(row)
        except ExternalBotFailed as failure:
            if not lines:
                raise
            failed = failure
    names = [experiment.bots[(seat - game) % seats if experiment.shared else seat] for seat in range(seats)]
    head = head_of(rulebook, experiment.seeds.text, game, names)
    transcript = experiment.engine.transcript(np.concatenate(lines), rulebook, head)
    return Replay(experiment, game, transcript, row, notes, failed)


def head_of(rulebook: Rulebook, seed: str, game: int, players: Sequence[str]) -> Event:
    """Return the event `game` with the keys that it has in every game; players are who plays each seat."""
    return {
        "event": "game",
        "rules": rulebook.name,
        "rules_hash": rulebook.hash,
        "seed": int(seed) if seed.isdigit() else seed,
        "game": game,
        "options": rulebook.options,
        "players": list(players),
    }


def against_kept(folder: RunFolder, again: Replay) -> list[str]:
    """Return what a row of a run says otherwise than the game played again, a line each."""
    experiment = folder.experiment
    chunk = again.game // experiment.chunk * experiment.chunk
    first, end = max(chunk, experiment.first), experiment.first + experiment.games
    rows = folder.read(first, min(chunk + experiment.chunk, end) - first)
    if rows is None:
        return []
    row = rows[again.game - first]
    return [
        f"the row of game {again.game} has {name} {row[name].tolist()}, the game {again.row[name].tolist()}"
        for name in row.dtype.names
        if (row[name] != again.row[name]).any()
    ]
