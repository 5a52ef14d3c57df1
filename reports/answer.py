"""The one way from a question to its output: what is said meanwhile on stderr, and how a command ends."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple, TypeVar

if TYPE_CHECKING:
    from conquestlab.analysis.errors import Failed
    from conquestlab.analysis.playing.workers import Listener
    from conquestlab.reports.page import Page
    from conquestlab.reports.progress import Progress

Value = TypeVar("Value", bound=Hashable)
DONE = "the rows tell of the games that were done"


class Answer(NamedTuple):
    """What a command answers, and how it came to its end.

    Attributes
    ----------
    page : Page or None
        What is shown; None where all is written already.
    interrupted : str
        After Ctrl-C, what is there all the same, or how to go on; empty where the work came to its end.
    failed : Failed or None
        What went wrong before the end.
    holds : bool
        Whether what was asked for was found, or nothing against it; else the status is 1.
    findings : tuple of str
        Lines for standard error that are said whatever was asked.
    """

    page: Page | None
    interrupted: str = ""
    failed: Failed | None = None
    holds: bool = True
    findings: tuple[str, ...] = ()


@dataclass(frozen=True)
class Voice:
    """What is said on standard error while an answer is made.

    Attributes
    ----------
    speak : callable
        Writes a line.
    quiet : bool
        Say nothing, and show no bar of progress.
    """

    speak: Callable[[str], object]
    quiet: bool = False

    def say(self, words: str) -> None:
        """Say something."""
        if not self.quiet:
            self.speak(words)

    def compiling(self, seconds: int) -> None:
        """Say that kernels are compiled, and about how long that takes."""
        self.say(f"compiling the kernels once, about {seconds} s")

    def progress(self, total: int, unit: str) -> Progress:
        """Return the bar of a work, to be used in a `with` statement."""
        from conquestlab.reports.progress import Progress

        return Progress(total, unit, quiet=self.quiet)

    @contextmanager
    def listening(self, games: int) -> Iterator[Listener]:
        """Give who is told how so many games go on."""
        from conquestlab.analysis.playing.workers import Listener
        from conquestlab.reports.progress import once

        with self.progress(games, "games") as bar:
            yield Listener(self.compiling, bar.advance, once(self.say))


def one_or_all(values: Sequence[Value]) -> Value | list[Value]:
    """Return the one value that all are, or those that differ, in their order."""
    different = list(dict.fromkeys(values))
    return different[0] if len(different) == 1 else different
