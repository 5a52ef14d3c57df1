"""The commands of `conquest`, as its help lists them.

Each stands in a module of its own name: `conquest odds` is in reports/commands/odds.py, with its options, its
help, and one call that takes the request and returns the answer. What all of them share is in
reports/command_line/. Nothing of weight is imported before a command needs it.
"""

from __future__ import annotations

import os

import click

from conquestlab.analysis.language import LANGUAGES
from conquestlab.analysis.version import VERSION
from conquestlab.reports.command_line.program import Program

# Sums of fractions come out the same however many cores there are, and no thread waits for work by spinning.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

COMMANDS = {
    "Odds and cards": {
        "odds": "What are the odds of an attack? The exact answer.",
        "need": "How many armies do I need?",
        "cards": "Sets of cards, what they bring, and when to exchange them.",
        "explain": "What a measure, a rule, a bot, a column or a sign means.",
    },
    "Games": {
        "play": "Simulate many games, and measure them.",
        "replay": "Show one game, event by event.",
        "join": "Play a game yourself, against bots.",
        "advise": "The best attacks of a position, and what plans are worth.",
    },
    "Designing": {
        "init": "Begin a game of your own: rules, a small map, what to try.",
        "rules": "List, show, check and compare rulebook files.",
        "compare": "Compare rulebooks or variants on the same games.",
        "sweep": "Measure a grid of rules, numbers of players and bots.",
        "tune": "Find the rule value that balances the seats or hits a target.",
        "report": "Write a report: one HTML page with verdicts, figures and tables.",
    },
    "Bots": {
        "ladder": "Rate bots against each other.",
        "train": "Improve a bot's weights by self-play.",
        "learn": "Let a bot learn what positions are worth.",
        "exploit": "Measure how much a trained opponent gains on a bot.",
        "bots": "Begin, check and list bots, and ask one again.",
    },
    "Runs that are kept": {
        "runs": "Show, check, merge, export and extend runs that are kept.",
    },
    "Evidence and speed": {
        "verify": "Check against published tables and an independent referee.",
        "bench": "Measure the speed of this machine.",
    },
    "This program": {
        "config": "Show what is taken where nothing is typed, and set it.",
        "completion": "Print what makes your shell complete words of conquest.",
        "docs": "Read the documentation.",
    },
}
"""By heading, the commands that stand below it, and what each does."""


def _version(ctx: click.Context, _option: click.Parameter, asked: bool) -> None:
    if asked:
        click.echo(VERSION)
        ctx.exit()


@click.group(
    cls=Program,
    listed=COMMANDS,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)
@click.option(
    "--version",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=_version,
    help="Show the version and exit.",
)
@click.option(
    "--lang",
    type=click.Choice(LANGUAGES),
    expose_value=False,
    help="The language of help, answers, figures and pages; messages of errors and the documentation stay "
    "English. It may stand anywhere.  [default: that of the system]",
)
def main() -> None:
    """A laboratory for games of world conquest: odds of an attack, variants of a rule, balance of a game."""


if __name__ == "__main__":
    main()
