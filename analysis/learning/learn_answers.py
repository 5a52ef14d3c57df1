"""Answers of `conquest learn`: a bot file with a value, how far this comes true, and what the bot wins."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from conquestlab.analysis.atomic_files import write_whole
from conquestlab.analysis.learning.learn_plan import TIMES_ALONE, From, LearnPlan, command_of, learn_plan_of
from conquestlab.analysis.playing.workers import Listener, workers_for

if TYPE_CHECKING:
    from conquestlab.analysis.learning.rounds import Learning, Round
    from conquestlab.analysis.requests.searches import LearnRequest

Row = dict[str, Any]


class LearnAnswer(NamedTuple):
    """The answer, with what is known about it.

    Attributes
    ----------
    rows : list of dict
        round, games, positions, loss, worst_bin, worst_bin_error, against, value, low, high, measured: one
        for each opponent of each round that was played to its end. Where starts were learned there are deals,
        lands that were tried, and no loss and bins.
    rounds : list of Round
    made_by : str
        The command that makes the same file.
    interrupted : bool
        Ctrl-C came before the end.
    """

    rows: list[Row]
    rounds: list[Round]
    made_by: str
    interrupted: bool


def learn(
    request: LearnRequest,
    plan: LearnPlan | None = None,
    *,
    listener: Listener = Listener(),  # noqa: B008 - an immutable record
    learned: Callable[[Round], object] = lambda result: None,
) -> LearnAnswer:
    """Let a bot learn what positions are worth, and write it into a file after each round.

    Parameters
    ----------
    request : LearnRequest
    plan : LearnPlan, optional
        What `learn_plan_of` returns, where it is known already.
    listener : Listener
    learned : callable
        Told of each round when its file is written.
    """
    from conquestlab.analysis.learning.rounds import Learning

    began = time.monotonic()
    plan = learn_plan_of(request) if plan is None else plan
    rounds: list[Round] = []
    interrupted = False
    with workers_for(request) as workers:
        learning = Learning(plan, workers, listener)
        try:
            learning.get_ready()
            name = os.path.basename(request.out)
            for step in _steps(request, plan, learning, rounds, began):
                rounds.append(step(name))
                _write_bot(request, plan, rounds)
                learned(rounds[-1])
        except KeyboardInterrupt:
            interrupted = True
    rows = [row for done in rounds for row in rows_of_round(done)]
    return LearnAnswer(rows, rounds, _command(request, plan, rounds), interrupted)


def _steps(
    request: LearnRequest, plan: LearnPlan, learning: Learning, rounds: list[Round], began: float
) -> Iterator[Callable[[str], Round]]:
    """Yield what is learned in turn: values as long as there is time, then the rest."""
    while len(rounds) < plan.rounds and (not rounds or _has_time(request, began, len(rounds))):
        yield learning.step
    if plan.starts:
        yield learning.learn_starts
    if plan.alone:
        yield learning.learn_alone


def _has_time(request: LearnRequest, began: float, done: int) -> bool:
    """Tell whether there is time for a round that takes as long as those before did on average."""
    if request.minutes is None:
        return True
    used = time.monotonic() - began
    return used * (done + 1) / done <= 60.0 * request.minutes


def _command(request: LearnRequest, plan: LearnPlan, rounds: list[Round]) -> str:
    """Return the command for what was done of a plan: as many rounds, and what was learned in the end."""
    kinds = [done.learned_from for done in rounds]
    done = replace(
        plan,
        starts=plan.starts if From.DEALS in kinds else 0,
        alone=plan.alone if From.ALONE in kinds else 0,
        ahead=plan.ahead if From.ALONE in kinds else 0,
    )
    return command_of(request, done, kinds.count(From.TABLES))


def _write_bot(request: LearnRequest, plan: LearnPlan, rounds: list[Round]) -> None:
    from conquestlab.analysis.bots.bot_files import BotHead, bot_file_text

    done = rounds[-1]
    shares = ", ".join(f"{100 * share.value:.1f} % against {name}" for name, share in done.measured)
    head = BotHead(
        game=plan.engine.name,
        policy=done.bot.policy,
        about=f"plays {' and '.join(_learned(plan, rounds))}: wins {shares}",
        rules=plan.rulebook.label,
        players=plan.seats,
        made_by=_command(request, plan, rounds),
    )
    write_whole(Path(request.out), bot_file_text(head, done.bot.weights, value=done.bot.value).encode())


def _learned(plan: LearnPlan, rounds: list[Round]) -> list[str]:
    """Return by what the bot plays that it has learned."""
    kinds = [done.learned_from for done in rounds]
    number = kinds.count(From.TABLES)
    said = []
    if number:
        times = "1 round" if number == 1 else f"{number} rounds"
        said.append(f"by a value learned in {times} of {plan.games:,} games")
    if From.DEALS in kinds:
        said.append(f"by where to start, learned on {plan.starts:,} deals")
    if From.ALONE in kinds:
        said.append(f"by a value that has learned on from {TIMES_ALONE} times {plan.alone:,} games alone")
    if From.ALONE in kinds and plan.ahead:
        said.append(f"by what looking a round ahead in {TIMES_ALONE} times {plan.ahead:,} games told")
    return said


def rows_of_round(done: Round) -> list[Row]:
    """Return what came of a round, a row for each opponent."""
    from conquestlab.analysis.learning.calibration import worst_of

    worst = worst_of(done.bins)
    head = {
        "round": done.number,
        "games": done.games,
        "positions": done.positions,
        "loss": done.loss,
        "worst_bin": None if worst is None else worst.gap,
        "worst_bin_error": None if worst is None else worst.error,
    }
    return [
        head
        | {
            "against": name,
            "value": share.value,
            "low": share.low,
            "high": share.high,
            "measured": share.games,
        }
        for name, share in done.measured
    ]
