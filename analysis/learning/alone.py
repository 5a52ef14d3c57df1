"""Learning on from games of the bot alone: so that its chances come true at tables of itself.

The tables of other rounds are for those who do what the bot would not do (`tables.py`). Whoever asks what a
position is worth asks it of games as they are played in the end. So the network goes on learning from games
of the bot at all seats, without whims. With its new value the bot plays a little otherwise; so this is done
several times, with all games so far. The bins are those of games that the last bot plays. Where that is asked
for, it learns beside it what looking a round ahead would tell (`ahead.py`), and is made as sure of itself as
games of its own say (`sureness.py`), each time and in the end.
"""

from __future__ import annotations

from contextlib import closing
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from conquestlab.analysis.learning.ahead import LookAhead, PlanEnds
from conquestlab.analysis.learning.columns import joined as joined_columns
from conquestlab.analysis.learning.float_network import learned_on
from conquestlab.analysis.learning.learn_plan import BEHIND, TIMES_ALONE
from conquestlab.analysis.learning.positions import Collect, Positions, decided, joined
from conquestlab.analysis.learning.rounded import network_of_value, value_of_network
from conquestlab.analysis.learning.sureness import sure_enough
from conquestlab.analysis.playing.batches import Batch
from conquestlab.analysis.playing.workers import carry_out
from conquestlab.analysis.training.arena import Stage, first_game

if TYPE_CHECKING:
    from conquestlab.analysis.bots.bot import Bot
    from conquestlab.analysis.learning.learn_plan import LearnPlan
    from conquestlab.analysis.playing.workers import Listener, Workers

AT_A_TIME, AHEAD_AT_A_TIME = 120, 20  # games
AHEAD = 1  # tells the chance of looking ahead from that of playing
# Times of games, which tell their numbers: those that are learned from begin at 0, then those that check the
# bot, those in which it looks ahead, and those by which it is made as sure of itself as they say.
CHECK = TIMES_ALONE
LOOK = CHECK + 1
AS_SURE = LOOK + TIMES_ALONE


def learned_alone(
    plan: LearnPlan, bot: Bot, workers: Workers, listener: Listener
) -> tuple[Bot, Positions, Positions]:
    """Return a bot whose value has learned on, the positions of that, and fresh ones to check it.

    Parameters
    ----------
    plan : LearnPlan
        With games alone.
    bot : Bot
        With a value.
    workers : Workers
    listener : Listener
        Told of all games.
    """
    learns = plan.engine.learns
    assert learns is not None
    played: list[Positions] = []
    seen: list[PlanEnds] = []
    for time in range(TIMES_ALONE):
        played.append(_played(plan, bot, time, plan.alone, workers, listener))
        if plan.ahead:
            seen.append(_seen_ahead(plan, bot, time, workers, listener))
        known = decided(joined(played))
        generator = np.random.default_rng(_chance(plan, time))
        ends = joined_columns(seen) if seen else None
        network = learned_on(network_of_value(bot.value, learns), known, learns, generator, ends)
        if ends is not None:
            network = sure_enough(network, known)
        bot = replace(bot, value=value_of_network(network, learns))
    if plan.ahead:
        last = decided(_played(plan, bot, AS_SURE, plan.games_to_check, workers, listener))
        network = sure_enough(network_of_value(bot.value, learns), last)
        bot = replace(bot, value=value_of_network(network, learns))
    fresh = _played(plan, bot, CHECK, plan.games_to_check, workers, listener)
    return bot, known, decided(fresh)


def _seen_ahead(plan: LearnPlan, bot: Bot, time: int, workers: Workers, listener: Listener) -> PlanEnds:
    """Return ends of plans in further games of the bot at all seats."""
    first = first_game(Stage.CHOOSE, BEHIND + LOOK + time) // plan.seats
    batches = Batch(plan.rulebook, (bot,) * plan.seats, plan.seeds, first, plan.ahead).split(AHEAD_AT_A_TIME)
    jobs = [LookAhead(batch, _chance(plan, AHEAD, time, place)) for place, batch in enumerate(batches)]
    with closing(carry_out(jobs, workers, listener)) as results:  # type: ignore[arg-type]
        return joined_columns([result for _, result in results])


def _chance(plan: LearnPlan, *more: int) -> tuple[int, ...]:
    return (*plan.seeds.words.tolist(), int(Stage.CHOOSE), *more)


def _played(
    plan: LearnPlan, bot: Bot, time: int, games: int, workers: Workers, listener: Listener
) -> Positions:
    """Return positions of games that the bot plays at all seats."""
    first = first_game(Stage.CHOOSE, BEHIND + time) // plan.seats
    batches = Batch(plan.rulebook, (bot,) * plan.seats, plan.seeds, first, games).split(AT_A_TIME)
    jobs = [Collect(batch, _chance(plan, time, place)) for place, batch in enumerate(batches)]
    with closing(carry_out(jobs, workers, listener)) as results:  # type: ignore[arg-type]
        return joined([result for _, result in results])
