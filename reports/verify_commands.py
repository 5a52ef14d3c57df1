"""From the words of `conquest verify` to the table of evidence."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from conquestlab.analysis.evidence.checks import CHECKS, OK
from conquestlab.analysis.rules.rulebook import load
from conquestlab.reports.page import Page
from conquestlab.reports.progress import Progress

if TYPE_CHECKING:
    from conquestlab.analysis.evidence.refereed import Refereed


Say = Callable[[str], None]


class Verified(NamedTuple):
    """The evidence as it is shown.

    Attributes
    ----------
    page : Page
    findings : tuple of str
        The first that the referee found, each with the command that shows its game.
    agrees : bool
        Whether no check differs.
    interrupted : bool
        Whether Ctrl-C came before the end.
    """

    page: Page
    findings: tuple[str, ...]
    agrees: bool
    interrupted: bool


def verify_page(rules: Sequence[str], asked: dict[str, Any], quiet: bool, say: Say) -> Verified:
    """Answer `conquest verify`.

    Parameters
    ----------
    rules : sequence of str
        None stands for all that are built in.
    asked : dict
        games, only, seed, jobs.
    quiet : bool
    say : callable
        Takes words for stderr.
    """
    from conquestlab.analysis.rules.rulebook_files import built_in
    from conquestlab.analysis.seeds import parse_seeds

    rules = tuple(dict.fromkeys(rules)) or tuple(built_in())
    books = tuple(load(text) for text in rules)
    checks = [check for check in CHECKS if check in (asked["only"] or CHECKS)]
    seed, jobs = parse_seeds(asked["seed"]).text, asked["jobs"]
    rows: list[dict[str, Any]] = []
    findings: tuple[str, ...] = ()
    interrupted = False
    if "published" in checks:
        from conquestlab.analysis.evidence.published import published_rows

        rows += published_rows()
    try:
        if "statistics" in checks:
            rows += _statistics(asked["games"], seed, quiet)
        if "simulated" in checks:
            rows += _simulated(rules, asked["games"], seed, jobs, quiet)
        if "referee" in checks:
            found = _refereed(rules, asked["games"], seed, jobs, (quiet, say))
            rows += found.rows
            findings, interrupted = found.findings, found.interrupted
    except KeyboardInterrupt:
        interrupted = True
    if interrupted and not rows:
        raise KeyboardInterrupt
    agreeing = sum(row["verdict"] == OK for row in rows)
    verdict = f"{agreeing} of {len(rows)} checks agree"
    page = Page(rows, books, (verdict,), meta={"seed": seed, "games": asked["games"]}, apart="check")
    return Verified(page, findings, agreeing == len(rows), interrupted)


def _statistics(games: int, seed: str, quiet: bool) -> list[dict[str, Any]]:
    from conquestlab.analysis.evidence.statistical import statistics_rows, steps
    from conquestlab.analysis.seeds import parse_seeds

    with Progress(steps(), "tries", quiet=quiet) as bar:
        return statistics_rows(games, int(parse_seeds(seed).words[0]), bar.advance)


def _simulated(
    rules: Sequence[str], games: int, seed: str, jobs: int | None, quiet: bool
) -> list[dict[str, Any]]:
    from conquestlab.analysis.evidence.simulated import BATTLES_A_GAME, attacks_of, simulated_rows

    with Progress(len(attacks_of(rules)), "attacks", quiet=quiet) as bar:
        return simulated_rows(rules, games * BATTLES_A_GAME, seed, jobs, bar.advance)


def _refereed(
    rules: Sequence[str], games: int, seed: str, jobs: int | None, tell: tuple[bool, Say]
) -> Refereed:
    from conquestlab.analysis.evidence.refereed import referee_rows
    from conquestlab.analysis.playing.workers import Listener

    quiet, say = tell
    with Progress(games * len(rules), "games", quiet=quiet) as bar:
        listener = Listener(
            lambda seconds: say(f"compiling the kernels once, about {seconds} s"), bar.advance
        )
        return referee_rows(rules, games, seed, jobs, listener)
