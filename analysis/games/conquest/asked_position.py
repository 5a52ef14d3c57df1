"""The position that `conquest advise` is asked about: of a file, of words, or of a game at a turn."""

from __future__ import annotations

import json
import tomllib
from typing import TYPE_CHECKING, Any, NamedTuple

from conquestlab.analysis.errors import WrongUse, why
from conquestlab.analysis.games.conquest.board_position import Board, read_board
from conquestlab.analysis.games.conquest.board_words import view_of_words
from conquestlab.analysis.games.conquest.rules import conquest_rules
from conquestlab.analysis.requests.request import DEFAULT_RULES
from conquestlab.analysis.rules.faults import one_line
from conquestlab.analysis.rules.rulebook import load

if TYPE_CHECKING:
    import numpy as np

    from conquestlab.analysis.requests.advising import AdviseRequest
    from conquestlab.analysis.rules.rulebook import Rulebook

USUAL_ROUND, USUAL_SEAT = 4, 1
EXAMPLE_GAME = 0
ENDINGS = (".json", ".toml")


class Asked(NamedTuple):
    """What is asked about.

    Attributes
    ----------
    rulebook : Rulebook
    board : Board
    source : str
        file, words or game.
    """

    rulebook: Rulebook
    board: Board
    source: str


def asked_position(request: AdviseRequest) -> Asked:
    """Return the position that a request names; one of a game where it only wants an example."""
    ways = [way for way in ("position", "me", "game") if getattr(request, way) is not None]
    if len(ways) > 1:
        raise WrongUse(f"a position comes from one place: leave out --{ways[1]}")
    if not ways and request.example:
        return _of_game(request.but(game=EXAMPLE_GAME))
    if not ways:
        raise WrongUse(
            "no position: name a file with --position (conquest advise --example prints one), lands with "
            "--me and --them, or a game with --game 12 --round 5"
        )
    if ways == ["position"]:
        return _of_file(request)
    if ways == ["game"]:
        return _of_game(request)
    _, rulebook = request.one_book
    conquest_rules(rulebook)
    if not request.them:
        raise WrongUse('--me alone has nobody to attack: add --them "North Africa 3, Venezuela 2"')
    assert request.me is not None
    return Asked(
        rulebook, read_board(view_of_words(request.me, request.them, rulebook), rulebook, "words"), "words"
    )


def _of_file(request: AdviseRequest) -> Asked:
    path = request.position
    assert path is not None
    if not path.endswith(ENDINGS):
        raise WrongUse(f"{path}: a position is a file that ends in .json or .toml")
    try:
        with open(path, "rb") as file:
            text = file.read()
        told = json.loads(text) if path.endswith(".json") else tomllib.loads(text.decode("utf-8"))
    except OSError as error:
        raise WrongUse(f"cannot read {path}: {why(error)}") from None
    except ValueError as error:
        raise WrongUse(f"{path} cannot be read: {one_line(str(error))}") from None
    if not isinstance(told, dict):
        raise WrongUse(f"{path}: a position is a table of keys")
    named = told.get("rules")
    if named is not None and not isinstance(named, str):
        raise WrongUse(f"{path}: rules names no rulebook")
    takes_file = named is not None and request.rules == (DEFAULT_RULES,)  # else --rules goes before it
    rulebook = load(str(named)) if takes_file else request.one_book[1]
    conquest_rules(rulebook)
    return Asked(rulebook, read_board(told, rulebook, path), "file")


def _of_game(request: AdviseRequest) -> Asked:
    """Return what a seat sees of a game before its turn in a round."""
    from conquestlab.analysis.games.conquest.board_record import board_of
    from conquestlab.analysis.playing.replay_answers import game_asked
    from conquestlab.analysis.requests.games import ReplayRequest

    assert request.game is not None
    shared = ("rules", "players", "bots", "seed", "rotate", "bot_seconds", "folder", "game")
    experiment, _ = game_asked(ReplayRequest(**{name: getattr(request, name) for name in shared}))
    rulebook = experiment.rulebook
    conquest_rules(rulebook)
    table = experiment.table
    seat = (request.seat or USUAL_SEAT) - 1
    if not 0 <= seat < table.seats:
        raise WrongUse(f"--seat {seat + 1}: the game has {table.seats} players")
    wanted = request.round or USUAL_ROUND
    is_example = request.example and request.round is None
    found: list[Board] = []
    last = 0

    def look(position: np.void) -> None:
        nonlocal last
        last = max(last, int(position["round"]))
        if position["how"] != 0:
            return
        round_, mover = _next_turn(position)
        # An example may be of an earlier round, where the game is over sooner.
        if mover == seat and (round_ == wanted or (is_example and round_ < wanted)):
            found[:] = [board_of(position, table.rules, rulebook, seat)]

    table.play_logged(experiment.seeds.words, request.game, log_lines=0, at_pause=look)
    if not found:
        raise WrongUse(
            f"seat {seat + 1} has no turn in round {wanted} of game {request.game}, which had {last} rounds: "
            "take another --round or --seat"
        )
    return Asked(rulebook, found[0], "game")


def _next_turn(position: Any) -> tuple[int, int]:
    """Return the round and the seat of the turn that comes next."""
    seats, turn, round_ = int(position["seats"]), int(position["turn"]), int(position["round"])
    if turn == 0:
        return 1, 0
    seat = int(position["active"]) + 1
    while seat >= seats or position["out"][seat]:
        if seat >= seats:
            seat, round_ = 0, round_ + 1
        else:
            seat += 1
    return round_, seat
