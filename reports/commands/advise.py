"""`conquest advise`: its options, its help, and the call that answers it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from conquestlab.reports.command_line.command import command
from conquestlab.reports.command_line.kinds import FILE, FOLDER, GAME, ROUND
from conquestlab.reports.command_line.option import option, options
from conquestlab.reports.command_line.shared_options import BOTS, PLAYERS, RULES, SEATING, SEED, WRITTEN

if TYPE_CHECKING:
    from conquestlab.analysis.requests.advising import AdviseRequest
    from conquestlab.reports.answer import Answer, Output


@command(
    asks="advising.AdviseRequest",
    tables=False,
)
@options(
    RULES,
    option("--position FILE", "A position, FILE.toml or FILE.json; --example prints one.", FILE),
    option("--me LANDS", 'Your lands with their armies: "Brazil 5, Peru 3".'),
    option("--them LANDS", "With --me: those of another side that matter.", several=True),
    option("--game N", "A game instead, by its number.", GAME),
    option("--folder DIR", "With --game: a run that was kept.", FOLDER),
    option("--round R", "With --game: before a turn of this round.  [default: 4]", ROUND),
    option("--seat S", "With --game: the seat whose turn it is.  [default: 1]", click.IntRange(1, 6)),
    PLAYERS,
    option("--bots -b NAME[,NAME…]", f"With --game: {BOTS[0].lower()}{BOTS[1:]}"),
    SEATING,
    option(
        "--simulate N",
        "How often each attack and plan is played on; 0 for the odds alone.",
        click.IntRange(0, 100_000),
    ),
    option("--example", "Write the position instead, as a file to be edited."),
    SEED,
    WRITTEN,
)
def advise(request: AdviseRequest, output: Output) -> Answer:
    """What should I attack? The exact odds of every attack, what it gains, and the chance to win the game.

    The position is a file in the form of the bot protocol, lands in words, or a game at a turn. Odds are
    exact; chances to win assume that everybody plays on as the bot planner would.

    \b
    conquest advise --example --output position.toml
    conquest advise --position position.toml
    conquest advise --rules risk-modern --me "Brazil 5, Peru 3" --them "North Africa 3, Venezuela 2"
    conquest advise --rules risk-modern --players 4 --bots expert --game 12 --round 5 --seat 2
    """
    from conquestlab.reports.games.pages import exact_answer

    output.check(tables=not (request.example and output.names_toml))
    return exact_answer("advise", request, output)
