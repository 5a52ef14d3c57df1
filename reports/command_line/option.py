"""How an option is declared: as help shows it, with old spellings that still work and words for a shell."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Sequence
from typing import Any

import click

Decorator = Callable[[Callable[..., Any]], Callable[..., Any]]


class Option(click.Option):
    """An option with old spellings, which work as before and are not shown."""

    def __init__(self, names: Sequence[str], *given: Any, old: Sequence[str] = (), **named: Any):
        super().__init__([*names, *old], *given, **named)
        self.old = tuple(old)

    def get_help_record(self, ctx: click.Context) -> tuple[str, str] | None:
        """Return what help shows of it."""
        all_names, self.opts = self.opts, [name for name in self.opts if name not in self.old]
        try:
            return super().get_help_record(ctx)
        finally:
            self.opts = all_names


def written(option: click.Parameter) -> str:
    """Return how an option or argument is written in full, as a message names it."""
    return max((name for name in option.opts if name not in getattr(option, "old", ())), key=len)


def option(
    form: str,
    help: str,
    type: Any = None,
    *,
    named: str = "",
    several: bool = False,
    old: str = "",
    **more: Any,
) -> Decorator:
    """Return an option.

    Parameters
    ----------
    form : str
        As help shows it: "--games -g N" or "--aim [lead|armies]"; a flag has no word after its names.
    help : str
    type : click.ParamType, optional
        Text if it is not given.
    named : str
        What it is called inside, where that is not its own name.
    several : bool
        Whether it may be given several times; its help then says so.
    old : str
        Spellings of before, with blanks between, which still work.
    **more
        As of `click.option`.
    """
    names = [word for word in form.split(" ") if word.startswith("-")]
    metavar = form.removeprefix(" ".join(names)).strip()
    if several:
        more["multiple"] = True
        says, gap, usual = help.partition("  [default")
        help = f"{says} May be given several times.{gap}{usual}"
    if "|" in metavar:
        more["type"] = click.Choice(metavar.strip("[]").split("|"))
    elif metavar:
        more |= {"metavar": metavar, "type": type}
    else:
        more.setdefault("is_flag", True)
    more |= {"cls": Option, "old": old.split(), "shell_complete": completed}
    return click.option(*names, *([named] if named else []), help=help, **more)


def options(*some: Decorator) -> Decorator:
    """Return what adds options to a command, in this order."""

    def add(command: Callable[..., Any]) -> Callable[..., Any]:
        for one in reversed(some):
            command = one(command)
        return command

    return add


def completed(ctx: click.Context, option: click.Parameter, begun: str) -> list[Any]:
    """Return what a shell offers for a word that has begun."""
    from conquestlab.reports.command_line.completions import words_for

    with contextlib.suppress(Exception):  # a shell that completes has no use for what is wrong
        words = words_for(ctx.command_path.partition(" ")[2], str(option.name), ctx.params, begun)
        if words is not None:
            from click.shell_completion import CompletionItem

            return [CompletionItem(word) for word in words]
    return option.type.shell_complete(ctx, option, begun)
