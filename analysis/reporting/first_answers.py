"""The box at the top of a page: is the game balanced, what to change, what does a change do."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from conquestlab.analysis.games import find_game
from conquestlab.analysis.language import say
from conquestlab.analysis.measures.measure import SEAT
from conquestlab.analysis.reporting.report_runs import ReportRun
from conquestlab.analysis.reporting.result_files import Result, is_number, span_of
from conquestlab.analysis.reporting.result_verdicts import result_verdicts
from conquestlab.analysis.reporting.seat_verdicts import of_seats
from conquestlab.analysis.reporting.sentences import (
    POINTS,
    Measured,
    Number,
    Parts,
    Row,
    sentence,
)
from conquestlab.analysis.reporting.tuned_words import tuned_advice
from conquestlab.analysis.rules.rulebook_keys import by_seat

YES, NO, OPEN, LOOKED_AT = "yes", "no", "open", "told"
MOST_HEADS = 3  # of what a change does, before the reader is sent to the section


class FirstAnswer(NamedTuple):
    """One answer of the box.

    Attributes
    ----------
    question : str
    of : str
        The run it is about, where there are several.
    word : str
        The answer in a word or a line.
    tone : str
        YES, NO, OPEN, or LOOKED_AT for what is neither good nor bad.
    parts : tuple
        The sentence that bears it out.
    section : str
        Where more of it stands on the page.
    command : str
        What would answer it, if nothing did.
    """

    question: str
    of: str
    word: str
    tone: str
    parts: Parts = ()
    section: str = ""
    command: str = ""


def first_answers(
    runs: Sequence[ReportRun], names: Sequence[str], results: Sequence[Result]
) -> list[FirstAnswer]:
    """Return the answers of the box: of each run whether it is balanced, then what was tuned and compared."""
    found: list[FirstAnswer] = []
    for name, run in zip(names, runs, strict=True):
        found += _balanced(run, name if len(runs) > 1 else "")
    sections = list(_sections(results))
    tuned = [one for result, section in sections if result.kind == "tune" for one in _tuned(result, section)]
    found += tuned
    found += [
        one for result, section in sections if result.kind == "compare" for one in _changed(result, section)
    ]
    if not tuned:
        found += _not_tuned(runs, [one for one in found if one.tone in (YES, NO, OPEN)])
    return found


def _sections(results: Sequence[Result]) -> Iterator[tuple[Result, str]]:
    """Yield each result with the name of its section on the page."""
    counts: dict[str, int] = {}
    for result in results:
        counts[result.kind] = number = counts.get(result.kind, 0) + 1
        yield result, f"{result.kind}-{number}" if number > 1 else result.kind


def _balanced(run: ReportRun, name: str) -> Iterator[FirstAnswer]:
    """Say of a run whether its seats are level, in a word."""
    measured, seats = Measured(run.rows), run.experiment.seats
    shares = [row for row in measured.of("win_share") if row["kind"] == SEAT]
    said = next(of_seats(measured, seats), None)
    if len(shares) < 2 or said is None:
        return
    balanced = measured.first("seat_balanced")
    even = 1.0 / seats
    apart = [row for row in shares if _is_apart(row, even)]
    question = say("Balanced?")
    if balanced is not None and balanced["value"] == 1:
        margin = Number(float(balanced["of"]), form=POINTS)
        parts = sentence("Each seat is shown to win within {margin} of an even share.", margin=margin)
        yield FirstAnswer(question, name, say("Yes"), YES, parts, "wins")
    elif apart:
        gap = measured.first("seat_gap")
        told = said.parts if gap is None else (*said.parts, " ", *_gap(gap))
        if name and gap is not None and said.headline:  # of several runs, which seats is said in short below
            told = (f"{said.headline} ", *_gap(gap))
        yield FirstAnswer(question, name, say("No"), NO, told, "wins")
    else:
        yield FirstAnswer(question, name, say("Not decided by these games"), OPEN, said.parts, "wins")


def _is_apart(row: Row, even: float) -> bool:
    low, high = row["low"], row["high"]
    return low is not None and high is not None and not low <= even <= high


def _gap(row: Row) -> Parts:
    gap = Number(row["value"], row["low"], row["high"], "seat_gap", form=POINTS)
    return sentence("The best and the worst seat are {gap} apart.", gap=gap)


def _tuned(result: Result, section: str) -> Iterator[FirstAnswer]:
    """Say what a result of tuning tells to change."""
    found = [row for row in result.rows if row.get("key") and is_number(row.get("rounded"))]
    if not found:
        return
    told = tuned_advice(result, found)
    question = say("What to change?")
    played = [row for row in result.rows if row.get("part") == "played"]
    gap = next(
        (row for row in played if row.get("measure") == "seat_gap" and is_number(row.get("value"))), None
    )
    balanced = next((row for row in played if row.get("measure") == "seat_balanced"), None)
    if gap is None:
        yield FirstAnswer(question, "", told, LOOKED_AT, _aim(found[0]), section)
        return
    name = say("tuned, {rules}", rules=result.called(result.rules[0])) if result.rules else ""
    apart = Number(**span_of(gap), measure="seat_gap", form=POINTS, run=name)
    if balanced is not None and balanced.get("value") == 1:
        parts = sentence("Played anew, the seats are shown to be level: at most {gap} apart.", gap=apart)
    else:
        parts = sentence(
            "That comes nearest. Played anew, the best and the worst seat are {gap} apart; whether they are "
            "level is open.",
            gap=apart,
        )
    yield FirstAnswer(question, "", told, LOOKED_AT, parts, section)


def _aim(row: Row) -> Parts:
    measure, _, aim = str(row.get("target") or "").partition("=")
    return sentence("That brings {measure} to about {aim}.", measure=measure.replace("_", " "), aim=aim)


def _changed(result: Result, section: str) -> Iterator[FirstAnswer]:
    """Say in a line what a compared change does."""
    for variant in result.rules[1:]:
        named = result.only(variant)
        heads = [one.headline.rstrip(".") for one in result_verdicts(named) if one.headline]
        if not heads:
            continue
        more = len(heads) > MOST_HEADS
        line = "; ".join([heads[0], *(head[:1].lower() + head[1:] for head in heads[1:MOST_HEADS])])
        question = say("What does {variant} change?", variant=result.called(variant))
        tail = say("{heads}, and more.", heads=line) if more else say("{heads}.", heads=line)
        yield FirstAnswer(question, "", tail, LOOKED_AT, (), section)


def _not_tuned(runs: Sequence[ReportRun], judged: Sequence[FirstAnswer]) -> Iterator[FirstAnswer]:
    """Say how to find what to change, where seats are not level."""
    unlevel = [
        run
        for run, one in zip(runs, judged, strict=False)
        if one.tone != YES and not run.experiment.has_external_bots
    ]
    question = say("What to change?")
    if judged and all(one.tone == YES for one in judged):
        yield FirstAnswer(question, "", say("Nothing, as far as the seats go."), YES)
    elif unlevel:
        experiment = unlevel[0].experiment
        keys = by_seat(find_game(experiment.rulebook.game).rules)
        if keys:
            command = (
                f"conquest tune --rules {experiment.rulebook.label} --players {experiment.seats} "
                f"--bots {experiment.bots_typed} --vary {keys[0]}"
            )
            yield FirstAnswer(question, "", say("Not looked for yet; this finds it:"), OPEN, command=command)
