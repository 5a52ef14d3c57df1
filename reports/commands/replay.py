"""`conquest replay`: its options, its help, and the call that answers it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from conquestlab.reports.command_line.command import command
from conquestlab.reports.command_line.kinds import FILE
from conquestlab.reports.command_line.option import option, options
from conquestlab.reports.command_line.shared_options import DEBUG, RULES_OF_PLAY, SEED_OF_PLAY, TABLE

if TYPE_CHECKING:
    from conquestlab.analysis.requests.games import ReplayRequest
    from conquestlab.reports.answer import Answer, Output


@command(asks="games.ReplayRequest", tables=False)
@options(
    click.argument("folder", metavar="[DIR]", required=False),
    option("--game -g I", "The number of the game, from 0; or of several, as in 0-47.", required=True),
    RULES_OF_PLAY,
    TABLE,
    DEBUG,
    SEED_OF_PLAY,
    option("--check", "Let a referee check the game; status 1 if it finds a fault."),
    option("--format -f [text|jsonl|html]", "Output format; html is a page to watch it.  [default: text]"),
    option("--output -o FILE", "Write the game to FILE; FILE.html is a page to watch it.", FILE),
    option("--quiet -q", "No notes but what --check finds."),
)
def replay(request: ReplayRequest, output: Output) -> Answer:
    """Show one game, event by event.

    The game is that of `conquest play` with the same rules, players, bots and seed, or of the run kept in
    DIR.

    \b
    conquest replay --rules risk-express --game 12
    conquest replay --rules risk-express --players 3 --bots expert --seed 7 --game 0 --format jsonl
    conquest replay --rules risk-modern --players 3 --bots expert --game 5 --output game.html
    conquest replay run --game 41 --check
    conquest replay run --game 0-47 --check --format jsonl --output games.jsonl
    """
    from conquestlab.reports.play_commands import replay_answer

    return replay_answer(request, output)
