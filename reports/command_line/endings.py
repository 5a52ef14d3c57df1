"""How a command ends: every error is one line on standard error and a status."""

from __future__ import annotations

import contextlib
import os
import sys

import click

LONG, LONGEST = 200, 2000  # characters of a word, and of a line, that a message repeats


def status_and_line(error: BaseException) -> tuple[int, str]:
    """Return the status and the one line for an error."""
    from conquestlab.analysis.errors import Failed, WrongUse, why

    if isinstance(error, (KeyboardInterrupt, click.Abort)):
        return 130, "conquest: interrupted"
    if isinstance(error, BrokenPipeError):
        return 0, ""  # the reader of a pipe left; what it took was right
    if isinstance(error, click.UsageError):
        command = error.ctx.command_path if error.ctx else "conquest"
        return 2, f"{command}: {_line(error.format_message())} (see {command} --help)"
    if isinstance(error, click.ClickException):
        return error.exit_code, f"conquest: {_line(error.format_message())}"
    if isinstance(error, WrongUse):
        return 2, f"conquest: {_line(str(error))}"
    if isinstance(error, Failed):
        return 1, f"conquest: {_line(str(error))}"
    if isinstance(error, OSError) and error.errno and not os.environ.get("CONQUEST_TRACEBACK"):
        what = f"read or write {error.filename}" if error.filename else "write"
        return 1, f"conquest: {_line(f'cannot {what}: {why(error)}')}"
    if os.environ.get("CONQUEST_TRACEBACK"):
        raise error
    name = type(error).__name__
    return 1, f"conquest: {name}: {_line(str(error))} (set CONQUEST_TRACEBACK=1 to see where)"


def tell(line: str) -> None:
    """Write a line on stderr, if there is one that takes it."""
    with contextlib.suppress(OSError):
        click.echo(line, err=True)


def flush() -> None:
    """Write what standard output still holds, or the interpreter stumbles over it at its end."""
    if sys.stdout is not None:
        try:
            sys.stdout.flush()
        except (OSError, ValueError):
            from conquestlab.reports.tables import forget

            forget(sys.stdout)


def _line(message: str) -> str:
    """Return a message as one line, in which nobody has to read thousands of characters."""
    words = (word if len(word) <= LONG else f"{word[:40]}…{word[-40:]}" for word in message.split())
    line = " ".join("".join(sign if sign.isprintable() else "?" for sign in word) for word in words)
    return (line if len(line) <= LONGEST else f"{line[: LONGEST // 2]}…{line[-LONGEST // 2 :]}").removesuffix(
        "."
    )
