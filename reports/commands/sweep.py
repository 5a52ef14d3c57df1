"""`conquest sweep`: its options, its help, and the call that answers it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from conquestlab.reports.command_line.command import command
from conquestlab.reports.command_line.kinds import FOLDER, SOME_GAMES
from conquestlab.reports.command_line.option import completed, option, options
from conquestlab.reports.command_line.shared_options import (
    DRAWN_ANYWHERE,
    EVERY,
    MARGIN_OF_DIFFERENCES,
    PLAYERS,
    RULES_TOO,
    SEATING,
    USUAL_BOTS,
)

if TYPE_CHECKING:
    from conquestlab.analysis.requests.sweeps import SweepRequest
    from conquestlab.reports.answer import Answer, Output


@command(asks="sweeps.SweepRequest")
@options(
    click.argument("rules", metavar="[RULEBOOK]", required=False, shell_complete=completed),
    RULES_TOO,
    option(
        "--vary KEY=VALUES",
        "A key with its values: dice.defender=2,3, cards.scale_step=0..10..5 or cards.scale=[4,6],[6,8].",
        several=True,
    ),
    PLAYERS,
    option("--bots -b NAME[,NAME…]", USUAL_BOTS, several=True),
    SEATING,
    option(
        "--measure NAME[,NAME…]",
        "Which measures, or all but those of noted games.  [default: win_share, rounds, unfinished_share and "
        "comeback_share]",
        several=True,
    ),
    option(
        "--games -g N", "Games of each cell; with --within on average at most.  [default: 10000]", SOME_GAMES
    ),
    option(
        "--within H",
        "Give more games to the cells whose first measure is not known to within ±H, or whose difference "
        "is undecided.",
        float,
    ),
    option(
        "--against KEY=VALUE[,…]",
        "The cell that the others are compared with.  [default: the rulebook unchanged, or the first]",
    ),
    MARGIN_OF_DIFFERENCES,
    option("--figure MEASURE[.OF]", "What --plot draws: rounds, win_share.1 …  [default: the first measure]"),
    EVERY,
    option("--out DIR", "Keep the sums of every cell in DIR; resumable.", FOLDER),
    option("--resume", "Continue the sweep in DIR."),
    DRAWN_ANYWHERE,
)
def sweep(request: SweepRequest, output: Output) -> Answer:
    """Measure a grid: rules that vary, numbers of players and bots; one table of all cells.

    VALUES are a list (2,3 or on,off or [4,6,8],[6,8,10]) or a range with its step (0..10..5). Every cell
    plays the same games with the same luck, and is compared with the base: the rulebook unchanged, with as
    many players and the same bots.

    \b
    conquest sweep risk-modern --vary dice.defender=2,3 --players 2-6
    conquest sweep risk-modern --vary dice.defender=2,3 --vary cards.scale_step=0..10..5 --plot map.png
    conquest sweep risk-modern --vary cards.scale_step=0..10 --players 4 --figure rounds --plot curve.svg
    conquest sweep risk-express --players 2-6 --bots points --bots expert --measure all --format csv
    conquest sweep risk-modern --vary dice.sides=4..8 --bots reckless --within 0.01 --out grid
    conquest sweep risk-modern --vary dice.sides=4..8 --bots reckless --within 0.01 --out grid --resume
    """
    from conquestlab.reports.sweep_commands import sweep_answer

    return sweep_answer(request, output)
