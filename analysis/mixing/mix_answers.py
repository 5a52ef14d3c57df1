"""Answers of `conquest train --mix`: a bot file that is a mix, and what each response gained on the way."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from conquestlab.analysis.atomic_files import write_whole
from conquestlab.analysis.mixing.mix_plan import MixPlan, command_of, mix_plan_of
from conquestlab.analysis.playing.workers import Listener, workers_for
from conquestlab.analysis.requests.searches import TrainRequest
from conquestlab.analysis.training.recall import Recall
from conquestlab.analysis.training.state import open_state
from conquestlab.analysis.training.train_answers import state_of

if TYPE_CHECKING:
    from conquestlab.analysis.mixing.double_oracle import DoubleOracle, Mix, Round

Row = dict[str, Any]


class Watcher(NamedTuple):
    """Who is told how the training of a mix goes on.

    Attributes
    ----------
    learned : callable
        Called after each generation with how many are done, and about how many there will be.
    rounded : callable
        Called after each round.
    """

    learned: Callable[[int, int], object] = lambda done, expected: None
    rounded: Callable[[Round], object] = lambda done: None


class MixAnswer(NamedTuple):
    """The answer, with what is known about it.

    Attributes
    ----------
    rows : list of dict
        rules, players, round, response, gain, gain_low, gain_high, games, added, known_gain, mix.
    plan : MixPlan
    mix : Mix
        As it is at the end.
    rounds : list of Round
    made_by : str
        The command that makes the same file.
    is_new : bool
        Whether the mix is another than at the beginning; only then its file is written.
    interrupted : bool
        Ctrl-C came before the end.
    """

    rows: list[Row]
    plan: MixPlan
    mix: Mix
    rounds: list[Round]
    made_by: str
    is_new: bool
    interrupted: bool


def train_mix(
    request: TrainRequest,
    plan: MixPlan | None = None,
    *,
    listener: Listener = Listener(),  # noqa: B008 - an immutable record
    watcher: Watcher = Watcher(),  # noqa: B008
) -> MixAnswer:
    """Train a mix, and write it into a file if any response gained on what it began with.

    Parameters
    ----------
    request : TrainRequest
    plan : MixPlan, optional
        What `mix_plan_of` returns, where it is known already.
    listener : Listener
    watcher : Watcher
    """
    from conquestlab.analysis.mixing.double_oracle import DoubleOracle

    began = time.monotonic()
    plan = mix_plan_of(request) if plan is None else plan
    interrupted = True
    with (
        workers_for(request) as workers,
        contextlib.closing(open_state(state_of(request), plan.settings, request.resume)) as kept,
    ):
        recall = Recall(kept, began)
        training = DoubleOracle(plan, workers, listener.warned, recall.ask)
        with contextlib.suppress(KeyboardInterrupt):
            training.get_ready(listener.compiling)
            training.begin()
            _go_on(training, recall, request, watcher)
            interrupted = False
    made_by = command_of(request, plan, len(training.rounds))
    is_new = not interrupted and any(done.is_added for done in training.rounds)
    if is_new:
        _write_bot(request, plan, training, made_by)
    rows = [_row(plan, done) for done in training.rounds]
    return MixAnswer(rows, plan, training.mix, training.rounds, made_by, is_new, interrupted)


def _go_on(training: DoubleOracle, recall: Recall, request: TrainRequest, watcher: Watcher) -> None:
    """Play rounds until they are over; one whose time would not suffice is not begun."""
    longest, generations = 0.0, training.plan.generations
    while not training.is_over:
        done, before = len(training.rounds), recall.seconds
        if request.rounds is not None and done >= request.rounds:
            return
        seconds = request.seconds_of_rounds
        if seconds is not None and done and before + longest > seconds:
            return
        expected = generations * _expected(done, before, longest, request)
        found = training.step(partial(_tell, watcher, expected))
        watcher.rounded(found)
        longest = max(longest, recall.seconds - before)


def _tell(watcher: Watcher, expected: int, done: int) -> None:
    watcher.learned(done, expected)


def _expected(done: int, used: float, longest: float, request: TrainRequest) -> int:
    """Return about how many rounds there will be."""
    ends = [] if request.rounds is None else [request.rounds]
    if request.seconds_of_rounds is not None and longest:
        ends.append(done + max(1, int((request.seconds_of_rounds - used) / longest)))
    return max(done + 1, min(ends)) if ends else done + 1


def _row(plan: MixPlan, done: Round) -> Row:
    gain = done.proof.gain
    return {
        "rules": plan.rulebook.label,
        "players": plan.seats,
        "round": done.number,
        "response": done.proof.bot.name,
        "gain": gain.value,
        "gain_low": gain.low,
        "gain_high": gain.high,
        "games": gain.games,
        "added": done.is_added,
        "known_gain": done.mix.gain,
        "mix": done.mix.said,
    }


def _write_bot(request: TrainRequest, plan: MixPlan, training: DoubleOracle, made_by: str) -> None:
    from conquestlab.analysis.bots.bot import Member
    from conquestlab.analysis.bots.bot_files import BotHead, bot_file_text

    members = training.mix.members
    policies = [bot.policy for _, bot in members]
    policy = plan.start.policy if plan.start.policy in policies else policies[0]
    what = f"a mix of {len(members)}" if len(members) > 1 else members[0][1].name
    rounds, said = len(training.rounds), training.mix.said
    head = BotHead(
        game=plan.engine.name,
        policy=policy,
        about=f"{what}, trained from {plan.start.name} in {rounds} rounds of responses: {said}",
        rules=plan.rulebook.label,
        players=plan.seats,
        made_by=made_by,
    )
    mix = [Member(share, bot.policy, bot.weights) for share, bot in members]
    text = bot_file_text(head, members[0][1].weights, mix if len(mix) > 1 else (), plan.start.value)
    write_whole(Path(request.out), text.encode(), "when that is mended, add --resume")
