"""`conquest join`: its options, its help, and the call that answers it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from conquestlab.reports.command_line.command import command
from conquestlab.reports.command_line.kinds import FILE, GAME
from conquestlab.reports.command_line.option import option, options
from conquestlab.reports.command_line.shared_options import BOT_SECONDS, RULES_OF_PLAY, SEED_OF_PLAY

if TYPE_CHECKING:
    from conquestlab.analysis.requests.games import JoinRequest
    from conquestlab.reports.answer import Answer, Output


@command(asks="games.JoinRequest", tables=False)
@options(
    RULES_OF_PLAY,
    option("--players -n N", "Number of players, you included.  [default: about 4]"),
    option("--bots -b NAME[,NAME…]", "One bot for all other seats, or one for each: as for play."),
    option("--seat N", "Your seat.", click.IntRange(1, 6)),
    option("--game -g I", "The number of the game.  [default: any]", GAME),
    SEED_OF_PLAY,
    option("--advise", "Before each choice show what a strong bot would do, and the exact odds of attacks."),
    option("--resume FILE", "Go on with a game that `save FILE` kept.", FILE),
    BOT_SECONDS,
    option("--output -o FILE", "At the end write the game to FILE: .html to watch, .txt or .jsonl.", FILE),
    option("--quiet -q", "No notes."),
)
def join(request: JoinRequest, output: Output) -> Answer:
    """Play a game yourself, in the terminal, against bots.

    You are asked for the choices of your seat, and type a number or words: `3`, `brazil 5`, `attack Brazil
    from Peru with 3 until won`. `?` lists what else you can type: the table, undo, save, quit.

    \b
    conquest join --rules risk-modern --players 3 --bots expert
    conquest join --rules risk-modern --players 3 --bots expert --seat 2 --advise --output game.html
    conquest join --resume evening.json
    """
    from conquestlab.reports.join_commands import join_answer

    return join_answer(request, output)
