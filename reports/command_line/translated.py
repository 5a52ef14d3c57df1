"""Help in the reader's language: what a command says of itself is translated where it is shown."""

from __future__ import annotations

import inspect

import click

from conquestlab.analysis.language import ENGLISH, language, translated


class Translated(click.Command):
    """A command, or a group of them, whose help is in the reader's language."""

    def format_help(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the help in the reader's language."""
        _translate(self)
        super().format_help(ctx, formatter)

    def get_short_help_str(self, limit: int = 45) -> str:
        """Return the first words of the help in the reader's language."""
        _translate(self)
        return super().get_short_help_str(limit)


def _translate(command: click.Command) -> None:
    """Put the help of a command and of its options into the reader's language."""
    if language() == ENGLISH:
        return
    command.help = translated(inspect.cleandoc(command.help or ""))
    command.short_help = translated(command.short_help) if command.short_help else command.short_help
    for option in command.params:
        if isinstance(option, click.Option):
            option.help = translated(option.help or "")
            if isinstance(option.show_default, str):
                option.show_default = translated(option.show_default)
