"""Kinds of values that options take: files, folders, counts, chances; each says how to mend a wrong one."""

from __future__ import annotations

from typing import Any

import click

from conquestlab.reports.command_line.option import written

READ_AS = "conquestlab.read_as"  # under which a command keeps how it read what may mean two things


class Named(click.ParamType[str]):
    """A file or a folder, which has a name."""

    def __init__(self, what: str):
        self.name = what

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[Any]:
        """Let the shell offer files or folders."""
        from click.shell_completion import CompletionItem

        return [CompletionItem(incomplete, type="dir" if self.name == "folder" else "file")]

    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """Refuse an empty name, and one that no system takes."""
        if param is not None and (not value or "\0" in value):
            from conquestlab.analysis.errors import WrongUse

            raise WrongUse(f"{written(param)} names nothing: give the name of a {self.name}")
        return value


class Count(click.ParamType[int]):
    """A whole number, as people write it: 10000, 10_000, 10k, 1.5M or 1e4."""

    name = "count"

    def __init__(self, least: int = 0, most: int = 10**12):
        self.least, self.most = least, most

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        """Read the number, and refuse one that is too small or too large."""
        from conquestlab.analysis.requests.typed import read_count

        number = value if isinstance(value, int) else read_count(str(value))
        if number is None or not self.least <= number <= self.most:
            large = ", as in 10000, 10k or 1M" if self.most > 10**6 else ""
            self.fail(f"{value}: give a whole number from {self.least} to {self.most}{large}", param, ctx)
        return number


class Chance(click.ParamType[Any]):
    """A chance: 0.5, 50%, 1/2, or 75 for 75%, which is then said.

    Parameters
    ----------
    as_text : bool
        Whether the request reads it itself, to the last digit.
    ends : bool
        Whether 0 and 1 are allowed.
    """

    name = "chance"

    def __init__(self, as_text: bool = False, ends: bool = False):
        self.as_text, self.ends = as_text, ends

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Read the chance, and say how it was read where it does not say so itself."""
        from conquestlab.analysis.requests.typed import is_hundredths_unsaid, read_chance

        if isinstance(value, float):
            return value
        number = read_chance(value, self.ends)
        if is_hundredths_unsaid(value) and param is not None:
            if ctx is not None:
                ctx.meta.setdefault(READ_AS, []).append(
                    f"{written(param)} {value.strip()} is read as {value.strip()}%"
                )
            value = f"{value.strip()}%"
        return value if self.as_text else float(number)


FILE, FOLDER = Named("file"), Named("folder")
ARMIES, JOBS_AT_MOST, ROUND = Count(0, 100_000), Count(1, 1024), Count(1, 100_000)
SOME_GAMES, ANY_GAMES, FIRST_GAME, GAME = Count(1), Count(0), Count(0), Count(0, 2**62 - 1)
