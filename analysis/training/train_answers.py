"""Answers of `conquest train`: a bot file with better weights, and how much better they are."""

from __future__ import annotations

import contextlib
import os
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from conquestlab.analysis.atomic_files import write_whole
from conquestlab.analysis.playing.workers import Listener, workers_for
from conquestlab.analysis.requests.searches import TrainRequest
from conquestlab.analysis.training.asked_table import ENDING
from conquestlab.analysis.training.plan import Plan, command_of, plan_of
from conquestlab.analysis.training.state import StateFile, open_state

if TYPE_CHECKING:
    from conquestlab.analysis.rules.rulebook import Rulebook
    from conquestlab.analysis.training.outcome import TrainingOutcome
    from conquestlab.analysis.training.self_play import SelfPlay
    from conquestlab.analysis.training.shares import Estimate

Row = dict[str, Any]


class Watcher(NamedTuple):
    """Who is told how the training goes on, generation by generation.

    Attributes
    ----------
    begun : callable
        Called with the number of generations that were done in an earlier run.
    learned : callable
        Called after each generation with how many are done, and about how many there will be.
    watched : callable
        Called with a generation, and with name and share of the wins against each lasting opponent.
    """

    begun: Callable[[int], object] = lambda generations: None
    learned: Callable[[int, int], object] = lambda done, expected: None
    watched: Callable[[int, Sequence[tuple[str, Estimate]]], object] = lambda generation, shares: None


class TrainAnswer(NamedTuple):
    """The answer, with what is known about it.

    Attributes
    ----------
    rows : list of dict
        rules, players, bot, against, value, low, high, gain, gain_low, gain_high, games; `against` is
        `all` for all opponents together. Empty if it was interrupted.
    curve : list of dict
        generation, against, value, low, high, games: the mean of the candidates along the way, and at the end
        the trained bot.
    rulebook : Rulebook
    generations : int
        How many were played.
    made_by : str
        The command that makes the same file.
    is_better : bool
        Whether the bot is shown to be better than its start; only then its file is written.
    interrupted : bool
        Ctrl-C came before the end.
    """

    rows: list[Row]
    curve: list[Row]
    rulebook: Rulebook
    generations: int
    made_by: str
    is_better: bool
    interrupted: bool


def train(
    request: TrainRequest,
    plan: Plan | None = None,
    *,
    listener: Listener = Listener(),  # noqa: B008 - an immutable record
    watcher: Watcher = Watcher(),  # noqa: B008
) -> TrainAnswer:
    """Train a bot, and write it into a file if it is better than its start.

    Parameters
    ----------
    request : TrainRequest
    plan : Plan, optional
        What `plan_of` returns, where it is known already.
    listener : Listener
    watcher : Watcher
    """
    began = time.monotonic()
    plan = plan_of(request) if plan is None else plan
    outcome: TrainingOutcome | None = None
    with (
        workers_for(request) as workers,
        contextlib.closing(open_state(state_of(request), plan.settings, request.resume)) as kept,
    ):
        from conquestlab.analysis.training.outcome import close
        from conquestlab.analysis.training.self_play import SelfPlay

        training = SelfPlay(plan, workers, listener.warned)
        with contextlib.suppress(KeyboardInterrupt):
            training.get_ready(listener.compiling)
            _learn(training, kept, request, began, watcher)
            outcome = close(training, os.path.basename(request.out))
    made_by = command_of(request, plan, training.generation)
    is_better = outcome is not None and outcome.is_better
    if outcome is not None and is_better:
        _write_bot(request, plan, outcome, made_by)
    return TrainAnswer(
        [] if outcome is None else _rows(plan, outcome),
        _curve(training, outcome),
        plan.rulebook,
        training.generation,
        made_by,
        is_better,
        outcome is None,
    )


def state_of(request: TrainRequest) -> str:
    """Return the file that keeps a training: beside the bot file where nothing else is said."""
    return request.state or request.out.removesuffix(ENDING) + ".training"


def _learn(
    training: SelfPlay, state: StateFile, request: TrainRequest, began: float, watcher: Watcher
) -> None:
    """Go through the generations that are kept, then play on until the budget is used up."""
    from conquestlab.analysis.training.budget import Budget

    for kept in state.kept[: request.generations]:
        training.step_again(kept)
    used = state.kept[-1]["seconds"] if state.kept else 0.0
    budget = Budget(request.generations, request.seconds, began, used)
    budget.note(training)
    watcher.begun(training.generation)
    while not budget.is_over(training):
        looked = len(training.watched)
        kept = training.step()
        state.write(kept | {"seconds": round(budget.used, 3)})
        budget.note(training)
        if len(training.watched) > looked:
            shares = [(name, estimate) for _, name, estimate in training.watched[looked:]]
            watcher.watched(training.watched[-1][0], shares)
        watcher.learned(training.generation, budget.expected(training))


def _write_bot(request: TrainRequest, plan: Plan, outcome: TrainingOutcome, made_by: str) -> None:
    from conquestlab.analysis.bots.bot_files import BotHead, bot_file_text

    together = outcome.against[0].trained
    names = ", ".join(each.name for each in outcome.against[1:])
    head = BotHead(
        game=plan.engine.name,
        policy=plan.start.policy,
        about=f"trained from {plan.start.name}: wins {100 * together.value:.1f} % against {names}",
        rules=plan.rulebook.label,
        players=plan.seats,
        made_by=made_by,
    )
    content = bot_file_text(head, outcome.bot.weights, value=outcome.bot.value).encode()
    write_whole(Path(request.out), content, "when that is mended, add --resume")


def _rows(plan: Plan, outcome: TrainingOutcome) -> list[Row]:
    head = {"rules": plan.rulebook.label, "players": plan.seats, "bot": outcome.bot.name}
    return [
        head
        | {
            "against": each.name or "all",
            "value": each.trained.value,
            "low": each.trained.low,
            "high": each.trained.high,
            "gain": each.gain.value,
            "gain_low": each.gain.low,
            "gain_high": each.gain.high,
            "games": each.trained.games,
        }
        for each in outcome.against
    ]


def _curve(training: SelfPlay, outcome: TrainingOutcome | None) -> list[Row]:
    points = list(training.watched)
    if outcome is not None:
        points += [(training.generation, each.name, each.trained) for each in outcome.against[1:]]
    return [
        {"generation": generation, "against": name} | estimate._asdict()
        for generation, name, estimate in points
    ]
