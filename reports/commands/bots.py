"""`conquest bots`: the commands below it, each with its options, its help, and the call that answers it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from conquestlab.reports.command_line.group import group
from conquestlab.reports.command_line.kinds import SOME_GAMES
from conquestlab.reports.command_line.option import option, options
from conquestlab.reports.command_line.shared_options import BOT_SECONDS, SEED, WRITTEN

if TYPE_CHECKING:
    from conquestlab.analysis.requests.bots import AskBotRequest, CheckBotRequest
    from conquestlab.reports.answer import Answer, Output


@group()
def bots() -> None:
    """What helps to write a bot of your own.

    \b
    conquest bots list
    conquest bots new my_bot.py
    conquest bots check my_bot.py:MyBot
    conquest bots ask failed-mine-game-3-decision-17.json my_bot.py:MyBot
    """


@bots.command("list", short_help="The bots that ship, and how strong they are.")
@WRITTEN
def bots_list(output: Output) -> Answer:
    """List the bots that come with conquestlab: of which game, what made of, how they play, how strong.

    \b
    conquest bots list
    conquest bots list --format json
    """
    from conquestlab.reports.bot_commands import list_answer

    return list_answer()


@bots.command("new", short_help="Begin a bot of your own in Python.")
@options(
    click.argument("file", metavar="FILE.py"),
    option(
        "--rules -r RULEBOOK", "The rulebook it is to play.  [default: risk-modern]", default="risk-modern"
    ),
    option("--program", "A program that speaks the protocol by itself, instead of a class."),
    WRITTEN,
)
def bots_new(file: str, rules: str, program: bool, output: Output) -> Answer:
    """Write a commented bot that plays at once, to be changed.

    \b
    conquest bots new my_bot.py
    conquest bots new my_bot.py --rules risk-express
    conquest bots new my_program.py --program
    """
    from conquestlab.reports.bot_commands import new_answer

    return new_answer(file, rules, program)


@bots.command("check", short_help="Play a few games with your bot.", asks="bots.CheckBotRequest")
@options(
    click.argument("bot", metavar="BOT"),
    option(
        "--rules -r RULEBOOK",
        "A rulebook to try.  [default: all of conquest, cut short]",
        several=True,
    ),
    option("--games -g N", "Games for each rulebook and number of players.", SOME_GAMES),
    SEED,
    BOT_SECONDS,
    WRITTEN,
)
def bots_check(request: CheckBotRequest, output: Output) -> Answer:
    """Play a few games with a bot, all of them twice: does it answer rightly, how fast, and always alike?

    Status 1 if it fails, or if a game is another one the second time.

    \b
    conquest bots check my_bot.py:MyBot
    conquest bots check 'exec:./mybot --level 3' --rules risk-express --games 6
    """
    from conquestlab.reports.bot_commands import check_answer

    return check_answer(request, output)


@bots.command("ask", short_help="Ask a bot the question it failed at.", asks="bots.AskBotRequest")
@options(click.argument("file", metavar="FILE"), click.argument("bot", metavar="BOT"), BOT_SECONDS, WRITTEN)
def bots_ask(request: AskBotRequest, output: Output) -> Answer:
    """Ask a bot a question that --debug saved, and show what it answers; what it prints is shown too.

    \b
    conquest bots ask failed-mine-game-3-decision-17.json my_bot.py:MyBot
    """
    from conquestlab.reports.bot_commands import ask_answer

    return ask_answer(request)
