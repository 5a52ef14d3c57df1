"""`conquest verify`: its options, its help, and the call that answers it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from conquestlab.reports.command_line.command import command
from conquestlab.reports.command_line.kinds import SOME_GAMES, Count
from conquestlab.reports.command_line.option import option, options
from conquestlab.reports.command_line.shared_options import BOTS_OF_TABLE, PLAYERS, SEEDS_ANYWHERE, WRITTEN

if TYPE_CHECKING:
    from conquestlab.analysis.requests.games import VerifyRequest
    from conquestlab.reports.answer import Answer, Output


@command(asks="games.VerifyRequest")
@options(
    option(
        "--games -g N",
        "Games of each rulebook for the referee; a thousand times as many battles are simulated. With "
        "--coverage, games of a run.  [default: 200, or 1500]",
        SOME_GAMES,
    ),
    option("--coverage", "Try the intervals of all measures on games of your rulebook instead."),
    PLAYERS,
    BOTS_OF_TABLE,
    option("--repetitions N", "Runs to try the intervals on.", Count(1, 10**6)),
    option("--only [published|statistics|simulated|referee]", "Run this check alone.", several=True),
    option("--rules -r RULEBOOK", "Rulebooks to check.  [default: all built in]", several=True),
    SEEDS_ANYWHERE,
    WRITTEN,
)
def verify(request: VerifyRequest, output: Output) -> Answer:
    """Check against published tables, known statistics, simulations and an independent referee.

    One row for each check, with its verdict: ok or differs. Ends with status 1 if anything differs.

    \b
    conquest verify
    conquest verify --only published --only simulated
    conquest verify --only referee --games 10000
    conquest verify --rules my-rules.toml --rules risk-express --seed 7
    conquest verify --coverage --rules my-rules.toml --players 4 --bots expert
    conquest verify --only referee --games 100000 --cluster tcp://host:8786
    """
    from conquestlab.reports.verify_commands import verify_answer

    return verify_answer(request, output)
