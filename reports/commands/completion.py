"""`conquest completion`: its options, its help, and the call that answers it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from conquestlab.reports.command_line.command import command
from conquestlab.reports.command_line.option import options
from conquestlab.reports.command_line.program import program

if TYPE_CHECKING:
    from conquestlab.reports.answer import Answer, Output


@command()
@options(click.argument("shell", metavar="bash|zsh|fish", type=click.Choice(["bash", "zsh", "fish"])))
def completion(shell: str, output: Output) -> Answer:
    """Print what makes a shell complete commands, options, rulebooks with their keys, bots and measures.

    Put the first line below into ~/.bashrc, or the second into ~/.zshrc, or run the third once.

    \b
    eval "$(conquest completion bash)"
    eval "$(conquest completion zsh)"
    conquest completion fish > ~/.config/fish/completions/conquest.fish
    """
    from click.shell_completion import get_completion_class

    from conquestlab.reports.answer import Answer

    found = get_completion_class(shell)
    assert found is not None
    click.echo(found(program(), {}, "conquest", "_CONQUEST_COMPLETE").source())
    return Answer(None)
