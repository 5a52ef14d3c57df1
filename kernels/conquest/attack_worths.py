"""What a first attack is worth to a seat: it is fought out, then everybody plays on by a bot's weights.

As in planner.py, each play has new luck, the same for all attacks, and what is hidden is dealt anew.
"""

import numpy as np

from conquestlab.kernels.compiling.jit import jit
from conquestlab.kernels.compiling.policies import call
from conquestlab.kernels.conquest.board import owner_of
from conquestlab.kernels.conquest.combat import most_attack_dice
from conquestlab.kernels.conquest.planner import play_plans
from conquestlab.kernels.conquest.plans import ALL, PLANS
from conquestlab.kernels.conquest.play import play_on
from conquestlab.kernels.conquest.state import (
    ATTACK,
    EXCHANGE,
    FORCES,
    NOTHING,
    OCCUPY,
    PLACE,
    ZERO,
    position_dtype,
)
from conquestlab.kernels.conquest.trials import play_out, prepare, worth_of_end
from conquestlab.kernels.shared.bits import holds
from conquestlab.kernels.shared.contract import AMOUNT, ASK, OUTSIDE
from conquestlab.kernels.shared.deciding import lay
from conquestlab.kernels.shared.streams import draw

__all__ = ["PLANS", "attack_worths", "plan_worths_of"]


@jit
def attack_worths(rules, position, source, target, worths):
    """Play a position on as often as there are rows, the active seat with this attack first.

    Parameters
    ----------
    rules : record of rules_dtype
    position : record of position_dtype
        In the placing or the attacking of the active seat, whose bot is there. Its stream moves on.
    source, target : int
        Lands; armies that are still to be placed go to the source. NOTHING makes no attack in this turn,
        and places as the bot would. Sets are exchanged as the bot would.
    worths : int64 array, (rollouts,)
        In 2**-20: 1 for a win, else the standing at the end.
    """
    seat = np.int64(position["active"])
    stream = position["bots"][seat]
    trials = np.empty(1, position_dtype)
    choice = np.zeros(8, np.int64)
    for rollout in range(len(worths)):
        luck, hidden = draw(stream), draw(stream)
        trials[0] = position
        prepare(rules, trials[0], seat, luck, hidden)
        _attack_first(rules, trials[0], seat, source, target, choice)
        play_out(rules, trials[0])
        worths[rollout] = worth_of_end(rules, trials[0], position["bot"][seat], seat)


@jit
def _attack_first(rules, position, seat, source, target, choice):
    """Decide for a seat from outside until an attack is fought out; then its bot goes on."""
    policy = position["bot"][seat]["policy"]
    position["bot"][seat]["policy"] = OUTSIDE
    while play_on(rules, position) == ASK:
        asked = position["asked"]
        choice[:] = 0
        choice[0] = asked
        if asked == EXCHANGE or (asked == PLACE and source == NOTHING):
            call(position["bot"][seat]["call"], (rules, position))
            position["answered"] = 1
            continue
        if asked == PLACE and source != NOTHING and position["stage"] == FORCES:
            choice[1] = source
            choice[AMOUNT] = position["pool"]
        elif asked == ATTACK and source == NOTHING:
            choice[1] = NOTHING
            choice[2] = NOTHING
        elif asked == ATTACK and _goes_on(rules, position, seat, source, target):
            choice[1] = source
            choice[2] = target
            choice[3] = most_attack_dice(rules, position, source)
        elif asked == OCCUPY:
            choice[AMOUNT] = np.int64(position["armies"][position["from"]]) - 1
        else:
            break
        lay(position, choice)
        if asked == ATTACK and source == NOTHING:
            break
    position["bot"][seat]["policy"] = policy


@jit
def _goes_on(rules, position, seat, source, target):
    """Tell whether an attack can go on: the land is not taken, and armies are left to attack with."""
    if owner_of(position, target) == seat or not holds(position["targets"], target):
        return False
    return most_attack_dice(rules, position, source) > ZERO


@jit
def plan_worths_of(rules, position, worths):
    """Play each plan of the active seat on, as often as there are rows; as `play_plans`."""
    play_plans(rules, position, np.int64(position["active"]), ALL, False, worths)
