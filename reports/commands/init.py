"""`conquest init`: its options, its help, and the call that answers it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from conquestlab.reports.command_line.command import command
from conquestlab.reports.command_line.kinds import FOLDER
from conquestlab.reports.command_line.option import option, options
from conquestlab.reports.command_line.shared_options import WRITTEN

if TYPE_CHECKING:
    from conquestlab.reports.answer import Answer, Output


@command()
@options(
    click.argument("folder", metavar="FOLDER", type=FOLDER),
    option(
        "--from RULEBOOK", "The rulebook to extend.", named="parent", default="risk-modern", show_default=True
    ),
    WRITTEN,
)
def init(folder: str, parent: str, output: Output) -> Answer:
    """Make FOLDER with a game of your own: a commented rulebook, a small map, and what to try first.

    The rulebook extends another, by default risk-modern. It checks and plays at once. Nothing is overwritten.

    \b
    conquest init my-game
    conquest init my-express --from risk-express
    """
    from conquestlab.reports.init_commands import init_answer

    return init_answer(folder, parent)
