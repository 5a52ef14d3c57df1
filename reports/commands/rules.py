"""`conquest rules`: the commands below it, each with its options, its help, and the call that answers it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from conquestlab.reports.command_line.group import group
from conquestlab.reports.command_line.kinds import FILE
from conquestlab.reports.command_line.option import completed, option, options
from conquestlab.reports.command_line.shared_options import WRITTEN

if TYPE_CHECKING:
    from conquestlab.reports.answer import Answer, Output


@group()
def rules() -> None:
    """List rulebooks, show one, check a file, or see how two of them differ.

    \b
    conquest rules list
    conquest rules show risk-modern
    conquest rules show conquete-1957,dice.defender=2
    conquest rules check my-rules.toml
    conquest rules diff conquete-1957 risk-modern
    """


@rules.command("list")
@WRITTEN
def rules_list(output: Output) -> Answer:
    """List the rulebooks that have a name: the built-in ones, and those of games from other packages.

    \b
    conquest rules list
    conquest rules list --format json
    """
    from conquestlab.analysis.rules.rulebook_answers import list_rulebooks
    from conquestlab.reports.answer import Answer
    from conquestlab.reports.page import Page

    return Answer(Page(list_rulebooks()))


@rules.command("show")
@options(
    click.argument("rulebook", shell_complete=completed),
    option("--plot FILE", "Draw the map: FILE.png, FILE.svg or FILE.pdf.", FILE),
    WRITTEN,
)
def rules_show(rulebook: str, output: Output) -> Answer:
    """Show every value of a rulebook, where it comes from, and what the parent says.

    --plot draws the map that the rulebook is played on. A map file may be named instead of a rulebook.

    \b
    conquest rules show risk-modern
    conquest rules show conquete-1957,cards.scale=[6,8,10]
    conquest rules show risk-modern --plot map.svg
    """
    from conquestlab.reports.rules_commands import show_answer

    return show_answer(rulebook, output)


@rules.command("check")
@options(click.argument("rulebook", metavar="FILE", shell_complete=completed), WRITTEN)
def rules_check(rulebook: str, output: Output) -> Answer:
    """List all errors of a rulebook or map file: key, value, what is allowed, and the nearest known key.

    A map without errors is summed up: its continents side by side, its narrow points. Ends with status 1 if
    there are errors.

    \b
    conquest rules check my-rules.toml
    conquest rules check my-map.toml
    """
    from conquestlab.reports.rules_commands import check_answer

    return check_answer(rulebook, output)


@rules.command("diff")
@options(
    click.argument("one", metavar="A", shell_complete=completed),
    click.argument("other", metavar="B", shell_complete=completed),
    option("--all", "List every land and border that differs, however many."),
    WRITTEN,
)
def rules_diff(one: str, other: str, all: bool, output: Output) -> Answer:
    """Show the rules that differ between two rulebooks.

    Of two maps that differ in many lands or borders, what is new, gone or renamed is summed up.

    \b
    conquest rules diff conquete-1957 conquete-1957-second
    conquest rules diff risk-modern risk-modern,fortify=connected
    conquest rules diff risk-modern my-rules.toml --all
    """
    from conquestlab.reports.rules_commands import diff_answer

    return diff_answer(one, other, all)
