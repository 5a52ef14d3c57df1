"""The one way from a request to its output: what is said meanwhile, how it is shown, and how it ends."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec

from conquestlab.analysis.language import say
from conquestlab.reports.tables import check_output, is_read, print_reading, write_answer

if TYPE_CHECKING:
    from conquestlab.analysis.errors import Failed
    from conquestlab.analysis.playing.workers import Listener
    from conquestlab.reports.page import Page
    from conquestlab.reports.progress import Progress

INTERRUPTED = 130  # the exit status after Ctrl-C
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


class Voice(NamedTuple):
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
        """Say that kernels are compiled, and about how long that takes a core that has nothing else to do."""
        self.say(say("compiling the kernels, once: about {seconds} s of one core", seconds=seconds))

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


class Output(msgspec.Struct, frozen=True, kw_only=True, dict=True):
    """How an answer is to be shown.

    Attributes
    ----------
    speak : callable
        Writes a line on standard error.
    format, output : str or None
        As `conquestlab.reports.tables.check_output`.
    quiet : bool
        No progress bar and no notes.
    plot : str or None
        The file to draw into.
    figure : str or None
        What to draw; None is the usual figure of the command.
    typed : tuple of str
        The command as it was typed, word by word, without `conquest`.
    every : bool
        Every row in a terminal too, where it would show words and the numbers that matter.
    measures : tuple of str
        The measures to show, or one of their rows, as in `win_share.1`; none stands for all.
    """

    speak: Callable[[str], object] = lambda line: None
    format: str | None = None
    output: str | None = None
    quiet: bool = False
    plot: str | None = None
    figure: str | None = None
    typed: tuple[str, ...] = ()
    every: bool = False
    measures: tuple[str, ...] = ()

    @cached_property
    def voice(self) -> Voice:
        """What says things on standard error, unless it is asked to be quiet."""
        return Voice(self.speak, self.quiet)

    @property
    def command(self) -> str:
        """The command as it may be typed again."""
        return shlex.join(["conquest", *self.typed])

    @property
    def way_on(self) -> str:
        """The command that goes on with what was interrupted."""
        return self.command if "--resume" in self.typed else f"{self.command} --resume"

    @property
    def names_toml(self) -> bool:
        """Whether it goes to a file of TOML: the text of a page, as it is."""
        return self.format is None and str(self.output or "").lower().endswith(".toml")

    def check(self, tables: bool = True) -> None:
        """Refuse what could not be written or drawn, before any work is done.

        Parameters
        ----------
        tables : bool
            Whether tables are written; else the command checks itself what it writes.
        """
        if tables:
            check_output(self.output, self.format)
        if self.plot:
            from conquestlab.reports.figures.style import check_plot_path

            check_plot_path(self.plot)

    def end(self, answer: Answer) -> int:
        """Show an answer, say what came between, and return the exit status."""
        if answer.interrupted and answer.page is not None and not answer.page.rows:
            raise KeyboardInterrupt
        if answer.page is not None:
            self.show(answer.page)
        for finding in answer.findings:
            self.speak(finding)
        if answer.failed is not None:
            raise answer.failed
        if answer.interrupted:
            self.voice.say(f"conquest: interrupted; {answer.interrupted}")
            return INTERRUPTED
        return 0 if answer.holds else 1

    def show(self, page: Page) -> None:
        """Draw the page if that is asked for, then write its rows with what is known about them."""
        from conquestlab.analysis.version import VERSION
        from conquestlab.reports.tables import write_text

        if page.text and (self.names_toml or check_output(self.output, self.format) == "table"):
            write_text(page.text, self.output)
            return
        meta: dict[str, Any] = {"command": self.command, "version": VERSION}
        names = [book.label for book in page.rulebooks]
        meta["rules"] = names[0] if len(names) == 1 else names
        format = check_output(self.output, self.format)
        if format in ("json", "parquet", "arrow"):  # a hash reads map and cards
            hashes = [book.hash for book in page.rulebooks]
            meta["rules_hash"] = hashes[0] if len(hashes) == 1 else hashes
        place = page.place or self.plot
        if place:
            from conquestlab.reports.figures.style import save_figure

            assert page.draw is not None
            save_figure(page.draw(), place)
        read = is_read(self.format, self.output)
        if read and page.reading is not None and not self.every and not self.measures:
            seed = meta.get("seed", page.meta.get("seed"))
            seeded = [] if seed is None else [say("seed {seed}", seed=seed)]
            print_reading(page.reading(), [] if self.quiet else [*page.notes, *seeded])
            return
        shown = page.whole if read and page.whole is not None else page.shown
        rows = shown if shown is not None and format == "table" else page.rows
        if self.measures and not self.every:
            from conquestlab.reports.reading import rows_of_measures

            rows = rows_of_measures(rows, self.measures)
        write_answer(
            rows,
            meta | page.meta,
            format=self.format,
            output=self.output,
            notes=page.notes,
            lead=page.lead,
            matrix=page.matrix,
            split_by=page.split_by,
            quiet=self.quiet,
            nothing=page.nothing,
        )
