"""`conquest need`: its options, its help, and the call that answers it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from conquestlab.reports.command_line.command import command
from conquestlab.reports.command_line.kinds import Chance
from conquestlab.reports.command_line.option import option, options
from conquestlab.reports.command_line.shared_options import DICE, PLOTTED, RULES_OF_ODDS

if TYPE_CHECKING:
    from conquestlab.analysis.requests.exact import NeedRequest
    from conquestlab.reports.answer import Answer, Output


@command(asks="exact.NeedRequest")
@options(
    click.argument("defenders", metavar="DEFENDERS…", nargs=-1, required=True),
    option("--chance P", "The chance you want: 75%, 0.75 or 3/4.", Chance(as_text=True), required=True),
    RULES_OF_ODDS,
    DICE,
    PLOTTED,
)
def need(request: NeedRequest, output: Output) -> Answer:
    """How many armies do I need?

    DEFENDERS as for `conquest odds`: one land, several in a row, or a tree. The armies are those that may
    attack; with --on-land the one that stays behind is counted too.

    \b
    conquest need 8 --chance 0.5
    conquest need 8 --chance 90% --rules conquete-1957 --rules risk-modern
    conquest need 8 --chance 75% --plot armies.png
    conquest need 3 2 4 --chance 2/3 --leave 2
    conquest need "3(2,4(1))" --chance 0.75
    """
    from conquestlab.reports.games.pages import exact_answer

    return exact_answer("need", request, output)
