"""From a request to join a game to the game: a new one against bots, or one that was kept."""

from __future__ import annotations

import random
from typing import Any

from conquestlab.analysis.errors import WrongUse
from conquestlab.analysis.games import engine_for
from conquestlab.analysis.joining.joined_game import JoinedGame, decisions_of, read_kept
from conquestlab.analysis.playing.experiment import experiment_of, read_bots, read_players
from conquestlab.analysis.requests.games import JoinRequest
from conquestlab.analysis.rules.rulebook import load
from conquestlab.analysis.seeds import parse_seeds

ANY_GAME = 1_000_000  # of so many games one is played where none is named


def joined_game(request: JoinRequest) -> JoinedGame:
    """Return the game that a person is to play."""
    return _new_game(request) if request.resume is None else _kept_game(request.resume, request.bot_seconds)


def _new_game(request: JoinRequest) -> JoinedGame:
    (text, book), names = request.one_book, read_bots(request.bots)
    seats = read_players(request.players, book, ())
    if len(seats) > 1:
        raise WrongUse(f"players {request.players!r}: one game has one number of players")
    (players,) = seats
    if not 1 <= request.seat <= players:
        raise WrongUse(f"seat {request.seat}: {players} players sit on seats 1 to {players}")
    others = names or (engine_for(book).default_bot,)
    if len(others) not in (1, players - 1):
        raise WrongUse(
            f"{len(others)} bots for {players - 1} other seats: give one name for all, or {players - 1}"
        )
    if len(others) == 1:
        others *= players - 1
    place = request.seat - 1
    seated = (*others[:place], others[0], *others[place:])
    seeds = parse_seeds(request.seed)
    experiment = experiment_of(text, players, seated, seeds, 1, False, request.bot_seconds, rulebook=book)
    game = random.randrange(ANY_GAME) if request.game is None else request.game
    return JoinedGame(experiment, game, request.seat)


def _kept_game(path: str, bot_seconds: float) -> JoinedGame:
    """Return a game that was kept; the file says all that decides it."""
    told = read_kept(path)
    wanted: dict[str, type | tuple[type, ...]] = {
        "rules": str, "rules_hash": str, "engine_version": int, "seed": str, "game": int, "seat": int,
        "bots": list, "decisions": list,
    }  # fmt: skip
    for key, kind in wanted.items():
        if not isinstance(told.get(key), kind):
            raise WrongUse(f"{path} is damaged: it has no {key}")
    bots: list[Any] = told["bots"]
    if not all(isinstance(bot, str) for bot in bots) or not 1 <= told["seat"] <= len(bots):
        raise WrongUse(f"{path} is damaged: it does not say who plays")
    book = load(told["rules"])
    if book.hash != told["rules_hash"] or engine_for(book).version != told["engine_version"]:
        raise WrongUse(f"{path} was played under other rules of that name: the game cannot be gone on with")
    seeds = parse_seeds(told["seed"])
    experiment = experiment_of(
        told["rules"], len(bots), tuple(bots), seeds, 1, False, bot_seconds, rulebook=book
    )
    return JoinedGame(experiment, told["game"], told["seat"], decisions_of(told, path))
