"""From the words of `conquest verify` to the table of evidence."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from conquestlab.analysis.evidence.checks import CHECKS, OK
from conquestlab.analysis.rules.rulebook import load
from conquestlab.reports.answer import Answer, Voice
from conquestlab.reports.page import Page

if TYPE_CHECKING:
    from conquestlab.analysis.evidence.refereed import Refereed


def verify_answer(rules: Sequence[str], asked: dict[str, Any], voice: Voice) -> Answer:
    """Answer `conquest verify`; it holds if no check differs.

    Parameters
    ----------
    rules : sequence of str
        None stands for all that are built in.
    asked : dict
        games, only, seed, jobs.
    voice : Voice
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
            rows += _statistics(asked["games"], seed, voice)
        if "simulated" in checks:
            rows += _simulated(rules, asked["games"], seed, jobs, voice)
        if "referee" in checks:
            found = _refereed(rules, asked["games"], seed, jobs, voice)
            rows += found.rows
            findings, interrupted = found.findings, found.interrupted
    except KeyboardInterrupt:
        interrupted = True
    if interrupted and not rows:
        raise KeyboardInterrupt
    agreeing = sum(row["verdict"] == OK for row in rows)
    verdict = f"{agreeing} of {len(rows)} checks agree"
    page = Page(rows, books, (verdict,), meta={"seed": seed, "games": asked["games"]}, apart="check")
    checked = "the rows tell of what was checked" if interrupted else ""
    return Answer(page, checked, holds=agreeing == len(rows), findings=findings)


def _statistics(games: int, seed: str, voice: Voice) -> list[dict[str, Any]]:
    from conquestlab.analysis.evidence.statistical import statistics_rows, steps
    from conquestlab.analysis.seeds import parse_seeds

    with voice.progress(steps(), "tries") as bar:
        return statistics_rows(games, int(parse_seeds(seed).words[0]), bar.advance)


def _simulated(
    rules: Sequence[str], games: int, seed: str, jobs: int | None, voice: Voice
) -> list[dict[str, Any]]:
    from conquestlab.analysis.evidence.simulated import BATTLES_A_GAME, attacks_of, simulated_rows

    with voice.progress(len(attacks_of(rules)), "attacks") as bar:
        return simulated_rows(rules, games * BATTLES_A_GAME, seed, jobs, bar.advance)


def _refereed(rules: Sequence[str], games: int, seed: str, jobs: int | None, voice: Voice) -> Refereed:
    from conquestlab.analysis.evidence.refereed import referee_rows

    with voice.listening(games * len(rules)) as listener:
        return referee_rows(rules, games, seed, jobs, listener)
