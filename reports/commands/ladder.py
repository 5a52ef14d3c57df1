"""`conquest ladder`: its options, its help, and the call that answers it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from conquestlab.reports.command_line.command import command
from conquestlab.reports.command_line.kinds import SOME_GAMES, Count
from conquestlab.reports.command_line.option import option, options
from conquestlab.reports.command_line.shared_options import (
    BOT_SECONDS,
    DEBUG,
    DRAWN_ANYWHERE,
    MEASURED,
    RULES,
)

if TYPE_CHECKING:
    from conquestlab.analysis.requests.games import LadderRequest
    from conquestlab.reports.answer import Answer, Output


@command(asks="games.LadderRequest")
@options(
    RULES,
    option("--players -n N", "Number of players: 4, 2-6 or 2,3,5.  [default: all that the rulebook allows]"),
    option(
        "--bots -b NAME[,NAME…]",
        "Who is on the ladder: names, bot files, FILE.py:NAME or exec:PROGRAM.  "
        "[default: all bots of the game]",
    ),
    option("--one NAME[,NAME…]", "No ladder: this bot alone against others; several take turns."),
    option(
        "--against NAME[,NAME…]",
        "With --one: the bot in all other seats, or one for each of them.",
        several=True,
    ),
    option("--games -g N", "Games for each number of players.  [default: 10000]", SOME_GAMES),
    option(
        "--lineups N",
        "Most seatings to play; a balanced sample if there are more.  [default: 120]",
        Count(1, 1_000_000),
    ),
    option("--anchor NAME", "The bot whose rating is set to 0.  [default: the mean of all]"),
    option(
        "--figure MEASURE",
        "Draw one measure alone: rating, elo, seat_rating, win_share, pair_share, triple or misfit.",
    ),
    MEASURED,
    BOT_SECONDS,
    DEBUG,
    DRAWN_ANYWHERE,
)
def ladder(request: LadderRequest, output: Output) -> Answer:
    """Rate bots against each other: ratings, win shares, and who beats whom.

    Every bot plays equally often, in every seat and with every other bot. In each row `of` is a bot or a
    seat, and `against` is whom it met.

    \b
    conquest ladder --rules risk-express
    conquest ladder --rules risk-modern --bots random,reckless --players 2-3 --plot ladder.png
    conquest ladder --rules risk-express --players 4 --anchor points --games 50000
    conquest ladder --rules risk-express --one expert --against points --players 2-6
    conquest ladder --rules risk-express --one expert --against points,points,random
    conquest ladder --rules risk-modern --games 200000 --cluster tcp://host:8786
    """
    from conquestlab.reports.ladder_commands import ladder_answer

    return ladder_answer(request, output)
