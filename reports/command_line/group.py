"""Commands below one name: they are listed with what they do, and a name that is none is told the nearest."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import click

from conquestlab.analysis.language import translated
from conquestlab.reports.command_line.command import Command
from conquestlab.reports.command_line.translated import Translated


class Group(Translated, click.Group):
    """A command with others below it, such as `conquest runs`."""

    command_class = Command

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Read the words before the command; none at all ask for help."""
        return super().parse_args(ctx, args or ["--help"])

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the commands, each with what it does."""
        with formatter.section(translated("Commands")):
            formatter.write_dl(
                [(name, self.commands[name].get_short_help_str(90)) for name in self.list_commands(ctx)]
            )

    def resolve_command(self, ctx: click.Context, args: list[str]) -> Any:
        """Find a command, or name the nearest."""
        try:
            return super().resolve_command(ctx, args)
        except click.UsageError as error:
            from difflib import get_close_matches

            near = get_close_matches(args[0], self.list_commands(ctx), 1)
            meant = f"did you mean {near[0]}?" if near else f"there are {', '.join(self.list_commands(ctx))}"
            raise click.UsageError(f"no command {args[0]!r}: {meant}", ctx) from error


def group(name: str | None = None, **named: Any) -> Callable[[Callable[..., Any]], Group]:
    """Return what makes a function a group of commands, with parameters as of `click.group`."""
    return click.group(name, cls=Group, **named)
