"""What the plans for a turn are worth to whoever moves next, as a planner sees it, for measures of choice."""

from conquestlab.kernels.compiling.jit import jit
from conquestlab.kernels.conquest.planner import play_plans
from conquestlab.kernels.conquest.plans import ALL, PLANS
from conquestlab.kernels.conquest.turn import next_seat

__all__ = ["PLANS", "plan_worths"]


@jit
def plan_worths(rules, bots, position, worths):
    """Write what each plan of the seat that moves next comes to, and return that seat.

    Parameters
    ----------
    rules : record of rules_dtype
    bots : array of bot_dtype, (1,)
        A planner: by its weights everybody plays on, as far as its depth.
    position : record of position_dtype
        Paused before a turn; it is changed, so give a copy.
    worths : int64 array, (rollouts, PLANS)
        In 2**-20: the standing some rounds on, 1 for a win.
    """
    seat = next_seat(position)
    position["pauses"] = 0
    position["bot"][seat] = bots[0]
    play_plans(rules, position, seat, ALL, False, worths)
    return seat
