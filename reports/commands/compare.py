"""`conquest compare`: its options, its help, and the call that answers it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from conquestlab.reports.command_line.command import command
from conquestlab.reports.command_line.kinds import Chance
from conquestlab.reports.command_line.option import completed, option, options
from conquestlab.reports.command_line.shared_options import (
    DRAWN_ANYWHERE,
    EVERY,
    GAMES,
    MARGIN_OF_DIFFERENCES,
    RULES_TOO,
    SECONDS,
    SEVERAL_TABLES,
)

if TYPE_CHECKING:
    from conquestlab.analysis.requests.games import CompareRequest
    from conquestlab.reports.answer import Answer, Output


@command(asks="games.CompareRequest")
@options(
    click.argument("rules", metavar="A B [C…]", nargs=-1, shell_complete=completed),
    RULES_TOO,
    SEVERAL_TABLES,
    GAMES,
    option(
        "--within H", "Play until every difference of win shares is known to within ±H, such as 0.005.", float
    ),
    option(
        "--detect SIZE",
        "Play as many games as it takes to find a difference of this size: 2points, 0.02, 2%, rounds=1.",
    ),
    option("--power P", "How often a difference of that size is found: 80%, 0.8.", Chance()),
    MARGIN_OF_DIFFERENCES,
    option(
        "--measure NAME",
        "A primary question, such as rounds; shown alone unless there is --all.  "
        "[default: seats, length, cut off, openness, bots that differ]",
        several=True,
        named="measures",
    ),
    EVERY,
    option("--robust", "Only + - = ?, for every set of bots and number of players."),
    SECONDS,
    option("--same-bots", "Use the bots trained for A everywhere; otherwise each rulebook has its own."),
    option("--figure MEASURE", "Draw one measure alone, such as snowball_auc."),
    option("--apart N", "Other dice for B, C …, from this seed.  [default: the same dice]"),
    DRAWN_ANYWHERE,
)
def compare(request: CompareRequest, output: Output) -> Answer:
    """Compare rulebooks or variants: play the same games under each, and show how their measures differ.

    The others are compared with A. Every difference has an interval, a size and a verdict in words. A few
    primary questions are tested as one family (Holm), all others as exploratory (Benjamini and Hochberg).

    \b
    conquest compare conquete-1957 conquete-1957-3v2
    conquest compare risk-modern risk-modern,dice.defender=3 --players 2-6 --games 20000
    conquest compare risk-express risk-express,continue_failed=off --bots points --bots expert
    conquest compare conquete-1957 conquete-1957-3v2 --robust
    conquest compare risk-modern risk-modern,dice.defender=3 --detect 2points
    conquest compare risk-modern my-rules.toml --within 0.005 --plot differences.png
    conquest compare risk-modern my-rules.toml --games 1000000 --cluster tcp://host:8786
    """
    from conquestlab.reports.compare_commands import compare_answer

    return compare_answer(request, output)
