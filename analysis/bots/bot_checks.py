"""Tries a bot outside: a few games under each rulebook, what it answers wrongly, how fast, and whether alike.

Every game is played twice, with a fresh program each time. A bot whose games differ decides by something else
than what it is told, so they cannot be played again by anybody.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from conquestlab.analysis.bots.external_bots import ExternalBotFailed
from conquestlab.analysis.bots.kept_programs import KEPT
from conquestlab.analysis.bots.named_bots import name_and_bot
from conquestlab.analysis.bots.user_bots import is_user_bot, user_bot
from conquestlab.analysis.errors import WrongUse
from conquestlab.analysis.games import engine_for
from conquestlab.analysis.games.engine import seats_of
from conquestlab.analysis.requests.bots import CheckBotRequest
from conquestlab.analysis.rules.faults import shown
from conquestlab.analysis.rules.rulebook import Rulebook, load
from conquestlab.analysis.rules.rulebook_files import known_names
from conquestlab.analysis.seeds import parse_seeds

USUAL_GAME = "conquest"  # whose rulebooks are tried where none is named
Row = dict[str, Any]


def check_bot(request: CheckBotRequest) -> Iterator[Row]:
    """Yield a row for each rulebook and number of players: what was played, and what was met.

    `questions_per_second` counts the time of the bot and of the talk with it alone. `again` tells whether the
    games were the same the second time; `fault` is empty where nothing went wrong.
    """
    rest = name_and_bot(request.bot)[1]
    if not is_user_bot(rest) or not user_bot(rest, "").is_outside:
        raise WrongUse(
            f"bot {shown(request.bot)}: check a class or a program, as in bot.py:Timid or exec:./bot"
        )
    if request.games < 1:
        raise WrongUse(f"{request.games} games: give 1 or more")
    for text, book in _books(request.rules):
        for seats in seats_of(book):
            yield _checked(request, text, book, seats)


def _books(asked: Sequence[str]) -> Iterator[tuple[str, Rulebook]]:
    """Yield what is tried: rulebooks that are named, or all of the usual game, whose games are kept short."""
    for text in asked:
        yield text, load(text)
    if asked:
        return
    for name in known_names():
        book = load(name)
        if book.game == USUAL_GAME:
            limits = ",".join(f"{key}={most}" for key, most in engine_for(book).random_limits.items())
            yield name, load(f"{name},{limits}") if limits else book


def _checked(request: CheckBotRequest, text: str, book: Rulebook, seats: int) -> Row:
    first, again = _played(request, book, seats), _played(request, book, seats)
    fault = first["fault"] or again["fault"]
    same = bool(first["rows"] == again["rows"])
    waited = first["waited"] + again["waited"]
    asked = first["asked"] + again["asked"]
    return {
        "rules": text,
        "players": seats,
        "games": request.games,
        "questions": first["asked"],
        "questions_per_second": round(asked / waited) if waited else None,
        "again": None if fault else "same" if same else "other",
        "fault": fault,
    }


def _played(request: CheckBotRequest, book: Rulebook, seats: int) -> Row:
    """Play the games with a fresh program, the bot at each seat in turn, beside a fast bot of the game."""
    from conquestlab.analysis.playing.seated_game import SeatedGame

    engine = engine_for(book)
    others = [engine.fast_bot] * (seats - 1)
    table = SeatedGame(book, [request.bot, *others], shared=True, bot_seconds=request.bot_seconds)
    bots = list(table.external_bots.values())
    rows, fault = b"", ""
    try:
        rows = table.play(parse_seeds(request.seed).words, 0, request.games).tobytes()
    except ExternalBotFailed as failure:
        fault = str(failure).partition(", ")[2].removesuffix("; the game is void")
    programs = KEPT.waiting(bots[0])
    asked, waited = sum(one.asked for one in programs), sum(one.waited for one in programs)
    table.close()
    return {"rows": rows, "fault": fault, "asked": asked, "waited": waited}
