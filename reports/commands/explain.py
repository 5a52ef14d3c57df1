"""`conquest explain`: its options, its help, and the call that answers it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from conquestlab.reports.command_line.command import command
from conquestlab.reports.command_line.option import option, options
from conquestlab.reports.command_line.shared_options import WRITTEN

if TYPE_CHECKING:
    from conquestlab.analysis.requests.explaining import ExplainRequest
    from conquestlab.reports.answer import Answer, Output


@command(asks="explaining.ExplainRequest")
@options(
    click.argument("names", metavar="[NAME]…", nargs=-1),
    option("--rules -r RULEBOOK", "Your own rulebooks, to see their values of a rule.", several=True),
    WRITTEN,
)
def explain(request: ExplainRequest, output: Output) -> Answer:
    """What does it mean? Every measure, rule, bot, term, column and sign that answers use, in plain words.

    NAME is written as tables and rulebooks print it, in any case; without one, all names are listed.

    \b
    conquest explain
    conquest explain win_share
    conquest explain fortify
    conquest explain dice.defender --rules thursday.toml
    conquest explain expert
    conquest explain 2+1+j
    conquest explain seat_chi2_p --format json
    """
    from conquestlab.reports.explain_commands import explain_answer

    return explain_answer(request, output)
