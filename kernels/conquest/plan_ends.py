"""Where the plans for a turn end, and what that comes to a round later: what looking ahead would tell.

Each plan is played to the end of the turn, where it is noted what a value is told of it, and from there for a
round more, everybody by the usual weights. From many such ends a value learns how much better one is than
another (analysis/learning/ahead.py), so that a bot that judges the end of its own turn knows some of what it
would see if it looked ahead.
"""

import numpy as np

from conquestlab.kernels.compiling.jit import jit
from conquestlab.kernels.conquest.plans import ALL, PLANS, bend
from conquestlab.kernels.conquest.play import play_on
from conquestlab.kernels.conquest.state import SEATS, ZERO, position_dtype, rules_dtype
from conquestlab.kernels.conquest.trials import play_out, prepare, worth_of_end
from conquestlab.kernels.conquest.turn import next_seat
from conquestlab.kernels.conquest.valuing.telling import write_aspects
from conquestlab.kernels.shared.bits import holds
from conquestlab.kernels.shared.contract import PAUSED

__all__ = ["ALL", "PLANS", "SEATS", "plan_ends"]

START, TRIAL = np.int64(0), np.int64(1)  # copies of the position: before the turn, and where a plan is played


@jit
def plan_ends(rules, bots, position, plans, luck, told, worths, going_on):
    """Play plans of the seat that moves next to the end of its turn and a round on; return that seat.

    Parameters
    ----------
    rules : record of rules_dtype
    bots : array of bot_dtype, (1,)
        One with a value: by its weights everybody plays on, and by its value the last ends are judged.
    position : record of position_dtype
        Paused before a turn; it is changed, so give a copy.
    plans : uint64
        The set of those that are played.
    luck : uint64 array, (2,)
        Of the plays, the same for all plans; and of what is dealt anew.
    told : int32 array, (PLANS, SEATS, ASPECTS)
        Overwritten where the game goes on after the turn: what a value is told of each seat, 0 of one that is
        out.
    worths : int64 array, (PLANS,)
        Overwritten there: the chance of the seat a round later, in fixed point.
    going_on : bool array, (PLANS,)
        Overwritten: whether the plan was played and the game goes on for the seat after the turn.
    """
    seat = next_seat(position)
    bot = bots[0]
    position["pauses"] = 0
    position["bot"][seat] = bot
    trials = np.empty(2, position_dtype)
    trials[START] = position
    prepare(rules, trials[START], seat, luck[0], luck[1])
    shorter = np.empty(1, rules_dtype)
    shorter[0] = rules
    for plan in range(PLANS):
        going_on[plan] = False
        if holds(plans, plan):
            trials[TRIAL] = trials[START]
            trial = trials[TRIAL]
            bend(trial["bot"][seat]["weights"], plan)
            trial["pauses"] = 1
            why = play_on(rules, trial)
            going_on[plan] = why == PAUSED and trial["out"][seat] == ZERO
            if going_on[plan]:
                write_aspects(rules, trial, seat, told[plan])
                trial["bot"][seat]["weights"] = bot["weights"]
                trial["pauses"] = 0
                shorter[0]["max_rounds"] = min(rules["max_rounds"], np.int64(trial["round"]) + 1)
                play_out(shorter[0], trial)
                worths[plan] = worth_of_end(rules, trial, bot, seat)
    return seat
