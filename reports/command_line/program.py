"""The program as a whole: its language, its end, and its commands, of which it builds the one that is run.

To build a command takes time, for its options above all. So the program is told names and headings, and what
each command does in a line. That is enough to list them; the module of a command is imported when the command
is run or its own help is asked for.
"""

from __future__ import annotations

import os
import sys
from collections import UserDict
from collections.abc import Iterator, Mapping
from importlib import import_module
from typing import TYPE_CHECKING, Any

import click

from conquestlab.analysis.language import LANGUAGES, language, language_asked, translated, use_language
from conquestlab.reports.command_line.endings import flush, status_and_line, tell
from conquestlab.reports.command_line.group import Group

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

COMMANDS = "conquestlab.reports.commands"  # in which each command is a module of its name


class Program(Group):
    """The group of all commands; every error leaves it as one line on stderr and a status.

    Parameters
    ----------
    listed : mapping
        By heading, the names of the commands below it, each with what it does in a line.
    """

    def __init__(self, *given: Any, listed: Mapping[str, Mapping[str, str]], **named: Any):
        super().__init__(*given, **named)
        self.listed = listed
        self.abouts = {name: about for below in listed.values() for name, about in below.items()}
        self.commands = BuiltWhenAsked(self.abouts)

    def main(self, args: Any = None, *rest: Any, standalone_mode: bool = True, **options: Any) -> Any:
        """Run a command; ends the process unless `standalone_mode` is off."""
        words = list(sys.argv[1:] if args is None else args)
        options = {"prog_name": "conquest", **options, "obj": words, "standalone_mode": False}
        if not standalone_mode:
            return super().main(words, *rest, **options)
        from conquestlab.kernels.compiling.interrupts import heed_lost_interrupts

        heed_lost_interrupts()
        try:
            choose_language(words)
            status = super().main(words, *rest, **options)
        except (Exception, KeyboardInterrupt) as error:
            status, line = status_and_line(error)
            if line:
                tell(line)
        flush()
        sys.exit(status if isinstance(status, int) else 0)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the commands under their headings, each with what it does; none is built for it."""
        for heading, below in self.listed.items():
            with formatter.section(translated(heading)):
                formatter.write_dl([(name, translated(about)) for name, about in below.items()])

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
        """Return the commands that begin so, each with what it does, and options; none is built for it."""
        from click.shell_completion import CompletionItem

        found = [
            CompletionItem(name, help=translated(self.abouts[name]))
            for name in self.list_commands(ctx)
            if name.startswith(incomplete)
        ]
        return [*found, *click.Command.shell_complete(self, ctx, incomplete)]


class BuiltWhenAsked(UserDict[str, click.Command]):
    """Commands by name, each built when it is first asked for.

    Parameters
    ----------
    abouts : mapping
        The names of the commands, in order, each with what it does in a line.
    """

    def __init__(self, abouts: Mapping[str, str]):
        super().__init__()
        self.abouts = abouts

    def __missing__(self, name: str) -> click.Command:
        about = self.abouts[name]
        self.data[name] = getattr(import_module(f"{COMMANDS}.{name}"), name)
        self.data[name].short_help = about
        return self.data[name]

    def __contains__(self, name: object) -> bool:
        return name in self.abouts

    def __iter__(self) -> Iterator[str]:
        return iter(self.abouts)

    def __len__(self) -> int:
        return len(self.abouts)


def program() -> Program:
    """Return the program that runs, with all its commands."""
    found = click.get_current_context().find_root().command
    assert isinstance(found, Program)
    return found


def choose_language(words: list[str]) -> None:
    """Answer in the language that is asked for, and take the asking out of the words, wherever it stands."""
    asked = language_asked(os.environ)
    for place, word in enumerate(words):
        name, equals, value = word.partition("=")
        if name == "--lang":
            asked = value if equals else "".join(words[place + 1 : place + 2])
            del words[place : place + (1 if equals else 2)]
            break
    if asked not in LANGUAGES:
        raise click.UsageError(f"--lang takes one of {', '.join(LANGUAGES)}, not {asked!r}")
    if asked != language():
        use_language(asked)
