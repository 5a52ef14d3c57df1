"""`conquest tune`: its options, its help, and the call that answers it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from conquestlab.reports.command_line.command import command
from conquestlab.reports.command_line.kinds import ANY_GAMES, SOME_GAMES
from conquestlab.reports.command_line.option import option, options
from conquestlab.reports.command_line.shared_options import (
    BOTS,
    DRAWN_ANYWHERE,
    MEASURED,
    ONE_RULES,
    PLAYERS,
    QUICKER,
    SEATING,
)

if TYPE_CHECKING:
    from conquestlab.analysis.requests.searches import TuneRequest
    from conquestlab.reports.answer import Answer, Output


@command(asks="searches.TuneRequest")
@options(
    ONE_RULES,
    PLAYERS,
    option(
        "--bots -b NAME[,NAME…]",
        f"{BOTS} The numbers have to suit all sets. {QUICKER}  [default: as for play]",
        several=True,
    ),
    SEATING,
    option("--vary KEY[=LOW..HIGH]", "A number in the rulebook to look for.", several=True, required=True),
    option("--target MEASURE=NUMBER", "The goal: a measure of `conquest play` and the value you want."),
    option("--games -g N", "Games to search with.  [default: 100000]", SOME_GAMES),
    option("--within H", "Search until every number is known to within ±H, such as 0.5.", float),
    option(
        "--confirm N",
        "Fresh games to confirm the best whole numbers; 0 for none.  [default: by --tolerance]",
        ANY_GAMES,
    ),
    option(
        "--tolerance M",
        "How far from the target still counts as met: a share, of other measures a part of the target.  "
        "[default: 0.015 and 0.05]",
        float,
        named="margin",
        old="--margin",
    ),
    option("--response", "Also list every setting that was tried."),
    MEASURED,
    DRAWN_ANYWHERE,
)
def tune(request: TuneRequest, output: Output) -> Answer:
    """Find the rule value that balances the seats, or that brings a measure to a target.

    KEY is a key of the rulebook, an entry of a list or a table (handicap.armies.2 is that of seat 2), or a
    list as a whole: handicap.armies stands for all seats but the strongest. The answer comes with its
    interval and in whole numbers, which are then played again under another seed. Ends with status 1 if no
    whole numbers meet the target.

    \b
    conquest tune --rules risk-modern --players 3 --vary handicap.armies
    conquest tune --rules risk-modern --players 3 --vary armies.2 --vary armies.3=-30..0 --plot armies.png
    conquest tune --rules risk-modern --players 4 --vary cards.scale --target rounds=12
    conquest tune --rules risk-modern --players 3 --vary max_rounds=10..60 --target unfinished_share=0.05
    conquest tune --rules risk-express --players 2 --vary handicap.points.2 --within 0.1
    conquest tune --rules risk-modern --players 3 --vary handicap.armies --cluster tcp://host:8786
    """
    from conquestlab.reports.tune_commands import tune_answer

    return tune_answer(request, output)
